"""The page's colours: one name a role, one value a theme. Figures draw in the light one, CSS swaps it.

A seat keeps its colour on the whole page. The six were searched for the largest distance (OKLab, at least
0.15) between any two under normal, deuteranope, protanope and tritanope sight, each at least 3:1 against the
surface it is drawn on. Every mark is labelled where it stands all the same.
"""

from __future__ import annotations

from collections.abc import Mapping

LIGHT: Mapping[str, str] = {
    "paper": "#faf7f2",
    "surface": "#ffffff",
    "ink": "#221c15",
    "muted": "#5f564b",
    "rule": "#ddd5c8",
    "grid": "#ebe5da",
    "accent": "#8a4b12",
    "mark": "#8b5a2b",
    "band": "#f1e9dc",
    "warn": "#9a3412",
    "series-1": "#3e6599",
    "series-2": "#e36816",
    "series-3": "#23a398",
    "series-4": "#501232",
    "series-5": "#6e4f25",
    "series-6": "#37068d",
}

DARK: Mapping[str, str] = {
    "paper": "#161310",
    "surface": "#1f1b17",
    "ink": "#f1ebe2",
    "muted": "#b9afa2",
    "rule": "#40382f",
    "grid": "#2e2821",
    "accent": "#f0b070",
    "mark": "#c99562",
    "band": "#2f271d",
    "warn": "#fca37a",
    "series-1": "#6cabee",
    "series-2": "#e8955c",
    "series-3": "#79f0dc",
    "series-4": "#cc4066",
    "series-5": "#f7e34c",
    "series-6": "#7a68e4",
}

N_PARTS = 12


def _ramp(dark: str, light: str, prefix: str = "part") -> dict[str, str]:
    """Steps from one colour to another, in plain sRGB: parts of a whole, dark to light."""
    ends = [tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5)) for colour in (dark, light)]
    steps = {}
    for step in range(N_PARTS):
        mix = step / (N_PARTS - 1)
        rgb = (round(a + (b - a) * mix) for a, b in zip(*ends, strict=True))
        steps[f"{prefix}-{step + 1}"] = "#" + "".join(f"{value:02x}" for value in rgb)
    return steps


def _grounds(*colours: str) -> dict[str, str]:
    """Fields of a board: ink can be read on each, and no two are alike."""
    return {f"ground-{number}": colour for number, colour in enumerate(colours, start=1)}


_LIGHT_GROUNDS = _grounds("#c0dbab", "#e4efad", "#f9e197", "#f0bf9c", "#cdced8", "#9fd2c2", "#f1e8d8")
_DARK_GROUNDS = _grounds("#31502b", "#55611f", "#6e5a14", "#6b3a22", "#4b4c58", "#1c5449", "#4a4336")

THEMES: Mapping[str, Mapping[str, str]] = {
    "light": {**LIGHT, **_ramp("#4a2511", "#f0d9b0"), **_LIGHT_GROUNDS},
    "dark": {**DARK, **_ramp("#7a4a2b", "#f7e6c8"), **_DARK_GROUNDS},
}

ROLE_OF: Mapping[str, str] = {value: role for role, value in THEMES["light"].items()}
"""Light colour to role. Roles that a figure uses have values of their own, so that the way back is clear."""


def part(index: int, count: int) -> str:
    """Role of one of `count` parts of a whole, from 0, spread over the ramp."""
    if count <= 1:
        return f"part-{N_PARTS // 3}"
    return f"part-{1 + round(index % count * (N_PARTS - 1) / (count - 1))}"
