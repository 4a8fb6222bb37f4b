"""DDS, the exact solver of bridge, on the six-card deals of All Fours: for the benchmark only.

Each deal becomes an ending of bridge: the same four hands, the kick's suit for trumps, the
eldest on lead; dealer, eldest and their partners sit North, East, South and West. DDS finds the
most tricks that the leader's side can take. It comes with the package endplay, which needn't be
installed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from engine.allfours.score import Seat
from engine.allfours.simulate import NOTHING_KNOWN, deal_known
from engine.cards import LANE, SORTED_PACK, Mask, Suit, suit_of
from engine.deal import restart
from engine.random import new_stream

BATCH: Final = 200
"""The most boards that DDS takes at once."""
DEFAULT: Final = 0
"""The table of positions that DDS makes if it may use a whole machine's memory."""
SMALL: Final = 30
"""So many megabytes make DDS take its small table, which it clears sooner before each board."""
_ELDEST: Final[Seat] = 1
_MOST_TRICKS, _ONE_CARD, _ALWAYS_SEARCH = -1, 1, 1


def _library() -> Any:
    """The bindings of DDS: below endplay's public ones, which make the boards as they solve."""
    from endplay import _dds

    return _dds


def installed() -> bool:
    """Whether there is a DDS to compare with."""
    try:
        _library()
    except (ImportError, OSError):
        return False
    return True


def set_up(megabytes: int) -> None:
    """Make DDS use one thread and one of its two tables: DEFAULT or SMALL."""
    library = _library()
    if megabytes == DEFAULT:
        library.SetMaxThreads(1)
    else:
        library._dll.SetResources(megabytes, 1)


def batches(first: int, deals: int, seed: int = 1) -> Iterator[Any]:
    """The endings of deals `first` to `first` + `deals` - 1, `BATCH` at a time."""
    last = first + deals
    for start in range(first, last, BATCH):
        yield _boards(start, min(start + BATCH, last), seed)


def solve(boards: Any) -> Any:
    """DDS's answers for a batch: a card that takes the most tricks for the leader's side."""
    library = _library()
    solved = library.solvedBoards()
    library.SolveAllBoardsBin(boards, solved)
    return solved


def _boards(first: int, last: int, seed: int) -> Any:
    """One batch as DDS wants it: seats and suits have the same numbers, a two is bit 2."""
    boards = _library().boards()
    boards.noOfBoards = last - first
    for place, (hands, trump) in enumerate(_deals(first, last, seed)):
        board = boards.deals[place]
        board.trump, board.first = trump, _ELDEST
        for seat, hand in enumerate(hands):
            for suit in range(4):
                board.remainCards[seat][suit] = (hand >> 16 * suit & LANE) << 2
        boards.target[place] = _MOST_TRICKS
        boards.solutions[place] = _ONE_CARD
        boards.mode[place] = _ALWAYS_SEARCH
    return boards


def _deals(first: int, last: int, seed: int) -> Iterator[tuple[list[Mask], Suit]]:
    """Hands and trump of numbered deals, as `solve_tally` deals them."""
    deck, hands, stream = SORTED_PACK.copy(), np.zeros(4, np.int64), new_stream()
    for number in range(first, last):
        restart(deck, SORTED_PACK, stream, seed, number)
        kick = deal_known(deck, 52, NOTHING_KNOWN, 4, hands, stream)
        yield hands.tolist(), suit_of(int(kick))
