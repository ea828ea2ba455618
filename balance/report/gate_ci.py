"""A gate's document for build servers: JUnit XML, and annotations of GitHub."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Any
from xml.etree import ElementTree

from balance.core.texts import Lang
from balance.report.gate_words import Document, GateWords, plain_signs

MOST_ANNOTATIONS = 10
"""GitHub shows so many of a step and drops the others without a word."""

_NOT_IN_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(documents: Sequence[Document], lang: Lang, seconds: float) -> str:
    """A suite a cell, a case a metric.

    Args:
        documents: What was found, one a config.
        lang: Language of the messages.
        seconds: How long it took.
    """
    root = ElementTree.Element("testsuites")
    each = seconds / sum(len(document["cells"]) for document in documents)
    for document in documents:
        _add_suites(root, document, lang, each)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _add_suites(root: ElementTree.Element, document: Document, lang: Lang, seconds: float) -> None:
    words = GateWords(document, lang)
    by_cell = {cell["key"]: [] for cell in document["cells"]}  # type: dict[str, list[Document]]
    for found in document["metrics"]:
        by_cell[found["cell"]].append(found)
    stamp = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S")
    for cell, metrics in by_cell.items():
        cases = [_case(words, cell, name, list(group)) for name, group in groupby(metrics, key=_metric)]
        counts = {kind: sum(case.find(kind) is not None for case in cases) for kind in ("failure", "skipped")}
        number = len(root)
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=_clean(cell),
            package=_clean(document["config"]),
            id=str(number),
            tests=str(len(cases)),
            failures=str(counts["failure"]),
            errors="0",
            skipped=str(counts["skipped"]),
            time=f"{seconds:.3f}",
            timestamp=stamp,
            hostname=_clean(platform.node() or "localhost"),
        )
        properties = ElementTree.SubElement(suite, "properties")
        policies = ", ".join(next(c for c in document["cells"] if c["key"] == cell)["policies"])
        for name, value in (("policies", policies), ("seed", document["seed"]), ("games", document["games"])):
            ElementTree.SubElement(properties, "property", name=name, value=_clean(str(value)))
        suite.extend(cases)
        ElementTree.SubElement(suite, "system-out").text = _clean(
            plain_signs("\n".join([words.headline(), *words.tested(), *words.changes(), *words.notes()]))
        )
        ElementTree.SubElement(suite, "system-err")


def _metric(found: Document) -> str:
    return str(found["metric"])


def _case(words: GateWords, cell: str, metric: str, found: list[Document]) -> ElementTree.Element:
    """One metric of a cell: failed, skipped where it may stay undecided, or passed."""
    case = ElementTree.Element("testcase", name=_clean(metric), classname=_clean(cell), time="0")
    serious = [each for each in found if each["level"] == "fail"]
    failed = [each for each in serious if each["verdict"] == "FAIL"]
    undecided = [each for each in serious if each["verdict"] == "INCONCLUSIVE"]
    if failed:
        _tell(case, "failure", words, failed, "FAIL")
    elif undecided and words.document["verdict"] == "INCONCLUSIVE" and words.document["exit_code"]:
        _tell(case, "failure", words, undecided, "INCONCLUSIVE")
    elif undecided:
        _tell(case, "skipped", words, undecided)
    return case


def _tell(
    case: ElementTree.Element, tag: str, words: GateWords, found: list[Document], kind: str = ""
) -> None:
    texts = [_clean(plain_signs(words.finding(each))) for each in found]
    child = ElementTree.SubElement(case, tag, message=texts[0])
    if kind:
        child.set("type", kind)
    child.text = "\n".join(texts)


def _clean(text: str) -> str:
    """A text of signs that XML allows."""
    return _NOT_IN_XML.sub("\ufffd", text)


def github_annotations(documents: Sequence[Document], lang: Lang) -> list[str]:
    """Workflow commands of GitHub, ten at most; the last one says how many more there are."""
    found = [line for document in documents for line in _annotations(GateWords(document, lang))]
    if len(found) <= MOST_ANNOTATIONS:
        return found
    kept = MOST_ANNOTATIONS - 1
    more = len(found) - kept
    text = (
        f"{more} more findings: see the log" if lang == "en" else f"{more} weitere Befunde: siehe Protokoll"
    )
    return [*found[:kept], command("notice", text, title="balance gate")]


def _annotations(words: GateWords) -> Iterator[str]:
    document = words.document
    title = f"balance gate {document['verdict']}"
    for row in words.rows():
        found = row.found
        if found["verdict"] == "PASS":
            continue
        is_error = found["level"] == "fail" and (
            found["verdict"] == "FAIL" or (document["verdict"] == "INCONCLUSIVE" and document["exit_code"])
        )
        if found["label"] != "open":  # not decided because something else failed before
            text = f"{found['verdict']}: {words.finding(found)}"
            yield command("error" if is_error else "warning", text, place=found["place"], title=title)
    for each in document["rules_changed"]:
        yield command("notice", words.rule(each), place=each["b_place"], title=title)


def command(kind: str, text: str, *, place: str | None = None, title: str = "") -> str:
    """A workflow command, everything in it escaped.

    Args:
        kind: `error`, `warning` or `notice`.
        text: What it says.
        place: `file:line`; anything else names no place.
        title: Its title.
    """
    properties: dict[str, Any] = {}
    file, _, line = (place or "").rpartition(":")
    if file and line.isdecimal():
        properties |= {"file": file, "line": line}
    if title:
        properties["title"] = title
    inside = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    return f"::{kind}{' ' + inside if inside else ''}::{_data(plain_signs(text))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
