"""Two played sides become a comparison: which cells belong together, in what they differ, what was measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from balance.commands.played_sides import PlayedSide
from balance.commands.sides import matched_cells
from balance.core.errors import RunError, UsageError

if TYPE_CHECKING:
    from balance.verdict.comparison import Comparison, SideFacts, Tier, Why
    from balance.verdict.differences import RuleDifference

Cells = tuple[str, str, str]
"""A pair of cells: its key, and the keys of its two cells."""


@dataclass(frozen=True, slots=True)
class _Contrast:
    """In what the pairs of cells differ.

    Args:
        whys: Why a pair shares no deals, by its key; empty if it does.
        rules: Differences of rules of each pair.
        line_ups: Of each pair and tier, those of who plays.
        identical: Keys of pairs that are one and the same on both sides, unless all are.
    """

    whys: dict[str, Why]
    rules: list[tuple[str, tuple[RuleDifference, ...]]]
    line_ups: list[tuple[str, tuple[RuleDifference, ...]]]
    identical: tuple[str, ...]


def compared(played: Sequence[tuple[PlayedSide, PlayedSide]]) -> Comparison:
    """Measure and compare both sides of every tier.

    Args:
        played: First and second side, once for each tier of play.

    Raises:
        UsageError: If the sides are of different games, or no cells belong together.
        RunError: If a chunk is damaged, or no playout is stored.
    """
    from balance.verdict.comparison import Comparison  # noqa: PLC0415  # heavy; completion needs it not
    from balance.verdict.differences import gathered  # noqa: PLC0415  # as above
    from balance.verdict.tiers import disagreements  # noqa: PLC0415  # as above

    a, b = played[0]
    if a.run.game.slug != b.run.game.slug:
        raise UsageError(f"{a.name} is of {a.run.game.slug}, {b.name} of {b.run.game.slug}: compare one game")
    cells = list(matched_cells(list(a.run.cells), list(b.run.cells)))
    contrast = _contrast(played, cells)
    tiers = [_tier(*pair, [cell for cell in cells if cell[0] not in contrast.identical]) for pair in played]
    n = min(min(a.run.cells[first].n, b.run.cells[second].n) for _, first, second in cells)
    swept = {cell["key"]: cell["settings"] for run in (a.run, b.run) for cell in run.manifest["cells"]}
    whys = contrast.whys
    return Comparison(
        game=a.run.game.slug,
        a=_side_facts(a, [first for _, first, _ in cells]),
        b=_side_facts(b, [second for _, _, second in cells]),
        n=n,
        why=next(why for why in ("players", "seed", "rotation", "other", "") if why in whys.values()),
        unpaired=tuple(key for key, why in whys.items() if why),
        identical=contrast.identical,
        rules=gathered(contrast.rules),
        line_ups=gathered(contrast.line_ups),
        settings={key: swept.get(key, {}) for key, _, _ in cells},
        tiers=tuple(tiers),
        disagreements=tuple(
            (tiers[0], other, found)
            for other in tiers[1:]
            for found in disagreements(tiers[0].changes, other.changes)
        ),
    )


def _contrast(played: Sequence[tuple[PlayedSide, PlayedSide]], cells: Sequence[Cells]) -> _Contrast:
    from balance.verdict.differences import rule_differences  # noqa: PLC0415  # as above
    from balance.verdict.lineups import line_up_differences  # noqa: PLC0415  # as above
    from balance.verdict.pairs import why_unpaired  # noqa: PLC0415  # as above

    a, b = played[0]
    whys = {key: why_unpaired(a.run, first, b.run, second) for key, first, second in cells}
    rules = [(key, rule_differences(a.rules(first), b.rules(second))) for key, first, second in cells]
    line_ups = [
        (key, line_up_differences(one.run.game, one.line_up(first), two.line_up(second)))
        for one, two in played
        for key, first, second in cells
    ]
    differing = {key for key, found in (*rules, *line_ups) if found or whys[key]}
    if not differing or a.run.manifest["versions"] != b.run.manifest["versions"]:
        differing = set(whys)  # measured all the same, to show whether anything came out differently
    return _Contrast(whys, rules, line_ups, tuple(key for key in whys if key not in differing))


def _tier(a: PlayedSide, b: PlayedSide, cells: Sequence[Cells]) -> Tier:
    from balance.metrics import specs  # noqa: PLC0415  # as above
    from balance.verdict.comparing import adjusted  # noqa: PLC0415  # as above
    from balance.verdict.comparison import Tier  # noqa: PLC0415  # as above
    from balance.verdict.pairs import cell_changes  # noqa: PLC0415  # as above

    measured = [
        cell_changes(key, specs(a.run.game), a.run, first, b.run, second) for key, first, second in cells
    ]
    found = [change for pair in measured for change in pair.changes]
    if not found:
        raise RunError("nothing was measured on both sides: there is nothing to compare")
    order = {spec.name: place for place, spec in enumerate(specs(a.run.game))}
    found.sort(key=lambda change: order.get(change.metric, -1))
    policies = [
        tuple(dict.fromkeys(name for key in used for name in side.run.cells[key].policies))
        for side, used in ((a, [cell[1] for cell in cells]), (b, [cell[2] for cell in cells]))
    ]
    return Tier(
        policies[0],
        policies[1],
        tuple(adjusted(found)),
        tuple(each for pair in measured for each in pair.one_sided),
    )


def _side_facts(side: PlayedSide, used: Sequence[str]) -> SideFacts:
    from balance.verdict.comparison import SideFacts  # noqa: PLC0415  # as above

    manifest, cells = side.run.manifest, side.run.cells
    return SideFacts(
        side.name,
        manifest["experiment"],
        manifest["seed"],
        manifest["versions"],
        games=tuple(cells[key].n for key in dict.fromkeys(used)),
        left_out=tuple(key for key in cells if key not in used),
        is_interrupted=bool(manifest["interrupted"]),
    )
