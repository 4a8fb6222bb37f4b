"""What it costs to expose a card before the first lead (RULES.md 40)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from analysis import estimate, seats
from analysis.allfours import books, players
from analysis.allfours.begging_deals import read_score
from analysis.allfours.scores import SMALL_POINTS, SMALL_WIN
from analysis.allfours.settings import made_by
from analysis.estimate import FEWEST_FOR_VERDICT, VERDICT_LEVEL
from analysis.records import named
from analysis.report import Panel, Row, mean_row, share_row, table, with_error
from analysis.run import Run, Settled, Tally
from analysis.worlds import worlds
from engine.allfours.exposed_costs import (
    CALLED,
    COLUMNS,
    LED,
    MEANS,
    Match,
    exposed_tally,
)
from engine.allfours.match import WIN
from engine.allfours.rules import ANYONE, CLASSIC, OPPONENTS, Rules, check_four, check_kicked
from engine.allfours.score import kick_worth
from engine.allfours.simulate import Known
from engine.allfours.strategy import PLAYERS
from engine.cards import Card, InputError, bit, cards_of, format_card, format_cards, parse_card
from engine.deal import unseen

DEALS = 100_000
_MOST_AT_SCORE = 9_000_000
"""With more deals squares of chances, in millionths, could leave an int64."""
HAND = 6
"""Cards in a hand."""
RULE = "rule"
"""Callers who go by `engine.allfours.exposed.calls`."""
FOR_POINTS = Match(0, 0, np.zeros((0, 0)))

NOTE = (
    "Both ways of a deal are played on the same cards. Nobody plays otherwise because the card is "
    "seen: only calls make a difference. The card is called, if it may be played, when its owner "
    "is to play."
)
RULE_NOTE = (
    "Opponents call by a rule. A plain card: for a lead with a single trump in their hand; else at "
    "once, but a ten only into their own side's trick. The trump jack: at once, but not into a "
    "plain trick that it would win. Another trump: into a plain trick that their side wins or that "
    "has two pips at most; the ten also for a lead, and to a trump lead that their side wins. "
    "Callers who sample worlds (--callers worlds:64) make more of it: see results/exposed."
)

PARTNER_NOTE = (
    "Where anyone may call, the owner's partner calls a plain card for a lead with a single trump "
    "in his hand, and nothing else."
)


@dataclass(frozen=True)
class Position:
    """A hand, the kick, and what is played for."""

    known: Known
    shown: list[Card]
    """The cards that are exposed in turn, the lowest first."""
    match: Match
    score: tuple[int, int] | None
    """Our points and theirs before the deal; None where only points count."""
    source: str
    """Where the equity comes from; "" where only points count."""


def caller_worlds(callers: str) -> int:
    """How many worlds callers sample; 0 for those by the rule.

    Raises
    ------
    InputError
        If they are neither.
    """
    number = worlds(callers)
    if callers != RULE and not number:
        raise InputError(f'callers: "{callers}", expected {RULE} or worlds:W')
    return number


def check_player(play: str) -> None:
    """Raise InputError for players who don't play with exposed cards."""
    players.player(play)
    if play not in PLAYERS:
        raise InputError(f'player "{play}": expected {", ".join(PLAYERS)} where cards are exposed')


def exposed(
    hand: str,
    kick: str,
    card: str | None = None,
    seat: str | None = None,
    rules: Rules = CLASSIC,
    play: str = "expert",
    run: Run = Run(),
    score: str | None = None,
    callers: str = RULE,
) -> pd.DataFrame:
    """What it costs a team that a card of this hand lies open before the first lead.

    Deals that agree with the hand and the kick are completed at random and stood; each is played
    with the card hidden and with it exposed.

    Parameters
    ----------
    card : str or None
        The card that is exposed; None for each of the six in turn.
    seat : str or None
        Whose hand it is: eldest (if None), dealer, dealer-partner or eldest-partner.
    score : str or None
        ``US-THEM``, the points before the deal: the verdict is then about winning the match.
    callers : str
        ``rule`` or ``worlds:W``.

    Returns
    -------
    DataFrame
        ``cost``: points per deal that the owner's team loses by it, and by award; with a score
        ``win_cost``, chances of winning. ``called``: how often it is called, in which trick, and
        for a lead. Where no card was named the rows of each end in its name. ``attrs`` holds the
        verdict on a single card: costs, gains or undecided.
    """
    check_player(play)
    check_four(check_kicked(rules), "where a card is exposed")
    number = caller_worlds(callers)
    position = _position(hand, kick, card, seat, rules, score)
    settled = run.settled(players.share(DEALS, callers))
    if position.score and settled.deals > _MOST_AT_SCORE:
        most = f"expected {_MOST_AT_SCORE:,} at most with a score"
        raise InputError(f'deals: "{settled.deals}", {most}')
    got = _tally(position, rules, play, number, settled).reshape(-1, COLUMNS)
    by_card = dict(zip(position.shown, got.tolist(), strict=True))
    more: dict[str, Any] = {**players.learned(play), "callers": callers}
    if position.score:
        more |= {"equity": position.source, "score": "{}-{}".format(*position.score)}
    made = made_by(settled, rules, play, **more)
    by_rule = [RULE_NOTE, *([PARTNER_NOTE] if rules.called_by == ANYONE else [])]
    notes = [NOTE, *(by_rule if callers == RULE else []), *players.notes(play, rules)]
    if card is None:
        return _each(position, by_card, settled.deals, made, notes)
    return _one(position, got[0].tolist(), settled.deals, made, notes)


def _position(
    hand: str, kick: str, card: str | None, seat: str | None, rules: Rules, score: str | None
) -> Position:
    """Read a hand, a kick, a card of the hand and a score."""
    held, kicked = players.hand_and_kick(hand, kick, HAND)
    shown = sorted(cards_of(held))
    if card is not None:
        one = named("card", parse_card, card)
        if one not in shown:
            raise InputError(f'card "{format_card(one)}": expected one of {format_cards(held)}')
        shown = [one]
    known = Known(seats.seat("eldest" if seat is None else seat), held, kicked, HAND)
    if score is None:
        return Position(known, shown, FOR_POINTS, None, "")
    us, them = read_score(score, rules)
    dealer, eldest = (us, them) if known.seat % 2 == 0 else (them, us)
    after_kick = dealer + kick_worth(kicked, rules)
    if after_kick >= rules.target:
        why = f"the kick {format_card(kicked)} wins the match for the dealer's team"
        raise InputError(f'score "{score}": {why}, expected a score at which cards are played')
    solved = books.for_match(rules._replace(called_by=OPPONENTS), (dealer, eldest))
    match = Match(after_kick, eldest, solved.equity(rules))
    return Position(known, shown, match, (us, them), solved.source)


def _tally(position: Position, rules: Rules, play: str, number: int, run: Settled) -> Tally:
    known, lineup = position.known, players.check_lineup(players.lineup(play))
    others = unseen(known.hand | bit(known.kick))
    shown = sum(bit(card) for card in position.shown)
    return run.tally(
        exposed_tally, others, known, shown, position.match, rules, number, *lineup[:2]
    )  # fmt: skip


def sums(row: list[int], mean: str) -> tuple[int, int]:
    """Sum and sum of squares of one of MEANS."""
    place = 2 * MEANS.index(mean)
    return row[place], row[place + 1]


def _mean(row: list[int], mean: str, n: int, name: str) -> Row:
    scale = 1 / WIN if mean.startswith("win") else 1.0
    return mean_row(name, *sums(row, mean), n, scale=scale)


def _rows(row: list[int], n: int, score: bool, name: str = "") -> list[Row]:
    """The rows of a card; their names end in its."""
    end = f"_{name}" if name else ""
    rows = [_mean(row, "cost", n, f"cost{end}")]
    if score:
        rows += [_mean(row, mean, n, f"{mean}{end}") for mean in MEANS if mean.startswith("win")]
    rows += [_mean(row, mean, n, f"points_{mean}{end}") for mean in ("hidden", "exposed")]
    rows += [_mean(row, part, n, f"cost_{part}{end}") for part in ("low", "jack", "hang", "game")]
    by_trick = row[CALLED : CALLED + HAND]
    rows.append(share_row(f"called{end}", sum(by_trick), n))
    rows += [
        share_row(f"called_in_trick_{trick}{end}", count, n)
        for trick, count in enumerate(by_trick, 1)
    ]
    return [*rows, share_row(f"called_to_lead{end}", row[LED], n)]


def _words(position: Position) -> str:
    """The cards and the score, in canonical form."""
    known = position.known
    at = " at {}-{}".format(*position.score) if position.score else ""
    return (
        f"when the {seats.NAMES[known.seat]} holds {format_cards(known.hand)} and "
        f"{format_card(known.kick)} is kicked{at}?"
    )


def _one(
    position: Position, row: list[int], n: int, made: dict[str, Any], notes: list[str]
) -> pd.DataFrame:
    """The report on a single card."""
    rows = _rows(row, n, position.score is not None)
    verdict, said = _verdict(row, n, position.score is not None)
    shown = format_card(position.shown[0])
    return table(
        rows,
        f"What does it cost to expose {shown} {_words(position)}",
        made,
        verdict=verdict,
        verdict_level=VERDICT_LEVEL,
        headline=f"{said} {_when(row, n)}",
        notes=notes,
        panels=[
            Panel(
                f"In which trick {shown} is called (share of all deals)",
                tuple(map(str, range(1, HAND + 1))),
                {"": tuple(f"called_in_trick_{trick}" for trick in range(1, HAND + 1))},
                percent=True,
            )
        ],
    )


def _verdict(row: list[int], n: int, score: bool) -> tuple[str, str]:
    """The verdict, and the answer in a sentence."""
    mean = "win_cost" if score else "cost"
    scale = 100 / WIN if score else 1.0
    value, low, high, _ = estimate.mean(*sums(row, mean), n, level=VERDICT_LEVEL, scale=scale)
    if value is None or low is None or high is None or n < FEWEST_FOR_VERDICT:
        return "undecided", f"UNDECIDED: a verdict takes {FEWEST_FOR_VERDICT} deals or more."
    verdict = "costs" if low > 0 else "gains" if high < 0 else "undecided"
    if verdict == "gains":
        value, low, high = -value, -high, -low
    places = 2 if score else 3
    unit = "matches in a hundred" if score else "points a deal"
    interval = f"{VERDICT_LEVEL:.0%} interval {low:.{places}f} to {high:.{places}f}"
    small = max(abs(low), abs(high)) < (100 * SMALL_WIN if score else SMALL_POINTS)
    whose = "a cost of " if verdict == "undecided" else ""
    end = " It hardly matters." if small else ""
    said = f"{verdict.upper()}: {whose}{value:.{places}f} {unit} to its owner's team ({interval})."
    return verdict, said + end


def _when(row: list[int], n: int) -> str:
    """How often a card is called, and when most often."""
    by_trick = row[CALLED : CALLED + HAND]
    called = sum(by_trick)
    if not called:
        return "Nobody ever calls it."
    first = by_trick.index(max(by_trick))
    return (
        f"It is called in {called / n:.0%} of deals, most often in trick {first + 1} "
        f"({by_trick[first] / n:.0%})."
    )


def _each(
    position: Position,
    by_card: dict[Card, list[int]],
    n: int,
    made: dict[str, Any],
    notes: list[str],
) -> pd.DataFrame:
    """The report on every card of the hand."""
    score = position.score is not None
    order = [card for card in cards_of(position.known.hand) if card in by_card]
    rows = [row for card in order for row in _rows(by_card[card], n, score, format_card(card))]
    found = {row["name"]: row for row in rows}
    key, scale, places = ("win_cost", 100.0, 2) if score else ("cost", 1.0, 3)
    unit = "matches in a hundred" if score else "points a deal"
    costs = {card: found[f"{key}_{format_card(card)}"] for card in order}
    dear = max(order, key=lambda card: costs[card]["value"])
    cheap = min(order, key=lambda card: costs[card]["value"])
    names = tuple(map(format_card, order))
    return table(
        rows,
        f"What does it cost to expose a card {_words(position)}",
        made,
        headline=(
            f"Dearest is {format_card(dear)}: {with_error(costs[dear], places, scale)} {unit} to "
            f"its owner's team; cheapest {format_card(cheap)}: "
            f"{with_error(costs[cheap], places, scale)}."
        ),
        summary=[_line(format_card(card), found, score) for card in order],
        notes=notes,
        panels=[
            Panel(
                "Points per deal that it costs to expose a card",
                names,
                {"": tuple(f"cost_{name}" for name in names)},
            )
        ],
    )


def _line(name: str, found: dict[str, Row], score: bool) -> dict[str, str]:
    """A card in a line, for people."""
    tricks = [f"called_in_trick_{trick}" for trick in range(1, HAND + 1)]
    wins = {"matches in 100": with_error(found[f"win_cost_{name}"], 2, 100)} if score else {}
    return {
        "name": name,
        "cost": with_error(found[f"cost_{name}"], 3).replace("(", "").replace(")", ""),
        **{key: value.replace("(", "").replace(")", "") for key, value in wins.items()},
        "called": f"{found[f'called_{name}']['value']:.0%}",
        **{
            f"in {trick}": f"{found[f'{key}_{name}']['value']:.0%}"
            for trick, key in enumerate(tricks, 1)
        },
        "to lead": f"{found[f'called_to_lead_{name}']['value']:.0%}",
    }
