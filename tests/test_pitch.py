"""Pitch (51 to 54): records, the pitcher's question, and closed forms beside the simulation."""

from __future__ import annotations

import itertools
import json
import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from analysis.allfours import players
from analysis.allfours.dealing import record_deals
from analysis.allfours.exact_pitch import Beyond, beyond, high_mine, high_minus, low_minus
from analysis.allfours.pitch import UNDECIDED, pitch
from analysis.allfours.points import points
from analysis.allfours.records import score_record
from analysis.allfours.solving import mistakes, solve_record
from analysis.run import Run
from engine._jit import INTERPRETED
from engine.allfours.pitch import CARDS, LEADS, PARTS, leads_tally, longest, pitched_tally
from engine.allfours.pitch import DEALT as DEALT_COUNTS
from engine.allfours.rules import CLASSIC, PITCH
from engine.allfours.strategy import RANDOM, SIMPLE, Strategy
from engine.cards import SPADES, InputError, bit, format_card, mask_of, parse_card, parse_cards
from engine.deal import unseen
from tests import oracle
from tests.command import run
from tests.judges import Judge, Record

HAND = "KS 4S QH 7H AD 3C"
SEED = 8
ALIKE = Strategy(SIMPLE, SIMPLE)


def record(hands: list[str], plays: str, **changes: Any) -> Record:
    """A hand of Pitch, played on from `plays` with the highest legal cards."""
    made: Record = {"rules": "pitch", "score": [0, 0], "hands": hands, "kicks": []}
    made |= {"eldest": None, "dealer": None, "plays": plays.split(), **changes}
    play = oracle.Play(oracle.Deal(made))
    while cards := play.legal():
        made["plays"].append(max(cards, key=oracle.rank_of))
        play.play(made["plays"][-1])
    return made


DEALT = [
    "2H 3H 4H 5H 6H 7H",  # the dealer
    "AS JH 2C 3C 4C 5C",  # the pitcher
    "JS 2S 6C 7C 8C 9C",  # the dealer's partner
    "8H 9H TD 2D 3D 4D",  # the pitcher's partner
]

# The clauses


def test_rule_51_the_suit_of_the_first_lead_is_trump(judge: Judge) -> None:
    hand = record(DEALT, "AS JS")
    expected = ["high eldest 1", "low dealer 1", "hang eldest 1"]
    assert judge.before_game(hand) == expected
    other = record(DEALT, "JH 6C 9H 7H")
    assert judge.before_game(other) == ["high eldest 1", "low dealer 1", "jack eldest 1"]


def test_rule_51_any_card_may_be_led(judge: Judge) -> None:
    start = record(DEALT, "AS") | {"plays": []}
    assert judge.legal(start) == {"seat": 1, "legal": ["AS", "JH", "5C", "4C", "3C", "2C"]}
    assert judge.score(start) == {"tricks": [], "awards": [], "score": [0, 0], "winner": None}


@pytest.mark.parametrize(
    "change",
    [
        {"kicks": ["9S"]},
        {"eldest": "stand"},
        {"eldest": "beg", "dealer": "give"},
        {"dealer": "run"},
        {"discards": ["2H", "2C", "2S", "2D"]},
    ],
)
def test_rule_51_nothing_is_kicked_or_said(judge: Judge, change: Record) -> None:
    with pytest.raises(judge.error):
        judge.score(record(DEALT, "AS JS") | change)


@pytest.mark.parametrize("field", ["kick_points", "gift", "stand_void", "discard_to_six"])
def test_rule_51_fields_of_kicks_and_begging_do_not_matter(judge: Judge, field: str) -> None:
    hand = record(DEALT, "AS JS")
    value: Any = [9] * 13 if field == "kick_points" else 1
    changed = hand | {"rules": {"base": "pitch", field: value}}
    assert judge.score(changed) == judge.score(hand)


def test_rule_52_the_first_lead_is_a_trump_lead(judge: Judge) -> None:
    led = record(DEALT, "2C") | {"plays": ["2C"]}
    assert judge.legal(led)["legal"] == ["9C", "8C", "7C", "6C"]
    led = record(DEALT, "AS") | {"plays": ["AS"]}
    assert judge.may_play(led) == "JS 2S"


def test_rule_53_awards(judge: Judge) -> None:
    hand = record(DEALT, "AS JS")
    assert judge.score(hand | {"score": [6, 6]})["awards"] == [["high", "eldest", 1]]
    with pytest.raises(judge.error):
        judge.score(hand | {"score": [7, 0]})


def test_rule_53_a_tie_for_game_is_nobodys(judge: Judge) -> None:
    named = ["4H 2S 3S 4S 5S 6S", "TH 9D 2D 3D 4D 5D", "2H TD 2C 3C 4C 5C", "3H 6D 7D 8D 6C 7C"]
    hand = record(named, "TH 2H 3H 4H 9D TD 6D 2S")
    pips = [trick["pips"] for trick in judge.score(hand)["tricks"]]
    assert sum(pips) == 20
    won = judge.score(hand)["tricks"]
    mine = sum(trick["pips"] for trick in won if trick["winner"] % 2)
    told = [award for award in judge.awards(hand) if award.startswith("game")]
    assert told == ([] if mine == 10 else ["game eldest 1" if mine > 10 else "game dealer 1"])


@pytest.mark.engine
@pytest.mark.parametrize(
    ("hand", "card"),
    [
        (HAND, "KS"),
        ("2S 3S 4H 5H AD KC", "5H"),
        ("2S 3S AH 5H 4H KC", "AH"),
        ("AS KH QD JC TC 9C", "JC"),
        ("AS AH AD 2S 2H 2D", "AS"),
    ],
)
def test_rule_54_the_pitcher_of_simulated_deals(hand: str, card: str) -> None:
    assert format_card(longest(mask_of(parse_cards(hand)))) == card


# Records


@pytest.mark.parametrize("play", ["random", "simple", "expert"])
def test_dealt_records_are_what_the_oracle_says(play: str) -> None:
    for made in record_deals(SEED, 0, 60, PITCH, *players.lineup(play)):
        assert score_record(made) == oracle.score_record(made)
        assert len(made["plays"]) == 24
        hand = made["hands"][1].split()
        assert made["plays"][0] == format_card(longest(mask_of(parse_cards(" ".join(hand)))))


def test_solving_starts_after_the_first_lead() -> None:
    made = next(record_deals(SEED, 0, 1, PITCH, *players.lineup("simple")))
    with pytest.raises(InputError, match="first lead"):
        solve_record(made | {"plays": []})
    assert solve_record(made | {"plays": made["plays"][:1]})["best"]
    assert all(mistake.play > 0 for mistake in mistakes(made))
    assert not list(mistakes(made | {"plays": []}))


# The question


@pytest.mark.engine
def test_a_tally_is_that_of_its_records() -> None:
    """The kernel that counts and the records that are written play the same hand."""
    for made in record_deals(SEED, 0, 4 if INTERPRETED else 100, PITCH, ALIKE):
        number = made["deal"]
        got = dict(
            zip(
                DEALT_COUNTS,
                pitched_tally(number, number + 1, SEED, PITCH, ALIKE, None).tolist(),
                strict=True,
            )
        )
        awards = oracle.score_record(made)["awards"]
        assert got["points"] == _worth(made)
        assert got["pitcher_high"] == (["high", "eldest", 1] in awards)
        assert got["jack_hung"] == any(award[0] == "hang" for award in awards)
        assert got["trumps_of_pitcher"] == made["hands"][1].count(made["plays"][0][1])
        held = " ".join(made["hands"]).split()
        assert got["ace_of_spades_dealt"] == ("AS" in held)


@pytest.mark.engine
def test_parts_add_up_deal_by_deal() -> None:
    hand, rules = mask_of(parse_cards(HAND)), PITCH
    cards = sorted(parse_cards(HAND))
    for number in range(4 if INTERPRETED else 40):
        tally = leads_tally(number, number + 1, SEED, unseen(hand), hand, rules, ALIKE, None)
        sums = tally[: CARDS * len(PARTS) * 2].reshape(CARDS, len(PARTS), 2)
        assert (sums[:, :-1, 0].sum(1) == sums[:, -1, 0]).all()
        assert (sums[..., 0] ** 2 == sums[..., 1]).all()
        for which, card in enumerate(cards):
            high = sums[which, 0, 0]
            assert high in (-1, 1)
            if format_card(card) == "AD":
                assert high == 1


def _worth(made: Record) -> int:
    awards = oracle.score_record(made | {"rules": {"base": "pitch", "target": 99}})["awards"]
    return sum(worth if team == "eldest" else -worth for _, team, worth in awards)


def test_points_are_those_of_plain_python_at_random() -> None:
    """Everybody plays at random: the oracle's mean of each card lies within the interval."""
    rng, hand = random.Random(4), HAND.split()
    frame = pitch(HAND, play="random", run=Run(deals=100_000, seed=2)).set_index("name")
    rest = [card for card in oracle.PACK if card not in hand]
    n = 1500
    for card in ("KS", "AD", "3C"):
        total = squares = 0
        for _ in range(n):
            rng.shuffle(rest)
            others = [" ".join(rest[6 * seat :][:6]) for seat in range(3)]
            made = {"rules": "pitch", "hands": [others[0], HAND, *others[1:]], "kicks": []}
            made |= {"eldest": None, "dealer": None, "plays": [card]}
            play = oracle.Play(oracle.Deal(made))
            while cards := play.legal():
                made["plays"].append(rng.choice(cards))
                play.play(made["plays"][-1])
            worth = _worth(made)
            total, squares = total + worth, squares + worth * worth
        error = math.sqrt((squares / n - (total / n) ** 2) / n)
        assert abs(total / n - frame.loc[f"lead_{card}", "value"]) < 4.5 * error


def test_exact_values_beside_the_simulation() -> None:
    frame = pitch(HAND, play="random", run=Run(deals=200_000, seed=3))
    known = frame[frame["exact"].notna()]
    assert len(known) == 12 + 16
    assert known["z"].abs().max() < 4
    anybody = pitch(play="random", run=Run(deals=200_000, seed=3)).set_index("name")
    assert anybody.loc["ace_of_spades_dealt", "exact"] == float(Fraction(6, 13))
    assert abs(anybody.loc["ace_of_spades_dealt", "z"]) < 4


def test_where_the_taker_scores_low_it_has_no_closed_form() -> None:
    rules = PITCH._replace(low_to=1)
    frame = pitch(HAND, rules, play="random", run=Run(deals=1000, seed=3)).set_index("name")
    assert math.isnan(frame.loc["lead_KS_low", "exact"])
    assert not math.isnan(frame.loc["lead_KS_high", "exact"])


def test_closed_forms_by_counting() -> None:
    """A pack of a few cards in place of 46: every way to deal is counted."""
    for missing in range(4):
        places = ["partner"] * 6 + ["dealer"] * 6 + ["his partner"] * 6 + ["nobody"] * 28
        ours = mine = ways = 0
        for where in itertools.permutations(range(46), min(missing, 2)) if missing < 3 else ():
            seats = [places[place] for place in where]
            out = [seat for seat in seats if seat != "nobody"]
            ways += 1
            mine += not out
            ours += not out or out[0] == "partner"
        if missing < 3:
            assert high_mine(Beyond(missing, 0)) == Fraction(mine, ways)
            minus = Fraction(2 * ours - ways, ways)
            assert high_minus(Beyond(missing, 0)) == low_minus(Beyond(0, missing)) == minus


def test_beyond() -> None:
    hand = mask_of(parse_cards("AS KS 2S TH 9H 2D"))
    found = [tuple(beyond(hand, suit)) for suit in range(3)]
    assert found == [(0, 0), (4, 7), (12, 0)]
    assert bit(parse_card("AS")) & hand
    assert SPADES == 0


def test_verdicts() -> None:
    clear = pitch("AS KS QS JS TS 3C", run=Run(deals=4000, seed=1))
    assert clear.attrs["verdict"] in ("AS", "KS", "QS", "JS", "TS", UNDECIDED)
    assert clear.set_index("name").loc["lead_3C_behind", "low"] > 2
    few = pitch(HAND, play="simple", run=Run(deals=50, seed=1))
    assert (few.attrs["verdict"], few.attrs["headline"][:9]) == (UNDECIDED, "UNDECIDED")
    decided = pitch("AS 2S 7H 8H 9H 8D", play="simple", run=Run(deals=20_000, seed=1))
    values = decided.set_index("name")["value"]
    leads = {
        name[5:]: values[name]
        for name in values.index
        if name.count("_") == 1 and name[:5] == "lead_"
    }
    assert max(leads, key=leads.__getitem__) in ("AS", "2S")


def test_behind_is_the_difference() -> None:
    frame = pitch(HAND, play="simple", run=Run(deals=5000, seed=6)).set_index("name")["value"]
    totals = {card: frame[f"lead_{card}"] for card in HAND.split()}
    for card, total in totals.items():
        assert frame[f"lead_{card}_behind"] == pytest.approx(max(totals.values()) - total)
        parts = sum(frame[f"lead_{card}_{part}"] for part in PARTS[:-1])
        assert parts == pytest.approx(total)


def test_how_the_hand_is_typed_does_not_matter() -> None:
    one, two = (
        pitch(hand, play="simple", run=Run(deals=500, seed=6))
        for hand in (HAND, "3c ad 7h qh 4s ks")
    )
    assert one.equals(two)
    assert one.attrs["question"] == two.attrs["question"]


def test_threads_make_no_difference() -> None:
    one, two = (
        pitch(HAND, play="random", run=Run(deals=3000, seed=6, threads=threads, block=700))
        for threads in (1, 2)
    )
    assert one.equals(two)


@pytest.mark.engine
def test_two_halves_make_the_whole() -> None:
    hand, n = mask_of(parse_cards(HAND)), 6 if INTERPRETED else 200
    mixed = Strategy(RANDOM, SIMPLE)
    args = SEED, unseen(hand), hand, PITCH, mixed, None
    whole = leads_tally(0, n, *args)
    assert whole.size == LEADS
    assert np.array_equal(whole, leads_tally(0, 2, *args) + leads_tally(2, n, *args))
    args = SEED, PITCH, mixed, None
    whole = pitched_tally(0, n, *args)
    assert np.array_equal(whole, pitched_tally(0, 2, *args) + pitched_tally(2, n, *args))


# Refusals


def test_games_with_a_kick_and_without_are_told_apart() -> None:
    with pytest.raises(InputError, match='trump_by: "kick"'):
        pitch(HAND, CLASSIC)
    with pytest.raises(InputError, match='trump_by: "lead"'):
        points(rules=PITCH)


REFUSED = [
    ("pitch KS", "1 cards, expected 6"),
    ("pitch KS KS 4S QH 7H AD", "KS"),
    (f"pitch {HAND} --play open", '"open"'),
    (f"pitch {HAND} --play worlds:4", '"worlds:4"'),
    (f"pitch {HAND} --rules classic", '"kick"'),
    (f"beg {HAND} --kick 6S --rules pitch", '"lead"'),
    ("kick --rules pitch", '"lead"'),
    ("points --rules pitch", '"lead"'),
    ("game --rules pitch", '"lead"'),
    ("equity --rules pitch", '"lead"'),
    ("duel simple random --rules pitch", '"lead"'),
    ("compare classic pitch", '"lead"'),
    ("deals --rules pitch --play open --seed 1", '"open"'),
]


@pytest.mark.parametrize(("line", "token"), REFUSED)
def test_refused(line: str, token: str) -> None:
    answer = run(*line.split())
    assert (answer.status, answer.out) == (2, "")
    assert token in answer.err
    assert answer.err.count("\n") == 1


def test_review_wants_a_kick(tmp_path: Any) -> None:
    made = next(record_deals(SEED, 0, 1, PITCH, *players.lineup("simple")))
    file = tmp_path / "pitch.jsonl"
    file.write_text(json.dumps(made) + "\n")
    assert '"lead"' in run("review", str(file)).err
