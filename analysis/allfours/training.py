"""Training `expert`: rounds of roll-outs, each fitted by least squares, published as a study.

The first round plays its positions out with `simple`, every later one with the expert of the
round before. Hands of 6, 9 and 12 cards share no weights, and so are learned apart.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from hashlib import sha256
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from analysis.allfours import duel, rule_sets
from analysis.allfours.points import HAND_SIZES
from analysis.allfours.settings import made_by
from analysis.provenance import Files, Inputs, Part, Study
from analysis.report import Panel, table
from analysis.run import Run, Tally, cores
from engine.allfours.compare import duel_tally
from engine.allfours.expert import FEATURES, POINT, WEIGHTS, Weights
from engine.allfours.learn import SCALE, SIDE, SIZE_CONTEXTS, learn_tally
from engine.allfours.simulate import NOTHING_KNOWN
from engine.allfours.strategy import EXPERT, RANDOM, SIMPLE, Strategy
from engine.cards import InputError
from engine.linear import solve_linear

NAME, TWO_PLAYER_NAME = "players/expert", "players/expert-two-player"
QUESTION = "How does expert improve from round to round of its training?"
INPUTS: Inputs = {
    "rules": "classic",
    "seed": 1,
    "rounds": 10,
    "deals": 400_000,
    "picks": 2,
    "ridge": 300,
    "kept": 50,
    "trials": 40_000,
}
OPPONENTS = {"random": RANDOM, "simple": SIMPLE}
_ENDS = 20
"""So many first and last deals of a round are played again by `verify`."""

_LEAST_BLOCK, _MOST_THREADS = 1000, 8
"""Each block of deals has a tally of 80 MB, so there are few of them at a time."""
_LARGEST = 2**31 - 1
_MOST_LEARNED = 3_000_000
"""With so many positions of one size of hand no sum of a round can leave an int64."""


def _learned(
    inputs: Inputs, number: int, cards: int, before: Weights, run: Run, deals: int, skip: int = 0
) -> Tally:
    """The equations of some deals of a round, all but the first `skip` of them."""
    player = SIMPLE if number == 1 else EXPERT
    first = (number - 1) * inputs["deals"] + skip
    settled = replace(run, seed=inputs["seed"], first=first, deals=deals).settled(deals)
    known = NOTHING_KNOWN._replace(cards=cards)
    rules = rule_sets.from_record(inputs["rules"])
    block = max(_LEAST_BLOCK, -(-deals // (2 * settled.threads)))
    threads = min(settled.threads, _MOST_THREADS)
    return replace(settled, block=block, threads=threads).tally(
        learn_tally, known, rules, Strategy(player, player), before, inputs["picks"]
    )


def fit(equations: Tally, ridge: int, threads: int = 1) -> Weights:
    """The weights of one size of hand that solve its equations, in parts of POINT.

    Parameters
    ----------
    equations : (SIZE_CONTEXTS * FEATURES * SIDE,) int64
        As `learn_tally` adds them up.
    ridge : int
        How strongly weights are drawn to 0: it is added to the diagonal, times the root of the
        diagonal's mean, so that it matters less the more there is to learn from.
    """
    contexts = equations.reshape(SIZE_CONTEXTS, FEATURES, SIDE)
    with ThreadPoolExecutor(threads) as pool:
        return np.concatenate(list(pool.map(partial(_fit_context, ridge), contexts)))


def _fit_context(ridge: int, equations: Tally) -> Weights:
    weights = np.zeros(FEATURES, np.int64)
    used = np.flatnonzero(equations.diagonal())
    if used.size:
        matrix = equations[np.ix_(used, used)] / SCALE
        matrix += ridge * np.sqrt(matrix.diagonal().mean()) * np.eye(used.size)
        solution = solve_linear(matrix, equations[used, FEATURES] / SCALE)
        weights[used] = np.rint(solution * POINT)
    return weights


# As a study


def _before(number: int, done: Files) -> Weights:
    """What the round before has learned."""
    if number == 1:
        return np.zeros(WEIGHTS, np.int64)
    return _read(done[f"round-{number - 1}"]).astype(np.int64)


def _read(content: bytes) -> npt.NDArray[Any]:
    array: npt.NDArray[Any] = np.load(io.BytesIO(content), allow_pickle=False)
    return array


def _written(weights: npt.NDArray[Any]) -> bytes:
    content = io.BytesIO()
    np.save(content, np.clip(weights, -_LARGEST, _LARGEST).astype(np.int32))
    return content.getvalue()


def _train(inputs: Inputs, number: int, done: Files, run: Run) -> bytes:
    """A round: the weights of all sizes of hand.

    From the third on they are mixed with those of the round before, `kept` per cent of which
    stay: chance is averaged over rounds, and players don't chase one another in circles.
    """
    before = _before(number, done)
    threads = cores() if run.threads is None else run.threads
    new = np.concatenate(
        [
            fit(
                _learned(inputs, number, cards, before, run, inputs["deals"]),
                inputs["ridge"],
                threads,
            )
            for cards in HAND_SIZES
        ]
    )
    kept = inputs["kept"] if number > 2 else 0
    return _written((kept * before + (100 - kept) * new) // 100)


def _ends(inputs: Inputs, number: int, before: Weights, run: Run) -> dict[str, str]:
    """A digest of the equations of a round's first and last deals, by size of hand."""
    state = {}
    few = min(_ENDS, inputs["deals"])
    quiet = replace(run, progress=None)
    for cards in HAND_SIZES:
        for end, skip in {"first": 0, "last": inputs["deals"] - few}.items():
            equations = _learned(inputs, number, cards, before, quiet, few, skip)
            places = np.flatnonzero(equations)
            numbers = np.concatenate([places, equations[places]]).astype("<i8")
            state[f"{end} deals with {cards} cards"] = sha256(numbers.tobytes()).hexdigest()
    return state


def _check(inputs: Inputs, number: int, done: Files, run: Run) -> bytes:
    """The ends of a round, and what its weights win from each opponent."""
    after = _read(done[f"round-{number}"]).astype(np.int64)
    return json.dumps(
        {
            "ends": _ends(inputs, number, _before(number, done), run),
            "trials": _trials(inputs, after, run, inputs["trials"]),
            **_trial_ends(inputs, after, run),
        }
    ).encode()


def _trial_ends(inputs: Inputs, weights: Weights, run: Run) -> dict[str, dict[str, list[int]]]:
    few, quiet = min(_ENDS, inputs["trials"]), replace(run, progress=None)
    ends = {"first trials": 0, "last trials": inputs["trials"] - few}
    return {end: _trials(inputs, weights, quiet, few, skip) for end, skip in ends.items()}


def _trials(
    inputs: Inputs, weights: Weights, run: Run, deals: int, skip: int = 0
) -> dict[str, list[int]]:
    """Tallies of duels, by opponent and size of hand, on deals that nothing was learned from."""
    first = inputs["rounds"] * inputs["deals"] + skip
    settled = replace(run, seed=inputs["seed"], first=first, deals=deals).settled(deals)
    rules = rule_sets.from_record(inputs["rules"])
    return {
        f"{opponent}_{cards}": settled.tally(
            duel_tally,
            NOTHING_KNOWN._replace(cards=cards),
            rules,
            Strategy(EXPERT, player),
            Strategy(player, EXPERT),
            weights,
        ).tolist()
        for opponent, player in OPPONENTS.items()
        for cards in HAND_SIZES
    }


def parts(inputs: Inputs) -> dict[str, Part]:
    """A round and its check, in turn.

    Raises
    ------
    InputError
        For numbers that nothing can be learned with.
    """
    most = _MOST_LEARNED // max(inputs["picks"], 1)
    limits = {"rounds": (1, 100), "picks": (1, 20), "deals": (1, most)}
    limits |= {"ridge": (1, 10**6), "kept": (0, 99), "trials": (1, 10**7)}
    for name, (low, high) in limits.items():
        if not low <= inputs[name] <= high:
            raise InputError(f'{name}: "{inputs[name]}", expected {low} to {high}')
    found = {}
    for number in range(1, inputs["rounds"] + 1):
        work = len(HAND_SIZES) * inputs["deals"]
        found[f"round-{number}"] = Part(work, partial(_train, inputs, number))
        work = len(HAND_SIZES) * len(OPPONENTS) * inputs["trials"]
        found[f"check-{number}"] = Part(work, partial(_check, inputs, number))
    return found


def raw(done: Files) -> Files:
    """The weights of all rounds in one array, and the checks in one object."""
    rounds = range(1, len(done) // 2 + 1)
    checks = ",\n".join(f'"{number}": {done[f"check-{number}"].decode()}' for number in rounds)
    weights = np.stack([_read(done[f"round-{number}"]) for number in rounds])
    return {"weights.npy": _written(weights), "rounds.json": f"{{\n{checks}\n}}\n".encode()}


def replay(inputs: Inputs, files: Files, run: Run) -> Iterator[str]:
    """Play the first and last deals of every round again, and the trials of what it learned."""
    weights, checks = _opened(inputs, files)
    before = np.zeros(WEIGHTS, np.int64)
    for number, after in enumerate(weights.astype(np.int64), 1):
        check = checks[number - 1]
        ends = _ends(inputs, number, before, run)
        for end, digest in check["ends"].items():
            if ends.get(end) != digest:
                yield f"weights.npy: round {number}: its {end} teach something else now"
        for end, trials in _trial_ends(inputs, after, run).items():
            if check[end] != trials:
                yield f"weights.npy: round {number}: plays its {end} differently now"
        before = after


def _opened(inputs: Inputs, files: Files) -> tuple[npt.NDArray[Any], list[dict[str, Any]]]:
    """The weights of all rounds, and their checks.

    Raises
    ------
    InputError
        If the files are not as publishing writes them.
    """
    rounds = inputs["rounds"]
    try:
        weights = _read(files["weights.npy"])
        if weights.shape != (rounds, WEIGHTS):
            raise InputError(f"weights.npy: {weights.shape}, expected ({rounds}, {WEIGHTS})")
        checks = json.loads(files["rounds.json"])
        return weights, [checks[str(number)] for number in range(1, rounds + 1)]
    except (EOFError, KeyError, TypeError, ValueError):
        raise InputError("weights.npy, rounds.json: expected as publishing writes them") from None


def report(inputs: Inputs, files: Files) -> pd.DataFrame:
    """The learning curve: points per deal that the expert of each round wins."""
    checks, rounds = _opened(inputs, files)[1], range(1, inputs["rounds"] + 1)
    rows = []
    for number in rounds:
        for name, tally in checks[number - 1]["trials"].items():
            row = duel.rows(np.array(tally, np.int64), inputs["trials"])[0]
            rows.append(row | {"name": f"round_{number}_v_{name}"})
    first = inputs["rounds"] * inputs["deals"]
    run = Run(deals=inputs["trials"], seed=inputs["seed"], first=first)
    settled = run.settled(inputs["trials"])
    rules = rule_sets.from_record(inputs["rules"])
    return table(
        rows,
        QUESTION,
        made_by(settled, rules, "expert", rounds=inputs["rounds"], learned_from=inputs["deals"]),
        notes=["Points per deal, each deal played twice with the teams swapped."],
        panels=[_panel(opponent, [str(number) for number in rounds]) for opponent in OPPONENTS],
    )


def _panel(opponent: str, rounds: list[str]) -> Panel:
    series = {
        f"{cards} cards": tuple(f"round_{number}_v_{opponent}_{cards}" for number in rounds)
        for cards in HAND_SIZES
    }
    return Panel(f"Points per deal won from {opponent}, by round", tuple(rounds), series)


STUDY = Study(QUESTION, INPUTS, parts, report, replay, raw, rule_sets.spelled)
TWO_PLAYER_STUDY = replace(STUDY, inputs=INPUTS | {"rules": "two-player"})
"""Two players' larger hands, of 15 cards and more, are played as hands of twelve."""
