"""Many tests at once: adjusted p values in the order given."""

from __future__ import annotations

from collections.abc import Sequence


def _order(p: Sequence[float]) -> list[int]:
    if any(not 0 <= value <= 1 for value in p):
        raise ValueError("p values lie between 0 and 1")
    return sorted(range(len(p)), key=lambda index: p[index])


def holm(p: Sequence[float]) -> list[float]:
    """Adjusted p values for claims and gates: the chance of any false claim stays below α.

    Formula: over p sorted upwards, p̃_i = max_{j ≤ i} min(1, (m − j + 1)·p_j).

    Source: Holm 1979, Scandinavian Journal of Statistics 6:65.

    Raises: ValueError: If a value is no probability (NaN included: a test that could not be made is no part
        of a family).
    """
    adjusted = [0.0] * len(p)
    largest = 0.0
    for rank, index in enumerate(_order(p)):
        largest = max(largest, min(1.0, (len(p) - rank) * p[index]))
        adjusted[index] = largest
    return adjusted


def benjamini_hochberg(p: Sequence[float]) -> list[float]:
    """Adjusted p values for exploring: the expected share of false finds stays below the level.

    Formula: over p sorted upwards, p̃_i = min_{j ≥ i} min(1, m·p_j/j).

    Source: Benjamini and Hochberg 1995, Journal of the Royal Statistical Society B 57:289.

    Conditions: independent or positively dependent tests.

    Raises:
        ValueError: If a value is no probability.
    """
    adjusted = [0.0] * len(p)
    smallest = 1.0
    order = _order(p)
    for rank in range(len(p), 0, -1):
        index = order[rank - 1]
        smallest = min(smallest, p[index] * len(p) / rank)
        adjusted[index] = smallest
    return adjusted
