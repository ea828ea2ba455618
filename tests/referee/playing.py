"""Traces for the referees: any variant of any game, played by the simulator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from hypothesis import strategies as st

from balance.config.experiment import Cell
from balance.core.game import Game, Policy
from balance.engine.replaying import replay
from balance.engine.worker import Setting, prepare
from balance.games import GAMES

Rules = dict[str, Any]


def game_of(slug: str) -> Game:
    """The game of this name."""
    return next(game for game in GAMES if game.slug == slug)


def policy(game: Game, name: str, players: int, **weights: int) -> Policy:
    """A shipped policy, or greedy with weights of its own."""
    preset = game.preset(name) or game.preset("greedy")
    assert preset is not None
    defaults = {weight.name: weight.default for weight in game.weights}
    return Policy(name, preset.kind, defaults | preset.weights_for(players) | weights)


def setting(
    game: Game, rules: Rules, policies: Sequence[str | Policy], seed: int, *, rotate: bool = False
) -> Setting:
    """A variant, ready to be played; the model must have nothing against its rules."""
    model = game.rules_model.model_validate(rules)
    errors = [problem for problem in game.problems(model) if problem.level == "error"]
    assert not errors, errors
    line_up = tuple(policy(game, it, model.players) if isinstance(it, str) else it for it in policies)
    return prepare(game, Cell("base", (), model, model.players, line_up, rotate, 1), seed)


def trace(played: Setting, playout: int) -> list[dict[str, Any]]:
    """All events of a playout."""
    again = replay(played, playout)
    assert again.violation is None, again.violation
    objects = played.game.module("tracing").objects(played.cell.rules, again.facts, again.events)
    return list(objects)


class Playouts:
    """Traces of some variants, each played when it is asked for first.

    Args:
        game: The game.
        variants: Name of a variant to its `rules:` section and who decides, by seat.
        seed: Seed of all of them.
    """

    def __init__(
        self, game: Game, variants: Mapping[str, tuple[Rules, Sequence[str | Policy]]], seed: int
    ) -> None:
        self.rules = {variant: rules for variant, (rules, _) in variants.items()}
        ready = cache(lambda variant: setting(game, *variants[variant], seed))
        self.trace = cache(lambda variant, playout: trace(ready(variant), playout))

    def __call__(self, variant: str, playout: int) -> list[dict[str, Any]]:
        """The trace of a playout of a variant; not to be changed."""
        played: list[dict[str, Any]] = self.trace(variant, playout)
        return played


@st.composite
def line_ups(draw: st.DrawFn, game: Game, players: int) -> list[Policy]:
    """What decides, by seat: any shipped policy, or weights of any size."""
    weights = {
        weight.name: st.integers(max(weight.low, -3000), min(weight.high, 6000)) for weight in game.weights
    }
    names = st.sampled_from([preset.name for preset in game.presets])
    one = st.one_of(
        names.map(lambda name: policy(game, name, players)),
        st.fixed_dictionaries({}, optional=weights).map(lambda own: policy(game, "own", players, **own)),
    )
    return draw(
        st.one_of(one.map(lambda it: [it] * players), st.lists(one, min_size=players, max_size=players))
    )


def count_by_players(players: int, numbers: st.SearchStrategy[int]) -> st.SearchStrategy[Any]:
    """A number, or one by player count."""
    return numbers | numbers.map(lambda number: {str(players): number})
