"""`check -`: what is no artifact, what cannot be judged without a run, and how it is said."""

from __future__ import annotations

import json
import subprocess
import sys

import jsonschema
import pytest
from click.testing import CliRunner, Result

from harness_runtime.artifacts.canonical import artifact_hash, canonical_bytes
from harness_runtime.cli.main import program
from tests.cli.conftest import SCHEMAS
from tests.support.artifacts import (
    completion,
    handoff,
    repair_plan,
    review,
    small_plan,
    summary,
    tiny_completion,
    tiny_plan,
)

SCHEMA = json.loads((SCHEMAS / "check.json").read_text())


def check(draft: str | bytes, *words: str) -> Result:
    result = CliRunner().invoke(program, ["check", "-", *words], input=draft)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def judged(draft: str, *words: str) -> dict:
    result = check(draft, "--json", *words)
    told = json.loads(result.stdout)
    jsonschema.validate(told, SCHEMA)
    assert result.exit_code == (0 if told["ok"] else 1)
    return told


@pytest.mark.parametrize(
    "draft",
    [
        b"",
        b"\n\n",
        b"a text",
        b"# plan\n",
        b"## Plan\n",
        b"text\n# Plan\n",
        b"# Plan of mine\n",
        b"\xef\xbb\xbf# Plan\n",
        b"# Plan\n\xff\n",
        b"# Plan\n" + b"x" * (1 << 20),
    ],
)
def test_what_is_no_artifact_is_bad_input(draft):
    result = check(draft)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(
    "words", [("check",), ("check", "draft.md"), ("check", "-", "x"), ("check", "-", "--phase", "x")]
)
def test_an_artifact_comes_from_stdin_only(words, tmp_path):
    result = CliRunner().invoke(program, list(words), input=tiny_plan())
    assert (result.exit_code, result.stdout) == (2, "")


def test_a_closed_stdin_is_bad_input():
    words = f"{sys.executable} -m harness_runtime.cli.main check - <&-"
    done = subprocess.run(["sh", "-c", words], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("draft", [tiny_plan(), small_plan(), summary(), review() + handoff()])
def test_without_a_run_its_own_rules_hold(draft):
    told = judged(draft)
    assert (told["ok"], told["notes"]) == (True, [])
    assert told["sha256"] == artifact_hash(told["kind"], canonical_bytes(draft))


@pytest.mark.parametrize("draft", [completion(), tiny_completion(), repair_plan("0" * 64, "src/app.py")])
def test_without_a_run_descent_and_claims_are_not_judged_and_that_is_said(draft):
    told = judged(draft)
    assert (told["ok"], len(told["notes"])) == (True, 1)


@pytest.mark.parametrize("path", [".git/config", ".env", "src/*/AGENTS.md"])
def test_the_boundarys_rules_hold_for_a_repair_plan_without_a_run(path):
    told = judged(repair_plan("0" * 64, path))
    assert path in told["faults"][0]["message"]


def test_every_fault_is_named_with_its_section():
    told = judged(tiny_plan("../x").replace("## In Scope", "## In Scape") + "\nmore")
    assert {"In Scope", "Write Boundary", "Approval Gate"} <= {fault["section"] for fault in told["faults"]}


def test_the_same_in_words():
    result = check("# Plan\n\n## In Scope\n\nx\n")
    assert result.exit_code == 1
    assert "- Write Boundary: section is missing" in result.stdout.splitlines()
    good = check(tiny_plan())
    assert good.stdout.splitlines()[1] == f"sha256 {judged(tiny_plan())['sha256']}"


def test_nothing_of_a_draft_acts_on_the_terminal():
    result = check(tiny_plan("src/\x1b[31m\u202ex"))
    assert "\x1b" not in result.stdout and "\u202e" not in result.stdout


def test_a_draft_that_utf8_cannot_write_again_has_no_hash():
    assert check(b"# Plan\n\xed\xa0\x80\n").exit_code == 2


@pytest.mark.parametrize("draft", [review(), review() + handoff().replace("Role: reviewer", "")])
def test_a_review_needs_the_summary_of_its_agent(draft):
    assert judged(draft)["ok"] is False


def test_a_childs_plan_shows_itself_by_its_summary():
    """A planner's Plan has it before the gate section; then every field of it counts."""
    gate = "## Approval Gate"
    whole = tiny_plan().replace(gate, f"{handoff('planner').strip()}\n\n{gate}")
    assert judged(whole)["ok"] is True
    assert [fault["section"] for fault in judged(whole.replace("Role: planner\n", ""))["faults"]] == [
        "SubagentStop Summary"
    ]


@pytest.mark.parametrize("variable", ["CODEX_THREAD_ID", "CLAUDE_CODE_SESSION_ID"])
def test_the_hosts_variable_names_the_run(new_run, monkeypatch, variable):
    new_run().activated()
    assert judged(summary())["ok"] is True
    monkeypatch.setenv(variable, "session-1")
    assert "planning" in judged(summary())["faults"][0]["message"]


def test_a_session_that_is_named_comes_first(new_run, monkeypatch):
    new_run().activated()
    new_run("other").pending()
    monkeypatch.setenv("CODEX_THREAD_ID", "session-1")
    assert "plan_pending" in judged(summary(), "--session", "oth")["faults"][0]["message"]


def test_a_session_that_is_not_there(new_run):
    new_run().activated()
    assert check(tiny_plan(), "--session", "nothing").exit_code == 2


def test_the_variable_of_another_host_above_does_not_hide_the_run(new_run, monkeypatch):
    """An agent that was started by the other host's agent has both."""
    new_run().activated()
    monkeypatch.setenv("CODEX_THREAD_ID", "no-run-here")
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "session-1")
    assert judged(summary())["ok"] is False


def test_a_state_that_cannot_be_trusted_is_no_ground_to_judge_on(new_run, monkeypatch):
    (new_run().activated().folder / "state.json").write_text("{")
    monkeypatch.setenv("CODEX_THREAD_ID", "session-1")
    result = check(tiny_plan())
    assert (result.exit_code, "session-1" in result.stderr) == (2, True)


@pytest.mark.parametrize(("effort", "notes"), [("low", 1), ("high", 0), ("unknown", 0)])
def test_an_effort_that_keeps_the_gate_shut_is_noted(new_run, monkeypatch, effort, notes):
    new_run().activated().commit("stopped", effort=effort)
    monkeypatch.setenv("CODEX_THREAD_ID", "session-1")
    assert len(judged(tiny_plan())["notes"]) == notes


def test_no_lock_is_taken(new_run, monkeypatch):
    run = new_run().activated()
    monkeypatch.setenv("CODEX_THREAD_ID", "session-1")
    (run.folder / "lock").unlink(missing_ok=True)
    with run.store.locked():
        assert judged(tiny_plan())["ok"] is True
