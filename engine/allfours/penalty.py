"""Revokes: what was done against the rules, and what a table makes it cost (RULES.md 41, 42).

No player here plays an illegal card. This says what a table does about one that was played, and
what it is worth at a score, if the hand comes out as it would have otherwise.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from engine._jit import kernel
from engine.allfours.begging import BY_GIFT, BY_RUN, BY_STANDING, Worths
from engine.allfours.legal import legal_plays
from engine.allfours.match import WIN, Equity
from engine.allfours.record import ENDINGS, ENDS, outcome_of
from engine.allfours.rules import Rules
from engine.allfours.score import DEALER, Outcome, Team
from engine.bits import highest
from engine.cards import JACK, TEN, Card, Mask, Suit, bit, lane, rank_mask, rank_of, suit_of

LEGAL, HONOUR, BARE_JACK, LOW_TRUMP, PLAIN, UNDERTRUMP = range(6)
"""What a card can be: legal; with a trump led, another suit while holding a trump from the ten up,
the jack and no other trump, or only trumps below the ten; with a plain suit led, another while
holding that; a lower trump than there is, where that is forbidden."""


def offence(
    hand: Mask, card: Card, led: Suit, trump: Suit, trick_trumps: Mask, rules: Rules
) -> int:
    """Which offence it is to follow with this card.

    Parameters
    ----------
    hand : Mask
        The cards held before, `card` among them.
    led, trump, trick_trumps, rules
        As for `legal_plays`.

    Examples
    --------
    >>> offence(mask_of(parse_cards("TS 9S 4H")), parse_card("4H"), SPADES, SPADES, 0, CLASSIC)
    1
    """
    if bit(card) & legal_plays(hand, led, trump, trick_trumps, rules):
        return LEGAL
    if led != trump:
        follows = suit_of(card) == led or not hand & lane(led)
        trumps = suit_of(card) == trump and bit(card) & legal_plays(
            hand, led, trump, trick_trumps, rules._replace(undertrump=1)
        )
        return UNDERTRUMP if follows or trumps else PLAIN
    withheld = hand & lane(trump)
    if withheld == bit(highest(withheld)) and withheld & rank_mask(JACK):
        return BARE_JACK
    return HONOUR if rank_of(highest(withheld)) >= TEN else LOW_TRUMP


class Penalty(NamedTuple):
    """What an offence costs the offenders' team."""

    match: int = 0
    """1: the other team has won the match."""
    points: int = 0
    """To the other team."""
    jack_in_play: int = 0
    """More points to the other team if the trump jack was dealt."""
    no_game: int = 0
    """1: the offenders can't score Game in this hand."""
    no_jack: int = 0
    """1: nor Jack, nor for hanging it."""
    frozen: int = 0
    """1: they can't pass the target less one in this hand."""


NO_PENALTY: Final = Penalty()
_MATCH: Final = Penalty(match=1)
_POINT: Final = Penalty(points=1)
_POINT_AND_GAME: Final = Penalty(points=1, no_game=1)
_FOSTER: Final = Penalty(points=1, jack_in_play=1, no_game=1, no_jack=1, frozen=1)

PENALTIES: Final[dict[str, tuple[Penalty, ...]]] = {
    "pagat": (_MATCH, _MATCH, _POINT_AND_GAME, _POINT_AND_GAME),
    "school": (_MATCH, _MATCH, _MATCH, _MATCH, _MATCH),
    "trump-14": (_MATCH, _MATCH, _MATCH, _POINT),
    "bare-jack": (_POINT, _MATCH, _POINT, _POINT),
    "one-point": (_POINT, _POINT, _POINT, _POINT),
    "foster": (_FOSTER, _FOSTER, _FOSTER, _FOSTER),
}
"""By rule, the penalties from HONOUR on; UNDERTRUMP is left out where the rule doesn't know it."""


def penalty(rule: str, offence: int) -> Penalty | None:
    """What a rule makes of an offence; None if it doesn't say.

    >>> penalty("pagat", LOW_TRUMP)
    Penalty(match=0, points=1, jack_in_play=0, no_game=1, no_jack=0, frozen=0)
    """
    if offence == LEGAL:
        return NO_PENALTY
    known = PENALTIES[rule]
    return known[offence - HONOUR] if offence <= len(known) else None


@kernel
def hand_worth_after(
    ours: int,
    theirs: int,
    won: Outcome,
    team: Team,
    penalty: Penalty,
    rules: Rules,
    equity: Equity,
) -> float:
    """The offenders' chance of winning the match once the hand is played out.

    The penalty's points are counted first, then High, Low, Jack or hang, and Game; the first team
    at the target wins. If neither is, the other side deals.

    Parameters
    ----------
    ours, theirs : int
        Points of the offenders' team and of the other when play begins, below the target.
    team : Team
        The offenders'.
    """
    if penalty.match:
        return 0.0
    theirs += penalty.points + penalty.jack_in_play * abs(won.jack + won.hang)
    if theirs >= rules.target:
        return 0.0
    most = rules.target - penalty.frozen
    for award in range(4):
        winner, worth, barred = won.high, 1, 0
        if award == 1:
            winner = won.low
        elif award == 2:
            winner, barred = won.jack + won.hang, penalty.no_jack
            worth = rules.jack_points if won.jack else rules.hang_points
        elif award == 3:
            winner, worth, barred = won.game, rules.game_points, penalty.no_game
        if winner == team and not barred:
            ours = min(ours + worth, most)
            if ours >= rules.target:
                return 1.0
        elif winner == -team:
            theirs += worth
            if theirs >= rules.target:
                return 0.0
    if team == DEALER:
        return 1.0 - float(equity[theirs, ours])
    return float(equity[ours, theirs])


NOT_PLAYED: Final = -1
"""In place of a worth: the deal ends before a card is played."""


@kernel
def worths_after(
    dealer: int,
    eldest: int,
    team: Team,
    penalty: Penalty,
    rules: Rules,
    equity: Equity,
    most_kicks: int,
) -> Worths:
    """What each way of a deal is worth to the offenders at a score, in WIN, or NOT_PLAYED.

    Parameters
    ----------
    dealer, eldest : int
        Points when the choice is made, after the first kick.
    """
    worths = np.full((3, (most_kicks + 1) * ENDS), NOT_PLAYED, np.int64)
    for kicks in range(most_kicks + 1):
        for arm in (BY_STANDING, BY_GIFT, BY_RUN):
            raised = eldest + (rules.gift if arm == BY_GIFT else 0)
            if max(dealer + kicks, raised) >= rules.target:
                continue
            ours, theirs = dealer + kicks, raised
            if team != DEALER:
                ours, theirs = raised, dealer + kicks
            for end in range(ENDINGS):
                won = outcome_of(end)
                worth = hand_worth_after(ours, theirs, won, team, penalty, rules, equity)
                worths[arm, kicks * ENDS + end] = int(np.rint(WIN * worth))
    return worths
