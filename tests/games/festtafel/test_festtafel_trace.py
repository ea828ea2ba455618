"""docs/trace.md against what is traced; run as a script it writes the page's example anew."""

import json
import re
from pathlib import Path

from balance.config import load_experiment
from balance.engine.replaying import replay
from balance.engine.worker import prepare
from balance.games.festtafel.layout import Event
from balance.games.festtafel.tracing import objects

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "trace.md"
SECTION = re.compile(r"^## festtafel\n.*?(?=^## |\Z)", re.DOTALL | re.MULTILINE)
BLOCK = re.compile(r"```jsonl\n(.*?)```", re.DOTALL)
PRINTED = ROOT / "configs/festtafel/printed.yaml"
COURSE = re.compile(r"_[1-6]$")
SHORTENED = {"tiers", "ingredients", "dishes", "dice"}
SHOWN = ("start", "pair", "cook", "reroll", "serve", "full", "aside", "hire", "penalty")


def traced(*sets, playout=3, seed=7):
    experiment = load_experiment(str(PRINTED), sets=("rules.players=2", *sets), seed=seed)
    setting = prepare(experiment.game, experiment.cells[0], experiment.seed)
    played = replay(setting, playout)
    return list(objects(setting.cell.rules, played.facts, played.events))


def section():
    """What the page says about this game."""
    return SECTION.search(PAGE.read_text(encoding="utf-8"))[0]


def test_every_event_and_field_is_described():
    text = section()
    described = dict(re.findall(r"^\| `(\w+)` \| ([^|]*) \|", text, re.MULTILINE))
    told = {event.name.lower() for event in Event} - {"die", "cell", "over", "result"} | {"setup", "end"}
    assert told <= described.keys()
    trace = traced() + traced("policies.all=random")
    assert {item["event"] for item in trace} == told
    for item in trace:
        for field in item.keys() - {"event"}:
            assert f"`{field}`" in text or field in described[item["event"]], (item["event"], field)


def test_every_column_is_described():
    text = section()
    rows = traced()[-1]["rows"]
    patterns = [pattern.replace("<", "(?P<") for pattern in re.findall(r"`(\w+<\w+>)`", text)]
    matchers = [re.compile(pattern.replace(">", r">\w+)")) for pattern in patterns]
    for name in rows["games"].keys() | rows["seats"][0].keys():
        column = COURSE.sub("_…", name)
        assert f"`{column}`" in text or any(matcher.fullmatch(column) for matcher in matchers), column


def excerpt(trace):
    """Lines of the example: the set-up, the first of each kind of event with its roll's dice, and the end."""
    wanted = {0, len(trace) - 2, len(trace) - 1}
    for event in SHOWN:
        first = next((number for number, item in enumerate(trace) if item["event"] == event), None)
        if first is not None:
            wanted |= set(range(first, min(first + 4, len(trace))))
            wanted.add(max((n for n in range(first) if trace[n]["event"] in ("roll", "reroll")), default=0))
    lines, last = [], -1
    for number in sorted(wanted):
        lines += ["…"] if number > last + 1 else []
        lines.append(json.dumps(shortened(trace[number]), ensure_ascii=False))
        last = number
    return "\n".join(lines) + "\n"


def shortened(item):
    if item["event"] == "setup":
        return {key: first(value) if key in SHORTENED else value for key, value in item.items()}
    if item["event"] == "end":
        games = {key: value for key, value in item["rows"]["games"].items() if not COURSE.search(key)}
        return {**item, "rows": {"games": {**games, "…": "…"}, "seats": [item["rows"]["seats"][0], "…"]}}
    return item


def first(value):
    key = next(iter(value))
    return {key: value[key], "…": "…"}


def test_the_example_is_what_is_played():
    (block,) = BLOCK.findall(section())
    assert block == excerpt(traced()), f"write it anew with: python {Path(__file__).relative_to(ROOT)}"


if __name__ == "__main__":
    text = section()
    example = f"```jsonl\n{excerpt(traced())}```"
    page = PAGE.read_text(encoding="utf-8").replace(text, BLOCK.sub(lambda _: example, text))
    PAGE.write_text(page, encoding="utf-8")
