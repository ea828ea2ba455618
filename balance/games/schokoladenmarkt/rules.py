"""The `rules:` section of schokoladenmarkt: every value of the printed game, and what a designer may write instead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from balance.core.game import Problem
from balance.core.rulebook import Part, rule
from balance.core.suggest import did_you_mean
from balance.games.schokoladenmarkt import layout
from balance.games.schokoladenmarkt.board import ROWS

RED = (6, 8)  # the numbers of red chips
WITH_NUMBER = ("forest", "pasture", "fields", "hills", "mountains", "jungle")

Raw = Literal["brick", "wood", "wool", "grain", "ore"]
Land = Literal["forest", "pasture", "fields", "hills", "mountains", "jungle"]
Number = Literal[2, 3, 4, 5, 6, 8, 9, 10, 11, 12]
Pieces = Annotated[int, Field(ge=0, le=20)]
Cards = Annotated[int, Field(ge=0, le=10)]


class Landscapes(Part):
    """How many fields of each landscape."""

    forest: int = rule(4, de="Wald: Holz.", en="Forest: wood.", ge=0, le=24)
    pasture: int = rule(4, de="Weide: Wolle.", en="Pasture: wool.", ge=0, le=24)
    fields: int = rule(4, de="Acker: Getreide.", en="Fields: grain.", ge=0, le=24)
    hills: int = rule(3, de="Hügel: Lehm.", en="Hills: brick.", ge=0, le=24)
    mountains: int = rule(3, de="Gebirge: Erz.", en="Mountains: ore.", ge=0, le=24)
    jungle: int = rule(5, de="Urwald: kein Rohstoff.", en="Jungle: no raw material.", ge=0, le=24)
    desert: int = rule(
        1,
        de="Wüste: nichts; dort steht der Räuber zuerst.",
        en="Desert: nothing; the robber's first place.",
        ge=1,
        le=24,
    )


class Harbours(Part):
    """How many harbours of each kind, spread evenly round the coast."""

    any: int = rule(
        4, de="Häfen für jede Karte.", en="Harbours for any card.", source="assumed", note="A3", ge=0, le=17
    )
    brick: int = rule(
        1, de="Häfen für Lehm.", en="Harbours for brick.", source="assumed", note="A3", ge=0, le=9
    )
    wood: int = rule(
        1, de="Häfen für Holz.", en="Harbours for wood.", source="assumed", note="A3", ge=0, le=9
    )
    wool: int = rule(
        1, de="Häfen für Wolle.", en="Harbours for wool.", source="assumed", note="A3", ge=0, le=9
    )
    grain: int = rule(
        1, de="Häfen für Getreide.", en="Harbours for grain.", source="assumed", note="A3", ge=0, le=9
    )
    ore: int = rule(1, de="Häfen für Erz.", en="Harbours for ore.", source="assumed", note="A3", ge=0, le=9)


class Board(Part):
    """Fields, chips and harbours; they are laid out anew for each playout (A4)."""

    landscapes: Landscapes = rule(
        Landscapes(),
        de="Felder je Landschaft, zusammen 24.",
        en="Fields of each landscape, 24 in all.",
        note="A2",
    )
    chips: list[Number] = rule(
        [2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12],
        de="Zahlenchips, einer für jedes Feld außer Wüste und Urwald.",
        en="Number chips, one for each field that is neither desert nor jungle.",
    )
    jungle_numbers: list[Number] = rule(
        [4, 5, 9, 10, 11],
        de="Aufgedruckte Zahlen der Urwaldfelder.",
        en="Printed numbers of the jungle fields.",
        source="assumed",
        note="A2",
    )
    harbours: Harbours = rule(Harbours(), de="Häfen.", en="Harbours.", source="assumed", note="A3")


class Ingredient(Part):
    """An ingredient, its landscape and what the box holds of it."""

    landscape: Land = rule(
        de="Landschaft, auf der ihre Produktionsstätten stehen.",
        en="Landscape its production sites stand on.",
    )
    cards: int = rule(de="Zutatenkarten.", en="Ingredient cards.", ge=0, le=layout.MOST_CARDS)
    sites: int = rule(de="Produktionsstätten.", en="Production sites.", ge=0, le=60)


class Limits(Part):
    """Pieces of a player."""

    roads: int = rule(15, de="Straßen.", en="Roads.", ge=3, le=30)
    settlements: int = rule(5, de="Siedlungen.", en="Settlements.", ge=3, le=10)
    cities: int = rule(4, de="Städte.", en="Cities.", ge=0, le=10)


class Costs(Part):
    """What is paid in raw materials."""

    road: dict[Raw, Cards] = rule({"brick": 1, "wood": 1}, de="Straße.", en="Road.")
    settlement: dict[Raw, Cards] = rule(
        {"brick": 1, "wood": 1, "wool": 1, "grain": 1}, de="Siedlung.", en="Settlement."
    )
    city: dict[Raw, Cards] = rule({"grain": 2, "ore": 3}, de="Stadt.", en="City.")
    development: dict[Raw, Cards] = rule(
        {"wool": 1, "grain": 1, "ore": 1}, de="Entwicklungskarte.", en="Development card."
    )
    site: dict[Raw, Cards] = rule({"ore": 1, "wood": 1}, de="Produktionsstätte.", en="Production site.")


class Development(Part):
    """The development cards."""

    knight: int = rule(14, de="Ritter.", en="Knights.", ge=0, le=40)
    road_building: int = rule(2, de="Straßenbau.", en="Road building.", ge=0, le=10)
    year_of_plenty: int = rule(2, de="Erfindung.", en="Year of plenty.", ge=0, le=10)
    monopoly: int = rule(2, de="Monopol.", en="Monopoly.", ge=0, le=10)
    victory_point: int = rule(5, de="Siegpunkte.", en="Victory points.", ge=0, le=10)


class Points(Part):
    """Victory points."""

    settlement: int = rule(1, de="Einer Siedlung.", en="Of a settlement.", ge=0, le=20)
    city: int = rule(2, de="Einer Stadt.", en="Of a city.", ge=0, le=20)
    longest_road: int = rule(2, de="Der längsten Handelsstraße.", en="Of the longest road.", ge=0, le=20)
    largest_army: int = rule(2, de="Der größten Rittermacht.", en="Of the largest army.", ge=0, le=20)
    card: int = rule(1, de="Einer Siegpunktkarte.", en="Of a victory point card.", ge=0, le=20)


class Yields(Part):
    """What a piece yields on its field's number."""

    settlement: int = rule(1, de="Rohstoffe einer Siedlung.", en="Raw materials of a settlement.", ge=0, le=5)
    city: int = rule(2, de="Rohstoffe einer Stadt.", en="Raw materials of a city.", ge=0, le=5)
    site: int = rule(
        1, de="Zutaten einer Produktionsstätte.", en="Ingredients of a production site.", ge=0, le=5
    )


class Maritime(Part):
    """Cards that are given to the bank for one of the same pile."""

    bank: int = rule(4, de="Ohne Hafen.", en="Without a harbour.", ge=2, le=10)
    any: int = rule(3, de="Mit einem Hafen für jede Karte.", en="With a harbour for any card.", ge=2, le=10)
    special: int = rule(
        2,
        de="Mit dem Hafen des Rohstoffs; für Zutaten gibt es keinen.",
        en="With the harbour of the raw material; ingredients have none.",
        ge=2,
        le=10,
    )


class MarketRow(Part):
    """What a chocolate pays that is made in this row."""

    points: int = rule(0, de="Siegpunktchips.", en="Victory point chips.", ge=0, le=10)
    cards: int = rule(0, de="Entwicklungskarten.", en="Development cards.", ge=0, le=3)
    resources: int = rule(0, de="Rohstoffe.", en="Raw materials.", ge=0, le=5)
    roads: int = rule(0, de="Straßen.", en="Roads.", ge=0, le=3)


class Variety(Part):
    """A chocolate: what it costs and where its bar starts."""

    cost: dict[str, Cards] = rule(
        de="Zutatenkarten, die sie kostet.",
        en="Ingredient cards it costs.",
        source="assumed",
        note="A1",
        min_length=1,
    )
    start_row: int = rule(
        de="Reihe, in der ihre Tafel beginnt, von oben gezählt.",
        en="Row in which its bar starts, counted from the top.",
        source="assumed",
        note="A1",
        ge=1,
        le=layout.ROWS,
    )
    number: int | None = rule(
        None,
        de="Augenzahl, bei der sie steigt; null für keine.",
        en="Face of the die on which it rises; null for none.",
        source="assumed",
        note="A1",
        ge=1,
        le=6,
    )


def _variety(start_row: int, number: int, **cost: int) -> Variety:
    return Variety(cost=cost, start_row=start_row, number=number)


PRINTED_VARIETIES = {
    "alpenmilch": _variety(5, 1, cocoa=1, sugar=1, milk=1),
    "voll_nuss": _variety(4, 2, cocoa=1, sugar=1, milk=1, hazelnut=1),
    "trauben_nuss": _variety(3, 3, cocoa=1, sugar=1, milk=1, hazelnut=1, grapes=1),
    "dunkle_voll_nuss": _variety(4, 4, cocoa=2, sugar=1, hazelnut=1),
    "edel_bitter": _variety(5, 5, cocoa=2, sugar=1),
}


class Market(Part):
    """The chocolate market."""

    rows: list[MarketRow] = rule(
        [
            MarketRow(points=2),
            MarketRow(points=1, cards=1),
            MarketRow(points=1, resources=1),
            MarketRow(points=1),
            MarketRow(cards=1),
            MarketRow(roads=1),
            MarketRow(resources=1),
        ],
        de="Belohnungen, von oben nach unten.",
        en="Rewards, from the top down.",
        min_length=1,
        max_length=layout.ROWS - 1,
    )
    varieties: dict[str, Variety] = rule(PRINTED_VARIETIES, de="Sorten.", en="Varieties.", min_length=1)
    chips: int = rule(28, de="Siegpunktchips im Vorrat.", en="Victory point chips in stock.", ge=0, le=500)


class Rules(Part):
    """Rules of schokoladenmarkt; the defaults are the printed game."""

    players: int = rule(4, de="Spielerzahl.", en="Number of players.", ge=2, le=4)
    victory_points: int = rule(
        13, de="Siegpunkte, mit denen man gewinnt.", en="Victory points that win.", ge=3, le=60
    )
    turn_limit: int = rule(
        400,
        de="Züge, nach denen eine Partie abgebrochen wird.",
        en="Turns after which a playout is cut off.",
        source="assumed",
        note="R14",
        ge=1,
        le=5000,
    )
    hand_limit: int = rule(
        7,
        de="So viele Karten eines Stapels sind bei einer 7 sicher.",
        en="Cards of a pile that are safe from a 7.",
        ge=0,
        le=100,
    )
    board: Board = rule(Board(), de="Spielplan.", en="Board.")
    resources: int = rule(
        19, de="Rohstoffkarten jeder Sorte.", en="Cards of each raw material.", ge=0, le=layout.MOST_CARDS
    )
    ingredients: dict[str, Ingredient] = rule(
        {
            "cocoa": Ingredient(landscape="jungle", cards=18, sites=9),
            "sugar": Ingredient(landscape="fields", cards=14, sites=7),
            "milk": Ingredient(landscape="pasture", cards=10, sites=5),
            "hazelnut": Ingredient(landscape="forest", cards=10, sites=5),
            "grapes": Ingredient(landscape="hills", cards=8, sites=3),
        },
        de="Zutaten.",
        en="Ingredients.",
    )
    pieces: Limits = rule(Limits(), de="Spielfiguren eines Spielers.", en="Pieces of a player.")
    costs: Costs = rule(Costs(), de="Baukosten.", en="Building costs.")
    development: Development = rule(Development(), de="Entwicklungskarten.", en="Development cards.")
    points: Points = rule(Points(), de="Siegpunkte.", en="Victory points.")
    yields: Yields = rule(Yields(), de="Erträge.", en="Yields.")
    longest_road: int = rule(
        5, de="Straßen, die die längste mindestens hat.", en="Fewest roads of the longest road.", ge=1, le=30
    )
    largest_army: int = rule(
        3,
        de="Ritter, die die größte Rittermacht mindestens hat.",
        en="Fewest knights of the largest army.",
        ge=1,
        le=30,
    )
    maritime: Maritime = rule(Maritime(), de="Seehandel.", en="Maritime trade.")
    market: Market = rule(Market(), de="Schokoladenmarkt.", en="Chocolate market.")
    start_sites: int = rule(
        2,
        de="Produktionsstätten nach der dritten Siedlung.",
        en="Production sites after the third settlement.",
        ge=0,
        le=9,
    )
    third_road: bool = rule(
        True,
        de="Ob zur dritten Siedlung eine Straße gehört.",
        en="Whether a road comes with the third settlement.",
        note="R5",
    )
    bottom_row: Literal["below", "last_reward"] = rule(
        "below",
        de="Unterste Reihe: eine weitere unter den Belohnungen, oder die der letzten Belohnung.",
        en="Bottom row: one more below the rewards, or that of the last reward.",
        note="R1",
    )
    reward_resource: Literal["choice", "random"] = rule(
        "choice",
        de="Rohstoff als Belohnung: nach Wahl oder zufällig.",
        en="Raw material as a reward: by choice or at random.",
        note="R3",
    )
    site_density: Literal["per_building", "per_player"] = rule(
        "per_building",
        de="Eine Produktionsstätte je Gebäude und Feld, oder je Spieler und Feld.",
        en="One production site for each building and field, or each player and field.",
        note="R7",
    )
    shortage: Literal["base", "seat_order"] = rule(
        "base",
        de="Zu wenige Zutaten: wie im Grundspiel, oder in Sitzfolge, so weit sie reichen.",
        en="Too few ingredients: as in the base game, or in seat order as far as they go.",
        note="R8",
    )
    vp_chips_limited: bool = rule(
        True,
        de="Ob es ohne Siegpunktchips keine Siegpunkte mehr gibt.",
        en="Whether there are no more victory points without chips.",
        note="R11",
    )


def resolve(rules: Rules) -> dict[str, Any]:
    """The rules as plain data; every default is written in them."""
    plain: dict[str, Any] = rules.model_dump(mode="json")
    return plain


def n_rows(rules: Rules) -> int:
    """Rows of the market, the bottom row included."""
    return len(rules.market.rows) + (rules.bottom_row == "below")


def problems(rules: Rules) -> Iterator[Problem]:
    """What a single key cannot show: names that must fit each other, capacities, sums."""
    if rules.players < 3:
        yield Problem(
            ("rules", "players"),
            "the rule text is for 3 and 4 players",
            "two play by the same rules, as a variant (R21)",
            "warning",
        )
    yield from _board(rules)
    yield from _capacities(rules)
    yield from _market(rules)


def _board(rules: Rules) -> Iterator[Problem]:
    landscapes: dict[str, int] = rules.board.landscapes.model_dump()
    if sum(landscapes.values()) != sum(ROWS):
        yield Problem(
            ("rules", "board", "landscapes"),
            f"{sum(landscapes.values())} fields",
            f"the frame holds {sum(ROWS)}",
        )
    wanted = {
        "chips": sum(ROWS) - landscapes["jungle"] - landscapes["desert"],
        "jungle_numbers": landscapes["jungle"],
    }
    for key, count in wanted.items():
        given = len(getattr(rules.board, key))
        if given != count and sum(landscapes.values()) == sum(ROWS):
            yield Problem(
                ("rules", "board", key), f"{given} numbers for {count} fields", f"name {count} numbers"
            )
    n_harbours = sum(rules.board.harbours.model_dump().values())
    if n_harbours > layout.HARBOURS:
        yield Problem(
            ("rules", "board", "harbours"), f"{n_harbours} harbours", f"at most {layout.HARBOURS} have room"
        )


def _capacities(rules: Rules) -> Iterator[Problem]:
    limits: tuple[tuple[tuple[str, ...], str, int, int], ...] = (
        (("ingredients",), "ingredients", len(rules.ingredients), layout.KINDS),
        (("market", "varieties"), "varieties", len(rules.market.varieties), layout.VARIETIES),
        (("development",), "development cards", sum(rules.development.model_dump().values()), layout.DECK),
    )
    for path, what, count, limit in limits:
        if count > limit:
            yield Problem(("rules", *path), f"{count} {what}", f"at most {limit} can be played")
    lands = Counter(ingredient.landscape for ingredient in rules.ingredients.values())
    for name, ingredient in rules.ingredients.items():
        if lands[ingredient.landscape] > 1:
            yield Problem(
                ("rules", "ingredients", name, "landscape"),
                f"{ingredient.landscape} has two ingredients",
                "a landscape yields one at most",
            )


def _market(rules: Rules) -> Iterator[Problem]:
    numbers = Counter(variety.number for variety in rules.market.varieties.values())
    for name, variety in rules.market.varieties.items():
        path = ("rules", "market", "varieties", name)
        if variety.start_row > n_rows(rules):
            yield Problem(
                (*path, "start_row"), f"the market has {n_rows(rules)} rows", "counted from the top"
            )
        if variety.number is not None and numbers[variety.number] > 1:
            yield Problem(
                (*path, "number"),
                f"two varieties carry the number {variety.number}",
                "numbers are distinct or null",
            )
        if not sum(variety.cost.values()):
            yield Problem(
                (*path, "cost"), f"{name} costs nothing", "a chocolate costs at least one ingredient"
            )
        for ingredient, cards in variety.cost.items():
            if ingredient not in rules.ingredients:
                yield Problem(
                    (*path, "cost", ingredient),
                    f"unknown ingredient '{ingredient}'",
                    did_you_mean(ingredient, rules.ingredients),
                )
            elif cards > rules.ingredients[ingredient].cards:
                yield Problem(
                    (*path, "cost", ingredient),
                    f"nobody can ever make {name}: it costs {cards} {ingredient}",
                    f"the box holds {rules.ingredients[ingredient].cards}",
                    "warning",
                )
