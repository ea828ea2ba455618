"""Small parts of the ground floor: suggestions, records, digests, names, the vocabulary of rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np
import pytest
from pydantic import ValidationError

from balance.core import sources
from balance.core.errors import RunError
from balance.core.layout import Ints, field_shapes, new_record, record
from balance.core.rulebook import Clock, Part, PerPlayers, for_players, rule
from balance.core.suggest import did_you_mean, key_name
from balance.core.texts import Names, game_names, prettified, read_texts


class TestSuggest:
    @pytest.mark.parametrize(
        ("text", "key"),
        [
            ("Trüffel", "trueffel"),
            ("Weiße Haselnuss", "weisse_haselnuss"),
            (" Öl-Maß ", "oel_mass"),
            ("a_b", "a_b"),
        ],
    )
    def test_display_names_become_keys(self, text: str, key: str) -> None:
        assert key_name(text) == key

    def test_the_nearest_known_word(self) -> None:
        assert did_you_mean("clok", ["clock", "packages"]) == "did you mean 'clock'?"
        assert did_you_mean("Trüfel", ["trueffel", "nougat"]) == "did you mean 'trueffel'?"

    def test_all_if_none_is_near_and_they_are_few(self) -> None:
        assert did_you_mean("xyz", ["clock", "packages"]) == "known: clock, packages"
        assert did_you_mean("xyz", [f"word{n}" for n in range(13)]) == ""
        assert did_you_mean("xyz", iter(())) == ""


class TestLayout:
    class Small:
        seat: int
        bars: Annotated[Ints, 2, 3]
        dice: Annotated[Ints, 4]

    def test_fields_become_a_record(self) -> None:
        assert field_shapes(self.Small) == {"seat": (), "bars": (2, 3), "dice": (4,)}
        dtype = record(self.Small)
        assert dtype.itemsize == 8 * (1 + 6 + 4)
        assert dtype.type is np.record
        one = new_record(dtype)
        one.bars[1, 2] = 7
        one.seat = 3
        assert one.tobytes() == np.array([3, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0]).tobytes()

    def test_a_field_must_not_hide_an_attribute(self) -> None:
        class Hides:
            size: int

        with pytest.raises(TypeError, match=r"Hides\.size"):
            record(Hides)


class TestSources:
    @pytest.fixture
    def package(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        for folder in ("core", "games"):
            (tmp_path / folder).mkdir()
            (tmp_path / folder / "a.py").write_text(folder)
        monkeypatch.setattr(sources, "PACKAGE", tmp_path)
        return tmp_path

    def test_every_byte_and_every_name_counts(self, package: Path) -> None:
        before = sources.source_digest()
        assert len(before) == 64
        (package / "core" / "a.py").write_text("core ")
        edited = sources.source_digest()
        (package / "core" / "a.py").rename(package / "core" / "b.py")
        renamed = sources.source_digest()
        (package / "core" / "new.py").touch()
        assert len({before, edited, renamed, sources.source_digest()}) == 4

    def test_only_the_folders_asked_for_count(self, package: Path) -> None:
        before = sources.source_digest("core"), sources.source_digest("core", "games")
        (package / "games" / "a.py").write_text("other")
        assert sources.source_digest("core") == before[0]
        assert sources.source_digest("core", "games") != before[1]
        assert sources.source_digest("core", "draft") == before[0]

    def test_text_that_moves_from_one_file_to_the_next_counts(self, package: Path) -> None:
        (package / "core" / "a.py").write_text("xy")
        (package / "core" / "b.py").write_text("z")
        before = sources.source_digest()
        (package / "core" / "a.py").write_text("x")
        (package / "core" / "b.py").write_text("yz")
        assert sources.source_digest() != before

    def test_what_is_no_source_does_not_count(self, package: Path) -> None:
        before = sources.source_digest()
        (package / "core" / "texts.yaml").write_text("x")
        assert sources.source_digest() == before


class TestTexts:
    NAMES = Names(
        {"nuesse": {"de": "Nüsse", "en": "Nuts"}},
        {"made_": {"de": "{} gemacht", "en": "{} made"}, "made_of_": {"de": "aus {}", "en": "of {}"}},
        {"clock": {"de": "die Zeit um ist", "en": "time is up"}},
    )

    def test_known_names_patterns_and_what_is_left(self) -> None:
        assert self.NAMES.name("nuesse", "de") == "Nüsse"
        assert self.NAMES.name("made_nuesse", "en") == "Nuts made"
        assert self.NAMES.name("made_of_nuesse", "de") == "aus Nüsse"
        assert self.NAMES.name("made_", "en") == "Made"
        assert self.NAMES.name("dunkle_nuss", "de") == "Dunkle nuss"

    def test_a_brace_in_a_designers_name_is_no_pattern(self) -> None:
        assert self.NAMES.name("made_{}", "en") == "{} made"

    def test_clauses(self) -> None:
        assert self.NAMES.clause("clock", "en") == "time is up"
        assert self.NAMES.clause("supply", "en") is None

    @pytest.mark.parametrize(("key", "name"), [("a__b", "A b"), ("___", "___"), ("", ""), ("X_y", "X y")])
    def test_prettified_is_never_empty_for_a_key_that_is_not(self, key: str, name: str) -> None:
        assert prettified(key) == name

    def test_shipped_texts(self) -> None:
        assert game_names("balance.games.chocolaterie").name("trueffel", "de") == "Trüffel"

    def test_a_file_that_is_no_mapping(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "wordless").mkdir()
        (tmp_path / "wordless" / "__init__.py").touch()
        (tmp_path / "wordless" / "texts.yaml").write_text("- a list")
        monkeypatch.syspath_prepend(tmp_path)
        with pytest.raises(RunError, match="wordless"):
            read_texts("wordless", "texts.yaml")


class TestRulebook:
    class Model(Part):
        dice: PerPlayers = rule({"2": 1, "6": 3}, de="Würfel.", en="Dice.")
        clock: Clock = rule("short", de="Uhr.", en="Clock.")

    def test_one_number_stands_for_every_player_count(self) -> None:
        assert self.Model.model_validate({"dice": 2}).dice == dict.fromkeys("23456", 2)
        assert for_players(self.Model().dice, 6) == 3
        assert for_players(self.Model().dice, 5) == 0

    def test_defaults_are_not_shared(self) -> None:
        assert self.Model().dice is not self.Model().dice

    @pytest.mark.parametrize("clock", ["short", "long", 0, 60])
    def test_clocks(self, clock: object) -> None:
        assert self.Model.model_validate({"clock": clock}).clock == clock

    @pytest.mark.parametrize(
        "wrong",
        [
            {"clock": "medium"},
            {"clock": True},
            {"clock": 1.5},
            {"dice": True},
            {"dice": "2"},
            {"dice": {"7": 1}},
            {"dice": -1},
            {"dise": 1},
        ],
    )
    def test_what_is_refused(self, wrong: dict[str, object]) -> None:
        with pytest.raises(ValidationError):
            self.Model.model_validate(wrong)
