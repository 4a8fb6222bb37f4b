"""The player ``worlds:W`` of any game, by its name."""

from __future__ import annotations

import re

from engine.cards import InputError


def worlds(name: str) -> int:
    """How many worlds a player looks at for each card: W for ``worlds:W``, 0 for all others.

    >>> worlds("worlds:32"), worlds("simple")
    (32, 0)
    """
    kind, _, number = name.partition(":")
    if kind != "worlds":
        return 0
    if not re.fullmatch("[1-9][0-9]{0,4}", number):
        raise InputError(f'player "{name}": expected worlds:W, W a whole number from 1 to 99999')
    return int(number)
