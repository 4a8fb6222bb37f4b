"""What the way of a deal is worth at a score, against awards counted one by one."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.allfours import rule_sets
from analysis.allfours.ledger import Ledger
from analysis.allfours.scores import Score
from analysis.allfours.solution import most_kicks
from engine.allfours.begging import BY_GIFT, BY_RUN, BY_STANDING
from engine.allfours.match import WIN, Equity, hand_worth, way_worth, worths_in_wins
from engine.allfours.record import ENDINGS, ENDS, EXHAUSTED, outcome_of
from engine.allfours.rules import CLASSIC, Rules
from engine.allfours.score import DEALER, ELDEST, NOBODY, Outcome

RULE_SETS = [
    "classic",
    "tournament",
    "stag",
    "classic kick_kept=0",
    "classic gift=3 gift_can_win=1 target=5",
    "classic gift=0 jack_points=0 hang_points=0 game_points=0 target=4",
    "classic target=3",
    "tournament target=3 gift=2 gift_can_win=1",
    "classic target=1",
]


def rule_set(text: str) -> Rules:
    name, *changes = text.split()
    return rule_sets.change(rule_sets.preset(name), changes)


def some_equity(target: int) -> Equity:
    """Chances of winning at random, all different."""
    return np.random.default_rng(target).random((target, target))


def counted(
    score: Score, kicks: int, gift: int, end: int, rules: Rules, equity: Equity
) -> tuple[float, str]:
    """The chance of winning, one award after the other, and how the deal ended."""
    ledger = Ledger(rules, list(score))
    ledger.count("kick", DEALER, kicks)
    ledger.count("gift", ELDEST, gift)
    if end != EXHAUSTED:
        ledger.count_hand(outcome_of(end))
    if ledger.winner is not None:
        return float(ledger.winner == DEALER), f"won by {ledger.awards[-1][0]}"
    dealer, eldest = ledger.points[DEALER], ledger.points[ELDEST]
    if end == EXHAUSTED:
        return float(equity[dealer, eldest]), "the same dealer"
    return 1 - float(equity[eldest, dealer]), "the other dealer"


def scores(target: int) -> list[Score]:
    if target <= 5:
        return [(one, two) for one in range(target) for two in range(target)]
    last = target - 1
    return [(0, 0), (last, last), (last, 0), (0, last), (last - 1, last), (last - 2, last - 3)]


@pytest.mark.parametrize("text", RULE_SETS)
def test_every_way_is_worth_what_its_awards_come_to(text: str) -> None:
    rules = rule_set(text)
    equity, most = some_equity(rules.target), most_kicks(rules)
    ways = set()
    for score in scores(rules.target):
        worths = worths_in_wins(*score, rules, equity, most)
        assert worths.shape == (3, (most + 1) * ENDS)
        for kicks in range(most + 1):
            for end in range(ENDS):
                for arm in (BY_STANDING, BY_GIFT, BY_RUN):
                    found = worths[arm, kicks * ENDS + end]
                    if end == EXHAUSTED and arm != BY_RUN:
                        assert found == 0
                        continue
                    gift = rules.gift if arm == BY_GIFT else 0
                    worth, how = counted(score, kicks, gift, end, rules, equity)
                    assert found == pytest.approx(WIN * worth, abs=0.501)
                    ways.add(how)
    expected = {"won by kick", "won by high"}
    if rules.target > 3 or rules.gift_can_win:
        expected |= {"the same dealer", "the other dealer", "won by low"}
    if rules.gift_can_win:
        expected |= {"won by gift"}
    if rules.game_points and rules.target > 1:
        expected |= {"won by game", "won by jack", "won by hang"}
    assert expected <= ways


@pytest.mark.engine
def test_a_way_and_a_hand_are_worth_the_same_one_at_a_time() -> None:
    for text, score in (("classic", (12, 11)), ("stag", (9, 13)), ("classic target=3", (1, 1))):
        rules = rule_set(text)
        equity = some_equity(rules.target)
        for end in range(0, ENDINGS, 4):
            for kicks, gift in ((0, 0), (1, 1), (2, 0)):
                worth, _ = counted(score, kicks, gift, end, rules, equity)
                found = way_worth(*score, kicks, gift, end, rules, equity)
                assert found == pytest.approx(worth)
            worth, _ = counted(score, 0, 0, end, rules, equity)
            assert hand_worth(*score, outcome_of(end), rules, equity) == pytest.approx(worth)


@pytest.mark.engine
def test_what_comes_first_counts_first() -> None:
    """RULES.md E9, E10, E11 and 34."""
    equity = some_equity(14)
    nobody = Outcome(NOBODY, NOBODY, NOBODY, NOBODY, NOBODY, 0, 0)
    mixed = Outcome(ELDEST, DEALER, DEALER, NOBODY, DEALER, 40, 20)
    assert hand_worth(13, 13, mixed, CLASSIC, equity) == 0
    assert hand_worth(13, 13, mixed._replace(high=NOBODY), CLASSIC, equity) == 1
    assert hand_worth(13, 13, nobody, CLASSIC, equity) == 1 - equity[13, 13]
    assert hand_worth(3, 5, nobody, CLASSIC, equity) == 1 - equity[5, 3]
    assert way_worth(12, 13, 2, 1, 0, CLASSIC, equity) == 1
    assert way_worth(11, 13, 2, 1, 0, CLASSIC._replace(gift_can_win=1), equity) == 0
    assert way_worth(3, 5, 2, 0, EXHAUSTED, CLASSIC, equity) == equity[5, 5]
    hang = nobody._replace(hang=ELDEST, game=DEALER)
    assert hand_worth(13, 11, hang, CLASSIC, equity) == 0
    assert hand_worth(13, 10, hang, CLASSIC, equity) == 1
