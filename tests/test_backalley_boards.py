"""When to board: the kernel against bids tried one by one, rows, words, and the study."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from analysis.backalley import books
from analysis.backalley.boards import FEW, boards
from analysis.backalley.studies import STUDIES
from analysis.provenance import verify
from analysis.publishing import publish
from analysis.run import Run
from engine._jit import INTERPRETED
from engine.backalley.bidding import SOLVED
from engine.backalley.boards import (
    BY_BOOK,
    CELL,
    CLASSES,
    GAINS,
    HELD,
    HELD_ONE,
    HELD_TWO,
    SWEEPS,
    WHEN,
    board_tally,
    held_one,
    held_two,
    when,
)
from engine.backalley.cards import SORTED_PACK, parse_mask, trump_lane
from engine.backalley.deal import Known
from engine.backalley.listen import PRODUCTS, bids_tally
from engine.backalley.rules import CLASSIC, PRESETS
from engine.backalley.score import BOARD
from engine.backalley.strategy import SIMPLE, Strategy
from engine.cards import InputError
from tests.command import run, words
from tests.conftest import FEW as FEW_DEALS
from tests.test_backalley_book import any_book

NAMES = ("backalley/bids", "backalley/bids-bab-online", "backalley/boards")
ALL_SOLVED = Strategy(SIMPLE, SIMPLE, SOLVED, SOLVED)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of results with both studies, of few deals."""
    folder = tmp_path_factory.mktemp("checkout") / "results"
    with pytest.MonkeyPatch.context() as patch:
        books.bidding.cache_clear()
        patch.setattr(books, "results", lambda: folder)
        for name in NAMES:
            study = STUDIES[name]
            publish(name, study, folder, inputs=study.inputs | FEW_DEALS[name])
    return folder


@pytest.fixture
def _published(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    books.bidding.cache_clear()
    monkeypatch.setattr(books, "results", lambda: root)


def ask(cards: int | None = 1, deals: int = 600, **more: Any) -> pd.DataFrame:
    return boards(cards, run=Run(deals=deals, seed=3, **more.pop("run", {})), **more)


def rows(frame: pd.DataFrame) -> dict[str, dict[str, Any]]:
    return {row["name"]: row for row in frame.to_dict("records")}


# The kernel


@pytest.mark.engine
@pytest.mark.parametrize(
    ("hand", "held"),
    [
        ("BB", "BB"), ("LB", "LB"), ("AS", "ace"), ("KS", "king"), ("QS", "queen"), ("JS", "jack"),
        ("TS", "low_trump"), ("2S", "low_trump"), ("AH", "plain_ace"), ("KH", "plain"),
        ("2C", "plain"), ("BB LB", "BB_LB"), ("BB AS", "BB_trump"), ("LB 2S", "LB_trump"),
        ("AS KS", "ace_trump"), ("KS 2S", "two_trumps"), ("BB AH", "BB_plain"),
        ("LB 2H", "LB_plain"), ("AS KD", "trump_plain"), ("2S 2C", "trump_plain"),
        ("AH AC", "two_plain"),
    ],
)  # fmt: skip
def test_short_hands_have_a_name(hand: str, held: str) -> None:
    cards, trumps = parse_mask(hand), trump_lane(0)
    names, find = (HELD_TWO, held_two) if " " in hand else (HELD_ONE, held_one)
    assert names[int(find(cards, trumps))] == held


@pytest.mark.engine
def test_whoever_boarded_before_is_told_apart() -> None:
    heard = {(): "first", (0,): "later", (3, 2): "later", (BOARD,): "opponent"}
    heard |= {(BOARD, 0): "partner", (0, BOARD, 0): "partner", (BOARD, 0, 1): "opponent"}
    for bids, name in heard.items():
        packed = sum(bid << 4 * turn for turn, bid in enumerate(bids))
        assert WHEN[int(when(packed, len(bids)))] == name


@pytest.mark.engine
@pytest.mark.parametrize("cards", [1, 2, 4])
@pytest.mark.parametrize("rules", ["classic", "bab-online"])
def test_boards_and_numbers_are_what_the_bids_come_to(cards: int, rules: str) -> None:
    """The first turn of each deal against `bids_tally`, the rest by what they add up to."""
    book, preset = any_book(4), PRESETS[rules]
    deals = 8 if INTERPRETED else 200
    args = (SORTED_PACK, Known(cards), preset, ALL_SOLVED, book)
    tally = board_tally(0, deals, 6, *args)
    cells = tally[1:].reshape(len(WHEN), CLASSES, CELL)
    by_chance = cells[:, HELD:BY_BOOK].sum((0, 1))
    assert by_chance[0] == 4 * deals
    assert by_chance[1] == cells[:, BY_BOOK, 0].sum() > 0
    assert 0 < tally[0] <= min(deals, by_chance[1])
    first = cells[0, HELD:BY_BOOK].sum(0)
    pack, known, *rest = args
    tried = bids_tally(0, deals, 6, np.arange(deals), 0, 0, pack, known, *rest)
    assert first[0] == deals
    assert first[2] == tried[BOARD, 1]
    assert first[3] == tried[BOARD, 6]
    assert first[4] == tried[BOARD, PRODUCTS + BOARD]
    if cards > 2:
        return
    for bid in range(cards + preset.bid_all):
        assert first[GAINS + 2 * bid] == tried[BOARD, 6] - tried[bid, 6]
        squares = tried[BOARD, PRODUCTS + BOARD] + tried[bid, PRODUCTS + bid]
        assert first[GAINS + 2 * bid + 1] == squares - 2 * tried[BOARD, PRODUCTS + bid]


@pytest.mark.engine
def test_parts_add_up() -> None:
    args = (SORTED_PACK, Known(3), CLASSIC, ALL_SOLVED, any_book(4))
    whole = board_tally(5, 25, 6, *args)
    assert (board_tally(5, 9, 6, *args) + board_tally(9, 25, 6, *args)).tolist() == whole.tolist()


# The report


@pytest.mark.usefixtures("_published")
def test_one_card_has_rows_by_what_is_held() -> None:
    found = rows(ask(deals=2000))
    assert found["made_BB_first_1c"]["value"] == 1
    assert found["gain_BB_first_1c"]["low"] > 0
    assert found["gain_plain_opponent_1c"]["high"] < found["gain_BB_opponent_1c"]["low"]
    for row in found.values():
        assert row["low"] <= row["value"] <= row["high"]
        assert row["n"] >= FEW
    held = Counter(name.split("_")[0] for name in found)
    assert held["gain"] > held["made"] > 10


@pytest.mark.usefixtures("_published")
def test_all_sizes_have_shares_and_gains_by_chance() -> None:
    frame = ask(None, deals=60)
    found = rows(frame)
    for cards in range(1, 14):
        assert found[f"with_board_{cards}c"]["n"] == 60
        assert found[f"boards_{cards}c"]["n"] == 240
        assert sum(f"gain_sweep_{10 * place}_{cards}c" in found for place in range(SWEEPS))
    assert "With one card, first to bid, board with " in frame.attrs["headline"]
    assert "less than one hand in a thousand is boarded" in frame.attrs["headline"]
    lines = [len(grid.rows) for grid in frame.attrs["grids"]]
    boarded = [cards for cards in range(1, 14) if f"points_{cards}c" in found]
    assert lines[:3] == [13, len(boarded), 13]
    assert 0 < max(lines[3:]) <= HELD
    for grid in frame.attrs["grids"]:
        assert all(any(line) for line in grid.cells)
    assert "solved in results/backalley/bids" in frame.attrs["made"]["bidding"]


@pytest.mark.usefixtures("_published")
def test_gains_that_may_be_nothing_are_marked() -> None:
    frame = ask(2, deals=300)
    found = rows(frame)
    held = frame.attrs["grids"][-1]
    marked = {
        name
        for line in held.cells
        for name in line
        if name and found[name]["low"] <= 0 <= found[name]["high"]
    }
    assert marked
    assert set(held.undecided) == marked


@pytest.mark.usefixtures("_published")
def test_threads_and_blocks_do_not_matter() -> None:
    first = ask(run={"threads": 1})
    for more in ({"threads": 2}, {"threads": 3, "block": 7}):
        pd.testing.assert_frame_equal(first, ask(run=more))


def test_sizes_that_no_hand_has_are_refused() -> None:
    with pytest.raises(InputError, match='"14"'):
        ask(14)


@pytest.mark.usefixtures("_published")
def test_the_command_answers_and_draws(tmp_path: Path) -> None:
    chart = tmp_path / "boards.svg"
    line = "backalley boards --cards 1 --deals 300 --seed 7"
    answer = run(*words(line), "--format", "json", "--chart", str(chart))
    assert answer.status == 0
    report = json.loads(answer.out, parse_constant=pytest.fail)
    assert (report["made"]["seed"], report["made"]["deals"]) == (7, 300)
    assert chart.read_text().startswith("<?xml")
    text = run(*words(line)).out
    assert "Points that a board gains on a number, hands of 1" in text
    assert "first to bid, board with" in text


# The study


@pytest.mark.usefixtures("_published")
def test_the_study_holds(root: Path) -> None:
    name = NAMES[2]
    assert verify(name, STUDIES[name], root).wrong == []
    report = json.loads((root / name / "report.json").read_text())
    assert {"boards_1c", "boards_13c"} <= {row["name"] for row in report["rows"]}
    needs = json.loads((root / name / "manifest.json").read_text())["needs"]
    assert set(needs) == {f"{NAMES[0]}/{file}" for file in books.FILES}
