"""The closed forms as a report."""

from __future__ import annotations

import pandas as pd

from analysis.allfours.exact import closed_forms
from analysis.report import made, table
from engine.cards import InputError


def exact(*names: str) -> pd.DataFrame:
    """The exact values of these names, of all if none is given, as decimals and fractions.

    A name may be the beginning of a family's names, up to an underscore.

    Raises
    ------
    InputError
        Names what is not in the catalogue.
    """
    forms = closed_forms()
    for name in names:
        if not any(_belongs(form.name, name) for form in forms):
            raise InputError(f'no closed form "{name}" (allfours exact lists them all)')
    rows = [
        {
            "name": form.name,
            "value": float(form.value),
            "fraction": str(form.value),
            "derivation": form.derivation,
        }
        for form in forms
        if not names or any(_belongs(form.name, name) for name in names)
    ]
    return table(rows, "What are the exact values?", made(rules="classic"))


def _belongs(form: str, name: str) -> bool:
    return form == name or form.startswith(name.rstrip("_") + "_")
