"""Find weights by self-play: the shipped `expert` of a game, or one for a variant.

    python tools/tune.py chocolaterie --write                    # every player count, recorded as the shipped expert
    python tools/tune.py --config variant.yaml -o adapted.yaml   # a persona for the tables of that config

How it searches stands in balance/engine/tuning.py. With --write, weights, seed and how often they win on fresh deals go
into `tuned.json` beside the game's policies, which read them there. Results depend on nothing but the arguments and
the sources: not on the machine, not on time.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from balance.config import load_experiment
from balance.core.errors import BalanceError, UsageError
from balance.core.game import Game, Policy, Weight
from balance.core.suggest import key_name
from balance.core.tables import SHARE_UNIT
from balance.core.tuned import TUNED, read_tuned
from balance.engine.tuning import Found, Search, tune, wins
from balance.games import GAMES
from balance.stats.shares import wilson

ROOT = Path(__file__).resolve().parents[1]
ITSELF = "itself"
ADAPTED = "adapted"  # the persona of a config, which may not be called like a shipped policy
_OTHER_WEIGHT = 1000  # of a weight that exists only because of a designer's rules
_FINAL_SEED = 1_000_003  # added to the seed: fresh deals for what is recorded


def record(search: Search, found: Found, names: Sequence[str], deals: int, command: str) -> dict[str, Any]:
    """What is written beside a preset: weights, how they were found, how often they win on fresh deals.

    Args:
        search: What was searched.
        found: What it found.
        names: What the opponents are called, `itself` left out.
        deals: Fresh deals for each opponent and table.
        command: The command line that finds the same.
    """
    results = []
    for name in names:
        for rules in search.tables:
            opponent = search.game.policy(name, rules.players)
            own = Policy("tuned", "weighted", found.weights)
            won = wins(search.game, rules, own, opponent, search.seed + _FINAL_SEED, 0, deals)
            unit = SHARE_UNIT * rules.players
            low, high = wilson(deals, int(won.sum()) / unit, int((won * won).sum()) / unit**2)
            share = [round(value, 4) for value in (int(won.sum()) / unit / deals, low, high)]
            results.append({"against": name, "players": rules.players, "win_share": share, "deals": deals})
    return {
        "players": sorted({rules.players for rules in search.tables}),
        "weights": found.weights,
        "wins": results,
        "seed": search.seed,
        "playouts": found.playouts,
        "rules_version": search.game.rules_version,
        "command": command,
    }


def main(arguments: Sequence[str]) -> None:
    """Read the command line, search, write.

    Raises:
        BalanceError: If the config or the game does not fit.
    """
    parser = _parser()
    options = parser.parse_args(arguments)
    if problem := _clash(options):
        parser.error(problem)
    options.name = options.name or (ADAPTED if options.config else "expert")
    command = "python tools/tune.py " + shlex.join(word for word in arguments if word != "--write")
    if options.config:
        game, tables = _tables_of(options.config)
        groups = [tables]
        _check_written(options, game)
    else:
        game = next(game for game in GAMES if game.slug == options.game)
        tables = _printed_tables(game, options.players)
        groups = [tables] if options.joint else [[table] for table in tables]
    records = [_tuned(game, tuple(group), options, command) for group in groups]
    if options.config:
        _write_config(options, game, tables, records[0])
    elif options.write:
        _write_record(game, options.name, records)
    else:
        print(json.dumps(records, indent=2))


def _tables_of(config: str) -> tuple[Game, list[Any]]:
    """The game of a config and the different rules of its cells."""
    experiment = load_experiment(config)
    tables: list[Any] = []
    for cell in experiment.cells:
        if cell.rules not in tables:
            tables.append(cell.rules)
    return experiment.game, tables


def _clash(options: argparse.Namespace) -> str:
    """What does not go together on the command line; empty if all does."""
    if (options.game is None) == (options.config is None):
        return "name a game, or a config with --config"
    if options.config:
        unused = ("write", options.write), ("players", options.players), ("joint", options.joint)
        why = "the tables are those of the config, and nothing is recorded for it"
        return next((f"--{name} is not for --config: {why}" for name, given in unused if given), "")
    return "--out is for --config: a shipped expert is recorded with --write" if options.out else ""


def _printed_tables(game: Game, counts: Sequence[int] | None) -> list[Any]:
    """The printed game at these player counts, by default at all."""
    low, _, high = game.seats
    if unknown := [count for count in counts or () if not low <= count <= high]:
        raise UsageError(f"{game.slug} is played by {low} to {high}, not by {unknown[0]}")
    return [game.rules_model(players=count) for count in counts or range(low, high + 1)]


def _check_written(options: argparse.Namespace, game: Game) -> None:
    """Before a long search: can its result be written, and will a config take it?"""
    if (right := key_name(options.name)) != options.name:
        raise UsageError(f"'{options.name}' is no name for a persona: write '{right or ADAPTED}'")
    if game.preset(options.name) is not None:
        raise UsageError(
            f"'{options.name}' is a shipped policy; choose another --name, e.g. my_{options.name}"
        )
    if options.out is not None and not options.out.resolve().parent.is_dir():
        raise UsageError(f"{options.out} cannot be written: there is no folder {options.out.parent}")
    if options.out is not None and options.out.resolve() == Path(options.config).resolve():
        raise UsageError(f"{options.out} is the config that is tuned for: name another file")


def _tuned(game: Game, tables: tuple[Any, ...], options: argparse.Namespace, command: str) -> dict[str, Any]:
    names = [preset.name for preset in game.presets]
    wanted = [options.start, *(name for name in options.against if name != ITSELF)]
    for name in wanted:
        if name not in names:
            raise UsageError(f"{game.slug} has no policy '{name}'; known: {', '.join(names)}")
    if any(preset.name == options.start and preset.kind == "random" for preset in game.presets):
        raise UsageError(f"'{options.start}' draws among all it may do: its weights change nothing")
    extra = dict.fromkeys((name for rules in tables for name in game.extra_weights(rules)), _OTHER_WEIGHT)
    known = (*game.weights, *(Weight(name, value, "", "") for name, value in extra.items()))

    start = {**extra, **game.policy(options.start, tables[0].players).weights}
    if unknown := [name for name in (*options.set, *options.fixed) if name not in start]:
        raise UsageError(f"{game.slug} has no weight '{unknown[0]}'; known: {', '.join(start)}")
    for weight in known:
        value = options.set.get(weight.name, weight.default)
        if not weight.low <= value <= weight.high:
            raise UsageError(f"{weight.name} must be {weight.low} to {weight.high}, not {value}")
    start |= options.set

    def named(name: str) -> Callable[[int], Policy] | None:
        return None if name == ITSELF else lambda players: game.policy(name, players)

    search = Search(
        game=game,
        tables=tables,
        start=start,
        moved=tuple(weight for weight in known if weight.name not in options.fixed),
        against=tuple(named(name) for name in options.against),
        seed=options.seed,
        deals=options.deals,
        playouts=options.playouts,
        sure=options.sure,
        say=lambda text: print(text, file=sys.stderr, flush=True),
    )
    search.say(f"{game.slug}, {', '.join(str(rules.players) for rules in tables)} players")
    return record(search, tune(search), wanted[1:], options.final_deals, command)


def _write_record(game: Game, name: str, records: Sequence[dict[str, Any]]) -> None:
    """Beside the presets; records of other player counts stay."""
    path = ROOT / "balance" / "games" / game.slug / TUNED
    whole = read_tuned(game.package)
    new = {players for each in records for players in each["players"]}
    kept = [each for each in whole.get(name, ()) if not new & set(each["players"])]
    whole[name] = sorted([*kept, *records], key=lambda each: each["players"])
    path.write_text(json.dumps(whole, indent=2) + "\n", encoding="utf-8")
    print(path)


def _write_config(
    options: argparse.Namespace, game: Game, tables: Sequence[Any], found: Mapping[str, Any]
) -> None:
    """A config over the one that was tuned for: the same tables, played by the persona that was found."""
    folder = options.out.resolve().parent if options.out else Path.cwd()
    starts = [game.policy(options.start, rules.players).weights for rules in tables]
    weights = {
        name: value
        for name, value in found["weights"].items()
        if any(start.get(name, _OTHER_WEIGHT) != value for start in starts)
    }
    nothing = (
        f"nothing better than {options.start} was found; --playouts gives it longer" if not weights else ""
    )
    if nothing:
        print(nothing, file=sys.stderr)
    document = {
        "extends": os.path.relpath(Path(options.config).resolve(), folder),
        "personas": {options.name: {"from": options.start, "weights": weights}},
        "policies": {"seats": None, "all": options.name, "rotate": None},
    }
    lines = [
        f"# Found by: {found['command']}",
        *([f"# {nothing}"] if nothing else []),
        *(f"# {json.dumps(win)}" for win in found["wins"]),
        "version: 1",
        *(f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in document.items()),
    ]
    text = "\n".join(lines) + "\n"
    if options.out is None:
        print(text, end="")
    else:
        options.out.write_text(text, encoding="utf-8")
        print(options.out)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("game", nargs="?", choices=[game.slug for game in GAMES], help="the printed game")
    parser.add_argument("--config", metavar="FILE", help="the tables of this config instead, all at once")
    parser.add_argument("--players", type=_numbers, metavar="N,…", help="player counts; default: all")
    parser.add_argument("--joint", action="store_true", help="one set of weights for all player counts")
    parser.add_argument("--start", default="greedy", metavar="NAME", help="policy to start from (greedy)")
    parser.add_argument(
        "--set",
        type=_weights,
        default={},
        metavar="WEIGHT=N,…",
        help="weights that differ from it at the start",
    )
    parser.add_argument(
        "--against",
        type=_words,
        default=["greedy", ITSELF],
        metavar="NAME,…",
        help=f"opponents; '{ITSELF}' is the best so far (greedy,{ITSELF})",
    )
    parser.add_argument("--fixed", type=_words, default=[], metavar="WEIGHT,…", help="weights not to move")
    parser.add_argument(
        "--name", metavar="NAME", help=f"what the result is called (expert; with --config: {ADAPTED})"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of all deals (1)")
    parser.add_argument("--deals", type=_count, default=500, help="first deals of each challenger (500)")
    parser.add_argument(
        "--playouts",
        type=_count,
        default=2_000_000,
        help="budget a search, looked at after each step (2,000,000)",
    )
    parser.add_argument("--sure", type=float, default=1.0, help="standard errors of a better one (1)")
    parser.add_argument(
        "--final-deals", type=_count, default=10_000, help="fresh deals for the record (10,000)"
    )
    parser.add_argument("--write", action="store_true", help="record it beside the game's policies")
    parser.add_argument("-o", "--out", type=Path, metavar="FILE", help="with --config: write a config there")
    return parser


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"a whole number from 1 on, not '{text}'")
    return int(text)


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _weights(text: str) -> dict[str, int]:
    pairs = [word.partition("=") for word in _words(text)]
    if wrong := [
        f"{name}{sign}{value}" for name, sign, value in pairs if not value.removeprefix("-").isdecimal()
    ]:
        raise argparse.ArgumentTypeError(f"WEIGHT=N with a whole number, not '{wrong[0]}'")
    return {name: int(value) for name, _, value in pairs}


def _numbers(text: str) -> list[int]:
    return [_count(word) for word in _words(text)]


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except BalanceError as error:
        print(error, file=sys.stderr)
        sys.exit(error.exit_code)
