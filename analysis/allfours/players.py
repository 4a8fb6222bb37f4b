"""Players by name, and hands and kicks as a question gives them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple

import numpy as np

from analysis.provenance import results
from analysis.records import named
from analysis.run import Settled, Tally
from analysis.seats import SEATS as SEATS
from analysis.worlds import worlds as worlds
from engine.allfours.expert import WEIGHTS, Weights
from engine.allfours.hand import MOST_SEEN
from engine.allfours.rules import CLASSIC, Rules
from engine.allfours.solve import new_solver
from engine.allfours.strategy import EXPERT, OPEN, PLAYERS, WORLDS, Strategy
from engine.cards import (
    Card,
    InputError,
    Mask,
    format_card,
    mask_of,
    parse_card,
    parse_cards,
)

OPEN_NAME = "open"
"""All cards seen and best play by both sides, in all four seats: a bound, not a player."""
OPEN_BITS = 18
OPEN_PART = {6: 10, 9: 700}
"""One in so many deals is played open, by the largest hands that come up often."""
OPEN_NOTE = (
    "open is best play by both sides with all cards seen: not a player but a bound, and it shows "
    "how far the answer depends on hidden cards."
)
OPEN_RUN_NOTE = "Hands of twelve cards, after a second run, take it too long: expert plays those."

_WEIGHTS = {
    4: "players/expert/weights.npy",
    2: "players/expert-two-player/weights.npy",
}
"""Where what `expert` has learned lies, by the number of players."""
_LEARNED_UNDER = (
    "undertrump", "undertrump_escape", "follow", "jack_points", "hang_points", "game_points",
    "game_tie", "low_to",
)  # fmt: skip
_LEARNED_NOTE = (
    "expert has learned under the {name} rules, and plays these as if they were; worlds:W sees "
    "what they pay, but leans on expert."
)

_DISCARD_NOTE = (
    "Where hands go back to six after a run, everybody keeps the trumps and the highest plain "
    "cards; who plays the cards takes no account of what was put away, and takes the others' hands "
    "for any cards."
)

MODEL_NOTE = (
    "The intervals cover chance only, not the model: how far other players of the cards, or other "
    "begging, would move the answer."
)


def player(name: str) -> int:
    """The number of a player of the cards.

    Raises
    ------
    InputError
        If there is none of this name.
    """
    if name == OPEN_NAME:
        return OPEN
    number = worlds(name)
    if number:
        return WORLDS + number
    if name not in PLAYERS:
        names = ", ".join([*PLAYERS, "worlds:W", OPEN_NAME])
        raise InputError(f'no player "{name}" (there are {names})')
    return PLAYERS[name]


def share(deals: int, *plays: str, cards: int = 6) -> int:
    """How many of so many deals these players play, who are slow with up to so many cards.

    The W-th part with ``worlds:W``, and OPEN_PART with ``open``.

    >>> share(400_000, "simple", "worlds:32"), share(400_000, "open", cards=9)
    (12500, 571)
    """
    slowness = [OPEN_PART[min(cards, MOST_SEEN)] if p == OPEN_NAME else worlds(p) for p in plays]
    return max(1, deals // max(1, *slowness))


class Lineup(NamedTuple):
    """Who plays, and what they need for it."""

    strategy: Strategy
    weights: Weights | None
    """None where nobody needs any."""
    bits: int | None
    """The size of the solver that plays all four hands; None where it doesn't."""


def lineup(play: str, eldest: str | None = None, begging: bool = False, seated: int = 4) -> Lineup:
    """`play` in all seats, or with `eldest` for the eldest's team.

    Parameters
    ----------
    begging : bool
        Whether many deals are to be run, so that ``open`` needs `expert` for hands of 12 cards.
    seated : int
        How many play.

    Raises
    ------
    InputError
        If there is no such player, or ``open`` is to play with others.
    """
    numbers = player(play), player(play if eldest is None else eldest)
    if OPEN in numbers:
        if seated == 2:
            why = "it plays four hands only, expected another player (for two there is solve)"
            raise InputError(f'player "{OPEN_NAME}": {why}')
        if eldest is not None:
            why = "it sees all cards, so it plays all four hands or none: expected another player"
            raise InputError(f'player "{OPEN_NAME}": {why}')
        numbers = (EXPERT, EXPERT) if begging else (OPEN, OPEN)
        return Lineup(Strategy(*numbers), weights(seated) if begging else None, OPEN_BITS)
    learned = weights(seated) if max(numbers) >= EXPERT else None
    if learned is not None and max(numbers) > WORLDS:
        learned = learned[None, :]  # which has the engine compiled for worlds:W
    return Lineup(Strategy(*numbers), learned, None)


def tally(run: Settled, lineup: Lineup, kernel: Callable[..., Tally], *args: Any) -> Tally:
    """The sums of a kernel that plays, over all deals of a run.

    Parameters
    ----------
    args
        The kernel's arguments between the seed and the strategy.
    """
    return run.tally(partial(played, kernel, lineup), *args)


def played(
    kernel: Callable[..., Tally], lineup: Lineup, first: int, last: int, seed: int, *args: Any
) -> Tally:
    """Play some deals, with a solver that nobody else works with at the same time."""
    check_lineup(lineup)
    solver = None if lineup.bits is None else new_solver(lineup.bits)
    return kernel(first, last, seed, *args, lineup.strategy, lineup.weights, solver)


def can_play(play: str, cards: int, seated: int = 4) -> bool:
    """Whether a player is fast enough for many deals of so many cards."""
    return play != OPEN_NAME or (cards <= MOST_SEEN and seated == 4)


def check_lineup(lineup: Lineup) -> Lineup:
    """Return a lineup that can play: kernels would have others play for who lacks what it needs."""
    numbers = lineup.strategy.dealer_play, lineup.strategy.eldest_play
    assert lineup.weights is not None or max(numbers) < EXPERT, "expert needs its weights"
    if max(numbers) > WORLDS:
        assert lineup.weights is not None
        assert lineup.weights.ndim == 2, "worlds:W needs its weights in a row of a matrix"
    assert lineup.bits is not None or OPEN not in numbers, "open needs a solver"
    return lineup


def check_pitched(lineup: Lineup) -> Lineup:
    """Return a lineup that can play where the first lead fixes trump: no sampler, no solver."""
    number = max(lineup.strategy)
    if lineup.bits is None and number <= EXPERT:
        return lineup
    name = OPEN_NAME if lineup.bits is not None else f"worlds:{number - WORLDS}"
    raise InputError(f'player "{name}": expected random, simple or expert where a lead is trump')


def check_cards(play: str, cards: int) -> None:
    """Raise InputError if a player is too slow for many deals of so many cards."""
    if not can_play(play, cards):
        why = f"a hand of {cards} cards takes it a minute or more, expected 6 or {MOST_SEEN} cards"
        raise InputError(f'player "{OPEN_NAME}": {why}')


def needs(seated: int = 4) -> dict[str, str]:
    """The SHA-256 of the file that `weights` reads, by its name among the results."""
    weights(seated)  # says what is missing
    name = _WEIGHTS[seated]
    return {name: sha256((results() / name).read_bytes()).hexdigest()}


def learned(*plays: str, seated: int = 4) -> dict[str, str]:
    """What a report adds to how it was made: which weights, if these players have learned any.

    Twelve digits of the SHA-256 of their file.
    """
    if all(play in ("random", "simple") for play in plays):
        return {}
    return {"weights": needs(seated)[_WEIGHTS[seated]][:12]}


def learned_by(play: str, seated: Iterable[int]) -> dict[str, str]:
    """`learned` where several rule sets are played: the weights for four players, then for two."""
    found = [learned(play, seated=number) for number in sorted(set(seated), reverse=True)]
    return {"weights": ", ".join(one["weights"] for one in found)} if found and all(found) else {}


@functools.cache
def weights(seated: int = 4) -> Weights:
    """What `expert` has learned for so many players, as it is published.

    Raises
    ------
    InputError
        If nothing is published, or something that the features of today can't read.
    """
    try:
        rounds = np.load(results() / _WEIGHTS[seated], allow_pickle=False)
    except FileNotFoundError:
        train = "not trained yet, expected `allfours train`"
        if seated == 2:
            study = "players/expert-two-player"
            train = f"not trained for two players yet, expected `allfours publish {study}`"
        raise InputError(f'player "expert": {train}') from None
    if rounds.shape[1:] != (WEIGHTS,):
        expected = "expected `allfours train` with this version"
        raise InputError(f'player "expert": trained by another version, {expected}')
    learned: Weights = rounds[-1].astype(np.int64)
    return learned


def notes(play: str, rules: Rules) -> list[str]:
    """What a report says of the players, and of what its intervals leave out."""
    discards = [_DISCARD_NOTE] * rules.discard_to_six
    if play == OPEN_NAME:
        return [OPEN_NOTE, *discards]
    fields = ((getattr(rules, field), getattr(CLASSIC, field)) for field in _LEARNED_UNDER)
    strange = any(mine != theirs for mine, theirs in fields)
    learns = play not in ("random", "simple")
    note = _LEARNED_NOTE.format(name="classic" if rules.players == 4 else "two-player")
    return [*([note] if strange and learns else []), *discards, MODEL_NOTE]


def hand_and_kick(hand: str, kick: str, cards: int) -> tuple[Mask, Card]:
    """Read a hand of `cards` cards and the kick.

    Raises
    ------
    InputError
        Names what can't be read, a wrong number of cards, or a kick that is in the hand.
    """
    held = named("hand", parse_cards, hand)
    if len(held) != cards:
        raise InputError(f'hand "{hand}": {len(held)} cards, expected {cards}')
    kicked = named("kick", parse_card, kick)
    if kicked in held:
        raise InputError(f'kick "{format_card(kicked)}": it is in the hand, expected another card')
    return mask_of(held), kicked
