"""What a forger has to know about packages, which a trace tells in pieces."""

from __future__ import annotations

from drafting.forged import forgeries_of
from drafting.words import CHOCOLATERIE
from forging import Trace, where

forgery = forgeries_of(CHOCOLATERIE)


def packed(trace: Trace, index: int) -> dict[int, tuple[str, int]]:
    """Package to its variety and bars before an event; the open ones and the full ones."""
    held: dict[int, tuple[str, int]] = {trace[at]["package"]: ("", 0) for at in where(trace[:index], "open")}
    for at in where(trace[:index], "pack"):
        held[trace[at]["package"]] = (trace[at]["variety"], trace[at]["bars"])
    return held
