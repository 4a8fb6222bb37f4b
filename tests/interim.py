"""A book with simple begging rules, which plain Python can follow too.

The eldest begs without a trump and with a lone one below the queen; the dealer gives with three
trumps or more.
"""

from engine.allfours.book import BASES, DEALERS, ELDESTS, Book, holding, new_book
from engine.cards import QUEEN


def _book() -> Book:
    book = new_book()
    for trumps in range(1 << 13):
        for kick in range(13):
            held = trumps.bit_count()
            if held > 6 or trumps >> kick & 1:
                continue
            place = BASES + holding(trumps, kick)
            book[ELDESTS, place] = held == 0 or (held == 1 and trumps < 1 << QUEEN)
            book[DEALERS, place] = held >= 3
    return book


INTERIM = _book()
