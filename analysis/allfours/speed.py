"""How fast this machine is: the one report that depends on the clock."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from statistics import median, quantiles
from typing import Any

import numpy as np
import pandas as pd

from analysis.allfours import players
from analysis.report import Row, made, table
from analysis.run import Run, Tally
from engine.allfours.compare import begging_tally
from engine.allfours.rules import CLASSIC
from engine.allfours.simulate import (
    NOTHING_KNOWN,
    Known,
    deal_tally,
    points_tally,
    solve_tally,
)
from engine.allfours.solve import UNLIMITED, new_solver
from engine.allfours.solve_tables import Solver
from engine.cards import bit
from engine.deal import unseen

ROUNDS = 5
SECONDS = 0.4
HAND, KICK = "JS 9S AH TH 4D 2C", "6S"


def bench(threads: int = 1) -> pd.DataFrame:
    """Measure rates per second on `threads` threads, and seconds to compile and to start.

    Returns
    -------
    DataFrame
        The median of five rounds, with the slowest and the fastest as low and high; n is the
        number of deals in a round (of processes for the next two). A record is one deal, stood
        and run and both played; `worlds:32` plays for one team, `expert` for the other.
        `compile_seconds` is a whole first process, with nothing compiled yet; `start_seconds`
        the same again.
    """
    held, kick = players.hand_and_kick(HAND, KICK, 6)
    known, simple, pack = Known(1, held, kick), players.lineup("simple"), unseen(0)
    others = unseen(held | bit(kick))
    expert, one_side = players.lineup("expert"), players.lineup("worlds:32", "expert")
    kernels: dict[str, tuple[Callable[..., Tally], tuple[Any, ...]]] = {
        "deals_per_second": (deal_tally, ()),
        "random_per_second": (
            points_tally,
            (pack, NOTHING_KNOWN, CLASSIC, *players.lineup("random")),
        ),
        "simple_per_second": (points_tally, (pack, NOTHING_KNOWN, CLASSIC, *simple)),
        "records_per_second": (begging_tally, (others, known, CLASSIC, *simple)),
        "expert_per_second": (points_tally, (pack, NOTHING_KNOWN, CLASSIC, *expert)),
        "expert_records_per_second": (begging_tally, (others, known, CLASSIC, *expert)),
        "worlds32_per_second": (points_tally, (pack, NOTHING_KNOWN, CLASSIC, *one_side)),
    }
    rows = [_rate(name, threads, *work) for name, work in kernels.items()]
    with tempfile.TemporaryDirectory() as folder:
        cold = {**os.environ, "NUMBA_CACHE_DIR": folder}
        rows.append(_seconds("compile_seconds", 1, cold))
        rows.append(_seconds("start_seconds", ROUNDS, cold))
    rows += _solver_rows()
    question = "How fast is this machine?"
    return table(rows, question, made(rules="classic", threads=threads))


def _rate(name: str, threads: int, kernel: Callable[..., Tally], args: tuple[Any, ...]) -> Row:
    """Deals per second, in rounds long enough to measure."""

    def seconds(deals: int) -> float:
        run = Run(deals=deals, seed=1, threads=threads).settled(deals)
        start = time.perf_counter()
        run.tally(kernel, *args)
        return time.perf_counter() - start

    seconds(threads)  # compile
    deals = 250
    while (took := seconds(deals)) < SECONDS / 4:
        deals *= 2
    deals = max(1, int(deals * SECONDS / took))
    rates = [deals / seconds(deals) for _ in range(ROUNDS)]
    return _spread(name, rates, deals)


def _solver_rows() -> list[Row]:
    """Six-card deals solved per second on one thread, and the median seconds of nine cards.

    For nine cards low and high are the quartiles: the times are very uneven.
    """

    def seconds(solver: Solver, known: Known, first: int, deals: int) -> float:
        start = time.perf_counter()
        solve_tally(first, first + deals, 1, known, CLASSIC, UNLIMITED, solver, unrecorded)
        return time.perf_counter() - start

    unrecorded = np.zeros((0, 2), np.int64)
    small, large = new_solver(14), new_solver(20)
    seconds(small, NOTHING_KNOWN, 0, 1)  # compile
    six, nine = 4000, 100
    rates = [six / seconds(small, NOTHING_KNOWN, turn * six, six) for turn in range(ROUNDS)]
    known = NOTHING_KNOWN._replace(cards=9)
    low, middle, high = quantiles((seconds(large, known, i, 1) for i in range(nine)), n=4)
    name = "solve9_median_seconds"
    return [
        _spread("solve6_per_second", rates, six),
        {"name": name, "value": middle, "low": low, "high": high, "n": nine},
    ]


def _spread(name: str, values: list[float], n: int) -> Row:
    """The median of some rounds, with the smallest and the largest."""
    return {"name": name, "value": median(values), "low": min(values), "high": max(values), "n": n}


def _seconds(name: str, rounds: int, environment: dict[str, str]) -> Row:
    """Seconds that a whole process takes to answer one hand with few deals."""
    code = (
        "from analysis.allfours.begging import beg; from analysis.run import Run; "
        f"beg({HAND!r}, {KICK!r}, run=Run(deals=1000, seed=1))"
    )
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], env=environment, check=True)
        times.append(time.perf_counter() - start)
    return _spread(name, times, rounds)
