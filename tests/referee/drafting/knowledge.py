"""What a forger has to know about the table of a draft, which a trace tells in pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from forging import Event, Trace, changed, where

from .words import WORDS, Words


def words_of(trace: Trace) -> Words:
    """The words of the game that a trace tells."""
    return WORDS[trace[0]["game"]]


def stations(trace: Trace) -> range:
    """All stations of a seat."""
    return range(len(trace[0]["stations"]))


def things(trace: Trace) -> dict[str, Any]:
    """All that a station can make."""
    found: dict[str, Any] = trace[0][words_of(trace).things]
    return found


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
    is_pair = kind in ("amount", "ingredient")
    for at in where(trace[:index], "pair" if is_pair else kind):
        if at > roll:
            left.remove(trace[at]["spent" if kind == "ingredient" else kind])
    return left


def makes(trace: Trace, index: int, seat: int, station: int) -> str:
    """What a station makes before an event."""
    words = words_of(trace)
    begun = where(trace[:index], *words.begins, seat=seat, station=station)
    return str(trace[max(begun)][words.thing])


def since(trace: Trace, index: int, seat: int, station: int, *kinds: str) -> list[Event]:
    """Events of some kinds at a station for what it makes before an event."""
    begun = max(where(trace[:index], *words_of(trace).begins, seat=seat, station=station))
    return [trace[at] for at in where(trace[:index], *kinds, seat=seat, station=station) if at > begun]


def missing(trace: Trace, index: int, seat: int, station: int) -> dict[str, int]:
    """What is missing at a station before an event."""
    left = dict(things(trace)[makes(trace, index, seat, station)]["needs"])
    for pair in since(trace, index, seat, station, "pair"):
        left[pair["ingredient"]] = pair["missing"]
    return left


def processed(trace: Trace, index: int, seat: int, station: int) -> set[str]:
    """What is processed at a station before an event."""
    worker = words_of(trace).worker
    return {event["ingredient"] for event in since(trace, index, seat, station, worker, "hire")}


def is_blocked(trace: Trace, index: int, seat: int, station: int) -> bool:
    """Whether something finished is still there before an event."""
    return bool(since(trace, index, seat, station, "finish"))


def has_work(trace: Trace, thing: str) -> bool:
    """Whether its tier wants every ingredient processed."""
    return bool(trace[0]["tiers"][things(trace)[thing]["tier"]][words_of(trace).workers])


def applications(trace: Trace, index: int, seat: int) -> int:
    """What a seat holds before an event."""
    told = where(trace[:index], "pass", "hire", "reroll", seat=seat)
    return int(trace[max(told)]["applications"]) if told else 0
