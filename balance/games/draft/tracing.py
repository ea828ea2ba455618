"""Rows of a draft's trace become objects with names: what both games tell alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from balance.core.layout import Records
from balance.core.rulebook import for_players
from balance.games.draft.layout import JOKER
from balance.games.draft.rules import scaled

Object = dict[str, Any]
Row = Sequence[int]
"""An event and its seven numbers."""


def grouped(events: Records, parts: Sequence[int]) -> Iterator[tuple[list[int], list[list[int]]]]:
    """Each event with those that follow it and are a part of it, such as the dice of a roll.

    Args:
        events: Rows of a trace, shape (n, 8).
        parts: Events that are parts of the one before them.
    """
    rows: list[list[int]] = events.tolist()
    index = 0
    while index < len(rows):
        end = index + 1
        while end < len(rows) and rows[end][0] in parts:
            end += 1
        yield rows[index], rows[index + 1 : end]
        index = end


def amount_name(face: int) -> str | int:
    """An amount as YAML writes it."""
    return "joker" if face == JOKER else face


def pair_fields(ingredients: Sequence[str], n: Row) -> Object:
    """A pair: seat, station, ingredient, amount shown, ingredient spent, pieces, missing after."""
    return {
        "seat": n[0],
        "station": n[1],
        "ingredient": ingredients[n[2]],
        "amount": amount_name(n[3]),
        "spent": ingredients[n[4]],
        "pieces": n[5],
        "missing": n[6],
    }


def thrown(
    event: str, n: Row, kinds: Mapping[int, tuple[str, Callable[[int], Any]]], dice: Sequence[Row]
) -> Object:
    """A roll (active seat, roll) or reroll (and applications left) with all its dice.

    Args:
        event: `roll` or `reroll`.
        n: Its numbers.
        kinds: Kind of die to its key and what its faces are called.
        dice: Rows of dice: event, -, kind, die, face.
    """
    told: Object = {"event": event, "roll": n[1], "seat": n[0]}
    if event == "reroll":
        told["applications"] = n[2]
    for kind, (key, name) in kinds.items():
        told[key] = [name(die[4]) for die in dice if die[2] == kind]
    return told


def setup_head(facts: Mapping[str, Any], version: int, players: int) -> Object:
    """What the set-up of every draft begins with."""
    return {
        "event": "setup",
        "trace_version": version,
        **{key: facts[key] for key in ("game", "rules_version", "seed", "playout", "deal", "cell")},
        "n_seats": players,
        "policies": list(facts["policies"]),
        "order": list(range(players)),
    }


def needs_fields(needs: Mapping[str, int], scale: float) -> Object:
    """What is needed of each ingredient, as written and as played."""
    return {"recipe": dict(needs), "needs": {key: scaled(pieces, scale) for key, pieces in needs.items()}}


def dice_fields(dice: Any, kinds: Sequence[str], shown: Mapping[str, Sequence[Any]], players: int) -> Object:
    """Number and faces of each kind of die.

    Args:
        dice: The section of the rules.
        kinds: Kinds in order.
        shown: Kind to what it shows where its faces are not written.
        players: Player count.
    """
    return {
        kind: {
            "number": for_players(getattr(dice, kind), players),
            "faces": list(getattr(dice.faces, kind) or shown[kind]),
        }
        for kind in kinds
    }


def end_fields(
    facts: Mapping[str, Any], n: Row, results: Sequence[Row], n_rolls: int, finished: str
) -> Object:
    """How a playout ended.

    Args:
        facts: Of the playout.
        n: Numbers of the event that tells the end: -, reason, winners.
        results: Rows with the result of each seat: event, seat, score, things finished.
        n_rolls: Rolls begun.
        finished: What the things finished are called.
    """
    return {
        "event": "end",
        "reason": facts["end_reasons"][n[1]],
        "rolls": n_rolls,
        "scores": [row[2] for row in results],
        finished: [row[3] for row in results],
        "winners": [bool(n[2] >> seat & 1) for seat in range(len(results))],
        "rows": facts["rows"],
    }
