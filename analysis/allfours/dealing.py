"""Numbered deals as records, decided and played by a strategy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from analysis.allfours import books, players, rule_sets
from analysis.allfours.ledger import Ledger
from engine.allfours.book import DEALERS, ELDESTS, Book, begs, gives
from engine.allfours.discard import keep_six
from engine.allfours.expert import Weights
from engine.allfours.exposed import NOBODY_CALLS, Exposed, play_exposed
from engine.allfours.hand import new_desk, play_hand
from engine.allfours.pack import MOST_KICKS, most_runs
from engine.allfours.pitch import deal_six, play_pitched
from engine.allfours.play import NOBODY_KNOWN, deal_round, run_pack
from engine.allfours.rules import LEAD, Rules, check
from engine.allfours.solve import new_solver
from engine.allfours.solve_tables import Solver
from engine.allfours.strategy import Strategy
from engine.allfours.table import opening
from engine.cards import SORTED_PACK, Card, InputError, format_card, format_cards, mask_of, suit_of
from engine.deal import restart
from engine.random import PLAY, draw, new_stream, start

Record = dict[str, Any]


def record_deal(
    seed: int,
    number: int,
    rules: Rules,
    strategy: Strategy,
    weights: Weights | None = None,
    bits: int | None = None,
    book: Book | None = None,
    expose: Card | None = None,
) -> Record:
    """Deal `number` of `seed` as a record, played to the end at 0-0.

    The cards are those that every study meets under this number. The arguments from `strategy`
    to `bits` are those of a `players.Lineup`; the deal is begged and given by `book`, or if there
    is none by the solution of the rules. `expose` is a card that its holder exposes before the
    first lead, and that is called by the rule of `engine.allfours.exposed`.

    Raises
    ------
    InputError
        If it is exposed by nobody.
    """
    deals = record_deals(seed, number, 1, rules, strategy, weights, bits, book, expose)
    return next(deals)


def _solver(bits: int | None) -> Solver | None:
    return None if bits is None else new_solver(bits)


def _record(
    seed: int,
    number: int,
    rules: Rules,
    strategy: Strategy,
    weights: Weights | None,
    solver: Solver | None,
    book: Book,
    expose: Card | None = None,
) -> Record:
    deck, stream = SORTED_PACK.copy(), new_stream()
    hands, kicks = np.zeros(4, np.int64), np.zeros(MOST_KICKS, np.int64)
    restart(deck, SORTED_PACK, stream, seed, number)
    draw(deck, 52, 0, 1, stream)
    kicks[0] = deck[0]
    deal_round(deck, 52, 1, 6, NOBODY_KNOWN, rules.players, hands, stream)
    ledger = Ledger(rules, [0, 0])
    eldest, dealer = _decide(hands, kicks[0], rules, book, ledger)
    made = 1
    if dealer == "run":
        made = run_pack(deck, 52, 1 + 6 * rules.players, kicks, hands, rules, stream)
    made, over = _count(kicks, made, dealer, rules, ledger)
    held = _in_order(deck, min(made - 1, most_runs(rules.players)), rules.players)
    plays: list[Card] = []
    away: list[list[Card]] = []
    calls: Record = {}
    if not over and (made == 1 or suit_of(kicks[made - 1]) != suit_of(kicks[0])):
        chance, desk = new_stream(), new_desk()
        start(chance, seed, number, PLAY)
        gone, trump = mask_of(kicks[:made]), suit_of(kicks[made - 1])
        if rules.discard_to_six and made > 1:
            keep_six(hands, trump)
            away = _discarded(held, hands)
        table, size = opening(trump, gone, rules.players), int(hands[0]).bit_count()
        if expose is None:
            play_hand(hands, table, rules, strategy, weights, solver, chance, desk)
        else:
            exposed = Exposed(expose, _holder(held, away, expose), 0)
            call = np.zeros(3, np.int64)
            play_exposed(hands, table, exposed, rules, strategy, weights, chance, call, desk.plays)
            calls = _called(exposed, call)
        plays = desk.plays[: rules.players * size].tolist()
    return {
        **_dealt(seed, number, rules, held, kicks[:made].tolist(), (eldest, dealer)),
        **({"discards": [format_cards(cards) for cards in away]} if away else {}),
        "plays": [format_card(card) for card in plays],
        **calls,
    }


def _holder(held: list[list[Card]], away: list[list[Card]], card: Card) -> int:
    """The seat that has a card."""
    for seat, hand in enumerate(held):
        if card in hand and not (away and card in away[seat]):
            return seat
    raise InputError(f'expose "{format_card(card)}": nobody holds it in this deal')


def _called(exposed: Exposed, call: Any) -> Record:
    """The fields of a record that tell of an exposed card."""
    card, (caller, trick, _) = format_card(exposed.card), call.tolist()
    return {
        "exposed": [[card, exposed.seat, exposed.tricks]],
        "calls": [] if caller == NOBODY_CALLS else [[card, caller, trick]],
    }


def _pitched(
    seed: int, number: int, rules: Rules, strategy: Strategy, weights: Weights | None
) -> Record:
    """A deal whose first lead fixes trump: that of the pitcher `longest`."""
    deck, stream, chance = SORTED_PACK.copy(), new_stream(), new_stream()
    hands, plays = np.zeros(4, np.int64), np.zeros(48, np.int64)
    restart(deck, SORTED_PACK, stream, seed, number)
    deal_six(deck, 52, NOBODY_KNOWN, hands, stream)
    held = _in_order(deck, 0, rules.players)
    start(chance, seed, number, PLAY)
    play_pitched(hands, rules, strategy, weights, chance, plays)
    return {
        **_dealt(seed, number, rules, held, [], (None, None)),
        "plays": [format_card(card) for card in plays[:24].tolist()],
    }


def _dealt(
    seed: int,
    number: int,
    rules: Rules,
    held: list[list[Card]],
    kicks: list[Card],
    said: tuple[str | None, str | None],
) -> Record:
    """The fields of a record up to the plays; `said` is by the eldest, then the dealer."""
    eldest, dealer = said
    return {
        "seed": seed,
        "deal": number,
        "rules": rule_sets.describe(rules),
        "score": [0, 0],
        "hands": [format_cards(hand) for hand in held],
        "kicks": [format_card(card) for card in kicks],
        "eldest": eldest,
        "dealer": dealer,
    }


def _discarded(held: list[list[Card]], hands: Any) -> list[list[Card]]:
    """What each seat has put away, in the order dealt: the cards that it holds no longer."""
    left = hands.tolist()
    return [
        [card for card in dealt if not left[seat] >> card & 1] for seat, dealt in enumerate(held)
    ]


def _decide(
    hands: Any, kick: Card, rules: Rules, book: Book, ledger: Ledger
) -> tuple[str, str | None]:
    """What the eldest and the dealer say; nobody is asked if the first kick won the match."""
    if rules.kick_kept:
        ledger.count_kick(kick)
    if ledger.winner is not None or not begs(hands[1], kick, book[ELDESTS], rules):
        return "stand", None
    give = gives(hands[0], kick, book[DEALERS], ledger.gift_may_be_given(), rules)
    return "beg", "give" if give else "run"


def _count(
    kicks: Any, made: int, dealer: str | None, rules: Rules, ledger: Ledger
) -> tuple[int, bool]:
    """Count what comes after the decisions; return the kicks made and whether the match is over."""
    if dealer == "run":
        for place in range(1, made):
            settled = suit_of(kicks[place]) != suit_of(kicks[0])
            if rules.kick_kept or settled:
                ledger.count_kick(kicks[place])
            if ledger.winner is not None:
                return place + 1, True
        return made, False
    if not rules.kick_kept and ledger.winner is None:
        ledger.count_kick(kicks[0])
    if dealer == "give":
        ledger.count_gift()
    return made, ledger.winner is not None


def _in_order(deck: Any, runs: int, players: int) -> list[list[Card]]:
    """Each seat's cards in the order dealt: six, then three for each run."""
    held: list[list[Card]] = [[] for _ in range(players)]
    place = 1
    for each in (6, *[3] * runs):
        for turn in range(1, players + 1):
            held[turn % players] += deck[place : place + each].tolist()
            place += each
        place += 1  # the kick that comes before the next round
    return held


def record_deals(
    seed: int,
    first: int,
    deals: int,
    rules: Rules,
    strategy: Strategy,
    weights: Weights | None = None,
    bits: int | None = None,
    book: Book | None = None,
    expose: Card | None = None,
) -> Iterator[Record]:
    """Records of deals `first` to `first` + `deals` - 1, each as `record_deal` makes it."""
    check(rules)
    lineup = players.check_lineup(players.Lineup(strategy, weights, bits))
    if rules.trump_by == LEAD:
        players.check_pitched(lineup)
        if expose is not None:
            raise InputError('trump_by: "lead", expected "kick" where a card is exposed')
        for number in range(first, first + deals):
            yield _pitched(seed, number, rules, strategy, weights)
        return
    solver = _solver(bits)
    book = books.for_points(rules).book if book is None else book
    for number in range(first, first + deals):
        yield _record(seed, number, rules, strategy, weights, solver, book, expose)
