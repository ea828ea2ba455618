"""Kitchen and banquet as a trace describes them, event after event: what a telling has to know to draw them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Object = Mapping[str, Any]

DICE = ("amount", "ingredient", "cook")


@dataclass(slots=True)
class Station:
    """A station and the dish on it.

    Args:
        dish: What it makes.
        needs: Pieces of each ingredient.
        needs_cooks: Whether each ingredient has to be processed.
        delivered: Pieces that have arrived.
        processed: Ingredients that have been processed.
    """

    dish: str
    needs: Mapping[str, int]
    needs_cooks: bool
    delivered: dict[str, int] = field(default_factory=dict)
    processed: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Served:
    """A dish on the banquet.

    Args:
        seat: Whose it is.
        dish: What it is.
        cells: Rows and columns that it covers.
    """

    seat: int
    dish: str
    cells: tuple[tuple[int, int], ...]


@dataclass(slots=True)
class DiningTable:
    """A table of the banquet.

    Args:
        shape: Rows of text, `#` a cell.
        bonus: On each own dish once it is full.
        penalty: For each own dish if it stays half empty.
        dishes: What lies on it, in order.
        free: Free cells.
    """

    shape: tuple[str, ...]
    bonus: int
    penalty: int
    free: int
    dishes: list[Served] = field(default_factory=list)


class Scene:
    """Everything after the events so far.

    Args:
        setup: The first object of a trace.

    Attributes:
        stations: By seat, then by number; None while one is empty.
        tables: The banquet by table.
        scores: By seat.
        applications: By seat.
        dice: What is left of each kind.
        roll: Number of the last roll, −1 before the first.
    """

    def __init__(self, setup: Object) -> None:
        n_seats = setup["n_seats"]
        self.setup = setup
        self.stations: list[dict[int, Station | None]] = [{} for _ in range(n_seats)]
        self.tables = {
            name: DiningTable(tuple(table["shape"]), table["bonus"], table["penalty"], table["cells"])
            for name, table in setup["banquet"]["tables"].items()
        }
        self.scores = [0] * n_seats
        self.applications = [0] * n_seats
        self.dice: dict[str, list[Any]] = {kind: [] for kind in DICE}
        self.roll = -1

    def follow(self, item: Object) -> None:
        """Let one event happen."""
        if (step := _STEPS.get(item["event"])) is not None:
            step(self, item)

    def station(self, item: Object) -> Station:
        """The station an event is about; it is not empty."""
        station = self.stations[item["seat"]][item["station"]]
        assert station is not None
        return station

    def _begin(self, item: Object) -> None:
        dish = self.setup["dishes"][item["dish"]]
        cooks = self.setup["tiers"][dish["tier"]]["cooks"]
        self.stations[item["seat"]][item["station"]] = Station(item["dish"], dish["needs"], cooks)

    def _throw(self, item: Object) -> None:
        self.roll = item["roll"]
        self.dice = {kind: list(item[kind]) for kind in DICE}
        self._apply(item)

    def _pair(self, item: Object) -> None:
        self.dice["amount"].remove(item["amount"])
        self.dice["ingredient"].remove(item["spent"])
        delivered = self.station(item).delivered
        delivered[item["ingredient"]] = delivered.get(item["ingredient"], 0) + item["pieces"]

    def _cook(self, item: Object) -> None:
        self.dice["cook"].remove(item["cook"])
        self.station(item).processed.add(item["ingredient"])

    def _hire(self, item: Object) -> None:
        self.station(item).processed.add(item["ingredient"])
        self._apply(item)

    def _apply(self, item: Object) -> None:
        if "applications" in item:
            self.applications[item["seat"]] = item["applications"]

    def _finish(self, item: Object) -> None:
        self.stations[item["seat"]][item["station"]] = None
        self.scores[item["seat"]] += item["points"]

    def _serve(self, item: Object) -> None:
        table = self.tables[item["table"]]
        cells = tuple((row, column) for row, column in item["cells"])
        table.dishes.append(Served(item["seat"], item["dish"], cells))
        table.free = item["free"]

    def _bonus(self, item: Object) -> None:
        self.scores[item["seat"]] += item["points"]

    def _penalty(self, item: Object) -> None:
        self.scores[item["seat"]] -= item["points"]


_STEPS: Mapping[str, Callable[[Scene, Object], None]] = {
    "start": Scene._begin,
    "refill": Scene._begin,
    "roll": Scene._throw,
    "reroll": Scene._throw,
    "pair": Scene._pair,
    "cook": Scene._cook,
    "pass": Scene._apply,
    "hire": Scene._hire,
    "finish": Scene._finish,
    "serve": Scene._serve,
    "bonus": Scene._bonus,
    "penalty": Scene._penalty,
}
