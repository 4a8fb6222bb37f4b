"""The begging game: its sums over recorded deals in plain Python, its solution put to the test."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest

from analysis.allfours import rule_sets, solution
from analysis.allfours.begging_solved import far_apart
from analysis.allfours.solution import (
    POINT,
    Game,
    acts_by,
    answer,
    attack,
    deal_value,
    eldest_products,
    gift_open,
    most_kicks,
    part,
    recorded,
    solve,
    solve_points,
    worths_in_points,
)
from analysis.run import Run
from engine.allfours.begging import (
    ALONE,
    ALWAYS,
    BEGS,
    BY_GIFT,
    BY_RUN,
    BY_STANDING,
    GIVES,
    NEVER,
    VALUE,
    Acts,
    Gaps,
    Worths,
    decide,
    gain_tally,
    gaps_of,
    leans_of,
    products_of,
    rests_of,
    value_tally,
)
from engine.allfours.book import DEALERS, ELDESTS, FEATURES, GROUPS, PAGE, Book
from engine.allfours.record import ENDS, EXHAUSTED, RUN, STOOD, Deals, outcome_of
from engine.allfours.rules import CLASSIC, Rules
from engine.allfours.score import points
from tests import leaning, oracle

SEATS = {"dealer": DEALERS, "eldest": ELDESTS}
seats = pytest.mark.parametrize("seat", SEATS.values(), ids=SEATS)


def rule_set(text: str) -> Rules:
    name, *changes = text.split()
    return rule_sets.change(rule_sets.preset(name), changes)


@cache
def game(text: str = "classic", deals: int = 3000, first: int = 0, play: str = "simple") -> Game:
    return recorded(Run(deals=deals, seed=51, first=first).settled(1), rule_set(text), play)


def some_book(seed: int = 1, most: int = 900) -> Book:
    return np.random.default_rng(seed).integers(-most, most + 1, (2, PAGE))


def some_worths(rules: Rules) -> Worths:
    ways = (most_kicks(rules) + 1) * ENDS
    return np.random.default_rng(2).integers(-5000, 5000, (3, ways))


def hand(deals: Deals, deal: int, seat: int) -> list[str]:
    """A recorded hand as cards; trump is spades."""
    return [
        oracle.RANKS[rank] + suit
        for suit, held in zip("SHDC", deals.suits[deal, seat].tolist(), strict=True)
        for rank in range(13)
        if held >> rank & 1
    ]


def kick_of(deals: Deals, deal: int) -> str:
    return oracle.RANKS[deals.kicks[deal]] + "S"


def outcomes(found: Game, worths: Worths, acts: Acts) -> list[int]:
    """What each deal is worth if everybody acts so."""
    worth = []
    for (stood, run), (gives, begs) in zip(found.deals.ways.tolist(), acts.tolist(), strict=True):
        if not begs:
            worth.append(int(worths[BY_STANDING, stood]))
        else:
            worth.append(int(worths[BY_GIFT, stood] if gives else worths[BY_RUN, run]))
    return worth


def acting(gaps: Gaps, acts: Acts, seat: int) -> list[int | None]:
    """What acting gains a seat's team; None where the dealer isn't asked."""
    gains: list[int | None] = []
    for (give, stand), (gives, begs) in zip(gaps.tolist(), acts.tolist(), strict=True):
        if seat == DEALERS:
            gains.append(give if begs else None)
        else:
            gains.append(stand - give if gives else stand)
    return gains


def test_leans_are_those_of_the_hands() -> None:
    found, book = game(deals=1500), some_book()
    for seat in (DEALERS, ELDESTS):
        leans = leans_of(found.deals, book[seat], seat)
        page = book[seat].tolist()
        for deal in range(1500):
            cards, kick = hand(found.deals, deal, seat), kick_of(found.deals, deal)
            assert len(cards) == 6
            assert leans[deal] == leaning.lean(cards, kick, page)


@pytest.mark.parametrize("text", ["classic", "tournament", "classic stand_void=0"])
@pytest.mark.parametrize("may_give", [True, False])
def test_a_book_is_followed_as_the_rules_allow(text: str, may_give: bool) -> None:
    found, book = game(text, 1500), some_book(3)
    fields = oracle.read_rules(rule_sets.describe(found.rules))
    acts = acts_by(found, book, may_give)
    pages = book.tolist()
    for deal, (gives, begs) in enumerate(acts.tolist()):
        kick = kick_of(found.deals, deal)
        dealers, eldests = (hand(found.deals, deal, seat) for seat in (DEALERS, ELDESTS))
        assert begs == leaning.begs(eldests, kick, pages[ELDESTS], fields)
        given = leaning.gives(dealers, kick, pages[DEALERS], 0, fields)
        assert gives == (may_give and given)
    assert 200 < acts[:, ELDESTS].sum() < 1300
    assert bool(acts[:, DEALERS].any()) == may_give


def test_hands_without_a_trump_do_as_they_are_told() -> None:
    found, page = game(), some_book(4, 300)[0]
    leans = leans_of(found.deals, page, DEALERS)
    acts = {void: np.zeros((3000, 2), np.uint8) for void in (ALONE, NEVER, ALWAYS)}
    for void, filled in acts.items():
        decide(found.deals, leans, DEALERS, void, filled)
        assert not filled[:, ELDESTS].any()
    bare = found.deals.suits[:, DEALERS, 0] == 0
    assert 100 < bare.sum() < 1500
    assert not acts[NEVER][bare, DEALERS].any()
    assert acts[ALWAYS][bare, DEALERS].all()
    assert 0 < acts[ALONE][bare, DEALERS].sum() < bare.sum()
    for void in (NEVER, ALWAYS):
        assert np.array_equal(acts[void][~bare], acts[ALONE][~bare])


@pytest.mark.parametrize("text", ["classic", "tournament", "classic kick_kept=0 gift=2"])
def test_worths_in_points_are_the_points_of_the_way(text: str) -> None:
    rules = rule_set(text)
    worths = worths_in_points(rules, 0.25)
    for kicks in range(most_kicks(rules) + 1):
        for end in range(ENDS):
            place = kicks * ENDS + end
            hands = 250 if end == EXHAUSTED else POINT * points(outcome_of(end), rules)
            expected = POINT * kicks + hands
            assert worths[BY_STANDING, place] == worths[BY_RUN, place] == expected
            assert worths[BY_GIFT, place] == expected - POINT * rules.gift


def test_values_are_those_of_the_deals_one_by_one() -> None:
    found, book = game(), some_book(5)
    worths, acts = some_worths(CLASSIC), acts_by(found, book, True)
    expected = np.zeros((13, 5), np.int64)
    for deal, worth in enumerate(outcomes(found, worths, acts)):
        gives, begs = acts[deal].tolist()
        expected[found.deals.kicks[deal]] += [1, begs, begs and gives, worth, worth * worth]
    assert np.array_equal(value_tally(found.deals, worths, acts), expected)
    assert 0 < expected[:, GIVES].sum() < expected[:, BEGS].sum() < 3000


@seats
def test_gains_are_what_deals_are_then_worth_more(seat: int) -> None:
    found, worths = game(), some_worths(CLASSIC)
    acts, others = (acts_by(found, some_book(seed), True) for seed in (6, 7))
    instead = acts.copy()
    instead[:, seat] = others[:, seat]
    before, after = (np.array(outcomes(found, worths, a)) for a in (acts, instead))
    gains = after - before if seat == DEALERS else before - after
    differ = instead[:, seat] != acts[:, seat]
    if seat == DEALERS:
        differ &= acts[:, ELDESTS] == 1
    gaps = gaps_of(found.deals, worths)
    tally = gain_tally(gaps, acts, instead, seat).tolist()
    assert tally == [gains.sum(), (gains * gains).sum(), differ.sum()]
    assert gain_tally(gaps, acts, acts, seat).tolist() == [0, 0, 0]


@seats
def test_sums_for_the_fit_are_those_of_the_hands_one_by_one(seat: int) -> None:
    found, worths = game(), some_worths(CLASSIC)
    deals, gaps = found.deals, gaps_of(found.deals, worths)
    acts = acts_by(found, some_book(8), True)
    leans = np.random.default_rng(9).integers(-99, 100, 3000).astype(np.int32)
    products = np.zeros((GROUPS, FEATURES, FEATURES), np.int64)
    rests = np.zeros((GROUPS, FEATURES), np.int64)
    asked = 0
    for deal, gain in enumerate(acting(gaps, acts, seat)):
        if gain is None:
            continue
        asked += 1
        cards, kick = hand(deals, deal, seat), kick_of(deals, deal)
        row = np.zeros(FEATURES, np.int64)
        for name in leaning.features(cards, kick):
            row[leaning.PLACES[name]] += 1
        products[leaning.group(cards, kick)] += np.outer(row, row)
        rests[leaning.group(cards, kick)] += (gain - int(leans[deal])) * row
    assert np.array_equal(products_of(deals, acts, seat), products)
    assert np.array_equal(rests_of(deals, leans, gaps, acts, seat), rests)
    if seat == ELDESTS:
        assert asked == 3000
        assert np.array_equal(eldest_products(found), products)
    else:
        assert 500 < asked < 2500


# The solution


def test_a_solution_does_not_depend_on_threads_and_is_the_same_again() -> None:
    books = []
    for choices in ({"threads": 1}, {"threads": 2, "block": 101}, {"threads": 2}):
        run = Run(deals=5000, seed=52, **choices).settled(1)  # type: ignore[arg-type]
        books.append(solve_points(recorded(run, CLASSIC, "simple")))
    assert all(np.array_equal(book, books[0][0]) for book, _ in books)
    assert all(value == books[0][1] for _, value in books)


def test_products_that_are_known_change_nothing() -> None:
    found, worths = game(), worths_in_points(CLASSIC, 0.3)
    known = solve(found, worths, True, products=eldest_products(found))
    assert np.array_equal(known, solve(found, worths, True))


def dominance(found: Game) -> tuple[Game, Worths, Any, Any]:
    """Deals in which it is clear what is best; and who should then beg, and give.

    An eldest without a trump gains by begging whatever the dealer does, others lose by it. Against
    the former a dealer with two trumps gains by giving, others lose.
    """
    void = found.deals.suits[:, ELDESTS, 0] == 0
    rich = np.bitwise_count(found.deals.suits[:, DEALERS, 0]) >= 2
    ways = found.deals.ways.copy()
    ways[:, STOOD] = np.where(void, 0, 1)
    ways[:, RUN] = np.where(void, np.where(rich, 2, 3), 4)
    worths = np.zeros((3, 5), np.int64)
    worths[BY_STANDING, :2] = 3000, -2000
    worths[BY_GIFT, :2] = 1000, 0
    worths[BY_RUN, 2:] = 0, 2000, 3000
    return Game(found.deals._replace(ways=ways), found.rules), worths, void, rich


def test_a_game_with_a_known_solution_is_solved() -> None:
    found, worths, void, rich = dominance(game(deals=30_000))
    acts = acts_by(found, solve(found, worths, True), True)
    assert np.array_equal(acts[:, ELDESTS], void)
    assert np.array_equal(acts[void, DEALERS], rich[void])
    acts = acts_by(found, solve(found, worths, False), False)
    assert np.array_equal(acts[:, ELDESTS], void)
    assert not acts[:, DEALERS].any()
    fresh, *_, void, rich = dominance(game(deals=30_000, first=10**6))
    acts = acts_by(fresh, solve(found, worths, True), True)
    assert np.array_equal(acts[:, ELDESTS], void)
    assert np.array_equal(acts[void, DEALERS], rich[void])


@seats
def test_the_best_answer_gains_in_its_own_deals_and_in_others(seat: int) -> None:
    found, fresh = game(deals=60_000), game(deals=60_000, first=10**6)
    worths, book = worths_in_points(CLASSIC, 0.3), some_book(10, 300)
    best = answer(found, worths, True, book, seat)
    assert np.array_equal(best[1 - seat], book[1 - seat])
    for deals in (found, fresh):
        gaps, acts = gaps_of(deals.deals, worths), acts_by(deals, book, True)
        gain = gain_tally(gaps, acts, acts_by(deals, best, True), seat)[0] / 60_000 / POINT
        assert gain > 0.1
    again = answer(found, worths, True, best, seat)
    gaps, acts = gaps_of(found.deals, worths), acts_by(found, best, True)
    assert gain_tally(gaps, acts, acts_by(found, again, True), seat).tolist() == [0, 0, 0]


@seats
def test_neither_side_gains_by_leaving_the_solution(seat: int) -> None:
    found, fresh = game(deals=60_000), game(deals=60_000, first=10**6)
    book, value = solve_points(found)
    worths = worths_in_points(CLASSIC, value)
    best = answer(found, worths, True, book, seat)
    gaps, acts = gaps_of(found.deals, worths), acts_by(found, book, True)
    gain = gain_tally(gaps, acts, acts_by(found, best, True), seat)[0] / 60_000 / POINT
    assert -0.001 < gain < 0.005
    gaps, acts = gaps_of(fresh.deals, worths), acts_by(fresh, book, True)
    for other in (some_book(11, 100), solution.new_book(), best):
        left = book.copy()
        left[seat] = other[seat]
        tally = gain_tally(gaps, acts, acts_by(fresh, left, True), seat)
        assert tally[0] / 60_000 / POINT < 0.002


def test_the_value_of_a_deal_is_that_of_the_fresh_deal_after_an_exhausted_pack() -> None:
    found = game(deals=60_000)
    book, value = solve_points(found)
    acts = acts_by(found, book, True)
    assert deal_value(found, worths_in_points(CLASSIC, value), acts) == pytest.approx(
        value, abs=1e-3
    )
    worth = outcomes(found, worths_in_points(CLASSIC, value), acts)
    by_kick = [np.mean(np.array(worth)[found.deals.kicks == rank]) / POINT for rank in range(13)]
    assert value == pytest.approx(sum(by_kick) / 13 + 6 / 13, abs=1e-3)


def rates(text: str) -> tuple[float, float]:
    """How often the eldest begs, and the dealer gives if begged, by the solution."""
    found = game(text, 30_000)
    tally = value_tally(
        found.deals,
        worths_in_points(found.rules, 0.3),
        acts_by(found, solve_points(found)[0], gift_open(found.rules)),
    ).sum(0)
    return tally[BEGS] / 30_000, tally[GIVES] / tally[BEGS]


def test_what_begging_costs_says_how_often_it_pays() -> None:
    begs, gives = rates("classic")
    free, _ = rates("classic kick_points=A:0")
    dear, _ = rates("classic kick_points=A:3,6:3,J:3,K:3,Q:3,T:3")
    assert dear < begs - 0.1 < begs < free - 0.05
    _, kept = rates("classic gift=9")
    assert kept == 0
    _, cheap = rates("classic gift=0")
    assert cheap > gives + 0.1
    assert rates("classic target=1") == (rates("classic gift=9")[0], 0)


@pytest.mark.parametrize("seat", [ELDESTS, DEALERS], ids=["eldest", "dealer"])
def test_the_attack_finds_a_planted_mistake(seat: int) -> None:
    deals = 3_000_000  # the classes of the attack are fine
    learn, trial = game(deals=deals), game(deals=deals, first=10**7)
    book, value = solve_points(learn)
    worths = worths_in_points(CLASSIC, value)
    spoiled = book.copy()
    # eldests without a trump stand, dealers with two trumps give, whatever else they hold
    groups, lean = (("none",), -POINT) if seat == ELDESTS else (("two", "two with J"), POINT)
    of_group = spoiled[seat].reshape(GROUPS, FEATURES)
    for name in groups:
        place = leaning.GROUP_NAMES.index(name)
        of_group[place] = 0
        of_group[place, leaning.PLACES["always"]] = lean
    acts, bad = (acts_by(trial, one, True) for one in (book, spoiled))
    better = bad.copy()
    better[:, seat] = acts[:, seat]
    gaps = gaps_of(trial.deals, worths)
    cost = gain_tally(gaps, bad, better, seat)[0] / deals / POINT
    assert cost > 0.01
    found = attack(learn, trial, worths, True, spoiled, seat)[0] / deals / POINT
    assert 0.9 * cost < found < 1.1 * cost + 0.002
    nothing = attack(learn, trial, worths, True, book, seat)[0] / deals / POINT
    assert -0.005 < nothing < 0.1 * cost


def test_a_part_of_a_game_is_those_deals() -> None:
    whole, some = game(), part(game(), 100, 250)
    assert len(some.deals.kicks) == 150
    assert np.array_equal(some.deals.ways, whole.deals.ways[100:250])
    book = np.array([leaning.always(1)] * 2)
    assert value_tally(some.deals, some_worths(CLASSIC), acts_by(some, book, True))[:, VALUE].any()


@seats
def test_hands_that_two_books_decide_otherwise_are_listed(seat: int) -> None:
    found, one, two = game(), some_book(12, 60), some_book(13, 60)
    acts = acts_by(found, one, True)
    expected: Counter[tuple[int, ...]] = Counter()
    for deal in range(3000):
        cards, kick = hand(found.deals, deal, seat), kick_of(found.deals, deal)
        leans = [leaning.lean(cards, kick, book[seat].tolist()) for book in (one, two)]
        if seat == DEALERS and not acts[deal, ELDESTS]:
            continue
        if (leans[0] > 0) != (leans[1] > 0) and abs(sum(leans)) >= 40:
            trumps, *sides = found.deals.suits[deal, seat].tolist()
            sides.sort(reverse=True)
            expected[(trumps, *sides, int(found.deals.kicks[deal]), *leans)] += 1
    listed = far_apart(found, acts, one, two, seat)
    assert {tuple(row[:-1]): row[-1] for row in listed} == expected
    assert len(expected) > 100
