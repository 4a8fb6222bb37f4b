"""The clauses of the rest of the family, each as deal records with what they must come to."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from analysis.allfours import players
from analysis.allfours.dealing import record_deals
from analysis.allfours.points import points
from analysis.run import Run
from engine.allfours.discard import keep_six, kept
from engine.allfours.rules import CLASSIC, PRESETS
from engine.cards import mask_of, parse_cards
from tests import discarding, oracle
from tests.interim import INTERIM
from tests.judges import Judge, Record, deal

SIX = {"base": "classic", "discard_to_six": 1}


def run(
    named: dict[int, str], kicks: str, away: dict[int, str], rules: Any = SIX, plays: str = ""
) -> Record:
    """A deal that is run and played out; hands that `away` does not name discard by 46."""
    record = deal(named, kicks=kicks, said="run", rules=rules, plays=plays, finish=False)
    others = discarding.put_away(record["hands"], kicks[-1])
    record["discards"] = [away.get(seat, cards) for seat, cards in enumerate(others)]
    play = oracle.Play(oracle.Deal(record))
    while cards := play.legal():
        record["plays"].append(max(cards, key=oracle.rank_of))
        play.play(record["plays"][-1])
    return record


# 44 to 46: the discard


@pytest.mark.parametrize(("kicks", "away"), [("9S 8C", 3), ("9S 8S 8C", 6)])
def test_rule_44_six_cards_are_played_after_a_run(judge: Judge, kicks: str, away: int) -> None:
    hand = run({1: "AC", 0: "2C"}, kicks, {})
    assert [len(cards.split()) for cards in hand["discards"]] == [away] * 4
    assert len(judge.score(hand)["tricks"]) == 6
    assert judge.legal(hand) == {"seat": None, "legal": []}


def test_rule_44_a_discard_may_not_be_played(judge: Judge) -> None:
    hand = run({1: "AC KH 2D 3D 4D"}, "9S 8C", {1: "2D 3D KH"})
    start = hand | {"plays": []}
    assert "KH" not in judge.legal(start)["legal"]
    assert len(judge.legal(start)["legal"]) == 6
    with pytest.raises(judge.error):
        judge.score(start | {"plays": ["KH"]})


@pytest.mark.parametrize("said", ["stand", "give"])
def test_rule_44_nobody_discards_without_a_run(judge: Judge, said: str) -> None:
    hand = deal({1: "AS"}, said=said, rules=SIX)
    assert len(judge.score(hand)["tricks"]) == 6
    with pytest.raises(judge.error):
        judge.score(hand | {"discards": ["", "", "", ""]})


def test_rule_44_nobody_discards_where_nothing_is_played(judge: Judge) -> None:
    out = deal(kicks="4H 6H JH", said="run", rules=SIX, finish=False)
    won = deal(kicks="4H 6C", said="run", score=(13, 0), rules=SIX, finish=False)
    assert judge.score(out)["redeal"]
    assert judge.score(won)["winner"] == "dealer"
    for hand in (out, won):
        with pytest.raises(judge.error):
            judge.score(hand | {"discards": discarding.put_away(hand["hands"], "S")})


def test_rule_44_not_in_trinidad(judge: Judge) -> None:
    hand = run({1: "AC"}, "9S 8C", {})
    with pytest.raises(judge.error):
        judge.score(hand | {"rules": "classic"})


BAD = {
    "none": [],
    "three seats": ["2H 3H 4H"] * 3,
    "two cards": None,
    "a card that another holds": None,
    "a card twice": None,
    "no card": None,
}


@pytest.mark.parametrize("what", BAD)
def test_rule_44_discards_that_cannot_be(judge: Judge, what: str) -> None:
    hand = run({1: "AC"}, "9S 8C", {})
    first, *rest = hand["discards"]
    spoiled = {
        "two cards": first[:5],
        "a card that another holds": f"{first[:5]} {rest[0][:2]}",
        "a card twice": f"{first[:5]} {first[:2]}",
        "no card": f"{first[:5]} 1X",
    }
    discards = [spoiled[what], *rest] if what in spoiled else BAD[what]
    with pytest.raises(judge.error):
        judge.score(hand | {"discards": discards, "plays": []})


def test_rule_45_discards_are_dead(judge: Judge) -> None:
    """The ace, the two and the jack are put away: the king is High, the three Low, no Jack."""
    named = {1: "AC JC KH KD 4D 5D 6D 7D 8D", 0: "KC 2C QH QD TH TD 9H 9D QS", 2: "3C"}
    hand = run(named, "9S 8C", {1: "AC JC 4D", 0: "2C QH QD"})
    assert judge.before_game(hand) == ["high dealer 1", "low dealer 1"]
    pips = sum(trick["pips"] for trick in judge.score(hand)["tricks"])
    left = [
        c
        for h, a in zip(hand["hands"], hand["discards"], strict=True)
        for c in h.split()
        if c not in a.split()
    ]
    assert pips == sum(oracle.PIPS.get(card[0], 0) for card in left)
    assert len(left) == 24


def test_rule_45_nothing_but_game_where_all_trumps_were_put_away(judge: Judge) -> None:
    hand = run({1: "AC 2H 3H 2D 3D 4D 5D 6D 7D"}, "9S 8C", {1: "AC 2H 3H"})
    assert judge.before_game(hand) == []


def test_rule_45_more_than_six_trumps(judge: Judge) -> None:
    trumps = "AC KC QC JC TC 9C 7C 6C 2C"
    hand = run({1: trumps}, "9S 8C", {})
    assert hand["discards"][1] == "9C 7C 6C"
    assert judge.before_game(hand) == ["high eldest 1", "low eldest 1", "jack eldest 1"]
    other = run({1: trumps}, "9S 8C", {1: "AC JC 2C"})
    assert judge.before_game(other) == ["high eldest 1", "low eldest 1"]


@pytest.mark.engine
@pytest.mark.parametrize(
    ("hand", "trump", "six"),
    [
        ("7S 2S AH TH 9D KC TC 4C 3C", 0, "7S 2S AH KC TH TC"),
        ("7S 2S AH TH 9D KC TC 4C 3C", 3, "KC TC 4C 3C AH TH"),
        ("AS KS QS JS TS 9S 8S 4S 2S", 0, "AS KS QS JS TS 2S"),
        ("QS JS TS 9S 7S 6S 5S 4S 3S AH AD AC", 0, "QS JS TS 9S 7S 3S"),
        ("9S 9H 9D 9C 8S 8H 8D 8C 7S", 1, "9H 8H 9S 9D 9C 8S"),
        ("2S 3H 4D 5C 6S 7H", 0, "2S 3H 4D 5C 6S 7H"),
    ],
)
def test_rule_46_what_the_players_keep(hand: str, trump: int, six: str) -> None:
    assert kept(mask_of(parse_cards(hand)), trump) == mask_of(parse_cards(six))


@pytest.mark.engine
def test_rule_46_every_seat_by_its_own_cards() -> None:
    rng = random.Random(7)
    for size in (6, 9, 12):
        for _ in range(300):
            pack = rng.sample(oracle.PACK, 52)
            dealt = [pack[size * seat :][:size] for seat in range(4)]
            trump = rng.randrange(4)
            hands = np.array([mask_of(parse_cards(" ".join(hand))) for hand in dealt], np.int64)
            keep_six(hands, trump)
            six = [discarding.kept(hand, oracle.SUITS[trump]) for hand in dealt]
            assert hands.tolist() == [mask_of(parse_cards(" ".join(hand))) for hand in six]


@pytest.mark.parametrize("name", ["seven-up"])
def test_rule_46_in_the_records_that_are_dealt(name: str) -> None:
    lineup = players.lineup("simple")
    found = 0
    for record in record_deals(3, 0, 200, PRESETS[name], *lineup, book=INTERIM):
        if "discards" in record:
            trump = record["kicks"][-1][1]
            assert record["discards"] == discarding.put_away(record["hands"], trump)
            found += 1
    assert found > 20


@pytest.mark.parametrize("cards", [9, 12])
def test_points_of_hands_that_go_back_to_six(cards: int) -> None:
    """No closed form is claimed, and there are fewer pips in play than are dealt."""
    rules = CLASSIC._replace(discard_to_six=1)
    frame = points(cards=cards, rules=rules, play="simple", run=Run(deals=20_000, seed=2))
    plain = points(cards=cards, play="simple", run=Run(deals=20_000, seed=2))
    assert "exact" not in frame
    six, dealt = (one.set_index("name")["value"] for one in (frame, plain))
    assert six["pips_in_play_mean"] < dealt["pips_in_play_mean"]
    assert six["no_trump_dealt"] == dealt["no_trump_dealt"]
    assert six["jack_in_play"] == dealt["jack_in_play"]


# 47 to 50: the presets

ENGLISH = ("english-10", "english-7")
AT_FOUR: dict[str, Any] = {"cotton": {"base": "cotton", "players": 4}}
AT_FOUR["running"] = {"base": "running", "players": 4}
"""Games for two with hands for four, which the helpers of these tests deal."""
HANG = {1: "AS", 2: "JS"}
"""The eldest leads the ace, and the dealer's partner has the bare jack."""


@pytest.mark.parametrize(
    ("rules", "target"),
    [("seven-up", 7), ("english-7", 7), ("english-10", 10), ("cotton", 11), ("running", 31)],
)
def test_rules_47_to_50_targets(judge: Judge, rules: str, target: int) -> None:
    hand = deal({1: "AS"}, rules=AT_FOUR.get(rules, rules), score=(0, target - 1))
    assert judge.score(hand)["winner"] == "eldest"
    with pytest.raises(judge.error):
        judge.score(hand | {"score": [0, target]})


@pytest.mark.parametrize("rules", ["seven-up", *ENGLISH, "cotton", "running"])
def test_rules_47_to_50_a_hang_has_no_bonus(judge: Judge, rules: str) -> None:
    hand = deal(HANG, rules=AT_FOUR.get(rules, rules), plays="AS JS")
    assert judge.before_game(hand) == ["high eldest 1", "low dealer 1", "hang eldest 1"]


@pytest.mark.parametrize("rules", ["seven-up", *ENGLISH, "cotton"])
@pytest.mark.parametrize("kick", ["AS", "6S", "KS", "2S"])
def test_rules_47_to_49_only_a_jack_scores_when_kicked(judge: Judge, rules: str, kick: str) -> None:
    four = AT_FOUR.get(rules, rules)
    assert judge.awards(deal(kicks=kick, rules=four, finish=False)) == []
    jack = deal(kicks="JS", rules=four, finish=False)
    assert judge.awards(jack) == ["kick dealer 1"]


def test_rule_47_only_the_jack_that_fixes_trump_scores(judge: Judge) -> None:
    rejected = run({0: "2C"}, "JS 9C", {}, "seven-up")
    assert judge.before_game(rejected) == ["high dealer 1", "low dealer 1"]
    fixing = run({0: "2C"}, "JS JC", {}, "seven-up")
    assert judge.before_game(fixing) == ["kick dealer 1", "high dealer 1", "low dealer 1"]


def test_rule_47_the_gift_may_not_win(judge: Judge) -> None:
    hand = deal({0: "2S"}, said="give", rules="seven-up", score=(0, 5), finish=False)
    assert judge.score(hand)["score"] == [0, 6]
    with pytest.raises(judge.error):
        judge.score(hand | {"score": [0, 6]})


def test_rule_47_discards(judge: Judge) -> None:
    assert len(judge.score(run({0: "2C"}, "9S 8C", {}, "seven-up"))["tricks"]) == 6


@pytest.mark.parametrize(
    ("rules", "game"),
    [
        ("seven-up", ["eldest"]),
        ("english-10", ["eldest"]),
        ("english-7", ["eldest"]),
        ("cotton", []),
        ("running", []),
    ],
)
def test_rules_47_to_50_a_tie_for_game(judge: Judge, rules: str, game: list[str]) -> None:
    """Seats 1 and 2 each take a ten, and nothing else of pips is out."""
    named = {
        1: "TH 9D 2D 3D 4D 5D",
        2: "2H TD 2C 3C 4C 5C",
        3: "3H 6D 7D 8D 6C 7C",
        0: "4H 2S 3S 4S 5S 6S",
    }
    four = AT_FOUR.get(rules, rules)
    hand = deal(named, kicks="9S", rules=four, plays="TH 2H 3H 4H 9D TD 6D 2S")
    answer = judge.score(hand)
    assert [trick["pips"] for trick in answer["tricks"]] == [10, 10, 0, 0, 0, 0]
    assert [team for what, team, _ in answer["awards"] if what == "game"] == game


@pytest.mark.parametrize("rules", ENGLISH)
def test_rule_48_every_jack_turned_scores(judge: Judge, rules: str) -> None:
    hand = deal({0: "2C"}, kicks="JS JC", said="run", rules=rules)
    expected = ["kick dealer 1", "kick dealer 1", "high dealer 1", "low dealer 1"]
    assert judge.before_game(hand) == expected
    assert len(judge.score(hand)["tricks"]) == 9


@pytest.mark.parametrize(("kick", "worth"), [("AS", 4), ("KS", 3), ("QS", 2), ("JS", 1), ("TS", 0)])
def test_rule_50_turned_honours(judge: Judge, kick: str, worth: int) -> None:
    hand = deal(kicks=kick, rules=AT_FOUR["running"], finish=False)
    assert judge.score(hand)["score"] == [worth, 0]


def test_the_presets_are_those_of_the_oracle() -> None:
    assert list(PRESETS) == list(oracle.PRESETS)
