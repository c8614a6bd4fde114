"""panel: the answers, one synthesis, and who failed, for a person and for a program."""

from __future__ import annotations

from pathlib import Path

import jsonschema
import pytest

from harness_runtime.cli.contracts.schemas import schema
from tests.support.models import answering, asked, configure, scripted


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "models"


def test_the_answers_and_the_synthesis(data: Path, folder: Path, answer) -> None:
    alpha, beta = answering(folder, "alpha", "Yes."), answering(folder, "beta", "No.")
    broken = scripted(folder, "broken", "raise SystemExit(9)")
    configure(data, panel=[alpha, broken, beta], synthesis=answering(folder, "gamma", "It depends."))
    given, code = answer("panel", "Is", "it safe?")
    failed = {"model": "broken", "why": "exit_status", "text": "broken: ended with exit code 9."}
    assert (given, code) == (
        {
            "schema_version": 1,
            "answers": [
                {"model": "alpha", "ok": True, "text": "Yes."},
                {"model": "broken", "ok": False, "text": failed["text"]},
                {"model": "beta", "ok": True, "text": "No."},
            ],
            "synthesis": "It depends.",
            "failed": [failed],
        },
        0,
    )
    jsonschema.validate(given, schema("panel"))
    assert "Is it safe?" in asked(alpha)


def test_in_words_with_its_progress(data: Path, folder: Path, harness_state) -> None:
    panel = [answering(folder, "alpha", "Yes.\x1b[2J"), ["absent"], answering(folder, "beta", "No.")]
    configure(data, panel=panel, synthesis=answering(folder, "gamma", "It depends."))
    done = harness_state("panel", "x")
    assert done.exit_code == 0
    assert done.stdout == (
        "It depends.\n\n2 models answered: alpha, beta.\nThese models did not answer:\n"
        "- absent: there is no program `absent` (looked for on PATH, and outside the project).\n"
    )
    told = done.stderr.splitlines()
    assert sorted(line.split(" (")[0] for line in told[:6]) == [
        "absent: asked",
        "absent: there is no program `absent`",
        "alpha: answered",
        "alpha: asked",
        "beta: answered",
        "beta: asked",
    ]
    assert [line.split(" (")[0] for line in told[6:]] == ["gamma: asked", "gamma: answered"]


def test_two_of_the_same_name_are_told_apart(data: Path, tmp_path: Path, answer) -> None:
    panel = [answering(tmp_path / place, "alpha", place) for place in ("one", "two")]
    configure(data, panel=panel, synthesis=answering(tmp_path, "gamma", "x"))
    given, _ = answer("panel", "x")
    assert [(one["model"], one["text"]) for one in given["answers"]] == [("alpha (1)", "one"), ("alpha (2)", "two")]


@pytest.mark.parametrize("broken", ["panel", "synthesis"])
def test_no_answer_in_the_end_is_a_finding(data: Path, folder: Path, answer, broken: str) -> None:
    panel = [answering(folder, "alpha", "Yes."), answering(folder, "beta", "No.")]
    configure(data, **{"panel": panel, "synthesis": answering(folder, "gamma", "x"), broken: ["absent"]})
    if broken == "panel":
        configure(data, panel=[["absent"]])
    given, code = answer("panel", "x")
    assert (code, given["synthesis"], given["failed"][-1]["model"]) == (1, None, "absent")


def test_the_terminal_shows_no_escapes_of_a_model(data: Path, folder: Path, harness_state) -> None:
    configure(data, panel=[answering(folder, "alpha", "x\x1b[2Jy\u202ez")])
    done = harness_state("panel", "x")
    assert "x\ufffd[2Jy\ufffdz" in done.stdout
    assert done.exit_code == 0


@pytest.mark.parametrize(
    ("words", "panel", "why"),
    [
        (("x",), [], "There is no model to ask. Name some in config.json ("),
        ((" ",), [["absent"]], "There is no question"),
        (("x" * 40_000,), [["absent"]], "The question is too long"),
    ],
)
def test_what_cannot_be_asked_is_one_line(data: Path, harness_state, words, panel, why: str) -> None:
    configure(data, panel=panel)
    done = harness_state("panel", *words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert why in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_agent_asks_no_panel(data: Path, folder: Path, harness_state, monkeypatch) -> None:
    alpha = answering(folder, "alpha", "x")
    configure(data, panel=[alpha])
    monkeypatch.setenv("CODEX_THREAD_ID", "x")
    assert harness_state("panel", "x").exit_code == 2
    assert asked(alpha) == ""
