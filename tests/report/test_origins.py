import re

import pytest
from made_up import manifest, measured, playouts

from balance.core.rulebook import _models, german_notes
from balance.games.chocolaterie import GAME
from balance.report.facts import RunFacts
from balance.report.origins import assumed_values, changed_values, varied_values
from balance.report.phrases import phrases_of


def facts(values, **changes):
    return RunFacts.from_manifest(manifest([measured(playouts(4, 4))], **changes) | {"values": values})


def value(content, source, place="default", note=""):
    return {"value": content, "place": place, "source": source, "note": note}


def assumed_of(run, lang="en"):
    return assumed_values(run, phrases_of(run, lang))


def changed_of(run, lang="en"):
    return changed_values(run, phrases_of(run, lang))


def test_recipes_are_one_table_with_a_row_a_variety():
    run = RunFacts.from_manifest(manifest([measured(playouts(4, 4))]))
    single, varieties = assumed_of(run, "de")
    assert [row[0] for row in single.table.rows] == ["Vorrat an Paketen"]
    assert varieties.title == "Sorten"
    assert len(varieties.table.rows) == 9
    assert varieties.table.head[:3] == ("Name", "Punkte", "Sonderzutat")
    assert set(varieties.table.head[3:]) == {
        "Kakaobohnen", "Milch", "Zucker", "Nüsse", "Kakaobutter", "Früchte"
    }  # fmt: skip
    first = dict(zip(varieties.table.head, varieties.table.rows[0], strict=True))
    assert first == {
        "Name": "Vollmilch", "Punkte": "4", "Sonderzutat": "Karamell", "Kakaobohnen": "3", "Milch": "4",
        "Zucker": "2", "Nüsse": "", "Kakaobutter": "", "Früchte": "",
    }  # fmt: skip
    notes = " ".join(varieties.notes)
    assert "Sonderzutat: A2." in notes and "rules.varieties" in notes and "Voreinstellung" in notes


def test_a_recipe_given_as_a_whole_is_taken_apart():
    values = {
        f"rules.varieties.{name}.needs": value({"milch": 3, "zucker": 2}, "assumed", note="A1")
        for name in ("a", "b", "c")
    }
    (group,) = assumed_of(facts(values))
    assert group.table.head == ("Name", "Milk", "Sugar")
    assert group.table.rows == (("A", "3", "2"), ("B", "3", "2"), ("C", "3", "2"))


def test_things_on_a_deeper_shelf_are_one_table_and_what_stands_beside_it_a_list():
    values = {"rules.hall.scale": value(1.5, "assumed", note="A7")}
    for place, name in enumerate(("a", "b", "c")):
        values[f"rules.hall.tables.{name}.cells"] = value({"short": place, "long": 9}, "assumed", note="A2")
        values[f"rules.hall.tables.{name}.shape"] = value(None, "assumed", note="A3")
    single, tables = assumed_of(facts(values))
    assert [row[-1] for row in single.table.rows] == ["rules.hall.scale"]
    assert tables.table.rows == (("A", "none", "0", "9"), ("B", "none", "1", "9"), ("C", "none", "2", "9"))
    assert "rules.hall.tables.…" in tables.notes[-1]


def test_few_values_are_a_list_with_place_and_reason():
    values = {"rules.packages.supply": value(12, "assumed", "gold.yaml:7", "prototype 3, counted")}
    (group,) = assumed_of(facts(values))
    row = dict(zip(group.table.head, group.table.rows[0], strict=True))
    assert row == {
        "Value": "Package supply", "is": "12", "set in": "gold.yaml:7", "Reason": "prototype 3, counted",
        "Key": "rules.packages.supply",
    }  # fmt: skip


def test_changed_values_stand_beside_the_printed_ones():
    values = {
        "rules.tiers.gold.bonus": value(5, "changed", "gold.yaml:3"),
        "rules.packages.supply": value(12, "changed", "-s"),
        "rules.tiers.platin.bonus": value(6, "changed", "gold.yaml:9"),
        "rules.players": value(4, "changed", "gold.yaml:1"),
        "rules.refinement": value(2, "text"),
    }
    group = changed_of(facts(values, settings=[{"rules.players": 4}]))
    rows = [dict(zip(group.table.head, row, strict=True)) for row in group.table.rows]
    assert [(row["Value"], row["is"], row["printed"], row["set in"]) for row in rows] == [
        ("Gold · Bonus", "5", "4", "gold.yaml:3"),
        ("Package supply", "12", "depends on other values", "-s"),
        ("Platin · Bonus", "6", "new", "gold.yaml:9"),
    ]


def test_nothing_changed_and_nothing_assumed_is_said_as_such():
    run = facts({"rules.refinement": value(2, "text")})
    assert changed_of(run) is None
    assert assumed_of(run) == ()


def test_every_value_of_the_printed_game_fits_on_the_page():
    printed = GAME.resolve(GAME.rules_model())
    run = facts({f"rules.{key}": value(content, "assumed") for key, content in printed.items()})
    groups = assumed_of(run)
    assert sum(len(group.table.rows) for group in groups) < 120
    assert all(len(row) == len(group.table.head) for group in groups for row in group.table.rows)


def swept(key, values, *, also=()):
    """A run that sweeps a variety's points, with the rules that its cells really have."""
    section, name, field = key.split(".")[1:]
    printed = GAME.resolve(GAME.rules_model())
    cells = [
        measured(
            playouts(4, 4, seed=place),
            key=f"cell{place}",
            rules={section: {**printed[section], name: {**printed[section][name], field: content}}},
        )
        for place, content in enumerate(values)
    ]
    return RunFacts.from_manifest(manifest(cells, settings=[{key: content} for content in values]))


def test_what_is_swept_is_listed_with_every_value_and_the_printed_one():
    run = swept("rules.varieties.schoko_goldbarren.points", (14, 15))
    group = varied_values(run, phrases_of(run, "de"))
    (row,) = [dict(zip(group.table.head, row, strict=True)) for row in group.table.rows]
    assert (row["Wert"], row["ist"], row["gedruckt"]) == ("Schoko-Goldbarren · Punkte", "14 / 15", "14")
    assert varied_values(facts({}), phrases_of(run, "de")) is None


@pytest.mark.parametrize("values", [(14, 15), (13, 15)])
def test_the_table_of_varieties_has_the_values_of_all_cells(values):
    run = swept("rules.varieties.schoko_goldbarren.points", values)
    table = next(group.table for group in assumed_of(run, "de") if group.title == "Sorten")
    rows = {row[0]: dict(zip(table.head, row, strict=True)) for row in table.rows}
    assert rows["Schoko-Goldbarren"]["Punkte"] == " / ".join(map(str, values))
    assert rows["Schokoladentorte"]["Punkte"] == "15"


def test_a_changed_value_leaves_no_blank_among_the_assumed_ones():
    run = facts(manifest([measured(playouts(4, 4))])["values"] | {
        "rules.varieties.nougat.points": value(9, "changed", "-s")
    })  # fmt: skip
    table = next(group.table for group in assumed_of(run) if group.title == "Varieties")
    row = next(dict(zip(table.head, row, strict=True)) for row in table.rows if row[0] == "Nougat")
    assert row["Points"]


def test_a_derived_value_is_shown_for_each_setting_it_depends_on(three_cells):
    cells, settings = three_cells
    run = RunFacts.from_manifest(manifest(cells, settings=settings))
    (single,) = [group for group in assumed_of(run) if not group.title]
    row = dict(zip(single.table.head, single.table.rows[0], strict=True))
    assert row["is"].replace("\u00a0", " ") == "2 players: 4; 4 players: 8; 6 players: 12"


def test_the_header_says_what_is_varied_and_set(make_model, one_cell, many_cells):
    cells, settings = many_cells
    model = make_model(cells, settings=settings)
    assert model.subtitle == "Package supply 6 / 7 / 8 / 9 / 10 / 12 · Clock short / long"
    assert dict(model.summary)["Game"] != "Chocolaterie, the printed game"
    values = {
        "rules.varieties.schokoladentorte.points": value(14, "changed", "-s"),
        "rules.clock": value("long", "choice", "-s"),
        "rules.players": value(4, "choice", "x.yaml:3"),
    }
    assert make_model([one_cell], values=values).subtitle == "Chocolate cake · Points 14; Clock long"
    assert make_model([one_cell]).subtitle == ""


def test_notes_with_words_have_german_ones():
    german = german_notes(GAME.rules_model)
    run = RunFacts.from_manifest(manifest([measured(playouts(4, 4))]))
    notes = {note for field in _fields(GAME.rules_model) if (note := field.json_schema_extra["note"])}
    assert {note for note in notes if not re.fullmatch(r"[AR]\d+", note)} == set(german)
    page = " ".join(note for group in assumed_of(run, "de") for note in group.notes)
    assert german and all(text in page and english not in page for english, text in german.items())


def _fields(model):
    for field in model.model_fields.values():
        yield field
        for part in _models(field.annotation):
            yield from _fields(part)


def test_a_persona_is_shown_with_its_base_and_its_weights(make_model):
    weight = GAME.weights[0].name
    values = {
        "personas.mine.from": value("greedy", "choice"),
        f"personas.mine.weights.{weight}": value(12_345, "choice"),
    }
    model = make_model([measured(playouts(4, 4), policies=("mine",) * 4)], values=values)
    ((name, style),) = model.bots.rows
    before = GAME.preset("greedy").weights.get(weight, GAME.weights[0].default)
    assert name == "mine" and "starting from greedy" in style
    assert f"{weight} 12,345 (instead of {before:,})" in style
