"""The island and the market as shapes: everything that is on the table is drawn, where it stands, by whom."""

from __future__ import annotations

import json
from typing import Any

import pytest
from market_playouts import policy, setting, trace

from balance.core.picture import WIDTH, Area, Disc, Label, Picture, Strokes, series
from balance.core.telling import Phrases
from balance.core.texts import LANGS
from balance.games.schokoladenmarkt.layout import LANDSCAPES
from balance.games.schokoladenmarkt.picture import PACKAGE, pictures, scene
from balance.games.schokoladenmarkt.table import Table
from balance.report.looks import Looks
from balance.report.picture_svg import picture_svg

LANDS = [LANDSCAPES[field % len(LANDSCAPES)] for field in range(24)]
SCENE: dict[str, Any] = {
    "fields": [
        [land, None if land == "desert" else 6 if field == 0 else 11] for field, land in enumerate(LANDS)
    ],
    "yields": {"forest": ["wood", "hazelnut"], "jungle": [None, "cocoa"], "desert": [None]},
    "harbours": [[0, "any"], [20, "wool"]],
    "rates": {"any": 3, "special": 2},
    "robber": 6,
    "roads": [[5, 0], [6, 3]],
    "buildings": [[10, 0, "settlement"], [29, 3, "city"]],
    "sites": [[5, [0, 0, 3]]],
    "rows": [{"points": 2}, {"points": 1, "cards": 1}, {}, None],
    "varieties": [["alpenmilch", 2, 1], ["edel_bitter", 2, 5], ["ganz_neu", 4, None]],
}


def drawn(lang: Any = "en", **changes: Any) -> tuple[Picture, Picture]:
    island, market = pictures({**SCENE, **changes}, lang)
    return island, market


def texts(picture: Picture) -> list[str]:
    return [shape.text for shape in picture.shapes if isinstance(shape, Label)]


def filled(picture: Picture, role: str) -> int:
    return sum(isinstance(shape, Area) and shape.fill == role for shape in picture.shapes)


def test_every_field_has_its_colour_sign_and_number() -> None:
    island, _ = drawn()
    hexagons = [shape for shape in island.shapes if isinstance(shape, Area) and len(shape.outlines[0]) == 6]
    assert [shape.fill for shape in hexagons[:24]] == [
        f"ground-{LANDSCAPES.index(land) + 1}" for land in LANDS
    ]
    assert texts(island).count("11") == 24 - LANDS.count("desert") - 1
    (six,) = [shape for shape in island.shapes if isinstance(shape, Label) and shape.text == "6"]
    assert six.role == "warn", "a red chip"
    printed = drawn(fields=[["jungle", 8]] * 24)[0]
    assert {s.role for s in printed.shapes if isinstance(s, Label) and s.text == "8"} == {"ink"}, "no chip"
    assert texts(island).count("Fo") == LANDS.count("forest") + 1, "on each, and in the legend"


def test_pieces_stand_in_their_seats_colours_with_their_numbers() -> None:
    island, _ = drawn()
    for seat, areas in ((0, 1 + 2), (3, 1 + 1), (1, 0)):
        assert filled(island, series(seat)) == areas, seat
        assert texts(island).count(str(seat + 1)) == areas
        roads = [s for s in island.shapes if isinstance(s, Strokes) and s.role == series(seat)]
        assert len(roads) == (seat != 1)
    more = drawn(buildings=[[10, 0, "city"], [29, 3, "city"]])[0]
    assert more.shapes != island.shapes, "a city does not look like a settlement"


def test_the_robber_and_the_harbours() -> None:
    island, _ = drawn()
    moved = drawn(robber=0)[0]
    assert set(island.shapes) != set(moved.shapes)
    assert filled(island, "ink") == filled(moved, "ink") == 2, "on the island and in the legend"
    assert texts(island).count("3:1") == 1 and texts(island).count("2:1") == 1
    wool = [
        s
        for s in island.shapes
        if isinstance(s, Disc) and s.fill == f"ground-{LANDSCAPES.index('pasture') + 1}"
    ]
    assert len(wool) == 1
    assert "4:1" in texts(drawn(rates={"any": 4, "special": 2})[0])


def test_the_market_shows_rewards_and_bars_row_by_row() -> None:
    _, market = drawn()
    labels = [shape for shape in market.shapes if isinstance(shape, Label)]
    rows = {shape.text: shape.at[1] for shape in labels if shape.role == "muted"}
    places = {shape.text: shape.at[1] for shape in labels if shape.role != "muted"}
    assert list(rows) == ["1", "2", "3", "4"] and sorted(rows.values()) == list(rows.values())
    assert places["2 victory points"] == rows["1"]
    assert places["1 victory point + development card"] == rows["2"]
    assert places["Nothing"] == rows["3"]
    assert places["Cannot be made"] == rows["4"]
    assert rows["2"] < places["Alpenmilch"] < places["Edel-Bitter"] < rows["3"], "below a long reward"
    assert places["Ganz neu"] == rows["4"]
    assert places["5"] == places["Edel-Bitter"], "its number"


@pytest.mark.parametrize("lang", LANGS)
def test_everything_stays_on_the_sheet_in_every_language(lang: Any) -> None:
    names = [[f"eine_sorte_mit_einem_langen_namen_{n}", 1, n] for n in range(1, 7)]
    for picture in drawn(lang, varieties=names):
        assert picture.width == WIDTH and picture.title and picture.label
        for shape in picture.shapes:
            if isinstance(shape, Label):
                points = [shape.at]
                assert len(shape.text) * shape.size * 0.6 <= WIDTH + 1, shape.text
            elif isinstance(shape, Disc):
                points = [shape.at]
            else:
                points = [
                    p for line in (shape.outlines if isinstance(shape, Area) else shape.lines) for p in line
                ]
            assert all(0 <= x <= WIDTH and 0 <= y <= picture.height for x, y in points), shape
    assert "island" in drawn("en")[0].label and "Insel" in drawn("de")[0].label


def test_names_are_text_and_never_markup() -> None:
    evil = "<script>&"
    looks = Looks()
    drawings = drawn(varieties=[[evil, 1, 1]], yields={"forest": [evil]})
    svg = "".join(picture_svg(picture, looks) for picture in drawings)
    assert "<script" not in svg.lower()
    assert svg.lower().count("&lt;script&gt;&amp;") == 2


def test_a_played_playout_is_drawn_as_it_ended() -> None:
    played = setting({"players": 3}, [policy("greedy", 3)] * 3, 7)
    events = trace(played, 3)
    found = scene(events)
    assert found is not None
    assert json.loads(json.dumps(found)) == found
    table = Table(events[0], events[1])
    for item in events[2:]:
        table.follow(item)
    rows = events[-1]["rows"]["seats"]
    for seat, row in enumerate(rows):
        own = [kind for _, owner, kind in found["buildings"] if owner == seat]
        assert (own.count("settlement"), own.count("city")) == (row["settlements"], row["cities"])
        assert sum(owner == seat for _, owner in found["roads"]) == row["roads"]
        assert sum(seats.count(seat) for _, seats in found["sites"]) == row["sites"]
    ends = events[-1]["rows"]["games"]
    assert {name: row for name, row, _ in found["varieties"]} == {
        name: ends[f"row_end_{name}"] for name in events[0]["market"]["varieties"]
    }
    assert found["robber"] == table.robber
    assert found["yields"]["forest"] == ["wood", "hazelnut"] and found["yields"]["desert"] == [None]
    assert scene(events[:1]) is None, "a playout that failed before its board lay"


def test_where_the_last_reward_is_the_bottom_row_nothing_is_paid_there() -> None:
    rules = {"players": 3, "bottom_row": "last_reward", "turn_limit": 3}
    found = scene(trace(setting(rules, [policy("random", 3)] * 3, 1), 0))
    assert found is not None
    assert found["rows"][-1] is None and len(found["rows"]) == 7
    assert found["rows"][-2] == {"roads": 1}


def test_signs_tell_landscapes_apart_in_both_languages() -> None:
    for lang in LANGS:
        words = Phrases(PACKAGE, lang)
        assert len({words.name(f"sign_{land}") for land in LANDSCAPES}) == len(LANDSCAPES)
