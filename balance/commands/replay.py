"""`balance replay`: one playout, told move by move or traced for other programs."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from balance.commands.names import metric_names
from balance.commands.options import NamedPath, change_options, lang_option, seed_option, talk_options
from balance.commands.progress import Talk
from balance.core.errors import UsageError
from balance.core.suggest import did_you_mean
from balance.core.telling import Line, Tone, View
from balance.games import GAMES

if TYPE_CHECKING:
    from balance.engine.replaying import Replay
    from balance.engine.store import Run
    from balance.engine.worker import Setting

PICKS = ("typical", "closest", "widest", "longest", "shortest")
MOST_PLAYOUT = 10**15
"""Far beyond any run, and small enough that no address of chance overflows."""

_STYLES: Mapping[Tone, Mapping[str, Any]] = {
    "plain": {},
    "head": {"bold": True},
    "faint": {"dim": True},
    "gain": {"fg": "green"},
    "full": {"fg": "cyan"},
    "open": {"dim": True},
    "seat-1": {"fg": "black", "bg": "bright_blue"},
    "seat-2": {"fg": "black", "bg": "yellow"},
    "seat-3": {"fg": "black", "bg": "green"},
    "seat-4": {"fg": "white", "bg": "red"},
    "seat-5": {"fg": "black", "bg": "cyan"},
    "seat-6": {"fg": "white", "bg": "magenta"},
}


def _rolls(_: click.Context, __: click.Parameter, value: str | None) -> tuple[int, int] | None:
    """`A-B` or `A`, counted from 1 as they are told, as first and last roll from 0."""
    if value is None:
        return None
    match = re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", value.strip(), re.ASCII)
    if match is None:
        raise click.BadParameter(f"'{value}' is no roll and no range of rolls such as 3-8")
    first, last = int(match[1]), int(match[2] or match[1])
    if first < 1:
        raise click.BadParameter("rolls are counted from 1")
    if last < first:
        raise click.BadParameter(f"{value} ends before it begins")
    return first - 1, last - 1


@click.command(name="replay")
@click.argument("what", metavar="RUN|CONFIG", type=NamedPath(path_type=str))
@click.option(
    "--playout", type=click.IntRange(0, MOST_PLAYOUT), metavar="N", help="Number of the playout, from 0."
)
@click.option(
    "--pick",
    type=click.Choice(PICKS),
    help="Let a RUN choose: nearest to its medians, smallest or greatest margin, most or fewest rolls; "
    "of equals the first.",
)
@click.option(
    "--cell", metavar="KEY", help="Which cell of a sweep, e.g. rules.players=4; by default the first."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "jsonl"]),
    default="text",
    show_default=True,
    help="For people, or a line of JSON for each event (docs/trace.md).",
)
@click.option(
    "--seat",
    type=click.IntRange(1),
    metavar="N",
    help="Tell only what this seat does, from 1 as in the report.",
)
@click.option(
    "--roll",
    "rolls",
    callback=_rolls,
    metavar="A-B",
    help="Tell only these rolls, from 1; turns where a game has no common roll.",
)
@change_options
@seed_option
@lang_option
@talk_options
def command(
    what: str,
    playout: int | None,
    pick: str | None,
    cell: str | None,
    form: str,
    seat: int | None,
    rolls: tuple[int, int] | None,
    sets: tuple[str, ...],
    varies: tuple[str, ...],
    seed: int | None,
    lang: str,
    quiet: bool,
    verbose: bool,
) -> None:
    """Tell one playout of a run folder RUN, or of a CONFIG, move by move.

    A playout of a RUN is played again exactly as it was and held to what the run has stored of it.
    -s, --vary and --seed change a CONFIG; they do not go with a RUN.
    """
    if (playout is None) == (pick is None):
        raise click.UsageError("name a playout with --playout N, or let a run choose one with --pick")
    if form == "jsonl" and (seat is not None or rolls is not None):
        raise click.UsageError("--seat and --roll narrow the text; a trace in jsonl is always whole")
    with Talk(quiet) as talk:
        wanted = _Wanted(playout, pick, cell)
        if os.path.isdir(what):  # noqa: PTH112  # a name that no system takes is no folder
            if sets or varies or seed is not None:
                raise click.UsageError(
                    "-s, --vary and --seed change a config; a run is told as it was played"
                )
            setting, replayed = _from_run(Path(what), wanted, talk)
        else:
            setting, replayed = _from_config(what, sets, varies, seed, wanted, talk)
    objects = list(
        setting.game.module("tracing").objects(setting.cell.rules, replayed.facts, replayed.events)
    )
    if form == "jsonl":
        for item in objects:
            click.echo(json.dumps(item, ensure_ascii=False))
    else:
        first, last = rolls or (0, None)
        view = View(None if seat is None else seat - 1, first, last)
        _show(setting.game.module("telling").tell(objects, lang, view))
    if replayed.violation is not None:
        raise replayed.violation


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Which playout is wanted: its number or how it is picked, and of which cell."""

    playout: int | None
    pick: str | None
    cell: str | None

    def of(self, keys: Collection[str], talk: Talk) -> str:
        """The cell's key."""
        if self.cell is None:
            first = next(iter(keys))
            if len(keys) > 1:
                talk.say(f"this is cell {first}, the first of {len(keys)}; name another with --cell")
            return first
        if self.cell not in keys:
            hint = did_you_mean(self.cell, keys) or "`balance check` lists them"
            raise UsageError(f"no cell '{self.cell}'; {hint}")
        return self.cell


def _from_run(folder: Path, wanted: _Wanted, talk: Talk) -> tuple[Setting, Replay]:
    from balance.engine.replaying import check_stored, replay, stored_setting  # noqa: PLC0415  # heavy; completion needs it not
    from balance.engine.store import open_run  # noqa: PLC0415  # as above

    run = open_run(folder, GAMES)
    key = wanted.of(run.cells, talk)
    playout = _picked(run, key, wanted.pick, talk) if wanted.playout is None else wanted.playout
    setting = stored_setting(run, key)
    replayed = replay(setting, playout)
    if not check_stored(run, replayed) and replayed.violation is None:
        talk.say(
            f"{folder} has {run.cells[key].n:,} games of this cell, playout {playout} is not among them: "
            "it is played by the same rules, and there is nothing stored to hold it to"
        )
    return setting, replayed


def _picked(run: Run, key: str, how: str | None, talk: Talk) -> int:
    from balance.engine.picking import pick  # noqa: PLC0415  # as above

    assert how is not None
    picked = pick(run, key, how)
    alike = f", the first of {picked.n_alike:,} alike" if picked.n_alike > 1 else ""
    talk.say(f"the {how} of {run.cells[key].n:,} games is playout {picked.playout}{alike}")
    return picked.playout


def _from_config(
    config: str, sets: Sequence[str], varies: Sequence[str], seed: int | None, wanted: _Wanted, talk: Talk
) -> tuple[Setting, Replay]:
    from balance.config import load_experiment  # noqa: PLC0415  # as above
    from balance.engine.replaying import replay  # noqa: PLC0415  # as above
    from balance.engine.worker import prepare  # noqa: PLC0415  # as above

    if wanted.playout is None:
        raise click.UsageError("--pick chooses among the playouts of a run folder; a config has none")
    experiment = load_experiment(config, sets=sets, varies=varies, seed=seed, metrics=metric_names)
    for warning in experiment.warnings:
        talk.say(warning)
    cells = {cell.key: cell for cell in experiment.cells}
    cell = cells[wanted.of(cells, talk)]
    if wanted.playout >= cell.games:
        talk.say(f"playout {wanted.playout} is beyond the {cell.games:,} games that the config asks for")
    setting = prepare(experiment.game, cell, experiment.seed)
    return setting, replay(setting, wanted.playout)


def _show(lines: Iterable[Line]) -> None:
    """Lines on stdout, in colour only on a terminal that wants it."""
    is_coloured = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    for spans in lines:
        text = "".join(
            click.style(span.text, **_STYLES[span.tone]) if is_coloured else span.text for span in spans
        )
        click.echo(text, color=is_coloured)
