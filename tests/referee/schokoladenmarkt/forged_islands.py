"""Forgeries of the set-up, the island and the founding phase."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from forging import Event, Trace, changed, inserted, seats, setup_with, swapped, where, without
from schokoladenmarkt.knowledge import RAWS, Scene, after, forgery, scenes

# The set-up -----------------------------------------------------------------------------------------------------------

OTHER_VALUES = {
    "R1": ("bottom_row", "below", "last_reward"),
    "R3": ("reward_resource", "choice", "random"),
    "R5": ("third_road", True, False),
    "R7": ("site_density", "per_building", "per_player"),
    "R8": ("shortage", "base", "seat_order"),
    "R11": ("vp_chips_limited", True, False),
}
MORE = {
    "victory_points": "end",
    "turn_limit": "R14",
    "hand_limit": "seven",
    "longest_road": "R17",
    "largest_army": "army",
    "start_sites": "R6",
    "resources": "bank",
}


def _another_switch(rule: str, key: str, one: Any, other: Any) -> None:
    forgery.of_setup(f"another_{key}", rule, lambda it: {key: other if it[key] == one else one})


def _one_more(rule: str, key: str) -> None:
    forgery.of_setup(f"one_more_of_{key}", rule, lambda it: {key: it[key] + 1})


def _one_more_in(section: str, key: str, rule: str) -> None:
    forgery.of_setup(
        f"{section}_with_more_{key}", rule, lambda it: {section: it[section] | {key: it[section][key] + 1}}
    )


for _rule, _values in OTHER_VALUES.items():
    _another_switch(_rule, *_values)
for _key, _rule in MORE.items():
    _one_more(_rule, _key)
_one_more_in("pieces", "roads", "pieces")
_one_more_in("points", "city", "end")
_one_more_in("yields", "site", "production")
_one_more_in("maritime", "any", "trade")
_one_more_in("market", "chips", "A1")
_one_more_in("landscapes", "jungle", "landscapes")
forgery.of_setup("seats_in_reverse", "founding", lambda it: {"order": it["order"][::-1]})
forgery.of_setup("a_switch_of_no_known_value", "R8", lambda it: {"shortage": "nobody"})
forgery.of_setup("a_knight_more", "cards", lambda it: {"development": ["knight", *it["development"]]})
forgery.of_setup("a_card_nobody_knows", "cards", lambda it: {"development": [*it["development"], "harvest"]})
forgery.of_setup("a_chip_fewer", "chips", lambda it: {"chips": it["chips"][1:]})
forgery.of_setup("a_chip_of_seven", "chips", lambda it: {"chips": [7, *it["chips"][1:]]})
forgery.of_setup("another_jungle_number", "A2", lambda it: {"jungle_numbers": [2, *it["jungle_numbers"][1:]]})
forgery.of_setup("another_harbour_edge", "A3", lambda it: {"harbour_edges": [0, *it["harbour_edges"][1:]]})
forgery.of_setup("another_harbour", "A3", lambda it: {"harbour_kinds": ["ore", *it["harbour_kinds"][1:]]})
forgery.of_setup("jungle_with_wood", "production", lambda it: {"raw_of": it["raw_of"] | {"jungle": "wood"}})
forgery.of_setup("a_row_gone", "R1", lambda it: {"market": it["market"] | {"rows": it["market"]["rows"][1:]}})


@forgery("sites")
def an_ingredient_card_more(trace: Trace) -> Iterator[Trace]:
    for name, part in trace[0]["ingredients"].items():
        yield setup_with(trace, "ingredients", **{name: part | {"cards": part["cards"] + 1}})


@forgery("sites")
def two_ingredients_of_a_landscape(trace: Trace) -> Iterator[Trace]:
    one, other, *_ = trace[0]["ingredients"].items()
    yield setup_with(
        trace, "ingredients", **{other[0]: other[1] | {"landscape": one[1]["landscape"], "cards": 1}}
    )


@forgery("costs")
def a_cheaper_thing(trace: Trace) -> Iterator[Trace]:
    for thing in trace[0]["costs"]:
        yield setup_with(trace, "costs", **{thing: {"wool": 1}})


@forgery("A1")
def a_variety_altered(trace: Trace) -> Iterator[Trace]:
    varieties = trace[0]["market"]["varieties"]
    for name, part in varieties.items():
        for alter in ({"cost": {}}, {"start_row": 1 + (part["start_row"] == 1)}, {"number": 6}):
            yield setup_with(trace, "market", varieties=varieties | {name: part | alter})


@forgery("A1")
def a_number_used_twice(trace: Trace) -> Iterator[Trace]:
    varieties = trace[0]["market"]["varieties"]
    for one, other in zip(varieties, [*varieties][1:], strict=False):
        if varieties[one]["number"]:
            part = varieties[other] | {"number": varieties[one]["number"]}
            yield setup_with(trace, "market", varieties=varieties | {other: part})


@forgery("A1")
def a_row_that_pays_more(trace: Trace) -> Iterator[Trace]:
    rows = trace[0]["market"]["rows"]
    for at, row in enumerate(rows):
        for what in row:
            paying_more = [*rows[:at], row | {what: row[what] + 1}, *rows[at + 1 :]]
            yield setup_with(trace, "market", rows=paying_more)


# The island -----------------------------------------------------------------------------------------------------------


def _field_with(trace: Trace, at: int, **parts: Any) -> Trace:
    fields = trace[1]["fields"]
    return changed(trace, 1, fields=[*fields[:at], fields[at] | parts, *fields[at + 1 :]])


def _exchanged(trace: Trace, one: int, other: int) -> Trace:
    """With the numbers of two fields in each other's place."""
    fields = trace[1]["fields"]
    forged = _field_with(trace, one, number=fields[other]["number"])
    return _field_with(forged, other, number=fields[one]["number"])


def _with_chips(trace: Trace) -> list[int]:
    bare = ("desert", "jungle")
    return [at for at, field in enumerate(trace[1]["fields"]) if field["landscape"] not in bare]


def _are_beside(one: Event, other: Event) -> bool:
    return len(set(one["corners"]) & set(other["corners"])) == 2


@forgery("landscapes")
def another_landscape(trace: Trace) -> Iterator[Trace]:
    for number, field in enumerate(trace[1]["fields"]):
        yield _field_with(trace, number, landscape="hills" if field["landscape"] != "hills" else "pasture")


@forgery("chips")
def another_chip(trace: Trace) -> Iterator[Trace]:
    for number in _with_chips(trace):
        yield _field_with(trace, number, number=2 if trace[1]["fields"][number]["number"] != 2 else 12)


@forgery("chips")
def a_chip_on_the_desert(trace: Trace) -> Iterator[Trace]:
    for number, field in enumerate(trace[1]["fields"]):
        if field["landscape"] == "desert":
            yield _field_with(trace, number, number=4)


@forgery("A2")
def a_chip_changes_place_with_a_jungle_number(trace: Trace) -> Iterator[Trace]:
    for number, field in enumerate(trace[1]["fields"]):
        for other in _with_chips(trace):
            if field["landscape"] == "jungle" and field["number"] != trace[1]["fields"][other]["number"]:
                yield _exchanged(trace, number, other)


@forgery("R20")
def red_chips_beside_one_another(trace: Trace) -> Iterator[Trace]:
    fields, chips = trace[1]["fields"], _with_chips(trace)
    red = [number for number in chips if fields[number]["number"] in (6, 8)]
    for number in chips:
        for own in red:
            if number not in red and _are_beside(fields[number], fields[own]):
                for moved in red:
                    if moved != own:
                        yield _exchanged(trace, number, moved)


@forgery("R20")
def red_chips_on_one_landscape(trace: Trace) -> Iterator[Trace]:
    fields, chips = trace[1]["fields"], _with_chips(trace)
    red = [number for number in chips if fields[number]["number"] in (6, 8)]
    for number in chips:
        for moved in red:
            rest = [fields[own] for own in red if own != moved]
            apart = not any(_are_beside(fields[number], it) for it in rest)
            same = fields[number]["landscape"] in [it["landscape"] for it in rest]
            if number not in red and apart and same:
                yield _exchanged(trace, number, moved)


@forgery("A2")
def fields_of_another_frame(trace: Trace) -> Iterator[Trace]:
    for number, field in enumerate(trace[1]["fields"]):
        yield _field_with(trace, number, corners=field["corners"][1:] + field["corners"][:1])


@forgery("A2")
def edges_of_another_frame(trace: Trace) -> Iterator[Trace]:
    yield changed(trace, 1, edges=[trace[1]["edges"][1], trace[1]["edges"][0], *trace[1]["edges"][2:]])


@forgery("A3")
def a_harbour_elsewhere(trace: Trace) -> Iterator[Trace]:
    harbours = trace[1]["harbours"]
    for at, harbour in enumerate(harbours):
        moved = [*harbours[:at], harbour | {"edge": harbour["edge"] + 1}, *harbours[at + 1 :]]
        yield changed(trace, 1, harbours=moved)


@forgery("R30")
def a_harbour_of_another_kind(trace: Trace) -> Iterator[Trace]:
    harbours = trace[1]["harbours"]
    for at, harbour in enumerate(harbours):
        kind = "ore" if harbour["kind"] != "ore" else "any"
        yield changed(trace, 1, harbours=[*harbours[:at], harbour | {"kind": kind}, *harbours[at + 1 :]])


@forgery("robber")
def the_robber_not_on_the_desert(trace: Trace) -> Iterator[Trace]:
    for number, field in enumerate(trace[1]["fields"]):
        if field["landscape"] != "desert":
            yield changed(trace, 1, robber=number)


# Founding -------------------------------------------------------------------------------------------------------------


@forgery("founding")
def founded_in_another_order(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "found"):
        yield changed(trace, index, seat=(trace[index]["seat"] + 1) % len(seats(trace)))


@forgery("founding")
def founded_in_another_round(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "found"):
        yield changed(trace, index, round=trace[index]["round"] + 1)


@forgery("founding")
def a_settlement_not_founded(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "found"):
        yield without(trace, *range(index, after(trace, index + 1, "found_road", "found_card", "found_site")))


@forgery("founding")
def a_fourth_settlement(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "turn", turn=0):
        for corner in range(66):
            yield inserted(trace, index, {"event": "found", "seat": 0, "corner": corner, "round": 3})


@forgery("distance")
def founded_too_close(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "found"):
        for corner in scene.corners():
            if not scene.is_apart(corner):
                yield changed(trace, index, corner=corner)


@forgery("founding")
def a_road_elsewhere(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "found_road"):
        corner = trace[index - 1].get("corner")
        for edge in range(len(scene.edges)):
            if corner not in scene.edges[edge] and edge != event["edge"]:
                yield changed(trace, index, edge=edge)


@forgery("R5")
def no_road_with_the_third_settlement(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "found", round=2):
        if trace[0]["third_road"] and trace[index + 1]["event"] == "found_road":
            yield without(trace, index + 1)


@forgery("R5")
def a_road_with_the_third_settlement(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "found"):
        if event["round"] == 2 and not trace[0]["third_road"]:
            edge = scene.edges_at(event["corner"])[0]
            road = {"event": "found_road", "seat": event["seat"], "edge": edge}
            yield inserted(trace, index + 1, road)


@forgery("R25")
def a_starting_card_left_out(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "found_card"):
        yield without(trace, index)


@forgery("R25")
def another_starting_card(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "found_card"):
        yield changed(trace, index, kind="ore" if trace[index]["kind"] != "ore" else "wool")


@forgery("R25")
def a_starting_card_for_another(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "found_card"):
        yield changed(trace, index, seat=(trace[index]["seat"] + 1) % len(seats(trace)))


@forgery("founding")
def a_starting_card_too_many(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "found_card"):
        if trace[index + 1]["event"] == "found":
            yield inserted(trace, index + 1, trace[index])


@forgery("R5")
def a_starting_card_for_the_third_settlement(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "found", round=2):
        if trace[0]["third_road"]:
            card = {"event": "found_card", "seat": trace[index]["seat"], "kind": RAWS[0]}
            yield inserted(trace, index + 1, card)


def _sites(trace: Trace) -> Iterator[tuple[int, Event, Scene]]:
    """Second production sites of the start, and the table before each."""
    for index, event, scene in scenes(trace, "found_site"):
        if trace[index - 1]["event"] == "found_site" and trace[index - 1]["seat"] == event["seat"]:
            yield index, event, scene


@forgery("R19")
def a_first_site_forfeited(trace: Trace) -> Iterator[Trace]:
    for index, _, _ in _sites(trace):
        yield without(trace, index)


@forgery("R6")
def two_first_sites_on_a_field(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in _sites(trace):
        for corner in scene.own(trace[index]["seat"]):
            yield changed(trace, index, field=trace[index - 1]["field"], corner=corner)


@forgery("founding")
def too_many_first_sites(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "found_site"):
        if trace[index + 1]["event"] == "found":
            yield inserted(trace, index + 1, trace[index])


@forgery("R6")
def a_first_site_at_a_foreign_building(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "found_site"):
        for corner, whose in scene.buildings.items():
            if whose != event["seat"]:
                yield changed(trace, index, corner=corner)


@forgery("sites")
def a_first_site_where_nothing_grows(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "found_site"):
        for corner in scene.own(event["seat"]):
            for number, field in enumerate(scene.fields):
                if corner in field["corners"] and scene.grows(number) is None:
                    yield changed(trace, index, corner=corner, field=number)


@forgery("founding")
def first_sites_before_the_settlement(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "found", round=2):
        if trace[index + 1]["event"] == "found_site":
            yield swapped(trace, index, index + 1)
