"""The page's own sentences in one language, and how the names of a game become part of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any

from balance.core.courses import parted
from balance.core.errors import RunError
from balance.core.game import Game
from balance.core.metric import MetricSpec
from balance.core.texts import Lang, Names, game_names, game_texts, read_texts
from balance.report.facts import CellRecord, RunFacts
from balance.report.numbers import Numbers
from balance.stats.procedures import BY_DEAL

PLAYERS = "rules.players"
BEHIND = " → "
"""Between two policies of an estimate of one that sits right behind the other."""


@dataclass(frozen=True, slots=True)
class Phrases:
    """Looks sentences up and names things.

    Args:
        lang: The language.
        texts: The sentences, nested.
        numbers: How numbers are written.
        names: What the game's keys are called.
        own: The game's own texts, nested: findings and figures, each text by language.
        policies: Names of those who play, which stay as they are written in a config.
        printed: The printed game's rules under `rules`, nested, as plain data.
    """

    lang: Lang
    texts: Mapping[str, Any]
    numbers: Numbers
    names: Names
    own: Mapping[str, Any] = field(default_factory=dict)
    policies: frozenset[str] = frozenset()
    printed: Mapping[str, Any] = field(default_factory=dict)

    def knows(self, key: str) -> bool:
        """Whether there is a sentence under this dotted key."""
        return isinstance(self._find(key), str)

    def _find(self, key: str) -> Any:
        return _below(self.texts, key)

    def say(self, key: str, **parts: object) -> str:
        """A sentence by its dotted key, its `{parts}` filled in.

        Raises:
            RunError: There is no such sentence.
        """
        text = self._find(key)
        if not isinstance(text, str):
            raise RunError(f"the report has no text '{key}' in '{self.lang}'")
        return text.format(**parts) if parts else text

    def own_text(self, key: str, **parts: object) -> str:
        """One of the game's own texts by its dotted key, its `{parts}` filled in; empty if it has none."""
        text = _below(self.own, key)
        if not isinstance(text, Mapping):
            return ""
        sentence = str(text[self.lang])
        return sentence.format(**parts) if parts else sentence

    def metric(self, spec: MetricSpec) -> str:
        """A metric's title: the game's own word for it, or everybody's."""
        return self.own_text(f"metrics.{spec.name}") or (spec.de if self.lang == "de" else spec.en)

    def name(self, key: str) -> str:
        """What a key of the game is called."""
        return self.names.name(key, self.lang)

    def heading(self, key: str) -> str:
        """What a key of the game is called where the name stands by itself: at the head of a column, as a label."""
        name = self.name(key)
        return name[:1].upper() + name[1:]

    def item(self, item: str) -> str:
        """What an estimate is of: a policy, one behind another, a quantile, a key; of a course also when."""
        known = f"change.item.{item}"
        if item in self.policies or self.policies.issuperset(item.split(BEHIND)):
            return item
        if self.knows(known):
            return self.say(known)
        of_course = parted(item)
        if of_course is None:
            return self.name(item)
        what, kind, number = of_course
        is_named = what in self.names.names and not self.knows(f"change.item.{what}")
        name = self.name(what) if is_named else self.item(what)
        return self.say(f"change.{kind}", item=name, number=number)

    def listed(self, items: Sequence[object]) -> str:
        """`a, b and c`."""
        texts = [str(item) for item in items]
        if len(texts) <= 1:
            return "".join(texts)
        return f"{', '.join(texts[:-1])} {self.say('word.and')} {texts[-1]}"

    def seat(self, seat: int) -> str:
        """A seat as people count them, from 1."""
        return self.say("word.seat", number=seat + 1)

    def weight(self, weight: str) -> str:
        """What a weight is called: as the game names it, or as it is written in a config."""
        known = f"weights.{weight}"
        return self.name(known) if known in self.names.names else weight

    def games(self, n: int) -> str:
        """A number of playouts."""
        return self.say("word.game" if n == 1 else "word.games", n=self.numbers.number(n))

    def length_unit(self, number: str) -> str:
        """What a playout's length is counted in, behind a number as it is written: one of it, or several."""
        one = "length_unit_one"
        return self.name(one if number == "1" and one in self.names.names else "length_unit")

    def key_title(self, key: str) -> str:
        """A dotted key as words: known keys by their name, others segment by segment, as far as they tell apart."""
        if key in self.names.names:
            return self.name(key)
        if self.knows(f"key.{key}"):
            return self.say(f"key.{key}")
        match key.split("."):
            case ["personas", persona, "weights", weight]:
                return self.say("key.weight", weight=self.weight(weight), persona=persona)
            case ["personas", persona, "from"]:
                return self.say("key.basis", persona=persona)
        segments = key.split(".")
        last = ".".join([*segments[:-2], "*", segments[-1]])  # what is called alike on a whole shelf
        for end in range(len(segments) - 2, 1, -1):
            if (
                ".".join(segments[:end]) in self.names.names
            ):  # a shelf of named things: what stands there is enough
                segments = segments[end:]
                break
        if segments[0] == "rules":
            segments = segments[1:]
        at_table = ""
        if segments[-1].isdecimal() and last not in self.names.names:  # what there is for so many players
            at_table = f" ({self.say('word.players', n=segments.pop())})"
            last = segments[-1]
        kept = [self.name(s) for s in segments[:-1] if f"rules.{s}" not in self.names.names]
        kept.append(self.name(last if last in self.names.names else segments[-1]))
        title = " · ".join(kept)
        return title[:1].upper() + title[1:] + at_table

    def value(self, key: str, value: Any) -> str:
        """A value of a key as people read it."""
        named = (f"{key}={value}", f"{key.rpartition('.')[2]}={value}")  # of this key, or of all that end so
        if known := next((self.names.names[name] for name in named if name in self.names.names), None):
            return known[self.lang]
        match value:
            case None:
                return self.say("word.none")
            case bool():
                return self.say("word.on" if value else "word.off")
            case int():
                return self.numbers.number(value)
            case float():
                return self.numbers.number(value, max(1, len(f"{value:.6f}".rstrip("0").split(".")[1])))
            case Mapping():
                return ", ".join(self._part(key, str(k), v) for k, v in value.items())
            case list() | tuple():
                return self._listed_value(key, value)
            case _:
                return self.name(str(value)) if str(value) in self.names.names else str(value)

    def _listed_value(self, key: str, value: Sequence[Any]) -> str:
        """A list, its parts by number where they have a name: `Row 1: 2 points; Row 2: 1 card`."""
        each = f"{key}[]"
        if each not in self.names.names or not _is_of_parts(value):
            return ", ".join(self.value(each, item) for item in value)
        return "; ".join(
            f"{self.name(each).format(number)}: {self.value(each, _filled(part)) or self.say('word.nothing')}"
            for number, part in enumerate(value, start=1)
        )

    def _part(self, key: str, part: str, value: Any) -> str:
        """A part of a value: counted where the game says how, `2 roads`; otherwise by its name, `Cocoa beans 3`."""
        own = f"{key}.{part}"
        counted = next((name for name in (f"{own}={value}", own) if name in self.names.names), None)
        if counted is not None and type(value) is int:
            return self.name(counted).format(self.numbers.number(value))
        return f"{self.name(part)}\u00a0{self.value(part, value)}"

    def percentage_points(self, points: str) -> str:
        """A difference of shares, its number already written."""
        return self.say("change.percent", n=points)

    def swept_value(self, key: str, value: Any) -> str:
        """A value of a swept key; of a list of parts, as the printed one is, only the parts that differ from it."""
        printed = _below(self.printed, key)
        if not printed or not _is_of_parts(value) or not _is_of_parts(printed):
            return self.value(key, value)
        parts = [f"{name}: {text}" for name, text, _ in self.differing_parts(key, value, printed)]
        return "; ".join(parts) or self.say("word.as_printed")

    def differing_parts(self, key: str, a: Any, b: Any) -> list[tuple[str, str, str]]:
        """Where two lists of parts differ: the part's name, and what it is in each; empty for other values."""
        if not (_is_of_parts(a) and _is_of_parts(b)):
            return []
        each = f"{key}[]"
        found = []
        for number, pair in enumerate(zip_longest(a, b), start=1):
            parts = [None if part is None else _filled(part) for part in pair]
            if parts[0] != parts[1]:
                name = self.name(each).format(number) if each in self.names.names else str(number)
                one, other = (
                    self.say("word.none")
                    if part is None
                    else self.value(each, part) or self.say("word.nothing")
                    for part in parts
                )
                found.append((name, one, other))
        return found

    def setting(self, key: str, value: Any) -> str:
        """A swept key with its value."""
        if key == PLAYERS and isinstance(value, int):
            return self.say("word.players", n=value)
        differs = self.differing_parts(key, value, _below(self.printed, key))
        between = " · " if differs else " "
        return f"{self.key_title(key)}{between}{self.swept_value(key, value)}"

    def cell(self, cell: CellRecord) -> str:
        """A cell's name: what is swept, as words; the number of players if nothing is."""
        parts = [self.setting(key, value) for key, value in cell.settings.items()]
        return ", ".join(parts) or self.say("word.players", n=cell.n_seats)

    def short_cell(self, cell: CellRecord) -> str:
        """A cell's name without what its settings are called: `6 · short`."""
        parts = [
            self.setting(key, value) if key == PLAYERS else self.swept_value(key, value)
            for key, value in cell.settings.items()
        ]
        return " · ".join(parts) or self.say("word.players", n=cell.n_seats)

    def cell_head(self, cell: CellRecord) -> str:
        """What the parts of a short name are: `Package supply · Clock`, or `Nougat · Tier × Clock`."""
        titles = [self.key_title(key) for key in cell.settings]
        between = " × " if any(" · " in title for title in titles) else " · "
        return between.join(titles) or self.say("word.cell")

    def procedure(self, method: str) -> str:
        """A statistical procedure's name, with the deal as the unit where it is."""
        name = method.removesuffix(BY_DEAL)
        known = self.texts["procedure"].get(name, name)
        return self.say("procedure.by_deal", method=known) if method.endswith(BY_DEAL) else str(known)

    def line_up(self, cell: CellRecord) -> str:
        """Who plays in a cell, with the policies' names as users know them."""
        if not cell.is_mixed:
            return self.say("bots.all", policy=cell.policies[0])
        held: dict[str, list[int]] = {}
        for seat, policy in enumerate(cell.policies):
            held.setdefault(policy, []).append(seat + 1)
        if cell.rotate:
            counted = [f"{len(seats)} × {policy}" for policy, seats in held.items()]
            return self.say("bots.rotated", policies=", ".join(counted))
        seats = [
            self.say("bots.seats" if len(seats) > 1 else "bots.seat", seats=self.listed(seats), policy=policy)
            for policy, seats in held.items()
        ]
        return self.say("bots.fixed", seats="; ".join(seats))


def phrases_of(facts: RunFacts, lang: Lang) -> Phrases:
    """The sentences for a run's game in a language."""
    policies = frozenset(policy for cell in facts.cells for policy in cell.policies)
    return replace(phrases_for(facts.game, lang), policies=policies)


def phrases_for(game: Game, lang: Lang) -> Phrases:
    """The sentences for a game in a language: of every page, of sweeps and of comparisons.

    What a game says in words of its own stands in its `texts.yaml` under `sentences:`, by the dotted key of the
    sentence that it replaces.
    """
    own, sweep, compare = (
        read_texts("balance.report", f"texts/{part}{lang}.yaml") for part in ("", "sweep.", "compare.")
    )
    texts = {**own, **sweep, **compare, "procedure": {**own["procedure"], **compare["procedure"]}}
    said = game_texts(game.package)
    for key, words in said.get("sentences", {}).items():
        texts = _replaced(texts, key.split("."), words[lang])
    return Phrases(
        lang,
        texts,
        Numbers(lang),
        game_names(game.package),
        said,
        printed={"rules": game.rules_model().model_dump(mode="json")},
    )


def _below(tree: Mapping[str, Any], key: str) -> Any:
    """What stands under a dotted key, or None."""
    found: Any = tree
    for step in key.split("."):
        found = found.get(step) if isinstance(found, Mapping) else None
    return found


def _replaced(tree: Mapping[str, Any], path: Sequence[str], text: str) -> dict[str, Any]:
    """The tree with another text at a path; what does not change is shared."""
    step, *rest = path
    return {**tree, step: _replaced(tree[step], rest, text) if rest else text}


def _is_of_parts(value: Any) -> bool:
    """Whether it is a list of maps."""
    return isinstance(value, list | tuple) and all(isinstance(part, Mapping) for part in value)


def _filled(part: Mapping[str, Any]) -> dict[str, Any]:
    """A part without what is 0 or off."""
    return {key: value for key, value in part.items() if value}
