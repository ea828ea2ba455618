"""Variants of chocolaterie that hypothesis invents."""

from __future__ import annotations

from typing import Any

import drafting.variants as drafts
from drafting.variants import sometimes
from drafting.words import CHOCOLATERIE
from hypothesis import strategies as st
from playing import Rules, game_of

GAME = game_of("chocolaterie")


@st.composite
def variants(draw: st.DrawFn) -> Rules:
    """Any `rules:` section; short clocks mostly, so that many can be played."""
    players = draw(st.integers(2, 6))
    rules: Rules = {"players": players, "clock": draw(drafts.clocks())}
    if draw(st.booleans()):  # plenty, so that packages fill and the supply ends a game
        rules |= {"amount_scale": 0.5, "packages": {"size": draw(st.integers(1, 2)), "open_extra": 0}}
        rules["packages"]["supply"] = players
    optional: dict[str, st.SearchStrategy[Any]] = {
        **drafts.shared(players, CHOCOLATERIE),
        "refinement": st.integers(0, 6),
        "packing": st.sampled_from(["at_once", "may_wait"]),
        "storeroom_by_choice": st.booleans(),
        "second_package_of_variety": st.booleans(),
        "start_varieties": st.sampled_from(["random", "chosen"]),
        "packages": packages(players),
    }
    for key, values in optional.items():
        if draw(st.booleans()):
            rules[key] = draw(values)
    if draw(st.booleans()):
        rules |= draw(things())
    printed = GAME.rules_model()
    faces = drafts.faces(rules, printed, "device") | {"special": rules.get("specials", printed.specials)}
    if draw(st.booleans()) or not all(faces.values()):
        rules["dice"] = draw(drafts.dice(players, faces))
    return rules


@st.composite
def packages(draw: st.DrawFn, players: int) -> Rules:
    """Sections `packages`."""
    part: Rules = draw(sometimes(size=st.integers(1, 5), open_extra=st.integers(0, 3)))
    if draw(st.integers(0, 4)) == 4:
        part["enabled"] = False
    if draw(st.booleans()):
        part["supply"] = players + part.get("open_extra", 2) + draw(st.integers(0, 4))
    return part


@st.composite
def things(draw: st.DrawFn) -> Rules:
    """Sections `ingredients`, `specials`, `tiers`, `varieties` and `stations` of a game nobody has printed."""
    specials = draw(st.lists(st.sampled_from(["salz", "pfeffer", "zimt", "anis"]), unique=True))
    tier = st.fixed_dictionaries({"bonus": st.integers(0, 5)})
    wanted = st.fixed_dictionaries({"special": st.sampled_from([None, *specials])})
    made = draw(drafts.things(CHOCOLATERIE, tier, wanted, lambda name: f"geraet_{name}"))
    return {"specials": specials, **made}
