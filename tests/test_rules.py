"""The numbered rules, each as deal records with what they must come to.

Every test runs against the oracle and against the engine, through the fixture `judge`.
"""

from typing import Any

import pytest

from tests import oracle
from tests.judges import BOTH, Judge, deal, position


@BOTH
def test_rule_06_the_kick_makes_trump(judge: Judge, rules: str) -> None:
    hand = deal({1: "AS", 2: "2H"}, kicks="9H", plays="AS 2H", rules=rules)
    assert judge.score(hand)["tricks"][0]["winner"] == 2


@pytest.mark.parametrize(
    ("rules", "kick", "points"),
    [
        *((rules, "AS", 1) for rules in ("classic", "tournament", "tobago", "stag")),
        *((rules, "JS", 3) for rules in ("classic", "tournament", "tobago", "stag")),
        *((rules, "6S", 2) for rules in ("classic", "tournament", "stag")),
        *((rules, rank + "S", 0) for rules in ("classic", "stag") for rank in "2345789TQK"),
        ("tobago", "2S", 2),
        ("tobago", "6S", 0),
        ({"kick_points": "A:4,K:3,Q:2,J:1"}, "QS", 2),
        ({"kick_points": "A:4,K:3,Q:2,J:1"}, "6S", 0),
        ({"kick_points": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]}, "3S", 2),
    ],
)
def test_rule_07_kick_points(judge: Judge, rules: Any, kick: str, points: int) -> None:
    hand = deal(kicks=kick, rules=rules, finish=False)
    assert judge.awards(hand) == ([f"kick dealer {points}"] if points else [])
    assert judge.score(hand)["score"] == [points, 0]


@BOTH
@pytest.mark.parametrize("kicks", ["4S 6S", "4S 6H", "4S 5S 6S", "4S 5S 6H"])
def test_rule_08_a_later_kick_ends_the_match(judge: Judge, rules: str, kicks: str) -> None:
    hand = deal(kicks=kicks, said="run", score=(12, 13), rules=rules, finish=False)
    answer = judge.score(hand)
    assert answer["awards"] == [["kick", "dealer", 2]]
    assert (answer["score"], answer["winner"]) == ([14, 13], "dealer")
    assert "redeal" not in answer
    assert judge.legal(hand) == {"seat": None, "legal": []}


@BOTH
def test_rule_10_stand(judge: Judge, rules: str) -> None:
    hand = deal({1: "AS"}, rules=rules)
    assert len(judge.score(hand)["tricks"]) == 6
    assert judge.awards(hand)[0] == "high eldest 1"


@BOTH
def test_rule_11_take_one(judge: Judge, rules: str) -> None:
    hand = deal({0: "2S"}, said="give", rules=rules, finish=False)
    assert judge.score(hand)["awards"] == [["gift", "eldest", 1]]
    assert judge.score(hand)["score"] == [0, 1]
    assert judge.legal(hand)["seat"] == 1
    two = judge.score(hand | {"rules": {"base": rules, "gift": 2}})
    assert two["awards"] == [["gift", "eldest", 2]]


def test_rule_11_the_gift_may_not_win(judge: Judge) -> None:
    hand = deal({0: "2S"}, said="give", score=(0, 12), finish=False)
    assert judge.score(hand)["score"] == [0, 13]
    with pytest.raises(judge.error):
        judge.score(hand | {"rules": {"gift": 2}})


@BOTH
def test_rule_12_run(judge: Judge, rules: str) -> None:
    hand = deal({1: "AS", 0: "2H 3H"}, kicks="6S JH", said="run", rules=rules)
    answer = judge.score(hand)
    assert len(answer["tricks"]) == 9
    expected = ["kick dealer 2", "kick dealer 3", "high dealer 1", "low dealer 1"]
    assert judge.before_game(hand) == expected


@BOTH
def test_rule_13_new_suit_is_trump(judge: Judge, rules: str) -> None:
    hand = deal({1: "AS", 2: "2H"}, kicks="5S 9H", said="run", plays="AS 2H", rules=rules)
    assert judge.score(hand)["tricks"][0]["winner"] == 2


@BOTH
def test_rule_14_same_suit_runs_again(judge: Judge, rules: str) -> None:
    hand = deal({3: "2C"}, kicks="AS 6S JC", said="run", rules=rules)
    assert judge.awards(hand)[:3] == ["kick dealer 1", "kick dealer 2", "kick dealer 3"]
    assert len(judge.score(hand)["tricks"]) == 12


@BOTH
@pytest.mark.parametrize(("kicks", "size"), [("9S", 6), ("9S 8C", 9), ("9S 8S 8C", 12)])
def test_rule_15_hands_of_six_nine_or_twelve(
    judge: Judge, rules: str, kicks: str, size: int
) -> None:
    hand = deal(kicks=kicks, said="stand" if size == 6 else "run", rules=rules)
    assert len(judge.score(hand)["tricks"]) == size
    assert judge.legal(hand) == {"seat": None, "legal": []}


@pytest.mark.parametrize(
    ("rules", "kicks", "points"),
    [("classic", "4H 6H JH", [2, 3]), ("tournament", "4H 6H JH AH", [2, 3, 1])],
)
def test_rule_16_exhausted_pack(judge: Judge, rules: str, kicks: str, points: list[int]) -> None:
    hand = deal(kicks=kicks, said="run", rules=rules, score=(1, 2), finish=False)
    assert judge.score(hand) == {
        "tricks": [],
        "awards": [["kick", "dealer", n] for n in points],
        "score": [1 + sum(points), 2],
        "winner": None,
        "redeal": True,
    }
    assert judge.legal(hand) == {"seat": None, "legal": []}


@pytest.mark.parametrize("kick", ["6S", "6H"])
def test_rule_16_the_last_card_ends_the_match(judge: Judge, kick: str) -> None:
    kicks = f"4H 5H 7H {kick}"
    hand = deal(kicks=kicks, said="run", rules="tournament", score=(12, 2), finish=False)
    answer = judge.score(hand)
    assert (answer["awards"], answer["winner"]) == ([["kick", "dealer", 2]], "dealer")
    assert "redeal" not in answer


@BOTH
def test_rule_17_all_cards_are_played(judge: Judge, rules: str) -> None:
    hand = deal({1: "AC", 0: "2C"}, kicks="9S 8C", said="run", rules=rules)
    assert len(hand["plays"]) == 36
    early = hand | {"plays": hand["plays"][:-1]}
    assert len(judge.score(early)["tricks"]) == 8
    assert judge.awards(early) == []
    assert len(judge.legal(early)["legal"]) == 1


@BOTH
def test_rule_18_the_stock_never_counts(judge: Judge, rules: str) -> None:
    hand = deal({1: "KS", 0: "3S"}, stock="AS JS 2S", rules=rules)
    assert judge.before_game(hand) == ["high eldest 1", "low dealer 1"]


@BOTH
def test_rule_18_rejected_suit_never_counts(judge: Judge, rules: str) -> None:
    hand = deal({1: "KH JS", 0: "3H AS"}, kicks="9S JH", said="run", rules=rules)
    assert judge.before_game(hand) == ["kick dealer 3", "high eldest 1", "low dealer 1"]


@BOTH
@pytest.mark.parametrize(("said", "kicks"), [("stand", "9S"), ("give", "9S"), ("run", "9S 8C")])
def test_rule_19_eldest_leads(judge: Judge, rules: str, said: str, kicks: str) -> None:
    hand = deal({1: "AS KD 9C 4C 3H 2D", 0: "2S"}, kicks=kicks, said=said, rules=rules)
    start = judge.legal(hand | {"plays": []})
    assert start["seat"] == 1
    assert start["legal"] == [c for c in oracle.PACK if c in hand["hands"][1].split()]


@BOTH
@pytest.mark.parametrize("winner", [0, 1, 2, 3])
def test_rule_19_the_winner_leads(judge: Judge, rules: str, winner: int) -> None:
    cards = ["2D", "3D", "4D", "5D"]
    cards[winner] = "AD"
    hands = dict(enumerate(cards))
    plays = f"{cards[1]} {cards[2]} {cards[3]} {cards[0]}"
    hand = deal(hands, plays=plays, rules=rules, finish=False)
    answer = judge.legal(hand)
    assert answer["seat"] == winner
    assert len(answer["legal"]) == 5


@BOTH
@pytest.mark.parametrize(
    ("hand", "legal"),
    [("KS 3S AD", "KS 3S"), ("3S 2S AD", "3S 2S"), ("AD 7H 7C", "7H AD 7C")],
)
def test_rule_20_trump_led(judge: Judge, rules: str, hand: str, legal: str) -> None:
    assert judge.may_play(position(hand, "9S", rules)) == legal
    assert judge.may_play(position(hand, "9S TS", rules)) == legal


@BOTH
def test_rule_21_follow_or_trump(judge: Judge, rules: str) -> None:
    assert judge.may_play(position("KD 2D 2S 7C AH", "TD", rules)) == "2S KD 2D"
    assert judge.may_play(position("KD 2D 7C AH", "TD", rules)) == "KD 2D"


@BOTH
def test_rule_22_void_plays_anything(judge: Judge, rules: str) -> None:
    assert judge.may_play(position("5S 3C AH", "TD", rules)) == "5S AH 3C"
    assert judge.may_play(position("5C 3C AH", "TD 2D", rules)) == "AH 5C 3C"


@BOTH
def test_rule_23_no_duty_to_head_the_trick(judge: Judge, rules: str) -> None:
    assert judge.may_play(position("AD 2D AS", "KD 3D", rules)) == "AS AD 2D"
    assert judge.may_play(position("AS 2S 8H", "KS 3S", rules)) == "AS 2S"


@pytest.mark.parametrize(
    ("trick", "classic", "tournament"),
    [
        ("KH 9S", "TS 8S 5H", "TS 5H"),
        ("KH 9S 7S", "TS 8S 5H", "TS 5H"),
        ("KH 7S QH", "TS 8S 5H", "TS 8S 5H"),
        ("KH 7S JS", "TS 8S 5H", "5H"),
        ("KH QH", "TS 8S 5H", "TS 8S 5H"),
        ("KS 9S", "TS 8S", "TS 8S"),
    ],
)
def test_rule_24_undertrump(judge: Judge, trick: str, classic: str, tournament: str) -> None:
    if trick != "KH 9S 7S":  # which TOURNAMENT forbids to begin with, unless with trumps alone
        assert judge.may_play(position("TS 8S 5H 2D", trick, "tournament")) == tournament
    assert judge.may_play(position("TS 8S 5H 2D", trick)) == classic


@BOTH
@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("5S JS 7S AS", 0),
        ("2D AC 3D 4D", 0),
        ("2D AC 3C 4C", 1),
        ("AD 2S KD QD", 2),
        ("AD 2S 3S QD", 3),
        ("TD QD AD KD", 3),
        ("9D TD 8D 7D", 2),
    ],
)
def test_rule_25_trick_winner(judge: Judge, rules: str, trick: str, winner: int) -> None:
    others = {1: "2H 3H 4H 5H 6H", 2: "7H 8H 9H TH JH", 3: "5C 6C 7C 8C 9C", 0: "TC JC QC KC QH"}
    cards = trick.split()
    hands = {seat: f"{cards[seat - 1]} {others[seat]}" for seat in range(4)}
    hand = deal(hands, kicks="6S", plays=trick, rules=rules, finish=False)
    pips = sum(oracle.PIPS.get(card[0], 0) for card in cards)
    assert judge.score(hand)["tricks"] == [{"winner": winner, "pips": pips}]


@BOTH
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_rule_26_high(judge: Judge, rules: str, seat: int) -> None:
    hand = deal({seat: "KS", (seat + 1) % 4: "QS"}, stock="AS", rules=rules)
    assert f"high {oracle.TEAMS[seat % 2]} 1" in judge.before_game(hand)


@BOTH
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_rule_27_low(judge: Judge, rules: str, seat: int) -> None:
    hand = deal({seat: "3S", (seat + 1) % 4: "QS"}, stock="2S", rules=rules)
    assert f"low {oracle.TEAMS[seat % 2]} 1" in judge.before_game(hand)


@pytest.mark.parametrize(("low_to", "team"), [("holder", "dealer"), ("taker", "eldest")])
def test_rule_27_low_to(judge: Judge, low_to: str, team: str) -> None:
    hands = {1: "AS", 2: "2S", 3: "7S", 0: "4S"}
    hand = deal(hands, plays="AS 2S 7S 4S", rules={"low_to": low_to})
    assert judge.before_game(hand) == ["high eldest 1", f"low {team} 1"]


def test_rule_27_low_taken_by_its_holder(judge: Judge) -> None:
    hands = {1: "TD", 2: "2D", 3: "3D", 0: "2S QS"}
    hand = deal(hands, plays="TD 2D 3D 2S", rules={"low_to": "taker"})
    assert judge.before_game(hand) == ["high dealer 1", "low dealer 1"]


@BOTH
@pytest.mark.parametrize("kicks", ["9S 8C", "9S 8S 8C"])
def test_rule_28_cards_of_the_run_count(judge: Judge, rules: str, kicks: str) -> None:
    cards = "KD QD 9D 4D 3D 2D"
    hands = {1: f"{cards} AC 7C", 0: "KC 3C", 2: "KH QH 9H 4H 3H 2H 2C"}
    hand = deal(hands, kicks=kicks, said="run", rules=rules)
    assert judge.before_game(hand)[:2] == ["high eldest 1", "low dealer 1"]


@pytest.mark.parametrize(
    ("rules", "plays", "award"),
    [
        ("classic", "TD JS 3D 4D", "jack dealer 1"),
        ("tournament", "TD JS 3D 4D", "jack dealer 1"),
        ("classic", "AS JS 3S 4D", "hang eldest 3"),
        ("tournament", "AS JS 3S 4D", "hang eldest 3"),
        ("stag", "AS JS 3S 4D", "hang eldest 6"),
        ("stag", "TD JS 3D 4D", "jack dealer 1"),
        ({"jack_points": 2, "hang_points": 5}, "TD JS 3D 4D", "jack dealer 2"),
        ({"jack_points": 2, "hang_points": 5}, "AS JS 3S 4D", "hang eldest 5"),
    ],
)
def test_rule_29_jack_and_hang(judge: Judge, rules: Any, plays: str, award: str) -> None:
    hands = {1: "AS TD", 2: "JS 6H 7H 8H 9H TH", 3: "3S 3D", 0: "4D"}
    assert judge.before_game(deal(hands, plays=plays, rules=rules))[2:] == [award]


def test_rule_29_worth_nothing_is_left_out(judge: Judge) -> None:
    rules = {"jack_points": 0, "hang_points": 0, "game_points": 0, "gift": 0}
    hands = {1: "AS TD", 2: "JS 6H 7H 8H 9H TH", 3: "3S 3D", 0: "4D"}
    for plays in ("TD JS 3D 4D", "AS JS 3S 4D"):
        hand = deal(hands, said="give", plays=plays, rules=rules)
        assert judge.awards(hand) == ["high eldest 1", "low eldest 1"]


@pytest.mark.parametrize(("rules", "points"), [("classic", 1), ("tournament", 2), ("stag", 2)])
def test_rule_30_game(judge: Judge, rules: str, points: int) -> None:
    hands = {
        1: "AD KD QD JD TD 9D",
        2: "2D 3D 4D 2C 3C 4C",
        3: "5D 6D 2H 3H 4H 5H",
        0: "7D 8D 5C AC TC TH",
    }
    hand = deal(hands, rules=rules)
    answer = judge.score(hand)
    assert sum(trick["pips"] for trick in answer["tricks"]) == 44
    assert answer["awards"] == [["game", "eldest", points]]


@pytest.mark.parametrize("tie", ["none", "nondealer", "dealer"])
@pytest.mark.parametrize("base", ["classic", "tournament"])
def test_rule_31_nobody_has_pips(judge: Judge, base: str, tie: str) -> None:
    assert judge.awards(deal(rules={"base": base, "game_tie": tie})) == []


@BOTH
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_rule_32_lone_trump(judge: Judge, rules: str, seat: int) -> None:
    team = oracle.TEAMS[seat % 2]
    hand = deal({seat: "7S"}, rules=rules)
    assert judge.before_game(hand) == [f"high {team} 1", f"low {team} 1"]


@pytest.mark.parametrize(("rules", "won"), [("classic", False), ({"target": 7}, True)])
def test_rule_33_target(judge: Judge, rules: Any, won: bool) -> None:
    hand = deal({1: "AS", 0: "2S"}, score=(0, 6), rules=rules)
    assert (judge.score(hand)["winner"] == "eldest") is won


@BOTH
def test_rule_34_order_of_awards(judge: Judge, rules: str) -> None:
    hands = {1: "AS AH AD AC KC KD", 2: "JS 6H 7H 8H", 3: "3S 3D", 0: "2S 5D"}
    hand = deal(hands, kicks="6S", said="give", plays="AS JS 3S 2S", rules=rules)
    game = 1 if rules == "classic" else 2
    awards = [
        "kick dealer 2",
        "gift eldest 1",
        "high eldest 1",
        "low dealer 1",
        "hang eldest 3",
        f"game eldest {game}",
    ]
    assert judge.awards(hand) == awards
    counted = {(9, 8): 6, (9, 9): 5, (11, 8): 4, (9, 12): 3, (0, 11): 5, (11, 12): 3, (0, 5): 6}
    for score, number in counted.items():
        answer = judge.score(hand | {"score": list(score)})
        assert [" ".join(map(str, award)) for award in answer["awards"]] == awards[:number]
        over = max(answer["score"]) >= 14
        assert (answer["winner"] is not None) is over


@pytest.mark.parametrize(("score", "total"), [((13, 0), 16), ((11, 13), 14)])
def test_rule_35_kick_wins_and_may_overrun(
    judge: Judge, score: tuple[int, int], total: int
) -> None:
    answer = judge.score(deal(kicks="JS", score=score, finish=False))
    assert (answer["score"], answer["winner"]) == ([total, score[1]], "dealer")


def test_rule_35_gift_wins(judge: Judge) -> None:
    rules = {"gift": 2, "gift_can_win": 1}
    hand = deal(kicks="6S", said="give", score=(11, 13), rules=rules, finish=False)
    answer = judge.score(hand)
    assert answer["awards"] == [["kick", "dealer", 2], ["gift", "eldest", 2]]
    assert (answer["score"], answer["winner"]) == ([13, 15], "eldest")
    assert judge.legal(hand) == {"seat": None, "legal": []}


@BOTH
def test_rule_36_nothing_is_dealt_after_the_match(judge: Judge, rules: str) -> None:
    for score in ([14, 0], [0, 14], [20, 3]):
        with pytest.raises(judge.error):
            judge.score(deal(rules=rules, finish=False) | {"score": score})
