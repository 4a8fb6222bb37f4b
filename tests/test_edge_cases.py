"""The numbered edge cases, each as deal records with what they must come to.

Every test runs against the oracle and against the engine, through the fixture `judge`.
"""

from typing import Any

import pytest

from tests import oracle
from tests.judges import BOTH, Judge, deal, position


@BOTH
def test_edge_01_jack_kicked(judge: Judge, rules: str) -> None:
    hand = deal({1: "AS", 0: "4S"}, kicks="JS", rules=rules)
    assert judge.before_game(hand) == ["kick dealer 3", "high eldest 1", "low dealer 1"]


@BOTH
def test_edge_02_ace_kicked_is_not_high(judge: Judge, rules: str) -> None:
    hand = deal({2: "KS", 1: "4S"}, kicks="AS", rules=rules)
    assert judge.before_game(hand) == ["kick dealer 1", "high dealer 1", "low eldest 1"]


@BOTH
def test_edge_03_two_kicked_is_not_low(judge: Judge, rules: str) -> None:
    hand = deal({3: "3S", 0: "9S"}, kicks="2S", rules=rules)
    assert judge.before_game(hand) == ["high dealer 1", "low eldest 1"]


@BOTH
def test_edge_04_both_kicks_count_and_the_other_jack_is_plain(judge: Judge, rules: str) -> None:
    hand = deal(
        {1: "JH 2C", 2: "QH", 3: "3H", 0: "4H AC"},
        kicks="6H JC",
        said="run",
        plays="JH QH 3H 4H",
        rules=rules,
    )
    assert judge.score(hand)["tricks"][0] == {"winner": 2, "pips": 3}
    expected = ["kick dealer 2", "kick dealer 3", "high dealer 1", "low eldest 1"]
    assert judge.before_game(hand) == expected


def test_edge_06_pack_exhausted_classic(judge: Judge) -> None:
    hand = deal(kicks="4H 7H QH", said="run", score=(3, 5), stock="8C")
    answer = {"tricks": [], "awards": [], "score": [3, 5], "winner": None, "redeal": True}
    assert judge.score(hand) == answer
    assert judge.legal(hand) == {"seat": None, "legal": []}


def test_edge_06_pack_exhausted_tournament(judge: Judge) -> None:
    hand = deal({1: "AC", 0: "2C"}, kicks="4H 7H QH 8C", said="run", rules="tournament")
    answer = judge.score(hand)
    assert "redeal" not in answer
    assert len(answer["tricks"]) == 12
    assert judge.awards(hand)[:2] == ["high eldest 1", "low dealer 1"]


@BOTH
def test_edge_08_no_second_beg(judge: Judge, rules: str) -> None:
    hand = deal({0: "3C"}, kicks="4H 9C", said="run", rules=rules, finish=False)
    assert "C" not in hand["hands"][1]
    assert judge.legal(hand)["seat"] == 1
    again = deal({0: "3C"}, kicks="4H 9C 9D", said="run", rules=rules, finish=False)
    with pytest.raises(judge.error):
        judge.score(again)


@BOTH
def test_edge_09_kick_wins_before_any_choice(judge: Judge, rules: str) -> None:
    hand = deal({1: "AS"}, kicks="6S", score=(12, 13), rules=rules, finish=False)
    expected = {
        "tricks": [],
        "awards": [["kick", "dealer", 2]],
        "score": [14, 13],
        "winner": "dealer",
    }
    assert judge.score(hand) == expected
    assert judge.legal(hand) == {"seat": None, "legal": []}


@BOTH
def test_edge_10_begged_at_thirteen(judge: Judge, rules: str) -> None:
    given = deal({0: "2S"}, said="give", score=(0, 13), rules=rules, finish=False)
    with pytest.raises(judge.error):
        judge.score(given)
    run = deal(kicks="9S 5H", said="run", score=(0, 13), rules=rules, finish=False)
    assert judge.score(run)["winner"] is None
    given["rules"] = {"base": rules, "gift_can_win": 1}
    answer = judge.score(given)
    assert answer["awards"] == [["gift", "eldest", 1]]
    assert (answer["score"], answer["winner"]) == ([0, 14], "eldest")


@BOTH
def test_edge_11_high_before_the_rest(judge: Judge, rules: str) -> None:
    hands = {1: "AS 2C", 0: "JS 2S AC KC QC", 2: "AH AD KH KD TC 3D", 3: "2H 3C"}
    start = "AS 3D 2H 2S 2C TC 3C JS"
    game = 1 if rules == "classic" else 2
    early = deal(hands, plays=start, rules=rules)
    everything = ["high eldest 1", "low dealer 1", "jack dealer 1", f"game dealer {game}"]
    assert judge.awards(early) == everything
    late = judge.score(early | {"score": [13, 13]})
    assert late["awards"] == [["high", "eldest", 1]]
    assert (late["score"], late["winner"]) == ([13, 14], "eldest")


@BOTH
def test_edge_14_low_stays_with_its_holder(judge: Judge, rules: str) -> None:
    hand = deal({1: "AS", 2: "2S", 3: "7S", 0: "4S"}, plays="AS 2S 7S 4S", rules=rules)
    assert judge.score(hand)["tricks"][0] == {"winner": 1, "pips": 4}
    assert judge.before_game(hand) == ["high eldest 1", "low dealer 1"]


@BOTH
def test_edge_15_jack_overtaken_by_partner(judge: Judge, rules: str) -> None:
    hand = deal({1: "5S", 2: "JS", 3: "7S", 0: "AS"}, plays="5S JS 7S AS", rules=rules)
    assert judge.before_game(hand) == ["high dealer 1", "low eldest 1", "jack dealer 1"]


@BOTH
def test_edge_16_hang_by_overtrump(judge: Judge, rules: str) -> None:
    hands = {1: "TH", 2: "JS", 3: "QS", 0: "3H"}
    hand = deal(hands, plays="TH JS QS 3H", rules=rules)
    assert judge.score(hand)["tricks"][0] == {"winner": 3, "pips": 13}
    assert judge.before_game(hand) == ["high eldest 1", "low dealer 1", "hang eldest 3"]


@BOTH
def test_edge_18_jack_alone_must_follow(judge: Judge, rules: str) -> None:
    assert judge.may_play(position("JS AD TH", "AS", rules)) == "JS"


@pytest.mark.parametrize(("rules", "legal"), [("classic", "4S 5H"), ("tournament", "5H")])
def test_edge_19_undertrump_while_holding_the_suit(judge: Judge, rules: str, legal: str) -> None:
    assert judge.may_play(position("5H 4S 8D", "KH 9S", rules)) == legal


@pytest.mark.parametrize(("rules", "legal"), [("classic", "4S 8D"), ("tournament", "8D")])
def test_edge_20_undertrump_when_void(judge: Judge, rules: str, legal: str) -> None:
    assert judge.may_play(position("4S 8D", "KH 9S", rules)) == legal


@pytest.mark.parametrize(
    ("hand", "undertrump", "escape", "legal"),
    [
        ("KS 4S", 0, "all_trumps", "KS 4S"),
        ("KS 4S", 0, "no_choice", "KS"),
        ("KS 4S", 1, "no_choice", "KS 4S"),
        ("4S 3S", 0, "no_choice", "4S 3S"),
        ("4S 3S", 0, "all_trumps", "4S 3S"),
        ("KS 4S 8D", 0, "all_trumps", "KS 8D"),
        ("KS 4S 8D", 0, "no_choice", "KS 8D"),
    ],
)
def test_edge_22_undertrump_escape(
    judge: Judge, hand: str, undertrump: int, escape: str, legal: str
) -> None:
    rules = {"undertrump": undertrump, "undertrump_escape": escape}
    assert judge.may_play(position(hand, "KH 9S", rules)) == legal


@BOTH
def test_edge_24_trump_though_able_to_follow(judge: Judge, rules: str) -> None:
    assert judge.may_play(position("AD 2S 7C", "TD", rules)) == "2S AD"


@BOTH
def test_edge_25_no_duty_to_trump(judge: Judge, rules: str) -> None:
    assert judge.may_play(position("5S 3C", "TD", rules)) == "5S 3C"


@BOTH
def test_edge_26_a_third_suit_cannot_win(judge: Judge, rules: str) -> None:
    hands = {1: "2D", 2: "AC 6H 7H 8H 6C 7C", 3: "3D", 0: "4D"}
    hand = deal(hands, plays="2D AC 3D 4D", rules=rules, finish=False)
    assert judge.score(hand)["tricks"] == [{"winner": 0, "pips": 4}]


@BOTH
def test_edge_27_lone_jack(judge: Judge, rules: str) -> None:
    hand = deal({1: "JS"}, rules=rules)
    assert judge.before_game(hand) == ["high eldest 1", "low eldest 1", "jack eldest 1"]


@BOTH
def test_edge_29_no_trump_dealt(judge: Judge, rules: str) -> None:
    hand = deal({1: "AH"}, rules=rules)
    game = 1 if rules == "classic" else 2
    assert judge.awards(hand) == [f"game eldest {game}"]


@pytest.mark.parametrize(
    ("rules", "awards"),
    [
        ("classic", []),
        ("tournament", ["game eldest 2"]),
        ({"game_tie": "dealer"}, ["game dealer 1"]),
        ({"game_tie": "nondealer"}, ["game eldest 1"]),
    ],
)
def test_edge_30_game_tied_at_twenty(judge: Judge, rules: Any, awards: list[str]) -> None:
    hands = {
        1: "TD TH 5H 8H 3C 4C",
        2: "2D 2H AH QH 5C 7C",
        3: "3D 3H 6H 7H 2C 8C",
        0: "4D 4H KH JH TC 6C",
    }
    plays = "TD 2D 3D 4D TH 2H 3H 4H 5H AH 6H KH QH 7H JH 8H 5C 2C TC 3C 6C 4C 7C 8C"
    hand = deal(hands, plays=plays, rules=rules)
    pips = [0, 0]
    for trick in judge.score(hand)["tricks"]:
        pips[trick["winner"] % 2] += trick["pips"]
    assert pips == [20, 20]
    assert judge.awards(hand) == awards


@BOTH
def test_edge_32_ten_kicked(judge: Judge, rules: str) -> None:
    hand = deal(kicks="TC 4C 9H", said="run", stock="2C", rules=rules)
    answer = judge.score(hand)
    assert len(answer["tricks"]) == 12
    assert sum(trick["pips"] for trick in answer["tricks"]) == 70


@BOTH
def test_edge_35_decided_though_already_won(judge: Judge, rules: str) -> None:
    hand = deal({3: "AS", 0: "JS 2S"}, score=(0, 13), rules=rules)
    answer = judge.score(hand)
    assert answer["awards"] == [["high", "eldest", 1]]
    assert answer["winner"] == "eldest"
    assert judge.score(hand | {"plays": []})["winner"] is None
    with pytest.raises(judge.error):
        judge.score(hand | {"eldest": None, "plays": []})


@BOTH
def test_edge_36_all_cards_are_somewhere(judge: Judge, rules: str) -> None:
    hand = deal(kicks="4H 7H 9D", said="run", rules=rules)
    dealt = " ".join(hand["hands"]).split() + hand["kicks"]
    assert len(set(dealt)) == 51
    assert len(judge.score(hand)["tricks"]) == 12
    [stock] = set(oracle.PACK) - set(dealt)
    dead_in_hand = [hand["hands"][0].replace("2S", "4H"), *hand["hands"][1:]]
    for change in ({"kicks": [*hand["kicks"], stock]}, {"hands": dead_in_hand}):
        with pytest.raises(judge.error):
            judge.score(hand | change | {"plays": []})


@BOTH
def test_edge_38_a_call_is_no_licence_to_revoke(judge: Judge, rules: str) -> None:
    hand = deal(
        {1: "5H 6D AH", 2: "QD 9H", 3: "2H 7D", 0: "3H 8D"},
        plays="5H",
        rules=rules,
        finish=False,
    ) | {"exposed": [["QD", 2, 0]]}
    assert "9H" in judge.may_play(hand)
    assert "QD" not in judge.may_play(hand)
    for judged in (judge.legal, judge.score):
        with pytest.raises(judge.error, match=r"trick 1.*QD"):
            judged(hand | {"calls": [["QD", 1, 1]]})
    later = hand | {"plays": ["AH", "9H", "2H", "3H", "6D"]}
    assert judge.may_play(later) != "QD"
    assert judge.may_play(later | {"calls": [["QD", 3, 2]]}) == "QD"
    with pytest.raises(judge.error):
        judge.score(later | {"calls": [["QD", 3, 2]], "plays": [*later["plays"], "2D"]})
