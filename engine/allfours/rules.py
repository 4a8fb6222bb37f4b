"""Rule sets as data (RULES.md, section 7): named tuples of ints that kernels read as they are."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.cards import ACE, RANKS, TWO, InputError

ALL_TRUMPS, NO_CHOICE = 0, 1
FOLLOW_OR_TRUMP, TRUMP_WHEN_VOID = 0, 1
TIE_NONE, TIE_NONDEALER, TIE_DEALER = 0, 1, 2
HOLDER, TAKER = 0, 1
REDEAL, KICK_LAST = 0, 1
OPPONENTS, ANYONE = 0, 1
KICK, LEAD = 0, 1


def kick_table(**points: int) -> tuple[int, ...]:
    """Thirteen kick points, two to ace, from the ranks that score.

    >>> kick_table(J=3)[9]
    3
    """
    return tuple(points.get(rank, 0) for rank in RANKS)


class Rules(NamedTuple):
    """A rule set; what each field means is in RULES.md."""

    undertrump: int = 1
    undertrump_escape: int = ALL_TRUMPS
    follow: int = FOLLOW_OR_TRUMP
    jack_points: int = 1
    hang_points: int = 3
    game_points: int = 1
    game_tie: int = TIE_NONE
    low_to: int = HOLDER
    kick_points: tuple[int, ...] = kick_table(A=1, J=3, **{"6": 2})
    kick_kept: int = 1
    exhausted: int = REDEAL
    gift: int = 1
    gift_can_win: int = 0
    stand_void: int = 1
    give_void: int = 1
    target: int = 14
    players: int = 4
    called_by: int = OPPONENTS
    discard_to_six: int = 0
    trump_by: int = KICK


CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "undertrump_escape": ("all_trumps", "no_choice"),
    "follow": ("follow_or_trump", "trump_when_void"),
    "game_tie": ("none", "nondealer", "dealer"),
    "low_to": ("holder", "taker"),
    "exhausted": ("redeal", "kick_last"),
    "called_by": ("opponents", "anyone"),
    "trump_by": ("kick", "lead"),
}
"""Fields whose values have names; a value is a name's place."""

FLAGS: Final = (
    "undertrump", "kick_kept", "gift_can_win", "stand_void", "give_void", "discard_to_six",
)  # fmt: skip
"""Fields that are 0 or 1."""

SEATED: Final = (2, 4)
"""How many players there can be."""

MOST_POINTS: Final = 99
"""No award may be worth more: sums over any number of deals then fit an int64."""

CLASSIC: Final = Rules()
TOURNAMENT: Final = Rules(
    undertrump=0, game_points=2, game_tie=TIE_NONDEALER, exhausted=KICK_LAST, give_void=0
)
TOBAGO: Final = Rules(kick_points=kick_table(A=1, J=3, **{"2": 2}))
STAG: Final = Rules(game_points=2, hang_points=6)
TWO_PLAYER: Final = Rules(players=2)
SEVEN_UP: Final = Rules(
    hang_points=1,
    game_tie=TIE_NONDEALER,
    kick_points=kick_table(J=1),
    kick_kept=0,
    target=7,
    discard_to_six=1,
)
ENGLISH_10: Final = Rules(
    hang_points=1, game_tie=TIE_NONDEALER, kick_points=kick_table(J=1), target=10
)
ENGLISH_7: Final = ENGLISH_10._replace(target=7)
COTTON: Final = Rules(players=2, hang_points=1, kick_points=kick_table(J=1), target=11)
RUNNING: Final = COTTON._replace(kick_points=kick_table(A=4, K=3, Q=2, J=1), target=31)
PITCH: Final = Rules(hang_points=1, kick_points=kick_table(), target=7, trump_by=LEAD)

PRESETS: Final[dict[str, Rules]] = {
    "classic": CLASSIC,
    "tournament": TOURNAMENT,
    "tobago": TOBAGO,
    "stag": STAG,
    "two-player": TWO_PLAYER,
    "seven-up": SEVEN_UP,
    "english-10": ENGLISH_10,
    "english-7": ENGLISH_7,
    "cotton": COTTON,
    "running": RUNNING,
    "pitch": PITCH,
}


def limits(field: str) -> tuple[int, int]:
    """The lowest and highest value of a field (of each entry, for ``kick_points``).

    >>> limits("game_tie"), limits("target")
    ((0, 2), (1, 999))
    """
    if field in CHOICES:
        return 0, len(CHOICES[field]) - 1
    if field in FLAGS:
        return 0, 1
    if field == "players":
        return min(SEATED), max(SEATED)
    return (1, 999) if field == "target" else (0, MOST_POINTS)


def check(rules: Rules) -> Rules:
    """Return `rules` if they can be played.

    Raises
    ------
    InputError
        Names the field, its value, and what was expected.
    """
    for field, value in rules._asdict().items():
        low, high = limits(field)
        entries = value if field == "kick_points" else (value,)
        if field == "kick_points" and len(entries) != ACE - TWO + 1:
            raise InputError(f"kick_points: {len(entries)} values, expected 13, two to ace")
        for entry in entries:
            if isinstance(entry, bool) or not isinstance(entry, int) or not low <= entry <= high:
                raise InputError(
                    f'{field}: "{entry}", expected a whole number from {low} to {high}'
                )
    if rules.players not in SEATED:
        raise InputError(f'players: "{rules.players}", expected 2 or 4')
    if rules.trump_by == LEAD and rules.players != 4:
        raise InputError(f'players: "{rules.players}", expected 4 where the first lead fixes trump')
    return rules


def check_four(rules: Rules, where: str) -> Rules:
    """Return `rules` if they can be played, and are for four players; `where` ends the message.

    Raises
    ------
    InputError
        As `check`, or naming the players.
    """
    if check(rules).players != 4:
        raise InputError(f'players: "{rules.players}", expected 4 {where}')
    return rules


def check_kicked(rules: Rules) -> Rules:
    """`check`, for questions about games in which a kick fixes trump.

    Raises
    ------
    InputError
        If the first lead does.
    """
    if rules.trump_by == LEAD:
        raise InputError('trump_by: "lead", expected "kick", as nothing is kicked or begged there')
    return check(rules)
