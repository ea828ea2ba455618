"""Variants of schokoladenmarkt that hypothesis invents."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from playing import Rules, game_of

GAME = game_of("schokoladenmarkt")
RAWS = ("brick", "wood", "wool", "grain", "ore")
PRINTED = ("cocoa", "sugar", "milk", "hazelnut", "grapes")
BEARING = ("forest", "pasture", "fields", "hills", "mountains")  # landscapes with number chips
FIELDS = 24
NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)

SWITCHES: dict[str, st.SearchStrategy[Any]] = {
    "third_road": st.booleans(),
    "bottom_row": st.sampled_from(["below", "last_reward"]),
    "reward_resource": st.sampled_from(["choice", "random"]),
    "site_density": st.sampled_from(["per_building", "per_player"]),
    "shortage": st.sampled_from(["base", "seat_order"]),
    "vp_chips_limited": st.booleans(),
    "start_sites": st.integers(0, 5),
    "hand_limit": st.integers(0, 12),
    "longest_road": st.integers(1, 7),
    "largest_army": st.integers(1, 4),
    "resources": st.sampled_from([0, 1, 3, 5, 8, 12, 60]),
}


def _sometimes(**parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Rules]:
    return st.fixed_dictionaries({}, optional=parts)


@st.composite
def variants(draw: st.DrawFn) -> Rules:
    """Any `rules:` section; low turn limits mostly, so that many can be played."""
    rules: Rules = {
        "players": draw(st.integers(2, 4)),
        "turn_limit": draw(st.sampled_from([40, 100, 100, 150, 7, 400])),
        "victory_points": draw(st.sampled_from([13, 13, 8, 10, 6, 20, 4])),
    }
    for key, values in SWITCHES.items():
        if draw(st.integers(0, 2)) == 0:
            rules[key] = draw(values)
    optional = {
        "board": boards(),
        "pieces": _sometimes(
            roads=st.integers(3, 20), settlements=st.integers(3, 7), cities=st.integers(0, 5)
        ),
        "costs": costs(),
        "development": development(),
        "points": _sometimes(
            settlement=st.integers(1, 2),
            city=st.integers(0, 4),
            longest_road=st.integers(0, 3),
            largest_army=st.integers(0, 3),
            card=st.integers(0, 2),
        ),
        "yields": _sometimes(settlement=st.integers(0, 3), city=st.integers(0, 4), site=st.integers(0, 3)),
        "maritime": _sometimes(bank=st.integers(2, 5), any=st.integers(2, 4), special=st.integers(2, 3)),
    }
    for key, parts in optional.items():
        if draw(st.integers(0, 2)) == 0:
            rules[key] = draw(parts)
    names = PRINTED
    if draw(st.integers(0, 2)) == 0:
        rules["ingredients"] = draw(ingredients())
        names = tuple(rules["ingredients"])
    if names != PRINTED or draw(st.booleans()):
        rules["market"] = draw(markets(names, has_row_below=rules.get("bottom_row", "below") == "below"))
    elif rules.get("bottom_row") == "last_reward":
        rules["market"] = {"rows": draw(rows(7, 9))}
    return rules


@st.composite
def boards(draw: st.DrawFn) -> Rules:
    """Sections `board`: other landscapes with chips and jungle numbers for them, other harbours."""
    part: Rules = {}
    if draw(st.booleans()):
        kinds = ("any", *RAWS)
        part["harbours"] = draw(_sometimes(**dict.fromkeys(kinds, st.integers(0, 3))))
    landscapes = {"jungle": 5}
    if draw(st.booleans()):
        desert, jungle = draw(st.integers(1, 3)), draw(st.integers(0, 8))
        laid = [draw(st.sampled_from(BEARING)) for _ in range(FIELDS - desert - jungle)]
        landscapes = {name: laid.count(name) for name in BEARING} | {"jungle": jungle, "desert": desert}
        part["landscapes"] = landscapes
        part["chips"] = [draw(st.sampled_from(NUMBERS)) for _ in laid]
    elif draw(st.booleans()):
        part["chips"] = [draw(st.sampled_from(NUMBERS)) for _ in range(18)]
    if "landscapes" in part or draw(st.booleans()):
        part["jungle_numbers"] = [draw(st.sampled_from(NUMBERS)) for _ in range(landscapes["jungle"])]
    return part


def costs() -> st.SearchStrategy[Rules]:
    """Sections `costs`: cheap mostly, so that much is built."""
    cost = st.dictionaries(st.sampled_from(RAWS), st.integers(0, 2), min_size=1, max_size=3)
    return _sometimes(road=cost, settlement=cost, city=cost, development=cost, site=cost)


def development() -> st.SearchStrategy[Rules]:
    """Sections `development`: few or many cards of a kind."""
    few = st.integers(0, 5)
    return _sometimes(
        knight=st.integers(0, 20), road_building=few, year_of_plenty=few, monopoly=few, victory_point=few
    )


@st.composite
def ingredients(draw: st.DrawFn) -> Rules:
    """Sections `ingredients`: of any landscapes, plenty or short."""
    grounds = draw(
        st.lists(st.sampled_from([*BEARING, "jungle", "jungle"]), min_size=2, max_size=6, unique=True)
    )
    return {
        f"zutat_{number}" if draw(st.booleans()) else f"korn_{number}": {
            "landscape": ground,
            "cards": draw(st.sampled_from([1, 3, 6, 10, 30])),
            "sites": draw(st.sampled_from([0, 1, 2, 5, 9])),
        }
        for number, ground in enumerate(grounds)
    }


def rows(least: int, most: int) -> st.SearchStrategy[list[Rules]]:
    """What the rows of a market pay."""
    row = _sometimes(
        points=st.integers(0, 3),
        cards=st.integers(0, 2),
        resources=st.integers(0, 3),
        roads=st.integers(0, 2),
    )
    return st.lists(row, min_size=least, max_size=most)


@st.composite
def markets(draw: st.DrawFn, names: tuple[str, ...], *, has_row_below: bool) -> Rules:
    """Sections `market`: of one variety or many, of few rows or many."""
    part: Rules = {"rows": draw(rows(2, 9)), "chips": draw(st.sampled_from([0, 1, 5, 28, 28]))}
    n_rows = len(part["rows"]) + has_row_below
    numbers: list[Any] = draw(st.permutations([1, 2, 3, 4, 5, 6, None, None]))
    part["varieties"] = {
        f"sorte_{which}": {
            "cost": draw(st.dictionaries(st.sampled_from(names), st.integers(1, 2), min_size=1, max_size=4)),
            "start_row": draw(st.integers(1, n_rows)),
            "number": numbers[which],
        }
        for which in range(draw(st.integers(1, 7)))
    }
    return part
