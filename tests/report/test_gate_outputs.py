"""What build servers read: well-formed, escaped, and never more than they show."""

from __future__ import annotations

import copy
import re
from typing import Any
from xml.etree import ElementTree

import pytest

from balance.core.texts import LANGS
from balance.report.gate_ci import MOST_ANNOTATIONS, command, github_annotations, junit
from balance.report.gate_lines import markdown, text_lines

FINDING: dict[str, Any] = {
    "metric": "score_mean",
    "title": {"de": "Mittlere Punkte", "en": "Mean score"},
    "unit": "points",
    "cell": "base",
    "policies": ["greedy", "random"],
    "seat": 0,
    "other_seat": None,
    "item": None,
    "bound": "drift",
    "limit": 0.5,
    "level": "fail",
    "a": 40.0,
    "b": 42.0,
    "value": 2.0,
    "low": 1.5,
    "high": 2.5,
    "confidence": 0.98,
    "n": 6000,
    "verdict": "FAIL",
    "label": None,
    "blessed_outside": False,
    "place": "a.yaml:9",
    "since_first": None,
}
NASTY = 'a,b:c%d\r\ne|f*<g>&"h"\x00\ud800'


def document(*findings: dict[str, Any], **changed: Any) -> dict[str, Any]:
    return {
        "schema_version": 1,
        "verdict": "FAIL",
        "label": None,
        "exit_code": 1,
        "inconclusive": "fail",
        "config": "a.yaml",
        "title": {"de": "Titel", "en": "Title"},
        "game": "chocolaterie",
        "seed": 1,
        "fresh": False,
        "games": 6000,
        "games_most": 45000,
        "blocks": {"size": 300, "played": 20, "of": 150},
        "first_difference": {"cell": "base", "block": 3, "playouts": [900, 1199], "seed": 1},
        "cells": [{"key": "base", "players": 2, "policies": ["greedy", "random"], "rotate": True}],
        "rules_changed": [],
        "sources_changed": False,
        "versions_changed": {},
        "gates_changed": [],
        "baseline": {
            "file": "a.baseline.json",
            "games": 45000,
            "reason": "first",
            "author": "Ada <ada@example.org>",
            "commit": "0123456789abcdef",
            "package": "0.1.0",
            "rules_version": 1,
        },
        "metrics": list(findings),
        "not_tested": [],
        **changed,
    }


def finding(**changed: Any) -> dict[str, Any]:
    return {**copy.deepcopy(FINDING), **changed}


def rule(place: str = "a.yaml:4", **changed: Any) -> dict[str, Any]:
    return {"key": "rules.gold", "a": 14, "b": 15, "a_place": "default", "b_place": place, **changed}


@pytest.mark.parametrize("number", [0, 1, 9, 10, 11, 40])
def test_annotations_are_ten_at_most_and_the_last_counts_the_rest(number: int) -> None:
    lines = github_annotations([document(*(finding(seat=seat) for seat in range(number)))], "en")
    assert len(lines) == min(number, MOST_ANNOTATIONS)
    if number > MOST_ANNOTATIONS:
        assert lines[-1] == f"::notice title=balance gate::{number - 9} more findings: see the log"


def test_annotations_escape_what_github_would_take_for_its_own() -> None:
    assert command("error", "100%\r\nsure: a,b", place="x,y:z.yaml:3", title="50%: a,b") == (
        "::error file=x%2Cy%3Az.yaml,line=3,title=50%25%3A a%2Cb::100%25%0D%0Asure: a,b"
    )
    assert command("notice", "::error::no", place="-s") == "::notice::::error::no"
    lines = github_annotations([document(finding(item=NASTY), rules_changed=[rule(key=NASTY)])], "en")
    assert all(line.count("\n") == line.count("\r") == 0 for line in lines)
    assert len(lines) == 2 and lines[1].startswith(
        "::notice file=a.yaml,line=4,title=balance gate FAIL::a,b:c%25d"
    )


def test_annotations_are_as_grave_as_what_they_say() -> None:
    found = [
        finding(),
        finding(level="warn"),
        finding(verdict="INCONCLUSIVE", label="open"),
        finding(verdict="INCONCLUSIVE", label="underpowered"),
        finding(verdict="PASS"),
    ]
    kinds = [line.split(" ")[0] for line in github_annotations([document(*found)], "en")]
    assert kinds == ["::error", "::warning", "::warning"]
    undecided = document(finding(verdict="INCONCLUSIVE", label="underpowered"), verdict="INCONCLUSIVE")
    assert github_annotations([{**undecided, "exit_code": 3}], "en")[0].startswith("::error ")
    assert github_annotations([{**undecided, "exit_code": 0}], "en")[0].startswith("::warning ")


def check_junit(text: str) -> ElementTree.Element:
    """What the usual schema asks: names, order and counts."""
    root = ElementTree.fromstring(text)
    assert (root.tag, root.attrib) == ("testsuites", {})
    for number, suite in enumerate(root):
        assert suite.tag == "testsuite" and suite.get("id") == str(number)
        assert {"name", "package", "hostname", "timestamp", "time", "tests", "failures", "errors"} <= set(
            suite.attrib
        )
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", suite.get("timestamp", ""))
        assert re.fullmatch(r"\d+\.\d+", suite.get("time", ""))
        cases = suite.findall("testcase")
        tags = [child.tag for child in suite]
        assert tags == ["properties", *["testcase"] * len(cases), "system-out", "system-err"]
        for tag, attribute in (("failure", "failures"), ("skipped", "skipped")):
            assert suite.get(attribute) == str(sum(case.find(tag) is not None for case in cases))
        assert suite.get("tests") == str(len(cases))
        for case in cases:
            assert {"name", "classname", "time"} <= set(case.attrib)
            assert [child.tag for child in case] in ([], ["failure"], ["skipped"])
            assert all(child.get("message") for child in case)
            assert all(child.get("type") for child in case.findall("failure"))
    return root


def test_junit_is_what_its_readers_expect() -> None:
    cells = [
        {"key": key, "players": 2, "policies": ["greedy", "random"], "rotate": False}
        for key in ("base", NASTY)
    ]
    found = [
        finding(),
        finding(seat=1, verdict="PASS"),
        finding(metric="tie_share", unit="share", verdict="INCONCLUSIVE", label="open", level="fail"),
        finding(metric="margin_mean", level="warn"),
        finding(cell=NASTY, item=NASTY),
    ]
    root = check_junit(junit([document(*found, cells=cells)], "en", 2.5))
    cases = {(suite.get("name"), case.get("name")): case for suite in root for case in suite.iter("testcase")}
    assert cases["base", "score_mean"].find("failure") is not None
    assert cases["base", "tie_share"].find("skipped") is not None
    assert len(cases["base", "margin_mean"]) == 0
    assert [suite.get("tests") for suite in root] == ["3", "1"]
    undecided = finding(verdict="INCONCLUSIVE", label="underpowered")
    for code, tag in ((3, "failure"), (0, "skipped")):
        told = document(undecided, verdict="INCONCLUSIVE", label="underpowered", exit_code=code)
        assert check_junit(junit([told], "de", 0.0)).find(f".//{tag}") is not None


@pytest.mark.parametrize("lang", LANGS)
def test_markdown_has_no_sign_that_means_something(lang: Any) -> None:
    text = markdown(document(finding(item=NASTY), rules_changed=[rule(key=NASTY)], config=NASTY), lang)
    table = [line for line in text.splitlines() if line.startswith("|")]
    assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table}) == 1
    assert "<g>" not in text and "&lt;g&gt;" in text and "f\\*" in text


@pytest.mark.parametrize("lang", LANGS)
def test_text_names_everything_that_is_other_than_it_was(lang: Any) -> None:
    since = {"value": 3.0, "low": 2.0, "high": 4.0, "reason": "long ago", "commit": None, "games": 9}
    told = text_lines(
        document(
            finding(since_first=since),
            finding(
                bound="max",
                limit=41.0,
                value=42.0,
                verdict="PASS",
                label="bit-identical",
                blessed_outside=True,
            ),
            finding(level="warn"),
            rules_changed=[rule(), rule(key="rules.new", a=None, a_place="", b_place="default")],
            sources_changed=True,
            versions_changed={"rules": {"a": 1, "b": 2}},
            gates_changed=[{"metric": "tie_share", "a": {"drift": 0.1}, "b": {"drift": 0.2}}],
            not_tested=[{"metric": "tie_share", "cell": "base"}],
        ),
        lang,
    )
    for part in (
        "14",
        "15",
        "a.yaml:4",
        "rules.new",
        "tie_share",
        "long ago",
        "Ada <ada@example.org>",
        "0123456789ab",
    ):
        assert part in told
    assert ("1.199" if lang == "de" else "1,199") in told
    assert all("{" not in line and line == line.rstrip() for line in told.splitlines())
