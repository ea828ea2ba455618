"""A tiny game with the interface of a real one: each seat throws a die a roll; the highest sum wins."""

from typing import Any

from pydantic import Field

from balance.core.game import Game, Preset, Weight
from balance.core.rulebook import Part


class Rules(Part):
    """Rules of toy."""

    players: int = Field(4, ge=2, le=6)
    clock: int = Field(3, ge=1, le=1000)
    faces: dict[str, int] = Field(default_factory=lambda: {"low": 6, "high": 12})
    flaw: int = -1


def resolve(rules: Rules) -> dict[str, Any]:
    """As given."""
    return rules.model_dump(mode="json")


GAME = Game(
    slug="toy",
    rules_version=1,
    package=__name__,
    seats=(2, 4, 6),
    rules_model=Rules,
    problems=lambda rules: (),
    resolve=resolve,
    weights=(Weight("bonus", 0, "Zuschlag.", "Surcharge."),),
    extra_weights=lambda rules: (),
    presets=(Preset("random", "random"), Preset("greedy", "weighted", {"bonus": 1000})),
    end_reasons=("clock", "cut"),
)
