"""`balance doctor`: what could keep this installation from working, and what to do about it."""

from __future__ import annotations

import platform
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, packages_distributions, requires, version
from pathlib import Path

import click

import balance
from balance.commands.options import talk_options

UNFIT = 2
_OURS = "spielbalance"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at.

    Args:
        text: What is.
        advice: What to do about it; empty if it is fine.
    """

    text: str
    advice: str = ""


@click.command(name="doctor")
@talk_options
def command(quiet: bool, verbose: bool) -> int:
    """Look at this installation: versions, cores, kernel cache, other packages in the way.

    Exits 0 if all is well and 2 if something is not, with advice. Changes nothing.
    """
    findings = [finding for check in CHECKS for finding in check()]
    for finding in findings:
        click.echo(f"{'!!' if finding.advice else 'ok'}  {finding.text}")
        if finding.advice:
            click.echo(f"    = {finding.advice}")
    unfit = sum(bool(finding.advice) for finding in findings)
    click.echo("")
    click.echo("all is well" if not unfit else f"{unfit} of {len(findings)} things need your attention")
    return UNFIT if unfit else 0


def _versions() -> Iterator[Finding]:
    where = Path(balance.__file__).parent
    yield Finding(f"{_OURS} {balance.__version__} in {where}")
    yield Finding(f"Python {platform.python_version()} on {platform.platform()}")


def _libraries() -> Iterator[Finding]:
    found = []
    for name in _required():
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            yield Finding(f"{name} is missing", f"install it: pip install {name}")
    yield Finding(", ".join(found))


def _required() -> list[str]:
    """Names of the libraries we need; from our own metadata, empty if we run from a bare source folder."""
    try:
        lines = requires(_OURS) or []
    except PackageNotFoundError:
        return ["numba", "numpy", "polars"]
    plain = [line.partition(";")[0] for line in lines if "extra ==" not in line]
    return ["".join(sign for sign in _head(line) if sign not in " ()") for line in plain]


def _head(requirement: str) -> str:
    for sign in "<>=!~[":
        requirement = requirement.partition(sign)[0]
    return requirement


def _shadows() -> Iterator[Finding]:
    """Another distribution on the package index is imported as `balance` too; files of both would mix."""
    others = sorted(set(packages_distributions().get("balance", [])) - {_OURS})
    if not others:
        yield Finding("no other package is called balance")
    for other in others:
        yield Finding(
            f"the distribution '{other}' provides a package called balance as well",
            f"use another environment, or: pip uninstall {other} && pip install --force-reinstall {_OURS}",
        )


def _kernels() -> Iterator[Finding]:
    from balance.core.kernel import COMPILED  # noqa: PLC0415  # heavy
    from balance.core.kernel_cache import cache_of, cache_root  # noqa: PLC0415  # heavy
    from balance.core.machine import n_cores  # noqa: PLC0415  # heavy
    from balance.engine.calibration import churn, unit_seconds  # noqa: PLC0415  # heavy

    yield Finding(f"{n_cores()} cores")
    if not COMPILED:
        yield Finding(
            "kernels are not compiled", "unset NUMBA_DISABLE_JIT: playing is 2,000 times slower with it"
        )
        return
    folder, note = cache_of("balance.core.kernel")
    if folder is None:
        yield Finding(note, "set NUMBA_CACHE_DIR to a folder that can be written")
    else:
        size = sum(path.stat().st_size for path in cache_root().rglob("*") if path.is_file())
        yield Finding(f"kernel cache {cache_root()} ({size / 1e6:.1f} MB)")
    churn(1)
    yield Finding(f"kernels compile; a calibration unit takes {1000 * unit_seconds():.0f} ms")


def _reports() -> Iterator[Finding]:
    try:
        here = Path.cwd()
    except OSError as error:
        yield Finding(f"the working folder is gone: {error.strerror}", "change to a folder that is there")
        return
    folder = here / "reports" if (here / "reports").is_dir() else here
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        yield Finding(
            f"{folder} cannot be written: {error.strerror}",
            "work in a folder of your own, or name one with balance run -o",
        )
    else:
        yield Finding(f"reports are written below {folder}")


def _encoding() -> Iterator[Finding]:
    encoding = sys.stdout.encoding or "none"
    if encoding.lower().replace("-", "") != "utf8":
        yield Finding(
            f"the terminal writes {encoding}", "set PYTHONUTF8=1, else signs such as – or ö may fail"
        )


CHECKS: tuple[Callable[[], Iterator[Finding]], ...] = (
    _versions,
    _libraries,
    _shadows,
    _kernels,
    _reports,
    _encoding,
)
