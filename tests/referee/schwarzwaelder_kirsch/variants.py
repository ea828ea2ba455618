"""Variants of schwarzwaelder_kirsch that hypothesis invents."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from playing import Rules, count_by_players, game_of

GAME = game_of("schwarzwaelder_kirsch")
NAMES = ["mehl", "schokolade", "kakao", "vanille", *(f"ding_{letter}" for letter in "abcdefgh")]
DOUBLES = ("schokolade", "kakao")
MOST_WEDGES = 48

SWITCHES: dict[str, st.SearchStrategy[Any]] = {
    "turn": st.sampled_from(["flip_and_action", "flip_or_action"]),
    "first_flip": st.sampled_from(["any", "ingredient_only"]),
    "bust_keeps_jokers": st.booleans(),
    "action_swap": st.sampled_from(["in_place", "shuffled"]),
    "eighth_same_turn": st.booleans(),
    "full_cake_busts": st.booleans(),
    "decorator": st.sampled_from(["once", "round"]),
    "tiebreak_rounds": st.integers(0, 5),
}


@st.composite
def variants(draw: st.DrawFn) -> Rules:
    """Any `rules:` section that can be won; low turn limits mostly, so that many can be played."""
    players = draw(st.integers(2, 6))
    rules: Rules = {"players": players, "turn_limit": draw(st.sampled_from([40, 120, 120, 7, 400]))}
    for key, values in SWITCHES.items():
        if draw(st.booleans()):
            rules[key] = draw(values)
    rules |= draw(st.one_of(professions(players), professions(players), st.just({"professions": "off"})))
    rules |= draw(st.one_of(st.just({}), mere_kinds(), named_kinds()))
    has_doubles = any(_counts(rules).get(name) for name in DOUBLES)
    if not has_doubles:
        rules |= {"professions": "off"}
    fullest = _fullest(rules)
    if draw(st.booleans()) or fullest < 8:
        rules["goal"] = draw(st.integers(1, min(fullest, 9)))
    return rules


@st.composite
def professions(draw: st.DrawFn, players: int) -> Rules:
    """Keys `professions` and `profession_tiles`."""
    keys: Rules = {}
    if draw(st.booleans()):
        keys["professions"] = draw(st.sampled_from(["per_round", "per_game"]))
    if draw(st.booleans()):
        least = 2 if players > 4 else 1
        keys["profession_tiles"] = draw(count_by_players(players, st.integers(least, 3)))
    return keys


def mere_kinds() -> st.SearchStrategy[Rules]:
    """A number of kinds, over which the ingredients are spread."""
    return st.integers(1, 12).map(lambda number: {"kinds": number})


@st.composite
def named_kinds(draw: st.DrawFn) -> Rules:
    """Few or many wedges of any kinds, none of a kind sometimes; and any others."""
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=12, unique=True))
    most = draw(st.integers(1, max(1, 36 // len(names))))
    kinds = {name: draw(st.integers(0, most)) for name in names}
    others = {"jokers": st.integers(0, 5), "steal": st.integers(0, 4), "garnish": st.integers(1, 4)}
    wedges = {key: draw(numbers) for key, numbers in others.items() if draw(st.booleans())}
    if not any(kinds.values()):
        kinds[names[0]] = 1
    over = (
        sum(kinds.values()) + sum(({"jokers": 4, "steal": 4, "garnish": 4} | wedges).values()) - MOST_WEDGES
    )
    if over > 0:
        kinds[max(kinds, key=lambda name: kinds[name])] -= min(over, max(kinds.values()))
        wedges |= {"jokers": 1, "steal": 2, "garnish": 2}
    return {"kinds": kinds, "wedges": wedges}


def _counts(rules: Rules) -> dict[str, int]:
    """Wedges of each kind, as the game's own model reads them."""
    counts: dict[str, int] = GAME.rules_model.model_validate(rules).model_dump()["kinds"]
    return counts


def _fullest(rules: Rules) -> int:
    """So much any cake can hold at most, professions left aside."""
    kinds = sum(count > 0 for count in _counts(rules).values())
    return kinds + int(rules.get("wedges", {}).get("jokers", 4))
