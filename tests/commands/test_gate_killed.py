"""Whatever ends `accept` or `gate`, and whenever: the baseline is the old one or the new one, whole."""

from __future__ import annotations

import errno
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from balance.__main__ import main
from balance.verdict.baseline_file import read_baseline

CONFIG = """\
version: 1
game: chocolaterie
rules: {players: 2, clock: 4}
gates: {seat_win_share: {drift: 8pp}}
"""
FILE, BASELINE = "tiny.yaml", "tiny.baseline.json"
ACCEPT = ["baseline", "accept", FILE, "--reason", "second", "-q", "-s", "rules.clock=5"]


@pytest.fixture
def blessed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    monkeypatch.chdir(tmp_path)
    for name in ("CI", "GITHUB_STEP_SUMMARY"):
        monkeypatch.delenv(name, raising=False)
    Path(FILE).write_text(CONFIG)
    assert main(["baseline", "accept", FILE, "--reason", "first", "-q"]) == 0
    return Path(BASELINE).read_bytes()


@pytest.mark.parametrize("step", ["os.fsync", "pathlib.Path.replace"])
@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "no space"), KeyboardInterrupt()])
def test_a_write_that_breaks_off_leaves_the_old_baseline(
    blessed: bytes, monkeypatch: pytest.MonkeyPatch, step: str, error: BaseException
) -> None:
    def fail(*_: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(step, fail)
        assert main(ACCEPT) in (70, 130)
    assert Path(BASELINE).read_bytes() == blessed
    assert sorted(path.name for path in Path().iterdir()) == [BASELINE, FILE]
    assert main(ACCEPT) == 0
    assert [each.reason for each in read_baseline(Path(BASELINE)).history] == ["first"]


def test_what_cannot_be_written_at_all_is_said(blessed: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    Path(BASELINE).unlink()
    Path(BASELINE).mkdir()
    assert main(ACCEPT) == 4
    assert BASELINE in capsys.readouterr().err


def start(*args: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "balance", *args],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )


@pytest.mark.slow
def test_twenty_kills_at_random_moments_leave_it_whole(blessed: bytes) -> None:
    began = time.monotonic()
    assert start(*ACCEPT).wait() == 0
    lasting = time.monotonic() - began
    new = Path(BASELINE).read_bytes()
    assert new != blessed
    Path(BASELINE).write_bytes(blessed)
    moments = random.Random(4)
    survived = 0
    for number in range(20):
        process = start(*(["gate", FILE, "-q"] if number % 4 == 3 else ACCEPT))
        try:
            process.wait(timeout=moments.uniform(0.3, 1.1) * lasting)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL if number % 2 else signal.SIGTERM)
        process.wait()
        found = Path(BASELINE).read_bytes()
        json.loads(found)
        assert found in (blessed, new)
        survived += found == blessed
        Path(BASELINE).write_bytes(blessed)
    assert survived >= 5  # otherwise nothing was killed in time
    assert main(["gate", FILE, "-q"]) == 0
