"""A gate's document in words: the sentences that every output for people shares."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from balance.core.texts import Lang, read_texts
from balance.report.numbers import MINUS, THIN, Numbers, digits_of

Document = Mapping[str, Any]


@cache
def _texts(lang: Lang) -> Mapping[str, Any]:
    return read_texts("balance.report", f"texts/gate.{lang}.yaml")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table.

    Args:
        cells: Texts in the order of `COLUMNS`.
        found: The finding behind it.
    """

    cells: tuple[str, ...]
    found: Document


COLUMNS = ("verdict", "metric", "cell", "seat", "a", "b", "value", "interval", "limit", "n")


@dataclass(frozen=True, slots=True)
class GateWords:
    """Says what a gate found.

    Args:
        document: What `balance gate --json` prints.
        lang: The language.
    """

    document: Document
    lang: Lang
    _numbers: Numbers = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_numbers", Numbers(self.lang))

    def say(self, key: str, /, **values: Any) -> str:
        """A sentence by its dotted key."""
        text: Any = _texts(self.lang)
        for step in key.split("."):
            text = text[step]
        return str(text).format(**values)

    def headline(self) -> str:
        """The verdict in one sentence."""
        config, verdict = self.document["config"], self.document["verdict"]
        if self.document["label"] == "bit-identical":
            return self.say("head.identical", config=config)
        return self.say(f"head.{verdict}", config=config, label=self.document["label"], worst=self._worst())

    def _worst(self) -> str:
        verdict = self.document["verdict"]
        found = [
            each
            for each in self.document["metrics"]
            if each["verdict"] == verdict and each["level"] == "fail"
        ]
        if not found or verdict == "PASS":
            return ""
        text = self.finding(max(found, key=_excess))
        return self.say("worst.more", text=text, n=len(found) - 1) if len(found) > 1 else text

    def finding(self, found: Document) -> str:
        """What was found about one thing."""
        return self.say(
            f"worst.{found['bound']}",
            series=self.series(found),
            value=self.value(found, signed=found["bound"] == "drift"),
            interval=self.interval(found, found),
            limit=self.limit(found),
        )

    def series(self, found: Document) -> str:
        """What a finding is about: metric, item, seat and, where there are several, cell."""
        words = [found["metric"], *([found["item"]] if found["item"] else [])]
        words += [self.seat(found)] if found["seat"] is not None else []
        words += [f"({found['cell']})"] if len(self.document.get("cells", ())) > 1 else []
        return " ".join(words)

    def seat(self, found: Document) -> str:
        """Seats as people count them; empty for the whole table."""
        if found["seat"] is None:
            return ""
        if found.get("other_seat") is None:
            return self.say("seat", seat=found["seat"] + 1)
        return self.say("pair", seat=found["seat"] + 1, other=found["other_seat"] + 1)

    def value(self, found: Document, *, signed: bool) -> str:
        """The drift, or the mean, in the metric's unit."""
        return self.amount(found, found["value"], signed=signed)

    def amount(self, found: Document, value: float, *, signed: bool) -> str:
        """A number in a metric's unit: points of a share where it is signed, per cent where it is not."""
        write = self._numbers.signed if signed else self._numbers.number
        if found["unit"] != "share":
            return write(value, 2)
        space = THIN if self.lang == "de" else " "
        return f"{write(100 * value, 2)}{space}pp" if signed else f"{write(100 * value, 2)}{self._percent()}"

    def _percent(self) -> str:
        return f"{THIN}%" if self.lang == "de" else "%"

    def change(self, value: float) -> str:
        """A change in a metric's own unit, with its sign."""
        digits = next((n for n in range(2, 6) if abs(round(value, n) - value) < 1e-9), 6)
        return self._numbers.signed(value, digits)

    def interval(self, found: Document, limits: Document) -> str:
        """The interval of a value, with its confidence."""
        return self.say(
            "interval", low=self._limit(found, limits["low"]), high=self._limit(found, limits["high"])
        )

    def _limit(self, found: Document, value: float) -> str:
        signed = found["bound"] == "drift"
        return self.amount(found, value, signed=signed)

    def limit(self, found: Document) -> str:
        """A bound in the metric's unit, with no more decimals than it has."""
        share = found["unit"] == "share"
        value = 100 * found["limit"] if share else found["limit"]
        digits = digits_of(value)
        unit = (THIN if self.lang == "de" else " ") + "pp" if share else ""
        return self._numbers.number(value, digits) + unit

    def allowed(self, found: Document) -> str:
        """A bound with its sign: ±, at least or at most."""
        return {"drift": "±", "min": "≥ ", "max": "≤ "}[found["bound"]] + self.limit(found)

    def tested(self) -> Iterator[str]:
        """What was played, on which policies."""
        document, blocks = self.document, self.document["blocks"]
        cells = len(document["cells"])
        number = self._numbers.number
        told = self.say(
            "tested.fresh" if document["fresh"] else "tested.paired",
            seed=document["seed"],
            games=number(document["games"]),
            cells=self.cells(cells),
        )
        size = number(blocks["size"])
        if document["label"] == "bit-identical":
            how = self.say(
                "tested.identical", last=number(blocks["played"] - 1), of=number(blocks["of"]), size=size
            )
        else:
            most = number(document["games_most"])
            how = self.say("tested.looks", blocks=number(blocks["played"]), size=size, most=most)
        yield f"{told}; {how}"
        yield from (f"    {self.cell(cell)}" for cell in document["cells"])

    def count(self, number: int) -> str:
        """A whole number."""
        return self._numbers.number(number)

    def cells(self, number: int) -> str:
        """So many cells."""
        return self.say("cells.one") if number == 1 else self.say("cells.many", n=self.count(number))

    def cell(self, cell: Document) -> str:
        """A cell and who plays it."""
        return self.say("tested.cell", key=cell["key"], n=cell["players"], policies=self.policies(cell))

    def policies(self, cell: Document) -> str:
        """Who plays a cell."""
        names = cell["policies"]
        if len(set(names)) == 1:
            return self.say("tested.everywhere", policy=names[0])
        listed = ", ".join(names)
        return self.say("tested.rotated", policies=listed) if cell["rotate"] else listed

    def baseline(self) -> str:
        """What it was held against."""
        blessed = self.document["baseline"]
        games = self._numbers.number(blessed["games"])
        return self.say(
            "baseline", file=blessed["file"], games=games, reason=blessed["reason"], by=self.by(blessed)
        )

    def by(self, blessing: Document) -> str:
        """Who accepted something where; empty if git said nothing."""
        if not (blessing["author"] or blessing["commit"]):
            return ""
        return self.say("by", author=blessing["author"] or "–", commit=(blessing["commit"] or "–")[:12])

    def changes(self) -> Iterator[str]:
        """Rules, sources, versions and gates that are not what they were."""
        document = self.document
        if document["rules_changed"]:
            yield self.say("changed.rules")
            yield from (f"    {self.rule(each)}" for each in document["rules_changed"])
        else:
            yield self.say("changed.nothing")
        if document["sources_changed"]:
            yield self.say("changed.sources")
        for name, each in document["versions_changed"].items():
            yield self.say("changed.version", name=name, a=each["a"], b=each["b"])
        for each in document["gates_changed"]:
            yield self.say(
                "changed.gate", metric=each["metric"], a=gate_text(each["a"]), b=gate_text(each["b"])
            )

    def rule(self, each: Document) -> str:
        """A rule that changed, with both values and where the new one stands."""
        place = each["b_place"]
        return self.say(
            "changed.rule",
            key=each["key"],
            a=self._rule_value(each["a"], each["a_place"]),
            b=self._rule_value(each["b"], place),
            place=self.say("changed.default") if place == "default" else place or "–",
        )

    def _rule_value(self, value: Any, place: str) -> str:
        return str(value) if place else self.say("changed.absent")

    def first_difference(self) -> str:
        """The first block that came to something else; empty if none did."""
        first = self.document["first_difference"]
        if first is None:
            return ""
        low, high = (self._numbers.number(playout) for playout in first["playouts"])
        block = self._numbers.number(first["block"])
        return self.say("first", cell=first["cell"], block=block, first=low, last=high, seed=first["seed"])

    def notes(self) -> Iterator[str]:
        """Warnings, what was blessed although it is outside, and what was not tested."""
        for found in self.document["metrics"]:
            if found["level"] == "warn" and found["verdict"] != "PASS":
                yield self.say("note.warning", text=f"{found['verdict']}: {self.finding(found)}")
            if found["blessed_outside"]:
                value = self.value(found, signed=False)
                yield self.say(
                    "note.outside", series=self.series(found), value=value, limit=self.allowed(found)
                )
        for each in self.document["not_tested"]:
            yield self.say("note.untested", **each)

    def since_first(self) -> Iterator[str]:
        """Drift since the first blessing, of everything that was blessed more than once."""
        found = [each for each in self.document["metrics"] if each["since_first"] is not None]
        if found:
            yield self.say("since.head")
        for each in found:
            since = each["since_first"]
            yield "    " + self.say(
                "since.line",
                series=self.series(each),
                value=self.amount(each, since["value"], signed=True),
                interval=self.interval(each, since),
                reason=since["reason"],
            )

    def hint(self) -> str:
        """What to do about it; empty after a PASS."""
        key = (
            self.document["label"] if self.document["verdict"] == "INCONCLUSIVE" else self.document["verdict"]
        )
        if key not in ("FAIL", "underpowered", "drift-suspected"):
            return ""
        command = f"balance baseline accept {shlex.quote(self.document['config'])} --reason …"
        return self.say(f"hint.{key}", command=command)

    def rows(self) -> Iterator[Row]:
        """The table, failures first."""
        order = {"FAIL": 0, "INCONCLUSIVE": 1, "PASS": 2}
        for found in sorted(self.document["metrics"], key=lambda each: order[each["verdict"]]):
            signed = found["bound"] == "drift"
            name = found["metric"] + (f" {found['item']}" if found["item"] else "")
            verdict = found["verdict"] + (f" ({found['label']})" if found["label"] else "")
            verdict += f" [{found['level']}]" if found["level"] == "warn" else ""
            low, high = (self._limit(found, found[end]) for end in ("low", "high"))
            yield Row(
                (
                    verdict,
                    name,
                    found["cell"],
                    self.seat(found),
                    self.amount(found, found["a"], signed=False),
                    self.amount(found, found["b"], signed=False),
                    self.value(found, signed=True) if signed else "",
                    f"{low} … {high}",
                    self.allowed(found),
                    self._numbers.number(found["n"]),
                ),
                found,
            )

    def columns(self) -> tuple[str, ...]:
        """Heads of the table's columns."""
        return tuple(self.say(f"column.{name}") for name in COLUMNS)

    @staticmethod
    def aligned(rows: Sequence[Sequence[str]], right: Collection[int]) -> Iterator[str]:
        """A table as text: columns two blanks apart, those of numbers flush right."""
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            cells = [
                text.rjust(width) if number in right else text.ljust(width)
                for number, (text, width) in enumerate(zip(row, widths, strict=True))
            ]
            yield "  ".join(cells).rstrip()


def _excess(found: Document) -> float:
    """How many times further than allowed something is; for bounds, by how much."""
    if found["bound"] == "drift":
        return float(abs(found["value"]) / found["limit"])
    return float(abs(found["value"] - found["limit"]))


def gate_text(gate: Document) -> str:
    """A gate's bounds and level, as a config would say them."""
    return ", ".join(f"{key} {value}" for key, value in gate.items())


def plain_signs(text: str) -> str:
    """Signs that every terminal and log can show and search for."""
    return text.replace(MINUS, "-").replace(THIN, " ")


def plain_lines(lines: Iterable[str]) -> str:
    """Text for terminals and logs: signs that all of them can show and search for, and no line that nobody wrote.

    A name or a reason may hold anything; where it broke a line, a build server could take the rest for a command.
    """
    return plain_signs("\n".join(map(_printable, lines)))


def _printable(line: str) -> str:
    return "".join(sign if sign.isprintable() or sign in THIN else " " for sign in line)
