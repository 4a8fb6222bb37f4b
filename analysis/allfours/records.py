"""Deal records: read, judged by the rules, and answered (one JSON object each)."""

from __future__ import annotations

from dataclasses import dataclass

from analysis.allfours import rule_sets
from analysis.allfours.exposures import Called, Exposure, Open, read_calls, read_exposed
from analysis.allfours.ledger import TEAM_NAMES, Ledger
from analysis.records import Answer, card_list, fields_of, hands_of, see_each_once, written
from analysis.seats import SEATS
from engine.allfours.discard import SIX
from engine.allfours.legal import legal_plays
from engine.allfours.pack import most_runs
from engine.allfours.rules import KICK_LAST, LEAD, Rules
from engine.allfours.score import Seat, outcome, pips
from engine.cards import (
    NO_CARD,
    Card,
    InputError,
    Mask,
    Suit,
    bit,
    cards_of,
    format_card,
    format_cards,
    lane,
    mask_of,
    parse_card,
    parse_cards,
    suit_of,
)
from engine.trick import beats

FIELDS = (
    "rules", "score", "hands", "kicks", "eldest", "dealer", "discards", "plays", "seed", "deal",
    "exposed", "calls",
)  # fmt: skip
NO_SUIT = -1


@dataclass(frozen=True)
class Deal:
    """A record as it was read: cards as ints, nothing judged but the cards themselves."""

    rules: Rules
    score: object
    hands: list[list[Card]]
    kicks: list[Card]
    eldest: object
    dealer: object
    discards: list[list[Card]]
    """By seat; empty where nobody discards."""
    plays: list[Card]
    exposed: list[Exposure]
    calls: list[Called]

    @property
    def played(self) -> list[Mask]:
        """The hands that are played: as dealt, without the discards."""
        away = [mask_of(cards) for cards in self.discards] or [0] * len(self.hands)
        return [mask_of(hand) & ~put for hand, put in zip(self.hands, away, strict=True)]


def read(record: object) -> Deal:
    """Read a record and see that its cards are cards, each dealt once.

    Raises
    ------
    InputError
        Names the field, what was read and what was expected.
    """
    fields = fields_of(record, FIELDS, "hands, kicks, eldest")
    rules = rule_sets.from_record(fields.get("rules", "classic"))
    hands = hands_of(fields.get("hands"), parse_cards, rules.players)
    exposed = read_exposed(fields.get("exposed", []), hands)
    deal = Deal(
        rules=rules,
        score=fields.get("score", [0, 0]),
        hands=hands,
        kicks=card_list("kicks", fields.get("kicks"), parse_card),
        eldest=fields.get("eldest"),
        dealer=fields.get("dealer"),
        discards=_discards(fields.get("discards", []), rules.players),
        plays=card_list("plays", fields.get("plays", []), parse_card),
        exposed=exposed,
        calls=read_calls(fields.get("calls", []), exposed, rules),
    )
    dealt = [(f"hands[{seat}]", hand) for seat, hand in enumerate(deal.hands)]
    see_each_once([*dealt, ("kicks", deal.kicks)], format_card)
    return deal


def _discards(value: object, seats: int) -> list[list[Card]]:
    """The cards of the field ``discards``, by seat; none where it is empty."""
    return [] if value == [] else hands_of(value, parse_cards, seats, "discards")


def _see_discards(deal: Deal, trump: Suit | None) -> None:
    """See that everybody discarded to six after a run, if these rules want it (RULES.md 44-46)."""
    due = bool(deal.rules.discard_to_six) and deal.dealer == "run" and trump is not None
    if not due:
        if deal.discards:
            raise InputError("discards: cards, expected none as nobody goes back to six here")
        return
    if not deal.discards:
        raise InputError("discards: none, expected what each seat put away to go back to six")
    for seat, (hand, away) in enumerate(zip(deal.hands, deal.discards, strict=True)):
        for card in away:
            if card not in hand:
                name = format_card(card)
                raise InputError(f'discards[{seat}]: "{name}" is not in hands[{seat}]')
        if len(set(away)) != len(away):
            raise InputError(f"discards[{seat}]: a card twice, expected each once")
        for one in deal.exposed:
            if one.card in away:
                raise InputError(f'exposed: "{format_card(one.card)}", which was discarded')
        expected = len(hand) - SIX
        if len(away) != expected:
            raise InputError(f"discards[{seat}]: {len(away)} cards, expected {expected}")


def _expect(deal: Deal, kicks: int, cards: int, why: str) -> None:
    """See that the deal stopped where it should."""
    if len(deal.kicks) != kicks:
        raise InputError(f"kicks: {len(deal.kicks)} cards, expected {kicks} ({why})")
    for seat, hand in enumerate(deal.hands):
        if len(hand) != cards:
            raise InputError(f"hands[{seat}]: {len(hand)} cards, expected {cards} ({why})")


def settle_trump(deal: Deal, ledger: Ledger) -> Suit | None:
    """Count kicks and gift, and see that the decisions were allowed (RULES.md 6-16).

    Returns
    -------
    int or None
        Trump; None if nothing is played, since the match is over or the pack exhausted.
    """
    if not deal.kicks:
        raise InputError("kicks: no card, expected the first kick")
    if deal.rules.kick_kept:
        ledger.count_kick(deal.kicks[0])
        if ledger.winner is not None:
            if deal.eldest != "stand" or deal.dealer is not None:
                decided = f"eldest {written(deal.eldest)}, dealer {written(deal.dealer)}"
                raise InputError(
                    f'{decided}: expected "stand" and null, as the first kick ended the match'
                )
            _expect(deal, 1, 6, "the first kick ended the match")
            return None
    _check_decisions(deal, ledger)
    if deal.dealer == "run":
        return _follow_run(deal, ledger)
    _expect(deal, 1, 6, "the pack was not run")
    if not deal.rules.kick_kept:
        ledger.count_kick(deal.kicks[0])
    if deal.dealer == "give":
        ledger.count_gift()
    return suit_of(deal.kicks[0]) if ledger.winner is None else None


def _see_pitched(deal: Deal) -> None:
    """See that nothing was kicked or said where the first lead fixes trump (RULES.md 51)."""
    for field, value in (("eldest", deal.eldest), ("dealer", deal.dealer)):
        if value is not None:
            raise InputError(f"{field}: {written(value)}, expected null as the first lead is trump")
    _expect(deal, 0, SIX, "the first lead fixes trump")


def _check_decisions(deal: Deal, ledger: Ledger) -> None:
    """See that what eldest and dealer said is allowed (RULES.md 10-11)."""
    eldest, dealer, trumps = deal.eldest, deal.dealer, lane(suit_of(deal.kicks[0]))
    if eldest not in ("stand", "beg"):
        raise InputError(f'eldest: {written(eldest)}, expected "stand" or "beg"')
    if eldest == "stand":
        if dealer is not None:
            raise InputError(f"dealer: {written(dealer)}, expected null as the eldest stood")
        if not deal.rules.stand_void and not mask_of(deal.hands[1][:6]) & trumps:
            raise InputError('eldest: "stand" without a trump, which these rules forbid')
    elif dealer not in ("give", "run"):
        raise InputError(
            f'dealer: {written(dealer)}, expected "give" or "run" as the eldest begged'
        )
    elif dealer == "give":
        if not ledger.gift_may_be_given():
            raise InputError('dealer: "give" would win the match, which these rules forbid')
        if not deal.rules.give_void and not mask_of(deal.hands[0][:6]) & trumps:
            raise InputError('dealer: "give" without a trump, which these rules forbid')


def _follow_run(deal: Deal, ledger: Ledger) -> Suit | None:
    """Follow the kicks of a pack that was run (RULES.md 12-16)."""
    runs = most_runs(deal.rules.players)
    most = runs + (2 if deal.rules.exhausted == KICK_LAST else 1)
    for place in range(1, most):
        if place == len(deal.kicks):
            raise InputError(f"kicks: {place} cards, expected one more as trump is not fixed")
        kick = deal.kicks[place]
        settled = suit_of(kick) != suit_of(deal.kicks[0])
        if deal.rules.kick_kept or settled:
            ledger.count_kick(kick)
        if settled or ledger.winner is not None:
            ended = "a kick ended the match" if ledger.winner else "that kick fixed trump"
            _expect(deal, place + 1, 6 + 3 * min(place, runs), ended)
            return suit_of(kick) if ledger.winner is None else None
    _expect(deal, most, 6 + 3 * runs, "the pack was exhausted")
    return None


class Table:
    """A hand in play: who holds what, the trick on the table, and the tricks taken.

    Trump may be NO_SUIT; the first lead then fixes it.
    """

    def __init__(
        self, hands: list[Mask], trump: Suit, rules: Rules, shown: Open | None = None
    ) -> None:
        self.shown = shown or Open()
        self.hands = list(hands)
        self.trump = trump
        self.rules = rules
        self.seat: Seat = 1
        self.trick: list[Card] = []
        self.tricks: list[tuple[Seat, list[Card]]] = []
        self._best: Card = NO_CARD
        self._winner: Seat = 1

    @property
    def over(self) -> bool:
        """Whether every card has been played."""
        return not any(self.hands)

    def legal(self) -> Mask:
        """The cards that the seat to play may play: a called card alone (RULES.md 40).

        Raises
        ------
        InputError
            If a card is called that may not be played.
        """
        legal = self._legal()
        called = self.shown.called(self.seat, len(self.tricks) + 1)
        if called is None or self.over:
            return legal
        where = f'trick {len(self.tricks) + 1}, call of "{format_card(called)}"'
        if not self.hands[self.seat] & bit(called):
            raise InputError(f"{where}: {SEATS[self.seat]} has played it")
        if not legal & bit(called):
            may = format_cards(legal)
            raise InputError(f"{where}: to play it is a revoke, {SEATS[self.seat]} may play {may}")
        return bit(called)

    def _legal(self) -> Mask:
        hand = self.hands[self.seat]
        if not self.trick:
            return hand
        trumps = mask_of(self.trick) & lane(self.trump)
        return legal_plays(hand, suit_of(self.trick[0]), self.trump, trumps, self.rules)

    def play(self, card: Card) -> None:
        """Play a card.

        Raises
        ------
        InputError
            Names trick, card and reason, if it may not be played.
        """
        where = f'trick {len(self.tricks) + 1}, card "{format_card(card)}"'
        if self.over:
            raise InputError(f"{where}: every card has been played")
        if not self.hands[self.seat] & bit(card):
            held = format_cards(self.hands[self.seat])
            raise InputError(f"{where}: {SEATS[self.seat]} to play does not hold it, but {held}")
        if not self.legal() & bit(card):
            may = format_cards(self.legal())
            called = self.shown.called(self.seat, len(self.tricks) + 1)
            why = "" if called is None else ", which is called"
            raise InputError(f"{where}: {SEATS[self.seat]} may only play one of {may}{why}")
        if self.trump == NO_SUIT:
            self.trump = suit_of(card)
        self.hands[self.seat] &= ~bit(card)
        if not self.trick or beats(card, self._best, self.trump):
            self._best, self._winner = card, self.seat
        self.trick.append(card)
        self.seat = (self.seat + 1) % len(self.hands)
        if len(self.trick) == len(self.hands):
            self.tricks.append((self._winner, self.trick))
            self.seat, self.trick = self._winner, []

    def taken_by_dealer(self) -> Mask:
        """The cards in the tricks that the dealer's team won."""
        return mask_of(card for winner, trick in self.tricks if winner % 2 == 0 for card in trick)


def replay(deal: Deal) -> tuple[Ledger, Table | None]:
    """Follow a deal to where its plays stop.

    Returns
    -------
    ledger : Ledger
        The awards that have been counted.
    table : Table or None
        The hand in play; None where none is played.
    """
    ledger = Ledger(deal.rules, deal.score)
    trump: Suit | None = NO_SUIT
    if deal.rules.trump_by == LEAD:
        _see_pitched(deal)
    else:
        trump = settle_trump(deal, ledger)
    _see_discards(deal, trump)
    if trump is None:
        ended = "the match is over" if ledger.winner else "the pack is exhausted"
        if deal.plays:
            first = format_card(deal.plays[0])
            raise InputError(f'trick 1, card "{first}": nothing may be played as {ended}')
        if deal.exposed:
            shown = format_card(deal.exposed[0].card)
            raise InputError(f'exposed: "{shown}", but nothing is played as {ended}')
        return ledger, None
    hands = deal.played
    table = Table(hands, trump, deal.rules, Open(deal.exposed, deal.calls))
    for card in deal.plays:
        table.play(card)
    table.legal()  # which refuses a call now that its owner is to play
    table.shown.see_reached(deal.plays, len(table.tricks), table.over, deal.rules.players)
    if table.over:
        mine, theirs = hands[0], hands[1]
        for one, other in zip(hands[2::2], hands[3::2], strict=True):
            mine, theirs = mine | one, theirs | other
        won = outcome(mine, theirs, table.taken_by_dealer(), table.trump, deal.rules)
        ledger.count_hand(won)
    return ledger, table


def score_record(record: object) -> Answer:
    """What ``allfours score`` answers: tricks, awards in order, score and winner.

    Raises
    ------
    InputError
        If the record can't have happened; a sentence says why.
    """
    ledger, table = replay(read(record))
    tricks = table.tricks if table else []
    answer: Answer = {
        "tricks": [{"winner": winner, "pips": pips(mask_of(cards))} for winner, cards in tricks],
        "awards": [[name, TEAM_NAMES[team], points] for name, team, points in ledger.awards],
        "score": list(ledger.points.values()),
        "winner": None if ledger.winner is None else TEAM_NAMES[ledger.winner],
    }
    if table is None and ledger.winner is None:
        answer["redeal"] = True
    return answer


def legal_record(record: object) -> Answer:
    """What ``allfours legal`` answers: the seat to play and the cards that it may play."""
    _, table = replay(read(record))
    if table is None or table.over:
        return {"seat": None, "legal": []}
    return {"seat": table.seat, "legal": [format_card(card) for card in cards_of(table.legal())]}
