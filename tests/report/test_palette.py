import itertools

import pytest

from balance.core.picture import N_SERIES, series
from balance.report.palette import N_PARTS, ROLE_OF, THEMES, part


def luminance(colour):
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES)
def test_text_can_be_read(theme):
    colours = THEMES[theme]
    for ground, text in itertools.product(("paper", "surface"), ("ink", "muted", "accent", "warn")):
        assert contrast(colours[ground], colours[text]) >= 4.5, (ground, text)
    assert contrast(colours["band"], colours["ink"]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_marks_stand_out_from_what_they_are_drawn_on(theme):
    colours = THEMES[theme]
    for role in ("mark", *(series(seat) for seat in range(N_SERIES))):
        assert contrast(colours["surface"], colours[role]) >= 3, role


@pytest.mark.parametrize("theme", THEMES)
def test_grounds_can_be_written_on_and_told_apart(theme):
    colours = THEMES[theme]
    grounds = [value for role, value in colours.items() if role.startswith("ground-")]
    assert len(set(grounds)) == len(grounds) == 7
    for ground in grounds:
        assert contrast(ground, colours["ink"]) >= 4.5, ground
        assert contrast(ground, colours["surface"]) >= 1.15, ground


def test_both_themes_have_the_same_roles_and_light_colours_tell_them_apart():
    assert THEMES["light"].keys() == THEMES["dark"].keys()
    assert len(ROLE_OF) == len(THEMES["light"])


def test_a_seat_keeps_its_colour_and_parts_differ():
    assert series(0) == "series-1"
    assert series(N_SERIES) == series(0)
    for count in range(1, N_PARTS + 1):
        roles = [part(index, count) for index in range(count)]
        assert len(set(roles)) == count
        assert set(roles) <= THEMES["light"].keys()
    assert all(part(index, 30) in THEMES["light"] for index in range(30))
