"""Match equity: tables of short matches by brute force, and whatever must hold of any table."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest

from analysis.allfours import rule_sets
from analysis.allfours.equity import BOOK, Books, Solved, solved, valued, ways_down
from analysis.allfours.ledger import Ledger
from analysis.allfours.scores import Score, equity_of
from analysis.allfours.solution import Game, acts_by, answer, most_kicks, part, recorded
from analysis.run import Run
from engine.allfours.begging import BEGS, DEALS, GIVES, VALUE, gain_tally, gaps_of
from engine.allfours.book import DEALERS, ELDESTS, PAGE, gift_allowed
from engine.allfours.match import WIN, worths_in_wins
from engine.allfours.record import ENDS, EXHAUSTED, RUN, STOOD, outcome_of
from engine.allfours.rules import CLASSIC, Rules
from engine.allfours.score import DEALER, ELDEST
from tests import leaning, oracle

RULE_SETS = [
    "classic target=1",
    "classic target=2",
    "classic target=3",
    "tournament target=3",
    "classic target=3 kick_kept=0 gift_can_win=1",
    "classic target=3 gift=2 exhausted=kick_last",
    "classic target=2 kick_points=A:0 game_points=0 jack_points=0 hang_points=0",
    "classic target=4 stand_void=0 gift_can_win=1 gift=3",
]
DEALS_FEW = 1500


def rule_set(text: str) -> Rules:
    name, *changes = text.split()
    return rule_sets.change(rule_sets.preset(name), changes)


@cache
def game(text: str, deals: int = DEALS_FEW, play: str = "random", seed: int = 61) -> Game:
    return recorded(Run(deals=deals, seed=seed).settled(1), rule_set(text), play)


def some_books(target: int, most: int = 60) -> Books:
    rng = np.random.default_rng(target)
    return rng.integers(-most, most + 1, (target, target, 2, PAGE)).astype(np.int16)


def scores(target: int) -> list[Score]:
    return [(one, two) for one in range(target) for two in range(target)]


# The order of scores


@pytest.mark.parametrize("target", [1, 2, 3, 4, 14])
def test_every_score_is_met_once_and_after_all_that_it_leads_to(target: int) -> None:
    done: set[Score] = set()
    for level in ways_down(target):
        for score in level:
            both = {score, score[::-1]}
            assert not both & done
            assert score[0] <= score[1]
            for one, two in both:
                later = {(a, b) for a in range(one, target) for b in range(two, target)}
                later |= {(b, a) for a, b in later}
                assert later - both <= done
        done |= set(level) | {score[::-1] for score in level}
    assert done == set(scores(target))


def test_from_a_score_on_only_those_are_met_that_can_follow() -> None:
    for target in (3, 6):
        for lowest in scores(target):
            can = {lowest}
            while True:
                more = {
                    (two, one)
                    for dealer, eldest in can
                    for one in range(dealer, target)
                    for two in range(eldest, target)
                }
                if more <= can:
                    break
                can |= more
            met = {score for level in ways_down(target, lowest) for score in level}
            assert met | {score[::-1] for score in met} == can


# Values by brute force


def worth(score: Score, arm: str, way: int, rules: Rules, chances: dict[Score, float]) -> float:
    """The dealer's team's chance of winning once both have decided, counted by the ledger."""
    kicks, end = divmod(way, ENDS)
    ledger = Ledger(rules, list(score))
    ledger.count("kick", DEALER, kicks)
    if arm == "gift":
        ledger.count_gift()
    if end != EXHAUSTED:
        ledger.count_hand(outcome_of(end))
    if ledger.winner is not None:
        return float(ledger.winner == DEALER)
    after = ledger.points[DEALER], ledger.points[ELDEST]
    return chances[after] if end == EXHAUSTED else 1 - chances[after[::-1]]


def ways_of(found: Game, books: Books, score: Score) -> dict[int, Counter[tuple[str, int]]]:
    """By the rank of the kick, how often a deal goes which way, decided in plain Python."""
    rules = found.rules
    fields = oracle.read_rules(rule_sets.describe(rules))
    pages = books[score].tolist()
    ways: dict[int, Counter[tuple[str, int]]] = {rank: Counter() for rank in range(13)}
    for deal, rank in enumerate(found.deals.kicks.tolist()):
        kick = oracle.RANKS[rank] + "S"
        eldest, dealer = (hand(found, deal, seat) for seat in (ELDESTS, DEALERS))
        arm, which = "stand", STOOD
        if leaning.begs(eldest, kick, pages[ELDESTS], fields):
            given = leaning.gives(dealer, kick, pages[DEALERS], score[1], fields)
            arm, which = ("gift", STOOD) if given else ("run", RUN)
        ways[rank][arm, int(found.deals.ways[deal, which])] += 1
    return ways


@cache
def _text(suit: str, held: int) -> tuple[str, ...]:
    return tuple(oracle.RANKS[rank] + suit for rank in range(13) if held >> rank & 1)


def hand(found: Game, deal: int, seat: int) -> list[str]:
    suits = zip("SHDC", found.deals.suits[deal, seat].tolist(), strict=True)
    return [card for suit, held in suits for card in _text(suit, held)]


def by_brute_force(found: Game, books: Books) -> tuple[dict[Score, float], dict[Any, float]]:
    """Chances before the deal, and values of nodes by kick: all scores again until none moves."""
    rules, target = found.rules, found.rules.target
    kept = rules.kick_points if rules.kick_kept else (0,) * 13
    ways = {score: ways_of(found, books, score) for score in scores(target)}
    chances = dict.fromkeys(scores(target), 0.3)
    for _ in range(200):
        nodes = {
            (score, rank): sum(
                times * worth(score, *what, rules, chances) for what, times in counter.items()
            )
            / counter.total()
            for score in scores(target)
            for rank, counter in ways[score].items()
        }
        after = {
            (one, two): sum(
                1.0 if one + kick >= target else nodes[(one + kick, two), rank]
                for rank, kick in enumerate(kept)
            )
            / 13
            for one, two in scores(target)
        }
        moved = max(abs(after[score] - chances[score]) for score in after)
        chances = after
        if moved < 1e-10:
            return chances, nodes
    raise AssertionError("it doesn't settle")


@pytest.mark.parametrize("text", RULE_SETS)
def test_values_are_those_of_brute_force(text: str) -> None:
    found = game(text)
    target = found.rules.target
    books = some_books(target)
    values = valued(found, books, 2)
    table = equity_of(values, found.rules)
    chances, nodes = by_brute_force(found, books)
    for score in scores(target):
        assert table[score] == pytest.approx(chances[score], abs=2e-6)
        for rank in range(13):
            tally = values[(*score, rank)]
            assert tally[DEALS] == (found.deals.kicks == rank).sum()
            value = tally[VALUE] / tally[DEALS] / WIN
            assert value == pytest.approx(nodes[score, rank], abs=2e-6)
    if target > 1:
        assert table.std() > 0.01


@pytest.mark.parametrize("text", RULE_SETS)
def test_begs_and_gifts_are_counted_at_every_node(text: str) -> None:
    found = game(text)
    rules = found.rules
    books = some_books(rules.target)
    values = valued(found, books, 1)
    for score in scores(rules.target):
        ways = ways_of(found, books, score)
        for rank, counter in ways.items():
            gifts = sum(times for (arm, _), times in counter.items() if arm == "gift")
            runs = sum(times for (arm, _), times in counter.items() if arm == "run")
            assert values[(*score, rank, BEGS)] == gifts + runs
            assert values[(*score, rank, GIVES)] == gifts
        given = values[score][:, GIVES].sum()
        assert (given > 0) == gift_allowed(score[1], rules)


# Solved tables


@cache
def table(text: str, threads: int = 2, lowest: Score = (0, 0)) -> Solved:
    found = game(text, 6000)
    return solved(part(found, 0, 3000), part(found, 3000, 6000), threads, lowest)


SOLVED = ["classic target=4", "tournament target=3", "classic target=3 gift_can_win=1"]


@pytest.mark.parametrize("text", SOLVED)
def test_a_table_is_the_same_on_any_threads(text: str) -> None:
    one, two = table(text, 1), table(text, 2)
    assert np.array_equal(one.books, two.books)
    assert np.array_equal(one.values, two.values)


@pytest.mark.parametrize("text", SOLVED)
def test_a_table_is_what_its_books_are_worth(text: str) -> None:
    fresh = part(game(text, 6000), 3000, 6000)
    assert np.array_equal(valued(fresh, table(text).books, 1), table(text).values)


@pytest.mark.parametrize("lowest", [(0, 0), (1, 2), (2, 1), (0, 3), (2, 2), (3, 3)])
def test_a_part_of_a_table_agrees_with_the_whole(lowest: Score) -> None:
    text = "classic target=4"
    whole, some = table(text), table(text, 2, lowest)
    met = {score for level in ways_down(4, lowest) for score in level}
    met |= {score[::-1] for score in met}
    assert lowest in met
    for score in scores(4):
        if score in met:
            assert np.array_equal(some.books[score], whole.books[score])
            assert np.array_equal(some.values[score], whole.values[score])
        else:
            assert not some.books[score].any()
            assert not some.values[score].any()


def test_it_tells_of_every_score_or_pair() -> None:
    told: list[None] = []
    found = game("classic target=3", 400)
    solved(part(found, 0, 200), part(found, 200, 400), 1, tell=lambda: told.append(None))
    assert len(told) == 6


def test_books_are_solved_for_the_score() -> None:
    """No answer gains in their own deals, and the eldest's page of the score turned round loses."""
    rules = CLASSIC._replace(target=4)
    deals = recorded(Run(deals=60_000, seed=62).settled(1), rules, "simple")
    learn, fresh = part(deals, 0, 40_000), part(deals, 40_000, 60_000)
    found = solved(learn, fresh, 2)
    equity, loss = equity_of(found.values, rules), 0.0
    for score in ((0, 2), (1, 2), (2, 1), (3, 2), (2, 3)):
        worths = worths_in_wins(*score, rules, equity, most_kicks(rules))
        may = gift_allowed(score[1], rules)
        book = found.books[score].astype(np.int64) * BOOK
        acts, gaps = acts_by(learn, book, may), gaps_of(learn.deals, worths)
        for seat in (DEALERS, ELDESTS) if may else (ELDESTS,):
            best = acts_by(learn, answer(learn, worths, may, book, seat), may)
            assert gain_tally(gaps, acts, best, seat)[0] / 40_000 / WIN < 0.004
        other = book.copy()
        other[ELDESTS] = found.books[score[::-1]][ELDESTS].astype(np.int64) * BOOK
        acts, instead = (acts_by(fresh, pages, may) for pages in (book, other))
        loss -= gain_tally(gaps_of(fresh.deals, worths), acts, instead, ELDESTS)[0] / 20_000 / WIN
    assert loss > 0.005


def test_at_the_end_the_players_of_the_cards_hardly_matter() -> None:
    """At 13-13, 12-13 and 13-12 High and Low decide, if a trump is dealt; at 12-12 they don't."""
    tables = []
    for play in ("random", "simple", "expert"):
        found = game("classic", 400_000, play, 5)
        half = part(found, 0, 200_000), part(found, 200_000, 400_000)
        tables.append(equity_of(solved(*half, 2, (12, 12)).values, CLASSIC))
    chances = np.stack(tables)
    spread = chances.max(0) - chances.min(0)
    for score in ((13, 13), (12, 13), (13, 12)):
        assert spread[score] < 1e-4
        assert 0.3 < chances[0][score] < 0.85
    assert spread[12, 12] > 3e-3
    low, middle, high = (chances[0][score] for score in ((12, 13), (13, 13), (13, 12)))
    assert low < middle - 0.1 < middle < high - 0.1
