"""Files as they come: missing, folders, binary, huge, other encodings, and files that extend one another."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from balance.config import Experiment, load_experiment
from balance.core.errors import ConfigErrors

HEAD = "version: 1\ngame: chocolaterie\n"


def said(file: str) -> str:
    with pytest.raises(ConfigErrors) as caught:
        load_experiment(file)
    return str(caught.value)


def test_missing_file_names_the_near_one(here: Path) -> None:
    (here / "players.yaml").write_text(HEAD)
    assert said("playrs.yaml") == "playrs.yaml: no such file\n       = did you mean 'players.yaml'?"
    assert said("far/away.yaml") == "far/away.yaml: no such file\n       = the folder 'far' does not exist"


def test_folder(here: Path) -> None:
    (here / "configs").mkdir()
    (here / "configs" / "a.yaml").write_text(HEAD)
    assert said("configs") == "configs: this is a folder, not a file\n       = configs in it: a.yaml"


def test_no_regular_file() -> None:
    assert said("/dev/zero") == "/dev/zero: this is no regular file"


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_unreadable_file(here: Path) -> None:
    (here / "x.yaml").write_text(HEAD)
    (here / "x.yaml").chmod(0)
    assert said("x.yaml") == "x.yaml: the file cannot be read: Permission denied"


def test_names_that_are_none() -> None:
    assert said("a\0b").startswith("a\0b: the file cannot be read")
    assert "cannot be read" in said("x" * 5000)


def test_links_that_go_round(here: Path) -> None:
    (here / "x.yaml").symlink_to("y.yaml")
    (here / "y.yaml").symlink_to("x.yaml")
    assert said("x.yaml") == "x.yaml: the file cannot be read: Too many levels of symbolic links"


def test_binary_file(here: Path) -> None:
    (here / "x.yaml").write_bytes(b"\x89PNG\0\0\0")
    assert said("x.yaml") == "x.yaml: the file is binary, not a YAML text"


def test_huge_file_is_not_read(here: Path) -> None:
    with (here / "x.yaml").open("wb") as stream:
        stream.truncate(50_000_000)
    start = time.perf_counter()
    assert said("x.yaml") == "x.yaml: the file has 50.0 MB; a config may have 1 MB"
    assert time.perf_counter() - start < 1


def test_byte_order_mark_is_no_fault(here: Path) -> None:
    (here / "x.yaml").write_bytes(b"\xef\xbb\xbf" + HEAD.encode() + b"clok: 1\r\n")
    assert said("x.yaml").startswith("x.yaml:3:1: unknown key 'clok'")


def test_utf16(here: Path) -> None:
    (here / "x.yaml").write_bytes(HEAD.encode("utf-16"))
    assert said("x.yaml") == "x.yaml: the file is UTF-16\n       = save it as UTF-8"


def test_latin1_is_shown_at_its_byte(here: Path) -> None:
    (here / "x.yaml").write_bytes(HEAD.encode() + "title: Trüffel\n".encode("latin-1"))
    assert said("x.yaml") == (
        "x.yaml:3:10: byte 0xFC is not UTF-8\n"
        "     3 | title: Trüffel\n"
        "       |          ^\n"
        "       = save the file as UTF-8; it looks like Windows-1252 (Latin-1)"
    )


def test_windows_line_ends_and_tabs_keep_the_caret_right(here: Path) -> None:
    (here / "x.yaml").write_bytes(HEAD.encode() + b"title: {de: 'a\tb', fr: c}\r\n")
    assert said("x.yaml") == (
        "x.yaml:3:8: title must be a text, or {de: …, en: …}, not a map of keys\n"
        "     3 | title: {de: 'a b', fr: c}\n"
        "       |        ^^^^^^^^^^^^^^^^^^"
    )


def write(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        (folder / f"{name}.yaml").write_text(text)


def test_extends_is_laid_in_order_then_the_file(here: Path) -> None:
    (here / "sub").mkdir()
    write(here / "sub", a=HEAD + "rules: {refinement: 3, joker: 3, specials: [chili, vanille]}\n")
    write(here, b="rules: {joker: 4, specials: [minze]}\n")
    write(here, x="extends: [sub/a.yaml, b.yaml]\nrules: {dice: {special: 0}, varieties: {nougat: null}}\n")
    write(here, y="extends: x.yaml\nrules: {varieties: {trueffel: {needs: {milch: null}, special: null}}}\n")
    write(here, z=HEAD + "rules: {dice: {special: 0}, specials: [minze]}\n")
    with pytest.raises(ConfigErrors):  # varieties want specials that are gone: the layers arrived
        load_experiment("y.yaml")
    write(here, b="rules: {joker: 4}\n")
    experiment = load_experiment(
        "y.yaml", sets=["rules.specials=[vanille, chili, meersalz, karamell, minze, kaffee]"]
    )
    rules = experiment.cells[0].rules
    assert (rules.refinement, rules.joker) == (3, 4)
    assert "nougat" not in rules.varieties
    assert rules.varieties["trueffel"].needs == {"kakaobohnen": 4, "kakaobutter": 4}
    assert rules.varieties["trueffel"].special is None
    places = {key: experiment.values[key][1].place for key in experiment.values}
    assert places["rules.refinement"] == f"{Path('sub/a.yaml')}:3"
    assert places["rules.joker"] == "b.yaml:1"
    assert places["rules.dice.special.4"] == "x.yaml:2"
    assert places["rules.varieties.trueffel.special"] == "y.yaml:2"
    assert places["rules.specials"] == "-s"
    assert places["rules.players"] == "default"


def test_null_takes_back_what_a_parent_said(here: Path) -> None:
    write(here, a=HEAD + "title: A\nrules: {refinement: 3}\nvary: {rules.players: [2, 4]}\nrun: {games: 5}\n")
    write(here, x="extends: a.yaml\ntitle: null\nvary: null\nrules: {refinement: null}\nrun: {games: ~}\n")
    experiment = load_experiment("x.yaml")
    assert experiment.title["de"] == "x"
    assert [cell.key for cell in experiment.cells] == ["base"]
    assert experiment.cells[0].rules.refinement == 2
    assert experiment.games == 20_000


def test_a_section_with_only_comments_says_nothing(here: Path) -> None:
    write(here, a=HEAD + "rules: {refinement: 3}\n")
    write(here, x="extends: a.yaml\nrules:\n#  refinement: 9\n")
    assert load_experiment("x.yaml").cells[0].rules.refinement == 3


def test_errors_point_into_the_right_file(here: Path) -> None:
    write(here, a=HEAD + "rules: {clok: 3}\n")
    write(here, x="extends: a.yaml\nrules: {uhr: 3}\n")
    heads = [line for line in said("x.yaml").splitlines() if "unknown" in line]
    assert heads == ["a.yaml:3:9: unknown key 'clok'", "x.yaml:2:9: unknown key 'uhr'"]


def test_all_parents_of_a_family_may_be_broken(here: Path) -> None:
    write(here, a="a: 1\na: 2\n", b="- 1\n")
    write(here, x="extends: [a.yaml, b.yaml, c.yaml]\n")
    heads = [line for line in said("x.yaml").splitlines() if line.startswith(("a.", "b.", "x."))]
    assert heads == [
        "a.yaml:2:1: the key 'a' stands here twice",
        "b.yaml:1:1: a config is a map of keys, not a list",
        "x.yaml:1:27: cannot extend 'c.yaml': no such file",
    ]


def test_missing_parent(here: Path) -> None:
    write(here, printed=HEAD, x=HEAD + "extends: printd.yaml\n")
    assert said("x.yaml") == (
        "x.yaml:3:10: cannot extend 'printd.yaml': no such file\n"
        "     3 | extends: printd.yaml\n"
        "       |          ^^^^^^^^^^^\n"
        "       = did you mean 'printed.yaml'?"
    )


@pytest.mark.parametrize("value", ["3", "{a: b}", "[a.yaml, 3]", "[null]", "[a.yaml, ~]", "''"])
def test_extends_takes_paths(here: Path, value: str) -> None:
    write(here, a="", x=HEAD + f"extends: {value}\n")
    assert "extends must be a path or a list of paths" in said("x.yaml")


def test_circles(here: Path) -> None:
    write(
        here, a="extends: b.yaml\n", b="extends: [c.yaml]\n", c="extends: ./a.yaml\n", x="extends: x.yaml\n"
    )
    assert said("x.yaml").startswith("x.yaml:1:10: extends goes round in a circle: x.yaml → x.yaml\n")
    assert said("a.yaml").startswith(
        "c.yaml:1:10: extends goes round in a circle: a.yaml → b.yaml → c.yaml → a.yaml\n"
    )


def test_a_parent_of_two_parents_is_no_circle(here: Path) -> None:
    write(here, a=HEAD + "rules: {refinement: 3}\n", b="extends: a.yaml\n", c="extends: a.yaml\n")
    write(here, x="extends: [b.yaml, c.yaml]\n")
    assert load_experiment("x.yaml").cells[0].rules.refinement == 3


def test_a_family_that_doubles_is_refused(here: Path) -> None:
    for number in range(20):
        write(here, **{f"f{number}": f"extends: [f{number + 1}.yaml, f{number + 1}.yaml]\n"})
    write(here, f20=HEAD)
    start = time.perf_counter()
    assert "more than 50 files extend one another" in said("f0.yaml")
    assert time.perf_counter() - start < 5


def test_extends_cannot_be_set(load: Callable[..., Experiment]) -> None:
    with pytest.raises(ConfigErrors, match="extends can only stand in a file"):
        load(sets=["extends=a.yaml"])


@pytest.mark.parametrize("value", ["0", "-5", "1e30", '"20_000"', "yes", "{}"])
@pytest.mark.parametrize("flags", [{"games": 100}, {"sets": ("run.games=100",)}])
def test_what_a_flag_puts_its_value_over_must_be_right_all_the_same(
    here: Path, value: str, flags: dict[str, Any]
) -> None:
    write(here, x=HEAD + f"run: {{games: {value}}}\n")
    with pytest.raises(ConfigErrors) as caught:
        load_experiment("x.yaml", **flags)
    (error,) = caught.value.errors
    assert (error.file, error.key) == ("x.yaml", "run.games")


def test_what_a_flag_does_not_touch_may_fit_only_with_it(here: Path) -> None:
    write(here, x=HEAD + "run: {games: 20000, max_games: 500, precision: 5pp}\n")
    assert load_experiment("x.yaml", games=100).games == 100


@pytest.mark.skipif(os.name == "nt", reason="a folder in use cannot be removed there")
def test_a_working_folder_that_is_gone_has_no_file(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "gone").mkdir()
    monkeypatch.chdir(here / "gone")
    (here / "gone").rmdir()
    with pytest.raises(ConfigErrors, match="no such file"):
        load_experiment("x.yaml")
