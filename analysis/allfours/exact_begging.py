"""What has a closed form in the reports of `beg` and `give`, under the interim begging rules."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from analysis.allfours.exact_hand import hypergeometric
from engine.allfours.rules import KICK_LAST, Rules
from engine.allfours.strategy import Strategy
from engine.bits import count
from engine.cards import Card, Mask, bit, lane, suit_of

_UNSEEN = 45  # 52 cards without a hand of six and the kick
_HAND = 6


def beg_forms(hand: Mask, kick: Card, strategy: Strategy, rules: Rules) -> dict[str, Fraction]:
    """How often the dealer gives, and how often a run exhausts the pack, given eldest's hand.

    >>> rules = Rules()
    >>> forms = beg_forms(mask_of(parse_cards("AH KH QD 9C 8C 2C")), 7, Strategy(), rules)
    >>> forms["pack_exhausted_if_run"]
    Fraction(1, 15)
    """
    trumps = 12 - count(hand & lane(suit_of(kick)))
    least = max(strategy.give_from, 0 if rules.give_void else 1)
    gives = sum(
        (hypergeometric(held, trumps, _HAND, _UNSEEN) for held in range(least, _HAND + 1)),
        Fraction(0),
    )
    allowed = rules.gift_can_win or rules.gift < rules.target
    return {
        "dealer_gives": gives if allowed else Fraction(0),
        "pack_exhausted_if_run": _exhausted(trumps, _UNSEEN, rules),
    }


def give_forms(hand: Mask, kick: Card, strategy: Strategy, rules: Rules) -> dict[str, Fraction]:
    """How often a run exhausts the pack, given the dealer's hand and that the eldest begs."""
    trump = suit_of(kick)
    unseen = lane(trump) & ~(hand | bit(kick))
    trumps = count(unseen)
    low = count(unseen & (bit(16 * trump + strategy.lone_from) - 1))
    none = comb(_UNSEEN - trumps, _HAND)
    lone = low * comb(_UNSEEN - trumps, _HAND - 1)
    left = _UNSEEN - _HAND
    exhausted = none * _exhausted(trumps, left, rules)
    exhausted += lone * _exhausted(trumps - 1, left, rules) if trumps else 0
    return {"pack_exhausted_if_run": exhausted / (none + lone)}


def _exhausted(trumps: int, unseen: int, rules: Rules) -> Fraction:
    """Chance that all kicks of a run are among `trumps` of `unseen` cards."""
    kicks = 3 if rules.exhausted == KICK_LAST else 2
    return hypergeometric(kicks, trumps, kicks, unseen)
