"""`balance explain`: what a word of a config, a report or an exit code means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

import click

from balance.commands.meanings import Meaning, all_meanings, find, known_words, merged
from balance.commands.options import lang_option, talk_options
from balance.core.errors import UsageError
from balance.core.game import Game
from balance.core.suggest import did_you_mean
from balance.core.texts import Lang
from balance.games import GAMES

_WIDTH = 100
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
@lang_option
@talk_options
def command(word: str | None, slug: str | None, lang: Lang, quiet: bool, verbose: bool) -> None:
    """Explain WORD: a weight, a policy or persona, a metric, a key of a config, a rule's number or an exit code.

    Keys are dotted paths (rules.clock) or their last part (clock), rules' numbers those of RULES.md (R10, A3).
    """
    games = [game for game in GAMES if slug in (None, game.slug)]
    if word is None:
        if slug is None:
            raise UsageError(
                "nothing to explain: name a word, or a game with --game to list all of its words"
            )
        click.echo("\n".join(_listed(games, lang)))
        return
    found = find(word, games, lang)
    if not found:
        hint = did_you_mean(word, known_words(games))
        raise UsageError(f"'{word}' is nothing I could explain" + (f"; {hint}" if hint else ""))
    click.echo("\n\n".join("\n".join(_told(meaning, lang)) for meaning in found))


def _told(meaning: Meaning, lang: Lang) -> Iterator[str]:
    yield meaning.head(lang)
    for line in meaning.lines:
        yield from wrap(line, _WIDTH, initial_indent="  ", subsequent_indent="  ", break_long_words=False)


def _listed(games: Sequence[Game], lang: Lang) -> Iterator[str]:
    """Name and first sentence of everything of a game, by kind."""
    meanings = merged(all_meanings(games, lang))
    for kind, heading in _LISTED.items():
        of_kind = [meaning for meaning in meanings if meaning.kind == kind]
        width = max(len(meaning.name) for meaning in of_kind)
        yield from (() if kind == "key" else ("",))
        yield heading[lang]
        for meaning in of_kind:
            yield f"  {meaning.name.ljust(width)}  {meaning.lines[0] if meaning.lines else ''}".rstrip()
