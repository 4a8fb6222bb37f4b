"""Where the solved bidding of a rule set comes from: the published study, or this run."""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from typing import NamedTuple

import numpy as np

from analysis.provenance import results
from analysis.run import Run, Tally
from engine.backalley.bidding import SOLVED
from engine.backalley.book import PAGE, Book, new_book
from engine.backalley.rules import BAB_ONLINE, CLASSIC, Rules
from engine.backalley.strategy import Strategy
from engine.cards import InputError

PUBLISHED = {CLASSIC: "backalley/bids", BAB_ONLINE: "backalley/bids-bab-online"}
"""Rule sets whose bidding lies in results/, and the studies' names there."""
FILES = ("pages.npy", "shares.npy")
DEALS = 120_000
_SEED = 1
"""Other rule sets are solved from so many deals of this seed, for the sizes that are asked for."""


class Bidding(NamedTuple):
    """What to bid, and where that comes from."""

    book: Book
    source: str
    published: bool


@cache
def bidding(rules: Rules, *sizes: int) -> Bidding:
    """The solved bidding of hands of some sizes."""
    if rules in PUBLISHED:
        name = PUBLISHED[rules]
        contents = [_content(name, file) for file in FILES]
        digest = sha256(b"".join(contents)).hexdigest()[:12]
        return Bidding(_opened(name, contents), f"solved in results/{name} ({digest})", True)
    from analysis.backalley.solution import solve
    from analysis.backalley.solved_hands import Game

    book = new_book()
    for cards in sizes:
        solve(Run(deals=DEALS, seed=_SEED).settled(DEALS), Game(cards, rules), book)
    source = f"solved for these rules in this run, from {DEALS:,} deals of seed {_SEED}"
    return Bidding(book, source, False)


def heeded(strategy: Strategy, rules: Rules, sizes: Iterable[int]) -> Bidding | None:
    """The solved bidding of hands of some sizes, if anybody bids by it."""
    if SOLVED not in (strategy.dealer_bid, strategy.eldest_bid):
        return None
    return bidding(rules, *sorted(set(sizes)))


def needs(rules: Rules) -> dict[str, str]:
    """The SHA-256 of each published file that `bidding` reads, by its name."""
    name = PUBLISHED[rules]
    return {f"{name}/{file}": sha256(_content(name, file)).hexdigest() for file in FILES}


def written(array: Tally) -> bytes:
    """A part of a book as a file, two bytes a number."""
    file = io.BytesIO()
    np.save(file, array.astype("<i2"), allow_pickle=False)
    return file.getvalue()


def read(contents: list[bytes]) -> Book:
    """A book from its files."""
    pages, shares = (
        np.load(io.BytesIO(content), allow_pickle=False).astype(np.int64) for content in contents
    )
    return Book(pages, shares)


def _content(name: str, file: str) -> bytes:
    try:
        return (results() / name / file).read_bytes()
    except FileNotFoundError:
        raise InputError(
            f"bidding: results/{name}/{file} is missing, expected `allfours publish {name}`"
        ) from None


def _opened(name: str, contents: list[bytes]) -> Book:
    """A published book.

    Raises
    ------
    InputError
        If its pages are those of another engine.
    """
    book, shapes = read(contents), [part.shape for part in new_book()]
    if [part.shape for part in book] != shapes or book.pages.shape[-1] != PAGE:
        raise InputError(
            f"bidding: results/{name} was published by another engine, expected "
            f"`allfours publish {name}`"
        )
    return book
