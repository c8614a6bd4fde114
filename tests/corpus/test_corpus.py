"""Recorded and recorded-like calls of both hosts with the verdict that each must have, judged again.

A row that changes is a change of what agents may do: it is changed by hand, with its reason, or the code is wrong.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from pathlib import Path

import pytest

from harness_runtime.messages.denials import SENTENCES
from tests.boundary.scene import words
from tests.conftest import COMPILED
from tests.corpus.stage import HERE, SESSION, Row, Stage, recorded, rows
from tests.support.answers import answer_faults
from tests.support.piped import PipedHost

PHASES = {"planning", "plan_pending", "implement", "review", "repair_planning", "repair_pending", "repair_implement"}
SAMPLE = 20
CONFINED = (
    "verification",
    "shell_confined",
    "shell_confined_read",
)  # the host is told to run another form of the command

# What is decided before the call is looked at, needs a large call, or belongs to the shell's own tables.
ELSEWHERE = set(
    words(
        "state_unreadable state_foreign policy_unreadable too_large too_deep deadline internal unrecorded"
        " shell_unmodeled shell_option shell_mutation shell_program_shadowed git_elsewhere confined_running"
        " repeated_stop turn_stopped turns_spent confined_reading planted reader_running data_unreadable"
    )
)


@pytest.mark.parametrize("path", sorted(HERE.glob("*.jsonl")), ids=lambda path: path.stem)
def test_every_row_has_its_verdict(stage: Stage, path: Path) -> None:
    wrong = [
        (row.where, row.why, row.verdict, row.rule, found)
        for row in rows()
        if row.where.startswith(f"{path.name}:") and not row.fits(found := row.judge(stage))
    ]
    assert wrong == []


def test_no_ordinary_call_is_denied(stage: Stage, capsys: pytest.CaptureFixture[str]) -> None:
    ordinary = [row for row in rows() if row.ordinary]
    denied = [row.where for row in ordinary if row.judge(stage).verdict == "deny"]
    with capsys.disabled():
        rate = 100 * len(denied) / len(ordinary)
        print(f"\nfalse denials per 100 ordinary calls: {rate:.1f} ({len(denied)} of {len(ordinary)})")
    assert denied == []


def test_the_corpus_is_broad() -> None:
    verdicts = Counter(row.verdict for row in rows() if not row.where.startswith("shell"))
    assert sum(verdicts.values()) >= 300
    assert min(verdicts.values()) >= 100
    assert {row.host for row in rows()} == {"codex", "claude"}
    assert {row.phase for row in rows()} >= PHASES
    assert sum(row.ordinary for row in rows()) >= 100


def test_no_row_stands_twice() -> None:
    keys = Counter(
        json.dumps([row.host, row.payload, row.phase, row.policy, row.state, row.rules], sort_keys=True)
        for row in rows()
    )
    assert [key for key, count in keys.items() if count > 1] == []


def test_every_rule_of_a_denial_has_a_row() -> None:
    named = {row.rule for row in rows() if row.verdict == "deny" and row.rule}
    assert set(SENTENCES["en"]) - named <= ELSEWHERE


def test_every_recorded_tool_call_is_in_it() -> None:
    told = {json.dumps(row.payload, sort_keys=True) for row in rows()}
    for host in ("codex", "claude"):
        for event in recorded(host):
            if (
                event["tool_name"] == "Bash"
                and "agent_id" not in event
                and event["tool_input"]["command"][:4] != "cat "
            ):
                continue  # for the shell's own tables to say
            assert json.dumps(event, sort_keys=True) in told


def through_the_hook() -> list[Row]:
    """A spread of rows whose rules a session's files can hold as they are."""
    fitting = [row for row in rows() if not row.rules]
    step = len(fitting) / SAMPLE
    return [fitting[int(at * step)] for at in range(SAMPLE)]


@pytest.mark.parametrize("row", through_the_hook(), ids=lambda row: row.where)
def test_the_hook_says_the_same(stage: Stage, row: Row, tmp_path: Path) -> None:
    """The whole way, from the launcher to the answer in the host's shape."""
    host = PipedHost(
        data=tmp_path / "data",
        workspace=stage.root,
        home=stage.home,
        host=row.host,
        session_id=SESSION,
        compiled=COMPILED,
    )
    host.extra |= {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "HARNESS_LANG": "en"}
    arm(host, row, stage)
    event = row.event(stage) | {"session_id": SESSION}
    reply = host.pipe("PreToolUse", json.dumps(event).encode())
    assert answer_faults(row.host, "PreToolUse", reply) == []
    assert reply.denied == (row.verdict == "deny")
    assert reply.silent == (row.verdict == "allow" and row.rule not in CONFINED)
    if row.rule and row.verdict == "deny":
        assert f"[{row.rule}, {row.phase}]" in reply.reason or f"[{row.rule}]" in reply.reason


def arm(host: PipedHost, row: Row, stage: Stage) -> None:
    """The session's files as a run leaves them, with the policy that the row names."""
    from harness_runtime.session.layout import sha256

    state, policy = row.session(stage), row.sealed(stage)
    (host.folder / "policies").mkdir(parents=True)
    if policy is not None:
        raw = json.dumps(policy).encode()
        state["policy_sha256"] = sha256(raw)
        (host.folder / f"policies/{state['policy_sha256']}.json").write_bytes(raw)
    (host.folder / "state.json").write_text(json.dumps(state), "utf-8")
    (host.data / "armed").mkdir()
    (host.data / "armed" / SESSION).touch()
    os.chmod(host.data, 0o700)
