"""A tally is the same integers however the deals are cut up and whoever does the work."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from analysis.allfours.players import Lineup, played
from analysis.run import Run, Settled, Tally
from engine._jit import INTERPRETED
from engine.allfours.compare import Stakes, begging_tally, duel_tally
from engine.allfours.first_dealer import first_dealer_tally
from engine.allfours.rules import CLASSIC, TOURNAMENT, TWO_PLAYER
from engine.allfours.simulate import NOTHING_KNOWN, Known, game_tally, kick_tally, points_tally
from engine.allfours.strategy import OPEN, RANDOM, SIMPLE, Strategy
from engine.cards import SORTED_PACK, bit, mask_of, parse_card, parse_cards
from engine.deal import unseen
from tests.interim import INTERIM

DEALS = 15 if INTERPRETED else 501
SEED, FIRST = 2026, 10**9

HAND, KICK = mask_of(parse_cards("JS AH KH QD 9C 2C")), parse_card("6S")
REST = unseen(HAND | bit(KICK))
POINTS = Stakes(0, 0, np.zeros((0, 0)), INTERIM, INTERIM)
MATCH = Stakes(11, 12, np.full((14, 14), 0.5), INTERIM, INTERIM)
NINE_CARDS = Known(kick=KICK, cards=9)
MIXED = Strategy(dealer_play=SIMPLE, eldest_play=RANDOM)

QUESTIONS: dict[str, tuple[Any, ...]] = {
    "kicks": (kick_tally, TOURNAMENT),
    "first_dealer": (first_dealer_tally,),
    "points": (points_tally, SORTED_PACK, NOTHING_KNOWN, CLASSIC, MIXED, None, None),
    "points_of_nine": (points_tally, unseen(bit(KICK)), NINE_CARDS, CLASSIC, MIXED, None, None),
    "game": (game_tally, NOTHING_KNOWN, TOURNAMENT, MIXED, None, None),
    "eldest": (begging_tally, REST, Known(1, HAND, KICK), POINTS, TOURNAMENT, MIXED, None, None),
    "dealer": (begging_tally, REST, Known(0, HAND, KICK), MATCH, CLASSIC, MIXED, None, None),
    "two_players_kicks": (kick_tally, TWO_PLAYER),
    "two_players": (points_tally, REST, Known(1, HAND, KICK), TWO_PLAYER, MIXED, None, None),
    "two_players_beg": (
        begging_tally,
        REST,
        Known(0, HAND, KICK),
        POINTS,
        TWO_PLAYER,
        MIXED,
        None,
        None,
    ),
    "two_players_duel": (duel_tally, NINE_CARDS, TWO_PLAYER, MIXED, MIXED, None),
    "duel": (duel_tally, NOTHING_KNOWN, CLASSIC, MIXED, Strategy(RANDOM, SIMPLE), None),
}

if not INTERPRETED:
    OPENLY = Lineup(Strategy(OPEN, OPEN), None, 10)
    QUESTIONS["open"] = partial(played, points_tally, OPENLY), SORTED_PACK, NOTHING_KNOWN, CLASSIC


@pytest.fixture(params=QUESTIONS)
def question(request: pytest.FixtureRequest) -> tuple[Any, ...]:
    return QUESTIONS[request.param]


def settled(**choices: Any) -> Settled:
    return Run(seed=SEED, first=FIRST, **choices).settled(DEALS)


def in_halves(run: Settled) -> list[Settled]:
    middle = run.deals // 2
    first = replace(run, deals=middle)
    return [first, replace(run, first=run.first + middle, deals=run.deals - middle)]


def whole(question: tuple[Any, ...]) -> list[int]:
    kernel, *args = question
    tally = kernel(FIRST, FIRST + DEALS, SEED, *args)
    assert tally.dtype == np.int64
    assert tally.any()
    return list(tally.tolist())


@pytest.mark.engine
def test_threads_and_blocks(question: tuple[Any, ...]) -> None:
    expected = whole(question)
    for threads in (1, 2, 7):
        for block in (None, 1, 1000):
            assert settled(threads=threads, block=block).tally(*question).tolist() == expected


@pytest.mark.engine
def test_halves_add_up(question: tuple[Any, ...]) -> None:
    run = settled(threads=2)
    halves = [half.tally(*question) for half in in_halves(run)]
    assert sum(halves).tolist() == whole(question)


def test_any_executor(question: tuple[Any, ...]) -> None:
    with ThreadPoolExecutor(3) as executor:
        assert settled(executor=executor).tally(*question).tolist() == whole(question)
    assert settled(executor=AtOnce()).tally(*question).tolist() == whole(question)


def test_a_kernel_remembers_nothing(question: tuple[Any, ...]) -> None:
    assert whole(question) == whole(question)


def test_seeds_and_deals_matter(question: tuple[Any, ...]) -> None:
    other_seed = Run(seed=SEED + 1, first=FIRST).settled(DEALS).tally(*question)
    other_deals = Run(seed=SEED, first=FIRST + DEALS).settled(DEALS).tally(*question)
    assert other_seed.tolist() != whole(question)
    assert other_deals.tolist() != whole(question)


class AtOnce(Executor):
    """Does the work when it is handed in."""

    def __init__(self) -> None:
        self.submitted = 0

    def submit(self, work: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
        """Do it, and return what is done already."""
        self.submitted += 1
        future: Future[Any] = Future()
        future.set_result(work(*args, **options))
        return future


def numbers(first: int, last: int, seed: int) -> Tally:
    """Stand in for a kernel: how many deals, and the sum of their numbers."""
    return np.array([last - first, sum(range(first, last)), seed], np.int64)


def test_each_deal_is_taken_once() -> None:
    run = Run(seed=0, first=40, threads=3, block=7).settled(1000)
    assert run.tally(numbers).tolist() == [1000, sum(range(40, 1040)), 0]
    cut = list(run.blocks())
    assert [first for first, _ in cut[1:]] == [last for _, last in cut[:-1]]


@pytest.mark.parametrize("threads", [1, 4])
def test_little_is_in_flight(threads: int) -> None:
    executor, collected, most = AtOnce(), 0, 0

    def progress(deals: int) -> None:
        nonlocal collected, most
        most = max(most, executor.submitted - collected)
        collected += deals

    run = Run(seed=0, threads=threads, block=1, executor=executor, progress=progress)
    run.settled(500).tally(numbers)
    assert (executor.submitted, collected) == (500, 500)
    assert most <= 2 * threads


def test_progress_counts_deals() -> None:
    done: list[int] = []
    Run(seed=0, threads=2, block=30, progress=done.append).settled(100).tally(numbers)
    assert sorted(done) == [10, 30, 30, 30]


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_an_exception_ends_the_run(threads: int) -> None:
    begun = []

    def failing(first: int, last: int, seed: int) -> Tally:
        begun.append(first)
        if first >= 20:
            raise OSError("worker lost")
        return numbers(first, last, seed)

    with pytest.raises(OSError, match="worker lost"):
        Run(seed=0, threads=threads, block=1).settled(10**6).tally(failing)
    assert len(begun) <= 20 + 4 * threads
