"""What a user probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def key_name(text: str) -> str:
    """A display name as a key: ä→ae, ö→oe, ü→ue, ß→ss, other signs→`_`, lower case."""
    plain = text.strip().lower().translate(_UMLAUTS)
    return "".join(sign if sign.isascii() and sign.isalnum() else "_" for sign in plain).strip("_")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint for an unknown word: the nearest known one, else all of them if they are few."""
    names = list(known)
    near = get_close_matches(key_name(word), names, n=1, cutoff=0.6)
    if near:
        return f"did you mean '{near[0]}'?"
    return f"known: {', '.join(names)}" if 0 < len(names) <= 12 else ""
