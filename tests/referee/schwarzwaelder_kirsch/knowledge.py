"""What a forger has to know about the table of schwarzwaelder_kirsch, which a trace tells in pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import forged_results
from forging import Event, Forgeries, Trace, where

ACTIONS = ("steal", "garnish")
TWICE = ("schokolade", "kakao")

RULES = {"result": "R10"}
"""Rules of shared forgeries that are called otherwise here."""

forgery = Forgeries()
forgery.include(forged_results.forgery, lambda rule: RULES.get(rule, rule))


class Scene:
    """The table before an event, as far as the trace has told it."""

    def __init__(self, setup: Event) -> None:
        self.setup = setup
        self.seat = -1
        self.up: list[str] = []  # turned up in this turn
        self.acted = False
        self.cakes: list[Counter[str]] = []
        self.hands: list[list[str]] = []
        self.fresh: list[str] = []  # actions turned up in this turn
        self.tiles: dict[int, str] = {}  # not yet used
        self.unseen: Counter[str] = Counter()
        self.seen: dict[int, str] = {}
        self.n_places = 0
        self.began_full = False

    @property
    def cake(self) -> Counter[str]:
        """Of the seat whose turn it is."""
        return self.cakes[self.seat]

    @property
    def hand(self) -> list[str]:
        """Its actions."""
        return self.hands[self.seat]

    @property
    def is_full(self) -> bool:
        """Whether its cake is complete."""
        return bool(self.cake.total() >= self.setup["goal"])

    @property
    def hidden(self) -> int:
        """Wedges face down."""
        return self.unseen.total() + len(self.seen)

    def may_play(self, name: str) -> bool:
        """Whether an action is there that was not turned up in this turn, and none was played."""
        return not self.acted and self.hand.count(name) > self.fresh.count(name)

    def loot(self) -> Iterator[tuple[int, str]]:
        """What the seat may steal: (from, wedge)."""
        for seat, cake in enumerate(self.cakes):
            for wedge in +cake:
                if seat != self.seat and (wedge == "joker" or not self.cake[wedge]):
                    yield seat, wedge

    def see(self, event: Event) -> None:
        """An event happens."""
        kind, wedge = event["event"], event.get("wedge")
        if kind == "round":
            n = self.setup["n_seats"]
            self.cakes, self.hands = [Counter() for _ in range(n)], [[] for _ in range(n)]
            self.unseen = Counter(self.setup["kinds"])
            self.unseen.update({"joker": self.setup["jokers"], **{it: self.setup[it] for it in ACTIONS}})
            self.seen, self.n_places = {}, 0
        elif kind == "deal":
            self.tiles[event["seat"]] = event["profession"]
        elif kind == "turn":
            self.seat, self.up, self.fresh, self.acted = event["seat"], [], [], False
            self.began_full = self.is_full
        elif kind == "flip":
            self._turn_up(event["place"], event["wedge"])
        elif kind == "draw":
            self.tiles.pop(self.seat)
            for place, drawn in zip(event["places"], event["wedges"], strict=True):
                self._turn_up(place, drawn)
        elif kind == "back":
            self.seen[event["place"]] = event["wedge"]
        elif kind == "take":
            self.cake[wedge] += 1
        elif kind == "keep":
            self._gain(event)
            self.fresh.append(event["wedge"])
        elif kind == "bust":
            self._bust(event)
        elif kind == "steal":
            self._steal(event)
        elif kind == "shuffle":
            self.unseen.update(self.seen.values())
            self.seen, self.n_places = {}, 0
        if event.get("profession") in ("chocolatiere", "dekorateur") and kind != "deal":
            self.tiles.pop(self.seat)

    def _turn_up(self, place: int, wedge: str) -> None:
        self.up.append(wedge)
        if place < self.n_places:
            del self.seen[place]
        else:
            self.unseen[wedge] -= 1
            self.n_places += 1

    def _gain(self, event: Event) -> None:
        replaced = event["replaced"]
        if replaced:
            self.hand.remove(replaced)
            if replaced in self.fresh:
                self.fresh.remove(replaced)
            if event["event"] == "steal" or self.setup["action_swap"] == "shuffled":
                self.unseen[replaced] += 1
            else:
                self.seen[event["place"]] = replaced
        self.hand.append(event["wedge"])

    def _bust(self, event: Event) -> None:
        kept = self.cake["joker"] if self.setup["bust_keeps_jokers"] else 0
        self.unseen.update(self.cake)
        self.unseen["joker"] -= kept
        self.unseen[event["wedge"]] += 1
        self.cakes[self.seat] = Counter(joker=kept)

    def _steal(self, event: Event) -> None:
        if event["by"] == "steal":
            self.acted = True
            self.hand.remove("steal")
            self.unseen["steal"] += 1
        else:
            self.tiles.pop(self.seat)
        if event["wedge"] in ACTIONS:
            self.hands[event["from"]].remove(event["wedge"])
            self._gain(event)
        else:
            self.cakes[event["from"]][event["wedge"]] -= 1
            self.cake[event["wedge"]] += 1


def scenes(trace: Trace, *kinds: str) -> Iterator[tuple[int, Event, Scene]]:
    """Events of these kinds with the table before each; the table changes as the iteration goes on."""
    scene = Scene(trace[0])
    for index, event in enumerate(trace):
        if event["event"] in kinds:
            yield index, event, scene
        scene.see(event)


def blocks(trace: Trace, kind: str, *ends: str) -> Iterator[list[int]]:
    """Numbers of all events of each round or turn: from its first one to the one before the next of these."""
    for start in where(trace, kind):
        yield [start, *range(start + 1, next(at for at in where(trace, *ends) if at > start))]


def next_of(trace: Trace, index: int, *kinds: str) -> int:
    """Number of the next event of these kinds after one."""
    return next(at for at in where(trace, *kinds) if at > index)


def flip_of(scene: Scene) -> Event | None:
    """Some wedge that the seat whose turn it is might turn up now."""
    for place, wedge in scene.seen.items():
        return {"event": "flip", "seat": scene.seat, "place": place, "wedge": wedge}
    for wedge in +scene.unseen:
        return {"event": "flip", "seat": scene.seat, "place": scene.n_places, "wedge": wedge}
    return None


def steal_of(scene: Scene, by: str = "steal") -> Event | None:
    """Some ingredient or joker that the seat whose turn it is might steal."""
    for seat, wedge in scene.loot():
        fields = {"seat": scene.seat, "from": seat, "wedge": wedge, "by": by, "profession": None}
        return {"event": "steal", **fields, "replaced": None, "cake": scene.cake.total() + 1}
    return None
