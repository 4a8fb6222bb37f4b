"""``allfours equity``: the chance of winning the match from every score, as a table and a study."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from analysis.allfours import players, rule_sets
from analysis.allfours.books import PUBLISHED
from analysis.allfours.equity import Books, solved, valued, ways_down
from analysis.allfours.scores import equity_of
from analysis.allfours.settings import made_by
from analysis.allfours.solution import Game, part, recorded
from analysis.estimate import LEVEL, quantile
from analysis.provenance import Files, Inputs, Part, Study, inputs_of, results
from analysis.report import Grid, Row, table
from analysis.run import Run, Settled, Tally
from engine.allfours.begging import VALUES
from engine.allfours.book import PAGE
from engine.allfours.rules import CLASSIC, Rules, check_kicked
from engine.cards import InputError

DEALS_USUAL = 1_000_000
QUESTION = "What is the chance that the dealer's team wins the match, by the score?"
INPUTS: Inputs = {"rules": "classic", "seed": 2, "deals": 2_000_000, "trials": 2_000_000}
_BATCHES = 10
_ENDS = 2000
_BOOKS, _VALUES, _FIRST, _LAST = "books.npy", "values.npy", "first.npy", "last.npy"
_LONGEST = 999


class _Made(NamedTuple):
    books: Books
    values: Tally
    """(1 + _BATCHES, target, target, 13, 5) `begging.VALUES` of all trials, and of each tenth."""


def equity(rules: Rules = CLASSIC, play: str = "expert", run: Run = Run()) -> pd.DataFrame:
    """The chance that the dealer's team wins from every score, its kick and decisions to come.

    Half of the deals go into the decisions at each score, the other half into what it is worth.
    Where nothing is said of deals and seed, and the table is published, it is the published one.

    Returns
    -------
    DataFrame
        Rows ``D-E``: the dealer's team's points first. ``attrs`` holds the grid for the chart.
    """
    check_kicked(rules)
    if rules in PUBLISHED and play == "expert" and run.deals is None and run.seed is None:
        return _published(f"equity/{PUBLISHED[rules]}", study(PUBLISHED[rules]))
    settled = run.settled(DEALS_USUAL)
    if settled.deals < 100 * _BATCHES:
        raise InputError(f'deals: "{settled.deals}", expected {100 * _BATCHES} or more')
    half = settled.deals // 2
    game = recorded(settled, rules, play)
    made = _make(part(game, 0, half), part(game, half, 2 * half), settled)
    return _report(made.values, rules, play, settled, half)


def work(deals: int | None, usual: int) -> int:
    """How far the progress bar goes: recording and solving count alike."""
    return 2 * (usual if deals is None else deals)


def _make(game: Game, trial: Game, run: Settled) -> _Made:
    """Solve every score, and value it in all trials and in tenths of them."""
    scores = sum(len(level) for level in ways_down(game.rules.target))
    share = run.deals // scores

    def tell() -> None:
        if run.progress:
            run.progress(share)

    found = solved(game, trial, run.threads, tell=tell)
    size = trial.deals.kicks.size // _BATCHES
    tenths = [
        valued(part(trial, place * size, (place + 1) * size), found.books, run.threads)
        for place in range(_BATCHES)
    ]
    return _Made(found.books, np.stack([found.values, *tenths]))


def _report(values: Tally, rules: Rules, play: str, run: Settled, n: int) -> pd.DataFrame:
    target = rules.target
    chances = equity_of(values[0], rules)
    tenths = np.stack([equity_of(tenth, rules) for tenth in values[1:]])
    half = quantile(LEVEL, _BATCHES - 1) * tenths.std(0, ddof=1) / _BATCHES**0.5
    rows = [
        _row(f"{one}-{two}", chances[one, two], half[one, two], n)
        for one in range(target)
        for two in range(target)
    ]
    first = rows[0]
    return table(
        rows,
        QUESTION,
        made_by(run, rules, play, **players.learned(play, seated=rules.players)),
        headline=(
            f"At 0-0 the dealer's team wins {100 * first['value']:.2f} % of matches "
            f"(+/- {50 * (first['high'] - first['low']):.2f})."
        ),
        summary=_summary(chances),
        grids=[
            Grid(
                "Chance that the dealer's team wins (%)",
                "points of the eldest's team",
                "points of the dealer's team",
                tuple(map(str, range(target))),
                tuple(map(str, range(target))),
                tuple(tuple(f"{one}-{two}" for two in range(target)) for one in range(target)),
                percent=True,
            )
        ],
        notes=_NOTES,
    )


_NOTES = [
    "D-E: the dealer's team's points, then the eldest's, before the deal. Both sides beg and give "
    "as is best at every score, once the kick is counted. The decisions come from other deals than "
    "the chances; intervals come from ten tables of a tenth of the deals each.",
    players.MODEL_NOTE,
]


def _row(name: str, value: float, half: float, n: int) -> Row:
    low, high = max(0.0, value - half), min(1.0, value + half)
    return {"name": name, "value": float(value), "low": float(low), "high": float(high), "n": n}


def _summary(chances: np.ndarray) -> list[dict[str, str]]:
    """The table for people: the dealer's team's points down, the eldest's across."""
    return [
        {"D \\ E": str(one), **{str(two): f"{100 * chance:.1f}" for two, chance in enumerate(row)}}
        for one, row in enumerate(chances)
    ]


# As a study


def _game(inputs: Inputs, run: Run, first: int, deals: int) -> Game:
    wanted = replace(run, seed=inputs["seed"], first=first, deals=deals)
    return recorded(wanted.settled(deals), rule_sets.from_record(inputs["rules"]))


def parts(inputs: Inputs) -> dict[str, Part]:
    """The decisions, then what every score is worth by them."""
    deals, trials = inputs["deals"], inputs["trials"]

    def both(_: Files, run: Run) -> bytes:
        game, trial = _game(inputs, run, 0, deals), _game(inputs, run, deals, trials)
        settled = replace(run, seed=inputs["seed"], deals=deals + trials).settled(deals)
        made = _make(game, trial, settled)
        few = min(_ENDS, trials)
        ends = [
            valued(part(trial, low, low + few), made.books, settled.threads)
            for low in (0, trials - few)
        ]
        return _npy(made.books) + b"".join(_npy(array) for array in (made.values, *ends))

    return {"table": Part(2 * (deals + trials), both)}


def raw(done: Files) -> Files:
    """The arrays of the table, a file each."""
    stream = io.BytesIO(done["table"])
    return {name: _npy(np.load(stream)) for name in (_BOOKS, _VALUES, _FIRST, _LAST)}


def _npy(array: np.ndarray) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, array)
    return buffer.getvalue()


def _read(files: Files, name: str, shape: tuple[int, ...], kind: type) -> Any:
    """An array among the raw files.

    Raises
    ------
    InputError
        If it isn't one of this shape.
    """
    try:
        array = np.load(io.BytesIO(files[name]), allow_pickle=False)
    except (KeyError, ValueError, EOFError):
        raise InputError(f"{name}: expected an array as publishing writes it") from None
    if array.shape != shape or array.dtype != kind:
        raise InputError(f"{name}: {array.shape} {array.dtype}, expected {shape} {kind.__name__}")
    return array


def _opened(inputs: Inputs, files: Files) -> _Made:
    target = rule_sets.from_record(inputs["rules"]).target
    square = (target, target)
    books = _read(files, _BOOKS, (*square, 2, PAGE), np.int16)
    values = _read(files, _VALUES, (1 + _BATCHES, *square, 13, len(VALUES)), np.int64)
    return _Made(books, values)


def report(inputs: Inputs, files: Files) -> pd.DataFrame:
    """The table from its raw files."""
    rules, trials = rule_sets.from_record(inputs["rules"]), inputs["trials"]
    run = Run(deals=trials, seed=inputs["seed"], first=inputs["deals"]).settled(trials)
    return _report(_opened(inputs, files).values, rules, "expert", run, trials)


def replay(inputs: Inputs, files: Files, run: Run) -> Iterator[str]:
    """Play the first and last trials again, and value every score by them."""
    made = _opened(inputs, files)
    few, settled = min(_ENDS, inputs["trials"]), run.settled(1)
    starts = {_FIRST: 0, _LAST: inputs["trials"] - few}
    for name, low in starts.items():
        expected = _read(files, name, made.values.shape[1:], np.int64)
        game = _game(inputs, replace(run, progress=None), inputs["deals"] + low, few)
        if not np.array_equal(valued(game, made.books, settled.threads), expected):
            yield f"{name}: these deals are played differently now"


def study(rules: str) -> Study:
    """The study of a rule set."""
    return Study(
        QUESTION,
        INPUTS | {"rules": rules},
        parts,
        report,
        replay,
        raw,
        spelled=rule_sets.spelled,
        needs=partial(players.needs, rule_sets.preset(rules).players),
    )


def _published(name: str, study: Study) -> pd.DataFrame:
    """The published table."""
    folder = results() / name
    try:
        files = {path.name: path.read_bytes() for path in folder.iterdir()}
    except FileNotFoundError:
        raise InputError(f"results/{name} is missing, expected `allfours publish {name}`") from None
    return study.report(inputs_of(name, study, results()), files)
