"""Hands of three cards and more: a turn's page is the best answer to the others' pages.

The turns are answered one after the other, round after round, and what is answered is mixed with
the rounds before.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analysis.backalley.solved_hands import Game, parts, recorded
from analysis.run import Settled, Tally
from engine.backalley.book import (
    BIDS,
    CASES,
    ESTIMATES,
    FEATURES,
    LEAST_AT,
    NEVER,
    SAID,
    SAID_AT,
    UNIT,
    Book,
    Page,
)
from engine.backalley.fit import CLASSES, FITTED, WEIGHT, boards_tally, numbers_tally, products_of
from engine.backalley.legal import most_tricks
from engine.backalley.record import Records
from engine.backalley.score import BOARD
from engine.linear import Floats, solve_linear

TRUST = 0.25
"""Opponents' numbers count so much of what they would tell if nobody bid to mislead. Trusted more
they invite it: an opponent passes a strong hand, and others overbid. Trusted less, others gain by
heeding them."""
_PURE = 8
"""So many of the first rounds are not mixed with those before. Mixed too early, a team settles on a
worse agreement: a first bid that is a pass or two, hardly ever one."""
_TURNS = (0, 2, 1, 3)
"""The order in which turns are answered: a team's first bid, then its second."""
_RIDGE = 50.0 * WEIGHT
"""A weight is drawn towards 0 as if so many hands more had its feature and gained nothing."""
_PRIOR = 100 * WEIGHT
"""A case of numbers counts so many deals of all cases in which the team bids as much."""
_FAR = 1000
"""A total that was never tried is taken to lose so many points."""
_LOST = 4 * WEIGHT
"""Boards of a case must make up for so many lost boards."""
_EDGE = 50
"""Where nothing is bid, or always, an estimate is so far from what it can be."""


def weigh(sums: Floats, page: Page, trust: float = TRUST) -> None:
    """Fill in the weights of a page by least squares, from `products_of`."""
    matrix = sums[:, :FITTED] + _RIDGE * np.eye(FITTED)
    for which in range(ESTIMATES):
        weights = np.rint(solve_linear(matrix.copy(), sums[:, FITTED + which].copy()))
        page[which * FEATURES : (which + 1) * FEATURES] = weights[:FEATURES]
        said = weights[FEATURES:].reshape(3, BIDS).copy()
        said[:, :BOARD] = np.cumsum(said[:, :BOARD], axis=1)
        said[1:, :BOARD] = np.rint(trust * said[1:, :BOARD])
        first = SAID_AT + which * SAID
        page[first : first + SAID] = said.reshape(-1)


def _choose(records: Records, game: Game, kind: int, turn: int, page: Page) -> Tally:
    """Fill in from which estimates on each bid is made; return how much each case weighs."""
    cards, most = game.cards, most_tricks(game.cards, game.rules)
    least = page[LEAST_AT:].reshape(CASES, BIDS)
    least[:] = NEVER
    numbers = numbers_tally(records, kind, turn, cards, most, page)
    prior = _by_total(numbers, most)
    unheard = [_steps(prior[:, said : said + most + 1], UNIT * cards) for said in range(BOARD)]
    for case in range(CASES):
        said, gains = case & 15, numbers[case, :, : most + 1]
        if not numbers[case, :, BOARD].any():
            least[case, 1 : most + 1] = unheard[said] if said < BOARD else NEVER
            continue
        if said < BOARD:
            gains = gains + prior[:, said : said + most + 1]
        least[case, 1 : most + 1] = _steps(gains, UNIT * cards)
    boards = boards_tally(records, kind, turn, cards, game.rules, page)
    for case in range(CASES):
        least[case, BOARD] = _board_from(boards[case], cards)
    top = np.full(BIDS, UNIT * cards + _EDGE)
    top[BOARD] = UNIT + _EDGE
    least[:] = np.clip(least, -_EDGE, top)
    seen: Tally = boards[:, :, 1].sum(1)
    return seen


def _by_total(numbers: Tally, most: int) -> Tally:
    """What _PRIOR deals gain by class and by the total with the partner's number."""
    sums = np.zeros((CLASSES, 2 * BIDS), np.int64)
    weights = np.zeros((CLASSES, 2 * BIDS), np.int64)
    for said in range(BOARD):
        sums[:, said : said + most + 1] += numbers[said, :, : most + 1]
        weights[:, said : said + most + 1] += numbers[said, :, BOARD:]
    means: Tally = sums * _PRIOR // np.maximum(weights, 1)
    means[weights == 0] = -_PRIOR * _FAR
    return means


def _steps(gains: Tally, top: int) -> npt.NDArray[np.int64]:
    """From which estimates on numbers are bid, so that they rise and gain most together.

    Parameters
    ----------
    gains : (CLASSES, numbers) int64
        By class of an estimate from 0 to `top`, and by number from 0.
    """
    classes, bids = gains.shape
    best = np.zeros(bids, np.int64)
    before = np.zeros((classes, bids), np.int64)
    for place in range(classes):
        most = np.maximum.accumulate(best)
        rises = np.append(True, best[1:] > most[:-1])
        before[place] = np.maximum.accumulate(np.where(rises, np.arange(bids), 0))
        best = most + gains[place]
    bid = int(np.argmax(best))
    least = np.full(bids, NEVER, np.int64)
    for place in range(classes - 1, -1, -1):
        least[1 : bid + 1] = -(-place * top // CLASSES) if place else -NEVER
        bid = int(before[place, bid])
    return least[1:]


def _board_from(gains: Tally, cards: int) -> int:
    """From which chance of a sweep on boards gain something together."""
    sums = np.cumsum(gains[::-1, 0])[::-1] - 20 * cards * _LOST
    place = int(np.argmax(sums))
    if sums[place] <= 0:
        return NEVER
    return -(-place * UNIT // CLASSES) if place else -NEVER


def answer(run: Settled, game: Game, kind: int, turn: int, book: Book) -> Page:
    """The best page of a turn, the others bidding by the book."""
    records = recorded(run, game, kind, turn, book)
    page: Page = book.pages[game.cards - 1, kind, turn].copy()
    weigh(products_of(records, kind, turn, game.cards).astype(np.float64), page)
    _choose(records, game, kind, turn, page)
    return page


def solve_rounds(run: Settled, game: Game, kind: int, book: Book, trust: float) -> None:
    """Fill in the pages of all turns."""
    pages = book.pages[game.cards - 1, kind]
    sums: dict[int, Floats] = {}
    mixed: dict[int, Floats] = {}
    for done, some in enumerate(parts(run, game.rounds)):
        step = 1 if done < _PURE else 2 / (done - _PURE + 3)
        for turn in _TURNS:
            records, page = recorded(some, game, kind, turn, book), pages[turn]
            products = products_of(records, kind, turn, game.cards).astype(np.float64)
            sums[turn] = products if done == 0 else sums[turn] + step * (products - sums[turn])
            weigh(sums[turn], page, trust)
            seen = _choose(records, game, kind, turn, page)
            best = page[LEAST_AT:].reshape(CASES, BIDS).astype(np.float64)
            moved = np.where(seen > 0, step, 0.0)[:, None]
            mixed[turn] = best if done == 0 else mixed[turn] + moved * (best - mixed[turn])
            page[LEAST_AT:] = np.rint(mixed[turn]).reshape(-1)
