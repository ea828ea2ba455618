"""Small changes of a game's rules, each of one thing, that show what the thing does: the same deals played again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Literal

from balance.core.game import Problem

Step = Literal["more", "less", "banned"]
"""A point more, a point less, or the thing taken out of the game."""

STEPS: tuple[Step, ...] = ("more", "less", "banned")


@dataclass(frozen=True, slots=True)
class Probe:
    """A variant in which one thing is changed.

    Args:
        item: The thing, a variety say.
        step: What is done to it.
        key: Dotted key that is set.
        value: What it is set to; None takes it away.
        rules: The game's rules model with it.
    """

    item: str
    step: Step
    key: str
    value: Any
    rules: Any


def probes_of(
    rules: Any, section: str, problems: Callable[[Any], Iterable[Problem]], *, points: str = "points"
) -> Iterator[Probe]:
    """Every thing of a section with a point more, a point less, and banned; what the rules do not allow is left out.

    Args:
        rules: The game's rules model.
        section: Field that maps names to things.
        problems: What is wrong with rules, as the game has it.
        points: Field of a thing that its points stand in.
    """
    plain = rules.model_dump(mode="json")
    for item, thing in plain[section].items():
        for step in STEPS:
            changed = deepcopy(plain)
            key, value = f"rules.{section}.{item}", None
            if step == "banned":
                del changed[section][item]
            else:
                key, value = f"{key}.{points}", thing[points] + (1 if step == "more" else -1)
                changed[section][item][points] = value
            try:
                model = type(rules).model_validate(changed)
            except ValueError:
                continue  # fewer points than the rules know, or the last thing of its kind
            if not any(problem.level == "error" for problem in problems(model)):
                yield Probe(item, step, key, value, model)
