"""Deal records of Back Alley: read, refused, written, and answered at the command line."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.backalley import dealing, players, rule_sets
from analysis.backalley.records import legal_record, score_record
from analysis.backalley.show import draw
from engine.backalley.rules import CHOICES, FLAGS, PRESETS, Rules, limits
from engine.cards import InputError
from tests import backalley_oracle as oracle
from tests.backalley_judges import dealt
from tests.command import ROOT, run
from tests.test_backalley_agreement import RULE_SETS

Record = dict[str, Any]

SPADES = {"trump": "always_spades"}
often = settings(derandomize=True, deadline=None, max_examples=150, database=None)


def recorded(record: Record) -> Record:
    """A record of the oracle's as files have it: what is not needed left out."""
    rules = oracle.read_rules(record["rules"])
    left_out = {"faced"} if rules["trump"] == "always_spades" else set()
    if record["faced"] not in oracle.JOKERS:
        left_out.add("next")
    kept = {field: value for field, value in record.items() if field not in left_out}
    return {"game": "backalley", **kept}


def text(*records: object) -> bytes:
    return "".join(json.dumps(record) + "\n" for record in records).encode()


def answers(command: str, lines: bytes) -> list[Record]:
    """One JSON object a line, and nothing on stderr."""
    answer = run("backalley", command, "-", stdin=lines)
    assert (answer.status, answer.err) == (0, "")
    return [json.loads(line, parse_constant=pytest.fail) for line in answer.out.splitlines()]


def deals(*args: str) -> list[Record]:
    answer = run("backalley", "deals", *args)
    assert (answer.status, answer.err) == (0, "")
    return [json.loads(line) for line in answer.out.splitlines()]


# Records of the oracle


@st.composite
def complete(draw: st.DrawFn) -> Record:
    """A record that was bid and played at random to its end."""
    rules = draw(st.sampled_from(RULE_SETS))
    rng = random.Random(draw(st.integers(0, 2**32)))
    return oracle.random_record(rng, rules, draw(st.integers(1, 13)))


@often
@given(complete(), st.data())
def test_records_come_to_what_the_oracle_says(record: Record, data: st.DataObject) -> None:
    assert score_record(recorded(record)) == oracle.answer(record)
    played = data.draw(st.integers(0, len(record["plays"])))
    part = record | {"plays": record["plays"][:played]}
    hand = oracle.Hand(part)
    assert score_record(recorded(part)) == oracle.answer(part)
    found = legal_record(recorded(part))
    assert sorted(found["legal"]) == sorted(hand.legal())
    assert found["seat"] == (hand.seat if hand.legal() else None)


@often
@given(complete(), st.data())
def test_any_slip_is_refused_as_by_the_oracle(record: Record, data: st.DataObject) -> None:
    cards, bids = st.sampled_from(oracle.PACK), st.integers(-1, 15) | st.just("board")
    if data.draw(st.booleans()):
        place = data.draw(st.integers(0, 3))
        changed = [*record["bids"][:place], data.draw(bids), *record["bids"][place + 1 :]]
        slip = record | {"bids": changed}
    else:
        place = data.draw(st.integers(0, len(record["plays"])))
        slip = record | {"plays": [*record["plays"][:place], data.draw(cards)]}
    try:
        expected = oracle.answer(slip)
    except ValueError:
        with pytest.raises(InputError):
            score_record(recorded(slip))
    else:
        assert score_record(recorded(slip)) == expected


# A record to begin with: hands of three, trump is spades, seat 1 leads

RECORD: Record = {
    "game": "backalley",
    "rules": "classic",
    "hands": ["2S 7H 3C", "AS QH 9D", "LB 4H KD", "KS AH 8D"],
    "faced": "9S",
    "bids": [1, "pass", "pass", 1],
    "plays": ["QH", "4H", "AH", "7H"],
}
JOKER_FACED = RECORD | {"faced": "BB", "next": "5C", "plays": []}
ONE_CARD = RECORD | {"hands": ["7H", "AS", "4H", "KS"], "bids": ["pass"], "plays": []}
PASSED = RECORD | {"bids": ["pass"] * 4, "plays": []}
PLAYED = [*RECORD["plays"], "8D", "3C", "9D", "KD", "LB", "KS", "2S", "AS"]
BIG_LED = dealt({1: "BB 9D", 2: "AS 3S", 3: "4H 5H", 0: "6H 7H"}, bids="board pass pass pass")
LITTLE_LED = dealt({1: "LB 9D", 2: "AS 3S", 3: "4H 5H", 0: "6H 7H"}, bids="board pass pass pass")


def with_hand(seat: int, cards: str, record: Record = RECORD) -> Record:
    hands = [*record["hands"][:seat], cards, *record["hands"][seat + 1 :]]
    return record | {"hands": hands}


def with_bids(*bids: Any, record: Record = RECORD) -> Record:
    return record | {"bids": list(bids), "plays": []}


def after(plays: str) -> Record:
    return RECORD | {"plays": plays.split()}


def long_hands(cards: int) -> list[str]:
    return [" ".join(oracle.PACK[seat::4][:cards]) for seat in range(4)]


REFUSED: dict[str, tuple[Any, str]] = {
    "a list": ([1], "[1]"),
    "a text": ("hands", "'hands', expected an object with game, hands"),
    "nothing": (None, "None"),
    "no fields": ({}, 'game: null, expected "backalley"'),
    "another game": (RECORD | {"game": "allfours"}, 'game: "allfours", expected "backalley"'),
    "a field of another game": (RECORD | {"kicks": ["9S"]}, 'no field "kicks"'),
    "no hands": ({"game": "backalley"}, "hands: null, expected four texts of cards"),
    "three hands": (RECORD | {"hands": RECORD["hands"][:3]}, "expected four texts of cards"),
    "hands as lists": (RECORD | {"hands": [["KS"]] * 4}, "expected four texts of cards"),
    "an unknown card": (with_hand(1, "AS QH 1D"), 'hands[1]: card 3, "1D": no rank "1"'),
    "an unknown joker": (with_hand(1, "AS QH MB"), 'hands[1]: card 3, "MB": no rank "M"'),
    "no card": (with_hand(0, ""), "hands[0]: 0 cards, expected 1 to 13"),
    "fourteen cards": (
        RECORD | {"hands": [" ".join(oracle.PACK[:14])] * 4},
        "hands[0]: 14 cards, expected 1 to 13",
    ),
    "a hand of two": (with_hand(2, "LB 4H"), "hands[2]: 2 cards, expected 3 as in hands[0]"),
    "a hand of four": (with_hand(3, "KS AH 8D 2D"), "hands[3]: 4 cards, expected 3"),
    "a card twice in a hand": (with_hand(1, "AS AS 9D"), '"AS": occurs twice'),
    "a card in two hands": (with_hand(1, "AS QH 8D"), '"8D": in hands[3], but also in hands[1]'),
    "a joker twice": (with_hand(1, "LB QH 9D"), '"LB": in hands[2], but also in hands[1]'),
    "a joker twice in a hand": (with_hand(2, "LB LB KD"), 'hands[2]: card 2, "LB": occurs twice'),
    "the faced card in a hand": (RECORD | {"faced": "8D"}, '"8D": in faced, but also in hands[3]'),
    "the faced joker in a hand": (RECORD | {"faced": "LB"}, '"LB": in faced, but also in hands[2]'),
    "the next card in a hand": (JOKER_FACED | {"next": "8D"}, '"8D": in next, but also in hands'),
    "the next card faced": (JOKER_FACED | {"next": "BB"}, '"BB": in next, but also in faced'),
    "nothing faced": (RECORD | {"faced": None}, "faced: null, expected the faced card"),
    "faced a number": (RECORD | {"faced": 9}, "faced: 9, expected a card"),
    "two cards faced": (RECORD | {"faced": "9S 8S"}, 'faced: "9S 8S", expected the faced card'),
    "faced an unknown card": (RECORD | {"faced": "9X"}, 'faced: card 1, "9X": no suit "X"'),
    "faced though spades are trump": (
        RECORD | {"rules": SPADES},
        'faced: "9S", expected none as spades are always trump',
    ),
    "next a list": (JOKER_FACED | {"next": ["5C"]}, 'next: ["5C"], expected a text of cards'),
    "three next cards": (JOKER_FACED | {"next": "5C 6C 7C"}, "next: 3 cards, expected at most 2"),
    "an unknown next card": (JOKER_FACED | {"next": "0C"}, 'next: card 1, "0C": no rank "0"'),
    "no card to swap": (
        JOKER_FACED | {"next": None},
        'next: 0 cards, expected 1 (the holder of "LB" takes the next card)',
    ),
    "no card to face again": (
        JOKER_FACED | {"next": "", "rules": "hfi"},
        "next: 0 cards, expected 1 (the next card is faced in place of a joker)",
    ),
    "no card to face a third time": (
        with_hand(2, "3H 4H KD", JOKER_FACED) | {"next": "LB", "rules": "hfi"},
        "next: 1 cards, expected 2 (the next card is faced",
    ),
    "bids in one text": (RECORD | {"bids": "pass"}, 'bids: "pass", expected a list of bids'),
    "a fifth bid": (with_bids(1, 1, 1, 1, "pass"), "bids: 5 bids, expected four"),
    "a bid over the limit": (
        with_bids(1, 3),
        'bid 2, dealer-partner: 3, expected "pass", a number from 1 to 2 or "board"',
    ),
    "a bid of all tricks, bab-online": (
        with_bids(4) | {"rules": "bab-online"},
        'bid 1, eldest: 4, expected "pass", a number from 1 to 3 or "board"',
    ),
    "a bid of nothing": (with_bids(0), "bid 1, eldest: 0, expected"),
    "a bid below nothing": (with_bids(1, 1, -1), "bid 3, eldest-partner: -1, expected"),
    "a bid of a half": (with_bids(1, 1, 1, 0.5), "bid 4, dealer: 0.5, expected"),
    "a bid in a text": (with_bids("1"), 'bid 1, eldest: "1", expected'),
    "a bid that is true": (with_bids(True), "bid 1, eldest: true, expected"),
    "a bid of null": (with_bids(None), "bid 1, eldest: null, expected"),
    "a bid of other words": (with_bids("Board"), 'bid 1, eldest: "Board", expected'),
    "a number with one card": (
        with_bids(1, record=ONE_CARD),
        'bid 1, eldest: 1, expected "pass" or "board"',
    ),
    "two with one card, bab-online": (
        with_bids(2, record=ONE_CARD) | {"rules": "bab-online"},
        'bid 1, eldest: 2, expected "pass", 1 or "board"',
    ),
    "plays in one text": (RECORD | {"plays": "QH"}, 'plays: "QH", expected a list of cards'),
    "a play that is no card": (after("Q"), 'plays: card 1, "Q": no suit'),
    "a play of two cards": (RECORD | {"plays": ["QH 4H"]}, 'plays: "QH 4H": 2 cards'),
    "a trump led": (
        after("AS"),
        'trick 1, card "AS": eldest may only play one of QH 9D as trumps are not broken',
    ),
    "a trump led later": (
        after("QH 4H AH 7H KS"),
        'trick 2, card "KS": eldest-partner may only play one of 8D as trumps are not broken',
    ),
    "a suit not followed": (
        after("QH KD"),
        'trick 1, card "KD": dealer-partner may only play one of 4H as it can follow suit',
    ),
    "BB led, not the highest": (
        BIG_LED | {"game": "backalley", "plays": ["BB", "3S"]},
        'trick 1, card "3S": dealer-partner may only play one of AS as BB was led',
    ),
    "LB led, not the lowest": (
        LITTLE_LED | {"game": "backalley", "plays": ["LB", "AS"]},
        'trick 1, card "AS": dealer-partner may only play one of 3S as LB was led',
    ),
    "a card not held": (
        after("QH 4H AH 3C 8H"),
        'trick 1, card "3C": dealer may only play one of 7H as it can follow suit',
    ),
    "a card of nobody": (
        after("QH 5H"),
        'trick 1, card "5H": dealer-partner to play does not hold it, but LB 4H KD',
    ),
    "the faced card played": (after("9S"), 'trick 1, card "9S": eldest to play does not hold it'),
    "a card twice": (after("QH 4H AH 7H AH"), 'trick 2, card "AH": eldest-partner to play'),
    "a joker laid aside": (
        JOKER_FACED | {"plays": ["QH", "LB"]},
        'trick 1, card "LB": dealer-partner to play does not hold it, but 4H KD 5C',
    ),
    "too many plays": (
        RECORD | {"plays": [*PLAYED, "AS"]},
        'trick 4, card "AS": every card has been played',
    ),
    "plays where all passed": (
        PASSED | {"plays": ["QH"]},
        'trick 1, card "QH": nothing may be played as all four passed',
    ),
    "plays before the last bid": (
        RECORD | {"bids": [1, 1, 1]},
        'trick 1, card "QH": nothing may be played after 3 bids, expected four',
    ),
    "an unknown rule set": (RECORD | {"rules": "tobago"}, 'no rule set "tobago"'),
    "an unknown rule": (RECORD | {"rules": {"target": 7}}, 'no rule "target"'),
    "a rule beyond its limits": (RECORD | {"rules": {"bid_all": 2}}, 'bid_all: "2", expected'),
    "an unknown choice": (
        RECORD | {"rules": {"joker_faced": "keep"}},
        'joker_faced: "keep", expected swap or lone_trump or turn_again',
    ),
    "rules in a list": (RECORD | {"rules": ["classic"]}, "classic"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    record, sentence = REFUSED[name]
    for judge in (score_record, legal_record):
        with pytest.raises(InputError) as refusal:
            judge(record)
        assert sentence in str(refusal.value)


@pytest.mark.parametrize("made", range(4))
def test_a_hand_is_scored_once_all_have_bid(made: int) -> None:
    bids = ["pass", 1, "board"][:made]
    with pytest.raises(InputError, match=f"bids: {made} bids, expected four"):
        score_record(with_bids(*bids))


@pytest.mark.parametrize(
    "record", [RECORD, JOKER_FACED, PASSED, RECORD | {"plays": PLAYED}, RECORD | {"plays": []}]
)
def test_refused_are_near_records_that_stand(record: Record) -> None:
    assert score_record(record) == oracle.answer(record)


def test_what_may_be_bid() -> None:
    for made, seat in enumerate((1, 2, 3, 0)):
        bids = ["pass"] * made
        assert legal_record(with_bids(*bids)) == {"seat": seat, "bids": ["pass", 1, 2, "board"]}
    without = {field: value for field, value in PASSED.items() if field not in ("bids", "plays")}
    assert legal_record(without)["seat"] == 1
    assert legal_record(ONE_CARD) == {"seat": 2, "bids": ["pass", "board"]}
    wide = legal_record(ONE_CARD | {"rules": "bab-online"})
    assert wide == {"seat": 2, "bids": ["pass", 1, "board"]}
    assert legal_record(PASSED) == {"seat": None, "legal": []}


def test_thirteen_cards_with_both_jokers_faced() -> None:
    record = RECORD | {"rules": "hfi", "hands": long_hands(13), "faced": "BB", "next": "LB"}
    assert score_record(record | {"plays": []})["trump"] is None


def test_what_is_not_needed_may_be_given() -> None:
    assert score_record(RECORD | {"next": "5C 6C"}) == score_record(RECORD)
    nobody = with_hand(2, "3H 4H KD", JOKER_FACED) | {"next": None}
    assert score_record(nobody) == {"trump": None, "leader": 1, "tricks": []}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 20) | st.floats() | st.text("AKQ9SHBL "),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)


@often
@given(st.sampled_from([*RECORD, "next", "seed", "deal"]), json_values, json_values)
def test_any_record_is_read_or_refused(field: str, value: Any, other: Any) -> None:
    changed = RECORD | {field: value}
    for record in (other, changed, changed | {"plays": []}, JOKER_FACED | {field: value}):
        for judge in (score_record, legal_record):
            with suppress(InputError):
                json.dumps(judge(record), allow_nan=False)


# Rule sets


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    fields = {field: st.integers(*limits(field)) for field in Rules._fields}
    changes = draw(st.fixed_dictionaries({}, optional=fields))
    return draw(st.sampled_from(list(PRESETS.values())))._replace(**changes)


@often
@given(any_rules())
def test_rules_are_described_and_read_again(rules: Rules) -> None:
    described = rule_sets.describe(rules)
    assert rule_sets.from_record(described) == rules
    fields = {"base": described} if isinstance(described, str) else dict(described)
    base = rule_sets.preset(fields.pop("base"))
    assert rule_sets.change(base, [f"{key}={value}" for key, value in fields.items()]) == rules


def test_choices_and_flags_are_named() -> None:
    for field, names in CHOICES.items():
        for place, name in enumerate(names):
            assert getattr(rule_sets.from_record({field: name}), field) == place
    for field in FLAGS:
        assert getattr(rule_sets.from_record({field: 1}), field) == 1


# Numbered deals


@pytest.mark.parametrize("rules", RULE_SETS, ids=str)
@pytest.mark.parametrize("play", ["random", "simple"])
def test_every_deal_is_a_legal_record(rules: Any, play: str) -> None:
    preset, strategy = rule_sets.from_record(rules), players.strategy(play)
    for cards in (1, 4, 13):
        for record in dealing.record_deals(8, 0, 12, cards, preset, strategy):
            again = json.loads(json.dumps(record))
            assert rule_sets.from_record(again["rules"]) == preset
            assert score_record(again) == oracle.answer(again | {"rules": rules})
            assert legal_record(again) == {"seat": None, "legal": []}


def test_deals_have_numbers() -> None:
    args = ("backalley", "deals", "--seed", "5", "--cards", "6")
    whole = run(*args, "--deals", "6").out.splitlines(True)
    assert run(*args, "--deals", "3", "--from", "3").out == "".join(whole[3:])
    assert run(*args, "--from", "4").out == whole[4]
    assert [json.loads(line)["deal"] for line in whole] == [*range(6)]


def test_a_record_has_the_fields_that_others_rely_on() -> None:
    fields = {"game", "seed", "deal", "rules", "hands", "faced", "bids", "plays"}
    jokers = 0
    for record in deals("--seed", "3", "--deals", "60", "--cards", "4"):
        joker = record["faced"] in oracle.JOKERS
        assert set(record) == (fields | {"next"} if joker else fields)
        cards = " ".join([*record["hands"], record["faced"], record.get("next", "")]).split()
        assert set(cards) <= set(oracle.PACK)
        assert len(set(cards)) == len(cards) == 17 + joker
        assert len(record["bids"]) == 4
        assert len(record["plays"]) in (0, 16)
        jokers += joker
    assert jokers
    lone = deals("--seed", "3", "--deals", "60", "--set", "joker_faced=lone_trump")
    assert not any("next" in record for record in lone)
    spades = deals("--seed", "3", "--set", "trump=always_spades")
    assert not {"next", "faced"} & set(spades[0])


def turned_again() -> Iterator[Record]:
    """Hands under rules by which a faced joker is followed by another card."""
    rules = rule_sets.preset("hfi")
    yield from dealing.record_deals(1, 0, 4000, 1, rules, players.strategy("simple"))


def test_as_many_next_cards_are_recorded_as_are_needed() -> None:
    found = {
        (record["faced"] in oracle.JOKERS, *record.get("next", "").split())
        for record in turned_again()
    }
    counts = {(joker, *(card in oracle.JOKERS for card in cards)) for joker, *cards in found}
    assert counts == {(False,), (True, False), (True, True, False)}


def test_cards_are_those_of_every_study() -> None:
    """Other players, and other rules for play, meet the same cards."""
    ones = deals("--seed", "4", "--deals", "20", "--play", "random", "--set", "broken=by_ruff")
    others = deals("--seed", "4", "--deals", "20")
    assert [one["hands"] for one in ones] == [other["hands"] for other in others]


# The command line


def test_a_file_is_answered_and_bad_lines_do_not_lose_the_others(tmp_path: Path) -> None:
    bad = RECORD | {"bids": [1, 9]}
    lines = text(RECORD) + b"\n{\n" + text(bad, PASSED, with_bids(1))
    file = tmp_path / "records.jsonl"
    file.write_bytes(lines)
    answer = run("backalley", "score", str(file))
    assert answer == run("backalley", "score", "-", stdin=lines)
    assert answer.status == 2
    found = [json.loads(line) for line in answer.out.splitlines()]
    assert found[0] == {"trump": "S", "leader": 1, "tricks": [3]}
    assert found[3] == {"redeal": True}
    assert [list(found[place]) for place in (1, 2, 4)] == [["error"]] * 3
    errors = [found[place]["error"] for place in (1, 2, 4)]
    assert answer.err.splitlines() == [f"allfours: {error}" for error in errors]
    assert [error[:7] for error in errors] == ["line 3:", "line 4:", "line 6:"]
    assert answers("legal", text(with_bids(1)))[0]["seat"] == 2


def test_cards_are_read_in_any_notation() -> None:
    other = RECORD | {
        "hands": ["♠2 7H 3C", "A♠ qh 9d", "lb 4H KD", "KS,AH,8D"],
        "plays": ["♥Q", "4♥", "ah", "7H"],
    }
    lines = json.dumps(other, ensure_ascii=False).encode()
    for command in ("score", "legal"):
        assert answers(command, lines) == answers(command, text(RECORD))


def test_a_drawn_seed_is_told_and_repeats_the_deals() -> None:
    for args in (["deals", "--deals", "2"], ["show"]):
        first = run("backalley", *args)
        seed = re.fullmatch(r"seed (\d+)\n", first.err)
        assert seed
        assert run("backalley", *args, "--seed", seed[1]) == (0, first.out, "")


@pytest.mark.parametrize("number", range(2, 8))
def test_show_draws_the_deal_that_deals_records(number: int) -> None:
    args = ("--seed", "3", "--cards", "4")
    record = deals(*args, "--from", str(number))[0]
    shown = run("backalley", "show", *args, "--deal", str(number))
    assert shown.status == 0
    table, _, tricks = shown.out.partition("Faced")
    dealt = re.findall(r"\b(?:[2-9TJQKA][SHDC]|BB|LB)\b", table)
    assert sorted(dealt) == sorted(" ".join(record["hands"]).split())
    played = re.findall(r"^ +\d+  .*", tricks, re.MULTILINE)
    cards = [re.findall(r"\b(?:[2-9TJQKA][SHDC]|BB|LB)\b", line) for line in played]
    assert [card for line in cards for card in line] == record["plays"]
    found = score_record(record)
    assert ("dealt again" in shown.out) == ("redeal" in found)
    if "redeal" not in found:
        dealer, eldest = found["points"]
        assert f"points: dealer's team {dealer}, eldest's team {eldest}\n" in shown.out


def test_show_says_who_swaps() -> None:
    record = {"seed": 1, "deal": 2, **JOKER_FACED, "bids": ["pass"] * 4}
    drawn = draw(record, symbols=True)
    assert "Faced: BB. There is no trump. Next in the pack: 5♣." in drawn
    assert "It goes to the dealer's partner in place of LB." in drawn
    alone = draw(record | {"rules": {"joker_faced": "lone_trump"}})
    assert "Trump: LB. Next in the pack: 5C.\n" in alone
    assert "in place of" not in draw(with_hand(2, "3H 4H KD", record))


def test_show_draws_symbols_only_where_they_can_be_shown() -> None:
    args = ["backalley", "show", "--seed", "5", "--symbols"]
    symbols = run(*args)
    plain = run(*args, encoding="cp1252")
    assert plain.out.isascii()
    assert symbols.out.translate(str.maketrans("♠♥♦♣", "SHDC")) == plain.out


def test_the_group_has_help_and_names_its_commands() -> None:
    answer = run("backalley")
    assert answer == run("backalley", "--help")
    assert answer.status == 0
    assert {"bid", "tricks", "match", "boards", "claims", "deals", "show", "score", "legal"} <= set(
        answer.out.split()
    )
    wrong = run("backalley", "beg")
    assert (wrong.status, wrong.out) == (2, "")
    assert (
        'no command "beg" (there are bid, tricks, match, boards, claims, deals, show, score, legal)'
        in wrong.err
    )


def test_every_record_of_the_readme_is_legal() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    records = re.findall(r"^\{\"game\": \"backalley.*", readme, re.MULTILINE)
    assert records
    for record in map(json.loads, records):
        assert score_record(record) == oracle.answer(record)
