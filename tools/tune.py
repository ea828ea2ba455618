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
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from balance.config import load_experiment
from balance.core.errors import BalanceError, UsageError
from balance.core.game import Game, Policy, Weight
from balance.core.tables import SHARE_UNIT
from balance.core.tuned import TUNED, read_tuned
from balance.engine.tuning import Found, Search, tune, wins
from balance.games import GAMES
from balance.stats.shares import wilson

ROOT = Path(__file__).resolve().parents[1]
ITSELF = "itself"
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
    if (options.game is None) == (options.config is None):
        parser.error("name a game, or a config with --config")
    command = "python tools/tune.py " + " ".join(word for word in arguments if word != "--write")
    if options.config:
        game, tables = _tables_of(options.config)
        groups = [tables]
    else:
        game = next(game for game in GAMES if game.slug == options.game)
        low, _, high = game.seats
        counts = options.players or range(low, high + 1)
        tables = [game.rules_model(players=count) for count in counts]
        groups = [tables] if options.joint else [[table] for table in tables]
    records = [_tuned(game, tuple(group), options, command) for group in groups]
    if options.config:
        _write_config(options, records[0])
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


def _tuned(game: Game, tables: tuple[Any, ...], options: argparse.Namespace, command: str) -> dict[str, Any]:
    names = [preset.name for preset in game.presets]
    wanted = [options.start, *(name for name in options.against if name != ITSELF)]
    for name in wanted:
        if name not in names:
            raise UsageError(f"{game.slug} has no policy '{name}'; known: {', '.join(names)}")
    extra = dict.fromkeys((name for rules in tables for name in game.extra_weights(rules)), _OTHER_WEIGHT)
    known = (*game.weights, *(Weight(name, value, "", "") for name, value in extra.items()))

    start = {**extra, **game.policy(options.start, tables[0].players).weights}
    if unknown := [name for name in (*options.set, *options.fixed) if name not in start]:
        raise UsageError(f"{game.slug} has no weight '{unknown[0]}'; known: {', '.join(start)}")
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


def _write_config(options: argparse.Namespace, found: Mapping[str, Any]) -> None:
    """A config over the one that was tuned for: the same tables, played by the persona that was found."""
    folder = options.out.resolve().parent if options.out else Path.cwd()
    document = {
        "extends": os.path.relpath(Path(options.config).resolve(), folder),
        "personas": {options.name: {"from": options.start, "weights": found["weights"]}},
        "policies": {"seats": None, "all": options.name, "rotate": None},
    }
    lines = [
        f"# Found by: {found['command']}",
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
    parser.add_argument("--name", default="expert", metavar="NAME", help="what the result is called (expert)")
    parser.add_argument("--seed", type=int, default=1, help="seed of all deals (1)")
    parser.add_argument("--deals", type=int, default=500, help="first deals of each challenger (500)")
    parser.add_argument("--playouts", type=int, default=2_000_000, help="budget a search (2,000,000)")
    parser.add_argument("--sure", type=float, default=1.0, help="standard errors of a better one (1)")
    parser.add_argument("--final-deals", type=int, default=10_000, help="fresh deals for the record (10,000)")
    parser.add_argument("--write", action="store_true", help="record it beside the game's policies")
    parser.add_argument("-o", "--out", type=Path, metavar="FILE", help="with --config: write a config there")
    return parser


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _weights(text: str) -> dict[str, int]:
    pairs = (word.partition("=") for word in _words(text))
    return {name: int(value) for name, _, value in pairs}


def _numbers(text: str) -> list[int]:
    return [int(word) for word in _words(text)]


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except BalanceError as error:
        sys.exit(str(error))
