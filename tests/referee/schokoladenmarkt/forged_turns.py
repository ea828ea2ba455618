"""Forgeries of turns as wholes, of dice, production, the 7 and the robber, and of what stands at the end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from forging import Event, Trace, changed, inserted, last, rows_with, seats, swapped, where, without
from schokoladenmarkt.knowledge import RAWS, after, ends, forgery, scenes

# Turns ----------------------------------------------------------------------------------------------------------------


@forgery("turn")
def a_turn_of_another_seat(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "turn"):
        yield changed(trace, index, seat=(trace[index]["seat"] + 1) % len(seats(trace)))


@forgery("turn")
def a_turn_left_out(trace: Trace) -> Iterator[Trace]:
    turns = where(trace, "turn")
    for one, other in pairwise(turns):
        yield trace[:one] + trace[other:]


@forgery("turn")
def turns_misnumbered(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "turn"):
        yield changed(trace, index, turn=trace[index]["turn"] + 1)


@forgery("turn")
def no_dice(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "roll"):
        yield without(trace, index)


@forgery("turn")
def dice_thrown_twice(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "turn")[1:]:
        seat = trace[index - 1].get("seat")
        if trace[index - 1]["event"] in ("road", "city", "site", "gain"):
            yield inserted(trace, index, {"event": "roll", "seat": seat, "dice": [1, 1]})


@forgery("turn")
def dice_that_cannot_be(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "roll"):
        for dice in ([3], [0, 3], [7, 2], [2, 3, 4], [True, 1], 8):
            yield changed(trace, index, dice=dice)


@forgery("turn")
def something_done_in_a_foreign_turn(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "road", "city", "site", "settlement", "buy", "maritime"):
        yield changed(trace, index, seat=(trace[index]["seat"] + 1) % len(seats(trace)))


@forgery("turn")
def something_built_before_the_dice(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "road", "city", "site", "settlement", "buy", "maritime", "chocolate"):
        rolls = where(trace[:index], "roll")
        yield inserted(without(trace, index), rolls[-1], trace[index])


# Production -----------------------------------------------------------------------------------------------------------


@forgery("production")
def cards_not_handed_out(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "gain"):
        yield without(trace, index)


@forgery("production")
def a_card_too_many(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "gain"):
        yield changed(trace, index, cards=trace[index]["cards"] + 1)


@forgery("production")
def a_city_like_a_settlement(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "gain"):
        if trace[index]["cards"] > 1:
            yield changed(trace, index, cards=trace[index]["cards"] - 1)


@forgery("production")
def cards_of_another_kind(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "gain"):
        yield changed(trace, index, kind="ore" if trace[index]["kind"] != "ore" else "wool")


@forgery("production")
def cards_for_another_seat(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "gain"):
        yield changed(trace, index, seat=(trace[index]["seat"] + 1) % len(seats(trace)))


@forgery("production")
def cards_handed_out_in_another_order(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "gain"):
        if trace[index + 1]["event"] == "gain":
            yield swapped(trace, index, index + 1)


@forgery("production")
def cards_for_nothing(trace: Trace) -> Iterator[Trace]:
    for index, scene in ends(trace):
        if scene.rolled != 7:
            for kind in RAWS:
                yield inserted(trace, index, {"event": "gain", "seat": scene.seat, "kind": kind, "cards": 1})


@forgery("production")
def cards_from_the_robbers_field(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "roll"):
        field = scene.fields[scene.robber]
        raw = trace[0]["raw_of"].get(field["landscape"])
        there = [scene.buildings[it] for it in field["corners"] if it in scene.buildings]
        at = after(trace, index + 1, "gain", "short")
        told = [it.get("kind") for it in trace[index + 1 : at]]
        if field["number"] == sum(event["dice"]) and raw and there and raw not in told:
            gain = {"event": "gain", "seat": there[0], "kind": raw, "cards": 1}
            yield inserted(trace, at, gain)


@forgery("R8")
def a_shortage_kept_quiet(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "short"):
        yield without(trace, index)


@forgery("R8")
def a_shortage_misstated(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "short"):
        for field in ("owed", "bank"):
            yield changed(trace, index, **{field: trace[index][field] + 1})


@forgery("R8")
def a_shortage_of_nothing(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "turn")[1:]:
        yield inserted(trace, index, {"event": "short", "kind": "ore", "owed": 3, "bank": 2})


@forgery("production")
def paid_though_short(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "short"):
        nobody = trace[index + 1].get("kind") != event["kind"]
        if nobody and event["bank"] and trace[index + 1]["event"] in ("turn", "road", "city", "maritime"):
            gain = {"event": "gain", "seat": scene.seat, "kind": event["kind"], "cards": 1}
            yield inserted(trace, index + 1, gain)


# The 7 and the robber -------------------------------------------------------------------------------------------------


@forgery("seven")
def a_card_not_discarded(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "discard"):
        if trace[index + 1]["event"] != "discard":
            yield without(trace, index)


@forgery("seven")
def a_card_too_many_discarded(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "discard"):
        if trace[index + 1]["event"] == "robber":
            yield inserted(trace, index, trace[index])


@forgery("seven")
def discarded_though_safe(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "robber"):
        for kind in +scene.hand:
            yield inserted(trace, index, {"event": "discard", "seat": scene.seat, "kind": kind})


@forgery("seven")
def something_discarded_that_is_not_held(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "discard"):
        for kind in (*RAWS, *scene.ingredients):
            same_pile = scene.pile(kind) == scene.pile(event["kind"])
            if same_pile and scene.hands[event["seat"]][kind] == 0:
                yield changed(trace, index, kind=kind)


@forgery("R24")
def the_other_pile_discarded(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "discard"):
        for kind in +scene.hands[event["seat"]]:
            if scene.pile(kind) != scene.pile(event["kind"]):
                yield changed(trace, index, kind=kind)


@forgery("seven")
def discarded_by_another_seat(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "discard"):
        yield changed(trace, index, seat=(trace[index]["seat"] + 1) % len(seats(trace)))


@forgery("robber")
def the_robber_stays(trace: Trace) -> Iterator[Trace]:
    for index, _, scene in scenes(trace, "robber"):
        yield changed(trace, index, field=scene.robber)


@forgery("robber")
def the_robber_does_not_move(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "robber"):
        yield without(trace, index)


@forgery("robber")
def the_robber_moves_unasked(trace: Trace) -> Iterator[Trace]:
    for index, scene in ends(trace):
        there = (scene.robber + 1) % len(scene.fields)
        yield inserted(trace, index, {"event": "robber", "seat": scene.seat, "field": there})


@forgery("robber")
def the_robber_moved_by_another(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "robber"):
        yield changed(trace, index, seat=(trace[index]["seat"] + 1) % len(seats(trace)))


@forgery("R23")
def nothing_stolen(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "steal"):
        yield without(trace, index)


@forgery("robber")
def stolen_twice(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "steal"):
        yield inserted(trace, index, trace[index])


@forgery("robber")
def stolen_from_somebody_far_away(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "steal"):
        there = {scene.buildings.get(corner) for corner in scene.fields[scene.robber]["corners"]}
        for victim in seats(trace):
            if victim not in there and scene.hands[victim][event["kind"]]:
                yield changed(trace, index, victim=victim)


@forgery("robber")
def stolen_from_oneself(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "steal"):
        yield changed(trace, index, victim=trace[index]["seat"])


@forgery("robber")
def something_stolen_that_is_not_held(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "steal"):
        for kind in (*RAWS, *scene.ingredients):
            if scene.hands[event["victim"]][kind] == 0:
                yield changed(trace, index, kind=kind)


@forgery("robber")
def stolen_where_nobody_is(trace: Trace) -> Iterator[Trace]:
    for index, event, scene in scenes(trace, "robber"):
        if trace[index + 1]["event"] != "steal":
            for victim in seats(trace):
                for kind in +scene.hands[victim]:
                    steal = {"event": "steal", "seat": event["seat"], "victim": victim, "kind": kind}
                    yield inserted(trace, index + 1, steal)


# The end --------------------------------------------------------------------------------------------------------------


@forgery("R13")
def played_on_after_winning(trace: Trace) -> Iterator[Trace]:
    if trace[-1]["reason"] == "victory":
        seat = trace[-1]["winners"].index(True)
        going_on = {"event": "turn", "seat": (seat + 1) % len(seats(trace)), "turn": trace[-1]["turns"]}
        yield inserted(trace, len(trace) - 1, going_on)


@forgery("R13")
def over_too_early(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "turn")[1:]:
        yield [*trace[:index], trace[-1]]


@forgery("R14")
def played_on_after_the_limit(trace: Trace) -> Iterator[Trace]:
    if trace[-1]["reason"] == "turn_limit":
        turns = trace[-1]["turns"]
        yield inserted(
            trace, len(trace) - 1, {"event": "turn", "seat": turns % len(seats(trace)), "turn": turns}
        )


@forgery("R13")
def something_after_the_end(trace: Trace) -> Iterator[Trace]:
    yield [*trace, trace[-1]]


@forgery("R13")
def another_reason(trace: Trace) -> Iterator[Trace]:
    other = {"victory": "turn_limit", "turn_limit": "victory"}[trace[-1]["reason"]]
    yield changed(trace, len(trace) - 1, reason=other)


@forgery("R13")
def another_winner(trace: Trace) -> Iterator[Trace]:
    winners = trace[-1]["winners"]
    yield changed(trace, len(trace) - 1, winners=[*winners[1:], winners[0]] if any(winners) else [True])


@forgery("R13")
def other_scores(trace: Trace) -> Iterator[Trace]:
    scores = trace[-1]["scores"]
    for seat in seats(trace):
        forged = [*scores[:seat], scores[seat] + 1, *scores[seat + 1 :]]
        yield changed(trace, len(trace) - 1, scores=forged)


@forgery("R13")
def turns_miscounted(trace: Trace) -> Iterator[Trace]:
    yield changed(trace, len(trace) - 1, turns=trace[-1]["turns"] + 1)


@forgery("R13")
def won_in_a_foreign_turn(trace: Trace) -> Iterator[Trace]:
    if trace[-1]["reason"] == "victory" and trace[-2]["event"] == "turn":
        yield without(trace, len(trace) - 2)


MISCOUNTED: dict[str, tuple[str, ...]] = {
    "the_course": ("length", "lead_changes", "sevens"),
    "what_is_left": ("deck_left", "chips_left", "margin"),
    "shortages": ("short_raw", "short_ingredients", "market_decided"),
    "points": ("points_market", "points_longest_road", "points_cards"),
    "ranks": ("rank", "longest", "knights"),
    "pieces": ("settlements", "roads", "sites"),
    "hands": ("raw_left", "ingredients_left", "cards_played"),
    "production": ("raw_produced", "ingredients_blocked", "raw_short"),
    "losses": ("raw_discarded", "ingredients_stolen", "raw_traded"),
    "places_founded": ("start_pips", "first_pips", "start_jungle"),
    "chocolates": ("chocolates", "made_in_row_1", "reward_roads"),
}


def _miscounted(name: str, columns: tuple[str, ...]) -> None:
    def forge(trace: Trace) -> Iterator[Trace]:
        for column in columns:
            seat = None if column in trace[-1]["rows"]["games"] else len(seats(trace)) - 1
            yield rows_with(trace, column, lambda it: it + 1, seat)

    forge.__name__ = f"{name}_miscounted"
    forge.__module__ = __name__
    forgery("rows")(forge)


for _name, _columns in MISCOUNTED.items():
    _miscounted(_name, _columns)


@forgery("rows")
def another_policy(trace: Trace) -> Iterator[Trace]:
    yield rows_with(trace, "policy", lambda it: f"{it}_too", 0)
    yield rows_with(trace, "win_share", lambda it: 1.0 - it, 1)
    yield rows_with(trace, "truncated", lambda it: not it)


@forgery("rows")
def another_row_of_a_variety(trace: Trace) -> Iterator[Trace]:
    for variety in trace[0]["market"]["varieties"]:
        for what in ("blocked", "row_at_5", "row_end"):
            yield rows_with(trace, f"{what}_{variety}", lambda it: it + 1)


@forgery("rows")
def a_row_too_few(trace: Trace) -> Iterator[Trace]:
    rows = trace[-1]["rows"]
    yield changed(trace, len(trace) - 1, rows=rows | {"seats": rows["seats"][1:]})


# The form -------------------------------------------------------------------------------------------------------------


@forgery("trace")
def a_field_forgotten(trace: Trace) -> Iterator[Trace]:
    for index in last(where(trace, "gain")) + last(where(trace, "road")) + last(where(trace, "longest_road")):
        for field in trace[index]:
            if field != "event":
                yield [*trace[:index], _without_field(trace[index], field), *trace[index + 1 :]]


def _without_field(event: Event, field: str) -> Event:
    return {key: value for key, value in event.items() if key != field}


@forgery("trace")
def a_field_of_another_kind(trace: Trace) -> Iterator[Trace]:
    for index in last(where(trace, "robber")) + last(where(trace, "road")) + last(where(trace, "found")):
        for value in (-1, None, "1", 1.0, True, 999):
            field = next(key for key in ("field", "edge", "corner") if key in trace[index])
            yield changed(trace, index, **{field: value})


@forgery("turn")
def an_event_nobody_knows(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "turn")[1:]:
        yield inserted(trace, index, {"event": "harvest", "seat": trace[index]["seat"]})
