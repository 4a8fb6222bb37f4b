"""The advice of two solutions, compared hand by hand."""

from __future__ import annotations

import json

import numpy as np
import pytest

from analysis.allfours import begging, books, two_solutions
from analysis.allfours.books import Decisions
from analysis.allfours.two_solutions import STUDY, Hand, answer
from analysis.provenance import make, results
from analysis.run import Run
from engine.allfours.rules import CLASSIC
from engine.cards import format_card, format_cards, mask_of, parse_card, parse_cards

INPUTS = {"rules": "classic", "hands": 2, "deals": 1000, "seed": 6}


def made(**inputs: int) -> tuple[dict[str, bytes], dict[str, dict[str, float]]]:
    """The files of the study, and the rows of its report."""
    given = INPUTS | inputs
    files = dict(make("checks/solutions", STUDY, given, Run(), {}))
    rows = STUDY.report(given, files).to_dict("records")
    return files, {row["name"]: row for row in rows}


def a_hand(seat: str = "eldest") -> Hand:
    return Hand(seat, mask_of(parse_cards("JS 9S AH TH 4D 2C")), parse_card("6S"), False)


@pytest.mark.parametrize(
    ("sums", "verdicts"),
    [
        ([-500, 5000, 500, 5000], ("beg", "stand")),  # the dealer's points, so less is more
        ([-500, 5000, -10, 5000], ("beg", "undecided")),
        ([-10, 5000, 10, 5000], ("undecided", "undecided")),
    ],
)
def test_the_eldest_is_told_what_his_team_gains(sums: list[int], verdicts: tuple[str, str]) -> None:
    told = answer(a_hand(), sums, 1000)
    assert told.verdicts == verdicts
    assert told.values == (-sums[0] / 1000, -sums[2] / 1000)
    assert told.same == (verdicts[0] == verdicts[1])
    assert told.moved == pytest.approx(abs(sums[0] - sums[2]) / 1000)
    assert told.size == pytest.approx(abs(sums[0] + sums[2]) / 2000)


def test_the_dealer_is_told_to_run_where_that_gains_him() -> None:
    told = answer(a_hand("dealer"), [500, 5000, -500, 5000], 1000)
    assert told.verdicts == ("run", "give")


@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("seat", ["eldest", "dealer"])
def test_a_tally_is_what_beg_and_give_answer_by_that_solution(
    which: int, seat: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = two_solutions._BOOKS[which]
    book = np.load(results() / "begging/classic" / name).astype(np.int64)
    monkeypatch.setattr(books, "for_points", lambda _: Decisions(book, "here"))
    hand = a_hand(seat)
    sums = two_solutions._tally(hand, Run(deals=3000, seed=6).settled(1)).tolist()
    told = answer(hand, sums, 3000)
    question = begging.beg if seat == "eldest" else begging.give
    cards, kick = format_cards(hand.cards), format_card(hand.kick)
    asked = question(cards, kick, CLASSIC, "expert", Run(deals=3000, seed=6))
    row = "beg_minus_stand" if seat == "eldest" else "run_minus_give"
    values = dict(zip(asked["name"], asked["value"], strict=True))
    assert told.values[which] == pytest.approx(values[row], abs=1e-9)
    assert told.verdicts[which] == asked.attrs["verdict"]


def test_the_hands_that_the_books_decide_otherwise_are_among_them() -> None:
    trial = json.loads((results() / "begging/classic/trial.json").read_bytes())
    hands = two_solutions._hands(INPUTS)
    assert [hand.listed for hand in hands[:4]] == 4 * [False]
    listed = hands[4:]
    assert len(listed) == len(trial["hands_eldest"]) + len(trial["hands_dealer"]) > 0
    row = trial["hands_eldest"][0]
    ranks = [[rank for rank in range(13) if suit >> rank & 1] for suit in row[:4]]
    cards = [16 * suit + rank for suit, held in enumerate(ranks) for rank in held]
    assert listed[0] == ("eldest", mask_of(cards), row[4], True)
    assert len({hand.name for hand in hands}) == len(hands)
    assert all(hand.cards.bit_count() == 6 for hand in hands)


def test_the_report_counts_the_hands_told_the_same() -> None:
    files, rows = made(deals=60)
    told = [
        answer(hand, json.loads(files["tallies.json"])[hand.name]["tally"], 60)
        for hand in two_solutions._hands(INPUTS)
    ]
    for name in ("same_eldest", "same_dealer", "same_eldest_listed", "same_dealer_listed"):
        _, seat, *kind = name.split("_")
        alike = [a.same for a in told if a.hand.seat == seat and a.hand.listed == bool(kind)]
        assert rows[name]["value"] == pytest.approx(np.mean(alike))
        assert rows[name]["n"] == len(alike)
    far = [a for a in told if a.size >= 0.02]
    assert rows["otherwise_by_0.02"]["value"] == np.mean([not a.same for a in far])
    listed = [a.size < 0.02 for a in told if a.hand.listed]
    assert rows["listed_under_0.02"]["value"] == pytest.approx(np.mean(listed))
    assert rows["moved_most"]["value"] == max(a.moved for a in told)
    for one in told:
        assert rows[one.hand.name]["value"] == pytest.approx(one.values[0])
        assert rows[one.hand.name]["second"] == pytest.approx(one.values[1])
