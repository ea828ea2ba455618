"""Capacities, codes and constants that the records of the drafts share.

Kernels here take records of any game: what they read and write has the same field names in each.
"""

from __future__ import annotations

from enum import IntEnum
from typing import cast

import numpy as np

from balance.core.layout import Annotated, Ints

SEATS = 6
STATIONS = 8
INGREDIENTS = 8
TIERS = 6
DICE = 12  # of one kind
FACES = 12
AMOUNTS = 21  # a die's face is below it
SEAT_SOURCE = 16  # + seat: stream of a policy's own draws
SOURCES = SEAT_SOURCE + SEATS
REROLLS = 16  # stride of a roll's addresses; applications are limited below it
PAGE = 4096  # events a trace page holds; a longer playout is told page by page

JOKER = 0  # the face of an amount die that fills up

# Literal numbers in a call compile the called kernel anew for each value; these constants do not.
NONE = cast(int, np.int64(-1))
ZERO = cast(int, np.int64(0))
ONE_OPTION = cast(int, np.int64(1))
COIN = cast(int, np.int64(2))

# A take as one number: station | take | ingredient | ingredient spent; eight of each.
TAKES = 8
INGREDIENT_SHIFT = 3
TAKE_SHIFT = 6
STATION_SHIFT = 9
OPTION_BITS = 12

# Fixed point of the policies' shares: 1/total work, and worth for a unit of work.
PER_WORK_BITS = 30
RATE_BITS = 10


class Kind(IntEnum):
    """How a seat decides."""

    RANDOM = 0
    WEIGHTED = 1


class Trace:
    """One page of a playout's events; off in production, where nothing is counted or written."""

    is_on: int
    first: int  # number of the page's first event
    n_events: int  # events so far
    row: Annotated[Ints, PAGE, 8]
