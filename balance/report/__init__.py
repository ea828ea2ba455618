"""Estimates to a page. `build` is pure and light; `balance.report.render` draws and writes."""

from balance.report.facts import RunFacts
from balance.report.model import ReportModel, build

__all__ = ["ReportModel", "RunFacts", "build"]
