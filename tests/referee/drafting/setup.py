"""Checks what is in the set-up of both drafts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from objections import same

from .box import CLOCKS, rolls, scaled_needs
from .record import Record

Rules = Mapping[str, Any]
Setup = Mapping[str, Any]


def check_setup(
    record: Record,
    rules: Rules | None,
    rule_of: Mapping[str, str],
    expected: Callable[[Rules], Mapping[str, Any]],
    check_whole: Callable[[Setup], None],
) -> Setup:
    """Read `setup` and object to what is wrong with it.

    Args:
        record: A trace of which nothing has been read.
        rules: As `judge` has them.
        rule_of: Part of the set-up to the rule that it stands for.
        expected: From `rules:` to the variant's part of the set-up.
        check_whole: Objects to what does not fit in this game's set-up.

    Raises:
        BrokenOffError: If nothing can be played with it.
    """

    def check_all(setup: Setup) -> None:
        _check_shared(record, setup)
        check_whole(setup)

    right = None if rules is None else partial(expected, rules)
    setup = record.check_setup(record.words.game, rule_of, "R3", check_all, right)
    record.limits = {"seat": setup["n_seats"], "station": len(setup["stations"])}
    return setup


def _check_shared(record: Record, setup: Setup) -> None:
    words, clock = record.words, setup["clock"]
    if isinstance(clock, str) and clock not in CLOCKS:
        record.object(words.clock, f"no clock {clock!r}")
    else:
        right = rolls(clock, setup["n_seats"])
        record.want(same(right, setup["rolls"]), words.clock, f"{setup['rolls']} rolls, not {right}")
    for tier in setup["stations"]:
        record.want(tier in setup["tiers"], "Ziel", f"no tier {tier!r}")
    for name, part in setup[words.things].items():
        record.want(part["tier"] in setup["tiers"], "Ziel", f"no tier {part['tier']!r}")
        for ingredient in part["recipe"]:
            record.want(ingredient in setup["ingredients"], "A1", f"no ingredient {ingredient!r}")
        needs = scaled_needs(part["recipe"], setup["amount_scale"])
        record.want(same(needs, part["needs"]), words.scaled, f"{name} needs {part['needs']}, not {needs}")


def check_dice(record: Record, setup: Setup, others: Mapping[str, Any]) -> None:
    """Object to faces that mean nothing.

    Args:
        record: The trace.
        setup: Its set-up.
        others: Kinds of dice that only this game has, to what may stand on them.
    """
    words = record.words
    workers = [worker for worker in setup["ingredients"].values() if worker]
    record.want(len(workers) == len(set(workers)), "Zug", f"a {words.worker} works on two ingredients")
    known = {"ingredient": list(setup["ingredients"]), words.worker: workers, **others}
    for kind in words.kinds:
        for face in setup["dice"][kind]["faces"]:
            fits = face == "joker" or type(face) is int if kind == "amount" else face in known[kind]
            record.want(fits, "Zug", f"{face!r} on a die for {kind}")
