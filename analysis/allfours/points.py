"""What each team makes of a deal whose trump is settled."""

from __future__ import annotations

from fractions import Fraction

import pandas as pd

from analysis import seats
from analysis.allfours import players
from analysis.allfours.exact import hand_forms, points_forms
from analysis.allfours.settings import made_by
from analysis.allfours.side_by_side import ALL, side_by_side
from analysis.report import Panel, Row, mean_row, share_row, table
from analysis.run import Run, Settled, Tally
from engine.allfours.discard import SIX
from engine.allfours.pack import most_runs
from engine.allfours.play import NOBODY_KNOWN, earlier_kicks
from engine.allfours.rules import CLASSIC, Rules, check_kicked
from engine.allfours.simulate import NOTHING_KNOWN, POINTS_TALLY, Known, points_tally
from engine.cards import NO_CARD, InputError, bit, cards_of, format_card, format_cards
from engine.deal import unseen

DEALS = 400_000
HAND_SIZES = (6, 9, 12)
"""What hands of four players can have."""
GAME_NOTE = "Game is counted by pips, before the rule for ties; points are counted after it."


def hand_sizes(rules: Rules) -> tuple[int, ...]:
    """How many cards a hand can have when play begins.

    >>> hand_sizes(CLASSIC)
    (6, 9, 12)
    """
    return tuple(6 + 3 * runs for runs in range(int(most_runs(rules.players)) + 1))


def hand_size(cards: int, rules: Rules) -> int:
    """`cards`, if a hand can have that many when play begins."""
    *sizes, last = map(str, hand_sizes(rules))
    if str(cards) not in (*sizes, last):
        raise InputError(f'cards: "{cards}", expected {", ".join(sizes)} or {last}')
    return cards


def points(
    hand: str | None = None,
    kick: str | None = None,
    seat: str | None = None,
    cards: int = 6,
    rules: Rules = CLASSIC,
    play: str = "expert",
    run: Run = Run(),
) -> pd.DataFrame:
    """What each team makes of a deal, if every deal is stood, or run once or twice.

    Parameters
    ----------
    hand, kick : str or None
        As many cards as `cards` says, and the last kick; given both or neither.
    seat : str or None
        Whose hand it is: eldest (if None), dealer, dealer-partner or eldest-partner.
    cards : int
        6 for a deal that is stood; 9 or 12 if it was run once or twice, and so on, so that the
        earlier kicks were of one suit and the last of another.

    Returns
    -------
    DataFrame
        Every frequency is a share of all deals. Game is counted by pips, before the rule for
        ties. Points are per deal, the dealer's team's minus the eldest's, without the kicks'.
    """
    hand_size(cards, check_kicked(rules))
    if play == ALL:
        return side_by_side(
            lambda one, part: points(hand, kick, seat, cards, rules, one, part),
            "points_dealer_minus_eldest",
            ("jack_hung", "game_dealer_team", "game_tied", "points_dealer_minus_eldest"),
            DEALS,
            run,
            cards,
            rules.players,
        )
    known = _known(hand, kick, seat, cards, rules)
    players.check_cards(play, cards)
    settled = run.settled(players.share(DEALS, play, cards=cards))
    return report(tally(known, rules, play, settled), known, rules, play, settled)


def report(tally: Tally, known: Known, rules: Rules, play: str, run: Settled) -> pd.DataFrame:
    """The report from its sums."""
    cards = known.cards
    given = ""
    if known.seat != NOBODY_KNOWN:
        holder = seats.NAMES[known.seat]
        given = f", when the {holder} holds {format_cards(known.hand)}"
        given += f" and {format_card(known.kick)} is kicked"
    which = _ENDS[earlier_kicks(cards)]
    return table(
        _rows(tally, run.deals, _exact(known, rules)),
        f"What does each team make of a deal, if every deal {which}{given} ({cards} cards)?",
        made_by(run, rules, play, **players.learned(play, seated=rules.players)),
        notes=[GAME_NOTE, *players.notes(play, rules)],
        panels=[_PANEL],
    )


_ENDS = ("is stood", "is run once", "is run twice", *(f"is run {n} times" for n in (3, 4, 5)))


def _exact(known: Known, rules: Rules) -> dict[str, Fraction]:
    """The closed forms; there are none where hands go back to six cards after a run."""
    if rules.discard_to_six and known.cards > SIX:
        return {}
    if known.seat == NOBODY_KNOWN:
        return points_forms(known.cards, rules)
    return hand_forms(list(cards_of(known.hand)), known.kick, known.seat, known.cards, rules)


_SHARES = {
    "high_dealer_team": "High to the dealer's team",
    "low_dealer_team": "Low to the dealer's team",
    "high_low_same_team": "High and Low to one team",
    "jack_in_play": "jack in play",
    "jack_saved": "jack saved",
    "jack_hung": "jack hung",
    "jack_saved_by_dealer_team": "saved by the dealer's team",
    "jack_hung_by_dealer_team": "hung by the dealer's team",
    "game_dealer_team": "Game to the dealer's team",
    "game_eldest_team": "Game to the eldest's team",
    "game_tied": "Game tied",
    "no_trump_dealt": "no trump dealt",
}
_PANEL = Panel("Share of all deals", tuple(_SHARES.values()), {"": tuple(_SHARES)}, percent=True)


def _known(hand: str | None, kick: str | None, seat: str | None, cards: int, rules: Rules) -> Known:
    if hand is None:
        for name, given in (("kick", kick), ("seat", seat)):
            if given is not None:
                raise InputError(f'{name} "{given}": expected a hand with it')
        return NOTHING_KNOWN._replace(cards=cards)
    if kick is None:
        raise InputError(f'hand "{hand}": expected the kick with it')
    held, kicked = players.hand_and_kick(hand, kick, cards)
    return Known(seats.seat("eldest" if seat is None else seat, rules.players), held, kicked, cards)


def tally(known: Known, rules: Rules, play: str, run: Settled) -> Tally:
    """The sums over deals in which this is known, as POINTS_TALLY names them."""
    others = unseen(known.hand | (0 if known.kick == NO_CARD else bit(known.kick)))
    lineup = players.lineup(play, seated=rules.players)
    return players.tally(run, lineup, points_tally, others, known, check_kicked(rules))


def counts(tally: Tally, n: int) -> dict[str, int]:
    """In how many of `n` deals each thing happened."""
    got = dict(zip(POINTS_TALLY, tally.tolist(), strict=True))
    saved = got["jack_saved_by_dealer_team"] + got["jack_saved_by_eldest_team"]
    hung = got["jack_hung_by_dealer_team"] + got["jack_hung_by_eldest_team"]
    return {
        "jack_in_play": saved + hung,
        "jack_saved": saved,
        "jack_hung": hung,
        "jack_saved_by_dealer_team": got["jack_saved_by_dealer_team"],
        "jack_hung_by_dealer_team": got["jack_hung_by_dealer_team"],
        "game_dealer_team": got["game_dealer_team"],
        "game_eldest_team": got["game_eldest_team"],
        "game_tied": n - got["game_dealer_team"] - got["game_eldest_team"],
        "high_dealer_team": got["high_dealer_team"],
        "low_dealer_team": got["low_dealer_team"],
        "high_low_same_team": got["high_low_same_team"],
        "no_trump_dealt": got["no_trump_dealt"],
    }


def _rows(tally: Tally, n: int, exact: dict[str, Fraction]) -> list[Row]:
    got = dict(zip(POINTS_TALLY, tally.tolist(), strict=True))
    rows = [share_row(name, count, n, exact.get(name)) for name, count in counts(tally, n).items()]
    pips = got["pips"], got["pips_squared"]
    rows.append(mean_row("pips_in_play_mean", *pips, n, exact.get("pips_in_play_mean")))
    worth = got["points"], got["points_squared"]
    rows.append(mean_row("points_dealer_minus_eldest", *worth, n))
    return rows
