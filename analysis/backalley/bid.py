"""What to bid with a hand, after the bids that were heard."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from analysis import seats
from analysis.backalley import books, players, rule_sets
from analysis.backalley.records import GAME
from analysis.backalley.tricks import known_hand
from analysis.estimate import FEWEST_FOR_VERDICT, VERDICT_LEVEL, Estimate, mean
from analysis.report import Panel, Row, mean_row, share_row, table
from analysis.run import Run, Settled, Tally
from analysis.settings import made_by
from engine.backalley.book import Heard
from engine.backalley.cards import BIG, LITTLE, format_card, format_cards, is_joker, unseen
from engine.backalley.deal import Known
from engine.backalley.legal import may_bid, most_tricks
from engine.backalley.listen import PRODUCTS, bids_tally, heard_tally
from engine.backalley.rules import (
    BY_CARDS,
    CLASSIC,
    DOUBLING,
    SWAP,
    TURN_AGAIN,
    Rules,
    check,
)
from engine.backalley.score import BOARD, BOARD_POINTS, PASS, Bid
from engine.backalley.strategy import PLAYERS
from engine.cards import NO_CARD, InputError, bit

DEALS = 10_000
_TRIED_AT_ONCE = 50_000
_MOST_TRIED = 100
"""So many deals are tried for each that is wanted."""
_LEVELS = ("", "double ", "triple ", "quadruple ")
_WORDS = {PASS: "pass", BOARD: "board"}
PLAYED, MADE, TRICKS, TRICKS_SQUARED, NEEDED, LEVEL, POINTS = range(PRODUCTS)


class Asked(NamedTuple):
    """A hand, and what was heard."""

    known: Known
    bids: tuple[Bid, ...]
    rules: Rules

    @property
    def turn(self) -> int:
        """0 for the eldest, who bids first, to 3 for the dealer."""
        return len(self.bids)

    @property
    def heard(self) -> Heard:
        """The bids as the engine has them."""
        return sum(bid << (4 * turn) for turn, bid in enumerate(self.bids))


class Found(NamedTuple):
    """What every bid came to."""

    tally: Tally
    kept: int
    """Deals that agree with what was heard."""
    tried: int


def bid(
    hand: str,
    faced: str | None = None,
    heard: str = "",
    rules: Rules = CLASSIC,
    play: str = "simple",
    run: Run = Run(),
) -> pd.DataFrame:
    """What should be bid with this hand?

    The other hands are dealt at random. Deals are kept in which the seats before bid what was
    heard; in each of these every bid is made, the seats after it bid, and the hand is played.

    Parameters
    ----------
    heard : str
        The bids before, the eldest's first: ``pass``, numbers and ``board``. The seat follows.
    play : str
        Who plays the cards: random or simple. All bid as solved.

    Returns
    -------
    DataFrame
        By bid ``score_``, the team's points minus the other's; ``make_``, how often the team makes
        what it then needs; ``difference_``, its score minus that of the best bid. ``attrs`` holds
        the verdict: a bid, or undecided.
    """
    asked = _asked(hand, faced, heard, rules)
    if play not in PLAYERS:
        raise InputError(f'player "{play}": expected {" or ".join(PLAYERS)}')
    strategy = players.strategy(play)
    bidding = books.bidding(rules, asked.known.cards)
    settled = run.settled(DEALS)
    numbers, tried = _agreeing(settled, asked, bidding)
    part = Settled(
        len(numbers), settled.seed, 0, settled.threads, settled.block, settled.progress,
        settled.executor,
    )  # fmt: skip
    tally = part.tally(
        bids_tally, numbers, asked.heard, asked.turn, _pack(asked), asked.known, rules, strategy,
        bidding.book,
    )  # fmt: skip
    found = Found(tally, len(numbers), tried)
    made = made_by(settled, rule_sets.describe(rules), play, bidding=bidding.source)
    return _report(asked, found, {"game": GAME, **made})


def _pack(asked: Asked) -> Any:
    known = asked.known
    return unseen(known.hand | (0 if known.faced == NO_CARD else bit(known.faced)))


def _asked(hand: str, faced: str | None, heard: str, rules: Rules) -> Asked:
    """The question as it was typed."""
    check(rules)
    words = heard.replace(",", " ").split()
    if len(words) > 3:
        raise InputError(f'heard "{heard}": {len(words)} bids, expected at most three')
    seat = (len(words) + 1) & 3
    known = known_hand(hand, faced, seat, None, rules)
    bids = tuple(_bid(word, known.cards, rules) for word in words)
    _see_joker(known, rules)
    return Asked(known, bids, rules)


def _bid(word: str, cards: int, rules: Rules) -> Bid:
    """A bid that was heard."""
    for value, name in _WORDS.items():
        if word.lower() == name:
            return value
    most = most_tricks(cards, rules)
    if word.isascii() and word.isdecimal() and 1 <= int(word[:9]) <= most:
        return int(word)
    numbers = {0: "", 1: ", 1"}.get(most, f", a number from 1 to {most}")
    raise InputError(f'heard "{word}": expected pass{numbers} or board')


def _see_joker(known: Known, rules: Rules) -> None:
    """See that a hand is one to bid with if a joker is faced (RULES.md 8)."""
    if known.faced == NO_CARD or not is_joker(known.faced):
        return
    if rules.joker_faced == TURN_AGAIN:
        raise InputError(
            f'faced "{format_card(known.faced)}": expected the card that is faced in its place'
        )
    other = BIG + LITTLE - known.faced
    if rules.joker_faced == SWAP and known.hand & bit(other):
        raise InputError(
            f'hand: "{format_card(other)}" is laid aside as a joker is faced, expected the card '
            "that is taken for it"
        )


def _agreeing(run: Settled, asked: Asked, bidding: books.Bidding) -> tuple[Any, int]:
    """The numbers of the first deals that agree with what was heard, and how many were tried."""
    if not asked.bids:
        return run.first + np.arange(run.deals, dtype=np.int64), run.deals
    kept, tried, most = np.zeros(0, np.int64), 0, _MOST_TRIED * run.deals
    counts = np.zeros(4, np.int64)
    while kept.size < run.deals and tried < most:
        some = min(max(_TRIED_AT_ONCE, tried), most - tried)
        agrees = np.zeros(run.first + tried + some, np.uint8)
        part = Settled(
            some, run.seed, run.first + tried, run.threads, run.block, None, run.executor
        )
        counts = counts + part.tally(
            heard_tally, agrees, asked.heard, asked.turn, _pack(asked), asked.known, asked.rules,
            bidding.book,
        )  # fmt: skip
        kept = np.concatenate([kept, np.flatnonzero(agrees)])
        tried += some
    if not kept.size:
        _refuse(asked, counts.tolist())
    if kept.size > run.deals:
        kept = kept[: run.deals]
        tried = int(kept[-1]) + 1 - run.first
    return kept, tried


def _refuse(asked: Asked, counts: list[int]) -> None:
    """Name the first bid that was never made after those before it."""
    place = next(turn for turn in range(asked.turn) if counts[turn + 1] == 0)
    seat = seats.NAMES[(place + 1) & 3]
    raise InputError(
        f'heard "{write_bid(asked.bids[place])}": in {counts[place]:,} deals these bidders never '
        f"bid it as {seat}, expected a bid that they make"
    )


def write_bid(bid: Bid) -> str:
    """A bid in a word."""
    return _WORDS.get(bid, str(bid))


def _difference(found: Found, one: Bid, two: Bid, level: float = 0.95) -> Estimate:
    """Points of a bid minus those of another, on the same deals."""
    tally = found.tally
    total = int(tally[one, POINTS] - tally[two, POINTS])
    squares = int(
        tally[one, PRODUCTS + one] + tally[two, PRODUCTS + two] - 2 * tally[one, PRODUCTS + two]
    )
    return mean(total, squares, found.kept, level)


def _report(asked: Asked, found: Found, made: dict[str, Any]) -> pd.DataFrame:
    tally, kept = found.tally, found.kept
    legal = [b for b in range(BOARD + 1) if may_bid(b, asked.known.cards, asked.rules)]
    ranked = sorted(legal, key=lambda b: -int(tally[b, POINTS]))
    best, second = ranked[0], ranked[1]
    rows: list[Row] = []
    for b in legal:
        name, sums = write_bid(b), tally[b].tolist()
        rows.append(mean_row(f"score_{name}", sums[POINTS], sums[PRODUCTS + b], kept))
    for b in legal:
        rows.append(share_row(f"make_{write_bid(b)}", int(tally[b, MADE]), int(tally[b, PLAYED])))
    apart = {b: _difference(found, b, best) for b in legal}
    rows += [{"name": f"difference_{write_bid(b)}", **apart[b]._asdict()} for b in legal]
    lead = _difference(found, best, second, VERDICT_LEVEL)
    decided = kept >= FEWEST_FOR_VERDICT and lead.low is not None and lead.low > 0
    verdict = write_bid(best) if decided else "undecided"
    close = tuple(
        f"score_{write_bid(b)}"
        for b in ranked
        if b != best and (apart[b].high is None or (apart[b].high or 0) >= 0)
    )
    labels = tuple(map(write_bid, legal))
    undecided = close if decided else (*close, f"score_{write_bid(best)}")
    return table(
        rows,
        _question(asked),
        made | {"kept": kept, "tried": found.tried},
        verdict=verdict,
        verdict_level=VERDICT_LEVEL,
        headline=_headline(asked, verdict, best, second, lead),
        summary=[_line(found, b, apart[b]) for b in legal],
        notes=[_reasons(asked, found, best), *_notes(asked, found)],
        panels=[
            Panel(
                "Points, the team's minus the other's, by bid (hatched: close to the best)",
                labels, {"": tuple(f"score_{label}" for label in labels)}, undecided=undecided,
            ),
            Panel(
                "How often the team makes what it needs", labels,
                {"": tuple(f"make_{label}" for label in labels)}, percent=True,
            ),
        ],
    )  # fmt: skip


def _line(found: Found, bid: Bid, apart: Estimate) -> dict[str, Any]:
    """What a bid comes to, as a line for people."""
    sums = found.tally[bid].tolist()
    played = sums[PLAYED]
    half = 0.0 if apart.low is None or apart.high is None else (apart.high - apart.low) / 2
    return {
        "name": write_bid(bid),
        "score": f"{sums[POINTS] / found.kept:+.2f}",
        "made": f"{sums[MADE] / played:.1%}" if played else "",
        "needed": f"{sums[NEEDED] / played:.2f}" if played else "",
        "to the best": f"{apart.value:+.2f} (+/- {half:.2f})" if apart.value else "",
    }


def _question(asked: Asked) -> str:
    known = asked.known
    faced = f" when {format_card(known.faced)} is faced" if known.faced != NO_CARD else ""
    heard = ", ".join(map(write_bid, asked.bids)) or "nothing"
    return (
        f"What should {seats.NAMES[known.seat]} bid with {format_cards(known.hand)}{faced}, "
        f"having heard {heard}?"
    )


def _headline(asked: Asked, verdict: str, best: Bid, second: Bid, lead: Estimate) -> str:
    value, low, high = lead.value or 0.0, lead.low or 0.0, lead.high or 0.0
    interval = f"{VERDICT_LEVEL:.0%} interval {low:.3f} to {high:.3f}"
    one, two = _said(asked, best), _said(asked, second)
    if verdict == "undecided":
        return f"UNDECIDED: {one} minus {two} is {value:+.3f} points ({interval})."
    return f"{one.upper()}: worth {value:.3f} points more than {two} ({interval})."


def _said(asked: Asked, bid: Bid) -> str:
    """A bid in words: the second board is a double board."""
    if bid != BOARD:
        return write_bid(bid)
    return _LEVELS[asked.bids.count(BOARD)] + "board"


def _reasons(asked: Asked, found: Found, best: Bid) -> str:
    """Why the best bid is best, in words."""
    tally, rules, cards = found.tally.tolist(), asked.rules, asked.known.cards
    played = tally[best][PLAYED]
    if not played:
        return "Reasons: after a pass nobody bids, and the hand is dealt again."
    average = tally[best][TRICKS] / played
    spread = math.sqrt(max(tally[best][TRICKS_SQUARED] / played - average**2, 0))
    said = [
        f"Reasons: after {_said(asked, best)} your team takes {average:.2f} tricks on average "
        f"(standard deviation {spread:.2f}); it needs {tally[best][NEEDED] / played:.2f}, "
        f"and makes that in {tally[best][MADE] / played:.0%} of hands."
    ]
    said += _partner(asked, tally, best, played)
    more = best + 1
    if best != BOARD and more <= most_tricks(cards, rules) and tally[more][PLAYED]:
        chance = tally[more][MADE] / tally[more][PLAYED]
        said.append(
            f"One trick more is made in {chance:.0%}: it adds {rules.trick_points - 1} points "
            f"where the trick is there; where it is not, all that was bid turns into a loss."
        )
    if BOARD in (best, *asked.bids):
        level = asked.bids.count(BOARD) + 1
        said.append(
            f"A board now is number {level}: {_worth(rules, cards, level)} points either way."
        )
    return " ".join(said)


def _partner(asked: Asked, tally: list[list[int]], best: Bid, played: int) -> list[str]:
    """What the partner's bid means for the team's number."""
    if best == BOARD:
        return []
    if asked.turn < 2:
        added = tally[best][NEEDED] / played - best
        return [
            f"Your partner, who bids later, brings what is needed up by {added:.2f} on average."
        ]
    said = asked.bids[asked.turn - 2]
    if said == BOARD:
        return ["Your partner boarded: your number would be void."]
    return [f"Your partner's {write_bid(said)} counts towards what is needed."]


def _worth(rules: Rules, cards: int, level: int) -> int:
    """Points of a board."""
    if rules.board == BY_CARDS:
        return BOARD_POINTS * cards * level
    return (
        (rules.trick_points * cards) << level if rules.board == DOUBLING else BOARD_POINTS * level
    )


def _notes(asked: Asked, found: Found) -> list[str]:
    notes = []
    if asked.bids:
        notes.append(
            f"{found.kept:,} of {found.tried:,} deals agree with what was heard; only these count."
        )
    notes.append(
        "Points are the team's minus the other's; where all pass nothing is scored. needed: tricks "
        "on average, the partner's number included. All bid as solved; the intervals cover chance "
        "only, not the model."
    )
    if asked.rules not in books.PUBLISHED:
        notes.append("The bidding of these rules was solved for this answer, from few deals.")
    return notes
