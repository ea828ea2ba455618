"""docs/trace.md against what is traced; run as a script it writes the section's example anew."""

import json
import re
from pathlib import Path

from balance.config import load_experiment
from balance.engine.replaying import replay
from balance.engine.worker import prepare
from balance.games.schwarzwaelder_kirsch.layout import Event
from balance.games.schwarzwaelder_kirsch.tracing import _NAMES, objects

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "trace.md"
SECTION = re.compile(r"^## schwarzwaelder_kirsch\n.*?(?=^## |\Z)", re.DOTALL | re.MULTILINE)
BLOCK = re.compile(r"```jsonl\n(.*?)```", re.DOTALL)
LINES = 24  # of the first round that the example shows


def traced(*sets, playout=3, seed=7):
    experiment = load_experiment(
        str(ROOT / "configs/schwarzwaelder_kirsch/printed.yaml"),
        sets=("policies.all=expert", *sets),
        seed=seed,
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
    told = set(_NAMES.values()) | {"setup", "end"}
    assert _NAMES.keys() | {Event.OVER, Event.RESULT} == set(Event)
    assert told - {"setup"} <= described.keys()
    items = [item for playout in range(20) for item in traced("rules.professions=per_round", playout=playout)]
    assert {item["event"] for item in items} == told
    for item in items:
        for field in item.keys() - {"event"}:
            assert f"`{field}`" in text or field in described[item["event"]], (item["event"], field)


def test_every_column_is_described():
    text = section()
    patterns = re.findall(r"`(\w+?)_<\w+>`", text)
    rows = traced()[-1]["rows"]
    for column in rows["games"].keys() | rows["seats"][0].keys():
        assert f"`{column}`" in text or column.startswith(tuple(patterns)), column


def excerpt(trace):
    """Lines of the example: the beginning, the first shuffle, and the end."""
    shuffle = next(number for number, item in enumerate(trace) if item["event"] == "shuffle")
    parts = [(0, LINES), (shuffle - 3, shuffle + 4), (len(trace) - 4, len(trace))]
    lines, last = [], 0
    for start, end in parts:
        lines += ["…"] if start > last else []
        lines += [json.dumps(shortened(item), ensure_ascii=False) for item in trace[max(start, last) : end]]
        last = max(last, end)
    return "\n".join(lines) + "\n"


def shortened(item):
    if item["event"] == "end":
        return {**item, "rows": {"games": item["rows"]["games"], "seats": [item["rows"]["seats"][0], "…"]}}
    return item


def test_the_example_is_what_is_played():
    (block,) = BLOCK.findall(section())
    assert block == excerpt(traced()), f"write it anew with: python {Path(__file__).relative_to(ROOT)}"


if __name__ == "__main__":
    example = f"```jsonl\n{excerpt(traced())}```"
    text = section()
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(page.replace(text, BLOCK.sub(lambda _: example, text)), encoding="utf-8")
