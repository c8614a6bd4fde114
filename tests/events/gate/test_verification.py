"""How an evidence command stands: the latest run decides, and only over the files as they are."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from harness_runtime.artifacts.claims import Verification
from harness_runtime.artifacts.policy_block import VerificationCommand
from harness_runtime.artifacts.terms import Terms
from harness_runtime.confinement.fingerprint import fingerprint
from harness_runtime.events.gate.verification import verification, verification_lines
from harness_runtime.session.calls import append_call
from harness_runtime.session.evidence import RUN, UNPROVEN, append_evidence
from harness_runtime.session.last_change import note_change
from harness_runtime.session.state import Accepted, LedgerHead, State, Turn
from harness_runtime.session.store import Store

POLICY, OLDER = "a" * 64, "b" * 64
FILES = ("src/**",)
PYTEST = VerificationCommand(command="pytest -q")
WEB = VerificationCommand(command="pnpm test", cwd="web", env={"CI": "1"})
BEFORE, TICKET, AFTER = (f"2026-01-02T03:04:0{second}.000Z" for second in (1, 5, 9))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(str(tmp_path / "data"), "s")
    store.folder.mkdir(parents=True)
    for name in ("src/app.py", "web/package.json"):
        (tmp_path / "work" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "work" / name).write_text("1\n", "utf-8")
    return store


def root_of(store: Store) -> Path:
    return Path(store.data).parent / "work"


def stands(store: Store, *commands: VerificationCommand, language: str = "en") -> tuple[Verification, ...]:
    state = State(
        session_id="s", host="codex", run_id="r", revision=1, phase="implement", workspace_root=str(root_of(store)),
        language="en", accepted=Accepted(plan=POLICY, policy=POLICY), policy_sha256=POLICY,
        turn=Turn(id="t", person=True), started_at=BEFORE, updated_at=BEFORE,
        ledger=LedgerHead(index=0, sha256=POLICY, bytes=0),
    )  # fmt: skip
    terms = Terms("Small", "Low", FILES, commands or (PYTEST,), ("web/**",), "none")
    return verification(store, state, terms, language)


def ran(store: Store, **fields: Any) -> None:
    """A passing run of PYTEST over the present files, `fields` otherwise."""
    root = root_of(store)
    record = {
        "kind": RUN, "run_id": "r", "policy": POLICY, "call": 1, "command": "pytest -q", "cwd": str(root), "env": {},
        "whole": True, "exit": 0, "signal": None, "timed_out": False, "engine": "landlock", "ticket_at": TICKET,
        "fingerprint": fingerprint(str(root), list(FILES), ["web/**"]),
    }  # fmt: skip
    append_evidence(store.folder, record | fields)


def called(store: Store, at: str, kind: str = "mutate", verdict: str = "allow", subject: str = "src/app.py") -> None:
    append_call(
        store.data, "s", "t", at=at, tool="Write", verdict=verdict, kind=kind, rule="x", subject=subject, child=False
    )


def test_a_passing_run_over_the_present_files_counts(store: Store) -> None:
    ran(store)
    assert stands(store) == (Verification("pytest -q", engine="landlock"),)


def test_a_run_without_confinement_counts_under_its_name(store: Store) -> None:
    ran(store, engine="unconfined")
    assert stands(store)[0].engine == "unconfined"
    assert "passed (unconfined)" in verification_lines("en", stands(store))


def test_without_evidence_commands_there_is_nothing_to_say(store: Store) -> None:
    none = stands(store, VerificationCommand(command="ruff format", evidence=False))
    assert (none, verification_lines("en", none)) == ((), "")


LACKS: dict[str, tuple[list[dict[str, Any]], str]] = {
    "no run": ([], "never"),
    "a run of another run of the session": ([{"run_id": "other"}], "never"),
    "a run under the policy before": ([{"policy": OLDER}], "never"),
    "a run of another command": ([{"command": "pytest"}], "never"),
    "a run in another folder": ([{"cwd": "/"}], "never"),
    "a run with another environment": ([{"env": {"CI": "1"}}], "never"),
    "a run with further words": ([{"whole": False}], "partial"),
    "a run without a signed line": ([{"kind": UNPROVEN}], "unproven"),
    "a failing run": ([{"exit": 1}], "failed"),
    "a killed run": ([{"exit": 137, "signal": 9}], "failed"),
    "a run that says nothing of its exit": ([{"exit": None}], "failed"),
    "a run that was stopped": ([{"exit": 0, "timed_out": True}], "timed_out"),
    "a failing run after a passing one": ([{}, {"exit": 1, "ticket_at": AFTER}], "failed"),
    "a passing run before a failing one, recorded later": ([{"exit": 1, "ticket_at": AFTER}, {}], "failed"),
    "files of another content": ([{"fingerprint": "0" * 64}], "changed"),
    "no fingerprint": ([{"fingerprint": ""}], "changed"),
}


@pytest.mark.parametrize(("records", "lack"), LACKS.values(), ids=LACKS.keys())
def test_what_keeps_it_from_counting(store: Store, records: list[dict[str, Any]], lack: str) -> None:
    for fields in records:
        ran(store, **fields)
    assert [run.lack for run in stands(store)] == [lack]
    assert all(run.why for run in stands(store))


@pytest.mark.parametrize(
    "later",
    [{"exit": 0, "ticket_at": AFTER}, {"kind": UNPROVEN, "ticket_at": AFTER}, {"whole": False, "exit": 1}],
    ids=["passed", "left no line", "had further words"],
)
def test_a_run_that_passed_stays_one_whatever_says_less(store: Store, later: dict[str, Any]) -> None:
    ran(store, exit=0)
    ran(store, **later)
    assert stands(store)[0].lack == ""


def test_a_passing_run_after_a_failing_one_counts(store: Store) -> None:
    ran(store, exit=1)
    ran(store, ticket_at=AFTER)
    assert stands(store)[0].lack == ""


CHANGES: dict[str, tuple[Callable[[Store], None], str]] = {
    "a change after the run": (lambda store: called(store, AFTER), "stale"),
    "a change in the same millisecond": (lambda store: called(store, TICKET), "stale"),
    "a change before it": (lambda store: called(store, BEFORE), ""),
    "a denied change": (lambda store: called(store, AFTER, verdict="deny"), ""),
    "a read": (lambda store: called(store, AFTER, kind="read"), ""),
    "another run": (lambda store: called(store, AFTER, kind="execute"), ""),
    "a file of the boundary, by nobody": (
        lambda store: (root_of(store) / "src/new.py").write_text("x", "utf-8") and None, "changed"),
    "a mode": (lambda store: (root_of(store) / "src/app.py").chmod(0o755), "changed"),
    "a file outside the boundary": (
        lambda store: (root_of(store) / "README").write_text("x", "utf-8") and None, ""),
    "a scratch file": (lambda store: (root_of(store) / "web/x").write_text("x", "utf-8") and None, ""),
}  # fmt: skip


@pytest.mark.parametrize(("change", "lack"), CHANGES.values(), ids=CHANGES.keys())
def test_what_makes_it_stale(store: Store, change: Callable[[Store], None], lack: str) -> None:
    ran(store)
    change(store)
    assert stands(store)[0].lack == lack


def test_what_changed_is_named(store: Store) -> None:
    ran(store)
    called(store, AFTER, subject="src/app.py, src/b.py")
    assert "src/app.py, src/b.py" in stands(store)[0].why


def test_a_change_that_was_judged_before_and_over_only_after_makes_it_stale(store: Store) -> None:
    """Two calls of one reply may run beside each other: the run may have seen the files as they were before."""
    now = time.gmtime(time.time() - 5)
    ran(store, ticket_at=time.strftime("%Y-%m-%dT%H:%M:%S.000Z", now))
    called(store, BEFORE)
    assert stands(store)[0].lack == ""
    note_change(store.data, "s")
    assert stands(store)[0].lack == "stale"
    os.utime(store.folder / "last-change", (1, 1))
    assert stands(store)[0].lack == ""


def test_each_command_stands_for_itself_in_its_folder_and_environment(store: Store) -> None:
    ran(store, command="pnpm test", cwd=f"{root_of(store)}/web", env={"CI": "1"})
    found = stands(store, PYTEST, WEB)
    assert [(run.command, run.lack) for run in found] == [("pytest -q", "never"), ("pnpm test (in web, CI=1)", "")]
    lines = verification_lines("ko", found)
    assert "pytest -q" in lines and "pnpm test (in web, CI=1): 통과 (landlock)" in lines
