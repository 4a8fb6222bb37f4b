"""The studies that are published, of both games, by name."""

from __future__ import annotations

from analysis.allfours import studies as allfours
from analysis.backalley import studies as backalley
from analysis.provenance import Study
from engine.cards import InputError

STUDIES: dict[str, Study] = allfours.STUDIES | backalley.STUDIES


def study(name: str) -> Study:
    """The study of this name.

    Raises
    ------
    InputError
        If there is none.
    """
    if name not in STUDIES:
        raise InputError(f'no study "{name}" (there are {", ".join(STUDIES)})')
    return STUDIES[name]
