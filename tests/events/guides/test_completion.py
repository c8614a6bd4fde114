"""A Completion Report held against the project's file: what stops it once, what is kept, and what is told."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import jsonschema
import pytest

from harness_runtime.events.context import Context
from harness_runtime.events.guides import sensors as guides_sensors
from harness_runtime.events.guides.sensors import run_in_a_run
from harness_runtime.events.run.terms import accepted_terms
from harness_runtime.events.turn_end.stop_time import MARGIN, STOP_SECONDS
from harness_runtime.guides.parse import parse
from harness_runtime.guides.schemas import schema
from harness_runtime.session.store import Store
from harness_runtime.session.tree import dump, snapshot
from harness_runtime.wire.events import hook_event
from tests.cli.trusting import trust
from tests.conftest import piped_host
from tests.support.artifacts import completion, ledger_table, repair_plan, summary, tiny_completion, tiny_plan
from tests.support.engines import set_engine
from tests.support.kept import Kept
from tests.support.piped import EVENTS, PipedHost, Reply

SENSOR = """
[[sensors]]
name = "tests"
command = "sh check.sh"
blocking = true
fix_hint = "Look at line 7."
"""
FAILS = "seq 60; echo the last line; exit 3\n"
FILES = ("src/app.py", "src/new.py", "src/b.snap")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """A run in `implement`, its sensors run unconfined where nothing can confine them."""
    root = tmp_path_factory.mktemp("guided")
    host = piped_host(root, "codex")
    host.extra["HARNESS_LANG"] = "en"
    host.data.mkdir(mode=0o700)
    (host.data / "config.json").write_text(json.dumps({"confinement": "best_effort"}), "utf-8")
    harness(host, SENSOR)
    check(host, "exit 0\n")
    host.prompt("$harness fix the greeting")
    host.stop(tiny_plan(*FILES))
    host.prompt("y")
    assert host.state["phase"] == "implement"
    return Kept.of(host, root)


@pytest.fixture
def run(kept: Kept) -> PipedHost:
    host = kept.again()
    (host.folder / "begun").write_bytes(dump(snapshot(host.workspace)))  # copies are other files
    return host


def harness(host: PipedHost, toml: str) -> None:
    """What the person has trusted."""
    (host.workspace / ".o4").mkdir(exist_ok=True)
    (host.workspace / ".o4/harness.toml").write_text(toml, "utf-8")
    trust(host.data, host.workspace)


def check(host: PipedHost, text: str) -> None:
    (host.workspace / "check.sh").write_text(text, "utf-8")


def result(host: PipedHost) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((host.folder / "result.json").read_text("utf-8"))
    return found


def outcomes(host: PipedHost) -> list[tuple[str, str]]:
    return [(sensor["name"], sensor["outcome"]) for sensor in result(host)["results"]]


def complete(host: PipedHost, status: str = "completed", **changed: str) -> Reply:
    """In a turn of its own, as the next prompt asks for it."""
    host.prompt("go on")
    text = tiny_completion(status)
    for section, words in changed.items():
        heading = f"## {section.replace('_', ' ')}\n\n"
        text = re.sub(rf"(?<={re.escape(heading)})[^\n]+", words, text)
    return host.stop(text)


def stopped(reply: Reply) -> bool:
    return reply.answer.get("decision") == "block"


# A blocking sensor


def test_what_does_not_pass_stops_the_report_once_with_its_output_and_its_hint(run: PipedHost) -> None:
    check(run, FAILS)
    reply = run.stop(tiny_completion())
    assert stopped(reply) and "Sensor `tests` (blocking): failed (exit 3)" in reply.reason
    assert "```\n22\n23\n" in reply.reason and "\nthe last line\n```" in reply.reason  # 40 lines
    assert "How to fix it: Look at line 7." in reply.reason
    assert "Mend it now" in reply.reason and "Do not write the report again in this turn" in reply.reason
    assert "tests: failed (exit 3)" in reply.message
    assert (run.state["phase"], run.ledger[-1]["event"]) == ("implement", "completion_stopped")
    assert run.ledger[-1]["sensors"] == [{"name": "tests", "outcome": "failed", "blocking": True}]


def test_shown_again_in_the_same_turn_it_is_not_read(run: PipedHost) -> None:
    check(run, FAILS)
    run.stop(tiny_completion())
    check(run, "exit 0\n")
    again = run.stop(tiny_completion(), stop_hook_active=True)
    assert (run.state["phase"], run.state["suspended"], "decision" in again.answer) == ("implement", True, False)
    assert outcomes(run) == [("tests", "failed")], "nothing ran again"
    assert "was not read" in run.prompt("go on").context
    assert run.stop(tiny_completion()).message and run.state["phase"] == "completed"


def test_the_next_prompt_asks_for_it_and_then_it_is_recorded_as_it_says(run: PipedHost) -> None:
    check(run, FAILS)
    run.stop(tiny_completion())
    told = run.prompt("go on").context
    assert "stopped once and is not recorded: sensor tests: failed (exit 3)" in told
    recorded = run.stop(tiny_completion())
    assert (run.state["phase"], stopped(recorded)) == ("completed", False)
    assert "sensors: tests: failed (exit 3)" in recorded.message
    assert run.ledger[-1]["sensors"] == [{"name": "tests", "outcome": "failed", "blocking": True}]
    assert outcomes(run) == [("tests", "failed")]


def test_after_the_fix_it_passes(run: PipedHost) -> None:
    check(run, FAILS)
    run.stop(tiny_completion())
    check(run, "exit 0\n")
    recorded = complete(run)
    assert (run.state["phase"], outcomes(run)) == ("completed", [("tests", "passed")])
    assert "tests: passed" in recorded.message


def test_a_sensor_that_does_not_block_is_recorded_beside(run: PipedHost) -> None:
    harness(run, SENSOR.replace("blocking = true", ""))
    check(run, FAILS)
    recorded = run.stop(tiny_completion())
    assert (run.state["phase"], outcomes(run)) == ("completed", [("tests", "failed")])
    assert "tests: failed (exit 3)" in recorded.message


SHORT = SENSOR + "timeout_secs = 1\n"


@pytest.mark.parametrize(
    ("toml", "text", "why"),
    [(SHORT, "sleep 60\n", "timed out"), (SENSOR, "kill -9 $$\n", "failed (exit 137)")],
)
def test_a_timeout_and_a_kill_stop_it_too(run: PipedHost, toml: str, text: str, why: str) -> None:
    harness(run, toml)
    check(run, text)
    assert f"Sensor `tests` (blocking): {why}" in run.stop(tiny_completion()).reason


@pytest.mark.parametrize(("confinement", "outcome"), [("required", "not_started"), ("best_effort", "passed")])
def test_where_nothing_confines_the_person_s_config_decides(
    run: PipedHost, monkeypatch: pytest.MonkeyPatch, confinement: str, outcome: str
) -> None:
    monkeypatch.setattr(guides_sensors, "confined", lambda *_: None)
    set_engine(run, "none", confinement=confinement)
    store = Store(str(run.data), run.session_id)
    state = store.load()
    assert state is not None
    terms = accepted_terms(store, state)
    assert terms is not None
    run.extra["OPENAI_API_KEY"] = "a key"
    check(run, '[ -z "$OPENAI_API_KEY" ] && [ -n "$HOME" ]\n')
    event = hook_event(run.payload("Stop"), run.environment())
    context = Context(event, run.environment(), str(run.data))
    file = parse(SENSOR.encode())
    until = time.monotonic() + 60
    [ran] = run_in_a_run(context, state, terms, file, file.sensors, None, until).results
    assert (ran.outcome, ran.blocks) == (outcome, confinement == "required")


def test_after_an_approved_repair_it_may_be_stopped_once_more(run: PipedHost) -> None:
    check(run, FAILS)
    run.stop(tiny_completion())
    run.prompt("repair it")
    source = run.state["accepted"]["plan"]
    run.stop(repair_plan(source, *FILES, trigger="plan_deviation"))
    run.prompt("y")
    assert run.state["phase"] == "repair_implement"
    assert stopped(run.stop(completed_repair())) is True
    run.prompt("go on")
    assert stopped(run.stop(completed_repair())) is False
    assert run.state["phase"] == "completed"


def completed_repair() -> str:
    row = "| Repair plan approval | no | no | - | not_requested | - |"
    return tiny_completion().replace(row, "| Repair plan approval | yes | yes | y | approved | - |")


@pytest.mark.parametrize("status", ["blocked", "cancelled"])
def test_a_report_that_says_it_is_not_done_is_not_stopped(run: PipedHost, status: str) -> None:
    check(run, FAILS)
    assert not stopped(run.stop(tiny_completion(status)))
    assert (run.state["phase"], outcomes(run)) == (status, [("tests", "failed")])


def test_a_report_with_faults_runs_nothing(run: PipedHost) -> None:
    assert "Status" in run.stop(tiny_completion("fine")).reason
    assert not (run.folder / "result.json").exists()


def test_before_any_approval_nothing_runs(codex: PipedHost) -> None:
    codex.data.mkdir(mode=0o700, exist_ok=True)
    harness(codex, SENSOR)
    check(codex, FAILS)
    codex.prompt("$harness fix it")
    rows = ledger_table(Plan_approval="| Plan approval | yes | no | - | none | - |")
    codex.stop(completion("blocked", ledger=rows))
    assert (codex.state["phase"], (codex.folder / "result.json").exists()) == ("blocked", False)


def test_a_file_that_changed_since_it_was_trusted_runs_nothing_and_is_named(run: PipedHost) -> None:
    check(run, FAILS)
    (run.workspace / ".o4/harness.toml").write_text(SENSOR + "# more\n", "utf-8")
    recorded = run.stop(tiny_completion())
    assert (run.state["phase"], "changed since it was trusted" in recorded.message) == ("completed", True)
    assert not (run.folder / "result.json").exists()


def test_a_trusted_file_that_cannot_be_used_stops_a_report_once_and_is_named(run: PipedHost) -> None:
    harness(run, SENSOR + '[[workflows]]\nname = "w"\ntask_types = ["docs"]\nsensors = ["gone"]\n')
    refused = run.stop(tiny_completion())
    assert stopped(refused)
    assert "`.o4/harness.toml` cannot be used" in refused.reason
    assert "gone" in refused.reason
    recorded = run.stop(tiny_completion())
    assert (run.state["phase"], "cannot be used" in recorded.message) == ("completed", True)


def test_an_activation_names_a_file_that_cannot_be_used(codex: PipedHost) -> None:
    codex.data.mkdir(mode=0o700, exist_ok=True)
    codex.extra["HARNESS_LANG"] = "en"
    harness(codex, '[[sensors]]\nname = "t"\ncommand = ""\n')
    assert "cannot be used" in codex.prompt("$harness fix it").message


def test_a_missing_required_guide_switches_no_sensor_off(run: PipedHost) -> None:
    harness(run, SENSOR + '[[guides]]\nname = "Gone"\npath = "docs/gone.md"\nrequired = true\n')
    check(run, FAILS)
    assert stopped(run.stop(tiny_completion()))


def test_a_person_who_cancels_meanwhile_is_heard(run: PipedHost) -> None:
    """The session's lock is free while sensors run."""
    check(run, "echo begun >> src/app.py; sleep 60\n")
    replies: list[Reply] = []
    stopping = threading.Thread(target=lambda: replies.append(run.stop(tiny_completion())))
    harness(run, SENSOR + "timeout_secs = 8\n")
    stopping.start()
    until = time.monotonic() + 60
    while "begun" not in (run.workspace / "src/app.py").read_text("utf-8") and time.monotonic() < until:
        time.sleep(0.05)
    other = replace(run)
    other.prompt("cancel")
    assert other.state["phase"] == "cancelled"
    stopping.join()
    assert (run.state["phase"], replies[0]) == ("cancelled", Reply(0, "", ""))


# Which sensors, and what they may


TWO = """
[[sensors]]
name = "code"
command = "true"
paths = ["src/**"]
[[sensors]]
name = "docs"
command = "false"
blocking = true
paths = ["docs/**"]
[[sensors]]
name = "mending"
command = "true"
[[workflows]]
name = "mending"
task_types = ["bugfix"]
sensors = ["code", "docs"]
"""


def test_the_run_s_task_type_and_its_changed_files_choose_the_sensors(run: PipedHost) -> None:
    harness(run, TWO)
    (run.workspace / "src/app.py").write_text("print('hello you')\n", "utf-8")
    recorded = run.stop(tiny_completion())
    found = result(run)
    assert (run.state["phase"], outcomes(run), found["left_out"]) == ("completed", [("code", "passed")], ["docs"])
    assert (found["task_type"], found["workflow"], found["run_id"]) == ("bugfix", "mending", run.state["run_id"])
    assert "docs: no changed file" in recorded.message


def test_nothing_changed_so_no_sensor_with_paths_runs(run: PipedHost) -> None:
    harness(run, TWO)
    run.stop(tiny_completion())
    assert (result(run)["results"], result(run)["left_out"]) == ([], ["code", "docs"])


def test_where_nobody_knows_what_changed_all_of_them_run(run: PipedHost) -> None:
    harness(run, TWO)
    (run.folder / "begun").unlink()
    assert "Sensor `docs`" in run.stop(tiny_completion()).reason


def test_retries_are_those_of_the_file(run: PipedHost) -> None:
    harness(run, "[defaults]\nmax_sensor_retries = 2\n" + SENSOR)
    check(run, "exit 1\n")
    run.stop(tiny_completion())
    assert result(run)["results"][0]["attempts"] == 3


def test_sensors_write_where_the_policy_allows_it_and_nowhere_else(run: PipedHost) -> None:
    if run.state["engine"]["name"] == "none":
        pytest.skip(f"no engine confines commands here: {run.state['engine']['details']}")
    check(run, "echo x >> src/app.py || exit 1; echo x > src/other.py && exit 2; exit 0\n")
    run.stop(tiny_completion())
    assert outcomes(run) == [("tests", "passed")]
    assert result(run)["results"][0]["engine"] == run.state["engine"]["name"]
    assert not (run.workspace / "src/other.py").exists()


def test_the_deadline_leaves_the_hook_its_time() -> None:
    [[entry]] = [group["hooks"] for group in EVENTS["Stop"]]
    assert (entry["timeout"], MARGIN) == (STOP_SECONDS, 30)


def test_the_results_are_as_published_and_are_evidence(run: PipedHost) -> None:
    run.stop(tiny_completion())
    jsonschema.validate(result(run), schema("sensor-results"))
    record = run.evidence[-1]
    assert (record["kind"], record["when"], record["turn"]) == ("sensors", "completion", run.turn)
    assert record["results"] == result(run)["results"]


# Completion policies and escalation rules


POLICY = """
[[workflows]]
name = "mending"
task_types = ["bugfix"]
completion_policy = "proven"
[[completion_policies]]
name = "proven"
"""


def policy(keys: str) -> str:
    return f"{POLICY}{keys}\n"


@pytest.mark.parametrize(
    ("keys", "line", "changed"),
    [
        (
            "require_reproduction_or_note = true",
            "Reproduction evidence or an explicit no-reproduction note is required.",
            {"Verification": "Could not be reproduced."},
        ),
        (
            "require_failing_test_first_or_waiver = true",
            "Failing-test-first evidence or an explicit behavior waiver is required.",
            {"Verification": "A test was waived."},
        ),
    ],
)
def test_what_the_policy_asks_for_and_nothing_shows_stops_the_report_once(
    run: PipedHost, keys: str, line: str, changed: dict[str, str]
) -> None:
    harness(run, policy(keys))
    reply = run.stop(tiny_completion())
    assert stopped(reply) and f"Not met before the end: {line}" in reply.reason
    assert not stopped(complete(run, **changed))
    assert result(run)["requirements"][0]["status"] == "met"


def test_what_is_still_not_met_is_recorded_beside_the_report(run: PipedHost) -> None:
    harness(run, policy("require_reproduction_or_note = true"))
    run.stop(tiny_completion())
    recorded = complete(run)
    assert "not met: Reproduction evidence" in recorded.message
    assert (run.state["phase"], run.ledger[-1]["unmet"]) == ("completed", ["require_reproduction_or_note"])


def test_each_changed_file_has_to_be_named(run: PipedHost) -> None:
    harness(run, policy("require_changed_scope_summary = true"))
    (run.workspace / "src/new.py").write_text("x = 1\n", "utf-8")
    assert "Changed-file scope must be summarized." in run.stop(tiny_completion()).reason
    assert not stopped(complete(run, Changed_Files="src/new.py, src/app.py"))


def test_a_validation_step_may_be_a_sensor_or_the_plan_s_command(run: PipedHost) -> None:
    harness(run, SENSOR + policy('required_validation_steps = ["tests", "make check", "Read it aloud"]').replace(
        'completion_policy', 'sensors = ["tests"]\ncompletion_policy'
    ))  # fmt: skip
    evidence = {"kind": "confined_run", "run_id": run.state["run_id"], "command": "make check", "ticket_at": "1"}
    for code in (0, 2):
        with (run.folder / "evidence.jsonl").open("a") as file:
            file.write(json.dumps(evidence | {"exit": code, "ticket_at": str(code)}) + "\n")
    run.stop(tiny_completion())
    statuses = {found["step"]: found["status"] for found in result(run)["requirements"]}
    assert statuses == {"tests": "met", "make check": "unmet", "Read it aloud": "guidance"}


def test_workers_count_as_validated_by_what_they_delivered(run: PipedHost) -> None:
    harness(run, policy("require_all_workers_validated = true\nrequire_campaign_validation = true"))
    run.fire("SubagentStart", agent_id="w1", agent_type="worker")
    run.fire(
        "SubagentStop", agent_id="w1", agent_type="worker", last_assistant_message="done", stop_hook_active=False
    )
    assert "Every worker's result must be validated." in run.stop(tiny_completion()).reason
    assert {found["key"]: found["status"] for found in result(run)["requirements"]} == {
        "require_all_workers_validated": "unmet",
        "require_campaign_validation": "guidance",
    }


def rule(condition: str, message: str = "Shall I go on?") -> str:
    return f'[[escalation_rules]]\nname = "{condition}"\ncondition = "{condition}"\nmessage = "{message}"\n'


def fails(host: PipedHost) -> None:
    check(host, "exit 1\n")


def snaps(host: PipedHost) -> None:
    (host.workspace / "src/b.snap").write_text("x\n", "utf-8")


def nothing(_host: PipedHost) -> None:
    pass


@pytest.mark.parametrize(
    ("condition", "toml", "happens", "changed"),
    [
        ("blocking_sensor_failed", SENSOR, fails, {}),
        ("missing_required_evidence", policy("require_reproduction_or_note = true"), nothing, {}),
        ("snapshot_or_golden_changed", "", snaps, {}),
        ("unresolved_risks", "", nothing, {"Residual_Risks": "It may be slow."}),
        ("retry_limit_exhausted", "[defaults]\nmax_sensor_retries = 1\n" + SENSOR, fails, {}),
    ],
)
def test_a_rule_that_holds_puts_its_message_to_the_person_once(
    run: PipedHost, condition: str, toml: str, happens: Callable[[PipedHost], None], changed: dict[str, str]
) -> None:
    harness(run, toml + rule(condition))
    happens(run)
    reply = complete(run, **changed)
    assert stopped(reply) and "Put this to the person" in reply.reason and "- Shall I go on?" in reply.reason
    assert "Mend it now" not in reply.reason
    assert "Shall I go on?" in reply.message
    assert run.state["checks"]["escalated"] == [condition]
    assert not stopped(complete(run, **changed))
    assert (run.state["phase"], run.ledger[-1]["escalations"]) == ("completed", [condition])
    assert result(run)["escalations"] == [{"name": condition, "condition": condition, "message": "Shall I go on?"}]


# What is said stays within what Codex passes on


def test_many_long_failures_are_told_within_the_host_s_limit(run: PipedHost) -> None:
    sensors = "".join(
        f'[[sensors]]\nname = "sensor {number}"\ncommand = "sh check.sh"\nblocking = true\nfix_hint = "{"h" * 900}"\n'
        for number in range(12)
    )
    harness(run, sensors + rule("blocking_sensor_failed", "m" * 3000))
    check(run, "for i in $(seq 60); do printf '%0300d\\n' $i; done; exit 1\n")
    reply = run.stop(tiny_completion())
    assert len(reply.reason) < 10_000
    assert all(f"sensor {number}" in reply.reason for number in range(12))


# Sensors at every Stop


AUTO = SENSOR + "auto = true\n" + '[[sensors]]\nname = "slow"\ncommand = "touch slow-ran"\n'


def test_auto_sensors_run_when_the_agent_stops_and_stop_nothing(run: PipedHost) -> None:
    harness(run, AUTO)
    check(run, FAILS)
    reply = run.stop("I have written it.")
    assert ("sensors: tests: failed (exit 3)" in reply.message, stopped(reply)) == (True, False)
    assert (run.ledger[-1]["event"], run.evidence[-1]["when"]) == ("sensors", "stop")
    told = run.prompt("go on").context
    assert "Sensors that ran when the last turn ended did not pass." in told
    assert "the last line" in told and "How to fix it: Look at line 7." in told
    check(run, "exit 0\n")
    assert "tests: passed" in run.stop("Now it is right.").message
    assert "did not pass" not in run.prompt("go on").context


def test_they_run_at_a_summary_as_well_and_not_without_authority(run: PipedHost) -> None:
    harness(run, AUTO)
    check(run, FAILS)
    run.stop(summary())
    assert (run.state["phase"], run.ledger[-1]["event"]) == ("review", "sensors")
    (run.folder / "evidence.jsonl").unlink()
    run.prompt("go on")
    assert "sensors:" not in run.stop("The review has begun.").message


def test_a_repeated_stop_runs_none(run: PipedHost) -> None:
    harness(run, AUTO)
    check(run, FAILS)
    assert "sensors:" not in run.stop("Still here.", stop_hook_active=True).message
