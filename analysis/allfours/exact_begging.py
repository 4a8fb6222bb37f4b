"""What has a closed form in the report of `beg`."""

from __future__ import annotations

from fractions import Fraction

from analysis.allfours.exact_hand import hypergeometric
from engine.allfours.pack import most_runs
from engine.allfours.rules import KICK_LAST, Rules
from engine.bits import count
from engine.cards import Card, Mask, lane, suit_of

_UNSEEN = 45  # 52 cards without a hand of six and the kick


def exhausted_if_run(hand: Mask, kick: Card, rules: Rules) -> Fraction:
    """How often a run exhausts the pack: all its kicks are trumps that the hand doesn't hold.

    >>> exhausted_if_run(mask_of(parse_cards("AH KH QD 9C 8C 2C")), 7, Rules())
    Fraction(1, 15)
    """
    trumps = 12 - count(hand & lane(suit_of(kick)))
    kicks = int(most_runs(rules.players)) + (rules.exhausted == KICK_LAST)
    return hypergeometric(kicks, trumps, kicks, _UNSEEN)
