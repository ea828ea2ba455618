"""Who played, and in what style."""

from __future__ import annotations

from balance.report.entries import Table
from balance.report.facts import RunFacts
from balance.report.phrases import Phrases


def bots_table(facts: RunFacts, phrases: Phrases) -> Table:
    """Each policy with its style."""
    rows = []
    for policy in dict.fromkeys(name for cell in facts.cells for name in cell.policies):
        preset = facts.game.preset(policy)
        style = _persona(facts, policy, phrases)
        if preset is not None:
            style = preset.de if phrases.lang == "de" else preset.en
        rows.append((policy, style))
    return Table((phrases.say("page.bots_policy"), phrases.say("page.bots_style")), tuple(rows))


def _persona(facts: RunFacts, name: str, phrases: Phrases) -> str:
    """What an own policy starts from, and the weights it changes; without them where the run has not kept them."""
    values = {value.key: value.value for value in facts.values}
    base, prefix = values.get(f"personas.{name}.from"), f"personas.{name}.weights."
    own = {key.removeprefix(prefix): value for key, value in values.items() if key.startswith(prefix)}
    if base is None:
        return phrases.say("page.bots_persona")
    number = phrases.numbers.number
    texts = []
    for weight, value in own.items():
        before = _weight(facts, str(base), weight)
        if before is None:
            texts.append(f"{weight} {number(value)}")
        else:
            texts.append(
                phrases.say(
                    "page.bots_persona_weight", weight=weight, value=number(value), base=number(before)
                )
            )
    return phrases.say(
        "page.bots_persona_from", base=base, weights=", ".join(texts) or phrases.say("word.nothing")
    )


def _weight(facts: RunFacts, policy: str, weight: str) -> int | None:
    """A weight of a shipped policy; None if it is none, knows no such weight, or has several in these cells."""
    if facts.game.preset(policy) is None:
        return None
    tables = {cell.n_seats for cell in facts.cells}
    values = {facts.game.policy(policy, players).weights.get(weight) for players in tables}
    return values.pop() if len(values) == 1 else None
