"""The `rules:` section of schwarzwaelder_kirsch: every value of the printed game, and what may be written instead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from balance.core.game import Problem
from balance.core.rulebook import Part, PerPlayers, for_players, rule
from balance.games.schwarzwaelder_kirsch import layout

INGREDIENT_WEDGES = 36
NAMES = (
    *("mehl", "eier", "zucker", "butter", "sahne", "kirschen", "kirschwasser", "schokolade", "kakao"),
    *("vanille", "mandeln", "backpulver"),
)
"""Ingredients in the order in which a mere number of kinds takes them; the first nine are the assumed ones (A1)."""
DOUBLES = ("schokolade", "kakao")
"""What Chocolatière may have twice (R8a)."""
PROFESSIONS = tuple(profession.name.lower() for profession in layout.Profession)


def spread(kinds: int) -> dict[str, int]:
    """The 36 ingredients over so many kinds as evenly as they go; the first kinds have one more (A1)."""
    each, rest = divmod(INGREDIENT_WEDGES, kinds)
    return {name: each + (index < rest) for index, name in enumerate(NAMES[:kinds])}


def _as_counts(value: Any) -> Any:
    """A mere number of kinds stands for the 36 ingredients spread over them."""
    if isinstance(value, dict):
        return value
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= len(NAMES):
        return spread(value)
    raise PydanticCustomError(
        "kinds", "must be a number of kinds, 1 to 12, or a number of wedges for each ingredient"
    )


Wedges = Annotated[int, Field(ge=0, le=layout.WEDGES)]

Kinds = Annotated[
    dict[str, Wedges],
    BeforeValidator(_as_counts),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "integer", "minimum": 1, "maximum": len(NAMES)},
                {
                    "type": "object",
                    "additionalProperties": {
                        "type": "integer",
                        "minimum": 0,
                        "maximum": layout.WEDGES,
                    },
                },
            ]
        }
    ),
]


class OtherWedges(Part):
    """Wedges of the pantry that are no ingredients."""

    jokers: Wedges = rule(4, de="Joker.", en="Jokers.")
    steal: Wedges = rule(4, de="Stehlen-Karten.", en="Steal cards.", source="assumed", note="A2")
    garnish: Wedges = rule(4, de="Garnieren-Karten.", en="Garnish cards.", source="assumed", note="A2")


class Rules(Part):
    """Rules of schwarzwaelder_kirsch; the defaults are the printed game."""

    players: int = rule(3, de="Spielerzahl.", en="Number of players.", ge=2, le=layout.SEATS)
    goal: int = rule(
        8,
        de="So viele Zutaten hat eine fertige Torte.",
        en="Ingredients of a complete cake.",
        ge=1,
        le=layout.CAKE - 1,
    )
    kinds: Kinds = rule(
        spread(9),
        de="Tortenecken je Zutat; eine Zahl verteilt die 36 gleichmäßig auf so viele Zutaten.",
        en="Wedges of each ingredient; a number spreads the 36 evenly over so many ingredients.",
        source="assumed",
        note="A1",
    )
    wedges: OtherWedges = rule(
        OtherWedges(), de="Tortenecken, die keine Zutaten sind.", en="Wedges that are no ingredients."
    )
    professions: Literal["per_round", "per_game", "off"] = rule(
        "per_round",
        de="Berufe: jede Runde neu, einer für die ganze Partie, oder keine.",
        en="Professions: dealt each round, once for the whole game, or off.",
        note="R8",
    )
    profession_tiles: PerPlayers = rule(
        {"2": 1, "3": 1, "4": 1, "5": 2, "6": 2},
        de="Plättchen von jedem Beruf.",
        en="Tiles of each profession.",
        source="assumed",
        note="A3",
    )
    turn: Literal["flip_and_action", "flip_or_action"] = rule(
        "flip_and_action",
        de="Ein Zug: aufdecken und dazu eine Aktion, oder eines von beiden.",
        en="A turn: flips and an action besides, or one of the two.",
        note="R1",
    )
    first_flip: Literal["any", "ingredient_only"] = rule(
        "any",
        de="Was das sichere erste Aufdecken beendet: jede Tortenecke, oder nur Zutaten und Joker.",
        en="What ends the safe first flip: any wedge, or only ingredients and jokers.",
        note="R2",
    )
    bust_keeps_jokers: bool = rule(
        False,
        de="Ob Joker bleiben, wenn man sich verzockt.",
        en="Whether jokers stay after a bust.",
        note="R2",
    )
    action_swap: Literal["in_place", "shuffled"] = rule(
        "in_place",
        de="Wohin eine eingetauschte Aktionskarte kommt: an den Platz der neuen, oder hineingemischt.",
        en="Where an exchanged action goes: to the place of the new one, or shuffled in.",
        note="R4",
    )
    eighth_same_turn: bool = rule(
        True,
        de="Ob die letzte Zutat im selben Zug wie das Garnieren kommen darf.",
        en="Whether the last ingredient may come in the turn in which the cake is garnished.",
        note="R6",
    )
    full_cake_busts: bool = rule(
        True,
        de="Ob man sich mit voller Torte noch verzocken kann.",
        en="Whether a full cake can still bust.",
        note="R7",
    )
    decorator: Literal["once", "round"] = rule(
        "once",
        de="Dekorateur: bis eine der beiden Aktionskarten weg ist, oder die ganze Runde.",
        en="Dekorateur: until one of the two actions has gone, or for the whole round.",
        note="R8c",
    )
    tiebreak_rounds: int = rule(
        5,
        de="Höchstens so viele weitere Runden bei Gleichstand.",
        en="Most further rounds when the leaders are level.",
        note="R10",
        ge=0,
        le=layout.ROUNDS - layout.SEATS,
    )
    turn_limit: int = rule(
        2000,
        de="Züge, nach denen eine Runde ohne Gewinner endet.",
        en="Turns after which a round ends without a winner.",
        source="assumed",
        note="R11",
        ge=1,
        le=10_000,
    )


def resolve(rules: Rules) -> dict[str, Any]:
    """The rules as plain data with every derived default filled in."""
    plain: dict[str, Any] = rules.model_dump(mode="json")
    return plain


def n_wedges(rules: Rules) -> int:
    """All wedges of the pantry."""
    return sum(rules.kinds.values()) + rules.wedges.jokers + rules.wedges.steal + rules.wedges.garnish


def n_tiles(rules: Rules) -> int:
    """Profession tiles that are mixed, 0 without professions."""
    if rules.professions == "off":
        return 0
    return len(PROFESSIONS) * for_players(rules.profession_tiles, rules.players)


def plain_cake(rules: Rules) -> int:
    """Most ingredients that one cake can hold without a profession: each kind once, and all jokers."""
    return sum(count > 0 for count in rules.kinds.values()) + rules.wedges.jokers


def fullest_cake(rules: Rules) -> int:
    """Most ingredients that one cake can ever hold: one more with Chocolatière."""
    doubled = n_tiles(rules) > 0 and any(rules.kinds.get(name, 0) > 1 for name in DOUBLES)
    return plain_cake(rules) + doubled


def least_turns(rules: Rules) -> int:
    """Turns before the end of which no round can be won: a garnish card waits for its owner's next turn (R1).

    Unless the second player takes it as Pâtissier and fills the cake in the same turn (R6).
    """
    is_at_once = n_tiles(rules) > 0 and rules.eighth_same_turn and rules.turn == "flip_and_action"
    return 2 if is_at_once else rules.players + 1


def problems(rules: Rules) -> Iterator[Problem]:
    """What a single key cannot show: capacities, tiles, games that never end or whose wedges may not suffice."""
    yield from _capacities(rules)
    yield from _endless(rules)
    yield from _scarce(rules)


def _capacities(rules: Rules) -> Iterator[Problem]:
    if not 1 <= len(rules.kinds) <= layout.KINDS:
        yield Problem(
            ("rules", "kinds"), f"{len(rules.kinds)} kinds", f"from 1 to {layout.KINDS} can be played"
        )
    if n_wedges(rules) > layout.WEDGES:
        ingredients, others = sum(rules.kinds.values()), rules.wedges
        parts = f"{ingredients} ingredients, {others.jokers} jokers, {others.steal} steal, {others.garnish} garnish"
        key = "kinds" if 2 * ingredients >= n_wedges(rules) else "wedges"
        yield Problem(
            ("rules", key), f"{n_wedges(rules)} wedges ({parts})", f"up to {layout.WEDGES} can be played"
        )
    for name in ("joker", "steal", "garnish"):
        if name in rules.kinds:
            yield Problem(
                ("rules", "kinds", name), f"'{name}' is no ingredient", "its number stands in rules.wedges"
            )
    if rules.professions == "off":
        return
    tiles = n_tiles(rules)
    if not rules.players <= tiles <= layout.TILES:
        yield Problem(
            ("rules", "profession_tiles"),
            f"{tiles} profession tiles for {rules.players} players",
            f"from {rules.players} to {layout.TILES} can be dealt; there are {len(PROFESSIONS)} professions",
        )
    if not any(rules.kinds.get(name) for name in DOUBLES):
        yield Problem(
            ("rules", "kinds"),
            "neither schokolade nor kakao, which Chocolatière is about",
            "name one of them, or set rules.professions to off",
        )


def _endless(rules: Rules) -> Iterator[Problem]:
    if rules.wedges.garnish == 0:
        yield Problem(
            ("rules", "wedges", "garnish"),
            "without a garnish card no round can ever be won",
            "give at least 1",
        )
    fullest = fullest_cake(rules)
    if rules.goal > fullest:
        yield Problem(
            ("rules", "goal"),
            f"no cake can ever hold {rules.goal} ingredients: of these wedges {fullest} fit into one",
            "lower the goal, or add kinds or jokers",
        )
    if rules.turn_limit < least_turns(rules):
        yield Problem(
            ("rules", "turn_limit"),
            f"no round can be won in {rules.turn_limit} turn{'s' * (rules.turn_limit > 1)}: a garnish card that was"
            " turned up waits for the next turn",
            f"give at least {least_turns(rules)}, better some hundred",
        )


def _wanted_and_filling(rules: Rules) -> tuple[int, int]:
    """Wedges that all cakes want together, and wedges that can fill them."""
    return rules.players * rules.goal, sum(rules.kinds.values()) + rules.wedges.jokers


def is_scarce(rules: Rules) -> bool:
    """Whether the cakes want so many wedges that rounds may come to no end (R11)."""
    wanted, filling = _wanted_and_filling(rules)
    return wanted >= filling and rules.goal <= fullest_cake(rules)


def needs_chocolatiere(rules: Rules) -> bool:
    """Whether nobody else can fill a cake, so that rounds may come to no end (R11)."""
    return plain_cake(rules) < rules.goal <= fullest_cake(rules)


def _scarce(rules: Rules) -> Iterator[Problem]:
    wanted, filling = _wanted_and_filling(rules)
    if needs_chocolatiere(rules):
        yield Problem(
            ("rules", "goal"),
            f"only Chocolatière can fill a cake of {rules.goal}: rounds may stall",
            "a round without a winner is counted in stalled_rounds",
            level="warning",
        )
    if is_scarce(rules):
        yield Problem(
            ("rules", "players"),
            f"{rules.players} cakes of {rules.goal} want {wanted} wedges and {filling} can fill them:"
            " rounds may stall",
            "a round without a winner is counted in stalled_rounds",
            level="warning",
        )
