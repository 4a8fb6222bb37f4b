"""How many tricks a seat and its team take."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import pandas as pd

from analysis import seats, tallies
from analysis.backalley import books, exact, players, rule_sets
from analysis.backalley.dealing import hand_size
from analysis.backalley.records import GAME
from analysis.estimate import LEVEL
from analysis.provenance import Inputs
from analysis.records import named
from analysis.report import Grid, Panel, Row, mean_row, share_row, table, with_error
from analysis.run import Run, Settled, Tally
from analysis.settings import made_by
from analysis.tallies import Cell, Counted
from engine.backalley.cards import (
    format_card,
    format_cards,
    parse_card,
    parse_cards,
    unseen,
)
from engine.backalley.deal import NOBODY_KNOWN, Known
from engine.backalley.rules import ALWAYS_SPADES, CLASSIC, MOST_CARDS, Rules, check
from engine.backalley.score import Seat
from engine.backalley.simulate import HISTOGRAM, SEATS_AT, hand_tally
from engine.cards import NO_CARD, InputError, bit, mask_of

DEALS = 400_000
DEALS_EACH = 100_000
"""For each size of hand, when all of them are asked for."""
NOTES = (
    "Where all four pass the hand is dealt again: the tricks are those of hands that were played.",
    players.MODEL_NOTE,
)
_PASSED = 1
"""Where a tally has the hands that all four passed."""


def tricks(
    hand: str | None = None,
    faced: str | None = None,
    seat: str | None = None,
    cards: int | None = None,
    rules: Rules = CLASSIC,
    play: str = "simple",
    run: Run = Run(),
) -> pd.DataFrame:
    """How many tricks a seat and its team take, by the size of the hand, or with a given hand.

    Parameters
    ----------
    hand, faced : str or None
        One to thirteen cards, and the faced card; given both or neither, but for rules in which
        spades are always trump: then nothing is faced.
    seat : str or None
        Whose tricks, and whose hand: eldest (if None), dealer, dealer-partner or eldest-partner.
    cards : int or None
        The size of the hand; None for that of `hand`, or without one for all sizes.

    Returns
    -------
    DataFrame
        The names of rows end in ``6c`` for hands of six cards. Means are in tricks per hand that
        was played, with exact values for hands of one card.
    """
    check(rules)
    whose = seats.seat("eldest" if seat is None else seat)
    sizes = _sizes(hand, faced, whose, cards, rules)
    settled = run.settled(players.share(DEALS if len(sizes) == 1 else DEALS_EACH, play))
    counted = [(known, tally(known, rules, play, settled)) for known in sizes]
    return report(counted, whose, rules, play, settled)


def tally(known: Known, rules: Rules, play: str, run: Settled) -> Tally:
    """`hand_tally` of hands that have this in common."""
    strategy = players.strategy(play)
    bidding = books.heeded(strategy, rules, (known.cards,))
    gone = known.hand | (0 if known.faced == NO_CARD else bit(known.faced))
    book = bidding.book if bidding else None
    sums: Tally = run.tally(hand_tally, unseen(gone), known, rules, strategy, book)
    return sums


def report(
    counted: list[tuple[Known, Tally]], seat: Seat, rules: Rules, play: str, run: Settled
) -> pd.DataFrame:
    """The answer from the tallies of one size of hands, or of all, over the deals of a run."""
    bidding = books.heeded(players.strategy(play), rules, (known.cards for known, _ in counted))
    source = {"bidding": bidding.source} if bidding else {}
    rows = []
    for known, sums in counted:
        rows += _rows(sums, run.deals, seat, known.cards, _exact(known, rules, play))
    made = made_by(run, rule_sets.describe(rules), players.style(play).name, **source)
    one = len(counted) == 1
    shown = _of_one_size(rows, seat, counted[0][0]) if one else _of_all_sizes(rows, seat)
    return table(rows, made={"game": GAME, **made}, **shown)


def _sizes(
    hand: str | None, faced: str | None, seat: Seat, cards: int | None, rules: Rules
) -> list[Known]:
    """The hands that are asked about: of one size, or of each."""
    if hand is not None:
        return [known_hand(hand, faced, seat, cards, rules)]
    if faced is not None:
        raise InputError(f'faced "{faced}": expected a hand with it')
    sizes = range(1, MOST_CARDS + 1) if cards is None else [hand_size(cards)]
    return [Known(size, NOBODY_KNOWN, 0, NO_CARD) for size in sizes]


def known_hand(hand: str, faced: str | None, seat: Seat, cards: int | None, rules: Rules) -> Known:
    """A hand as it was typed, and the faced card."""
    held = named("hand", parse_cards, hand)
    if cards is not None and len(held) != cards:
        raise InputError(f'hand "{hand}": {len(held)} cards, expected {cards}')
    if not 1 <= len(held) <= MOST_CARDS:
        raise InputError(f'hand "{hand}": {len(held)} cards, expected 1 to {MOST_CARDS}')
    if rules.trump == ALWAYS_SPADES:
        if faced is not None:
            raise InputError(f'faced "{faced}": expected none as spades are always trump')
        return Known(len(held), seat, mask_of(held), NO_CARD)
    if faced is None:
        raise InputError(f'hand "{hand}": expected the faced card with it')
    turned = named("faced", parse_card, faced)
    if turned in held:
        raise InputError(f'faced "{format_card(turned)}": it is in the hand, expected another card')
    return Known(len(held), seat, mask_of(held), turned)


def _exact(known: Known, rules: Rules, play: str) -> exact.OneCard | None:
    """What hands of one card come to, as long as it is known what is bid on them; else None."""
    style = players.style(play)
    if known.cards != 1 or style.shift or style.bid == "solved":
        return None
    own = NO_CARD if known.seat == NOBODY_KNOWN else known.hand.bit_length() - 1
    return exact.one_card(exact.Known(known.seat, own, known.faced), rules, style.bid == "simple")


def _rows(tally: Tally, deals: int, seat: Seat, cards: int, one: exact.OneCard | None) -> list[Row]:
    """All rows about hands of one size."""
    counts = tally.tolist()
    rows = [share_row(f"all_passed_{cards}c", counts[_PASSED], deals, one and one.passed)]
    takes = None if one is None else one.takes
    for name, place, members in (
        ("seat", seat, (seat,)),
        ("team", 4 + seat % 2, (seat, seat ^ 2)),
    ):
        start = SEATS_AT + place * HISTOGRAM
        won = counts[start : start + cards + 1]
        played = sum(won)
        chance = None if takes is None else sum((takes[who] for who in members), Fraction(0))
        total = sum(number * count for number, count in enumerate(won))
        squares = sum(number**2 * count for number, count in enumerate(won))
        rows.append(mean_row(f"{name}_tricks_mean_{cards}c", total, squares, played, chance))
        for number, count in enumerate(won):
            share = chance if number or chance is None else 1 - chance
            rows.append(share_row(_name(name, number, cards), count, played, share))
    return rows


def _name(whose: str, number: int, cards: int) -> str:
    return f"{whose}_tricks_eq_{number}_{cards}c"


def _titles(seat: Seat) -> dict[str, str]:
    """What the two sets of rows are about."""
    return {"seat": seats.NAMES[seat], "team": f"{seats.NAMES[seat % 2]}'s team"}


def _of_one_size(rows: list[Row], seat: Seat, known: Known) -> dict[str, Any]:
    """Question, headline and panel of a report about hands of one size."""
    cards = known.cards
    given = ""
    if known.seat != NOBODY_KNOWN:
        given = f" with {format_cards(known.hand)}"
        given += f" when {format_card(known.faced)} is faced" if known.faced != NO_CARD else ""
    many = f"{cards} card{'s' if cards > 1 else ''}"
    titles = _titles(seat)
    by_name = {row["name"]: row for row in rows}
    means = {whose: with_error(by_name[f"{whose}_tricks_mean_{cards}c"], 3) for whose in titles}
    series = {
        title: tuple(_name(whose, number, cards) for number in range(cards + 1))
        for whose, title in titles.items()
    }
    labels = tuple(map(str, range(cards + 1)))
    return {
        "question": f"How many tricks does the {titles['seat']} take{given} (hands of {many})?",
        "headline": f"On average {means['seat']}, the {titles['team']} {means['team']}.",
        "notes": list(NOTES),
        "panels": [Panel("Tricks taken: share of hands played", labels, series, percent=True)],
    }


def _of_all_sizes(rows: list[Row], seat: Seat) -> dict[str, Any]:
    """Question and grids of a report about hands of all sizes."""
    shares = [row for row in rows if "_eq_" in row["name"]]
    widest = max(row["high"] - row["low"] for row in shares) / 2
    titles = _titles(seat)
    sizes = range(1, MOST_CARDS + 1)
    grids = [
        Grid(
            f"Hands played, by what the {title} takes",
            "tricks taken",
            "cards in a hand",
            tuple(map(str, range(MOST_CARDS + 1))),
            tuple(map(str, sizes)),
            tuple(
                tuple(
                    _name(whose, number, cards) if number <= cards else ""
                    for number in range(MOST_CARDS + 1)
                )
                for cards in sizes
            ),
            percent=True,
        )
        for whose, title in titles.items()
    ]
    return {
        "question": f"How many tricks does the {titles['seat']} take, by the size of the hand?",
        "notes": [f"{LEVEL:.0%} intervals: each share is within +/- {widest:.2%} or less.", *NOTES],
        "grids": grids,
    }


# As a study


def _every_size() -> dict[str, Known]:
    return {
        f"size_{cards}": Known(cards, NOBODY_KNOWN, 0, NO_CARD)
        for cards in range(1, MOST_CARDS + 1)
    }


def _cells(inputs: Inputs) -> dict[str, Cell]:
    rules = rule_sets.from_record(inputs["rules"])
    return {
        name: Cell(inputs["deals"], partial(tally, known, rules, inputs["play"]))
        for name, known in _every_size().items()
    }


def _study_report(inputs: Inputs, counted: dict[str, Counted]) -> pd.DataFrame:
    rules = rule_sets.from_record(inputs["rules"])
    run = Run(deals=inputs["deals"], seed=inputs["seed"]).settled(1)
    sums = [(known, counted[name].tally) for name, known in _every_size().items()]
    return report(sums, seats.seat("eldest"), rules, inputs["play"], run)


STUDY = replace(
    tallies.study(
        "How many tricks does the eldest take in Back Alley, by the size of the hand?",
        {"rules": "classic", "play": "simple", "deals": 2_000_000, "seed": 1},
        _cells,
        _study_report,
        rule_sets.RULE_SETS.spelled,
    ),
    game="backalley",
)
