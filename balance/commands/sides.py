"""The two sides of a comparison: a config with its flags, or a run that is stored already."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from balance.commands.names import metric_names
from balance.config import Experiment, load_experiment
from balance.config.checks import noted
from balance.core.errors import ConfigErrors, UsageError
from balance.core.run_files import MANIFEST
from balance.games import GAMES

_NOT_PLAYED = ("run", "title", "gates", "assumed", "version")
_INSTEAD = {
    "run.seed": "--seed sets the seed of both",
    "run.games": "-n sets the number of games of both",
    "run.precision": "-n sets the number of games of both",
    "run.max_games": "-n sets the number of games of both",
}
"""Sections of a config that change nothing in a game, and what to type instead."""


@dataclass(frozen=True, slots=True)
class Side:
    """What is compared, before it is played.

    Args:
        name: As the user wrote it, with what flags set.
        experiment: To be played; None for a stored run.
        folder: Of the stored run; None for an experiment.
        notes: What is played otherwise than its config says.
    """

    name: str
    experiment: Experiment | None
    folder: Path | None
    notes: tuple[str, ...] = ()


def is_run(name: str) -> bool:
    """Whether a run folder is meant and not a config."""
    return (Path(name) / MANIFEST).is_file()


def read_sides(
    a: str,
    b: str | None,
    sets: Sequence[str],
    varies: Sequence[str],
    games: int | None,
    seed: int | None,
    policies: str | None,
) -> tuple[Side, Side]:
    """Read both sides; B is played with A's seed and number of games, so that it is dealt the same.

    Args:
        a: Config or run folder.
        b: The same, or None: A with the flags.
        sets: Texts of `-s`, which change B only.
        varies: Texts of `--vary`, which both sides sweep.
        games: Instead of A's number of games.
        seed: Instead of A's seed.
        policies: Who plays in every seat of both, None for what the configs say.

    Raises:
        UsageError: If the two do not make a comparison.
        ConfigErrors: If a config is faulty.
    """
    if b is None and not sets and policies is None:
        raise UsageError(
            "name a second config or run, or change a value with -s: there is nothing to compare"
        )
    for name in (a, *([b] if b is not None else [])):
        if Path(name).is_dir() and not is_run(name):
            from balance.engine.folder import no_run  # noqa: PLC0415  # heavy; completion needs it not

            raise UsageError(no_run(Path(name)))
    if b is None and is_run(a):
        raise UsageError(f"{a} is a stored run: name its config instead, so that -s can change it")
    if b is not None and is_run(b) and sets:
        raise UsageError(f"{b} is a stored run, in which -s changes nothing: name its config instead")
    if (policies is not None or varies) and (is_run(a) or (b is not None and is_run(b))):
        raise UsageError("--policies and --vary play anew: name configs, not stored runs")
    if b is not None and is_run(a) and is_run(b) and (games is not None or seed is not None):
        raise UsageError("-n and --seed change nothing in stored runs: name a config on one side")
    _check_sets(sets, policies)
    first = _side(a, [], varies, games, seed, policies)
    own, asked = seed, games
    if first.experiment is not None:
        games, seed = first.experiment.games, first.experiment.seed
    elif b is not None and not is_run(b):
        games, seed = _as_stored(a, games, seed)
    second = _side(b or a, sets, varies, games, seed, policies)
    _check_pair(first, second)
    notes = [note for side in (first, second)[: 1 if b is None else 2] for note in _precision_note(side)]
    if b is not None and not is_run(b):
        notes += _notes(a, second, seed if own is None else None, games if asked is None else None)
    return first, replace(second, notes=tuple(notes))


def _check_sets(sets: Sequence[str], policies: str | None) -> None:
    """Refuse what -s may set and no comparison can show.

    Raises:
        UsageError: If a key is none of what is played, or says who plays as `--policies` does.
    """
    for text in sets:
        key = text.partition("=")[0].strip()
        if policies is not None and key.split(".")[0] == "policies":
            raise UsageError(f"-s {text}, --policies {policies}: both say who plays; take one out")
        if key.split(".")[0] in _NOT_PLAYED:
            hint = _INSTEAD.get(key, "compare shows what changes in rules, personas and policies")
            raise UsageError(f"-s {text}: both sides would be played alike; {hint}")


def _notes(a: str, b: Side, seed: int | None, games: int | None) -> Iterator[str]:
    """What B's config writes of its own and A's takes the place of; None for what a flag sets for both."""
    assert b.experiment is not None
    name, written = b.experiment.file, b.experiment.written
    if seed is not None and (theirs := written.get("run.seed", seed)) != seed:
        yield f"{name} has seed {theirs}; both sides are dealt by seed {seed}, as {a} is: --seed sets another"
    if games is not None and (theirs := written.get("run.games", games)) != games:
        yield f"{name} has {theirs:,} games; both sides play {games:,}, as {a} does: -n sets another number"


def _precision_note(side: Side) -> Iterator[str]:
    """That a precision is asked for, which compare does not play for."""
    if side.experiment is not None and side.experiment.precision:
        games = side.experiment.games
        yield f"{side.name} asks for a precision; a comparison does not play for one: {games:,} games on both sides"


def _side(
    name: str,
    sets: Sequence[str],
    varies: Sequence[str],
    games: int | None,
    seed: int | None,
    policies: str | None,
) -> Side:
    if is_run(name):
        return Side(name, None, Path(name))
    try:
        experiment = load_experiment(
            name, sets=sets, varies=varies, games=games, seed=seed, policies=policies, metrics=metric_names
        )
    except ConfigErrors as error:
        # a flag's fault with the config that it is one of: the other may take the flag
        raise ConfigErrors(
            [noted(each, f" ({name})") if each.file.startswith("-") else each for each in error.errors]
        ) from None
    return Side(" ".join([name, *(f"-s {text}" for text in sets)]), experiment, None)


def _check_pair(a: Side, b: Side) -> None:
    """Refuse what is no comparison before anything is played.

    Raises:
        UsageError: If the sides are of different games, or no cells belong together.
    """
    (game, cells), (other, others) = _known(a), _known(b)
    if game != other:
        raise UsageError(f"{a.name} is of {game}, {b.name} of {other}: compare one game")
    list(matched_cells(cells, others))


def _known(side: Side) -> tuple[str, list[str]]:
    """Slug of the game, and keys of the cells."""
    if side.experiment is not None:
        return side.experiment.game.slug, [cell.key for cell in side.experiment.cells]
    from balance.engine.store import open_run  # noqa: PLC0415  # heavy; completion needs it not

    assert side.folder is not None
    run = open_run(side.folder, GAMES)
    bare = [key for key, facts in run.cells.items() if not facts.n_units]
    if bare:
        raise UsageError(f"{side.folder} holds no game of {', '.join(bare)}: run the same experiment again")
    return run.game.slug, list(run.cells)


def _as_stored(folder: str, games: int | None, seed: int | None) -> tuple[int, int]:
    """Number of games and seed of a stored run, so that the other side is dealt the same."""
    from balance.engine.store import open_run  # noqa: PLC0415  # heavy; completion needs it not

    run = open_run(Path(folder), GAMES)
    stored = max((facts.n for facts in run.cells.values()), default=1)
    return games or max(stored, 1), run.manifest["seed"] if seed is None else seed


def matched_cells(a: Sequence[str], b: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Which cells are held against each other: those of one key, or the only one of a side against all.

    Args:
        a: Keys of the first side.
        b: Keys of the second.

    Yields:
        Key of the pair, and of its two cells.

    Raises:
        UsageError: If no two cells belong together.
    """
    if len(a) == 1 or len(b) == 1:
        for first in a:
            for second in b:
                yield (second if len(b) > 1 else first), first, second
        return
    common = [key for key in a if key in b]
    if not common:
        raise UsageError(
            "no variant of the one is a variant of the other: sweep the same keys over the same values"
        )
    for key in common:
        yield key, key, key


def fingerprint(sides: Sequence[Side]) -> str:
    """8 hexadecimal digits of what is compared, for the name of a folder."""
    from balance.engine.manifest import experiment_id  # noqa: PLC0415  # heavy; completion needs it not

    parts = [
        str(side.folder) if side.experiment is None else experiment_id(side.experiment) for side in sides
    ]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:8]
