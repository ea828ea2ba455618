"""What a game's own figures and findings show, whatever was measured."""

from types import SimpleNamespace

import pytest

from balance.core.figure import Figure
from balance.games import GAMES
from balance.metrics import specs
from balance.report.numbers import MINUS
from balance.report.overview import bound_in_unit
from balance.report.own_figures import _entries
from balance.report.phrases import phrases_for
from balance.stats.estimate import Estimate

FESTTAFEL = next(game for game in GAMES if game.slug == "festtafel")


def test_a_metric_with_a_whole_and_parts_shows_the_whole_before_its_parts():
    holes = [Estimate(value, value - 0.1, value + 0.1, 100) for value in (1.0, 1.5, 2.0)]
    parts = dict(zip(("bronze", "gold"), holes[1:], strict=True))
    view = SimpleNamespace(one=lambda _: holes[0], by_item=lambda _: parts)
    context = SimpleNamespace(views=[view], phrases=phrases_for(FESTTAFEL, "en"))
    known = {spec.name: spec for spec in specs(FESTTAFEL)}
    rows = _entries(context, Figure("holes", "bars", ("holes_mean",)), known, ("holes_mean",))
    assert [row.item for row in rows] == ["Holes at the end", "Bronze", "Gold"]
    assert [row.estimate for row in rows] == holes


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_bound_is_printed_to_its_last_decimal(game):
    context = SimpleNamespace(phrases=phrases_for(game, "en"))
    units = {spec.name: spec.unit for spec in specs(game)}
    for rule in game.module("metrics").FINDINGS:
        unit = units[rule.metric]
        said = bound_in_unit(context, unit, rule.bound).replace(MINUS, "-")
        number = float(said.removesuffix(" percentage points").removesuffix("%"))
        assert number == pytest.approx(rule.bound * (100 if unit in ("share", "difference") else 1))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_what_winners_have_more_of_is_no_finding_where_different_bots_play(game):
    rules = [rule for rule in game.module("metrics").FINDINGS if rule.metric.endswith("_lift")]
    for rule in rules:
        assert rule.only(SimpleNamespace(policies=("greedy", "greedy")))
        assert not rule.only(SimpleNamespace(policies=("greedy", "random")))
