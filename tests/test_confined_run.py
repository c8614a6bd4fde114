"""Completion needs evidence: approved commands really run confined, and only what they signed counts."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

from harness_runtime.confinement.evidence_line import signed_line
from harness_runtime.confinement.fingerprint import fingerprint
from harness_runtime.session.keys import read_key
from tests.conftest import piped_host
from tests.support.artifacts import repair_plan, small_plan, summary, tiny_completion, tiny_plan
from tests.support.piped import PipedHost, Reply

COMMAND = "pytest -q tests"
PASSING, FAILING = "def test_it():\n    assert True\n", "def test_it():\n    assert False\n"


def tests_are(host: PipedHost, text: str) -> None:
    (host.workspace / "tests").mkdir(exist_ok=True)
    (host.workspace / "tests/test_app.py").write_text(text, "utf-8")


def begin(host: PipedHost, *commands: Any, text: str = PASSING, **policy: Any) -> PipedHost:
    """A run in `implement` with these verification commands."""
    host.extra |= {"HARNESS_LANG": "en"}
    tests_are(host, text)
    host.approve(tiny_plan("src/app.py", "tests/test_app.py", commands=commands or (COMMAND,), **policy))
    assert host.state["phase"] == "implement"
    return host


@pytest.fixture
def confined(host: PipedHost) -> PipedHost:
    """A run where commands really run confined."""
    begin(host)
    if host.state["engine"]["name"] == "none":
        pytest.skip(f"no engine confines commands here: {host.state['engine']['details']}")
    return host


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


def test_the_rewritten_command_is_short_and_says_what_it_runs(confined: PipedHost) -> None:
    confined.shell(COMMAND)
    assert confined.called is not None
    assert confined.called.tool_input["command"] == f"{confined.data}/bin/harness-confine 1 -- {COMMAND}"


def test_a_failing_run_proves_nothing(confined: PipedHost) -> None:
    tests_are(confined, FAILING)
    assert confined.run_shell(COMMAND).silent
    assert confined.evidence[-1]["exit"] == 1
    assert "its last run did not pass: exit 1" in refused(confined)


def test_the_exit_code_is_the_command_s_own_whatever_reads_its_output(confined: PipedHost) -> None:
    tests_are(confined, FAILING)
    confined.shell(f"{COMMAND} 2>&1 | tail -3")
    done = confined.execute()
    assert done.returncode == 0 and "1 failed" in done.stdout
    confined.finished(done.stdout, stderr=done.stderr)
    assert confined.evidence[-1]["exit"] == 1
    assert "exit 1" in refused(confined)


def test_a_change_after_the_run_makes_it_stale(confined: PipedHost) -> None:
    confined.run_shell(COMMAND)
    confined.write("src/app.py")
    assert "changed after its run: src/app.py" in refused(confined)
    confined.run_shell(COMMAND)
    assert refused(confined) == ""


def test_a_change_that_no_tool_made_makes_it_stale_too(confined: PipedHost) -> None:
    confined.run_shell(COMMAND)
    (confined.workspace / "src/app.py").write_text("print('changed')\n", "utf-8")
    assert "files in the writable paths changed" in refused(confined)


FORGER = """
import sys
LINE = {line!r}
def test_it():
    sys.__stdout__.write(LINE + "\\n")
    sys.__stderr__.write(LINE + "\\n")
    assert False
"""


def test_what_a_test_prints_is_no_evidence(confined: PipedHost) -> None:
    """[H-CONF-2] A line of its own making, and the line of an earlier run."""
    confined.run_shell(COMMAND)
    confined.shell(COMMAND)
    earlier = last_line(confined.execute().stdout)
    for number, line in enumerate((earlier.replace('"exit":1', '"exit":0'), earlier, earlier[:-64] + "0" * 64)):
        tests_are(confined, FORGER.format(line=line))
        confined.shell(f"{COMMAND} -s" if number < 0 else COMMAND)
        done = confined.execute()
        confined.finished(done.stdout, code=done.returncode, stderr=done.stderr)
        assert confined.evidence[-1]["exit"] == 1
        assert "exit 1" in refused(confined)


def test_long_output_is_found_where_claude_code_keeps_it(confined: PipedHost) -> None:
    if confined.host != "claude":
        pytest.skip("Codex keeps the end of a long output")
    confined.shell(COMMAND)
    done = confined.execute()
    kept = confined.home / "kept.txt"
    kept.write_text("x" * 100_000 + f"\n{done.stdout}", "utf-8")
    reply = confined.finished(tool_response={"stdout": "x" * 29_999, "stderr": "", "persistedOutputPath": str(kept)})
    assert reply.silent
    assert refused(confined) == ""


def test_small_work_proves_itself_before_its_summary(host: PipedHost) -> None:
    host.extra |= {"HARNESS_LANG": "en"}
    tests_are(host, PASSING)
    host.approve(small_plan("src/**", "tests/**", commands=(COMMAND,)))
    if host.state["engine"]["name"] == "none":
        pytest.skip("no engine confines commands here")
    host.run_shell(COMMAND)
    assert f"{COMMAND}: passed (" in host.stop(summary()).message
    host.prompt("go on")
    assert "no_authority" in host.run_shell(COMMAND).reason


# What PostToolUse makes of any line: signed by hand here, so that no engine is needed


@pytest.fixture
def any_engine(host: PipedHost) -> PipedHost:
    host.data.mkdir(mode=0o700)
    (host.data / "config.json").write_text(json.dumps({"confinement": "best_effort"}), "utf-8")
    return begin(host)


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


def test_a_signed_line_is_recorded_once(any_engine: PipedHost) -> None:
    assert finish(any_engine).silent
    assert any_engine.finished(f"{signed(any_engine)}\n").silent
    assert [record["call"] for record in any_engine.evidence] == [1]


UNSIGNED: dict[str, Callable[[PipedHost], str]] = {
    "no line": lambda host: "done",
    "a line that nobody signed": lambda host: signed(host)[:-64] + "0" * 64,
    "a line of another call": lambda host: signed(host, call=7),
    "a signed line with another exit code": lambda host: signed(host, exit=1).replace('"exit":1', '"exit":0'),
    "half a line": lambda host: signed(host)[:-1],
}


@pytest.mark.parametrize("line", UNSIGNED.values(), ids=UNSIGNED.keys())
def test_without_its_signed_line_a_run_does_not_count(
    any_engine: PipedHost, line: Callable[[PipedHost], str]
) -> None:
    """[H-CONF-2] The model is told, once, in a way that leaves the output as it is."""
    reply = finish(any_engine, line=line(any_engine))
    assert "does not count as evidence" in reply.context and "decision" not in reply.answer
    assert any_engine.evidence[-1]["kind"] == "confined_unproven"
    assert any_engine.state["phase"] == "implement"
    assert "only runs without a signed last line" in refused(any_engine)


def test_a_line_of_another_session_does_not_count(any_engine: PipedHost) -> None:
    """[H-CONF-2] The same data folder, the same call number even: another key."""
    other = PipedHost(
        any_engine.data, any_engine.workspace, any_engine.home, any_engine.host,
        session_id="99999999-2222-4333-8444-555555555555", compiled=any_engine.compiled,
    )  # fmt: skip
    begin(other)
    reply = finish(any_engine, line=signed(other, call=1))
    assert "does not count" in reply.context
    assert COMMAND in refused(any_engine)


def test_a_line_of_an_earlier_activation_does_not_count(any_engine: PipedHost) -> None:
    line = signed(any_engine)
    begin(any_engine)
    assert "does not count" in finish(any_engine, line=line).context


def test_a_run_that_left_what_no_plan_opens_costs_authority(any_engine: PipedHost) -> None:
    """[H-CONF-3]"""
    reply = finish(any_engine, faults=["src/.git", "src/out"])
    assert "src/.git, src/out" in reply.reason and "src/.git" in reply.message
    assert (any_engine.state["phase"], any_engine.ledger[-1]["event"]) == ("repair_planning", "run_faults")
    assert "no_authority" in any_engine.write("src/app.py").reason


def test_a_run_without_confinement_counts_and_is_named_so(any_engine: PipedHost) -> None:
    assert "unconfined" in finish(any_engine, engine="unconfined").message
    assert any_engine.ledger[-1]["engine"] == "unconfined"
    ended = any_engine.stop(tiny_completion())
    assert f"{COMMAND}: passed (unconfined)" in ended.message
    assert any_engine.ledger[-1]["verification"][0]["engine"] == "unconfined"


def test_the_ledger_names_an_engine_when_it_changes(any_engine: PipedHost) -> None:
    for engine in ("landlock", "landlock", "bubblewrap"):
        finish(any_engine, engine=engine)
    named = [(record["engine"], record["previous"]) for record in any_engine.ledger if "engine" in record]
    assert named == [("landlock", None), ("bubblewrap", "landlock")]


def test_a_run_past_its_limit_proves_nothing(any_engine: PipedHost) -> None:
    finish(any_engine, exit=137, signal=9, timed_out=True)
    assert "longer than its limit" in refused(any_engine)


def test_a_command_that_ran_without_its_confinement_costs_authority(any_engine: PipedHost) -> None:
    """[H-POST-1]"""
    any_engine.shell(COMMAND)
    reply = any_engine.finished(f"1 passed\n{signed(any_engine)}\n", tool_input={"command": COMMAND})
    assert "rewrite_lost" in reply.reason and "rewrite_lost" in reply.message
    assert (any_engine.state["phase"], any_engine.ledger[-1]["event"]) == ("repair_planning", "rewrite_lost")
    assert not (any_engine.folder / "evidence.jsonl").exists()


def test_a_confined_command_that_was_changed_costs_authority(any_engine: PipedHost) -> None:
    any_engine.shell(COMMAND)
    assert any_engine.called is not None
    changed = any_engine.called.tool_input["command"] + "; id"
    reply = any_engine.finished("", tool_input={**any_engine.called.tool_input, "command": changed})
    assert any_engine.ledger[-1]["event"] == "input_changed", reply


def test_a_lost_ticket_is_a_run_that_proves_nothing(any_engine: PipedHost) -> None:
    any_engine.shell(COMMAND)
    shutil.rmtree(any_engine.data / "confined")
    assert "does not count" in any_engine.finished(f"{signed(any_engine)}\n").context
    assert any_engine.state["phase"] == "implement"


def test_further_words_are_recorded_and_prove_nothing(host: PipedHost) -> None:
    host.data.mkdir(mode=0o700)
    (host.data / "config.json").write_text(json.dumps({"confinement": "best_effort"}), "utf-8")
    begin(host, {"command": COMMAND, "more_args": True})
    assert finish(host, f"{COMMAND} -k nothing").silent
    assert "only runs with further arguments" in refused(host)
    finish(host)
    assert refused(host) == ""


def test_a_command_that_is_no_evidence_is_not_asked_for(host: PipedHost) -> None:
    host.data.mkdir(mode=0o700)
    (host.data / "config.json").write_text(json.dumps({"confinement": "best_effort"}), "utf-8")
    begin(host, {"command": "ruff format", "evidence": False})
    assert finish(host, "ruff format", line="no line").silent
    assert refused(host) == ""


def test_a_repair_needs_its_own_runs(any_engine: PipedHost) -> None:
    finish(any_engine)
    plan = any_engine.state["accepted"]["plan"]
    paths = ("src/app.py", "tests/test_app.py")
    any_engine.stop(repair_plan(plan, *paths, trigger="plan_deviation", verification_commands=[COMMAND]))
    any_engine.prompt("y")
    assert any_engine.state["phase"] == "repair_implement"
    assert "no recorded run since the last approval" in refused(any_engine)
    finish(any_engine)
    assert refused(any_engine) == ""


def test_what_is_missing_can_end_with_an_exception_row(any_engine: PipedHost) -> None:
    """[H-DONE-5]"""
    row = "| Verification exception approval | no | no | none | not_requested | none |"
    assert row.split("|")[1] in tiny_completion().replace("-", "none") and refused(any_engine)
    report = tiny_completion("completed_with_residual_risk")
    exception = "| Verification exception approval | yes | no | none | degraded | not run |"
    old = next(line for line in report.splitlines() if line.startswith("| Verification exception"))
    any_engine.stop(report.replace(old, exception))
    assert any_engine.state["phase"] == "completed_with_residual_risk"


def test_the_demo_of_a_stray_process(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Nothing of a run is left behind in the workspace but what it wrote there."""
    host = begin(piped_host(tmp_path_factory.mktemp("clean"), "codex"))
    if host.state["engine"]["name"] == "none":
        pytest.skip("no engine confines commands here")
    before = {path for path in host.workspace.rglob("*") if "__pycache__" not in path.parts}
    host.run_shell(COMMAND)
    after = {path for path in host.workspace.rglob("*") if "__pycache__" not in path.parts}
    assert after == before
    assert not subprocess.run(["pgrep", "-f", str(host.data)], capture_output=True, text=True).stdout
