"""One turn of a seat, step by step, until it ends."""

from __future__ import annotations

from typing import Any

from objections import Event

from .box import ACTIONS, JOKER
from .record import Record
from .table import Card, Table

OVER_BY_CHOICE = "R1"


class Turn:
    """A turn.

    Args:
        record: The trace, `turn` read last.
        table: The table.
        index: Whose turn it is.
    """

    def __init__(self, record: Record, table: Table, index: int) -> None:
        self.record, self.table, self.index = record, table, index
        self.setup, self.pantry, self.seat = table.setup, table.pantry, table.seats[index]
        self.began_full = table.is_full(self.seat)
        self.has_turned_up = False
        self.is_later = False  # a duplicate is a bust from now on
        self.has_acted = False  # one action was played
        self.is_won = False
        self.seat.rest()

    def play(self) -> str:
        """All its steps; the rule by which it ended."""
        steps = {
            "flip": self._flip,
            "draw": self._draw,
            "steal": self._steal,
            "garnish": self._garnish,
            "stop": self._stop,
        }
        while True:
            event = self.record.read("R1", *steps)
            if event["seat"] != self.index:
                self.record.stop("R1", f"seat {event['seat']} in the turn of seat {self.index}")
            ended_by = steps[event["event"]](event)
            if ended_by:
                return ended_by

    def _stop(self, event: Event) -> str:
        acted = self.has_acted and self.setup["turn"] == "flip_or_action"
        may = self.has_turned_up or acted or self.pantry.hidden == 0
        self.record.want(may, "R1", "stops before anything was turned up")
        return OVER_BY_CHOICE

    # Turning up

    def _turn_up(self, place: int, wedge: str) -> str:
        """Turn a wedge up; how an action is gained by it."""
        both = self.has_acted and self.setup["turn"] == "flip_or_action"
        self.record.want(not both, "R1", "an action and a flip in one turn")
        origin = "flipped" if self.pantry.is_new(place) else "seen"
        wrong = self.pantry.turn_up(place, wedge)
        if wrong:
            self.record.stop("R20", wrong)
        self.seat.counts["flips"] += 1
        self.has_turned_up = True
        return origin

    def _flip(self, event: Event) -> str:
        place, wedge = event["place"], event["wedge"]
        origin = self._turn_up(place, wedge)
        was_later = self.is_later
        self.is_later |= self.setup["first_flip"] == "any" or wedge not in ACTIONS
        if wedge in ACTIONS:
            if self._read_at(place, wedge, "R4", "keep", "back")["event"] == "keep":
                self._keep(place, wedge, origin)
            else:
                self.seat.counts["refused"] += 1
                self.pantry.turn_back(place, wedge)
            return ""
        is_full = self.table.is_full(self.seat)
        if self.seat.lacks(wedge):
            if is_full:
                self._read_at(place, wedge, "R7", "back")
                self.pantry.turn_back(place, wedge)
            else:
                self._read_at(place, wedge, "aufdecken", "take")
                self._take(wedge)
            return ""
        if (
            self.seat.may_double(wedge) and not is_full and self.record.next == "take"
        ):  # it may be declined (R8a)
            self._read_at(place, wedge, "R8a", "take")
            self._take(wedge)
            return ""
        if not was_later or (is_full and not self.setup["full_cake_busts"]):
            self._read_at(place, wedge, "R7" if was_later else "R2", "back")
            self.pantry.turn_back(place, wedge)
            self.seat.counts["safe"] += 1
        else:
            self._read_at(place, wedge, "R7" if is_full else "R2", "bust")
            self._bust(wedge)
        return "R2"

    def _read_at(self, place: int, wedge: str, rule: str, *kinds: str) -> Event:
        """What happens to the wedge that was turned up there."""
        event = self.record.read(rule, *kinds)
        if (event["seat"], event["place"], event["wedge"]) != (self.index, place, wedge):
            self.record.stop(rule, f"{wedge} was turned up at place {place} by seat {self.index}")
        return event

    def _take(self, wedge: str) -> None:
        """The wedge of the event read last joins the cake."""
        event, profession = self.record.events[self.record.at], None
        if not self.seat.lacks(wedge):
            profession = self.seat.profession
            self.seat.use()
        self.seat.cake[wedge] += 1
        self.seat.counts["taken"] += 1
        self.record.wants(event, "R8a", profession=profession)
        self.record.wants(event, "aufdecken", cake=self.seat.size)

    def _keep(self, place: int, wedge: str, origin: str) -> None:
        """The action of the event read last is kept (R4)."""
        event, profession = self.record.events[self.record.at], None
        replaced = event["replaced"]
        if replaced is not None:
            if replaced not in self.seat.held:
                self.record.stop("R4", f"{replaced!r} is not held")
            self.seat.drop(replaced)
        elif len(self.seat.held) >= self.seat.places:
            if not self.seat.has("dekorateur"):
                self.record.stop("R4", "no place is free")
            profession = "dekorateur"
            self.seat.use()
            self.seat.places = 2
        self.record.wants(event, "R8c", profession=profession)
        self.seat.gain(Card(wedge, True, origin))
        self.seat.counts["actions"] += 1
        if replaced is not None:
            if self.setup["action_swap"] == "shuffled":
                self._shuffle("R4", replaced)
            else:
                self.pantry.turn_back(place, replaced)

    def _bust(self, wedge: str) -> None:
        """The cake of the event read last is lost (R2)."""
        back = self.seat.cake.copy()
        if self.setup["bust_keeps_jokers"]:
            back[JOKER] = 0
        self.record.wants(self.record.events[self.record.at], "R2", lost=back.total())
        self.seat.cake -= back
        self.seat.counts["busts"] += 1
        self.seat.counts["lost"] += back.total()
        self._shuffle("R2", *back.elements(), wedge)

    def _shuffle(self, rule: str, *back: str) -> None:
        self.pantry.shuffle(*back)
        event = self.record.read(rule, "shuffle")
        self.record.wants(event, "R13", hidden=self.pantry.hidden)
        self.table.counts["shuffles"] += 1

    # Zuckerbäcker

    def _draw(self, event: Event) -> str:
        if not self.seat.has("zuckerbaecker"):
            self.record.stop("R8b", "no Zuckerbäcker, or used before")
        if self.pantry.hidden == 0:
            self.record.stop("R12", "nothing lies face down")
        wanted = min(2, self.pantry.hidden)
        up = self._drawn(event, wanted)
        self.seat.use()
        is_full = self.table.is_full(self.seat)
        self.is_later |= self.setup["first_flip"] == "any"
        rest = [it for _, it in up if it not in ACTIONS and self.seat.lacks(it) and not is_full]
        has_action = any(it in ACTIONS for _, it in up)
        while self.record.next == "back" and up:
            back = self.record.read("R8b", "back")
            here = (back["place"], back["wedge"])
            if back["seat"] != self.index or here not in up:
                self.record.stop("R8b", f"{here[1]} at place {here[0]} was not turned up")
            up.remove(here)
            self.pantry.turn_back(*here)
        if up:
            if len(up) > 1:
                self.record.read("R8b", "back")
            return self._choose(*up[0], may=up[0][1] in ACTIONS or up[0][1] in rest)
        self.record.want(not rest, "R16", "nothing is taken though something may be")
        self.seat.counts["refused"] += has_action
        if has_action or rest:
            return ""
        spent = self.record.read("R8b", "spent")
        self.record.wants(spent, "R8b", seat=self.index)
        return "R8b"

    def _drawn(self, event: Event, wanted: int) -> list[tuple[int, str]]:
        """What Zuckerbäcker turns up."""
        places, wedges = event["places"], event["wedges"]
        is_formed = isinstance(places, list) and isinstance(wedges, list) and len(places) == len(wedges)
        if not is_formed or any(type(place) is not int or place < 0 for place in places):
            self.record.stop("trace", f"draw of {wedges} at {places}")
        if len(places) != wanted:
            self.record.stop("R8b", f"{len(places)} wedges, not {wanted}")
        up = list(zip(places, wedges, strict=True))
        for place, wedge in up:
            self._turn_up(place, wedge)
        return up

    def _choose(self, place: int, wedge: str, *, may: bool) -> str:
        """Zuckerbäcker takes a wedge."""
        self.record.want(may, "R8b", f"{wedge} may not be taken")
        self._read_at(place, wedge, "R8b", "keep" if wedge in ACTIONS else "take")
        if wedge in ACTIONS:
            self._keep(place, wedge, "zuckerbaecker")
        else:
            self._take(wedge)
            self.is_later = True
        return ""

    # Actions, and Pâtissier

    def _act(self, name: str) -> frozenset[str]:
        """Play an action (R1); how it can have been gained."""
        self.record.want(not self.has_acted, "R1", "a second action in one turn")
        both = self.has_turned_up and self.setup["turn"] == "flip_or_action"
        self.record.want(not both, "R1", "a flip and an action in one turn")
        self.has_acted = True
        if name not in self.seat.held:
            self.record.stop("R5" if name == "steal" else "R6", f"no {name} is held")
        origins = self.seat.play(name)
        if not origins:
            self.record.stop("R1", f"{name} was turned up in this turn")
        self._lose_place(self.index)
        return origins

    def _lose_place(self, index: int) -> None:
        """With an action Dekorateur's second place goes (R15)."""
        if self.setup["decorator"] == "once":
            self.table.seats[index].places = 1

    def _steal(self, event: Event) -> str:
        if event["by"] not in ("steal", "patissier"):
            self.record.stop("trace", f"stolen by {event['by']!r}")
        is_card = event["by"] == "steal"
        rule = "R5" if is_card else "R8d"
        if event["from"] == self.index:
            self.record.stop(rule, "stolen from oneself")
        if is_card:
            self._act("steal")
            self.seat.counts["steals"] += 1
        elif not self.seat.has("patissier"):
            self.record.stop("R8d", "no Pâtissier, or used before")
        else:
            self.seat.use()
        if event["wedge"] in ACTIONS and not is_card:
            self._lift(event)
        else:
            self._rob(event, rule)
        if is_card:
            self._shuffle("R5", "steal")
        return ""

    def _rob(self, event: Event, rule: str) -> None:
        """An ingredient or joker changes hands."""
        wedge, victim = event["wedge"], self.table.seats[event["from"]]
        if victim.cake[wedge] == 0:
            self.record.stop(rule, f"no {wedge} in the cake of seat {event['from']}")
        self.record.want(not self.table.is_full(self.seat), rule, "the cake is full")
        profession: Any = None
        if not self.seat.lacks(wedge):
            if self.seat.may_double(wedge):
                profession = "chocolatiere"
                self.seat.use()
            else:
                self.record.object(rule, f"{wedge} is in the cake")
        victim.cake[wedge] -= 1
        self.seat.cake[wedge] += 1
        victim.counts["robbed"] += 1
        self.seat.counts["stolen"] += 1
        self.record.wants(event, "R8a", profession=profession)
        self.record.wants(event, rule, replaced=None, cake=self.seat.size)

    def _lift(self, event: Event) -> None:
        """Pâtissier takes an action (R8d)."""
        wedge, victim, replaced = event["wedge"], self.table.seats[event["from"]], event["replaced"]
        if wedge not in victim.held:
            self.record.stop("R8d", f"seat {event['from']} has no {wedge}")
        is_free = len(self.seat.held) < self.seat.places
        if is_free != (replaced is None) or (not is_free and replaced not in self.seat.held):
            self.record.stop("R8d", f"{replaced} goes back for {wedge}")
        victim.drop(wedge)
        self._lose_place(event["from"])
        if replaced is not None:
            self.seat.drop(replaced)
        self.seat.gain(Card(wedge, False, "stolen"))
        self.seat.counts["lifted"] += 1
        victim.counts["unburdened"] += 1
        self.record.wants(event, "R8d", profession=None, cake=self.seat.size)
        if replaced is not None:
            self._shuffle("R8d", replaced)

    def _garnish(self, event: Event) -> str:
        self.record.want(self.table.is_full(self.seat), "R6", "the cake is not full")
        if not self.setup["eighth_same_turn"]:
            self.record.want(self.began_full, "R6", "the cake was not full when the turn began")
        self.seat.won_with.append(self._act("garnish"))
        self.is_won = True
        return "R6"
