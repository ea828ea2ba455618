"""A comparison becomes everything its page says, and the same for a terminal and as Markdown. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any, ClassVar

from balance.core.errors import RunError
from balance.core.game import Game
from balance.core.picture import Picture
from balance.core.texts import LANGS, Lang
from balance.metrics import specs
from balance.report.changes import ChangeWriter, writer_of
from balance.report.changes_figure import LISTED, cells_of, changes_figure, changes_table, leading
from balance.report.compared_answers import agreement, disagreements, in_cell, one_sided, winners
from balance.report.compared_runs import ComparedRun, RunLink, assumed_on, bots_of, run_links
from balance.report.compared_sides import alerts, identical, line_ups_table, rules_table, summary
from balance.report.entries import FigureBlock, Table
from balance.report.origins import ValueGroup
from balance.report.phrases import Phrases, phrases_for
from balance.verdict.comparing import Change, pairing_gains
from balance.verdict.comparison import Comparison, Tier

_NAMED = 8
"""Metrics that a sentence names where it could name many."""


@dataclass(frozen=True, slots=True)
class TierText:
    """What moved with the same bots, in words.

    Args:
        title: Who played; empty if there is one tier only.
        winners: Who wins now, a sentence and its numbers for each variant; empty if nothing differs.
        moved: A sentence and its numbers each, largest effect first.
        leading: Those among them that are the largest of their metric.
        moved_table: The same as a table, None if nothing moved.
        nothing: What to say then.
        still: What to say if nothing is listed that did not move.
        unmoved: A line a metric of which nothing moved.
        unmoved_table: Everything that did not move, None if there is nothing.
        alone: A sentence on what stands out only on its own, or empty.
        one_sided: Sentences on what only one side has.
        pairing: What pairing saved, empty where nothing was paired.
    """

    title: str
    winners: tuple[tuple[str, str], ...]
    moved: tuple[tuple[str, str], ...]
    leading: tuple[tuple[str, str], ...]
    moved_table: Table | None
    nothing: str
    still: str
    unmoved: tuple[str, ...]
    unmoved_table: Table | None
    alone: str
    one_sided: tuple[str, ...]
    pairing: str


@dataclass(frozen=True, slots=True)
class ComparisonModel:
    """The page of a comparison as data; every text is plain and still to be escaped.

    Args:
        lang: Its language.
        texts: Fixed texts.
        kicker: Line above the title.
        title: Title.
        description: One sentence for the head of the file.
        summary: Facts that every reader needs, label and value.
        command: What to type to get the same again.
        runs: Where each side's own page is, or how it is written.
        alerts: What must be known before any number is read.
        rules: Rules that differ, None if there are none.
        line_ups: What differs in who plays, None if nothing does.
        identical: On variants that are the same on both sides, or empty.
        tiers: One for each tier of play.
        agreement: Whether it depends on who plays, in a sentence; empty with one tier.
        disagreements: What does, the first of each metric first.
        figures: The largest changes; none if nothing moved.
        assumed: Values that the rule text does not give.
        bots: Who played.
        procedures: How intervals were made.
        footer: Last line.
    """

    template: ClassVar[str] = "compare.html.j2"
    most: ClassVar[int] = LISTED

    lang: Lang
    texts: Mapping[str, Any]
    kicker: str
    title: str
    description: str
    summary: tuple[tuple[str, str], ...]
    command: str
    runs: tuple[RunLink, ...]
    alerts: tuple[str, ...]
    rules: Table | None
    line_ups: Table | None
    identical: str
    tiers: tuple[TierText, ...]
    agreement: str
    disagreements: tuple[str, ...]
    figures: tuple[FigureBlock, ...]
    assumed: tuple[ValueGroup, ...]
    bots: Table
    procedures: str
    footer: str

    @property
    def drawn(self) -> tuple[FigureBlock, ...]:
        """All figures of the page."""
        return self.figures

    @property
    def pictured(self) -> tuple[FigureBlock, ...]:
        """Those that are also written as pictures."""
        return self.figures

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """None: a comparison shows no playout."""
        return ()


def comparison_phrases(game: Game, lang: str) -> Phrases:
    """The sentences in a language.

    Raises:
        RunError: No such language.
    """
    language = next((known for known in LANGS if known == lang), None)
    if language is None:
        raise RunError(f"no report in '{lang}': {' or '.join(LANGS)}")
    return phrases_for(game, language)


def build_comparison(
    comparison: Comparison,
    game: Game,
    lang: str,
    *,
    command: str,
    version: str,
    runs: Sequence[ComparedRun],
) -> ComparisonModel:
    """Everything that is said of a comparison.

    Args:
        comparison: The numbers.
        game: The game.
        lang: `de` or `en`.
        command: What to type to get the same again.
        version: Of the package.
        runs: What was compared: first and second side, once for each tier of play.

    Raises:
        RunError: No such language.
    """
    phrases = replace(comparison_phrases(game, lang), policies=frozenset(comparison.policies))
    say, name = phrases.say, phrases.name(game.slug)
    writer = writer_of(phrases, specs(game), comparison.settings)
    games = phrases.games(comparison.n)
    block = changes_figure(comparison, writer)
    return ComparisonModel(
        lang=phrases.lang,
        texts=phrases.texts,
        kicker=say("compare.kicker", game=name),
        title=say("compare.title"),
        description=say("compare.description", game=name, games=games),
        summary=summary(comparison, phrases),
        command=command,
        runs=tuple(run_links(runs, phrases)),
        alerts=tuple(alerts(comparison, writer)),
        rules=rules_table(comparison, writer),
        line_ups=line_ups_table(comparison, writer),
        identical=identical(comparison, writer),
        tiers=tuple(_tier(comparison, tier, writer) for tier in comparison.tiers),
        agreement=agreement(comparison, phrases),
        disagreements=tuple(disagreements(comparison, writer)),
        figures=() if block is None else (block,),
        assumed=assumed_on(runs[0].facts, runs[1].facts, phrases),
        bots=bots_of(runs, phrases),
        procedures=_procedures(comparison, phrases),
        footer=say("compare.footer", version=version),
    )


def _tier(comparison: Comparison, tier: Tier, writer: ChangeWriter) -> TierText:
    say = writer.phrases.say
    title = say("compare.tier", policy=tier.name) if len(comparison.tiers) > 1 else ""
    if comparison.is_same:
        same = say("compare.same", games=writer.phrases.games(comparison.n))
        return TierText(title, (), (), (), None, same, say("compare.unmoved_same"), (), None, "", (), "")
    cells = cells_of(tier, writer)
    said = [
        (in_cell(cells, change.cell, writer) + writer.sentence(change), writer.numbers(change))
        for change in tier.moved
    ]
    largest = leading(tier)
    return TierText(
        title=title,
        winners=tuple(winners(tier, writer)),
        moved=tuple(said),
        leading=tuple(text for text, change in zip(said, tier.moved, strict=True) if change in largest),
        moved_table=changes_table(tier.moved, writer, cells, "n"),
        nothing=say("compare.moved_none", games=writer.phrases.games(comparison.n)),
        still=say("compare.unmoved_none"),
        unmoved=tuple(_unmoved(tier, writer)),
        unmoved_table=changes_table(tier.unmoved, writer, cells, "visible"),
        alone=_alone(tier, writer),
        one_sided=tuple(one_sided(tier, writer)),
        pairing=_pairing(tier, writer),
    )


def _alone(tier: Tier, writer: ChangeWriter) -> str:
    """A sentence on what stands out by its own interval only; empty if nothing does."""
    names = dict.fromkeys(writer.name(change) for change in tier.unmoved if change.stands_out_alone)
    if not names:
        return ""
    say, number = writer.phrases.say, writer.phrases.numbers.number
    told = [
        *list(names)[:_NAMED],
        *([say("compare.more", n=len(names) - _NAMED)] if len(names) > _NAMED else []),
    ]
    return say("compare.alone", n=number(len(tier.changes)), names="; ".join(told))


def _unmoved(tier: Tier, writer: ChangeWriter) -> Iterator[str]:
    """A line a metric nothing of which moved, with the change that would have shown in all of it."""
    moved = {change.metric for change in tier.moved}
    largest: dict[str, Change] = {}
    for change in tier.unmoved:
        if change.metric in moved:
            continue
        known = largest.get(change.metric)
        if known is None or not change.visible <= known.visible:
            largest[change.metric] = change
    for metric, change in largest.items():
        yield writer.phrases.say(
            "compare.unmoved_line", name=writer.metric(metric), visible=writer.visible(change)
        )


def _pairing(tier: Tier, writer: ChangeWriter) -> str:
    """How many games pairing saved, for the metrics that people ask about first."""
    gains = pairing_gains(tier.changes)
    say, parts = writer.phrases.say, []
    for metric in ("seat_win_share", "policy_win_share", "score_mean", "margin_mean", "length_mean"):
        if metric not in gains:
            continue
        name, gain = writer.metric(metric), gains[metric]
        if isfinite(gain):
            digits = 1 if gain < 10 else 0
            parts.append(
                say("compare.pairing_gain", name=name, gain=writer.phrases.numbers.number(gain, digits))
            )
        else:
            parts.append(say("compare.pairing_same", name=name))
    return say("compare.pairing", gains=", ".join(parts)) if parts else ""


def _procedures(comparison: Comparison, phrases: Phrases) -> str:
    used = {change.method for tier in comparison.tiers for change in tier.changes}
    methods = sorted(
        used, key=lambda method: (method == "mover", method)
    )  # what holds for all else comes last
    if methods == ["mover"]:
        methods = ["mover_alone"]
    return phrases.say("compare.procedures", methods="; ".join(phrases.procedure(m) for m in methods))
