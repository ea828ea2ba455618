"""`balance init`: a first config of a game, commented and ready to run, with the schema that editors check it by."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from balance.commands.meanings import key_meanings
from balance.commands.options import NamedPath, lang_option, talk_options
from balance.config.models import Run, printed
from balance.config.scalars import compact
from balance.config.schema import schema_text
from balance.core.errors import UsageError
from balance.core.game import Game
from balance.core.texts import Lang, game_names
from balance.games import GAMES

_TEXTS: Mapping[str, Mapping[Lang, str]] = {
    "first": {"en": "A first experiment with {game}.", "de": "Ein erstes Experiment mit {game}."},
    "play": {"en": "Play it and write its report:", "de": "Spielen und den Bericht schreiben:"},
    "resolved": {"en": "Every value, and where it comes from:", "de": "Jeder Wert, und woher er kommt:"},
    "explain": {"en": "What a word means:", "de": "Was ein Wort bedeutet:"},
    "rules": {"en": "what is left out is as printed", "de": "was fehlt, ist wie gedruckt"},
    "sections": {
        "en": "and more: {keys}; 'balance explain --game {slug}' lists every key",
        "de": "und mehr: {keys}; 'balance explain --game {slug} --lang de' nennt jeden Schlüssel",
    },
    "who": {"en": "who plays: {names}", "de": "wer spielt: {names}"},
    "persona": {
        "en": "A policy of your own against a shipped one, every seat in turn; instead of the line above:",
        "de": "Eine eigene Spielweise gegen eine mitgelieferte, reihum auf jedem Platz; statt der Zeile darüber:",
    },
    "vary": {
        "en": "Several variants side by side, a column of the report for each:",
        "de": "Mehrere Varianten nebeneinander, je eine Spalte im Bericht:",
    },
    "written": {"en": "written: {path}", "de": "geschrieben: {path}"},
    "next": {"en": "next: balance run {path}", "de": "weiter mit: balance run {path} --lang de"},
}
_WIDTH = 30


@click.command(name="init")
@click.argument("folder", metavar="[DIR]", default=".", type=NamedPath(path_type=Path))
@click.option(
    "--game", "slug", required=True, type=click.Choice([game.slug for game in GAMES]), help="The game."
)
@lang_option
@talk_options
def command(folder: Path, slug: str, lang: Lang, quiet: bool, verbose: bool) -> None:
    """Write a first config of a game into DIR, and its schema beside it.

    Every line is commented, in German with --lang de. Nothing that is there is overwritten.
    """
    game = next(game for game in GAMES if game.slug == slug)
    config, schema = folder / f"{slug}.yaml", folder / f"{slug}.schema.json"
    if there := [path for path in (config, schema) if path.exists() or path.is_symlink()]:
        raise UsageError(f"{there[0]} is there already: nothing was written; name another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in ((schema, schema_text(game)), (config, config_text(game, lang, config.name))):
            with path.open("x", encoding="utf-8") as file:
                file.write(text)
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error.strerror}") from error
    for path in (config, schema):
        click.echo(_TEXTS["written"][lang].format(path=path))
    click.echo(_TEXTS["next"][lang].format(path=shlex.quote(str(config))))


def config_text(game: Game, lang: Lang, name: str) -> str:
    """The text of a first config.

    Args:
        game: The game.
        lang: Language of the comments.
        name: Name of the file, for the commands in it.
    """
    return "\n".join(_lines(game, lang, name)) + "\n"


def _lines(game: Game, lang: Lang, name: str) -> Iterator[str]:
    def say(key: str, **values: object) -> str:
        return _TEXTS[key][lang].format(**values)

    told = {meaning.name: meaning.lines[0] for meaning in key_meanings(game, lang)}
    display = game_names(game.package).name(game.slug, lang)
    flag = "" if lang == "en" else f" --lang {lang}"
    yield f"# yaml-language-server: $schema={game.slug}.schema.json"
    yield "#"
    yield f"# {say('first', game=display)}"
    for key, doing in (
        ("play", f"balance run {name}{flag}"),
        ("resolved", f"balance check --resolved {name}"),
        ("explain", f"balance explain players --game {game.slug}{flag}"),
    ):
        yield f"# {say(key):<40} {doing}"
    yield from ("version: 1", f"game: {game.slug}", "")
    yield from _rule_lines(game, told, say("rules"))
    sections = [key for key, value in printed(game)["rules"].items() if isinstance(value, dict | list)]
    yield from (f"  # {say('sections', keys=', '.join(sections), slug=game.slug)}", "")
    names = ", ".join(preset.name for preset in game.presets)
    yield from (_noted("policies: {all: greedy}", say("who", names=names)), "")
    players, weight = game.seats[1], game.weights[0]
    value = min(weight.high, weight.default + max(100, abs(weight.default) // 2))
    others = ", ".join(["greedy"] * (players - 1))
    yield from (
        f"# {say('persona')}",
        f"# personas: {{my_bot: {{from: greedy, weights: {{{weight.name}: {value}}}}}}}",
        f"# policies: {{seats: [my_bot, {others}], rotate: true}}",
        "",
        f"# {say('vary')}",
        f"# vary: {{rules.players: [{', '.join(map(str, range(game.seats[0], game.seats[2] + 1)))}]}}",
        "",
        "run:",
    )
    for key in ("games", "seed"):
        yield _noted(f"  {key}: {Run.model_fields[key].default}", told[f"run.{key}"])


def _rule_lines(game: Game, told: Mapping[str, str], said: str) -> Iterator[str]:
    """The players, and every other rule that is one value, commented out."""
    yield _noted("rules:", said)
    for key, value in printed(game)["rules"].items():
        if not isinstance(value, dict | list):
            line = f"{key}: {compact(value)}"
            yield _noted(f"  {line if key == 'players' else f'# {line}'}", told[f"rules.{key}"])


def _noted(line: str, note: str) -> str:
    return f"{line:<{_WIDTH}} # {note}"
