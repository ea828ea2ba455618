"""`balance compare`: what a change of rules changes, and how sure that is."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from balance import __version__
from balance.commands.compared import compared
from balance.commands.options import (
    NamedPath,
    fresh_option,
    games_option,
    jobs_option,
    json_option,
    lang_option,
    seed_option,
    talk_options,
)
from balance.commands.played_sides import PlayedSide, check_side, compared_runs, played_side
from balance.commands.playing import REPORTS, Playing
from balance.commands.progress import Talk, stoppable
from balance.commands.sides import Side, fingerprint, read_sides
from balance.core.errors import RunError, UsageError
from balance.core.run_files import COMPARISON

if TYPE_CHECKING:
    from balance.verdict.comparison import Comparison


@click.command(name="compare")
@click.argument("a", type=NamedPath(path_type=str))
@click.argument("b", required=False, type=NamedPath(path_type=str))
@click.option(
    "-s",
    "--set",
    "sets",
    metavar="KEY=VALUE",
    multiple=True,
    help="Set a key of B (of A's config, if no B is named), e.g. rules.clock=long.",
)
@click.option(
    "--vary",
    "varies",
    metavar="KEY=A,B",
    multiple=True,
    help="Sweep a key on both sides, e.g. rules.players=2,6: one comparison for each value.",
)
@click.option(
    "--policies",
    metavar="NAMES",
    help="Let these play in every seat of both, one after the other, e.g. greedy,expert; say where they disagree.",
)
@games_option
@seed_option
@jobs_option
@click.option(
    "--batch-size",
    type=click.IntRange(1),
    metavar="N",
    help="Playouts a thread plays at a time; by default a quarter of a second. No result depends on it.",
)
@click.option(
    "-o",
    "--out",
    type=NamedPath(path_type=Path),
    metavar="DIR",
    help="The folder of the comparison; by default reports/<game>/<A>-against-<B>-<digits>.",
)
@fresh_option
@json_option
@click.option("--md", "as_markdown", is_flag=True, help="Print Markdown.")
@lang_option
@talk_options
def command(
    a: str,
    b: str | None,
    sets: tuple[str, ...],
    varies: tuple[str, ...],
    policies: str | None,
    games: int | None,
    seed: int | None,
    jobs: int,
    batch_size: int | None,
    out: Path | None,
    fresh: bool,
    as_json: bool,
    as_markdown: bool,
    lang: str,
    quiet: bool,
    verbose: bool,
) -> None:
    """Compare A with B, or with A changed by -s; each is a config or a stored run.

    Both sides are dealt the same: what differs is what the rules make of it. The folder holds both runs,
    compare.json and index.html.
    """
    if as_json and as_markdown:
        raise UsageError("print --json or --md, not both")
    names = [None] if policies is None else [name.strip() for name in policies.split(",")]
    if "" in names:
        raise UsageError(f"--policies '{policies}': a name is missing; write e.g. greedy,expert")
    if len(set(names)) < len(names):
        raise UsageError(f"--policies {policies}: name each policy once")
    pairs = [read_sides(a, b, sets, varies, games, seed, name) for name in names]
    folder = out or _default_folder(pairs)
    _check_folder(folder)
    repeat = _command(a, b, sets, varies, policies, games, seed, lang)
    places = [
        [folder / (letter if name is None else f"{letter}-{name}") for letter in "ab"] for name in names
    ]
    for pair, place in zip(pairs, places, strict=True):
        for side, path in zip(pair, place, strict=True):
            check_side(side, path, fresh=fresh)
    with Talk(quiet) as talk:
        for line in _warnings(pairs):
            talk.say(line)
        with stoppable(quiet) as stop:
            playing = Playing(talk, stop, jobs, batch_size, repeat)
            played = [
                _played(pair, place, playing, fresh=fresh) for pair, place in zip(pairs, places, strict=True)
            ]
        comparison = compared(played)
        _write(comparison, played, folder, lang, repeat, as_json=as_json, as_markdown=as_markdown)


def _default_folder(pairs: Sequence[tuple[Side, Side]]) -> Path:
    sides = [side for pair in pairs for side in pair]
    first, second = (Path(side.name.split(" -s ")[0]) for side in pairs[0])
    game = next((side.experiment.game.slug for side in sides if side.experiment is not None), "runs")
    return REPORTS / game / f"{first.stem}-against-{second.stem}-{fingerprint(sides)}"


def _check_folder(folder: Path) -> None:
    """Refuse a folder that is somebody else's.

    Raises:
        UsageError: If it is a file, or holds things and no comparison.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file: name a folder with -o")
    ours = {"a", "b", COMPARISON}
    if folder.is_dir():
        held = {path.name for path in folder.iterdir()}
        if held and COMPARISON not in held and not all(name.split("-")[0] in ours for name in held):
            raise UsageError(f"{folder} is not empty and no comparison: name another with -o")


def _warnings(pairs: Sequence[tuple[Side, Side]]) -> Iterator[str]:
    sides = [side for pair in pairs for side in pair]
    told = [text for side in sides for text in side.notes]
    told += [text for side in sides if side.experiment is not None for text in side.experiment.warnings]
    yield from dict.fromkeys(told)


def _played(
    pair: tuple[Side, Side], folders: Sequence[Path], playing: Playing, *, fresh: bool
) -> tuple[PlayedSide, PlayedSide]:
    first, second = (
        played_side(side, folder, playing, fresh=fresh) for side, folder in zip(pair, folders, strict=True)
    )
    return first, second


def _write(
    comparison: Comparison,
    played: Sequence[tuple[PlayedSide, PlayedSide]],
    folder: Path,
    lang: str,
    repeat: str,
    *,
    as_json: bool,
    as_markdown: bool,
) -> None:
    """Write the folder's document and page, and print what was asked for."""
    from balance.engine.folder import write_whole  # noqa: PLC0415  # as above
    from balance.engine.store import json_bytes  # noqa: PLC0415  # as above
    from balance.report.comparison import build_comparison  # noqa: PLC0415  # as above
    from balance.report.plain import markdown, terminal_lines  # noqa: PLC0415  # as above
    from balance.report.render import PAGE, write  # noqa: PLC0415  # as above
    from balance.verdict.comparison import document  # noqa: PLC0415  # as above

    runs = [run for pair in played for run in compared_runs(pair, folder, lang)]
    game = played[0][0].run.game
    model = build_comparison(comparison, game, lang, command=repeat, version=__version__, runs=runs)
    found = document(comparison)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / COMPARISON, json_bytes(found))
        write(model, folder)
    except OSError as error:
        raise RunError(f"{folder} cannot be written: {error.strerror}") from error
    if as_json:
        click.echo(json.dumps(found, indent=2, ensure_ascii=False, allow_nan=False))
    elif as_markdown:
        click.echo(markdown(model), nl=False)
    else:
        click.echo(model.texts["compare"]["report"].format(path=folder / PAGE))
        click.echo("")
        click.echo("\n".join(terminal_lines(model)))


def _command(
    a: str,
    b: str | None,
    sets: Sequence[str],
    varies: Sequence[str],
    policies: str | None,
    games: int | None,
    seed: int | None,
    lang: str,
) -> str:
    """The command line that gives the same comparison on any machine."""
    words = ["balance", "compare", a, *([b] if b is not None else [])]
    for flag, texts in (("-s", sets), ("--vary", varies)):
        words += [word for text in texts for word in (flag, text)]
    for flag, value in (("--policies", policies), ("-n", games), ("--seed", seed)):
        words += [flag, str(value)] if value is not None else []
    return shlex.join(words + (["--lang", lang] if lang != "en" else []))
