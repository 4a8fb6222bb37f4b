"""Two players (RULES.md 37): the deal, the pack, the hands and what the questions answer."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import Any

import numpy as np
import pytest

from analysis.allfours import rule_sets
from analysis.allfours.dealing import record_deals
from analysis.allfours.duel import duel
from analysis.allfours.exact_begging import exhausted_if_run
from analysis.allfours.game_point import game
from analysis.allfours.kicks import kick
from analysis.allfours.points import hand_sizes, points
from analysis.allfours.show import draw
from analysis.run import Run
from engine._jit import INTERPRETED
from engine.allfours.legal import legal_plays
from engine.allfours.pack import MOST_HELD, MOST_KICKS, most_runs
from engine.allfours.play import deal_round, run_pack
from engine.allfours.rules import CLASSIC, NO_CHOICE, PRESETS, TOURNAMENT, TWO_PLAYER, Rules, check
from engine.allfours.strategy import RANDOM, SIMPLE, Strategy
from engine.cards import (
    SORTED_PACK,
    InputError,
    bit,
    cards_of,
    lane,
    mask_of,
    parse_card,
    parse_cards,
    suit_of,
)
from engine.deal import restart
from engine.random import draw as draw_cards
from engine.random import new_stream
from tests import oracle
from tests.interim import INTERIM
from tests.judges import Judge

Record = dict[str, Any]
RUN = Run(seed=11, threads=1)
SIZES = (6, 9, 12, 15, 18, 21)


def dealt(kicks: str, said: str | None, **fields: Any) -> Record:
    """A deal with these kicks; the other cards as they lie in the pack, the eldest's first."""
    cards = 6 if said != "run" else min(6 + 3 * (len(kicks.split()) - 1), 21)
    rest = [card for card in oracle.PACK if card not in kicks.split()]
    hands = [" ".join(rest[cards : 2 * cards]), " ".join(rest[:cards])]
    eldest = "stand" if said is None else "beg"
    record = {"rules": "two-player", "hands": hands, "kicks": kicks.split(), "eldest": eldest}
    return record | {"dealer": said, "plays": []} | fields


# The pack


@pytest.mark.engine
def test_clause_37b_five_runs_and_four_cards_left() -> None:
    assert [int(most_runs(players)) for players in (2, 4)] == [5, 2]
    assert hand_sizes(TWO_PLAYER) == SIZES
    assert SIZES[-1] == MOST_HELD
    assert most_runs(2) + 2 == MOST_KICKS
    assert 52 - 13 - 5 * 7 == 4


@pytest.mark.engine
@pytest.mark.parametrize("exhausted", [0, 1])
def test_clause_37c_a_pack_that_is_run_to_its_end(exhausted: int) -> None:
    """All cards of a deal are somewhere: in the two hands, kicked, or among those left."""
    rules = TWO_PLAYER._replace(exhausted=exhausted)
    deck, hands, kicks = SORTED_PACK.copy(), np.zeros(4, np.int64), np.zeros(MOST_KICKS, np.int64)
    stream, lengths = new_stream(), set()
    for number in range(300 if INTERPRETED else 30_000):
        restart(deck, SORTED_PACK, stream, 3, number)
        draw_cards(deck, 52, 0, 1, stream)
        hands[:], kicks[0] = 0, deck[0]
        assert deal_round(deck, 52, 1, 6, -1, 2, hands, stream) == 13
        made = int(run_pack(deck, 52, 13, kicks, hands, rules, stream))
        runs = min(made - 1, 5)
        held = [list(cards_of(int(hand))) for hand in hands]
        assert [len(hand) for hand in held] == [6 + 3 * runs, 6 + 3 * runs, 0, 0]
        assert len({*held[0], *held[1], *kicks[:made].tolist()}) == 12 + 6 * runs + made
        suits = [suit_of(card) for card in kicks[:made].tolist()]
        assert set(suits[:-1]) == {suits[0]}
        assert suits[-1] != suits[0] or made == 6 + exhausted
        lengths.add((made, suits[-1] != suits[0]))
    few = {(2, True), (3, True)}
    every = {*((kicked, True) for kicked in range(2, 7 + exhausted)), (6 + exhausted, False)}
    assert few <= lengths if INTERPRETED else every == lengths


def test_edge_37_exhausted_after_five_runs(judge: Judge) -> None:
    hand = dealt("4H 7H 9H JH QH KH", "run", score=[3, 5])
    answer = judge.score(hand)
    assert answer == {
        "tricks": [], "awards": [["kick", "dealer", 3]], "score": [6, 5], "winner": None,
        "redeal": True,
    }  # fmt: skip
    assert judge.legal(hand) == {"seat": None, "legal": []}
    with pytest.raises(judge.error):  # twelve cards are not the most
        judge.score(dealt("4H 7H 9H", "run"))
    with pytest.raises(judge.error):
        judge.score(dealt("4H 7H 9H JH QH KH 2S", "run"))


def test_edge_37_one_more_kick_where_the_rules_have_it(judge: Judge) -> None:
    rules = {"base": "two-player", "exhausted": "kick_last"}
    hand = dealt("4H 7H 9H JH QH KH 2S", "run", rules=rules)
    assert len(judge.legal(hand)["legal"]) == 21
    again = dealt("4H 7H 9H JH QH KH AH", "run", rules=rules)
    assert judge.score(again)["awards"] == [["kick", "dealer", 3], ["kick", "dealer", 1]]
    assert judge.score(again)["redeal"]
    with pytest.raises(judge.error):
        judge.score(dealt("4H 7H 9H JH QH KH", "run", rules=rules))


@pytest.mark.parametrize("runs", range(1, 6))
def test_clause_37b_hands_after_each_run(judge: Judge, runs: int) -> None:
    kicks = " ".join([*["4H", "7H", "9H", "QH", "KH"][:runs], "2S"])
    hand = dealt(kicks, "run")
    assert judge.legal(hand)["seat"] == 1
    assert len(judge.legal(hand)["legal"]) == 6 + 3 * runs


# Play and scoring


def test_clause_37d_two_cards_make_a_trick(judge: Judge) -> None:
    hands = ["JS TH AH 2D 3D 4D", "QS KH QH 9C 8C 7C"]
    hand = dealt("5S", None, hands=hands, plays=["KH", "AH", "TH", "QH", "QS"])
    answer = judge.score(hand)
    assert answer["tricks"] == [{"winner": 0, "pips": 7}, {"winner": 1, "pips": 12}]
    assert judge.legal(hand) == {"seat": 0, "legal": ["JS"]}


def test_clause_37e_the_other_player_hangs_the_jack(judge: Judge) -> None:
    hands = ["JS TH AH 2D 3D 4D", "QS KH QH 9C 8C 7C"]
    plays = ["QS", "JS", "KH", "TH", "QH", "AH", "2D", "7C", "3D", "8C", "4D", "9C"]
    answer = judge.score(dealt("5S", None, hands=hands, plays=plays))
    expected = [["high", "eldest", 1], ["low", "dealer", 1], ["hang", "eldest", 3]]
    assert answer["awards"] == [*expected, ["game", "eldest", 1]]


@pytest.mark.engine
def test_clause_37d_undertrumping_cannot_occur() -> None:
    """Whatever one card leads, the other player may play the same under either rule."""
    allowed = TWO_PLAYER._replace(undertrump=1)
    rng = np.random.default_rng(5)
    for _ in range(20 if INTERPRETED else 2000):
        led, *cards = rng.permutation(SORTED_PACK)[:7].tolist()
        hand = sum(bit(card) for card in cards)
        for trump in range(4):
            trumps = bit(led) & lane(trump)
            expected = legal_plays(hand, suit_of(led), trump, trumps, allowed)
            for escape in (0, NO_CHOICE):
                rules = allowed._replace(undertrump=0, undertrump_escape=escape)
                assert legal_plays(hand, suit_of(led), trump, trumps, rules) == expected


# Records


def test_records_are_drawn(judge: Judge) -> None:
    players = Strategy(RANDOM, SIMPLE)
    seen = set()
    for record in record_deals(4, 0, 60, TWO_PLAYER, players, book=INTERIM):
        picture = draw(record)
        assert "partner" not in picture
        assert picture.count("\n") > len(record["plays"]) // 2
        assert judge.score(record) == oracle.score_record(record)
        seen.add(len(record["hands"][0].split()))
    assert {6, 9, 12} <= seen


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"hands": ["AS"] * 4}, "hands: .*, expected two texts of cards"),
        ({"rules": "classic"}, "hands: .*, expected four texts of cards"),
        ({"rules": {"players": 3}}, 'players: "3", expected 2 or 4'),
        ({"rules": {"players": 5}}, 'players: "5", expected a whole number from 2 to 4'),
        ({"hands": ["JS TH AH 2D 3D", "QS KH QH 9C 8C 7C"]}, r"hands\[0\]: 5 cards, expected 6"),
        ({"kicks": ["4H", "7H"]}, "kicks: 2 cards, expected 1"),
    ],
)
def test_records_that_cannot_be(change: Record, said: str) -> None:
    from analysis.allfours.records import score_record

    with pytest.raises(InputError, match=said):
        score_record(dealt("5S", None) | change)


def test_rule_sets_of_two_and_four() -> None:
    assert {name: rules.players for name, rules in PRESETS.items()}["two-player"] == 2
    assert TWO_PLAYER._replace(players=4) == CLASSIC
    assert rule_sets.describe(CLASSIC._replace(players=2)) == "two-player"
    assert check(TOURNAMENT._replace(players=2)).players == 2
    with pytest.raises(InputError, match='players: "3", expected 2 or 4'):
        rule_sets.change(CLASSIC, ["players=3"])
    with pytest.raises(InputError, match='players: "1", expected a whole number from 2 to 4'):
        rule_sets.change(CLASSIC, ["players=1"])


# Questions, beside their closed forms


def close_to_exact(frame: Any) -> list[str]:
    rows = frame[frame["exact"].notna()]
    assert (rows["z"].abs() < 4).all(), rows[["name", "value", "exact", "z"]]
    return list(rows["name"])


@pytest.mark.parametrize("text", ["", "exhausted=kick_last", "kick_kept=0"])
def test_kicks_and_their_closed_forms(text: str) -> None:
    rules = rule_sets.change(TWO_PLAYER, text.split())
    names = close_to_exact(kick(rules, Run(deals=1_000_000, seed=12, threads=1)))
    assert "sixth_kick_same_suit_given_five" in names
    assert "pack_exhausted" in names


@pytest.mark.parametrize("cards", SIZES)
@pytest.mark.parametrize("play", ["random", "simple"])
def test_points_and_their_closed_forms(cards: int, play: str) -> None:
    deals = {6: 200_000, 9: 100_000, 12: 50_000}.get(cards, 6_000)
    run = Run(deals=deals, seed=13, threads=1)
    names = close_to_exact(points(cards=cards, rules=TWO_PLAYER, play=play, run=run))
    assert {"jack_in_play", "high_dealer_team", "low_dealer_team", "no_trump_dealt"} <= set(names)


@pytest.mark.parametrize("seat", ["dealer", "eldest"])
def test_points_of_a_known_hand(seat: str) -> None:
    run = Run(deals=50_000, seed=14, threads=1)
    for hand, kicked in (("JS 3S AH TH 4D 2C", "6S"), ("AH KH QH TH 4D 2C", "6S")):
        frame = points(hand, kicked, seat, 6, TWO_PLAYER, "simple", run)
        assert len(close_to_exact(frame)) > 5


def test_a_known_hand_of_21_cards() -> None:
    """Its five earlier kicks are of one suit that it leaves five cards of."""
    hand = " ".join(card for card in oracle.PACK if card[1] in "HDC" and card[0] in "AKQJT98")
    frame = points(hand, "6S", None, 21, TWO_PLAYER, "random", Run(deals=300, seed=15, threads=1))
    assert "jack_in_play" in close_to_exact(frame)


@pytest.mark.parametrize("cards", [6, 12])
def test_game_and_its_closed_forms(cards: int) -> None:
    names = close_to_exact(game(cards, TWO_PLAYER, "simple", Run(deals=50_000, seed=16, threads=1)))
    assert sum(name.startswith("pips_in_play_eq") for name in names) > 40


def test_a_player_wins_nothing_from_itself() -> None:
    found = duel("simple", "random", 6, TWO_PLAYER, Run(deals=20_000, seed=17, threads=1))
    margin = found[found["name"] == "margin"].iloc[0]
    assert margin["low"] > 0
    same = duel("simple", "simple", 6, TWO_PLAYER, Run(deals=2_000, seed=17, threads=1))
    assert same[same["name"] == "margin"].iloc[0]["value"] == 0


@pytest.mark.parametrize("exhausted", [0, 1])
def test_a_run_exhausts_the_pack_by_trumps_that_are_not_held(exhausted: int) -> None:
    """Two of the twelve trumps are held: five more kicks, or six, are among the ten others."""
    hand = mask_of(parse_cards("JS 9S AH TH 4D 2C"))
    odds = [Fraction(10 - kicked, 45 - kicked) for kicked in range(5 + exhausted)]
    rules = TWO_PLAYER._replace(exhausted=exhausted)
    assert exhausted_if_run(hand, parse_card("6S"), rules) == prod(odds)


@pytest.mark.parametrize(
    ("cards", "rules", "said"),
    [
        (15, CLASSIC, 'cards: "15", expected 6, 9 or 12'),
        (24, TWO_PLAYER, 'cards: "24", expected 6, 9, 12, 15, 18 or 21'),
    ],
)
def test_hands_that_no_deal_has(cards: int, rules: Rules, said: str) -> None:
    with pytest.raises(InputError, match=said):
        points(cards=cards, rules=rules, play="random", run=RUN)


def test_two_players_have_no_partners() -> None:
    with pytest.raises(InputError, match=r'no seat "dealer-partner" \(there are dealer, eldest\)'):
        points("JS 3S AH TH 4D 2C", "6S", "dealer-partner", 6, TWO_PLAYER, "random", RUN)
