"""Comparisons that were never played: changes of every metric of a game."""

from balance.metrics import specs
from balance.stats.estimate import Estimate
from balance.verdict.comparing import LIFT, Change, adjusted
from balance.verdict.comparison import Comparison, SideFacts, Tier


def estimate(value, method="t"):
    half = 1 if method == "ranks" else 0.001
    return Estimate(value, value - half, value + half, 2000, 0.95, method)


def change(metric, unit, *, seat=None, item=None, cell="base", a=0.2, b=0.3, method="t"):
    half = abs(b - a) / 3
    return Change(
        *(metric, unit, cell, seat, item, estimate(a, method), estimate(b, method), b - a - half),
        *(b - a + half, 1e-9, 1e-9, half, 2.0, 1.0, "paired_t"),
    )


def changes_of(game, cell="base"):
    """One of every metric, some with a seat or an item, the first the largest."""
    found = [change(LIFT, "w", seat=0, cell=cell)]
    items = (None, "q05", "q75@2", "x@round5")
    for place, spec in enumerate(spec for spec in specs(game) if spec.unit != "p"):
        item = "q50" if spec.name in ("score", "margin", "length") else items[place % 4]
        seat = 1 if place % 5 == 0 else None
        found.append(change(spec.name, spec.unit, seat=seat, item=item, cell=cell, b=0.9 - place / 100))
    return found


def comparison(game, cells=("base",), tiers=1):
    found = adjusted([each for cell in cells for each in changes_of(game, cell)])
    side = SideFacts("x.yaml", "01234567", 1, {"rules": 1, "sources": ""}, (2000,))
    played = tuple(Tier((f"bot{n}",), (f"bot{n}",), tuple(found)) for n in range(tiers))
    settings = {cell: {"rules.players": place} for place, cell in enumerate(cells)}
    return Comparison(game.slug, side, side, 2000, "", (), (), (), (), settings, played)
