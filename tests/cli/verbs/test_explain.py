"""`explain` and `replay`: the hook's own decision, told step by step, with nothing left behind."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import pytest

from harness_runtime.cli.judging.explanation import STEPS
from tests.cli.conftest import SCHEMAS, Run
from tests.support.piped import ROOT

FIXTURES = ROOT / "tests/fixtures/payloads"
TWO_FILES = "*** Begin Patch\n*** Add File: src/app/b.py\n+x\n*** Add File: b.py\n+x\n*** End Patch"


def published(name: str) -> dict:
    return json.loads((SCHEMAS / f"{name}.json").read_text())


@pytest.fixture
def explain(answer):
    def call(tool: str, tool_input: dict, *words: str) -> dict:
        found, code = answer("explain", "--tool", tool, "--input", json.dumps(tool_input), *words)
        jsonschema.validate(found, published("explain"))
        assert code == (found["verdict"] == "deny")
        return found

    return call


def files_of(folder: Path) -> dict[str, tuple[int, int]]:
    return {str(path): (path.stat().st_mtime_ns, path.stat().st_size) for path in folder.rglob("*")}


def test_an_allowed_write_shows_every_step(new_run, explain, workspace):
    new_run().approved()
    found = explain("Write", {"file_path": "src/app/a.py"}, "--session", "session-1")
    assert (found["verdict"], found["class"], found["rule"]) == ("allow", "mutate", "inside_boundary")
    assert found["targets"] == [{"path": f"{workspace}/src/app/a.py", "inside": True}]
    assert [step["step"].partition(":")[0] for step in found["steps"]] == [
        "tool",
        "model",
        "payload",
        "child",
        "targets",
        "secret",
        "authority",
        "guard_changed",
        "cwd_outside",
        "aliases",
        "boundary",
    ]
    assert {step["outcome"] for step in found["steps"]} == {"passed"}


def test_a_denial_is_the_last_step_and_every_target_is_told(new_run, explain, workspace):
    new_run().approved()
    found = explain("apply_patch", {"command": TWO_FILES}, "--session", "session-1")
    assert (found["rule"], found["steps"][-1]["outcome"]) == ("outside_boundary", "outside_boundary")
    assert found["targets"] == [
        {"path": f"{workspace}/src/app/b.py", "inside": True},
        {"path": f"{workspace}/b.py", "inside": False},
    ]
    assert found["reason"].startswith("Harness [outside_boundary, implement]")


@pytest.mark.parametrize(
    ("tool", "tool_input", "words", "rule", "last"),
    [
        ("Write", {"file_path": "src/app/a.py"}, ["--child"], "child", "child"),
        ("Write", {"file_path": ".env"}, [], "secret", "secret"),
        ("Write", {}, [], "tool_input", "targets"),
        ("Write", {"file_path": "src/app/a.py"}, ["--cwd", "/"], "cwd_outside", "cwd_outside"),
        ("Read", {"file_path": "/dev/zero"}, [], "special_file", "special_file"),
        ("Grep", {"pattern": "x"}, [], "tool_input", "search"),
        ("WebFetch", {"url": "http://localhost"}, [], "local_address", "local_address"),
        ("Agent", {"prompt": "x", "mode": "bypassPermissions"}, [], "tool_unmodeled", "delegate"),
        ("mcp__x__y", {}, [], "tool_unmodeled", "read_tools"),
        ("apply_patch", {"command": "x"}, [], "patch_grammar", "targets"),
        ("Bash", {"command": "cat .env"}, [], "secret", "shell"),
        ("Bash", {"command": "cp -r src src2"}, [], "shell_option", "shell_form"),
    ],
)
def test_the_step_that_refuses(new_run, explain, tool, tool_input, words, rule, last):
    new_run().approved()
    found = explain(tool, tool_input, "--session", "session-1", *words)
    assert found["rule"] == rule
    # for a shell command the authority is asked for after the command was understood
    assert found["steps"][-1]["step"].partition(":")[0] in (last, "guard_changed")
    assert found["steps"][-1]["outcome"] == rule


@pytest.mark.parametrize("command", ["rm -rf src/app/old", "rm -f src/app/*.pyc", "rm src/app/a.py src/app/a.py"])
@pytest.mark.parametrize("shell", ["strict", "confined"])
def test_a_step_that_is_asked_for_again_is_told_once(new_run, explain, workspace, command, shell):
    run = new_run().approved()
    (workspace / "src/app/old").mkdir(parents=True)
    (workspace / "src/app/a.pyc").touch()
    run.rewrite_state(person={"shell": shell}, engine={"name": "bubblewrap", "details": ""})
    steps = explain("Bash", {"command": command}, "--session", "session-1")["steps"]
    told = [step["step"] for step in steps]
    assert len(told) == len(set(told))
    assert {"authority", "guard_changed"} <= set(told)


@pytest.mark.parametrize("engine", ["bubblewrap", "none"])
def test_an_approved_command_is_shown_as_it_would_run(new_run, explain, harness_state, data, tmp_path, engine):
    run = new_run().approved()
    run.rewrite_state(engine={"name": engine, "details": ""})
    call = {"command": "pytest -q 2>&1 | tail"}
    found = explain("Bash", call, "--session", "session-1")
    event = {
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_input": call,
        "cwd": run.state.workspace_root,
    }
    (tmp_path / "log").write_text(json.dumps(event))
    replayed = harness_state("replay", str(tmp_path / "log"), "--session", "session-1").stdout
    assert [step["step"].partition(":")[0] for step in found["steps"]][-4:] == [
        "authority",
        "guard_changed",
        "cwd_outside",
        "confinement",
    ]
    if engine == "none":
        assert (found["class"], found["rule"]) == ("execute", "confinement_missing")
        return
    line = f"{data}/bin/harness-confine N -- 'pytest -q 2>&1 | tail'"
    assert (found["verdict"], found["class"], found["rule"]) == ("allow", "execute", "verification")
    assert found["reason"] == line
    assert line in replayed
    assert not (data / "confined").exists()


def test_every_step_of_a_decision_is_put_into_words():
    sources = (ROOT / "harness_runtime").glob("boundary/*.py")
    named = {name for path in sources for name in re.findall(r'step\("([a-z_]+)"', path.read_text("utf-8"))}
    assert named <= set(STEPS) and "boundary" in named


def test_nothing_is_left_behind(new_run, explain, data):
    new_run().approved()
    before = files_of(data)
    explain("Read", {"file_path": "a"}, "--session", "session-1")
    explain("Write", {"file_path": "a"}, "--session", "session-1")
    assert files_of(data) == before


def test_a_broken_state_denies_everything(new_run, explain):
    run = new_run().approved()
    run.rewrite_state(phase="dreaming")
    found = explain("Read", {"file_path": "a"}, "--session", "session-1")
    assert (found["rule"], found["steps"][-1]["step"].partition(":")[0]) == ("state_unreadable", "state")


def test_a_plan_can_be_tried_before_any_session(explain, workspace, tmp_path):
    block = tmp_path / "policy.json"
    block.write_text(json.dumps({"allowed_write_paths": ["src/**"], "verification_commands": ["pytest -q"]}))
    ground = ("--policy", str(block), "--workspace", str(workspace))
    assert explain("Write", {"file_path": "src/a"}, *ground)["verdict"] == "allow"
    assert explain("Write", {"file_path": "a"}, *ground)["rule"] == "outside_boundary"
    assert explain("Write", {"file_path": "src/a"}, *ground, "--phase", "planning")["rule"] == "no_authority"
    assert explain("Bash", {"command": "pytest -q"}, *ground)["class"] == "execute"


def test_the_projects_rules_hold_for_a_policy_file(explain, workspace, tmp_path):
    (workspace / ".harness").mkdir()
    (workspace / ".harness/guard.json").write_text(
        json.dumps({"schema_version": 1, "deny_write_paths": ["src/x/**"]})
    )
    block = tmp_path / "policy.json"
    block.write_text(json.dumps({"allowed_write_paths": ["src/**"]}))
    found = explain("Write", {"file_path": "src/x/a"}, "--policy", str(block), "--workspace", str(workspace))
    assert found["rule"] == "denied_by_project"


def test_a_sealed_policy_brings_its_own_session(new_run, explain, workspace):
    run = new_run().approved()
    sealed = next((run.folder / "policies").iterdir())
    assert explain("Write", {"file_path": "src/app/a"}, "--policy", str(sealed))["verdict"] == "allow"


@pytest.mark.parametrize(
    "words",
    [
        ["--tool", "Read", "--input", "{}", "--session", "s", "--policy", "p"],
        ["--tool", "Read", "--input", "[]", "--session", "session-1"],
        ["--tool", "Read", "--input", "{", "--session", "session-1"],
        ["--tool", "Read", "--input", "{}", "--session", "nobody"],
        ["--tool", "Read", "--input", "{}", "--session", "session-1", "--phase", "planning"],
        ["--tool", "Read", "--input", "{}", "--policy", "/nonexistent"],
        ["--tool", "Read", "--input", "{}", "--policy", "/dev/null"],
        ["--tool", "Read", "--input", "{}", "--policy", "POLICY", "--phase", "dreaming"],
        ["--tool", "Read"],
    ],
)
def test_wrong_input_is_one_line(new_run, harness_state, words, tmp_path):
    new_run().approved()
    policy = tmp_path / "policy.json"
    policy.write_text('{"allowed_write_paths": []}')
    result = harness_state("explain", *[str(policy) if word == "POLICY" else word for word in words])
    assert (result.exit_code, result.stdout, len(result.stderr.splitlines())) == (2, "", 1)


def told(shown: str, workspace: Path) -> list[str]:
    return [" ".join(line.split()) for line in shown.replace(f"{workspace}/", "").splitlines()]


def test_a_denial_as_a_person_reads_it(new_run, harness_state, workspace):
    new_run().approved()
    shown = harness_state(
        "explain", "--session", "session-1", "--tool", "Write", "--input", '{"file_path": "b.py"}'
    ).stdout
    assert told(shown, workspace)[:6] == [
        "denied Write b.py",
        "Why This path is outside the boundary: b.py.",
        "What now No approval exists for it. Boundary now: src/app/**, tests/test_app.py. If you need it, list the "
        "path in a Repair Plan with trigger `plan_deviation`.",
        "Rule outside_boundary (class mutate, phase implement)",
        "Said no step 11 of 11: boundary: b.py (the path is inside the boundary)",
        "Targets b.py (not inside)",
    ]
    assert told(shown, workspace)[6].startswith("Passed before tool, model: write, payload, child, targets")


def test_a_call_that_passes_as_a_person_reads_it(new_run, harness_state, workspace):
    new_run().approved()
    call = '{"file_path": "src/app/a.py"}'
    shown = harness_state("explain", "--session", "session-1", "--tool", "Write", "--input", call).stdout
    assert told(shown, workspace)[0].startswith("allowed Write")
    assert "What now" not in shown and "Said no" not in shown


DENIED = {"verdict": "deny", "rule": "outside_boundary", "subject": "b.py", "at": "2999-01-01T00:00:02.000Z"}


def test_the_newest_denial_is_explained_from_its_record(new_run, harness_state, workspace):
    run = new_run().approved(limits={}).called(**DENIED | {"subject": "older.py", "at": "2999-01-01T00:00:01.000Z"})
    run.called(**DENIED).called(at="2999-01-01T00:00:03.000Z")
    result = harness_state("explain", "--session", "session-1", "--last")
    lines = told(result.stdout, workspace)
    assert (result.exit_code, lines[0], lines[1]) == (
        1,
        "denied apply_patch b.py",
        "Why This path is outside the boundary: b.py.",
    )
    assert lines[2].startswith("What now")
    assert lines[-1].startswith("Record A call's record does not keep its input.")


def test_without_a_session_the_newest_of_the_workspace_is_meant(data, new_run, answer, workspace):
    new_run("a").approved().called(**DENIED | {"subject": "mine.py"})
    Run(data, "b", workspace.parent / "other").approved().called(**DENIED)
    here = ("--workspace", str(workspace))
    assert "mine.py" in answer("explain", "--last", *here)[0]["reason"]
    write = ("--tool", "Write", "--input", '{"file_path": "src/app/a.py"}')
    assert answer("explain", *write, *here)[0]["targets"][0]["path"] == f"{workspace}/src/app/a.py"


def test_its_json_has_no_steps_and_fits_the_schema(new_run, answer):
    new_run().approved().called(**DENIED)
    found, code = answer("explain", "--session", "session-1", "--last")
    jsonschema.validate(found, published("explain"))
    assert (code, found["rule"], found["steps"]) == (1, "outside_boundary", [])


@pytest.mark.parametrize(
    "words",
    [["--last"], ["--last", "--session", "session-1"], ["--last", "--session", "session-1", "--tool", "Read"],
     ["--session", "session-1"]],
)  # fmt: skip
def test_what_cannot_be_explained_is_one_line(new_run, harness_state, words):
    new_run().approved().called()
    result = harness_state("explain", *words)
    assert (result.exit_code, result.stdout, len(result.stderr.splitlines())) == (2, "", 1)


@pytest.mark.parametrize("host", ["codex", "claude"])
def test_recorded_events_are_judged_one_a_line(new_run, harness_state, host):
    new_run().approved()
    recorded = FIXTURES / f"{host}.jsonl"
    events = [json.loads(line) for line in recorded.read_text().splitlines()]
    result = harness_state("replay", str(recorded), "--session", "session-1", "--json")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert (result.exit_code, len(lines)) == (1, len(events))
    for index, (event, line) in enumerate(zip(events, lines, strict=True)):
        jsonschema.validate(line, published("replay"))
        assert line["index"] == index
        assert (line["verdict"] is None) is (event["hook_event_name"] != "PreToolUse")
        if line["verdict"] is None:
            assert line["answer"] == f"not a tool call: {event['hook_event_name']}"
    assert any(line["rule"] == "child" for line in lines)


def test_a_line_that_is_no_event_is_denied_as_the_hook_would(new_run, harness_state, tmp_path):
    new_run().approved()
    log = tmp_path / "log"
    log.write_bytes(b'{"hook_event_name": "PreToolUse"}\n\n[]\n{"a": NaN}\n\xff\n')
    result = harness_state("replay", str(log), "--session", "session-1")
    lines = result.stdout.splitlines()
    assert [line.split()[:3] for line in lines if line.strip()[0].isdigit()] == [
        [index, "deny", "payload"] for index in ("1", "3", "4", "5")
    ]
    assert [line.strip() for line in lines if line.strip().startswith("line ")] == [
        "line 1 lacks a usable `tool_name`.",
        *(f"line {number} is no JSON object." for number in (3, 4, 5)),
    ]
    assert lines[-1] == "Events 4: allowed 0, denied 4 (payload 4), no tool call 0"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"tool_name": "Read", "tool_input": {}}, "line 1 lacks a usable `hook_event_name`"),
        ({"hook_event_name": "PreToolUse", "tool_name": "Read", "tool_input": {}}, "line 1 lacks a usable `cwd`"),
        ([], "line 1 is no JSON object"),
    ],
)
def test_what_a_line_lacks_is_named(new_run, harness_state, tmp_path, line, said):
    new_run().approved()
    log = tmp_path / "log"
    log.write_text(json.dumps(line))
    assert said in harness_state("replay", str(log), "--session", "session-1").stdout


def test_the_input_may_come_from_stdin(new_run):
    from click.testing import CliRunner

    from harness_runtime.cli.main import program

    new_run().approved()
    words = ["explain", "--session", "session-1", "--tool", "Read", "--input", "-"]
    result = CliRunner().invoke(program, words, input='{"file_path": "src/a"}')
    assert (result.exit_code, "allow" in result.stdout) == (0, True)


def test_files_that_a_shell_command_changes_are_targets(new_run, answer, workspace):
    new_run().approved()
    call = ("--tool", "Bash", "--input", '{"command": "touch src/app/a.py b.py"}')
    assert answer("explain", *call, "--session", "session-1")[0]["targets"] == [
        {"path": f"{workspace}/src/app/a.py", "inside": True},
        {"path": f"{workspace}/b.py", "inside": False},
    ]


def test_an_input_that_never_comes_is_bad_input(new_run, harness_state, monkeypatch):
    new_run().approved()
    monkeypatch.setattr("harness_runtime.cli.verbs.explain._stdin", lambda: b"")
    result = harness_state("explain", "--tool", "Bash", "--input", "-", "--session", "session-1")
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)


def test_the_newest_denial_may_lie_before_the_newest_run(new_run, answer):
    run = new_run().approved()
    run.called(verdict="deny", rule="no_authority", subject="early.py")
    run.called(at="2999-01-01T00:00:00.000Z")
    found, _ = answer("explain", "--session", "session-1", "--last")
    assert (found["verdict"], found["rule"]) == ("deny", "no_authority")
