"""Whole matches: the kernel against the oracle, deal by deal; and what the study makes of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

from analysis.allfours import books, players, rule_sets
from analysis.allfours import matches as question
from analysis.allfours.dealing import record_deal
from analysis.allfours.matches import STUDY, won
from analysis.allfours.scores import equity_of
from analysis.estimate import LEVEL, quantile
from analysis.provenance import Inputs, make
from analysis.report import to_json
from analysis.run import Run
from engine._jit import INTERPRETED
from engine.allfours.book import DEALERS, ELDESTS, PAGE, Book
from engine.allfours.matches import DEALS_APART, MATCHES, match_tally, new_room, play_deal
from engine.allfours.rules import CLASSIC, Rules, limits
from engine.allfours.strategy import RANDOM, SIMPLE, Strategy
from engine.cards import InputError
from tests import leaning, oracle

SEED, FIRST = 31, 10**6
MIXED = Strategy(SIMPLE, RANDOM)
RULE_SETS = [
    "classic",
    "tournament",
    "stag target=7",
    "classic kick_kept=0 target=6",
    "tournament kick_kept=0 kick_points=2:5,3:4,4:3,5:2,6:1,7:1,8:1,9:1,10:1,J:1,Q:1,K:1,A:1",
    "classic low_to=taker exhausted=kick_last kick_kept=0 target=5",
    "classic gift=3 target=3",
    "classic gift=3 target=3 gift_can_win=1",
    "tournament target=1",
    "classic target=2 gift_can_win=1",
    "tournament target=5 kick_points=A:2,J:4,Q:1,2:1",
    "classic stand_void=0 give_void=0 game_tie=dealer target=5",
    "classic gift=0 jack_points=0 hang_points=0 game_points=0 target=4",
]


def rule_set(text: str) -> Rules:
    name, *changes = text.split()
    return rule_sets.change(rule_sets.preset(name), changes)


def some_books(target: int, most: int = 40) -> np.ndarray:
    """Books at random, another for each score."""
    rng = np.random.default_rng(target)
    return rng.integers(-most, most + 1, (target, target, 2, PAGE))


def always(act: bool) -> Book:
    """A book in which every hand begs and gives, or none."""
    return np.array([leaning.always(1 if act else -1)] * 2)


def replayed(
    number: int, score: list[int], rules: Rules, pages: np.ndarray, lineup: players.Lineup
) -> tuple[list[int], bool, str]:
    """A deal by the oracle: the score it leaves, whether it is redealt, and what was said."""
    target = rules.target
    endless = rules._replace(target=999)
    fields = oracle.read_rules(rule_sets.describe(rules))

    def record(begs: bool, gives: bool) -> dict[str, Any]:
        book = np.stack([always(gives)[DEALERS], always(begs)[ELDESTS]])
        # `stand_void` and `give_void` are for the plain rules to keep
        free = endless._replace(stand_void=1, give_void=1)
        made = record_deal(SEED, number, free, *lineup, book)
        return made | {"rules": rule_sets.describe(endless)}

    stood = record(False, False)
    hands, kick = [hand.split() for hand in stood["hands"]], stood["kicks"][0]
    node = list(score)
    if rules.kick_kept:
        node[0] += fields["kick_points"][oracle.rank_of(kick)]
    if node[0] >= target:
        return node, False, "nothing"
    page = pages[tuple(node)]
    begs = leaning.begs(hands[1], kick, page[ELDESTS], fields)
    gives = begs and leaning.gives(hands[0], kick, page[DEALERS], node[1], fields)
    played = record(begs, gives) if begs else stood
    deal = oracle.Deal(played)
    play = oracle.Play(deal)
    if play.trump:
        assert not any(play.held)
        oracle.count_hand(deal, play.tricks, play.trump)
    after = list(score)
    for _, team, points in deal.awards:
        after[oracle.TEAMS.index(team)] += points
        if max(after) >= target:
            break
    said = ("gift" if gives else "run") if begs else "stood"
    return after, deal.redeal and max(after) < target, said


def lineup_of(text: str) -> players.Lineup:
    expert = text == "classic" and not INTERPRETED
    return players.lineup("expert") if expert else players.Lineup(MIXED, None, None)


@pytest.mark.engine
@pytest.mark.parametrize("text", RULE_SETS)
def test_every_deal_of_a_match_is_as_the_oracle_counts_it(text: str) -> None:
    rules, lineup = rule_set(text), lineup_of(text)
    pages, room = some_books(rules.target), new_room()
    counts = dict.fromkeys(MATCHES, 0)
    players_of = lineup.strategy, lineup.weights, None
    begins = [(0, 0), (rules.target - 1, rules.target // 2)]
    matches = 2 if INTERPRETED else 50
    total = np.zeros(len(MATCHES), np.int64)
    for dealer, eldest in begins:
        for match in range(FIRST, FIRST + matches):
            number, points, dealing = match * DEALS_APART, [dealer, eldest], "first"
            while max(points) < rules.target:
                score, tally = np.array(points), np.zeros(len(MATCHES), np.int64)
                again = play_deal(SEED, number, score, tally, rules, pages, *players_of, room)
                points, redeal, said = replayed(number, points, rules, pages, lineup)
                assert (score.tolist(), bool(again)) == (points, redeal)
                begs = said in ("gift", "run")
                assert tally.tolist() == [0, 1, begs, said == "gift", redeal]
                number += 1
                counts["deals"] += 1
                counts["begs"] += begs
                counts["gifts"] += said == "gift"
                counts["exhausted"] += redeal
                if max(points) < rules.target and not redeal:
                    points.reverse()
                    dealing = "other" if dealing == "first" else "first"
            counts["won"] += (points[0] >= rules.target) == (dealing == "first")
        span = FIRST, FIRST + matches, SEED, dealer, eldest
        total += match_tally(*span, rules, pages, *players_of)
    assert total.tolist() == list(counts.values())
    if not INTERPRETED:  # in few matches
        assert 0 < counts["won"] < 2 * matches
        assert 0 < counts["begs"] < counts["deals"]


def test_the_replay_meets_gifts_exhausted_packs_and_wins_before_a_card_is_played() -> None:
    """In the rule sets above together; each alone is too short to have them all."""
    said: dict[str, int] = {}
    exhausted = 0
    for text in RULE_SETS[1:]:
        rules, lineup = rule_set(text), lineup_of(text)
        pages = some_books(rules.target)
        for number in range(200):
            score = [rules.target - 1 if number % 2 else 0, rules.target // 2]
            _, redeal, what = replayed(number, score, rules, pages, lineup)
            said[what] = said.get(what, 0) + 1
            exhausted += redeal
    assert set(said) == {"stood", "gift", "run", "nothing"}
    assert exhausted > 10


def test_matches_add_up_and_belong_to_their_seed() -> None:
    pages = some_books(3)
    rules = CLASSIC._replace(target=3)

    def tally(first: int, last: int, seed: int = SEED) -> list[int]:
        found: list[int] = match_tally(
            first, last, seed, 1, 0, rules, pages, MIXED, None, None
        ).tolist()
        return found

    n = 3000
    parts = np.add(tally(0, 7), tally(7, n)).tolist()
    assert tally(0, n) == parts
    assert tally(0, n) != tally(n, 2 * n)
    assert tally(0, n) != tally(0, n, SEED + 1)


def test_no_match_needs_the_numbers_of_the_next() -> None:
    """Not even where nothing scores but High and Low, and the target is the highest."""
    rules = CLASSIC._replace(
        target=99, jack_points=0, hang_points=0, game_points=0, gift=0, kick_points=(0,) * 13
    )
    pages = np.full((99, 99, 2, PAGE), 0)
    span = 0, 200, SEED, 0, 0
    deals = match_tally(*span, rules, pages, MIXED, None, None)[1] / span[1]
    assert deals > 80
    assert deals * limits("target")[1] / 99 < DEALS_APART / 3


# The study

FEW: Inputs = {"rules": "classic", "scores": ["0-0", "12-13"], "matches": 4000, "seed": 3}


def made(inputs: Inputs = FEW, **choices: Any) -> pd.DataFrame:
    return STUDY.report(inputs, make("checks/matches", STUDY, inputs, Run(**choices), {}))


def rows(inputs: Inputs = FEW) -> dict[str, dict[Any, Any]]:
    return {row["name"]: row for row in made(inputs).to_dict("records")}


def test_wins_agree_with_the_published_table() -> None:
    found = rows(FEW | {"scores": list(question.SCORES), "matches": 20_000})
    far = [found[f"z_of_{score}"]["value"] for score in question.SCORES]
    assert max(map(abs, far)) < 4


def test_a_row_is_the_share_of_matches_of_its_own() -> None:
    found = rows()
    known, run = books.for_match(CLASSIC), Run(deals=4000, seed=3, first=4000).settled(1)
    share = won((12, 13), CLASSIC, "expert", run, known.books)
    row = found["won_from_12-13"]
    assert tuple(row[key] for key in ("value", "low", "high", "n")) == share
    tenths = [float(equity_of(tenth, CLASSIC)[12, 13]) for tenth in known.values[1:]]
    error = np.std(tenths, ddof=1) / len(tenths) ** 0.5
    said = found["equity_of_12-13"]
    assert said["value"] == equity_of(known.values[0], CLASSIC)[12, 13]
    assert said["high"] - said["value"] == pytest.approx(quantile(LEVEL, 9) * error)
    spread = (share.value * (1 - share.value) / 4000 + error**2) ** 0.5
    assert found["z_of_12-13"]["value"] == pytest.approx((share.value - said["value"]) / spread)
    assert found["gifts_a_deal_from_12-13"]["value"] < 0.1
    assert found["deals_a_match_from_0-0"]["value"] > 4


def test_a_table_that_is_wrong_is_contradicted(monkeypatch: pytest.MonkeyPatch) -> None:
    inputs = FEW | {"scores": ["0-0"], "matches": 20_000}
    files = make("checks/matches", STUDY, inputs, Run(), {})
    assert STUDY.report(inputs, files).attrs["headline"].startswith("At all 1 scores")
    known = books.for_match(CLASSIC)
    values = known.values.copy()
    values[..., 3] = values[..., 3] * 97 // 100
    monkeypatch.setattr(books, "for_match", lambda _: known._replace(values=values))
    frame = STUDY.report(inputs, files)
    assert frame.attrs["headline"] == "Wins contradict the table at 0-0."


def test_threads_make_no_difference() -> None:
    assert to_json(made(threads=1)) == to_json(made(threads=2, block=77))


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(InputError, match='matches: "0", expected'):
        rows(FEW | {"matches": 0})
    with pytest.raises(InputError, match="14-0"):
        rows(FEW | {"scores": ["14-0"]})
    with pytest.raises(InputError, match="no table of these"):
        rows(FEW | {"rules": "stag"})


def test_it_names_the_files_that_it_builds_on() -> None:
    needs = STUDY.needs()
    assert {"equity/classic/books.npy", "equity/classic/values.npy"} < set(needs)
    assert all(len(digest) == 64 for digest in needs.values())
