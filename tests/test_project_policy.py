"""`.harness/guard.json` in a run: it only ever restricts, and it holds from the gate that saw it."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest

from tests.support.artifacts import repair_plan, small_plan, tiny_completion, tiny_plan
from tests.support.piped import PipedHost


def guard(host: PipedHost, **keys: Any) -> None:
    folder = host.workspace / ".harness"
    folder.mkdir(exist_ok=True)
    (folder / "guard.json").write_text(json.dumps(keys), "utf-8")


@pytest.mark.parametrize(
    "content",
    [
        "{",
        "[]",
        '{"allowed_write_paths": ["**"]}',
        '{"no_such_key": 1}',
        '{"max_risk": "None"}',
        '{"a":1,"a":2}',
        '{"verification_commands": ["make test && echo"]}',
    ],
)
def test_an_invalid_file_refuses_activation_and_says_where(host: PipedHost, content: str) -> None:
    (host.workspace / ".harness").mkdir()
    (host.workspace / ".harness/guard.json").write_text(content, "utf-8")
    refused = host.prompt("$harness x")
    assert ".harness/guard.json" in refused.reason
    assert not host.armed


def test_a_fault_of_the_persons_own_file_is_told_in_the_language_that_it_names(host: PipedHost) -> None:
    host.data.mkdir(parents=True)
    (host.data / "config.json").write_text(json.dumps({"language": "en", "aproval": "terminal"}), "utf-8")
    told = host.prompt("$harness fix it")
    assert told.answer["decision"] == "block"
    assert "Harness did not start" in told.reason and "aproval" in told.reason


def test_a_denied_path_cannot_be_planned_and_is_not_opened_by_a_wildcard(host: PipedHost) -> None:
    guard(host, deny_write_paths=["src/core/**"])
    host.prompt("$harness x")
    assert "src/core/a.py" in host.stop(tiny_plan("src/core/a.py")).reason
    host.prompt("go on")
    host.stop(small_plan("src/**"))
    host.prompt("y")
    assert host.write("src/a.py").silent
    assert "denied_by_project" in host.write("src/core/a.py").reason


def test_an_approval_required_path_needs_its_own_line_in_the_plan(host: PipedHost) -> None:
    guard(host, approval_required_paths=["src/api.py"])
    host.approve(small_plan("src/**"))
    assert "listed_only" in host.write("src/api.py").reason
    host.approve(small_plan("src/**", "src/api.py"))
    assert host.write("src/api.py").silent


def test_a_project_secret_is_neither_read_nor_written(host: PipedHost) -> None:
    guard(host, secret_paths=["vault/**"])
    host.prompt("$harness x")
    assert "secret" in host.shell("cat vault/key.txt").reason
    assert "path_secret" not in host.stop(tiny_plan("vault/key.txt")).message
    assert host.state["phase"] == "planning"


def test_a_demanded_command_must_be_in_every_plan(host: PipedHost) -> None:
    guard(host, verification_commands=["make test"])
    host.prompt("$harness x")
    refused = host.stop(tiny_plan())
    assert "make test" in refused.reason and "make test" in refused.message
    host.prompt("go on")
    host.stop(tiny_plan(commands=("make test",)))
    assert host.state["phase"] == "plan_pending"


def test_no_plan_above_the_highest_risk(host: PipedHost) -> None:
    guard(host, max_risk="Low")
    host.prompt("$harness x")
    assert "Low" in host.stop(tiny_plan(risk="Medium")).reason


def test_a_project_can_demand_review_of_tiny_work(host: PipedHost) -> None:
    guard(host, review_required=True)
    host.approve(tiny_plan())
    assert "review_required" in host.stop(tiny_completion()).reason
    assert host.state["phase"] == "implement"


@pytest.mark.parametrize("change", ["edit", "add", "remove"])
def test_a_file_that_changes_during_a_run_denies_writes_until_the_next_gate(host: PipedHost, change: str) -> None:
    path = host.workspace / ".harness/guard.json"
    if change != "add":
        guard(host, max_risk="High")
    host.approve(tiny_plan("src/app.py"))
    assert host.write("src/app.py").silent
    if change == "remove":
        path.unlink()
    else:
        guard(host, max_risk="Medium", review_required=False)
    assert "guard_changed" in host.write("src/app.py").reason
    plan = host.state["accepted"]["plan"]
    host.stop("# Repair Plan\n\nbroken")
    assert "guard_changed" in host.write("src/app.py").reason, "a refused artifact is no gate"
    host.prompt("go on")
    host.stop(repair_plan(plan, "src/app.py", trigger="plan_deviation"))
    host.prompt("y")
    assert host.write("src/app.py").silent


def test_a_file_that_changes_between_gate_and_answer_takes_no_y(host: PipedHost) -> None:
    host.prompt("$harness x")
    host.stop(tiny_plan())
    guard(host, max_risk="Low")
    host.prompt("y")
    assert host.state["phase"] == "plan_pending"
    assert host.ledger[-1]["reason"] == "guard_changed"


def test_a_workspace_inside_a_repository_may_read_that_repository_and_no_planted_one(codex: PipedHost) -> None:
    subprocess.run(["git", "init", "-q", str(codex.workspace.parent)], check=True)
    codex.prompt("$harness x")
    assert codex.shell("git status").silent
    subprocess.run(["git", "init", "-q", str(codex.workspace / "src")], check=True)
    assert "git_elsewhere" in codex.shell("git -C src status").reason
    (codex.workspace.parent / ".git").rename(codex.workspace.parent / "moved")
    assert "git_elsewhere" in codex.shell("git status").reason
