"""`inspect`: the session that is meant, authority as the hooks would grant it, faults shown as what they are."""

import json
import os

import jsonschema
import pytest

from harness_runtime.cli.render import to_text
from harness_runtime.cli.sessions.view import view_session
from harness_runtime.cli.verbs import inspect as verb
from harness_runtime.session.evidence import append_evidence
from harness_runtime.session.state import Correction, Engine
from tests.cli.conftest import PLAN, SCHEMAS, Run
from tests.cli.pseudo_terminal import talk


def test_keys_are_the_contracts(new_run, answer):
    new_run().approved()
    told, _ = answer("inspect", "session-1")
    assert list(told) == [
        "schema_version",
        "session_id",
        "run_id",
        "revision",
        "phase",
        "held",
        "workspace_root",
        "authority",
        "pending",
        "accepted",
        "boundary",
        "last_decisions",
        "confined_runs",
        "outside_changes",
        "outside_unseen",
        "sensors",
        "engine",
        "goal",
        "chain",
        "notes_waiting",
    ]


@pytest.mark.parametrize("stage", ["activated", "pending", "approved"])
def test_answer_fits_its_schema(new_run, answer, stage):
    getattr(new_run(), stage)().called()
    told, code = answer("inspect", "session-1")
    jsonschema.validate(told, json.loads((SCHEMAS / "inspect.json").read_text()))
    assert code == 0


def test_an_approved_run_has_authority(new_run, answer):
    new_run().approved()
    assert answer("inspect")[0]["authority"] is True


@pytest.mark.parametrize("stage", ["activated", "pending"])
def test_no_authority_before_approval(new_run, answer, stage):
    getattr(new_run(), stage)()
    assert answer("inspect")[0]["authority"] is False


@pytest.mark.parametrize(
    "phase",
    [
        "planning",
        "plan_pending",
        "review",
        "repair_planning",
        "repair_pending",
        "post_repair_review",
        "completed",
        "completed_with_residual_risk",
        "blocked",
        "degraded",
        "cancelled",
        "superseded",
    ],
)
def test_no_other_phase_has_authority_even_with_a_policy(new_run, answer, phase):
    new_run().approved().commit("moved", phase=phase)
    assert answer("inspect")[0]["authority"] is False


def test_a_suspended_run_has_no_authority(new_run, answer, harness_state):
    new_run().approved().commit("suspended", suspended=True)
    assert answer("inspect")[0]["authority"] is False
    assert "Suspended" in harness_state("inspect").stdout


def test_the_faults_of_what_was_refused_are_named(new_run, harness_state):
    refused = Correction(kind="plan", faults=["In Scope: section is empty", "Write Boundary: path \x1b[2J"])
    new_run().activated().commit("artifact_refused", correction=refused)
    shown = harness_state("inspect").stdout
    assert "Not accepted" in shown and "- In Scope: section is empty" in shown and "\x1b" not in shown


def test_a_held_session_has_no_authority(new_run, answer):
    new_run().approved().commit("held", held=True)
    assert answer("inspect")[0]["authority"] is False


@pytest.mark.parametrize(
    "changes",
    [
        {"session_id": "other"},
        {"run_id": "other"},
        {"revision": 2},
        {"phase": "repair_implement"},
        {"artifact_sha256": "b" * 64},
        {"workspace_root": "/elsewhere"},
        {"network": "unlimited"},
        {"allowed_write_paths": None},
    ],
)
def test_a_policy_that_does_not_fit_is_a_finding_without_authority(new_run, answer, changes):
    new_run().approved(**changes)
    told, code = answer("inspect")
    assert (told["authority"], code) == (False, 1)


def test_an_altered_policy_is_a_finding_without_authority(new_run, answer):
    run = new_run().approved()
    next(run.folder.glob("policies/*.json")).write_bytes(run.policy(allowed_write_paths=["**"]))
    told, code = answer("inspect")
    assert (told["authority"], told["boundary"], code) == (False, None, 1)


def test_pending_artifact_is_told_with_hash_and_since(new_run, answer):
    new_run().pending()
    assert answer("inspect")[0]["pending"] == {
        "kind": "plan",
        "sha256": PLAN,
        "since": "2026-01-02T03:04:05Z",
        "answered": False,
    }


def test_a_y_that_waits_for_the_terminal_is_shown(new_run, answer, harness_state):
    run = new_run().pending()
    run.commit("answered", pending=run.state.pending.model_copy(update={"answered": True}))
    assert answer("inspect")[0]["pending"]["answered"] is True
    assert "harness-state approve" in harness_state("inspect").stdout


def test_the_accepted_policy_is_named(new_run, answer, harness_state):
    run = new_run().approved()
    accepted = run.state.accepted.model_copy(update={"policy": run.state.policy_sha256})
    run.commit("approved", accepted=accepted)
    assert answer("inspect")[0]["accepted"]["policy"] == run.state.policy_sha256
    assert run.state.policy_sha256 in harness_state("inspect").stdout


RUN = {
    "kind": "confined_run", "run_id": "run-1", "at": "2026-01-02T03:04:05.678Z", "command": "pytest -q", "exit": 0,
    "timed_out": False, "engine": "landlock", "seconds": 1.25, "faults": [], "call": 1,
}  # fmt: skip


def test_confined_runs_are_shown_the_newest_last(new_run, answer, harness_state):
    run = new_run().approved()
    for number in range(12):
        append_evidence(run.folder, {**RUN, "exit": number})
    append_evidence(run.folder, {**RUN, "run_id": "another", "exit": 99})
    told, _ = answer("inspect")
    jsonschema.validate(told, json.loads((SCHEMAS / "inspect.json").read_text()))
    assert [row["exit"] for row in told["confined_runs"]] == list(range(2, 12))
    assert "01-02 03:04:05  11" in harness_state("inspect").stdout


def test_a_run_without_its_line_and_one_that_left_something_are_shown_as_that(new_run, answer, harness_state):
    run = new_run().approved()
    append_evidence(run.folder, {**RUN, "kind": "confined_unproven"})
    append_evidence(run.folder, {**RUN, "timed_out": True, "exit": 137, "faults": ["src/.git"]})
    told, _ = answer("inspect")
    assert [(row["proven"], row["exit"], row["engine"]) for row in told["confined_runs"]] == [
        (False, None, None),
        (True, 137, "landlock"),
    ]
    shown = harness_state("inspect").stdout
    assert "unproven" in shown and "timed out" in shown and "left src/.git" in shown


@pytest.mark.parametrize(("found", "used", "engine"), [
    ("none", [], None), ("bubblewrap", [], "bubblewrap"), ("bubblewrap", ["landlock"], "landlock"),
    ("none", ["unconfined"], "unconfined"), ("none", ["landlock", "unconfined"], "unconfined"),
])  # fmt: skip
def test_the_engine_is_the_one_that_was_used_last(new_run, answer, found, used, engine):
    run = new_run().approved().commit("engine", engine=Engine(name=found))
    for name in used:
        append_evidence(run.folder, {**RUN, "engine": name})
    assert answer("inspect")[0]["engine"] == engine


def test_what_came_of_the_sensors_that_ran_last_is_shown(new_run, answer, harness_state):
    run = new_run().approved()
    known = {"blocking": True, "seconds": 0.2, "engine": "landlock"}
    passed = known | {"name": "lint", "outcome": "passed", "exit_code": 0}
    failed = known | {"name": "tests", "outcome": "failed", "exit_code": 3}
    record = {"kind": "sensors", "run_id": RUN["run_id"], "at": RUN["at"]}
    for results in ([passed], [passed, failed, {"name": "of another release"}]):
        append_evidence(run.folder, record | {"results": results})
    told, _ = answer("inspect")
    jsonschema.validate(told, json.loads((SCHEMAS / "inspect.json").read_text()))
    assert [(row["name"], row["outcome"], row["exit"]) for row in told["sensors"]] == [
        ("lint", "passed", 0),
        ("tests", "failed", 3),
    ]
    assert "failed (3)" in harness_state("inspect").stdout


def test_evidence_that_cannot_be_read_is_said(new_run, harness_state):
    run = new_run().approved()
    (run.folder / "evidence.jsonl").mkdir()
    result = harness_state("inspect")
    assert (result.exit_code, "src/app/**" in result.stdout) == (1, True)
    assert str(run.folder / "evidence.jsonl") in result.stderr and result.stderr.count("\n") == 1


def test_evidence_of_another_release_is_shown_as_far_as_it_is_known(new_run, answer):
    run = new_run().approved()
    append_evidence(run.folder, {"run_id": "run-1", "kind": "confined_run", "exit": "0", "seconds": [], "faults": 5})
    [row] = answer("inspect")[0]["confined_runs"]
    assert (row["exit"], row["seconds"], row["faults"], row["engine"]) == (None, None, [], None)


def test_a_child_that_was_denied_is_named_by_its_sentence(new_run, answer):
    new_run().approved().called(verdict="deny", rule="child", subject="Bash", agent="agent-7", child=True)
    [call] = answer("inspect")[0]["last_decisions"]
    assert "agent-7" in call["reason"]


def test_what_the_audit_found_is_shown(new_run, answer, harness_state):
    run = new_run().approved()
    with run.store.locked():
        run.state = run.store.commit(run.state, "outside_changed", count=2, changes=["created a", "changed b"])
        run.state = run.store.commit(run.state, "outside_unseen", count=1, paths=["deep/"])
    told = answer("inspect")[0]
    [changed], [unseen] = told["outside_changes"], told["outside_unseen"]
    assert (changed["count"], changed["changes"]) == (2, ["created a", "changed b"])
    assert (unseen["count"], unseen["paths"]) == (1, ["deep/"])
    shown = harness_state("inspect").stdout
    assert "created a, changed b" in shown and "could not be compared" in shown and "deep/" in shown


def test_boundary_is_the_sealed_policys(new_run, answer):
    new_run().approved()
    boundary = answer("inspect")[0]["boundary"]
    assert boundary["allowed_write_paths"] == ["src/app/**", "tests/test_app.py"]
    assert [command["command"] for command in boundary["verification_commands"]] == ["pytest -q"]
    assert (boundary["scratch_paths"], boundary["network"]) == ([".pytest_cache/**"], "none")


def test_a_denials_reason_is_the_rules_sentence(new_run, answer):
    new_run().approved().called(verdict="deny", rule="outside_boundary", subject="/etc/hosts")
    reason = answer("inspect")[0]["last_decisions"][0]["reason"]
    assert "/etc/hosts" in reason
    assert "src/app/**" in reason


def test_an_unknown_rule_still_has_a_reason(new_run, answer):
    new_run().approved().called(verdict="deny", rule="of_another_release", subject="x")
    reason = answer("inspect")[0]["last_decisions"][0]["reason"]
    assert "x" in reason


def test_ten_decisions_the_newest_last(new_run, answer):
    run = new_run().approved()
    for number in range(12):
        run.called(subject=f"/{number}")
    assert [row["reason"] for row in answer("inspect")[0]["last_decisions"]] == [f"/{n}" for n in range(2, 12)]


def test_lone_surrogates_in_a_record_do_no_harm(new_run, answer, harness_state):
    new_run().approved().called(subject="/a\ud800b")
    assert answer("inspect")[0]["last_decisions"][0]["reason"] == "/a\\ud800b"
    assert harness_state("inspect").exit_code == 0


def rewind(run: Run, updated_at: str) -> None:
    run.rewrite_state(updated_at=updated_at)


def test_default_is_the_newest_session(new_run, answer, tmp_path):
    rewind(new_run("old").pending(), "2026-01-01T00:00:00Z")
    rewind(new_run("new").pending(), "2026-01-02T00:00:00Z")
    assert answer("inspect", "--workspace", str(tmp_path))[0]["session_id"] == "new"


@pytest.mark.parametrize("below", [".", "src/deep"])
def test_default_prefers_the_current_workspace(data, workspace, answer, tmp_path, monkeypatch, below):
    (workspace / below).mkdir(parents=True, exist_ok=True)
    rewind(Run(data, "here", workspace).pending(), "2026-01-01T00:00:00Z")
    rewind(Run(data, "elsewhere", tmp_path / "other").pending(), "2026-01-02T00:00:00Z")
    monkeypatch.chdir(workspace / below)
    assert answer("inspect")[0]["session_id"] == "here"


def test_a_unique_beginning_of_the_id_is_enough(new_run, answer):
    new_run("0198-aa").pending()
    new_run("0199-bb").pending()
    assert answer("inspect", "0198")[0]["session_id"] == "0198-aa"


def test_an_exact_id_wins_over_longer_ones(new_run, answer):
    new_run("s").pending()
    new_run("s2").pending()
    assert answer("inspect", "s")[0]["session_id"] == "s"


def test_a_hashed_folder_is_found_by_the_sessions_id(new_run, answer):
    new_run("id with blanks").pending()
    assert answer("inspect", "id with blanks")[0]["phase"] == "plan_pending"


@pytest.mark.parametrize(("words", "said"), [(("absent",), "absent"), (("s",), "2"), ((), "No session")])
def test_no_such_session_is_one_line_and_exit_2(new_run, harness_state, words, said):
    if words:
        new_run("s1").pending()
        new_run("s2").pending()
    result = harness_state("inspect", *words)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert said in result.stderr


def broken_states():
    yield "no JSON", lambda path: path.write_text("{"), "state_unreadable"
    yield "empty", lambda path: path.write_text(""), "state_unreadable"
    yield "another version", lambda path: _set(path, schema_version=2), "schema_unknown"
    yield "another session's", lambda path: _set(path, session_id="other"), "state_foreign"
    yield "unknown phase", lambda path: _set(path, phase="done"), "state_unreadable"
    yield "unknown key", lambda path: _set(path, approved=True), "state_unreadable"
    yield "not UTF-8", lambda path: path.write_bytes(b"\xff{}"), "state_unreadable"
    yield "nested too deep", lambda path: path.write_text("[" * 100_000), "state_unreadable"
    yield "gone", lambda path: path.unlink(), "state_absent"
    yield "a folder", lambda path: (path.unlink(), path.mkdir()), "state_unreadable"


def _set(path, **changes):
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


@pytest.mark.parametrize(("spoil", "rule"), [pytest.param(*row[1:], id=row[0]) for row in broken_states()])
def test_a_state_that_cannot_be_trusted_is_shown_as_that(new_run, harness_state, spoil, rule):
    spoil(new_run().approved().folder / "state.json")
    result = harness_state("inspect", "session-1")
    assert result.exit_code == 1
    assert rule in result.stdout
    assert rule in result.stderr


def test_its_json_says_null_and_no_authority(new_run, answer):
    (new_run().approved().folder / "state.json").write_text("{")
    told, code = answer("inspect", "session-1")
    jsonschema.validate(told, json.loads((SCHEMAS / "inspect.json").read_text()))
    assert (code, told["phase"], told["authority"]) == (1, None, False)


def test_a_marker_without_a_folder_is_a_session_that_cannot_be_trusted(data, harness_state):
    (data / "armed").mkdir()
    (data / "armed" / "lost").touch()
    result = harness_state("inspect", "lost")
    assert (result.exit_code, "state_absent" in result.stdout) == (1, True)


def test_a_broken_ledger_is_a_finding(new_run, harness_state):
    run = new_run().approved()
    run.store.ledger_path.write_bytes(run.store.ledger_path.read_bytes().replace(b"plan_shown", b"plan_shovn"))
    result = harness_state("inspect")
    assert (result.exit_code, "line 2" in result.stderr) == (1, True)


def test_a_released_session_says_that_nothing_guards_it(new_run, harness_state):
    new_run().pending().store.release()
    assert "do not guard" in harness_state("inspect").stdout


def test_without_a_terminal_there_is_no_colour_and_no_folding(data, workspace, harness_state):
    long = workspace / ("d" * 90)
    Run(data, "session-1", long).approved().called(subject=f"{long}/src/app/{'f' * 60}.py")
    result = harness_state("inspect")
    assert "\x1b" not in result.stdout
    assert f"{long}\n" in result.stdout
    assert f"src/app/{'f' * 60}.py" in result.stdout


def test_on_a_terminal_lines_fold_at_its_width_without_colour_where_it_has_none(new_run):
    new_run().approved().called(subject="/" + "f" * 150)
    shown = talk("inspect", environ=os.environ).shown  # a dumb terminal of 120 columns
    assert "\x1b" not in shown
    assert max(map(len, shown.splitlines())) in range(100, 121)


def test_at_80_columns_no_line_is_longer(data, workspace, answer):
    from harness_runtime.cli.sessions.find import sessions_in

    Run(data, "session-1", workspace).approved().called(subject="/" + "f" * 150)
    [session] = sessions_in([data])
    for part in verb.parts(view_session(session)):
        assert max(len(line) for line in to_text(part, 80).split("\n")) <= 80


def test_what_a_model_wrote_cannot_act_on_the_terminal(new_run, harness_state):
    new_run().approved().called(subject="/a\x1b[2J\u202e[red]b")
    result = harness_state("inspect")
    assert "/a\\x1b[2J\\u202e[red]b" in result.stdout


def test_korean_is_the_default(new_run, harness_state, monkeypatch):
    monkeypatch.delenv("HARNESS_LANG")
    new_run().pending()
    assert "승인 대기" in harness_state("inspect").stdout


def test_the_data_folders_config_chooses_the_language(new_run, harness_state, monkeypatch, data):
    monkeypatch.delenv("HARNESS_LANG")
    (data / "config.json").write_text('{"language": "en"}')
    new_run().pending()
    assert "Pending" in harness_state("inspect").stdout
