"""`$harness:panel`: the models are asked at the same time, and the hook says what came of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.models import answering, asked, configure, scripted
from tests.support.piped import PipedHost

# Each waits until the other has begun: neither would ever answer alone.
MEETING = """
import os
place = os.path.dirname(sys.argv[0])
mine, other = (f"{{place}}/{{name}}.pipe" for name in {names})
try:
    os.mkfifo(mine)
except FileExistsError:
    pass
try:
    os.mkfifo(other)
except FileExistsError:
    pass
if {first}:
    open(mine, "w").close(); open(other).close()
else:
    open(other).close(); open(mine, "w").close()
print({answer!r})
"""


@pytest.fixture
def host(codex: PipedHost) -> PipedHost:
    codex.extra["HARNESS_LANG"] = "en"
    return codex


@pytest.fixture
def folder(host: PipedHost) -> Path:
    return host.home / "models"


def ask(host: PipedHost, text: str = "$harness:panel Is it safe?") -> str:
    told = host.prompt(text)
    assert told.answer["decision"] == "block"
    assert not told.context
    return told.reason


def test_two_models_are_asked_at_the_same_time(host: PipedHost, folder: Path) -> None:
    one = scripted(folder, "alpha", MEETING.format(names=("alpha", "beta"), first=True, answer="Yes."))
    two = scripted(folder, "beta", MEETING.format(names=("beta", "alpha"), first=False, answer="No."))
    judge = answering(folder, "gamma", "No: beta is right.\n\nalpha says yes.")
    configure(host.data, panel=[one, two], synthesis=judge)
    told = ask(host)
    assert told == "No: beta is right.\n\nalpha says yes.\n\n2 models answered: alpha, beta."
    assert "  Is it safe?" in asked(judge)
    assert "The answer of alpha:\n  Yes.\n\nThe answer of beta:\n  No." in asked(judge)
    assert "Do not average" in asked(judge)
    assert "alpha" not in asked(two) and "Is it safe?" in asked(two)


def test_a_model_that_fails_is_named_by_us(host: PipedHost, folder: Path) -> None:
    configure(
        host.data,
        panel=[
            answering(folder, "alpha", "Yes."),
            scripted(folder, "broken", "raise SystemExit(9)"),
            answering(folder, "beta", "No."),
            ["no-such-program-anywhere"],
        ],
        synthesis=answering(folder, "gamma", "All of them answered."),
    )
    assert ask(host).split("\n")[2:] == [
        "2 models answered: alpha, beta.",
        "These models did not answer:",
        "- broken: ended with exit code 9.",
        "- no-such-program-anywhere: there is no program `no-such-program-anywhere` "
        "(looked for on PATH, and outside the project).",
    ]


def test_a_synthesis_that_fails_leaves_the_answers(host: PipedHost, folder: Path) -> None:
    configure(
        host.data,
        panel=[answering(folder, "alpha", "Yes."), answering(folder, "beta", "No."), ["absent"]],
        synthesis=scripted(folder, "gamma", "raise SystemExit(1)"),
    )
    told = ask(host)
    assert "The answers could not be put together. gamma: ended with exit code 1. This is what they said:" in told
    assert "alpha says:\nYes." in told and "beta says:\nNo." in told
    assert "- absent: " in told


def test_one_answer_alone_stands_as_it_is(host: PipedHost, folder: Path) -> None:
    judge = answering(folder, "gamma", "x")
    configure(host.data, panel=[answering(folder, "alpha", "Yes."), ["absent"]], synthesis=judge)
    told = ask(host)
    assert told.startswith("Only alpha answered. With nothing to compare it, its answer stands as it is.\n\nYes.")
    assert "- absent: " in told
    assert asked(judge) == ""


def test_no_answer_at_all_is_said(host: PipedHost, folder: Path) -> None:
    configure(host.data, panel=[["absent"], scripted(folder, "mute", "")], synthesis=answering(folder, "gamma", "x"))
    told = ask(host)
    assert told.startswith("No model answered.\nThese models did not answer:\n- absent: ")
    assert "- mute: the answer is empty" in told


@pytest.mark.parametrize(
    ("text", "panel", "why"),
    [
        ("$harness:panel", [["absent"]], "There is no question"),
        (
            "$harness:panel x",
            [],
            'for example `"model": {"panel": ["host", {"command": ["ollama", "run", "qwen3"]}]}`.',
        ),
        ("$harness:panel " + "x" * 40_000, [["absent"]], "The question is too long (at most 32768 bytes)."),
    ],
)
def test_what_cannot_be_asked_is_told_in_one_line(
    host: PipedHost, text: str, panel: list[list[str]], why: str
) -> None:
    configure(host.data, panel=panel)
    told = ask(host, text)
    assert why in told
    assert "\n" not in told


def test_a_long_answer_is_cut_and_who_failed_is_named_all_the_same(host: PipedHost, folder: Path) -> None:
    configure(host.data, panel=[answering(folder, "alpha", "x" * 20_000), ["absent"]])
    told = ask(host)
    assert len(told) < 8_000
    *_, cut, empty, _, failed = told.split("\n")
    assert (cut, empty) == ("… (cut: `harness-state panel` in a terminal shows all of it)", "")
    assert failed.startswith("- absent: ")


def test_models_of_an_untrusted_project_are_not_run(host: PipedHost, folder: Path) -> None:
    trap = answering(folder, "trap", "x")
    (host.workspace / ".harness").mkdir()
    project = {"schema_version": 1, "model": {"panel": [{"command": trap}]}}
    (host.workspace / ".harness/guard.json").write_text(json.dumps(project))
    told = ask(host)
    assert "nobody trusted that file" in told
    assert asked(trap) == ""
