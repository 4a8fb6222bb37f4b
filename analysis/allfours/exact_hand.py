"""The cards dealt in closed form: trumps, High, Low, the jack and pips in the hands.

Hands of 6, 9, 12 ... cards come after one, two, three ... kicks. The last kick fixes trump; the
earlier ones are of one other suit, so the trumps not seen lie at random in the places that are
neither kicks nor known.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, perm
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.allfours.rules import Rules

PIPS = (0,) * 8 + (10, 1, 2, 3, 4)
JACK = 9
LOW_TO_HOLDER = 0


def earlier_kicks(cards: int) -> int:
    """Kicks before the one that fixed trump, for hands of 6, 9, 12 ... cards.

    Examples
    --------
    >>> [earlier_kicks(cards) for cards in (6, 9, 12)]
    [0, 1, 2]
    """
    return cards // 3 - 2


def unkicked(cards: int) -> int:
    """Cards in the hands and in the stock: all but the kicks.

    Examples
    --------
    >>> [unkicked(cards) for cards in (6, 9, 12)]
    [51, 50, 49]
    """
    return 51 - earlier_kicks(cards)


def all_missed(named: int, drawn: int, places: int) -> Fraction:
    """Chance that ``named`` cards, put at random in ``places``, all miss ``drawn`` of these.

    Examples
    --------
    >>> print(all_missed(1, 24, 51), all_missed(2, 12, 50))
    9/17 703/1225
    """
    return Fraction(comb(places - drawn, named), comb(places, named))


def hypergeometric(count: int, named: int, drawn: int, places: int) -> Fraction:
    """Chance that exactly ``count`` of ``named`` cards are among ``drawn`` of ``places``.

    Examples
    --------
    >>> print(hypergeometric(0, 12, 6, 51), hypergeometric(12, 12, 48, 49))
    27417/151340 37/49
    """
    ways = comb(drawn, count) * comb(places - drawn, named - count)
    return Fraction(ways, comb(places, named))


def same_side(cards: int, others: int, sides: Sequence[int]) -> Fraction:
    """Chance that two distinct places among ``others`` hands of ``cards`` lie on one side.

    Parameters
    ----------
    cards : int
        Cards in a hand.
    others : int
        Hands in question.
    sides : sequence of int
        Hands of each side.

    Returns
    -------
    Fraction

    Examples
    --------
    >>> print(same_side(6, 4, (2, 2)), same_side(6, 4, (1, 1, 1, 1)))
    11/23 5/23
    """
    return Fraction(sum(perm(cards * hands, 2) for hands in sides), perm(cards * others, 2))


def high_low_together(cards: int, sides: Sequence[int]) -> Fraction:
    """Chance that High and Low are dealt to one side, as a share of all deals.

    Parameters
    ----------
    cards : int
        Cards in a hand: 6, 9, 12 ...
    sides : sequence of int
        Hands of each side: ``(2, 2)`` for teams, ``(1, 1, 1, 1)`` for players.

    Returns
    -------
    Fraction

    Examples
    --------
    >>> print(high_low_together(12, (1, 1, 1, 1)))
    11/47
    """
    hands = sum(sides)
    none, one = (hypergeometric(n, 12, hands * cards, unkicked(cards)) for n in (0, 1))
    return one + (1 - none - one) * same_side(cards, hands, sides)


def points_forms(cards: int, rules: Rules) -> dict[str, Fraction]:
    """Give the closed forms of the points report, no hand being known.

    Parameters
    ----------
    cards : int
        Cards in a hand: 6, 9, 12 ..., so that trump was fixed by the first, second, third ... kick.
    rules : Rules
        ``players``; ``low_to``: where the taker scores Low, the rows about Low have no closed form.

    Returns
    -------
    dict
        Row name to its share of all deals; ``pips_in_play_mean`` in pips per deal.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> forms = points_forms(6, SimpleNamespace(low_to=0, players=4))
    >>> print(forms["jack_in_play"], forms["high_low_same_team"])
    96/221 1091542/2277667
    """
    places, dealt, side = unkicked(cards), rules.players * cards, rules.players // 2
    none = all_missed(12, dealt, places)
    forms = {
        "jack_in_play": Fraction(12, 13) * Fraction(dealt, places),
        "high_dealer_team": (1 - none) / 2,
    }
    if rules.low_to == LOW_TO_HOLDER:
        forms["low_dealer_team"] = (1 - none) / 2
        forms["high_low_same_team"] = high_low_together(cards, (side, side))
    forms["no_trump_dealt"] = none
    forms["pips_in_play_mean"] = Fraction(dealt * 80, 52)
    return forms


class View(NamedTuple):
    """What a seat knows of the trumps.

    ``above`` and ``below`` are the trumps not seen that beat the seat's highest and that its
    lowest beats (all of them, twice, for a seat without a trump: ``trumpless``); ``others`` of
    the ``places`` where they may be are in the other hands, a share ``mates`` of these the
    partner's.
    """

    above: int
    below: int
    trumpless: bool
    others: int
    places: int
    mates: Fraction
    cards: int


def view(hand: Sequence[int], kick: int, players: int = 4) -> View:
    """Count the trumps that a seat doesn't see.

    Parameters
    ----------
    hand : sequence of int
        The seat's 6, 9, 12 ... cards.
    kick : int
        The card that fixed trump.
    players : int

    Returns
    -------
    View

    Examples
    --------
    >>> view([9, 2, 16, 17, 18, 19], kick=12)[:5]
    (2, 2, False, 18, 45)
    """
    cards = len(hand)
    held = [card % 16 for card in hand if card // 16 == kick // 16]
    unseen = set(range(13)) - {kick % 16, *held}
    return View(
        above=sum(rank > max(held, default=-1) for rank in unseen),
        below=sum(rank < min(held, default=13) for rank in unseen),
        trumpless=not held,
        others=(players - 1) * cards,
        places=unkicked(cards) - cards,
        mates=Fraction(players // 2 - 1, players - 1),
        cards=cards,
    )


def end_to_dealer(beyond: int, known: View, seat: int) -> Fraction:
    """Chance that the dealer's team was dealt one end of the trumps, High or Low.

    Parameters
    ----------
    beyond : int
        Trumps not seen beyond the seat's own: ``above`` or ``below``.
    known : View
        What the seat knows.
    seat : int
        0 to 3; seats 0 and 2 are the dealer's team.

    Returns
    -------
    Fraction

    Examples
    --------
    >>> jack_high = view([9, 2, 16, 17, 18, 19], kick=12)
    >>> print(end_to_dealer(jack_high.above, jack_high, seat=0))
    94/165
    """
    missed = all_missed(beyond, known.others, known.places)
    if seat % 2:
        return (1 - missed) * (1 - known.mates)
    return (1 - missed) * known.mates + (0 if known.trumpless else missed)


def ends_together(known: View) -> Fraction:
    """Chance that one team was dealt both High and Low, seen from a seat.

    Parameters
    ----------
    known : View
        What the seat knows.

    Returns
    -------
    Fraction

    Examples
    --------
    >>> print(ends_together(view([12, 0, 16, 17, 18, 19], kick=5)))
    1
    """
    _, _, trumpless, others, places, mates, cards = known
    hands = others // cards
    apart = same_side(cards, hands, (hands // 2, hands - hands // 2))
    if trumpless:
        none, one = (hypergeometric(n, known.above, others, places) for n in (0, 1))
        return one + (1 - none - one) * apart
    none_above = all_missed(known.above, others, places)
    none_below = all_missed(known.below, others, places)
    neither = all_missed(known.above + known.below, others, places)
    # Where only one end is in another hand, that hand may be the partner's.
    one_end = none_above + none_below - 2 * neither
    return neither + one_end * mates + (1 - neither - one_end) * apart


def pips_mean(hand: Sequence[int], kick: int, players: int = 4) -> Fraction:
    """Mean of the pips in all hands, seen from a seat.

    Parameters
    ----------
    hand : sequence of int
        The seat's 6, 9, 12 ... cards.
    kick : int
        The card that fixed trump; earlier kicks are unknown, of one other suit.
    players : int

    Returns
    -------
    Fraction
        Pips per deal.

    Examples
    --------
    >>> print(pips_mean([0, 1, 2, 3, 4, 5], kick=6))
    32
    """
    earlier = earlier_kicks(len(hand))
    seen = {kick, *hand}
    unseen = [
        [PIPS[rank] for rank in range(13) if 16 * suit + rank not in seen] for suit in range(4)
    ]
    plain = unseen[: kick // 16] + unseen[kick // 16 + 1 :]
    orders = [perm(len(pips), earlier) for pips in plain]
    # Each card of a suit is in the same share of that suit's ordered kicks.
    kicked = sum(
        (
            Fraction(count * earlier * sum(pips), len(pips) * sum(orders))
            for count, pips in zip(orders, plain, strict=True)
        ),
        Fraction(0),
    )
    share = Fraction((players - 1) * len(hand), unkicked(len(hand)) - len(hand))
    own = sum(PIPS[card % 16] for card in hand)
    return own + share * (sum(map(sum, unseen)) - kicked)


def hand_forms(
    hand: Sequence[int], kick: int, seat: int, cards: int, rules: Rules
) -> dict[str, Fraction]:
    """Give the closed forms of the points report, knowing a seat's own cards.

    Parameters
    ----------
    hand : sequence of int
        The seat's cards, ``16 * suit + rank`` (rank 0 = two ... 12 = ace).
    kick : int
        The card that fixed trump. Earlier kicks are unknown, of one other suit.
    seat : int
        0 (dealer) to 3.
    cards : int
        Cards in a hand: 6, 9, 12 ..., ``len(hand)``.
    rules : Rules
        ``players``; ``low_to``: where the taker scores Low, the rows about Low have no closed form.

    Returns
    -------
    dict
        The rows of `points_forms`. ``dealer_team`` is seats 0 and 2, whoever asks.

    Raises
    ------
    ValueError
        If the hand has not ``cards`` cards.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> rules = SimpleNamespace(low_to=0, players=4)
    >>> forms = hand_forms([11, 16, 17, 32, 33, 48], 4, 1, 6, rules)
    >>> print(forms["jack_in_play"], forms["high_dealer_team"])
    2/5 4/15
    """
    if len(hand) != cards:
        raise ValueError(f"a hand of {len(hand)} cards, expected {cards}")
    known = view(hand, kick, rules.players)
    jack = kick // 16 * 16 + JACK
    forms = {
        "jack_in_play": Fraction(jack in hand)
        if jack in (kick, *hand)
        else Fraction(known.others, known.places),
        "high_dealer_team": end_to_dealer(known.above, known, seat),
    }
    if rules.low_to == LOW_TO_HOLDER:
        forms["low_dealer_team"] = end_to_dealer(known.below, known, seat)
        forms["high_low_same_team"] = ends_together(known)
    none = all_missed(known.above, known.others, known.places)
    forms["no_trump_dealt"] = none if known.trumpless else Fraction(0)
    forms["pips_in_play_mean"] = pips_mean(hand, kick, rules.players)
    return forms
