"""The cut, riffles and the deal: against formulas, enumeration, and the game in plain Python."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb
from typing import Any

import numpy as np
import pytest

from analysis.allfours import exact_deal
from analysis.allfours.first_dealer import first_dealer
from analysis.allfours.players import lineup, played
from analysis.allfours.shuffle_report import exact_of, riffles_of
from analysis.allfours.shuffles import SHUFFLES, shuffles
from analysis.run import Run
from engine._jit import INTERPRETED
from engine.allfours.rules import CLASSIC, TOURNAMENT, Rules
from engine.allfours.shuffle import (
    ANYWHERE,
    BY_THREES,
    CHAIN,
    FEATURES,
    PERFECTLY,
    SINGLY,
    Floor,
    deal_cards,
    deal_once,
    new_floor,
    shuffle_as_told,
    shuffle_perfectly,
    shuffle_tally,
)
from engine.allfours.strategy import RANDOM, SIMPLE, Strategy
from engine.cards import SORTED_PACK, InputError, format_cards
from engine.random import CARDS, PLAY, below, new_stream, next_word, start
from engine.riffle import cut, interleave, riffle
from tests import oracle
from tests.interim import INTERIM

DEALS = 60 if INTERPRETED else 200

# Who deals first


def test_the_first_jack_by_looking_at_all_places_of_four_jacks() -> None:
    falls = Counter(places[0] % 4 for places in combinations(range(52), 4))
    assert [exact_deal.first_jack(player) for player in (1, 2, 3, 4)] == [
        Fraction(falls[turn], comb(52, 4)) for turn in range(4)
    ]
    shares = [round(100 * float(exact_deal.first_jack(player)), 2) for player in (1, 2, 3, 4)]
    assert shares == [28.03, 25.93, 23.95, 22.09]


def test_the_high_cut_by_looking_at_all_fours_of_cards() -> None:
    again = 0
    for cards in combinations(range(52), 4):
        ranks = sorted(card // 4 for card in cards)
        again += ranks[-1] == ranks[-2]
    assert exact_deal.cut_again() == Fraction(again, comb(52, 4))


def test_the_suits_of_a_hand_by_other_formulas() -> None:
    every = comb(52, 6)
    long = sum(4 * comb(13, length) * comb(39, 6 - length) for length in (4, 5, 6))
    assert exact_deal.four_of_a_suit() == Fraction(long, every)
    void = 4 * comb(39, 6) - 6 * comb(26, 6) + 4 * comb(13, 6)
    assert exact_deal.lacks_a_suit() == Fraction(void, every)
    assert sum(exact_deal.suit_lengths().values()) == 1


@pytest.mark.parametrize("threads", [1, 3])
def test_who_deals_first_is_near_the_exact_values(threads: int) -> None:
    frame = first_dealer(Run(deals=40_000 if not INTERPRETED else 300, seed=3, threads=threads))
    assert len(frame) == 9
    assert frame["z"].abs().max() < 4
    cuts = frame["name"].str.startswith("high_cut_to")
    assert frame.loc[cuts, "value"].sum() == pytest.approx(1)


# The riffle


def rising(order: tuple[int, ...]) -> int:
    """Rising sequences: runs of neighbouring cards that lie in order."""
    places = {card: place for place, card in enumerate(order)}
    return 1 + sum(places[card + 1] < places[card] for card in range(len(order) - 1))


@pytest.mark.engine
@pytest.mark.parametrize(("size", "times"), [(3, 1), (4, 1), (6, 1), (3, 2), (5, 2), (4, 3)])
def test_riffles_are_as_likely_as_bayer_and_diaconis_say(size: int, times: int) -> None:
    """C(2^K + n - r, n) of the 2^(K n) ways lead to an order of r rising sequences."""
    found: Counter[tuple[int, ...]] = Counter()
    room = np.zeros(size, np.int64)
    for tosses in product(range(2**size), repeat=times):
        pack = np.arange(size)
        for tossed in tosses:
            interleave(pack, size, tossed, room)
        found[tuple(pack.tolist())] += 1
    for order in permutations(range(size)):
        assert found[order] == comb(2**times + size - rising(order), size)


@pytest.mark.engine
def test_coins_are_the_first_bits_of_a_word() -> None:
    one, other = new_stream(), new_stream()
    for number, size in product(range(20), (1, 2, 52, 62)):
        start(one, 3, number, CARDS)
        start(other, 3, number, CARDS)
        assert below(one, 1 << size) == int(next_word(other)) >> (64 - size)
    tossed = [below(one, 1 << 52) for _ in range(1500)]
    heads = np.array([[toss >> place & 1 for place in range(52)] for toss in tossed]).mean(0)
    assert abs(heads - 0.5).max() < 4.5 * 0.5 / 1500**0.5
    assert abs(heads.mean() - 0.5) < 4 * 0.5 / (52 * 1500) ** 0.5


@pytest.mark.engine
def test_a_riffle_of_the_pack_is_two_parts_that_fell_together() -> None:
    stream, room = new_stream(), np.zeros(52, np.int64)
    start(stream, 1, 1, CARDS)
    sizes = []
    for _ in range(200):
        pack = np.arange(52)
        riffle(pack, 52, room, stream)
        order = tuple(pack.tolist())
        assert sorted(order) == list(range(52))
        assert rising(order) <= 2
        breaks = [card for card in range(51) if order.index(card + 1) < order.index(card)]
        sizes += [breaks[0] + 1] if breaks else []
    assert abs(np.mean(sizes) - 26) < 4 * 13**0.5 / 200**0.5
    assert np.var(sizes) == pytest.approx(13, rel=0.4)


@pytest.mark.engine
def test_a_cut_puts_the_upper_part_below() -> None:
    room = np.zeros(7, np.int64)
    for lifted in range(1, 7):
        pack = np.arange(7)
        cut(pack, 7, lifted, room)
        assert pack.tolist() == [*range(lifted, 7), *range(lifted)]


@pytest.mark.engine
def test_a_pack_is_cut_anywhere_or_where_one_is_told() -> None:
    stream, room, tops = new_stream(), np.zeros(52, np.int64), Counter[int]()
    start(stream, 2, 1, CARDS)
    for _ in range(600):
        pack = np.arange(52)
        shuffle_as_told(pack, 0, ANYWHERE, room, stream)
        tops[int(pack[0])] += 1
        assert pack.tolist() == [*range(pack[0], 52), *range(pack[0])]
    assert set(tops) == set(range(1, 52))
    pack = np.arange(52)
    shuffle_as_told(pack, 0, 26, room, stream)
    assert pack.tolist() == [*range(26, 52), *range(26)]


# Singly or by threes


def dealt(order: tuple[Any, ...], players: int, cards: int, at_once: int) -> tuple[Any, ...]:
    """The hands and the kick, dealt in plain Python."""
    hands: list[list[Any]] = [[] for _ in range(players)]
    left = list(order)
    while min(map(len, hands)) < cards:
        for turn in range(players):
            hands[(turn + 1) % players] += [left.pop(0) for _ in range(at_once)]
    return (*map(frozenset, hands), left[0])


def test_singly_or_in_packets_is_the_same_in_all_orders_of_a_small_pack() -> None:
    for players, cards, packet, size in ((2, 2, 2, 6), (2, 3, 3, 8), (3, 2, 2, 8)):
        ways = [
            Counter(dealt(order, players, cards, at_once) for order in permutations(range(size)))
            for at_once in (1, packet)
        ]
        assert ways[0] == ways[1]
        assert len(set(ways[0].values())) == 1


@pytest.mark.engine
def test_by_threes_is_singly_from_a_pack_with_its_places_exchanged() -> None:
    """So every hand and kick comes from equally many of the 52! orders either way."""
    drawn = random.Random(4)
    places = {at_once: deals_of(list(range(52)), at_once) for at_once in (SINGLY, BY_THREES)}
    moved = list(range(52))
    for hand, other in zip(places[SINGLY], places[BY_THREES], strict=True):
        for place, from_place in zip(sorted(hand), sorted(other), strict=True):
            moved[place] = from_place
    assert sorted(moved) == list(range(52))
    assert moved != list(range(52))
    assert (moved[24], moved[37], moved[50], moved[51]) == (24, 37, 50, 51), "the kicks"
    for _ in range(20):
        pack = drawn.sample(SORTED_PACK.tolist(), 52)
        exchanged = [pack[place] for place in moved]
        assert deals_of(pack, BY_THREES) == deals_of(exchanged, SINGLY)


def deals_of(pack: list[int], at_once: int) -> list[set[int]]:
    """The hands of six, and the cards that two runs add, as the engine deals them."""
    where = np.arange(52)
    found = []
    for top, cards in ((0, 6), (25, 3), (38, 3)):
        hands = np.zeros(4, np.int64)
        assert deal_cards(where, top, cards, at_once, hands) == top + 4 * cards
        found += [
            {pack[place] for place in range(52) if hand >> place & 1} for hand in hands.tolist()
        ]
    return found


# A chain of deals


def features_of(pack: list[str], at_once: int, last: str, kick_points: list[int]) -> Counter[str]:
    """What FEATURES count of a deal from a pack, in plain Python."""
    *hands, kick = dealt(tuple(pack), 4, 6, at_once)
    trump = kick[1]
    trumps_out = [card for hand in hands for card in hand if card[1] == trump]
    out = sorted((oracle.rank_of(card), card) for card in trumps_out)
    got = Counter(
        kick_like_last_trump=trump == last,
        second_kick_same_suit=pack[37][1] == trump,
        kick_scores=kick_points[oracle.rank_of(kick)] > 0,
        jack_in_play="J" + trump in trumps_out,
    )
    if out:
        (_, low), (_, high) = out[0], out[-1]
        got["high_is_A"] += high[0] == "A"
        got["low_is_2"] += low[0] == "2"
        got["high_and_low_same_player"] += any({low, high} <= hand for hand in hands)
    for hand in hands:
        lengths = [sum(card[1] == suit for card in hand) for suit in oracle.SUITS]
        trumps = lengths[oracle.SUITS.index(trump)]
        got[f"trumps_in_hand_{'ge' if trumps > 3 else 'eq'}_{min(trumps, 4)}"] += 1
        got["hand_has_four_of_a_suit"] += max(lengths) >= 4
        got["hand_lacks_a_suit"] += min(lengths) == 0
    return got


def gathered(plays: list[str], trump: str) -> list[str]:
    """The tricks of a hand, the dealer's team's first, in plain Python."""
    piles: list[list[str]] = [[], []]
    leader = 1
    for first in range(0, len(plays), 4):
        trick = plays[first : first + 4]
        leader = (leader + oracle.winner(trick, trump)) % 4
        piles[leader % 2] += trick
    return piles[0] + piles[1]


def in_words(pack: Any) -> list[str]:
    return format_cards(pack.tolist()).split()


@pytest.mark.engine
@pytest.mark.parametrize("at_once", [SINGLY, BY_THREES])
@pytest.mark.parametrize("rules", [CLASSIC, TOURNAMENT])
def test_a_deal_is_counted_and_gathered_as_in_plain_python(at_once: int, rules: Rules) -> None:
    floor, last, sizes = begun(), -1, set()
    strategy = Strategy(SIMPLE, RANDOM)
    for _ in range(DEALS):
        pack, counts = in_words(floor.pack), np.zeros(len(FEATURES), np.int64)
        told = "SHDC"[last] if last >= 0 else ""
        trump = deal_once(floor, at_once, last, rules, INTERIM, strategy, None, None, counts)
        found = Counter(dict(zip(FEATURES, counts.tolist(), strict=True)))
        hung, begged = found.pop("jack_hung"), found.pop("begs")
        assert +found == +features_of(pack, at_once, told, list(rules.kick_points))
        after, cards = in_words(floor.pack), judged(pack, floor, at_once, trump, begged, hung)
        assert sorted(after) == sorted(pack)
        plays = in_words(floor.desk.plays)[: 4 * cards]
        top = gathered(plays, "SHDC"[trump]) if cards else []
        assert after == top + [card for card in pack if card not in top]
        sizes.add(cards)
        last = trump
        shuffle_as_told(floor.pack, 2, ANYWHERE, floor.room, floor.stream)
    assert sizes >= {6, 9}


def begun() -> Floor:
    """A floor with a pack that was shuffled perfectly."""
    floor = new_floor()
    start(floor.stream, 7, 1, CARDS)
    start(floor.chance, 7, 1, PLAY)
    shuffle_perfectly(floor.pack, floor.stream)
    return floor


def judged(pack: list[str], floor: Floor, at_once: int, trump: int, begged: int, hung: int) -> int:
    """Cards of a hand that was played, 0 if none was; the oracle finds it legal and hung or not."""
    first = pack[24]
    rounds, tops = [6, 3, 3], [0, 25, 38]
    if "SHDC"[trump] == first[1]:
        kicks = [first]
        thrown_in = bool(begged) and pack[37][1] == first[1] and pack[50][1] == first[1]
        if thrown_in and in_words(floor.pack) == pack:
            assert not hung
            return 0
    else:
        kicks = [first, pack[37], pack[50], pack[51]]
        kicks = kicks[: 1 + next(i for i, kick in enumerate(kicks) if kick[1] != first[1])]
    runs = min(len(kicks) - 1, 2)
    hands: list[list[str]] = [[], [], [], []]
    for cards, top in zip(rounds[: runs + 1], tops, strict=False):
        for place in range(4 * cards):
            hands[(place // at_once + 1) % 4].append(pack[top + place])
    plays = in_words(floor.desk.plays)[: 4 * len(hands[0])]
    said = ("run" if runs else "give") if begged else None
    record = {
        "rules": "tournament" if len(kicks) == 4 else "classic",
        "hands": [" ".join(hand) for hand in hands],
        "kicks": kicks,
        "eldest": "beg" if begged else "stand",
        "dealer": said,
        "plays": plays,
    }
    answer = oracle.score_record(record)
    assert len(answer["tricks"]) == len(hands[0])
    assert hung == any(name == "hang" for name, _, _ in answer["awards"])
    return len(hands[0])


SIMPLY = lineup("simple")


def chains(first: int, last: int, riffles: int, at_once: int, lifted: int = ANYWHERE) -> list[int]:
    args = 5, riffles, lifted, at_once, CLASSIC, INTERIM
    return list(played(shuffle_tally, SIMPLY, first, last, *args).tolist())


@pytest.mark.engine
@pytest.mark.parametrize("riffles", [PERFECTLY, 0, 3])
def test_a_chain_does_not_depend_on_those_before_it(riffles: int) -> None:
    last = 3 if INTERPRETED else 12
    whole = chains(0, last, riffles, BY_THREES)
    alone = [chains(number, number + 1, riffles, BY_THREES) for number in range(last)]
    assert np.sum(alone, axis=0).tolist() == whole
    for counts, squares in zip(whole[::2], whole[1::2], strict=True):
        assert counts * counts <= last * squares
    of_hands = dict(zip(FEATURES, whole[::2], strict=True))
    trumps = sum(count for name, count in of_hands.items() if name.startswith("trumps_"))
    assert trumps == 4 * CHAIN * last


def test_deals_of_a_chain_are_what_one_deal_after_the_other_makes() -> None:
    floor, strategy = new_floor(), SIMPLY.strategy
    start(floor.stream, 5, 3, CARDS)
    start(floor.chance, 5, 3, PLAY)
    shuffle_perfectly(floor.pack, floor.stream)
    trump, total = -1, np.zeros(len(FEATURES), np.int64)
    for number in range(1 + CHAIN):
        counts = np.zeros(len(FEATURES), np.int64)
        args = CLASSIC, INTERIM, strategy, None, None, counts
        trump = deal_once(floor, SINGLY, trump, *args)
        total += counts if number else 0
        shuffle_as_told(floor.pack, 2, ANYWHERE, floor.room, floor.stream)
    found = chains(3, 4, 2, SINGLY)
    assert found == np.stack([total, total * total], 1).reshape(-1).tolist()


# The report


@pytest.fixture(scope="module")
def frame() -> Any:
    names = ("riffle:1", "riffle:6", "perfect")
    return shuffles(names, play="simple", run=Run(deals=20_000, seed=2))


@pytest.mark.skipif(INTERPRETED, reason="takes many deals")
def test_a_perfect_shuffle_makes_what_it_should_either_way(frame: Any) -> None:
    rows = frame[frame["name"].str.startswith("perfect")].dropna(subset=["z"])
    assert len(rows) == 2 * len(exact_of(CLASSIC)) == 28
    assert rows["z"].abs().max() < 4


@pytest.mark.skipif(INTERPRETED, reason="takes many deals")
def test_one_riffle_leaves_long_suits_and_more_so_by_threes(frame: Any) -> None:
    rows = frame.set_index("name")
    one, three = (
        rows.loc[f"riffle_1_{way}_hand_has_four_of_a_suit"] for way in ("singly", "by_threes")
    )
    assert one["z"] > 4
    assert three["low"] > one["high"]
    six = rows.loc["riffle_6_by_threes_hand_has_four_of_a_suit"]
    assert abs(six["z"]) < 4
    off = rows.loc["riffle_1_singly_hand_has_four_of_a_suit_off"]
    assert off["value"] == pytest.approx(100 * (one["value"] - one["exact"]))
    assert "singly" in frame.attrs["headline"]


def test_where_the_pack_is_cut_makes_a_difference() -> None:
    run = Run(deals=40, seed=2)
    anywhere, middle = (
        shuffles(("riffle:1",), cut, play="simple", run=run) for cut in ("anywhere", "middle")
    )
    assert not anywhere["value"].equals(middle["value"])
    assert middle.attrs["made"]["cut"] == "middle"


def test_threads_make_no_difference() -> None:
    few = 40 if INTERPRETED else 400
    one, three = (
        shuffles(("riffle:2",), play="simple", run=Run(deals=few, seed=2, threads=threads))
        for threads in (1, 3)
    )
    assert one.equals(three)


@pytest.mark.parametrize("name", ["riffle", "riffle:", "riffle:-1", "riffle:100", "Perfect", ""])
def test_no_such_shuffle(name: str) -> None:
    with pytest.raises(InputError, match=f'shuffle "{name}": expected perfect or riffle:K'):
        riffles_of(name)


def test_shuffles_by_name() -> None:
    assert [riffles_of(name) for name in SHUFFLES] == [1, 2, 3, 4, 5, 6, 7, PERFECTLY]
    with pytest.raises(InputError, match='"perfect": given twice'):
        shuffles(("perfect", "perfect"))
    with pytest.raises(InputError, match='cut "deep": expected anywhere or middle'):
        shuffles(("perfect",), "deep")
    with pytest.raises(InputError, match='deals: "30", expected a multiple of 20'):
        shuffles(("perfect",), run=Run(deals=30))
