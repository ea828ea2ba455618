"""docs/trace.md against what is traced; run as a script it writes the page's example anew."""

import json
import re
from pathlib import Path

from market_playouts import policy, setting, trace

from balance.games.schokoladenmarkt.layout import Event

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "trace.md"
SECTION = re.compile(r"^## schokoladenmarkt\n.*?(?=^## |\Z)", re.DOTALL | re.MULTILINE)
BLOCK = re.compile(r"```jsonl\n(.*?)```", re.DOTALL)


def section():
    """What the page says about this game."""
    return SECTION.search(PAGE.read_text(encoding="utf-8"))[0]


def traced(playout=3, seed=7, **weights):
    return trace(setting({"players": 3}, [policy("greedy", 3, **weights)] * 3, seed), playout)


def test_every_event_and_field_is_described():
    text = section()
    events = text.partition("### Events and their fields")[2].partition("### `setup`")[0]
    described = dict(re.findall(r"^\| `(\w+)` \| ([^|]*) \|", events, re.MULTILINE))
    told = {event.name.lower() for event in Event} - {"field", "harbour", "over", "result"}
    assert told <= described.keys()
    items = [item for playout in range(4) for item in traced(playout, trade=1000)]
    assert {item["event"] for item in items} <= told | {"setup", "board", "end"}
    assert len({item["event"] for item in items}) > 30
    for item in items:
        for field in item.keys() - {"event"}:
            assert f"`{field}`" in text or field in described.get(item["event"], ""), (item["event"], field)


def test_every_column_is_described():
    text = section()
    rows = traced()[-1]["rows"]
    for column in rows["games"].keys() | rows["seats"][0].keys():
        if column in ("cell", "playout", "deal", "n_seats", "seat", "policy", "end_reason"):
            continue
        pattern = re.sub(r"^(made_in_row|made|blocked|row_sum|row_end|reached|row_at)_.*", r"\1_<", column)
        pattern = re.sub(r"^(raw|ingredients)_", "…_", pattern)
        assert pattern in text, column


def shortened(item):
    """Without what the board and the set-up repeat."""
    if item["event"] == "setup":
        kept = ("event", "trace_version", "game", "rules_version", "seed", "playout", "n_seats", "policies")
        return {key: item[key] for key in kept} | {"…": "…"}
    if item["event"] == "board":
        return {**item, "fields": [item["fields"][0], "…"], "edges": [item["edges"][0], "…"]}
    if item["event"] == "end":
        return {**item, "rows": "…"}
    return item


def excerpt(items):
    """The beginning, the first turns, the first chocolate, the end."""
    first_turn = next(number for number, item in enumerate(items) if item["event"] == "turn")
    made = next(number for number, item in enumerate(items) if item["event"] == "chocolate")
    rise = next(number for number, item in enumerate(items) if number > made and item["event"] == "rise")
    lines, last = [], 0
    for start, end in (
        (0, 4),
        (first_turn - 2, first_turn + 8),
        (made, rise + 1),
        (len(items) - 3, len(items)),
    ):
        lines += ["…"] if start > last else []
        lines += [json.dumps(shortened(item), ensure_ascii=False) for item in items[max(start, last) : end]]
        last = max(last, end)
    return "\n".join(lines) + "\n"


def test_the_example_is_what_is_played():
    (block,) = BLOCK.findall(section())
    assert block == excerpt(traced()), f"write it anew with: python {Path(__file__).relative_to(ROOT)}"


if __name__ == "__main__":
    example = f"```jsonl\n{excerpt(traced())}```"
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(page.replace(section(), BLOCK.sub(lambda _: example, section())), encoding="utf-8")
