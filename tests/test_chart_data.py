"""What the charts of All Fours show, counted again in other ways."""

from __future__ import annotations

import statistics
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from analysis import charts
from analysis.allfours import books, players, rule_sets
from analysis.allfours.chart_beg import beg
from analysis.allfours.chart_give import give
from analysis.allfours.chart_jack import jack
from analysis.allfours.chart_score import beg_by_score
from analysis.allfours.charted import CHARTS, chart
from analysis.allfours.dealing import record_deals
from analysis.allfours.hand_classes import HOLDINGS, SIDES
from analysis.allfours.solution import Game, fresh_value, recorded
from analysis.report import to_csv
from analysis.run import Run
from engine.allfours.book import DEALERS, ELDESTS, begs, gift_allowed, gives, new_book
from engine.allfours.record import ENDS, EXHAUSTED, outcome_of
from engine.allfours.rules import CLASSIC
from engine.allfours.score import points
from engine.cards import RANKS, InputError
from tests import oracle

DEALS = 3000
RUN = Run(deals=DEALS, seed=5)


@cache
def game() -> Game:
    return recorded(RUN.settled(DEALS), CLASSIC)


def held(ranks: int) -> str:
    """The cards of a suit, the highest first."""
    return "".join(RANKS[rank] for rank in range(12, -1, -1) if ranks >> rank & 1)


def in_words(trumps: str) -> str:
    """A holding as the rows call it, from its cards."""
    if len(trumps) < 2:
        return f"lone_{trumps}" if trumps else "no_trump"
    if len(trumps) > 3:
        return "four_or_more"
    if len(trumps) == 3:
        return "three_with_J-A" if trumps[0] in "JQKA" else "three_of_2-T"
    kinds = {card: kind for kind in ("2-4", "5-T", "J", "Q-A") for card in _cards_of(kind)}
    one, two = sorted((kinds[card] for card in trumps), key=["J", "Q-A", "2-4", "5-T"].index)
    return f"two_of_{one}" if one == two else f"{one}_and_{two}"


def _cards_of(kind: str) -> str:
    return RANKS[RANKS.index(kind[0]) : RANKS.index(kind[-1]) + 1]


def sides_in_words(sides: str) -> str:
    aces, even = sides.count("A"), sides.count("K") + sides.count("J") - sides.count("T")
    if aces > 1:
        return "aces"
    if aces:
        return "ace_more" if even > 0 else "ace_not_more"
    return "no_ace_" + ("fewer" if even < 0 else "more" if even else "even")


def mask(suits: Any) -> int:
    return sum(int(ranks) << 16 * place for place, ranks in enumerate(suits))


def deal_points(way: int, fresh: float) -> float:
    kicks, end = divmod(way, ENDS)
    return kicks + (fresh if end == EXHAUSTED else points(outcome_of(end), CLASSIC))


def gains(seat: int) -> dict[str, list[float]]:
    """What the action of a seat gained in each deal, by the names of the cells."""
    book = books.for_points(CLASSIC).book
    found: dict[str, list[float]] = defaultdict(list)
    fresh = round(1000 * fresh_value(game(), book)) / 1000
    for suits, kick, ways in zip(*game().deals, strict=True):
        given_up = int(kick)  # the trump suit is called spades: the book looks at no suit's name
        eldest_begs = begs(mask(suits[ELDESTS]), given_up, book[ELDESTS], CLASSIC)
        dealer_gives = gives(mask(suits[DEALERS]), given_up, book[DEALERS], True, CLASSIC)
        stood, run = (deal_points(int(way), fresh) for way in ways)
        given = deal_points(int(ways[0]), fresh) - 1
        if seat == ELDESTS:
            gain = stood - (given if dealer_gives else run)
        elif eldest_begs:
            gain = given - run
        else:
            continue
        trumps = held(suits[seat, 0])
        sides = "".join(held(ranks) for ranks in suits[seat, 1:])
        found[f"{in_words(trumps)}_{sides_in_words(sides)}"].append(gain)
        if len(trumps) < 2:
            found[f"{in_words(trumps)}_kick_{RANKS[kick]}"].append(gain)
        if len(trumps) == 2 and seat == DEALERS:
            found[f"two_{trumps[0]}_{trumps[1]}"].append(gain)
    return found


@pytest.mark.parametrize(("ask", "seat"), [(beg, ELDESTS), (give, DEALERS)])
def test_cells_are_plain_means(ask: Any, seat: int) -> None:
    expected = gains(seat)
    frame = ask(run=RUN)
    rows = {row["name"]: row for row in frame.to_dict("records")}
    assert set(expected) <= set(rows)
    for name, row in rows.items():
        worths = expected.get(name, [])
        assert row["n"] == len(worths), name
        if worths:
            assert row["value"] == pytest.approx(statistics.mean(worths), abs=1e-9)
        if len(worths) > 30:
            half = statistics.stdev(worths) / len(worths) ** 0.5 * 1.96
            assert row["high"] - row["value"] == pytest.approx(half, rel=0.05)


@pytest.mark.parametrize("ask", [beg, give])
def test_few_hands_leave_a_cell_blank_and_chance_hatches_it(ask: Any) -> None:
    frame = ask(run=Run(deals=30_000, seed=5))
    rows = {row["name"]: row for row in frame.to_dict("records")}
    for grid in frame.attrs["grids"]:
        shown = {name for names in grid.cells for name in names if name}
        assert all(rows[name]["n"] >= 100 for name in shown)
        hatched = {name for name in shown if rows[name]["low"] <= 0 <= rows[name]["high"]}
        assert hatched == set(grid.undecided)
    assert any(grid.undecided for grid in frame.attrs["grids"])


def test_every_hand_is_in_one_cell() -> None:
    frame = beg(run=RUN).set_index("name")
    cells = [f"{name.replace(' ', '_')}_{side}" for name in HOLDINGS for side in SIDES]
    assert frame.loc[cells, "n"].sum() == DEALS


def test_parts_of_a_run_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analysis.allfours.gains.fresh_value", lambda *_: 0.4)
    monkeypatch.setattr("analysis.allfours.chart_score._AT_ONCE", 150)
    whole, of_scores = beg(run=RUN), beg_by_score(run=Run(deals=150, seed=5))
    monkeypatch.setattr("analysis.allfours.gains._AT_ONCE", 1100)
    monkeypatch.setattr("analysis.allfours.chart_score._AT_ONCE", 60)
    assert to_csv(whole) == to_csv(beg(run=RUN))
    assert to_csv(of_scores) == to_csv(beg_by_score(run=Run(deals=150, seed=5)))


def test_begging_by_the_score_is_what_the_books_say() -> None:
    run = Run(deals=400, seed=5)
    rows = {row["name"]: row for row in beg_by_score(run=run).to_dict("records")}
    deals = recorded(run.settled(400), CLASSIC).deals
    for dealer, eldest in ((0, 0), (3, 12), (13, 13)):
        page = books.for_match(CLASSIC).books[dealer, eldest, ELDESTS]
        found: dict[str, list[bool]] = {"all": [], "no_trump": [], "lone_J": [], "lone_T": []}
        for suits, kick in zip(deals.suits, deals.kicks, strict=True):
            if CLASSIC.kick_points[kick] > dealer:
                continue
            does = begs(mask(suits[ELDESTS]), int(kick), page, CLASSIC)
            found["all"].append(does)
            found.setdefault(in_words(held(suits[ELDESTS, 0])), []).append(does)
        for hands in ("all", "no_trump", "lone_J", "lone_T"):
            row = rows[f"begs_{hands}_{dealer}-{eldest}"]
            assert row["n"] == len(found[hands])
            assert row["n"] == 0 or row["value"] == pytest.approx(np.mean(found[hands]))


def test_begging_by_the_score_is_as_often_as_in_the_published_table() -> None:
    rows = beg_by_score(run=Run(deals=5000, seed=6)).set_index("name")
    values = np.load(Path(rule_sets.__file__).parents[2] / "results/equity/classic/values.npy")[0]
    for dealer, eldest in ((3, 0), (7, 7), (12, 4)):
        row, counts = rows.loc[f"begs_all_{dealer}-{eldest}"], values[dealer, eldest].sum(0)
        assert gift_allowed(eldest, CLASSIC)
        assert abs(row["value"] - counts[1] / counts[0]) < 5 * (0.25 / 5000) ** 0.5


def test_the_jack_is_counted_as_in_records() -> None:
    """Records of deals that nobody begs, scored by the oracle."""
    lineup = players.lineup("simple")
    found: dict[str, list[bool]] = defaultdict(list)
    for record in record_deals(5, 0, 400, CLASSIC, lineup.strategy, book=new_book()):
        trump = record["kicks"][0][1]
        for seat, hand in enumerate(record["hands"]):
            trumps = [card for card in hand.split() if card[1] == trump]
            if f"J{trump}" not in trumps:
                continue
            asked = {key: record[key] for key in record if key not in ("seed", "deal")}
            awards = {award[0]: award[1] for award in oracle.score_record(asked)["awards"]}
            name = f"saved_{players.SEATS[seat]}"
            found[name].append("jack" in awards)
            found[f"{name}_{min(len(trumps), 4)}"].append("jack" in awards)
    rows = jack(play="simple", run=Run(deals=400, seed=5)).to_dict("records")
    assert sum(row["n"] for row in rows) == sum(map(len, found.values())) > 200
    for row in rows:
        assert row["n"] == len(found[row["name"]])
        assert row["n"] == 0 or row["value"] == pytest.approx(np.mean(found[row["name"]]))


@pytest.mark.parametrize("name", sorted(CHARTS))
@pytest.mark.parametrize("deals", [1, 1000])
def test_charts_survive_few_deals_and_do_not_depend_on_threads(
    name: str, deals: int, tmp_path: Path
) -> None:
    def asked(threads: int) -> pd.DataFrame:
        run = Run(deals=deals, seed=2, threads=threads)
        return chart(name).ask(CLASSIC, "simple", run)

    if name == "equity":
        pytest.skip("has tests of its own")
    one, other = asked(1), asked(3)
    assert to_csv(one) == to_csv(other)
    paths = [tmp_path / f"{place}.svg" for place in range(2)]
    for frame, path in zip((one, other), paths, strict=True):
        charts.save(frame, path)
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_a_chart_that_there_is_not() -> None:
    with pytest.raises(InputError, match=r'no chart "begs" \(there are beg, give, equity, beg-by-'):
        chart("begs")
