"""Begging in plain Python: numbered deals replaced by `random`, the engine by the oracle."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from tests import discarding, oracle

Points = Counter[str]
"""Points by award, eldest's team's minus the dealer's."""


class Simulation:
    """Deals judged by the oracle: everyone plays at random, and begs by the interim rules.

    Parameters
    ----------
    text : str
        The rule set; nobody ever wins the match.
    played : bool
        Whether the cards are played; if not, only kicks, gift, High and Low are counted.
    """

    def __init__(self, text: str, seed: int, played: bool) -> None:
        self.rules = {**_as_record(text), "target": 10**6}
        self.fields = oracle.read_rules(self.rules)
        self.players = self.fields["players"]
        self.rng = random.Random(seed)
        self.played = played

    def arms(self, seat: int, hand: list[str], kick: str) -> dict[str, Points]:
        """One deal, stood and run, for the eldest's team; seat 0 sees only deals that are begged.

        The first kick is left out if it counts in any case.
        """
        while True:
            rest = [card for card in oracle.PACK if card not in hand and card != kick]
            self.rng.shuffle(rest)
            seats = range(self.players)
            hands = [hand if i == seat else [rest.pop() for _ in range(6)] for i in seats]
            if seat == 1 or begs(hands[1], kick):
                break
        stand = self.count(hands, [kick], None)
        run = self.run(hands, kick, rest)
        if self.fields["kick_kept"]:
            for arm in (stand, run):
                arm["kicks"] += self.fields["kick_points"][oracle.rank_of(kick)]
        give = stand.copy()
        give["gift"] += self.fields["gift"]
        given = gives(hands[0], kick)
        beg = give if given else run
        return {"stand": stand, "run": run, "give": give, "beg": beg, "gives": Counter(yes=given)}

    def run(self, hands: list[list[str]], kick: str, stock: list[str]) -> Points:
        """Points of a pack that is run, first kick included, and of the fresh deals it leads to."""
        hands, stock, kicks = [list(hand) for hand in hands], list(stock), [kick]
        while len(stock) > 3 * self.players and kicks[-1][1] == kick[1]:
            for hand in hands:
                hand += [stock.pop() for _ in range(3)]
            kicks.append(stock.pop())
        if kicks[-1][1] == kick[1] and self.fields["exhausted"] == "kick_last":
            kicks.append(stock.pop())
        got = self.count(hands, kicks, "run")
        if kicks[-1][1] == kick[1]:
            got.update(self.fresh())
        return got

    def fresh(self) -> Points:
        """Points of a deal from the whole pack."""
        pack = self.rng.sample(oracle.PACK, 52)
        kick, hands = pack.pop(), [[pack.pop() for _ in range(6)] for _ in range(self.players)]
        if not begs(hands[1], kick):
            return self.count(hands, [kick], None)
        if gives(hands[0], kick):
            return self.count(hands, [kick], "give")
        return self.run(hands, kick, pack)

    def count(self, hands: list[list[str]], kicks: list[str], dealer: str | None) -> Points:
        """Points of a deal that ends with these kicks; those of the kicks alone if it can't."""
        held = [" ".join(hand) for hand in hands]
        eldest = "beg" if dealer else "stand"
        record: dict[str, Any] = {
            "rules": self.rules,
            "hands": held,
            "kicks": kicks,
            "eldest": eldest,
        }
        settled = dealer == "run" and kicks[-1][1] != kicks[0][1]
        if self.fields["discard_to_six"] and settled:
            record["discards"] = discarding.put_away(held, kicks[-1][1])
        deal = oracle.Deal(record | {"dealer": dealer})
        table = oracle.Play(deal)
        while self.played and (cards := table.legal()):
            table.play(self.rng.choice(cards))
        if not self.played:  # whoever takes the tricks, High and Low are the same
            table.tricks = [(0, [card for hand in hands for card in hand])]
        if table.trump:
            oracle.count_hand(deal, table.tricks, table.trump)
        worth: Points = Counter()
        for name, team, award in deal.awards:
            part = "kicks" if name == "kick" else name
            if self.played or part not in ("jack", "hang", "game"):
                worth[part] += award if team == "eldest" else -award
        return worth


def _as_record(text: str) -> dict[str, Any]:
    name, *changes = text.split()
    pairs = [change.split("=") for change in changes]
    return {"base": name} | {key: int(word) if word.isdecimal() else word for key, word in pairs}


def begs(hand: list[str], kick: str) -> bool:
    trumps = [card for card in hand if card[1] == kick[1]]
    return not trumps or (len(trumps) == 1 and trumps[0][0] not in "QKA")


def gives(hand: list[str], kick: str) -> bool:
    return sum(card[1] == kick[1] for card in hand) >= 3
