"""What has been written about when to beg and how to play: the claims, and who makes them.

No table of chances for All Fours was found in print, and no advice in numbers but that of programs.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Claim(NamedTuple):
    """A published claim."""

    words: str
    source: str
    untested: str = ""
    """Why it is not tested; empty if it is."""


CLAIMS: Final = {
    "C1": Claim(
        "Stand with two trumps or a lone jack or better, else beg",
        "the player inside a program",
    ),
    "C2": Claim(
        "Begged, run with two trumps or more, give with one or none",
        "the player inside a program",
    ),
    "C3": Claim(
        "An eldest without a trump should not stand",
        "a program, which forbids it; the school alumni sheet allows it",
    ),
    "C4": Claim(
        "A dealer without a trump should never give",
        "the school alumni sheet and a program, which forbid it",
    ),
    "C5": Claim(
        "The winning point is never given, so an eldest at 13 begs free",
        "Foster; a program",
    ),
    "C6": Claim(
        "Beg whenever you dislike the hand",
        "Enquire Within, Cassell, Hoyle's Games Modernized, Britannica 1911",
    ),
    "C7": Claim(
        "Both answers to a beg hurt: a gift, or cards for all and the trump gone",
        "two articles on the web, of doubtful authority",
    ),
    "C8": Claim(
        "The dealer has an edge; ties for Game to the other side balance it",
        "Foster, as pagat.com has it",
    ),
    "C9": Claim(
        "Short with the ace beats long and middling; A-2 is ideal",
        "tactics on pagat.com, of the West Yorkshire game, for the choice of a suit to pitch",
    ),
    "C10": Claim(
        "A jack with two companions is usually saved",
        "tactics on pagat.com",
    ),
    "C11": Claim(
        "Keep your top trumps until the jack can be caught",
        "tactics on pagat.com",
    ),
    "C12": Claim(
        "With A, K or Q but neither jack nor ten, lead it at once",
        "a maxim in Enquire Within",
    ),
    "C13": Claim(
        "Make your jack as soon as possible",
        "a maxim in Enquire Within, which adds to throw small cards and save tens: not tested",
    ),
    "C14": Claim(
        "Lead two trumps above the jack; with one lie low until it passes",
        "the player inside a program",
        "it is about two players",
    ),
    "C15": Claim(
        "Sometimes lead the ten from J-10, to draw a top trump",
        "tactics on pagat.com, which add to let others win cheap tricks, and to put tens on the "
        "partner's: not tested, since they name no position",
    ),
    "C16": Claim(
        "A plain ace is not worth a trump",
        "the issue tracker of a program for Pitch, which adds that with Low and jack gone any "
        "trump may go, and that Game comes last: not tested",
    ),
    "C17": Claim(
        "Take risks when far behind, be careful when ahead",
        "tactics on pagat.com; the notes of a program for Setback",
    ),
    "C18": Claim(
        "Partners agree beforehand; hands are hidden, lest they signal",
        "a blog; Foster",
        "players here have no agreements and no signals",
    ),
    "C19": Claim(
        "Count who could not follow trump: he has none",
        "tactics on pagat.com",
    ),
}
