"""`balance report`: the page of a stored run, written again."""

from __future__ import annotations

from pathlib import Path

import click

from balance.commands.evaluation import measure_run, summary, write_report
from balance.commands.options import lang_option, talk_options


@click.command(name="report")
@click.argument("folder", metavar="RUN", type=click.Path(path_type=Path))
@lang_option
@talk_options
def command(folder: Path, lang: str, quiet: bool, verbose: bool) -> None:
    """Write metrics.json, index.html and figures of the run folder RUN again; plays nothing."""
    cells = measure_run(folder)
    model = write_report(folder, cells, lang)
    click.echo("\n".join(summary(folder, model, cells)))
