"""A baseline in words: who blessed what, and how far it came since the first time."""

from __future__ import annotations

from collections.abc import Iterator

from balance.core.texts import Lang
from balance.report.gate_words import Document, GateWords, gate_text, plain_lines


def baseline_lines(document: Document, lang: Lang) -> str:
    """Everything that `balance baseline show` prints."""
    return plain_lines(_lines(GateWords(document, lang)))


def _lines(words: GateWords) -> Iterator[str]:
    document = words.document
    cells = len(document["cells"])
    yield words.say(
        "blessed.head",
        file=document["file"],
        game=document["game"],
        seed=document["seed"],
        games=words.count(document["games"]),
        cells=words.cells(cells),
    )
    yield _signed(words, document)
    for cell in document["cells"]:
        told = words.cell(cell)
        yield "    " + words.say("blessed.length", cell=told, length=words.count(cell["length_median"]))
    for metric, gate in document["gates"].items():
        yield words.say("blessed.gate", metric=metric, gate=gate_text(gate))
    yield ""
    yield from _table(words)
    if document["outside"]:
        yield ""
    for found in document["outside"]:
        value = words.value(found, signed=False)
        yield words.say("note.outside", series=words.series(found), value=value, limit=words.allowed(found))
    if document["history"]:
        yield ""
        yield words.say("blessed.history")
        yield from (f"    {_signed(words, each)}" for each in document["history"])


def _signed(words: GateWords, blessing: Document) -> str:
    return words.say(
        "blessed.by",
        reason=blessing["reason"],
        by=words.by(blessing),
        package=blessing["package"],
        rules=blessing["rules_version"],
    )


def _table(words: GateWords) -> Iterator[str]:
    document = words.document
    has_history = any(each["since_first"] for each in document["metrics"])
    heads = [words.say(f"column.{name}") for name in ("metric", "cell", "seat")]
    heads += [words.say("blessed.value"), words.say("blessed.interval")]
    heads += [words.say("blessed.since")] if has_history else []
    rows = [heads]
    for each in document["metrics"]:
        low, high = (words.amount(each, each[end], signed=False) for end in ("low", "high"))
        row = [
            each["metric"] + (f" {each['item']}" if each["item"] else ""),
            each["cell"],
            words.seat(each),
            words.amount(each, each["value"], signed=False),
            f"{low} … {high}",
        ]
        since = each["since_first"]
        if has_history:
            row.append("" if since is None else _since(words, each, since))
        rows.append(row)
    yield from words.aligned(rows, right={3})


def _since(words: GateWords, each: Document, since: Document) -> str:
    value, low, high = (words.amount(each, since[key], signed=True) for key in ("value", "low", "high"))
    return f"{value} ({low} … {high})"
