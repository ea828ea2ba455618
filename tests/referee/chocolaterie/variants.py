"""Variants of chocolaterie that hypothesis invents."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from playing import Rules, count_by_players, game_of

GAME = game_of("chocolaterie")
NAMES = [f"ding_{letter}" for letter in "abcdefghijkl"]
TIERS = ["bronze", "silver", "gold", "platin"]


@st.composite
def variants(draw: st.DrawFn) -> Rules:
    """Any `rules:` section; short clocks mostly, so that many can be played."""
    players = draw(st.integers(2, 6))
    clocks = st.sampled_from(["short", "long"]) if draw(st.integers(0, 11)) == 11 else st.integers(1, 14)
    rules: Rules = {"players": players, "clock": draw(clocks)}
    if draw(st.booleans()):  # plenty, so that packages fill and the supply ends a game
        rules |= {"amount_scale": 0.5, "packages": {"size": draw(st.integers(1, 2)), "open_extra": 0}}
        rules["packages"]["supply"] = players
    optional: dict[str, st.SearchStrategy[Any]] = {
        "amount_scale": st.integers(50, 200).map(lambda percent: percent / 100),
        "refinement": st.integers(0, 6),
        "joker": st.integers(1, 9),
        "joker_ingredient": st.sampled_from(["paired", "any"]),
        "packing": st.sampled_from(["at_once", "may_wait"]),
        "storeroom_by_choice": st.booleans(),
        "second_package_of_variety": st.booleans(),
        "start_varieties": st.sampled_from(["random", "chosen"]),
        "applications": applications(players),
        "packages": packages(players),
    }
    for key, values in optional.items():
        if draw(st.booleans()):
            rules[key] = draw(values)
    if draw(st.booleans()):
        rules |= draw(things())
    if draw(st.booleans()) or _lacks_dice(rules):
        rules["dice"] = draw(dice(players, rules))
    return rules


def _lacks_dice(rules: Rules) -> bool:
    """Whether the printed dice show things that these rules have not."""
    devices = [part["device"] for part in rules.get("ingredients", {}).values()]
    return "specials" in rules and not (rules["specials"] and any(devices))


def _sometimes(**parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Rules]:
    return st.fixed_dictionaries({}, optional=parts)


def applications(players: int) -> st.SearchStrategy[Rules]:
    """Sections `applications`."""
    return _sometimes(
        limit=count_by_players(players, st.integers(0, 5)),
        master=count_by_players(players, st.integers(1, 4)),
    )


@st.composite
def packages(draw: st.DrawFn, players: int) -> Rules:
    """Sections `packages`."""
    part: Rules = draw(_sometimes(size=st.integers(1, 5), open_extra=st.integers(0, 3)))
    if draw(st.integers(0, 4)) == 4:
        part["enabled"] = False
    if draw(st.booleans()):
        part["supply"] = players + part.get("open_extra", 2) + draw(st.integers(0, 4))
    return part


@st.composite
def dice(draw: st.DrawFn, players: int, rules: Rules) -> Rules:
    """Sections `dice` for these ingredients, devices and specials."""
    printed = GAME.rules_model()
    ingredients = rules.get("ingredients") or {
        name: {"device": part.device} for name, part in printed.ingredients.items()
    }
    known: dict[str, list[Any]] = {
        "amount": [*range(1, 8), "joker", "joker"],
        "ingredient": list(ingredients),
        "device": [part["device"] for part in ingredients.values() if part.get("device")],
        "special": rules.get("specials", printed.specials),
    }
    part: Rules = {}
    for kind, faces in known.items():
        if not faces:
            part[kind] = 0
        elif draw(st.booleans()):
            part[kind] = draw(count_by_players(players, st.integers(0, 7)))
        if faces and draw(st.integers(0, 2)) == 0:
            some = st.lists(st.sampled_from(faces), min_size=1, max_size=8)
            part.setdefault("faces", {})[kind] = draw(some)
    return part


@st.composite
def things(draw: st.DrawFn) -> Rules:
    """Sections `ingredients`, `specials`, `tiers`, `varieties` and `stations` of a game nobody has printed."""
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=8, unique=True))
    ingredients = {name: {"device": f"geraet_{name}" if draw(st.integers(0, 5)) else None} for name in names}
    specials = draw(st.lists(st.sampled_from(["salz", "pfeffer", "zimt", "anis"]), unique=True))
    tiers = {
        name: {"bonus": draw(st.integers(0, 5)), "devices": draw(st.booleans())}
        for name in TIERS[: draw(st.integers(1, 4))]
    }
    most = draw(st.integers(1, 7))
    varieties = {}
    for number in range(draw(st.integers(1, 9))):
        needs = st.dictionaries(st.sampled_from(names), st.integers(1, most), min_size=1, max_size=5)
        varieties[f"sorte_{number}"] = {
            "tier": draw(st.sampled_from(sorted(tiers))),
            "points": draw(st.integers(0, 15)),
            "needs": draw(needs),
            "special": draw(st.sampled_from([None, *specials])),
        }
    made = sorted({variety["tier"] for variety in varieties.values()})
    stations = {tier: draw(st.integers(1, 2)) for tier in made}
    return {
        "ingredients": ingredients,
        "specials": specials,
        "tiers": tiers,
        "varieties": varieties,
        "stations": stations,
    }
