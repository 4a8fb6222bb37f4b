"""`allfours compare`: what it says of a rule set is what the referee says of its deals."""

from __future__ import annotations

import json
import math
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from analysis.allfours import variants
from analysis.allfours.dealing import record_deal
from analysis.allfours.equity_table import equity
from analysis.allfours.flips import records
from analysis.allfours.players import lineup
from analysis.allfours.records import score_record
from analysis.allfours.solution import POINT, part, recorded, solve_points
from analysis.allfours.variants import STUDY, compare, read_set
from analysis.allfours.variants_tallies import LEARNERS, Made, Size, make, play_by
from analysis.provenance import Files
from analysis.provenance import make as make_study
from analysis.report import to_json
from analysis.run import Run
from engine.allfours.book import DEALERS, ELDESTS, lean
from engine.allfours.rules import CLASSIC, STAG, TOURNAMENT, Rules
from engine.cards import RANKS, InputError, mask_of, parse_card, parse_cards
from tests import leaning
from tests.command import run

SEED, DEALS, TRIALS = 9, 1_200, 800
SETTINGS = ("target=99",)  # which no deal reaches, so that every award is counted
SHORT = ("target=5",)  # so that the match takes no time
NAMES = ("classic", "hang_points=1", "undertrump=0,gift=2,exhausted=kick_last", "seven-up")
FEW = STUDY.inputs | {
    "rules": ["target=3", "target=3,hang_points=1"],
    "seed": 5,
    "deals": 300,
    "trials": 400,
    "match": 100,
}

Rows = dict[str, dict[Any, Any]]


def rows(frame: pd.DataFrame) -> Rows:
    return {row["name"]: row for row in frame.to_dict("records")}


@pytest.fixture(scope="module")
def compared() -> pd.DataFrame:
    """Rule sets of which two are the same."""
    names = ("classic", "hang_points=3", "hang_points=1")
    return compare(names, CLASSIC, SHORT, run=Run(2_000, SEED), match=2_000, most_flips=5)


@pytest.fixture(scope="module")
def sets() -> dict[str, Rules]:
    return {name: read_set(name, CLASSIC, SETTINGS) for name in NAMES}


@pytest.fixture(scope="module")
def solved(sets: dict[str, Rules]) -> dict[str, Made]:
    """Each rule set, solved and counted, beside the first."""
    found: dict[str, Made] = {}
    for name, rules in sets.items():
        first = next(iter(found.values())).played if found else None
        size = Size(DEALS, TRIALS, 0)
        found[name] = make(rules, "expert", size, Run(seed=SEED).settled(1), first)
    return found


@pytest.fixture(scope="module")
def report(sets: dict[str, Rules], solved: dict[str, Made]) -> Rows:
    """Their rows, as if other deals to learn from had changed nothing."""
    tallies = {
        name: made.tallies | {"learned": [made.tallies["learned"][0]] * LEARNERS}
        for name, made in solved.items()
    }
    return rows(variants.report_of(sets, tallies, Size(DEALS, TRIALS, 0), "expert", {}))


@pytest.fixture(scope="module")
def refereed(solved: dict[str, Made]) -> dict[str, list[tuple[dict[str, Any], dict[str, Any]]]]:
    """The trials under each rule set as records, and what the referee says of them."""
    found = {}
    for name, made in solved.items():
        rules, book = made.solution
        deals = (
            record_deal(SEED, number, rules, *lineup("expert"), book=book)
            for number in range(DEALS, DEALS + TRIALS)
        )
        found[name] = [(record, score_record(record)) for record in deals]
    return found


def said(record: dict[str, Any]) -> str:
    return record["dealer"] or record["eldest"]


def worth(answer: dict[str, Any], fresh: int) -> float:
    """Points of a deal for the dealer's team."""
    dealer, eldest = answer["score"]
    return dealer - eldest + (fresh / POINT if "redeal" in answer else 0)


def mean_by_kick(values: list[tuple[str, float]]) -> tuple[float, float]:
    """A mean and its standard error, in which each rank of the first kick counts a thirteenth."""
    total, variance = 0.0, 0.0
    for rank in RANKS:
        found = [value for kick, value in values if kick[0] == rank]
        mean = sum(found) / len(found)
        total += mean / 13
        spread = sum((value - mean) ** 2 for value in found) / (len(found) - 1)
        variance += spread / len(found) / 169
    return total, math.sqrt(variance)


def test_a_rule_set_is_no_different_from_itself(compared: pd.DataFrame) -> None:
    found = rows(compared)
    for name, row in found.items():
        if "hang_points=3_minus_classic" in name:
            assert (row["value"], row["low"], row["high"]) == (0, 0, 0)
        if name.startswith("classic_"):
            assert row == found[name.replace("classic", "hang_points=3")] | {"name": name}
    assert found["hang_points=3_eldest_differs"]["value"] == 0
    assert found["hang_points=3_dealer_differs"]["value"] == 0
    assert found["hang_points=1_minus_classic_first_dealer_wins"]["value"] != 0
    assert found["hang_points=1_minus_classic_deal_to_dealer"]["value"] != 0


def test_scores_alone_change_no_card() -> None:
    games = [
        recorded(Run(500, SEED).settled(1), CLASSIC._replace(hang_points=hang)) for hang in (3, 1)
    ]
    for one, two in zip(games[0].deals, games[1].deals, strict=True):
        assert np.array_equal(one, two)


@pytest.mark.parametrize("name", NAMES)
def test_a_deal_is_worth_what_the_referee_says(
    name: str, report: Rows, solved: dict[str, Made], refereed: dict[str, Any]
) -> None:
    fresh = solved[name].tallies["fresh"]
    values = [(rec["kicks"][0], worth(answer, fresh)) for rec, answer in refereed[name]]
    value, error = mean_by_kick(values)
    row = report[f"{name}_deal_to_dealer"]
    assert row["value"] == pytest.approx(value)
    assert row["high"] - row["value"] == pytest.approx(1.959964 * error, rel=1e-5)


@pytest.mark.parametrize("name", NAMES[1:])
def test_a_difference_is_that_of_each_deal(
    name: str, report: Rows, solved: dict[str, Made], refereed: dict[str, Any]
) -> None:
    worths = [
        [worth(answer, solved[one].tallies["fresh"]) for _, answer in refereed[one]]
        for one in (name, "classic")
    ]
    kicks = [record["kicks"][0] for record, _ in refereed[name]]
    gains = [one - two for one, two in zip(*worths, strict=True)]
    value, error = mean_by_kick(list(zip(kicks, gains, strict=True)))
    row = report[f"{name}_minus_classic_deal_to_dealer"]
    assert row["value"] == pytest.approx(value)
    assert row["high"] - row["value"] == pytest.approx(1.959964 * error, rel=1e-5)
    own = report[f"{name}_deal_to_dealer"]
    assert error < 0.8 * (own["high"] - own["low"]) / 2 / 1.96


@pytest.mark.parametrize("name", NAMES)
def test_shares_are_those_of_the_records(name: str, report: Rows, refereed: dict[str, Any]) -> None:
    acts = Counter(said(record) for record, _ in refereed[name])
    for key, act in (("stood", "stand"), ("given", "give"), ("run", "run")):
        assert report[f"{name}_{key}"]["value"] == acts[act] / TRIALS
    begs = acts["give"] + acts["run"]
    assert report[f"{name}_begs"]["value"] == begs / TRIALS
    assert report[f"{name}_gives_if_begged"]["value"] == acts["give"] / begs
    played = [answer for record, answer in refereed[name] if record["plays"]]
    assert report[f"{name}_exhausted"]["value"] == (TRIALS - len(played)) / TRIALS
    won = Counter((award, team) for answer in played for award, team, _ in answer["awards"])
    assert report[f"{name}_jack_hung"]["n"] == len(played)
    expected = {
        "jack_saved": won["jack", "dealer"] + won["jack", "eldest"],
        "jack_hung": won["hang", "dealer"] + won["hang", "eldest"],
        "game_dealer_team": won["game", "dealer"],
        "game_eldest_team": won["game", "eldest"],
        "game_tied": len(played) - won["game", "dealer"] - won["game", "eldest"],
        "high_dealer_team": won["high", "dealer"],
    }
    expected["jack_in_play"] = expected["jack_saved"] + expected["jack_hung"]
    for key, count in expected.items():
        assert report[f"{name}_{key}"]["value"] == count / len(played)


@pytest.mark.parametrize("name", NAMES[1:])
def test_decisions_that_differ_are_those_of_the_records(
    name: str, report: Rows, refereed: dict[str, Any]
) -> None:
    pairs = [
        (said(one), said(two))
        for (one, _), (two, _) in zip(refereed["classic"], refereed[name], strict=True)
    ]
    eldest = sum(("stand" in pair) and one != two for pair in pairs for one, two in [pair])
    begged = [pair for pair in pairs if "stand" not in pair]
    row = report[f"{name}_dealer_differs"]
    assert report[f"{name}_eldest_differs"]["value"] == eldest / TRIALS > 0
    assert (row["n"], row["value"] * row["n"]) == (len(begged), sum(a != b for a, b in begged))
    begs = [(two != "stand") - (one != "stand") for one, two in pairs]
    row = report[f"{name}_minus_classic_begs"]
    assert row["value"] == pytest.approx(sum(begs) / TRIALS)
    assert row["high"] - row["value"] == pytest.approx(1.96 * np.std(begs) / TRIALS**0.5, rel=1e-2)


@pytest.mark.parametrize("name", NAMES)
def test_points_cards_and_what_begging_gains(
    name: str, report: Rows, refereed: dict[str, Any], solved: dict[str, Made]
) -> None:
    """Of the records as they are, and of the same deals if the eldest always stood."""
    rules, book = solved[name].solution
    standing = book.copy()
    standing[ELDESTS] = leaning.always(False)
    fresh = solved[name].tallies["fresh"]
    points, cards, right = 0, Counter[int](), 0.0
    for record, answer in refereed[name]:
        points += sum(award[2] for award in answer["awards"])
        if "redeal" not in answer:
            cards[len(record["plays"]) // 4] += 1
        stood = record_deal(SEED, record["deal"], rules, *lineup("expert"), book=standing)
        right += worth(score_record(stood), fresh) - worth(answer, fresh)
    hands = cards.total()
    assert report[f"{name}_points_a_hand"]["n"] == hands
    assert report[f"{name}_points_a_hand"]["value"] == pytest.approx(points / hands)
    assert report[f"{name}_right_to_beg"]["value"] == pytest.approx(right / TRIALS, abs=1e-3)
    found = {
        key.removeprefix(f"{name}_cards_"): round(row["value"] * row["n"])
        for key, row in report.items()
        if key.startswith(f"{name}_cards_")
    }
    assert found == {str(number): count for number, count in cards.items()}
    assert list(cards) == [6] if name == "seven-up" else set(cards) >= {6, 9}


@pytest.mark.parametrize("name", NAMES[1:])
def test_gives_are_as_uncertain_as_parts_of_the_deals_say(
    name: str, report: Rows, refereed: dict[str, Any]
) -> None:
    """Beside the jackknife of groups of deals, which knows nothing of how a share varies."""
    pairs = np.array(
        [
            [said(one) == "give", said(one) != "stand", said(two) == "give", said(two) != "stand"]
            for (one, _), (two, _) in zip(refereed["classic"], refereed[name], strict=True)
        ]
    )
    groups = pairs.reshape(-1, 4, 4).sum(1)
    sums = np.vstack([pairs.sum(0), pairs.sum(0) - groups])
    shares = sums[:, 2] / sums[:, 3] - sums[:, 0] / sums[:, 1]
    row = report[f"{name}_minus_classic_gives_if_begged"]
    assert row["value"] == pytest.approx(shares[0])
    error = shares[1:].std() * math.sqrt(len(groups) - 1)
    assert (row["high"] - row["low"]) / 2 == pytest.approx(1.96 * error, rel=0.2)


@pytest.mark.parametrize("name", NAMES)
def test_what_was_learned_from_is_in_the_intervals(
    name: str, sets: dict[str, Rules], solved: dict[str, Made], report: Rows
) -> None:
    """Of begs and gifts: how far solutions of a fifth of the deals are apart."""
    found = {}
    for each in ("classic", name):
        shares = []
        for start in range(0, DEALS, DEALS // LEARNERS):
            game = recorded(Run(DEALS // LEARNERS, SEED, start).settled(1), sets[each])
            played, _ = play_by(solved[each].trial, solve_points(game)[0], 0)
            begs = (played.actions > 0).mean()
            shares.append([begs, (played.actions == 1).mean() / begs])
        found[each] = np.array(shares)
    tallies = {each: made.tallies for each, made in solved.items()}
    widened = rows(variants.report_of(sets, tallies, Size(DEALS, TRIALS, 0), "expert", {}))
    expected = {name: found[name], f"{name}_minus_classic": found[name] - found["classic"]}
    for begin, values in expected.items():
        if begin == "classic_minus_classic":
            continue
        for place, key in enumerate(("begs", "gives_if_begged")):
            row, narrow = widened[f"{begin}_{key}"], report[f"{begin}_{key}"]
            assert row["value"] == narrow["value"]
            half = 2.776 * np.std(values[:, place], ddof=1)
            for end in ("low", "high"):
                distance = math.hypot(row["value"] - narrow[end], half)
                assert abs(row["value"] - row[end]) == pytest.approx(distance, rel=2e-2)


def test_the_chance_of_the_first_dealer_is_that_of_equity(compared: pd.DataFrame) -> None:
    rules = read_set("hang_points=1", CLASSIC, SHORT)
    expected = rows(equity(rules, run=Run(2_000, SEED)))["0-0"]
    row = rows(compared)["hang_points=1_first_dealer_wins"]
    for key in ("value", "low", "high", "n"):
        assert row[key] == pytest.approx(expected[key], abs=1e-12)


def test_a_kick_that_ends_the_match_has_won_it() -> None:
    names = ("classic", "kick_points=A:14")
    run_of = Run(2_000, SEED)
    found = rows(compare(names, settings=["target=2"], run=run_of, match=2_000))
    rules = CLASSIC._replace(target=2)
    expected = rows(equity(rules, run=run_of))["0-0"]
    assert found["classic_first_dealer_wins"]["value"] == pytest.approx(expected["value"])


def test_flips_are_valid_records_that_flip(compared: pd.DataFrame, solved: dict[str, Made]) -> None:
    first, name = solved["classic"], NAMES[2]
    found = [
        *compared.attrs["flips"],
        *records(
            solved[name].trial, first.solution, solved[name].solution, 7, SEED, DEALS, "expert"
        ),
    ]
    assert len(found) == 2 * (5 + 7)
    for one, two in zip(found[::2], found[1::2], strict=True):
        score_record(one)
        score_record(two)
        assert one["deal"] == two["deal"]
        assert one["rules"] != two["rules"]
        assert (one["eldest"], one["dealer"]) != (two["eldest"], two["dealer"])
        for mine, theirs in zip(one["hands"], two["hands"], strict=True):
            assert mine[:17] == theirs[:17]
    assert len({record["deal"] for record in found[-14:]}) == 7


def test_flips_are_all_there_are(solved: dict[str, Made], refereed: dict[str, Any]) -> None:
    one, two = solved["classic"], solved["hang_points=1"]
    both = [one.solution, two.solution]
    found = list(records(two.trial, *both, TRIALS, SEED, DEALS, "expert"))
    expected = {
        mine["deal"]
        for (mine, _), (theirs, _) in zip(refereed["classic"], refereed[NAMES[1]], strict=True)
        if said(mine) != said(theirs)
    }
    assert {record["deal"] for record in found} == expected
    assert found[:6] == list(records(two.trial, *both, 3, SEED, DEALS, "expert"))


@pytest.mark.parametrize("name", NAMES[1:])
def test_the_farthest_flips_come_first(name: str, solved: dict[str, Made]) -> None:
    """The eldest's and the dealer's in turn, as long as there are both."""
    one, two = (solved[each].solution for each in ("classic", name))
    found = list(records(solved[name].trial, one, two, TRIALS, SEED, DEALS, "expert"))
    seats, moves = [], {DEALERS: [0], ELDESTS: [0]}
    for mine, theirs in zip(found[-1::-2], found[-2::-2], strict=True):
        seat = DEALERS if mine["eldest"] == theirs["eldest"] else ELDESTS
        hand, kick = mask_of(parse_cards(mine["hands"][seat][:17])), parse_card(mine["kicks"][0])
        leans = [lean(hand, kick, solution.book[seat]) for solution in (one, two)]
        moves[seat].append(abs(leans[1] - leans[0]))
        seats.append(seat)
    for moved in moves.values():
        assert moved == sorted(moved)
    both = min(map(len, moves.values())) - 1
    assert both > 1
    assert seats[::-1][: 2 * both] == [ELDESTS, DEALERS] * both


def test_nobody_flips_where_a_kick_ends_the_match(solved: dict[str, Made]) -> None:
    one, two = (
        solved[name].solution._replace(rules=CLASSIC._replace(target=3)) for name in NAMES[:2]
    )
    found = list(records(solved[NAMES[1]].trial, one, two, TRIALS, SEED, DEALS, "expert"))
    assert found
    assert all(record["kicks"][0][0] != "J" for record in found)
    assert all(said(a) != said(b) for a, b in zip(found[::2], found[1::2], strict=True))


def test_rule_sets_are_read() -> None:
    assert read_set("stag", TOURNAMENT) == STAG
    assert read_set("gift=2", TOURNAMENT) == TOURNAMENT._replace(gift=2)
    assert read_set("gift=2,target=7", CLASSIC, ["hang_points=6"]) == CLASSIC._replace(
        gift=2, target=7, hang_points=6
    )
    kicks = read_set("kick_points=A:1,2:2,J:3,gift=2", CLASSIC)
    assert kicks.kick_points == read_set("tobago", CLASSIC).kick_points
    assert kicks.gift == 2


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("", "none"),
        ("classic", "classic"),
        ("classic classic", '"classic"'),
        ("classic nonsense", '"nonsense"'),
        ("classic ''", '""'),
        ("classic classic,stag", '"classic,stag"'),
        ("classic gift=1,nonsense=2", '"nonsense"'),
        ("classic gift=1,gift=2", '"gift=2"'),
        ("classic gift=2 --set gift=1", '"gift=1"'),
        ("classic gift=100", '"100"'),
        ("classic gift=", '""'),
        ("classic =1", '""'),
        ("classic ,gift=1", '""'),
        ("classic stag --rules nonsense", '"nonsense"'),
        ("classic stag --set target=51", "target 51"),
        ("classic stag --deals 1999", '"1999"'),
        ("classic stag --deals 2000 --match 2001", '"2001"'),
        ("classic stag --deals 5000 --match 1999", '"1999"'),
        ("classic stag --match -1", '"-1"'),
        ("classic stag --match few", '"few"'),
        ("classic stag --play nobody", '"nobody"'),
        ("classic stag --play open", '"open"'),
        ("classic stag --flips nowhere/x", '"nowhere/x"'),
        ("classic stag --flips same --out same", '"same"'),
    ],
)
def test_nonsense_is_refused(line: str, named: str) -> None:
    answer = run("compare", *[word.replace("''", "") for word in line.split()])
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.startswith("allfours: ")
    assert named in answer.err
    assert "expected" in answer.err or "there are" in answer.err or "twice" in answer.err
    assert len(answer.err.splitlines()) == 1


@pytest.mark.parametrize("form", ["table", "csv", "json", "markdown"])
def test_it_comes_in_every_form(form: str, tmp_path: Path) -> None:
    line = ("compare", *NAMES, "--set", "target=60", "--deals", "2000", "--match", "0")
    flips, chart = str(tmp_path / "flips"), str(tmp_path / "a.svg")
    more = ("--seed", "7", "--play", "simple", "--format", form)
    answer = run(*line, *more, "--flips", flips, "--chart", chart)
    assert answer.status == 0
    assert not any(word in answer.out.lower() for word in ("nan", "none", "inf"))
    found = [json.loads(text) for text in Path(flips).read_text().splitlines()]
    assert len(found) == 2 * (len(NAMES) - 1) * variants.FLIPS
    assert answer.err == (f"{len(found)} records written to {flips}\nchart written to {chart}\n")
    assert run("score", flips).status == 0
    if form == "json":
        made = json.loads(answer.out)["made"]
        assert made["rules"] == "; ".join(NAMES)
        assert (made["set"], made["match"]) == ("target=60", 0)


def test_threads_make_no_difference() -> None:
    one, two = (
        to_json(compare(NAMES, run=Run(2_000, 1, 5, threads, block), match=0, play="simple"))
        for threads, block in ((1, None), (2, 100))
    )
    assert one == two


def test_the_first_deal_is_a_choice() -> None:
    """The flips of a run that begins later have the numbers of its trials."""
    found = compare(NAMES, run=Run(2_000, 1, 50), match=0, play="simple", most_flips=2)
    assert all(1_050 <= record["deal"] < 2_050 for record in found.attrs["flips"])


def test_what_expert_has_not_learned_is_said() -> None:
    notes = compare(NAMES, run=Run(2_000, 1), match=0).attrs["notes"]
    strange = [note for note in notes if "expert has learned" in note]
    assert [note.partition(": ")[0] for note in strange] == ["; ".join(NAMES[1:])]
    notes = compare(NAMES, run=Run(2_000, 1), match=0, play="simple").attrs["notes"]
    assert not any("expert has learned" in note for note in notes)


# As a study


@pytest.fixture(scope="module")
def published() -> Files:
    return make_study("variants", STUDY, FEW, Run(), {})


def test_a_study_is_what_the_command_says(published: Files) -> None:
    inputs = FEW | {"deals": 1_000, "trials": 1_000, "match": 1_000}
    files = make_study("variants", STUDY, inputs, Run(), {})
    expected = compare(inputs["rules"], run=Run(2_000, inputs["seed"]), match=2_000)
    assert json.loads(files["report.json"]) == json.loads(to_json(expected))
    assert set(published) == set(files) == {
        "study.toml", "books.npy", "tallies.json", "report.json", "report.md", "variants.svg",
        "manifest.json",
    }  # fmt: skip


def test_a_study_that_was_stopped_goes_on(published: Files) -> None:
    kept: dict[str, bytes] = {}
    parts = STUDY.parts(FEW)
    first = FEW["rules"][0]
    before = kept[first] = parts[first].make({}, Run())
    assert make_study("variants", STUDY, FEW, Run(threads=1), kept) == published
    assert kept[first] is before
    assert list(kept) == FEW["rules"]


def test_its_deals_are_played_again(published: Files) -> None:
    assert list(STUDY.replay(FEW, published, Run())) == []
    tallies = json.loads(published["tallies.json"])
    tallies[FEW["rules"][1]]["last"][3][1] += 1
    changed = published | {"tallies.json": json.dumps(tallies).encode()}
    assert list(STUDY.replay(FEW, changed, Run())) == [
        "tallies.json: target=3,hang_points=1: its last deals are played differently now"
    ]


@pytest.mark.parametrize(
    "content",
    [
        b"", b"[]", b"{}", b'{"target=3": {}, "target=3,hang_points=1": {}}', b'{"target=3": 1}',
        b'{"target=3": {"fresh": "x"}, "target=3,hang_points=1": {}}',
    ],
)  # fmt: skip
def test_tallies_of_something_else_are_refused(content: bytes, published: Files) -> None:
    with pytest.raises(InputError, match=r"^tallies\.json: .*expected"):
        STUDY.report(FEW, published | {"tallies.json": content})


@pytest.mark.parametrize("content", [b"", b"books"])
def test_books_of_something_else_are_refused(content: bytes, published: Files) -> None:
    with pytest.raises(InputError, match=r"^books\.npy: .*expected"):
        list(STUDY.replay(FEW, published | {"books.npy": content}, Run()))


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"rules": ["classic"]}, "classic"),
        ({"rules": ["classic", "classic"]}, '"classic"'),
        ({"rules": ["classic", "nonsense"]}, '"nonsense"'),
        ({"deals": 0}, "0, 400, 100"),
        ({"match": 301}, "300, 400, 301"),
        ({"match": 200, "rules": ["classic", "target=99"]}, "target 99"),
    ],
)
def test_inputs_that_cannot_be_compared_are_refused(change: dict[str, Any], named: str) -> None:
    with pytest.raises(InputError, match=named):
        STUDY.parts(FEW | change)


def test_recorded_parts_are_the_trials(solved: dict[str, Made], sets: dict[str, Rules]) -> None:
    game = recorded(Run(DEALS + TRIALS, SEED).settled(1), sets[NAMES[1]])
    expected = part(game, DEALS, DEALS + TRIALS).deals
    for one, two in zip(expected, solved[NAMES[1]].trial.deals, strict=True):
        assert np.array_equal(one, two)
