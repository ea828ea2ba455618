"""The house itself: every game complete, every import through its door, nothing missing from what is installed."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from email.parser import Parser
from fnmatch import fnmatch
from pathlib import Path

import pytest

import balance
from balance.config import load_experiment
from balance.core.game import Game
from balance.core.layout import field_shapes
from balance.core.tables import GAME_COLUMNS, SEAT_COLUMNS, table_columns
from balance.games import GAMES

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "balance"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
CONTRACTS = PROJECT["tool"]["importlinter"]["contracts"]
CONFIGS = sorted((ROOT / "configs").glob("*/*.yaml"))
PAGES = sorted(
    [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *PACKAGE.glob("**/*.md")],
    key=lambda path: path.as_posix(),
)

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def files(folder: Path) -> set[str]:
    """Everything that belongs to the package below a folder, by path."""
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc"
    }


# Games ---------------------------------------------------------------------------------------------------------------


def test_every_game_folder_is_a_game() -> None:
    folders = {path.parent.name for path in PACKAGE.glob("games/*/__init__.py")} - {"draft"}
    assert {game.slug for game in GAMES} == folders
    assert all(game.package == f"balance.games.{game.slug}" for game in GAMES)


@pytest.mark.parametrize("slug", [game.slug for game in GAMES])
def test_a_game_is_complete(slug: str) -> None:
    folder = PACKAGE / "games" / slug
    wanted = (
        "RULES.md",
        "texts.yaml",
        "rules.py",
        "layout.py",
        "kernel.py",
        "policies.py",
        "metrics.py",
        "tracing.py",
        "telling.py",
    )
    assert [name for name in wanted if not (folder / name).is_file()] == []
    assert (ROOT / "configs" / slug / "printed.yaml").is_file()
    assert (ROOT / "configs" / slug / "gate.yaml").is_file()
    assert (ROOT / "configs" / slug / "gate.baseline.json").is_file()
    assert (ROOT / "configs" / "schema" / f"{slug}.json").is_file()


STALLING = {f"schwarzwaelder_kirsch/{name}.yaml" for name in ("players", "six")}
"""Configs whose question is what happens where wedges may not suffice: `check` warns of it."""


@pytest.mark.parametrize("path", CONFIGS, ids=[path.relative_to(ROOT).as_posix() for path in CONFIGS])
def test_a_shipped_config_is_clean(path: Path) -> None:
    experiment = load_experiment(str(path))
    asks_about_stalls = path.relative_to(ROOT / "configs").as_posix() in STALLING
    assert (experiment.warnings == ()) is not asks_about_stalls
    assert experiment.game.slug == path.parent.name
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert first == f"# yaml-language-server: $schema=../schema/{path.parent.name}.json"


# Names ---------------------------------------------------------------------------------------------------------------


def test_no_module_has_a_name_that_says_nothing_or_belongs_to_another_package() -> None:
    banned = {"cli", "util", "utils", "helper", "helpers", "manager", "base", "datasets"}
    names = {path.stem if path.is_file() else path.name for path in PACKAGE.rglob("*")}
    assert {"kernel", "chocolaterie"} <= names
    assert names & banned == set()


# Imports -------------------------------------------------------------------------------------------------------------

# For each contract the import that it is there to refuse; modules named `intruder` are made for it.
INTRUDERS = {
    "Rooms stand one above another; nothing imports upwards": ("core/intruder_up", "import balance.games"),
    "Whoever measures or reports cannot play": ("report/intruder_play", "import balance.engine.plan"),
    "Games know draft, never one another": (
        "games/intruder/__init__",
        "import balance.games.chocolaterie.moves",
    ),
    "numba: core.kernel": ("games/chocolaterie/intruder_numba", "import numba"),
    "click and rich: the commands": ("engine/intruder_click", "import click"),
    "joblib: engine.backends": ("engine/intruder_joblib", "import joblib"),
    "matplotlib, pillow and jinja2: the report": ("commands/intruder_jinja", "import jinja2"),
    "pydantic: where YAML comes in": ("games/chocolaterie/intruder_pydantic", "import pydantic"),
    "polars: tables are written by the engine and read by the metrics": (
        "report/intruder_polars",
        "import polars",
    ),
    "scipy: the statistics, on first use": ("metrics/intruder_scipy", "import scipy.special"),
    "yaml: configs and texts": ("commands/intruder_yaml", "import yaml"),
}


def lint(folder: Path) -> dict[str, bool]:
    """Whether each import contract is kept by the package in this folder."""
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from importlinter.cli import lint_imports_command as run; run()",
            "--no-cache",
        ],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.findall(r"^(.+) (KEPT|BROKEN)(?: \(.*\))?$", done.stdout, re.MULTILINE)
    assert found, done.stdout + done.stderr
    return {name.strip(): verdict == "KEPT" for name, verdict in found}


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the package that may be spoilt."""
    shutil.copytree(PACKAGE, tmp_path / "balance", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_imports_go_through_their_doors_and_each_contract_can_be_broken(copied: Path) -> None:
    names = {contract["name"] for contract in CONTRACTS}
    assert lint(copied) == dict.fromkeys(names, True)
    assert INTRUDERS.keys() == names
    for module, line in INTRUDERS.values():
        path = copied / "balance" / f"{module}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"{line}\n")
    assert lint(copied) == dict.fromkeys(names, False)


def test_a_room_that_nobody_gave_a_place_is_noticed(copied: Path) -> None:
    (copied / "balance" / "attic.py").write_text("")
    assert [name for name, kept in lint(copied).items() if not kept] == [CONTRACTS[0]["name"]]


# What is installed ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel as it is built from this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    return zipfile.ZipFile(next(folder.glob("*.whl")))


def test_the_wheel_has_every_file_of_the_package_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    packed = {name.removeprefix("balance/") for name in wheel.namelist() if name.startswith("balance/")}
    assert packed == files(PACKAGE)
    assert {"py.typed", "report/templates/index.html.j2", "report/texts/de.yaml"} <= packed
    assert all({f"games/{game.slug}/RULES.md", f"games/{game.slug}/texts.yaml"} <= packed for game in GAMES)
    others = {name.partition("/")[0] for name in wheel.namelist()} - {"balance"}
    assert others == {f"spielbalance-{balance.__version__}.dist-info"}


def test_the_wheel_is_called_spielbalance_and_brings_the_command(wheel: zipfile.ZipFile) -> None:
    info = f"spielbalance-{balance.__version__}.dist-info"
    about = Parser().parsestr(wheel.read(f"{info}/METADATA").decode())
    assert (about["Name"], about["License-Expression"], about["Requires-Python"]) == (
        "spielbalance",
        "MIT",
        ">=3.11",
    )
    scripts = configparser.ConfigParser()
    scripts.read_string(wheel.read(f"{info}/entry_points.txt").decode())
    assert dict(scripts["console_scripts"]) == {"balance": "balance.__main__:main"}


def test_what_is_tested_is_this_checkout() -> None:
    """Installed without -e, an old installation would pass tests that this checkout fails."""
    assert files(Path(balance.__file__).parent) == files(PACKAGE)
    installed = Path(balance.__file__).parent
    differing = [
        name for name in files(PACKAGE) if (installed / name).read_bytes() != (PACKAGE / name).read_bytes()
    ]
    assert differing == [], "install again: pip install '.[dev]'"


def test_versions_agree() -> None:
    assert PROJECT["project"]["version"] == balance.__version__
    newest = re.search(r"^## \[([^\]]+)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert newest is not None
    assert newest[1] == balance.__version__


# Pages ---------------------------------------------------------------------------------------------------------------


def anchor(heading: str) -> str:
    """The address of a heading, as GitHub makes it."""
    plain = re.sub(r"[^\w\- ]", "", heading.strip().lower())
    return plain.replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=[page.relative_to(ROOT).as_posix() for page in PAGES])
def test_links_lead_somewhere(page: Path) -> None:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    lost = []
    for link in LINK.findall(text):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, place = link.partition("#")
        target = page.parent / path if path else page
        places = {anchor(heading) for heading in HEADING.findall(target.read_text())} if place else {""}
        if not target.exists() or place not in places:
            lost.append(link)
    assert lost == []


def test_every_page_of_docs_is_linked_from_the_readme_or_another_page() -> None:
    linked = {
        (page.parent / link.partition("#")[0]).resolve()
        for page in PAGES
        for link in LINK.findall(page.read_text(encoding="utf-8"))
        if link.partition("#")[0]
    }
    assert [page.name for page in PAGES if "docs" in page.parts and page not in linked] == []


def described(page: str, heading: str) -> list[str]:
    """First cells of the table below a heading, without their marks."""
    _, _, below = page.partition(f"### {heading}\n")
    table = re.split(r"^##", below, maxsplit=1, flags=re.MULTILINE)[0]
    return re.findall(r"^\| `([^`]+)`", table, re.MULTILINE)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_column_is_described(game: Game) -> None:
    page = (ROOT / "docs" / "run-folder.md").read_text(encoding="utf-8")
    layout = game.module("layout")
    names = game.module("compiling").column_names(game.rules_model())
    for table, common, row in (
        ("games", GAME_COLUMNS, layout.GameRow),
        ("seats", SEAT_COLUMNS, layout.SeatRow),
    ):
        generic = described(page, f"`{table}`, of every game")
        assert generic == list(common)
        patterns = described(page, f"`{table}`, of {game.slug}")
        own = [column.name for column in table_columns(common, field_shapes(row), [names])][len(generic) :]
        found = {name: [p for p in patterns if fnmatch(name, p.replace("…", "*"))] for name in own}
        assert [name for name, fitting in found.items() if not fitting] == []
        assert [p for p in patterns if not any(p in fitting for fitting in found.values())] == []
