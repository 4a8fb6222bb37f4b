"""Rule sets as data (RULES.md, section 6): named tuples of ints that kernels read as they are."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.cards import InputError

DOWN_UP, ONE_TWICE, UP_DOWN, EVEN_ODD, SEVENS, EVERY_OTHER = range(6)
FACED, ALWAYS_SPADES = 0, 1
SWAP, LONE_TRUMP, TURN_AGAIN = 0, 1, 2
BY_CARDS, DOUBLING, FLAT = 0, 1, 2
NEXT_DEALER, SAME_DEALER = 0, 1
BY_TRUMP, BY_RUFF = 0, 1
EVERYONE, OPPONENTS = 0, 1

MOST_CARDS: Final = 13
"""The most cards in a hand."""


class Rules(NamedTuple):
    """A rule set; what each field means is in RULES.md."""

    schedule: int = DOWN_UP
    trump: int = FACED
    joker_faced: int = SWAP
    trick_points: int = 5
    board: int = BY_CARDS
    boards_raised: int = 0
    all_pass: int = NEXT_DEALER
    bid_all: int = 0
    broken: int = BY_TRUMP
    boarder_exempt: int = 1
    big_lead: int = EVERYONE
    little_lead: int = 1
    rainbow_points: int = 0


CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "schedule": ("down_up", "one_twice", "up_down", "even_odd", "sevens", "every_other"),
    "trump": ("faced", "always_spades"),
    "joker_faced": ("swap", "lone_trump", "turn_again"),
    "board": ("by_cards", "doubling", "flat"),
    "all_pass": ("next_dealer", "same_dealer"),
    "broken": ("by_trump", "by_ruff"),
    "big_lead": ("everyone", "opponents"),
}
"""Fields whose values have names; a value is a name's place."""

FLAGS: Final = ("boards_raised", "bid_all", "boarder_exempt", "little_lead")
"""Fields that are 0 or 1."""

MOST_POINTS: Final = 99
"""No trick and no rainbow may be worth more: sums over any number of hands then fit an int64."""

CLASSIC: Final = Rules()
BAB_ONLINE: Final = Rules(
    schedule=EVEN_ODD,
    joker_faced=LONE_TRUMP,
    trick_points=10,
    board=DOUBLING,
    all_pass=SAME_DEALER,
    bid_all=1,
    broken=BY_RUFF,
    boarder_exempt=0,
    big_lead=OPPONENTS,
    little_lead=0,
    rainbow_points=10,
)
HFI: Final = Rules(schedule=SEVENS, joker_faced=TURN_AGAIN)
EMWGAMES: Final = Rules(schedule=UP_DOWN, joker_faced=TURN_AGAIN)
NBIRD11: Final = Rules(trick_points=3, board=FLAT)

PRESETS: Final[dict[str, Rules]] = {
    "classic": CLASSIC,
    "bab-online": BAB_ONLINE,
    "hfi": HFI,
    "emwgames": EMWGAMES,
    "nbird11": NBIRD11,
}

_DOWN = tuple(range(MOST_CARDS, 0, -1))
_UP = _DOWN[::-1]
_SCHEDULES: Final[dict[int, tuple[int, ...]]] = {
    DOWN_UP: _DOWN + _UP[1:],
    ONE_TWICE: _DOWN + _UP,
    UP_DOWN: _UP + _DOWN,
    EVEN_ODD: (_DOWN + _UP)[1::2],
    SEVENS: _DOWN[-7:] + _UP[:7],
    EVERY_OTHER: (_DOWN + _UP[1:])[::2],
}


def schedule(rules: Rules) -> tuple[int, ...]:
    """Sizes of the hands of a match, in order (RULES.md 3).

    >>> schedule(BAB_ONLINE)
    (12, 10, 8, 6, 4, 2, 1, 3, 5, 7, 9, 11, 13)
    """
    return _SCHEDULES[rules.schedule]


def limits(field: str) -> tuple[int, int]:
    """The lowest and highest value of a field.

    >>> limits("schedule"), limits("trick_points")
    ((0, 5), (0, 99))
    """
    if field in CHOICES:
        return 0, len(CHOICES[field]) - 1
    return (0, 1) if field in FLAGS else (0, MOST_POINTS)


def check(rules: Rules) -> Rules:
    """Return `rules` if they can be played.

    Raises
    ------
    InputError
        Names the field, its value, and what was expected.
    """
    for field, value in rules._asdict().items():
        low, high = limits(field)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise InputError(f'{field}: "{value}", expected a whole number from {low} to {high}')
    return rules
