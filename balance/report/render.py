"""Writes a report: one self-contained page, and its figures as pictures beside it."""

from __future__ import annotations

import logging
import os
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from jinja2 import Environment, PackageLoader, StrictUndefined

logging.getLogger("matplotlib").setLevel(logging.ERROR)  # before the import: it chats about its font cache

import matplotlib  # noqa: E402
import numpy as np  # noqa: E402
from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: E402
from PIL import Image  # noqa: E402

from balance.core.picture import Picture  # noqa: E402
from balance.core.run_files import PAGE, PICTURES, own_files, picture_name  # noqa: E402
from balance.report.canvas import STYLE  # noqa: E402
from balance.report.entries import FigureBlock, Table  # noqa: E402
from balance.report.figures import panel_figure, sheet_figure  # noqa: E402
from balance.report.looks import Looks  # noqa: E402
from balance.report.numbers import MINUS, UNKNOWN, plain  # noqa: E402
from balance.report.palette import THEMES  # noqa: E402
from balance.report.picture_svg import picture_svg  # noqa: E402
from balance.report.svg import inline_svg  # noqa: E402

__all__ = ["PAGE", "PageModel", "column_classes", "columns_for", "page_html", "sides", "write"]

_PICTURE_SCALE = 2  # pixels a unit, for sharp screens and print
_PACKED = 4  # what more would save costs as much time as all drawing
_ACROSS = {1: 1, 2: 2, 3: 3, 4: 2, 5: 3, 6: 3}
_MOST_ACROSS = 4
_LISTED = re.compile(r"[^\W\d_], ")
_LONG_CELL = 36  # a longer text may be broken


class PageModel(Protocol):
    """What a page needs to be written: the report of a run, or a comparison."""

    @property
    def template(self) -> str:
        """Its template in `templates/`."""

    @property
    def texts(self) -> Mapping[str, Any]:
        """Fixed texts of its language."""

    @property
    def drawn(self) -> tuple[FigureBlock, ...]:
        """All figures of the page, in order."""

    @property
    def pictured(self) -> tuple[FigureBlock, ...]:
        """Those among them that are also written as pictures, in order."""

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """What games draw of their playouts."""


def columns_for(n_panels: int) -> int:
    """Panels side by side on a wide sheet or screen."""
    return _ACROSS.get(n_panels, _MOST_ACROSS)


def write(model: PageModel, folder: str | Path, *, page: bool = True, pictures: bool = True) -> None:
    """Write `index.html` and `figures/*.png`; pictures of an earlier report are removed.

    Args:
        model: What the page says.
        folder: The run's folder; it is made if it does not exist.
        page: Whether the page is written.
        pictures: Whether the pictures are.

    Raises:
        OSError: The folder cannot be written.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with _drawing():
        html = page_html(model) if page else ""
        if pictures:
            _write_pictures(model, folder)
    if page:
        _replace(folder / PAGE, html.encode())


def _write_pictures(model: PageModel, folder: Path) -> None:
    place = folder / PICTURES
    place.mkdir(exist_ok=True)
    written = {f"{picture_name(block.key)}.png" for block in model.pictured if block.panels}
    is_numbered = len(model.pictured) > 1
    with ThreadPoolExecutor(1) as other:  # packs a picture while the next one is drawn; packing holds no GIL
        packing: Future[None] | None = None
        for number, block in enumerate(model.pictured, 1):
            if block.panels:
                pixels = _sheet(block, f"{number}. {block.title}" if is_numbered else block.title)
                if packing is not None:
                    packing.result()
                packing = other.submit(_pack, pixels, place / f"{picture_name(block.key)}.png")
        if packing is not None:
            packing.result()
    for old in own_files(folder, PICTURES):
        if old.name not in written:
            old.unlink()


def page_html(model: PageModel) -> str:
    """The page; every text of the model is escaped here, by the template or by the XML writer."""
    environment = Environment(
        loader=PackageLoader("balance.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(columns_for=columns_for, column_classes=column_classes, themes=THEMES)
    template = environment.get_template(model.template)
    looks = Looks()
    with _drawing():
        drawn = {block.key: _panels(block, looks) for block in model.drawn}
    seen = {id(picture): picture_svg(picture, looks) for picture in model.pictures}
    environment.globals["svg"] = lambda picture: seen[id(picture)]
    return template.render(model=model, t=model.texts, drawn=drawn, looks=looks.sheet)


def sides(table: Table) -> list[str]:
    """Class of each column: numbers stand right, so that their digits are below one another."""
    columns = list(zip(*table.rows, strict=True)) or [() for _ in table.head]
    return [_side(column) if index else "" for index, column in enumerate(columns)]


def column_classes(table: Table) -> tuple[str, list[str]]:
    """Class of a whole table, `n` if most of its columns are numbers, and of each column that stands otherwise."""
    first, *others = sides(table)
    usual = "n" if 2 * others.count("n") > len(others) else ""
    return usual, [first, *("" if side == usual else side or "t" for side in others)]


def _side(column: Sequence[str]) -> str:
    if all(_is_number(cell) for cell in column):
        return "n"
    return "words" if any(len(cell) > _LONG_CELL for cell in column) else ""


def _is_number(cell: str) -> bool:
    """Whether it is one number, with its unit or without; `1 point, 2 cards` are words."""
    starts = not cell or cell[0].isdigit() or cell[0] in f"{MINUS}{UNKNOWN}∞<+"
    return starts and not _LISTED.search(cell)


def _panels(block: FigureBlock, looks: Looks) -> list[tuple[str, str]]:
    """Title and SVG of each panel."""
    found = []
    for index, panel in enumerate(block.panels):
        figure = panel_figure(panel.drawing)
        label = f"{block.title}: {panel.title}" if panel.title else block.title
        found.append((panel.title, inline_svg(figure, f"{block.key}-{index}-", label, looks)))
    return found


def _sheet(block: FigureBlock, heading: str) -> Any:
    """The pixels of a block's picture, shape (height, width, 3): its ground is opaque."""
    across = columns_for(len(block.panels))
    figure = sheet_figure(plain(heading), block.panels, across, plain(block.caption))
    figure.set_dpi(72 * _PICTURE_SCALE)
    canvas: Any = FigureCanvasAgg(figure)  # the library has no types for it
    canvas.draw()
    return np.ascontiguousarray(np.asarray(canvas.buffer_rgba())[..., :3])


def _pack(pixels: Any, path: Path) -> None:
    temporary = path.with_suffix(".png.part")
    dpi = 72.0 * _PICTURE_SCALE
    Image.fromarray(pixels).save(temporary, "png", dpi=(dpi, dpi), compress_level=_PACKED)
    temporary.replace(path)


def _replace(path: Path, content: bytes) -> None:
    """Write under a temporary name and rename, so that nobody sees half a page."""
    temporary = path.with_name(path.name + ".part")
    with temporary.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


@contextmanager
def _drawing() -> Iterator[None]:
    """The library's own defaults and our style, whatever the user's matplotlibrc says.

    Signs it has no picture for are still text in the page, so its warning about them is none.
    """
    with matplotlib.rc_context(), warnings.catch_warnings():
        matplotlib.rcdefaults()
        for key, value in STYLE.items():
            matplotlib.rcParams[key] = value
        warnings.filterwarnings("ignore", message="Glyph .* missing from", category=UserWarning)
        yield
