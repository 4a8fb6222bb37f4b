"""The engine against the oracle: whole deals, records cut short or spoiled, and single tricks."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.allfours import players, rule_sets
from analysis.allfours.dealing import record_deal, record_deals
from analysis.allfours.records import legal_record, score_record
from engine.allfours.book import ELDESTS, new_book
from engine.allfours.legal import legal_plays
from engine.allfours.rules import CHOICES, CLASSIC, FLAGS, PRESETS, Rules
from engine.allfours.simulate import (
    KICK_ALIKE,
    NOTHING_KNOWN,
    POINTS_TALLY,
    kick_tally,
    points_tally,
)
from engine.cards import format_cards, lane, mask_of, parse_card, parse_cards
from engine.deal import unseen
from engine.trick import below_highest, winners
from tests import oracle
from tests.interim import INTERIM
from tests.leaning import NAMES, PLACES

Record = dict[str, Any]
Answer = dict[str, Any]

SEED = 20
DEALS = 100
RULE_SETS = [
    "classic",
    "tournament",
    "tobago",
    "stag",
    "seven-up",
    "english-7",
    "pitch",
    "classic follow=trump_when_void",
    "classic undertrump=0",
    "classic undertrump=0 undertrump_escape=no_choice",
    "tournament follow=trump_when_void undertrump_escape=no_choice",
    "classic kick_kept=0",
    "tournament kick_kept=0 kick_points=2:5,3:4,4:3,5:2,6:1,7:1,8:1,9:1,10:1,J:1,Q:1,K:1,A:1",
    "classic low_to=taker",
    "classic exhausted=kick_last",
    "classic gift=3 target=3",
    "classic gift=3 target=3 gift_can_win=1",
    "classic gift=0 jack_points=0 hang_points=0 game_points=0",
    "tournament target=1",
    "classic target=2",
    "classic target=2 gift_can_win=1",
    "tournament target=5 kick_points=A:2,J:4,Q:1,2:1",
    "classic stand_void=0",
    "classic give_void=0 stand_void=0 game_tie=dealer",
    "classic game_tie=nondealer",
    "classic discard_to_six=1",
    "tournament discard_to_six=1 kick_kept=0",
]
TWO_PLAYERS = [
    "two-player",
    "cotton",
    "running",
    "tournament players=2",
    "stag players=2 kick_kept=0 low_to=taker",
    "two-player follow=trump_when_void exhausted=kick_last",
    "two-player undertrump=0 undertrump_escape=no_choice target=4",
]


def rule_set(text: str) -> Rules:
    name, *changes = text.split()
    return rule_sets.change(rule_sets.preset(name), changes)


def dealt(text: str, play: str, deals: int = DEALS) -> list[Record]:
    rules = rule_set(text)
    return list(record_deals(SEED, 0, deals, rules, *players.lineup(play), book=INTERIM))


# Whole deals, as the engine makes them


@pytest.mark.parametrize("play", ["random", "simple", "expert"])
@pytest.mark.parametrize("text", RULE_SETS)
def test_whole_deals(text: str, play: str) -> None:
    for record in dealt(text, play):
        assert score_record(record) == oracle.score_record(record)


@pytest.mark.parametrize("play", ["random", "simple"])
@pytest.mark.parametrize("text", TWO_PLAYERS)
def test_whole_deals_of_two_players(text: str, play: str) -> None:
    for record in dealt(text, play, 4 * DEALS):
        assert len(record["hands"]) == 2
        assert score_record(record) == oracle.score_record(record)


@pytest.mark.parametrize("text", RULE_SETS + TWO_PLAYERS)
def test_interim_decisions(text: str) -> None:
    for record in dealt(text, "simple"):
        if not record["kicks"]:
            assert record["rules"] == "pitch"
            continue
        assert [record["eldest"], record["dealer"]] == interim_decisions(record)


def interim_decisions(record: Record) -> list[str | None]:
    """What the interim rules say, from the first six cards of eldest and dealer."""
    rules = oracle.read_rules(record["rules"])
    kick = record["kicks"][0]
    if rules["kick_kept"] and rules["kick_points"][oracle.rank_of(kick)] >= rules["target"]:
        return ["stand", None]  # the kick has won
    dealer, eldest = (
        [card for card in record["hands"][seat].split()[:6] if card[1] == kick[1]]
        for seat in (0, 1)
    )
    if len(eldest) > 1 or (eldest and eldest[0][0] in "QKA"):
        return ["stand", None]
    may_give = rules["gift_can_win"] or rules["gift"] < rules["target"]
    return ["beg", "give" if may_give and len(dealer) >= 3 else "run"]


@pytest.mark.parametrize("text", RULE_SETS + TWO_PLAYERS)
def test_a_deal_ends_where_it_must(text: str) -> None:
    """Played out unless a kick or gift won the match, or the pack ran out."""
    for record in dealt(text, "random"):
        answer = oracle.score_record(record)
        cards = sum(len(hand.split()) for hand in record["hands"])
        cards -= sum(len(away.split()) for away in record.get("discards", []))
        over = answer["winner"] and answer["awards"][-1][0] in ("kick", "gift")
        assert len(record["plays"]) == (0 if over or "redeal" in answer else cards)


def test_every_kind_of_deal_occurs() -> None:
    """So that the tests above have seen stands, gifts, runs of each length and packs run out."""
    seen = set()
    for text in ("classic", "tournament"):
        for record in dealt(text, "random", 400):
            redeal = "redeal" in oracle.score_record(record)
            seen.add((record["dealer"], len(record["kicks"]), redeal))
    assert seen == {
        (None, 1, False),
        ("give", 1, False),
        ("run", 2, False),
        ("run", 3, False),
        ("run", 3, True),
        ("run", 4, False),
        ("run", 4, True),
    }


def test_two_players_run_the_pack_five_times() -> None:
    """The deals of a seed in which the pack is run three times and more, as the oracle has them."""
    always_run = new_book()
    always_run[ELDESTS, PLACES["always"] :: len(NAMES)] = 1
    seen = set()
    for text in ("two-player", "two-player exhausted=kick_last"):
        rules = rule_set(text)._replace(target=999)
        long = [n for n in range(20_000) if kick_tally(n, n + 1, SEED, rules)[KICK_ALIKE + 1]]
        for number in long:
            lineup = players.lineup("random")
            record = record_deal(SEED, number, rules, *lineup, book=always_run)
            answer = score_record(record)
            assert answer == oracle.score_record(record)
            cards = len(record["hands"][0].split())
            assert len(record["plays"]) == (0 if "redeal" in answer else 2 * cards)
            seen.add((len(record["kicks"]), cards, "redeal" in answer))
    assert seen == {
        *((4 + runs, 15 + 3 * runs, False) for runs in range(3)),
        (6, 21, True),
        (7, 21, False),
        (7, 21, True),
    }


@pytest.mark.parametrize("text", RULE_SETS[1:])
def test_same_cards_under_all_rules_and_players(text: str) -> None:
    def cards(record: Record) -> list[str]:
        return [hand[:17] for hand in record["hands"]]

    usual = map(cards, dealt("classic", "simple"))
    assert list(usual) == list(map(cards, dealt(text, "random")))


@pytest.mark.parametrize("play", ["random", "simple", "expert"])
@pytest.mark.parametrize("text", ["classic", "tournament", "classic low_to=taker game_tie=dealer"])
def test_tally_of_one_deal_is_that_of_its_record(text: str, play: str) -> None:
    """The kernels that count and the records that are written play the same hand."""
    lineup = players.lineup(play)
    rules = rule_set(text)._replace(target=999)
    for record in record_deals(SEED, 0, 150, rules, *lineup, book=INTERIM):
        if record["eldest"] == "beg":
            continue
        deal = record["deal"]
        tally = points_tally(deal, deal + 1, SEED, unseen(0), NOTHING_KNOWN, rules, *lineup)
        got = dict(zip(POINTS_TALLY, tally.tolist(), strict=True))
        awards = oracle.score_record(record)["awards"]
        in_play = [award for award in awards if award[0] != "kick"]
        signs = {"dealer": 1, "eldest": -1}
        assert got["points"] == sum(signs[team] * points for _, team, points in in_play)
        assert got["high_dealer_team"] == (["high", "dealer", 1] in in_play)
        assert got["low_dealer_team"] == (["low", "dealer", 1] in in_play)
        for name in ("jack", "hang"):
            verb = {"jack": "saved", "hang": "hung"}[name]
            worth = rules.jack_points if name == "jack" else rules.hang_points
            for team in ("dealer", "eldest"):
                assert got[f"jack_{verb}_by_{team}_team"] == ([name, team, worth] in in_play)


# Records at random scores and under random rules


@st.composite
def rule_objects(draw: st.DrawFn) -> Record:
    """Rules as a record may have them: any preset as base, choices by name or by number."""
    small = st.integers(0, 6)
    optional = {
        "jack_points": small,
        "hang_points": small,
        "game_points": small,
        "gift": small,
        "target": st.integers(1, 20),
        "players": st.sampled_from([2, 4]),
        "kick_points": st.lists(small, min_size=13, max_size=13),
        **dict.fromkeys(FLAGS, st.integers(0, 1)),
        **{
            field: st.sampled_from([*names, *range(len(names))]) for field, names in CHOICES.items()
        },
    }
    base = {"base": st.sampled_from(list(PRESETS))}
    rules = draw(st.fixed_dictionaries(base, optional=optional))
    full = oracle.PRESETS[rules["base"]] | rules
    if full["trump_by"] in ("lead", 1):
        rules["players"] = 4  # nobody pitches for two
    return rules


@st.composite
def random_records(draw: st.DrawFn) -> Record:
    """A complete record of the oracle's, from any score at which the match is still open."""
    rules = draw(st.sampled_from(list(PRESETS)) | rule_objects())
    highest = oracle.read_rules(rules)["target"] - 1
    points = st.integers(0, highest) | st.just(highest)
    score = draw(points), draw(points)
    return oracle.random_record(random.Random(draw(st.integers(0, 10**9))), rules, score)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(random_records())
def test_random_records_at_every_cut(record: Record) -> None:
    plays = record["plays"]
    for cut in range(len(plays) + 1):
        stopped = record | {"plays": plays[:cut]}
        assert score_record(stopped) == oracle.score_record(stopped)
        assert legal_record(stopped) == oracle.legal_record(stopped)


@pytest.mark.engine
@settings(max_examples=600, deadline=None, derandomize=True)
@given(random_records())
def test_random_records(record: Record) -> None:
    assert score_record(record) == oracle.score_record(record)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(rule_objects())
def test_rules_are_read_alike(value: Record) -> None:
    rules = rule_sets.from_record(value)
    for field, expected in oracle.read_rules(value).items():
        got = getattr(rules, field)
        if field in CHOICES:
            got = CHOICES[field][got]
        assert (list(got) if field == "kick_points" else got) == expected


# Records that are spoiled


def spoil(record: Record, rng: random.Random) -> Record:
    """Change one thing, so that the record mostly can't have happened."""
    spoiled = {**record, "hands": list(record["hands"]), "kicks": list(record["kicks"])}
    spoiled["plays"] = list(record["plays"])
    rng.choice(SPOILERS)(spoiled, rng)
    return spoiled


def _change_hand_card(record: Record, rng: random.Random) -> None:
    seat = rng.randrange(len(record["hands"]))
    cards = record["hands"][seat].split()
    cards[rng.randrange(len(cards))] = rng.choice(oracle.PACK)
    record["hands"][seat] = " ".join(cards)


def _swap_cards(record: Record, rng: random.Random) -> None:
    one, two = rng.sample(range(len(record["hands"])), 2)
    hands = [hand.split() for hand in record["hands"]]
    i, j = rng.randrange(len(hands[one])), rng.randrange(len(hands[two]))
    hands[one][i], hands[two][j] = hands[two][j], hands[one][i]
    record["hands"] = [" ".join(hand) for hand in hands]


def _resize_hand(record: Record, rng: random.Random) -> None:
    seat = rng.randrange(len(record["hands"]))
    cards = record["hands"][seat].split()
    if rng.random() < 0.5:
        cards.pop()
    else:
        cards += rng.sample(oracle.PACK, rng.choice((1, 3)))
    record["hands"][seat] = " ".join(cards)


def _swap_hands(record: Record, rng: random.Random) -> None:
    one, two = rng.sample(range(len(record["hands"])), 2)
    hands = record["hands"]
    hands[one], hands[two] = hands[two], hands[one]


def _change_play(record: Record, rng: random.Random) -> None:
    if record["plays"]:
        place = rng.randrange(len(record["plays"]))
        record["plays"][place] = rng.choice(record["plays"] + oracle.PACK[:8])


def _swap_plays(record: Record, rng: random.Random) -> None:
    if plays := record["plays"]:
        one = rng.randrange(len(plays))
        two = min(one + rng.choice((1, 4, 8)), len(plays) - 1)
        plays[one], plays[two] = plays[two], plays[one]


def _resize_plays(record: Record, rng: random.Random) -> None:
    if record["plays"] and rng.random() < 0.5:
        record["plays"].pop(rng.randrange(len(record["plays"])))
    else:
        record["plays"].append(rng.choice(oracle.PACK))


def _change_discards(record: Record, rng: random.Random) -> None:
    away = list(record.get("discards", ["2S 3S 4S"] * len(record["hands"])))
    seat = rng.randrange(len(away))
    cards = away[seat].split()
    cards[rng.randrange(len(cards))] = rng.choice(record["hands"][seat].split())
    other = [*away[:seat], " ".join(cards), *away[seat + 1 :]]
    record["discards"] = rng.choice((other, away[1:], [], None))


def _change_kick(record: Record, rng: random.Random) -> None:
    kicks = record["kicks"] or ["2S"]
    kicks[rng.randrange(len(kicks))] = rng.choice(oracle.PACK)
    record["kicks"] = kicks


def _resize_kicks(record: Record, rng: random.Random) -> None:
    if record["kicks"] and rng.random() < 0.6:
        record["kicks"].pop(rng.randrange(len(record["kicks"])))
    else:
        record["kicks"].append(rng.choice(oracle.PACK))


def _change_eldest(record: Record, rng: random.Random) -> None:
    record["eldest"] = rng.choice(("stand", "beg", "give", None, 1, ["beg"]))


def _change_dealer(record: Record, rng: random.Random) -> None:
    record["dealer"] = rng.choice(("give", "run", "stand", None, 0, {}))


def _change_score(record: Record, rng: random.Random) -> None:
    scores = ([13, 13], [14, 0], [0, 12], [-1, 0], [0], "0-0", [0, 1.0], [True, 0], None)
    record["score"] = rng.choice(scores)


def _change_rules(record: Record, rng: random.Random) -> None:
    record["rules"] = rng.choice(
        ("classic", "tournament", "tobago", "none", 3, {"base": "x"}, {"gifts": 1}, {"target": 1})
    )


def _drop_field(record: Record, rng: random.Random) -> None:
    del record[rng.choice(sorted(record))]


SPOILERS = [
    _change_hand_card,
    _swap_cards,
    _resize_hand,
    _swap_hands,
    _change_play,
    _swap_plays,
    _resize_plays,
    _change_discards,
    _change_kick,
    _resize_kicks,
    _change_eldest,
    _change_dealer,
    _change_score,
    _change_rules,
    _drop_field,
]


def answer(judge: Callable[[Record], Answer], record: Record) -> Answer | None:
    """The judge's answer; None if it refuses."""
    try:
        return judge(record)
    except ValueError:
        return None


@settings(max_examples=1000, deadline=None, derandomize=True)
@given(random_records(), st.integers(0, 10**9))
def test_spoiled_records(record: Record, seed: int) -> None:
    spoiled = spoil(record, random.Random(seed))
    assert answer(score_record, spoiled) == answer(oracle.score_record, spoiled)
    assert answer(legal_record, spoiled) == answer(oracle.legal_record, spoiled)


def test_spoiling_makes_both_kinds() -> None:
    """So that the test above has seen records refused and records accepted."""
    rng = random.Random(1)
    spoiled = [spoil(oracle.random_record(rng, "classic"), rng) for _ in range(200)]
    refused = sum(answer(oracle.score_record, record) is None for record in spoiled)
    assert 60 < refused < 190


# Single tricks

VARIANTS = [
    (undertrump, escape, follow)
    for undertrump in (0, 1)
    for escape in CHOICES["undertrump_escape"]
    for follow in CHOICES["follow"]
]


def random_position(rng: random.Random) -> tuple[list[str], list[str], str]:
    """A hand, the trick before it, and trump: often of two or three suits only."""
    suits = rng.sample(oracle.SUITS, rng.choice((1, 2, 2, 3, 4)))
    pack = [card for card in oracle.PACK if card[1] in suits]
    cards = rng.sample(pack, rng.randint(2, min(13, len(pack))))
    trick = cards[: rng.randint(1, min(3, len(cards) - 1))]
    return cards[len(trick) :], trick, rng.choice(oracle.SUITS)


@pytest.mark.engine
@pytest.mark.parametrize(("undertrump", "escape", "follow"), VARIANTS)
def test_legal_plays(undertrump: int, escape: str, follow: str) -> None:
    rng = random.Random(f"{undertrump} {escape} {follow}")
    by_name = {"undertrump": undertrump, "undertrump_escape": escape, "follow": follow}
    numbers = {
        "undertrump": undertrump,
        "undertrump_escape": CHOICES["undertrump_escape"].index(escape),
        "follow": CHOICES["follow"].index(follow),
    }
    rules = CLASSIC._replace(**numbers)
    for _ in range(3000):
        hand, trick, trump = random_position(rng)
        suit = oracle.SUITS.index(trump)
        led = oracle.SUITS.index(trick[0][1])
        table = mask_of(parse_cards(" ".join(trick)))
        held = mask_of(parse_cards(" ".join(hand)))
        got = legal_plays(held, led, suit, table & lane(suit), rules)
        expected = oracle.legal(hand, trick, trump, oracle.CLASSIC | by_name)
        assert format_cards(got) == " ".join(expected), (hand, trick, trump)


@pytest.mark.engine
def test_winners() -> None:
    rng = random.Random(2)
    for _ in range(5000):
        hand, trick, trump = random_position(rng)
        best = trick[oracle.winner(trick, trump)]
        held = mask_of(parse_cards(" ".join(hand)))
        got = winners(held, parse_card(best), oracle.SUITS.index(trump))
        last = len(trick)
        expected = [
            c
            for c in oracle.legal(hand, [], trump, {})
            if oracle.winner([*trick, c], trump) == last
        ]
        assert format_cards(got) == " ".join(expected), (hand, trick, trump)


@pytest.mark.engine
def test_below_highest() -> None:
    rng = random.Random(3)
    for _ in range(2000):
        clubs = rng.sample([card for card in oracle.PACK if card[1] == "C"], 10)
        hand, trumps = clubs[: (cut := rng.randint(0, 9))], clubs[cut:]
        top = max(map(oracle.rank_of, trumps))
        got = below_highest(mask_of(parse_cards(" ".join(hand))), mask_of(map(parse_card, trumps)))
        expected = [c for c in oracle.PACK if c in hand and oracle.rank_of(c) < top]
        assert format_cards(got) == " ".join(expected)
