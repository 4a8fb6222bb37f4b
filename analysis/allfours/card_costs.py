"""What each card played in recorded games cost, as `worlds:W` sees it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple

from analysis.allfours import players
from analysis.allfours.games import Game, views
from engine.allfours.expert import POINT
from engine.allfours.rules import Rules
from engine.allfours.score import Seat
from engine.allfours.table import Table, playable
from engine.allfours.worlds import PRIOR, Scratch, new_scratch, sampled
from engine.cards import Card, Mask, cards_of, format_card

WORLDS = 1000
"""For each card."""
COSTLIEST = 10
"""So many of the cards are reported."""

_NOTE = (
    "A card's cost is what worlds:{worlds} thinks: how many points of the deal its best card makes "
    "more, in {worlds} deals of the cards that the seat could not see. It leans on expert, who "
    "plays those out and whose own opinion of the card counts as {prior} worlds more, so that few "
    "worlds find little fault with how expert plays. With 32 a cost is off by a tenth of a point "
    "and more either way; ask for more worlds where it matters. The score of the match is not "
    "looked at."
)


class Play(NamedTuple):
    """A card that was played where others might have been."""

    game: Game
    number: int
    """Its place in the order of play, from 0."""
    seat: Seat
    card: Card
    best: Card
    cost: float

    @property
    def trick(self) -> int:
        """The trick that it was played to, from 1."""
        return self.number // self.game.deal.rules.players + 1


def card_costs(
    hand: Mask, seen: Table, rules: Rules, worlds: int, scratch: Scratch
) -> dict[Card, float]:
    """What each card that may be played costs, as worlds:W sees it: points of the deal.

    Parameters
    ----------
    hand : Mask
        Of the seat to play.
    seen : Table
        What everybody sees; nothing else is known.

    Returns
    -------
    dict
        From the lowest card up; worlds:W plays the first that costs nothing.
    """
    legal = playable(hand, seen, rules)
    sampled(hand, seen, legal, rules, players.weights(rules.players), worlds, scratch)
    cards = sorted(cards_of(legal))
    scores = scratch.scores[: len(cards)].tolist()
    unit = (PRIOR + worlds) * POINT
    return {card: (max(scores) - score) / unit for card, score in zip(cards, scores, strict=True)}


def plays(game: Game, worlds: int) -> list[Play]:
    """Every card of a game that was one of several, with what it cost; a called one was not."""
    rules, scratch, found = game.deal.rules, new_scratch(), []
    called = {call.card for call in game.deal.calls}
    for number, (hand, seen, card) in enumerate(views(game)):
        if card not in called and playable(hand, seen, rules).bit_count() > 1:
            costs = card_costs(hand, seen, rules, worlds, scratch)
            best = min(costs, key=costs.__getitem__)
            found.append(Play(game, number, seen.seat, card, best, costs[card]))
    return found


class Cards(NamedTuple):
    """The cards of several games that were one of several."""

    plays: list[Play]
    worlds: int

    @property
    def costliest(self) -> list[Play]:
        """Those that cost most, the earlier of equals first."""
        costly = (play for play in self.plays if play.cost)
        return sorted(costly, key=lambda play: -play.cost)[:COSTLIEST]

    def of(self, seat: Seat) -> tuple[int, float]:
        """How many a seat had, and what they cost in all."""
        costs = [play.cost for play in self.plays if play.seat == seat]
        return len(costs), math.fsum(costs)

    def parts(self) -> tuple[str, list[dict[str, Any]]]:
        """The costliest, and each seat's, as a table for people."""
        lines = [
            _line(_place(play), format_card(play.card), format_card(play.best), play.cost)
            for play in self.costliest
        ]
        for seat, name in enumerate(players.SEATS):
            number, cost = self.of(seat)
            lines.append(_line(f"{name}: all {number} cards with a choice", " ", " ", cost))
        return f"The cards that cost most, as worlds:{self.worlds} sees them:", lines

    def note(self) -> str:
        """What these costs are, and what they are not."""
        return _NOTE.format(worlds=self.worlds, prior=PRIOR)


def _place(play: Play) -> str:
    return f"deal {play.game.line}, trick {play.trick}, {players.SEATS[play.seat]}"


def _line(name: str, card: str, best: str, cost: float) -> dict[str, Any]:
    return {"name": name, "played": card, "better": best, "points lost": f"{cost:.3f}"}


def judged(games: Sequence[Game], worlds: int, threads: int) -> Cards:
    """Every card of these games that was one of several."""
    for seated in {game.deal.rules.players for game in games}:
        players.weights(seated)  # read once, before the threads ask for them
    with ThreadPoolExecutor(threads) as pool:
        found = pool.map(partial(plays, worlds=worlds), games)
        return Cards([play for some in found for play in some], worlds)
