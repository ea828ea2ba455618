"""The keys of a config besides its game's rules, and what each of them may hold."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema, create_model, model_validator
from pydantic_core import PydanticCustomError

from balance.config.scalars import read_points, respell_points
from balance.core.game import LARGEST_WEIGHT, Game
from balance.core.rulebook import Part, rule

MOST_GAMES = 1_000_000_000
LARGEST_SEED = 2**63 - 1
WIDEST = "seat_win_share"
"""The metric that a bare `precision: 0.5pp` means."""

_QUANTITY = "a number, or percentage points such as 1pp"


def _wrong(kind: str, text: str, hint: str = "") -> PydanticCustomError:
    return PydanticCustomError(kind, text, {"hint": hint})


def _read_quantity(value: Any) -> Any:
    """`1pp` is 0.01; numbers stay."""
    if isinstance(value, str):
        points = read_points(value)
        if points is None:
            spelt = respell_points(value)
            raise _wrong("quantity", f"must be {_QUANTITY}", f"write {spelt}" if spelt else "")
        return points
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _wrong("quantity", f"must be {_QUANTITY}")
    return value


def _read_version(value: Any) -> Any:
    """The integer 1: pydantic's Literal would take 1.0 and true for it."""
    if value != 1 or type(value) is not int:
        raise _wrong("version", "must be 1", "write 1 without quotes" if value == "1" else "")
    return value


_QUANTITY_SCHEMA = {"anyOf": [{"type": "number"}, {"type": "string", "pattern": r"^[-+]?[0-9.]+\s*pp$"}]}

SMALLEST, LARGEST = 1e-9, 1_000_000_000
"""Amounts beyond these mean nothing to a game, and their squares overflow."""

Quantity = Annotated[
    float,
    Field(allow_inf_nan=False, ge=-LARGEST, le=LARGEST),
    BeforeValidator(_read_quantity),
    WithJsonSchema(_QUANTITY_SCHEMA),
]
"""A number in the unit of a metric; `1pp` is one percentage point, 0.01."""


def _not_tiny(value: float) -> float:
    if value < SMALLEST:
        raise _wrong("tolerance", f"must be at least {SMALLEST:g}")
    return value


Tolerance = Annotated[Quantity, Field(gt=0), AfterValidator(_not_tiny)]
"""How far something may be off."""


def _read_precision(value: Any) -> Any:
    """`0.5pp` alone is meant for the widest interval of `seat_win_share`."""
    if isinstance(value, str):
        return {WIDEST: value}
    if not isinstance(value, dict):
        spelt = "write it with its unit, e.g. 0.5pp" if isinstance(value, int | float) else ""
        raise _wrong("precision", "must be percentage points such as 0.5pp, or {metric: half-width}", spelt)
    return value


Precision = Annotated[
    dict[str, Tolerance],
    BeforeValidator(_read_precision),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "pattern": r"^[0-9.]+\s*pp$"},
                {"type": "object", "additionalProperties": _QUANTITY_SCHEMA},
            ]
        }
    ),
]


def _read_title(value: Any) -> Any:
    """One text stands for both languages."""
    if isinstance(value, str):
        return {"de": value, "en": value}
    if (
        isinstance(value, dict)
        and set(value) <= {"de", "en"}
        and all(isinstance(v, str) for v in value.values())
    ):
        return value
    raise _wrong("title", "must be a text, or {de: …, en: …}")


Title = Annotated[
    dict[str, str],
    BeforeValidator(_read_title),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string"},
                {
                    "type": "object",
                    "properties": {"de": {"type": "string"}, "en": {"type": "string"}},
                    "additionalProperties": False,
                },
            ]
        }
    ),
]

Thousandths = Annotated[int, Field(ge=-LARGEST_WEIGHT, le=LARGEST_WEIGHT)]


class Persona(Part):
    """An own policy: a shipped one, or another persona, with some weights changed."""

    origin: str = rule(
        de="Wovon sie ausgeht: eine mitgelieferte Spielweise oder eine andere Persona.",
        en="What it starts from: a shipped policy or another persona.",
        alias="from",
    )
    weights: dict[str, Thousandths] = rule(
        {},
        de="Gewichte in Tausendsteln eines Punktes, die sich unterscheiden.",
        en="Weights in thousandths of a point that differ.",
    )


class Policies(Part):
    """Who decides for the seats."""

    all: str | None = rule(None, de="Eine Spielweise für alle Plätze.", en="One policy for all seats.")
    seats: list[str] | None = rule(None, de="Eine Spielweise je Platz.", en="One policy a seat.")
    rotate: bool = rule(
        False,
        de="Ob die Aufstellung reihum wechselt: dieselben Würfel in jeder Drehung.",
        en="Whether the line-up rotates: the same dice are played in every rotation.",
    )


class Run(Part):
    """How much is played."""

    games: int = rule(20_000, de="Partien je Zelle.", en="Playouts a cell.", ge=1, le=MOST_GAMES)
    seed: int = rule(1, de="Startwert allen Zufalls.", en="Seed of all chance.", ge=0, le=LARGEST_SEED)
    precision: Precision = rule(
        {},
        de="Halbe Breite, die erreicht werden soll: 0.5pp oder {Metrik: halbe Breite}.",
        en="Half-width to be reached: 0.5pp (widest seat_win_share interval) or {metric: half-width}.",
    )
    max_games: int | None = rule(
        None,
        de="Höchstens so viele Partien je Zelle, wenn precision verlangt ist.",
        en="At most so many playouts a cell where precision is asked.",
        ge=1,
        le=MOST_GAMES,
    )


class Gate(Part):
    """How far a metric may move, or where it must stay."""

    drift: Tolerance | None = rule(
        None,
        de="So weit darf sie sich von der Bezugsvariante entfernen.",
        en="How far it may move from the baseline.",
    )
    min: Quantity | None = rule(None, de="Mindestens.", en="At least.")
    max: Quantity | None = rule(None, de="Höchstens.", en="At most.")
    level: Literal["fail", "warn"] = rule(
        "fail", de="Ob ein Verstoß durchfällt oder nur warnt.", en="Whether a breach fails or only warns."
    )

    @model_validator(mode="after")
    def _has_bounds(self) -> Gate:
        if self.drift is None and self.min is None and self.max is None:
            raise _wrong("gate", "needs at least one of drift, min and max")
        if self.min is not None and self.max is not None and self.min > self.max:
            raise _wrong("gate", "has a min above its max")
        return self


Extends = Annotated[
    Any,
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}),
]
"""Followed before anything is validated."""


class ConfigModel(Part):
    """The keys that every config has; `document_model` adds the rules of a game."""

    version: Annotated[Literal[1], BeforeValidator(_read_version)] = rule(
        de="Fassung des Formats: 1.", en="Version of the format: 1."
    )
    game: str = rule(de="Das Spiel.", en="The game.")
    title: Title | None = rule(
        None, de="Überschrift des Berichts.", en="Title of the report: a text, or {de: …, en: …}."
    )
    extends: Extends = rule(
        None,
        de="Konfiguration, auf der diese aufbaut: Pfad oder Liste, von hier aus.",
        en="Config this one is laid over: a path or a list of them, relative to this file.",
    )
    rules: Any = rule(
        {},
        de="Regeln des Spiels; was fehlt, ist wie gedruckt.",
        en="Rules of the game; what is left out is as printed.",
    )
    assumed: dict[str, str] = rule(
        {},
        de="Warum ein Wert nicht aus dem Regeltext stammt: Schlüssel mit Punkten und Grund.",
        en="Why a value is not from the rule text: dotted key and reason.",
    )
    personas: dict[str, Persona] = rule({}, de="Eigene Spielweisen.", en="Own policies by name.")
    policies: Policies = rule(Policies(all="greedy"), de="Wer entscheidet.", en="Who decides for the seats.")
    vary: dict[str, Any] = rule(
        {},
        de="Durchgespielte Werte: Schlüssel mit Punkten und Liste; die Zellen sind das Produkt.",
        en="Swept values: dotted key and list; the cells are the product of all.",
    )
    run: Run = rule(Run(), de="Wie viel gespielt wird.", en="How much is played.")
    gates: dict[str, Gate] = rule(
        {},
        de="Grenzen für Metriken, über die balance gate urteilt.",
        en="Bounds of metrics, by which balance gate judges.",
    )


CELL_SECTIONS = ("rules", "personas", "policies")
"""Sections that may differ between cells; all others hold for the whole experiment."""


def document_model(game: Game | None) -> type[ConfigModel]:
    """The model of a whole config of this game; without one, anything goes below `rules`."""
    if game is None:
        return ConfigModel
    rules: Any = game.rules_model
    return _with_rules(rules)


@cache
def _with_rules(rules: Any) -> type[ConfigModel]:
    said = ConfigModel.model_fields["rules"]
    field = Field(
        default_factory=rules, description=said.description, json_schema_extra=said.json_schema_extra
    )
    return create_model("Config", __base__=ConfigModel, rules=(rules, field))


def printed(game: Game | None) -> dict[str, Any]:
    """The config that says nothing: the printed game and every other default, as plain data."""
    whole = document_model(game)(version=1, game=game.slug if game is not None else "")
    return whole.model_dump(mode="json", by_alias=True, exclude={"version", "game", "title", "extends"})
