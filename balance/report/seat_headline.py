"""Is a seat favoured? What the shares of a cell say, and the sentence about it.

A sentence claims a difference only where the interval is clear of what would be fair; over several cells only
where the test of equal seats stands after Holm's correction: no cell among many is called unfair by luck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite

from balance.report.answers import FEW, Headline, fair_of, kind_of, n_of, share_of
from balance.report.entries import MANY, Context
from balance.report.examples import Wanted
from balance.report.numbers import digits_for
from balance.report.views import CellView
from balance.stats.estimate import Estimate
from balance.stats.multiple import holm

ALPHA = 0.05
_UNEQUAL = ("ahead", "behind", "both", "unequal")
_VAGUE = 0.05  # a possible deviation from fair above which "nothing seen" would mislead


@dataclass(frozen=True, slots=True)
class SeatFinding:
    """What a cell's seat shares say.

    Args:
        view: The cell.
        shares: By seat.
        verdict: `ahead` or `behind`: the seat's interval is clear of fair; `both`: that of one seat lies above it,
            that of another below; `unequal`: only the test says so; `level`: no difference seen, and a large one
            is ruled out; `unclear`: none seen, nor ruled out; `confounded`: policies differ from seat to seat;
            `undecided`: nobody won anything.
        seat: The seat that the verdict is about, or that wins most.
        p: Of the test of equal seats; not a number if it could not be made.
    """

    view: CellView
    shares: dict[int, Estimate]
    verdict: str
    seat: int
    p: float

    @property
    def stands_alone(self) -> bool:
        """Whether seats would be called unequal if this were the only cell."""
        return self.verdict in _UNEQUAL

    @property
    def worst(self) -> int:
        """The seat that wins least."""
        return min(self.shares, key=lambda seat: self.shares[seat].value)


def seat_finding(view: CellView) -> SeatFinding | None:
    """What can be said about the seats of a cell; None if nothing was measured."""
    shares = view.by_seat("seat_win_share")
    if not shares:
        return None
    test = view.one("seat_equality")
    p = test.value if test is not None else float("nan")
    fair = view.fair
    best = max(shares, key=lambda seat: shares[seat].value)
    worst = min(shares, key=lambda seat: shares[seat].value)
    seat = best
    if fair <= 0 or not any(e.value > 0 for e in shares.values()):
        verdict = "undecided"
    elif view.record.is_confounded:
        verdict = "confounded"
    elif shares[best].low > fair:
        verdict = "both" if shares[worst].high < fair else "ahead"
    elif shares[worst].high < fair:
        verdict, seat = "behind", worst
    elif isfinite(p) and p < ALPHA:
        verdict = "unequal"
    else:
        verdict = "unclear" if _reach(view, shares) > _VAGUE else "level"
    return SeatFinding(view, shares, verdict, seat, p)


def unequal_cells(findings: Sequence[SeatFinding]) -> frozenset[str]:
    """Keys of the cells whose seats differ by more than chance, by Holm's method over all of these."""
    tested = [finding for finding in findings if isfinite(finding.p)]
    adjusted = holm([finding.p for finding in tested])
    return frozenset(f.view.facts.key for f, p in zip(tested, adjusted, strict=True) if p < ALPHA)


def _reach(view: CellView, shares: Mapping[int, Estimate]) -> float:
    """How far from fair any seat may still be: what the table beside the figure says, if it is measured."""
    deviation = view.one("seat_deviation")
    if deviation is not None and isfinite(deviation.high):
        return deviation.high
    return max(max(abs(e.low - view.fair), abs(e.high - view.fair)) for e in shares.values())


def seats_headline(context: Context) -> Headline:
    """Whether a seat is favoured, and by how much; notable where seats surely differ."""
    findings = [finding for view in context.views if (finding := seat_finding(view)) is not None]
    found = _answer(context)
    if len(findings) == 1:
        is_notable = findings[0].stands_alone
    else:
        is_notable = bool(
            unequal_cells([f for f in findings if f.verdict not in ("undecided", "confounded")])
        )
    return replace(
        found,
        key="seats",
        weight=90 if is_notable else 45,
        is_notable=is_notable,
        wanted=_a_win(findings) if is_notable else None,
    )


def _a_win(findings: Sequence[SeatFinding]) -> Wanted | None:
    """A win of the seat that is ahead most; None where none is."""
    ahead = [finding for finding in findings if finding.verdict in ("ahead", "both")]
    if not ahead:
        return None
    most = max(ahead, key=lambda finding: finding.shares[finding.seat].value / finding.view.fair)
    return Wanted(most.view.facts.key, "seat", seat=most.seat)


def _answer(context: Context) -> Headline:
    say = context.phrases.say
    question = say("headline.seats.question")
    findings = [finding for view in context.views if (finding := seat_finding(view)) is not None]
    if not findings:
        return Headline(question, say("headline.seats.nothing"), (n_of(context),), (), "")
    if len(context.views) == 1:
        lead, details = _one_table(context, findings[0])
        return Headline(question, lead, (*details, n_of(context)), (), "seats")
    return _many_tables(context, question, findings)


def _one_table(context: Context, finding: SeatFinding) -> tuple[str, list[str]]:
    """Lead and details about the only cell."""
    say, numbers, view = context.phrases.say, context.phrases.numbers, finding.view
    estimate = finding.shares[finding.seat]
    share, interval = share_of(context, estimate)
    kind = kind_of(context, estimate, "seats")
    seat, fair = context.phrases.seat(finding.seat), fair_of(context, view)
    low_share, low_interval = share_of(context, finding.shares[finding.worst])
    other = context.phrases.seat(finding.worst)
    lead = say(f"headline.seats.{finding.verdict}", seat=seat, share=share, other=other, its=low_share)
    details: list[str] = []
    if finding.verdict == "undecided":
        return lead, details
    if finding.verdict in ("ahead", "behind", "both", "confounded"):
        gap = 100 * (estimate.value - view.fair)
        difference = numbers.signed(gap, digits_for(100 * estimate.half_width, 2))
        details.append(
            say("headline.seats.interval", interval=interval, kind=kind, fair=fair, difference=difference)
        )
    if finding.verdict == "confounded":
        details.append(say("headline.seats.confounded_why"))
    if finding.verdict in ("ahead", "both"):
        details.append(say("headline.seats.weakest", seat=other, share=low_share, interval=low_interval))
    if finding.verdict in ("unequal", "level", "unclear"):
        shares, limits = _range(context, finding)
        details.append(say("headline.seats.range", shares=shares, interval=limits, kind=kind, fair=fair))
        details += _ruled_out(context, finding)
    return lead, details


def _range(context: Context, finding: SeatFinding) -> tuple[str, str]:
    """Smallest to largest share, and the hull of their intervals."""
    numbers, shares = context.phrases.numbers, finding.shares.values()
    digits = digits_for(100 * max(e.half_width for e in shares), 2)
    values = [e.value for e in shares]
    return (
        numbers.percent_interval(min(values), max(values), digits),
        numbers.percent_interval(min(e.low for e in shares), max(e.high for e in shares), digits),
    )


def _ruled_out(context: Context, finding: SeatFinding) -> list[str]:
    """How far a seat may still be from fair."""
    say, numbers = context.phrases.say, context.phrases.numbers
    if finding.verdict == "unequal":
        spread = finding.view.one("seat_spread")
        text = say("word.unknown")
        if spread is not None:  # as precise as in the table beside the figure
            text = numbers.interval(100 * spread.low, 100 * spread.high, 1)
        return [say("headline.seats.test", p=numbers.p_value(finding.p), spread=text)]
    reach = _reach(finding.view, finding.shares)
    key = "within" if finding.verdict == "level" else "not_within"
    return [say(f"headline.seats.{key}", points=numbers.number(100 * reach, 1))]


def _many_tables(context: Context, question: str, findings: Sequence[SeatFinding]) -> Headline:
    """How many cells have unequal seats, and a line for each (or for the strongest)."""
    say = context.phrases.say
    unequal = unequal_cells([f for f in findings if f.verdict not in ("undecided", "confounded")])
    total = len(findings)
    alone = [f for f in findings if f.stands_alone and f.view.facts.key not in unequal]
    count = len(unequal)
    if all(finding.verdict == "confounded" for finding in findings):
        key = "many_confounded"
    elif unequal:
        key = ("many_both" if total == 2 else "many_all") if len(unequal) == total else "many_some"
    elif alone:
        key, count = "many_alone", len(alone)
    else:
        is_narrow = all(_reach(f.view, f.shares) <= _VAGUE for f in findings)
        key = "many_level" if is_narrow else "many_unclear"
    lead = say(f"headline.seats.{key}", count=count, cells=total)
    shown, details = list(findings), []
    if total > MANY:
        shown = sorted(findings, key=_strength, reverse=True)[:FEW]
        details.append(say("headline.seats.strongest", count=len(shown)))
    kind = kind_of(context, findings[0].shares[0], "seats")
    details.append(say("headline.seats.holm", kind=kind))
    lines = tuple(_table_line(context, f, f.view.facts.key in unequal) for f in shown)
    return Headline(question, lead, (*details, n_of(context)), lines, "seats")


def _strength(finding: SeatFinding) -> float:
    w = finding.view.one("seat_w")
    return w.value if w is not None and isfinite(w.value) else -1.0


def _table_line(context: Context, finding: SeatFinding, is_unequal: bool) -> str:
    say, view = context.phrases.say, finding.view
    if finding.verdict == "undecided":
        return say("headline.seats.cell_undecided", cell=view.label)
    fair = fair_of(context, view)
    if is_unequal or finding.verdict == "confounded":
        share, interval = share_of(context, finding.shares[finding.seat])
        its, its_interval = share_of(context, finding.shares[finding.worst])
        key = {"behind": "cell_behind", "both": "cell_both"}.get(finding.verdict, "cell")
        return say(
            f"headline.seats.{key}",
            cell=view.label,
            seat=context.phrases.seat(finding.seat),
            share=share,
            interval=interval,
            fair=fair,
            other=context.phrases.seat(finding.worst),
            its=its,
            its_interval=its_interval,
        )
    shares, interval = _range(context, finding)
    key, p = "level", ""
    if finding.stands_alone:  # not so among many: neither proven nor nothing
        key = "alone"
        p = context.phrases.numbers.p_value(finding.p)
    return say(
        f"headline.seats.cell_{key}", cell=view.label, shares=shares, interval=interval, fair=fair, p=p
    )
