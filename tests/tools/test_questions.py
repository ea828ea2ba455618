"""docs/questions.md: each question is one command, and its answer is what the command prints."""

from __future__ import annotations

import json
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from balance.__main__ import main

ROOT = Path(__file__).parents[2]


def load() -> ModuleType:
    spec = spec_from_file_location("questions_page", ROOT / "tools" / "questions.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


TOOL = load()
TEXT = TOOL.PAGE.read_text(encoding="utf-8")
QUESTIONS = TOOL.questions(TEXT)


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands are typed in the repository; nothing is drawn."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("balance.report.render.write", lambda *_, **__: None)


def test_ten_questions_with_one_command_and_an_answer_each() -> None:
    assert TEXT.count("\n## ") == len(QUESTIONS) >= 10
    for question in QUESTIONS:
        assert "What moved" in question.answer
        assert "would have shown" in question.answer


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.words[-3])
def test_the_question_is_the_one_that_the_answer_is_about(
    question: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*question.words, "-n", "40", "--json", "-q", "-o", str(tmp_path / "c")]  # type: ignore[attr-defined]
    assert main(words) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["rules_changed"]
    for rule in found["rules_changed"]:
        assert rule["key"] in question.answer  # type: ignore[attr-defined]


@pytest.mark.slow
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.words[-3])
def test_the_answer_is_true(question: object) -> None:
    answer = TOOL.answer(TOOL.said(question.words))  # type: ignore[attr-defined]
    assert answer.rstrip() == question.answer.rstrip(), "write it anew: python tools/questions.py"  # type: ignore[attr-defined]
