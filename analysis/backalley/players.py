"""Players and bidders of Back Alley by name."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final, NamedTuple

from analysis.worlds import worlds as worlds
from engine.backalley.bidding import BIDDERS as BIDS
from engine.backalley.bidding import TRICK
from engine.backalley.strategy import PLAYERS, WORLDS, Strategy
from engine.cards import InputError

BIDDERS = (1, 2, 3, 0)
"""The seats in order of bidding."""
SHIFTED: Final = ("simple", "solved")
"""Bidders that can be told to bid too much or too little: ``simple+0.5``."""
MODEL_NOTE = (
    "The intervals cover chance only, not the model: how far other bidders and players would move "
    "the answer."
)
_SHIFT = re.compile(r"(?s)([^+-]*)([+-].*)")
_THOUSANDTHS = re.compile(r"[+-](1(\.0{1,3})?|0?\.[0-9]{1,3}|0)")


class Style(NamedTuple):
    """How a team bids and plays."""

    bid: str
    """A name in BIDS."""
    shift: int
    """Thousandths of a trick by which each of its bidders overrates hand or team."""
    play: str
    """The name of a player of the cards."""

    @property
    def name(self) -> str:
        """The style as `style` reads it, in its shortest form."""
        bid = self.bid
        if self.shift:
            bid += f"{float(Fraction(self.shift, TRICK)):+g}"
        if self.play == _plays(self.bid):
            return bid
        return self.play if bid == "simple" and worlds(self.play) else f"{bid}/{self.play}"


def style(text: str) -> Style:
    """Read a style: BID/PLAY, or one NAME for both.

    ``worlds:W`` is no bidder; alone it bids as ``simple``. ``solved`` is no player of the cards;
    alone it plays as ``simple``. Its shift moves numbers of the team's tricks in hands of three
    cards or more: in shorter ones bids are drawn, and it does nothing.

    >>> style("simple+0.5/worlds:8")
    Style(bid='simple', shift=500, play='worlds:8')
    >>> style("worlds:8"), style("simple/simple").name
    (Style(bid='simple', shift=0, play='worlds:8'), 'simple')

    Raises
    ------
    InputError
        Names the bidder or the player that there isn't.
    """
    bid, slash, play = text.partition("/")
    if slash:
        player(play)
        return Style(*_bidder(bid), play)
    if worlds(text):
        return Style("simple", 0, text)
    if _name(text) in BIDS:
        name, shift = _bidder(text)
        return Style(name, shift, _plays(name))
    raise InputError(f'no style "{text}" (there are {", ".join([*BIDS, "worlds:W"])}, BID/PLAY)')


def _plays(bid: str) -> str:
    """Who plays the cards where a bidder alone is named."""
    return bid if bid in PLAYERS else "simple"


def _name(bid: str) -> str:
    """The name of a bidder, without its shift."""
    shifted = _SHIFT.fullmatch(bid)
    return shifted[1] if shifted else bid


def _bidder(text: str) -> tuple[str, int]:
    """The name of a bidder, and its shift in thousandths of a trick."""
    name = _name(text)
    shift = text[len(name) :]
    if name not in BIDS:
        raise InputError(f'no bidder "{name}" (there are {", ".join(BIDS)})')
    if not shift:
        return name, 0
    if name not in SHIFTED:
        raise InputError(f'bidder "{text}": {name} counts no tricks, expected {name} alone')
    if not _THOUSANDTHS.fullmatch(shift):
        expected = "expected a number from -1 to +1 with up to three decimals"
        raise InputError(f'bidder "{text}": a shift of "{shift}", {expected}')
    return name, int(Fraction(shift) * TRICK)


def player(name: str) -> int:
    """The number of a player of the cards.

    Raises
    ------
    InputError
        If there is none of this name.
    """
    number = worlds(name)
    if number:
        return WORLDS + number
    if name not in PLAYERS:
        raise InputError(f'no player "{name}" (there are {", ".join([*PLAYERS, "worlds:W"])})')
    return PLAYERS[name]


def share(deals: int, *styles: str) -> int:
    """How many of so many deals these styles play: the W-th part where ``worlds:W`` plays.

    >>> share(400_000, "simple", "simple/worlds:32")
    12500
    """
    return max(1, deals // max(1, *(worlds(style(text).play) for text in styles)))


def strategy(dealers: str, eldests: str | None = None) -> Strategy:
    """A style in all four seats, or with another for the eldest's team.

    >>> strategy("random")[:4]
    (0, 0, 0, 0)
    >>> strategy("simple+0.5", "worlds:8")
    Strategy(dealer_play=1, eldest_play=10, dealer_bid=1, eldest_bid=1, dealer_shift=500, \
eldest_shift=0, dealer_first=0, eldest_first=0)

    Raises
    ------
    InputError
        If there is no such bidder or player.
    """
    one = style(dealers)
    two = one if eldests is None else style(eldests)
    return Strategy(
        dealer_play=player(one.play),
        eldest_play=player(two.play),
        dealer_bid=BIDS[one.bid],
        eldest_bid=BIDS[two.bid],
        dealer_shift=one.shift,
        eldest_shift=two.shift,
    )
