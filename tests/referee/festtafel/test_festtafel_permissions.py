"""What the rules allow does happen: a simulator that never lets a seat hire would pass every check for faults."""

from __future__ import annotations

from typing import Any

import pytest
from drafting.knowledge import dice_left, has_work, makes, missing, processed, stations
from drafting.permissions import a_draw, at_random, hiring_when_something_has_left, variants
from drafting.permissions import permitted as shared
from drafting.words import FESTTAFEL
from festtafel.knowledge import (
    after_time_up,
    all_cells,
    free_cells,
    lying,
    mirrored_only,
    owners,
    shape_of,
)
from festtafel.referee.shapes import Shape, cornered, ways
from festtafel.variants import GAME
from forging import Event, Permissions, Trace, where
from playing import Playouts

LAST_HIRES: dict[str, Any] = {
    "players": 6,
    "clock": 18,
    "amount_scale": 0.5,
    "stations": {"silver": 4},
    "new_dish": "tier_fixed",
    "applications": {"limit": 9, "sous_chef": 1},
    "dice": {"amount": 6, "cook": 0},
}
VARIANTS: dict[str, dict[str, Any]] = {
    **variants(FESTTAFEL),
    "mirrored": {"players": 3, "mirror": True, "amount_scale": 0.5},
    "sideboard": {"players": 3, "sideboard_by_choice": True, "amount_scale": 0.5},
    "half full": {"players": 4, "half_empty": "at_most_half"},
    "drawn from the tier": {"players": 3, "new_dish": "tier_fixed", "amount_scale": 0.5},
    "chosen": {"players": 3, "new_dish": "free", "start_dishes": "chosen", "amount_scale": 0.5},
    "dear tables": {"players": 3, "clock": 12, "amount_scale": 0.5, "banquet": {"penalty": 9}},
    "tiny": {
        "players": 4,
        "amount_scale": 0.5,
        "banquet": {"tables": {"ein": {"cells": 1, "bonus": 0}, "zwei": {"cells": 2, "bonus": 2}}},
    },
    "cells": {"players": 3, "fit": "cells", "amount_scale": 0.5},
    "without banquet": {"players": 4, "amount_scale": 0.5, "banquet": {"enabled": False}},
    "last hires": LAST_HIRES,
    "last hires, small tables": LAST_HIRES | {"banquet": {"scale": 0.2}},
}
MOST_PLAYOUTS = 150
PLAYED = Playouts(GAME, at_random(VARIANTS), seed=5)

permitted = Permissions(shared)
permitted("without banquet")(hiring_when_something_has_left)
permitted("tiny")(a_draw)


def place(event: Event) -> Shape:
    """The cells that a dish covers."""
    return frozenset((y, x) for y, x in event["cells"])


# Takes ----------------------------------------------------------------------------------------------------------------


@permitted("printed")
def passing_though_a_cook_could_work(trace: Trace) -> bool:
    for at in where(trace, "pass"):
        seat = trace[at]["seat"]
        for station in stations(trace):
            if has_work(trace, makes(trace, at, seat, station)):
                ready = {key for key, left in missing(trace, at, seat, station).items() if not left}
                cooks = {trace[0]["ingredients"][key] for key in ready - processed(trace, at, seat, station)}
                if cooks & set(dice_left(trace, at, "cook")):
                    return True
    return False


@permitted("printed")
def a_cook_while_another_ingredient_is_missing(trace: Trace) -> bool:
    return any(
        any(missing(trace, at, trace[at]["seat"], trace[at]["station"]).values())
        for at in where(trace, "cook")
    )


# Places ---------------------------------------------------------------------------------------------------------------


@permitted("printed")
def a_dish_turned(trace: Trace) -> bool:
    return any(
        cornered(place(trace[at])) != shape_of(trace, trace[at]["dish"]) for at in where(trace, "serve")
    )


@permitted("mirrored")
def a_dish_mirrored(trace: Trace) -> bool:
    return any(
        cornered(place(trace[at])) in mirrored_only(trace, trace[at]["dish"]) for at in where(trace, "serve")
    )


@permitted("printed")
def a_smaller_table_though_a_larger_one_has_room(trace: Trace) -> bool:
    for at in where(trace, "serve"):
        forms = ways(shape_of(trace, trace[at]["dish"]), False)
        room = {
            table: len(free_cells(trace, at, table))
            for table in trace[0]["banquet"]["tables"]
            if any(True for _ in lying(forms, frozenset(free_cells(trace, at, table))))
        }
        if room[trace[at]["table"]] < max(room.values()):
            return True
    return False


@permitted("printed")
def not_the_first_place(trace: Trace) -> bool:
    for at in where(trace, "serve"):
        forms = ways(shape_of(trace, trace[at]["dish"]), False)
        free = frozenset(free_cells(trace, at, trace[at]["table"]))
        if sorted(place(trace[at])) != min(sorted(cells) for cells in lying(forms, free)):
            return True
    return False


@permitted("printed")
def cells_enough_but_not_in_its_form(trace: Trace) -> bool:
    for at in where(trace, "aside"):
        need = trace[0]["dishes"][trace[at]["dish"]]["cells"]
        if any(len(free_cells(trace, at, table)) >= need for table in trace[0]["banquet"]["tables"]):
            return True
    return False


@permitted("cells")
def a_dish_in_pieces(trace: Trace) -> bool:
    tables = {trace[at]["table"] for at in where(trace, "serve")}
    return len(tables) > 2 and any(
        cornered(place(trace[at])) not in ways(shape_of(trace, trace[at]["dish"]), True)
        for at in where(trace, "serve")
    )


@permitted("sideboard")
def put_aside_by_choice(trace: Trace) -> bool:
    for at in where(trace, "aside"):
        forms = ways(shape_of(trace, trace[at]["dish"]), False)
        for table in trace[0]["banquet"]["tables"]:
            if any(True for _ in lying(forms, frozenset(free_cells(trace, at, table)))):
                return True
    return False


@permitted("last hires")
def serving_after_the_last_roll(trace: Trace) -> bool:
    return bool(after_time_up(trace, "serve"))


@permitted("last hires, small tables")
def putting_aside_after_the_last_roll(trace: Trace) -> bool:
    return bool(after_time_up(trace, "aside"))


# Tables ---------------------------------------------------------------------------------------------------------------


@permitted("printed")
def filling_a_table_for_others_too(trace: Trace) -> bool:
    return any(
        {trace[at]["seat"]} < set(owners(trace, at, trace[at]["table"])) for at in where(trace, "full")
    )


@permitted("printed")
def several_dishes_paid_at_once(trace: Trace) -> bool:
    return any(trace[at]["dishes"] > 1 for at in where(trace, "bonus"))


@permitted("tiny")
def a_bonus_of_nothing(trace: Trace) -> bool:
    return bool(where(trace, "bonus", table="ein", points=0))


@permitted("tiny")
def every_table_full(trace: Trace) -> bool:
    return bool(trace[-1]["rows"]["games"]["tables_full"] == len(trace[0]["banquet"]["tables"]))


@permitted("half full")
def a_table_neither_full_nor_half_empty(trace: Trace) -> bool:
    last = len(trace) - 1
    for table in trace[0]["banquet"]["tables"]:
        left, cells = len(free_cells(trace, last, table)), len(all_cells(trace, table))
        if 0 < 2 * left < cells and not where(trace, "penalty", table=table):
            return bool(owners(trace, last, table))
    return False


@permitted("half full")
def a_penalty_on_a_half_empty_table(trace: Trace) -> bool:
    return bool(where(trace, "penalty"))


@permitted("dear tables")
def a_score_below_zero(trace: Trace) -> bool:
    return bool(min(trace[-1]["scores"]) < 0)


# New dishes -----------------------------------------------------------------------------------------------------------


@permitted("chosen")
def the_same_start_on_two_seats(trace: Trace) -> bool:
    starts = [trace[at]["dish"] for at in where(trace, "start", station=0)]
    return len(set(starts)) < len(starts)


@permitted("drawn from the tier")
@permitted("printed")
def the_same_dish_again(trace: Trace) -> bool:
    return any(
        trace[at]["dish"] == makes(trace, at, trace[at]["seat"], trace[at]["station"])
        for at in where(trace, "refill")
    )


@pytest.mark.parametrize("name", permitted)
def test_what_is_allowed_happens(name: str) -> None:
    permitted.try_one(name, PLAYED, MOST_PLAYOUTS)
