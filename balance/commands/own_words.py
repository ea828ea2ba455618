"""What words mean in one config: its own personas, and what it sets weights and keys to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from balance.commands.meanings import Meaning
from balance.config import Experiment
from balance.config.scalars import compact
from balance.core.texts import Lang

_PERSONAS = "personas."
_TEXTS: Mapping[str, Mapping[Lang, str]] = {
    "from": {
        "en": "A persona of {place}; starts from {base}.",
        "de": "Eine Spielweise aus {place}; geht aus von {base}.",
    },
    "weight": {"en": "{weight} {value} instead of {base}", "de": "{weight} {value} statt {base}"},
    "weights": {"en": "weights of its own: {weights}", "de": "eigene Gewichte: {weights}"},
    "no_weights": {"en": "no weights of its own", "de": "keine eigenen Gewichte"},
    "in": {"en": "in {name}, {place}: {value}", "de": "in {name}, {place}: {value}"},
    "here": {"en": "here: {value} ({place})", "de": "hier: {value} ({place})"},
    "at": {"en": "{value} with {players} players", "de": "{value} bei {players} Spielern"},
}


def personas(experiment: Experiment, lang: Lang) -> Iterator[Meaning]:
    """Every persona of a config: what it starts from and which weights it changes.

    Args:
        experiment: The config; of several cells its first.
        lang: Language of the result.
    """
    for key, (base, origin) in experiment.values.items():
        name = key.removeprefix(_PERSONAS).removesuffix(".from")
        if key != f"{_PERSONAS}{name}.from":
            continue
        weights = [
            _say("weight", lang, weight=weight, value=value, base=_before(experiment, base, weight, lang))
            for weight, (value, _) in _weights(experiment, name).items()
        ]
        own = _say("weights", lang, weights=", ".join(weights)) if weights else _say("no_weights", lang)
        lines = (_say("from", lang, place=origin.place, base=base), own)
        yield Meaning("policy", name, lines, (experiment.game.slug,))


def as_set(meaning: Meaning, experiment: Experiment, lang: Lang) -> Meaning:
    """A weight or key with what the config sets it to; anything else as it is."""
    lines: list[str] = []
    if meaning.kind == "key" and meaning.name in experiment.values:
        value, origin = experiment.values[meaning.name]
        if origin.place != "default":
            values = experiment.swept.get(meaning.name, (value,))
            lines.append(_say("here", lang, value=", ".join(map(compact, values)), place=origin.place))
    if meaning.kind == "weight":
        for key, (value, origin) in experiment.values.items():
            name, _, weight = key.removeprefix(_PERSONAS).partition(".weights.")
            if key.startswith(_PERSONAS) and weight == meaning.name:
                lines.append(_say("in", lang, name=name, place=origin.place, value=value))
    return replace(meaning, lines=(*meaning.lines, *lines))


def _weights(experiment: Experiment, name: str) -> dict[str, Any]:
    prefix = f"{_PERSONAS}{name}.weights."
    return {key.removeprefix(prefix): at for key, at in experiment.values.items() if key.startswith(prefix)}


def _before(experiment: Experiment, base: str, weight: str, lang: Lang) -> str:
    """A weight of what a persona starts from; by number of players where the config's tables have several."""
    own = _weights(experiment, base)
    if weight in own:
        return str(own[weight][0])
    origin = experiment.values.get(f"{_PERSONAS}{base}.from")
    if origin is not None:
        return _before(experiment, origin[0], weight, lang)
    tables = list(dict.fromkeys(cell.n_seats for cell in experiment.cells))
    values = {players: experiment.game.policy(base, players).weights.get(weight, 0) for players in tables}
    if len(set(values.values())) == 1:
        return str(values[tables[0]])
    return ", ".join(_say("at", lang, value=value, players=players) for players, value in values.items())


def _say(key: str, lang: Lang, **values: object) -> str:
    return _TEXTS[key][lang].format(**values)
