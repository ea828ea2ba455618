"""Forgeries of what is turned up, and of what becomes of it."""

from __future__ import annotations

from collections.abc import Iterator

from forging import Event, Trace, changed, inserted, where, without
from schwarzwaelder_kirsch.knowledge import ACTIONS, Scene, flip_of, forgery, scenes


def _fate(trace: Trace, index: int, kind: str, **fields: object) -> Trace:
    """Another fate of the wedge of an event; a shuffle that followed is gone with it."""
    kept = {key: trace[index][key] for key in ("seat", "place", "wedge")}
    forged = [*trace[:index], {"event": kind, **kept, **fields}, *trace[index + 1 :]]
    return without(forged, index + 1) if trace[index]["event"] == "bust" else forged


def _is_double(event: Event, scene: Scene) -> bool:
    """Whether an ingredient is in the cake."""
    return event["wedge"] != "joker" and scene.cake[event["wedge"]] > 0


# Places ---------------------------------------------------------------------------------------------------------------


@forgery("R20")
def a_place_out_of_order(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "flip"):
        if event["place"] == scene.n_places:
            yield changed(trace, index, place=event["place"] + 1)


@forgery("R20")
def a_place_that_is_empty(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "flip"):
        for place in set(range(scene.n_places)) - set(scene.seen):
            yield changed(trace, index, place=place)


@forgery("R20")
def another_wedge_than_all_saw_there(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "flip"):
        if event["place"] in scene.seen:
            others = set(scene.unseen) - {event["wedge"]}
            yield changed(trace, index, wedge=min(others))


@forgery("R20")
def a_wedge_that_cannot_lie_there(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "flip"):
        if event["place"] == scene.n_places:
            for wedge, n in scene.unseen.items():
                if n == 0:
                    yield changed(trace, index, wedge=wedge)


@forgery("R20")
def a_fifth_wedge_of_a_kind(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "flip"):
        if event["place"] == scene.n_places:
            yield changed(trace, index, wedge="marzipan")


@forgery("R20")
def turned_up_from_an_empty_pantry(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "stop"):
        if not scene.hidden:
            flip = {"event": "flip", "seat": event["seat"], "place": scene.n_places, "wedge": "joker"}
            yield inserted(trace, index, flip)


# Cakes ----------------------------------------------------------------------------------------------------------------


@forgery("aufdecken")
def an_ingredient_or_joker_refused(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "take"):
        if trace[index - 1]["event"] == "flip" and not trace[index]["profession"]:
            yield _fate(trace, index, "back")


@forgery("aufdecken")
def a_bust_by_something_new(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "take"):
        if trace[index - 1]["event"] == "flip" and not event["profession"]:
            yield _fate(trace, index, "bust", lost=scene.cake.total())


@forgery("aufdecken")
def a_bust_by_a_joker(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "take"):
        if trace[index - 1]["event"] == "flip" and trace[index]["wedge"] == "joker":
            yield _fate(trace, index, "bust", lost=scene.cake.total())


@forgery("aufdecken")
def another_ingredient_taken(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "take"):
        others = set(trace[0]["kinds"]) - {trace[index]["wedge"]}
        if trace[index - 1]["event"] == "flip" and others and not trace[index]["profession"]:
            yield changed(trace, index, wedge=min(others))


@forgery("aufdecken")
def a_cake_miscounted(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "take"):
        yield changed(trace, index, cake=trace[index]["cake"] + 1)


@forgery("R2")
def a_duplicate_taken(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "back", "bust"):
        wedge = event["wedge"]
        is_tile = scene.tiles.get(scene.seat) == "chocolatiere" and wedge in ("schokolade", "kakao")
        if scene.cake[wedge] and trace[index - 1]["event"] == "flip" and not (scene.is_full or is_tile):
            yield _fate(trace, index, "take", profession=None, cake=scene.cake.total() + 1)


@forgery("R2")
def a_duplicate_taken_by_chocolatiere_of_another(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "back", "bust"):
        can_have = scene.is_full or scene.tiles.get(scene.seat) == "chocolatiere"
        if _is_double(event, scene) and trace[index - 1]["event"] == "flip" and not can_have:
            cake = scene.cake.total() + 1
            yield _fate(trace, index, "take", profession="chocolatiere", cake=cake)


@forgery("R2")
def a_bust_overlooked(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "bust"):
        if not scene.is_full:
            yield _fate(trace, index, "back")


@forgery("R2")
def a_bust_by_the_first_flip(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "back"):
        if len(scene.up) == 1 and _is_double(event, scene) and trace[index - 1]["event"] == "flip":
            yield _fate(trace, index, "bust", lost=scene.cake.total())


@forgery("R2")
def a_bust_after_an_action_only(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "back"):
        if trace[0]["first_flip"] == "ingredient_only" and trace[index - 1]["event"] == "flip":
            before = scene.up[:-1]
            if before and {*before} <= {*ACTIONS} and _is_double(event, scene):
                yield _fate(trace, index, "bust", lost=scene.cake.total())


@forgery("R2")
def something_kept_after_a_bust(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "bust"):
        if trace[index]["lost"]:
            yield changed(trace, index, lost=trace[index]["lost"] - 1)


@forgery("R2")
def jokers_lost_though_they_stay(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "bust"):
        if trace[0]["bust_keeps_jokers"] and scene.cake["joker"]:
            yield changed(trace, index, lost=scene.cake.total())


@forgery("R2")
def a_turn_that_goes_on_after_a_bust(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "turn"):
        is_same = trace[index - 2]["event"] == "bust"
        flip = flip_of(scene) if is_same else None
        if flip:
            yield inserted(trace, index, flip)


@forgery("R2")
def a_turn_that_goes_on_after_a_safe_duplicate(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "turn"):
        if trace[index - 1]["event"] == "back":
            yield inserted(trace, index, {"event": "stop", "seat": scene.seat})
            yield inserted(trace, index, event | {"event": "garnish", "seat": scene.seat})


@forgery("R7")
def a_full_cake_grows(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "back"):
        is_new = event["wedge"] not in ACTIONS and not scene.cake[event["wedge"]]
        if scene.is_full and is_new and trace[index - 1]["event"] == "flip":
            yield _fate(trace, index, "take", profession=None, cake=scene.cake.total() + 1)


@forgery("R7")
def a_full_cake_that_cannot_bust(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "bust"):
        if scene.is_full:
            yield _fate(trace, index, "back")


@forgery("R7")
def a_full_cake_busts_though_it_may_not(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "back"):
        is_later = any(it not in ACTIONS for it in scene.up[:-1])
        if scene.is_full and _is_double(event, scene) and is_later and trace[index - 1]["event"] == "flip":
            yield _fate(trace, index, "bust", lost=scene.cake.total())


# Shuffles -------------------------------------------------------------------------------------------------------------


@forgery("R2")
def a_shuffle_forgotten_after_a_bust(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "bust"):
        yield without(trace, index + 1)


@forgery("R13")
def a_shuffle_of_too_few(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "shuffle"):
        yield changed(trace, index, hidden=trace[index]["hidden"] - 1)


@forgery("R13")
def a_shuffle_out_of_nowhere(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "stop"):
        yield inserted(trace, index, {"event": "shuffle", "hidden": scene.hidden})


# Stopping -------------------------------------------------------------------------------------------------------------


@forgery("R1")
def a_stop_before_any_flip(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "flip", "draw"):
        may = scene.up or (scene.acted and trace[0]["turn"] == "flip_or_action")
        if not may:
            yield inserted(trace, index, {"event": "stop", "seat": scene.seat})


@forgery("R1")
def a_turn_that_does_not_end(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "stop"):
        if trace[index + 1]["event"] == "turn":
            yield without(trace, index)


# Zuckerbäcker ---------------------------------------------------------------------------------------------------------


@forgery("R8b")
def a_draw_without_zuckerbaecker(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "flip"):
        if scene.tiles.get(scene.seat) != "zuckerbaecker":
            fields = {"places": [event["place"]], "wedges": [event["wedge"]]}
            yield inserted(trace, index, {"event": "draw", "seat": scene.seat, **fields})


@forgery("R8b")
def a_second_draw(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "stop", "flip"):
        if trace[index - 1]["event"] in ("take", "keep") and trace[index - 2]["event"] == "back":
            yield inserted(trace, index, *trace[index - 3 : index])


@forgery("R8b")
def a_draw_of_one(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "draw"):
        places, wedges = trace[index]["places"], trace[index]["wedges"]
        if len(places) == 2:
            yield changed(trace, index, places=places[:1], wedges=wedges[:1])


@forgery("R8b")
def a_draw_of_three(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "draw"):
        places, wedges = trace[index]["places"], trace[index]["wedges"]
        yield changed(trace, index, places=[*places, max(places) + 1], wedges=[*wedges, "mehl"])


@forgery("R20")
def a_draw_of_the_same_place_twice(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "draw"):
        places, wedges = trace[index]["places"], trace[index]["wedges"]
        if len(places) == 2:
            yield changed(trace, index, places=places[:1] * 2, wedges=wedges[:1] * 2)


@forgery("R8b")
def a_drawn_wedge_not_turned_back(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "draw"):
        if len(trace[index]["wedges"]) == 2:
            yield without(trace, index + 1)


@forgery("R8b")
def both_drawn_wedges_taken(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "back"):
        if trace[index - 1]["event"] == "draw" and trace[index + 1]["event"] in ("take", "keep"):
            cake = scene.cake.total() + 1
            yield _fate(trace, index, "take", profession=None, cake=cake)


@forgery("R8b")
def a_drawn_wedge_that_may_not_be_taken(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "back"):
        wedge = event["wedge"]
        other = trace[index + 1]
        may_not = wedge not in ACTIONS and (_is_double(event, scene) or scene.is_full)
        if trace[index - 1]["event"] == "draw" and other["event"] in ("take", "keep") and may_not:
            back = {key: other[key] for key in ("seat", "place", "wedge")} | {"event": "back"}
            take = event | {"event": "take", "profession": None, "cake": scene.cake.total() + 1}
            yield [*trace[:index], back, take, *trace[index + 2 :]]


@forgery("R16")
def nothing_drawn_is_taken(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "take"):
        if trace[index - 2]["event"] == "draw" and trace[index - 1]["event"] == "back":
            yield _fate(trace, index, "back")


@forgery("R8b")
def a_draw_for_nothing_that_does_not_end_the_turn(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "spent"):
        yield without(trace, index)
        yield [*trace[:index], trace[index] | {"event": "stop"}, *trace[index + 1 :]]


@forgery("R8b")
def spent_though_something_was_taken(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "stop"):
        yield [*trace[:index], trace[index] | {"event": "spent"}, *trace[index + 1 :]]


@forgery("R8b")
def a_turn_that_goes_on_after_spent(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "spent"):
        flip = flip_of(scene)
        if flip:
            yield inserted(trace, index + 1, flip)
        yield inserted(trace, index + 1, event | {"event": "stop"})


@forgery("R1")
def a_flip_after_an_action_where_it_is_one_or_the_other(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "stop"):
        flip = flip_of(scene)
        if scene.acted and trace[0]["turn"] == "flip_or_action" and flip:
            yield inserted(trace, index, flip)
