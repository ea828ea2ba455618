"""The names of everything a run folder holds that is ours; any other file in it belongs to somebody else."""

from __future__ import annotations

import os
import re
from pathlib import Path

from balance.core.errors import UsageError

MANIFEST, METRICS, PAGE = "manifest.json", "metrics.json", "index.html"
MARKDOWN, TABLE = "report.md", "metrics.csv"
SCENES = "scenes.json"
"""What is drawn of the playouts that the page shows, so that the page can be written again without playing."""
COMPARISON = "compare.json"
"""What a folder of a comparison holds instead of a manifest; its two runs are folders in it."""
TABLES = ("games", "seats")
PICTURES = "figures"
FIGURES = (
    "seats",
    "policies",
    "ladder",
    "scores",
    "score_means",
    "sources",
    "margin",
    "winners",
    "length",
    "ends",
    "probes",
)
"""Keys of the figures that every page can have; each is a picture of its name."""

OTHER_FIGURES = re.compile(r"changes|sweep-[a-z0-9_]+")
"""Keys of the figure of a comparison, and of those that a sweep has for each metric."""

_OWN = re.compile(r"own-[a-z][a-z0-9_]*")


def picture_name(key: str) -> str:
    """Name of a figure's picture without ending; a game's own figures are set apart from everybody else's files.

    Args:
        key: The figure's key.
    """
    return key if key in FIGURES or OTHER_FIGURES.fullmatch(key) else f"own-{key}"


TEMPORARY = ".tmp"
"""A file that is being written has this behind its name."""

CHUNK = re.compile(r"([0-9]{3,})-([0-9]{10,})-([0-9]{5,})-([0-9a-f]{16})-([0-9a-f]{8})\.parquet")
"""Cell, first playout, playouts, chunk key and digest of a table's file."""

_CUT = (TEMPORARY, ".part")  # the page and the pictures are written under the second


def is_ours(place: str, name: str) -> bool:
    """Whether a run or its report writes a file of this name, under whatever name it is while being written.

    Args:
        place: The folder within the run folder, empty for itself.
        name: The file's name.
    """
    for ending in _CUT:
        name = name.removesuffix(ending)
    if place in TABLES:
        return CHUNK.fullmatch(name) is not None
    if place == PICTURES:
        key = name.removesuffix(".png")
        return key != name and (picture_name(key) == key or _OWN.fullmatch(key) is not None)
    return not place and name in (MANIFEST, METRICS, PAGE, MARKDOWN, TABLE, SCENES)


def own_files(folder: Path, place: str = "", *, linked: bool = False) -> list[Path]:
    """Our files in a run folder or in a folder within it, by name; never a folder, whatever it is called.

    Args:
        folder: The run folder.
        place: As `is_ours` has it.
        linked: Also if the folder within is a link; what is behind it may be read, but is not ours to remove.
    """
    inside = folder / place
    if not inside.is_dir() or (place and inside.is_symlink() and not linked):
        return []
    return sorted(path for path in inside.iterdir() if is_ours(place, path.name) and path.is_file())


def is_whole(path: Path) -> bool:
    """Whether a file of ours has been written to its end."""
    return path.suffix not in _CUT


def check_places(folder: Path) -> None:
    """Refuse a folder in which something stands where a run and its report are going to write.

    Raises:
        UsageError: If there is such a thing, or what is there cannot be written.
    """
    for place in (*TABLES, PICTURES):
        path = folder / place
        if path.is_symlink():
            raise UsageError(f"{path} is a link, and balance writes into no folder but the run's own")
        if path.exists() and not path.is_dir():
            raise UsageError(f"{path} is a file, where a run needs a folder")
        if path.exists() and not os.access(path, os.R_OK | os.W_OK | os.X_OK):
            raise UsageError(f"{path} cannot be written")
    for name in (MANIFEST, METRICS, PAGE, MARKDOWN, TABLE, SCENES):
        if (folder / name).is_dir():
            raise UsageError(f"{folder / name} is a folder, where a run needs a file")
