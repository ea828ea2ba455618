"""A game's scenarios as its tests ask for them: what they are, which rules they are about, what came of them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import yaml
from uncompiled import ROOT, uncompiled


class ScenarioFile:
    """The scenarios of a game.

    Args:
        slug: The game.
        script: Plays them, uncompiled.
        file: Its scenarios, beside the script.

    Attributes:
        scenarios: As they are written.
        names: One each.
        rule_text: The game's RULES.md.
    """

    def __init__(self, slug: str, script: Path, file: str = "scenarios.yaml") -> None:
        self.scenarios = yaml.safe_load(script.with_name(file).read_text(encoding="utf-8"))
        self.names = [scenario["name"] for scenario in self.scenarios]
        self.rule_text = (ROOT / "balance" / "games" / slug / "RULES.md").read_text(encoding="utf-8")
        self._played = cache(lambda *flags: uncompiled(script, *flags))

    def wrong(self, name: str) -> str:
        """What is wrong with a scenario; empty if nothing is."""
        found: dict[str, str] = self._played()
        return found[name]

    def unnoticed(self) -> dict[str, str]:
        """Expectations that can be falsified without anybody missing them, by scenario."""
        return {name: unnoticed for name, unnoticed in self._played("--flip").items() if unnoticed}

    def numbered(self) -> set[str]:
        """The readings and assumptions that RULES.md numbers."""
        return set(re.findall(r"\*\*([RA]\d+[a-z]?) –", self.rule_text))

    def covered(self) -> set[str]:
        """The numbers that scenarios are about."""
        return {number for scenario in self.scenarios for number in str(scenario["rule"]).split(", ")}

    def sets(self, switch: str, value: object) -> bool:
        """Whether a scenario plays with this value of a switch."""
        return any(scenario.get("rules", {}).get(switch) == value for scenario in self.scenarios)
