"""Weights by self-play: successive halving over moves of single weights and of those that help together.

A challenger sits at one seat among opponents and takes every seat of a deal in turn; all challengers of a comparison
play the same deals, so that dice cancel out. A step:

1. Each weight alone is moved up and down; all these challengers play the same few deals.
2. Those moves that helped are also made together: the best two, the best four, all of them, and all of them halfway.
3. The better half of the challengers plays on, on more deals, again and again, until one is left.
4. It replaces the best so far only if it wins more on deals that nobody has seen; otherwise moves become smaller.

The gain is the lift: the share of wins times the number of seats, averaged over tables and opponents; an even share
is 1. It is counted in integers and nothing is drawn here, so the same search finds the same weights on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from balance.config.experiment import Cell
from balance.core.errors import RuleViolation
from balance.core.game import Game, Policy, Weight
from balance.core.layout import Ints
from balance.core.tables import SHARE_UNIT
from balance.engine.worker import play_rows, prepare

_PAGE = 4000  # playouts played at a time: their rows stay small
_FIRST_STEP, _LAST_STEP, _SHRINK = 0.5, 0.06, 0.6  # parts of a weight's own size
_SMALLEST_SIZE = 200  # of a weight whose default is near 0, in thousandths

Weights = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Search:
    """What is searched and with how much.

    Args:
        game: The game.
        tables: Rules models, each with its own number of players; the weights shall be good at all of them.
        start: Weights to start from, every weight of the game.
        moved: The weights that may be moved.
        against: Opponents at each table: for each opponent its weights by table, or None for the best so far.
        seed: Seed of all deals.
        deals: Deals that every challenger of a step plays first.
        playouts: Budget.
        sure: Standard errors by which a challenger must be better.
        say: Told in one line after every step.
    """

    game: Game
    tables: tuple[Any, ...]
    start: Weights
    moved: tuple[Weight, ...]
    against: tuple[Callable[[int], Policy] | None, ...]
    seed: int
    deals: int
    playouts: int
    sure: float
    say: Callable[[str], None]


@dataclass(slots=True)
class Found:
    """The best weights of a search, and what it took.

    Args:
        weights: Every weight of the game.
        playouts: Playouts played.
        steps: Steps made.
        accepted: Steps that found something better.
    """

    weights: dict[str, int]
    playouts: int = 0
    steps: int = 0
    accepted: int = 0


def wins(
    game: Game, rules: Any, challenger: Policy, opponent: Policy, seed: int, first: int, deals: int
) -> Ints:
    """What one challenger among opponents wins in each deal, in sixtieths of a win, all seats taken in turn.

    Returns:
        Shape (deals,); 60 is an even share, 60 · players is every playout of a deal.
    """
    n = rules.players
    line_up = (replace(challenger, name="challenger"), *(replace(opponent, name="opponent"),) * (n - 1))
    setting = prepare(game, Cell("tuning", (), rules, n, line_up, True, 0), seed)
    page = max(1, _PAGE // n)
    parts = []
    for start in range(0, deals, page):
        count = min(page, deals - start)
        games, seats = play_rows(setting, (first + start) * n, count * n)
        if games["fault"].any():
            playout = int(games["playout"][games["fault"] != 0][0])
            raise RuleViolation(game.slug, seed, playout, "a line-up of a search", "tuning")
        parts.append(np.where(seats["policy"] == 0, seats["share"], 0).reshape(count, -1).sum(axis=1))
    return np.concatenate(parts)


def tune(search: Search) -> Found:
    """The best weights that a search finds within its budget."""
    found = Found(dict(search.start))
    step, first = _FIRST_STEP, 0
    while step >= _LAST_STEP and found.playouts < search.playouts:
        found.steps += 1
        winner, first = _halved(search, found, step, first)
        n = 4 * search.deals
        gain = _gains(search, found, [winner, found.weights], first, n)
        first += n
        better, error = _lift(search, gain[0] - gain[1])
        is_better = better > search.sure * error
        search.say(
            f"{found.playouts:>9,} playouts, step {step:.2f}: {100 * better:+.1f} ± {196 * error:.1f}% lift, "
            + (f"taken: {_changes(found.weights, winner)}" if is_better else "not taken")
        )
        if is_better:
            found.weights, found.accepted = winner, found.accepted + 1
        else:
            step *= _SHRINK
    return found


def _halved(search: Search, found: Found, step: float, first: int) -> tuple[dict[str, int], int]:
    """The best of all challengers of a step by successive halving, and the first deal nobody has seen."""
    best = found.weights
    singles = [(weight, sign) for weight in search.moved for sign in (1, -1)]
    rivals = [_moved(best, [single], step) for single in singles]
    gains = _gains(search, found, [best, *rivals], first, search.deals)
    first += search.deals
    ahead = [int((gain - gains[0]).sum()) for gain in gains[1:]]
    chosen: dict[str, tuple[int, tuple[Weight, int]]] = {}
    for single, gain in zip(singles, ahead, strict=True):
        if gain > 0 and gain > chosen.get(single[0].name, (0, single))[0]:
            chosen[single[0].name] = (gain, single)
    helpful = [single for _, single in sorted(chosen.values(), key=lambda pair: -pair[0])]
    together = [_moved(best, helpful[:n], part * step) for n, part in ((2, 1), (4, 1), (99, 1), (99, 0.5))]
    order = sorted(range(len(rivals)), key=lambda place: -ahead[place])
    rivals = [*together, *(rivals[place] for place in order[: max(2, len(rivals) // 4)])]
    rivals = [rival for place, rival in enumerate(rivals) if rival not in rivals[:place]]
    deals = search.deals
    while len(rivals) > 1:
        deals *= 2 if deals < 4 * search.deals else 1
        means = [int(gain.sum()) for gain in _gains(search, found, rivals, first, deals)]
        first += deals
        order = sorted(range(len(rivals)), key=lambda place: -means[place])
        rivals = [rivals[place] for place in order[: len(rivals) // 2]]
    return rivals[0], first


def _moved(weights: Weights, moves: Iterable[tuple[Weight, int]], step: float) -> dict[str, int]:
    """Weights with some of them moved by a part of their size, rounded to 10 where they are large."""
    changed = dict(weights)
    for weight, sign in moves:
        size = max(abs(weights[weight.name]), abs(weight.default) // 2, _SMALLEST_SIZE)
        size = min(size, weight.high - weight.low)
        value = weights[weight.name] + sign * max(1, round(size * step))
        value = round(value, -1) if abs(value) >= 100 else value
        changed[weight.name] = min(max(value, weight.low), weight.high)
    return changed


def _gains(search: Search, found: Found, rivals: Sequence[Weights], first: int, deals: int) -> list[Ints]:
    """What each rival wins in each deal over all tables and opponents, shape (deals,); adds to the playouts."""
    totals = [np.zeros(deals, np.int64) for _ in rivals]
    for rules in search.tables:
        for opponent in search.against:
            other = opponent(rules.players) if opponent else Policy("best", "weighted", found.weights)
            for place, rival in enumerate(rivals):
                challenger = Policy("rival", "weighted", rival)
                totals[place] += wins(search.game, rules, challenger, other, search.seed, first, deals)
                found.playouts += deals * rules.players
    return totals


def _lift(search: Search, difference: Ints) -> tuple[float, float]:
    """Mean difference of two rivals in lift, and its standard error."""
    n, total, squares = len(difference), int(difference.sum()), int((difference * difference).sum())
    unit = SHARE_UNIT * len(search.tables) * len(search.against)
    return total / n / unit, math.sqrt(max(0, squares * n - total * total)) / n / math.sqrt(n) / unit


def _changes(before: Weights, after: Weights) -> str:
    texts = [f"{name} {before[name]}→{value}" for name, value in after.items() if value != before[name]]
    return ", ".join(texts)
