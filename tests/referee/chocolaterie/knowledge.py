"""What a forger has to know about the table of chocolaterie, which a trace tells in pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from forging import Event, Forgeries, Trace, changed, where

TAKES = ("pair", "device", "special", "pass")
DICE = ("amount", "ingredient", "device", "special")

forgery = Forgeries()


def first_takes(trace: Trace, *kinds: str) -> Iterator[tuple[int, int]]:
    """Takes of the active seat that follow their roll at once, so that its dice can be forged: (roll, take)."""
    for index in where(trace, *kinds):
        if trace[index - 1]["event"] in ("roll", "reroll"):
            yield index - 1, index


def with_die(trace: Trace, roll: int, kind: str, face: Any) -> Trace:
    """With a face on the first die of a kind."""
    return changed(trace, roll, **{kind: [face, *trace[roll][kind][1:]]})


def dice_left(trace: Trace, index: int, kind: str) -> list[Any]:
    """Dice of a kind that lie there before an event."""
    roll = max(where(trace[:index], "roll", "reroll"))
    left = list(trace[roll][kind])
    field = {"amount": "amount", "ingredient": "spent", "device": "device", "special": "special"}[kind]
    taken = ("pair",) if kind in ("amount", "ingredient") else (kind,)
    for at in where(trace[:index], *taken):
        if at > roll:
            left.remove(trace[at][field])
    return left


def makes(trace: Trace, index: int, seat: int, station: int) -> str:
    """What a station makes before an event."""
    begun = where(trace[:index], "start", "choose", seat=seat, station=station)
    return str(trace[max(begun)]["variety"])


def since(trace: Trace, index: int, seat: int, station: int, *kinds: str) -> list[Event]:
    """Events of some kinds at a station for what it makes before an event."""
    begun = max(where(trace[:index], "start", "choose", seat=seat, station=station))
    return [trace[at] for at in where(trace[:index], *kinds, seat=seat, station=station) if at > begun]


def missing(trace: Trace, index: int, seat: int, station: int) -> dict[str, int]:
    """What is missing at a station before an event."""
    left = dict(trace[0]["varieties"][makes(trace, index, seat, station)]["needs"])
    for pair in since(trace, index, seat, station, "pair"):
        left[pair["ingredient"]] = pair["missing"]
    return left


def processed(trace: Trace, index: int, seat: int, station: int) -> set[str]:
    """What is processed at a station before an event."""
    return {event["ingredient"] for event in since(trace, index, seat, station, "device", "hire")}


def is_blocked(trace: Trace, index: int, seat: int, station: int) -> bool:
    """Whether a finished bar waits there before an event."""
    return bool(since(trace, index, seat, station, "finish"))


def has_devices(trace: Trace, variety: str) -> bool:
    """Whether its tier wants devices."""
    return bool(trace[0]["tiers"][trace[0]["varieties"][variety]["tier"]]["devices"])


def packed(trace: Trace, index: int) -> dict[int, tuple[str, int]]:
    """Package to its variety and bars before an event; the open ones and the full ones."""
    held: dict[int, tuple[str, int]] = {trace[at]["package"]: ("", 0) for at in where(trace[:index], "open")}
    for at in where(trace[:index], "pack"):
        held[trace[at]["package"]] = (trace[at]["variety"], trace[at]["bars"])
    return held


def applications(trace: Trace, index: int, seat: int) -> int:
    """What a seat holds before an event."""
    told = where(trace[:index], "pass", "hire", "reroll", seat=seat)
    return int(trace[max(told)]["applications"]) if told else 0
