"""Short rules: the search finds what was planted, words mean what they say, losses are counted."""

from __future__ import annotations

import csv
import io
import json
import random
import re
from collections.abc import Callable
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import pytest

from analysis.allfours import books
from analysis.allfours import rules_of_thumb as question
from analysis.allfours.conditions import (
    CONDITIONS,
    Rule,
    acts,
    hands_of,
    in_words,
    kinds_of,
    rule_of,
)
from analysis.allfours.rules_of_thumb import CLAIMS, MOST, STUDY
from analysis.allfours.solution import (
    POINT,
    Game,
    acts_by,
    deal_value,
    fresh_value,
    recorded,
    worths_in_points,
)
from analysis.provenance import Files, Inputs, make
from analysis.report import to_csv, to_json, to_text
from analysis.rule_search import Clause, Table, best_rules
from analysis.run import Run
from engine.allfours.book import DEALERS, ELDESTS, side_suit
from engine.allfours.record import ENDINGS, ENDS, Deals, outcome_of
from engine.allfours.rules import CLASSIC, Rules
from engine.allfours.score import points
from engine.cards import InputError, parse_card, parse_cards
from tests import oracle
from tests.command import run

INPUTS: Inputs = {"rules": "classic", "seed": 3, "deals": 1500, "trials": 900}

# The search


def cases(conditions: int) -> np.ndarray:
    """Every way in which so many conditions can hold or not: (conditions, 2**conditions)."""
    return np.array([[kind >> c & 1 for kind in range(1 << conditions)] for c in range(conditions)])


def clauses(conditions: int) -> list[Clause]:
    return [clause for size in (1, 2) for clause in combinations(range(conditions), size)]


def test_a_planted_rule_is_found() -> None:
    holds = cases(9) == 1
    rng = np.random.default_rng(1)
    planted = (holds[0] & holds[3]) | holds[5] | (holds[1] & holds[8])
    gains = np.where(planted, 1, -1) * rng.integers(1, 1000, planted.size)
    *fewer, best = best_rules(Table(holds, gains.astype(float)), 3)
    assert {frozenset(clause) for clause in best.clauses} == {
        frozenset(clause) for clause in [(0, 3), (5,), (1, 8)]
    }
    assert np.array_equal(best.acts, planted)
    assert best.gain == gains[planted].sum()
    assert [rule.gain for rule in fewer] == sorted(rule.gain for rule in fewer)
    longer = best_rules(Table(holds, gains.astype(float)), 4)[3]
    assert (longer.gain, longer.clauses) == (best.gain, best.clauses)


def test_if_enough_rules_are_kept_none_is_better() -> None:
    holds = cases(5) == 1
    covers = [holds[list(clause)].all(0) for clause in clauses(5)]
    for seed in range(20):
        gains = np.random.default_rng(seed).integers(-50, 50, 32)
        one, two = best_rules(Table(holds, gains.astype(float)), 2, width=1000)
        assert one.gain == max(0, *(gains[cover].sum() for cover in covers))
        assert two.gain == max(0, *(gains[a | b].sum() for a in covers for b in covers))
        assert two.gain == gains[two.acts].sum()


def test_where_nothing_gains_the_rule_is_never() -> None:
    holds = cases(3) == 1
    for rule in best_rules(Table(holds, -np.ones(8)), 2):
        assert (rule.clauses, rule.gain, rule.acts.any()) == ((), 0, False)


def test_of_clauses_that_come_to_the_same_the_shortest_is_taken() -> None:
    holds = np.array([[1, 1, 0], [1, 0, 0], [1, 0, 1]], bool)
    (rule,) = best_rules(Table(holds, np.array([5.0, -1, -1])), 1)
    assert rule.clauses == ((1,),)


# What the words say, read once more in plain Python

NUMBERS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "no": 0}
RANK = {word: place for place, word in enumerate(
    ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
     "king", "ace"))}  # fmt: skip


class Seen(NamedTuple):
    """A hand as a player sees it."""

    trumps: list[int]
    sides: list[str]
    kick: str

    def lone(self, low: int, high: int) -> bool:
        """Whether it has one trump, of a rank from `low` to `high`."""
        return len(self.trumps) == 1 and low <= self.trumps[0] <= high


def seen(hand: list[str], kick: str) -> Seen:
    trumps = [oracle.rank_of(card) for card in hand if card[1] == kick[1]]
    return Seen(trumps, [card for card in hand if card[1] != kick[1]], kick)


READINGS: dict[str, Callable[..., bool]] = {
    r"no trump": lambda hand: not hand.trumps,
    r"a lone trump": lambda hand: len(hand.trumps) == 1,
    r"just (\w+) trumps": lambda hand, n: len(hand.trumps) == NUMBERS[n],
    r"at most (\w+) trumps?": lambda hand, n: len(hand.trumps) <= NUMBERS[n],
    r"(\w+) or more trumps": lambda hand, n: len(hand.trumps) >= NUMBERS[n],
    r"a lone trump below the kick": lambda hand: hand.lone(0, oracle.rank_of(hand.kick) - 1),
    r"a lone trump above the kick": lambda hand: hand.lone(oracle.rank_of(hand.kick) + 1, 12),
    r"a lone trump below the (\w+)": lambda hand, r: hand.lone(0, RANK[r] - 1),
    r"a lone trump above the (\w+)": lambda hand, r: hand.lone(RANK[r] + 1, 12),
    r"a lone trump from the (\w+) to the (\w+)": lambda hand, a, b: hand.lone(RANK[a], RANK[b]),
    r"the lone (\w+) of trumps": lambda hand, r: hand.trumps == [RANK[r]],
    r"a trump above the (\w+)": lambda hand, r: any(t > RANK[r] for t in hand.trumps),
    r"a trump below the (\w+)": lambda hand, r: any(t < RANK[r] for t in hand.trumps),
    r"trumps all above the (\w+)": lambda hand, r: (
        bool(hand.trumps) and all(t > RANK[r] for t in hand.trumps)
    ),
    r"trumps all below the (\w+)": lambda hand, r: (
        bool(hand.trumps) and all(t < RANK[r] for t in hand.trumps)
    ),
    r"the (\w+) of trumps": lambda hand, r: RANK[r] in hand.trumps,
    r"no jack of trumps": lambda hand: RANK["jack"] not in hand.trumps,
    r"the jack and another trump": lambda hand: (
        RANK["jack"] in hand.trumps and len(hand.trumps) > 1
    ),
    r"the ace and two of trumps": lambda hand: {RANK["ace"], RANK["two"]} <= {*hand.trumps},
    r"the jack kicked": lambda hand: hand.kick[0] == "J",
    r"a kick above the jack": lambda hand: hand.kick[0] in "QKA",
    r"a kick below the jack": lambda hand: hand.kick[0] not in "JQKA",
    r"(no|a) side suit of (\w+) or more": lambda hand, no, n: (
        (no == "a") == any(length >= NUMBERS[n] for length in lengths(hand.sides))
    ),
    r"no side (\w+)( or king)?": lambda hand, r, king: number(hand, r, king) == 0,
    r"a side (\w+)( or king)?": lambda hand, r, king: number(hand, r, king) >= 1,
    r"at most (\w+) side (\w+?)s?( or king| and kings)?": lambda hand, n, r, king: (
        number(hand, r, king) <= NUMBERS[n]
    ),
    r"(\w+) or more side (\w+)s( and kings)?": lambda hand, n, r, king: (
        number(hand, r, king) >= NUMBERS[n]
    ),
}
"""What a condition means, by its words; the first pattern that fits is meant."""


def meaning(words: str) -> Callable[[Seen], bool]:
    for pattern, reading in READINGS.items():
        match = re.fullmatch(pattern, words)
        if match:
            groups = match.groups()
            return lambda hand: reading(hand, *groups)
    raise AssertionError(words)


def lengths(cards: list[str]) -> list[int]:
    return [sum(card[1] == suit for card in cards) for suit in "SHDC"]


def number(hand: Seen, rank: str, king: str | None) -> int:
    marks = {"ace": "A", "ten": "T", "jack": "J"}[rank] + ("K" if king else "")
    return sum(card[0] in marks for card in hand.sides)


def random_hands(seed: int, count: int) -> list[tuple[list[str], str]]:
    """Hands and kicks, of few suits and ranks now and then so that rare ones come up."""
    rng = random.Random(seed)
    found = []
    for place in range(count):
        suits, ranks = (("SHDC", ""), ("SH", ""), ("SHDC", "AKTJ2"), ("SHD", "AK2"))[place % 4]
        pack = [c for c in oracle.PACK if c[1] in suits and (not ranks or c[0] in ranks)]
        hand = rng.sample(pack, 6)
        found.append((hand, rng.choice([card for card in oracle.PACK if card not in hand])))
    return found


def deals_of(hands: list[tuple[list[str], str]]) -> Deals:
    """Deals in which the eldest holds these hands."""
    suits = np.zeros((len(hands), 2, 4), np.int16)
    kicks = np.array([parse_card(kick) for _, kick in hands])
    for place, (hand, kick) in enumerate(hands):
        trump = parse_card(kick) // 16
        lanes = [trump, *(side_suit(trump, side) for side in range(3))]
        for card in parse_cards(" ".join(hand)):
            suits[place, ELDESTS, lanes.index(card // 16)] |= 1 << card % 16
    return Deals(suits, (kicks % 16).astype(np.int8), np.zeros((len(hands), 2), np.int32))


def test_every_condition_says_what_it_does() -> None:
    given = random_hands(1, 4000)
    shown = [seen(*hand) for hand in given]
    hands = hands_of(deals_of(given), ELDESTS)
    for words, condition in CONDITIONS.items():
        holds, means = condition(hands), meaning(words)
        assert holds.tolist() == [means(hand) for hand in shown], words
        assert 0 < holds.sum() < len(given), words


def test_hands_of_a_kind_are_alike_to_every_condition() -> None:
    hands = hands_of(deals_of(random_hands(2, 4000)), ELDESTS)
    kinds, place = kinds_of(hands)
    assert len(kinds.trumps) < 4000
    for words, condition in CONDITIONS.items():
        assert np.array_equal(condition(kinds)[place], condition(hands)), words


@pytest.mark.parametrize(
    ("hand", "kick", "begs"),
    [
        ("AH KH QD 5D 9C 3C", "7S", True),
        ("9S KH TH 9D 5C 4C", "7S", True),
        ("9S QH TH 9D 5C 4C", "7S", False),
        ("TS KH TH 9D 5C 4C", "7S", False),
        ("JS KH TH 9D 5C 4C", "7S", True),
        ("JS KH TH 9D 5C 4C", "QS", False),
        ("JS 2S TH 9D 5C 4C", "7S", False),
    ],
)
def test_a_rule_acts_where_one_of_its_clauses_holds(hand: str, kick: str, begs: bool) -> None:
    record = [
        ["no trump"],
        ["a lone trump below the ten", "a side ace or king"],
        ["the lone jack of trumps", "a kick below the jack"],
    ]
    rule = rule_of(json.loads(json.dumps(record)))
    assert acts(rule, hands_of(deals_of([(hand.split(), kick)]), ELDESTS)).tolist() == [begs]
    assert in_words("beg", rule) == (
        "Beg with no trump, or with a lone trump below the ten and a side ace or king, or with "
        "the lone jack of trumps and a kick below the jack."
    )


@pytest.mark.parametrize(
    ("record", "named"),
    [
        ("no trump", "'no trump'"),
        (["no trump"], "'no trump'"),
        ([["no trumps"]], '"no trumps"'),
        ([[7]], '"7"'),
        ([[]], "one or two conditions"),
        ([["no trump", "a side ace", "a side ten"]], "one or two conditions"),
    ],
)
def test_what_is_no_rule_is_named(record: Any, named: str) -> None:
    with pytest.raises(InputError, match=re.escape(named)):
        rule_of(record)


# What rules lose


@pytest.fixture(scope="module")
def game() -> Game:
    return recorded(Run(deals=4000, seed=9).settled(1), CLASSIC)


def value(deals: Deals, deal: int, choice: str, fresh: int, rules: Rules) -> int:
    """What a deal is worth to the dealer's team, in POINT."""
    kicks, end = divmod(int(deals.ways[deal, int(choice == "run")]), ENDS)
    hand = fresh if end == ENDINGS else POINT * points(outcome_of(end), rules)
    return POINT * kicks + hand - (POINT * rules.gift if choice == "give" else 0)


def lost(game: Game, seat: int, does: Callable[[int], bool], fresh: int) -> list[int]:
    """Loss, squares and other decisions of a seat that acts by trumps held, deal by deal."""
    solved = acts_by(game, books.for_points(game.rules).book, True).tolist()
    total = squares = others = 0
    for deal, (gives, begs) in enumerate(solved):
        held = int(game.deals.suits[deal, seat, 0])
        mine = [gives, begs]
        if seat == ELDESTS or (begs and (held or game.rules.give_void)):
            mine[seat] = does(held)
        made = [
            value(game.deals, deal, choice(*decided), fresh, game.rules)
            for decided in ((gives, begs), mine)
        ]
        gain = (made[1] - made[0]) * (1 if seat == DEALERS else -1)
        total, squares = total + gain, squares + gain * gain
        others += [*map(bool, mine)] != [gives == 1, begs == 1]
    return [total, squares, others]


def choice(gives: int, begs: int) -> str:
    return ("give" if gives else "run") if begs else "stand"


IN_PYTHON: dict[str, tuple[int, Callable[[int], bool]]] = {
    "eldest_published": (ELDESTS, lambda held: held.bit_count() < 2 and held < 1 << 9),
    "eldest_no_trump": (ELDESTS, lambda held: held == 0),
    "eldest_stands": (ELDESTS, lambda _: False),
    "dealer_published": (DEALERS, lambda held: held.bit_count() < 2),
    "dealer_reversed": (DEALERS, lambda held: held.bit_count() >= 2),
    "dealer_runs": (DEALERS, lambda _: False),
}
NOTHING: dict[str, Any] = {"fresh": 420, "eldest": [[]] * MOST, "dealer": [[]] * MOST}


def test_what_known_rules_lose_agrees_with_plain_python(game: Game) -> None:
    tallies = question._tried(game, NOTHING)
    assert set(IN_PYTHON) == set(CLAIMS)
    for name, (seat, does) in IN_PYTHON.items():
        assert tallies[name] == lost(game, seat, does, 420), name
        assert tallies[name][2] > 0
    assert tallies["eldest_1"] == tallies["eldest_stands"]


def test_a_dealer_who_must_run_without_a_trump_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    decisions, rules = books.for_points(CLASSIC), CLASSIC._replace(give_void=0)
    monkeypatch.setattr(books, "for_points", lambda _: decisions)
    game = recorded(Run(deals=3000, seed=9).settled(1), rules)
    tallies = question._tried(game, NOTHING)
    seat, does = IN_PYTHON["dealer_published"]
    assert tallies["dealer_published"] == lost(game, seat, does, 420)
    found = question._searched(game)
    assert not any("no trump" in words for rule in found["dealer"] for words in rule)


def test_a_dealer_who_may_never_give_has_no_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    decisions, rules = books.for_points(CLASSIC), CLASSIC._replace(gift=99)
    monkeypatch.setattr(books, "for_points", lambda _: decisions)
    found = question._searched(recorded(Run(deals=500, seed=9).settled(1), rules))
    assert found["dealer"] == [[]] * MOST


def test_on_its_own_deals_each_rule_is_better_than_the_shorter_ones(game: Game) -> None:
    found = question._searched(game)
    tallies = question._tried(game, found)
    for seat, nothing in (("eldest", "eldest_stands"), ("dealer", "dealer_runs")):
        gains = [tallies[f"{seat}_{number}"][0] for number in range(1, MOST + 1)]
        assert gains == sorted(gains)
        assert tallies[nothing][0] < gains[0]
        for name, claim in CLAIMS.items():
            if claim.seat == seat and len(claim.rule) == 1:
                assert tallies[name][0] <= gains[0]


def test_no_rule_is_better_than_the_solution() -> None:
    """But for chance, on the deals that were searched too."""
    game = recorded(Run(deals=40_000, seed=9).settled(1), CLASSIC)
    found = question._searched(game)
    for name, (gain, squares, _) in question._tried(game, found).items():
        assert gain < 3 * squares**0.5, name


def test_a_fresh_deal_is_worth_what_it_is_worth_again(game: Game) -> None:
    book = books.for_points(CLASSIC).book
    fresh = fresh_value(game, book)
    worths = worths_in_points(CLASSIC, fresh)
    assert deal_value(game, worths, acts_by(game, book, True)) == pytest.approx(fresh, abs=1e-3)


# As a report and a study


@pytest.fixture(scope="module")
def files() -> Files:
    return make("rules-of-thumb", STUDY, INPUTS, Run(threads=1), {})


def test_its_rows_are_the_rules_found_and_the_known_ones(files: Files) -> None:
    rows = json.loads(files["report.json"])["rows"]
    found = {f"{seat}_{number}" for seat in ("eldest", "dealer") for number in range(1, MOST + 1)}
    assert {row["name"] for row in rows} == found | set(CLAIMS)
    assert all(row["n"] == INPUTS["trials"] for row in rows)
    rules = json.loads(files["rules.json"])
    by_name = {row["name"]: row for row in rows}
    for seat, verb in (("eldest", "beg"), ("dealer", "give")):
        for number in range(1, MOST + 1):
            rule: Rule = rule_of(rules[seat][number - 1])
            assert 1 <= len(rule) <= number
            assert by_name[f"{seat}_{number}"]["rule"] == in_words(verb, rule)


def test_a_loss_is_the_mean_of_its_tally(files: Files) -> None:
    tallies = json.loads(files["trial.json"])["all"]
    for row in json.loads(files["report.json"])["rows"]:
        gain = tallies[row["name"]][0]
        assert row["value"] == pytest.approx(-gain / POINT / INPUTS["trials"])
        assert row["low"] <= row["value"] <= row["high"]


def test_the_rules_are_in_every_form(files: Files) -> None:
    frame = STUDY.report(INPUTS, files)
    rows = list(csv.DictReader(io.StringIO(to_csv(frame))))
    assert rows[0]["rule"] == json.loads(to_json(frame))["rows"][0]["rule"]
    text = to_text(frame)
    assert CLAIMS["eldest_published"].words in text
    assert text.isascii()
    assert max(map(len, text.split("\n\n")[2].splitlines())) < 160


def test_threads_make_no_difference(files: Files) -> None:
    assert make("rules-of-thumb", STUDY, INPUTS, Run(threads=2, block=70), {}) == files


def test_the_command_answers_as_the_study_does(files: Files) -> None:
    inputs = INPUTS | {"trials": INPUTS["deals"]}
    expected = STUDY.report(inputs, make("rules-of-thumb", STUDY, inputs, Run(), {}))
    deals = str(INPUTS["deals"])
    answer = run("rules-of-thumb", "--seed", "3", "--deals", deals, "--format", "json")
    assert (answer.status, answer.err) == (0, "")
    assert answer.out == to_json(expected)
    assert json.loads(files["rules.json"]) == json.loads(
        make("rules-of-thumb", STUDY, inputs, Run(), {})["rules.json"]
    )


def test_one_deal_gives_an_answer() -> None:
    for form in ("table", "csv", "json", "markdown"):
        answer = run("rules-of-thumb", "--seed", "3", "--deals", "1", "--format", form)
        assert (answer.status, answer.err) == (0, "")
        assert not re.search(r"\b(nan|NaN|None|inf)\b", answer.out)


def test_replayed_deals_come_out_the_same_or_are_named(files: Files) -> None:
    assert list(STUDY.replay(INPUTS, files, Run())) == []
    other = json.loads(files["trial.json"])
    other["last"]["dealer_2"][0] += 1
    changed = files | {"trial.json": json.dumps(other).encode()}
    assert list(STUDY.replay(INPUTS, changed, Run())) == [
        "trial.json: its last deals are played differently now"
    ]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("rules.json", b""),
        ("rules.json", b"[1, 2]"),
        ("rules.json", b'{"fresh": 420, "eldest": [], "dealer": []}'),
        ("rules.json", b'{"fresh": "420", "eldest": [[],[],[],[]], "dealer": [[],[],[],[]]}'),
        ("trial.json", b"{}"),
        ("trial.json", b'{"all": {}, "first": {}, "last": {}}'),
    ],
)
def test_other_files_are_refused_by_name(files: Files, name: str, content: bytes) -> None:
    with pytest.raises(InputError, match=f"^{name}: expected"):
        STUDY.report(INPUTS, files | {name: content})


def test_an_unknown_condition_is_named(files: Files) -> None:
    rules = json.loads(files["rules.json"])
    rules["dealer"][1] = [["a trump up the sleeve"]]
    with pytest.raises(InputError, match="up the sleeve"):
        STUDY.report(INPUTS, files | {"rules.json": json.dumps(rules).encode()})


def test_it_needs_the_solution_that_it_is_compared_with() -> None:
    needs = STUDY.needs()
    assert set(needs) == {"players/expert/weights.npy", "begging/classic/book.npy"}
    assert needs["begging/classic/book.npy"].startswith(
        books.for_points(CLASSIC).source.partition("(")[2].rstrip(")")
    )
    assert books.point_needs(CLASSIC._replace(gift=2)) == {}
