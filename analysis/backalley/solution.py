"""The bidding solved: each turn's page is the best answer to the pages of the others.

The turns are answered one after the other, round after round, on the same numbered deals.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from analysis.run import Settled, Tally
from engine.backalley.book import (
    BIDS,
    CASES,
    ESTIMATES,
    FEATURES,
    KINDS,
    LEAST_AT,
    NEVER,
    NO_SUIT,
    SAID,
    SAID_AT,
    SUITED,
    UNIT,
    Book,
    Page,
    new_book,
    new_page,
)
from engine.backalley.cards import BIG, SORTED_PACK, unseen
from engine.backalley.deal import NOBODY_KNOWN, Known
from engine.backalley.fit import CLASSES, FITTED, WEIGHT, boards_tally, numbers_tally, page_tally, products_of
from engine.backalley.legal import may_bid, most_tricks
from engine.backalley.mix import regret_tally
from engine.backalley.record import Records, new_records, record_tally
from engine.backalley.rules import ALWAYS_SPADES, Rules, TURN_AGAIN
from engine.backalley.score import BOARD, PASS
from engine.backalley.strategy import Strategy
from engine.cards import NO_CARD, bit
from engine.linear import solve_linear

_RIDGE = 50.0 * WEIGHT
_PRIOR = 100 * WEIGHT
_LOST = 4 * WEIGHT
CLIP = 50


class Game(NamedTuple):
    """What hands are solved for."""

    cards: int
    rules: Rules
    strategy: Strategy


def kinds(rules: Rules) -> tuple[int, ...]:
    """The kinds of hands that there are."""
    if rules.trump == ALWAYS_SPADES or rules.joker_faced == TURN_AGAIN:
        return (SUITED,)
    return (SUITED,)  #X


def recorded(run: Settled, game: Game, kind: int, turn: int, book: Book) -> Records:
    """Deals of a kind with every bid of a turn."""
    faced = BIG if kind == NO_SUIT else NO_CARD
    known = Known(game.cards, NOBODY_KNOWN, 0, faced)
    pack = unseen(bit(BIG)) if kind == NO_SUIT else SORTED_PACK
    records = new_records(run.deals)
    run.tally(
        record_tally, records, run.first, turn, pack, known, game.rules, game.strategy, book
    )
    return records


def weigh(sums, page):
    """Fill in the weights."""
    matrix = sums[:, :FITTED] + _RIDGE * np.eye(FITTED)
    for which in range(ESTIMATES):
        weights = np.rint(solve_linear(matrix.copy(), sums[:, FITTED + which].copy()))
        page[which * FEATURES : (which + 1) * FEATURES] = weights[:FEATURES]
        said = weights[FEATURES:].reshape(3, BIDS).copy()
        said[:, :BOARD] = np.cumsum(said[:, :BOARD], axis=1)
        first = SAID_AT + which * SAID
        page[first : first + SAID] = said.reshape(-1)


def choose(records: Records, game: Game, kind: int, turn: int, page):
    """Fill in the thresholds; tell how much each case weighs."""
    most = most_tricks(game.cards, game.rules)
    numbers = numbers_tally(records, kind, turn, game.cards, most, page)
    least = page[LEAST_AT:].reshape(CASES, BIDS)
    prior = _by_total(numbers, most)
    for case in range(CASES):
        gains = numbers[case, :, : most + 1] + _shifted(prior, case & 15, most)
        least[case, 1 : most + 1] = _steps(gains, UNIT * game.cards)
    boards = boards_tally(records, kind, turn, game.cards, game.rules, page)
    for case in range(CASES):
        least[case, BOARD] = _board_from(boards[case], game.cards)
    return boards[:, :, 1].sum(1)


def answer(records: Records, game: Game, kind: int, turn: int) -> Page:
    """The best page of a turn on recorded deals."""
    page = new_page()
    weigh(products_of(records, kind, turn, game.cards).astype(np.float64), page)
    choose(records, game, kind, turn, page)
    return page


def _by_total(numbers: Tally, most: int) -> Tally:
    """Mean gains, in 1/_PRIOR, by class and by the total with the partner's number."""
    sums = np.zeros((CLASSES, 2 * BIDS), np.int64)
    weights = np.zeros((CLASSES, 2 * BIDS), np.int64)
    for case in range(CASES):
        said = case & 15
        if said < BOARD and case < 16:
            for bid in range(most + 1):
                sums[:, said + bid] += numbers[case, :, bid]
                weights[:, said + bid] += numbers[case, :, BOARD]
    return sums * _PRIOR // np.maximum(weights, 1)


def _shifted(prior: Tally, said: int, most: int) -> Tally:
    if said >= BOARD:
        return np.zeros((CLASSES, most + 1), np.int64)
    return prior[:, said : said + most + 1]


def _steps(gains: Tally, top: int) -> Tally:
    """The least estimates of numbers that rise with the class and gain most together."""
    classes, bids = gains.shape
    best = np.zeros(bids, np.int64)
    came = np.zeros((classes, bids), np.int64)
    for place in range(classes):
        # best[b]: the most gained by the classes before, the last of which bid b or less
        came[place] = np.arange(bids)
        for bid in range(1, bids):
            if best[came[place, bid - 1]] >= best[bid]:
                came[place, bid] = came[place, bid - 1]
        best = best[came[place]] + gains[place]
    bid = int(np.argmax(best))
    least = np.full(bids, NEVER, np.int64)
    for place in range(classes - 1, -1, -1):
        least[1 : bid + 1] = -(-place * top // CLASSES) if place else -NEVER
        bid = int(came[place, bid])
    return least[1:]


def _board_from(gains: Tally, cards: int) -> int:
    """The least chance of a sweep with which boards gain something together."""
    lost = 20 * cards * _LOST
    sums = np.cumsum(gains[::-1, 0])[::-1] - lost
    place = int(np.argmax(sums))
    if sums[place] <= 0:
        return NEVER
    return -(-place * UNIT // CLASSES) if place else -NEVER


def solve(run: Settled, game: Game, rounds: int, start: Book, tell=None, pure=4) -> Book:
    book = Book(start.pages.copy(), start.shares.copy())
    pooled, mixed = {}, {}
    each = run.deals // rounds
    for done in range(rounds):
        some = replace(run, first=run.first + done * each, deals=each)
        step = 1 if done < pure else 2 / (done - pure + 3)
        for turn in (0, 2, 1, 3):
            for kind in kinds(game.rules):
                records = recorded(some, game, kind, turn, book)
                page = book.pages[game.cards - 1, kind, turn]
                sums = products_of(records, kind, turn, game.cards).astype(np.float64)
                old = pooled.get((turn, kind), 0)
                pooled[turn, kind] = old + step * (sums - old)
                weigh(pooled[turn, kind], page)
                seen = choose(records, game, kind, turn, page)
                least = page[LEAST_AT:].reshape(CASES, BIDS)
                top = np.full(BIDS, 1000 * game.cards + CLIP)
                top[BOARD] = 1000 + CLIP
                best = np.clip(least, -CLIP, top).astype(float)
                old = mixed.get((turn, kind), best)
                by = np.where(seen > 0, step, 0.0)[:, None] 
                mixed[turn, kind] = old + by * (best - old)
                least[:] = np.rint(mixed[turn, kind])
        if tell: tell(done, book)
    return book


def _pack(kind: int, cards: int):
    faced = BIG if kind == NO_SUIT else NO_CARD
    return (unseen(bit(BIG)) if kind == NO_SUIT else SORTED_PACK), Known(cards, NOBODY_KNOWN, 0, faced)


def mix(run: Settled, game: Game, kind: int, rounds: int, book: Book, tell=None, turns=(0, 1, 2, 3)) -> None:
    """Fill in the shares of a size and kind, by regret."""
    pack, known = _pack(kind, game.cards)
    shares = book.shares[game.cards - 1, kind]
    legal = np.array([may_bid(b, game.cards, game.rules) for b in (0, 1, 2, 3, BOARD)])
    regrets = np.zeros(shares.shape, np.int64)
    total = np.zeros(shares.shape, np.int64)
    start = shares.copy()
    turns = list(turns)
    each = run.deals // rounds
    for done in range(rounds + 1):
        now = _shares(regrets, legal)
        if done == rounds:
            now = _shares(total, legal)
        shares[turns] = np.cumsum(now, axis=-1)[turns]
        if tell and (done == rounds or done % 25 == 0): tell(done, book)
        if done == rounds: break
        total += (done + 1) * now
        some = replace(run, first=run.first + done * each, deals=each)
        regrets += some.tally(regret_tally, pack, known, game.rules, game.strategy, book)
        np.maximum(regrets, 0, out=regrets)


def _shares(weights: Tally, legal) -> Tally:
    """Weights as thousandths that add up; where all are 0, legal bids alike."""
    weights = np.where(weights.sum(-1, keepdims=True) > 0, weights, legal)
    ends = np.cumsum(weights, axis=-1)
    ends = UNIT * ends // ends[..., -1:]
    return np.diff(ends, axis=-1, prepend=0)


def exploit(run: Settled, game: Game, book: Book):
    """Own-family gain by turn: learned on the first 2/3 of the deals, tried on the last."""
    found = {}
    learn = replace(run, deals=2 * run.deals // 3)
    trial = replace(run, first=run.first + learn.deals, deals=run.deals - learn.deals)
    for turn in range(4):
        for kind in kinds(game.rules):
            page = answer(recorded(learn, game, kind, turn, book), game, kind, turn)
            fresh = recorded(trial, game, kind, turn, book)
            t = page_tally(fresh, kind, turn, game.cards, game.rules, page).tolist()
            found[turn, kind] = t[2] / t[0], (t[3] / t[0]) ** 0.5 / t[0] ** 0.5 * 2, t[1] / t[0]
    return found
