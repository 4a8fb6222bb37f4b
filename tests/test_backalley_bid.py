"""What to bid: rows, verdicts, what was heard, the same deals again, and the study behind it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from analysis.backalley import bids_solved, books
from analysis.backalley.bid import bid
from analysis.backalley.studies import STUDIES
from analysis.provenance import verify
from analysis.publishing import publish
from analysis.run import Run
from engine.backalley.rules import CLASSIC, PRESETS
from engine.cards import InputError
from tests.conftest import FEW

NAME = "backalley/bids"
FOUR = "BB AS 9H 4D"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of results with the study, of few deals."""
    folder = tmp_path_factory.mktemp("checkout") / "results"
    study = STUDIES[NAME]
    publish(NAME, study, folder, inputs=study.inputs | FEW[NAME])
    return folder


@pytest.fixture(autouse=True)
def _published(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    books.bidding.cache_clear()
    monkeypatch.setattr(books, "results", lambda: root)


def ask(hand: str = FOUR, heard: str = "", deals: int = 300, **more: Any) -> pd.DataFrame:
    return bid(hand, "5S", heard, run=Run(deals=deals, seed=3, **more.pop("run", {})), **more)


def values(frame: pd.DataFrame) -> dict[str, float]:
    return dict(zip(frame["name"], frame["value"], strict=True))


def test_every_legal_bid_has_its_rows() -> None:
    names = ["pass", "1", "2", "3", "board"]
    frame = ask()
    kinds = ("score", "make", "difference")
    assert list(frame["name"]) == [f"{kind}_{name}" for kind in kinds for name in names]
    found = values(frame)
    best = max(names, key=lambda name: found[f"score_{name}"])
    assert frame.attrs["verdict"] in (best, "undecided")
    for name in names:
        apart = found[f"score_{name}"] - found[f"score_{best}"]
        assert found[f"difference_{name}"] == pytest.approx(apart)
    for _, row in frame.iterrows():
        assert row["low"] <= row["value"] <= row["high"]
        assert row["n"] <= 300
    assert frame.attrs["made"]["kept"] == frame.attrs["made"]["tried"] == 300


def test_a_card_that_cannot_lose_boards() -> None:
    frame = ask("BB")
    found = values(frame)
    assert found["make_board"] == 1
    assert found["score_board"] >= 10
    assert frame.attrs["verdict"] == "board"
    assert "BOARD" in frame.attrs["headline"]


def test_a_second_board_is_called_a_double() -> None:
    frame = ask("BB", "board")
    assert values(frame)["score_board"] >= 30  # 20 and the 10 that the other team loses
    assert "DOUBLE BOARD" in frame.attrs["headline"]
    assert "number 2: 20 points" in " ".join(frame.attrs["notes"])


def test_only_deals_that_agree_with_what_was_heard_count() -> None:
    frame = ask(FOUR, "pass pass", deals=150)
    made = frame.attrs["made"]
    assert made["kept"] == 150 < made["tried"]
    assert frame["n"].max() == 150
    assert "dealer's partner" not in frame.attrs["question"]
    assert "eldest's partner" in frame.attrs["question"]
    assert "having heard pass, pass" in frame.attrs["question"]


def test_what_is_never_bid_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analysis.backalley.bid._MOST_TRIED", 2)
    with pytest.raises(InputError, match=r'heard "12": in \d+ deals .* as eldest, expected'):
        ask("BB AS KS QS JS TS 9S 8S 7S 6S 4S 3S 2S", "12", deals=5)


@pytest.mark.parametrize("heard", ["", "pass"])
def test_threads_and_blocks_do_not_matter(heard: str) -> None:
    first = ask(heard=heard, run={"threads": 1})
    for more in ({"threads": 2}, {"threads": 3, "block": 7}):
        again = ask(heard=heard, run=more)
        pd.testing.assert_frame_equal(first, again)
        assert first.attrs == again.attrs


def test_few_deals_decide_nothing() -> None:
    assert ask("BB", deals=50).attrs["verdict"] == "undecided"


def test_rules_that_nobody_published_are_solved_when_asked_for() -> None:
    rules = CLASSIC._replace(trick_points=6)
    frame = ask("BB", rules=rules)
    assert frame.attrs["verdict"] == "board"
    assert "solved for these rules in this run" in frame.attrs["made"]["bidding"]
    assert any("few deals" in note for note in frame.attrs["notes"])
    everything = values(ask("LB", rules=PRESETS["bab-online"]._replace(big_lead=0), deals=100))
    assert {"score_pass", "score_1", "score_board"} <= set(everything)


def test_a_study_that_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    books.bidding.cache_clear()
    monkeypatch.setattr(books, "results", lambda: tmp_path)
    with pytest.raises(InputError, match="allfours publish backalley/bids"):
        ask()


# The study


def test_the_study_holds_and_says_how_far_it_is_from_best(root: Path) -> None:
    assert verify(NAME, STUDIES[NAME], root).wrong == []
    report = json.loads((root / NAME / "report.json").read_text())
    names = {row["name"] for row in report["rows"]}
    for cards in range(1, 14):
        for kind in ("own", "attack"):
            assert {f"{kind}_{team}_{cards}c" for team in ("dealer", "eldest")} <= names


def test_a_changed_book_is_found(root: Path) -> None:
    study = STUDIES[NAME]
    files = {path.name: path.read_bytes() for path in (root / NAME).iterdir()}
    book = books.read([files[name] for name in books.FILES])
    book.shares[:] = 0  # everybody boards
    files["shares.npy"] = books.written(book.shares)
    inputs = study.inputs | FEW[NAME]
    wrong = list(bids_solved.replay(inputs, files, Run()))
    assert any(line.startswith("trial.json: 1 cards: its first") for line in wrong)


def test_the_study_is_small(root: Path) -> None:
    assert sum(path.stat().st_size for path in (root / NAME).iterdir()) < 1_500_000
