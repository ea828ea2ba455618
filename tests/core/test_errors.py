"""Errors survive a worker's way home and say where they are."""

from __future__ import annotations

import pickle

import pytest

from balance.core.errors import (
    BalanceError,
    ConfigError,
    ConfigErrors,
    RuleViolation,
    RunError,
    UsageError,
)

FAULT = ConfigError(
    "unknown key 'clok'",
    file="x.yaml",
    line=5,
    column=5,
    key="rules.clok",
    hint="did you mean 'clock'?",
    source="    clok: short",
    width=4,
)
ERRORS = (
    BalanceError("words"),
    FAULT,
    ConfigError("no more than words"),
    ConfigErrors([FAULT, ConfigError("another", file="a.yaml")]),
    UsageError("words"),
    RuleViolation("chocolaterie", 7, 12, "bars (fault 5)", "players=4"),
    RunError("words"),
)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_pickling_loses_nothing(error: BalanceError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert str(copy) == str(error)
    assert copy.exit_code == error.exit_code
    if not isinstance(error, ConfigErrors):
        assert vars(copy) == vars(error)


def test_a_config_error_shows_line_caret_and_hint() -> None:
    assert str(FAULT).splitlines() == [
        "x.yaml:5:5: unknown key 'clok'",
        "     5 |     clok: short",
        "       |     ^^^^",
        "       = did you mean 'clock'?",
    ]
    assert str(ConfigError("no more than words")) == "no more than words"
    assert str(ConfigError("words", file="-s")) == "-s: words"


def test_config_errors_stand_in_the_order_of_the_file() -> None:
    faults = [ConfigError(str(line), file="b", line=line, column=1) for line in (10, 9)]
    errors = ConfigErrors([*faults, ConfigError("first", file="a", line=99, column=1)])
    assert [error.problem for error in errors.errors] == ["first", "9", "10"]
    assert str(errors).count("\n\n") == 2


def test_a_rule_violation_names_what_repeats_it() -> None:
    text = str(RuleViolation("chocolaterie", 7, 12, "bars (fault 5)", "players=4"))
    assert all(word in text for word in ("chocolaterie", "12", "7", "players=4", "bars (fault 5)"))
    assert "cell" not in str(RuleViolation("chocolaterie", 7, 12, "bars"))


@pytest.mark.parametrize(
    ("error", "code"),
    [(FAULT, 2), (UsageError("x"), 2), (RunError("x"), 70), (RuleViolation("g", 1, 1, "w"), 70)],
)
def test_exit_codes(error: BalanceError, code: int) -> None:
    assert error.exit_code == code
