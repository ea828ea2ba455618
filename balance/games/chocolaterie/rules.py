"""The `rules:` section of chocolaterie: every value of the printed game, and what a designer may write instead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from balance.core.game import Problem
from balance.core.rulebook import Clock, Part, PerPlayers, for_players, rule
from balance.games.chocolaterie import layout
from balance.games.draft.rules import (
    AmountFace,
    Pieces,
    check_applications,
    check_clock,
    check_dice,
    check_limits,
    check_owners,
    full_rounds,
    unknown,
)

SUPPLY_PER_PLAYER = {"short": 2, "long": 3}
ROLLS_PER_SUPPLY = 24  # a numeric clock gives a package a player for so many rolls (A3)


class Variety(Part):
    """A variety of chocolate: its tier, points and recipe."""

    tier: str = rule(de="Stufe, aus rules.tiers.", en="Tier, one of rules.tiers.", source="text")
    points: int = rule(
        de="Punkte für eine fertige Tafel.",
        en="Points of a finished bar.",
        source="assumed",
        note="A1: the text gives a range a tier",
        note_de="A1: der Regeltext nennt je Stufe eine Spanne",
        ge=0,
        le=1000,
    )
    needs: dict[str, Pieces] = rule(
        de="Rezept: Stück je Zutat.",
        en="Recipe: pieces of each ingredient.",
        source="assumed",
        note="A1",
        min_length=1,
    )
    special: str | None = rule(
        None,
        de="Sonderzutat, die diese Sorte veredelt; null für keine.",
        en="Special ingredient that refines it; null for none.",
        source="assumed",
        note="A2",
    )


class Tier(Part):
    """A tier of varieties."""

    bonus: int = rule(
        de="Bonus auf jede eigene Tafel in einem vollen Paket.",
        en="Bonus on each own bar in a full package.",
        ge=0,
        le=1000,
    )
    devices: bool = rule(
        de="Ob jede Zutat ihr Gerät braucht.", en="Whether each ingredient needs its device."
    )


class Ingredient(Part):
    """An ingredient and the device that works on it."""

    device: str | None = rule(
        None,
        de="Gerät, das diese Zutat verarbeitet; null für keines.",
        en="Device that processes it; null for none.",
    )


class Faces(Part):
    """What the dice show."""

    amount: list[AmountFace] = rule(
        [1, 2, 3, 4, 5, "joker"],
        de="Seiten eines Mengen-Würfels.",
        en="Faces of an amount die.",
        min_length=1,
        max_length=layout.FACES,
    )
    ingredient: list[str] | None = rule(
        None,
        de="Seiten eines Zutaten-Würfels; null: jede Zutat einmal.",
        en="Faces of an ingredient die; null: each ingredient once.",
        min_length=1,
        max_length=layout.FACES,
    )
    device: list[str] | None = rule(
        None,
        de="Seiten eines Geräte-Würfels; null: jedes Gerät einmal.",
        en="Faces of a device die; null: each device once.",
        min_length=1,
        max_length=layout.FACES,
    )
    special: list[str] | None = rule(
        None,
        de="Seiten eines Sonderzutaten-Würfels; null: jede einmal.",
        en="Faces of a special die; null: each special once.",
        min_length=1,
        max_length=layout.FACES,
    )


class Dice(Part):
    """How many dice of each kind, by player count, and their faces."""

    amount: PerPlayers = rule(
        {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6}, de="Mengen-Würfel.", en="Amount dice."
    )
    ingredient: PerPlayers = rule(
        {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6}, de="Zutaten-Würfel.", en="Ingredient dice."
    )
    device: PerPlayers = rule(
        {"2": 1, "3": 2, "4": 2, "5": 3, "6": 3}, de="Geräte-Würfel.", en="Device dice."
    )
    special: PerPlayers = rule(
        {"2": 1, "3": 2, "4": 2, "5": 3, "6": 3}, de="Sonderzutaten-Würfel.", en="Special dice."
    )
    faces: Faces = rule(Faces(), de="Seiten der Würfel.", en="Faces of the dice.")


class Packages(Part):
    """The packages all seats fill together."""

    enabled: bool = rule(True, de="Ob es Pakete gibt.", en="Whether there are packages.", note="R15")
    supply: int | None = rule(
        None,
        de="Zahl der Pakete einer Partie; null: 2 je Spieler (kurz), 3 (lang).",
        en="Packages in a playout; null: 2 a player (short), 3 (long).",
        source="assumed",
        note="A3",
        ge=1,
        le=500,
    )
    size: int = rule(4, de="Tafeln in ein Paket.", en="Bars to a package.", ge=1, le=12)
    open_extra: int = rule(
        2,
        de="Offene Pakete über die Spielerzahl hinaus.",
        en="Open packages beyond the number of players.",
        ge=0,
        le=10,
    )


class Applications(Part):
    """Applications: what a pass brings and what they buy."""

    limit: PerPlayers = rule(
        {"2": 4, "3": 3, "4": 3, "5": 3, "6": 3},
        de="So viele Bewerbungen sammelt man höchstens.",
        en="Most applications a seat may hold.",
    )
    master: PerPlayers = rule(
        {"2": 4, "3": 3, "4": 3, "5": 3, "6": 3},
        de="Bewerbungen, die die Meisterin kostet.",
        en="Applications the master costs.",
    )


def _variety(tier: str, points: int, special: str, **needs: int) -> Variety:
    return Variety(tier=tier, points=points, needs=needs, special=special)


PRINTED_VARIETIES = {
    "vollmilch": _variety("bronze", 4, "karamell", kakaobohnen=3, milch=4, zucker=2),
    "erdbeer_milch": _variety("bronze", 4, "vanille", milch=4, fruechte=5),
    "zartbitter": _variety("bronze", 3, "chili", kakaobohnen=5, zucker=3),
    "weisse_haselnuss": _variety("bronze", 3, "meersalz", nuesse=4, kakaobutter=4),
    "trueffel": _variety("silver", 7, "kaffee", kakaobohnen=4, milch=4, kakaobutter=4),
    "nougat": _variety("silver", 7, "meersalz", kakaobohnen=4, zucker=4, nuesse=5),
    "fruchtpralinen": _variety("silver", 8, "minze", kakaobohnen=4, zucker=3, kakaobutter=3, fruechte=5),
    "schokoladentorte": _variety(
        "gold", 15, "vanille", kakaobohnen=5, milch=5, zucker=4, kakaobutter=4, fruechte=5
    ),
    "schoko_goldbarren": _variety("gold", 14, "karamell", kakaobohnen=6, zucker=5, nuesse=5, kakaobutter=5),
}


class Rules(Part):
    """Rules of chocolaterie; the defaults are the printed game."""

    players: int = rule(4, de="Spielerzahl.", en="Number of players.", ge=2, le=6)
    clock: Clock = rule(
        "short",
        de="Schichtzeit: short (48 Würfe), long (72) oder eine Zahl; auf volle Runden aufgerundet.",
        en="Clock: short (48 rolls), long (72) or a number; rounded up to full rounds.",
    )
    amount_scale: float = rule(
        1.0,
        de="Faktor auf jede Rezeptmenge, kaufmännisch gerundet, mindestens 1.",
        en="Factor on every recipe amount, rounded half up, at least 1.",
        source="assumed",
        note="A4",
        ge=0.5,
        le=2.0,
        allow_inf_nan=False,
    )
    stations: dict[str, Annotated[int, Field(ge=0, le=layout.STATIONS)]] = rule(
        {"bronze": 2, "silver": 1, "gold": 1},
        de="Stationen eines Spielers nach der Stufe, mit der sie beginnen.",
        en="Stations of a seat by the tier they start with.",
    )
    tiers: dict[str, Tier] = rule(
        {
            "bronze": Tier(bonus=2, devices=False),
            "silver": Tier(bonus=3, devices=True),
            "gold": Tier(bonus=4, devices=True),
        },
        de="Stufen.",
        en="Tiers.",
    )
    ingredients: dict[str, Ingredient] = rule(
        {
            "kakaobohnen": Ingredient(device="roestofen"),
            "milch": Ingredient(device="ruehrkessel"),
            "zucker": Ingredient(device="zuckermuehle"),
            "nuesse": Ingredient(device="nussknacker"),
            "kakaobutter": Ingredient(device="temperiermaschine"),
            "fruechte": Ingredient(device="doerrofen"),
        },
        de="Zutaten und ihre Geräte.",
        en="Ingredients and their devices.",
    )
    specials: list[str] = rule(
        ["vanille", "chili", "meersalz", "karamell", "minze", "kaffee"],
        de="Sonderzutaten.",
        en="Special ingredients.",
        max_length=layout.SPECIALS,
    )
    varieties: dict[str, Variety] = rule(PRINTED_VARIETIES, de="Sorten.", en="Varieties.")
    refinement: int = rule(2, de="Punkte fürs Veredeln.", en="Points of a refinement.", ge=0, le=1000)
    joker: int = rule(
        6, de="So viel füllt ein Joker höchstens auf.", en="Most pieces a joker fills.", ge=1, le=99
    )
    dice: Dice = rule(Dice(), de="Würfel.", en="Dice.")
    applications: Applications = rule(Applications(), de="Bewerbungen.", en="Applications.")
    packages: Packages = rule(Packages(), de="Pakete.", en="Packages.")
    joker_ingredient: Literal["paired", "any"] = rule(
        "paired",
        de="Was ein Joker füllt: die Zutat seines Paars, oder irgendeine der Station.",
        en="What a joker fills: its pair's ingredient, or any of the station.",
        note="R1",
    )
    packing: Literal["at_once", "may_wait"] = rule(
        "at_once",
        de="Wann gepackt wird: sofort, oder an einem eigenen Entscheidungspunkt.",
        en="When bars are packed: at once, or at any own decision point.",
        note="R9",
    )
    storeroom_by_choice: bool = rule(
        False,
        de="Ob eine Tafel auch ins Lager darf, wenn ein Paket sie nähme.",
        en="Whether a bar may go to the storeroom though a package takes it.",
        note="R10",
    )
    second_package_of_variety: bool = rule(
        True,
        de="Ob neben einem begonnenen Paket ein zweites derselben Sorte begonnen werden darf.",
        en="Whether a second package of a variety may be started beside a begun one.",
        note="R10",
    )
    start_varieties: Literal["random", "chosen"] = rule(
        "random",
        de="Startsorten: in ihrer Stufe gezogen oder vom Besitzer gewählt.",
        en="Start varieties: drawn within their tier or chosen by their owner.",
        note="R16",
    )


def n_rolls(rules: Rules) -> int:
    """Rolls of a playout: the clock rounded up to full rounds."""
    return full_rounds(rules.clock, rules.players)


def supply(rules: Rules) -> int:
    """Packages of a playout: as given, else by A3."""
    if rules.packages.supply is not None:
        return rules.packages.supply
    players = rules.players
    if rules.clock in SUPPLY_PER_PLAYER:
        derived = SUPPLY_PER_PLAYER[rules.clock] * players
    else:
        derived = (2 * players * rules.clock + ROLLS_PER_SUPPLY) // (2 * ROLLS_PER_SUPPLY)
    return max(derived, players + rules.packages.open_extra)


def resolve(rules: Rules) -> dict[str, Any]:
    """The rules as plain data with every derived default filled in."""
    plain: dict[str, Any] = rules.model_dump(mode="json")
    plain["packages"]["supply"] = supply(rules)
    return plain


def start_tiers(rules: Rules) -> list[str]:
    """Tier of each station at the start, in the order of `rules.stations`."""
    return [tier for tier, count in rules.stations.items() for _ in range(count)]


def devices(rules: Rules) -> dict[str, str]:
    """Device to ingredient."""
    return {ingredient.device: name for name, ingredient in rules.ingredients.items() if ingredient.device}


def problems(rules: Rules) -> Iterator[Problem]:
    """What a single key cannot show: names that must fit each other, capacities, sums."""
    yield from check_limits(
        (
            ("tiers", len(rules.tiers), layout.TIERS),
            ("ingredients", len(rules.ingredients), layout.INGREDIENTS),
            ("varieties", len(rules.varieties), layout.VARIETIES),
            ("stations", sum(rules.stations.values()), layout.STATIONS),
        )
    )
    yield from check_clock(rules.clock)
    yield from _names(rules)
    faces = rules.dice.faces
    kinds = ("amount", "ingredient", "device", "special")
    yield from check_dice(
        {kind: getattr(rules.dice, kind) for kind in kinds},
        {kind: getattr(faces, kind) for kind in kinds[1:]},
        {
            "ingredient": list(rules.ingredients),
            "device": list(devices(rules)),
            "special": rules.specials,
        },
        rules.players,
    )
    limit, cost = rules.applications.limit, rules.applications.master
    yield from check_applications(limit, cost, "master", "master", rules.players)
    yield from _supply(rules)


def _names(rules: Rules) -> Iterator[Problem]:
    for name, variety in rules.varieties.items():
        path = ("varieties", name)
        if variety.tier not in rules.tiers:
            yield unknown((*path, "tier"), "tier", variety.tier, rules.tiers)
        if variety.special is not None and variety.special not in rules.specials:
            yield unknown((*path, "special"), "special", variety.special, rules.specials)
        for ingredient in variety.needs:
            if ingredient not in rules.ingredients:
                yield unknown((*path, "needs", ingredient), "ingredient", ingredient, rules.ingredients)
            elif (
                variety.tier in rules.tiers
                and rules.tiers[variety.tier].devices
                and rules.ingredients[ingredient].device is None
            ):
                yield Problem(
                    ("rules", *path, "needs", ingredient),
                    f"no device works on '{ingredient}': only a master can process it here",
                    level="warning",
                )
    for tier in rules.tiers:
        if tier == "refined" or (tier.startswith("bonus_") and tier.removeprefix("bonus_") in rules.tiers):
            yield Problem(
                ("rules", "tiers", tier),
                f"a tier called '{tier}': two columns would be called points_{tier}",
                "give it another name",
            )
    with_variety = {variety.tier for variety in rules.varieties.values()}
    for tier, count in rules.stations.items():
        if tier not in rules.tiers:
            yield unknown(("stations", tier), "tier", tier, rules.tiers)
        elif count and tier not in with_variety:
            yield Problem(("rules", "stations", tier), f"a station starts with {tier}, which no variety has")
    yield from check_owners({name: part.device for name, part in rules.ingredients.items()}, "device")
    for special in rules.specials:
        if rules.specials.count(special) > 1:
            yield Problem(("rules", "specials"), f"special '{special}' stands here twice")
            break


def counts_dice(rules: Rules, key: str) -> int:
    """Dice of a kind at these rules' player count, 0 if none is given."""
    return for_players(getattr(rules.dice, key), rules.players)


def _supply(rules: Rules) -> Iterator[Problem]:
    if not rules.packages.enabled:
        return
    least = rules.players + rules.packages.open_extra
    if rules.packages.supply is not None and rules.packages.supply < least:
        yield Problem(
            ("rules", "packages", "supply"),
            f"a supply of {rules.packages.supply} packages is below"
            f" players + {rules.packages.open_extra} = {least}",
            f"so many lie open at the start: give at least {least}, or leave the key out",
        )
