"""What single changes do: which variants are played, and what is said of them."""

import pytest
from made_up import manifest, measured, playouts

from balance.games.chocolaterie import GAME
from balance.games.chocolaterie.probes import probes
from balance.report import RunFacts, build
from balance.report.probe_block import Probed
from balance.stats.estimate import Estimate
from balance.verdict.comparing import Change


def change(metric, a, b, half, seat=None, item=None):
    def estimate(value):
        return Estimate(value, value - half, value + half, 2000)

    d = b - a
    return Change(
        metric,
        "count",
        "x",
        seat,
        item,
        estimate(a),
        estimate(b),
        d - half,
        d + half,
        0.5,
        0.5,
        1.0,
        2.0,
        1.0,
        "t",
    )


def probed(item, step, a, b, seats=(0.01, -0.03), half=0.02):
    shares = tuple(change("seat_win_share", 0.5, 0.5 + moved, 0.02, seat) for seat, moved in enumerate(seats))
    common = change("variety_bars_mean", a, b, half, item=item)
    return Probed("base", item, step, common, shares, change("score_mean", 50, 51, 0.3))


@pytest.fixture
def page():
    cell = measured(playouts(200, 2))
    facts = RunFacts.from_manifest(manifest([cell]))
    found = [probed("nougat", "more", 0.5, 0.7), probed("nougat", "less", 0.5, 0.3)]
    found += [probed("nougat", "banned", 0.5, 0.0), probed("trueffel", "more", 0.0, 0.1)]
    return build(facts, [cell], "en", probed=found)


def test_each_variety_is_probed_by_a_point_and_banned():
    found = list(probes(GAME.rules_model(players=2)))
    assert len(found) == 27
    points = {(probe.item, probe.step): probe.value for probe in found}
    assert (points["nougat", "more"], points["nougat", "less"], points["nougat", "banned"]) == (8, 6, None)
    banned = next(probe for probe in found if (probe.item, probe.step) == ("nougat", "banned"))
    assert "nougat" not in banned.rules.varieties and len(banned.rules.varieties) == 8


def test_the_last_of_a_tier_is_not_banned():
    varieties = dict(GAME.rules_model().model_dump(mode="json")["varieties"])
    del varieties["schokoladentorte"]
    found = list(probes(GAME.rules_model.model_validate({"varieties": varieties})))
    assert ("schoko_goldbarren", "banned") not in {(probe.item, probe.step) for probe in found}


def test_the_surest_point_is_told_with_ratio_interval_seat_and_n(page):
    (said,) = [one for one in (*page.headlines, *page.rest) if one.key == "probes"]
    assert said.lead == "One point more on Nougat makes it 1.4 times as common."
    details = " ".join(said.details).replace("\u2060", "").replace("\u00a0", " ")
    assert "95% interval 1.36–1.44." in details
    assert "Seat 2 shifts most: −3.0 (−5.0 to −1.0) percentage points" in details.replace("\u202f", " ")
    assert "2,000 games each" in details
    assert page.figure_number(said.target) > 0


def test_the_table_has_every_change_and_a_thing_never_seen_has_no_ratio(page):
    block = next(block for block in page.figures if block.key == "probes")
    assert [panel.title for panel in block.panels] == ["one point more", "one point less", "banned"]
    assert len(block.data.rows) == 4
    assert "1.40 (1.36" in block.data.rows[0][4]
    assert block.data.rows[3][4] == "", "0 times anything is no ratio"


def test_nothing_is_said_where_nothing_was_probed():
    cell = measured(playouts(200, 2))
    model = build(RunFacts.from_manifest(manifest([cell])), [cell], "de")
    assert "probes" not in {block.key for block in model.figures}
