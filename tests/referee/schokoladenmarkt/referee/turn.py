"""One turn of a seat: the dice and what they bring, building and trade."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from objections import Event

from .box import RAWS
from .market import Market
from .record import Record
from .table import Building, Table

Step = Callable[[Event], bool]


class Turn(Market):
    """A turn.

    Args:
        record: The trace, `turn` read last.
        table: The table.
        seat: Whose turn it is.
    """

    def __init__(self, record: Record, table: Table, seat: int) -> None:
        super().__init__(record, table, seat)
        self.own.had = self.own.cards.copy()

    def play(self) -> bool:
        """All its steps; whether the seat has won."""
        steps: dict[str, Step] = {
            "road": self._road,
            "settlement": self._settlement,
            "city": self._city,
            "buy": self._buy,
            "site": self._site,
            "maritime": self._maritime,
            "domestic": self._domestic,
            "chocolate": self.make,
            "play": self.play_card,
        }
        if self.table.has_won(self.seat):
            return True
        if self.record.next == "play":
            if self.play_card(self.record.read("cards", "play")):
                return True
            if self.record.next == "play":
                self.record.read("R18", "roll")
        self._roll()
        while self.record.next not in ("turn", "end"):
            event = self.record.read("turn", *steps, "turn")
            if event["seat"] != self.seat:
                self.record.stop("turn", f"{event['event']} of seat {event['seat']} in turn of {self.seat}")
            if steps[event["event"]](event):
                return True
        return False

    # The dice

    def _roll(self) -> None:
        event = self.record.read_of(self.seat, "turn", "roll")
        dice = event["dice"]
        fits = isinstance(dice, list) and len(dice) == 2
        if not fits or any(type(die) is not int or not 1 <= die <= 6 for die in dice):
            self.record.stop("turn", f"dice show {dice!r}")
        if sum(dice) == 7:
            self.table.counts["sevens"] += 1
            self._discard()
            self.move_robber()
        else:
            self._produce(sum(dice))

    def _produce(self, number: int) -> None:
        table = self.table
        owed: dict[str, Counter[int]] = {}
        for place, it in enumerate(table.island.numbers):
            if it == number:
                for seat, kind, n in table.yields(place):
                    if place == table.robber:
                        table.seats[seat].counts[f"{table.pile(kind)}_blocked"] += n
                    else:
                        owed.setdefault(kind, Counter())[seat] += n
        for kind in (*RAWS, *table.ingredients):
            if owed.get(kind, Counter()).total():
                self._pay_out(kind, owed[kind])

    def _pay_out(self, kind: str, owed: Counter[int]) -> None:
        """All cards of a kind that a roll brings, as far as the bank has them (R8)."""
        table, bank, pile = self.table, self.table.bank[kind], self.table.pile(kind)
        paid = Counter(owed)
        if owed.total() > bank:
            event = self.record.read("R8", "short")
            self.record.wants(event, "R8", kind=kind, owed=owed.total(), bank=bank)
            table.counts["short_raw" if pile == "raw" else "short_ingredients"] += 1
            in_order = pile == "ingredients" and self.setup["shortage"] == "seat_order"
            paid = self._shared(owed, bank) if in_order or len(+owed) == 1 else Counter()
        for seat in self.in_order():
            table.seats[seat].counts[f"{pile}_short"] += owed[seat] - paid[seat]
            if paid[seat]:
                event = self.record.read_of(seat, "production", "gain")
                self.record.wants(event, "production", kind=kind, cards=paid[seat])
                table.give(seat, kind, paid[seat])
                table.seats[seat].counts[f"{pile}_produced"] += paid[seat]

    def _shared(self, owed: Counter[int], bank: int) -> Counter[int]:
        """What the bank has, in seat order from the one in turn."""
        paid: Counter[int] = Counter()
        for seat in self.in_order():
            paid[seat] = min(owed[seat], bank - paid.total())
        return paid

    def _discard(self) -> None:
        for seat in self.in_order():
            for pile in ("raw", "ingredients"):
                n = self.table.pile_of(seat, pile)
                for _ in range(n // 2 if n > self.setup["hand_limit"] else 0):
                    event = self.record.read_of(seat, "seven", "discard")
                    if self.table.pile(event["kind"]) != pile:
                        self.record.stop("R24", f"{event['kind']} where {pile} go back")
                    self.take_back(seat, event["kind"], 1, "seven")
                    self.table.seats[seat].counts[f"{pile}_discarded"] += 1

    # Building

    def _pay(self, thing: str) -> None:
        cost = self.setup["costs"][thing]
        if not self.table.can_pay(self.seat, cost):
            self.record.stop("costs", f"seat {self.seat} cannot pay {cost}")
        for kind, n in cost.items():
            self.table.give(self.seat, kind, -n)

    def _road(self, event: Event) -> bool:
        self._pay("road")
        self.lay_road(self.seat, event["edge"])
        return self.has_won()

    def _settlement(self, event: Event) -> bool:
        self._pay("settlement")
        if not self.table.has_road_at(self.seat, event["corner"]):
            self.record.stop("roads", f"no road of seat {self.seat} leads to corner {event['corner']}")
        self.settle(self.seat, event["corner"])
        self.check_longest()
        return self.has_won()

    def _city(self, event: Event) -> bool:
        self._pay("city")
        if self.table.buildings.get(event["corner"]) != Building(self.seat, is_city=False):
            self.record.stop("building", f"no settlement of seat {self.seat} at {event['corner']}")
        if self.table.used(self.seat, "cities") >= self.setup["pieces"]["cities"]:
            self.record.stop("pieces", f"seat {self.seat} has no city left")
        self.table.buildings[event["corner"]] = Building(self.seat, is_city=True)
        return self.has_won()

    def _buy(self, event: Event) -> bool:
        self._pay("development")
        self.draw_card(event["card"], "cards")
        return self.has_won()

    def _site(self, event: Event) -> bool:
        self._pay("site")
        self.place_site(self.seat, event["corner"], event["field"], "building")
        return False

    # Trade

    def _maritime(self, event: Event) -> bool:
        table, gives, gets = self.table, event["gives"], event["gets"]
        pile = table.pile(gives)
        if not pile or table.pile(gets) != pile or gives == gets:
            self.record.stop("trade", f"{gives} for {gets}")
        rate = table.rate(self.seat, gives)
        if event["cards"] != rate:
            self.record.stop("trade", f"{event['cards']} {gives}, not {rate}")
        if table.bank[gets] < 1:
            self.record.stop("bank", f"the bank has no {gets}")
        self.take_back(self.seat, gives, rate, "trade")
        table.give(self.seat, gets)
        self.own.counts[f"{pile}_traded"] += rate
        return False

    def _domestic(self, event: Event) -> bool:
        table, other = self.table, event["other"]
        if other == self.seat or event["gives"] == event["gets"]:
            self.record.stop("R22", "nothing is traded")
        for seat, kind in ((self.seat, event["gives"]), (other, event["gets"])):
            if table.seats[seat].hand[kind] < 1:
                self.record.stop("R22", f"seat {seat} has no {kind}")
            table.seats[seat].hand[kind] -= 1
        self.own.hand[event["gets"]] += 1
        table.seats[other].hand[event["gives"]] += 1
        self.own.counts["domestic_trades"] += 1
        return False
