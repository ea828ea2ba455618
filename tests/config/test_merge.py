from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from balance.config.merge import lay_over
from balance.config.nodes import MapNode, default_node, find, plain

keys = st.sampled_from("abcd")
leaves = st.integers(0, 3) | st.just("x") | st.lists(st.integers(0, 1), max_size=2)
documents = st.recursive(
    st.dictionaries(keys, leaves | st.none(), max_size=3),
    lambda inner: st.dictionaries(keys, inner | leaves | st.none(), max_size=3),
    max_leaves=6,
)


def without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_nulls(entry) for key, entry in value.items() if entry is not None}
    return value


def as_said(lower: Any, upper: Any) -> Any:
    """Maps merge, everything else replaces, null removes: the rule, word for word."""
    if not isinstance(lower, dict) or not isinstance(upper, dict):
        return without_nulls(upper)
    found = dict(lower)
    for key, value in upper.items():
        if value is None:
            found.pop(key, None)
        else:
            found[key] = as_said(lower[key], value) if key in lower else without_nulls(value)
    return found


def laid(*layers: Any) -> Any:
    tree = default_node(without_nulls(layers[0]))
    for layer in layers[1:]:
        tree = lay_over(tree, default_node(layer))
    return plain(tree)


@settings(deadline=None)  # a busy machine is no fault
@given(documents, documents)
def test_maps_merge_lists_replace_null_removes(lower: Any, upper: Any) -> None:
    assert laid(lower, upper) == as_said(without_nulls(lower), upper)


@settings(deadline=None)  # a busy machine is no fault
@given(documents, documents, documents)
def test_layers_are_laid_one_by_one(first: Any, second: Any, third: Any) -> None:
    assert laid(first, second, third) == as_said(as_said(without_nulls(first), second), third)


@settings(deadline=None)  # a busy machine is no fault
@given(documents)
def test_laying_the_same_twice_changes_nothing(document: Any) -> None:
    assert laid(document, document, document) == laid(document, document)


@settings(deadline=None)  # a busy machine is no fault
@given(documents, documents)
def test_layers_are_not_changed(lower: Any, upper: Any) -> None:
    below, above = default_node(without_nulls(lower)), default_node(upper)
    lay_over(below, above)
    assert plain(below) == without_nulls(lower)
    assert plain(above) == upper


@settings(deadline=None)  # a busy machine is no fault
@given(documents, documents)
def test_what_null_took_out_is_remembered(lower: Any, upper: Any) -> None:
    tree = lay_over(default_node(without_nulls(lower)), default_node(upper))
    assert isinstance(tree, MapNode)
    for key, value in upper.items():
        if value is None:
            assert tree.removed[key].existed == (lower.get(key) is not None)
            assert find(tree, (key,)) is None
