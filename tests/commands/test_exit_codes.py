"""`main()` owns every exit code."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

import balance.commands
from balance import __version__
from balance.__main__ import main
from balance.commands import COMMANDS
from balance.commands.options import talk_options
from balance.core.errors import ConfigError, RuleViolation, UsageError

ROOT = Path(__file__).parents[2]
Act = Callable[[], object]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Callable[[Act], None]:
    """Puts a command `act` into the table that does something and ends as it ends."""

    def install(act: Act) -> None:
        @click.command(name="act")
        @talk_options
        def acting(quiet: bool, verbose: bool) -> object:
            return act()

        class Module:
            command = acting

        monkeypatch.setitem(COMMANDS, "act", ("act", "Acts."))
        monkeypatch.setattr(balance.commands, "import_module", lambda _: Module)

    return install


def failing(error: BaseException) -> Act:
    def act() -> None:
        raise error

    return act


@pytest.mark.parametrize(
    ("act", "code", "said"),
    [
        (lambda: None, 0, ""),
        (lambda: "some text", 0, ""),
        (lambda: 3, 3, ""),
        (failing(ConfigError("bad", file="x.yaml")), 2, "x.yaml: bad\n"),
        (failing(UsageError("not so")), 2, "not so\n"),
        (failing(click.UsageError("no such option")), 2, "Error: no such option\n"),
        (failing(RuleViolation("g", 1, 2, "a die shows 7")), 70, "g: playout 2 (seed 1) broke a rule: "),
        (failing(KeyboardInterrupt()), 130, "interrupted\n"),
        (failing(click.Abort()), 130, "interrupted\n"),
        (failing(BrokenPipeError()), 0, ""),
        (failing(click.exceptions.Exit(4)), 4, ""),
        (failing(ValueError("oops")), 70, "balance crashed: ValueError: oops\n"),
        (failing(RecursionError()), 70, "balance crashed: RecursionError"),
        (failing(PermissionError(13, "no")), 70, "balance crashed: PermissionError"),
    ],
)
def test_codes(
    command: Callable[[Act], None], capsys: pytest.CaptureFixture[str], act: Act, code: int, said: str
) -> None:
    command(act)
    assert main(["act"]) == code
    err = capsys.readouterr().err
    assert said in err
    assert bool(err) == bool(said)
    assert "Traceback" not in err


def test_traceback_only_with_v(command: Callable[[Act], None], capsys: pytest.CaptureFixture[str]) -> None:
    command(failing(ValueError("oops")))
    assert main(["act", "-v"]) == 70
    assert "Traceback" in capsys.readouterr().err
    command(failing(ConfigError("bad")))
    assert main(["act", "-v"]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_usage_errors(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chekc"]) == 2
    assert "no command 'chekc'; did you mean 'check'?" in capsys.readouterr().err
    assert main(["check"]) == 2
    assert main(["check", "--nonsense"]) == 2
    assert main(["--nonsense"]) == 2
    assert main([]) == 2


def test_help_and_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"balance {__version__}\n"
    assert main(["--help"]) == 0
    printed = capsys.readouterr().out
    assert all(f"  {name}  " in printed for name in COMMANDS)


def test_every_command_of_the_table_is_there() -> None:
    for name in COMMANDS:
        assert main([name, "--help"]) == 0


def test_a_closed_pipe_is_fine() -> None:
    code = "import sys; from balance.__main__ import main; sys.exit(main(['schema', 'chocolaterie']))"
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 0


def test_python_m_balance() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "balance", "check", "no.yaml"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (2, "no.yaml: no such file\n")
