"""How fast this machine is: the one report that depends on the clock."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from statistics import median, quantiles
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd

from analysis.allfours import books, dds, players
from analysis.allfours.equity import solved
from analysis.allfours.solution import (
    Game,
    attack,
    part,
    recorded,
    solve_points,
    worths_in_points,
)
from analysis.report import Row, made, table
from analysis.run import Run, Tally
from engine.allfours.book import DEALERS, ELDESTS
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
from engine.cards import bit
from engine.deal import unseen

_Times: TypeAlias = npt.NDArray[np.float64]

ROUNDS = 5
SECONDS = 0.4
SIX_DEALS, NINE_DEALS = 4000, 100
PIPELINE_DEALS = 4_000_000
HAND, KICK = "JS 9S AH TH 4D 2C", "6S"
DDS_NOTE = (
    "DDS, the solver of bridge, on one thread: the same hands as endings of bridge, the kick's "
    "suit trumps, the eldest on lead. That is another game: it counts tricks, ours Jack and Game. "
    "Much of DDS's time is spent making ready for each board, less with its small table of "
    "positions (dds6_small) than with the one that it takes by default (dds6)."
)
NO_DDS_NOTE = "pip install endplay to compare with DDS."


def bench(threads: int = 1) -> pd.DataFrame:
    """Measure rates per second on `threads` threads, and seconds to compile and to start.

    Returns
    -------
    DataFrame
        The median of five rounds, with the slowest and the fastest as low and high; n is the
        number of deals in a round (of processes for the next two). A record is one deal, stood
        and run and both played; `worlds:32` plays for one team, `expert` for the other.
        `pipeline_seconds` is to record deals, solve and attack the begging game, and solve the
        match. `answer_seconds` is a whole process that answers one hand at a score, all threads.
        `compile_seconds` is a whole first process, with nothing compiled yet; `start_seconds`
        the same again.

        Where endplay is installed, `dds6_per_second` is DDS's rate on the same six-card deals as
        endings of bridge, and `solve6_to_dds6` how many times as many we solve in the same
        processor time, which others on the machine disturb less than the clock; `dds6_small` is
        DDS with its small table.
    """
    held, kick = players.hand_and_kick(HAND, KICK, 6)
    known, simple, pack = Known(1, held, kick), players.lineup("simple"), unseen(0)
    others = unseen(held | bit(kick))
    stakes = books.for_points(CLASSIC).stakes
    expert, one_side = players.lineup("expert"), players.lineup("worlds:32", "expert")
    kernels: dict[str, tuple[Callable[..., Tally], tuple[Any, ...]]] = {
        "deals_per_second": (deal_tally, ()),
        "random_per_second": (
            points_tally,
            (pack, NOTHING_KNOWN, CLASSIC, *players.lineup("random")),
        ),
        "simple_per_second": (points_tally, (pack, NOTHING_KNOWN, CLASSIC, *simple)),
        "records_per_second": (begging_tally, (others, known, stakes, CLASSIC, *simple)),
        "expert_per_second": (points_tally, (pack, NOTHING_KNOWN, CLASSIC, *expert)),
        "expert_records_per_second": (begging_tally, (others, known, stakes, CLASSIC, *expert)),
        "worlds32_per_second": (points_tally, (pack, NOTHING_KNOWN, CLASSIC, *one_side)),
    }
    rows = [_rate(name, threads, *work) for name, work in kernels.items()]
    with tempfile.TemporaryDirectory() as folder:
        cold = {**os.environ, "NUMBA_CACHE_DIR": folder}
        rows.append(_seconds("compile_seconds", 1, cold))
        rows.append(_seconds("start_seconds", ROUNDS, cold))
    rows.append(_seconds("answer_seconds", ROUNDS, dict(os.environ), 'score="12-11"'))
    rows.append(_pipeline(threads))
    rows += _solver_rows()
    question, notes = "How fast is this machine?", [DDS_NOTE if dds.installed() else NO_DDS_NOTE]
    return table(rows, question, made(rules="classic", threads=threads), notes=notes)


def _pipeline(threads: int) -> Row:
    """Seconds to record deals, solve the begging game, attack the solution, and solve the match."""
    part_of = partial(part, recorded(Run(deals=4, seed=1, threads=threads).settled(4), CLASSIC))
    _solved_and_attacked(part_of, 1, threads)  # compiled
    start = time.perf_counter()
    run = Run(deals=PIPELINE_DEALS, seed=1, threads=threads).settled(PIPELINE_DEALS)
    _solved_and_attacked(partial(part, recorded(run, CLASSIC)), PIPELINE_DEALS // 4, threads)
    seconds = time.perf_counter() - start
    name = "pipeline_seconds"
    return {"name": name, "value": seconds, "low": seconds, "high": seconds, "n": PIPELINE_DEALS}


def _solved_and_attacked(part_of: Callable[[int, int], Game], quarter: int, threads: int) -> None:
    """Solve by two quarters of the deals, attack by the others, and solve the match by two."""
    book, value = solve_points(part_of(0, 2 * quarter))
    learn, trial = part_of(2 * quarter, 3 * quarter), part_of(3 * quarter, 4 * quarter)
    worths = worths_in_points(CLASSIC, value)
    for seat in (DEALERS, ELDESTS):
        attack(learn, trial, worths, True, book, seat)
    solved(part_of(0, quarter), trial, threads)


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
    """What the exact solver does on one thread."""
    return [*_six_rows(), _nine_row()]


def _six_rows() -> list[Row]:
    """Six-card deals solved per second by us, and by DDS if it is installed."""
    ours = _solver(bits=14, cards=6)
    starts = range(0, ROUNDS * SIX_DEALS, SIX_DEALS)
    if not dds.installed():
        rates = [SIX_DEALS / _timed(ours, first, SIX_DEALS)[0] for first in starts]
        return [_spread("solve6_per_second", rates, SIX_DEALS)]
    own_rates: list[float] = []
    rows = []
    for name, megabytes in (("dds6", dds.DEFAULT), ("dds6_small", dds.SMALL)):
        dds.set_up(megabytes)
        own, other = np.array([_against_dds(ours, first) for first in starts]).transpose(1, 2, 0)
        own_rates += (SIX_DEALS / own[0]).tolist()
        rows.append(_spread(f"{name}_per_second", (SIX_DEALS / other[0]).tolist(), SIX_DEALS))
        rows.append(_spread(f"solve6_to_{name}", (other[1] / own[1]).tolist(), SIX_DEALS))
    return [_spread("solve6_per_second", own_rates, SIX_DEALS), *rows]


def _against_dds(ours: Callable[[int, int], object], first: int) -> tuple[_Times, _Times]:
    """Times that one round of deals takes us and DDS, one after the other."""
    batches = list(dds.batches(first, SIX_DEALS))
    own = _timed(ours, first, SIX_DEALS)
    dds.solve(batches[0])  # warm
    return own, sum((_timed(dds.solve, boards) for boards in batches), np.zeros(2))


def _nine_row() -> Row:
    """Median seconds of nine cards; low and high are the quartiles, for times are very uneven."""
    ours = _solver(bits=20, cards=9)
    times = [float(_timed(ours, deal, 1)[0]) for deal in range(NINE_DEALS)]
    low, middle, high = quantiles(times, n=4)
    name = "solve9_median_seconds"
    return {"name": name, "value": middle, "low": low, "high": high, "n": NINE_DEALS}


def _solver(bits: int, cards: int) -> Callable[[int, int], object]:
    """A function, compiled, that solves so many deals from a first one on."""
    solver, unrecorded = new_solver(bits), np.zeros((0, 2), np.int64)
    known = NOTHING_KNOWN._replace(cards=cards)

    def ours(first: int, deals: int) -> None:
        solve_tally(first, first + deals, 1, known, CLASSIC, UNLIMITED, solver, unrecorded)

    ours(0, 1)
    return ours


def _timed(work: Callable[..., object], *args: Any) -> _Times:
    """Seconds by the clock and of the processor that something takes."""
    clock, processor = time.perf_counter(), time.process_time()
    work(*args)
    return np.array([time.perf_counter() - clock, time.process_time() - processor])


def _spread(name: str, values: list[float], n: int) -> Row:
    """The median of some rounds, with the smallest and the largest."""
    return {"name": name, "value": median(values), "low": min(values), "high": max(values), "n": n}


def _seconds(
    name: str, rounds: int, environment: dict[str, str], asked: str = "run=Run(deals=1000, seed=1)"
) -> Row:
    """Seconds that a whole process takes to answer one hand, with few deals if not said."""
    code = (
        "from analysis.allfours.begging import beg; from analysis.run import Run; "
        f"beg({HAND!r}, {KICK!r}, {asked})"
    )
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], env=environment, check=True)
        times.append(time.perf_counter() - start)
    return _spread(name, times, rounds)
