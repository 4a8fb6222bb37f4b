"""The benchmark beside DDS, the solver of bridge, where that is installed and where not."""

from __future__ import annotations

import json
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from analysis.allfours import dds, speed
from engine.cards import SUITS, parse_cards
from tests.command import run

RATE = "solve6_per_second"
AGAINST = ["dds6_per_second", "solve6_to_dds6", "dds6_small_per_second", "solve6_to_dds6_small"]


def boards() -> Any:
    """What the bindings of DDS have for a batch."""
    deals = [SimpleNamespace(remainCards=[[0] * 4 for _ in range(4)]) for _ in range(dds.BATCH)]
    return SimpleNamespace(deals=deals, target={}, solutions={}, mode={})


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """DDS's bindings, which say how they are set up and solve nothing."""
    made = SimpleNamespace(asked=[], boards=boards, solvedBoards=object)
    made.SetMaxThreads = lambda threads: made.asked.append(("threads", threads))
    made._dll = SimpleNamespace(SetResources=lambda *limits: made.asked.append(limits))
    made.SolveAllBoardsBin = lambda *_: sum(range(1000))
    package = ModuleType("endplay")
    package.__dict__["_dds"] = made
    monkeypatch.setitem(sys.modules, "endplay", package)
    return made


@pytest.fixture(autouse=True)
def _few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "SIX_DEALS", 250)


def test_dds_is_compared_on_one_thread_with_either_table(library: SimpleNamespace) -> None:
    rows = speed._six_rows()
    assert [row["name"] for row in rows] == [RATE, *AGAINST]
    assert all(0 < row["low"] <= row["value"] <= row["high"] for row in rows)
    assert library.asked == [("threads", 1), (dds.SMALL, 1)]


@pytest.mark.usefixtures("library")
def test_dds_solves_the_numbered_deals() -> None:
    first, second = dds.batches(3, 201)
    assert (first.noOfBoards, second.noOfBoards) == (200, 1)
    record = json.loads(run("deals", "--seed", "1", "--from", "3", "--deals", "1").out)
    board = first.deals[0]
    assert (board.trump, board.first) == (SUITS.index(record["kicks"][0][1]), 1)
    for held, lanes in zip(record["hands"], board.remainCards, strict=True):
        wanted = [0] * 4
        for card in parse_cards(held)[:6]:
            wanted[card >> 4] |= 4 << (card & 15)
        assert lanes == wanted


def test_without_dds_there_is_our_rate_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "endplay", None)
    assert not dds.installed()
    assert [row["name"] for row in speed._six_rows()] == [RATE]
