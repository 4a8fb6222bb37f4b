"""Deal records at the command line: ``deals``, ``show``, ``score`` and ``legal``."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.command import run

Record = dict[str, Any]

RECORD: Record = {
    "rules": "classic",
    "score": [0, 0],
    "hands": [
        "KS 7H 6H 5D 4C 2C",
        "AS QH 9H TD 8D 3C",
        "JS TH 4H KD 7D 6C",
        "9S AH 3H 2D TC 5C",
    ],
    "kicks": ["2S"],
    "eldest": "stand",
    "dealer": None,
    "plays": ["AS", "JS", "9S", "KS"],
}
"""The eldest's team has hung the jack in the first trick."""

SUITS = "SHDC"
PACK = [rank + suit for suit in SUITS for rank in "23456789TJQKA"]

both = pytest.mark.parametrize("command", ["score", "legal"])


def text(*records: Record) -> bytes:
    return "".join(json.dumps(record) + "\n" for record in records).encode()


def answers(command: str, lines: bytes, status: int = 0) -> list[Record]:
    """One JSON object a line, and nothing on stderr if all is well."""
    answer = run(command, "-", stdin=lines)
    assert answer.status == status
    assert status or answer.err == ""
    return [json.loads(line, parse_constant=pytest.fail) for line in answer.out.splitlines()]


def deals(*args: str) -> list[Record]:
    answer = run("deals", *args)
    assert (answer.status, answer.err) == (0, "")
    return [json.loads(line) for line in answer.out.splitlines()]


def played_out(deal: Record) -> Record:
    """The deal with the first legal card played until every card is."""
    plays = list(deal["plays"])
    while legal := answers("legal", text(deal | {"plays": plays}))[0]["legal"]:
        plays.append(legal[0])
    return deal | {"plays": plays}


# deals and show


def test_deals_have_numbers() -> None:
    whole = run("deals", "--seed", "5", "--deals", "6").out.splitlines(True)
    assert len(whole) == 6
    last = run("deals", "--seed", "5", "--deals", "3", "--from", "3").out
    assert last == "".join(whole[3:])
    alone = run("deals", "--seed", "5", "--from", "4").out
    assert alone == whole[4]
    assert [json.loads(line)["deal"] for line in whole] == [*range(6)]


def test_a_record_has_the_fields_that_others_rely_on() -> None:
    for record in deals("--seed", "5", "--deals", "30"):
        assert set(record) == {"seed", "deal", *RECORD}
        assert (record["seed"], record["rules"], record["score"]) == (5, "classic", [0, 0])
        hands = [hand.split() for hand in record["hands"]]
        dealt = [*record["kicks"], *(card for hand in hands for card in hand)]
        assert set(dealt) <= set(PACK)
        assert len(set(dealt)) == len(dealt)
        assert {len(hand) for hand in hands} == {min(3 + 3 * len(record["kicks"]), 12)}
        assert len(record["plays"]) in (0, 4 * len(hands[0]))


def test_a_drawn_seed_is_told_and_repeats_the_deals() -> None:
    for args in (["deals", "--deals", "2"], ["show"]):
        first = run(*args)
        seed = re.fullmatch(r"seed (\d+)\n", first.err)
        assert seed
        assert run(*args, "--seed", seed[1]) == (0, first.out, "")


@pytest.mark.parametrize("play", ["simple", "random", "expert"])
@pytest.mark.parametrize(
    "rules",
    [
        "--rules classic",
        "--rules tournament",
        "--rules tobago --set exhausted=kick_last",
        "--set kick_kept=0 --set low_to=taker --set game_tie=dealer",
        "--set target=3 --set gift_can_win=1 --set stand_void=0",
        "--set undertrump=0 --set undertrump_escape=no_choice --set follow=trump_when_void",
    ],
)
def test_every_deal_played_is_a_legal_record(rules: str, play: str) -> None:
    made = run("deals", "--seed", "8", "--deals", "100", "--play", play, *rules.split())
    scored = answers("score", made.out.encode())
    ended = answers("legal", made.out.encode())
    assert len(scored) == len(ended) == 100
    assert all(answer == {"seat": None, "legal": []} for answer in ended)
    for record, answer in zip(map(json.loads, made.out.splitlines()), scored, strict=True):
        assert len(answer["tricks"]) == len(record["plays"]) // 4
        earned = {"dealer": 0, "eldest": 0}
        for _, team, points in answer["awards"]:
            assert points > 0
            earned[team] += points
        assert answer["score"] == [*earned.values()]


def test_show_draws_the_deal_that_deals_records() -> None:
    for number in ("0", "3", "4"):
        record = deals("--seed", "5", "--from", number)[0]
        shown = run("show", "--seed", "5", "--deal", number)
        assert shown.status == 0
        cards = re.findall(r"\b[2-9TJQKA][SHDC]\b", shown.out)
        dealt = " ".join([*record["hands"], *record["kicks"], *record["plays"]]).split()
        assert sorted(cards) == sorted(dealt)


def test_show_draws_symbols_only_where_they_can_be_shown() -> None:
    args = ["show", "--seed", "5", "--deal", "4", "--symbols"]
    symbols = run(*args)
    assert set("♠♥♦♣") < set(symbols.out)
    plain = run(*args, encoding="cp1252")
    assert plain == run("show", "--seed", "5", "--deal", "4")
    assert symbols.out.translate(str.maketrans("♠♥♦♣", SUITS)) == plain.out


# score and legal


def test_awards_come_in_the_order_in_which_they_count() -> None:
    answer = answers("score", text(played_out(RECORD)))[0]
    assert list(answer) == ["tricks", "awards", "score", "winner"]
    assert answer["tricks"][0] == {"winner": 1, "pips": 8}
    awards = [["high", "eldest", 1], ["low", "eldest", 1], ["hang", "eldest", 3]]
    assert answer["awards"][:3] == awards
    assert [name for name, _, _ in answer["awards"][3:]] in ([], ["game"])
    assert answer["winner"] is None


def test_at_thirteen_all_high_wins() -> None:
    answer = answers("score", text(played_out(RECORD) | {"score": [13, 13]}))[0]
    assert answer["awards"] == [["high", "eldest", 1]]
    assert (answer["score"], answer["winner"]) == ([13, 14], "eldest")


def test_a_hand_that_stops_early_counts_no_award_yet() -> None:
    answer = answers("score", text(RECORD))[0]
    assert answer == {
        "tricks": [{"winner": 1, "pips": 8}], "awards": [], "score": [0, 0], "winner": None,
    }  # fmt: skip
    without = {key: value for key, value in RECORD.items() if key != "plays"}
    assert answers("score", text(without))[0]["tricks"] == []
    assert answers("legal", text(without))[0] == {"seat": 1, "legal": RECORD["hands"][1].split()}


def test_an_exhausted_pack_is_dealt_again() -> None:
    kicks = ["4H", "7H", "QH"]
    rest = [card for card in PACK if card not in kicks]
    hands = [" ".join(rest[12 * seat : 12 * seat + 12]) for seat in range(4)]
    run_dry = RECORD | {
        "hands": hands, "kicks": kicks, "eldest": "beg", "dealer": "run", "plays": [],
    }  # fmt: skip
    assert answers("score", text(run_dry))[0] == {
        "tricks": [], "awards": [], "score": [0, 0], "winner": None, "redeal": True,
    }  # fmt: skip
    assert answers("legal", text(run_dry))[0] == {"seat": None, "legal": []}
    answer = run("score", "-", stdin=text(run_dry | {"plays": [rest[12]]}))
    assert answer.status == 2
    assert f'trick 1, card "{rest[12]}"' in answer.err


def test_a_kick_that_wins_the_match_ends_the_deal() -> None:
    won = RECORD | {"kicks": ["6S"], "score": [12, 13], "plays": []}
    answer = answers("score", text(won))[0]
    assert answer["awards"] == [["kick", "dealer", 2]]
    assert (answer["score"], answer["winner"]) == ([14, 13], "dealer")
    assert run("score", "-", stdin=text(won | {"plays": ["AS"]})).status == 2
    assert run("score", "-", stdin=text(won | {"eldest": "beg", "dealer": "give"})).status == 2


def test_cards_are_read_in_any_notation() -> None:
    hands = [hand.replace("S", "♠").replace("T", "10") for hand in RECORD["hands"]]
    other = RECORD | {"hands": hands, "kicks": ["2s"], "plays": ["A♠", "js", "9S", "♠K"]}
    for command in ("score", "legal"):
        lines = json.dumps(other, ensure_ascii=False).encode()
        assert answers(command, lines) == answers(command, text(RECORD))


# Files


@both
def test_a_file_is_answered_as_stdin_is(command: str, tmp_path: Path) -> None:
    lines = text(RECORD, played_out(RECORD), RECORD)
    file = tmp_path / "records, of mine.jsonl"
    file.write_bytes(lines)
    answer = run(command, str(file))
    assert answer == run(command, "-", stdin=lines)
    assert (answer.status, answer.out.count("\n")) == (0, 3)


@both
@pytest.mark.parametrize(
    "lines",
    [
        text(RECORD, RECORD).replace(b"\n", b"\r\n"),
        b"\xef\xbb\xbf" + text(RECORD, RECORD),
        b"\n" + text(RECORD) + b"  \t\r\n\n" + text(RECORD) + b"\n",
        text(RECORD, RECORD).rstrip(b"\n"),
    ],
    ids=["CRLF", "BOM", "blank lines", "no last newline"],
)
def test_editors_leave_their_marks(command: str, lines: bytes) -> None:
    assert answers(command, lines) == answers(command, text(RECORD, RECORD))


@both
def test_an_empty_file_has_no_answers(command: str) -> None:
    for lines in (b"", b"\n", b" \r\n\t\n"):
        assert answers(command, lines) == []


def line(**changes: Any) -> bytes:
    return text(RECORD | changes).strip()


BAD_LINES = {
    "not JSON": (b"{hands}", ""),
    "an array that does not end": (b'["4S"', ""),
    "bad UTF-8": (b'{"hands": "\xff\xfe"}', ""),
    "a zero byte": (b"\x00", ""),
    "nested deeper than can be read": (b"[" * 100_000, ""),
    "nested deeply": (line().replace(b"[0, 0]", b"[" * 800 + b"]" * 800), "score"),
    "a huge number": (b"9" * 100_000, ""),
    "a large number": (line(score=[10**400, 0]), "score"),
    "NaN": (b"NaN", ""),
    "infinity in a score": (line(score=[float("inf"), 0]), "inf"),
    "a card that may not be played": (line(plays=["AS", "4H"]), 'trick 1, card "4H"'),
    "a card that is not held": (line(plays=["AS", "QS"]), 'trick 1, card "QS"'),
    "a card out of turn": (line(plays=[*RECORD["plays"], "TH"]), 'trick 2, card "TH"'),
    "a name of two lines": (line(rules="clas\nsic"), "sic"),
}


@both
@pytest.mark.parametrize("kind", BAD_LINES)
def test_a_bad_line_does_not_lose_the_others(command: str, kind: str) -> None:
    bad, token = BAD_LINES[kind]
    good = text(RECORD)
    answer = run(command, "-", stdin=good + b"\n" + bad + b"\n" + good)
    assert answer.status == 2
    first, error, last = answer.out.splitlines()
    assert first + "\n" == last + "\n" == run(command, "-", stdin=good).out
    sentence = json.loads(error)["error"]
    assert list(json.loads(error)) == ["error"]
    assert token in sentence
    assert answer.err.count("\n") == 1
    assert answer.err.startswith("allfours: line 3: ")
    assert answer.err.isascii()
    assert "Traceback" not in answer.err


def test_every_bad_line_is_told() -> None:
    answer = run("score", "-", stdin=b"x\n" + text(RECORD) + b"y\n\nz")
    assert answer.status == 2
    assert re.findall(r"^allfours: line (\d)", answer.err, re.MULTILINE) == ["1", "3", "5"]
    assert ["error" in json.loads(line) for line in answer.out.splitlines()] == [
        True, False, True, True,
    ]  # fmt: skip
