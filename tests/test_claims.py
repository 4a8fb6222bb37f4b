"""Claims tested: what is counted, against plain Python; verdicts; the study, small."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from analysis.allfours import books, players
from analysis.allfours import claims as question
from analysis.allfours import claims_counted as counting
from analysis.allfours.claims_counted import BEGGING, HOLDINGS_NAMED
from analysis.allfours.claims_listed import CLAIMS
from analysis.allfours.claims_tested import TESTS, of_parts
from analysis.allfours.solution import POINT, acts_by, recorded, worths_in_points
from analysis.provenance import make
from analysis.report import to_json, to_markdown, to_text
from analysis.run import Run, Tally
from engine._jit import INTERPRETED
from engine.allfours.begging import BY_GIFT, BY_RUN, BY_STANDING
from engine.allfours.book import DEALERS, ELDESTS
from engine.allfours.forgetful import MEMORY, forgetful_tally, play_forgetting
from engine.allfours.holding import holdings_of
from engine.allfours.leads import (
    KINDS,
    LEAD_JACK,
    LEADS,
    MAXIMS,
    TEN_UNDER_JACK,
    TOP_TRUMP,
    lead_tally,
    led,
    maxim_keeps,
    maxim_lead,
)
from engine.allfours.play import pick, play_out
from engine.allfours.record import ENDS, outcome_of
from engine.allfours.ruffs import RUFFS, TRICKS, ace_to_ruff, ruff_tally
from engine.allfours.rules import CLASSIC
from engine.allfours.score import outcome, points, team_of
from engine.allfours.simulate import NOTHING_KNOWN, deal_known
from engine.allfours.table import Table, after, opening, playable
from engine.cards import (
    NO_CARD,
    SORTED_PACK,
    bit,
    cards_of,
    format_card,
    format_cards,
    mask_of,
    parse_card,
    parse_cards,
    suit_of,
)
from engine.deal import restart
from engine.random import new_stream
from tests.command import run

SEED = 6
DEALS = 20 if INTERPRETED else 3000
LINEUP = players.lineup("expert")
PLAYED = (CLASSIC, LINEUP.strategy, LINEUP.weights)
CHANCE = new_stream()


def mask(text: str) -> int:
    return mask_of(parse_cards(text))


def deals(number: int = DEALS) -> Iterator[tuple[list[int], int]]:
    """The hands of numbered deals, and the kick."""
    deck, hands, stream = SORTED_PACK.copy(), np.zeros(4, np.int64), new_stream()
    for deal in range(number):
        restart(deck, SORTED_PACK, stream, SEED, deal)
        kick = int(deal_known(deck, 52, NOTHING_KNOWN, 4, hands, stream))
        yield hands.tolist(), kick


def choice(hand: int, table: Table, legal: int) -> int:
    return int(pick(hand, table, legal, LINEUP.strategy, LINEUP.weights, CHANCE))


def played_on(hands: list[int], table: Table, dealt: list[int], trump: int) -> Any:
    """Play on card by card, and score: the outcome."""
    hands = list(hands)
    while hands[table.seat]:
        hand = hands[table.seat]
        card = choice(hand, table, playable(hand, table, CLASSIC))
        hands[table.seat] &= ~bit(card)
        table = after(table, card, CLASSIC)
    return outcome(dealt[0] | dealt[2], dealt[1] | dealt[3], table.taken, trump, CLASSIC)


# First leads


@pytest.mark.engine
@pytest.mark.parametrize(
    ("hand", "maxim", "lead", "kept"),
    [
        ("AS KS 4S AH TH 2C", TOP_TRUMP, "AS", "AS KS"),
        ("QS AH KH JH TH 2C", TOP_TRUMP, "QS", "QS"),
        ("AS JS 4H 3H TH 2C", TOP_TRUMP, None, "AS"),
        ("AS TS 4H 3H TH 2C", TOP_TRUMP, None, "AS"),
        ("9S 4S AH KH QH 2C", TOP_TRUMP, None, ""),
        ("AS JS 4H 3H TH 2C", LEAD_JACK, "JS", "JS"),
        ("AS 9S JH JD JC 2C", LEAD_JACK, None, ""),
        ("JS TS 4H 3H TH 2C", TEN_UNDER_JACK, "TS", "TS"),
        ("JS 9S 4H 3H TH 2C", TEN_UNDER_JACK, None, ""),
        ("TS 9S 4H 3H JH 2C", TEN_UNDER_JACK, None, "TS"),
    ],
)
def test_maxims_speak_of_these_hands(hand: str, maxim: int, lead: str | None, kept: str) -> None:
    found = maxim_lead(mask(hand), 0, maxim)
    assert (None if found == NO_CARD else format_card(found)) == lead
    assert format_cards(maxim_keeps(mask(hand), 0, maxim)) == kept


@pytest.mark.engine
def test_a_lead_that_is_the_players_own_changes_nothing() -> None:
    hands, plays = np.zeros(4, np.int64), np.zeros(48, np.int64)
    for dealt, kick in deals():
        table = opening(suit_of(kick), bit(kick), 4)
        own = choice(dealt[1], table, dealt[1])
        forced = led(own, np.array(dealt), kick, *PLAYED, CHANCE, hands, plays)
        taken = play_out(np.array(dealt), table, *PLAYED, CHANCE, plays)
        won = outcome(dealt[0] | dealt[2], dealt[1] | dealt[3], taken, suit_of(kick), CLASSIC)
        assert forced == -points(won, CLASSIC)


@pytest.mark.engine
def test_leads_are_counted_as_in_plain_python() -> None:
    expected = np.zeros((len(MAXIMS), KINDS, len(LEADS)), np.int64)
    for dealt, kick in deals():
        trump, ranks = suit_of(kick), "AKQJT"
        held = "".join(format_card(c)[0] for c in cards_of(dealt[1]) if suit_of(c) == trump)
        table = opening(trump, bit(kick), 4)
        own = choice(dealt[1], table, dealt[1])

        def worth(card: int, dealt: list[int] = dealt, table: Table = table) -> int:
            hands = [hand & ~bit(card) for hand in dealt]
            won = played_on(hands, after(table, card, CLASSIC), dealt, table.trump)
            return -int(points(won, CLASSIC))

        spoken: list[tuple[int, int, str, str]] = []
        if held and held[0] in "AKQ" and not set("JT") & set(held):
            spoken.append((TOP_TRUMP, 2 - ranks.index(held[0]), held[0], "AKQ"))
        if "J" in held:
            spoken.append((LEAD_JACK, min(len(held) - 1, 2), "J", "J"))
        if "J" in held and "T" in held:
            spoken.append((TEN_UNDER_JACK, min(len(held) - 2, 2), "T", "T"))
        for maxim, kind, lead, kept in spoken:
            asked = parse_card(lead + "SHDC"[trump])
            out = mask(" ".join(mark + "SHDC"[trump] for mark in kept))
            other = choice(dealt[1], table, dealt[1] & ~out)
            on_other, on_own = worth(asked) - worth(other), worth(asked) - worth(own)
            row = [1, own == asked, on_other, on_other**2, on_own, on_own**2]
            expected[maxim, kind] += np.array(row)
    got = lead_tally(0, DEALS, SEED, *PLAYED).reshape(expected.shape)
    assert np.array_equal(got, expected)
    assert got[TOP_TRUMP, :, LEADS.index("own")].sum() > 0


# Jacks, aces and memory


@pytest.mark.engine
def test_aces_are_trumped_as_in_plain_python() -> None:
    expected = np.zeros((len(TRICKS), len(RUFFS)), np.int64)
    for dealt, kick in deals():
        trump = suit_of(kick)
        hands, table = list(dealt), opening(trump, bit(kick), 4)
        while hands[table.seat]:
            legal = playable(hands[table.seat], table, CLASSIC)
            suits = [suit_of(card) == trump for card in cards_of(legal)]
            card = format_card(table.best) if table.trick else ""
            theirs = (table.best_seat - table.seat) % 2 == 1
            plain_ace = card[:1] == "A" and suit_of(table.best) != trump
            may = plain_ace and theirs and len(set(suits)) > 1
            assert may == ace_to_ruff(table, legal)
            own = choice(hands[table.seat], table, legal)
            if may:
                worth = []
                for ruff in (True, False):
                    cards = mask_of(c for c in cards_of(legal) if (suit_of(c) == trump) == ruff)
                    one = choice(hands[table.seat], table, cards)
                    left = [hand & ~bit(one) for hand in hands]
                    won = played_on(left, after(table, one, CLASSIC), dealt, trump)
                    worth.append(team_of(table.seat) * np.array([points(won, CLASSIC), won.game]))
                gain, game = worth[0] - worth[1]
                twice = gain + game
                row = [1, suit_of(own) == trump, gain, gain**2, twice, twice**2]
                expected[int("T" in format_cards(table.trick))] += np.array(row)
                break
            hands[table.seat] &= ~bit(own)
            table = after(table, own, CLASSIC)
    assert np.array_equal(ruff_tally(0, DEALS, SEED, *PLAYED).reshape(expected.shape), expected)


@pytest.mark.engine
def test_a_team_forgets_what_it_was_shown_and_nothing_else() -> None:
    expected = np.zeros(len(MEMORY), np.int64)
    for dealt, kick in deals():
        trump, worth, took = suit_of(kick), [], []
        for team in range(2):
            hands, table = list(dealt), opening(trump, bit(kick), 4)
            while hands[table.seat]:
                hand = hands[table.seat]
                seen = table._replace(shown=0) if table.seat % 2 == team else table
                card = choice(hand, seen, playable(hand, table, CLASSIC))
                hands[table.seat] = hand & ~bit(card)
                table = after(table, card, CLASSIC)
            won = outcome(dealt[0] | dealt[2], dealt[1] | dealt[3], table.taken, trump, CLASSIC)
            worth.append(points(won, CLASSIC))
            took.append(table.taken)
        margin = worth[1] - worth[0]
        expected += np.array([margin, margin**2, took[0] != took[1]])
    got = forgetful_tally(0, DEALS, SEED, NOTHING_KNOWN, *PLAYED)
    assert got.tolist() == expected.tolist()


def test_who_forgets_nothing_plays_as_ever() -> None:
    plays = np.zeros(48, np.int64)
    for dealt, kick in deals(200):
        table = opening(suit_of(kick), bit(kick), 4)
        nobody = play_forgetting(np.array(dealt), table, 2, *PLAYED, CHANCE)
        assert nobody == play_out(np.array(dealt), table, *PLAYED, CHANCE, plays)


# Begging


@pytest.fixture(scope="module")
def begging() -> dict[str, Tally]:
    inputs = {"learned": 1000}
    flat = counting.begging(inputs, Run(deals=DEALS, seed=SEED).settled(1)).tolist()
    return {
        name: np.array([flat.pop(0) for _ in range(int(np.prod(shape)))]).reshape(shape)
        for name, shape in BEGGING.items()
    }


def test_rules_of_thumb_are_counted_as_in_plain_python(begging: dict[str, Tally]) -> None:
    learned = counting._learned(SEED, 1000)
    game = recorded(Run(deals=DEALS, seed=SEED).settled(1), CLASSIC)
    worths = worths_in_points(CLASSIC, learned.fresh)
    acts = acts_by(game, counting._book(), may_give=True)
    expected = {name: np.zeros(3, np.int64) for name in BEGGING}
    dealers: Counter[tuple[int, int]] = Counter()
    named: dict[str, list[int]] = {name: [0] * 5 for name in HOLDINGS_NAMED}
    holdings = holdings_of(game.deals)[:, ELDESTS]
    for deal in range(DEALS):
        stood, run_ = game.deals.ways[deal].tolist()
        stand, gift, pack = worths[BY_STANDING, stood], worths[BY_GIFT, stood], worths[BY_RUN, run_]
        hands = {seat: int(game.deals.suits[deal, seat, 0]) for seat in (DEALERS, ELDESTS)}
        held = {seat: hand.bit_count() for seat, hand in hands.items()}
        begs, gives = bool(acts[deal, ELDESTS]), bool(acts[deal, DEALERS])
        disliked = bool(learned.disliked[holdings[deal]])
        lone_low = held[ELDESTS] == 1 and hands[ELDESTS] < 1 << 9
        eldest = {
            "C1": held[ELDESTS] == 0 or lone_low,
            "C3": begs or held[ELDESTS] == 0,
            "C6": disliked,
        }
        dealer = {
            "C2": held[DEALERS] < 2,
            "C2_reversed": held[DEALERS] >= 2,
            "C4": gives and held[DEALERS] > 0,
        }
        beg = gift if gives else pack
        for name, other in eldest.items():
            gain = int(stand - beg) * (1 if other else -1) if other != begs else 0
            expected[name] += np.array([gain, gain**2, other != begs])
        for name, other in dealer.items():
            changed = begs and other != gives
            gain = int(gift - pack) * (1 if other else -1) if changed else 0
            expected[name] += np.array([gain, gain**2, changed])
        if begs:
            numbers = (1, gift, gift**2, pack, pack**2, pack - stand, (pack - stand) ** 2)
            for place, number in enumerate(numbers):
                dealers[min(held[DEALERS], 4), place] += int(number)
        ranks = "".join(r for i, r in enumerate("23456789TJQKA") if hands[ELDESTS] >> i & 1)[::-1]
        name = "middling" if held[ELDESTS] == 4 and set(ranks) <= set("56789T") else ranks
        if name in named:
            above = hands[ELDESTS] > 1 << int(game.deals.kicks[deal])
            high = above and outcome_of(stood % ENDS).high == -1
            row = [1, int(-stand), int(stand) ** 2, above, high]
            named[name] = [one + more for one, more in zip(named[name], row, strict=True)]
    for rule in ("C1", "C2", "C2_reversed", "C3", "C4", "C6"):
        assert begging[rule].tolist() == expected[rule].tolist()
    for (trumps, place), number in dealers.items():
        assert begging["dealer"][trumps, place] == number
    assert begging["holdings"].tolist() == list(named.values())
    assert begging["value"][:, 0].sum() == DEALS


def test_half_of_all_hands_are_disliked() -> None:
    game = recorded(Run(deals=20_000, seed=SEED).settled(1), CLASSIC)
    worse = counting.disliked(game, worths_in_points(CLASSIC, 0.0))
    place = holdings_of(game.deals)[:, ELDESTS]
    assert 0.4 < worse[place].mean() <= 0.5
    assert worse[place[game.deals.suits[:, ELDESTS, 0] == 0]].all()
    ace_and_more = (game.deals.suits[:, ELDESTS, 0] >> 12 & 1) == 1
    assert not worse[place[ace_and_more]].any()


def test_ties_to_the_eldest_cost_the_dealer_what_ties_are() -> None:
    total, squares, changed = counting.ties(
        {"learned": 1000}, Run(deals=DEALS, seed=SEED).settled(1)
    ).tolist()
    game = recorded(Run(deals=DEALS, seed=SEED).settled(1), CLASSIC)
    acts = acts_by(game, counting._book(), may_give=True)
    run_ = (acts[:, ELDESTS] == 1) & (acts[:, DEALERS] == 0)
    ends = np.where(run_, game.deals.ways[:, 1], game.deals.ways[:, 0]) % ENDS
    ties = sum(end != ENDS - 1 and outcome_of(int(end)).game == 0 for end in ends)
    assert changed == ties > 0
    assert (total, squares) == (-ties * POINT, ties * POINT**2)


def test_scores_are_those_of_the_published_table() -> None:
    table = books.for_match(CLASSIC).values[0].sum(2)
    got = dict(zip(counting.SCORES, counting.scores(Run().settled(1)).tolist(), strict=False))
    begs, asked, gives, begged = 0, 0, 0, 0
    for dealer in range(14):
        for eldest in range(14):
            if dealer - eldest >= 8 and dealer < 13:
                begs, asked = begs + table[dealer, eldest, 1], asked + table[dealer, eldest, 0]
            if eldest - dealer >= 8 and eldest < 13:
                gives, begged = gives + table[dealer, eldest, 2], begged + table[dealer, eldest, 1]
    assert (got["begs_behind"], got["deals_behind"]) == (begs, asked)
    assert (got["gives_behind"], got["begged_behind"]) == (gives, begged)
    assert got["begs_at_13"] == sum(table[dealer, 13, 1] for dealer in range(14))
    assert abs(got["start"] / 1e6 - 0.51) < 0.01


# The report


@pytest.fixture(scope="module")
def found() -> pd.DataFrame:
    return question.claims(Run(deals=6000, seed=1))


def test_every_claim_has_rows_and_one_verdict(found: pd.DataFrame) -> None:
    rows = found.to_dict("records")
    for number, claim in CLAIMS.items():
        own = [row for row in rows if row["name"].partition("_")[0] == number]
        assert {row["claim"] for row in own} == {claim.words}
        (verdict,) = {row["verdict"] for row in own}
        assert verdict == found.attrs["verdicts"][number]
        tested = verdict in ("true", "false", "partly", "undecided")
        assert tested == (number in TESTS) == (not claim.untested)
        assert tested or verdict == f"not tested: {claim.untested}"
    assert len({row["name"] for row in rows}) == len(rows)
    assert {row["unit"] for row in rows} == {"points", "share", ""}


def test_exact_chances_of_high_are_met(found: pd.DataFrame) -> None:
    rows = {row["name"]: row for row in found.to_dict("records")}
    for name, exact in (("K", 0.7333), ("Q", 0.5697)):
        row = rows[f"C9_high_with_{name}"]
        assert abs(row["exact"] - exact) < 1e-4
        assert abs(row["z"]) < 4


def test_what_is_plain_is_decided_with_few_deals(found: pd.DataFrame) -> None:
    assert found.attrs["verdicts"] | {
        "C2": "false", "C4": "true", "C7": "partly", "C10": "true",
    } == found.attrs["verdicts"]  # fmt: skip


@pytest.mark.parametrize("deals", [1, 2, 30])
def test_few_deals_make_a_report_without_nonsense(deals: int) -> None:
    frame = question.claims(Run(deals=deals, seed=1))
    answer = json.loads(to_json(frame), parse_constant=pytest.fail)
    assert list(answer["verdicts"]) == list(CLAIMS)
    for row in answer["rows"]:
        if row["value"] is not None and row["low"] is not None:
            assert row["low"] <= row["value"] <= row["high"]
    text = to_text(frame) + to_markdown(frame)
    assert not any(word in text for word in ("nan", "None", "inf "))


def test_a_handful_of_deals_decides_nothing() -> None:
    verdicts = question.claims(Run(deals=99, seed=1)).attrs["verdicts"]
    own = {number: verdict for number, verdict in verdicts.items() if number not in ("C5", "C17")}
    assert {verdict.partition(":")[0] for verdict in own.values()} == {"undecided", "not tested"}


def test_parts_make_a_verdict() -> None:
    assert of_parts(["true", "true"]) == "true"
    assert of_parts(["false", "false"]) == "false"
    assert of_parts(["undecided", "false", "true"]) == "partly"
    assert of_parts(["undecided", "false"]) == "undecided"
    assert of_parts(["partly", "true"]) == "partly"


def test_the_command_says_claim_verdict_and_effect(tmp_path: Path) -> None:
    chart = tmp_path / "claims.svg"
    answer = run("claims", "--deals", "200", "--seed", "1", "--chart", str(chart))
    assert answer.status == 0
    assert chart.exists()
    lines = [line.split()[0] for line in answer.out.splitlines() if line[:1] == "C"]
    assert lines[: len(CLAIMS)] == list(CLAIMS)
    assert answer.out.isascii()


def test_threads_make_no_difference() -> None:
    one, two = (
        to_json(question.claims(Run(deals=500, seed=1, threads=threads))) for threads in (1, 2)
    )
    assert one == two


# The study


def test_the_study_makes_the_same_report_and_goes_on_where_it_was() -> None:
    inputs = {"deals": 200, "learned": 40, "seed": 1}
    kept: dict[str, bytes] = {}
    files = make("claims", question.STUDY, inputs, Run(), kept)
    assert files["report.json"] == to_json(question.claims(Run(deals=200, seed=1))).encode()
    assert set(kept) == set(counting.cells(inputs))
    del kept["leads"], kept["ruffs"]
    assert make("claims", question.STUDY, inputs, Run(threads=2), kept) == files
    assert list(question.STUDY.replay(inputs, files, Run())) == []
    assert set(question.STUDY.needs()) == {
        "players/expert/weights.npy", "begging/classic/book.npy", "equity/classic/values.npy",
        "equity/classic/books.npy",
    }  # fmt: skip
