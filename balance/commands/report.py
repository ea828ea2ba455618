"""`balance report`: the page of a stored run, written again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from balance.commands.evaluation import measure_run, summary, write_report
from balance.commands.options import NamedPath, format_option, lang_option, talk_options
from balance.commands.progress import Talk
from balance.core.errors import UsageError
from balance.core.run_files import check_places
from balance.games import GAMES


@click.command(name="report")
@click.argument("folder", metavar="RUN", type=NamedPath(path_type=Path))
@format_option
@lang_option
@talk_options
def command(folder: Path, formats: tuple[str, ...], lang: str, quiet: bool, verbose: bool) -> None:
    """Write metrics.json, index.html and figures of the run folder RUN again; plays nothing.

    --format names what is written instead; other files stay as they are.
    """
    with Talk(quiet) as talk:
        for line in _what_lacks(folder):
            talk.say(line)
    cells = measure_run(folder)
    check_places(folder)
    model = write_report(folder, cells, lang, formats)
    click.echo("\n".join(summary(folder, model, formats)))


def _what_lacks(folder: Path) -> Iterator[str]:
    """Cells that have fewer games than they had, and how the run is completed.

    Raises:
        UsageError: If it is no run folder.
    """
    from balance.engine.manifest import with_option  # noqa: PLC0415  # heavy; completion needs it not
    from balance.engine.scenes import read_scenes  # noqa: PLC0415  # as above
    from balance.engine.store import open_run  # noqa: PLC0415  # as above

    run = open_run(folder, GAMES)
    for key, n in run.lost.items():
        yield f"{key}: {run.cells[key].n:,} of {n:,} games are there, files of the others are missing"
    command = with_option(run.manifest["command"], ("-o", "--out"), str(folder))
    try:
        read_scenes(run)
    except UsageError as error:
        yield f"{error}: the page has no pictures of playouts until it is run again"
    if run.manifest["interrupted"] and command:
        yield f"the run is not complete; what lacks is played by\n    {command}"
