"""The table as a trace describes it, event after event: what a telling has to know to draw it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Object = Mapping[str, Any]

DICE = ("amount", "ingredient", "device", "special")


@dataclass(slots=True)
class Station:
    """A station and the bar on it.

    Args:
        variety: What it makes.
        special: What refines it, None if nothing does.
        needs: Pieces of each ingredient.
        delivered: Pieces that have arrived.
        processed: Ingredients that have been processed.
        needs_devices: Whether each ingredient has to be.
        refined: Whether its special has been added.
        is_finished: Whether its bar is finished and still here.
    """

    variety: str
    special: str | None
    needs: Mapping[str, int]
    needs_devices: bool
    delivered: dict[str, int] = field(default_factory=dict)
    processed: set[str] = field(default_factory=set)
    refined: bool = False
    is_finished: bool = False


@dataclass(slots=True)
class Package:
    """A package; `owners` are the seats of its bars in the order in which they came."""

    variety: str | None = None
    owners: list[int] = field(default_factory=list)


class Table:
    """Everything that lies on the table after the events so far.

    Args:
        setup: The first object of a trace.

    Attributes:
        stations: By seat, then by number; None while one is empty.
        packages: The open ones by number.
        n_opened: Packages ever opened.
        scores: By seat.
        applications: By seat.
        dice: What is left of each kind.
        roll: Number of the last roll, −1 before the first.
    """

    def __init__(self, setup: Object) -> None:
        n_seats = setup["n_seats"]
        self.setup = setup
        self.stations: list[dict[int, Station | None]] = [{} for _ in range(n_seats)]
        self.packages: dict[int, Package] = {}
        self.n_opened = 0
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

    def takes(self, package: int, variety: str) -> bool:
        """Whether an open package takes a variety."""
        if self.packages[package].variety is not None:
            return self.packages[package].variety == variety
        is_begun = any(other.variety == variety for other in self.packages.values())
        return self.setup["second_package_of_variety"] or not is_begun

    def _begin(self, item: Object) -> None:
        variety = self.setup["varieties"][item["variety"]]
        needs_devices = self.setup["tiers"][variety["tier"]]["devices"]
        self.stations[item["seat"]][item["station"]] = Station(
            item["variety"], variety["special"], variety["needs"], needs_devices
        )

    def _open(self, item: Object) -> None:
        self.packages[item["package"]] = Package()
        self.n_opened += 1

    def _throw(self, item: Object) -> None:
        self.roll = item["roll"]
        self.dice = {kind: list(item[kind]) for kind in DICE}
        self._apply(item)

    def _pair(self, item: Object) -> None:
        self.dice["amount"].remove(item["amount"])
        self.dice["ingredient"].remove(item["spent"])
        delivered = self.station(item).delivered
        delivered[item["ingredient"]] = delivered.get(item["ingredient"], 0) + item["pieces"]

    def _device(self, item: Object) -> None:
        self.dice["device"].remove(item["device"])
        self.station(item).processed.add(item["ingredient"])

    def _special(self, item: Object) -> None:
        self.dice["special"].remove(item["special"])
        self.station(item).refined = True

    def _hire(self, item: Object) -> None:
        self.station(item).processed.add(item["ingredient"])
        self._apply(item)

    def _apply(self, item: Object) -> None:
        if "applications" in item:
            self.applications[item["seat"]] = item["applications"]

    def _finish(self, item: Object) -> None:
        self.station(item).is_finished = True
        if not self.setup["packages"]["enabled"] and self.setup["packing"] == "at_once":
            self._clear(item)  # no event tells that its bar has gone
        self.scores[item["seat"]] += item["points"]

    def _pack(self, item: Object) -> None:
        self._clear(item)
        package = self.packages[item["package"]]
        package.variety = item["variety"]
        package.owners.append(item["seat"])

    def _clear(self, item: Object) -> None:
        self.stations[item["seat"]][item["station"]] = None

    def _full(self, item: Object) -> None:
        del self.packages[item["package"]]

    def _bonus(self, item: Object) -> None:
        self.scores[item["seat"]] += item["points"]


_STEPS: Mapping[str, Callable[[Table, Object], None]] = {
    "open": Table._open,
    "start": Table._begin,
    "choose": Table._begin,
    "roll": Table._throw,
    "reroll": Table._throw,
    "pair": Table._pair,
    "device": Table._device,
    "special": Table._special,
    "pass": Table._apply,
    "hire": Table._hire,
    "finish": Table._finish,
    "pack": Table._pack,
    "store": Table._clear,
    "full": Table._full,
    "bonus": Table._bonus,
}
