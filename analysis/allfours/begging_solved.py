"""The begging game solved: tried on fresh deals, attacked, and solved a second time."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from analysis.allfours import players, rule_sets
from analysis.allfours.settings import made_by
from analysis.allfours.solution import (
    POINT,
    Game,
    acts_by,
    answer,
    attack,
    fresh_value,
    gift_open,
    part,
    recorded,
    recorded_close,
    refine,
    solve,
    solve_points,
    worths_in_points,
)
from analysis.estimate import LEVEL, quantile
from analysis.provenance import Files, Inputs, Part, Study
from analysis.report import Panel, Row, share_row, table, with_error
from analysis.run import Run, Settled, Tally
from engine.allfours.begging import (
    BEGS,
    DEALS,
    GIVES,
    SQUARES,
    VALUE,
    Acts,
    Worths,
    gain_tally,
    gaps_of,
    leans_of,
    value_tally,
)
from engine.allfours.book import DEALERS, ELDESTS, PAGE, Book
from engine.allfours.holding import HOLDINGS, holding, holdings_of
from engine.allfours.rules import Rules
from engine.cards import JACK, RANKS, InputError

QUESTION = "When should the eldest beg and the dealer give, and what is a deal then worth?"
INPUTS: Inputs = {"seed": 1, "deals": 8_000_000, "trials": 4_000_000}
_SEATS = {"dealer": DEALERS, "eldest": ELDESTS}
_ACTS = {"dealer": "gives", "eldest": "begs"}
_BOOKS = ("book.npy", "second.npy", "no_gift.npy")
TRIAL = "trial.json"
_ENDS = 2000
"""So many first and last deals of the trial are played again by `verify`."""
CLOSE = 0.02
"""Points between two actions below which two solutions may well differ."""


def _rules(inputs: Inputs) -> Rules:
    return rule_sets.from_record(inputs["rules"])


def _run(inputs: Inputs, run: Run, first: int, deals: int) -> Settled:
    """Deals `first` on of a study."""
    return replace(run, seed=inputs["seed"], first=first, deals=deals).settled(deals)


def _game(inputs: Inputs, run: Run, first: int, deals: int) -> Game:
    return recorded(_run(inputs, run, first, deals), _rules(inputs))


def parts(inputs: Inputs) -> dict[str, Part]:
    """Two solutions of disjoint deals, what is tried on fresh deals, and some of these again."""
    deals, close, trials = inputs["deals"], inputs["close"], inputs["trials"]

    def solution(run: Run, which: int) -> bytes:
        game = _game(inputs, run, which * deals, deals)
        book, value = solve_points(game)
        start = 2 * (deals + trials) + which * close
        more = recorded_close(_run(inputs, run, start, close), game.rules, book)
        return _written(refine(game, more, book, value))

    def first(_: Files, run: Run) -> bytes:
        return solution(run, 0)

    def second(_: Files, run: Run) -> bytes:
        return solution(run, 1)

    def no_gift(done: Files, run: Run) -> bytes:
        game = _game(inputs, run, 0, trials)
        book = book_of(done, "book.npy")
        worths = worths_in_points(game.rules, fresh_value(game, book))
        return _written(solve(game, worths, False))

    def trial(done: Files, run: Run) -> bytes:
        learn = _game(inputs, run, 2 * deals, trials)
        fresh = _game(inputs, run, 2 * deals + trials, trials)
        return json.dumps(_tried(learn, fresh, *(book_of(done, name) for name in _BOOKS))).encode()

    return {
        "book.npy": Part(deals + close, first),
        "second.npy": Part(deals + close, second),
        "no_gift.npy": Part(trials, no_gift),
        TRIAL: Part(2 * trials, trial),
    }


def _written(book: Book) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, np.clip(book, -(2**15) + 1, 2**15 - 1).astype(np.int16))
    return buffer.getvalue()


def book_of(files: Files, name: str) -> Book:
    """One of the books.

    Raises
    ------
    InputError
        If it is none.
    """
    try:
        book: Book = np.load(io.BytesIO(files[name]), allow_pickle=False)
    except (KeyError, ValueError):
        raise InputError(f"{name}: expected a book as publishing writes it") from None
    if book.shape != (2, PAGE) or book.dtype != np.int16:
        raise InputError(f"{name}: {book.shape} {book.dtype}, expected {(2, PAGE)} int16")
    return book.astype(np.int64)


def _tried(learn: Game, fresh: Game, book: Book, second: Book, no_gift: Book) -> dict[str, Any]:
    """All that is counted in fresh deals, as integers; worths are in POINT."""
    rules, may_give = fresh.rules, gift_open(fresh.rules)
    value = fresh_value(learn, book)
    worths = worths_in_points(rules, value)
    acts = acts_by(fresh, book, may_give)
    gaps, stood = gaps_of(fresh.deals, worths), np.zeros_like(acts)
    found: dict[str, Any] = {
        "fresh": round(POINT * value),
        "solved": value_tally(fresh.deals, worths, acts).tolist(),
        "all_stand": value_tally(fresh.deals, worths, stood).tolist(),
        "to_stand": gain_tally(gaps, acts, stood, ELDESTS).tolist(),
        "no_gift": value_tally(fresh.deals, worths, acts_by(fresh, no_gift, False)).tolist(),
    }
    for name, seat in _SEATS.items():
        best = acts_by(fresh, answer(learn, worths, may_give, book, seat), may_give)
        found[f"own_{name}"] = gain_tally(gaps, acts, best, seat).tolist()
        found[f"attack_{name}"] = attack(learn, fresh, worths, may_give, book, seat).tolist()
        found[f"differ_{name}"] = _differing(fresh, acts, book, second, seat)
        found[f"hands_{name}"] = far_apart(fresh, acts, book, second, seat)
        found[f"by_trumps_{name}"] = _by_trumps(fresh, acts, seat)
    size = fresh.deals.kicks.size
    for end, (low, high) in _ends(size).items():
        found[end] = _end(part(fresh, low, high), worths, book)
    return found


def _ends(size: int) -> dict[str, tuple[int, int]]:
    few = min(_ENDS, size)
    return {"first": (0, few), "last": (size - few, size)}


def _end(game: Game, worths: Worths, book: Book) -> list[list[int]]:
    acts = acts_by(game, book, gift_open(game.rules))
    sums: list[list[int]] = value_tally(game.deals, worths, acts).tolist()
    return sums


def _differing(game: Game, acts: Acts, book: Book, second: Book, seat: int) -> list[list[int]]:
    """The holdings with which the two books differ.

    Of each its number, how many hands decide, how many of them differ, how many of those have a
    mean lean of CLOSE or more, and the sum of the mean leans' sizes of those that differ.
    """
    one, two = (leans_of(game.deals, b[seat], seat) for b in (book, second))
    asked = acts[:, ELDESTS] == 1 if seat == DEALERS else np.ones(one.size, bool)
    differ = asked & ((one > 0) != (two > 0))
    size = np.abs(one + two) // 2
    place = holdings_of(game.deals)[:, seat]
    counts = [
        np.bincount(place[where], minlength=HOLDINGS)
        for where in (asked, differ, differ & (size >= CLOSE * POINT))
    ]
    sizes = np.bincount(place[differ], size[differ], HOLDINGS).astype(np.int64)
    rows = np.stack([np.arange(HOLDINGS), *counts, sizes], 1)
    kept: list[list[int]] = rows[counts[1] > 0].tolist()
    return kept


def far_apart(game: Game, acts: Acts, book: Book, second: Book, seat: int) -> list[list[int]]:
    """The hands that the two books decide otherwise though their mean lean is CLOSE or more.

    Of each the ranks of its trumps and of its side suits, as masks in falling order, the rank of
    the kick, both leans, and in how many deals it was asked.
    """
    one, two = (leans_of(game.deals, b[seat], seat) for b in (book, second))
    asked = acts[:, ELDESTS] == 1 if seat == DEALERS else np.ones(one.size, bool)
    far = asked & ((one > 0) != (two > 0)) & (np.abs(one + two) // 2 >= CLOSE * POINT)
    suits, kicks, _ = game.deals
    sides = -np.sort(-suits[far, seat, 1:].astype(np.int64), axis=1)
    columns = suits[far, seat, :1], sides, kicks[far, None], one[far, None], two[far, None]
    rows, counts = np.unique(np.hstack(columns).astype(np.int64), axis=0, return_counts=True)
    listed: list[list[int]] = np.column_stack([rows, counts]).tolist()
    return listed


def _by_trumps(game: Game, acts: Acts, seat: int) -> list[list[int]]:
    """By the number of trumps held: hands that decide, and those that act."""
    asked = acts[:, ELDESTS] == 1 if seat == DEALERS else np.ones(len(acts), bool)
    held = np.bitwise_count(game.deals.suits[:, seat, 0])
    act = asked & (acts[:, seat] == 1)
    both: list[list[int]] = np.stack(
        [np.bincount(held[asked], minlength=7), np.bincount(held[act], minlength=7)], 1
    ).tolist()
    return both


def far_hands(files: Files, seat: str) -> list[list[int]]:
    """The rows of `far_apart` of the eldest or the dealer in the raw files."""
    rows: list[list[int]] = _opened(files)[f"hands_{seat}"]
    return rows


def replay(inputs: Inputs, files: Files, run: Run) -> Iterator[str]:
    """Play the first and last deals of the trial again."""
    found = _opened(files)
    book = book_of(files, "book.npy")
    worths = worths_in_points(_rules(inputs), found["fresh"] / POINT)
    start = 2 * inputs["deals"] + inputs["trials"]
    for end, (low, high) in _ends(inputs["trials"]).items():
        again = _game(inputs, replace(run, progress=None), start + low, high - low)
        if found.get(end) != _end(again, worths, book):
            yield f"{TRIAL}: its {end} deals are played differently now"


def _opened(files: Files) -> dict[str, Any]:
    try:
        found = json.loads(files[TRIAL])
        if isinstance(found["fresh"], int):
            return dict(found)
    except (KeyError, TypeError, ValueError):
        pass
    raise InputError(f"{TRIAL}: expected tallies as publishing writes them")


def report(inputs: Inputs, files: Files) -> pd.DataFrame:
    """The value of a deal, how often hands beg and give, and how far the solution is from best."""
    found = _opened(files)
    rules, n = _rules(inputs), inputs["trials"]
    solved = 2 * (inputs["deals"] + inputs["close"])
    run = Run(deals=n, seed=inputs["seed"], first=2 * inputs["deals"] + n).settled(n)
    tallies = {name: np.array(found[name]) for name in ("solved", "all_stand", "no_gift")}
    values = {name: _value(tally, rules) for name, tally in tallies.items()}
    counts = tallies["solved"].sum(0)
    begs, gives = int(counts[BEGS]), int(counts[GIVES])
    rows = [
        _row("deal_to_dealer", *values["solved"], n),
        _row("deal_if_all_stand", *values["all_stand"], n),
        _row("deal_if_no_gift", *values["no_gift"], n),
        share_row("begs", begs, n),
        share_row("gives_if_begged", gives, begs),
    ]
    to_stand = np.array(found["to_stand"])
    rows.append(_gain("right_to_beg", to_stand * np.array([-1, 1, 1]), n))
    (one, error), (two, other) = values["solved"], values["no_gift"]
    rows.append(_row("right_to_give", one - two, (error**2 + other**2) ** 0.5, n))
    for kind in ("attack", "own"):
        gains = [np.array(found[f"{kind}_{seat}"]) for seat in _SEATS]
        rows += [_gain(f"{kind}_{seat}", gain, n) for seat, gain in zip(_SEATS, gains, strict=True)]
        rows.append(_gain(f"{kind}_both", np.array([sum(g[:2] for g in gains)]).reshape(-1), n))
    for seat in _SEATS:
        hands = np.array(found[f"differ_{seat}"]).reshape(-1, 5)
        asked = n if seat == "eldest" else begs
        rows.append(share_row(f"differ_{seat}", int(hands[:, 2].sum()), asked))
        rows.append(share_row(f"differ_{seat}_by_{CLOSE}", int(hands[:, 3].sum()), asked))
        against = sum(
            row[-1] for row in far_hands(files, seat) if min(map(abs, row[5:7])) >= CLOSE * POINT
        )
        rows.append(share_row(f"opposite_{seat}_by_{CLOSE}", against, asked))
    for seat, act in _ACTS.items():
        for trumps, (asked, acted) in enumerate(found[f"by_trumps_{seat}"]):
            rows.append(share_row(f"{act}_with_{trumps}", acted, asked))
    for rank in range(13):
        tally = tallies["solved"][rank]
        rows.append(share_row(f"begs_on_{RANKS[rank]}", int(tally[BEGS]), int(tally[DEALS])))
    return table(
        rows,
        QUESTION,
        made_by(
            run, rules, "expert", **players.learned("expert", seated=rules.players), solved=solved
        ),
        headline=_headline({row["name"]: row for row in rows}),
        panels=_PANELS,
        notes=[*_NOTES, *_listed(found)],
    )


def _headline(rows: dict[str, Row]) -> str:
    """The answer in two sentences."""
    return (
        f"The eldest begs with {rows['begs']['value']:.1%} of hands and the dealer gives to "
        f"{rows['gives_if_begged']['value'] or 0:.1%} of begs; a deal is worth "
        f"{with_error(rows['deal_to_dealer'], 3)} points to the dealer's team, the first kick "
        "included. An attack on the solution, by other features and from other deals, gains both "
        f"sides together {with_error(rows['attack_both'], 4)} points a deal."
    )


_TRUMPS = tuple(map(str, range(7)))
_PANELS = [
    Panel(
        "The eldest begs, by his trumps",
        _TRUMPS,
        {"": tuple(f"begs_with_{trumps}" for trumps in _TRUMPS)},
        percent=True,
    ),
    Panel(
        "The dealer, begged, gives, by his trumps",
        _TRUMPS,
        {"": tuple(f"gives_with_{trumps}" for trumps in _TRUMPS)},
        percent=True,
    ),
]


_NOTES = [
    "Points per deal are the dealer's team's minus the eldest's, first kick included, in deals "
    "that the solution has not seen. The right to beg is what the eldest's team gains against "
    "standing always; the right to give is what the dealer's gains against running always, with "
    "the eldest's best answer to that.",
    "attack: what a side gains by leaving the solution, told how with other features and other "
    "deals; own: the same with the solution's own features. Both are tried on deals that neither "
    "has seen, so they may come out negative. both: the two sides together (exploitability).",
    f"differ: hands that a second solution, from other deals, decides otherwise; by_{CLOSE}: those "
    f"of them where the two solutions' mean lean is {CLOSE} points or more; opposite: where each "
    "leans so far its own way.",
    players.MODEL_NOTE,
]


def _value(tally: Tally, rules: Rules) -> tuple[float, float]:
    """Points of a deal and their standard error, each kick counted a thirteenth."""
    kept = rules.kick_points if rules.kick_kept else (0,) * 13
    total, variance = 0.0, 0.0
    for row, kick in zip(tally.astype(float), kept, strict=True):
        deals = max(row[DEALS], 1)
        mean = row[VALUE] / deals
        total += mean / POINT + kick
        variance += (row[SQUARES] / deals - mean * mean) / deals / POINT**2
    return float(total / 13), float(variance**0.5 / 13)


def _row(name: str, value: float, error: float | None, n: int) -> Row:
    half = None if error is None else quantile(LEVEL) * error
    low, high = (None, None) if half is None else (value - half, value + half)
    return {"name": name, "value": value, "low": low, "high": high, "n": n}


def _gain(name: str, gain: Tally, n: int) -> Row:
    """What leaving the solution gains per deal; hands decided alike gain nothing."""
    mean = float(gain[0]) / n / POINT
    error = (float(gain[1]) / n / POINT**2 - mean * mean) ** 0.5 / n**0.5
    return _row(name, mean, error, n)


def holding_name(place: int) -> str:
    """A holding of trumps in words.

    >>> holding_name(holding(0b1000000100, 5)), holding_name(holding(0, 5))
    ('J4, one below the kick', 'no trump')
    """
    for trumps in range(1 << 13):
        for kick in range(13):
            if not trumps >> kick & 1 and holding(trumps, kick) == place:
                return _holding_words(trumps, kick)
    return "nothing"


def _holding_words(trumps: int, kick: int) -> str:
    held = [rank for rank in range(12, -1, -1) if trumps >> rank & 1]
    if not held:
        return "no trump, the jack kicked" if kick == JACK else "no trump"
    below = sum(rank < kick for rank in held)
    cards = "".join(RANKS[rank] for rank in held)
    if len(held) > 3:
        cards = f"four or more from {RANKS[held[0]]} to {RANKS[held[-1]]}"
    words = ("all above", "one below", "two below", "three below")[min(below, 3)]
    return f"{cards}, {words} the {'jack kicked' if kick == JACK else 'kick'}"


def _listed(found: dict[str, Any]) -> list[str]:
    """The holdings with which the two solutions differ most often, in words."""
    said = []
    for seat in ("eldest", "dealer"):
        rows = sorted(found[f"differ_{seat}"], key=lambda row: -row[2])[:12]
        hands = [
            f"{holding_name(place)} ({100 * differ / asked:.1f} % of these hands, by "
            f"{size / differ / POINT:.3f})"
            for place, asked, differ, _, size in rows
        ]
        said.append(f"Where the two solutions differ most often, {seat}: " + "; ".join(hands) + ".")
    for seat in ("eldest", "dealer"):
        rows = sorted(found[f"hands_{seat}"], key=lambda row: -abs(row[5] + row[6]))
        hands = [_hand_words(row) for row in rows]
        said.append(
            f"Hands that they decide otherwise by {CLOSE} or more, {seat} (trumps, side suits, "
            f"kick; the two leans): {'; '.join(hands) or 'none'}."
        )
    return said


def _hand_words(row: list[int]) -> str:
    """A hand of `far_apart` and its leans.

    >>> _hand_words([0b1000000100, 0b1, 0, 0, 5, -9, 87, 1])
    'J4 2 - - 7 (-0.009, +0.087)'
    """
    suits = [
        "".join(RANKS[rank] for rank in range(12, -1, -1) if suit >> rank & 1) or "-"
        for suit in row[:4]
    ]
    return f"{' '.join(suits)} {RANKS[row[4]]} ({row[5] / POINT:+.3f}, {row[6] / POINT:+.3f})"


def study(rules: str, close: int, **fewer: int) -> Study:
    """The study of a rule set.

    Parameters
    ----------
    close : int
        Deals of which those are played, for each solution, in which the eldest's choice is close.
    fewer : int
        Other INPUTS than usual.
    """
    return Study(
        QUESTION,
        {"rules": rules, "close": close} | INPUTS | fewer,
        parts,
        report,
        replay,
        spelled=rule_sets.spelled,
        needs=partial(players.needs, rule_sets.preset(rules).players),
    )
