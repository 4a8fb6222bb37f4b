"""The bidding of Back Alley solved, for every size of hand, and tried on fresh deals."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from analysis.backalley import books, rule_sets
from analysis.backalley.leaving import attack, gain, team_answer
from analysis.backalley.records import GAME
from analysis.backalley.solution import solve
from analysis.backalley.solved_hands import Game
from analysis.estimate import LEVEL, quantile
from analysis.provenance import Files, Inputs, Part, Study
from analysis.report import Grid, Row, mean_row, share_row, table
from analysis.run import Run, Settled
from analysis.settings import made_by
from engine.backalley.bidding import SOLVED
from engine.backalley.book import MIXED, Book, new_book
from engine.backalley.cards import SORTED_PACK
from engine.backalley.deal import Known
from engine.backalley.rules import MOST_CARDS, Rules
from engine.backalley.simulate import TEAM_SUMS, hand_tally
from engine.backalley.strategy import SIMPLE, Strategy
from engine.cards import InputError

QUESTION = "What should each seat bid in Back Alley, and what does that come to?"
INPUTS: Inputs = {
    "rules": "classic",
    "seed": 1,
    "deals": 600_000,
    "short_deals": 3_000_000,
    "trials": 800_000,
    "rounds": 20,
    "regrets": 150,
    "starts": 6,
}
TRIAL = "trial.json"
BOUND = 0.1
"""Points a hand that neither team should gain."""
_ENDS = 1000
"""So many first and last deals of each trial are played again by `verify`."""
_SIZES = range(1, MOST_CARDS + 1)
_TEAMS = ("dealer", "eldest")
_BIDDERS = {
    "solved": Strategy(SIMPLE, SIMPLE, SOLVED, SOLVED),
    "against_simple": Strategy(SIMPLE, SIMPLE, SOLVED, SIMPLE),
    "simple_against": Strategy(SIMPLE, SIMPLE, SIMPLE, SOLVED),
}


def _rules(inputs: Inputs) -> Rules:
    return rule_sets.from_record(inputs["rules"])


def _game(inputs: Inputs, cards: int) -> Game:
    return Game(cards, _rules(inputs), inputs["rounds"], inputs["regrets"], inputs["starts"])


def _deals(inputs: Inputs, cards: int) -> int:
    """How many deals a size is solved from; in the shortest hands bids are drawn, from more."""
    deals: int = inputs["short_deals" if cards <= MIXED else "deals"]
    return deals


def _run(inputs: Inputs, run: Run, first: int, deals: int) -> Settled:
    """Deals `first` on of a study."""
    return replace(run, seed=inputs["seed"], first=first, deals=deals).settled(deals)


def _trials(inputs: Inputs, run: Run) -> dict[str, Settled]:
    """Deals that the solution has not seen: to attack it with, and to try it on."""
    most, trials = max(inputs["deals"], inputs["short_deals"]), inputs["trials"]
    deals = most * (inputs["starts"] + 1)
    few = max(trials // 4, 1)
    return {
        "learn": _run(inputs, run, deals, 2 * few),
        "attack": _run(inputs, run, deals + trials, few),
        "trial": _run(inputs, run, deals + 2 * trials, trials),
    }


def parts(inputs: Inputs) -> dict[str, Part]:
    """What is bid in hands of each size, and what that comes to on fresh deals."""
    made: dict[str, Part] = {}
    for cards in _SIZES:
        made[f"size_{cards}"] = Part(_deals(inputs, cards), partial(_solved, inputs, cards))
        made[f"trial_{cards}"] = Part(inputs["trials"], partial(_tried, inputs, cards))
    return made


def _solved(inputs: Inputs, cards: int, _: Files, run: Run) -> bytes:
    book = new_book()
    quiet = replace(run, progress=None)
    deals = _deals(inputs, cards)
    solve(_run(inputs, quiet, 0, deals), _game(inputs, cards), book)
    if run.progress:
        run.progress(deals)
    file = io.BytesIO()
    for part in (book.pages[cards - 1], book.shares[min(cards, MIXED) - 1]):
        np.save(file, part.astype("<i2"), allow_pickle=False)
    return file.getvalue()


def _put(content: bytes, cards: int, book: Book) -> None:
    """Put what was solved of one size into a book."""
    file = io.BytesIO(content)
    book.pages[cards - 1] = np.load(file, allow_pickle=False)
    shares = np.load(file, allow_pickle=False)
    if cards <= MIXED:
        book.shares[cards - 1] = shares


def _tried(inputs: Inputs, cards: int, done: Files, run: Run) -> bytes:
    book, game = new_book(), _game(inputs, cards)
    _put(done[f"size_{cards}"], cards, book)
    runs = _trials(inputs, replace(run, progress=None))
    found: dict[str, Any] = {
        name: _played(runs["trial"], game, bidders, book) for name, bidders in _BIDDERS.items()
    }
    for team, name in enumerate(_TEAMS):
        better = team_answer(runs["learn"], game, team, book)
        found[f"own_{name}"] = gain(runs["trial"], game, book, better).tolist()
        for turn in range(1 - team, 4, 2):
            tally = attack(runs["learn"], runs["attack"], game, turn, book)
            found[f"attack_{name}_{turn}"] = tally.tolist()
    for end, some in _ends(runs["trial"]).items():
        found[end] = _played(some, game, _BIDDERS["solved"], book)
    if run.progress:
        run.progress(inputs["trials"])
    return json.dumps(found).encode()


def _played(run: Settled, game: Game, bidders: Strategy, book: Book) -> list[int]:
    tally = run.tally(hand_tally, SORTED_PACK, Known(game.cards), game.rules, bidders, book)
    counts: list[int] = tally.tolist()
    return counts


def _ends(run: Settled) -> dict[str, Settled]:
    few = min(_ENDS, run.deals)
    last = run.first + run.deals - few
    return {"first": replace(run, deals=few), "last": replace(run, first=last, deals=few)}


def raw(done: Files) -> Files:
    """The book of all sizes, and what it came to."""
    book = new_book()
    trials = []
    for cards in _SIZES:
        _put(done[f"size_{cards}"], cards, book)
        trials.append(f'"{cards}": {done[f"trial_{cards}"].decode()}')
    files = dict(zip(books.FILES, map(books.written, book), strict=True))
    return files | {TRIAL: ("{\n" + ",\n".join(trials) + "\n}\n").encode()}


def replay(inputs: Inputs, files: Files, run: Run) -> Iterator[str]:
    """Play the first and last deals of each trial again."""
    found, book = _opened(files), books.read([files[name] for name in books.FILES])
    trial = _trials(inputs, replace(run, progress=None))["trial"]
    for cards in _SIZES:
        game = _game(inputs, cards)
        for end, some in _ends(trial).items():
            if found[str(cards)].get(end) != _played(some, game, _BIDDERS["solved"], book):
                yield f"{TRIAL}: {cards} cards: its {end} deals are played differently now"


def _opened(files: Files) -> dict[str, Any]:
    try:
        found = dict(json.loads(files[TRIAL]))
        if list(found) == [str(cards) for cards in _SIZES] and all(
            name in files for name in books.FILES
        ):
            return found
    except (KeyError, TypeError, ValueError):
        pass
    raise InputError(f"{TRIAL}: expected tallies as publishing writes them, and the book")


def report(inputs: Inputs, files: Files) -> pd.DataFrame:
    """By the size of the hand what is bid, made and scored, and what leaving the book gains."""
    found, rows = _opened(files), list[Row]()
    for cards in _SIZES:
        rows += _rows(found[str(cards)], cards, inputs)
    by_name = {row["name"]: row for row in rows}
    trial = _trials(inputs, Run(threads=1))["trial"]
    made = made_by(trial, rule_sets.describe(_rules(inputs)), "simple", solved=inputs["deals"])
    return table(
        rows,
        QUESTION,
        {"game": GAME, **made},
        headline=_headline(by_name),
        grids=[
            _grid("Points a hand: the solution's value, and what leaving it gains", _GAINS, False),
            _grid(
                "Bids: share of hands with a number or a board, and how often made", _SHARES, True
            ),
        ],
        notes=list(_NOTES),
    )


def _rows(found: dict[str, Any], cards: int, inputs: Inputs) -> list[Row]:
    """The rows of hands of a size."""
    n, suffix = inputs["trials"], f"_{cards}c"
    solved = found["solved"]
    rows = [mean_row(f"value{suffix}", solved[2], solved[3], n)]
    for name, sign in (("against_simple", 1), ("simple_against", -1)):
        tally = found[name]
        rows.append(mean_row(f"{name}{suffix}", tally[2], tally[3], n, scale=sign))
    for team, name in enumerate(_TEAMS):
        deals, _, total, squares = found[f"own_{name}"]
        rows.append(mean_row(f"own_{name}{suffix}", total, squares, deals, scale=1 - 2 * team))
        rows.append(_attacked(f"attack_{name}{suffix}", found, name, team))
    sums = [
        solved[4 + place] + solved[4 + len(TEAM_SUMS) + place] for place in range(len(TEAM_SUMS))
    ]
    _, _, numbers, made, bid, boards, boards_made = sums
    rows += [
        share_row(f"numbers{suffix}", numbers, 2 * n),
        share_row(f"numbers_made{suffix}", made, numbers),
        share_row(f"boards{suffix}", boards, 2 * n),
        share_row(f"boards_made{suffix}", boards_made, boards),
        share_row(f"all_passed{suffix}", solved[1], n),
    ]
    mean = bid / numbers if numbers else None
    return [*rows, {"name": f"number_mean{suffix}", "value": mean, "n": numbers}]


def _attacked(name: str, found: dict[str, Any], team: str, place: int) -> Row:
    """What both seats of a team gain by leaving the book, each by itself, together."""
    value, variance, n = 0.0, 0.0, 0
    for turn in range(1 - place, 4, 2):
        deals, _, total, squares = found[f"attack_{team}_{turn}"]
        n = deals
        value += total / deals
        variance += (squares / deals - (total / deals) ** 2) / deals
    half = quantile(LEVEL) * variance**0.5
    return {"name": name, "value": value, "low": value - half, "high": value + half, "n": n}


_GAINS = {
    "value": "value",
    "own dealer": "own_dealer",
    "own eldest": "own_eldest",
    "attack dealer": "attack_dealer",
    "attack eldest": "attack_eldest",
    "over simple": "against_simple",
    "simple deals": "simple_against",
}
_SHARES = {
    "number": "numbers",
    "made": "numbers_made",
    "board": "boards",
    "board made": "boards_made",
    "all pass": "all_passed",
}


def _grid(title: str, columns: dict[str, str], percent: bool) -> Grid:
    cells = tuple(tuple(f"{name}_{cards}c" for name in columns.values()) for cards in _SIZES)
    return Grid(
        title, "what", "cards in a hand", tuple(columns), tuple(map(str, _SIZES)), cells, percent
    )


def _headline(rows: dict[str, Row]) -> str:
    """The answer in two sentences."""
    gains = {
        (kind, team, cards): rows[f"{kind}_{team}_{cards}c"]
        for kind in ("own", "attack")
        for team in _TEAMS
        for cards in _SIZES
    }
    kind, team, cards = max(gains, key=lambda key: gains[key]["value"])
    most = gains[kind, team, cards]
    above = sorted({key[2] for key, row in gains.items() if row["value"] > BOUND})
    missed = f"; more than {BOUND} with {', '.join(map(str, above))} cards" if above else ""
    simple = [rows[f"{name}_{cards}c"]["value"] for name in ("against_simple", "simple_against")
              for cards in _SIZES]  # fmt: skip
    return (
        f"No team was found to gain more than {most['value']:.3f} points a hand by leaving the "
        f"solution (the {team}'s, hands of {cards}){missed}. Against simple bidders it gains "
        f"{sum(simple) / len(simple):.2f} points a hand, averaged over all sizes and both teams."
    )


_NOTES = (
    "value: points of the dealer's team minus the eldest's, all bidding by the solution. over "
    "simple, simple deals: what the solution gains over simple bidders as the dealer's and as the "
    "eldest's team.",
    "own: what a team gains if both its seats answer the solution together, by the solution's own "
    "features; attack: what its two seats gain by leaving it, each alone, as other classes of "
    "hands tell (hands with a trump suit). Both were learned from other deals than they were tried "
    "on, and may come out negative.",
    "The cards are played by simple. Where all pass nothing is scored. The intervals cover chance "
    "only, not the model: how far other players of the cards would move the bids.",
)

STUDY = Study(
    QUESTION, INPUTS, parts, report, replay, raw, rule_sets.RULE_SETS.spelled, game="backalley"
)
STUDY_BAB_ONLINE = replace(
    STUDY, inputs=INPUTS | {"rules": "bab-online", "deals": 300_000, "trials": 200_000, "starts": 1}
)
"""The rules of the guide whose claims are tested; tried less hard."""
