"""Which card should the pitcher lead, where the suit of the first lead is trump?"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import pandas as pd

from analysis import estimate
from analysis.allfours import players
from analysis.allfours.exact import closed_forms
from analysis.allfours.exact_pitch import beyond, high_mine, high_minus, low_minus
from analysis.allfours.settings import made_by
from analysis.estimate import FEWEST_FOR_VERDICT, VERDICT_LEVEL, Estimate
from analysis.records import named
from analysis.report import Panel, Row, mean_row, share_row, table
from analysis.run import Run, Settled, Tally
from engine.allfours.pitch import (
    CARDS,
    DEALT,
    LEADS,
    PAIRS,
    PARTS,
    SUITS,
    leads_tally,
    pitched_tally,
)
from engine.allfours.rules import HOLDER, LEAD, PITCH, Rules, check
from engine.cards import (
    JACK,
    Card,
    InputError,
    Mask,
    cards_of,
    format_card,
    format_cards,
    lane,
    mask_of,
    parse_cards,
    rank_mask,
    suit_of,
)
from engine.deal import unseen

DEALS = 60_000
SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")
UNDECIDED = "undecided"
_PAIRS = CARDS * (CARDS - 1) // 2
"""Comparisons of two cards, all of which hold at the level of the verdict."""


def pitch(
    hand: str | None = None,
    rules: Rules = PITCH,
    play: str = "expert",
    run: Run = Run(),
) -> pd.DataFrame:
    """What each card of a hand makes if it is led first and its suit is trump.

    Parameters
    ----------
    hand : str or None
        The pitcher's six cards. Without them the deals are anybody's, and `longest` pitches.

    Returns
    -------
    DataFrame
        Points per deal, the pitcher's team's minus the other's: ``lead_KS`` in all, and
        ``lead_KS_high`` and so on by award; ``lead_KS_behind`` is what the best card makes more on
        the same deals. Then, for each suit held, what is dealt of it, beside exact values.
        ``attrs`` holds the verdict: the best card, or undecided.
    """
    check(rules)
    if rules.trump_by != LEAD:
        raise InputError('trump_by: "kick", expected "lead", as in --rules pitch')
    lineup = players.check_pitched(players.lineup(play))
    settled = run.settled(DEALS)
    who = lineup.strategy, lineup.weights
    if hand is None:
        tally = settled.tally(pitched_tally, rules, *who)
        return _anybody(tally, rules, play, settled)
    held = named("hand", parse_cards, hand)
    if len(held) != CARDS or len(set(held)) != CARDS:
        raise InputError(f'hand "{hand}": {len(set(held))} cards, expected {CARDS}')
    cards = mask_of(held)
    tally = settled.tally(leads_tally, unseen(cards), cards, rules, *who)
    return _report(cards, tally, rules, play, settled)


class Lead(NamedTuple):
    """A card that may be led, and what came of it."""

    card: Card
    sums: list[tuple[int, int]]
    """(parts, 2) Sum and sum of squares of each of PARTS."""
    pairs: list[tuple[int, int]]
    """(cards, 2) The same of what it makes more than each other card."""

    @property
    def name(self) -> str:
        """The name of its row."""
        return f"lead_{format_card(self.card)}"


def _leads(hand: Mask, tally: Tally) -> list[Lead]:
    sums = tally[:PAIRS].reshape(CARDS, len(PARTS), 2).tolist()
    pairs = tally[PAIRS:SUITS].reshape(CARDS, CARDS, 2).tolist()
    rows = zip(sorted(cards_of(hand)), sums, pairs, strict=True)
    return [Lead(card, _sums(one), _sums(two)) for card, one, two in rows]


def _sums(pairs: list[list[int]]) -> list[tuple[int, int]]:
    return [(total, squares) for total, squares in pairs]


def _best(leads: Sequence[Lead]) -> int:
    """The place of the card that makes most, the higher of equals."""
    totals = [lead.sums[-1][0] for lead in leads]
    return max(range(CARDS), key=lambda place: (totals[place], place))


def _ahead(best: Lead, other: int, n: int) -> Estimate:
    """What the best card makes more than another; all pairs hold at the level together."""
    level = 1 - (1 - VERDICT_LEVEL) / _PAIRS
    return estimate.mean(*best.pairs[other], n, level=level)


def _report(hand: Mask, tally: Tally, rules: Rules, play: str, run: Settled) -> pd.DataFrame:
    n, leads = run.deals, _leads(hand, tally)
    place = _best(leads)
    best = leads[place]
    ahead = {other: _ahead(best, other, n) for other in range(CARDS) if other != place}
    alike = [leads[other] for other, got in ahead.items() if got.low is None or got.low <= 0]
    decided = n >= FEWEST_FOR_VERDICT and not alike
    rows = [row for lead in leads[::-1] for row in _rows(lead, place, hand, rules, n)]
    dealt = _suit_rows(hand, tally)
    rows += dealt
    order = sorted(leads, key=lambda lead: -lead.sums[-1][0])
    return table(
        rows,
        f"Which card should the pitcher lead from {format_cards(hand)}, its suit being trump?",
        made_by(run, rules, play, **players.learned(play)),
        verdict=format_card(best.card) if decided else UNDECIDED,
        verdict_level=VERDICT_LEVEL,
        headline=_headline(best, alike, order, n),
        summary=[_line(lead, best, place, n) for lead in order],
        parts=(
            "What is dealt of each suit held:",
            [_suit_line(row) for row in dealt],
        ),
        notes=[*_NOTES, *players.notes(play, rules)],
        panels=[
            Panel(
                "Points per deal, pitcher's team minus the other",
                tuple(format_card(lead.card) for lead in order),
                {"": tuple(lead.name for lead in order)},
                undecided=tuple(lead.name for lead in [best, *alike] if not decided),
            )
        ],
    )


def _rows(lead: Lead, place: int, hand: Mask, rules: Rules, n: int) -> list[Row]:
    known, low = beyond(hand, suit_of(lead.card)), rules.low_to == HOLDER
    exact = {"high": high_minus(known), **({"low": low_minus(known)} if low else {})}
    rows = [mean_row(lead.name, *lead.sums[-1], n)]
    total, squares = lead.pairs[place]
    rows.append(mean_row(f"{lead.name}_behind", -total, squares, n))
    rows += [
        mean_row(f"{lead.name}_{part}", *sums, n, exact.get(part))
        for part, sums in zip(PARTS[:-1], lead.sums, strict=False)
    ]
    return rows


def _suit_rows(hand: Mask, tally: Tally) -> list[Row]:
    """What is dealt of each suit held, beside the exact chances."""
    rows = []
    for suit, name in enumerate(SUIT_NAMES):
        if not hand & lane(suit):
            continue
        deals, jack, with_partner, mine, ours = tally[SUITS:LEADS].reshape(4, -1)[suit].tolist()
        known = beyond(hand, suit)
        has_jack = bool(hand & lane(suit) & rank_mask(JACK))
        out = Fraction(1) if has_jack else _form("named_card_is_out_given_not_mine")
        theirs = Fraction(0) if has_jack else _form("partner_has_named_card_given_not_mine")
        rows += [
            share_row(f"{name}_jack_dealt", jack, deals, out),
            share_row(f"{name}_jack_with_partner", with_partner, deals, theirs),
            share_row(f"{name}_high_mine", mine, deals, high_mine(known)),
            share_row(f"{name}_high_ours", ours, deals, (1 + high_minus(known)) / 2),
        ]
    return rows


def _form(name: str) -> Fraction:
    """A closed form of the catalogue."""
    return next(form.value for form in closed_forms() if form.name == f"pitch_{name}_4x6")


def _headline(best: Lead, alike: Sequence[Lead], order: Sequence[Lead], n: int) -> str:
    """The verdict in a sentence."""
    card = format_card(best.card)
    if n < FEWEST_FOR_VERDICT:
        return f"UNDECIDED: a verdict takes {FEWEST_FOR_VERDICT} deals or more."
    worth = best.sums[-1][0] / n
    if alike:
        others = " or ".join(format_card(lead.card) for lead in order if lead in alike)
        may = f"but {others} may be better"
        return f"UNDECIDED: {card} makes most, {worth:+.3f} points a deal, {may}."
    second = order[1]
    more = worth - second.sums[-1][0] / n
    return (
        f"{card}: {worth:+.3f} points a deal, {more:.3f} more than {format_card(second.card)}, the "
        f"next best."
    )


def _line(lead: Lead, best: Lead, place: int, n: int) -> dict[str, str]:
    """A card in a line for people."""
    total = mean_row("", *lead.sums[-1], n)
    cells = {part: f"{sums[0] / n:+.2f}" for part, sums in zip(PARTS[:-1], lead.sums, strict=False)}
    less = mean_row("", -lead.pairs[place][0], lead.pairs[place][1], n)
    behind = "" if lead is best else _told(less)
    return {
        "name": format_card(lead.card),
        "points a deal": _told(total),
        "behind": behind,
        **cells,
    }


def _told(row: Row) -> str:
    """A value and half the width of its interval."""
    half = "" if row["low"] is None else f" +/- {(row['high'] - row['low']) / 2:.3f}"
    return f"{row['value']:.3f}{half}"


def _suit_line(row: Row) -> dict[str, str]:
    z = row["z"]
    return {
        "name": row["name"].replace("_", " "),
        "share": f"{row['value']:.4f}",
        "exact": f"{row['exact']:.4f}",
        "z": "-" if z is None else f"{z:+.2f}",
    }


_NOTES = [
    "Each deal is played once for each card, so that differences are on the same deals. The "
    f"verdict is a card if its difference from every other leaves zero out; all {_PAIRS} "
    "comparisons of two cards together hold at the level.",
    "Points of the pitcher's team minus the other's; the score of the match is not looked at.",
]


def _anybody(tally: Tally, rules: Rules, play: str, run: Settled) -> pd.DataFrame:
    """The report without a hand."""
    n, got = run.deals, dict(zip(DEALT, tally.tolist(), strict=True))
    exact = {"ace_of_spades_dealt": _form("named_card_is_out")}
    rows = [share_row(name, got[name], n, exact.get(name)) for name in DEALT[:7]]
    points = mean_row("points_pitcher_minus_others", got["points"], got["points_squared"], n)
    return table(
        [*rows, points],
        "What does the pitcher's team make of a deal, if the pitcher leads from the longest suit?",
        made_by(run, rules, play, pitcher="longest", **players.learned(play)),
        notes=[
            "The pitcher `longest` leads the highest card of the longest suit, of equals that with "
            "the highest card. Game is counted by pips, before the rule for ties.",
            f"A hand has {got['trumps_of_pitcher'] / n:.3f} cards of the suit that is pitched.",
            *players.notes(play, rules),
        ],
    )
