"""Best play found the slow way: every line of play is tried, and the rules are written out anew.

Shares nothing with the solver that it judges. A card is ``16 * suit + rank``, a hand a number with
a bit for each card. Compiled, as it looks at millions of positions.
"""

import numba
import numpy as np
import numpy.typing as npt

from tests import oracle

Cards = npt.NDArray[np.int64]

LAW = ("undertrump", "escape", "follow", "jack", "hang", "game", "tie")


def law(rules: oracle.Rules) -> Cards:
    """Write a rule set of the oracle as seven numbers, in the order of LAW."""
    return np.array(
        [
            rules["undertrump"],
            rules["undertrump_escape"] == "no_choice",
            rules["follow"] == "trump_when_void",
            rules["jack_points"],
            rules["hang_points"],
            rules["game_points"],
            ["none", "nondealer", "dealer"].index(rules["game_tie"]),
        ],
        np.int64,
    )


@numba.njit(error_model="numpy")
def pips_of(card: int) -> int:
    """Ace 4, king 3, queen 2, jack 1, ten 10."""
    rank = card % 16
    return 10 if rank == 8 else max(rank - 8, 0)


@numba.njit(error_model="numpy")
def may_play(
    hand: int, card: int, trick: Cards, at: int, size: int, trump: int, law: Cards
) -> bool:
    """Whether a seat that holds `hand` may play `card` to `size` cards from ``trick[at]`` on."""
    if size == 0:
        return True
    led = trick[at] // 16
    highest_trump = -1
    for i in range(at, at + size):
        if trick[i] // 16 == trump:
            highest_trump = max(highest_trump, trick[i])
    trumps = hand & (0x1FFF << 16 * trump)
    following = hand & (0x1FFF << 16 * led)
    # Rules 20 to 22.
    allowed = hand
    if following:
        allowed = following if law[2] == 1 else following | trumps
    if not allowed >> card & 1:
        return False
    # Rule 24.
    if law[0] == 1 or led == trump or card // 16 != trump or card > highest_trump:
        return True
    if hand == trumps and law[1] == 0:
        return True
    for other in range(64):  # may another card be played, that is no undertrump?
        if allowed >> other & 1 and (other // 16 != trump or other > highest_trump):
            return False
    return True


@numba.njit(error_model="numpy")
def score(jack: int, mine: int, theirs: int, law: Cards) -> int:
    """Points for Jack and Game; `jack` is 1 or -1 to save, 2 or -2 to hang, by dealer's team."""
    worth = 0
    if abs(jack) == 1:
        worth = jack * law[3]
    elif abs(jack) == 2:
        worth = jack // 2 * law[4]
    if mine > theirs or (mine == theirs and mine > 0 and law[6] == 2):
        return worth + law[5]
    if mine < theirs or (mine > 0 and law[6] == 1):
        return worth - law[5]
    return worth


@numba.njit(error_model="numpy")
def winner_of(trick: Cards, at: int, trump: int) -> int:
    """Which of the four cards from ``trick[at]`` on takes the trick, 0 to 3."""
    best = at
    for i in range(at + 1, at + 4):
        if trick[i] // 16 == trick[best] // 16:
            if trick[i] > trick[best]:
                best = i
        elif trick[i] // 16 == trump:
            best = i
    return best - at


@numba.njit(error_model="numpy")
def search(
    dealt: Cards,
    held: Cards,
    seat: int,
    trick: Cards,
    played: int,
    trump: int,
    law: Cards,
    jack: int,
    mine: int,
    theirs: int,
    low: int,
    high: int,
    prune: bool,
) -> int:
    """The value with best play; `prune` leaves out lines that can't matter (alpha-beta).

    Parameters
    ----------
    dealt : (4 * n,) int64
        The cards of each seat, played or not, in the order in which they are tried.
    held : (4,) int64
        The hands.
    trick : (at least 4 more than the cards) int64
        The cards played, four a trick; `played` of them so far.
    jack, mine, theirs : int
        What has been won: see `score`.
    """
    size = played % 4
    at = played - size
    hand = held[seat]
    best = -1000 if seat % 2 == 0 else 1000
    over = True
    each = dealt.size // 4
    for place in range(seat * each, seat * each + each):
        card = dealt[place]
        if not hand >> card & 1 or not may_play(hand, card, trick, at, size, trump, law):
            continue
        over = False
        held[seat] = hand ^ (1 << card)
        trick[played] = card
        if size < 3:
            value = search(
                dealt, held, (seat + 1) % 4, trick, played + 1, trump, law, jack, mine, theirs,
                low, high, prune,
            )  # fmt: skip
        else:
            taker = (seat + 1 + winner_of(trick, at, trump)) % 4
            sign = 1 if taker % 2 == 0 else -1
            then = jack
            pips = 0
            for i in range(4):
                pips += pips_of(trick[at + i])
                if trick[at + i] == 16 * trump + 9:
                    holder = (seat + 1 + i) % 4
                    then = sign if holder % 2 == taker % 2 else 2 * sign
            value = search(
                dealt, held, taker, trick, played + 1, trump, law, then,
                mine + pips * (sign > 0), theirs + pips * (sign < 0), low, high, prune,
            )  # fmt: skip
        held[seat] = hand
        if seat % 2 == 0:
            best = max(best, value)
            low = max(low, value)
        else:
            best = min(best, value)
            high = min(high, value)
        if prune and low >= high:
            break
    return score(jack, mine, theirs, law) if over else best
