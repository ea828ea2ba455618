"""One YAML file, its parents and the flags → an `Experiment`, or every fault of them at once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path as FilePath
from typing import TypeVar

from balance.config.checks import CheckedCell, check_assumed, check_cell, check_settings, gather
from balance.config.experiment import Cell, Experiment
from balance.config.faults import Document
from balance.config.flags import Sweep, read_sets, read_sweeps, read_vary, set_key
from balance.config.layers import read_layers
from balance.config.merge import lay_over
from balance.config.models import CELL_SECTIONS, ConfigModel, Run, document_model, printed
from balance.config.nodes import MapNode, ScalarNode, default_node, find, plain
from balance.config.origins import leaves, other_values, rule_places, rule_values
from balance.config.shape import shape_of
from balance.config.source import Source, shorten
from balance.config.sweeps import MOST_CELLS, check_sweeps, choose_sweeps, count_cells, expand
from balance.core.errors import ConfigError, ConfigErrors
from balance.core.game import Game
from balance.core.suggest import did_you_mean
from balance.games import GAMES

MOST_GAMES_FOR_PRECISION = 1_000_000
"""Playouts a cell at most where a precision is asked and `max_games` is not said."""

T = TypeVar("T")
Metrics = Callable[[Game], Collection[str]]


def load_experiment(
    file: str,
    *,
    sets: Sequence[str] = (),
    varies: Sequence[str] = (),
    games: int | None = None,
    seed: int | None = None,
    policies: str | None = None,
    metrics: Metrics | None = None,
) -> Experiment:
    """Read a config and resolve it.

    Args:
        file: Path of the YAML file as the user named it.
        sets: `key=value` texts of `-s`, later ones over earlier ones.
        varies: `key=a,b` texts of `--vary`.
        games: Playouts a cell instead of `run.games`.
        seed: Seed instead of `run.seed`.
        policies: Who plays in every seat, instead of `policies`.
        metrics: Names of a game's metrics, to check those in `gates` and `run.precision`, as `check_settings` takes
            them; unchecked if None.

    Raises:
        ConfigErrors: Everything that is wrong with the file, its parents and the flags.
    """
    layers, errors = read_layers(file)
    changes = [*_line_up(policies), *_collect(errors, lambda: read_sets(sets)), *_numbers(games, seed)]
    flag_sweeps = _collect(errors, lambda: read_sweeps(varies))
    if not layers:
        raise ConfigErrors(errors)
    is_whole = not errors  # otherwise what was not read may hold what seems to be lacking
    game = _game_of([*layers, *changes], errors)
    model = document_model(game)
    weights = () if game is None else tuple(weight.name for weight in game.weights)
    document = Document(
        _merged(game, [*layers, *changes]), shape_of(model), Source(file, "").whole(), weights
    )
    known = None if game is None or metrics is None else partial(metrics, game)
    settings, faults = check_settings(document, model, known)
    errors += (
        fault.error for fault in faults if not fault.is_warning and (is_whole or not fault.hangs_on_all)
    )
    if game is None:
        raise ConfigErrors(errors)
    written = Document(_merged(game, layers), document.shape, document.whole)
    errors += _hidden(written, model, changes, errors)
    sweeps, warnings = _sweeps(document, flag_sweeps, changes, errors)
    warnings += (fault.error for fault in faults if fault.is_warning)
    cells = [
        check_cell(game, document, model, cell, is_whole=is_whole) for cell in expand(document.tree, sweeps)
    ]
    errors += (fault.error for fault in check_assumed(document, cells) if is_whole)
    cell_errors, cell_warnings = gather(cells)
    errors += cell_errors
    if errors or settings is None:
        raise ConfigErrors(errors)
    overridden = bool(flag_sweeps) or any(_overrides(change) for change in changes)
    told = tuple(str(warning) for warning in ConfigErrors([*warnings, *cell_warnings]).errors)
    experiment = _experiment(game, file, document, settings, sweeps, cells, overridden, told)
    return replace(experiment, written=_written(written.tree))


def _hidden(
    written: Document, model: type[ConfigModel], changes: Sequence[MapNode], known: Sequence[ConfigError]
) -> list[ConfigError]:
    """Faults of the files' own `run` that a flag has put another value over: they are wrong all the same."""
    runs = [change.entries["run"].node for change in changes if "run" in change.entries]
    covered = tuple(f"run.{key}" for run in runs if isinstance(run, MapNode) for key in run.entries)
    if not covered:
        return []
    _, faults = check_settings(written, model, None)
    said = {str(error) for error in known}
    errors = [fault.error for fault in faults if not fault.is_warning]
    return [
        error for error in errors if error.line and error.key.startswith(covered) and str(error) not in said
    ]


def _written(tree: MapNode) -> dict[str, int]:
    """Numbers of games and seed that the files give."""
    found = {f"run.{key}": find(tree, ("run", key)) for key in ("games", "seed")}
    return {
        key: node.value
        for key, node in found.items()
        if isinstance(node, ScalarNode) and node.mark is not None and isinstance(node.value, int)
    }


def _collect(errors: list[ConfigError], read: Callable[[], list[T]]) -> list[T]:
    """What a reader gives, or nothing and its faults among the others."""
    try:
        return read()
    except ConfigErrors as error:
        errors += error.errors
        return []


def _numbers(games: int | None, seed: int | None) -> list[MapNode]:
    """`-n` and `--seed` as documents."""
    documents = []
    for flag, key, number in (("-n", "run.games", games), ("--seed", "run.seed", seed)):
        if number is not None:
            source = Source(flag, f"{flag} {number}", is_flag=True)
            mark = source.mark(1, len(flag) + 2, len(str(number)))
            documents.append(set_key(flag, key, ScalarNode(number, mark, str(number)), mark))
    return documents


def _line_up(policy: str | None) -> list[MapNode]:
    """`--policies NAME` as a document: it plays in every seat, whatever the config says."""
    if policy is None:
        return []
    source = Source("--policies", policy, is_flag=True)
    mark = source.mark(1, 1, len(policy))
    nodes = {
        "seats": ScalarNode(None, mark, "null"),
        "rotate": ScalarNode(False, mark, "false"),
        "all": ScalarNode(policy, mark, policy),  # the last: a `seats` that is laid over an `all` replaces it
    }
    return [set_key("--policies", f"policies.{key}", node, mark) for key, node in nodes.items()]


def _game_of(layers: Iterable[MapNode], errors: list[ConfigError]) -> Game | None:
    """The game that all documents name; None if none does, which the check of the whole config says."""
    named = [layer.entries["game"] for layer in layers if "game" in layer.entries]
    names = [(entry.node.value, entry.mark) for entry in named if isinstance(entry.node, ScalarNode)]
    slugs = [game.slug for game in GAMES]
    game: Game | None = None
    for name, mark in names:
        if not isinstance(name, str) or mark is None:
            continue
        if name not in slugs:
            problem = f"unknown game '{shorten(name)}'"
            errors.append(mark.error(problem, key="game", hint=did_you_mean(name, slugs)))
        elif game is not None and game.slug != name:
            problem = f"a config of {game.slug} cannot become one of {name}"
            errors.append(mark.error(problem, key="game", hint="a config extends those of its own game"))
        else:
            game = next(game for game in GAMES if game.slug == name)
    return game


def _merged(game: Game | None, layers: Iterable[MapNode]) -> MapNode:
    """All documents over the printed game."""
    tree = default_node(printed(game))
    for layer in layers:
        tree = lay_over(tree, layer)
    assert isinstance(tree, MapNode), "a layer is a map"
    return tree


def _sweeps(
    document: Document, flags: Sequence[Sweep], changes: Sequence[MapNode], errors: list[ConfigError]
) -> tuple[list[Sweep], list[ConfigError]]:
    """The sweeps that can be expanded, and warnings about others; their errors are added to the list."""
    written, faults = read_vary(document.tree.entries.get("vary"))
    sweeps, warnings, conflicts = choose_sweeps(written, flags, changes)
    faulty = list(check_sweeps(sweeps, document.shape))
    errors += [*faults, *conflicts, *(error for _, error in faulty)]
    usable = [sweep for sweep in sweeps if all(sweep is not other for other, _ in faulty)]
    return (usable if count_cells(usable) <= MOST_CELLS else []), warnings


def _overrides(change: MapNode) -> bool:
    """Whether a flag touches what is played, not only how much or how it is called."""
    paths = [path for path, _ in leaves(plain(change))]
    paths += [(key,) for key in change.entries if not paths]
    return any(path[0] in (*CELL_SECTIONS, "vary", "game") or path == ("run", "seed") for path in paths)


def _experiment(
    game: Game,
    file: str,
    document: Document,
    settings: ConfigModel,
    sweeps: Sequence[Sweep],
    checked: Sequence[CheckedCell],
    overridden: bool,
    warnings: tuple[str, ...],
) -> Experiment:
    run, first = settings.run, checked[0]
    title = settings.title or {}
    fallback = next(iter(title.values()), FilePath(file).stem)
    sections = {key: plain(first.cell.tree).get(key, {}) for key in ("policies", "personas", "run", "gates")}
    return Experiment(
        game=game,
        file=file,
        title={lang: title.get(lang, fallback) for lang in ("de", "en")},
        seed=run.seed,
        games=run.games,
        max_games=_max_games(run),
        precision=run.precision,
        cells=tuple(_cell(game, cell, run.games) for cell in checked),
        swept={sweep.key: tuple(plain(value) for value in sweep.values) for sweep in sweeps},
        gates={name: gate.model_dump(exclude_none=True) for name, gate in settings.gates.items()},
        assumed=settings.assumed,
        values={
            **dict(rule_values(game, first.rules, first.cell.tree, document.shape, settings.assumed)),
            **dict(other_values(first.cell.tree, sections)),
        },
        overridden=overridden,
        warnings=warnings,
    )


def _cell(game: Game, checked: CheckedCell, games: int) -> Cell:
    n_seats = len(checked.policies)
    return Cell(
        key=checked.cell.key,
        settings=tuple((sweep.key, plain(value)) for sweep, value in checked.cell.settings),
        rules=checked.rules,
        n_seats=n_seats,
        policies=checked.policies,
        rotate=checked.rotate,
        games=-(-games // n_seats) * n_seats if checked.rotate else games,
        places=rule_places(game, checked.rules, checked.cell.tree),
    )


def _max_games(run: Run) -> int:
    if run.max_games is not None:
        return run.max_games
    return max(run.games, MOST_GAMES_FOR_PRECISION) if run.precision else run.games
