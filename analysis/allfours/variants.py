"""``allfours compare``: rule sets on the same numbered deals, each with its begging solved anew."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from analysis.allfours import flips, players, rule_sets
from analysis.allfours.dealing import Record
from analysis.allfours.solution import recorded
from analysis.allfours.variants_report import QUESTION, report_of
from analysis.allfours.variants_tallies import (
    ACTIONS,
    BATCHES,
    END,
    LEARNERS,
    Made,
    Played,
    Size,
    Tallies,
    as_published,
    by_kick,
    make,
    play_by,
)
from analysis.estimate import LEVEL
from analysis.provenance import Files, Inputs, Part, Study
from analysis.report import made
from analysis.run import Run, Settled
from engine.allfours.book import PAGE
from engine.allfours.record import ENDS
from engine.allfours.rules import CLASSIC, Rules, check_kicked
from engine.allfours.sizes import MOST_RUNS
from engine.cards import InputError

DEALS_USUAL, MATCH_USUAL = 400_000, 40_000
FLIPS = 20
"""So many deals that are decided otherwise are written for each rule set, at most."""
_FEWEST = 2_000
_LONGEST = 50
"""Points in a match whose every score can still be solved."""


def compare(
    names: Sequence[str],
    base: Rules = CLASSIC,
    settings: Sequence[str] = (),
    play: str = "expert",
    run: Run = Run(),
    match: int | None = None,
    most_flips: int = 0,
) -> pd.DataFrame:
    """Rule sets side by side, and what is different from the first, deal by deal.

    Half of the deals go into the decisions, the other half into what they are worth; all rule sets
    meet the same ones.

    Parameters
    ----------
    names : sequence of str
        Presets, or changes of `base` such as ``undertrump=0,game_points=2``.
    settings : sequence of str
        Changes of all of them.
    match : int or None
        Deals, the first of either half, that go into the match; 0 leaves the match out.
    most_flips : int
        So many deals of each rule set that are decided otherwise are in ``attrs["flips"]``.

    Returns
    -------
    DataFrame
        Rows ``NAME_begs`` and the like, and ``NAME_minus_FIRST_begs``; ``NAME_eldest_differs``.
    """
    sets = _read_sets(names, base, settings)
    if players.lineup(play).bits is not None:
        raise InputError(f'player "{play}": too slow for packs that are run, expected another')
    if most_flips and len({rules.players for rules in sets.values()}) > 1:
        why = "two players and four don't hold the same hands"
        raise InputError(f"flips: {why}, expected rule sets of as many players")
    settled = run.settled(usual_deals(play))
    size = _halves(settled.deals, match)
    _check_match(sets, size)
    tallies: dict[str, Tallies] = {}
    records: list[Record] = []
    first: Made | None = None
    for name, rules in sets.items():
        found = make(rules, play, size, settled, first and first.played)
        tallies[name] = found.tallies
        first = first or found
        if most_flips and found is not first:
            records += flips.records(
                found.trial, first.solution, found.solution, most_flips,
                settled.seed, settled.first + size.deals, play,
            )  # fmt: skip
    frame = report_of(
        sets, tallies, size, play, _made_by(names, base, settings, play, settled, size)
    )
    frame.attrs["flips"] = records
    return frame


def usual_deals(play: str) -> int:
    """How many deals `play` plays under each rule set, if nothing is said."""
    return max(_FEWEST, players.share(DEALS_USUAL, play))


def work(names: Sequence[str], deals: int, match: int | None) -> int:
    """How far the progress bar goes: recording a deal and solving one for the match count alike."""
    return len(names) * (deals + (min(deals, MATCH_USUAL) if match is None else match))


def read_set(text: str, base: Rules, settings: Sequence[str] = ()) -> Rules:
    """A rule set by a preset's name, or by changes of `base` with commas between them.

    >>> read_set("undertrump=0,kick_points=A:1,J:3,game_points=2", CLASSIC).kick_points[-1]
    1
    """
    if "=" not in text:
        return rule_sets.change(rule_sets.preset(text), settings)
    changes = re.split(r",(?=[^,=]*=)", text)
    return rule_sets.change(base, [*changes, *settings])


def _read_sets(names: Sequence[str], base: Rules, settings: Sequence[str]) -> dict[str, Rules]:
    """The rule sets by name, two or more.

    Raises
    ------
    InputError
        Names the one that can't be read, or is there twice.
    """
    check_kicked(base)
    if len(names) < 2:
        said = ", ".join(names) or "none"
        raise InputError(f"rule sets: {said}, expected two or more, as in classic hang_points=1")
    sets: dict[str, Rules] = {}
    for name in names:
        if name in sets:
            raise InputError(f'rule set "{name}": given twice, expected once')
        sets[name] = check_kicked(read_set(name, base, settings))
    return sets


def _halves(deals: int, match: int | None) -> Size:
    """Half of the deals for the decisions, half for what they are worth."""
    match = min(deals, MATCH_USUAL) if match is None else match
    if deals < _FEWEST:
        raise InputError(f'deals: "{deals}", expected {_FEWEST} or more')
    if match and not _FEWEST <= match <= deals:
        raise InputError(f'match: "{match}", expected 0, or from {_FEWEST} to {deals} (the deals)')
    return Size(deals // 2, deals - deals // 2, match // 2)


def _check_match(sets: dict[str, Rules], size: Size) -> None:
    for name, rules in sets.items():
        if size.match and rules.target > _LONGEST:
            expected = f"expected at most {_LONGEST}, or no match (0 deals for it)"
            raise InputError(f'rule set "{name}": target {rules.target}, {expected}')


def _made_by(
    names: Sequence[str],
    base: Rules,
    settings: Sequence[str],
    play: str,
    run: Settled,
    size: Size,
) -> dict[str, Any]:
    more: dict[str, Any] = {} if base == CLASSIC else {"base": rule_sets.describe(base)}
    if settings:
        more["set"] = ", ".join(settings)
    if run.first:
        more["first"] = run.first
    deals = {"deals": size.deals + size.trials, "match": 2 * size.match}
    seated = [rules.players for rules in _read_sets(names, base, settings).values()]
    return made(
        rules="; ".join(names), **more, play=play, **players.learned_by(play, seated),
        seed=run.seed, **deals, level=LEVEL,
    )  # fmt: skip


# As a study

INPUTS: Inputs = {
    "rules": [
        "classic",
        "tournament",
        "tobago",
        "stag",
        "hang_points=1",
        "hang_points=0",
        "game_points=2",
        "game_tie=nondealer",
        "exhausted=kick_last",
        "undertrump=0",
        "give_void=0",
    ],
    "seed": 3,
    "deals": 1_000_000,
    "trials": 1_000_000,
    "match": 150_000,
}
_FAMILY = ("seven-up", "english-10", "english-7", "two-player", "cotton", "running")
"""The rest of the family, as far as a kick fixes trump."""
_BOOKS, _TALLIES = "books.npy", "tallies.json"


def _given(inputs: Inputs) -> tuple[dict[str, Rules], Size]:
    """The rule sets of a study, and how many deals go into what.

    Raises
    ------
    InputError
        If they can't be compared.
    """
    sets = _read_sets(inputs["rules"], CLASSIC, ())
    size = Size(inputs["deals"], inputs["trials"], inputs["match"])
    if min(size[:2]) < LEARNERS or not 0 <= size.match <= min(size[:2]):
        raise InputError(
            f"deals, trials, match: {', '.join(map(str, size))}, expected two whole numbers from "
            f"{LEARNERS} on, and one from 0 to the smaller of them"
        )
    _check_match(sets, size)
    return sets, size


def parts(inputs: Inputs) -> dict[str, Part]:
    """Each rule set in turn; the first leaves its trials behind, to compare the others with."""
    sets, size = _given(inputs)
    first = next(iter(sets))

    def part_of(name: str) -> Part:
        def one(done: Files, run: Run) -> bytes:
            before = None if name == first else _unpacked(done[first])[2]
            settled = replace(run, seed=inputs["seed"]).settled(1)
            return _packed(make(sets[name], "expert", size, settled, before), name == first)

        return Part(size.deals + size.trials + 2 * size.match, one)

    return {name: part_of(name) for name in sets}


def _packed(found: Made, with_trials: bool) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, as_published(found.solution.book))
    np.save(buffer, np.frombuffer(json.dumps(found.tallies).encode(), np.uint8))
    for array in found.played if with_trials else ():
        np.save(buffer, array)
    return buffer.getvalue()


def _unpacked(packed: bytes) -> tuple[npt.NDArray[np.int16], str, Played | None]:
    """A book, a rule set's tallies as JSON, and its trials if they were kept."""
    buffer = io.BytesIO(packed)
    book, tallies = np.load(buffer), np.load(buffer).tobytes().decode()
    kept = buffer.tell() < len(packed)
    return book, tallies, Played(np.load(buffer), np.load(buffer)) if kept else None


def raw(done: Files) -> Files:
    """All books in one file, and the tallies of each rule set on a line of another."""
    found = {name: _unpacked(packed) for name, packed in done.items()}
    buffer = io.BytesIO()
    np.save(buffer, np.stack([book for book, _, _ in found.values()]))
    lines = (f"{json.dumps(name)}: {tallies}" for name, (_, tallies, _) in found.items())
    return {
        _BOOKS: buffer.getvalue(),
        _TALLIES: ("{\n" + ",\n".join(lines) + "\n}\n").encode(),
    }


def _opened(inputs: Inputs, files: Files) -> dict[str, Tallies]:
    """The tallies of the rule sets.

    Raises
    ------
    InputError
        If they aren't those of these rule sets.
    """
    sets, size = _given(inputs)
    try:
        found = json.loads(files[_TALLIES])
        shapes = {name: _shapes(tallies) for name, tallies in found.items()}
    except (AttributeError, KeyError, ValueError, TypeError):
        raise InputError(f"{_TALLIES}: expected tallies as publishing writes them") from None
    if list(found) != list(sets):
        raise InputError(f"{_TALLIES}: has {', '.join(found)}, expected {', '.join(sets)}")
    for name, shape in shapes.items():
        if shape != _expected_shapes(size):
            raise InputError(f"{_TALLIES}: {name}: expected tallies as publishing writes them")
    return dict(found)


def _shapes(tallies: Tallies) -> dict[str, tuple[int, ...]]:
    """The shape of each tally, if it consists of integers."""
    arrays = {key: np.array(value) for key, value in tallies.items()}
    if any(array.size and array.dtype != np.int64 for array in arrays.values()):
        raise ValueError
    return {key: array.shape for key, array in arrays.items()}


def _expected_shapes(size: Size) -> dict[str, tuple[int, ...]]:
    kinds, by_kick = len(ACTIONS), (13, 3)
    return {
        "fresh": (), "ends": (kinds, ENDS), "worths": by_kick, "actions": (kinds, kinds),
        "learned": (LEARNERS, kinds), "gains": by_kick, "first": by_kick, "last": by_kick,
        "right": (2,), "scored": (3,), "runs": (MOST_RUNS + 2,),
        "match": (1 + BATCHES, 13, 2) if size.match else (0,),
    }  # fmt: skip


def report(inputs: Inputs, files: Files) -> pd.DataFrame:
    """The comparison from its raw files."""
    sets, size = _given(inputs)
    settled = Run(seed=inputs["seed"]).settled(size.deals + size.trials)
    made_by = _made_by(inputs["rules"], CLASSIC, (), "expert", settled, size)
    return report_of(sets, _opened(inputs, files), size, "expert", made_by)


def replay(inputs: Inputs, files: Files, run: Run) -> Iterator[str]:
    """Play the first and last trials of each rule set again, by its published book."""
    sets, size = _given(inputs)
    found, books = _opened(inputs, files), _opened_books(files, len(sets))
    few = min(END, size.trials)
    starts = {"first": size.deals, "last": size.deals + size.trials - few}
    for (name, rules), book in zip(sets.items(), books.astype(np.int64), strict=True):
        for end, start in starts.items():
            again = replace(run, seed=inputs["seed"], deals=few, first=start, progress=None)
            game = recorded(again.settled(few), rules)
            played, _ = play_by(game, book, found[name]["fresh"])
            if by_kick(game.deals.kicks, played.worths) != found[name][end]:
                yield f"{_TALLIES}: {name}: its {end} deals are played differently now"


def _opened_books(files: Files, sets: int) -> npt.NDArray[np.int16]:
    """The book of each rule set.

    Raises
    ------
    InputError
        If the file has others.
    """
    try:
        books: npt.NDArray[np.int16] = np.load(io.BytesIO(files[_BOOKS]), allow_pickle=False)
    except (KeyError, ValueError, EOFError):
        raise InputError(f"{_BOOKS}: expected books as publishing writes them") from None
    shape = (sets, 2, PAGE)
    if books.shape != shape or books.dtype != np.int16:
        raise InputError(f"{_BOOKS}: {books.shape} {books.dtype}, expected {shape} int16")
    return books


def _spelled(inputs: Inputs) -> Inputs:
    """Inputs with every field of each rule set."""
    sets, _ = _given(inputs)
    fields = {
        name: rule_sets.spelled({"rules": rule_sets.describe(rules)})["rules"]
        for name, rules in sets.items()
    }
    return inputs | {"rules": fields}


def _needs(seated: tuple[int, ...]) -> dict[str, str]:
    """What `expert` has learned for so many players."""
    return {name: digest for number in seated for name, digest in players.needs(number).items()}


def _study(inputs: Inputs, *seated: int) -> Study:
    return Study(
        QUESTION,
        inputs,
        parts,
        report,
        replay,
        raw,
        spelled=_spelled,
        needs=partial(_needs, seated),
    )


STUDY = _study(INPUTS, 4)
FAMILY = _study(
    INPUTS
    | {
        "rules": ["classic", "tournament", *_FAMILY],
        "deals": 400_000,
        "trials": 400_000,
        "match": 60_000,
    },
    4,
    2,
)
