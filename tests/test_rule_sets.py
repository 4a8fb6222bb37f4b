"""Rule sets: presets, settings by name and by number, and how they are written down again."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.allfours import rule_sets
from engine.allfours.rules import CHOICES, CLASSIC, FLAGS, PRESETS, SEATED, Rules, check, limits
from engine.cards import RANKS, InputError

# Presets, from the table of the issue

FIELDS: dict[str, tuple[Any, Any]] = {
    "undertrump": (1, 0),
    "undertrump_escape": ("all_trumps", "all_trumps"),
    "follow": ("follow_or_trump", "follow_or_trump"),
    "jack_points": (1, 1),
    "hang_points": (3, 3),
    "game_points": (1, 2),
    "game_tie": ("none", "nondealer"),
    "low_to": ("holder", "holder"),
    "kick_points": ("A:1,6:2,J:3", "A:1,6:2,J:3"),
    "kick_kept": (1, 1),
    "exhausted": ("redeal", "kick_last"),
    "gift": (1, 1),
    "gift_can_win": (0, 0),
    "stand_void": (1, 1),
    "give_void": (1, 0),
    "target": (14, 14),
    "players": (4, 4),
}


def setting(rules: Rules, field: str) -> Any:
    """A field's value as the issue writes it."""
    value = getattr(rules, field)
    if field == "kick_points":
        worth = dict(zip(RANKS, value, strict=True))
        return ",".join(f"{rank}:{worth[rank]}" for rank in "A62J" if worth[rank])
    return CHOICES[field][value] if field in CHOICES else value


def test_no_field_is_missing() -> None:
    assert list(FIELDS) == list(Rules._fields)


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize(("name", "place"), [("classic", 0), ("tournament", 1)])
def test_preset_by_the_table(name: str, place: int, field: str) -> None:
    assert setting(rule_sets.preset(name), field) == FIELDS[field][place]


def test_tobago_changes_the_kick_table_alone() -> None:
    assert setting(PRESETS["tobago"], "kick_points") == "A:1,2:2,J:3"
    assert PRESETS["tobago"]._replace(kick_points=CLASSIC.kick_points) == CLASSIC


def test_stag_changes_game_and_hang_alone() -> None:
    assert PRESETS["stag"] == CLASSIC._replace(game_points=2, hang_points=6)


def test_classic_is_what_is_played_if_nothing_is_said() -> None:
    assert Rules() == CLASSIC == rule_sets.from_record({}) == rule_sets.change(CLASSIC, [])


def test_presets_are_sound() -> None:
    assert [check(rules) for rules in PRESETS.values()] == list(PRESETS.values())
    assert list(PRESETS) == ["classic", "tournament", "tobago", "stag", "two-player"]


# One field at a time

NAMED = [(field, name) for field, names in CHOICES.items() for name in names]
NUMBERED = [
    (field, number)
    for field in Rules._fields
    if field != "kick_points"
    for number in {*limits(field), min(5, limits(field)[1])}
]


@pytest.mark.parametrize(("field", "name"), NAMED)
def test_choice_by_name(field: str, name: str) -> None:
    changed = rule_sets.change(CLASSIC, [f"{field}={name}"])
    assert changed == CLASSIC._replace(**{field: CHOICES[field].index(name)})


@pytest.mark.parametrize(("field", "number"), NUMBERED)
def test_field_by_number(field: str, number: int) -> None:
    changed = rule_sets.change(CLASSIC, [f"{field}={number}"])
    assert changed == CLASSIC._replace(**{field: number})


@pytest.mark.parametrize(("field", "name"), NAMED)
def test_choice_in_a_record(field: str, name: str) -> None:
    by_name = rule_sets.from_record({field: name})
    by_number = rule_sets.from_record({field: CHOICES[field].index(name)})
    assert by_name == by_number == CLASSIC._replace(**{field: CHOICES[field].index(name)})


KICK_TEXTS = [
    ("A:1,6:2,J:3", {"A": 1, "6": 2, "J": 3}),
    ("J:3", {"J": 3}),
    ("a:4,k:3,q:2,j:1", {"A": 4, "K": 3, "Q": 2, "J": 1}),
    ("10:5,2:0", {"T": 5}),
    ("T:5", {"T": 5}),
    (" A : 1 , 6 : 2 ", {"A": 1, "6": 2}),
    ("A:0", {}),
    (",".join(f"{rank}:99" for rank in RANKS), dict.fromkeys(RANKS, 99)),
]


@pytest.mark.parametrize(("text", "points"), KICK_TEXTS)
def test_kick_points(text: str, points: dict[str, int]) -> None:
    table = tuple(points.get(rank, 0) for rank in RANKS)
    assert rule_sets.change(CLASSIC, [f"kick_points={text}"]).kick_points == table
    assert rule_sets.from_record({"kick_points": text}).kick_points == table
    assert rule_sets.from_record({"kick_points": list(table)}).kick_points == table


def test_settings_change_a_preset() -> None:
    changed = rule_sets.change(PRESETS["tournament"], ["gift=2", "game_tie=none", " target = 7 "])
    assert changed == PRESETS["tournament"]._replace(gift=2, game_tie=0, target=7)


def test_a_setting_may_be_repeated_but_not_contradicted() -> None:
    assert rule_sets.change(CLASSIC, ["gift=2", "gift=2"]).gift == 2
    with pytest.raises(InputError, match="gift is set twice"):
        rule_sets.change(CLASSIC, ["gift=2", "gift=3"])


def test_base_of_a_record() -> None:
    assert rule_sets.from_record({"base": "stag", "gift": 2}) == PRESETS["stag"]._replace(gift=2)
    assert rule_sets.from_record("tobago") == PRESETS["tobago"]


# Written down and read again


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    fields = {
        field: st.integers(*limits(field)) for field in Rules._fields if field != "kick_points"
    }
    fields["players"] = st.sampled_from(SEATED)
    points = st.lists(st.integers(*limits("kick_points")), min_size=13, max_size=13)
    changes = draw(st.fixed_dictionaries({}, optional=fields | {"kick_points": points.map(tuple)}))
    return draw(st.sampled_from(list(PRESETS.values())))._replace(**changes)


@settings(derandomize=True, deadline=None, max_examples=300)
@given(any_rules())
def test_described_and_read_again(rules: Rules) -> None:
    assert rule_sets.from_record(rule_sets.describe(rules)) == rules


@settings(derandomize=True, deadline=None, max_examples=300)
@given(any_rules())
def test_described_and_set_again(rules: Rules) -> None:
    """What a report says of its rules can be typed after ``--rules`` and ``--set``."""
    described = rule_sets.describe(rules)
    fields = {"base": described} if isinstance(described, str) else dict(described)
    base = rule_sets.preset(fields.pop("base"))
    assert rule_sets.change(base, [f"{key}={value}" for key, value in fields.items()]) == rules


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_described_by_name(name: str) -> None:
    assert rule_sets.describe(PRESETS[name]) == name


def test_described_by_the_nearest_preset() -> None:
    rules = PRESETS["tournament"]._replace(gift=2, low_to=1)
    assert rule_sets.describe(rules) == {"base": "tournament", "low_to": "taker", "gift": 2}


# Nonsense

WRONG_SETTINGS = [
    ("gifts=2", "gifts"),
    ("=2", ""),
    ("gift", "gift"),
    ("gift=", '""'),
    ("gift=two", "two"),
    ("gift=-1", "-1"),
    ("gift=1.5", "1.5"),
    ("gift=1e1", "1e1"),
    ("gift=²", "²"),
    ("gift=٣", "٣"),
    ("gift=100", "100"),
    ("gift=99999999999999999999", "99999999999999999999"),
    ("gift=00000000000000000100", "100"),
    ("target=0", "0"),
    ("target=1000", "1000"),
    ("undertrump=2", "2"),
    ("stand_void=yes", "yes"),
    ("game_tie=draw", "draw"),
    ("game_tie=3", "3"),
    ("game_tie=-1", "-1"),
    ("follow=", '""'),
    ("low_to=Holder", "Holder"),
    ("kick_points=", '""'),
    ("kick_points=A", '"A"'),
    ("kick_points=1:1", "1:1"),
    ("kick_points=A:x", '"x"'),
    ("kick_points=A:-1", "-1"),
    ("kick_points=A:100", "100"),
    ("kick_points=A:1,", '""'),
    ("kick_points=A:1,A:1", "A:1"),
    ("kick_points=10:1,T:1", "T:1"),
    ("kick_points=AK:1", "AK:1"),
    ("kick_points=A:1;6:2", "1;6:2"),
]


@pytest.mark.parametrize(("text", "token"), WRONG_SETTINGS)
def test_wrong_setting(text: str, token: str) -> None:
    with pytest.raises(InputError) as refusal:
        rule_sets.change(CLASSIC, [text])
    assert token in str(refusal.value)
    assert "\n" not in str(refusal.value)


WRONG_RECORDS: list[tuple[Any, str]] = [
    ("clasic", "clasic"),
    ("", '""'),
    (None, "None"),
    (3, "3"),
    (["classic"], "classic"),
    ({"base": "clasic"}, "clasic"),
    ({"base": 3}, "3"),
    ({"gifts": 1}, "gifts"),
    ({"gift": "1"}, "1"),
    ({"gift": 1.0}, "1.0"),
    ({"gift": True}, "True"),
    ({"gift": None}, "None"),
    ({"gift": [1]}, "1"),
    ({"gift": -1}, "-1"),
    ({"target": 0}, "0"),
    ({"undertrump": 2}, "2"),
    ({"game_tie": "draw"}, "draw"),
    ({"game_tie": 3}, "3"),
    ({"game_tie": None}, "None"),
    ({"kick_points": 3}, "3"),
    ({"kick_points": None}, "None"),
    ({"kick_points": [0] * 12}, "12"),
    ({"kick_points": [0] * 12 + [-1]}, "-1"),
    ({"kick_points": [0] * 12 + ["1"]}, "1"),
    ({"kick_points": [0] * 12 + [[]]}, "[]"),
    ({"kick_points": {"A": 1}}, "A"),
    ({"kick_points": "A=1"}, "A=1"),
]


@pytest.mark.parametrize(("value", "token"), WRONG_RECORDS)
def test_wrong_rules_of_a_record(value: Any, token: str) -> None:
    with pytest.raises(InputError) as refusal:
        rule_sets.from_record(value)
    assert token in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("field", [*FLAGS, *CHOICES, "gift", "target"])
def test_check_names_field_value_and_what_was_expected(field: str) -> None:
    low, high = limits(field)
    with pytest.raises(InputError, match=f'{field}: "{high + 1}", expected .* {low} to {high}'):
        check(CLASSIC._replace(**{field: high + 1}))


@settings(derandomize=True, deadline=None, max_examples=400)
@given(st.sampled_from(Rules._fields), st.text(max_size=12))
def test_any_text_is_read_or_refused(field: str, text: str) -> None:
    try:
        rules = rule_sets.change(CLASSIC, [f"{field}={text}"])
    except InputError:
        return
    assert check(rules) == rules


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 120) | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=14) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=14,
)


@settings(derandomize=True, deadline=None, max_examples=200)
@given(st.dictionaries(st.sampled_from(["base", *Rules._fields]), json_values) | json_values)
def test_any_json_is_read_or_refused(value: Any) -> None:
    try:
        rules = rule_sets.from_record(value)
    except InputError:
        return
    assert check(rules) == rules
