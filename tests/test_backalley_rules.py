"""The numbered rules, edge cases and decisions of Back Alley, for the oracle and the engine."""

from __future__ import annotations

from typing import Any

import pytest

from engine.backalley.rules import PRESETS, schedule
from tests import backalley_oracle as oracle
from tests.backalley_judges import JUDGES, Judge, dealt, rules_of

RANKS = ("2345", "6789")
BOARDED = "board pass pass pass"


def points(judge: Judge, bids: str, won: int, cards: int = 4, rules: Any = "classic") -> list[int]:
    """Points of both teams when the dealer's team takes `won` tricks of a hand of `cards`."""
    tricks = []  # by seat; each of one plain suit, and won by seat 0 or 1
    for number in range(cards):
        low, *others, high = (rank + "HDC"[number % 3] for rank in RANKS[number // 3])
        tricks.append([high, low, *others] if number < won else [low, high, *others])
    hands = {seat: " ".join(trick[seat] for trick in tricks) for seat in range(4)}
    record = dealt(hands, bids=bids, rules=rules)
    for trick in tricks:
        first = judge.seat(record)
        record["plays"] += [trick[(first + turn) % 4] for turn in range(4)]
    found = judge.answer(record)
    assert sum(seat % 2 == 0 for seat in found["tricks"]) == won
    return list(found["points"])


# The deal


@JUDGES
def test_rule_01_seats_run_clockwise(judge: Judge) -> None:
    record = dealt("3")
    seats = []
    for _ in range(4):
        seats.append(judge.seat(record))
        record["plays"].append(judge.legal(record).split()[0])
    assert seats == [1, 2, 3, 0]


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("down_up", [*range(13, 0, -1), *range(2, 14)]),
        ("one_twice", [*range(13, 0, -1), *range(1, 14)]),
        ("up_down", [*range(1, 14), *range(13, 0, -1)]),
        ("even_odd", [12, 10, 8, 6, 4, 2, 1, 3, 5, 7, 9, 11, 13]),
        ("sevens", [7, 6, 5, 4, 3, 2, 1, 1, 2, 3, 4, 5, 6, 7]),
        ("every_other", [13, 11, 9, 7, 5, 3, 1, 3, 5, 7, 9, 11, 13]),
    ],
)
def test_rule_03_schedule(name: str, sizes: list[int]) -> None:
    assert list(schedule(rules_of({"schedule": name}))) == sizes


@pytest.mark.parametrize(
    ("preset", "hands"),
    [("classic", 25), ("bab-online", 13), ("hfi", 14), ("emwgames", 26), ("nbird11", 25)],
)
def test_rule_03_hands_of_a_match(preset: str, hands: int) -> None:
    assert len(schedule(PRESETS[preset])) == hands


@JUDGES
@pytest.mark.parametrize(
    ("cards", "winner"),
    [("AS KS LB BB", 0), ("BB LB AS KS", 1), ("2S AH KH LB", 0), ("AH KH 2S 3S", 0)],
)
def test_rule_04_order_of_trumps(judge: Judge, cards: str, winner: int) -> None:
    hands = dict(zip((1, 2, 3, 0), cards.split(), strict=True))
    record = dealt(hands, bids=BOARDED, plays=cards)
    assert judge.answer(record)["tricks"] == [winner]


@JUDGES
@pytest.mark.parametrize("suit", "SHDC")
def test_rule_07_the_faced_card_makes_trump(judge: Judge, suit: str) -> None:
    plain = "H" if suit != "H" else "D"
    hands = {1: f"A{plain}", 2: f"2{suit}", 3: f"3{plain}", 0: "LB"}
    record = dealt(hands, faced=f"9{suit}", bids=BOARDED, plays=" ".join(hands.values()))
    assert judge.answer(record) == {
        "trump": suit,
        "leader": 1,
        "tricks": [0],
        "points": [1, -10],
    }


@JUDGES
def test_rule_07_always_spades(judge: Judge) -> None:
    record = dealt({1: "AH", 2: "2S", 3: "3H", 0: "4H"}, bids=BOARDED, plays="AH 2S 3H 4H")
    record["rules"] = {"trump": "always_spades"}
    del record["faced"]
    assert judge.answer(record)["trump"] == "S"
    assert judge.answer(record)["tricks"] == [2]


@JUDGES
def test_rule_08_a_joker_faced_and_swapped(judge: Judge) -> None:
    hands = {1: "LB 3H", 2: "AS 2S", 3: "4H 5H", 0: "6H 7H"}
    record = dealt(hands, faced="BB", next="KH", bids="1 pass pass pass")
    assert judge.legal(record) == "KH 3H"
    led = judge.answer(record | {"plays": ["KH", "2S", "4H", "6H"]})
    assert led == {"trump": None, "leader": 1, "tricks": [1]}  # the spade is no trump


@JUDGES
@pytest.mark.parametrize("faced", oracle.JOKERS)
def test_rule_08_nobody_holds_the_other_joker(judge: Judge, faced: str) -> None:
    record = dealt({1: "3H 2H"}, faced=faced, next="AS")
    assert judge.legal(record) == "3H 2H"
    assert judge.answer(record)["trump"] is None


@JUDGES
@pytest.mark.parametrize(("faced", "other"), [("BB", "LB"), ("LB", "BB")])
def test_rule_08_lone_trump(judge: Judge, faced: str, other: str) -> None:
    hands = {1: "AH KH", 2: f"{other} 2S", 3: "QH JH", 0: "AS 3H"}
    rules = {"joker_faced": "lone_trump"}
    record = dealt(hands, faced=faced, next="9C", rules=rules, plays=f"AH {other} QH 3H")
    assert judge.answer(record) == {"trump": other, "leader": 1, "tricks": [2]}
    # a spade led is followed by spades, not by the joker; the joker led is followed by nothing
    assert judge.legal(dealt(hands, faced=faced, rules=rules, bids="pass pass pass 1")) == "AS 3H"
    spade = dealt(hands, faced=faced, rules=rules, bids="pass pass pass 1", plays="AS AH")
    assert judge.legal(spade) == "2S"
    lone = {1: f"{other} 4S", 2: "2S AH", 3: "AS 3H", 0: "KS 5H"}
    led = dealt(lone, faced=faced, rules=rules, bids=BOARDED, plays=other)
    assert judge.legal(led) == "2S AH"


@JUDGES
@pytest.mark.parametrize(
    ("following", "trump"), [("9C", "C"), ("LB 9H", "H"), ("LB", None), ("2S 9H", "S")]
)
def test_rule_08_turn_again(judge: Judge, following: str, trump: str | None) -> None:
    record = dealt("2", faced="BB", next=following, rules={"joker_faced": "turn_again"})
    assert judge.answer(record)["trump"] == trump


# Bidding


@JUDGES
def test_rule_09_bids_need_not_rise(judge: Judge) -> None:
    record = dealt("6", bids="4 3 5 1")
    assert judge.answer(record)["leader"] == 3
    assert points(judge, "3 1 pass pass", 1) == [5, 15]


@JUDGES
@pytest.mark.parametrize(
    ("rules", "cards", "most"),
    [("classic", 13, 12), ("classic", 2, 1), ("classic", 1, 0), ("bab-online", 1, 1)],
)
def test_rule_10_numbers(judge: Judge, rules: str, cards: int, most: int) -> None:
    for number in range(1, 14):
        record = dealt(str(cards), bids=f"board {number} pass pass", rules=rules)
        if number <= most:
            assert judge.follow(record)
        else:
            with pytest.raises(ValueError, match="bids"):
                judge.follow(record)
    assert judge.answer(dealt(str(cards), bids="pass board pass pass", rules=rules))["leader"] == 2


@JUDGES
def test_rule_11_numbers_add(judge: Judge) -> None:
    assert points(judge, "pass 2 pass 1", 3) == [15, 1]
    assert points(judge, "pass 2 pass 2", 3) == [-20, 1]


@JUDGES
@pytest.mark.parametrize(
    ("bids", "levels"),
    [
        ("board pass pass pass", (0, 1)),
        ("board pass pass board", (2, 1)),
        ("board board 2 pass", (2, 1)),
        ("board 3 board pass", (0, 2)),
        ("board board board pass", (2, 3)),
        ("board board board board", (4, 3)),
        ("pass board 1 board", (2, 0)),
    ],
)
def test_rule_12_levels(judge: Judge, bids: str, levels: tuple[int, int]) -> None:
    dealer, eldest = points(judge, bids, 4)
    numbers = sum(int(bid) for bid in bids.split()[0::2] if bid.isdecimal())
    assert eldest == (-40 * levels[1] if levels[1] else -5 * numbers)
    if levels[0]:
        assert dealer == 40 * levels[0]
    raised = points(judge, bids, 4, rules={"boards_raised": 1})
    most = 40 * max(levels)
    assert raised == [most if levels[0] else dealer, -most if levels[1] else eldest]


@JUDGES
def test_rule_13_all_pass(judge: Judge) -> None:
    record = dealt("5", bids="pass pass pass pass")
    assert judge.answer(record) == {"redeal": True}
    assert judge.legal(record) == ""


@JUDGES
@pytest.mark.parametrize(
    ("bids", "leader"),
    [
        ("1 pass pass pass", 1),
        ("1 2 pass pass", 2),
        ("2 2 1 2", 1),
        ("pass 3 pass 3", 2),
        ("pass pass pass 1", 0),
        ("3 board pass 3", 2),
        ("board 3 3 3", 1),
        ("board pass board 3", 3),
        ("board board board board", 0),
    ],
)
def test_rule_14_first_lead(judge: Judge, bids: str, leader: int) -> None:
    record = dealt("4", bids=bids)
    assert judge.answer(record)["leader"] == judge.seat(record) == leader


# Play


@JUDGES
@pytest.mark.parametrize("rules", ["classic", "bab-online"])
def test_rule_15_no_trump_is_led_at_first(judge: Judge, rules: str) -> None:
    hands = {1: "AS BB 3H 4D", 2: "2S 4H 5H 6H", 3: "7H 8H 9H TH", 0: "JH QH KH 2D"}
    record = dealt(hands, rules=rules, bids="2 pass pass pass")
    assert judge.legal(record) == "3H 4D"
    plain = record | {"plays": ["3H", "4H", "7H", "JH"]}
    assert judge.seat(plain) == 0
    assert judge.legal(plain) == "KH QH 2D"


@JUDGES
@pytest.mark.parametrize("rules", ["classic", {"broken": "by_ruff"}])
def test_rule_15_a_ruff_breaks_trumps(judge: Judge, rules: Any) -> None:
    hands = {1: "AS 3H 4D", 2: "2S 2C KS", 3: "7H 8H 9H", 0: "JH QH KH"}
    record = dealt(hands, rules=rules, bids="2 pass pass pass", plays="3H 2S 7H JH")
    assert judge.seat(record) == 2
    assert judge.legal(record) == "KS 2C"


@JUDGES
@pytest.mark.parametrize(("broken", "legal"), [("by_trump", "KS 2C"), ("by_ruff", "2C")])
def test_rule_15_trumps_led_break_trumps(judge: Judge, broken: str, legal: str) -> None:
    hands = {1: "QS JS TS", 2: "AS KS 2C", 3: "7H 8H 9H", 0: "JH QH KH"}
    rules = {"broken": broken}
    record = dealt(hands, rules=rules, bids="2 pass pass pass", plays="QS AS 7H JH")
    assert judge.seat(record) == 2
    assert judge.legal(record) == legal


@JUDGES
@pytest.mark.parametrize(
    ("rules", "bids", "legal"),
    [
        ("classic", "board pass pass pass", "AS 3H"),
        ("classic", "pass pass board pass", "9S 7H"),
        ("classic", "board pass 1 pass", "AS 3H"),
        ("classic", "1 pass pass pass", "3H"),
        ({"boarder_exempt": 0}, "board pass pass pass", "3H"),
        ({"boarder_exempt": 0}, "pass pass board pass", "7H"),
    ],
)
def test_rule_16_the_boarder_may_lead_trumps(
    judge: Judge, rules: Any, bids: str, legal: str
) -> None:
    hands = {1: "AS 3H", 2: "2S 4H", 3: "9S 7H", 0: "JH QH"}
    assert judge.legal(dealt(hands, rules=rules, bids=bids)) == legal


@JUDGES
def test_rule_16_the_partner_may_not(judge: Judge) -> None:
    hands = {1: "AH 3H 4D", 2: "4H 5H 6H", 3: "AD 9S 7D", 0: "JH QH KH"}
    record = dealt(hands, bids="board pass pass pass", plays="4D 4H AD JH")
    assert judge.seat(record) == 3
    assert judge.legal(record) == "7D"


@JUDGES
@pytest.mark.parametrize("rules", list(PRESETS))
def test_rule_17_nothing_but_trumps(judge: Judge, rules: str) -> None:
    assert judge.legal(dealt({1: "LB AS 3S"}, rules=rules)) == "LB AS 3S"


@JUDGES
@pytest.mark.parametrize(
    ("hand", "led", "legal"),
    [
        ("KH 2H AS", "QH", "KH 2H"),
        ("KC 2D AS", "QH", "AS 2D KC"),
        ("LB 2D AH", "9S", "LB"),
        ("BB LB 2D", "9S", "BB LB"),
        ("BB 2D 3H", "QH", "3H"),
        ("BB 2D 3C", "QH", "BB 2D 3C"),
        ("2S 3S AH", "KS", "3S 2S"),
    ],
)
def test_rule_18_following(judge: Judge, hand: str, led: str, legal: str) -> None:
    record = dealt({1: f"{led} 4C 5C", 2: hand}, bids=BOARDED, plays=led)
    assert judge.legal(record) == legal


JOKER_LEADS = {1: "BB LB 2D", 2: "AS 3S 2H", 3: "KS 4S 3H", 0: "QS 6S 4H"}
PLAYED = {"BB": {2: "AS", 3: "KS", 0: "QS"}, "LB": {2: "3S", 3: "4S", 0: "6S"}}
FREE = {2: "AS 3S", 3: "KS 4S", 0: "QS 6S"}


@JUDGES
@pytest.mark.parametrize(
    ("led", "rules", "free"),
    [
        ("BB", "classic", []),
        ("LB", "classic", []),
        ("BB", {"big_lead": "opponents"}, [3]),
        ("LB", {"big_lead": "opponents"}, []),
        ("LB", {"little_lead": 0}, [2, 3, 0]),
        ("BB", {"little_lead": 0}, []),
        ("BB", "bab-online", [3]),
        ("LB", "bab-online", [2, 3, 0]),
    ],
)
def test_rules_19_20_joker_leads(judge: Judge, led: str, rules: Any, free: list[int]) -> None:
    changes = rules if isinstance(rules, dict) else {"base": rules}
    record = dealt(JOKER_LEADS, bids=BOARDED, rules={**changes, "boarder_exempt": 1}, plays=led)
    for seat in (2, 3, 0):
        assert judge.legal(record) == (FREE[seat] if seat in free else PLAYED[led][seat])
        record["plays"].append(PLAYED[led][seat])
    assert judge.answer(record)["tricks"] == [1]


@JUDGES
def test_rule_19_void_plays_anything(judge: Judge) -> None:
    for led in ("BB", "LB"):
        record = dealt({1: f"{led} 2D", 2: "AH 2C"}, bids=BOARDED, plays=led)
        assert judge.legal(record) == "AH 2C"


@JUDGES
def test_rule_19_a_joker_that_is_not_led_forces_nothing(judge: Judge) -> None:
    hands = {1: "3S 9D", 2: "BB 2C", 3: "AS 4S", 0: "KS 6S"}
    record = dealt(hands, bids=BOARDED, plays="3S BB")
    assert judge.legal(record) == "AS 4S"


@JUDGES
def test_rule_20_the_big_blooper_alone_falls_on_the_little(judge: Judge) -> None:
    hands = {1: "LB 2D", 2: "BB 2H", 3: "AS 3H", 0: "4H 5H"}
    record = dealt(hands, bids=BOARDED, plays="LB")
    assert judge.legal(record) == "BB"
    more = dealt({**hands, 2: "BB 2S"}, bids=BOARDED, plays="LB")
    assert judge.legal(more) == "2S"


@JUDGES
@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("9H AH KH QH", 2),
        ("9H AD AC KD", 1),
        ("9H 2S AH KH", 2),
        ("9H 2S 3S KH", 3),
        ("9H LB 3S BB", 0),
        ("2S AH AD LB", 0),
    ],
)
def test_rule_21_winner(judge: Judge, trick: str, winner: int) -> None:
    hands = dict(zip((1, 2, 3, 0), trick.split(), strict=True))
    record = dealt(hands, bids=BOARDED, plays=trick)
    assert judge.answer(record)["tricks"] == [winner]


@JUDGES
def test_rule_21_the_winner_leads(judge: Judge) -> None:
    for winner in range(4):
        cards = ["4H", "5H", "6H", "7H"]
        cards[winner] = "AH"
        hands = {seat: f"{card} {seat + 2}D" for seat, card in enumerate(cards)}
        record = dealt(hands, plays=" ".join(cards[seat] for seat in (1, 2, 3, 0)))
        assert judge.seat(record) == winner


# Scoring


@JUDGES
@pytest.mark.parametrize(("rules", "worth"), [("classic", 5), ("nbird11", 3), ("bab-online", 10)])
def test_rule_22_numbers(judge: Judge, rules: str, worth: int) -> None:
    numbers = {"base": rules, "rainbow_points": 0}
    for won in range(5):
        dealer, eldest = points(judge, "1 2 pass pass", won, rules=numbers)
        assert dealer == (2 * worth + won - 2 if won >= 2 else -2 * worth)
        assert eldest == (worth + 3 - won if won <= 3 else -worth)


@JUDGES
@pytest.mark.parametrize(
    ("rules", "worth"),
    [("classic", [60, 120]), ("bab-online", [120, 240]), ("nbird11", [10, 20])],
)
def test_rule_23_boards(judge: Judge, rules: str, worth: list[int]) -> None:
    single, double = worth
    assert points(judge, "pass board 1 pass", 6, 6, rules)[0] == single
    assert points(judge, "pass board 1 pass", 5, 6, rules)[0] == -single
    assert points(judge, "board pass pass board", 6, 6, rules) == [double, -single]
    assert points(judge, "board pass pass board", 0, 6, rules) == [-double, single]


@JUDGES
@pytest.mark.parametrize(
    ("hand", "faced", "extra"),
    [
        ("AS 2H 2D 2C", "5S", 10),
        ("BB 2H 2D 2C", "5S", 10),
        ("LB 2H 2D 2C", "5S", 10),
        ("BB 2H 2D 2S", "5S", 0),
        ("BB 2H 2D 2S", "5C", 10),
        ("BB 2H 2D 2C", "LB", 0),
        ("AS 2H 2D 3D", "5S", 0),
        ("AS 2H 2D 2C", "LB", 10),
    ],
)
def test_rule_24_rainbow(judge: Judge, hand: str, faced: str, extra: int) -> None:
    others = {0: "9H TH JH QH", 2: "9D TD JD QD", 3: "9C TC JC QC"}
    hands = {**others, 1: hand}
    plain = dealt(hands, faced=faced, rules={"joker_faced": "lone_trump"}, finish=True)
    paid = plain | {"rules": {"joker_faced": "lone_trump", "rainbow_points": 10}}
    dealer, eldest = judge.answer(plain)["points"]
    assert judge.answer(paid)["points"] == [dealer, eldest + extra]
    assert judge.answer(paid | {"bids": ["pass"] * 4, "plays": []}) == {"redeal": True}


@JUDGES
def test_rule_24_both_partners_and_four_cards_only(judge: Judge) -> None:
    rules = {"rainbow_points": 7}
    hands = {0: "AS KH KD KC", 2: "KS QH QD QC", 1: "2H 3H 4H 5H", 3: "2D 3D 4D 5D"}
    plain = dealt(hands, finish=True)
    dealer, eldest = judge.answer(plain)["points"]
    assert judge.answer(plain | {"rules": rules})["points"] == [dealer + 14, eldest]
    five = dealt({seat: f"{hand} {seat + 6}C" for seat, hand in hands.items()}, finish=True)
    assert judge.answer(five) == judge.answer(five | {"rules": rules})


@JUDGES
def test_rule_24_after_the_swap(judge: Judge) -> None:
    hands = {1: "LB KH KD KC", 0: "2H 3H 4H 5H", 2: "2D 3D 4D 5D", 3: "2C 3C 4C 5C"}
    plain = dealt(hands, faced="BB", next="AS", finish=True)
    dealer, eldest = judge.answer(plain)["points"]
    paid = judge.answer(plain | {"rules": {"rainbow_points": 10}})
    assert paid["points"] == [dealer, eldest + 10]


# Edge cases


@JUDGES
def test_edge_40_joker_faced_at_thirteen_cards(judge: Judge) -> None:
    rest = [card for card in oracle.PACK if card not in ("BB", "LB", "7C")]
    hands = [rest[seat::4][:13] for seat in range(4)]
    hands[2] = [*hands[2][:12], "LB"]
    left = next(card for card in rest if not any(card in hand for hand in hands))
    for seat in range(4):
        if len(hands[seat]) < 13:
            hands[seat].append(left)
    record = {
        "hands": [" ".join(hand) for hand in hands],
        "faced": "BB",
        "next": "7C",
        "bids": ["pass", 5, "pass", "pass"],
        "plays": [],
    }
    assert len({card for hand in hands for card in hand} | {"BB", "7C"}) == 54
    legal = judge.legal(record).split()
    assert judge.seat(record) == 2
    assert "7C" in legal
    assert "LB" not in legal
    assert len(legal) == 13
    assert judge.answer(record)["trump"] is None
    lone = record | {"rules": {"joker_faced": "lone_trump"}}
    assert judge.answer(lone)["trump"] == "LB"
    assert "LB" not in judge.legal(lone).split()  # held, but trumps are not broken


@JUDGES
@pytest.mark.parametrize(("led", "forced"), [("LB", "3S"), ("BB", "AS")])
def test_edge_41_forced_trump(judge: Judge, led: str, forced: str) -> None:
    record = dealt({1: f"{led} 2D 3D", 2: "AS 3S KH"}, bids=BOARDED, plays=led)
    assert judge.legal(record) == forced


@JUDGES
def test_edge_42_a_team_that_passed_counts_its_tricks(judge: Judge) -> None:
    assert points(judge, "1 pass pass pass", 2) == [2, 6]


@JUDGES
def test_edge_43_board_and_double_board(judge: Judge) -> None:
    assert points(judge, "board board pass pass", 4) == [80, -40]
    assert points(judge, "board board pass pass", 4, rules={"boards_raised": 1}) == [80, -80]


# Decisions


@JUDGES
def test_decision_1_eldest_bids_first(judge: Judge) -> None:
    assert judge.answer(dealt("5", bids="3 3 3 3"))["leader"] == 1


@JUDGES
def test_decision_2_the_boarder_alone_is_free(judge: Judge) -> None:
    hands = {1: "AS 3H", 2: "2S 4H", 3: "9S 7H", 0: "JH QH"}
    assert judge.legal(dealt(hands, bids="board pass pass pass")) == "AS 3H"
    passing = {1: "AH 4D", 2: "4H 5H", 3: "AD 9S", 0: "JH QH"}
    record = dealt(passing, bids="board pass pass pass", plays="4D 4H AD JH")
    assert judge.legal(record) == "9S"  # nothing but trumps
    assert judge.legal(dealt({1: "AS 3S"}, bids="1 pass pass pass")) == "AS 3S"


@JUDGES
def test_decision_3_no_joker_is_left(judge: Judge) -> None:
    record = dealt({0: "LB KH"}, faced="BB", next="AS", bids="pass pass pass 1")
    assert judge.legal(record) == "AS KH"


@JUDGES
def test_decision_4_the_partners_number_is_void(judge: Judge) -> None:
    assert points(judge, "pass board pass 3", 4) == [40, 0]
    assert points(judge, "pass 3 pass board", 3) == [-40, 1]
    assert points(judge, "pass board pass board", 4) == [80, 0]


@JUDGES
def test_decision_5_too_high_a_sum(judge: Judge) -> None:
    assert points(judge, "pass 3 pass 2", 4) == [-25, 0]


@JUDGES
def test_decision_6_partners_are_forced_too(judge: Judge) -> None:
    for led, forced in (("BB", "KS"), ("LB", "4S")):
        played = PLAYED[led][2]
        record = dealt(JOKER_LEADS, bids=BOARDED, plays=f"{led} {played}")
        assert judge.seat(record) == 3
        assert judge.legal(record) == forced


@JUDGES
def test_decision_7_all_pass_scores_nothing(judge: Judge) -> None:
    assert judge.answer(dealt("1", bids="pass pass pass pass")) == {"redeal": True}


@JUDGES
def test_decision_8_boards_before_numbers(judge: Judge) -> None:
    assert judge.answer(dealt("13", bids="board 12 12 12"))["leader"] == 1
    assert judge.answer(dealt("13", bids="board 12 board 12"))["leader"] == 3
    assert judge.answer(dealt("13", bids="11 12 12 11"))["leader"] == 2
