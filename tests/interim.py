"""A book with simple begging rules, which plain Python can follow too.

The eldest begs without a trump and with a lone one below the queen; the dealer gives with three
trumps or more.
"""

from engine.allfours.book import DEALERS, ELDESTS, Book, new_book
from tests.leaning import GROUP_NAMES, NAMES, PLACES

FEW = ("none", "one to 5", "one to 9", "T", "J")
"""Groups of hands that beg."""
MANY = ("more", "more with J")
"""Groups of hands that give."""


def _book() -> Book:
    book = new_book()
    for seat, groups in ((ELDESTS, FEW), (DEALERS, MANY)):
        for group in groups:
            book[seat, len(NAMES) * GROUP_NAMES.index(group) + PLACES["always"]] = 1
    return book


INTERIM = _book()
