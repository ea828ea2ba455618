"""`balance schema`: the JSON Schema that editors check a game's configs by."""

from __future__ import annotations

from pathlib import Path

import click

from balance.commands.options import NamedPath, talk_options
from balance.config.schema import schema_text
from balance.core.errors import UsageError
from balance.games import GAMES


@click.command(name="schema")
@click.argument("game", metavar="GAME", type=click.Choice([game.slug for game in GAMES]))
@click.option(
    "-o",
    "--out",
    type=NamedPath(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write it there instead of to stdout.",
)
@talk_options
def command(game: str, out: Path | None, quiet: bool, verbose: bool) -> None:
    """Print the JSON Schema of GAME's configs.

    yaml-language-server (VS Code, Neovim, Emacs …) completes and checks a config whose first line is

        # yaml-language-server: $schema=PATH
    """
    text = schema_text(next(each for each in GAMES if each.slug == game))
    if out is None:
        click.echo(text, nl=False)
        return
    part = out.with_name(f"{out.name}.part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(out)  # whole or not at all
    except OSError as error:
        part.unlink(missing_ok=True)
        raise UsageError(f"{out} cannot be written: {error.strerror}") from error
