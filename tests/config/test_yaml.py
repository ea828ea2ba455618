from __future__ import annotations

import math
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.config.compose import compose
from balance.config.nodes import MapNode, ScalarNode, find, plain
from balance.config.scalars import compact, read_scalar, respell
from balance.config.source import Source
from balance.core.errors import ConfigErrors


def read(text: str) -> object:
    return plain(compose(Source("x.yaml", text)))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("on", "on"),
        ("Yes", "Yes"),
        ("12:30", "12:30"),
        ("20_000", "20_000"),
        ("0b1", "0b1"),
        ("0o17", 15),
        ("017", 17),
        ("0x1F", 31),
        ("-7", -7),
        ("+7", 7),
        ("1e3", 1000.0),
        (".5", 0.5),
        ("1.", 1.0),
        ("2024-01-01", "2024-01-01"),
        ("true", True),
        ("TRUE", True),
        ("False", False),
        ("tRue", "tRue"),
        ("null", None),
        ("~", None),
        ("", None),
        ("nULL", "nULL"),
        ("-.INF", -math.inf),
        ("=", "="),
        ("1,5", "1,5"),
    ],
)
def test_core_schema_of_yaml_12(text: str, value: object) -> None:
    found = read_scalar(text)
    assert found == value
    assert type(found) is type(value)


def test_nan_is_a_number() -> None:
    assert math.isnan(read_scalar(".nan"))  # type: ignore[arg-type]


def test_quotes_and_blocks_are_texts() -> None:
    assert read("a: '4'\nb: \"true\"\nc: |\n  4\n") == {"a": "4", "b": "true", "c": "4\n"}


def test_keys_are_texts() -> None:
    assert read("4: 1\ntrue: 2\n~: 3\n") == {"4": 1, "true": 2, "~": 3}


def test_anchors_and_merge_keys() -> None:
    text = "a: &a {x: 1, y: 2}\nb: &b {y: 3, z: 4}\nc: {<<: *a, x: 9}\nd: {<<: [*a, *b]}\n"
    assert read(text) == {
        "a": {"x": 1, "y": 2},
        "b": {"y": 3, "z": 4},
        "c": {"x": 9, "y": 2},
        "d": {"y": 2, "z": 4, "x": 1},
    }


def test_every_value_keeps_its_place() -> None:
    node = compose(Source("x.yaml", "rules:\n  dice:\n    amount: [1, joker]\n"))
    assert isinstance(node, MapNode)
    amount = find(node, ("rules", "dice", "amount"))
    assert amount is not None and amount.mark is not None
    assert (amount.mark.line, amount.mark.column, amount.mark.width) == (3, 13, 10)
    joker = find(node, ("rules", "dice", "amount", "1"))
    assert joker is not None and joker.mark is not None
    assert (joker.mark.line, joker.mark.column, joker.mark.width) == (3, 17, 5)
    key = node.entries["rules"].key_mark
    assert key is not None and (key.line, key.column, key.width) == (1, 1, 5)


def test_a_flag_keeps_its_columns() -> None:
    node = compose(Source("-s", "rules.players=seven", is_flag=True), start=14)
    assert isinstance(node, ScalarNode)
    assert node.mark is not None and node.mark.column == 15
    assert node.mark.place == "-s"


@pytest.mark.parametrize(
    "text",
    ["[" * 100_000, "a: [" + "1," * 300_000 + "]", "".join(f"k{i}: 1\n" for i in range(60_000))],
)
def test_large_texts_are_refused_soon(text: str) -> None:
    start = time.perf_counter()
    with pytest.raises(ConfigErrors):
        read(text)
    assert time.perf_counter() - start < 20  # quadratic work would take minutes


@pytest.mark.parametrize(
    ("text", "whole", "spelt"),
    [
        ("20_000", True, "20000"),
        ("20.000", True, "20000"),
        ("20,000", True, "20000"),
        ("20'000", True, "20000"),
        ("20 000", True, "20000"),
        ("-1_000", True, "-1000"),
        ("20k", True, "20000"),
        ("1 Mio", True, "1000000"),
        ("4 Spieler", True, "4"),
        ("4.0", True, "4"),
        ("4.5", True, ""),
        ("0,5", False, "0.5"),
        ("0,5", True, ""),
        ("1.5", False, "1.5"),
        ("20_000", False, "20000"),
        ("four", True, ""),
        ("12:30", True, ""),
        ("", True, ""),
        ("inf", False, ""),
        ("1" * 5000, True, ""),
    ],
)
def test_numbers_are_respelt(text: str, whole: bool, spelt: str) -> None:
    assert respell(text, whole=whole) == spelt


words = st.text(st.characters(max_codepoint=0xFFFF, exclude_categories=["Cs"]), max_size=8)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.floats(allow_nan=False) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)


@settings(deadline=None)  # a busy machine is no fault
@given(values)
def test_compact_yaml_reads_back(value: object) -> None:
    assert read(f"a: {compact(value)}") == {"a": value}


@settings(deadline=None)  # a busy machine is no fault
@given(values, values)
def test_compact_yaml_is_the_same_only_for_the_same_value(one: object, other: object) -> None:
    assert (compact(one) == compact(other)) == (repr(one) == repr(other))
