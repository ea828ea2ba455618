"""`balance explain`: what a word of a config, a report or an exit code means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

import click

from balance.commands import own_words
from balance.commands.meanings import Meaning, all_meanings, find, known_words, merged
from balance.commands.names import metric_names
from balance.commands.options import NamedPath, lang_option, talk_options
from balance.config import Experiment, load_experiment
from balance.core.errors import UsageError
from balance.core.game import Game
from balance.core.suggest import did_you_mean
from balance.core.texts import Lang
from balance.games import GAMES

_WIDTH = 100
_LAYOUT: Any = {
    "initial_indent": "  ",
    "subsequent_indent": "  ",
    "break_long_words": False,
    "break_on_hyphens": False,  # of paths, which are to be copied
}
_LISTED: Mapping[str, Mapping[Lang, str]] = {
    "key": {"en": "Keys of its configs", "de": "Schlüssel der Konfiguration"},
    "weight": {"en": "Weights of its policies", "de": "Gewichte der Spielweisen"},
    "policy": {"en": "Policies", "de": "Spielweisen"},
    "metric": {"en": "Metrics", "de": "Metriken"},
}
"""What is listed of a game, and below which heading."""


@click.command(name="explain")
@click.argument("word", metavar="[WORD]", required=False)
@click.option(
    "--game",
    "slug",
    type=click.Choice([game.slug for game in GAMES]),
    help="Only of this game; without a WORD: all its keys, weights, policies and metrics.",
)
@click.option(
    "--config",
    type=NamedPath(path_type=str),
    metavar="FILE",
    help="Also the personas of this config, and what it sets; only of its game.",
)
@lang_option
@talk_options
def command(
    word: str | None, slug: str | None, config: str | None, lang: Lang, quiet: bool, verbose: bool
) -> None:
    """Explain WORD: a weight, a policy or persona, a metric, a key of a config, a rule's number or an exit code.

    Keys are dotted paths (rules.clock) or their last part (clock), rules' numbers those of RULES.md (R10, A3).
    """
    own = None if config is None else load_experiment(config, metrics=metric_names)
    if own is not None and slug not in (None, own.game.slug):
        raise UsageError(f"{config} is a config of {own.game.slug}, not of {slug}")
    games = [own.game] if own is not None else [game for game in GAMES if slug in (None, game.slug)]
    if word is None:
        if slug is None and own is None:
            raise UsageError(
                "nothing to explain: name a word, or a game with --game to list all of its words"
            )
        click.echo("\n".join(_listed(games, own, lang)))
        return
    personas = {} if own is None else {meaning.name: meaning for meaning in own_words.personas(own, lang)}
    found = [personas[word]] if word in personas else []
    found += find(word, games, lang)
    if own is not None:
        found = [own_words.as_set(meaning, own, lang) for meaning in found]
    if not found:
        hint = did_you_mean(word, [*personas, *known_words(games)])
        hint = hint or ("" if own else "a persona of your own needs --config FILE")
        raise UsageError(f"'{word}' is nothing I could explain" + (f"; {hint}" if hint else ""))
    click.echo("\n\n".join("\n".join(_told(meaning, lang)) for meaning in found))


def _told(meaning: Meaning, lang: Lang) -> Iterator[str]:
    yield meaning.head(lang)
    for line in meaning.lines:
        yield from wrap(line, _WIDTH, **_LAYOUT)


def _listed(games: Sequence[Game], own: Experiment | None, lang: Lang) -> Iterator[str]:
    """Name and first sentence of everything of a game, by kind; with a config also of its personas."""
    personas = () if own is None else own_words.personas(own, lang)
    meanings = merged([*all_meanings(games, lang), *personas])
    for kind, heading in _LISTED.items():
        of_kind = [meaning for meaning in meanings if meaning.kind == kind]
        width = max(len(meaning.name) for meaning in of_kind)
        yield from (() if kind == "key" else ("",))
        yield heading[lang]
        for meaning in of_kind:
            yield f"  {meaning.name.ljust(width)}  {meaning.lines[0] if meaning.lines else ''}".rstrip()
