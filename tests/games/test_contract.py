"""What every game promises, over player counts, policies and variants; run as a script it prints digests of rows.

`python test_contract.py N [1]` plays N playouts of every case, made shorter if there is a 1, and prints as JSON a
digest of each case's rows. That is how the same kernels are held against themselves in another mode: uncompiled, or
with every index checked.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from balance.core.game import Game, Policy
from balance.core.layout import new_record
from balance.games import GAMES

ROOT = Path(__file__).parents[2]
SEED = 20
PLAYOUTS = 600
PLAIN = 1  # playouts a case, made shorter, without numba: about 2,000 times slower
CHECKED = 60

DARK = {"tier": "bronze", "points": 5, "needs": {"zimt": 3, "milch": 2}, "special": None}
RUBY = {"tier": "ruby", "points": 25, "needs": {"kakaobohnen": 7, "zimt": 6, "milch": 8}, "special": "minze"}
ZIMT = {"ingredients": {"zimt": {"device": "zimtmuehle"}}}
PLAIN_MILK = {"tier": "bronze", "points": 1, "needs": {"milch": 1}, "special": None}
KINDS_8 = {"mehl": 5, "eier": 5, "zucker": 5, "butter": 5, "kakao": 0}
NO_KINDS = dict.fromkeys(
    ("mehl", "eier", "zucker", "butter", "sahne", "kirschen", "kirschwasser", "kakao"), 0
)
TINY = {**NO_KINDS, "schokolade": 3, "mehl": 2}

CHOCOLATES = ("alpenmilch", "voll_nuss", "trauben_nuss", "dunkle_voll_nuss", "edel_bitter")

VARIANTS: Mapping[str, Mapping[str, dict[str, Any]]] = {
    "chocolaterie": {
        "joker any": {"joker_ingredient": "any"},
        "packing may wait": {"packing": "may_wait", "players": 3},
        "storeroom by choice": {"storeroom_by_choice": True, "players": 2},
        "one package of a variety": {"second_package_of_variety": False, "players": 5},
        "chosen start": {"start_varieties": "chosen", "players": 6},
        "all switches": {
            "joker_ingredient": "any",
            "packing": "may_wait",
            "storeroom_by_choice": True,
            "second_package_of_variety": False,
            "start_varieties": "chosen",
            "players": 3,
        },
        "no packages": {"packages": {"enabled": False}},
        "no packages, may wait": {"packages": {"enabled": False}, "packing": "may_wait", "players": 2},
        "long": {"clock": "long", "players": 5},
        "one roll each": {"clock": 1, "players": 6},
        "half recipes": {"amount_scale": 0.5, "players": 2},
        "double recipes": {"amount_scale": 2.0},
        "tenth variety, seventh ingredient": {**ZIMT, "varieties": {"dunkle": DARK}},
        "fourth tier": {
            **ZIMT,
            "tiers": {"ruby": {"bonus": 6, "devices": True}},
            "varieties": {"ruby_traum": RUBY},
            "stations": {"ruby": 1},
        },
        "one station": {"stations": {"bronze": 0, "silver": 1, "gold": 0}, "players": 6},
        "eight stations": {"stations": {"bronze": 4, "silver": 2, "gold": 2}, "players": 6},
        "packages of one bar": {"packages": {"size": 1, "supply": 30}, "players": 6},
        "packages of twelve bars": {"packages": {"size": 12, "open_extra": 10}, "players": 6},
        "quick supply": {"packages": {"size": 2, "supply": 4}, "players": 2},
        "quick supply, may wait": {"packages": {"size": 1, "supply": 8}, "packing": "may_wait", "players": 6},
        "one quick variety": {
            "varieties": {"vollmilch": PLAIN_MILK},
            "dice": {"faces": {"ingredient": ["milch", "milch", "zucker"]}},
            "players": 3,
        },
        "many applications": {"applications": {"limit": 15, "master": 1}, "players": 2},
        "twelve dice": {"dice": {"amount": 12, "ingredient": 12, "device": 12, "special": 12}, "players": 6},
        "no special dice": {"dice": {"special": 0}},
        "only jokers": {"dice": {"faces": {"amount": ["joker"]}}, "joker": 2},
        "big amounts": {"dice": {"faces": {"amount": [1, 9, 20]}}, "amount_scale": 2.0},
    },
    "schokoladenmarkt": {
        "all switches": {
            "bottom_row": "last_reward",
            "reward_resource": "random",
            "third_road": False,
            "site_density": "per_player",
            "shortage": "seat_order",
            "vp_chips_limited": False,
            "players": 3,
        },
        "few of everything": {
            "resources": 6,
            "ingredients": {"cocoa": {"cards": 4, "sites": 3}, "sugar": {"cards": 3, "sites": 1}},
            "pieces": {"roads": 4, "settlements": 3, "cities": 1},
            "development": {"knight": 3, "victory_point": 1},
            "market": {"chips": 3},
            "victory_points": 6,
        },
        "sixth variety, sixth ingredient, richer rows": {
            "ingredients": {"salt": {"landscape": "mountains", "cards": 9, "sites": 4}},
            "market": {
                "varieties": {"meersalz": {"cost": {"cocoa": 1, "salt": 2}, "start_row": 2, "number": 6}},
                "rows": [
                    {"points": 3, "cards": 2, "resources": 2, "roads": 2},
                    {"points": 1, "roads": 1},
                    {"cards": 1, "resources": 1},
                    {"points": 1},
                    {"resources": 3},
                ],
            },
            "victory_points": 20,
        },
        "nothing to sell": {
            "market": {
                "rows": [{"resources": 1}],
                "varieties": {key: {"start_row": 1, "number": None} for key in CHOCOLATES},
            },
            "victory_points": 8,
        },
        "another island": {
            "board": {
                "landscapes": {"jungle": 6, "desert": 2, "forest": 3, "pasture": 3},
                "chips": [6, 6, 8, 8, 6, 8, 2, 3, 4, 5, 9, 10, 11, 12, 3, 4],
                "jungle_numbers": [6, 8, 6, 8, 2, 12],
                "harbours": {"any": 0, "brick": 9, "ore": 0},
            },
            "hand_limit": 0,
            "start_sites": 5,
            "players": 3,
        },
        "no harbours, long roads": {
            "board": {"harbours": dict.fromkeys(("any", "brick", "wood", "wool", "grain", "ore"), 0)},
            "pieces": {"roads": 30, "settlements": 10, "cities": 10},
            "costs": {"road": {"brick": 0, "wood": 1}, "settlement": {"wood": 1}},
            "longest_road": 9,
            "largest_army": 1,
            "yields": {"settlement": 2, "city": 3, "site": 2},
            "maritime": {"bank": 2, "any": 2, "special": 2},
            "victory_points": 25,
        },
        "won by founding": {"victory_points": 3},
        "cut off": {"turn_limit": 30},
    },
    "schwarzwaelder_kirsch": {
        "flip or action": {"turn": "flip_or_action"},
        "first ingredient": {"first_flip": "ingredient_only", "players": 4},
        "jokers stay": {"bust_keeps_jokers": True, "wedges": {"jokers": 8}},
        "exchanged actions are shuffled": {"action_swap": "shuffled", "players": 2},
        "last ingredient before": {"eighth_same_turn": False},
        "full cakes are safe": {"full_cake_busts": False},
        "decorator for the round": {"decorator": "round", "players": 4},
        "all switches": {
            "turn": "flip_or_action",
            "first_flip": "ingredient_only",
            "bust_keeps_jokers": True,
            "action_swap": "shuffled",
            "eighth_same_turn": False,
            "full_cake_busts": False,
            "decorator": "round",
            "professions": "per_game",
        },
        "professions per game": {"professions": "per_game", "players": 5},
        "no professions": {"professions": "off"},
        "eight kinds": {"kinds": KINDS_8, "players": 5},
        "no tie-breaks": {"tiebreak_rounds": 0, "players": 2},
        "ten tie-breaks": {"tiebreak_rounds": 10, "players": 6, "goal": 4},
        "short rounds": {"turn_limit": 7, "players": 2},
        "nine of nine": {"goal": 9, "players": 2},
        "quick cakes": {"goal": 1, "wedges": {"garnish": 12}},
        "sixty wedges": {"wedges": {"jokers": 16}, "goal": 10},
        "one steal, one garnish": {"wedges": {"steal": 1, "garnish": 1}, "turn_limit": 300},
        "a tiny pantry": {
            "kinds": TINY,
            "wedges": {"jokers": 1, "steal": 1, "garnish": 1},
            "goal": 2,
            "players": 2,
        },
        "a pantry that empties": {
            "kinds": TINY,
            "wedges": {"steal": 2, "garnish": 2},
            "goal": 2,
            "players": 6,
        },
    },
    "festtafel": {
        "joker any": {"joker_ingredient": "any"},
        "mirrored": {"mirror": True, "players": 3},
        "sideboard by choice": {"sideboard_by_choice": True, "players": 2},
        "same tier again": {"new_dish": "tier_fixed", "players": 5},
        "free dish, chosen start": {"new_dish": "free", "start_dishes": "chosen", "players": 6},
        "at most half": {"half_empty": "at_most_half", "players": 2},
        "fit by cells": {"fit": "cells"},
        "all switches": {
            "joker_ingredient": "any",
            "mirror": True,
            "sideboard_by_choice": True,
            "new_dish": "free",
            "start_dishes": "chosen",
            "half_empty": "at_most_half",
            "fit": "cells",
            "players": 3,
        },
        "no banquet": {"banquet": {"enabled": False}},
        "long": {"clock": "long", "players": 5},
        "one roll each": {"clock": 1, "players": 6},
        "half amounts": {"amount_scale": 0.5, "players": 2},
        "double amounts": {"amount_scale": 2.0},
        "seventeenth dish, seventh ingredient": {
            "ingredients": {"salz": {"cook": None}},
            "dishes": {
                "brezel": {
                    "tier": "silver",
                    "points": 9,
                    "needs": {"mehl": 3, "salz": 2},
                    "shape": ["#.#", "###"],
                }
            },
        },
        "fourth tier": {
            "tiers": {"platin": {"cooks": True}},
            "dishes": {
                "buffet": {
                    "tier": "platin",
                    "points": 25,
                    "needs": {"mehl": 3, "obst": 3, "kaese": 3},
                    "shape": ["#####", "..#..", "#####", "#...."],
                }
            },
            "stations": {"platin": 1},
            "players": 6,
        },
        "one station": {"stations": {"bronze": 0, "silver": 1, "gold": 0}, "players": 6},
        "eight stations": {"stations": {"bronze": 4, "silver": 2, "gold": 2}, "players": 6},
        "sixth table, a large one": {
            "banquet": {"tables": {"saal": {"bonus": 1, "cells": 200, "penalty": 2}}},
            "players": 6,
        },
        "drawn tables": {
            "banquet": {
                "tables": {
                    "familientisch": {"cells": None, "shape": ["#.###.#", "###.###", "#.###.#"]},
                    "stammtisch": {"cells": None, "shape": {"short": ["#" * 70], "long": ["###"]}},
                }
            },
            "players": 5,
        },
        "tiny banquet": {"banquet": {"scale": 0.1, "penalty": 5}, "mirror": True, "players": 6},
        "huge banquet": {"banquet": {"scale": 5.0}, "clock": "long"},
        "many applications": {"applications": {"limit": 15, "sous_chef": 1}, "players": 2},
        "twelve dice": {"dice": {"amount": 12, "ingredient": 12, "cook": 12}, "players": 6},
        "no cook dice": {"dice": {"cook": 0}},
        "only jokers": {"dice": {"faces": {"amount": ["joker"]}}, "joker": 2},
    },
}
COMMON = {"schwarzwaelder_kirsch": {"turn_limit": 150}}  # rounds that nobody can win would take all the time
TIE_BREAK = {
    "chocolaterie": ("score", "bars"),
    "festtafel": ("score", "dishes"),
    "schokoladenmarkt": ("share", "score"),  # one winner, whose turn it was
    "schwarzwaelder_kirsch": ("score",),
}
ONE_WINNER = {"schokoladenmarkt"}  # games that nobody wins together
MAY_BE_CUT_OFF = {"schokoladenmarkt"}  # games that a limit may end before the rules do
NEVER_SEEN = {"schokoladenmarkt": {"domestic_trades"}}  # counts of what no shipped bot does
SHORTER = {
    "chocolaterie": {"clock": 18},
    "festtafel": {"clock": 18},
    "schokoladenmarkt": {"turn_limit": 12},
    "schwarzwaelder_kirsch": {"turn_limit": 12, "tiebreak_rounds": 1},
}


@dataclass(frozen=True)
class Case:
    """A variant, a line-up, and whether it rotates."""

    game: Game
    rules: Any
    policies: tuple[str, ...]
    rotate: bool = False

    @property
    def compiled(self) -> tuple[Any, Any]:
        """Records of its rules and line-ups."""
        policies = [policy(self.game, name, self.rules) for name in self.policies]
        compiling = self.game.module("compiling")
        line_ups = compiling.compile_policies(self.rules, policies, self.rotate)
        return compiling.compile_rules(self.rules), line_ups


@dataclass(frozen=True)
class Played:
    """Rows of a case; `seat` gives a column of the seats' table, shape (playouts, seats)."""

    case: Case
    rules: Any
    games: Any
    seats: Any

    def seat(self, column: str) -> Any:
        """A column by its name in the table, also where it is an entry of a sub-array."""
        n_seats = self.case.rules.players
        if column in self.seats.dtype.names:
            return self.seats[column].reshape(-1, n_seats)
        names = self.case.game.module("compiling").column_names(self.case.rules)
        name = next(name for name, entries in names.items() if column in entries)
        return self.seats[name][:, names[name].index(column)].reshape(-1, n_seats)

    def points(self, source: str = "points_") -> Any:
        """All sources of points added up, shape (playouts, seats)."""
        fields = [name for name in self.seats.dtype.names if name.startswith(source)]
        total = sum(self.seats[name].reshape(len(self.seats), -1).sum(axis=1) for name in fields)
        return np.broadcast_to(total, len(self.seats)).reshape(-1, self.case.rules.players)

    def losses(self) -> Any:
        """Points that a game takes away, 0 or negative: no score is below them."""
        return self.points("points_penalty")


def policy(game: Game, name: str, rules: Any) -> Policy:
    """A shipped preset with every weight named."""
    shipped = game.policy(name, rules.players)
    weights = {**shipped.weights, **dict.fromkeys(game.extra_weights(rules), 1000)}
    return replace(shipped, weights=weights)


def merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Maps merge, anything else replaces."""
    result = dict(base)
    for key, value in over.items():
        both = isinstance(value, Mapping) and isinstance(base.get(key), Mapping)
        result[key] = merged(base[key], value) if both else value
    return result


def model(game: Game, over: Mapping[str, Any]) -> Any:
    """The printed game with other rules over it, free of problems."""
    rules = game.rules_model.model_validate(merged(game.rules_model().model_dump(), over))
    assert [problem for problem in game.problems(rules) if problem.level == "error"] == []
    return rules


def all_cases() -> Iterator[tuple[str, Case]]:
    """Every preset at every player count, personas at one; all of them rotating; then every variant rotating."""
    for game in GAMES:
        presets = sorted(
            (preset.name for preset in game.presets), key=lambda name: name not in ("random", "expert")
        )
        mixed = (presets * game.seats[2])[: game.seats[2]]
        for players in range(game.seats[0], game.seats[2] + 1):
            rules = model(game, {**COMMON.get(game.slug, {}), "players": players})
            for name in presets:
                if name in ("random", "greedy", "expert") or players == game.seats[1]:
                    yield f"{game.slug}, {players} × {name}", Case(game, rules, (name,) * players)
            yield f"{game.slug}, {players} mixed", Case(game, rules, tuple(mixed[:players]), rotate=True)
        for name, over in VARIANTS[game.slug].items():
            rules = model(game, {**COMMON.get(game.slug, {}), **over})
            yield f"{game.slug}, {name}", Case(game, rules, tuple(mixed[: rules.players]), rotate=True)


CASES = dict(all_cases())


def play(case: Case, playouts: int, *, first: int = 0, seed: int = SEED) -> Played:
    """Rows of some playouts; what the kernel was given must not have changed."""
    layout = case.game.module("layout")
    rules, line_ups = case.compiled
    given = rules.tobytes(), line_ups.tobytes()
    games = np.zeros(playouts, layout.GAME_ROW)
    seats = np.zeros(playouts * case.rules.players, layout.SEAT_ROW)
    trace, scratch = new_record(layout.TRACE), np.zeros(2, layout.STATE)
    case.game.module("kernel").batch(rules, line_ups, scratch, trace, seed, first, games, seats)
    assert (rules.tobytes(), line_ups.tobytes()) == given
    assert not trace.tobytes().strip(b"\0")
    assert not scratch[1].tobytes().strip(b"\0")
    return Played(case, rules, games, seats)


@cache
def played(name: str) -> Played:
    """Rows of a case, played once for all tests."""
    return play(CASES[name], PLAYOUTS)


def digest(rows: Played) -> str:
    """Of every byte of the rows."""
    return hashlib.sha256(rows.games.tobytes() + rows.seats.tobytes()).hexdigest()


def all_digests(playouts: int, is_short: int = 0) -> dict[str, str]:
    """A digest of some playouts of every case, of shorter ones if that is wanted."""
    cases = CASES
    if is_short:
        cases = {
            name: replace(case, rules=case.rules.model_copy(update=SHORTER[case.game.slug]))
            for name, case in CASES.items()
        }
    return {name: digest(play(case, playouts)) for name, case in cases.items()}


def in_another_mode(*numbers: int, **environment: str) -> dict[str, str]:
    """What this script prints in another mode of numba.

    The cache folder of bounds-checked kernels is another one (`balance.core.kernel` keys it by the mode).
    """
    done = subprocess.run(
        [sys.executable, "-W", "error", __file__, *map(str, numbers)],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stderr == ""
    return dict(json.loads(done.stdout))


def test_every_game_has_variants_and_a_tie_break() -> None:
    assert {game.slug for game in GAMES} == VARIANTS.keys() == TIE_BREAK.keys() == SHORTER.keys()


@pytest.mark.parametrize("name", CASES)
class TestEveryCase:
    def test_ends_without_a_fault(self, name: str) -> None:
        rows = played(name)
        assert not rows.games["fault"].any()
        assert not rows.games["truncated"].any() or rows.case.game.slug in MAY_BE_CUT_OFF
        assert (rows.games["length"] >= 1).all()
        assert np.isin(rows.games["end_reason"], range(len(rows.case.game.end_reasons))).all()

    def test_is_numbered(self, name: str) -> None:
        rows = played(name)
        case, n_seats = rows.case, rows.case.rules.players
        numbers = np.arange(PLAYOUTS)
        assert (rows.games["playout"] == numbers).all()
        assert (rows.games["n_seats"] == n_seats).all()
        assert (rows.seat("playout") == numbers[:, None]).all()
        assert (rows.seat("seat") == np.arange(n_seats)).all()
        rotation = numbers % n_seats if case.rotate else np.zeros(PLAYOUTS, int)
        assert (rows.games["deal"] == (numbers // n_seats if case.rotate else numbers)).all()
        assert (rows.seat("policy") == (np.arange(n_seats) + rotation[:, None]) % n_seats).all()

    def test_points_add_up(self, name: str) -> None:
        rows = played(name)
        assert (rows.points() == rows.seat("score")).all()
        assert (rows.seat("score") >= rows.losses()).all()

    def test_winners_ranks_and_shares_follow_from_the_seats(self, name: str) -> None:
        rows = played(name)
        keys = np.stack([rows.seat(column) for column in TIE_BREAK[rows.case.game.slug]], axis=-1)
        standing = [[tuple(seat) for seat in playout] for playout in keys.tolist()]
        ranks = np.array(
            [[1 + sum(other > own for other in playout) for own in playout] for playout in standing]
        )
        decided = rows.games["truncated"] == 0
        wins = (ranks == 1) & decided[:, None]
        assert (rows.seat("rank") == ranks).all()
        assert (rows.games["winners"] == (wins << np.arange(wins.shape[1])).sum(axis=1)).all()
        n_winners = np.maximum(1, wins.sum(axis=1, keepdims=True))
        assert (rows.seat("share") == np.where(wins, 60 // n_winners, 0)).all()
        assert (rows.seat("share").sum(axis=1) == 60 * decided).all()
        best = np.sort(rows.seat("score"), axis=1)
        assert (rows.games["margin"] == best[:, -1] - best[:, -2]).all()

    def test_same_seed_same_rows_however_batches_are_cut(self, name: str) -> None:
        case, whole = CASES[name], played(name)
        for first, count in ((0, 41), (41, 1), (42, 60)):
            part = play(case, count, first=first)
            seats = slice(first * case.rules.players, (first + count) * case.rules.players)
            assert part.games.tobytes() == whole.games[first : first + count].tobytes()
            assert part.seats.tobytes() == whole.seats[seats].tobytes()

    def test_another_seed_other_rows(self, name: str) -> None:
        assert digest(play(CASES[name], 20, seed=SEED + 1)) != digest(play(CASES[name], 20))


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.game.slug == "chocolaterie"])
class TestChocolaterie:
    def test_bars_are_where_bars_can_be(self, name: str) -> None:
        """Finished bars are packed, stored or waiting; packed ones lie in full packages or in open ones."""
        rows, rules = played(name), played(name).rules
        where = rows.seat("packed") + rows.seat("stored") + rows.seat("waiting")
        packages = rules.package_size * rows.games["packages_full"] + rows.games["bars_unfilled"]
        if rules.has_packages:
            assert (rows.seat("bars") == where).all()
            assert (rows.seat("packed").sum(axis=1) == packages).all()
            assert (rows.games["packages_full"] <= rows.games["supply"]).all()
            assert (rows.seat("packages_filled").sum(axis=1) == rows.games["packages_full"]).all()
        else:
            assert not where.any()
            assert not packages.any()
        made = sum(rows.seat(f"made_{variety}") for variety in rows.case.rules.varieties)
        assert (made == rows.seat("bars")).all()

    def test_points_are_those_of_the_bars(self, name: str) -> None:
        rows, rules = played(name), played(name).case.rules
        for tier in rules.tiers:
            made = [
                variety.points * rows.seat(f"made_{key}")
                for key, variety in rules.varieties.items()
                if variety.tier == tier
            ]
            assert (rows.seat(f"points_{tier}") == sum(made)).all()
        assert (rows.seat("points_refined") == rules.refinement * rows.seat("refined")).all()
        assert (rows.seat("refined") <= rows.seat("specials")).all()
        bonus = sum(rows.seat(f"points_bonus_{tier}") for tier in rules.tiers)
        assert (rows.seat("bonus_given").sum(axis=1) <= bonus.sum(axis=1)).all()
        least = min((tier.bonus for tier in rules.tiers.values()), default=0) * rules.packages.size
        assert (bonus.sum(axis=1) >= least * rows.games["packages_full"]).all()

    def test_everybody_has_as_many_turns_as_the_end_allows(self, name: str) -> None:
        """By the clock one a roll (R13); if the supply ends it, whoever came before (R12)."""
        rows, n_seats = played(name), played(name).case.rules.players
        turns, length = rows.seat("turns"), rows.games["length"]
        by_clock = rows.games["end_reason"] == 0
        assert (length[by_clock] == rows.rules.n_rolls).all()
        assert (turns[by_clock] == rows.rules.n_rolls).all()
        assert (rows.games["takes_last_roll"][by_clock] == n_seats).all()
        order = (np.arange(n_seats) - (length[:, None] - 1)) % n_seats  # place of each seat in the last roll
        acted = order < rows.games["takes_last_roll"][:, None]
        assert (turns == length[:, None] - 1 + acted).all()
        parts = sum(rows.seat(kind) for kind in ("pairs", "devices", "specials", "passes"))
        assert (turns == parts).all()
        full = rows.games["packages_full"] == rows.games["supply"]
        assert (by_clock == ~(full & bool(rows.rules.has_packages))).all()

    def test_applications_come_from_passes(self, name: str) -> None:
        rows, rules = played(name), played(name).rules
        spent = rows.seat("rerolls") + rules.master_cost * rows.seat("hires")
        left = rows.seat("applications")
        assert ((left >= 0) & (left <= rules.application_limit)).all()
        assert (left + spent <= rows.seat("passes")).all()
        assert (rows.games["rerolls"] == rows.seat("rerolls").sum(axis=1)).all()


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.game.slug == "festtafel"])
class TestFesttafel:
    def test_dishes_are_where_dishes_can_be(self, name: str) -> None:
        """Finished dishes lie on tables or on the sideboard, and cover as many cells as they can at most."""
        rows, rules = played(name), played(name).case.rules
        made = sum(rows.seat(f"made_{dish}") for dish in rules.dishes)
        assert (made == rows.seat("dishes")).all()
        served = sum(rows.seat(f"served_{table}") for table in rules.banquet.tables)
        aside = sum(rows.seat(f"aside_{tier}") for tier in rules.tiers)
        assert (served == rows.seat("served")).all()
        assert (aside == rows.seat("aside")).all()
        if not rules.banquet.enabled:
            assert not (served + aside).any()
            return
        assert (served + aside == rows.seat("dishes")).all()
        covered = rows.games["cells"] - rows.games["cells_left"]
        largest = rows.rules.n_covered[: rows.rules.n_shapes]
        assert (served.sum(axis=1) * largest.min() <= covered).all()
        assert (served.sum(axis=1) * largest.max() >= covered).all()
        assert (rows.games["holes"] <= rows.games["cells_left"]).all()

    def test_tables_pay_and_cost(self, name: str) -> None:
        """A full table pays every dish on it, one that is half empty costs every dish on it (R10, R11)."""
        rows, rules = played(name), played(name).case.rules
        bonus = np.zeros_like(rows.seat("score"))
        for index, table in enumerate(rules.banquet.tables):
            left, served = rows.games["left"][:, index], rows.seat(f"served_{table}")
            n_cells = rows.rules.n_cells[index]
            is_full = left == 0 if rules.banquet.enabled else np.zeros(PLAYOUTS, bool)
            is_spared = (rules.half_empty == "at_most_half") & (2 * (n_cells - left) > n_cells)
            assert (rows.games["full"][:, index] == is_full).all()
            paid, lost = rows.seat(f"points_bonus_{table}"), -rows.seat(f"points_penalty_{table}")
            assert (paid == rows.rules.bonus[index] * served * is_full[:, None]).all()
            assert (lost == rows.rules.penalty[index] * served * ~(is_full | is_spared)[:, None]).all()
            bonus += paid
        assert (rows.games["full"].sum(axis=1) == rows.games["tables_full"]).all()
        assert (rows.games["left"].sum(axis=1) == rows.games["cells_left"]).all()
        assert (rows.seat("tables_filled").sum(axis=1) == rows.games["tables_full"]).all()
        given = rows.seat("bonus_filled") + rows.seat("bonus_given")
        assert (given.sum(axis=1) == bonus.sum(axis=1)).all()

    def test_everybody_has_a_turn_a_roll(self, name: str) -> None:
        rows, rules = played(name), played(name).rules
        assert (rows.games["length"] == rules.n_rolls).all()
        assert (rows.seat("turns") == rules.n_rolls).all()
        assert (rows.games["takes_last_roll"] == rules.n_seats).all()
        parts = sum(rows.seat(kind) for kind in ("pairs", "cooks", "passes"))
        assert (rows.seat("turns") == parts).all()
        spent = rows.seat("rerolls") + rules.master_cost * rows.seat("hires")
        assert (rows.seat("applications") + spent <= rows.seat("passes")).all()
        assert (rows.games["rerolls"] == rows.seat("rerolls").sum(axis=1)).all()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_everything_happens_somewhere(game: Game) -> None:
    """The cases reach what a playout can hold; a count that is always 0 would prove nothing."""
    cases = [name for name, case in CASES.items() if case.game is game]
    counts = [count.name.lower() for count in game.module("layout").Count]
    unseen = {count for count in counts if not any(played(name).seat(count).any() for name in cases)}
    assert unseen == NEVER_SEEN.get(game.slug, set())
    ends = {int(end) for name in cases for end in np.unique(played(name).games["end_reason"])}
    assert ends == set(range(len(game.end_reasons)))
    several = (played(name).games["winners"] & (played(name).games["winners"] - 1) for name in cases)
    assert any(winners.any() for winners in several) != (game.slug in ONE_WINNER)


def test_plain_python_plays_the_same() -> None:
    assert in_another_mode(PLAIN, 1, NUMBA_DISABLE_JIT="1") == all_digests(PLAIN, 1)


def test_no_index_leaves_its_array() -> None:
    """With bounds checked there is no complaint, and the rows are the same."""
    assert in_another_mode(CHECKED, NUMBA_BOUNDSCHECK="1") == all_digests(CHECKED)


if __name__ == "__main__":
    print(json.dumps(all_digests(*map(int, sys.argv[1:]))))
