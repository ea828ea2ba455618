"""The report as Markdown: findings first, whole tables, and no text that becomes markup."""

import re

import pytest
from made_up import measured, playouts

from balance.report.markdown import MOST_ROWS, code, escaped, markdown

EVIL = "<script>alert(1)</script> @user #12 [x](http://a.b) `c` a_b *d* $x^2$ | ~~z~~ \\ www.a.b"


def shown(text):
    """What a reader of escaped Markdown sees, by the two rules that escaping needs."""
    without = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text)
    return re.sub(r"&(?:#(\d+)|(amp));", lambda m: chr(int(m[1])) if m[1] else "&", without)


@pytest.mark.parametrize(
    "text", [EVIL, "1. eins", "12) x", "- a", "+ b", "=", "50.0%", "-3 &lt; 4", "a\nb  c"]
)
def test_text_stays_text(text):
    found = escaped(text)
    assert shown(found) == " ".join(text.split())
    assert not re.search(r"[<>@#$]", re.sub(r"&#\d+;", "", found))
    assert not re.search(r"(?<!\\)[`*_\[\]|~]", found)
    assert not re.match(r"[-+=]|\d+[.)](\s|$)", found)
    assert "://" not in found and "www." not in found


def test_numbers_are_not_spoilt():
    assert escaped("50.0% (45.5\u2060–\u206054.5%)") == "50.0% (45.5–54.5%)"


def test_a_command_stays_a_command():
    assert code("balance run a.yaml -s 'x=[1]'") == "`balance run a.yaml -s 'x=[1]'`"
    assert code("a `b` c") == "``a `b` c``"
    assert code("`") == "`` ` ``"


@pytest.mark.parametrize("lang", ["de", "en"])
def test_findings_come_first_and_tables_are_folded_and_whole(make_model, three_cells, lang):
    cells, settings = three_cells
    model = make_model(cells, lang, settings=settings)
    text = markdown(model)
    lines = text.splitlines()
    assert lines[0].startswith("## ")
    places = [
        text.index(f"{number}. **{escaped(one.lead)}**") for number, one in enumerate(model.headlines, 1)
    ]
    assert places == sorted(places) and places[-1] < text.index("### ")
    assert text.count("<details>") == text.count("</details>") >= len(model.figures)
    width = 0
    for before, line in zip(["", *lines], lines, strict=False):
        if line.startswith("|"):
            cells_in_row = len(re.findall(r"(?<!\\)\|", line)) - 1
            width = width if before.startswith("|") else cells_in_row
            assert cells_in_row == width, line
    assert "![" not in text and "](" not in text, "nothing to fetch"


def test_evil_names_stay_text_everywhere(make_model):
    cell = measured(playouts(80, 3), policies=(EVIL, "greedy", "random"), rotate=True)
    settings = [{"rules.clock": EVIL}]
    text = markdown(make_model([cell], title={"en": EVIL}, settings=settings, warnings=[EVIL], command=EVIL))
    outside = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", text)
    for wrong in ("<script", "@user", "#12", "[x](", "http://"):
        assert wrong not in outside, wrong


def test_long_tables_are_cut_and_say_so(make_model, many_cells):
    cells, settings = many_cells
    text = markdown(make_model(cells, settings=settings))
    assert re.search(r"\| … \(\+\d+\) \|", text)
    longest = max(len(block.splitlines()) for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE))
    assert longest <= MOST_ROWS + 3
