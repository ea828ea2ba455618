"""Forgeries of building, trade, the longest road and the largest army."""

from __future__ import annotations

from collections.abc import Iterator

from forging import Event, Trace, changed, inserted, seats, where, without
from schokoladenmarkt.knowledge import RAWS, Scene, ends, forgery, scenes

# Roads ----------------------------------------------------------------------------------------------------------------


def _building(scene: Scene, kind: str, **fields: int) -> Event:
    return {"event": kind, "seat": scene.seat, **fields}


@forgery("costs")
def built_without_paying(trace: Trace) -> Iterator[Trace]:
    for index, scene in ends(trace):
        if not scene.can_pay("road"):
            for edge in range(len(scene.edges)):
                if scene.joins(edge, scene.seat):
                    yield inserted(trace, index, _building(scene, "road", edge=edge))
        if not scene.can_pay("city"):
            for corner in scene.own(scene.seat):
                if corner not in scene.cities:
                    yield inserted(trace, index, _building(scene, "city", corner=corner))
        if not scene.can_pay("buy"):
            for card in +scene.deck:
                yield inserted(trace, index, {"event": "buy", "seat": scene.seat, "card": card})


@forgery("roads")
def a_road_from_nowhere(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "road", "free_road", "reward_road"):
        for edge in range(len(scene.edges)):
            if edge not in scene.roads and not scene.joins(edge, scene.seat):
                yield changed(trace, index, edge=edge)


@forgery("roads")
def a_road_on_a_road(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "road", "free_road"):
        for edge in scene.roads:
            yield changed(trace, index, edge=edge)


@forgery("roads")
def a_road_through_a_foreign_building(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "road", "free_road", "reward_road"):
        for corner, whose in scene.buildings.items():
            if whose != scene.seat and scene.has_road_at(corner, scene.seat):
                for edge in scene.edges_at(corner):
                    if edge not in scene.roads and not scene.joins(edge, scene.seat):
                        yield changed(trace, index, edge=edge)


@forgery("pieces")
def a_road_too_many(trace: Trace) -> Iterator[Trace]:
    for index, scene in ends(trace):
        if scene.can_pay("road") and scene.used("roads", scene.seat) == trace[0]["pieces"]["roads"]:
            for edge in range(len(scene.edges)):
                if scene.joins(edge, scene.seat):
                    yield inserted(trace, index, _building(scene, "road", edge=edge))


# Settlements and cities -----------------------------------------------------------------------------------------------


@forgery("roads")
def a_settlement_without_a_road(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "settlement"):
        for corner in scene.corners():
            if scene.is_apart(corner) and not scene.has_road_at(corner, scene.seat):
                yield changed(trace, index, corner=corner)


@forgery("distance")
def a_settlement_too_close(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "settlement"):
        for corner in scene.corners():
            if scene.has_road_at(corner, scene.seat) and not scene.is_apart(corner):
                yield changed(trace, index, corner=corner)


@forgery("pieces")
def a_settlement_too_many(trace: Trace) -> Iterator[Trace]:
    for index, scene in ends(trace):
        full = scene.used("settlements", scene.seat) == trace[0]["pieces"]["settlements"]
        if full and scene.can_pay("settlement"):
            for corner in scene.corners():
                if scene.is_apart(corner) and scene.has_road_at(corner, scene.seat):
                    yield inserted(trace, index, _building(scene, "settlement", corner=corner))


@forgery("building")
def a_city_on_bare_ground(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "city"):
        for corner in scene.corners():
            if corner not in scene.buildings:
                yield changed(trace, index, corner=corner)


@forgery("building")
def a_city_of_a_foreign_settlement(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "city"):
        for corner, whose in scene.buildings.items():
            if whose != scene.seat:
                yield changed(trace, index, corner=corner)


@forgery("building")
def a_city_of_a_city(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "city"):
        for corner in scene.cities:
            yield changed(trace, index, corner=corner)


@forgery("pieces")
def a_city_too_many(trace: Trace) -> Iterator[Trace]:
    for index, scene in ends(trace):
        full = scene.used("cities", scene.seat) == trace[0]["pieces"]["cities"]
        if full and scene.can_pay("city"):
            for corner in scene.own(scene.seat):
                if corner not in scene.cities:
                    yield inserted(trace, index, _building(scene, "city", corner=corner))


# Production sites -----------------------------------------------------------------------------------------------------


@forgery("building")
def a_site_at_a_foreign_building(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "site"):
        for corner, whose in scene.buildings.items():
            if whose != scene.seat:
                yield changed(trace, index, corner=corner)


@forgery("building")
def a_site_on_a_field_far_away(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "site"):
        for field, it in enumerate(scene.fields):
            if event["corner"] not in it["corners"]:
                yield changed(trace, index, field=field)


@forgery("sites")
def a_site_where_nothing_grows(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "site"):
        for corner in scene.own(scene.seat):
            for field, it in enumerate(scene.fields):
                if corner in it["corners"] and scene.grows(field) is None:
                    yield changed(trace, index, corner=corner, field=field)


@forgery("R7")
def a_second_site_on_a_field(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "site"):
        for (corner, field), whose in scene.sites.items():
            if whose == scene.seat and scene.sites_left[scene.grows(field) or ""] > 0:
                yield changed(trace, index, corner=corner, field=field)


@forgery("R7")
def a_second_site_of_a_player_on_a_field(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "site"):
        for (at, field), whose in scene.sites.items():
            for corner in scene.own(scene.seat):
                beside = corner in scene.fields[field]["corners"] and corner != at
                left = scene.sites_left[scene.grows(field) or ""] > 0
                one_each = trace[0]["site_density"] == "per_player"
                if whose == scene.seat and beside and left and one_each:
                    yield changed(trace, index, corner=corner, field=field)


@forgery("sites")
def a_site_more_than_there_are(trace: Trace) -> Iterator[Trace]:
    for index, scene in ends(trace):
        for corner in scene.own(scene.seat) if scene.can_pay("site") else []:
            for field, it in enumerate(scene.fields):
                gone = scene.grows(field) and scene.sites_left[scene.grows(field) or ""] == 0
                if corner in it["corners"] and gone:
                    yield inserted(trace, index, _building(scene, "site", corner=corner, field=field))


# Trade ----------------------------------------------------------------------------------------------------------------


@forgery("trade")
def another_rate(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "maritime"):
        yield changed(trace, index, cards=trace[index]["cards"] - 1)
        yield changed(trace, index, cards=trace[index]["cards"] + 1)


@forgery("trade")
def raw_materials_for_ingredients(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "maritime"):
        for kind in (*RAWS, *scene.ingredients):
            if scene.pile(kind) != scene.pile(event["gives"]):
                yield changed(trace, index, gets=kind)


@forgery("trade")
def a_card_for_its_like(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "maritime"):
        yield changed(trace, index, gets=trace[index]["gives"])


@forgery("trade")
def a_special_harbour_for_an_ingredient(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "maritime"):
        rate = trace[0]["maritime"]["special"]
        if event["gives"] not in RAWS and event["cards"] > rate:
            kinds = {it["kind"] for it in scene.harbours if _is_at(scene, it)}
            if kinds - {"any"}:
                yield changed(trace, index, cards=rate)


def _is_at(scene: Scene, harbour: Event) -> bool:
    """Whether the seat whose turn it is has a building there."""
    return any(scene.buildings.get(corner) == scene.seat for corner in scene.edges[harbour["edge"]])


@forgery("trade")
def cards_given_that_are_not_held(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "maritime"):
        for kind in (*RAWS, *scene.ingredients):
            bank = trace[0]["maritime"]["bank"]
            without_harbours = not any(_is_at(scene, harbour) for harbour in scene.harbours)
            poor = scene.hand[kind] < bank and scene.pile(kind) == scene.pile(event["gives"])
            if without_harbours and poor and kind != event["gets"]:
                yield changed(trace, index, gives=kind, cards=bank)


@forgery("bank")
def something_from_an_empty_bank(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "maritime"):
        for kind in (*RAWS, *scene.ingredients):
            same_pile = scene.pile(kind) == scene.pile(event["gives"])
            if same_pile and kind != event["gives"] and scene.bank[kind] == 0:
                yield changed(trace, index, gets=kind)


@forgery("R22")
def a_gift(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "domestic"):
        yield changed(trace, index, gets=trace[index]["gives"])
        yield changed(trace, index, other=trace[index]["seat"])


@forgery("R22")
def traded_what_the_other_has_not(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "domestic"):
        for kind in (*RAWS, *scene.ingredients):
            if scene.hands[event["other"]][kind] == 0:
                yield changed(trace, index, gets=kind)
            if scene.hand[kind] == 0:
                yield changed(trace, index, gives=kind)


@forgery("turn")
def traded_by_two_others(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "domestic"):
        event = trace[index]
        yield changed(
            trace,
            index,
            seat=event["other"],
            other=event["seat"],
            gives=event["gets"],
            gets=event["gives"],
        )


# Longest road, largest army -------------------------------------------------------------------------------------------


@forgery("R17")
def the_longest_road_not_told(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "longest_road"):
        yield without(trace, index)


@forgery("R17")
def the_longest_road_for_another(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "longest_road"):
        for seat in (*seats(trace), None):
            if seat != trace[index]["seat"]:
                yield changed(trace, index, seat=seat)


@forgery("R17")
def another_length(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "longest_road"):
        yield changed(trace, index, length=trace[index]["length"] + 1)


@forgery("R17")
def the_longest_road_by_a_tie(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "road"):
        holder = scene.holders["longest_road"]
        if holder not in (None, scene.seat) and trace[index + 1]["event"] != "longest_road":
            length = trace[where(trace[:index], "longest_road")[-1]]["length"]
            told = {"event": "longest_road", "seat": scene.seat, "length": length}
            yield inserted(trace, index + 1, told)


@forgery("R17")
def the_longest_road_lost_in_an_unbroken_tie(trace: Trace) -> Iterator[Trace]:
    for index, scene in ends(trace):
        if scene.holders["longest_road"] is not None:
            yield inserted(trace, index, {"event": "longest_road", "seat": None, "length": 0})


@forgery("army")
def the_largest_army_not_told(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "largest_army"):
        yield without(trace, index)


@forgery("army")
def another_army(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "largest_army"):
        yield changed(trace, index, knights=trace[index]["knights"] + 1)
        yield changed(trace, index, seat=(trace[index]["seat"] + 1) % len(seats(trace)))


@forgery("army")
def the_largest_army_by_a_tie(trace: Trace) -> Iterator[Trace]:
    for index, scene in ends(trace):
        holder = scene.holders["largest_army"]
        if holder not in (None, scene.seat):
            told = {"event": "largest_army", "seat": scene.seat, "knights": scene.knights[holder or 0]}
            yield inserted(trace, index, told)
