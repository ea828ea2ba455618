"""`balance bench`: playouts a second, beside a loop that tells a busy machine from a slow kernel."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from statistics import median
from typing import TYPE_CHECKING, Any

import click

from balance.commands.options import MOST_GAMES, MOST_JOBS, json_option, talk_options
from balance.config.words import meant
from balance.core.errors import UsageError
from balance.core.game import Game, Preset
from balance.games import GAMES

if TYPE_CHECKING:
    from balance.engine.benchmark import Speed

SCHEMA_VERSION = 1
_HEAD = ("game", "players", "policy", "playouts/s", "(min – max)", "per unit")


@click.command(name="bench")
@click.option(
    "--game",
    "slugs",
    type=click.Choice([game.slug for game in GAMES]),
    multiple=True,
    help="A game; may be repeated. By default all of them.",
)
@click.option("--players", default="2,4,6", show_default=True, metavar="N,…", help="Player counts.")
@click.option("--policy", default="random,greedy", show_default=True, metavar="NAME,…", help="Presets.")
@click.option(
    "-n",
    "--games",
    "playouts",
    type=click.IntRange(1, MOST_GAMES),
    metavar="N",
    help="Playouts a repetition; by default about a third of a second.",
)
@click.option("--repeat", type=click.IntRange(1, 1000), default=5, show_default=True, help="Repetitions.")
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1, MOST_JOBS),
    default=1,
    show_default=True,
    metavar="N",
    help="Measure so many workers against one, beside what the machine gives them.",
)
@json_option
@talk_options
def command(
    slugs: tuple[str, ...],
    players: str,
    policy: str,
    playouts: int | None,
    repeat: int,
    jobs: int,
    as_json: bool,
    quiet: bool,
    verbose: bool,
) -> None:
    """Measure playouts a second of each game, player count and policy, on one core and warm.

    A calibration unit, a fixed loop that no game knows, is timed before each repetition. Where it varies or
    other processes took the core, the machine was busy. "per unit" is playouts in the time of a unit: it
    compares machines.
    """
    games = [game for game in GAMES if game.slug in slugs] if slugs else list(GAMES)
    tasks = list(_tasks(games, _counts(players), [name.strip() for name in policy.split(",")]))
    if not tasks:
        raise UsageError(f"no game is played by {players} players")
    from balance.core.kernel import COMPILED  # noqa: PLC0415  # numba is heavy and --help needs it not

    if not COMPILED:
        raise UsageError("kernels are not compiled (NUMBA_DISABLE_JIT is set): their speed says nothing")
    from balance.engine.benchmark import measure  # noqa: PLC0415  # as above

    def say(text: str) -> None:
        if not quiet:
            click.echo(text, err=True)

    speeds = [
        measure(game, count, preset, playouts=playouts, repeat=repeat, say=say, jobs=jobs)
        for game, count, preset in tasks
    ]
    click.echo(json.dumps(_document(speeds), indent=2) if as_json else "\n".join(_lines(speeds)))


def _counts(players: str) -> list[int]:
    try:
        return [int(count) for count in players.split(",")]
    except ValueError:
        raise UsageError(f"--players {players}: whole numbers with commas between them") from None


def _tasks(
    games: Iterable[Game], counts: Sequence[int], names: Sequence[str]
) -> Iterator[tuple[Game, int, Preset]]:
    """What is measured; player counts that a game does not have are left out."""
    for game in games:
        low, _, high = game.seats
        for count in counts:
            for name in names:
                preset = game.preset(name)
                if preset is None:
                    hint = meant(name, [preset.name for preset in game.presets])
                    raise UsageError(f"{game.slug} has no policy '{name}'; {hint}")
                if low <= count <= high:
                    yield game, count, preset


def _lines(speeds: Sequence[Speed]) -> Iterator[str]:
    jobs = speeds[0].jobs
    rows: list[tuple[str, ...]] = [(*_HEAD, f"{jobs} workers") if jobs > 1 else _HEAD]
    for speed in speeds:
        rates = speed.rates
        rows.append(
            (
                speed.game,
                str(speed.players),
                speed.policy,
                f"{median(rates):,.0f}",
                f"({min(rates):,.0f} – {max(rates):,.0f})",
                f"{speed.playouts_per_unit:,.0f}" + (" *" if speed.is_busy else ""),
                *([f"×{median(speed.gains):.2f}"] if jobs > 1 else []),
            )
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [
            text.ljust(width) if column in (0, 2) else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()
    units = [1000 * unit for speed in speeds for unit in speed.units]
    ours = median(share for speed in speeds for share in speed.cpu_shares)
    yield ""
    yield (
        f"calibration unit: {median(units):.1f} ms ({min(units):.1f} – {max(units):.1f}); "
        f"the core was ours for {ours:.0%} of the time"
    )
    if jobs > 1:
        gains = [gain for speed in speeds for gain in speed.unit_gains]
        yield (
            f"{jobs} workers at the calibration loop: ×{median(gains):.2f} ({min(gains):.2f} – {max(gains):.2f}), "
            "which is what the machine gives"
        )
    if any(speed.is_busy for speed in speeds):
        yield "* the machine was busy: the loop varied, or others had the core; measure again when it is idle"


def _document(speeds: Sequence[Speed]) -> dict[str, Any]:
    from balance.engine.calibration import UNIT  # noqa: PLC0415  # as above
    from balance.engine.manifest import machine  # noqa: PLC0415  # as above

    return {
        "schema_version": SCHEMA_VERSION,
        "machine": machine(),
        "unit_steps": UNIT,
        "speeds": [
            {
                "game": speed.game,
                "players": speed.players,
                "policy": speed.policy,
                "playouts": speed.playouts,
                "playouts_per_second": _spread(speed.rates),
                "unit_seconds": _spread(speed.units),
                "cpu_share": _spread(speed.cpu_shares),
                "playouts_per_unit": speed.playouts_per_unit,
                "busy": speed.is_busy,
                "jobs": speed.jobs,
                "gain": _spread(speed.gains) if speed.gains else None,
                "unit_gain": _spread(speed.unit_gains) if speed.unit_gains else None,
            }
            for speed in speeds
        ],
    }


def _spread(values: Sequence[float]) -> dict[str, float]:
    return {"median": median(values), "min": min(values), "max": max(values)}
