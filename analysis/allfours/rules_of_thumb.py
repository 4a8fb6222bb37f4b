"""Short rules in plain words for when to beg and to give, and what they lose to the solution.

They are searched for in some deals and judged by others. The other side keeps to the solution; a
rule loses what the solution gains where the two act differently.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from analysis.allfours import books, players, rule_sets
from analysis.allfours.conditions import (
    CONDITIONS,
    Ints,
    Rule,
    acts,
    clauses_in_words,
    hands_of,
    in_words,
    kinds_of,
    rule_of,
)
from analysis.allfours.settings import made_by
from analysis.allfours.solution import (
    POINT,
    Game,
    acts_by,
    fresh_value,
    gift_open,
    part,
    recorded,
    worths_in_points,
)
from analysis.provenance import Files, Inputs, Part, Study
from analysis.report import Row, mean_row, table
from analysis.rule_search import Bools, Table, best_rules
from analysis.run import Run, Settled
from engine.allfours.begging import Acts, Gaps, gain_tally, gaps_of
from engine.allfours.book import DEALERS, ELDESTS
from engine.allfours.rules import CLASSIC, Rules, check_kicked
from engine.cards import InputError

DEALS = 500_000
"""Deals that are searched; as many others judge what is found."""
MOST = 4
"""Clauses of a rule."""
QUESTION = "Which short rules say best when to beg and when to give, and what do they lose?"

_SEATS = {"eldest": ELDESTS, "dealer": DEALERS}
_VERBS = {"eldest": "beg", "dealer": "give"}
_RULES, _TRIAL = "rules.json", "trial.json"
_ENDS = 2000
"""So many first and last trials are played again by `verify`."""


class Claim(NamedTuple):
    """A rule that players know, in their words."""

    seat: str
    rule: Rule
    words: str


CLAIMS = {
    "eldest_published": Claim(
        "eldest",
        (("no trump",), ("a lone trump below the jack",)),
        "Stand with two or more trumps, or any single trump jack or better; otherwise beg.",
    ),
    "eldest_no_trump": Claim("eldest", (("no trump",),), "Beg with no trump only."),
    "eldest_stands": Claim("eldest", (), "Always stand."),
    "dealer_published": Claim(
        "dealer",
        (("at most one trump",),),
        "Run with two or more trumps, give with one or none.",
    ),
    "dealer_reversed": Claim(
        "dealer",
        (("two or more trumps",),),
        "Give with two or more trumps, run with one or none.",
    ),
    "dealer_runs": Claim("dealer", (), "Never give."),
}
"""Rules that are judged for reference."""


def rules_of_thumb(rules: Rules = CLASSIC, run: Run = Run()) -> pd.DataFrame:
    """The best rules of one clause, two and so on for either seat, and those of CLAIMS.

    Half of the deals that are played, those numbered first, are searched; the others judge.

    Returns
    -------
    DataFrame
        ``eldest_2``: points per deal that the best rule of two clauses loses, with its words in
        the column ``rule``.
    """
    check_kicked(rules)
    settled = run.settled(DEALS)
    game = recorded(settled, rules)
    fresh = recorded(replace(settled, first=settled.first + settled.deals), rules)
    found = _searched(game)
    return _report(found, _tried(fresh, found), rules, settled, settled.deals)


def work(asked: int | None, usual: int) -> int:
    """How many deals are played in all."""
    return 2 * (usual if asked is None else asked)


# The search


class _Solved(NamedTuple):
    """What the solution does in some deals, and what they would bring otherwise."""

    gaps: Gaps
    acts: Acts


def _solved(game: Game, fresh: int) -> _Solved:
    """Everybody acts by the solution; `fresh` is a fresh deal's worth in POINT."""
    book, _ = books.for_points(game.rules)
    worths = worths_in_points(game.rules, fresh / POINT)
    return _Solved(gaps_of(game.deals, worths), acts_by(game, book, gift_open(game.rules)))


def _free(game: Game, solved: _Solved, seat: int) -> Bools:
    """Whether a seat is asked, and has a choice (RULES.md 10 and 11)."""
    rules = game.rules
    if seat == ELDESTS:
        asked, may_be_void = np.ones(len(solved.acts), bool), rules.stand_void
    else:
        asked = (solved.acts[:, ELDESTS] == 1) & gift_open(rules)
        may_be_void = rules.give_void
    held: Bools = game.deals.suits[:, seat, 0] != 0
    return asked & (held | bool(may_be_void))


def _gains(game: Game, solved: _Solved, seat: int) -> Ints:
    """What it gains a seat to act, by deals, where it has a choice."""
    give, stand = solved.gaps.T.astype(np.int64)
    gains: Ints = give if seat == DEALERS else stand - give * solved.acts[:, DEALERS]
    return gains * _free(game, solved, seat)


def _searched(game: Game) -> dict[str, Any]:
    """The best rules of either seat, by the number of clauses, and what a fresh deal is worth."""
    fresh = round(POINT * fresh_value(game, books.for_points(game.rules).book))
    solved = _solved(game, fresh)
    rules = {name: _best(game, solved, seat) for name, seat in _SEATS.items()}
    return {"fresh": fresh, **rules}


def _best(game: Game, solved: _Solved, seat: int) -> list[list[list[str]]]:
    kinds, place = kinds_of(hands_of(game.deals, seat))
    gains = _gains(game, solved, seat).astype(np.float64)
    by_kind = np.bincount(place, gains, len(kinds.trumps)).astype(np.float64)
    holds = np.array([condition(kinds) for condition in CONDITIONS.values()])
    words = list(CONDITIONS)
    return [
        [[words[place] for place in clause] for clause in found.clauses]
        for found in best_rules(Table(holds, by_kind), MOST)
    ]


# On fresh deals


def _named(found: dict[str, Any]) -> dict[str, Claim]:
    """All rules that are judged, by the names of their rows."""
    named = {}
    for seat, verb in _VERBS.items():
        for clauses, record in enumerate(found[seat], 1):
            rule = rule_of(record)
            named[f"{seat}_{clauses}"] = Claim(seat, rule, in_words(verb, rule))
        named |= {name: claim for name, claim in CLAIMS.items() if claim.seat == seat}
    return named


def _tried(game: Game, found: dict[str, Any]) -> dict[str, list[int]]:
    """Of each rule `begging.GAIN`, in place of the solution."""
    solved = _solved(game, found["fresh"])
    tallies = {}
    for name, seat in _SEATS.items():
        kinds, place = kinds_of(hands_of(game.deals, seat))
        free = _free(game, solved, seat)
        for row, claim in _named(found).items():
            if claim.seat == name:
                instead = solved.acts.copy()
                instead[free, seat] = acts(claim.rule, kinds)[place][free]
                tallies[row] = gain_tally(solved.gaps, solved.acts, instead, seat).tolist()
    return tallies


# The report


def _report(
    found: dict[str, Any], tallies: dict[str, list[int]], rules: Rules, run: Settled, n: int
) -> pd.DataFrame:
    named = _named(found)
    rows = [
        mean_row(name, -tallies[name][0], tallies[name][1], n, scale=1 / POINT)
        | {"rule": claim.words}
        for name, claim in named.items()
    ]
    source = books.for_points(rules).source
    return table(
        rows,
        QUESTION,
        made_by(
            run,
            rules,
            "expert",
            **players.learned("expert", seated=rules.players),
            begging=source,
            trials=n,
        ),
        headline=_headline({row["name"]: row for row in rows}),
        summary=_summary(rows, named, tallies),
        notes=_notes(),
    )


def _headline(rows: dict[str, Row]) -> str:
    two = [rows[f"{seat}_2"] for seat in _SEATS]
    return " ".join(f"{row['rule']} That loses {row['value']:.3f} points a deal." for row in two)


def _summary(
    rows: list[Row], named: dict[str, Claim], tallies: dict[str, list[int]]
) -> list[dict[str, str]]:
    """A line for each clause, the numbers in the first of a rule."""
    lines = []
    for row in rows:
        name, n = row["name"], row["n"]
        first, *others = _lines(name, named[name])
        lines.append(
            {
                "name": name,
                "loses": f"{row['value']:.4f}{_half(row)}",
                "acts otherwise": f"{100 * tallies[name][2] / n:.2f} %",
                "rule": first,
            }
        )
        blank = {"name": "", "loses": "", "acts otherwise": ""}
        lines += [blank | {"rule": line} for line in others]
    return lines


def _half(row: Row) -> str:
    return "" if row["low"] is None else f" +/- {(row['high'] - row['low']) / 2:.4f}"


def _lines(name: str, claim: Claim) -> list[str]:
    """The words of a rule: of those found a line for each clause."""
    if name in CLAIMS or not claim.rule:
        return [claim.words]
    first, *others = clauses_in_words(claim.rule)
    return [f"{_VERBS[claim.seat].capitalize()} {first}", *others]


def _notes() -> list[str]:
    return [
        "What a rule loses is points per deal, in deals that the search has not seen: what the "
        "solution makes more, when the other side keeps to the solution and expert plays all "
        "cards. Every deal counts, also those in which nobody begs. acts otherwise: in how many "
        "of them rule and solution differ.",
        f"The search: rules of 1 to {MOST} clauses, each of one condition or two, out of "
        f"{len(CONDITIONS)} conditions: how many trumps; how high a lone trump is, also beside the "
        "kick, and the highest and lowest of several; ace, two and jack of trumps; side aces, "
        "kings, tens and jacks; the longest side suit; a kick below, at or above the jack. Side "
        "cards are those not of the suit kicked. It keeps the best few rules of each length "
        "and lengthens those, so a better one may exist.",
        players.MODEL_NOTE,
    ]


# As a study


def _game(inputs: Inputs, run: Run, first: int, deals: int) -> Game:
    wanted = replace(run, seed=inputs["seed"], first=first, deals=deals)
    return recorded(wanted.settled(deals), rule_sets.from_record(inputs["rules"]))


def parts(inputs: Inputs) -> dict[str, Part]:
    """The rules that are found, then how they do on fresh deals."""
    deals, trials = inputs["deals"], inputs["trials"]

    def searched(_: Files, run: Run) -> bytes:
        return _json(_searched(_game(inputs, run, 0, deals)))

    def tried(done: Files, run: Run) -> bytes:
        found, game = _opened(done), _game(inputs, run, deals, trials)
        ends = {
            end: _tried(part(game, low, high), found) for end, (low, high) in _ends(trials).items()
        }
        return _json({"all": _tried(game, found), **ends})

    return {_RULES: Part(deals, searched), _TRIAL: Part(trials, tried)}


def _json(found: dict[str, Any]) -> bytes:
    lines = (f"{json.dumps(key)}: {json.dumps(value)}" for key, value in found.items())
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def _ends(trials: int) -> dict[str, tuple[int, int]]:
    few = min(_ENDS, trials)
    return {"first": (0, few), "last": (trials - few, trials)}


def _opened(files: Files) -> dict[str, Any]:
    """The rules that were found.

    Raises
    ------
    InputError
        If there are none that can be read.
    """
    try:
        found = dict(json.loads(files[_RULES]))
        if list(found) != ["fresh", *_SEATS] or type(found["fresh"]) is not int:
            raise ValueError
        for seat in _SEATS:
            if len(found[seat]) != MOST:
                raise ValueError
    except (KeyError, TypeError, ValueError):
        expected = f"expected {MOST} rules for each seat, as publishing writes them"
        raise InputError(f"{_RULES}: {expected}") from None
    _named(found)
    return found


def _counted(files: Files, found: dict[str, Any]) -> dict[str, dict[str, list[int]]]:
    """The tallies of all trials, and of the first and last."""
    try:
        counted = dict(json.loads(files[_TRIAL]))
        if list(counted) != ["all", *_ends(1)]:
            raise ValueError
        for tallies in counted.values():
            if list(tallies) != list(_named(found)) or not all(map(_sound, tallies.values())):
                raise ValueError
    except (KeyError, TypeError, ValueError):
        raise InputError(f"{_TRIAL}: expected tallies as publishing writes them") from None
    return counted


def _sound(tally: Any) -> bool:
    return len(tally) == 3 and all(type(number) is int for number in tally)


def report(inputs: Inputs, files: Files) -> pd.DataFrame:
    """The report from its raw files."""
    rules, found = rule_sets.from_record(inputs["rules"]), _opened(files)
    run = Run(deals=inputs["deals"], seed=inputs["seed"]).settled(DEALS)
    return _report(found, _counted(files, found)["all"], rules, run, inputs["trials"])


def replay(inputs: Inputs, files: Files, run: Run) -> Iterator[str]:
    """Play the first and last trials again."""
    found = _opened(files)
    counted, quiet = _counted(files, found), replace(run, progress=None)
    for end, (low, high) in _ends(inputs["trials"]).items():
        game = _game(inputs, quiet, inputs["deals"] + low, high - low)
        if _tried(game, found) != counted[end]:
            yield f"{_TRIAL}: its {end} deals are played differently now"


def _needs(rules: Rules) -> dict[str, str]:
    return players.needs(rules.players) | books.point_needs(rules)


def study(rules: str) -> Study:
    """The study of a rule set."""
    inputs: Inputs = {"rules": rules, "seed": 3, "deals": 4_000_000, "trials": 4_000_000}
    return Study(
        QUESTION, inputs, parts, report, replay,
        spelled=rule_sets.spelled, needs=partial(_needs, rule_sets.preset(rules)),
    )  # fmt: skip


STUDY = study("classic")
