"""What hypothesis invents for either draft: clocks, dice, applications, and things that nobody has printed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hypothesis import strategies as st
from playing import Rules, count_by_players

from .words import Words

NAMES = [f"ding_{letter}" for letter in "abcdefghijkl"]
TIERS = ["bronze", "silver", "gold", "platin"]


def sometimes(**parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Rules]:
    """A section with any of these keys."""
    return st.fixed_dictionaries({}, optional=parts)


@st.composite
def clocks(draw: st.DrawFn) -> Any:
    """Short ones mostly, so that many can be played."""
    printed = draw(st.integers(0, 11)) == 11
    return draw(st.sampled_from(["short", "long"]) if printed else st.integers(1, 14))


def shared(players: int, words: Words) -> dict[str, st.SearchStrategy[Any]]:
    """Keys of `rules:` that both drafts have, each with what it may be."""
    return {
        "amount_scale": st.integers(50, 200).map(lambda percent: percent / 100),
        "joker": st.integers(1, 9),
        "joker_ingredient": st.sampled_from(["paired", "any"]),
        "applications": sometimes(
            limit=count_by_players(players, st.integers(0, 5)),
            **{words.helper: count_by_players(players, st.integers(1, 4))},
        ),
    }


@st.composite
def dice(draw: st.DrawFn, players: int, faces: Mapping[str, Sequence[Any]]) -> Rules:
    """Sections `dice`.

    Args:
        draw: Draws.
        players: Number of players.
        faces: Kind of dice but `amount` to what may stand on it.
    """
    known: dict[str, Sequence[Any]] = {"amount": [*range(1, 8), "joker", "joker"], **faces}
    part: Rules = {}
    for kind, some in known.items():
        if not some:
            part[kind] = 0
        elif draw(st.booleans()):
            part[kind] = draw(count_by_players(players, st.integers(0, 7)))
        if some and draw(st.integers(0, 2)) == 0:
            shown = st.lists(st.sampled_from(some), min_size=1, max_size=8)
            part.setdefault("faces", {})[kind] = draw(shown)
    return part


def faces(rules: Rules, printed: Any, worker: str) -> dict[str, list[Any]]:
    """What may stand on dice for ingredients and for those who work on them."""
    ingredients = rules.get("ingredients") or {
        name: {worker: getattr(part, worker)} for name, part in printed.ingredients.items()
    }
    workers = [part[worker] for part in ingredients.values() if part.get(worker)]
    return {"ingredient": list(ingredients), worker: workers}


@st.composite
def things(
    draw: st.DrawFn,
    words: Words,
    tier: st.SearchStrategy[Rules],
    thing: st.SearchStrategy[Rules],
    worker_name: Callable[[str], str],
) -> Rules:
    """Sections `ingredients`, `tiers`, `stations` and what is made of a game nobody has printed.

    Args:
        draw: Draws.
        words: What the game calls its things.
        tier: What a tier has besides its flag for workers.
        thing: What a thing has besides tier, points and needs.
        worker_name: From an ingredient to a name for who works on it.
    """
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=8, unique=True))
    ingredients = {
        name: {words.worker: worker_name(name) if draw(st.integers(0, 5)) else None} for name in names
    }
    tiers = {
        name: {**draw(tier), words.workers: draw(st.booleans())} for name in TIERS[: draw(st.integers(1, 4))]
    }
    most = draw(st.integers(1, 7))
    needs = st.dictionaries(st.sampled_from(names), st.integers(1, most), min_size=1, max_size=5)
    made = {
        f"sorte_{number}": {
            "tier": draw(st.sampled_from(sorted(tiers))),
            "points": draw(st.integers(0, 15)),
            "needs": draw(needs),
            **draw(thing),
        }
        for number in range(draw(st.integers(1, 9)))
    }
    used = sorted({part["tier"] for part in made.values()})
    stations = {name: draw(st.integers(1, 2)) for name in used}
    return {"ingredients": ingredients, "tiers": tiers, words.things: made, "stations": stations}
