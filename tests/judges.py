"""Who judges a deal record, the oracle or the engine, and records built from the cards that matter.

Unless a test says otherwise trump is spades, and the players hold no trumps but those it names.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from tests import oracle

Record = dict[str, Any]
Answer = dict[str, Any]

BOTH = pytest.mark.parametrize("rules", ["classic", "tournament"])


class Judge(NamedTuple):
    """Whoever answers a record, and the error raised for a record that can't have happened."""

    score: Callable[[Record], Answer]
    legal: Callable[[Record], Answer]
    error: type[ValueError]

    def awards(self, deal: Record) -> list[str]:
        """Write the awards as texts such as "high eldest 1"."""
        return [" ".join(map(str, award)) for award in self.score(deal)["awards"]]

    def before_game(self, deal: Record) -> list[str]:
        """Write the awards of a hand played out, without Game, which the other cards decide."""
        answer = self.score(deal)
        assert answer["winner"] or (answer["tricks"] and self.legal(deal)["seat"] is None)
        return [award for award in self.awards(deal) if not award.startswith("game")]

    def may_play(self, deal: Record) -> str:
        """Write the legal cards, spades first, high to low."""
        return " ".join(self.legal(deal)["legal"])


def deal(
    hands: dict[int, str] | None = None,
    *,
    kicks: str = "9S",
    said: str = "stand",
    plays: str = "",
    score: tuple[int, int] = (0, 0),
    rules: Any = "classic",
    stock: str = "",
    finish: bool = True,
) -> Record:
    """Build a record from the cards that matter.

    Hands are filled up from the rest of the pack, low cards first and trumps (the suit of the
    last kick) last, never with a card of `stock`. `said` is "stand", "give" or "run". The play
    goes on from `plays`, each seat with its highest legal card, unless `finish` is false.
    """
    kicked = kicks.split()
    named = {seat: (hands or {}).get(seat, "").split() for seat in range(4)}
    away = {*kicked, *stock.split(), *(card for hand in named.values() for card in hand)}
    rest = [card for card in oracle.PACK if card not in away]
    rest.sort(key=lambda card: (card[1] == kicked[-1][1], oracle.RANKS.index(card[0])))
    size = 3 + 3 * min(len(kicked), 3)
    for number in range(size):
        for hand in named.values():
            if len(hand) <= number:
                hand.append(rest.pop(0))
    record: Record = {
        "rules": rules,
        "score": list(score),
        "hands": [" ".join(named[seat]) for seat in range(4)],
        "kicks": kicked,
        "eldest": "stand" if said == "stand" else "beg",
        "dealer": None if said == "stand" else said,
        "plays": plays.split(),
    }
    if finish:
        play = oracle.Play(oracle.Deal(record))
        while cards := play.legal():
            record["plays"].append(max(cards, key=oracle.rank_of))
            play.play(record["plays"][-1])
    return record


def position(hand: str, trick: str, rules: Any = "classic") -> Record:
    """Build a record that stands before a seat with `hand`, to play to `trick`.

    Seat 1 has won the tricks before and leads to this one.
    """
    cards, begun = hand.split(), trick.split()
    kick = next(c for c in ("8S", "7S", "6S", "5S") if c not in cards + begun)
    rest = [card for card in oracle.PACK if card not in {kick, *cards, *begun}]
    seats: list[list[str]] = [[], [], [], []]
    plays: list[str] = []
    for suit in "CDH" * 3:  # a trick before: four cards of a plain suit, the highest from seat 1
        if len(plays) < 4 * (6 - len(cards)) and sum(card[1] == suit for card in rest) >= 4:
            for seat, card in zip((1, 2, 3, 0), [c for c in rest if c[1] == suit][:4], strict=True):
                rest.remove(card)
                plays.append(card)
                seats[seat].append(card)
    to_play = (1 + len(begun)) % 4
    seats[to_play] += cards
    for seat, card in enumerate(begun, 1):
        seats[seat].append(card)
    others = [card for card in rest if card[1] not in ("S", begun[0][1])]
    for dealt in seats:
        while len(dealt) < 6:
            dealt.append(others.pop())
    named = {seat: " ".join(dealt) for seat, dealt in enumerate(seats)}
    return deal(named, kicks=kick, plays=" ".join(plays + begun), rules=rules, finish=False)
