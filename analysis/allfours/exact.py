"""The exact values of All Fours: the catalogue of closed forms, and the rows of reports.

Names end in ``6c``, ``9c`` and ``12c`` for hands of so many cards, after one, two and three kicks;
two kicks are of different suits, of three the first two are of one suit and the third of another.
"Turn-up" and "kick" both mean the card that fixed trump. ``pitch_`` names belong to Pitch, which
has no kick.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from analysis.allfours.exact_deal import cut_again, first_jack, four_of_a_suit, lacks_a_suit
from analysis.allfours.exact_hand import (
    all_missed,
    hand_forms,
    high_low_together,
    hypergeometric,
    points_forms,
    unkicked,
)
from analysis.allfours.exact_kick import ALIKE, at_least, kick_forms, kicks_alike, mean, run_points
from analysis.allfours.exact_pips import kicked_pips, pips_distribution

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "ALIKE",
    "ClosedForm",
    "closed_forms",
    "hand_forms",
    "kick_forms",
    "pips_distribution",
    "points_forms",
]

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
KICK_POINTS = (0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 0, 1)
HANDS = (6, 9, 12)
TEN_PIPS = 10


class ClosedForm(NamedTuple):
    """A named exact value, and in a sentence why it is that."""

    name: str
    value: Fraction
    derivation: str


def closed_forms() -> list[ClosedForm]:
    """List every exact value that is known, each name once.

    Returns
    -------
    list of ClosedForm
        Chances, and means in points, pips, cards or kicks per deal, as the name says.

    Examples
    --------
    >>> values = {form.name: form.value for form in closed_forms()}
    >>> print(values["jack_in_play_6c"], values["king_is_high_given_i_hold_it_turnup_not_ace_6c"])
    96/221 3/5
    """
    forms = [*_one_kick(), *_run_of_kicks()]
    for last_card in (False, True):
        forms += _run_points(last_card)
    for old in range(7):
        forms += _new_trumps(old)
    forms += _new_trumps_naively()
    for cards in HANDS:
        forms += _named_trumps(cards)
        forms += _hang_risk(cards)
        forms += _own_high(cards)
        forms += _trump_counts(cards)
        forms += _ends(cards)
        forms += _game_totals(cards)
        forms += _tens(cards)
    return [*forms, *_cut_and_deal(), *_pitch()]


def _wordings(cards: int) -> tuple[str, ...]:
    """How names call the card that fixed trump; after a run, either word."""
    return ("turnup",) if cards == HANDS[0] else ("kick", "turnup")


def _distribution(stem: str, chances: dict[int, Fraction], why: str) -> Iterator[ClosedForm]:
    """Every count of a distribution and every tail but the whole."""
    for value in range(max(chances) + 1):
        yield ClosedForm(f"{stem}_eq_{value}", chances.get(value, Fraction(0)), why)
    for value in range(1, max(chances) + 1):
        yield ClosedForm(f"{stem}_ge_{value}", at_least(chances, value), why)


def _one_kick() -> Iterator[ClosedForm]:
    for rank in RANKS:
        why = f"every place of a shuffled pack holds one of the four {rank}s of 52 cards"
        yield ClosedForm(f"kick_is_{rank}", Fraction(1, 13), why)
    scoring = Fraction(sum(points > 0 for points in KICK_POINTS), 13)
    yield ClosedForm("kick_scores_anything", scoring, "ace, six and jack: 3 ranks of 13")
    one = Fraction(sum(KICK_POINTS), 13)
    yield ClosedForm("kick_points_mean_per_kick", one, "1 + 2 + 3 points over 13 ranks")
    chances = {
        points: Fraction(KICK_POINTS.count(points), 13) for points in sorted(set(KICK_POINTS))
    }
    yield from _distribution("first_kick_points", chances, "ranks worth that, of 13")


def _run_of_kicks() -> Iterator[ClosedForm]:
    two, three, four = (kicks_alike(kicks) for kicks in (2, 3, 4))
    why = "12 of the other 51 cards share the first kick's suit"
    yield ClosedForm("second_kick_same_suit_given_first", two, why)
    why = "11 of the other 50 cards share the suit of the first two kicks"
    yield ClosedForm("third_kick_same_suit_given_two", three / two, why)
    yield ClosedForm("pack_exhausted_three_kicks", three, "12/51 * 11/50, always begged and run")
    why = "three kicks alike, then the last card too: 10 of 49"
    yield ClosedForm("pack_exhausted_four_kicks_52nd_card_rule", four, why)
    why = "two kicks always, a third when these are alike"
    yield ClosedForm("kicks_per_run_deal_mean", 2 + two, why)
    why = "two kicks always, a third after two alike, a fourth after three alike"
    yield ClosedForm("kicks_per_run_deal_mean_52nd_card_rule", 2 + two + three, why)


def _run_points(last_card: bool) -> Iterator[ClosedForm]:
    most, rule = (4, "_52nd_card_rule") if last_card else (3, "")
    always = run_points(KICK_POINTS, most=most)
    after = run_points(KICK_POINTS, most=most, first=False)
    why = "each kick is worth 6/13 on average, whatever the suits of those before it"
    yield ClosedForm(f"kick_points_mean_always_run{rule}", mean(always), why)
    yield ClosedForm(f"kick_points_after_beg_mean{rule}", mean(after), why + "; the first left out")
    why = "a pack that runs out is dealt again, its points kept: one deal's mean over 1 - P(out)"
    yield ClosedForm(
        f"kick_points_mean_always_run_until_hand_is_played{rule}",
        mean(always) / (1 - kicks_alike(most)),
        why,
    )
    why = "ordered kicks counted by suit, then by sets of distinct ranks with that total"
    for stem, chances in (("total_always_run", always), ("after_beg", after)):
        for form in _distribution(f"kick_points_{stem}", chances, why):
            yield form._replace(name=form.name + rule)


def _new_trumps(old: int) -> Iterator[ClosedForm]:
    first = Fraction((6 - old) * 12, 38)
    why = (
        f"each of {6 - old} plain cards shares its suit with 12 of the 38 plain cards to be kicked"
    )
    yield ClosedForm(f"new_trumps_in_first_six_given_{old}_old_trumps", first, why)
    for name, cards in (("nine", 9), ("twelve", 12)):
        unseen = unkicked(cards) - 6
        value = first + (12 - first) * Fraction(cards - 6, unseen)
        why = f"those of the first six, and {cards - 6} of {unseen} cards with the other new trumps"
        yield ClosedForm(f"new_trumps_in_{name}_given_{old}_old_trumps", value, why)


def _new_trumps_naively() -> Iterator[ClosedForm]:
    for name, held, cards in (("first_six", 6, 9), ("nine", 9, 9), ("twelve", 12, 12)):
        places = unkicked(cards)
        why = f"12 trumps over {places} places, as if the first six were drawn again"
        name = f"new_trumps_in_{name}_ignoring_old_suit"
        yield ClosedForm(name, Fraction(held * 12, places), why)


def _named_trumps(cards: int) -> Iterator[ClosedForm]:
    places = unkicked(cards)
    for word in _wordings(cards):
        why = f"any of {places} places, {4 * cards} of them in the hands"
        name = f"jack_in_play_given_{word}_not_jack_{cards}c"
        yield ClosedForm(name, Fraction(4 * cards, places), why)
        for whose, held in (("me", cards), ("my_team", 2 * cards)):
            why = f"any of {places} places, {held} of them mine or ours"
            name = f"ace_of_trump_to_{whose}_given_{word}_not_ace_{cards}c"
            yield ClosedForm(name, Fraction(held, places), why)
    jack = Fraction(12, 13) * Fraction(4 * cards, places)
    why = f"not the kick that fixed trump (12/13), and dealt: {4 * cards} of {places}"
    yield ClosedForm(f"jack_in_play_{cards}c", jack, why)
    bare = all_missed(11, cards - 1, places - 1)
    why = f"the 11 other trumps all miss my other {cards - 1} cards, of {places - 1} places"
    yield ClosedForm(f"jack_bare_given_i_hold_it_{cards}c", bare, why)
    only = hypergeometric(1, 12, 4 * cards, places) / 13
    why = "exactly one trump dealt, and the jack is as likely as any rank to be that one"
    yield ClosedForm(f"jack_only_trump_dealt_{cards}c", only, why)


def _hang_risk(cards: int) -> Iterator[ClosedForm]:
    """Chances that the other team holds a trump that beats my jack."""
    stem = "opponents_hold_a_higher_trump_given_i_hold_jack"
    blind, seen = unkicked(cards) - 1, unkicked(cards) - cards
    two, three = (1 - all_missed(higher, 2 * cards, blind) for higher in (2, 3))
    why = "the fixing kick is A, K or Q for 3 of the 12 trumps that aren't the jack"
    yield ClosedForm(f"{stem}_{cards}c", (two + 3 * three) / 4, why)
    for word in _wordings(cards):
        for higher, what in ((2, f"{word}_is_AKQ"), (3, f"{word}_below_jack")):
            for given, places in (("", blind), ("_and_no_AKQ", seen)):
                value = 1 - all_missed(higher, 2 * cards, places)
                why = f"{higher} higher trumps in {places} places don't all miss {2 * cards}"
                yield ClosedForm(f"{stem}{given}_{what}_{cards}c", value, why)


def _own_high(cards: int) -> Iterator[ClosedForm]:
    """Chances that my best trump is High when no better one is seen."""
    places = unkicked(cards) - cards
    for word in _wordings(cards):
        for name, higher in (
            (f"king_is_high_given_i_hold_it_{word}_not_ace", 1),
            (f"queen_is_high_given_i_hold_it_not_AK_{word}_is_AK", 1),
            (f"queen_is_high_given_i_hold_it_not_AK_{word}_below_queen", 2),
            (f"jack_is_high_given_i_hold_it_not_AKQ_{word}_is_AKQ", 2),
            (f"jack_is_high_given_i_hold_it_not_AKQ_{word}_below_jack", 3),
        ):
            why = f"{higher} better trumps in {places} places I don't see all miss {3 * cards}"
            yield ClosedForm(f"{name}_{cards}c", all_missed(higher, 3 * cards, places), why)


def _trump_counts(cards: int) -> Iterator[ClosedForm]:
    places = unkicked(cards)
    for stem, drawn in (("trumps_in_hand", cards), ("trumps_dealt", 4 * cards)):
        why = f"12 trumps at random over {places} places, {drawn} of them counted"
        for count in range(min(drawn, 12) + 1):
            value = hypergeometric(count, 12, drawn, places)
            yield ClosedForm(f"{stem}_eq_{count}_{cards}c", value, why)
        yield ClosedForm(f"{stem}_mean_{cards}c", Fraction(12 * drawn, places), why)


def _ends(cards: int) -> Iterator[ClosedForm]:
    one = hypergeometric(1, 12, 4 * cards, unkicked(cards))
    yield ClosedForm(f"low_equals_high_{cards}c", one, "exactly one trump is dealt")
    for who, sides in (("team", (2, 2)), ("player", (1, 1, 1, 1))):
        why = f"a lone trump is both; else Low's place is one of the {who}'s others"
        name = f"high_and_low_same_{who}_{cards}c"
        yield ClosedForm(name, high_low_together(cards, sides), why)
    for place, rank in enumerate(RANKS):
        why = f"averaged over the kicked rank: {rank} dealt, all that would beat it undealt"
        yield ClosedForm(f"high_is_{rank}_{cards}c", _end_is(12 - place, cards), why)
        why = f"averaged over the kicked rank: {rank} dealt, all lower trumps undealt"
        yield ClosedForm(f"low_is_{rank}_{cards}c", _end_is(place, cards), why)


def _end_is(beyond: int, cards: int) -> Fraction:
    """Chance that the trump with ``beyond`` ranks past it is the outermost one dealt."""
    places, dealt = unkicked(cards), 4 * cards

    def outermost(missing: int) -> Fraction:
        return Fraction(dealt, places) * all_missed(missing, dealt - 1, places - 1)

    kicked_beyond = beyond * outermost(beyond - 1) if beyond else Fraction(0)
    return (kicked_beyond + (12 - beyond) * outermost(beyond)) / 13


def _game_totals(cards: int) -> Iterator[ClosedForm]:
    chances = dict(enumerate(pips_distribution(cards)))
    average = Fraction(4 * cards * 80, 52)
    why = f"{4 * cards} of 52 cards, 80 pips in all; the kicks' suits say nothing of their ranks"
    yield ClosedForm(f"game_total_in_play_mean_{cards}c", average, why)
    why = "the cards left out counted by number and pips, averaged over the kicked ranks"
    square = mean({total**2: chance for total, chance in chances.items()})
    yield ClosedForm(f"game_total_in_play_var_{cards}c", square - average**2, why)
    even = sum((chances[total] for total in range(0, 81, 2)), Fraction(0))
    yield ClosedForm(f"game_total_even_{cards}c", even, why)
    yield ClosedForm(f"game_total_odd_{cards}c", 1 - even, why)
    yield ClosedForm(f"game_total_zero_{cards}c", chances[0], why)
    for form in _distribution("game_total", chances, why):
        yield form._replace(name=f"{form.name}_{cards}c")


def _tens(cards: int) -> Iterator[ClosedForm]:
    weights = kicked_pips(cards)
    chances = {count: Fraction(0) for count in range(5)}
    for kicks, weight in weights.items():
        left = 4 - kicks.count(TEN_PIPS)
        for count in range(left + 1):
            dealt = hypergeometric(count, left, 4 * cards, unkicked(cards))
            chances[count] += dealt * weight / weights.total()
    why = f"tens not kicked over {unkicked(cards)} places, {4 * cards} dealt; averaged over kicks"
    yield ClosedForm(f"no_ten_dealt_{cards}c", chances[0], why)
    yield ClosedForm(f"all_four_tens_dealt_{cards}c", chances[4], why)
    for count, chance in chances.items():
        yield ClosedForm(f"tens_dealt_eq_{count}_{cards}c", chance, why)
    yield ClosedForm(f"tens_dealt_mean_{cards}c", mean(chances), why)


def _cut_and_deal() -> Iterator[ClosedForm]:
    why = "nothing tells the four players apart, however often they cut"
    yield ClosedForm("high_cut_to_player", Fraction(1, 4), why)
    why = "of four cards from one pack the highest is not alone"
    yield ClosedForm("high_cut_again", cut_again(), why)
    for player in (1, 2, 3, 4):
        why = f"a jack at place {player}, {player + 4}, ... and the other three below it"
        yield ClosedForm(f"first_jack_to_player_{player}", first_jack(player), why)
    why = "six of 52 cards, counted by the lengths of the four suits"
    yield ClosedForm("hand_has_four_of_a_suit_6c", four_of_a_suit(), why)
    yield ClosedForm("hand_lacks_a_suit_6c", lacks_a_suit(), why)


def _pitch() -> Iterator[ClosedForm]:
    """Pitch: six cards each for four players, no kick, 46 cards not mine, 18 of them dealt."""
    yield ClosedForm("pitch_named_card_is_out_4x6", Fraction(24, 52), "24 of 52 cards are dealt")
    why = "18 of the 46 cards I don't see are dealt"
    yield ClosedForm("pitch_named_card_is_out_given_not_mine_4x6", Fraction(18, 46), why)
    for name, better in (
        ("king_is_high_given_mine_no_ace", 1),
        ("queen_is_high_given_mine_no_AK", 2),
        ("jack_is_high_given_mine_no_AKQ", 3),
    ):
        value = Fraction(comb(28, better), comb(46, better))
        why = f"{better} better trumps among the 28 undealt of 46 cards"
        yield ClosedForm(f"pitch_{name}_4x6", value, why)
    why = "partner holds 6 of the 46 cards I don't see"
    yield ClosedForm("pitch_partner_has_named_card_given_not_mine_4x6", Fraction(6, 46), why)
