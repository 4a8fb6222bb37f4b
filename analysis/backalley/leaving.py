"""What is gained by leaving a solution, learned from other deals than it is tried on."""

from __future__ import annotations

import numpy as np

from analysis.backalley.pages_solved import answer
from analysis.backalley.shares_solved import mix
from analysis.backalley.solved_hands import PLAY, Game, dealt, kinds, parts, recorded, turns_of
from analysis.run import Settled, Tally
from engine.backalley.attack import FAMILIES, WAYS, add_learned, attack_tally, learn_tally
from engine.backalley.book import MIXED, SUITED, Book
from engine.backalley.record import gain_tally


def most_gained(learn: Settled, trial: Settled, game: Game, kind: int, book: Book) -> float:
    """Points a hand that a team gains at most: by answering, or by attacks of both its turns."""
    gains = []
    for team, sign in ((0, 1), (1, -1)):
        better = Book(book.pages.copy(), book.shares.copy())
        _answer_kind(learn, game, kind, team, better)
        gains.append(sign * gain(trial, game, book, better, kind)[2] / trial.deals)
        if kind == SUITED:
            tallies = [attack(learn, trial, game, turn, book) for turn in turns_of(team)]
            gains.append(sum(tally[2] / tally[0] for tally in tallies))
    return float(max(gains))


def team_answer(run: Settled, game: Game, team: int, book: Book) -> Book:
    """A book in which a team answers the other's bids together, by the book's own features."""
    better = Book(book.pages.copy(), book.shares.copy())
    for kind in kinds(game.rules):
        _answer_kind(run, game, kind, team, better)
    return better


def _answer_kind(run: Settled, game: Game, kind: int, team: int, book: Book) -> None:
    """Answer in hands of one kind."""
    if game.cards <= MIXED:
        mix(run, game, kind, book, turns_of(team))
        return
    for some in parts(run, 2):
        for turn in turns_of(team):
            book.pages[game.cards - 1, kind, turn] = answer(some, game, kind, turn, book)


def gain(run: Settled, game: Game, book: Book, better: Book, kind: int = SUITED) -> Tally:
    """`gain_tally` of fresh deals: of all that are dealt, or of those without a trump suit."""
    pack, known = dealt(game, kind)
    tally: Tally = run.tally(gain_tally, pack, known, game.rules, PLAY, book, better)
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
