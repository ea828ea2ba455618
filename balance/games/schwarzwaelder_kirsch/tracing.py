"""Rows of a trace become objects with names, one an event; docs/trace.md describes each of them and its fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from balance.core.layout import Records
from balance.core.rulebook import for_players
from balance.games.schwarzwaelder_kirsch.compiling import face_names
from balance.games.schwarzwaelder_kirsch.layout import NONE, STEAL, Event
from balance.games.schwarzwaelder_kirsch.rules import PROFESSIONS, Rules, n_tiles, n_wedges

TRACE_VERSION = 1
"""Raised whenever an event or field is renamed, removed or means something else."""

Object = dict[str, Any]


def objects(rules: Rules, facts: Mapping[str, Any], events: Records) -> Iterator[Object]:
    """A playout as objects that JSON can hold, in order: `setup` first, `end` last if it came to an end.

    Args:
        rules: The variant.
        facts: As `balance.engine.replaying.Replay.facts` has them.
        events: Rows of the trace, shape (n, 8), whose columns `layout.Event` names.

    Yields:
        Objects whose key `event` says what they are.
    """
    yield _setup(rules, facts)
    names = _Names(rules)
    rows: list[list[int]] = events.tolist()
    for event, *numbers in rows:
        if event == Event.OVER:
            yield _end(rules, facts, numbers, rows)
        elif event != Event.RESULT:  # told by `end`
            yield {"event": _NAMES[Event(event)], **_FIELDS[Event(event)](names, numbers)}


class _Names:
    """What the numbers of these rules are called."""

    def __init__(self, rules: Rules) -> None:
        self._faces = face_names(rules)

    def face(self, face: int) -> str | None:
        """What a wedge shows; None if there is none."""
        return None if face == NONE else self._faces[face]

    def profession(self, number: int) -> str | None:
        """A profession; None if there is none."""
        return None if number == NONE else PROFESSIONS[number]


def _seat(number: int) -> int | None:
    return None if number == NONE else number


def _place(names: _Names, n: Sequence[int]) -> Object:
    return {"seat": n[0], "place": n[1], "wedge": names.face(n[2])}


def _draw(names: _Names, n: Sequence[int]) -> Object:
    pairs = [(n[1], n[2]), (n[3], n[4])]
    shown = [(place, face) for place, face in pairs if place != NONE]
    return {
        "seat": n[0],
        "places": [place for place, _ in shown],
        "wedges": [names.face(face) for _, face in shown],
    }


def _steal(names: _Names, n: Sequence[int]) -> Object:
    return {
        "seat": n[0],
        "from": n[1],
        "wedge": names.face(n[2]),
        "by": "steal" if n[4] == STEAL else names.profession(n[4]),
        "profession": names.profession(n[5]),
        "replaced": names.face(n[6]),
        "cake": n[3],
    }


_FIELDS: Mapping[Event, Callable[[_Names, Sequence[int]], Object]] = {
    Event.ROUND: lambda _, n: {"round": n[1], "first": n[0], "tie_break": bool(n[2]), "hidden": n[3]},
    Event.PROFESSION: lambda names, n: {"seat": n[0], "profession": names.profession(n[1])},
    Event.TURN: lambda _, n: {"turn": n[1], "seat": n[0]},
    Event.FLIP: _place,
    Event.DRAW: _draw,
    Event.TAKE: lambda names, n: {**_place(names, n), "profession": names.profession(n[4]), "cake": n[3]},
    Event.KEEP: lambda names, n: {
        **_place(names, n),
        "replaced": names.face(n[3]),
        "profession": names.profession(n[4]),
    },
    Event.BACK: _place,
    Event.SHUFFLE: lambda _, n: {"hidden": n[1]},
    Event.BUST: lambda names, n: {**_place(names, n), "lost": n[3]},
    Event.STEAL: _steal,
    Event.GARNISH: lambda _, n: {"seat": n[0]},
    Event.STOP: lambda _, n: {"seat": n[0]},
    Event.SPENT: lambda _, n: {"seat": n[0]},
    Event.WON: lambda _, n: {"round": n[1], "winner": _seat(n[0]), "turns": n[2]},
}

_NAMES: Mapping[Event, str] = {event: event.name.lower() for event in _FIELDS} | {
    Event.PROFESSION: "deal",
    Event.WON: "round_end",
}


def _end(
    rules: Rules, facts: Mapping[str, Any], numbers: Sequence[int], rows: Sequence[Sequence[int]]
) -> Object:
    ends = [row for row in rows if row[0] == Event.WON]
    return {
        "event": "end",
        "reason": facts["end_reasons"][numbers[1]],
        "rounds": len(ends),
        "turns": sum(row[3] for row in ends),
        "scores": [row[2] for row in rows if row[0] == Event.RESULT],
        "winners": [bool(numbers[2] >> seat & 1) for seat in range(rules.players)],
        "rows": facts["rows"],
    }


def _setup(rules: Rules, facts: Mapping[str, Any]) -> Object:
    """Everything about the variant that a playout depends on, names and derived defaults filled in."""
    players = rules.players
    each = for_players(rules.profession_tiles, players) if n_tiles(rules) else 0
    return {
        "event": "setup",
        "trace_version": TRACE_VERSION,
        **{key: facts[key] for key in ("game", "rules_version", "seed", "playout", "deal", "cell")},
        "n_seats": players,
        "policies": list(facts["policies"]),
        "order": list(range(players)),
        "goal": rules.goal,
        "kinds": dict(rules.kinds),
        "jokers": rules.wedges.jokers,
        "steal": rules.wedges.steal,
        "garnish": rules.wedges.garnish,
        "wedges": n_wedges(rules),
        "professions": rules.professions,
        "profession_tiles": dict.fromkeys(PROFESSIONS, each),
        "turn": rules.turn,
        "first_flip": rules.first_flip,
        "bust_keeps_jokers": rules.bust_keeps_jokers,
        "action_swap": rules.action_swap,
        "eighth_same_turn": rules.eighth_same_turn,
        "full_cake_busts": rules.full_cake_busts,
        "decorator": rules.decorator,
        "tiebreak_rounds": rules.tiebreak_rounds,
        "turn_limit": rules.turn_limit,
    }
