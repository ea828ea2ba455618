"""Options that several commands share; each is written once, here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

MOST_GAMES = 1_000_000_000
MOST_JOBS = 1024
LARGEST_SEED = 2**63 - 1


@dataclass(slots=True)
class Terminal:
    """How much a process says; `main()` keeps it, so that it outlives the command that failed."""

    quiet: bool = False
    verbose: bool = False


class NamedPath(click.Path):
    """A path that has a name: an empty one, of a variable that is not set, is no working folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path; refused before anything is read if it is none."""
        if isinstance(value, str) and (not value.strip() or "\0" in value):
            self.fail(f"{value!r} is no path", param, ctx)
        return super().convert(value, param, ctx)


def _remember(name: str) -> Callable[[click.Context, click.Parameter, bool], bool]:
    def callback(ctx: click.Context, _: click.Parameter, value: bool) -> bool:
        if value:
            setattr(ctx.ensure_object(Terminal), name, True)
        return value

    return callback


def config_argument(function: F) -> F:
    """`CONFIG`: one experiment; passes `config: str`, as the user named it."""
    return click.argument("config", type=NamedPath(path_type=str))(function)


def change_options(function: F) -> F:
    """`-s KEY=VALUE` and `--vary KEY=A,B`; pass `sets` and `varies`, texts for `load_experiment`."""
    for option in (
        click.option(
            "--vary",
            "varies",
            metavar="KEY=A,B",
            multiple=True,
            help="Sweep a key, e.g. rules.players=2,4; the cells are the product of all sweeps.",
        ),
        click.option(
            "-s",
            "--set",
            "sets",
            metavar="KEY=VALUE",
            multiple=True,
            help="Set a key of the config by its dotted path, e.g. rules.clock=long; VALUE is YAML.",
        ),
    ):
        function = option(function)
    return function


def games_option(function: F) -> F:
    """`-n/--games`; passes `games: int | None`."""
    return click.option(
        "-n",
        "--games",
        type=click.IntRange(1, MOST_GAMES),
        metavar="N",
        help="Playouts a cell, instead of run.games.",
    )(function)


def _say_games_do_not_apply(ctx: click.Context, _: click.Parameter, value: int | None) -> None:
    if value is not None and not ctx.ensure_object(Terminal).quiet:
        click.echo("-n does not apply here: the number of games follows from the gates", err=True)


def no_games_option(function: F) -> F:
    """`-n/--games` where it has no meaning; taken, so that a command line may be changed from run to gate."""
    return click.option(
        "-n",
        "--games",
        type=click.IntRange(1, MOST_GAMES),
        hidden=True,
        expose_value=False,
        callback=_say_games_do_not_apply,
    )(function)


def seed_option(function: F) -> F:
    """`--seed`; passes `seed: int | None`."""
    return click.option(
        "--seed",
        type=click.IntRange(0, LARGEST_SEED),
        metavar="N",
        help="Seed of all chance, instead of run.seed.",
    )(function)


def jobs_option(function: F) -> F:
    """`-j/--jobs`; passes `jobs: int`, 0 meaning one a core."""
    return click.option(
        "-j",
        "--jobs",
        type=click.IntRange(0, MOST_JOBS),
        default=0,
        metavar="N",
        help="Threads that play; 0, the default, is one a core. Results do not depend on it.",
    )(function)


def batch_size_option(function: F) -> F:
    """`--batch-size`; passes `batch_size: int | None`."""
    return click.option(
        "--batch-size",
        type=click.IntRange(1),
        metavar="N",
        help="Playouts a thread plays at a time; by default a quarter of a second. No result depends on it.",
    )(function)


def out_option(function: F) -> F:
    """`-o/--out DIR`; passes `out: Path | None`."""
    return click.option(
        "-o",
        "--out",
        type=NamedPath(path_type=Path),
        metavar="DIR",
        help="The run folder; by default reports/<game>/<config>.",
    )(function)


def fresh_option(function: F) -> F:
    """`--fresh`; passes `fresh: bool`."""
    return click.option(
        "--fresh", is_flag=True, help="Start anew, even if the folder holds another experiment."
    )(function)


def lang_option(function: F) -> F:
    """`--lang`; passes `lang: str`, `de` or `en`."""
    return click.option(
        "--lang",
        type=click.Choice(["de", "en"]),
        default="en",
        show_default=True,
        help="Language of what people read.",
    )(function)


FORMATS = ("html", "png", "md", "json", "csv")
DEFAULT_FORMATS = ("html", "png", "json")


def _formats(_: click.Context, __: click.Parameter, value: str) -> tuple[str, ...]:
    named = tuple(dict.fromkeys(name.strip() for name in value.split(",") if name.strip()))
    for name in named:
        if name not in FORMATS:
            raise click.BadParameter(f"'{name}' is none of {', '.join(FORMATS)}")
    if not named:
        raise click.BadParameter(f"name one of {', '.join(FORMATS)}, or several with commas")
    return named


def format_option(function: F) -> F:
    """`--format html,png,…`; passes `formats: tuple[str, ...]`."""
    return click.option(
        "--format",
        "formats",
        default=",".join(DEFAULT_FORMATS),
        show_default=True,
        metavar="A,B",
        callback=_formats,
        help="What is written: html, png (figures), md (for a pull request), json and csv (all estimates).",
    )(function)


def json_option(function: F) -> F:
    """`--json`; passes `as_json: bool`."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")(function)


def talk_options(function: F) -> F:
    """`-q` and `-v`; pass `quiet: bool` and `verbose: bool`, and tell `main()`."""
    for name, letter, text in (
        ("verbose", "-v", "Say more; after a crash, print the traceback."),
        ("quiet", "-q", "Say nothing on stderr but errors."),
    ):
        function = click.option(
            letter, f"--{name}", name, is_flag=True, is_eager=True, callback=_remember(name), help=text
        )(function)
    return function
