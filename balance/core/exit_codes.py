"""What the process ends with, and what each of these numbers means."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from balance.core.texts import Lang  # reads YAML, which an exit code does not need


class ExitCode(IntEnum):
    """Every exit code of `balance`."""

    FINE = 0
    FAILED = 1
    USAGE = 2
    UNDECIDED = 3
    BASELINE = 4
    CRASH = 70
    INTERRUPTED = 130


EXIT_TEXTS: Mapping[ExitCode, Mapping[Lang, str]] = {
    ExitCode.FINE: {"de": "Alles in Ordnung.", "en": "Fine."},
    ExitCode.FAILED: {
        "de": "Ein Gate ist durchgefallen, und nur das.",
        "en": "A gate failed, and nothing else.",
    },
    ExitCode.USAGE: {
        "de": "Etwas, das Sie beheben können: eine Konfiguration, eine Option, ein Ordner. Es wurde nichts "
        "gespielt oder geschrieben.",
        "en": "Something you can mend: a config, a flag, a folder. Nothing was played or written.",
    },
    ExitCode.UNDECIDED: {
        "de": "Nicht entschieden: zu wenige Partien, keine Stichproben oder keine Gates.",
        "en": "Undecided: too few games, no samples, or no gates.",
    },
    ExitCode.BASELINE: {
        "de": "Die Bezugswerte (baseline) fehlen oder passen nicht zu dieser Konfiguration.",
        "en": "The baseline is missing, or does not fit this config.",
    },
    ExitCode.CRASH: {
        "de": "Unser Fehler: Eine Partie hat eine Regel verletzt (der Befehl, der sie nacherzählt, wird "
        "ausgegeben), oder das Programm ist abgestürzt.",
        "en": "Our fault: a playout broke a rule (the command that replays it is printed), or a crash.",
    },
    ExitCode.INTERRUPTED: {
        "de": "Abgebrochen; was fertig war, ist gespeichert, derselbe Befehl macht weiter.",
        "en": "Interrupted; what was finished is saved, the same command goes on.",
    },
}
