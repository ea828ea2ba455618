"""Tools to forge a trace: find events, change, drop and insert them; and what becomes of the forgeries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from objections import Objection

Event = dict[str, Any]
Trace = list[Event]
Forger = Callable[[Trace], Iterator[Trace]]

MOST_TRACES = 25  # of a variant, looked through for a place to forge
ENOUGH = 3  # forgeries of a kind from one trace


def where(trace: Trace, *kinds: str, **fields: Any) -> list[int]:
    """Numbers of the events of these kinds with these fields."""
    return [
        index
        for index, event in enumerate(trace)
        if event["event"] in kinds and all(event.get(key) == value for key, value in fields.items())
    ]


def changed(trace: Trace, index: int, **fields: Any) -> Trace:
    """With other fields in one event."""
    return [*trace[:index], trace[index] | fields, *trace[index + 1 :]]


def without(trace: Trace, *indices: int) -> Trace:
    """With some events gone."""
    return [event for index, event in enumerate(trace) if index not in indices]


def inserted(trace: Trace, index: int, *events: Event) -> Trace:
    """With events before the one of this number."""
    return [*trace[:index], *events, *trace[index:]]


def swapped(trace: Trace, one: int, other: int) -> Trace:
    """With two events in each other's place."""
    forged = list(trace)
    forged[one], forged[other] = forged[other], forged[one]
    return forged


def setup_with(trace: Trace, section: str, **parts: Any) -> Trace:
    """With other parts in a section of the set-up."""
    return changed(trace, 0, **{section: trace[0][section] | parts})


def rows_with(trace: Trace, column: str, alter: Callable[[Any], Any], seat: int | None = None) -> Trace:
    """With another value in the rows at the end: of the playout, or of a seat."""
    rows = trace[-1]["rows"]
    games, seats = dict(rows["games"]), [dict(row) for row in rows["seats"]]
    row = games if seat is None else seats[seat]
    row[column] = alter(row[column])
    return changed(trace, len(trace) - 1, rows={"games": games, "seats": seats})


def another(value: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    return f"{value}!" if isinstance(value, str) else value + 1


def seats(trace: Trace) -> range:
    """All seats."""
    return range(trace[0]["n_seats"])


def last(indices: Iterable[int]) -> list[int]:
    """The last one, if there is one."""
    return sorted(indices)[-1:]


class Forgeries(dict[str, tuple[str, Forger]]):
    """Every kind of forgery of a game: the rule it has to be noticed by, and what forges it wherever a trace allows."""

    def __call__(self, rule: str) -> Callable[[Forger], Forger]:
        """Add a kind of forgery, named as its function."""

        def add(forger: Forger) -> Forger:
            assert forger.__name__ not in self
            self[forger.__name__] = (rule, forger)
            return forger

        return add

    def include(self, others: Forgeries, rule_of: Callable[[str], str]) -> None:
        """Add kinds that several games share.

        Args:
            others: The kinds, each with a rule as they call it.
            rule_of: From that to the rule of this game.
        """
        for name, (rule, forger) in others.items():
            self[name] = (rule_of(rule), forger)

    def of_setup(self, name: str, rule: str, alter: Callable[[Event], Event]) -> None:
        """Add a kind of forgery that changes fields of the set-up: what makes the changed ones of it."""

        def forge(trace: Trace) -> Iterator[Trace]:
            yield changed(trace, 0, **alter(trace[0]))

        forge.__name__, forge.__module__ = name, alter.__module__
        self(rule)(forge)

    def try_one(
        self,
        name: str,
        judge: Callable[[Sequence[Event], Mapping[str, Any]], list[Objection]],
        played: Callable[[str, int], Trace],
        variants: Mapping[str, Mapping[str, Any]],
    ) -> None:
        """Forge playouts of all variants in one way; each has to be objected to, and by its rule first.

        Args:
            name: Kind of forgery.
            judge: The referee: what it has against a trace, given the `rules:` section it was played with.
            played: Trace of a playout of a variant.
            variants: Name of a variant to its `rules:` section.

        Raises:
            AssertionError: If one is not noticed, or for another reason, or if there is nowhere to forge.
        """
        rule, forger = self[name]
        noticed = 0
        for playout in range(MOST_TRACES):
            for variant, rules in variants.items():
                for forged in islice(forger(played(variant, playout)), ENOUGH):
                    found = judge(forged, rules)
                    assert found, f"{name} in playout {playout} of '{variant}' is not noticed"
                    assert found[0].rule == rule, f"playout {playout} of '{variant}': {found[0]}"
                    noticed += 1
                if noticed >= 3 * ENOUGH or (noticed and playout > 1):
                    return
        assert noticed, f"nowhere to forge: {name}"


class Permissions(dict[str, tuple[str, Callable[[Trace], bool]]]):
    """What has to happen in some playout of a variant; what forbids it would pass every check for faults."""

    def __call__(self, *variants: str) -> Callable[[Callable[[Trace], bool]], Callable[[Trace], bool]]:
        """Add something, told whether it happens in a trace, named as its function."""

        def add(happens: Callable[[Trace], bool]) -> Callable[[Trace], bool]:
            for variant in variants:
                self[f"{happens.__name__}: {variant}"] = (variant, happens)
            return happens

        return add

    def try_one(self, name: str, played: Callable[[str, int], Trace], playouts: int) -> None:
        """Look for it in as many playouts.

        Raises:
            AssertionError: If it never happens.
        """
        variant, happens = self[name]
        assert any(happens(played(variant, playout)) for playout in range(playouts)), f"never: {name}"
