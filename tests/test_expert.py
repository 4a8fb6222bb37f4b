"""`expert`: its features, the equations that it learns from, and its training."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from analysis.allfours import players, training
from analysis.allfours.dealing import record_deal
from analysis.provenance import verify
from analysis.publishing import publish
from analysis.run import Run
from engine._jit import INTERPRETED
from engine.allfours.expert import (
    CONTEXTS,
    FEATURES,
    NONE_HELD,
    ONE,
    SLOTS,
    TRAIL,
    WEIGHTS,
    context,
    expert,
)
from engine.allfours.learn import SCALE, SIDE, SIZE_CONTEXTS, _add_position, learn_tally
from engine.allfours.pack import MOST_HELD
from engine.allfours.rules import CLASSIC
from engine.allfours.simulate import NOTHING_KNOWN
from engine.allfours.strategy import EXPERT, SIMPLE, Strategy
from engine.allfours.table import Table
from engine.cards import InputError, Mask, cards_of
from engine.linear import solve_linear
from tests.command import run
from tests.interim import INTERIM
from tests.test_blindness import Choice, choices

DEALS = 3 if INTERPRETED else 100
MIXED = Strategy(SIMPLE, EXPERT)


def positions() -> Iterator[Choice]:
    """Choices between two cards or more, from the records of deals."""
    for number in range(DEALS):
        for choice in choices(
            record_deal(12, number, CLASSIC, MIXED, players.weights(), book=INTERIM)
        ):
            if choice.legal.bit_count() > 1:
                yield choice


def look(choice: Choice) -> tuple[list[int], list[dict[int, int]]]:
    """The score and the features of each legal card."""
    scores, trail = np.zeros(MOST_HELD, np.int64), np.zeros(TRAIL, np.int64)
    expert(choice.hand, choice.table, choice.legal, players.weights(), scores, trail)
    cards = choice.legal.bit_count()
    slots = trail.reshape(MOST_HELD, 2, SLOTS)[:cards].tolist()
    features = [
        {feature: amount for feature, amount in zip(*card, strict=True) if amount} for card in slots
    ]
    assert all(len(found) <= SLOTS for found in features)
    return scores[:cards].tolist(), features


@pytest.mark.engine
def test_a_score_is_the_sum_of_weights_times_features() -> None:
    used = set()
    for choice in positions():
        weights = players.weights().reshape(CONTEXTS, FEATURES)
        weights = weights[context(choice.hand, choice.table)]
        scores, features = look(choice)
        for score, found in zip(scores, features, strict=True):
            assert score == sum(int(weights[one]) * amount for one, amount in found.items())
            used |= set(found)
    assert len(used) > (150 if INTERPRETED else 350)


@pytest.mark.engine
def test_the_best_score_is_played_the_lowest_card_of_equals() -> None:
    for choice in positions():
        scores, _ = look(choice)
        card = sorted(cards_of(choice.legal))[scores.index(max(scores))]
        weights = players.weights()
        assert expert(choice.hand, choice.table, choice.legal, weights, None, None) == card


def shift(mask: Mask, turn: int, trump: int) -> Mask:
    """The same cards with the plain suits turned round."""
    plain = [suit for suit in range(4) if suit != trump]
    to = {suit: plain[(place + turn) % 3] for place, suit in enumerate(plain)} | {trump: trump}
    return sum(1 << (16 * to[card >> 4] + (card & 15)) for card in cards_of(mask))


@pytest.mark.engine
def test_plain_suits_are_alike() -> None:
    """Turning the plain suits round changes no card's score."""
    for choice in positions():
        table = choice.table
        if table.shown:
            continue  # its bits would have to be turned round as well
        masks = ("kicks", "gone", "taken", "trick")
        turned = {name: shift(getattr(table, name), 1, table.trump) for name in masks}
        best = shift(1 << table.best, 1, table.trump).bit_length() - 1 if table.trick else -1
        other = table._replace(**turned, best=best, led=best >> 4 if table.trick else 0)
        if table.trick and table.led != table.best >> 4:
            continue  # trumped: the suit led is not that of the best card
        before, _ = look(choice)
        legal = shift(choice.legal, 1, table.trump)
        after, _ = look(Choice(shift(choice.hand, 1, table.trump), other, legal, ""))
        score = dict(zip(sorted(cards_of(choice.legal)), before, strict=True))
        for card, found in zip(sorted(cards_of(legal)), after, strict=True):
            (was,) = cards_of(shift(1 << card, 2, table.trump))
            assert found == score[was]


def test_chances_to_hold_none_are_those_of_enumeration() -> None:
    for unseen in range(1, 9):
        for held in range(unseen + 1):
            hands = list(combinations(range(unseen), held))
            for named in range(unseen + 1):
                none = sum(all(card >= named for card in hand) for hand in hands)
                assert abs(int(NONE_HELD[held, unseen, named]) - ONE * none / len(hands)) <= 0.5


@pytest.mark.engine
def test_equations_are_those_of_centred_least_squares() -> None:
    rng = np.random.default_rng(5)
    tally = np.zeros(FEATURES * SIDE, np.int64)
    expected = np.zeros((FEATURES, SIDE))
    scratch = np.zeros(FEATURES, np.int64), np.zeros(FEATURES, np.int64)
    for _ in range(20):
        cards = int(rng.integers(2, 13))
        slots, design = np.zeros((12, 2, SLOTS), np.int64), np.zeros((cards, FEATURES))
        for card in range(cards):
            for slot, feature in enumerate(rng.choice(40, 9, replace=False).tolist()):
                amount = int(rng.integers(-300, 300))
                slots[card, :, slot] = feature, amount
                design[card, feature] = amount
        results = rng.integers(-6, 7, 12)
        _add_position(tally, 0, slots.reshape(-1), results, cards, *scratch)
        centred = design - design.mean(axis=0)
        expected[:, :-1] += centred.T @ centred
        expected[:, -1] += centred.T @ results[:cards]
    assert np.allclose(tally.reshape(FEATURES, SIDE) / SCALE, expected, atol=1e-4)
    assert not scratch[0].any()


def test_a_system_is_solved_as_a_library_does() -> None:
    rng = np.random.default_rng(6)
    root = rng.normal(size=(60, 50))
    matrix, right = root.T @ root, rng.normal(size=50)
    found = solve_linear(matrix.copy(), right.copy())
    assert np.allclose(found, np.linalg.solve(matrix, right), rtol=1e-8)


def test_equations_add_up_however_the_deals_are_cut() -> None:
    known, weights = NOTHING_KNOWN._replace(cards=9), players.weights()
    args = (3, known, CLASSIC, Strategy(EXPERT, EXPERT), weights, 2)
    whole = learn_tally(0, 30, *args)
    assert (whole == learn_tally(0, 11, *args) + learn_tally(11, 30, *args)).all()
    equations = whole.reshape(SIZE_CONTEXTS, FEATURES, SIDE)
    assert (equations[:, :, :-1] == equations[:, :, :-1].transpose(0, 2, 1)).all()
    assert (equations[:, :, :-1].diagonal(axis1=1, axis2=2) >= 0).all()


SMALL = training.INPUTS | {"rounds": 2, "deals": 40, "trials": 6}


def trained(root: Path, **choices: int) -> dict[str, bytes]:
    run = Run(threads=choices.pop("threads", None))
    publish(training.NAME, training.STUDY, root, run, SMALL | choices)
    folder = root / training.NAME
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_training_is_the_same_bytes_each_time_and_on_any_threads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "_LEAST_BLOCK", 7)  # or one block would have all deals
    one = trained(tmp_path / "one", threads=1)
    assert one == trained(tmp_path / "two", threads=2)
    assert one["weights.npy"] != trained(tmp_path / "other", seed=2)["weights.npy"]
    assert verify(training.NAME, training.STUDY, tmp_path / "one").wrong == []


def test_a_round_that_was_not_learned_from_these_deals_is_named(tmp_path: Path) -> None:
    files = trained(tmp_path)
    checks = json.loads(files["rounds.json"])
    checks["2"]["ends"]["last deals with 9 cards"] = "0" * 64
    files["rounds.json"] = json.dumps(checks).encode()
    (wrong,) = training.replay(SMALL, files, Run())
    assert "round 2: its last deals with 9 cards teach" in wrong


def test_train_publishes_its_own_seed_and_deals(
    results: Path,
) -> None:
    before = (results / "players/expert/weights.npy").read_bytes()
    answer = run("train", "--seed", "5", "--deals", "10", "--threads", "1")
    assert answer == (0, "players/expert: published\n", "")
    assert "seed = 5\n" in (results / "players/expert/study.toml").read_text()
    assert (results / "players/expert/weights.npy").read_bytes() != before


def test_what_is_published_fits_the_engine() -> None:
    weights = players.weights()
    assert weights.shape == (WEIGHTS,)
    assert weights.dtype == np.int64
    assert np.abs(weights).max() < 2**31
    assert isinstance(next(positions()).table, Table)


def test_a_round_that_plays_as_something_else_is_named(tmp_path: Path) -> None:
    files = trained(tmp_path)
    weights = np.load(tmp_path / training.NAME / "weights.npy")
    weights[-1] = -weights[-1]
    np.save(tmp_path / "other.npy", weights)
    files["weights.npy"] = (tmp_path / "other.npy").read_bytes()
    wrong = list(training.replay(SMALL, files, Run()))
    assert wrong == [
        "weights.npy: round 2: plays its first trials differently now",
        "weights.npy: round 2: plays its last trials differently now",
    ]


@pytest.mark.parametrize("file", ["weights.npy", "rounds.json"])
def test_files_that_training_did_not_write_are_refused(file: str, tmp_path: Path) -> None:
    files = trained(tmp_path)
    for content in (b"", b"{}", b"[1]"):
        with pytest.raises(InputError, match="expected as publishing writes them"):
            list(training.replay(SMALL, files | {file: content}, Run()))


@pytest.mark.parametrize(
    "choice", [{"rounds": 0}, {"kept": 100}, {"picks": 0}, {"deals": 2_000_000}, {"trials": 0}]
)
def test_numbers_that_nothing_can_be_learned_with_are_refused(choice: dict[str, int]) -> None:
    (name,) = choice
    with pytest.raises(InputError, match=f'{name}: "{choice[name]}", expected'):
        training.parts(SMALL | choice)
