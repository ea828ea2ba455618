"""The run folder: chunks of the two tables as Parquet files, and reading them back.

A chunk's file name says everything about it: `<cell>-<first>-<count>-<chunk key>-<digest>.parquet`. The
digest is that of the file's bytes, so that a file cut short by a killed machine is never taken for a chunk;
the key is that of everything the rows depend on, so that an edited kernel finds no chunk of its own.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import polars as pl

from balance.core.errors import RunError, UsageError
from balance.core.game import Game
from balance.core.metric import CellFacts
from balance.core.run_files import CHUNK, MANIFEST, TABLES, is_whole, own_files
from balance.engine.folder import read_manifest, write_whole
from balance.engine.manifest import SCHEMA_VERSION, is_edited
from balance.engine.plan import LARGEST_CHUNK, Chunk, stored_games

_DIGEST_LENGTH = 8


@dataclass(frozen=True, slots=True)
class _File:
    """A chunk file by its name.

    Args:
        path: Where it is.
        cell: Number of the cell.
        first: First playout.
        count: Playouts.
        key: Chunk key.
        digest: Digest of its bytes.
    """

    path: Path
    cell: int
    first: int
    count: int
    key: str
    digest: str

    def content(self) -> bytes | None:
        """Its bytes, None if they are not what was written."""
        content = self.path.read_bytes()
        return content if _digest(content) == self.digest else None


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:_DIGEST_LENGTH]


def _files(folder: Path, table: str) -> list[_File]:
    """All chunk files of a table, by cell, first playout and count."""
    found = []
    for path in own_files(folder, table, linked=True):
        if match := CHUNK.fullmatch(path.name):
            cell, first, count, key, digest = match.groups()
            found.append(_File(path, int(cell), int(first), int(count), key, digest))
    return found


_Pair = tuple[_File, _File]


def _pairs(folder: Path, keys: Sequence[str]) -> list[dict[int, _Pair]]:
    """For each cell its chunks' files in both tables by first playout; the larger where a start has two."""
    found: list[dict[int, _Pair]] = [{} for _ in keys]
    seats = {(file.cell, file.first, file.count, file.key): file for file in _files(folder, "seats")}
    for file in _files(folder, "games"):
        partner = seats.get((file.cell, file.first, file.count, file.key))
        if partner and file.cell < len(keys) and file.key == keys[file.cell]:
            found[file.cell][file.first] = (file, partner)
    return found


class Store:
    """The chunks of a run that is being written; the folder is claimed by its user.

    Args:
        folder: The run folder.
        keys: Chunk key of each cell.

    Attributes:
        stored: For each cell first playout → playouts of its chunks that are whole in both tables.
    """

    def __init__(self, folder: Path, keys: Sequence[str]) -> None:
        self._folder = folder
        self._keys = tuple(keys)
        self._all: dict[tuple[int, int], set[Path]] = {}  # by cell and first playout
        self._valid: dict[tuple[int, int], set[Path]] = {}
        self.stored: list[dict[int, int]] = [{} for _ in keys]
        for table in TABLES:
            (folder / table).mkdir(exist_ok=True)
            for path in own_files(folder, table):
                if not is_whole(path):
                    path.unlink()
        for table in TABLES:
            for file in _files(folder, table):
                self._all.setdefault((file.cell, file.first), set()).add(file.path)
        for cell, pairs in enumerate(_pairs(folder, keys)):
            for first, pair in pairs.items():
                if all(file.content() is not None for file in pair):
                    self.stored[cell][first] = pair[0].count
                    self._valid[cell, first] = {file.path for file in pair}

    def save(self, chunk: Chunk, frames: Mapping[str, pl.DataFrame]) -> None:
        """Write a chunk's tables, then remove what stood in its place.

        Raises:
            OSError: If it cannot be written.
        """
        place = (chunk.cell, chunk.first)
        written = set()
        for table in TABLES:
            content = _parquet(frames[table])
            key = self._keys[chunk.cell]
            name = f"{chunk.cell:03d}-{chunk.first:010d}-{chunk.count:05d}-{key}-{_digest(content)}.parquet"
            path = self._folder / table / name
            write_whole(path, content)
            written.add(path)
        for path in self._all.get(place, set()) - written:
            path.unlink()
        self._all[place] = self._valid[place] = written
        self.stored[chunk.cell][chunk.first] = chunk.count

    def remove_stale(self) -> None:
        """Remove chunks that belong to nothing any more: damaged, replaced, or of an edited kernel."""
        for place, paths in self._all.items():
            for path in paths - self._valid.get(place, set()):
                path.unlink()
        self._all = dict(self._valid)

    def write_manifest(self, manifest: Mapping[str, Any]) -> None:
        """Replace the manifest."""
        write_whole(self._folder / MANIFEST, json_bytes(manifest))


def _parquet(frame: pl.DataFrame) -> bytes:
    """The same bytes for the same rows: one row group, no time, one fast compression.

    polars gives up its query at every Ctrl-C, also at the first, which only asks for an end. It writes once more then:
    whoever listens for the signal hears of it too, and raises by himself if it is to end us.
    """
    try:
        return _written(frame)
    except KeyboardInterrupt:
        return _written(frame)


def _written(frame: pl.DataFrame) -> bytes:
    content = io.BytesIO()
    frame.rechunk().write_parquet(
        content,
        compression="zstd",
        compression_level=1,
        statistics=False,
        row_group_size=max(1, frame.height),
    )
    return content.getvalue()


def json_bytes(value: Any) -> bytes:
    """A JSON document for a file: readable, the same for equal values, no NaN."""
    return (json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n").encode()


@dataclass(frozen=True, slots=True)
class Run:
    """A stored run, read only.

    Args:
        folder: The run folder.
        manifest: Its manifest; `games` of each cell is what is really there, and `interrupted` whether any lacks.
        game: The game.
        cells: What is known about each cell with its playouts counted, by key, in order.
        lost: Playouts that each cell once had, for those that have fewer now.
    """

    folder: Path
    manifest: dict[str, Any]
    game: Game
    cells: Mapping[str, CellFacts]
    lost: Mapping[str, int]
    _files: Mapping[str, Sequence[_Pair]]

    def chunks(self, cell: str) -> Iterator[tuple[pl.DataFrame, pl.DataFrame]]:
        """The tables `games` and `seats` of a cell in playout order, as many playouts at a time as a large chunk has.

        The small chunks at the beginning of a run come together: whoever counts them pays for each time he is asked.

        Raises:
            RunError: If a file is damaged.
        """
        for _, pairs in groupby(self._files[cell], key=lambda pair: pair[0].first // LARGEST_CHUNK):
            games, seats = zip(*pairs, strict=True)
            yield _read(*games), _read(*seats)

    def scans(self, cell: str, most: int | None = None) -> tuple[pl.LazyFrame, pl.LazyFrame]:
        """The tables `games` and `seats` of a cell that has playouts, lazily and with digests unchecked.

        Args:
            cell: Its key.
            most: About so many playouts from the first on, or all.
        """
        pairs = [pair for pair in self._files[cell] if most is None or pair[0].first < most]
        return pl.scan_parquet([games.path for games, _ in pairs]), pl.scan_parquet(
            [seats.path for _, seats in pairs]
        )

    def rows(self, cell: str, playout: int) -> tuple[dict[str, Any], list[dict[str, Any]]] | None:
        """A playout's row of `games` and its rows of `seats` as plain values; None if it is not stored.

        Raises:
            RunError: If a file is damaged.
        """
        for games, seats in self._files[cell]:
            if games.first <= playout < games.first + games.count:
                row, others = (_read(file).filter(pl.col("playout") == playout) for file in (games, seats))
                return row.to_dicts()[0], others.to_dicts()
        return None


def open_run(folder: Path, games: Sequence[Game]) -> Run:
    """Open a run folder.

    Args:
        folder: The run folder.
        games: The games that are known.

    Raises:
        UsageError: If it is no run folder, or of a game or version that is not known.
    """
    manifest = read_manifest(folder)
    if manifest["schema_version"] != SCHEMA_VERSION:
        raise UsageError(
            f"{folder} has schema {manifest['schema_version']}, not {SCHEMA_VERSION}: run it again"
        )
    game = next((game for game in games if game.slug == manifest["game"]), None)
    if game is None:
        raise UsageError(f"{folder} is a run of '{manifest['game']}', a game this version does not know")
    if is_edited(manifest):
        raise UsageError(f"{folder / MANIFEST} was changed after balance wrote it: run it again")
    recorded = {cell["key"]: cell["games"] for cell in manifest["cells"]}
    pairs = [
        _without_gap(found) for found in _pairs(folder, [cell["chunk_key"] for cell in manifest["cells"]])
    ]
    cells = {}
    for cell, found in zip(manifest["cells"], pairs, strict=True):
        cell["games"] = sum(games.count for games, _ in found)
        cells[cell["key"]] = _facts(folder, game, cell)
    lost = {key: n for key, n in recorded.items() if cells[key].n < n}
    manifest["interrupted"] |= bool(lost)
    return Run(folder, manifest, game, cells, lost, dict(zip(cells, pairs, strict=True)))


def _without_gap(pairs: Mapping[int, _Pair]) -> list[_Pair]:
    """The chunks from playout 0 on."""
    total = stored_games({first: games.count for first, (games, _) in pairs.items()})
    return [pairs[first] for first in sorted(pairs) if first < total]


def _facts(folder: Path, game: Game, cell: Mapping[str, Any]) -> CellFacts:
    try:
        rules = game.rules_model.model_validate_json(json.dumps(cell["rules"]))
    except ValueError as error:
        raise UsageError(f"{folder} was written for other rules of {game.slug}: run it again") from error
    if rules.players != cell["n_seats"]:
        raise UsageError(f"{folder / MANIFEST} was changed after balance wrote it: run it again")
    return CellFacts(
        key=cell["key"],
        n_seats=cell["n_seats"],
        n=cell["games"],
        policies=tuple(cell["policies"]),
        rotate=cell["rotate"],
        rules=rules,
        end_reasons=game.end_reasons,
    )


def _read(*files: _File) -> pl.DataFrame:
    """The rows of files one after the other."""
    frames = [_frame(file) for file in files]
    return frames[0] if len(frames) == 1 else pl.concat(frames)


def _frame(file: _File) -> pl.DataFrame:
    try:
        content = file.content()
        if content is not None:
            return pl.read_parquet(io.BytesIO(content))
        problem = "is damaged"
    except (OSError, pl.exceptions.PolarsError) as error:
        problem = f"cannot be read ({error})"
    raise RunError(f"{file.path} {problem}: run the same experiment again, damaged chunks are played anew")
