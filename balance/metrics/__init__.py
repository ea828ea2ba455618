"""Tables to estimates. Light to import: polars and scipy wait until something is measured."""

from balance.metrics.cell import (
    GENERIC,
    CellMeasures,
    Meter,
    measure_cell,
    records,
    specs,
    visible_drift,
    widest,
)
from balance.metrics.course import LENGTHS, MARGINS, SCORES
from balance.metrics.ladder import Ladder, ladder_of, ladder_records
from balance.metrics.pairing import Address, PairMeasures, common_chunks, deal_differences, measure_pair
from balance.metrics.seats import win_shares, win_shares_tally

__all__ = [
    "GENERIC",
    "LENGTHS",
    "MARGINS",
    "SCORES",
    "Address",
    "CellMeasures",
    "Ladder",
    "Meter",
    "PairMeasures",
    "common_chunks",
    "deal_differences",
    "ladder_of",
    "ladder_records",
    "measure_cell",
    "measure_pair",
    "records",
    "specs",
    "visible_drift",
    "widest",
    "win_shares",
    "win_shares_tally",
]
