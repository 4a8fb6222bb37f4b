"""Exposed cards and their calls (RULES.md 40): records, hands that are played, and costs."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from analysis.allfours import players
from analysis.allfours.card_costs import plays as card_plays
from analysis.allfours.dealing import record_deal
from analysis.allfours.games import read_games
from analysis.allfours.records import legal_record, score_record
from analysis.allfours.show import draw
from analysis.allfours.solving import solve_record
from engine._jit import INTERPRETED
from engine.allfours.exposed import NEVER, NOBODY_CALLS, Exposed, calls, play_exposed
from engine.allfours.exposed_costs import (
    CALLED,
    CARDS,
    COLUMNS,
    DEALS,
    LED,
    MEANS,
    Match,
    exposed_tally,
)
from engine.allfours.exposed_worlds import deal_around, gain_of_call, new_bench
from engine.allfours.play import play_out
from engine.allfours.rules import ANYONE, CLASSIC, TOURNAMENT, Rules
from engine.allfours.simulate import NOTHING_KNOWN, POINTS_TALLY, Known, deal_known, points_tally
from engine.allfours.strategy import RANDOM, SIMPLE, Strategy
from engine.allfours.table import Table, after, lacks, opening
from engine.cards import (
    PACK,
    SORTED_PACK,
    InputError,
    bit,
    cards_of,
    format_card,
    format_cards,
    mask_of,
    parse_card,
    parse_cards,
    suit_of,
)
from engine.deal import restart, unseen
from engine.random import PLAY, new_stream, start
from tests import oracle
from tests.interim import INTERIM
from tests.judges import Judge, deal

pytestmark = pytest.mark.engine

SIMPLES = Strategy(SIMPLE, SIMPLE)
FOR_POINTS = Match(0, 0, np.zeros((0, 0)))
FEW = 6 if INTERPRETED else 60
CALLED_BY = {"opponents": CLASSIC, "anyone": CLASSIC._replace(called_by=ANYONE)}

# Records

HAND = deal({1: "5H 6D AH", 2: "QD 9H", 3: "2H 7D", 0: "3H 8D"}, plays="AH 9H 2H 3H", finish=False)
OPEN = HAND | {"exposed": [["QD", 2, 0]]}
"""Seat 1 leads to the second trick; nobody has called."""
REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "exposed as text": ({"exposed": "QD"}, '"QD"'),
    "exposed without an owner": ({"exposed": [["QD"]]}, '\\["QD"\\]'),
    "exposed that is no card": ({"exposed": [["XD", 2, 0]]}, '"X"'),
    "exposed at no seat": ({"exposed": [["QD", 4, 0]]}, "4"),
    "exposed at a seat that is true": ({"exposed": [["QD", True, 0]]}, "true"),
    "exposed at half a trick": ({"exposed": [["QD", 2, 0.5]]}, "0.5"),
    "exposed by who lacks it": ({"exposed": [["QD", 3, 0]]}, '"QD".*eldest-partner'),
    "exposed twice": ({"exposed": [["QD", 2, 0], ["QD", 2, 1]]}, '"QD" twice'),
    "exposed later than now": ({"exposed": [["QD", 2, 2]]}, '"QD" after 2 tricks'),
    "exposed after it was played": ({"exposed": [["9H", 2, 1]]}, '"9H".*played'),
    "called but not exposed": ({"exposed": [], "calls": [["QD", 1, 2]]}, '"QD" in trick 2'),
    "called by its owner": ({"calls": [["QD", 2, 2]]}, "dealer-partner, expected an opponent"),
    "called by the partner": ({"calls": [["QD", 0, 2]]}, "by the dealer, expected an opponent"),
    "called in the trick before": (
        {"exposed": [["QD", 2, 1]], "calls": [["QD", 1, 1]]},
        "expected a later trick than 1",
    ),
    "called in trick 0": ({"calls": [["QD", 1, 0]]}, "0"),
    "called ahead": ({"calls": [["QD", 1, 3]]}, '"QD" in trick 3'),
    "called as a revoke": ({"calls": [["QD", 1, 1]]}, 'trick 1.*"QD".*revoke'),
    "called as text": ({"calls": ["QD"]}, '"QD"'),
    "called beside another": (
        {"exposed": [["QD", 2, 0], ["9H", 2, 0]], "calls": [["QD", 1, 2], ["9H", 3, 2]]},
        '"9H" in trick 2, where "QD"',
    ),
    "called and not played": (
        {"calls": [["QD", 1, 2]], "plays": [*HAND["plays"], "6D", "2D"]},
        'trick 2.*"2D".*QD, which is called|does not hold',
    ),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_cannot_be_is_named(kind: str) -> None:
    fields, said = REFUSED[kind]
    record = OPEN | fields
    for judged in (score_record, legal_record):
        with pytest.raises(InputError, match=said):
            judged(record)
    with pytest.raises((ValueError, TypeError)):
        oracle.score_record(record)


def test_a_call_leaves_one_card(judge: Judge) -> None:
    record = OPEN | {"plays": [*HAND["plays"], "6D"]}
    free = judge.legal(record)
    assert free["seat"] == 2
    assert len(free["legal"]) > 1
    assert judge.legal(record | {"calls": [["QD", 1, 2]]}) == {"seat": 2, "legal": ["QD"]}
    played = record | {"calls": [["QD", 1, 2]], "plays": [*record["plays"], "QD"]}
    assert judge.legal(played)["seat"] == 3
    with pytest.raises(judge.error):
        judge.legal(played | {"calls": [["QD", 1, 2], ["QD", 3, 3]]})


def test_who_may_call_is_a_rule(judge: Judge) -> None:
    record = OPEN | {"plays": [*HAND["plays"], "6D"], "calls": [["QD", 0, 2]]}
    with pytest.raises(judge.error):
        judge.legal(record)
    anyone = record | {"rules": {"called_by": "anyone"}}
    assert judge.legal(anyone)["legal"] == ["QD"]


def test_nothing_is_exposed_where_nothing_is_played(judge: Judge) -> None:
    over = deal({1: "QD"}, kicks="6S", score=(12, 13), finish=False)
    with pytest.raises(judge.error, match="exposed"):
        judge.score(over | {"exposed": [["QD", 1, 0]]})


def answer(judge: Any, record: Any) -> Any:
    try:
        return judge(record)
    except ValueError:
        return None


@pytest.mark.parametrize("called_by", CALLED_BY)
def test_random_calls_are_judged_alike(called_by: str) -> None:
    rng = random.Random(40)
    refused = obeyed = 0
    for _ in range(20 * FEW):
        record = oracle.random_record(rng, {"called_by": called_by})
        hands = [hand.split() for hand in record["hands"]]
        owner, size = rng.randrange(4), len(hands[0])
        card = rng.choice(hands[owner])
        where = record["plays"].index(card) // 4 + 1 if record["plays"] else 1
        record["exposed"] = [[card, owner, rng.choice([0, 0, where - 1, where])]]
        trick = rng.choice([where, where, where, rng.randint(0, size + 1)])
        record["calls"] = [[card, rng.choice([owner + 1, owner + 3, owner + 2]) % 4, trick]]
        for stop in (len(record["plays"]), rng.randint(0, len(record["plays"]))):
            part = record | {"plays": record["plays"][:stop]}
            for ours, theirs in (
                (score_record, oracle.score_record),
                (legal_record, oracle.legal_record),
            ):
                said = answer(ours, part)
                assert said == answer(theirs, part)
                refused += said is None
                obeyed += said is not None
    assert min(refused, obeyed) > 10 * FEW


def test_a_shown_deal_is_a_record_that_was_played(judge: Judge) -> None:
    drawn = 0
    for number in range(FEW):
        hidden = record_deal(4, number, CLASSIC, SIMPLES, book=INTERIM)
        card = hidden["hands"][number % 4].split()[0]
        shown = record_deal(4, number, CLASSIC, SIMPLES, book=INTERIM, expose=parse_card(card))
        if not shown["plays"]:
            continue
        judge.score(shown)
        assert shown["exposed"] == [[card, number % 4, 0]]
        text = draw(shown)
        assert f"exposes {card} before the first lead" in text
        for called, _, trick in shown["calls"]:
            drawn += 1
            assert f"calls {called} in trick {trick}" in text
            assert called in shown["plays"][4 * trick - 4 : 4 * trick]
        if not shown["calls"]:
            assert shown["plays"] == hidden["plays"]
    assert drawn > FEW // 4
    kick = parse_card(hidden["kicks"][0])
    with pytest.raises(InputError, match=f'"{hidden["kicks"][0]}"'):
        record_deal(4, FEW - 1, CLASSIC, SIMPLES, book=INTERIM, expose=kick)


def test_the_solver_refuses_exposed_cards_and_review_spares_called_ones() -> None:
    with pytest.raises(InputError, match="exposed"):
        solve_record(OPEN)
    record = deal(
        {1: "5H 6D AH", 2: "QD 2D 9H", 3: "2H 7D", 0: "3H 8D"},
        plays="AH 9H 2H 3H 6D QD",
        finish=False,
    ) | {"exposed": [["QD", 2, 0]]}
    looked_at = []
    for calls_made in ([], [["QD", 1, 2]]):
        games, wrong = read_games([(1, record | {"calls": calls_made})])
        assert wrong == {}
        looked_at.append([format_card(play.card) for play in card_plays(games[0], 2)])
    assert [card for card in looked_at[0] if card not in looked_at[1]] == ["QD"]


# Callers


def seen(record: dict[str, Any]) -> tuple[list[int], Table]:
    """The hands and the table at the position of a record."""
    hands = [mask_of(parse_cards(hand)) for hand in record["hands"]]
    kicks = [parse_card(kick) for kick in record["kicks"]]
    table = opening(suit_of(kicks[-1]), mask_of(kicks), 4)
    for card in map(parse_card, record["plays"]):
        hands[table.seat] &= ~bit(card)
        table = after(table, card, CLASSIC)
    return hands, table


SAID = [  # the owner is seat 2 and the caller seat 1 or 3; trump is spades, the kick 9S
    ("a plain card is called", "2D QH", "6D", "", "2D", 1, True),
    ("a plain ten not while the other side has it", "TD QH", "2D", "", "TD", 3, False),
    ("a plain ten into our trick", "TD QH", "AD", "", "TD", 3, True),
    ("a lone trump fears a trump lead", "2D AS", None, "JS", "2D", 1, True),
    ("two don't", "2D AS", None, "JS 2S", "2D", 1, False),
    ("the jack when its owner leads", "JS AD", None, "", "JS", 3, True),
    ("the jack not into a plain trick that it wins", "JS AD", "2D", "3D", "JS", 3, False),
    ("the jack where the caller takes it", "JS AD", "2D", "QS", "JS", 3, True),
    ("a trump on a plain trick without pips", "AS AD", "2D", "", "AS", 1, True),
    ("a trump not on one with pips", "AS AD", "KD", "", "AS", 1, False),
    ("a trump not for a lead", "AS AD", None, "", "AS", 1, False),
    ("the ten of trumps for a lead", "TS AD", None, "", "TS", 1, True),
    ("a trump not to a trump lead", "AS 3S", "KS", "", "AS", 1, False),
    ("the ten of trumps to our trump", "TS 3S", "KS", "", "TS", 1, True),
]


@pytest.mark.parametrize("case", SAID, ids=lambda case: case[0])
def test_what_the_rule_says(case: tuple[str, str, str | None, str, str, int, bool]) -> None:
    _, owner, led, mine, card, caller, expected = case
    kick = parse_card("9S")
    table = opening(0, bit(kick), 4)._replace(seat=2 if led is None else 1)
    if led is not None:
        table = after(table, parse_card(led), CLASSIC)
    assert parse_card(card) in parse_cards(owner)
    hand = mask_of(parse_cards(mine + " 4C 5C 6C"))
    assert calls(hand, caller, table, parse_card(card), CLASSIC) is expected


@pytest.mark.parametrize("seat", [1, 3])
def test_worlds_fit_what_the_caller_sees(seat: int) -> None:
    rng = random.Random(7)
    found = 0
    for number in range(FEW):
        record = record_deal(9, number, CLASSIC, SIMPLES, book=INTERIM)
        if len(record["plays"]) < 24:
            continue
        hands, table = seen(record | {"plays": record["plays"][: rng.randint(0, 20)]})
        if (table.seat ^ seat) & 1 == 0:
            continue
        card = next(iter(cards_of(hands[table.seat])))
        found += 1
        worlds, deck, stream = np.zeros(4, np.int64), np.zeros(52, np.int64), new_stream()
        start(stream, 1, number, PLAY)
        others = set()
        for _ in range(5):
            deal_around(hands[seat], seat, table, card, worlds, deck, stream)
            world = [int(hand) for hand in worlds]
            assert world[seat] == hands[seat]
            assert world[table.seat] & bit(card)
            assert [hand.bit_count() for hand in world] == [hand.bit_count() for hand in hands]
            assert sum(world) == world[0] | world[1] | world[2] | world[3]
            assert not sum(world) & (table.gone | table.trick)
            assert sum(world) & ~PACK == 0
            for other in {0, 1, 2, 3} - {seat, table.seat}:
                assert not world[other] & lacks(table, other)
            others.add(tuple(world))
        assert len(others) > 1
    assert found > FEW // 8


def test_every_world_is_equally_likely() -> None:
    """With two cards each, a void shown and a card seen, all worlds are counted."""
    record = record_deal(9, 3, CLASSIC, SIMPLES, book=INTERIM)
    hands, table = seen(record | {"plays": record["plays"][:16]})
    seat = (table.seat + 1) & 3
    card = next(iter(cards_of(hands[table.seat])))
    left = mask_of(c for hand in hands for c in cards_of(hand))
    dead = PACK & ~left & ~table.gone & ~table.trick
    keep = mask_of(list(cards_of(dead))[:1])  # so that there are few cards to deal
    few = table._replace(gone=table.gone | (dead & ~keep))
    counts: dict[tuple[int, ...], int] = {}
    worlds, deck, stream = np.zeros(4, np.int64), np.zeros(52, np.int64), new_stream()
    start(stream, 2, 0, PLAY)
    tries = 4000
    for _ in range(tries):
        deal_around(hands[seat], seat, few, card, worlds, deck, stream)
        world = tuple(int(hand) for hand in worlds)
        counts[world] = counts.get(world, 0) + 1
    mean = tries / len(counts)
    assert len(counts) > 3
    square = sum((count - mean) ** 2 / mean for count in counts.values())
    assert square < len(counts) + 5 * (2 * len(counts)) ** 0.5


def test_sampled_gains_know_a_jack_that_is_lost() -> None:
    """The owner's bare jack, called under the ace that its caller's partner led, is hung."""
    record = deal({1: "AS 2D", 2: "JS 2S AH", 3: "KS QS 3D", 0: "4S"}, plays="AS", finish=False)
    hands, table = seen(record)
    exposed = Exposed(parse_card("JS"), 2, 0)
    worlds = 100
    gains = [
        gain_of_call(hands[seat], seat, table, exposed, CLASSIC, SIMPLES, None, worlds, new_bench())
        for seat in (3, 0)
    ]
    assert gains[0] > 0 > gains[1]


# Deals


def hands_of(seed: int, number: int) -> tuple[np.ndarray, int]:
    deck, stream, hands = SORTED_PACK.copy(), new_stream(), np.zeros(4, np.int64)
    restart(deck, SORTED_PACK, stream, seed, number)
    return hands, int(deal_known(deck, 52, NOTHING_KNOWN, 4, hands, stream))


def test_an_unexposed_card_changes_nothing() -> None:
    for number in range(FEW):
        hands, kick = hands_of(3, number)
        table = opening(suit_of(kick), bit(kick), 4)
        again, call = hands.copy(), np.zeros(3, np.int64)
        plays, others = np.zeros(48, np.int64), np.zeros(48, np.int64)
        stream = new_stream()
        never = Exposed(next(iter(cards_of(int(hands[2])))), 2, NEVER)
        taken = play_exposed(hands, table, never, CLASSIC, SIMPLES, None, stream, call, plays)
        assert taken == play_out(again, table, CLASSIC, SIMPLES, None, stream, others)
        assert plays.tolist() == others.tolist()
        assert call[0] == NOBODY_CALLS
        assert not hands.any()


@pytest.mark.parametrize("tricks", [0, 1, 3])
@pytest.mark.parametrize("called_by", CALLED_BY)
def test_played_calls_are_legal_by_the_oracle(called_by: str, tricks: int) -> None:
    rules = CALLED_BY[called_by]
    made = 0
    for number in range(FEW):
        hands, kick = hands_of(6, number)
        dealt = [format_cards(int(hand)) for hand in hands]
        seat = number % 4
        card = random.Random(number).choice(dealt[seat].split())
        exposed = Exposed(parse_card(card), seat, tricks)
        call, plays, stream = np.zeros(3, np.int64), np.zeros(48, np.int64), new_stream()
        table = opening(suit_of(kick), bit(kick), 4)
        start(stream, 6, number, PLAY)
        play_exposed(
            hands, table, exposed, rules, Strategy(RANDOM, RANDOM), None, stream, call, plays
        )
        record = {
            "rules": {"called_by": called_by},
            "hands": dealt,
            "kicks": [format_card(kick)],
            "eldest": "stand",
            "plays": [format_card(int(c)) for c in plays[:24]],
        }
        if card in record["plays"][: 4 * tricks]:
            assert call[0] == NOBODY_CALLS
            continue
        record["exposed"] = [[card, seat, tricks]]
        if call[0] != NOBODY_CALLS:
            made += 1
            assert call[1] > tricks
            record["calls"] = [[card, int(call[0]), int(call[1])]]
        oracle.score_record(record)
    assert made > FEW // 4


def by_oracle(rules: Rules, named: Any, seed: int, deals: int) -> np.ndarray:
    """Per kind of card: the points of the owner's team, hidden and exposed, and deals."""
    found = np.zeros((CARDS, 3), np.int64)
    for number in range(deals):
        seat = number % 4
        for card in cards_of(int(hands_of(seed, number)[0][seat])):
            row = (card & 15) + 13 * (suit_of(card) == suit_of(hands_of(seed, number)[1]))
            for place, tricks in enumerate((NEVER, 0)):
                hands, kick = hands_of(seed, number)
                dealt = [format_cards(int(hand)) for hand in hands]
                call, plays, stream = np.zeros(3, np.int64), np.zeros(48, np.int64), new_stream()
                table = opening(suit_of(kick), bit(kick), 4)
                exposed = Exposed(card, seat, tricks)
                play_exposed(hands, table, exposed, rules, SIMPLES, None, stream, call, plays)
                record = {
                    "rules": named | {"kick_points": [0] * 13, "target": 99},
                    "hands": dealt,
                    "kicks": [format_card(kick)],
                    "eldest": "stand",
                    "plays": [format_card(int(c)) for c in plays[:24]],
                }
                dealer, eldest = oracle.score_record(record)["score"]
                found[row, place] += (dealer - eldest) * (1 if seat % 2 == 0 else -1)
            found[row, 2] += 1
    return found


@pytest.mark.parametrize("name", ["classic", "tournament"])
def test_costs_are_what_the_oracle_counts(name: str) -> None:
    rules = {"classic": CLASSIC, "tournament": TOURNAMENT}[name]
    deals = FEW // 3
    got = exposed_tally(
        0, deals, 8, SORTED_PACK, NOTHING_KNOWN, 0, FOR_POINTS, rules, 0, SIMPLES, None
    ).reshape(CARDS, COLUMNS)
    expected = by_oracle(rules, {"base": name}, 8, deals)
    assert got[:, DEALS].tolist() == expected[:, 2].tolist()
    for place, mean in enumerate(("hidden", "exposed")):
        assert got[:, 2 * MEANS.index(mean)].tolist() == expected[:, place].tolist()
    cost = got[:, 2 * MEANS.index("cost")]
    assert cost.tolist() == (expected[:, 0] - expected[:, 1]).tolist()
    parts = sum(got[:, 2 * MEANS.index(part)] for part in ("low", "jack", "hang", "game"))
    assert np.asarray(parts).tolist() == cost.tolist()
    assert got[:, DEALS].sum() == 6 * deals


def test_the_hidden_arm_is_the_deal_of_every_other_study() -> None:
    hand = mask_of(parse_cards("JS 9S AH TH 4D 2C"))
    known = Known(1, hand, parse_card("6S"), 6)
    deck = unseen(known.hand | bit(known.kick))
    deals = 3 * FEW
    args = deck, known, CLASSIC, SIMPLES, None
    points = dict(zip(POINTS_TALLY, points_tally(0, deals, 5, *args, None).tolist(), strict=True))
    got = exposed_tally(
        0, deals, 5, deck, known, hand, FOR_POINTS, CLASSIC, 0, SIMPLES, None
    ).reshape(6, COLUMNS)
    assert got[:, 0].tolist() == [-points["points"]] * 6
    assert got[:, 1].tolist() == [points["points_squared"]] * 6
    one = exposed_tally(
        0, deals, 5, deck, known, bit(parse_card("JS")), FOR_POINTS, CLASSIC, 0, SIMPLES, None
    )
    assert one.tolist() == got[1].tolist(), "the jack is the second lowest of the mask"
    assert (got[:, CALLED:LED].sum(1) <= deals).all()
    assert (got[:, LED] <= got[:, CALLED:LED].sum(1)).all()


@pytest.mark.parametrize("worlds", [0, 2])
def test_halves_add_up(worlds: int) -> None:
    def tally(first: int, last: int) -> np.ndarray:
        return exposed_tally(
            first,
            last,
            1,
            SORTED_PACK,
            NOTHING_KNOWN,
            0,
            FOR_POINTS,
            CLASSIC,
            worlds,
            SIMPLES,
            None,
        )

    deals = FEW // 3
    whole = tally(0, deals)
    assert whole.tolist() == (tally(0, 1) + tally(1, deals)).tolist()


def test_a_match_that_ends_with_the_hand_is_won_or_lost() -> None:
    equity = np.full((14, 14), 0.5)
    match = Match(0, 0, equity)
    deals = FEW // 3
    got = exposed_tally(
        0, deals, 8, SORTED_PACK, NOTHING_KNOWN, 0, match, CLASSIC._replace(target=1), 0,
        SIMPLES, None,
    ).reshape(CARDS, COLUMNS)  # fmt: skip
    high = got[:, 2 * MEANS.index("win_hidden")]
    assert high.tolist() == got[:, 2 * MEANS.index("win_exposed")].tolist(), "High comes first"
    open_ended = exposed_tally(
        0, deals, 8, SORTED_PACK, NOTHING_KNOWN, 0, match, CLASSIC, 0, SIMPLES, None
    ).reshape(CARDS, COLUMNS)
    wins = open_ended[:, 2 * MEANS.index("win_hidden")]
    assert wins.tolist() == (500_000 * open_ended[:, DEALS]).tolist()


def test_players_are_the_ones_who_play() -> None:
    learned = players.lineup("expert")
    by_simple, by_expert = (
        exposed_tally(
            0, FEW, 2, SORTED_PACK, NOTHING_KNOWN, 0, FOR_POINTS, CLASSIC, 0, strategy, weights
        )
        for strategy, weights in ((SIMPLES, None), learned[:2])
    )
    assert by_simple.tolist() != by_expert.tolist()
