"""Who decides: personas and line-ups of a config become policies with every weight named."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from balance.config.faults import Document, Fault
from balance.config.models import Persona, Policies
from balance.config.source import shorten
from balance.config.words import meant
from balance.core.game import Game, Policy


@dataclass(slots=True)
class LineUp:
    """A cell's policies, or what is wrong with them.

    Args:
        policies: One a seat; empty if there are faults.
        faults: Errors and warnings.
    """

    policies: tuple[Policy, ...] = ()
    faults: list[Fault] = field(default_factory=list)


def line_up(
    game: Game,
    document: Document,
    personas: Mapping[str, Persona],
    policies: Policies | None,
    rules: Any | None,
    dropped: Collection[str] = (),
) -> LineUp:
    """Resolve a cell's policies.

    Args:
        game: The game, its presets and weights.
        document: The cell's tree, for the places of faults.
        personas: Own policies.
        policies: The line-up; None if it is faulty, only personas are checked then.
        rules: The cell's rules; None if they are faulty, what hangs on them is not checked then.
        dropped: Names of personas that are faulty in themselves.
    """
    found = LineUp()
    known = list(dict.fromkeys([*(preset.name for preset in game.presets), *personas]))
    for name, persona in personas.items():
        found.faults += _persona_faults(game, document, personas, name, [*known, *dropped])
        if rules is not None:
            found.faults += _weight_faults(game, document, name, persona, rules)
    if policies is None:
        return found
    found.faults += _choice_faults(document, policies, rules)
    names = (
        policies.seats if policies.seats is not None else [policies.all] if policies.all is not None else []
    )
    for number, name in enumerate(names):
        if name not in known and name not in dropped:
            path = ("policies", "all") if policies.seats is None else ("policies", "seats", str(number))
            found.faults.append(document.fault(path, f"unknown policy '{shorten(name)}'", meant(name, known)))
    if any(not fault.is_warning for fault in found.faults) or rules is None or dropped:
        return found
    seats = names if policies.seats is not None else names * rules.players
    found.policies = tuple(_policy(game, personas, name, rules.players) for name in seats)
    return found


def _choice_faults(document: Document, policies: Policies, rules: Any | None) -> Iterator[Fault]:
    """Whether the line-up is given once, and for every seat."""
    if policies.all is None and policies.seats is None:
        problem = "no policy: neither all nor seats is given"
        yield document.fault(("policies",), problem, "e.g. policies: {all: greedy}", at_key=True)
    if policies.all is not None and policies.seats is not None:
        yield document.fault(
            ("policies", "seats"), "all and seats both say who plays", "take one out", at_key=True
        )
    elif policies.all is not None and policies.rotate:
        problem = "nothing rotates where one policy plays all seats"
        yield document.fault(("policies", "rotate"), problem, "give policies.seats, one a seat")
    if policies.seats is not None and rules is not None and len(policies.seats) != rules.players:
        count = len(policies.seats)
        problem = f"{count} {'policy' if count == 1 else 'policies'} for {rules.players} players"
        hint = f"give {rules.players}, or one for all seats: policies: {{all: …}}"
        yield document.fault(("policies", "seats"), problem, hint)


def _persona_faults(
    game: Game, document: Document, personas: Mapping[str, Persona], name: str, known: list[str]
) -> Iterator[Fault]:
    """What is wrong with a persona's name and with what it starts from."""
    origin = personas[name].origin
    if game.preset(name) is not None:
        hint = f"choose another name, e.g. my_{name}"
        yield document.fault(("personas", name), f"'{name}' is a shipped policy", hint, at_key=True)
    elif origin not in known:
        problem, others = f"unknown policy '{shorten(origin)}'", [each for each in known if each != name]
        yield document.fault(("personas", name, "from"), problem, meant(origin, others))
    else:
        chain = _chain(personas, name)
        is_first = name == min(chain, key=[*personas, *known].index)
        if chain[-1] == name and is_first:  # said once, at the first of the circle
            problem = f"personas go round in a circle: {' → '.join(chain)}"
            yield document.fault(("personas", name, "from"), problem)


def _weight_faults(
    game: Game, document: Document, name: str, persona: Persona, rules: Any
) -> Iterator[Fault]:
    """Weights that nothing reads."""
    path = ("personas", name, "weights")
    usable = [*(weight.name for weight in game.weights), *game.extra_weights(rules)]
    for weight in persona.weights:
        if weight not in usable:
            problem = f"unknown weight '{shorten(weight)}'"
            yield document.fault((*path, weight), problem, meant(weight, usable), at_key=True)
    for known in game.weights:
        value = persona.weights.get(known.name, known.default)
        if not known.low <= value <= known.high:
            problem = f"{known.name} must be {known.low} to {known.high}, not {value}"
            yield document.fault((*path, known.name), problem)
    preset = game.preset(persona.origin)
    if persona.weights and preset is not None and preset.kind == "random":
        problem = f"'{preset.name}' draws among all it may do: weights change nothing"
        yield document.fault(path, problem, "start from another policy", at_key=True, warns=True)


def _chain(personas: Mapping[str, Persona], name: str) -> list[str]:
    """The persona and all it starts from; ends with a preset, an unknown name or one that came before."""
    chain = [name]
    while chain[-1] in personas:
        chain.append(personas[chain[-1]].origin)
        if chain[-1] in chain[:-1]:
            break
    return chain


def _policy(game: Game, personas: Mapping[str, Persona], name: str, players: int) -> Policy:
    """A policy that is known to be well-formed, every weight of the game in it.

    A weight that exists only because of these rules is in it where the policy names it.
    """
    chain = _chain(personas, name)
    shipped = game.policy(chain[-1], players)
    weights = dict(shipped.weights)
    for persona in reversed(chain[:-1]):
        weights |= personas[persona].weights
    return Policy(name, shipped.kind, weights)
