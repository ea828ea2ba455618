"""Which dishes fit on which banquet: what fits nowhere is warned of at its line, and never refused."""

import pytest

from balance.config import load_experiment

SIZES = "vary: {rules.clock: [short, long], rules.players: [2, 3, 4, 5, 6]}\n"


def warned(tmp_path, rules="{}", more=""):
    config = tmp_path / "x.yaml"
    config.write_text(f"version: 1\ngame: festtafel\nrules: {rules}\n{more}", encoding="utf-8")
    return tuple(text.splitlines()[0] for text in load_experiment(str(config)).warnings)


def test_every_printed_dish_fits_on_every_printed_banquet(tmp_path):
    assert warned(tmp_path, more=SIZES) == ()


@pytest.mark.parametrize("shape", ["####", "####/#..."])
def test_a_row_of_four_fits_on_no_table_of_the_three_smallest_banquets(tmp_path, shape):
    (said,) = warned(tmp_path, f"{{dishes: {{pizza: {{shape: '{shape}'}}}}}}", SIZES)
    assert said.endswith(
        "x.yaml:3:33: warning: pizza fits on no table of this banquet: it always goes to the sideboard "
        "(cell rules.clock=short,rules.players=2 and 2 more)"
    )
    for clock, players in (("short", 3), ("long", 2)):
        more = f"vary: {{rules.clock: [{clock}], rules.players: [{players}]}}\n"
        assert warned(tmp_path, f"{{dishes: {{pizza: {{shape: '{shape}'}}}}}}", more)


@pytest.mark.parametrize(
    ("rules", "is_warned"),
    [
        ("{fit: cells, dishes: {pizza: {shape: '##########'}}}", False),
        ("{fit: cells, banquet: {scale: 0.2}, dishes: {pizza: {shape: '##########'}}}", True),
        ("{banquet: {enabled: false}, dishes: {pizza: {shape: '##########'}}}", False),
    ],
)
def test_what_counts_is_how_dishes_may_lie_here(tmp_path, rules, is_warned):
    assert bool(warned(tmp_path, rules)) == is_warned


def test_a_dish_that_fits_mirrored_alone_is_homeless_until_it_may_be_mirrored(tmp_path):
    names = ("familientisch", "stammtisch", "kindertisch", "gartentisch", "ehrentisch")
    tables = ", ".join(f"{name}: null" for name in names)
    only = f"banquet: {{tables: {{{tables}, t: {{bonus: 1, shape: '.##/##.'}}}}}}"
    dishes = "dishes: {pizza: {shape: '##./.##'}}"
    turned = [text for text in warned(tmp_path, f"{{{only}, {dishes}}}") if "pizza" in text]
    assert len(turned) == 1
    assert not [text for text in warned(tmp_path, f"{{mirror: true, {only}, {dishes}}}") if "pizza" in text]
