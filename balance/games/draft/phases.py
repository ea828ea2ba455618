"""What a draft counts phase by phase: a phase is a sixth of the clock. Names only, for records and metrics."""

from __future__ import annotations

from enum import IntEnum

PHASES = 6
THOUSANDTHS = 1000
"""Shares of a playout are counted in these."""


class Decision(IntEnum):
    """What is counted in each phase; the names are columns of `games`, with the phase behind them."""

    PAIR = 0  # without a joker
    JOKER = 1
    DEVICE = 2
    SPECIAL = 3
    PASS = 4
    REROLL = 5
    HIRE = 6


DECISIONS = len(Decision)


def course_columns() -> dict[str, tuple[str, ...]]:
    """Column names of the sub-array fields of a playout's row."""
    return {
        "course": tuple(
            f"{decision.name.lower()}_{phase + 1}" for phase in range(PHASES) for decision in Decision
        ),
        "lead": tuple(f"lead_{phase + 1}" for phase in range(PHASES)),
    }
