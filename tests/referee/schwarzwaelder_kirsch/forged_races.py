"""Forgeries of the set-up, of rounds and turns as wholes, and of what stands at the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from forging import Trace, another, changed, inserted, rows_with, seats, setup_with, where, without
from schwarzwaelder_kirsch.knowledge import blocks, forgery

# The set-up -----------------------------------------------------------------------------------------------------------

OTHER_VALUES = {
    "R1": ("turn", "flip_and_action", "flip_or_action"),
    "R2": ("first_flip", "any", "ingredient_only"),
    "R4": ("action_swap", "in_place", "shuffled"),
    "R6": ("eighth_same_turn", True, False),
    "R7": ("full_cake_busts", True, False),
    "R8c": ("decorator", "once", "round"),
}


def _another_switch(rule: str, key: str, one: Any, other: Any) -> None:
    forgery.of_setup(f"another_{key}", rule, lambda it: {key: other if it[key] == one else one})


forgery.of_setup("a_larger_cake", "Spielende", lambda it: {"goal": it["goal"] + 1})
forgery.of_setup("wedges_miscounted", "48", lambda it: {"wedges": it["wedges"] + 1})
forgery.of_setup("a_joker_more", "48", lambda it: {"jokers": it["jokers"] + 1, "wedges": it["wedges"] + 1})
forgery.of_setup("a_steal_card_more", "A2", lambda it: {"steal": it["steal"] + 1, "wedges": it["wedges"] + 1})
forgery.of_setup("seats_in_reverse", "R10", lambda it: {"order": it["order"][::-1]})
forgery.of_setup("more_tie_breaks", "R10", lambda it: {"tiebreak_rounds": it["tiebreak_rounds"] + 1})
forgery.of_setup("a_longer_round", "R11", lambda it: {"turn_limit": it["turn_limit"] + 1})
forgery.of_setup(
    "jokers_kept_by_another_switch", "R2", lambda it: {"bust_keeps_jokers": not it["bust_keeps_jokers"]}
)
forgery.of_setup("a_switch_of_no_known_value", "R1", lambda it: {"turn": "flip_and_two_actions"})
for _rule, _values in OTHER_VALUES.items():
    _another_switch(_rule, *_values)


@forgery("A1")
def an_ingredient_more(trace: Trace) -> Iterator[Trace]:
    for kind, n in trace[0]["kinds"].items():
        yield changed(trace, 0, kinds=trace[0]["kinds"] | {kind: n + 1}, wedges=trace[0]["wedges"] + 1)


@forgery("A3")
def a_tile_more(trace: Trace) -> Iterator[Trace]:
    for profession, n in trace[0]["profession_tiles"].items():
        yield setup_with(trace, "profession_tiles", **{profession: n + 1})


# Rounds ---------------------------------------------------------------------------------------------------------------


@forgery("R10")
def a_round_left_out(trace: Trace) -> Iterator[Trace]:
    for block in blocks(trace, "round", "round", "end"):
        yield without(trace, *block)


@forgery("R10")
def a_round_too_many(trace: Trace) -> Iterator[Trace]:
    *_, block = blocks(trace, "round", "round", "end")
    played = [trace[index] for index in block]
    numbered = [event | {"round": event["round"] + 1} if "round" in event else event for event in played]
    yield inserted(trace, block[-1] + 1, *numbered)


@forgery("R10")
def another_start_player(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "round"):
        yield changed(trace, index, first=(trace[index]["first"] + 1) % len(seats(trace)))


@forgery("R10")
def a_tie_break_that_is_none(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "round"):
        yield changed(trace, index, tie_break=not trace[index]["tie_break"])


@forgery("R9")
def a_wedge_not_returned(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "round"):
        yield changed(trace, index, hidden=trace[index]["hidden"] - 1)


@forgery("R8")
def a_seat_without_a_profession(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "deal"):
        yield without(trace, index)


@forgery("A3")
def a_tile_dealt_twice(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "deal"):
        before = trace[index - 1].get("profession")
        if before and trace[0]["profession_tiles"][before] == 1:
            yield changed(trace, index, profession=before)


@forgery("A3")
def a_profession_nobody_knows(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "deal"):
        yield changed(trace, index, profession="konditor")


@forgery("R8")
def dealt_again_in_a_later_round(trace: Trace) -> Iterator[Trace]:
    deals = [trace[index] for index in where(trace, "deal")]
    if trace[0]["professions"] == "per_game":
        for index in where(trace, "round")[1:]:
            yield inserted(trace, index + 1, *deals)


@forgery("R8")
def dealt_though_there_are_no_professions(trace: Trace) -> Iterator[Trace]:
    if trace[0]["professions"] == "off":
        for index in where(trace, "round"):
            deals = [{"event": "deal", "seat": seat, "profession": "patissier"} for seat in seats(trace)]
            yield inserted(trace, index + 1, *deals)


# Turns ----------------------------------------------------------------------------------------------------------------


@forgery("R1")
def turns_misnumbered(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "turn"):
        yield changed(trace, index, turn=trace[index]["turn"] + 1)


@forgery("R1")
def the_turn_of_another(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "turn"):
        yield changed(trace, index, seat=(trace[index]["seat"] + 1) % len(seats(trace)))


@forgery("R1")
def a_turn_left_out(trace: Trace) -> Iterator[Trace]:
    for block in blocks(trace, "turn", "turn", "round_end"):
        if trace[block[-1] + 1]["event"] == "turn":
            yield without(trace, *block)


@forgery("R1")
def a_step_of_another_seat(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "flip", "draw", "steal", "garnish", "stop"):
        yield changed(trace, index, seat=(trace[index]["seat"] + 1) % len(seats(trace)))


@forgery("R11")
def a_turn_beyond_the_limit(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "round_end", winner=None):
        seat = (trace[max(where(trace[:index], "turn"))]["seat"] + 1) % len(seats(trace))
        yield inserted(trace, index, {"event": "turn", "turn": trace[index]["turns"], "seat": seat})


@forgery("R11")
def a_round_broken_off(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "turn"):
        last = trace[max(where(trace[:index], "round"))]["round"]
        end = {"event": "round_end", "round": last, "winner": None, "turns": trace[index]["turn"]}
        yield inserted(trace, index, end)


@forgery("R11")
def a_stalled_round_that_is_won(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "round_end", winner=None):
        yield changed(trace, index, winner=0)


@forgery("R6")
def a_round_won_by_another(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "round_end"):
        winner = trace[index]["winner"]
        if winner is not None:
            yield changed(trace, index, winner=(winner + 1) % len(seats(trace)))
            yield changed(trace, index, winner=None)


@forgery("R6")
def turns_of_a_round_miscounted(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "garnish"):
        yield changed(trace, index + 1, turns=trace[index + 1]["turns"] + 1)


@forgery("R6")
def a_won_round_that_does_not_end(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "garnish"):
        yield without(trace, index + 1)
        yield inserted(trace, index + 1, {"event": "stop", "seat": trace[index]["seat"]})


# The end --------------------------------------------------------------------------------------------------------------


@forgery("R10")
def another_reason(trace: Trace) -> Iterator[Trace]:
    for reason in {"rounds", "tiebreak", "drawn"} - {trace[-1]["reason"]}:
        yield changed(trace, len(trace) - 1, reason=reason)


@forgery("R10")
def rounds_or_turns_miscounted(trace: Trace) -> Iterator[Trace]:
    yield changed(trace, len(trace) - 1, rounds=trace[-1]["rounds"] - 1)
    yield changed(trace, len(trace) - 1, turns=trace[-1]["turns"] + 1)


@forgery("rows")
def another_row_of_the_playout(trace: Trace) -> Iterator[Trace]:
    for column in trace[-1]["rows"]["games"]:
        yield rows_with(trace, column, another)


@forgery("rows")
def garnish_cards_from_elsewhere(trace: Trace) -> Iterator[Trace]:
    for seat in seats(trace):
        row = trace[-1]["rows"]["seats"][seat]
        for one in ("flipped", "seen", "zuckerbaecker", "stolen"):
            if row[f"points_{one}"]:
                other = "seen" if one != "seen" else "flipped"
                less = rows_with(trace, f"points_{one}", lambda it: it - 1, seat)
                yield rows_with(less, f"points_{other}", lambda it: it + 1, seat)


@forgery("R10")
def something_after_the_end(trace: Trace) -> Iterator[Trace]:
    yield [*trace, trace[-1]]
    yield [*trace, trace[where(trace, "round")[0]]]


@forgery("R10")
def no_end(trace: Trace) -> Iterator[Trace]:
    yield trace[:-1]


@forgery("trace")
def a_field_gone(trace: Trace) -> Iterator[Trace]:
    for index, event in enumerate(trace):
        for field in list(event)[1:3]:
            kept = {key: value for key, value in event.items() if key != field}
            yield [*trace[:index], kept, *trace[index + 1 :]]


@forgery("trace")
def a_seat_that_is_not_there(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "flip", "take", "steal", "stop", "garnish"):
        for seat in (-1, len(seats(trace)), True):
            yield changed(trace, index, seat=seat)


@forgery("trace")
def a_wedge_without_a_name(trace: Trace) -> Iterator[Trace]:
    for index in where(trace, "flip", "take", "steal", "back"):
        yield changed(trace, index, wedge=7)
