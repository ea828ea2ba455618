"""What the words of configs and results mean, each read where it is defined: models, weights, metrics, rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from balance.config.german import english
from balance.config.models import document_model, printed
from balance.config.scalars import compact
from balance.config.shape import Shape, shape_of
from balance.core.exit_codes import EXIT_TEXTS
from balance.core.game import Game, Preset, Weight
from balance.core.suggest import key_name
from balance.core.texts import Lang

Texts = Mapping[str, Mapping[Lang, str]]

_TEXTS: Texts = {
    "key": {"en": "key", "de": "Schlüssel"},
    "weight": {"en": "weight", "de": "Gewicht"},
    "policy": {"en": "policy", "de": "Spielweise"},
    "metric": {"en": "metric", "de": "Metrik"},
    "procedure": {"en": "procedure", "de": "Verfahren"},
    "rule": {"en": "rule", "de": "Regel"},
    "exit code": {"en": "exit code", "de": "Exit-Code"},
    "default": {"en": "default: {value}", "de": "Vorgabe: {value}"},
    "none": {"en": "none", "de": "keine"},
    "options": {"en": "one of: {options}", "de": "eines von: {options}"},
    "range": {"en": "{low} to {high}", "de": "{low} bis {high}"},
    "least": {"en": "at least {low}", "de": "mindestens {low}"},
    "text": {"en": "as in the rule text", "de": "wie im Regeltext"},
    "assumed": {"en": "assumed", "de": "angenommen"},
    "keys": {"en": "holds: {keys}", "de": "enthält: {keys}"},
    "thousandths": {
        "en": "in thousandths; set it in personas.<name>.weights.{name}",
        "de": "in Tausendsteln; zu setzen in personas.<Name>.weights.{name}",
    },
    "presets": {"en": "in {preset}: {value}", "de": "bei {preset}: {value}"},
    "presets_at": {
        "en": "in {preset}, by number of players: {value}",
        "de": "bei {preset}, je Spielerzahl: {value}",
    },
    "random": {"en": "draws; weights change nothing", "de": "zieht; Gewichte ändern nichts"},
    "weights": {"en": "weights that differ: {weights}", "de": "abweichende Gewichte: {weights}"},
    "weights_at": {
        "en": "weights that differ with {players} players: {weights}",
        "de": "abweichende Gewichte bei {players} Spielern: {weights}",
    },
    "no_weights": {"en": "all weights at their defaults", "de": "alle Gewichte wie vorgegeben"},
    "formula": {"en": "formula: {formula}", "de": "Formel: {formula}"},
    "formula_words": {"en": "formula: {formula}", "de": "Formel (auf Englisch): {formula}"},
    "procedure_of": {
        "en": "interval: {name} (balance explain {name})",
        "de": "Intervall: {name} (balance explain {name})",
    },
    "in_english": {"en": "", "de": "(auf Englisch beschrieben)"},
}
_HIDDEN = {"<name>"}
_SENTENCE = re.compile(r"[a-z]{2,} [a-z]{2,}")  # words in a formula, which is written in English once
_RULE = re.compile(r"^\*\*([RA]\d+)[^*]*\*\*.*?(?=^\*\*|^#|\Z)", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a word means.

    Args:
        kind: `key`, `weight`, `policy`, `metric`, `procedure`, `rule` or `exit code`.
        name: The word, for a key its dotted path.
        lines: What is said about it, without the name.
        games: Slugs of the games in which it means this; empty if it has to do with none.
    """

    kind: str
    name: str
    lines: tuple[str, ...]
    games: tuple[str, ...] = ()

    def head(self, lang: Lang) -> str:
        """Name, kind and games in one line."""
        where = f", {', '.join(self.games)}" if self.games else ""
        return f"{self.name}  ({_TEXTS[self.kind][lang]}{where})"


def say(key: str, lang: Lang, **values: object) -> str:
    """One of the texts around the definitions."""
    return _TEXTS[key][lang].format(**values)


def find(word: str, games: Sequence[Game], lang: Lang) -> list[Meaning]:
    """Everything that a word means; empty if nothing.

    Args:
        word: A name, a dotted key or its last part, an exit code or a rule's number; German words for keys will do.
        games: Where to look.
        lang: Language of the result.
    """
    wanted = {word, word.upper(), key_name(word), english(word)} - {""}
    found = [meaning for meaning in all_meanings(games, lang) if meaning.name in wanted]
    dotted = [meaning for game in games if (meaning := _key_at(game, word, lang)) is not None]
    if not found and not dotted:
        keys = (meaning for game in games for meaning in key_meanings(game, lang))
        found = [key for key in keys if key.name.rsplit(".", 1)[-1] in wanted]
    if not found and not dotted:
        for game in games:
            dotted += [
                m for path in _named(printed(game), wanted) if (m := _key_at(game, path, lang)) is not None
            ]
    return merged([*found, *dotted])


def known_words(games: Sequence[Game]) -> list[str]:
    """Every word that `find` knows, for suggestions; keys by their last part and in full."""
    names = [meaning.name for meaning in all_meanings(games, "en")]
    parts = [part for name in names for part in name.split(".") if part not in _HIDDEN]
    return list(dict.fromkeys([*parts, *names]))


def all_meanings(games: Sequence[Game], lang: Lang) -> Iterator[Meaning]:
    """Everything there is to explain."""
    for game in games:
        yield from key_meanings(game, lang)
        yield from (_weight(game, weight, lang) for weight in game.weights)
        yield from (_policy(game, preset, lang) for preset in game.presets)
        yield from metric_meanings(game, lang)
        yield from _rules(game, lang)
    yield from _procedures(lang)
    for code, texts in EXIT_TEXTS.items():
        yield Meaning("exit code", str(int(code)), (texts[lang],))


def merged(meanings: Iterable[Meaning]) -> list[Meaning]:
    """What several games say in the same words once."""
    found: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
    for meaning in meanings:
        places = found.setdefault((meaning.kind, meaning.name, meaning.lines), [])
        places += [slug for slug in meaning.games if slug not in places]
    return [Meaning(*key, tuple(places)) for key, places in found.items()]


# Keys ----------------------------------------------------------------------------------------------------------------


def key_meanings(game: Game, lang: Lang) -> Iterator[Meaning]:
    """Every key of a game's configs, names that are free as `<name>`."""
    defaults = printed(game)
    for path, shape in _walk(shape_of(document_model(game))):
        yield _key(game, path, shape, defaults, lang)


def _walk(shape: Shape, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Shape]]:
    keys = shape.keys if shape.kind == "model" else ("<name>",) if shape.names_are_free else ()
    for key in keys:
        inner = shape.step(key)
        if inner is not None:
            if shape.kind == "model":
                yield (*path, key), inner
            yield from _walk(inner, (*path, key))


def _key_at(game: Game, word: str, lang: Lang) -> Meaning | None:
    """The key at a dotted path with real names in it; None if nothing stands there."""
    path = tuple(word.split("."))
    shape = shape_of(document_model(game)).at(path)
    if shape is None or len(path) < 2:
        return None
    return _key(game, path, shape, printed(game), lang)


def _named(tree: Any, wanted: set[str], path: tuple[str, ...] = ()) -> Iterator[str]:
    """Paths at which the printed game has something of this name, e.g. a variety."""
    if isinstance(tree, Mapping):
        for key, value in tree.items():
            if key in wanted:
                yield ".".join((*path, key))
            yield from _named(value, wanted, (*path, key))


def _key(game: Game, path: tuple[str, ...], shape: Shape, defaults: Any, lang: Lang) -> Meaning:
    field = shape.field
    extra: dict[str, Any] = {}
    lines: list[str] = []
    if field is not None:
        extra = field.json_schema_extra if isinstance(field.json_schema_extra, dict) else {}
        text = extra.get("de") if lang == "de" else field.description
        lines.append(str(text or field.description or ""))
    value = _value_at(defaults, path)
    facts: list[str] = []
    if value is not _MISSING and path != ("rules",):
        facts.append(
            say("default", lang, value=say("none", lang) if value in (None, {}, []) else compact(value))
        )
        if path[0] == "rules":
            note = extra.get("note_de") if lang == "de" and extra.get("note_de") else extra.get("note", "")
            source = say("assumed" if extra.get("source") == "assumed" else "text", lang)
            facts.append(f"{source} ({note})" if note else source)
    if shape.options:
        facts.append(say("options", lang, options=", ".join(compact(option) for option in shape.options)))
    facts += _limits(field, lang)
    if shape.kind == "model" and shape.keys:
        facts.append(say("keys", lang, keys=", ".join(shape.keys)))
    lines.append("; ".join(facts))
    return Meaning("key", ".".join(path), tuple(line for line in lines if line), (game.slug,))


_MISSING = object()


def _value_at(tree: Any, path: tuple[str, ...]) -> Any:
    for key in path:
        if not isinstance(tree, Mapping) or key not in tree:
            return _MISSING
        tree = tree[key]
    return tree


def _limits(field: Any, lang: Lang) -> list[str]:
    """A number's bounds, as pydantic keeps them."""
    low = next((each.ge for each in getattr(field, "metadata", ()) if hasattr(each, "ge")), None)
    high = next((each.le for each in getattr(field, "metadata", ()) if hasattr(each, "le")), None)
    if low is None:
        return []
    return [say("least", lang, low=low) if high is None else say("range", lang, low=low, high=high)]


# Policies ------------------------------------------------------------------------------------------------------------


def _weight(game: Game, weight: Weight, lang: Lang) -> Meaning:
    lines = [weight.de if lang == "de" else weight.en]
    facts = (
        say("default", lang, value=weight.default),
        say("range", lang, low=weight.low, high=weight.high),
        say("thousandths", lang, name=weight.name),
    )
    lines.append("; ".join(facts))
    for preset in game.presets:
        values = {
            players: game.policy(preset.name, players).weights[weight.name]
            for players in range(game.seats[0], game.seats[2] + 1)
        }
        if preset.kind != "random" and set(values.values()) != {weight.default}:
            is_one = len(set(values.values())) == 1
            value = (
                str(values[game.seats[0]]) if is_one else ", ".join(f"{n}: {v}" for n, v in values.items())
            )
            lines.append(say("presets" if is_one else "presets_at", lang, preset=preset.name, value=value))
    return Meaning("weight", weight.name, tuple(lines), (game.slug,))


def _policy(game: Game, preset: Preset, lang: Lang) -> Meaning:
    lines = [preset.de if lang == "de" else preset.en]
    if preset.kind == "random":
        lines.append(say("random", lang))
    elif preset.by_players:
        for players in preset.by_players:
            text = _differing(game, preset.weights_for(players))
            lines.append(say("weights_at", lang, players=players, weights=text))
    else:
        text = _differing(game, preset.weights)
        lines.append(say("weights", lang, weights=text) if text else say("no_weights", lang))
    return Meaning("policy", preset.name, tuple(lines), (game.slug,))


def _differing(game: Game, weights: Mapping[str, int]) -> str:
    defaults = {weight.name: weight.default for weight in game.weights}
    return ", ".join(f"{name} {value}" for name, value in weights.items() if value != defaults.get(name))


# Metrics, procedures, rules ------------------------------------------------------------------------------------------


def metric_meanings(game: Game, lang: Lang) -> Iterator[Meaning]:
    """Every metric of a game."""
    from balance.metrics import specs  # noqa: PLC0415  # keys and weights need none of it

    for spec in specs(game):
        german = lang == "de"
        words = spec.words_de if german else f"{spec.words} {spec.conditions}".strip()
        lines = (
            f"{spec.de if german else spec.en}.",
            words,
            say("formula_words" if _SENTENCE.search(spec.formula) else "formula", lang, formula=spec.formula),
            say("procedure_of", lang, name=spec.gauge.procedure),
        )
        yield Meaning("metric", spec.name, lines, (game.slug,))


def _procedures(lang: Lang) -> Iterator[Meaning]:
    from balance.stats.procedures import OTHERS, PROCEDURES, explanation  # noqa: PLC0415  # as above

    for name, procedure in {**PROCEDURES, **OTHERS}.items():
        text = explanation(procedure).splitlines()
        yield Meaning("procedure", name, tuple(line for line in (say("in_english", lang), *text) if line))


def _rules(game: Game, lang: Lang) -> Iterator[Meaning]:
    """Numbered readings and assumptions, as RULES.md tells them."""
    page = files(game.package).joinpath("RULES.md").read_text(encoding="utf-8")
    for match in _RULE.finditer(page):
        text = " ".join(match[0].replace("**", "").split())
        lines = tuple(line for line in (say("in_english", lang), text) if line)
        yield Meaning("rule", match[1], lines, (game.slug,))
