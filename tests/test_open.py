"""Hands played by the solver with all cards seen: legal, worth their value, never in company."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from analysis.allfours import players, side_by_side
from analysis.allfours.begging import beg
from analysis.allfours.dealing import record_deal, record_deals
from analysis.allfours.points import HAND_SIZES, points
from analysis.allfours.solving import mistakes, solve_record
from analysis.run import Run
from engine._jit import INTERPRETED
from engine.allfours.hand import new_desk, play_hand
from engine.allfours.rules import CLASSIC, TOURNAMENT, Rules
from engine.allfours.simulate import NOTHING_KNOWN, POINTS_TALLY, deal_known, points_tally
from engine.allfours.solve import UNLIMITED, first_lead, new_solver, play_open, solve
from engine.allfours.strategy import EXPERT, OPEN, Strategy
from engine.allfours.table import opening
from engine.cards import (
    SORTED_PACK,
    bit,
    cards_of,
    format_card,
    mask_of,
    suit_of,
)
from engine.deal import Hands, restart, unseen
from engine.random import new_stream
from tests import oracle
from tests.command import HAND, run
from tests.interim import INTERIM
from tests.test_solve import ALL_RULES, Spot, counted, engine_rules, solver

SEED = 31
NAMES = ["classic", "tournament", "no_choice", "void_no_under", "stag"]
OPENLY = Strategy(OPEN, OPEN)
CARDS = "hands", "kicks", "eldest", "dealer"


def dealt(number: int, cards: int) -> tuple[Hands, int]:
    """The hands and the kick of a numbered deal."""
    deck, hands, stream = SORTED_PACK.copy(), np.zeros(4, np.int64), new_stream()
    restart(deck, SORTED_PACK, stream, SEED, number)
    return hands, int(deal_known(deck, 52, NOTHING_KNOWN._replace(cards=cards), 4, hands, stream))


def played(hands: Hands, kick: int, rules: Rules) -> tuple[list[int], int]:
    """The cards in order of play, and what the dealer's team took; the hands are used up."""
    plays = np.full(48, -1, np.int64)
    size = 4 * int(hands[1]).bit_count()
    taken = play_open(solver(), hands, opening(suit_of(kick), bit(kick), 4), rules, plays)
    assert not hands.any()
    assert (plays[size:] == -1).all()
    return plays[:size].tolist(), int(taken)


def taken_by_dealer(spot: Spot, plays: list[int], rules: oracle.Rules) -> int:
    """Play the cards one by one, each of which must be legal; the cards that the dealer takes."""
    for card in plays:
        assert card in spot.legal(rules), spot
        spot = spot.after(card)
    assert not any(spot.hands)
    return mask_of(spot.taken)


@pytest.mark.engine
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("cards", "deals"), [(6, 1)] if INTERPRETED else [(6, 300), (9, 8)])
def test_a_hand_is_legal_and_scores_its_value(name: str, cards: int, deals: int) -> None:
    rules = ALL_RULES[name]
    ours = engine_rules(rules)
    for number in range(deals):
        hands, kick = dealt(number, cards)
        value = solve(solver(), first_lead(hands, 1, suit_of(kick)), ours, UNLIMITED).value
        held = [list(cards_of(int(hand))) for hand in hands]
        spot = Spot(held, suit_of(kick), 1, [], [], [], 0)
        plays, taken = played(hands, kick, ours)
        assert taken_by_dealer(spot, plays, rules) == taken
        assert counted(spot, plays, rules) == value, number


def test_the_cards_do_not_depend_on_what_was_solved_before() -> None:
    for number in range(100):
        hands, kick = dealt(number, 6)
        fresh, plays = new_solver(8), np.zeros(48, np.int64)
        play_open(fresh, hands.copy(), opening(suit_of(kick), bit(kick), 4), CLASSIC, plays)
        assert played(hands, kick, CLASSIC)[0] == plays[:24].tolist()


def test_of_the_cards_that_keep_the_value_the_lowest_plain_one_is_played() -> None:
    for number in range(40):
        hands, kick = dealt(number, 6)
        held = [list(cards_of(int(hand))) for hand in hands]
        plays, _ = played(hands, kick, CLASSIC)
        trump = "SHDC"[suit_of(kick)]
        record: dict[str, Any] = {
            "rules": "classic",
            "hands": [" ".join(map(format_card, hand)) for hand in held],
            "kicks": [format_card(kick)],
            "eldest": "stand",
            "dealer": None,
        }
        for turn in range(0, 24, 5):
            record["plays"] = [format_card(card) for card in plays[:turn]]
            best = solve_record(record)["best"]
            best = [card for card in best if card[1] != trump] or best
            first = min(best, key=lambda card: ("SHDC".index(card[1]), oracle.rank_of(card)))
            assert format_card(plays[turn]) == first


@pytest.mark.parametrize("rules", [CLASSIC, TOURNAMENT], ids=["classic", "tournament"])
def test_points_add_up_to_the_values(rules: Rules) -> None:
    """Jack, hang and Game of a thousand deals, against the sum of what each is worth."""
    total = 0
    for number in range(1000):
        hands, kick = dealt(number, 6)
        total += solve(solver(), first_lead(hands, 1, suit_of(kick)), rules, UNLIMITED).value
    args = SEED, unseen(0), NOTHING_KNOWN, rules, OPENLY, None, new_solver(14)
    got = dict(zip(POINTS_TALLY, points_tally(0, 1000, *args).tolist(), strict=True))
    with_trump = 1000 - got["no_trump_dealt"]
    high_and_low = 2 * (got["high_dealer_team"] + got["low_dealer_team"] - with_trump)
    assert got["points"] - high_and_low == total


def test_long_hands_are_left_to_players_who_are_named() -> None:
    """With a solver, others play hands of twelve cards and no other."""
    weights = players.weights()
    for cards in HAND_SIZES:
        hands, kick = dealt(3, cards)
        rest = [hands.copy() for _ in range(2)]
        table, experts = opening(suit_of(kick), bit(kick), 4), Strategy(EXPERT, EXPERT)
        one, two = new_desk(), new_desk()
        play_hand(hands, table, CLASSIC, experts, weights, solver(), new_stream(), one)
        play_hand(rest[0], table, CLASSIC, experts, weights, None, new_stream(), two)
        same = one.plays.tolist() == two.plays.tolist()
        assert same == (cards == 12)
        if cards < 12:
            assert one.plays[: 4 * cards].tolist() == played(rest[1], kick, CLASSIC)[0]


def test_records_are_legal_and_without_mistakes() -> None:
    """Without hands of twelve cards, which take a minute each."""
    lineup = players.lineup("open")
    for usual in record_deals(5, 0, 30, CLASSIC, Strategy(), book=INTERIM):
        if usual["plays"] and len(usual["kicks"]) < 3:
            record = record_deal(5, usual["deal"], CLASSIC, *lineup, book=INTERIM)
            assert [record[key] for key in CARDS] == [usual[key] for key in CARDS]
            assert oracle.score_record(record)
            assert not list(mistakes(record))


# Among the players


@pytest.mark.parametrize("pair", ["open simple", "simple open", "open open", "worlds:3 open"])
def test_open_sits_with_nobody(pair: str) -> None:
    answer = run("duel", *pair.split(), "--seed", "1")
    assert (answer.status, answer.out) == (2, "")
    why = "it sees all cards, so it plays all four hands or none: expected another player"
    assert answer.err == f'allfours: player "open": {why}\n'


@pytest.mark.parametrize("line", ["points --cards 12 --play open", "game --cards 12 --play open"])
def test_many_deals_of_twelve_cards_are_too_much(line: str) -> None:
    answer = run(*line.split(), "--seed", "1")
    assert (answer.status, answer.out) == (2, "")
    assert 'player "open"' in answer.err
    assert "expected 6 or 9 cards" in answer.err


@pytest.mark.parametrize("command", ["points", "game", "beg", "give", "deals", "show"])
def test_help_names_open(command: str) -> None:
    assert "or open (all cards seen" in " ".join(run(command, "--help").out.split())


@pytest.mark.parametrize(
    "line",
    [
        "points --play open --deals 200",
        "game --play open --deals 20 --cards 9",
        f"beg {HAND} --kick 6S --play open --deals 12",
        f"give {HAND} --kick 6S --play open --deals 10",
    ],
)
def test_the_answer_does_not_depend_on_threads(line: str) -> None:
    answers = {run(*line.split(), "--seed", "2", "--threads", str(n)).out for n in (1, 2, 3)}
    assert len(answers) == 1
    assert "not a player but a bound" in " ".join(answers.pop().split())


def test_open_has_a_column_but_no_say_among_all() -> None:
    frame = beg(HAND, "6S", play="all", run=Run(deals=21_000, seed=3))
    assert frame.attrs["verdicts"].keys() == set(side_by_side.EVERYONE)
    assert (frame.attrs["verdict"], frame.attrs["verdicts"]["open"]) == ("stand", "undecided")
    assert "with all cards seen it is" in frame.attrs["headline"]
    assert "UNDECIDED" not in frame.attrs["headline"]
    assert [line["player"] for line in frame.attrs["summary"]][-1] == "open"
    assert players.OPEN_NOTE in frame.attrs["notes"]
    assert players.MODEL_NOTE not in frame.attrs["notes"]


def test_all_do_without_open_where_it_is_too_slow() -> None:
    frame = points(cards=12, play="all", run=Run(deals=320, seed=3))
    assert "open" not in frame.attrs["made"]["play"]
    assert len(frame.attrs["summary"]) == len(side_by_side.EVERYONE) - 1
