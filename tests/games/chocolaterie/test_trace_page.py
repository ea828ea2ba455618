"""docs/trace.md against what is traced; run as a script it writes the page's example anew."""

import json
import re
from pathlib import Path

from balance.config import load_experiment
from balance.engine.replaying import replay
from balance.engine.worker import prepare
from balance.games.chocolaterie.layout import Event
from balance.games.chocolaterie.tracing import objects

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "trace.md"
SECTION = re.compile(r"^## chocolaterie\n.*?(?=^## |\Z)", re.DOTALL | re.MULTILINE)
BLOCK = re.compile(r"```jsonl\n(.*?)```", re.DOTALL)
COURSE = re.compile(r"_[1-6]$|(?<=^used)_\w+$")
SHORTENED = {"tiers", "ingredients", "specials", "varieties", "dice"}


def traced(*sets, playout=3, seed=7):
    experiment = load_experiment(
        str(ROOT / "configs/chocolaterie/printed.yaml"), sets=("rules.players=2", *sets), seed=seed
    )
    setting = prepare(experiment.game, experiment.cells[0], experiment.seed)
    played = replay(setting, playout)
    return list(objects(setting.cell.rules, played.facts, played.events))


def section():
    """What the page says about this game."""
    return SECTION.search(PAGE.read_text(encoding="utf-8"))[0]


def test_every_event_and_field_is_described():
    text = section()
    described = dict(re.findall(r"^\| `(\w+)` \| ([^|]*) \|", text, re.MULTILINE))
    trace = traced("rules.applications.master=1", "rules.clock=long")
    assert {item["event"] for item in trace} <= described.keys()
    told = {event.name.lower() for event in Event} - {"die", "over", "result"} | {"setup", "end"}
    assert told <= described.keys()
    for item in trace:
        for field in item.keys() - {"event"}:
            assert f"`{field}`" in text or field in described[item["event"]], (item["event"], field)


def test_every_column_is_described():
    text = re.sub(r"`(points|points_bonus|made)_<\w+>`", "", section())
    rows = traced()[-1]["rows"]
    for column in rows["games"].keys() | rows["seats"][0].keys():
        if not column.startswith(("points_b", "points_s", "points_g", "made_")):
            assert f"`{COURSE.sub('_…', column)}`" in text, column


def excerpt(trace):
    """Lines of the example: the beginning, a reroll, the first package that fills, and the end."""
    rolls = [number for number, item in enumerate(trace) if item["event"] == "roll"]

    def roll_of(event):
        found = next(number for number, item in enumerate(trace) if item["event"] == event)
        start = max(number for number in rolls if number <= found)
        return start, next((number for number in [*rolls, len(trace) - 2] if number > start), len(trace))

    parts = [
        (0, 2),
        (rolls[0] - 1, rolls[2]),
        roll_of("reroll"),
        roll_of("full"),
        (len(trace) - 2, len(trace)),
    ]
    lines = []
    last = 0
    for start, end in sorted(parts):
        lines += ["…"] if start > last else []
        lines += [json.dumps(shortened(item), ensure_ascii=False) for item in trace[max(start, last) : end]]
        last = max(last, end)
    return "\n".join(lines) + "\n"


def shortened(item):
    if item["event"] == "setup":
        return {key: first(value) if key in SHORTENED else value for key, value in item.items()}
    if item["event"] == "end":
        games = {key: value for key, value in item["rows"]["games"].items() if not COURSE.search(key)}
        return {**item, "rows": {"games": {**games, "…": "…"}, "seats": [item["rows"]["seats"][0], "…"]}}
    return item


def first(value):
    if isinstance(value, list):
        return [value[0], "…"]
    key = next(iter(value))
    return {key: value[key], "…": "…"}


def test_the_example_is_what_is_played():
    (block,) = BLOCK.findall(section())
    assert block == excerpt(traced()), f"write it anew with: python {Path(__file__).relative_to(ROOT)}"


if __name__ == "__main__":
    example = f"```jsonl\n{excerpt(traced())}```"
    text = section()
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(page.replace(text, BLOCK.sub(lambda _: example, text)), encoding="utf-8")
