"""Rows of a trace become objects with names, one an event; docs/trace.md describes each of them and its fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from balance.core.layout import Records
from balance.games.schokoladenmarkt.board import board, spread
from balance.games.schokoladenmarkt.compiling import cards, harbours
from balance.games.schokoladenmarkt.layout import CARDS, INGREDIENTS, LANDSCAPES, NONE, RAW, YIELDS, Event
from balance.games.schokoladenmarkt.rules import Rules, n_rows

TRACE_VERSION = 1
"""Raised whenever an event or field is renamed, removed or means something else."""

Object = dict[str, Any]


def objects(rules: Rules, facts: Mapping[str, Any], events: Records) -> Iterator[Object]:
    """A playout as objects that JSON can hold, in order: `setup` and `board` first, `end` last if it came to an end.

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
    laid = [row for row in rows if row[0] in (Event.FIELD, Event.HARBOUR)]
    if laid:
        yield _board(laid)
    for event, *numbers in rows:
        if event == Event.OVER:
            yield _end(rules, facts, numbers, rows)
        elif event not in (Event.FIELD, Event.HARBOUR, Event.RESULT):  # told by `board` and `end`
            yield {"event": Event(event).name.lower(), **_FIELDS[Event(event)](names, numbers)}


class _Names:
    """What the numbers of these rules are called."""

    def __init__(self, rules: Rules) -> None:
        self.varieties = list(rules.market.varieties)
        self.ingredients = list(rules.ingredients)

    def card(self, pile: int, kind: int) -> str:
        """A raw material or an ingredient."""
        return self.ingredients[kind] if pile == INGREDIENTS else RAW[kind]


def _seat(n: Sequence[int]) -> Object:
    return {"seat": n[0]}


def _edge(_: _Names, n: Sequence[int]) -> Object:
    return {**_seat(n), "edge": n[1]}


def _corner(_: _Names, n: Sequence[int]) -> Object:
    return {**_seat(n), "corner": n[1]}


def _site(_: _Names, n: Sequence[int]) -> Object:
    return {**_seat(n), "corner": n[1], "field": n[2]}


def _card(_: _Names, n: Sequence[int]) -> Object:
    return {**_seat(n), "card": CARDS[n[1]]}


def _raw(_: _Names, n: Sequence[int]) -> Object:
    return {**_seat(n), "kind": RAW[n[1]]}


def _holder(n: Sequence[int]) -> int | None:
    return None if n[0] == NONE else n[0]


_FIELDS: Mapping[Event, Callable[[_Names, Sequence[int]], Object]] = {
    Event.FOUND: lambda _, n: {**_seat(n), "corner": n[1], "round": n[2]},
    Event.FOUND_ROAD: _edge,
    Event.FOUND_CARD: _raw,
    Event.FOUND_SITE: _site,
    Event.TURN: lambda _, n: {**_seat(n), "turn": n[1]},
    Event.ROLL: lambda _, n: {**_seat(n), "dice": [n[1], n[2]]},
    Event.GAIN: lambda names, n: {**_seat(n), "kind": names.card(n[1], n[2]), "cards": n[3]},
    Event.SHORT: lambda names, n: {"kind": names.card(n[1], n[2]), "owed": n[3], "bank": n[4]},
    Event.DISCARD: lambda names, n: {**_seat(n), "kind": names.card(n[1], n[2])},
    Event.ROBBER: lambda _, n: {**_seat(n), "field": n[1]},
    Event.STEAL: lambda names, n: {**_seat(n), "victim": n[1], "kind": names.card(n[2], n[3])},
    Event.ROAD: _edge,
    Event.SETTLEMENT: _corner,
    Event.CITY: _corner,
    Event.BUY: _card,
    Event.SITE: _site,
    Event.PLAY: _card,
    Event.FREE_ROAD: _edge,
    Event.TAKE: _raw,
    Event.MONOPOLY: _raw,
    Event.MARITIME: lambda names, n: {
        **_seat(n),
        "gives": names.card(n[1], n[2]),
        "cards": n[3],
        "gets": names.card(n[1], n[4]),
    },
    Event.DOMESTIC: lambda names, n: {
        **_seat(n),
        "other": n[1],
        "gives": names.card(n[2], n[3]),
        "gets": names.card(n[4], n[5]),
    },
    Event.CHOCOLATE: lambda names, n: {**_seat(n), "variety": names.varieties[n[1]], "row": n[2] + 1},
    Event.REWARD_POINTS: lambda _, n: {**_seat(n), "points": n[1]},
    Event.REWARD_CARD: _card,
    Event.REWARD_RESOURCE: _raw,
    Event.REWARD_ROAD: _edge,
    Event.FALL: lambda names, n: {"variety": names.varieties[n[1]], "row": n[2] + 1},
    Event.MARKET_DIE: lambda _, n: {"face": n[1]},
    Event.RISE: lambda names, n: {**_seat(n), "variety": names.varieties[n[1]], "row": n[2] + 1},
    Event.LONGEST_ROAD: lambda _, n: {"seat": _holder(n), "length": n[1]},
    Event.LARGEST_ARMY: lambda _, n: {"seat": _holder(n), "knights": n[1]},
}


def _board(rows: Sequence[Sequence[int]]) -> Object:
    """The board as it was laid out."""
    fields = sorted(tuple(row[2:5]) for row in rows if row[0] == Event.FIELD)
    harbour_rows = sorted(tuple(row[2:4]) for row in rows if row[0] == Event.HARBOUR)
    tables = board()
    return {
        "event": "board",
        "fields": [
            {
                "landscape": LANDSCAPES[land],
                "number": number or None,
                "corners": list(tables.field_corners[field]),
            }
            for field, land, number in fields
        ],
        "edges": [list(ends) for ends in tables.edge_corners],
        "harbours": [
            {"edge": edge, "kind": "any" if kind == 1 else RAW[kind - 2]} for edge, kind in harbour_rows
        ],
        "robber": next(field for field, land, _ in fields if LANDSCAPES[land] == "desert"),
    }


def _end(
    rules: Rules, facts: Mapping[str, Any], numbers: Sequence[int], rows: Sequence[Sequence[int]]
) -> Object:
    return {
        "event": "end",
        "reason": facts["end_reasons"][numbers[1]],
        "turns": sum(row[0] == Event.TURN for row in rows),
        "scores": [row[2] for row in rows if row[0] == Event.RESULT],
        "winners": [numbers[2] == seat for seat in range(rules.players)],
        "rows": facts["rows"],
    }


def _setup(rules: Rules, facts: Mapping[str, Any]) -> Object:
    """Everything about the variant that a playout depends on, names and derived defaults filled in."""
    players = rules.players
    kinds = harbours(rules)
    return {
        "event": "setup",
        "trace_version": TRACE_VERSION,
        **{key: facts[key] for key in ("game", "rules_version", "seed", "playout", "deal", "cell")},
        "n_seats": players,
        "policies": list(facts["policies"]),
        "order": list(range(players)),
        **{
            key: getattr(rules, key)
            for key in (
                *(
                    "victory_points",
                    "turn_limit",
                    "hand_limit",
                    "longest_road",
                    "largest_army",
                    "start_sites",
                ),
                *(
                    "third_road",
                    "bottom_row",
                    "reward_resource",
                    "site_density",
                    "shortage",
                    "vp_chips_limited",
                ),
            )
        },
        "landscapes": rules.board.landscapes.model_dump(),
        "raw_of": dict(YIELDS),
        "chips": list(rules.board.chips),
        "jungle_numbers": list(rules.board.jungle_numbers),
        "harbour_edges": spread(len(kinds), board().coast) if kinds else [],
        "harbour_kinds": kinds,
        "resources": rules.resources,
        "ingredients": {name: part.model_dump() for name, part in rules.ingredients.items()},
        "development": cards(rules),
        "pieces": rules.pieces.model_dump(),
        "costs": rules.costs.model_dump(),
        "points": rules.points.model_dump(),
        "yields": rules.yields.model_dump(),
        "maritime": rules.maritime.model_dump(),
        "market": {
            "rows": [row.model_dump() for row in rules.market.rows],
            "n_rows": n_rows(rules),
            "bottom_row": n_rows(rules),
            "varieties": {name: variety.model_dump() for name, variety in rules.market.varieties.items()},
            "chips": rules.market.chips,
        },
    }
