"""The score of a match while one deal's awards come in, in the order in which they count."""

from __future__ import annotations

from engine.allfours.rules import Rules
from engine.allfours.score import DEALER, ELDEST, Outcome, Team, kick_worth
from engine.cards import Card, InputError

TEAM_NAMES = {DEALER: "dealer", ELDEST: "eldest"}


class Ledger:
    """Awards counted so far; once a team has reached the target no more are counted (RULES.md 34).

    Parameters
    ----------
    rules : Rules
        What each award is worth, and the target.
    score : sequence of int
        Points before the deal: the dealer's team, the eldest's.

    Raises
    ------
    InputError
        If that score can't be, or the match is over.
    """

    def __init__(self, rules: Rules, score: object) -> None:
        expected = f"expected two whole numbers from 0 to {rules.target - 1}"
        if not isinstance(score, list | tuple) or len(score) != 2:
            raise InputError(f"score: {score!r}, {expected}")
        for points in score:
            if isinstance(points, bool) or not isinstance(points, int):
                raise InputError(f"score: {points!r}, {expected}")
            if not 0 <= points < rules.target:
                raise InputError(f"score: {points}, {expected}")
        self.rules = rules
        self.points = {DEALER: score[0], ELDEST: score[1]}
        self.awards: list[tuple[str, Team, int]] = []
        self.winner: Team | None = None

    def count(self, name: str, team: Team, points: int) -> None:
        """Count an award, unless it is worth nothing or the match is over."""
        if self.winner is not None or team not in TEAM_NAMES or points == 0:
            return
        self.awards.append((name, team, points))
        self.points[team] += points
        if self.points[team] >= self.rules.target:
            self.winner = team

    def count_kick(self, kick: Card) -> None:
        """Count a kick's points for the dealer's team (RULES.md 7)."""
        self.count("kick", DEALER, kick_worth(kick, self.rules))

    def count_gift(self) -> None:
        """Count the gift for the eldest's team (RULES.md 11)."""
        self.count("gift", ELDEST, self.rules.gift)

    def gift_may_be_given(self) -> bool:
        """Whether the gift leaves the match open, or may win it (``gift_can_win``)."""
        after = self.points[ELDEST] + self.rules.gift
        return bool(self.rules.gift_can_win) or after < self.rules.target

    def count_hand(self, won: Outcome) -> None:
        """Count High, Low, Jack or hang, and Game of a hand that was played out."""
        self.count("high", won.high, 1)
        self.count("low", won.low, 1)
        self.count("jack", won.jack, self.rules.jack_points)
        self.count("hang", won.hang, self.rules.hang_points)
        self.count("game", won.game, self.rules.game_points)
