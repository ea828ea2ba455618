"""`main()` owns every exit code."""

from __future__ import annotations

import os
import signal
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
from balance.core.streams import ReaderGone

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
        (failing(ReaderGone()), 0, ""),
        (failing(BrokenPipeError()), 70, "balance crashed: BrokenPipeError"),
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


@pytest.mark.parametrize(
    "words",
    [["check"], ["run"], ["report"], ["replay", "--playout", "0"]],
    ids=lambda words: words[0],
)
@pytest.mark.parametrize("name", ["x" * 300, "x" * 5000, "x/" * 3000, "/dev/null/x"])
def test_a_name_that_leads_nowhere(capsys: pytest.CaptureFixture[str], words: list[str], name: str) -> None:
    assert main([words[0], name, *words[1:]]) == 2
    err = capsys.readouterr().err
    assert err
    assert "crashed" not in err


PLAYERS = "configs/chocolaterie/players.yaml"
STREAMS = pytest.mark.skipif(os.name == "nt", reason="streams of another kind")


def shell(line: str, *more: str) -> subprocess.CompletedProcess[str]:
    """A line of sh in which $0 is the interpreter, in the folder of the package."""
    words = ["sh", "-c", line, sys.executable, *more]
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)


@STREAMS
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_fine(closed: str) -> None:
    done = shell(f'"$0" -m balance check {PLAYERS} {closed}')
    assert (done.returncode, done.stderr) == (0, "")
    assert bool(done.stdout) == (" >&-" not in f" {closed}")
    assert shell(f'"$0" -m balance check no.yaml {closed}').returncode == 2


@STREAMS
def test_a_file_that_is_opened_does_not_become_a_closed_stream(tmp_path: Path) -> None:
    script = (
        "import sys, os; from balance.__main__ import main; main(['--version'])\n"
        "file = open(sys.argv[1], 'w'); print('for people'); print('too', file=sys.stderr); os.write(2, b'!')"
    )
    done = shell('"$0" -c "$1" "$2" <&- >&- 2>&-', script, str(tmp_path / "mine"))
    assert done.returncode == 0
    assert (tmp_path / "mine").read_text() == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device")
def test_a_result_that_cannot_be_written_is_said_plainly() -> None:
    done = shell(f'"$0" -m balance check {PLAYERS} > /dev/full')
    assert (done.returncode, done.stderr) == (70, "the result cannot be written: No space left on device\n")
    done = shell('"$0" -m balance schema chocolaterie > /dev/full')
    assert done.returncode == 70


@STREAMS
def test_messages_that_nobody_reads_change_no_result() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    for args, code in (([PLAYERS], 0), (["no.yaml"], 2), (["--nonsense"], 2)):
        done = subprocess.run(
            [sys.executable, "-m", "balance", "check", *args],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=writer,
            check=False,
        )
        assert done.returncode == code
        assert bool(done.stdout) == (code == 0)
    os.close(writer)


IMPORTING = """
import os, signal, sys

class Signalling:
    def find_spec(self, name, path, target=None):
        if name == sys.argv[1]:
            sys.argv[1] = ""
            try:
                os.kill(os.getpid(), int(sys.argv[2]))
                for _ in range(10**6): pass
            except KeyboardInterrupt:
                if sys.argv[3] == "hidden":
                    raise ImportError("could not be imported") from None
                raise

sys.meta_path.insert(0, Signalling())
from balance.__main__ import main
sys.exit(main(["bench", "--help"] if sys.argv[1] == "click" else ["doctor"]))
"""


@pytest.mark.skipif(os.name == "nt", reason="signals of another kind")
@pytest.mark.parametrize(
    ("number", "how"), [(signal.SIGINT, "plain"), (signal.SIGTERM, "plain"), (signal.SIGTERM, "hidden")]
)
@pytest.mark.parametrize("module", ["click", "balance.commands.doctor"])
def test_an_interruption_while_modules_are_imported(number: int, module: str, how: str) -> None:
    words = [sys.executable, "-c", IMPORTING, module, str(int(number)), how]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "interrupted\n")


@pytest.mark.parametrize(
    "line",
    [
        "check", "run", "replay --playout 1", "report", "gate", "init", "baseline show", "explain x --config",
        "runs list", "schema chocolaterie -o", "run x.yaml -o", "gate x.yaml --junit", "gate x.yaml --markdown",
    ],
)  # fmt: skip
@pytest.mark.parametrize("path", ["", " ", "a\0b"])
def test_an_empty_path_is_none(
    line: str, path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*line.split(), path]) == 2
    assert f"{path!r} is no path" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(os.name == "nt", reason="signals of another kind")
def test_signals_are_as_before_once_a_command_has_ended(command: Callable[[Act], None]) -> None:
    def listens() -> bool:
        return signal.getsignal(signal.SIGTERM) not in (signal.SIG_DFL, None)

    heard: list[bool] = []
    command(lambda: heard.append(listens()))
    main(["act"])
    assert heard == [True]
    assert not listens()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        command(lambda: heard.append(signal.getsignal(signal.SIGINT) is signal.SIG_IGN))
        main(["act"])
    finally:
        signal.signal(signal.SIGINT, before)
    assert heard == [True, True], "who starts us may have signals ignored"
