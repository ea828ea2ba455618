"""From a run's facts and measures to everything the page says. Pure: the same input gives the same model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, ClassVar

from balance.core.errors import RunError
from balance.core.figure import Figure
from balance.core.picture import Picture
from balance.core.texts import LANGS, Lang
from balance.metrics import CellMeasures, specs
from balance.report import blocks, ladder, spreads, win_blocks
from balance.report.answers import Headline
from balance.report.bots import bots_table
from balance.report.entries import Context, FigureBlock, Table
from balance.report.examples import Examples, no_example
from balance.report.facts import RunFacts
from balance.report.findings import findings, is_quiet
from balance.report.origins import (
    ValueGroup,
    assumed_headline,
    assumed_values,
    changed_in_all,
    changed_values,
    is_other_game,
    is_swept,
    varied_values,
)
from balance.report.overview import glance_table, other_metrics
from balance.report.own_figures import own_blocks, shown_in
from balance.report.phrases import Phrases, phrases_of
from balance.report.playouts import PlayoutsPart, Shown, playouts_part
from balance.report.power import power
from balance.report.probe_block import Probed, probe_block, probe_headline
from balance.report.sweep_part import BestCell, SweepPart, sweep_part, without_repeats
from balance.report.views import views_of
from balance.verdict.sweeping import Sweep

_FIGURES = (
    win_blocks.seats_block,
    win_blocks.policies_block,
    ladder.ladder_block,
    spreads.scores_block,
    blocks.score_means_block,
    spreads.margin_block,
    blocks.sources_block,
    blocks.winners_block,
    blocks.ends_block,
    spreads.length_block,
)
"""In the order of the page."""

_SUBTITLE = 6
"""Changed values that stand below the title; the page lists all of them further down."""
_SWEPT = 200
"""Signs that all values of a swept key may take there; more are counted."""
_SHOWN = ("rules.", "policies.", "personas.")


@dataclass(frozen=True, slots=True)
class ReportModel:
    """The page as data; every text is plain and still to be escaped.

    Args:
        lang: Its language.
        texts: The page's own fixed texts.
        kicker: Line above the title.
        title: Title.
        subtitle: What is varied and set, for every reader to see at once; empty for the printed game.
        description: One sentence for the head of the file.
        summary: The facts that every reader needs, label and value.
        command: What to type to get the same again.
        versions: In one line.
        alerts: What must be known before any number is read.
        headlines: At most five findings, the most important first.
        quiet: Said before them where nothing is notable; otherwise empty.
        rest: What else could be said, a sentence each.
        glance: Cells side by side, None if there is one.
        figures: In order; their number is their place, from 1.
        others: Metrics without a figure, or None.
        varied: What the cells differ in, or None.
        changed: Values that differ from the printed game in all cells, or None.
        assumed: Values that the rule text does not give.
        bots: Who played.
        reading: How to read the page.
        power: What a run of this size can show; empty if that is not known.
        provenance: Where and when it was made, label and value.
        footer: Last line.
        sweep: For each metric what the cells of a sweep do to it, or None.
        playouts: Some playouts of each cell as pictures, or None.
    """

    template: ClassVar[str] = "index.html.j2"

    lang: Lang
    texts: Mapping[str, Any]
    kicker: str
    title: str
    subtitle: str
    description: str
    summary: tuple[tuple[str, str], ...]
    command: str
    versions: str
    alerts: tuple[str, ...]
    headlines: tuple[Headline, ...]
    quiet: str
    rest: tuple[Headline, ...]
    glance: Table | None
    figures: tuple[FigureBlock, ...]
    others: Table | None
    varied: ValueGroup | None
    changed: ValueGroup | None
    assumed: tuple[ValueGroup, ...]
    bots: Table
    reading: tuple[str, ...]
    power: str
    provenance: tuple[tuple[str, str], ...]
    footer: str
    sweep: SweepPart | None = None
    playouts: PlayoutsPart | None = None

    @property
    def drawn(self) -> tuple[FigureBlock, ...]:
        """All figures of the page."""
        return self.figures if self.sweep is None else (*self.figures, *self.sweep.blocks)

    @property
    def pictured(self) -> tuple[FigureBlock, ...]:
        """Those that are also written as pictures."""
        return self.figures if self.sweep is None else (*self.figures, *self.sweep.first)

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """What the game draws of its playouts."""
        return () if self.playouts is None else self.playouts.pictures

    @property
    def is_index(self) -> bool:
        """Whether there are so many cells that everything below the overview is folded."""
        return self.sweep is not None and self.sweep.is_folded

    def figure_number(self, key: str) -> int:
        """Place of a figure from 1, 0 if the page does not have it."""
        return next((place for place, block in enumerate(self.figures, 1) if block.key == key), 0)


def build(
    run_facts: RunFacts,
    cells: Sequence[CellMeasures],
    lang: str,
    example: Examples = no_example,
    sweep: Sweep | None = None,
    best: BestCell | None = None,
    probed: Sequence[Probed] = (),
    shown: Sequence[Shown] = (),
) -> ReportModel:
    """Everything the page says.

    Args:
        run_facts: From the manifest.
        cells: What was measured, in any order; a cell without measures is left out.
        lang: `de` or `en`.
        example: From a wanted playout to the command that tells it, empty if there is none.
        sweep: What differs from the baseline cell, if there are several cells.
        best: The best cell, if anybody asked for it.
        probed: What single changes do, if anybody asked for it.
        shown: Playouts worth seeing, for a game that draws them.

    Raises:
        RunError: There is nothing to report, or no such language.
    """
    language = next((known for known in LANGS if known == lang), None)
    if language is None:
        raise RunError(f"no report in '{lang}': {' or '.join(LANGS)}")
    phrases = phrases_of(run_facts, language)
    context = Context(phrases, views_of(run_facts.cells, cells, phrases))
    if not context.views:
        raise RunError("no cell of this run has a finished playout: there is nothing to report")
    name, say = phrases.name(run_facts.game.slug), phrases.say
    title = run_facts.title.get(language) or next(iter(run_facts.title.values()), "")
    version = str(run_facts.versions["package"])
    game_metrics = run_facts.game.module("metrics")
    known = specs(run_facts.game)
    figures: tuple[Figure, ...] = getattr(game_metrics, "FIGURES", ())
    own = own_blocks(context, figures, known)
    found = tuple(block for make in _FIGURES if (block := make(context)) is not None) + own
    block = probe_block(context, probed)
    found += () if block is None else (block,)
    said, rest = findings(
        context,
        getattr(game_metrics, "FINDINGS", ()),
        {spec.name: spec for spec in known},
        (assumed_headline(run_facts, context), probe_headline(context, probed)),
        example,
    )
    part = None if sweep is None else sweep_part(context, sweep, known, best)
    told = shown_in(figures) | (frozenset() if part is None else part.metrics)
    return ReportModel(
        lang=language,
        texts=phrases.texts,
        kicker=say("page.kicker", game=name),
        title=title or say("page.title", game=name),
        subtitle=_subtitle(run_facts, phrases),
        description=say("page.description", game=name, games=context.n_text()),
        summary=_summary(run_facts, context),
        command=run_facts.command,
        versions=_versions(run_facts, phrases),
        alerts=_alerts(run_facts, context),
        headlines=said,
        rest=rest,
        quiet=phrases.say("finding.quiet") if is_quiet(said) else "",
        glance=glance_table(context),
        figures=without_repeats(found, figures, part),
        others=other_metrics(context, known, told),
        varied=varied_values(run_facts, phrases),
        changed=changed_values(run_facts, phrases),
        assumed=assumed_values(run_facts, phrases),
        bots=bots_table(run_facts, phrases),
        reading=_reading(context),
        power=power(context),
        provenance=_provenance(run_facts, phrases),
        footer=say("page.footer", version=version),
        sweep=part,
        playouts=playouts_part(context, run_facts.game, shown),
    )


def _summary(facts: RunFacts, context: Context) -> tuple[tuple[str, str], ...]:
    """What is swept, who played, how much, on which seed."""
    phrases = context.phrases
    say, numbers = phrases.say, phrases.numbers
    cells = [view.record for view in context.views]
    if len(cells) > 1:
        swept = [_swept(key, values, ", ", phrases) for key, values in facts.swept.items()]
        is_counted = len(swept) == 1 and swept[0] == _counted(*next(iter(facts.swept.items())), phrases)
        variants = (
            swept[0] if is_counted else say("page.variants_of", n=len(cells), settings="; ".join(swept))
        )
    else:
        variants = say("page.one_variant", cell=phrases.cell(cells[0]))
    line_ups = list(dict.fromkeys(phrases.line_up(cell) for cell in cells))
    bots = line_ups[0] if len(line_ups) == 1 else " · ".join(line_ups)
    if len(line_ups) > 3:
        bots = say("bots.differ", policies=", ".join(dict.fromkeys(p for c in cells for p in c.policies)))
    n_changed = len(changed_in_all(facts))
    rules = say(
        "page.printed" if not n_changed else "page.changed_one" if n_changed == 1 else "page.changed",
        n=numbers.number(n_changed),
    )
    if is_other_game(facts):
        rules = say("page.varied_only") if not n_changed else say("page.varied_too", changed=rules)
    return (
        (say("page.game"), f"{phrases.name(facts.game.slug)}, {rules}"),
        (say("page.variants"), variants),
        (say("page.bots"), bots),
        (say("page.games"), context.n_text()),
        (say("page.seed"), str(facts.seed)),
    )


def _swept(key: str, values: Sequence[Any], between: str, phrases: Phrases) -> str:
    """A swept key with its values; only with their number where they would fill the screen."""
    texts = [phrases.swept_value(key, value) for value in values]
    if sum(map(len, texts)) > _SWEPT:
        return _counted(key, values, phrases)
    if any(isinstance(value, list | tuple) for value in values):
        texts = [f"({text})" for text in texts]
    return f"{phrases.key_title(key)} {between.join(texts)}"


def _counted(key: str, values: Sequence[Any], phrases: Phrases) -> str:
    return phrases.say("page.many_values", what=phrases.key_title(key), n=phrases.numbers.number(len(values)))


def _subtitle(facts: RunFacts, phrases: Phrases) -> str:
    """Swept keys with their values, then what was changed or set on the command line."""
    parts = [_swept(key, values, " / ", phrases) for key, values in facts.swept.items()]
    chosen = [
        value
        for value in facts.values
        if not is_swept(value.key, facts)
        and value.key.startswith(_SHOWN)
        and (value.source == "changed" or value.place.startswith("-s"))
    ]
    parts += [phrases.setting(value.key, value.value) for value in chosen[:_SUBTITLE]]
    if len(chosen) > _SUBTITLE:
        more = len(chosen) - _SUBTITLE
        parts.append(phrases.say("page.more_changed_one" if more == 1 else "page.more_changed", n=more))
    return ("; " if any(" · " in part for part in parts) else " · ").join(parts)


def _versions(facts: RunFacts, phrases: Phrases) -> str:
    versions = facts.versions
    parts = [
        f"balance {versions['package']}",
        phrases.say("page.rules_version", n=versions["rules"]),
        phrases.say("page.chance_version", n=versions["chance"]),
        *(f"{name} {versions[name]}" for name in ("python", "numba", "numpy", "polars") if name in versions),
        f"{phrases.say('page.experiment')} {facts.experiment}",
    ]
    return " · ".join(parts)


def _alerts(facts: RunFacts, context: Context) -> tuple[str, ...]:
    say = context.phrases.say
    alerts = [say("page.interrupted")] if facts.is_interrupted else []
    missing = len(facts.cells) - len(context.views)
    if missing:
        alerts.append(say("page.missing_cell" if missing == 1 else "page.missing_cells", n=missing))
    if left_out := sum(view.measured.left_out for view in context.views):
        alerts.append(say("page.left_out", games=context.phrases.games(left_out)))
    return (*alerts, *(say("page.warning", text=_without_excerpt(text)) for text in facts.warnings))


def _without_excerpt(warning: str) -> str:
    """What a check warned of and its hint, without the line of the config and the caret that a terminal shows."""
    problem, *others = warning.splitlines()
    hints = [line.strip().removeprefix("= ") for line in others if line.strip().startswith("= ")]
    return "; ".join([problem.replace("warning: ", "", 1), *hints])


def _reading(context: Context) -> tuple[str, ...]:
    keys = ("interval", "fair", "simultaneous", "w", "bots")
    return tuple(context.phrases.say(f"reading.{key}") for key in keys)


def _moment(text: str, phrases: Phrases) -> str:
    """An ISO time as people read it, in UTC; what is none stays as it is."""
    try:
        moment = datetime.fromisoformat(text).astimezone(UTC)
    except ValueError:
        return text
    parts = moment.strftime("%Y %m %d %H:%M").split()
    return phrases.say(
        "page.finished_value", **dict(zip(("year", "month", "day", "time"), parts, strict=True))
    )


def _provenance(facts: RunFacts, phrases: Phrases) -> tuple[tuple[str, str], ...]:
    say, numbers = phrases.say, phrases.numbers
    machine, timings = facts.machine, facts.timings
    rows = [(say("page.experiment"), facts.experiment)]
    if timings.get("finished"):
        rows.append((say("page.finished"), _moment(str(timings["finished"]), phrases)))
    if timings.get("seconds") is not None and timings.get("playouts_per_second") is not None:
        seconds = numbers.number(float(timings["seconds"]), 1)
        rate = numbers.number(float(timings["playouts_per_second"]))
        rows.append((say("page.duration"), say("page.duration_value", seconds=seconds, rate=rate)))
    known = [str(machine[key]) for key in ("processor", "system") if machine.get(key)]
    if known:
        rows.append((say("page.machine"), ", ".join(known)))
    if "sources" in facts.versions:
        rows.append((say("page.sources"), str(facts.versions["sources"])[:12]))
    return tuple(rows)
