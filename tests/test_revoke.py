"""Revokes: what is one, what it costs, and the command's figures against records."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pandas as pd
import pytest

from analysis.allfours import books, dealing, players, rule_sets
from analysis.allfours.revoke import OFFENCES, SIDES, _estimate, by_penalty, revoke, said
from analysis.estimate import mean
from analysis.run import Run
from engine._jit import INTERPRETED
from engine.allfours.begging import BY_GIFT, BY_RUN, BY_STANDING
from engine.allfours.match import WIN, Equity, way_worth
from engine.allfours.penalty import (
    BARE_JACK,
    HONOUR,
    LEGAL,
    LOW_TRUMP,
    NO_PENALTY,
    NOT_PLAYED,
    PENALTIES,
    PLAIN,
    UNDERTRUMP,
    Penalty,
    hand_worth_after,
    offence,
    penalty,
    worths_after,
)
from engine.allfours.record import ENDINGS, ENDS, EXHAUSTED, outcome_of
from engine.allfours.rules import CLASSIC, TOURNAMENT, Rules
from engine.allfours.score import DEALER, ELDEST
from engine.cards import (
    HEARTS,
    SPADES,
    cards_of,
    format_card,
    mask_of,
    parse_card,
    parse_cards,
)
from tests import oracle

ALL = {one for known in PENALTIES.values() for one in known}


def broken(hand: str, card: str, led: int, trumps: str = "", rules: Rules = CLASSIC) -> int:
    """Which offence it is to play a card; spades are trumps."""
    held, trick = mask_of(parse_cards(hand)), mask_of(parse_cards(trumps))
    return offence(held, parse_card(card), led, SPADES, trick, rules)


# The clauses


def test_edge_39_a_ten_withheld_costs_the_game_and_a_nine_a_point_and_game() -> None:
    ten = penalty("pagat", broken("TS 4S 5H", "5H", SPADES))
    nine = penalty("pagat", broken("9S 4S 5H", "5H", SPADES))
    assert ten == Penalty(match=1)
    assert nine == Penalty(points=1, no_game=1)
    # On a hand that would have given the offenders, the dealer's team, High and Game: 2 points.
    won, equity = outcome_of(_ending(1, -1, 0, 0, 1)), some_equity(14)
    assert hand_worth_after(3, 5, won, DEALER, ten, CLASSIC, equity) == 0
    left = hand_worth_after(3, 5, won, DEALER, nine, CLASSIC, equity)
    assert left == 1 - equity[5 + 1 + 1, 3 + 1]


def test_clause_41_what_a_revoke_is() -> None:
    assert broken("AS 4S 5H", "4S", SPADES) == LEGAL
    assert broken("AH 5H", "AH", SPADES) == LEGAL
    assert broken("9H 4S 8D", "8D", HEARTS) == PLAIN
    assert broken("9H 4S 8D", "4S", HEARTS) == LEGAL
    assert broken("4S 8D", "8D", HEARTS) == LEGAL
    only_when_void = CLASSIC._replace(follow=1)
    assert broken("9H 4S 8D", "4S", HEARTS, rules=only_when_void) == PLAIN
    assert broken("AS JS 5H", "5H", SPADES) == HONOUR
    assert broken("JS 9S 5H", "5H", SPADES) == HONOUR
    assert broken("JS 5H", "5H", SPADES) == BARE_JACK
    assert broken("TS 5H", "5H", SPADES) == HONOUR
    assert broken("9S 2S 5H", "5H", SPADES) == LOW_TRUMP


def test_clause_41_a_trump_too_low_is_an_offence_where_it_is_forbidden() -> None:
    assert broken("KH 4S 8D", "4S", HEARTS, "9S") == LEGAL
    assert broken("KH 4S 8D", "4S", HEARTS, "9S", TOURNAMENT) == UNDERTRUMP
    assert broken("4S 8D", "4S", HEARTS, "9S", TOURNAMENT) == UNDERTRUMP
    assert broken("KS 4S", "4S", HEARTS, "9S", TOURNAMENT) == LEGAL
    no_choice = TOURNAMENT._replace(undertrump_escape=1)
    assert broken("KS 4S", "4S", HEARTS, "9S", no_choice) == UNDERTRUMP
    assert broken("KH 8D", "8D", HEARTS, "9S", TOURNAMENT) == PLAIN
    assert [penalty(rule, UNDERTRUMP) for rule in PENALTIES] == [
        Penalty(match=1) if rule == "school" else None for rule in PENALTIES
    ]


def test_clause_42_what_each_rule_costs() -> None:
    game, point = Penalty(match=1), Penalty(points=1)
    point_and_game = Penalty(points=1, no_game=1)
    expected = {
        "pagat": [game, game, point_and_game, point_and_game],
        "school": [game, game, game, game],
        "trump-14": [game, game, game, point],
        "bare-jack": [point, game, point, point],
        "one-point": [point, point, point, point],
    }
    for rule, costs in expected.items():
        found = [penalty(rule, one) for one in (HONOUR, BARE_JACK, LOW_TRUMP, PLAIN)]
        assert found == costs, rule
        assert penalty(rule, LEGAL) == NO_PENALTY


def test_clause_42_foster() -> None:
    foster = penalty("foster", PLAIN)
    assert foster is not None
    equity = some_equity(14)
    jack = outcome_of(_ending(1, 1, 1, 0, 1))
    assert hand_worth_after(11, 5, jack, DEALER, foster, CLASSIC, equity) == 1 - equity[7, 13]
    assert hand_worth_after(13, 5, jack, DEALER, foster, CLASSIC, equity) == 1 - equity[7, 13]
    assert hand_worth_after(5, 12, jack, ELDEST, foster, CLASSIC, equity) == 0
    no_jack = outcome_of(_ending(1, 1, 0, 0, 1))
    assert hand_worth_after(3, 5, no_jack, DEALER, foster, CLASSIC, equity) == 1 - equity[6, 5]


def _ending(high: int, low: int, jack: int, hang: int, game: int) -> int:
    return next(
        end for end in range(ENDINGS) if outcome_of(end)[:5] == (high, low, jack, hang, game)
    )


# Against plain Python


def some_equity(target: int) -> Equity:
    return np.random.default_rng(target).random((target, target))


def plainly(hand: list[str], card: str, trick: list[str], rules: oracle.Rules) -> int:
    """The offence, from the oracle's legal cards; spades are trumps."""
    if card in oracle.legal(hand, trick, "S", rules):
        return LEGAL
    led = trick[0][1]
    if led == "S":
        ranks = sorted("23456789TJQKA".index(held[0]) for held in hand if held[1] == "S")
        if ranks == [9]:
            return BARE_JACK
        return HONOUR if ranks[-1] >= 8 else LOW_TRUMP
    if card[1] == "S" and rules["follow"] == "follow_or_trump":
        return UNDERTRUMP
    return PLAIN if any(held[1] == led for held in hand) and card[1] != led else UNDERTRUMP


@pytest.mark.parametrize(
    "text", ["classic", "tournament", "tournament undertrump_escape=no_choice",
             "classic follow=trump_when_void", "tournament follow=trump_when_void"],
)  # fmt: skip
def test_an_offence_is_what_the_oracle_does_not_allow(text: str) -> None:
    rules, fields = rule_set(text), oracle.read_rules(_as_record(text))
    drawn, seen = random.Random(text), set()
    for _ in range(1500):
        cards = drawn.sample(oracle.PACK, drawn.randint(3, 9))
        size = drawn.randint(1, min(3, len(cards) - 1))
        trick, hand = cards[:size], cards[size:]
        held = mask_of(parse_cards(" ".join(hand)))
        trumps = mask_of(parse_cards(" ".join(card for card in trick if card[1] == "S")))
        led = "SHDC".index(trick[0][1])
        for card in cards_of(held):
            found = offence(held, card, led, SPADES, trumps, rules)
            assert found == plainly(hand, format_card(card), trick, fields)
            seen.add(found)
    expected = {LEGAL, HONOUR, BARE_JACK, LOW_TRUMP, PLAIN}
    assert seen == expected | ({UNDERTRUMP} if rules.undertrump == 0 else set())


def rule_set(text: str) -> Rules:
    name, *changes = text.split()
    return rule_sets.change(rule_sets.preset(name), changes)


def _as_record(text: str) -> oracle.Rules:
    name, *changes = text.split()
    return {"base": name} | dict(change.split("=") for change in changes)


def counted(
    ours: int, theirs: int, won: dict[str, int], cost: Penalty, rules: Rules
) -> tuple[int, int] | bool:
    """Points of the offenders and the others after a hand, or whether the offenders have won.

    `won` has 1 for the offenders, -1 for the others, 0 for nobody.
    """
    if cost.match:
        return False
    jack_out = won["jack"] != 0 or won["hang"] != 0
    awards = [(-1, cost.points), (-1, cost.jack_in_play if jack_out else 0)]
    worths = {"high": 1, "low": 1, "jack": rules.jack_points, "hang": rules.hang_points}
    for name, worth in (*worths.items(), ("game", rules.game_points)):
        barred = (cost.no_game and name == "game") or (cost.no_jack and name in ("jack", "hang"))
        if won[name] and not (won[name] == 1 and barred):
            awards.append((won[name], worth))
    for side, worth in awards:
        if side == 1:
            ours = min(ours + worth, rules.target - 1) if cost.frozen else ours + worth
        else:
            theirs += worth
        if ours >= rules.target:
            return True
        if theirs >= rules.target:
            return False
    return ours, theirs


@pytest.mark.engine
@pytest.mark.parametrize("rules", [CLASSIC, TOURNAMENT, CLASSIC._replace(target=3, hang_points=6)])
def test_a_penalised_hand_is_worth_what_its_awards_come_to(rules: Rules) -> None:
    equity, last = some_equity(rules.target), rules.target - 1
    scores = [(0, 0), (last, last), (last, 0), (0, last), (last - 1, last), (last - 1, last - 1)]
    for end in range(0, ENDINGS, 7 if INTERPRETED else 1):
        won = outcome_of(end)
        for team in (DEALER, ELDEST):
            mine = {name: getattr(won, name) * team for name in won._fields[:5]}
            for ours, theirs in scores:
                for cost in (*ALL, NO_PENALTY):
                    found = hand_worth_after(ours, theirs, won, team, cost, rules, equity)
                    after = counted(ours, theirs, mine, cost, rules)
                    if isinstance(after, bool):
                        assert found == after
                    elif team == DEALER:
                        assert found == pytest.approx(1 - equity[after[::-1]])
                    else:
                        assert found == pytest.approx(equity[after])


def test_without_a_penalty_a_way_is_worth_what_it_is_worth() -> None:
    for rules, most in ((CLASSIC, 9), (TOURNAMENT._replace(gift_can_win=1), 9)):
        equity = some_equity(14)
        for score in ((0, 0), (12, 13), (11, 12)):
            found = {
                team: worths_after(*score, team, NO_PENALTY, rules, equity, most)
                for team in (DEALER, ELDEST)
            }
            for arm in (BY_STANDING, BY_GIFT, BY_RUN):
                gift = rules.gift if arm == BY_GIFT else 0
                for kicks in range(most + 1):
                    over = max(score[0] + kicks, score[1] + gift) >= 14
                    for end in range(ENDS):
                        mine, other = (
                            found[team][arm, kicks * ENDS + end] for team in SIDES.values()
                        )
                        if over or end == EXHAUSTED:
                            assert mine == other == NOT_PLAYED
                            continue
                        worth = way_worth(*score, kicks, gift, end, rules, equity)
                        assert mine == pytest.approx(WIN * worth, abs=0.501)
                        assert other == pytest.approx(WIN * (1 - worth), abs=0.501)


# The command


DEALS = 300


def report(score: str) -> pd.DataFrame:
    return revoke(score, run=Run(deals=DEALS, seed=5)).set_index("name")


def awards_of(score: tuple[int, int]) -> Iterator[tuple[dict[str, int], tuple[int, int]] | None]:
    """What each deal's hand comes to at a score, for the dealer's team, and the score before it.

    The deals are played out as records and judged by the oracle. None where no hand is played.
    """
    known = books.for_match(CLASSIC)
    lineup = players.lineup("expert")
    for number in range(DEALS):
        kick = dealing.record_deal(5, number, CLASSIC, *lineup)["kicks"][0][0]
        dealer = score[0] + oracle.CLASSIC["kick_points"][oracle.RANKS.index(kick)]
        if dealer >= 14:
            yield None
            continue
        book = known.books[dealer, score[1]]
        record = dealing.record_deal(5, number, CLASSIC, *lineup, book=book)
        answer = oracle.score_record(record)
        points, won = list(score), dict.fromkeys(("high", "low", "jack", "hang", "game"), 0)
        for name, team, worth in answer["awards"]:
            if name in won:
                won[name] = 1 if team == "dealer" else -1
            elif max(points) < 14:
                points[oracle.TEAMS.index(team)] += worth
        yield None if answer.get("redeal") or max(points) >= 14 else (won, (points[0], points[1]))


@pytest.mark.parametrize("score", [(0, 0), (11, 8)])
def test_the_costs_are_those_of_the_recorded_deals(score: tuple[int, int]) -> None:
    equity = books.for_match(CLASSIC).equity(CLASSIC)
    found = report(f"{score[0]}-{score[1]}")
    hands = [hand for hand in awards_of(score) if hand is not None]

    def worth(won: dict[str, int], points: tuple[int, int], cost: Penalty) -> float:
        after = counted(*points, won, cost, CLASSIC)
        return float(after) if isinstance(after, bool) else 1 - float(equity[after[::-1]])

    honest = [worth(*hand, NO_PENALTY) for hand in hands]
    assert found.loc["win_dealer", "n"] == len(hands)
    assert found.loc["win_dealer", "value"] == pytest.approx(np.mean(honest), abs=1e-6)
    game = np.mean([won["game"] == 1 for won, _ in hands])
    assert found.loc["game_dealer", "value"] == pytest.approx(game)
    for rule in PENALTIES:
        for cost, which in by_penalty(rule).items():
            after = [worth(*hand, cost) for hand in hands]
            lost = np.mean(honest) - np.mean(after)
            for one in which:
                value = found.loc[f"{rule}_{OFFENCES[one]}_dealer", "value"]
                assert value == pytest.approx(lost, abs=1e-6)


def test_the_order_of_the_costs() -> None:
    for score in ("0-0", "7-9", "13-13"):
        found = report(score)
        for side in SIDES:
            costs = [
                float(found.loc[f"{name}_{side}", "value"])
                for name in ("one-point_plain", "pagat_plain", "foster_plain", "school_plain")
            ]
            assert 0 < costs[0] <= costs[1] <= costs[2] <= costs[3] < 1
            assert costs[3] == found.loc[f"win_{side}", "value"]
            assert (found["low"] <= found["value"]).all()
    assert costs[0] == costs[3], "at 13-13 a point is the game"
    assert found.loc["win_dealer", "value"] == pytest.approx(
        1 - found.loc["win_eldest", "value"], abs=1e-6
    )


def test_the_table_by_score_has_what_is_said_of_a_score() -> None:
    frame = revoke(by_score="pagat", run=Run(deals=DEALS, seed=5))
    assert len(frame) == 4 * 14 * 14
    assert len(frame.attrs["grids"]) == 4
    rows = frame.set_index("name")
    one = report("11-8")
    for name in ("pagat_honour_dealer", "pagat_low_trump_eldest"):
        for field in ("value", "low", "high", "n"):
            assert rows.loc[f"{name}_11-8", field] == pytest.approx(one.loc[name, field])


def test_an_interval_has_the_error_of_the_deals_and_that_of_the_table() -> None:
    deals = mean(40 * WIN, 40 * WIN * WIN, 100, scale=1 / WIN)
    alone = np.array([40, 40 * WIN]) * WIN
    assert _estimate(100, alone) == deals
    tables = np.array([40, 36, 44, 40 * WIN]) * WIN
    error = 4 / 100 * np.tan(np.pi * 0.95 / 2)
    assert deals.high is not None
    assert deals.value is not None
    half = np.hypot(deals.high - deals.value, error)
    assert _estimate(100, tables).high == pytest.approx(deals.value + half)
    assert _estimate(100, tables).low == pytest.approx(deals.value - half)


def test_a_table_without_parts_is_said_to_be_one() -> None:
    rules = CLASSIC._replace(hang_points=4, target=3)
    notes = [
        revoke(rules=one, run=Run(deals=50, seed=5)).attrs["notes"] for one in (rules, CLASSIC)
    ]
    assert [any("its own error" in note for note in some) for some in notes] == [True, False]


def test_offences_in_words() -> None:
    assert said([HONOUR, BARE_JACK, LOW_TRUMP, PLAIN, UNDERTRUMP]) == "any revoke; a trump too low"
    assert said([HONOUR, BARE_JACK]) == "a trump from the ten up withheld"
    named = {one for rule in PENALTIES for which in by_penalty(rule).values() for one in which}
    assert named == set(OFFENCES)
