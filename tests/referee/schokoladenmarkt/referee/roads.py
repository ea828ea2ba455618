"""The longest road, found by growing all ways at once; and who holds it (R17)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

Corner = int | tuple[int, int]


def longest(roads: Sequence[tuple[int, int]], foreign: Collection[int]) -> int:
    """Most roads of a way that uses none twice and does not go on through a foreign building.

    At a foreign building each road gets an end of its own, so that no way can go through. Then all ways of one road are
    made longer by a road as long as any can be; those that have used the same roads and end at the same place are one.

    Args:
        roads: Roads of a player: both corners of each.
        foreign: Corners with buildings of others.
    """
    ends: list[tuple[Corner, Corner]] = [
        (_end(one, number, foreign), _end(other, number, foreign))
        for number, (one, other) in enumerate(roads)
    ]
    at: dict[Corner, list[tuple[int, Corner]]] = {}
    for number, (one, other) in enumerate(ends):
        at.setdefault(one, []).append((1 << number, other))
        at.setdefault(other, []).append((1 << number, one))
    ways = {(0, corner) for corner in at}
    length = -1
    while ways:
        length += 1
        ways = {(used | road, there) for used, here in ways for road, there in at[here] if not used & road}
    return max(length, 0)


def _end(corner: int, road: int, foreign: Collection[int]) -> Corner:
    return (corner, road) if corner in foreign else corner


def holder(before: int | None, lengths: Mapping[int, int], least: int) -> int | None:
    """Who holds the longest road now.

    Args:
        before: Who held it until now.
        lengths: Roads of the longest road of each seat.
        least: Fewest roads of a longest road.
    """
    most = max(lengths.values())
    if most < least:
        return None
    if before is not None and lengths[before] == most:
        return before
    ahead = [seat for seat, length in lengths.items() if length == most]
    return ahead[0] if len(ahead) == 1 else None
