"""Deals recorded for the begging game, against records of the same deals judged by the oracle."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from analysis.allfours import players, rule_sets
from analysis.allfours.dealing import record_deal
from analysis.allfours.solution import recorded, recorded_close
from analysis.run import Run
from engine._jit import INTERPRETED
from engine.allfours.begging import leans_of
from engine.allfours.book import DEALERS, ELDESTS, PAGE, Book, new_book
from engine.allfours.record import (
    CLEAR,
    ENDINGS,
    ENDS,
    EXHAUSTED,
    RUN,
    STOOD,
    Deals,
    ending,
    new_deals,
    outcome_of,
    record_tally,
    way,
)
from engine.allfours.rules import CLASSIC, Rules
from engine.allfours.score import DEALER, ELDEST, NOBODY, Outcome
from engine.allfours.strategy import RANDOM, SIMPLE, Strategy
from tests import leaning, oracle

SEED, FIRST = 41, 10**9
DEALS = 8 if INTERPRETED else 150
ALIKE, MIXED = Strategy(SIMPLE, SIMPLE), Strategy(RANDOM, SIMPLE)
RULE_SETS = [
    "classic",
    "tournament",
    "tobago kick_kept=0",
    "classic low_to=taker game_tie=dealer",
    "tournament exhausted=redeal stand_void=0",
    "tournament kick_kept=0 kick_points=2:5,3:4,4:3,5:2,6:1,7:1,8:1,9:1,10:1,J:1,Q:1,K:1,A:1",
    "classic target=1",
    "two-player kick_kept=0 exhausted=kick_last",
    "tournament players=2",
    "classic discard_to_six=1",
]
ALL = new_book()[ELDESTS]
"""By this page and a least lean of -1 every deal is played."""
TEAM = {"dealer": DEALER, "eldest": ELDEST}


def rule_set(text: str) -> Rules:
    name, *changes = text.split()
    return rule_sets.change(rule_sets.preset(name), changes)


@pytest.mark.engine
def test_outcomes_and_endings_are_each_other_turned_round() -> None:
    teams = ELDEST, NOBODY, DEALER
    fates = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)]
    found = set()
    for high, low, (jack, hang), game in product(teams, teams, fates, teams):
        won = Outcome(high, low, jack, hang, game, 0, 0)
        assert outcome_of(ending(won)) == won
        assert ending(won._replace(pips_dealer=9, pips_eldest=71)) == ending(won)
        found.add(ending(won))
    assert found == set(range(ENDINGS))
    assert EXHAUSTED not in found


@pytest.mark.engine
def test_a_way_is_kicks_and_an_end() -> None:
    ways = [way(kicks, end) for kicks in range(5) for end in range(ENDS)]
    assert ways == list(range(5 * ENDS))


def judged(number: int, rules: Rules, lineup: players.Lineup, dealer: str | None) -> oracle.Deal:
    """A deal that is stood or run, by the oracle; awards are worth a point, and nobody wins."""
    plain = rules._replace(
        target=999, jack_points=1, hang_points=1, game_points=1, stand_void=1, give_void=1
    )
    book: Book = new_book()
    book[ELDESTS] = leaning.always(dealer is not None)
    record = record_deal(SEED, number, plain, *lineup, book)
    assert record["dealer"] == dealer
    deal = oracle.Deal(record)
    play = oracle.Play(deal)
    if play.trump:
        oracle.count_hand(deal, play.tricks, play.trump)
    return deal


def way_of(deal: oracle.Deal, rules: Rules) -> tuple[int, Outcome | None]:
    """Points of the kicks that count after the decision, and the outcome."""
    won = {name: TEAM[team] for name, team, _ in deal.awards if name != "kick"}
    kicks = sum(points for name, _, points in deal.awards if name == "kick")
    if rules.kick_kept:
        kicks -= rules.kick_points[oracle.rank_of(deal.kicks[0])]
    names = ("high", "low", "jack", "hang", "game")
    outcome = Outcome(*(won.get(name, NOBODY) for name in names), 0, 0)
    return kicks, None if deal.redeal else outcome


def suits_of(hand: list[str], trump: str) -> list[int]:
    place = oracle.SUITS.index(trump)
    order = [oracle.SUITS[(place + turn) % 4] for turn in range(4)]
    return [sum(1 << oracle.rank_of(card) for card in hand if card[1] == suit) for suit in order]


def lineup_of(text: str) -> players.Lineup:
    expert = text == "classic" and not INTERPRETED
    return players.lineup("expert") if expert else players.Lineup(ALIKE, None, None)


@pytest.mark.engine
@pytest.mark.parametrize("text", RULE_SETS)
def test_a_recorded_deal_is_the_deal_of_its_number(text: str) -> None:
    rules, lineup = rule_set(text), lineup_of(text)
    deals: Deals = new_deals(DEALS)
    args = ALL, -1, rules, lineup.strategy, lineup.weights, None
    tally = record_tally(FIRST, FIRST + DEALS, SEED, deals, FIRST, *args)
    exhausted, ends = 0, set()
    for place in range(DEALS):
        stood = judged(FIRST + place, rules, lineup, None)
        run = judged(FIRST + place, rules, lineup, "run")
        kick = stood.kicks[0]
        assert deals.kicks[place] == oracle.rank_of(kick)
        for seat in (DEALERS, ELDESTS):
            assert deals.suits[place, seat].tolist() == suits_of(stood.hands[seat], kick[1])
        for arm, deal in ((STOOD, stood), (RUN, run)):
            kicks, won = way_of(deal, rules)
            got_kicks, end = divmod(int(deals.ways[place, arm]), ENDS)
            assert got_kicks == kicks
            assert end == EXHAUSTED if won is None else outcome_of(end) == won
            ends.add(end)
        exhausted += run.redeal
    assert tally.tolist() == [exhausted]
    assert len(ends) > (3 if INTERPRETED else 25)


@pytest.mark.engine
def test_deals_whose_choice_is_clear_are_left_out() -> None:
    rng, deals, all_of_them = np.random.default_rng(1), new_deals(DEALS), new_deals(DEALS)
    page = rng.integers(-50, 51, PAGE)
    for found, least in ((all_of_them, -(10**6)), (deals, -20)):
        args = found, FIRST, page, least, CLASSIC, ALIKE, None, None
        record_tally(FIRST, FIRST + DEALS, SEED, *args)
    left = 0
    for place in range(DEALS):
        hand, kick = eldests(all_of_them, place)
        clear = leaning.lean(hand, kick, page.tolist()) <= -20
        ways = [CLEAR, CLEAR] if clear else all_of_them.ways[place].tolist()
        assert deals.ways[place].tolist() == ways
        left += clear
    assert 0 < left < DEALS


def eldests(deals: Deals, place: int) -> tuple[list[str], str]:
    """The eldest's hand, with spades for trump, and the kick."""
    held = deals.suits[place, ELDESTS].tolist()
    hand = [
        oracle.RANKS[rank] + suit
        for suit, ranks in zip("SHDC", held, strict=True)
        for rank in range(13)
        if ranks >> rank & 1
    ]
    return hand, oracle.RANKS[deals.kicks[place]] + "S"


def test_close_deals_are_those_of_a_run_that_the_book_does_not_clear() -> None:
    run = Run(deals=3000, seed=3, first=20).settled(1)
    book = np.random.default_rng(2).integers(-300, 301, (2, PAGE))
    every, close = recorded(run, CLASSIC, "simple"), recorded_close(run, CLASSIC, book, "simple")
    leans = leans_of(every.deals, book[ELDESTS], ELDESTS)
    meant = leans > -250
    assert 300 < meant.sum() < 2700
    for column, some in zip(every.deals, close.deals, strict=True):
        assert np.array_equal(column[meant], some)


@pytest.mark.engine
def test_players_who_randomise_stand_as_in_the_record() -> None:
    """They play the run later, from the same stream, so that is not the record's."""
    deals, lineup = new_deals(DEALS), players.Lineup(MIXED, None, None)
    record_tally(FIRST, FIRST + DEALS, SEED, deals, FIRST, ALL, -1, CLASSIC, MIXED, None, None)
    for place in range(DEALS):
        _, won = way_of(judged(FIRST + place, CLASSIC, lineup, None), CLASSIC)
        assert outcome_of(deals.ways[place, STOOD] % ENDS) == won


def test_packs_are_exhausted_among_these_deals() -> None:
    game = recorded(Run(deals=150, seed=SEED, first=FIRST).settled(1), CLASSIC, "simple")
    assert (game.deals.ways[:, RUN] % ENDS == EXHAUSTED).any()
    assert not (game.deals.ways[:, STOOD] % ENDS == EXHAUSTED).any()


def test_recording_is_the_same_on_any_threads_and_in_any_blocks() -> None:
    def made(**choices: Any) -> Deals:
        run = Run(deals=700, seed=3, first=50, **choices)
        return recorded(run.settled(1), rule_set("tournament"), "simple").deals

    one, two = made(threads=1), made(threads=2, block=37)
    assert all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))
    rest = recorded(Run(deals=300, seed=3, first=450).settled(1), rule_set("tournament"), "simple")
    assert all(np.array_equal(a[400:], b) for a, b in zip(one, rest.deals, strict=True))
