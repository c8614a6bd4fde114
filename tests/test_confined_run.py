"""Completion needs evidence: approved commands really run confined, and only what they signed counts."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from harness_runtime.confinement.evidence_line import signed_line
from harness_runtime.confinement.fingerprint import fingerprint
from harness_runtime.session.keys import read_key
from tests.conftest import piped_host
from tests.support.artifacts import (
    GATE_ROWS,
    ledger_table,
    repair_plan,
    small_plan,
    summary,
    tiny_completion,
    tiny_plan,
)
from tests.support.kept import Kept
from tests.support.piped import PipedHost, Reply

COMMAND = "pytest -q tests"
PASSING, FAILING = "def test_it():\n    assert True\n", "def test_it():\n    assert False\n"
FILES = ("src/app.py", "tests/test_app.py")


def keep(root: Path, name: str) -> Kept:
    """A run in `implement` whose one verification command is COMMAND, allowed to run where nothing confines it."""
    host = piped_host(root, name)
    host.extra |= {"HARNESS_LANG": "en"}
    host.data.mkdir(mode=0o700)
    (host.data / "config.json").write_text(json.dumps({"confinement": "best_effort"}), "utf-8")
    write_test(host, PASSING)
    begin(host)
    return Kept.of(host, root)


@pytest.fixture(scope="module")
def codex_kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    return keep(tmp_path_factory.mktemp("codex"), "codex")


@pytest.fixture(scope="module")
def claude_kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    return keep(tmp_path_factory.mktemp("claude"), "claude")


@pytest.fixture
def codex(codex_kept: Kept) -> PipedHost:
    return codex_kept.again()


@pytest.fixture
def claude(claude_kept: Kept) -> PipedHost:
    return claude_kept.again()


@pytest.fixture(params=["codex", "claude"])
def host(request: pytest.FixtureRequest) -> PipedHost:
    found: PipedHost = request.getfixturevalue(request.param)
    return found


def need_engine(host: PipedHost) -> PipedHost:
    """For what only a command that really runs can show."""
    if host.state["engine"]["name"] == "none":
        pytest.skip(f"no engine confines commands here: {host.state['engine']['details']}")
    return host


@pytest.fixture
def confined(host: PipedHost) -> PipedHost:
    return need_engine(host)


@pytest.fixture
def confined_codex(codex: PipedHost) -> PipedHost:
    return need_engine(codex)


def write_test(host: PipedHost, text: str) -> None:
    (host.workspace / "tests").mkdir(exist_ok=True)
    (host.workspace / "tests/test_app.py").write_text(text, "utf-8")


def begin(host: PipedHost, *commands: Any) -> None:
    host.approve(tiny_plan(*FILES, commands=commands or (COMMAND,)))
    assert host.state["phase"] == "implement"


def refused(host: PipedHost, status: str = "completed") -> str:
    """Why a Completion Report is not taken; "" when it is."""
    reply = host.stop(tiny_completion(status))
    if reply.answer.get("decision") == "block":
        host.prompt("go on")
        return reply.reason
    assert host.state["phase"] == status
    return ""


def last_line(output: str) -> str:
    return next(line for line in reversed(output.splitlines()) if line.startswith("harness-confine: {"))


# Real runs


def test_a_passing_confined_run_is_the_evidence_that_completed_needs(confined: PipedHost) -> None:
    """[H-CONF-1] [H-CONF-2]"""
    assert COMMAND in refused(confined)
    assert confined.run_shell(COMMAND).silent
    run = confined.evidence[-1]
    assert (run["kind"], run["command"], run["exit"], run["faults"]) == ("confined_run", COMMAND, 0, [])
    assert confined.ledger[-1]["event"] == "confinement_engine"
    assert confined.ledger[-1]["engine"] == run["engine"] == confined.state["engine"]["name"]
    ended = confined.stop(tiny_completion())
    assert confined.state["phase"] == "completed", ended.reason
    assert f"{COMMAND}: passed ({run['engine']})" in ended.message
    assert confined.ledger[-1]["verification"] == [{"command": COMMAND, "engine": run["engine"], "lack": ""}]


def test_the_rewritten_command_is_short_and_says_what_it_runs(confined_codex: PipedHost) -> None:
    confined_codex.shell(COMMAND)
    assert confined_codex.called is not None
    assert confined_codex.called.tool_input["command"] == f"{confined_codex.data}/bin/harness-confine 1 -- {COMMAND}"


def test_a_failing_run_proves_nothing(confined: PipedHost) -> None:
    write_test(confined, FAILING)
    assert confined.run_shell(COMMAND).silent
    assert confined.evidence[-1]["exit"] == 1
    assert "its last run did not pass: exit 1" in refused(confined)


def test_the_exit_code_is_the_command_s_own_whatever_reads_its_output(confined: PipedHost) -> None:
    write_test(confined, FAILING)
    confined.shell(f"{COMMAND} 2>&1 | tail -3")
    done = confined.execute()
    assert done.returncode == 0 and "1 failed" in done.stdout
    confined.finished(done.stdout, stderr=done.stderr)
    assert confined.evidence[-1]["exit"] == 1
    assert "exit 1" in refused(confined)


def test_a_change_after_the_run_makes_it_stale(confined_codex: PipedHost) -> None:
    confined_codex.run_shell(COMMAND)
    confined_codex.write("src/app.py")
    assert "changed after its run: src/app.py" in refused(confined_codex)
    confined_codex.run_shell(COMMAND)
    assert refused(confined_codex) == ""


def test_a_change_that_no_tool_made_makes_it_stale_too(confined_codex: PipedHost) -> None:
    confined_codex.run_shell(COMMAND)
    (confined_codex.workspace / "src/app.py").write_text("print('changed')\n", "utf-8")
    assert "files in the writable paths changed" in refused(confined_codex)


FORGER = """
import sys
LINE = {line!r}
def test_it():
    sys.__stdout__.write(LINE + "\\n")
    sys.__stderr__.write(LINE + "\\n")
    assert False
"""


def test_what_a_test_prints_is_no_evidence(confined_codex: PipedHost) -> None:
    """[H-CONF-2] A line of its own making, and the line of an earlier run."""
    confined_codex.run_shell(COMMAND)
    confined_codex.shell(COMMAND)
    earlier = last_line(confined_codex.execute().stdout)
    for line in (earlier, earlier.replace('"call":2', '"call":4')):
        write_test(confined_codex, FORGER.format(line=line))
        confined_codex.shell(COMMAND)
        done = confined_codex.execute()
        confined_codex.finished(done.stdout, code=done.returncode, stderr=done.stderr)
        assert confined_codex.evidence[-1]["exit"] == 1
        assert "exit 1" in refused(confined_codex)


def test_long_output_is_found_where_claude_code_keeps_it(claude: PipedHost) -> None:
    claude.shell(COMMAND)
    kept = claude.home / "kept.txt"
    kept.write_text("x" * 100_000 + f"\n{signed(claude)}\n", "utf-8")
    response = {"stdout": "x" * 29_999, "stderr": "", "persistedOutputPath": str(kept)}
    assert claude.finished(tool_response=response).silent
    assert refused(claude) == ""


def test_small_work_proves_itself_before_its_summary(confined_codex: PipedHost) -> None:
    host = confined_codex
    host.approve(small_plan("src/**", "tests/**", commands=(COMMAND,)))
    host.run_shell(COMMAND)
    assert f"{COMMAND}: passed (" in host.stop(summary()).message
    host.prompt("go on")
    assert host.run_shell(COMMAND).denied


def test_nothing_of_a_run_is_left_in_the_workspace(confined_codex: PipedHost) -> None:
    def files() -> set[Path]:
        return {path for path in confined_codex.workspace.rglob("*") if "__pycache__" not in path.parts}

    before = files()
    confined_codex.run_shell(COMMAND)
    assert files() == before


# What PostToolUse makes of any line: signed by hand here, so that no engine is needed


def signed(host: PipedHost, call: int = 1, **fields: Any) -> str:
    """What harness-confine says of a passing run, `fields` otherwise."""
    policy = json.loads((host.folder / "policies" / f"{host.state['accepted']['policy']}.json").read_text("utf-8"))
    files = fingerprint(str(host.workspace), policy["allowed_write_paths"], policy["scratch_paths"])
    said = {
        "call": call, "exit": 0, "signal": None, "timed_out": False, "engine": "landlock", "seconds": 0.5,
        "fingerprint": files, "faults": [],
    }  # fmt: skip
    return signed_line({**said, **fields}, read_key(str(host.data), host.session_id))


def finish(host: PipedHost, command: str = COMMAND, line: str | None = None, **fields: Any) -> Reply:
    host.shell(command)
    call = len(list((host.data / "confined").glob("*.json")))
    line = signed(host, fields.pop("call", call), **fields) if line is None else line
    return host.finished(f"1 passed\n{line}\n")


def test_a_signed_line_is_recorded_once(codex: PipedHost) -> None:
    assert finish(codex).silent
    assert codex.finished(f"{signed(codex)}\n").silent
    assert [record["call"] for record in codex.evidence] == [1]


UNSIGNED: dict[str, Callable[[PipedHost], str]] = {
    "no line": lambda host: "done",
    "a line that nobody signed": lambda host: signed(host)[:-64] + "0" * 64,
    "a line of another call": lambda host: signed(host, call=7),
    "a signed line with another exit code": lambda host: signed(host, exit=1).replace('"exit":1', '"exit":0'),
    "half a line": lambda host: signed(host)[:-1],
}


@pytest.mark.parametrize("line", UNSIGNED.values(), ids=UNSIGNED.keys())
def test_without_its_signed_line_a_run_does_not_count(codex: PipedHost, line: Callable[[PipedHost], str]) -> None:
    """[H-CONF-2] The model is told, once, in a way that leaves the output as it is."""
    reply = finish(codex, line=line(codex))
    assert "does not count as evidence" in reply.context and "decision" not in reply.answer
    assert codex.evidence[-1]["kind"] == "confined_unproven"
    assert codex.state["phase"] == "implement"
    assert "only runs without a signed last line" in refused(codex)


def test_a_line_of_another_session_does_not_count(codex: PipedHost) -> None:
    """[H-CONF-2] The same data folder, the same call number even: another key."""
    other = replace(codex, session_id="99999999-2222-4333-8444-555555555555")
    begin(other)
    assert "does not count" in finish(codex, line=signed(other, call=1)).context
    assert COMMAND in refused(codex)


def test_a_line_of_an_earlier_activation_does_not_count(codex: PipedHost) -> None:
    line = signed(codex)
    begin(codex)
    assert "does not count" in finish(codex, line=line).context


def test_a_run_that_left_what_no_plan_opens_costs_authority(codex: PipedHost) -> None:
    """[H-CONF-3]"""
    reply = finish(codex, faults=["src/.git", "src/out"])
    assert "src/.git, src/out" in reply.reason and "src/.git" in reply.message
    assert (codex.state["phase"], codex.ledger[-1]["event"]) == ("repair_planning", "run_faults")
    assert "no_authority" in codex.write("src/app.py").reason


def test_names_however_long_keep_no_authority(codex: PipedHost) -> None:
    """[H-CONF-3]"""
    finish(codex, faults=[f"src/{'deep/' * 800}{number}/.git" for number in range(20)])
    assert (codex.state["phase"], codex.ledger[-1]["event"]) == ("repair_planning", "run_faults")


def test_a_run_without_confinement_counts_and_is_named_so(codex: PipedHost) -> None:
    assert "unconfined" in finish(codex, engine="unconfined").message
    assert codex.ledger[-1]["engine"] == "unconfined"
    ended = codex.stop(tiny_completion())
    assert f"{COMMAND}: passed (unconfined)" in ended.message
    assert codex.ledger[-1]["verification"][0]["engine"] == "unconfined"


def test_the_ledger_names_an_engine_when_it_changes(codex: PipedHost) -> None:
    for engine in ("landlock", "landlock", "bubblewrap"):
        finish(codex, engine=engine)
    engines = [record for record in codex.ledger if record["event"] == "confinement_engine"]
    named = [(record["engine"], record["before"]) for record in engines]
    assert named == [("landlock", None), ("bubblewrap", "landlock")]


def test_a_run_past_its_limit_proves_nothing(codex: PipedHost) -> None:
    finish(codex, exit=137, signal=9, timed_out=True)
    assert "longer than its limit" in refused(codex)


def test_a_command_that_ran_without_its_confinement_costs_authority(codex: PipedHost) -> None:
    """[H-POST-1]"""
    codex.shell(COMMAND)
    reply = codex.finished(f"1 passed\n{signed(codex)}\n", tool_input={"command": COMMAND})
    assert "rewrite_lost" in reply.reason and "rewrite_lost" in reply.message
    assert (codex.state["phase"], codex.ledger[-1]["event"]) == ("repair_planning", "rewrite_lost")
    assert not (codex.folder / "evidence.jsonl").exists()


def test_a_confined_command_that_was_changed_costs_authority(codex: PipedHost) -> None:
    codex.shell(COMMAND)
    assert codex.called is not None
    changed = codex.called.tool_input["command"] + "; id"
    reply = codex.finished("", tool_input={**codex.called.tool_input, "command": changed})
    assert codex.ledger[-1]["event"] == "input_changed", reply


def test_a_lost_ticket_is_a_run_that_proves_nothing(codex: PipedHost) -> None:
    codex.shell(COMMAND)
    shutil.rmtree(codex.data / "confined")
    assert "does not count" in codex.finished(f"{signed(codex)}\n").context
    assert codex.state["phase"] == "implement"


def test_further_words_are_recorded_and_prove_nothing(codex: PipedHost) -> None:
    begin(codex, {"command": COMMAND, "more_args": True})
    for words in (f"{COMMAND} -k nothing", f"timeout 60 {COMMAND} --version {COMMAND}"):
        assert finish(codex, words).silent
        assert "only runs with further arguments" in refused(codex)
    finish(codex)
    assert refused(codex) == ""


def test_a_time_limit_before_the_command_changes_nothing_of_it(codex: PipedHost) -> None:
    finish(codex, f"timeout 60 {COMMAND}")
    assert refused(codex) == ""


def test_a_command_that_is_no_evidence_is_not_asked_for(codex: PipedHost) -> None:
    begin(codex, {"command": "ruff format", "evidence": False})
    assert finish(codex, "ruff format", line="no line").silent
    assert refused(codex) == ""


def test_a_repair_needs_its_own_runs(codex: PipedHost) -> None:
    finish(codex)
    plan = codex.state["accepted"]["plan"]
    codex.stop(repair_plan(plan, *FILES, trigger="plan_deviation", verification_commands=[COMMAND]))
    codex.prompt("y")
    assert codex.state["phase"] == "repair_implement"
    assert "no recorded run since the last approval" in refused(codex)
    finish(codex)
    repaired = ledger_table(Repair_plan_approval="| Repair plan approval | yes | yes | y | approved | - |")
    codex.stop(tiny_completion().replace(ledger_table(), repaired))
    assert codex.state["phase"] == "completed"


def test_what_is_missing_can_end_with_an_exception_row(codex: PipedHost) -> None:
    """[H-DONE-5]"""
    assert "exception" in refused(codex, "completed_with_residual_risk")
    row = GATE_ROWS["Verification exception approval"].replace("not_requested", "degraded")
    report = tiny_completion("completed_with_residual_risk")
    codex.stop(report.replace(GATE_ROWS["Verification exception approval"], row))
    assert codex.state["phase"] == "completed_with_residual_risk"
