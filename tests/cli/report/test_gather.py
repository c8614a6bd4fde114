"""`report`: which run is meant, what is read of it, and what is said when the records do not prove themselves."""

from __future__ import annotations

import json

import jsonschema
import pytest

from harness_runtime.session.evidence import append_evidence
from tests.cli.conftest import SCHEMAS

SENSORS = {
    "kind": "sensors", "run_id": "run-1", "at": "2999-01-01T00:00:00.000Z", "when": "completion",
    "results": [{"name": "tests", "command": "sh check.sh", "blocking": True, "outcome": "failed", "exit_code": 3}],
    "requirements": [{"key": "evidence", "step": "look", "status": "unmet"}],
}  # fmt: skip


def valid(told: dict) -> dict:
    jsonschema.validate(told, json.loads((SCHEMAS / "report.json").read_text()))
    return told


@pytest.mark.parametrize("stage", ["activated", "pending", "approved"])
def test_answer_fits_its_schema(new_run, answer, stage):
    getattr(new_run(), stage)().called(at="2999-01-01T00:00:00.000Z")
    told, code = answer("report", "session-1")
    assert (valid(told)["run"]["run_id"], code) == ("run-1", 0)


def test_a_call_is_told_with_its_phase_and_a_denial_with_its_reason(new_run, answer):
    run = new_run().approved(limits={})
    run.called(at="2999-01-01T00:00:00.000Z", verdict="deny", rule="outside_boundary", subject="b.py")
    [call] = answer("report")[0]["run"]["calls"]
    assert (call["phase"], call["verdict"], call["turn"]) == ("implement", "deny", "t2")
    assert "outside the boundary: b.py" in call["reason"]


def test_evidence_of_the_run_is_told_and_of_no_other(new_run, answer):
    run = new_run().approved()
    append_evidence(run.folder, SENSORS)
    append_evidence(run.folder, SENSORS | {"run_id": "another"})
    [found] = valid(answer("report")[0])["run"]["sensors"]
    assert (found["results"][0]["outcome"], found["unmet"]) == ("failed", ["look"])


def two_runs(new_run):
    run = new_run().approved()
    with run.store.locked():
        second = run.state.model_copy(update={"run_id": "run-2", "revision": 2, "phase": "planning"})
        run.state = run.store.commit(second, "activated")
    return run


def test_the_newest_run_is_shown_and_the_others_are_named(new_run, answer):
    two_runs(new_run)
    told = valid(answer("report")[0])
    assert [(name["run_id"], name["phase"]) for name in told["runs"]] == [
        ("run-1", "superseded"),
        ("run-2", "planning"),
    ]
    assert told["run"]["run_id"] == "run-2"


def test_another_run_is_shown_by_its_id(new_run, answer, harness_state):
    two_runs(new_run)
    assert answer("report", "--run", "run-1")[0]["run"]["phase"] == "superseded"
    assert "superseded" in harness_state("report", "--run", "run-1").stdout


@pytest.mark.parametrize("wanted", ["run-9", "run-"])
def test_no_such_run_is_one_line_and_exit_2(new_run, harness_state, wanted):
    two_runs(new_run)
    result = harness_state("report", "--run", wanted)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)


def test_a_broken_ledger_is_said_first_and_is_a_finding(new_run, harness_state, answer):
    run = new_run().approved()
    path = run.store.ledger_path
    path.write_bytes(path.read_bytes().replace(b"plan_shown", b"plan_shovn"))
    told, code = answer("report")
    assert (code, valid(told)["ledger"]["ok"], told["ledger"]["broken_at"], len(told["findings"])) == (1, False, 2, 1)
    shown = harness_state("report").stdout
    assert shown.index("does not prove itself") < shown.index("Path of the run")


GARBAGE = [
    b"{}",
    b"[1]",
    b"7",
    b"\xff\x00",
    b"[" * 100_000,
    b'{"event": ["x"], "phase": {"a": 1}, "at": 7, "run_id": null, "turn": [], "changes": 3, "count": "x"}',
    b'{"event": "gate_opened", "kind": 5, "sha256": "../../x", "turn": {}, "effort": [], "run_id": "run-1"}',
    b'{"event": "approved", "policy_sha256": "' + b"a" * 64 + b'", "account": [1], "run_id": "run-1"}',
    b'{"event": "prompt", "run_id": "run-1", "deep": ' + b'{"a": ' * 300 + b"1" + b"}" * 301,
    b'{"event": "rolled_back", "outcomes": [1], "run_id": "run-1"}',
]


@pytest.mark.parametrize("ways", [["report"], ["report", "--json"], ["report", "--html", "PAGE"]])
def test_whatever_stands_in_the_ledger_the_report_says_that_it_proves_nothing(new_run, harness_state, ways, tmp_path):
    run = new_run().approved()
    lines = run.store.ledger_path.read_bytes().splitlines()
    run.store.ledger_path.write_bytes(b"\n".join([lines[0], *GARBAGE, *lines[1:]]) + b"\n")
    result = harness_state(*[str(tmp_path / "page.html") if way == "PAGE" else way for way in ways])
    assert (result.exit_code, "broken: line 2" in result.stderr) == (1, True)


@pytest.mark.parametrize("lost", ["state.json", "ledger.jsonl"])
def test_a_session_without_a_file_of_its_own_still_reports_what_is_left(new_run, harness_state, lost):
    run = new_run().approved()
    (run.folder / lost).unlink()
    result = harness_state("report", "session-1")
    assert (result.exit_code, "does not prove itself" in result.stdout) == (1, True)


def test_a_session_without_a_run_says_so(data, answer, harness_state):
    (data / "armed").mkdir()
    (data / "armed" / "lost").touch()
    told, code = answer("report", "lost")
    assert (valid(told)["run"], code) == (None, 1)


def test_the_page_is_written_private_and_whole(new_run, harness_state, tmp_path):
    new_run().approved()
    page = tmp_path / "run.html"
    result = harness_state("report", "--html", str(page))
    assert (result.exit_code, page.stat().st_mode & 0o777) == (0, 0o600)
    assert page.read_text().startswith("<!DOCTYPE html>") and page.read_text().endswith("</html>\n")


@pytest.mark.parametrize("place", [".", "link", "absent/run.html"])
def test_a_page_that_cannot_be_written_is_one_line(new_run, harness_state, tmp_path, place):
    new_run().approved()
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    result = harness_state("report", "--html", str(tmp_path / place))
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
