"""A class of annotated fields becomes a record dtype: layout, attribute names and types in one place."""

from __future__ import annotations

from typing import Annotated, Any, get_type_hints

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Records = Any  # an array of records; numba and numpy agree on it, the type checker has no name for it

__all__ = ["Annotated", "Ints", "Records", "field_shapes", "new_record", "record"]


def field_shapes(layout: type) -> dict[str, tuple[int, ...]]:
    """Shape of each field of a layout class in order; `()` for a plain number."""
    hints = get_type_hints(layout, include_extras=True)
    return {name: tuple(getattr(hint, "__metadata__", ())) for name, hint in hints.items()}


def record(layout: type) -> np.dtype[Any]:
    """The dtype of a layout class: every field int64, `Annotated[Ints, 6, 8]` a 6 × 8 sub-array."""
    fields: list[tuple[str, str, tuple[int, ...]]] = []
    for name, shape in field_shapes(layout).items():
        if hasattr(np.ndarray, name):
            raise TypeError(f"{layout.__name__}.{name} would hide an ndarray attribute")
        fields.append((name, "i8", shape))
    return np.dtype((np.record, fields))


def new_record(dtype: np.dtype[Any]) -> Any:
    """One zeroed record of this dtype, backed by its own array."""
    return np.zeros(1, dtype)[0]
