"""What a self-test of a gate found, in words."""

from __future__ import annotations

from balance.core.texts import Lang
from balance.report.gate_words import Document, GateWords, plain_lines


def rehearsal_lines(document: Document, lang: Lang) -> str:
    """A line for everything that was planted, and one for nothing."""
    words = GateWords(document, lang)
    lines = [
        words.say("rehearsal.good" if document["as_promised"] else "rehearsal.bad", config=document["config"])
    ]
    for each in document["outcomes"]:
        if each["planted"] is None:
            told = words.say("rehearsal.unmoved", seed=document["other_seed"])
        else:
            metric = words.series({"metric": each["planted"], "item": None, **each})
            told = words.say(
                "rehearsal.unreachable" if each["rise"] is None else "rehearsal.planted",
                series=metric,
                rise=words.change(each["rise"] or 0.0),
            )
        verdict = each["verdict"] or "–"
        lines.append(
            "    "
            + words.say(
                "rehearsal.line",
                told=told,
                verdict=verdict,
                promised=each["promised"],
                n=words.count(each["n"]),
            )
        )
    return plain_lines(lines)
