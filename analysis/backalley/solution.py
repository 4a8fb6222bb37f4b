"""The bidding solved: each turn's bids are the best answer to the other turns' bids.

In hands of three cards and more the turns are answered one after the other, round after round, and
what is answered is mixed with the rounds before. In shorter hands bids are drawn, and the shares
come from regrets: see `engine.backalley.mix`. No turn gains by leaving them, but a team may, by
another agreement between its two turns; so they are found from several starts.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from analysis.run import Settled, Tally
from engine.backalley.attack import FAMILIES, WAYS, add_learned, attack_tally, learn_tally
from engine.backalley.book import (
    BIDS,
    CASES,
    ESTIMATES,
    FEATURES,
    LEAST_AT,
    MIXED,
    NEVER,
    NO_SUIT,
    OPTIONS,
    SAID,
    SAID_AT,
    SUITED,
    UNIT,
    Book,
    Page,
    bid_of,
)
from engine.backalley.cards import BIG, SORTED_PACK, unseen
from engine.backalley.deal import NOBODY_KNOWN, Known
from engine.backalley.fit import CLASSES, FITTED, WEIGHT, boards_tally, numbers_tally, products_of
from engine.backalley.legal import may_bid, most_tricks
from engine.backalley.mix import regret_tally
from engine.backalley.record import Records, gain_tally, new_records, record_tally
from engine.backalley.rules import ALWAYS_SPADES, TURN_AGAIN, Rules
from engine.backalley.score import BOARD, PASS
from engine.backalley.strategy import Strategy
from engine.cards import NO_CARD, bit
from engine.deal import Deck
from engine.linear import Floats, solve_linear

_PURE = 8
"""So many of the first rounds are not mixed with those before. Mixed too early, a team settles on a
worse agreement: a first bid that is a pass or two, hardly ever one."""
_TRUST = 0.25
"""Opponents' numbers count so much of what they would tell if nobody bid to mislead. Trusted more
they invite it: an opponent passes a strong hand, and others overbid. Trusted less, others gain by
heeding them."""
_ENOUGH = 0.05
"""Points a hand: no other start is tried if no team is found to gain more."""
_PUSH = 1_000_000
"""The first regrets of a start."""
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
_PLAY = Strategy()


class Game(NamedTuple):
    """What is solved: hands of a size, a kind at a time."""

    cards: int
    rules: Rules
    rounds: int = 20
    """Rounds of answers."""
    regrets: int = 150
    """Rounds of regrets, in each of two passes."""
    starts: int = 12
    """Where bids are drawn: starts tried at most."""


def kinds(rules: Rules) -> tuple[int, ...]:
    """The kinds of hands that rules have."""
    if rules.trump == ALWAYS_SPADES or rules.joker_faced == TURN_AGAIN:
        return (SUITED,)
    return (SUITED, NO_SUIT)


def _dealt(game: Game, kind: int) -> tuple[Deck, Known]:
    """What hands of a kind are dealt from: with a suit all, without one those under BB."""
    if kind == SUITED:
        return SORTED_PACK, Known(game.cards, NOBODY_KNOWN, 0, NO_CARD)
    return unseen(bit(BIG)), Known(game.cards, NOBODY_KNOWN, 0, BIG)


def recorded(run: Settled, game: Game, kind: int, turn: int, book: Book) -> Records:
    """Deals with every bid of a turn."""
    records = new_records(run.deals)
    pack, known = _dealt(game, kind)
    run.tally(record_tally, records, run.first, turn, pack, known, game.rules, _PLAY, book)
    return records


def _weigh(sums: Floats, page: Page) -> None:
    """Fill in the weights of a page by least squares, from `products_of`."""
    matrix = sums[:, :FITTED] + _RIDGE * np.eye(FITTED)
    for which in range(ESTIMATES):
        weights = np.rint(solve_linear(matrix.copy(), sums[:, FITTED + which].copy()))
        page[which * FEATURES : (which + 1) * FEATURES] = weights[:FEATURES]
        said = weights[FEATURES:].reshape(3, BIDS).copy()
        said[:, :BOARD] = np.cumsum(said[:, :BOARD], axis=1)
        said[1:, :BOARD] = np.rint(_TRUST * said[1:, :BOARD])
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
    _weigh(products_of(records, kind, turn, game.cards).astype(np.float64), page)
    _choose(records, game, kind, turn, page)
    return page


def solve(run: Settled, game: Game, book: Book) -> None:
    """Fill in what a book says of hands of a size.

    Those without a trump suit, which are rare, are solved from a quarter of the deals.
    """
    solved = _solve_mixed if game.cards <= MIXED else _solve_rounds
    for kind in kinds(game.rules):
        some = run if kind == SUITED else replace(run, deals=max(run.deals // 4, 1))
        solved(some, game, kind, book)


def _solve_rounds(run: Settled, game: Game, kind: int, book: Book) -> None:
    pages = book.pages[game.cards - 1, kind]
    sums: dict[int, Floats] = {}
    mixed: dict[int, Floats] = {}
    for done, some in enumerate(_parts(run, game.rounds)):
        step = 1 if done < _PURE else 2 / (done - _PURE + 3)
        for turn in _TURNS:
            records, page = recorded(some, game, kind, turn, book), pages[turn]
            products = products_of(records, kind, turn, game.cards).astype(np.float64)
            sums[turn] = products if done == 0 else sums[turn] + step * (products - sums[turn])
            _weigh(sums[turn], page)
            seen = _choose(records, game, kind, turn, page)
            best = page[LEAST_AT:].reshape(CASES, BIDS).astype(np.float64)
            moved = np.where(seen > 0, step, 0.0)[:, None]
            mixed[turn] = best if done == 0 else mixed[turn] + moved * (best - mixed[turn])
            page[LEAST_AT:] = np.rint(mixed[turn]).reshape(-1)


def _parts(run: Settled, parts: int) -> list[Settled]:
    """A run cut into equal parts."""
    each = max(run.deals // parts, 1)
    return [replace(run, first=run.first + part * each, deals=each) for part in range(parts)]


def _solve_mixed(run: Settled, game: Game, kind: int, book: Book) -> None:
    shares = book.shares[game.cards - 1, kind]
    shares[:] = np.cumsum(_shares(np.zeros(shares.shape, np.int64), game), axis=-1)
    for some in _parts(run, 2):
        for turn in range(4):
            records = recorded(_parts(some, 8)[0], game, kind, turn, book)
            products = products_of(records, kind, turn, game.cards).astype(np.float64)
            _weigh(products, book.pages[game.cards - 1, kind, turn])
        mix(some, game, kind, book, range(4))
    least, best = _most_gained(run, game, kind, book), shares.copy()
    for number in range(1, game.starts):
        if least < _ENOUGH:
            break
        mix(run, game, kind, book, range(4), _start(number, game, shares.shape))
        gained = _most_gained(run, game, kind, book)
        if gained < least:
            least, best = gained, shares.copy()
    shares[:] = best


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


def _most_gained(run: Settled, game: Game, kind: int, book: Book) -> float:
    """Points a hand that a team gains at most by answering, learned from half of the deals."""
    learn, trial = _parts(run, 2)
    gains = []
    for team, sign in ((0, 1), (1, -1)):
        better = Book(book.pages.copy(), book.shares.copy())
        mix(learn, game, kind, better, _turns_of(team))
        gains.append(sign * gain(trial, game, book, better, kind)[2] / trial.deals)
    return float(max(gains))


def mix(
    run: Settled, game: Game, kind: int, book: Book, turns: range, start: Tally | None = None
) -> None:
    """Fill in how often each bid of some turns is made, by regret, the first being `start`."""
    pack, known = _dealt(game, kind)
    shares = book.shares[game.cards - 1, kind]
    regrets, total = np.zeros(shares.shape, np.int64), np.zeros(shares.shape, np.int64)
    if start is not None:
        regrets += start
    for done, some in enumerate(_parts(run, game.regrets)):
        now = _shares(regrets, game)
        total += (done + 1) * now
        _set(shares, now, turns)
        regrets += some.tally(regret_tally, pack, known, game.rules, _PLAY, book)
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


# Trying a book


def _turns_of(team: int) -> range:
    """The turns at which a team bids: the dealer's, team 0, at the second and the last."""
    return range(1 - team, 4, 2)


def team_answer(run: Settled, game: Game, team: int, book: Book) -> Book:
    """A book in which a team answers the other's bids together, by the book's own features."""
    better = Book(book.pages.copy(), book.shares.copy())
    turns = _turns_of(team)
    for kind in kinds(game.rules):
        if game.cards <= MIXED:
            mix(run, game, kind, better, turns)
            continue
        for some in _parts(run, 2):
            for turn in turns:
                page = answer(some, game, kind, turn, better)
                better.pages[game.cards - 1, kind, turn] = page
    return better


def gain(run: Settled, game: Game, book: Book, better: Book, kind: int = SUITED) -> Tally:
    """`gain_tally` of fresh deals: of all that are dealt, or of those without a trump suit."""
    pack, known = _dealt(game, kind)
    tally: Tally = run.tally(gain_tally, pack, known, game.rules, _PLAY, book, better)
    return tally


def attack(learn: Settled, trial: Settled, game: Game, turn: int, book: Book) -> Tally:
    """What a turn gains by leaving the book as other classes of hands tell: `attack_tally`."""
    known, fresh = (recorded(run, game, SUITED, turn, book) for run in (learn, trial))
    gains = [np.zeros((records.hands.size, WAYS), np.int64) for records in (known, fresh)]
    for family in range(FAMILIES):
        learned = learn_tally(known, gains[0], turn, family, game.cards, game.rules)
        add_learned(known, gains[0], turn, family, learned)
        add_learned(fresh, gains[1], turn, family, learned)
    tally: Tally = attack_tally(fresh, gains[1], game.cards, game.rules)
    return tally
