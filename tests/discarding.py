"""What the program's players put away to go back to six cards (46), in plain Python."""

from tests import oracle


def kept(hand: list[str], trump: str) -> list[str]:
    """The six cards that a hand is played with.

    Examples
    --------
    >>> kept("7S 2S AH TH 9D KC TC 4C 3C".split(), "S")
    ['7S', '2S', 'AH', 'KC', 'TH', 'TC']
    """
    trumps = sorted((c for c in hand if c[1] == trump), key=oracle.rank_of, reverse=True)
    if len(trumps) > 6:
        return [*trumps[:5], trumps[-1]]
    plain = [card for card in hand if card[1] != trump]
    plain.sort(key=lambda card: (-oracle.rank_of(card), oracle.SUITS.index(card[1])))
    return (trumps + plain)[:6]


def put_away(hands: list[str], trump: str) -> list[str]:
    """What each hand discards, as a record has it."""
    held = [hand.split() for hand in hands]
    return [" ".join(card for card in hand if card not in kept(hand, trump)) for hand in held]
