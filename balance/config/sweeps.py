"""Sweeps become cells: the product of all swept keys, each with its own tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from balance.config.flags import Sweep
from balance.config.merge import lay_over, nested
from balance.config.models import CELL_SECTIONS
from balance.config.nodes import MapNode, Node, Path, plain
from balance.config.origins import leaves
from balance.config.scalars import compact
from balance.config.shape import Shape
from balance.config.words import key_hint
from balance.core.errors import ConfigError

MOST_CELLS = 500


@dataclass(frozen=True, slots=True)
class CellTree:
    """A cell before it is validated.

    Args:
        key: Its key, `base` where nothing is swept.
        settings: What the sweeps set in it.
        tree: The config with that laid over it.
    """

    key: str
    settings: tuple[tuple[Sweep, Node], ...]
    tree: MapNode

    def is_swept(self, path: Path) -> bool:
        """Whether a sweep sets the value at a path."""
        return any(path[: len(sweep.path)] == sweep.path for sweep, _ in self.settings)


def choose_sweeps(
    written: Sequence[Sweep], flags: Sequence[Sweep], changes: Sequence[MapNode]
) -> tuple[list[Sweep], list[ConfigError], list[ConfigError]]:
    """Which sweeps hold, where the file and the command line both speak of a key.

    Args:
        written: From `vary:`, in order.
        flags: From `--vary`; one takes the place of a written sweep of the same key.
        changes: What the command line sets; a key that is set is swept no more.

    Returns:
        The sweeps in order, warnings, errors.
    """
    warnings: list[ConfigError] = []
    errors: list[ConfigError] = []
    set_paths = [path for change in changes for path, _ in leaves(plain(change)) if path[0] in CELL_SECTIONS]
    flagged = {_subject(sweep.path) for sweep in flags}
    if len(flagged) < len(flags):
        errors.append(flags[-1].mark.error("a key is swept by two flags", hint="name all its values in one"))
    kept: list[Sweep] = []
    for sweep in [*written, *flags]:
        is_flag = sweep.mark.source.is_flag
        subject = _subject(sweep.path)
        if any(_subject(path) == subject for path in set_paths):
            problem = f"'{sweep.key}' is set by a flag and not swept"
            if is_flag:
                errors.append(sweep.mark.error(f"'{sweep.key}' is set and swept", hint="do one of them"))
            else:
                warnings.append(sweep.mark.error(f"warning: {problem}", key=sweep.key))
            continue
        below = next((path for path in set_paths if path[: len(subject)] == subject), None)
        if below is not None:
            problem = f"'{sweep.key}' is swept, so '{'.'.join(below)}' cannot be set for all cells"
            errors.append(sweep.mark.error(problem, key=sweep.key, hint="set or sweep, not both"))
        elif is_flag or subject not in flagged:
            kept.append(sweep)
    return kept, warnings, errors


def _subject(path: Path) -> Path:
    """What a path is about: `all` and `seats` are both the line-up."""
    return ("policies", "all") if path == ("policies", "seats") else path


def check_sweeps(sweeps: Sequence[Sweep], shape: Shape) -> Iterator[tuple[Sweep, ConfigError]]:
    """What is wrong with sweeps before any cell is built.

    Args:
        sweeps: All of them, in order.
        shape: Shape of the whole config.
    """
    for number, sweep in enumerate(sweeps):
        key = sweep.key
        if sweep.path[0] not in CELL_SECTIONS:
            yield sweep, _not_sweepable(sweep, shape)
        if not sweep.values:
            yield (
                sweep,
                sweep.mark.error(f"'{key}' is swept over no values", key=key, hint="give at least one"),
            )
        seen: set[str] = set()
        for value in sweep.values:
            text = compact(plain(value))
            if text in seen:
                yield sweep, (value.mark or sweep.mark).error(f"'{key}' takes {text} twice", key=key)
            seen.add(text)
        for other in sweeps[:number]:
            short, long = sorted((_subject(other.path), _subject(sweep.path)), key=len)
            if long[: len(short)] == short:
                problem = f"'{sweep.key}' and '{other.key}' sweep the same values"
                yield sweep, sweep.mark.error(problem, key=key, hint="sweep one of them")
    n_cells = count_cells(sweeps)
    if n_cells > MOST_CELLS:
        problem = f"{n_cells:,} cells; at most {MOST_CELLS} can be played"
        yield sweeps[-1], sweeps[-1].mark.error(problem, hint="sweep fewer keys at once, or fewer values")


def count_cells(sweeps: Sequence[Sweep]) -> int:
    """Number of cells that they make; an empty sweep counts as one value."""
    return prod(max(1, len(sweep.values)) for sweep in sweeps)


def _not_sweepable(sweep: Sweep, shape: Shape) -> ConfigError:
    top = sweep.path[0]
    hint = f"sweep {', '.join(CELL_SECTIONS[:-1])} or {CELL_SECTIONS[-1]}"
    if top == "run":
        return sweep.mark.error("'run' cannot be swept: every cell is played alike", key=sweep.key, hint=hint)
    if shape.step(top) is None and top != "extends":
        meant = key_hint(top, CELL_SECTIONS, shape)
        return sweep.marks[0].error(f"unknown key '{top}'", key=sweep.key, hint=meant)
    return sweep.mark.error(f"'{top}' cannot be swept", key=sweep.key, hint=hint)


def expand(tree: MapNode, sweeps: Sequence[Sweep]) -> Iterator[CellTree]:
    """The cells in order; the last key changes fastest.

    Args:
        tree: The merged config.
        sweeps: Checked sweeps, none for a single cell.
    """
    for values in product(*(sweep.values for sweep in sweeps)):
        settings = tuple(zip(sweeps, values, strict=True))
        cell: Node = tree
        for sweep, value in settings:
            cell = lay_over(cell, nested(sweep.path, sweep.marks, value))
        assert isinstance(cell, MapNode)
        key = ",".join(f"{sweep.key}={compact(plain(value))}" for sweep, value in settings)
        yield CellTree(key or "base", settings, cell)
