"""Traces for the referee: variants that hypothesis invents, played by the simulator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from balance.config.experiment import Cell
from balance.core.game import Policy
from balance.engine.replaying import replay
from balance.engine.worker import Setting, prepare
from balance.games import GAMES

GAME = next(game for game in GAMES if game.slug == "chocolaterie")
WEIGHTS = {weight.name: weight.default for weight in GAME.weights}
NAMES = [f"ding_{letter}" for letter in "abcdefghijkl"]
TIERS = ["bronze", "silver", "gold", "platin"]

Rules = dict[str, Any]


def policy(name: str, **weights: int) -> Policy:
    """A shipped policy, or greedy with weights of its own."""
    preset = GAME.preset(name) or GAME.preset("greedy")
    assert preset is not None
    return Policy(name, preset.kind, WEIGHTS | dict(preset.weights) | weights)


def setting(rules: Rules, policies: Sequence[Policy], seed: int, *, rotate: bool = False) -> Setting:
    """A variant, ready to be played; the model must have nothing against its rules."""
    model = GAME.rules_model.model_validate(rules)
    errors = [problem for problem in GAME.problems(model) if problem.level == "error"]
    assert not errors, errors
    return prepare(GAME, Cell("base", (), model, model.players, tuple(policies), rotate, 1), seed)


def trace(played: Setting, playout: int) -> list[dict[str, Any]]:
    """All events of a playout."""
    again = replay(played, playout)
    assert again.violation is None, again.violation
    objects = GAME.module("tracing").objects(played.cell.rules, again.facts, again.events)
    return list(objects)


@st.composite
def line_ups(draw: st.DrawFn, players: int) -> list[Policy]:
    """What decides, by seat: random, greedy or weights of any size."""
    weighted = st.dictionaries(st.sampled_from(sorted(WEIGHTS)), st.integers(-3000, 6000), min_size=1)
    one = st.one_of(
        st.just(policy("random")),
        st.just(policy("greedy")),
        weighted.map(lambda weights: policy("own", **weights)),
    )
    return draw(
        st.one_of(one.map(lambda it: [it] * players), st.lists(one, min_size=players, max_size=players))
    )


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


def _counts(players: int, numbers: st.SearchStrategy[int]) -> st.SearchStrategy[Any]:
    """A number, or one by player count."""
    return numbers | numbers.map(lambda number: {str(players): number})


def applications(players: int) -> st.SearchStrategy[Rules]:
    """Sections `applications`."""
    return _sometimes(limit=_counts(players, st.integers(0, 5)), master=_counts(players, st.integers(1, 4)))


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
            part[kind] = draw(_counts(players, st.integers(0, 7)))
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
