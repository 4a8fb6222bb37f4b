"""The numbered rules and edge cases, each as deal records with what they must come to.

Every test runs against the oracle and against the engine, through the fixture `judge`. Unless a
test says otherwise trump is spades, and the players hold no trumps but those it names.
"""

import importlib
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from tests import oracle

Record = dict[str, Any]
Answer = dict[str, Any]

BOTH = pytest.mark.parametrize("rules", ["classic", "tournament"])


class Judge(NamedTuple):
    """Whoever answers a record, and the error raised for a record that can't have happened."""

    score: Callable[[Record], Answer]
    legal: Callable[[Record], Answer]
    error: type[ValueError]

    def awards(self, deal: Record) -> list[str]:
        """Write the awards as texts such as "high eldest 1"."""
        return [" ".join(map(str, award)) for award in self.score(deal)["awards"]]

    def before_game(self, deal: Record) -> list[str]:
        """Write the awards of a hand played out, without Game, which the other cards decide."""
        answer = self.score(deal)
        assert answer["winner"] or len(answer["tricks"]) == len(deal["hands"][0].split())
        return [award for award in self.awards(deal) if not award.startswith("game")]

    def may_play(self, deal: Record) -> str:
        """Write the legal cards, spades first, high to low."""
        return " ".join(self.legal(deal)["legal"])


@pytest.fixture(params=["oracle", "engine"])
def judge(request: pytest.FixtureRequest) -> Judge:
    if request.param == "oracle":
        return Judge(oracle.score_record, oracle.legal_record, ValueError)
    records = importlib.import_module("analysis.allfours.records")
    error = importlib.import_module("engine.cards").InputError
    return Judge(records.score_record, records.legal_record, error)


def deal(
    hands: dict[int, str] | None = None,
    *,
    kicks: str = "9S",
    said: str = "stand",
    plays: str = "",
    score: tuple[int, int] = (0, 0),
    rules: Any = "classic",
    stock: str = "",
    finish: bool = True,
) -> Record:
    """Build a record from the cards that matter.

    Hands are filled up from the rest of the pack, low cards first and trumps (the suit of the
    last kick) last, never with a card of `stock`. `said` is "stand", "give" or "run". The play
    goes on from `plays`, each seat with its highest legal card, unless `finish` is false.
    """
    kicked = kicks.split()
    named = {seat: (hands or {}).get(seat, "").split() for seat in range(4)}
    away = {*kicked, *stock.split(), *(card for hand in named.values() for card in hand)}
    rest = [card for card in oracle.PACK if card not in away]
    rest.sort(key=lambda card: (card[1] == kicked[-1][1], oracle.RANKS.index(card[0])))
    size = 3 + 3 * min(len(kicked), 3)
    for number in range(size):
        for hand in named.values():
            if len(hand) <= number:
                hand.append(rest.pop(0))
    record: Record = {
        "rules": rules,
        "score": list(score),
        "hands": [" ".join(named[seat]) for seat in range(4)],
        "kicks": kicked,
        "eldest": "stand" if said == "stand" else "beg",
        "dealer": None if said == "stand" else said,
        "plays": plays.split(),
    }
    if finish:
        play = oracle.Play(oracle.Deal(record))
        while cards := play.legal():
            record["plays"].append(max(cards, key=oracle.rank_of))
            play.play(record["plays"][-1])
    return record


def position(hand: str, trick: str, rules: Any = "classic") -> Record:
    """Build a record that stands before a seat with `hand`, to play to `trick`.

    Seat 1 has won the tricks before and leads to this one.
    """
    cards, begun = hand.split(), trick.split()
    kick = next(c for c in ("8S", "7S", "6S", "5S") if c not in cards + begun)
    rest = [card for card in oracle.PACK if card not in {kick, *cards, *begun}]
    seats: list[list[str]] = [[], [], [], []]
    plays: list[str] = []
    for suit in "CDH" * 3:  # a trick before: four cards of a plain suit, the highest from seat 1
        if len(plays) < 4 * (6 - len(cards)) and sum(card[1] == suit for card in rest) >= 4:
            for seat, card in zip((1, 2, 3, 0), [c for c in rest if c[1] == suit][:4], strict=True):
                rest.remove(card)
                plays.append(card)
                seats[seat].append(card)
    to_play = (1 + len(begun)) % 4
    seats[to_play] += cards
    for seat, card in enumerate(begun, 1):
        seats[seat].append(card)
    others = [card for card in rest if card[1] not in ("S", begun[0][1])]
    for dealt in seats:
        while len(dealt) < 6:
            dealt.append(others.pop())
    named = {seat: " ".join(dealt) for seat, dealt in enumerate(seats)}
    return deal(named, kicks=kick, plays=" ".join(plays + begun), rules=rules, finish=False)


# ---- edge cases -------------------------------------------------------------------------------


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


# ---- rules ------------------------------------------------------------------------------------


@BOTH
def test_rule_06_the_kick_makes_trump(judge: Judge, rules: str) -> None:
    hand = deal({1: "AS", 2: "2H"}, kicks="9H", plays="AS 2H", rules=rules)
    assert judge.score(hand)["tricks"][0]["winner"] == 2


@pytest.mark.parametrize(
    ("rules", "kick", "points"),
    [
        *((rules, "AS", 1) for rules in oracle.PRESETS),
        *((rules, "JS", 3) for rules in oracle.PRESETS),
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


# ---- options ----------------------------------------------------------------------------------


def test_option_kick_kept_stand(judge: Judge) -> None:
    rules = {"kick_kept": 0}
    assert judge.awards(deal(kicks="6S", rules=rules, finish=False)) == ["kick dealer 2"]
    last = deal(kicks="6S", rules=rules, score=(12, 0), finish=False)
    assert judge.score(last)["winner"] == "dealer"
    assert judge.legal(last) == {"seat": None, "legal": []}


@pytest.mark.parametrize(
    ("kicks", "awards"),
    [
        ("6S JH", ["kick dealer 3"]),
        ("6S 9H", []),
        ("6S JS AH", ["kick dealer 1"]),
        ("AS JS 6S", []),
    ],
)
def test_option_kick_kept_run(judge: Judge, kicks: str, awards: list[str]) -> None:
    hand = deal(kicks=kicks, said="run", rules={"kick_kept": 0}, finish=False)
    assert judge.awards(hand) == awards


def test_option_kick_kept_does_not_win_before_the_decision(judge: Judge) -> None:
    rules = {"kick_kept": 0}
    run = deal(kicks="6S 9H", said="run", rules=rules, score=(12, 0), finish=False)
    assert judge.score(run)["winner"] is None
    given = deal(kicks="6S", said="give", rules=rules, score=(12, 0), finish=False)
    assert judge.awards(given) == ["kick dealer 2"]
    assert judge.score(given)["score"] == [14, 0]


def test_option_kick_kept_last_card(judge: Judge) -> None:
    rules = {"base": "tournament", "kick_kept": 0}
    settled = deal(kicks="6S AS JS 6H", said="run", rules=rules, finish=False)
    assert judge.awards(settled) == ["kick dealer 2"]
    again = deal(kicks="9S AS JS 6S", said="run", rules=rules, finish=False)
    assert judge.awards(again) == []
    assert judge.score(again)["redeal"] is True


@pytest.mark.parametrize(
    ("hand", "trick", "undertrump", "legal"),
    [
        ("AD 2S 7C", "TD", 1, "AD"),
        ("5S 3C", "TD", 1, "5S 3C"),
        ("AD 2D 2S", "TD", 0, "AD 2D"),
        ("KS 4S 8D", "KH 9S", 0, "KS 8D"),
        ("KS 4S 8D", "KH 9S", 1, "KS 4S 8D"),
        ("KS 4S 8D", "9S", 0, "KS 4S"),
    ],
)
def test_option_trump_when_void(
    judge: Judge, hand: str, trick: str, undertrump: int, legal: str
) -> None:
    rules = {"follow": "trump_when_void", "undertrump": undertrump}
    assert judge.may_play(position(hand, trick, rules)) == legal


def test_option_stand_void(judge: Judge) -> None:
    void = deal({0: "AS"}, finish=False)
    assert judge.legal(void)["seat"] == 1
    with pytest.raises(judge.error):
        judge.score(void | {"rules": {"stand_void": 0}})
    one = deal({1: "2S"}, rules={"stand_void": 0}, finish=False)
    assert judge.legal(one)["seat"] == 1
    over = deal(kicks="6S", rules={"stand_void": 0}, score=(12, 0), finish=False)
    assert judge.score(over)["winner"] == "dealer"


def test_option_give_void(judge: Judge) -> None:
    void = deal({1: "AS", 2: "2S"}, said="give", finish=False)
    assert judge.awards(void) == ["gift eldest 1"]
    for rules in ("tournament", {"give_void": 0}):
        with pytest.raises(judge.error):
            judge.score(void | {"rules": rules})
    one = deal({0: "2S"}, said="give", rules="tournament", finish=False)
    assert judge.awards(one) == ["gift eldest 1"]


def test_option_base_is_classic(judge: Judge) -> None:
    hand = deal({1: "AS", 2: "JS"}, plays="AS JS")
    wild = hand | {"rules": {"hang_points": 6, "jack_points": 1}}
    assert judge.awards(wild)[:3] == ["high eldest 1", "low dealer 1", "hang eldest 6"]
    plain = {key: value for key, value in hand.items() if key not in ("rules", "score")}
    assert judge.score(plain) == judge.score(hand)


def test_record_may_stop_early(judge: Judge) -> None:
    hand = deal({1: "AS", 2: "2S"}, plays="AS 2S")
    for number in range(24):
        part = hand | {"plays": hand["plays"][:number]}
        answer = judge.score(part)
        assert (len(answer["tricks"]), answer["awards"]) == (number // 4, [])
        assert hand["plays"][number] in judge.legal(part)["legal"]
    unplayed = {key: value for key, value in hand.items() if key != "plays"}
    assert judge.legal(unplayed)["seat"] == 1


# ---- records refused --------------------------------------------------------------------------

PLAYED = deal({1: "AS KD 9C 4C 3H 2D", 2: "2S 5D", 3: "6H", 0: "3S 8H"}, plays="KD 5D")
RUN = deal(kicks="9S 8C", said="run", finish=False)
TWICE = deal(kicks="9S 8S 8C", said="run", finish=False)
WON = deal({1: "AS", 0: "2S"}, kicks="6S", score=(12, 0), finish=False)
GIFT = deal({0: "2S"}, said="give", finish=False)


def without(record: Record, field: str) -> Record:
    return {key: value for key, value in record.items() if key != field}


def with_hand(record: Record, seat: int, old: str, new: str) -> Record:
    """Put other cards into a hand, and take the plays away."""
    hands = list(record["hands"])
    assert old in hands[seat]
    hands[seat] = " ".join(hands[seat].replace(old, new).split())
    return record | {"hands": hands, "plays": []}


LONGER = [
    hand + f" {card}" for hand, card in zip(RUN["hands"], ("KC", "QC", "JC", "TC"), strict=True)
]

REFUSED: dict[str, Record] = {
    "duplicate in a hand": with_hand(PLAYED, 1, "KD", "AS"),
    "duplicate in two hands": with_hand(PLAYED, 1, "KD", "5D"),
    "kick in a hand": with_hand(PLAYED, 1, "KD", "9S"),
    "kicked twice": TWICE | {"kicks": ["9S", "9S", "8C"]},
    "unknown rank": with_hand(PLAYED, 1, "KD", "1D"),
    "unknown suit": with_hand(PLAYED, 1, "KD", "KX"),
    "unknown kick": PLAYED | {"kicks": ["ZZ"]},
    "unknown play": PLAYED | {"plays": ["AS", "1S"]},
    "five cards": with_hand(PLAYED, 1, "KD", ""),
    "seven cards": with_hand(PLAYED, 1, "KD", "KD KC"),
    "three hands": PLAYED | {"hands": PLAYED["hands"][:3], "plays": []},
    "five hands": PLAYED | {"hands": [*PLAYED["hands"], "KC QC JC TC KH QH"], "plays": []},
    "no hands": without(PLAYED, "hands"),
    "no kicks field": without(PLAYED, "kicks"),
    "no kick": PLAYED | {"kicks": []},
    "two kicks and stand": PLAYED | {"kicks": ["9S", "KC"]},
    "nine cards and stand": RUN | {"kicks": ["9S"], "eldest": "stand", "dealer": None},
    "nine cards and give": RUN | {"kicks": ["9S"], "dealer": "give"},
    "six cards and run": PLAYED | {"kicks": ["9S", "KC"], "eldest": "beg", "dealer": "run"},
    "run without a kick": RUN | {"kicks": ["9S"]},
    "ten cards after a run": RUN | {"hands": LONGER},
    "one hand longer": RUN | {"hands": [LONGER[0], *RUN["hands"][1:]]},
    "nine cards after two runs": deal(kicks="9S 8C", said="run", stock="8S", finish=False)
    | {"kicks": ["9S", "8S", "8C"]},
    "chain goes on after a new suit": TWICE | {"kicks": ["9S", "8C", "8S"]},
    "chain goes on after two new suits": deal(kicks="9S 8C 7C", said="run", finish=False),
    "chain stops at the old suit": deal(kicks="9S 8S", said="run", finish=False),
    "last card kicked under redeal": deal(kicks="4H 7H QH 8C", said="run", finish=False),
    "last card not kicked": deal(kicks="4H 7H QH", said="run", finish=False)
    | {"rules": "tournament"},
    "last card kicked after a new suit": deal(
        kicks="4H 7H 8C 9C", said="run", finish=False, rules="tournament"
    ),
    "played after a redeal": deal(kicks="4H 7H QH", said="run", finish=False, plays="2C"),
    "played after the kick won": WON | {"plays": ["AS"]},
    "begged after the kick won": WON | {"eldest": "beg", "dealer": "run"},
    "begged after the kick won, no answer": WON | {"eldest": "beg"},
    "gift after the kick won": WON | {"eldest": "beg", "dealer": "give"},
    "eldest unsaid after the kick won": WON | {"eldest": None},
    "dealt after the kick won": deal(kicks="6S 8C", score=(12, 0), finish=False),
    "run after the kick won": deal(kicks="6S 8C", said="run", score=(12, 0), finish=False),
    "dealt after a second kick won": deal(
        kicks="9S 6S 8C", said="run", finish=False, score=(12, 0)
    ),
    "played after a second kick won": deal(
        kicks="9S 6C", said="run", finish=False, score=(12, 0), plays="2C"
    ),
    "played after the gift won": GIFT
    | {"score": [0, 13], "rules": {"gift_can_win": 1}, "plays": GIFT["hands"][1].split()[:1]},
    "eldest says nothing": without(PLAYED, "eldest"),
    "eldest null": PLAYED | {"eldest": None},
    "eldest gives": PLAYED | {"eldest": "give"},
    "eldest yes": PLAYED | {"eldest": True},
    "dealer gives though eldest stood": PLAYED | {"dealer": "give"},
    "dealer runs though eldest stood": PLAYED | {"dealer": "run"},
    "dealer says nothing": PLAYED | {"eldest": "beg"},
    "dealer missing": without(GIFT, "dealer"),
    "dealer stands": GIFT | {"dealer": "stand"},
    "gift would win": GIFT | {"score": [0, 13]},
    "gift of three would win": GIFT | {"score": [0, 11], "rules": {"gift": 3}},
    "gift would win a short match": GIFT | {"score": [0, 6], "rules": {"target": 7}},
    "gift without a trump": deal({1: "2S"}, said="give", finish=False) | {"rules": "tournament"},
    "stand without a trump": deal({0: "2S"}, finish=False) | {"rules": {"stand_void": 0}},
    "not held": PLAYED | {"plays": ["5D"]},
    "partner's card": PLAYED | {"plays": ["6H"]},
    "the kick played": PLAYED | {"plays": ["9S"]},
    "played twice": PLAYED | {"plays": [*PLAYED["plays"][:4], PLAYED["plays"][0]]},
    "trump not followed": PLAYED | {"plays": ["AS", "5D"]},
    "third suit": PLAYED | {"plays": ["3H", "2S", "6H", "2C"]},
    "out of turn": PLAYED | {"plays": ["AS", "2S", "3S"]},
    "more plays than cards": PLAYED | {"plays": [*PLAYED["plays"], "AS"]},
    "plays not a list": PLAYED | {"plays": "AS"},
    "kicks not a list": PLAYED | {"kicks": "9S"},
    "hands not texts": PLAYED | {"hands": [1, 2, 3, 4]},
    "negative score": PLAYED | {"score": [-1, 0]},
    "score of the target": PLAYED | {"score": [0, 14]},
    "score of a short target": PLAYED | {"score": [0, 7], "rules": {"target": 7}},
    "score of halves": PLAYED | {"score": [0.5, 0]},
    "score of texts": PLAYED | {"score": ["0", "0"]},
    "score of truths": PLAYED | {"score": [True, False]},
    "one score": PLAYED | {"score": [0]},
    "three scores": PLAYED | {"score": [0, 0, 0]},
    "score a number": PLAYED | {"score": 0},
    "unknown rules": PLAYED | {"rules": "jamaica"},
    "unknown base": PLAYED | {"rules": {"base": "jamaica"}},
    "rules a number": PLAYED | {"rules": 3},
    "unknown field": PLAYED | {"rules": {"hang": 3}},
    "unknown choice": PLAYED | {"rules": {"game_tie": "both"}},
    "choice by a number too large": PLAYED | {"rules": {"game_tie": 3}},
    "points by text": PLAYED | {"rules": {"hang_points": "3"}},
    "negative points": PLAYED | {"rules": {"hang_points": -3}},
    "switch at two": PLAYED | {"rules": {"undertrump": 2}},
    "target of none": PLAYED | {"rules": {"target": 0}},
    "twelve kick points": PLAYED | {"rules": {"kick_points": [0] * 12}},
    "kick points of a rank unknown": PLAYED | {"rules": {"kick_points": "B:1"}},
    "kick points unread": PLAYED | {"rules": {"kick_points": "A=1"}},
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(judge: Judge, name: str) -> None:
    with pytest.raises(judge.error) as refusal:
        judge.score(REFUSED[name])
    assert len(str(refusal.value).split()) > 2
    with pytest.raises(judge.error):
        judge.legal(REFUSED[name])


@pytest.mark.parametrize(
    ("plays", "card"), [("5D", "5D"), ("AS 5D", "5D"), ("KD 5D 1S", "1S"), ("3H 2S 6H 3S 9S", "9S")]
)
def test_refused_names_the_card(judge: Judge, plays: str, card: str) -> None:
    with pytest.raises(judge.error, match=card):
        judge.score(PLAYED | {"plays": plays.split()})


@pytest.mark.parametrize("record", [PLAYED, RUN, TWICE, WON, GIFT])
def test_refused_are_near_records_that_stand(judge: Judge, record: Record) -> None:
    assert judge.score(record)["tricks"] is not None
