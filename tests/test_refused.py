"""Options beyond the presets, and records that can't have happened.

Every test runs against the oracle and against the engine, through the fixture `judge`.
"""

import pytest

from tests.judges import Judge, Record, deal, position


def test_option_kick_kept_stand(judge: Judge) -> None:
    rules = {"kick_kept": 0}
    assert judge.awards(deal(kicks="6S", rules=rules, finish=False)) == ["kick dealer 2"]
    last = deal(kicks="6S", rules=rules, score=(12, 0), finish=False)
    assert judge.score(last)["winner"] == "dealer"
    assert judge.legal(last) == {"seat": None, "legal": []}


@pytest.mark.parametrize(
    ("kicks", "awards"),
    [
        ("6S JH", ["kick dealer 3"]),
        ("6S 9H", []),
        ("6S JS AH", ["kick dealer 1"]),
        ("AS JS 6S", []),
    ],
)
def test_option_kick_kept_run(judge: Judge, kicks: str, awards: list[str]) -> None:
    hand = deal(kicks=kicks, said="run", rules={"kick_kept": 0}, finish=False)
    assert judge.awards(hand) == awards


def test_option_kick_kept_does_not_win_before_the_decision(judge: Judge) -> None:
    rules = {"kick_kept": 0}
    run = deal(kicks="6S 9H", said="run", rules=rules, score=(12, 0), finish=False)
    assert judge.score(run)["winner"] is None
    given = deal(kicks="6S", said="give", rules=rules, score=(12, 0), finish=False)
    assert judge.awards(given) == ["kick dealer 2"]
    assert judge.score(given)["score"] == [14, 0]


def test_option_kick_kept_last_card(judge: Judge) -> None:
    rules = {"base": "tournament", "kick_kept": 0}
    settled = deal(kicks="6S AS JS 6H", said="run", rules=rules, finish=False)
    assert judge.awards(settled) == ["kick dealer 2"]
    again = deal(kicks="9S AS JS 6S", said="run", rules=rules, finish=False)
    assert judge.awards(again) == []
    assert judge.score(again)["redeal"] is True


@pytest.mark.parametrize(
    ("hand", "trick", "undertrump", "legal"),
    [
        ("AD 2S 7C", "TD", 1, "AD"),
        ("5S 3C", "TD", 1, "5S 3C"),
        ("AD 2D 2S", "TD", 0, "AD 2D"),
        ("KS 4S 8D", "KH 9S", 0, "KS 8D"),
        ("KS 4S 8D", "KH 9S", 1, "KS 4S 8D"),
        ("KS 4S 8D", "9S", 0, "KS 4S"),
    ],
)
def test_option_trump_when_void(
    judge: Judge, hand: str, trick: str, undertrump: int, legal: str
) -> None:
    rules = {"follow": "trump_when_void", "undertrump": undertrump}
    assert judge.may_play(position(hand, trick, rules)) == legal


def test_option_stand_void(judge: Judge) -> None:
    void = deal({0: "AS"}, finish=False)
    assert judge.legal(void)["seat"] == 1
    with pytest.raises(judge.error):
        judge.score(void | {"rules": {"stand_void": 0}})
    one = deal({1: "2S"}, rules={"stand_void": 0}, finish=False)
    assert judge.legal(one)["seat"] == 1
    over = deal(kicks="6S", rules={"stand_void": 0}, score=(12, 0), finish=False)
    assert judge.score(over)["winner"] == "dealer"


def test_option_give_void(judge: Judge) -> None:
    void = deal({1: "AS", 2: "2S"}, said="give", finish=False)
    assert judge.awards(void) == ["gift eldest 1"]
    for rules in ("tournament", {"give_void": 0}):
        with pytest.raises(judge.error):
            judge.score(void | {"rules": rules})
    one = deal({0: "2S"}, said="give", rules="tournament", finish=False)
    assert judge.awards(one) == ["gift eldest 1"]


def test_option_base_is_classic(judge: Judge) -> None:
    hand = deal({1: "AS", 2: "JS"}, plays="AS JS")
    wild = hand | {"rules": {"hang_points": 6, "jack_points": 1}}
    assert judge.awards(wild)[:3] == ["high eldest 1", "low dealer 1", "hang eldest 6"]
    plain = {key: value for key, value in hand.items() if key not in ("rules", "score")}
    assert judge.score(plain) == judge.score(hand)


def test_record_may_stop_early(judge: Judge) -> None:
    hand = deal({1: "AS", 2: "2S"}, plays="AS 2S")
    for number in range(24):
        part = hand | {"plays": hand["plays"][:number]}
        answer = judge.score(part)
        assert (len(answer["tricks"]), answer["awards"]) == (number // 4, [])
        assert hand["plays"][number] in judge.legal(part)["legal"]
    unplayed = {key: value for key, value in hand.items() if key != "plays"}
    assert judge.legal(unplayed)["seat"] == 1


# ---- records refused --------------------------------------------------------------------------

PLAYED = deal({1: "AS KD 9C 4C 3H 2D", 2: "2S 5D", 3: "6H", 0: "3S 8H"}, plays="KD 5D")
RUN = deal(kicks="9S 8C", said="run", finish=False)
TWICE = deal(kicks="9S 8S 8C", said="run", finish=False)
WON = deal({1: "AS", 0: "2S"}, kicks="6S", score=(12, 0), finish=False)
GIFT = deal({0: "2S"}, said="give", finish=False)


def without(record: Record, field: str) -> Record:
    return {key: value for key, value in record.items() if key != field}


def with_hand(record: Record, seat: int, old: str, new: str) -> Record:
    """Put other cards into a hand, and take the plays away."""
    hands = list(record["hands"])
    assert old in hands[seat]
    hands[seat] = " ".join(hands[seat].replace(old, new).split())
    return record | {"hands": hands, "plays": []}


LONGER = [
    hand + f" {card}" for hand, card in zip(RUN["hands"], ("KC", "QC", "JC", "TC"), strict=True)
]

REFUSED: dict[str, Record] = {
    "duplicate in a hand": with_hand(PLAYED, 1, "KD", "AS"),
    "duplicate in two hands": with_hand(PLAYED, 1, "KD", "5D"),
    "kick in a hand": with_hand(PLAYED, 1, "KD", "9S"),
    "kicked twice": TWICE | {"kicks": ["9S", "9S", "8C"]},
    "unknown rank": with_hand(PLAYED, 1, "KD", "1D"),
    "unknown suit": with_hand(PLAYED, 1, "KD", "KX"),
    "unknown kick": PLAYED | {"kicks": ["ZZ"]},
    "unknown play": PLAYED | {"plays": ["AS", "1S"]},
    "five cards": with_hand(PLAYED, 1, "KD", ""),
    "seven cards": with_hand(PLAYED, 1, "KD", "KD KC"),
    "three hands": PLAYED | {"hands": PLAYED["hands"][:3], "plays": []},
    "five hands": PLAYED | {"hands": [*PLAYED["hands"], "KC QC JC TC KH QH"], "plays": []},
    "no hands": without(PLAYED, "hands"),
    "no kicks field": without(PLAYED, "kicks"),
    "no kick": PLAYED | {"kicks": []},
    "two kicks and stand": PLAYED | {"kicks": ["9S", "KC"]},
    "nine cards and stand": RUN | {"kicks": ["9S"], "eldest": "stand", "dealer": None},
    "nine cards and give": RUN | {"kicks": ["9S"], "dealer": "give"},
    "six cards and run": PLAYED | {"kicks": ["9S", "KC"], "eldest": "beg", "dealer": "run"},
    "run without a kick": RUN | {"kicks": ["9S"]},
    "ten cards after a run": RUN | {"hands": LONGER},
    "one hand longer": RUN | {"hands": [LONGER[0], *RUN["hands"][1:]]},
    "nine cards after two runs": deal(kicks="9S 8C", said="run", stock="8S", finish=False)
    | {"kicks": ["9S", "8S", "8C"]},
    "chain goes on after a new suit": TWICE | {"kicks": ["9S", "8C", "8S"]},
    "chain goes on after two new suits": deal(kicks="9S 8C 7C", said="run", finish=False),
    "chain stops at the old suit": deal(kicks="9S 8S", said="run", finish=False),
    "last card kicked under redeal": deal(kicks="4H 7H QH 8C", said="run", finish=False),
    "last card not kicked": deal(kicks="4H 7H QH", said="run", finish=False)
    | {"rules": "tournament"},
    "last card kicked after a new suit": deal(
        kicks="4H 7H 8C 9C", said="run", finish=False, rules="tournament"
    ),
    "played after a redeal": deal(kicks="4H 7H QH", said="run", finish=False, plays="2C"),
    "played after the kick won": WON | {"plays": ["AS"]},
    "begged after the kick won": WON | {"eldest": "beg", "dealer": "run"},
    "begged after the kick won, no answer": WON | {"eldest": "beg"},
    "gift after the kick won": WON | {"eldest": "beg", "dealer": "give"},
    "eldest unsaid after the kick won": WON | {"eldest": None},
    "dealt after the kick won": deal(kicks="6S 8C", score=(12, 0), finish=False),
    "run after the kick won": deal(kicks="6S 8C", said="run", score=(12, 0), finish=False),
    "dealt after a second kick won": deal(
        kicks="9S 6S 8C", said="run", finish=False, score=(12, 0)
    ),
    "played after a second kick won": deal(
        kicks="9S 6C", said="run", finish=False, score=(12, 0), plays="2C"
    ),
    "played after the gift won": GIFT
    | {"score": [0, 13], "rules": {"gift_can_win": 1}, "plays": GIFT["hands"][1].split()[:1]},
    "eldest says nothing": without(PLAYED, "eldest"),
    "eldest null": PLAYED | {"eldest": None},
    "eldest gives": PLAYED | {"eldest": "give"},
    "eldest yes": PLAYED | {"eldest": True},
    "dealer gives though eldest stood": PLAYED | {"dealer": "give"},
    "dealer runs though eldest stood": PLAYED | {"dealer": "run"},
    "dealer says nothing": PLAYED | {"eldest": "beg"},
    "dealer missing": without(GIFT, "dealer"),
    "dealer stands": GIFT | {"dealer": "stand"},
    "gift would win": GIFT | {"score": [0, 13]},
    "gift of three would win": GIFT | {"score": [0, 11], "rules": {"gift": 3}},
    "gift would win a short match": GIFT | {"score": [0, 6], "rules": {"target": 7}},
    "gift without a trump": deal({1: "2S"}, said="give", finish=False) | {"rules": "tournament"},
    "stand without a trump": deal({0: "2S"}, finish=False) | {"rules": {"stand_void": 0}},
    "not held": PLAYED | {"plays": ["5D"]},
    "partner's card": PLAYED | {"plays": ["6H"]},
    "the kick played": PLAYED | {"plays": ["9S"]},
    "played twice": PLAYED | {"plays": [*PLAYED["plays"][:4], PLAYED["plays"][0]]},
    "trump not followed": PLAYED | {"plays": ["AS", "5D"]},
    "third suit": PLAYED | {"plays": ["3H", "2S", "6H", "2C"]},
    "out of turn": PLAYED | {"plays": ["AS", "2S", "3S"]},
    "more plays than cards": PLAYED | {"plays": [*PLAYED["plays"], "AS"]},
    "plays not a list": PLAYED | {"plays": "AS"},
    "kicks not a list": PLAYED | {"kicks": "9S"},
    "hands not texts": PLAYED | {"hands": [1, 2, 3, 4]},
    "negative score": PLAYED | {"score": [-1, 0]},
    "score of the target": PLAYED | {"score": [0, 14]},
    "score of a short target": PLAYED | {"score": [0, 7], "rules": {"target": 7}},
    "score of halves": PLAYED | {"score": [0.5, 0]},
    "score of texts": PLAYED | {"score": ["0", "0"]},
    "score of truths": PLAYED | {"score": [True, False]},
    "one score": PLAYED | {"score": [0]},
    "three scores": PLAYED | {"score": [0, 0, 0]},
    "score a number": PLAYED | {"score": 0},
    "unknown rules": PLAYED | {"rules": "jamaica"},
    "unknown base": PLAYED | {"rules": {"base": "jamaica"}},
    "rules a number": PLAYED | {"rules": 3},
    "unknown field": PLAYED | {"rules": {"hang": 3}},
    "unknown choice": PLAYED | {"rules": {"game_tie": "both"}},
    "choice by a number too large": PLAYED | {"rules": {"game_tie": 3}},
    "points by text": PLAYED | {"rules": {"hang_points": "3"}},
    "negative points": PLAYED | {"rules": {"hang_points": -3}},
    "switch at two": PLAYED | {"rules": {"undertrump": 2}},
    "target of none": PLAYED | {"rules": {"target": 0}},
    "twelve kick points": PLAYED | {"rules": {"kick_points": [0] * 12}},
    "kick points of a rank unknown": PLAYED | {"rules": {"kick_points": "B:1"}},
    "kick points unread": PLAYED | {"rules": {"kick_points": "A=1"}},
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(judge: Judge, name: str) -> None:
    with pytest.raises(judge.error) as refusal:
        judge.score(REFUSED[name])
    assert len(str(refusal.value).split()) > 2
    with pytest.raises(judge.error):
        judge.legal(REFUSED[name])


@pytest.mark.parametrize(
    ("plays", "card"), [("5D", "5D"), ("AS 5D", "5D"), ("KD 5D 1S", "1S"), ("3H 2S 6H 3S 9S", "9S")]
)
def test_refused_names_the_card(judge: Judge, plays: str, card: str) -> None:
    with pytest.raises(judge.error, match=card):
        judge.score(PLAYED | {"plays": plays.split()})


@pytest.mark.parametrize("record", [PLAYED, RUN, TWICE, WON, GIFT])
def test_refused_are_near_records_that_stand(judge: Judge, record: Record) -> None:
    assert judge.score(record)["tricks"] is not None
