"""Hands of one card and two: bids are drawn, by shares that follow regrets.

See `engine.backalley.mix`.
"""

from __future__ import annotations

import numpy as np

from analysis.backalley.pages_solved import weigh
from analysis.backalley.solved_hands import PLAY, Game, dealt, parts, recorded
from analysis.run import Settled, Tally
from engine.backalley.book import OPTIONS, UNIT, Book, bid_of
from engine.backalley.fit import products_of
from engine.backalley.legal import may_bid
from engine.backalley.mix import regret_tally
from engine.backalley.score import PASS

_PUSH = 1_000_000
"""The first regrets of a start."""


def solve_shares(run: Settled, game: Game, kind: int, book: Book) -> None:
    """Fill in the estimates and the shares of all turns, from even shares."""
    shares = book.shares[game.cards - 1, kind]
    shares[:] = np.cumsum(_shares(np.zeros(shares.shape, np.int64), game), axis=-1)
    for some in parts(run, 2):
        for turn in range(4):
            records = recorded(parts(some, 8)[0], game, kind, turn, book)
            products = products_of(records, kind, turn, game.cards).astype(np.float64)
            weigh(products, book.pages[game.cards - 1, kind, turn])
        mix(some, game, kind, book, range(4))


def other_shares(run: Settled, game: Game, kind: int, book: Book, number: int) -> None:
    """Fill in the shares of all turns once more, from another start; the estimates stay."""
    shape = book.shares[game.cards - 1, kind].shape
    mix(run, game, kind, book, range(4), _start(number, game, shape))


def _start(number: int, game: Game, shape: tuple[int, ...]) -> Tally:
    """Regrets to begin with: by turn and case, hands on one side of a place drawn board."""
    chance = np.random.default_rng([game.cards, number])
    turns, cases, classes, _ = shape
    places = chance.integers(classes, size=(turns, cases, 1))
    above = chance.random((turns, cases, 1)) < 0.5
    boards = (np.arange(classes) >= places) == above
    regrets = np.zeros(shape, np.int64)
    regrets[..., PASS] = np.where(boards, 0, _PUSH)
    regrets[..., OPTIONS - 1] = np.where(boards, _PUSH, 0)
    return regrets


def mix(
    run: Settled, game: Game, kind: int, book: Book, turns: range, start: Tally | None = None
) -> None:
    """Fill in how often each bid of some turns is made, by regret, the first being `start`."""
    pack, known = dealt(game, kind)
    shares = book.shares[game.cards - 1, kind]
    regrets, total = np.zeros(shares.shape, np.int64), np.zeros(shares.shape, np.int64)
    if start is not None:
        regrets += start
    for done, some in enumerate(parts(run, game.regrets)):
        now = _shares(regrets, game)
        total += (done + 1) * now
        _set(shares, now, turns)
        regrets += some.tally(regret_tally, pack, known, game.rules, PLAY, book)
        np.maximum(regrets, 0, out=regrets)
    _set(shares, _shares(total, game), turns)


def _set(shares: Tally, now: Tally, turns: range) -> None:
    for turn in turns:
        shares[turn] = np.cumsum(now[turn], axis=-1)


def _shares(weights: Tally, game: Game) -> Tally:
    """Weights as thousandths that add up; where all are 0, every bid alike."""
    legal = [may_bid(bid_of(option), game.cards, game.rules) for option in range(OPTIONS)]
    known: Tally = np.where(weights.sum(-1, keepdims=True) > 0, weights, np.array(legal, np.int64))
    ends = np.cumsum(known, axis=-1)
    ends = UNIT * ends // ends[..., -1:]
    shares: Tally = np.diff(ends, axis=-1, prepend=0)
    return shares
