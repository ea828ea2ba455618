"""Chocolate: what it costs and pays, and how the bars move."""

from __future__ import annotations

from objections import Event

from .box import RAWS
from .cards import Cards


class Market(Cards):
    """The chocolate market in one turn."""

    def make(self, event: Event) -> bool:
        """A chocolate is made; whether the seat has won by it."""
        table, variety = self.table, event["variety"]
        if variety not in table.rows:
            self.record.stop("chocolate", f"no variety {variety!r}")
        row, market = table.rows[variety], self.setup["market"]
        if row == market["n_rows"]:
            self.record.stop("R1", f"{variety} is in the bottom row")
        self.record.wants(event, "R4", row=row)
        for kind, n in market["varieties"][variety]["cost"].items():
            self.take_back(self.seat, kind, n, "chocolate")
        self.own.counts["chocolates"] += 1
        self.own.counts[f"made_{variety}"] += 1
        self.own.counts[f"made_in_row_{row}"] += 1
        self._reward(market["rows"][row - 1])
        if self.has_won():
            return True
        self._move_bars(variety)
        return False

    def _reward(self, row: dict[str, int]) -> None:
        """What the row pays, as far as it is to be had (R16, R27)."""
        table, own = self.table, self.own
        chips = min(row["points"], table.chips) if self.setup["vp_chips_limited"] else row["points"]
        if chips:
            event = self.record.read_of(self.seat, "R11", "reward_points")
            self.record.wants(event, "R11", points=chips)
            table.chips -= chips
            own.chips += chips
            own.counts["reward_points"] += chips
        for _ in range(min(row["cards"], table.deck.total())):
            event = self.record.read_of(self.seat, "R16", "reward_card")
            self.draw_card(event["card"], "R16")
            own.counts["reward_cards"] += 1
        for _ in range(min(row["resources"], sum(table.bank[kind] for kind in RAWS))):
            event = self.record.read_of(self.seat, "R16", "reward_resource")
            self.draw_raw(event["kind"], "R3")
            own.counts["reward_resources"] += 1
        for _ in range(row["roads"]):
            if table.has_room(self.seat):
                event = self.record.read_of(self.seat, "R2", "reward_road")
                self.lay_road(self.seat, event["edge"])
                own.counts["reward_roads"] += 1

    def _move_bars(self, made: str) -> None:
        """The bar falls, the die is thrown, a bar rises (R15)."""
        rows = self.table.rows
        rows[made] += 1
        event = self.record.read("R15", "fall")
        self.record.wants(event, "R15", variety=made, row=rows[made])
        face = self.record.read("R15", "market_die")["face"]
        if not 1 <= face <= 6:
            self.record.stop("R15", f"the market die shows {face}")
        event = self.record.read_of(self.seat, "R15", "rise")
        variety = event["variety"]
        varieties = self.setup["market"]["varieties"]
        named = [name for name, part in varieties.items() if part["number"] == face and rows[name] > 1]
        if variety not in named and (named or rows.get(variety, 1) == 1):
            self.record.stop("R10", f"{variety!r} rises on a {face}")
        rows[variety] -= 1
        self.record.wants(event, "R10", row=rows[variety])
