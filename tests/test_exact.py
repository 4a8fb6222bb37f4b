"""Closed forms: known values, sums, and the same chances by routes that share no formula."""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import factorial, prod
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from analysis.allfours.exact import (
    closed_forms,
    hand_forms,
    kick_forms,
    pips_distribution,
    points_forms,
)

RANK = {name: rank for rank, name in enumerate("23456789TJQKA")}
SUITS = "SHDC"
PIPS = {RANK["A"]: 4, RANK["K"]: 3, RANK["Q"]: 2, RANK["J"]: 1, RANK["T"]: 10}
PACK = [16 * suit + rank for suit in range(4) for rank in range(13)]
KNOWN = json.loads((Path(__file__).parent / "data" / "closed_forms.json").read_text())
FORMS = {form.name: form.value for form in closed_forms()}


def card(text: str) -> int:
    return 16 * SUITS.index(text[1]) + RANK[text[0]]


def cards_of(text: str) -> list[int]:
    return [card(word) for word in text.split()]


def rules(**changed: Any) -> Any:
    table = {RANK["6"]: 2, RANK["J"]: 3, RANK["A"]: 1}
    classic = {
        "kick_points": tuple(table.get(rank, 0) for rank in range(13)),
        "exhausted": 0,
        "kick_kept": 1,
        "low_to": 0,
        "players": 4,
    }
    return SimpleNamespace(**(classic | changed))


# The catalogue


@pytest.mark.parametrize("name", KNOWN)
def test_known_value(name: str) -> None:
    assert FORMS[name] == Fraction(KNOWN[name])


def test_catalogue_is_well_formed() -> None:
    forms = closed_forms()
    assert len({form.name for form in forms}) == len(forms)
    assert all(type(form.value) is Fraction and form.derivation for form in forms)
    amounts = ("_mean", "_var", "kicks_per_run", "new_trumps")
    chances = [form for form in forms if not any(word in form.name for word in amounts)]
    assert all(0 <= form.value <= 1 for form in chances)


def counts(stem: str, suffix: str = "") -> dict[int, Fraction]:
    """Every ``stem_eq_K`` of the catalogue."""
    found = {}
    for value in range(81):
        if (name := f"{stem}_eq_{value}{suffix}") in FORMS:
            found[value] = FORMS[name]
    return found


@pytest.mark.parametrize(
    ("stem", "suffix", "most", "mean"),
    [
        ("first_kick_points", "", 3, "kick_points_mean_per_kick"),
        ("kick_points_total_always_run", "", 8, "kick_points_mean_always_run"),
        ("kick_points_after_beg", "", 6, "kick_points_after_beg_mean"),
    ]
    + [
        (stem, f"_{cards}c", min(most, 12), f"{stem}_mean_{cards}c")
        for cards in (6, 9, 12)
        for stem, most in (("trumps_in_hand", cards), ("trumps_dealt", 12))
    ]
    + [("tens_dealt", f"_{c}c", 4, f"tens_dealt_mean_{c}c") for c in (6, 9, 12)]
    + [("game_total", f"_{c}c", 80, f"game_total_in_play_mean_{c}c") for c in (6, 9, 12)],
)
def test_distribution(stem: str, suffix: str, most: int, mean: str) -> None:
    chances = counts(stem, suffix)
    assert sorted(chances) == list(range(most + 1))
    assert sum(chances.values()) == 1
    assert sum(value * chance for value, chance in chances.items()) == FORMS[mean]
    for least in range(1, most + 1):
        if (name := f"{stem}_ge_{least}{suffix}") in FORMS:
            assert FORMS[name] == sum(chances[value] for value in range(least, most + 1))


@pytest.mark.parametrize("cards", [6, 9, 12])
def test_some_rank_is_high_unless_no_trump_is_dealt(cards: int) -> None:
    ranks = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
    for end in ("high", "low"):
        total = sum(FORMS[f"{end}_is_{rank}_{cards}c"] for rank in ranks)
        assert total == 1 - FORMS[f"trumps_dealt_eq_0_{cards}c"]
    assert sum(FORMS[f"kick_is_{rank}"] for rank in ranks) == 1


# Kicks, card by card


@cache
def kick_chains(most: int) -> list[tuple[list[int], Fraction, bool]]:
    """Every run of kicks with its chance, the first one of suit 0; whether trump is fixed."""
    done = []

    def kick(kicks: list[int], chance: Fraction) -> None:
        for after in PACK:
            if after in kicks:
                continue
            chain, odds = [*kicks, after], chance / (52 - len(kicks))
            if after >= 16 or len(chain) == most:
                done.append((chain, odds, after >= 16))
            else:
                kick(chain, odds)

    for first in range(13):
        kick([first], Fraction(1, 13))
    return done


def by_card(table: tuple[int, ...], most: int, kept: int) -> tuple[Counter[int], Counter[int]]:
    """Chances of each total of the points after the beg, and of all."""
    after: Counter[int] = Counter()
    always: Counter[int] = Counter()
    # Integer weights: 13 ordered first cards times 51 * 50 * 49 orders of the rest.
    whole = 13 * 51 * 50 * 49
    for chain, chance, fixed in kick_chains(most):
        weight = whole * chance.numerator // chance.denominator
        points = [table[card % 16] for card in chain]
        if not kept:
            points = [0] * (len(chain) - 1) + [points[-1] * fixed]
        after[sum(points[1:])] += weight
        always[sum(points)] += weight
    return after, always


TOBAGO = (2, *(0,) * 8, 3, 0, 0, 1)
LARGE = (7, 7, 0, 99, 1, 50, 7, 3, 11, 99, 2, 5, 13)


@pytest.mark.parametrize("kept", [1, 0])
@pytest.mark.parametrize("exhausted", [0, 1])
@pytest.mark.parametrize("table", [rules().kick_points, TOBAGO, LARGE, (0,) * 13, (4,) * 13])
def test_kick_forms_card_by_card(table: tuple[int, ...], exhausted: int, kept: int) -> None:
    forms = kick_forms(rules(kick_points=table, exhausted=exhausted, kick_kept=kept))
    after, always = by_card(table, 3 + exhausted, kept)
    whole = 13 * 51 * 50 * 49
    assert after.total() == always.total() == whole
    expected = {"kick_points_after_beg_mean": sum(k * n for k, n in after.items())}
    for least in (1, 2, 3):
        expected[f"kick_points_after_beg_ge_{least}"] = sum(
            n for points, n in after.items() if points >= least
        )
    expected["kick_points_always_run_mean"] = sum(k * n for k, n in always.items())
    for points in sorted(always):
        expected[f"kick_points_always_run_eq_{points}"] = always[points]
    found = {name: value for name, value in forms.items() if name in expected or "run_eq" in name}
    assert found == {name: Fraction(n, whole) for name, n in expected.items()}
    assert list(found) == list(expected)
    assert forms["kick_points_mean_per_kick"] == Fraction(sum(table), 13)
    assert forms["kick_scores_anything"] == Fraction(13 - table.count(0), 13)


@pytest.mark.parametrize("exhausted", [0, 1])
def test_pack_exhausted_card_by_card(exhausted: int) -> None:
    chains = kick_chains(3 + exhausted)
    out = Counter(chance for _, chance, fixed in chains if not fixed)
    forms = kick_forms(rules(exhausted=exhausted))
    assert forms["pack_exhausted"] == sum(chance * times for chance, times in out.items())
    assert forms["second_kick_same_suit"] == Fraction(12, 51)
    assert forms["third_kick_same_suit_given_two"] == Fraction(11, 50)


@pytest.mark.parametrize("exhausted", [0, 1])
def test_two_players_kicks_card_by_card(exhausted: int) -> None:
    """Every order of ranks in which kicks of one suit can come, and the card that ends them."""
    forms, table = kick_forms(rules(players=2, exhausted=exhausted)), rules().kick_points
    most = 6 + exhausted
    always: Counter[int] = Counter()
    after: Counter[int] = Counter()
    whole, orders = prod(range(52 - most + 1, 53)), 4
    for alike in range(1, most):
        left = prod(range(52 - most + 1, 52 - alike))
        for first in range(13):
            rest = table[:first] + table[first + 1 :]
            for kicks in combinations(rest, alike - 1):
                for last in table:
                    weight = orders * factorial(alike - 1) * 3 * left
                    after[sum(kicks) + last] += weight
                    always[table[first] + sum(kicks) + last] += weight
    for first in range(13):
        for kicks in combinations(table[:first] + table[first + 1 :], most - 1):
            after[sum(kicks)] += orders * factorial(most - 1)
            always[table[first] + sum(kicks)] += orders * factorial(most - 1)
    assert after.total() == always.total() == whole
    mean = sum(points * ways for points, ways in after.items())
    assert forms["kick_points_after_beg_mean"] == Fraction(mean, whole)
    for points, ways in always.items():
        assert forms[f"kick_points_always_run_eq_{points}"] == Fraction(ways, whole)


def test_two_players_pack_goes_further() -> None:
    """Five runs, and four cards left."""
    odds = [Fraction(13 - kicked, 52 - kicked) for kicked in range(1, 7)]
    assert kick_forms(rules(players=2))["pack_exhausted"] == prod(odds[:5])
    assert kick_forms(rules(players=2, exhausted=1))["pack_exhausted"] == prod(odds)
    alike = {
        name: chance for name, chance in kick_forms(rules(players=2)).items() if "same" in name
    }
    assert list(alike.values()) == odds[:5]


# Trumps, one by one from the highest: each lands with a team or out of play

DEALER, ELDEST, OUT = 0, 1, 2


def trump_walk(trumps: dict[int, int | None], room: tuple[int, int, int]) -> dict[Any, Fraction]:
    """Chances of (High's team, Low's team, whether the jack is dealt).

    ``trumps``: each rank in the game to the team known to hold it, or None; ``room``: the free
    places of the dealer's team, the eldest's team and the stock.
    """
    states: Counter[Any] = Counter({(room, None, None, False): 1})
    for rank in sorted(trumps, reverse=True):
        after: Counter[Any] = Counter()
        for (free, high, low, jack), ways in states.items():
            known = trumps[rank]
            for place in (DEALER, ELDEST, OUT) if known is None else (known,):
                left = list(free)
                if known is None:
                    left[place] -= 1
                more = ways * (free[place] if known is None else 1)
                ends = (high, low)
                if place != OUT:
                    ends = (place if high is None else high, place)
                after[tuple(left), *ends, jack or (place != OUT and rank == RANK["J"])] += more
        states = after
    found: Counter[Any] = Counter()
    for (_, *ends, jack), ways in states.items():
        found[*ends, jack] += ways
    return {end: Fraction(ways, found.total()) for end, ways in found.items()}


def deal_rows(high: int | None, low: int | None, jack: bool) -> dict[str, bool]:
    """Say what one deal adds to each row but that of the pips."""
    return {
        "jack_in_play": jack,
        "high_dealer_team": high == DEALER,
        "low_dealer_team": low == DEALER,
        "high_low_same_team": high is not None and high == low,
        "no_trump_dealt": high is None,
    }


def walked_rows(trumps: dict[int, int | None], room: tuple[int, int, int]) -> dict[str, Fraction]:
    rows = dict.fromkeys(deal_rows(None, None, False), Fraction(0))
    for end, chance in trump_walk(trumps, room).items():
        for name, happens in deal_rows(*end).items():
            rows[name] += chance * happens
    return rows


def without_pips(forms: dict[str, Fraction]) -> dict[str, Fraction]:
    return {name: value for name, value in forms.items() if name != "pips_in_play_mean"}


SIZES = [(4, cards) for cards in (6, 9, 12)] + [(2, cards) for cards in range(6, 22, 3)]
"""Players, and cards in a hand."""


@pytest.mark.parametrize(("players", "cards"), SIZES)
def test_points_forms_trump_by_trump(players: int, cards: int) -> None:
    team = players // 2 * cards
    stock = 52 - (cards // 3 - 1) - 2 * team
    total = dict.fromkeys(deal_rows(None, None, False), Fraction(0))
    for kick in range(13):
        trumps: dict[int, int | None] = {rank: None for rank in range(13) if rank != kick}
        rows = walked_rows(trumps, (team, team, stock))
        total = {name: value + rows[name] for name, value in total.items()}
    forms = points_forms(cards, rules(players=players))
    assert without_pips(forms) == {name: value / 13 for name, value in total.items()}
    assert forms["pips_in_play_mean"] == Fraction(2 * team * 80, 52)


# One seat's cards: trumps (hearts unless the kick says otherwise), filled up with plain cards

SHAPES = [
    ("", "6H", 1),
    ("AH 2H", "7H", 0),
    ("JH", "2H", 3),
    ("KH 9H 8H 5H 4H 3H", "AH", 2),
    ("QH 3H", "JH", 1),
    ("AH KH QH JH TH 9H", "2H", 0),
]


def filled(trumps: str, cards: int) -> list[int]:
    plain = cards_of("AS TS KC JD 2S TC 3S AD 9C 4D 5D 6C")
    held = cards_of(trumps)
    return held + plain[: cards - len(held)]


HANDS = [
    pytest.param(
        filled(trumps, cards), card(kick), seat % players, players,
        id=f"{players}-{cards}-{trumps or 'none'}-{seat}",
    )
    for players in (4, 2)
    for cards in (6, 9, 12)
    for trumps, kick, seat in SHAPES
]  # fmt: skip


@pytest.mark.parametrize(("hand", "kick", "seat", "players"), HANDS)
def test_hand_forms_trump_by_trump(hand: list[int], kick: int, seat: int, players: int) -> None:
    cards = len(hand)
    trumps: dict[int, int | None] = {rank: None for rank in range(13) if rank != kick % 16}
    for held in hand:
        if held // 16 == kick // 16:
            trumps[held % 16] = seat % 2
    team = players // 2 * cards
    room = [team, team, 52 - (cards // 3 - 1) - 2 * team]
    room[seat % 2] -= cards
    forms = hand_forms(hand, kick, seat, cards, rules(players=players))
    assert without_pips(forms) == walked_rows(trumps, (room[0], room[1], room[2]))
    assert list(forms) == list(points_forms(cards, rules()))


@pytest.mark.parametrize(("hand", "kick", "seat", "players"), HANDS)
def test_pips_given_every_earlier_kick(hand: list[int], kick: int, seat: int, players: int) -> None:
    unseen = [other for other in PACK if other not in (kick, *hand)]
    plain = [other for other in unseen if other // 16 != kick // 16]
    earlier = len(hand) // 3 - 2
    ways = [kicks for kicks in permutations(plain, earlier) if len({k // 16 for k in kicks}) <= 1]
    total = Fraction(0)
    for kicks in ways:
        free = [PIPS.get(other % 16, 0) for other in unseen if other not in kicks]
        total += Fraction((players - 1) * len(hand) * sum(free), len(free))
    own = sum(PIPS.get(held % 16, 0) for held in hand)
    forms = hand_forms(hand, kick, seat, len(hand), rules(players=players))
    assert forms["pips_in_play_mean"] == own + total / len(ways)


def test_partner_sees_the_same_teams() -> None:
    hand, kick = cards_of("AH 4H TS KC JD 2S"), card("6H")
    forms = [hand_forms(hand, kick, seat, 6, rules()) for seat in range(4)]
    assert forms[0] == forms[2]
    assert forms[1] == forms[3]
    assert forms[0]["high_dealer_team"] == 1
    assert forms[1]["high_dealer_team"] == 0


def test_low_to_the_taker_has_no_closed_form() -> None:
    kept = {"jack_in_play", "high_dealer_team", "no_trump_dealt", "pips_in_play_mean"}
    assert set(points_forms(9, rules(low_to=1))) == kept
    assert set(hand_forms(cards_of("AH 4H TS KC JD 2S"), 20, 0, 6, rules(low_to=1))) == kept


def test_wrong_number_of_cards() -> None:
    with pytest.raises(ValueError, match="a hand of 2 cards, expected 6"):
        hand_forms(cards_of("AH 4H"), card("6H"), 0, 6, rules())


# Pips


def test_pips_of_twelve_card_hands_by_enumeration() -> None:
    """Two kicks of spades, one of hearts, one card left: all that is not in the hands."""
    ways: Counter[int] = Counter()
    pips = [PIPS.get(rank, 0) for rank in range(13)]
    for (first, second), third in product(permutations(range(13), 2), range(13)):
        kicked = pips[first] + pips[second] + pips[third]
        gone = {first, second, 16 + third}
        for stock in PACK:
            if stock not in gone:
                ways[80 - kicked - PIPS.get(stock % 16, 0)] += 1
    assert pips_distribution(12) == [Fraction(ways[total], ways.total()) for total in range(81)]


# Simulation: plain shuffles, thrown away where the kicks are not as given

SIGMAS = 4.5


def assert_mean(name: str, exact: Fraction, total: int, squares: int, deals: int) -> None:
    """Compare a mean with its closed form; a value that never varies must be exact."""
    mean = total / deals
    spread = (max(squares / deals - mean**2, 0) / deals) ** 0.5
    # What never (or always) happened may still be rare: the rule of three.
    slack = 10 / deals if squares in (0, deals) and total == squares else 0
    assert abs(mean - exact) <= SIGMAS * spread + slack + 1e-9, (name, mean, float(exact))


class Tally:
    """Sums and sums of squares by name."""

    def __init__(self) -> None:
        self.total: Counter[str] = Counter()
        self.squares: Counter[str] = Counter()
        self.deals = 0

    def add(self, values: dict[str, int]) -> None:
        """Count one deal."""
        self.deals += 1
        for name, value in values.items():
            self.total[name] += value
            self.squares[name] += value * value

    def check(self, name: str, exact: Fraction) -> None:
        """Compare a mean with its closed form."""
        assert_mean(name, exact, self.total[name], self.squares[name], self.deals)


def ends_of(hands: list[list[int]], trump: int) -> tuple[int | None, int | None, bool]:
    """High's seat, Low's seat, whether the jack is dealt."""
    trumps = sorted(
        (held, seat) for seat, hand in enumerate(hands) for held in hand if held // 16 == trump
    )
    if not trumps:
        return None, None, False
    jack = any(held % 16 == RANK["J"] for held, _ in trumps)
    return trumps[-1][1], trumps[0][1], jack


@pytest.mark.parametrize(("hand", "kick", "seat", "players"), HANDS)
def test_hand_forms_simulated(hand: list[int], kick: int, seat: int, players: int) -> None:
    draw, tally = random.Random(f"{hand} {kick}"), Tally()
    cards, earlier, trump = len(hand), len(hand) // 3 - 2, kick // 16
    unseen = [other for other in PACK if other not in (kick, *hand)]
    while tally.deals < 10000:
        first = draw.sample(unseen, earlier)
        suits = {other // 16 for other in first}
        if trump in suits or len(suits) > 1:
            continue
        others = [other for other in unseen if other not in first]
        dealt = draw.sample(others, (players - 1) * cards)
        hands = [dealt[place : place + cards] for place in range(0, len(dealt), cards)]
        hands.insert(seat, hand)
        high, low, jack = ends_of(hands, trump)
        teams = [None if end is None else end % 2 for end in (high, low)]
        pips = sum(PIPS.get(other % 16, 0) for other in (*dealt, *hand))
        tally.add(deal_rows(teams[0], teams[1], jack) | {"pips_in_play_mean": pips})
    for name, exact in hand_forms(hand, kick, seat, cards, rules(players=players)).items():
        tally.check(name, exact)


NAMES = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


@cache
def simulated(cards: int, deals: int = 40000) -> Tally:
    """Whole deals from the first card, begged and run until hands have ``cards`` cards."""
    draw, tally = random.Random(cards), Tally()
    kicks = cards // 3 - 1
    while tally.deals < deals:
        kicked = draw.sample(PACK, kicks)
        suits = [other // 16 for other in kicked]
        if kicks > 1 and (len(set(suits[:-1])) > 1 or suits[-1] == suits[0]):
            continue
        dealt = draw.sample([other for other in PACK if other not in kicked], 4 * cards)
        hands = [dealt[seat * cards : (seat + 1) * cards] for seat in range(4)]
        tally.add(whole_deal(hands, suits[-1], f"_{cards}c"))
    return tally


def whole_deal(hands: list[list[int]], trump: int, end: str) -> dict[str, int]:
    """Name what comes true in a deal: names of the catalogue, rows of the points report."""
    dealt = [held for hand in hands for held in hand]
    trumps = sorted(held % 16 for held in dealt if held // 16 == trump)
    pips = sum(PIPS.get(held % 16, 0) for held in dealt)
    tens = sum(held % 16 == RANK["T"] for held in dealt)
    mine = sum(held // 16 == trump for held in hands[1])
    high, low, jack = ends_of(hands, trump)
    teams = [None if seat is None else seat % 2 for seat in (high, low)]
    names = {
        f"trumps_dealt_eq_{len(trumps)}": True,
        f"trumps_in_hand_eq_{mine}": True,
        f"tens_dealt_eq_{tens}": True,
        f"game_total_eq_{pips}": True,
        "game_total_even": pips % 2 == 0,
        "game_total_ge_40": pips >= 40,
        "high_and_low_same_player": high is not None and high == low,
        "high_and_low_same_team": high is not None and teams[0] == teams[1],
    }
    if trumps:
        names |= {f"high_is_{NAMES[trumps[-1]]}": True, f"low_is_{NAMES[trumps[0]]}": True}
    named = {name + end: happens for name, happens in names.items()}
    return named | deal_rows(teams[0], teams[1], jack) | {"pips_in_play_mean": pips}


@pytest.mark.parametrize("cards", [6, 9, 12])
def test_catalogue_simulated(cards: int) -> None:
    tally, end = simulated(cards), f"_{cards}c"
    stems = (
        "trumps_dealt_eq",
        "trumps_in_hand_eq",
        "tens_dealt_eq",
        "game_total_eq",
        "game_total_even",
        "game_total_ge_40",
        "high_and_low_same",
        "high_is",
        "low_is",
    )
    names = [name for name in FORMS if name.startswith(stems) and name.endswith(end)]
    assert len(names) > 120
    for name in names:
        tally.check(name, FORMS[name])


@pytest.mark.parametrize("cards", [6, 9, 12])
def test_points_forms_simulated(cards: int) -> None:
    for name, exact in points_forms(cards, rules()).items():
        simulated(cards).check(name, exact)
