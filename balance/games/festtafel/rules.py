"""The `rules:` section of festtafel: every value of the printed game, and what a designer may write instead."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import floor
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from balance.core.rulebook import PLAYER_COUNTS, Clock, Part, PerPlayers, for_players, rule
from balance.games.draft.layout import FACES, STATIONS
from balance.games.draft.rules import (
    AmountFace,
    Pieces,
    full_rounds,
)
from balance.games.festtafel.drawing import Cells, cells_of, rows_for

LENGTHS = ("short", "long")
FIRST_LONG_CLOCK = 60  # a number of rolls below it takes the short banquet (A2)


def _rows(value: Any) -> Any:
    """A drawing as a list of rows; one text holds them parted by `/` or line breaks.

    A blank within a row stays there: it is no gap, and said to be none.
    """
    if not isinstance(value, str):
        return value
    return [row.rstrip() for row in re.sub(" */ *", "\n", value).rstrip().split("\n")]


Drawing = Annotated[
    list[str],
    BeforeValidator(_rows),
    WithJsonSchema({"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string"}]}),
]
"""Rows of text: `#` a cell, `.` none."""


def _sized(is_value: Callable[[Any], bool], what: str) -> Callable[[Any], Any]:
    """A reader of a value, or of a map of values by player count, by length, or by both."""
    forms = f"must be {what}, or a map of them by players (2 to 6), short and long, or both"

    def read(value: Any, keys: tuple[str, ...] = (*PLAYER_COUNTS, *LENGTHS)) -> Any:
        value = _rows(value)
        if value is None or is_value(value):
            return value
        if isinstance(value, Mapping) and all(str(key) in keys for key in value):
            return {
                str(key): read(inner, PLAYER_COUNTS if key in LENGTHS else ()) for key, inner in value.items()
            }
        raise PydanticCustomError("sized", forms)

    def validate(value: Any) -> Any:  # pydantic would take a second parameter for its own
        return read(value)

    return validate


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_drawing(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(row, str) for row in value)


def _sized_schema(value: dict[str, Any]) -> WithJsonSchema:
    def of(keys: tuple[str, ...], inner: dict[str, Any]) -> dict[str, Any]:
        return {"type": "object", "properties": dict.fromkeys(keys, inner), "additionalProperties": False}

    counts = of(PLAYER_COUNTS, value)
    lengths = {"anyOf": [value, counts]}
    both = of((*PLAYER_COUNTS, *LENGTHS), lengths)
    return WithJsonSchema({"anyOf": [value, both]})


SizedCount = Annotated[
    Any,
    BeforeValidator(_sized(_is_count, "a whole number")),
    _sized_schema({"type": "integer", "minimum": 0}),
]
"""A whole number, or one for each player count, length, or both."""

SizedDrawing = Annotated[
    Any,
    BeforeValidator(_sized(_is_drawing, "rows of text")),
    _sized_schema({"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string"}]}),
]
"""A drawing, or one for each player count, length, or both."""


class Dish(Part):
    """A dish: its tier, points, ingredients and shape."""

    tier: str = rule(de="Stufe, aus rules.tiers.", en="Tier, one of rules.tiers.", source="text")
    points: int = rule(
        de="Punkte für ein fertiges Gericht.",
        en="Points of a finished dish.",
        source="assumed",
        note="A1: the text gives a range a tier",
        note_de="A1: der Regeltext nennt je Stufe eine Spanne",
        ge=0,
        le=1000,
    )
    needs: dict[str, Pieces] = rule(
        de="Was es braucht: Stück je Zutat.",
        en="What it needs: pieces of each ingredient.",
        source="assumed",
        note="A1",
        min_length=1,
    )
    shape: Drawing = rule(
        de="Form auf der Festtafel, als Zeilen gezeichnet: # ein Feld, . keines.",
        en="Shape on the banquet, drawn as rows: # a cell, . none.",
        source="assumed",
        note="A4",
    )
    cells: int | None = rule(
        None,
        de="Felder, zur Kontrolle der gezeichneten Form; null: so viele, wie gezeichnet sind.",
        en="Cells, to check the drawn shape; null: as many as are drawn.",
        source="assumed",
        note="A1",
    )


class Tier(Part):
    """A tier of dishes."""

    cooks: bool = rule(de="Ob jede Zutat ihren Koch braucht.", en="Whether each ingredient needs its cook.")


class Ingredient(Part):
    """An ingredient and the cook who works on it."""

    cook: str | None = rule(
        None,
        de="Koch, der diese Zutat verarbeitet; null für keinen.",
        en="Cook who processes it; null for none.",
    )


class Faces(Part):
    """What the dice show."""

    amount: list[AmountFace] = rule(
        [1, 2, 3, 4, 5, "joker"],
        de="Seiten eines Mengen-Würfels.",
        en="Faces of an amount die.",
        min_length=1,
        max_length=FACES,
    )
    ingredient: list[str] | None = rule(
        None,
        de="Seiten eines Zutaten-Würfels; null: jede Zutat einmal.",
        en="Faces of an ingredient die; null: each ingredient once.",
        min_length=1,
        max_length=FACES,
    )
    cook: list[str] | None = rule(
        None,
        de="Seiten eines Koch-Würfels; null: jeder Koch einmal.",
        en="Faces of a cook die; null: each cook once.",
        min_length=1,
        max_length=FACES,
    )


class Dice(Part):
    """How many dice of each kind, by player count, and their faces."""

    amount: PerPlayers = rule(
        {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6}, de="Mengen-Würfel.", en="Amount dice."
    )
    ingredient: PerPlayers = rule(
        {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6}, de="Zutaten-Würfel.", en="Ingredient dice."
    )
    cook: PerPlayers = rule({"2": 1, "3": 2, "4": 2, "5": 3, "6": 3}, de="Koch-Würfel.", en="Cook dice.")
    faces: Faces = rule(Faces(), de="Seiten der Würfel.", en="Faces of the dice.")


class Applications(Part):
    """Applications: what a pass brings and what they buy."""

    limit: PerPlayers = rule(
        {"2": 4, "3": 3, "4": 3, "5": 3, "6": 3},
        de="So viele Bewerbungen sammelt man höchstens.",
        en="Most applications a seat may hold.",
    )
    sous_chef: PerPlayers = rule(
        {"2": 4, "3": 3, "4": 3, "5": 3, "6": 3},
        de="Bewerbungen, die die Souschefin kostet.",
        en="Applications the sous-chef costs.",
    )


class DiningTable(Part):
    """A table of the banquet; every value may be given by player count, by length, or by both."""

    bonus: SizedCount = rule(
        de="Bonus auf jedes eigene Gericht, sobald der Tisch voll gedeckt ist.",
        en="Bonus on each own dish once the table is full.",
    )
    cells: SizedCount = rule(
        None,
        de="Felder; null: so viele, wie gezeichnet sind.",
        en="Cells; null: as many as are drawn.",
        source="assumed",
        note="A2",
    )
    shape: SizedDrawing = rule(
        None,
        de="Form, als Zeilen gezeichnet; null: fast quadratisch.",
        en="Shape, drawn as rows; null: almost a square.",
        source="assumed",
        note="A3",
    )
    penalty: SizedCount = rule(
        None,
        de="Abzug auf jedes eigene Gericht, wenn er halb leer bleibt; null: wie rules.banquet.penalty.",
        en="Points lost for each own dish if it stays half empty; null: as rules.banquet.penalty.",
    )


def _table(bonus: int, short: tuple[int, ...], long: tuple[int, ...]) -> DiningTable:
    by_length = {"short": short, "long": long}
    cells = {length: dict(zip(PLAYER_COUNTS, counts, strict=True)) for length, counts in by_length.items()}
    return DiningTable(bonus=bonus, cells=cells)


PRINTED_TABLES = {
    "familientisch": _table(2, (2, 5, 7, 10, 12), (4, 8, 12, 17, 21)),
    "stammtisch": _table(2, (2, 5, 7, 10, 12), (4, 8, 12, 17, 21)),
    "kindertisch": _table(3, (4, 7, 10, 13, 16), (5, 11, 17, 23, 28)),
    "gartentisch": _table(3, (4, 7, 10, 13, 16), (5, 11, 17, 23, 28)),
    "ehrentisch": _table(4, (5, 8, 13, 15, 20), (6, 14, 21, 27, 36)),
}


class Banquet(Part):
    """The banquet that all seats serve on."""

    enabled: bool = rule(True, de="Ob es eine Festtafel gibt.", en="Whether there is a banquet.", note="R13")
    penalty: SizedCount = rule(
        1,
        de="Abzug auf jedes eigene Gericht an einem Tisch, der am Ende halb leer ist.",
        en="Points lost for each own dish on a table that is half empty at the end.",
    )
    scale: float = rule(
        1.0,
        de="Faktor auf die Felder jedes Tischs, der nicht gezeichnet ist; kaufmännisch gerundet, mindestens 1.",
        en="Factor on the cells of every table that is not drawn, rounded half up, at least 1.",
        source="assumed",
        note="A7",
        ge=0.1,
        le=5.0,
        allow_inf_nan=False,
    )
    tables: dict[str, DiningTable] = rule(PRINTED_TABLES, de="Tische.", en="Tables.")


def _dish(tier: str, points: int, shape: str, **needs: int) -> Dish:
    return Dish(tier=tier, points=points, needs=needs, shape=_rows(shape))


PRINTED_DISHES = {
    "pfannkuchen": _dish("bronze", 3, "##", mehl=3, obst=3),
    "kaesebrot": _dish("bronze", 3, "#", mehl=3, kaese=3),
    "salat": _dish("bronze", 3, "##", gemuese=4, gewuerze=2),
    "obstsalat": _dish("bronze", 3, "#", obst=4, gewuerze=2),
    "bratwurst": _dish("bronze", 4, "##", fleisch=4, gewuerze=3),
    "gemuesesuppe": _dish("bronze", 4, "##", gemuese=4, gewuerze=3),
    "pizza": _dish("silver", 8, "##/##", mehl=3, gemuese=2, kaese=2, gewuerze=2),
    "flammkuchen": _dish("silver", 7, "###", mehl=3, kaese=2, fleisch=3),
    "burger": _dish("silver", 8, "###/.#.", mehl=2, gemuese=2, kaese=2, fleisch=3),
    "gulasch": _dish("silver", 7, "###", gemuese=2, fleisch=3, gewuerze=3),
    "obstkuchen": _dish("silver", 7, "##/#.", mehl=3, obst=3, gewuerze=2),
    "auflauf": _dish("silver", 7, "##/#.", gemuese=3, kaese=3, gewuerze=2),
    "festbraten": _dish("gold", 14, "###/##.", gemuese=5, fleisch=5, obst=4, gewuerze=4),
    "lasagne": _dish("gold", 15, "###/##.", mehl=4, gemuese=4, kaese=4, fleisch=4, gewuerze=3),
    "hochzeitstorte": _dish("gold", 13, "###/#..", mehl=5, kaese=4, obst=5, gewuerze=3),
    "schlemmerplatte": _dish("gold", 15, "###/##.", mehl=4, gemuese=4, kaese=4, fleisch=4, obst=3),
}


class Rules(Part):
    """Rules of festtafel; the defaults are the printed game."""

    players: int = rule(4, de="Spielerzahl.", en="Number of players.", ge=2, le=6)
    clock: Clock = rule(
        "short",
        de="Kochzeit: short (48 Würfe), long (72) oder eine Zahl; auf volle Runden aufgerundet.",
        en="Clock: short (48 rolls), long (72) or a number; rounded up to full rounds.",
    )
    amount_scale: float = rule(
        1.0,
        de="Faktor auf jede Menge, die ein Gericht braucht, kaufmännisch gerundet, mindestens 1.",
        en="Factor on every amount a dish needs, rounded half up, at least 1.",
        source="assumed",
        note="A6",
        ge=0.5,
        le=2.0,
        allow_inf_nan=False,
    )
    stations: dict[str, Annotated[int, Field(ge=0, le=STATIONS)]] = rule(
        {"bronze": 3, "silver": 2, "gold": 1},
        de="Kochstellen eines Spielers nach der Stufe, mit der sie beginnen.",
        en="Stations of a seat by the tier they start with.",
    )
    tiers: dict[str, Tier] = rule(
        {"bronze": Tier(cooks=False), "silver": Tier(cooks=True), "gold": Tier(cooks=True)},
        de="Stufen.",
        en="Tiers.",
    )
    ingredients: dict[str, Ingredient] = rule(
        {
            "mehl": Ingredient(cook="baeckerin"),
            "gemuese": Ingredient(cook="gemuesekoch"),
            "kaese": Ingredient(cook="kaesemeisterin"),
            "fleisch": Ingredient(cook="grillmeister"),
            "obst": Ingredient(cook="patissier"),
            "gewuerze": Ingredient(cook="sauciere"),
        },
        de="Zutaten und ihre Köche.",
        en="Ingredients and their cooks.",
    )
    dishes: dict[str, Dish] = rule(PRINTED_DISHES, de="Gerichte.", en="Dishes.")
    joker: int = rule(
        6, de="So viel füllt ein Joker höchstens auf.", en="Most pieces a joker fills.", ge=1, le=99
    )
    dice: Dice = rule(Dice(), de="Würfel.", en="Dice.")
    applications: Applications = rule(Applications(), de="Bewerbungen.", en="Applications.")
    banquet: Banquet = rule(Banquet(), de="Festtafel.", en="Banquet.")
    joker_ingredient: Literal["paired", "any"] = rule(
        "paired",
        de="Was ein Joker füllt: die Zutat seines Paars, oder irgendeine der Kochstelle.",
        en="What a joker fills: its pair's ingredient, or any of the station.",
        note="R1",
    )
    new_dish: Literal["tier_free", "tier_fixed", "free"] = rule(
        "tier_free",
        de="Was auf eine freie Kochstelle kommt: aus einer Stufe nach Wahl gezogen, aus derselben, oder gewählt.",
        en="What comes onto a freed station: drawn from a tier of choice, from the same tier, or chosen.",
        source="assumed",
        note="R7",
    )
    start_dishes: Literal["random", "chosen"] = rule(
        "random",
        de="Startgerichte: in ihrer Stufe gezogen oder vom Besitzer gewählt.",
        en="Start dishes: drawn within their tier or chosen by their owner.",
        note="R8",
    )
    mirror: bool = rule(
        False,
        de="Ob ein Gericht auch gespiegelt werden darf.",
        en="Whether a dish may be mirrored too.",
        note="R9",
    )
    sideboard_by_choice: bool = rule(
        False,
        de="Ob ein Gericht auch auf die Anrichte darf, wenn es auf einen Tisch passte.",
        en="Whether a dish may go to the sideboard though it would fit on a table.",
        note="R9",
    )
    half_empty: Literal["not_full", "at_most_half"] = rule(
        "not_full",
        de="Welcher Tisch am Ende Abzug bringt: jeder nicht volle, oder nur ein höchstens halb voller.",
        en="Which table costs points at the end: any that is not full, or only one at most half full.",
        note="R10",
    )
    fit: Literal["polyomino", "cells"] = rule(
        "polyomino",
        de="Wann ein Gericht passt: nach seiner Form, oder wo genug Felder frei sind.",
        en="When a dish fits: by its shape, or wherever enough cells are free.",
        source="assumed",
        note="A5",
    )


def n_rolls(rules: Rules) -> int:
    """Rolls of a playout: the clock rounded up to full rounds."""
    return full_rounds(rules.clock, rules.players)


def length(rules: Rules) -> Literal["short", "long"]:
    """Which banquet is laid (A2)."""
    if rules.clock in LENGTHS:
        return "short" if rules.clock == "short" else "long"
    return "short" if rules.clock < FIRST_LONG_CLOCK else "long"


def start_tiers(rules: Rules) -> list[str]:
    """Tier of each station at the start, in the order of `rules.stations`."""
    return [tier for tier, count in rules.stations.items() for _ in range(count)]


def cooks(rules: Rules) -> dict[str, str]:
    """Cook to ingredient."""
    return {part.cook: name for name, part in rules.ingredients.items() if part.cook}


def counts_dice(rules: Rules, key: str) -> int:
    """Dice of a kind at these rules' player count, 0 if none is given."""
    return for_players(getattr(rules.dice, key), rules.players)


def picked(value: Any, rules: Rules) -> tuple[Any, tuple[str, ...]]:
    """What holds at these rules' player count and length, and the keys below that lead to it.

    A player count goes before a length: who writes `5: …` beside printed values by length means five players.
    """
    path: tuple[str, ...] = ()
    while isinstance(value, Mapping):
        key = next((key for key in (str(rules.players), length(rules)) if key in value), None)
        if key is None:
            return None, path
        value, path = value[key], (*path, key)
    return value, path


def table_cells(rules: Rules, table: DiningTable) -> Cells:
    """The cells of a table: as drawn, else almost a square of its number (A3, A7); none if neither is given."""
    shape, _ = picked(table.shape, rules)
    if shape is not None:
        return cells_of(shape)
    count, _ = picked(table.cells, rules)
    if count is None or count < 1:
        return ()
    scaled = max(1, floor(Fraction(str(rules.banquet.scale)) * count + Fraction(1, 2)))
    return cells_of(rows_for(scaled))


def table_bonus(rules: Rules, table: DiningTable) -> int:
    """Bonus on each own dish of a full table."""
    return int(picked(table.bonus, rules)[0] or 0)


def table_penalty(rules: Rules, table: DiningTable) -> int:
    """Points lost for each own dish on a half-empty table."""
    own, _ = picked(table.penalty, rules)
    return int((picked(rules.banquet.penalty, rules)[0] or 0) if own is None else own)


def resolve(rules: Rules) -> dict[str, Any]:
    """The rules as plain data with every derived default filled in."""
    plain: dict[str, Any] = rules.model_dump(mode="json")
    for name, table in rules.banquet.tables.items():
        if table.cells is None:
            plain["banquet"]["tables"][name]["cells"] = len(table_cells(rules, table))
    return plain
