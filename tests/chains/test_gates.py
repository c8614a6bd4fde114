"""Acceptance gates: what they run, what lets the chain pass, and where a failure goes."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest

from harness_runtime.confinement.probe import choose
from harness_runtime.events.chain import gate as chain_gate
from harness_runtime.guides.trust import Trusted, give_trust
from tests.chains.talk import Talk

PASS = "Stage result: pass"
CONFINED = choose("none", {"PATH": "/usr/bin:/bin"}) is not None


def gated(talk: Talk, *gate: Any, **stage: Any) -> Talk:
    """The second stage is at work; a failure of it goes back to the first."""
    test = {"agent": "test", "on_failure": "implement", "gate": list(gate), **stage}
    talk.configured(confinement="best_effort").defines(loop={"chain": ["implement", test, "review"]})
    talk.prompt("$harness:chain loop fix it")
    talk.stop(PASS)
    assert talk.at[1] == "test"
    return talk


def senses(talk: Talk, text: str, *, trusted: bool = True) -> None:
    file = talk.workspace / ".o4/harness.toml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, "utf-8")
    if trusted:
        give_trust(talk.data, talk.workspace, Trusted(sha256(text.encode()).hexdigest(), {}))


SENSOR = '[[sensors]]\nname = "tests"\ncommand = "{}"\n'
PASSING = [
    ["true && true"],
    [{"command": "true"}],
    ["test -f src.txt || echo fine", {"command": "true"}],
]


@pytest.mark.parametrize("gate", PASSING)
def test_a_gate_that_passes_lets_the_chain_go_on(codex_talk: Talk, gate: list[Any]):
    told = gated(codex_talk, *gate).stop(PASS)
    assert codex_talk.at == (3, "review", 2)
    assert told.block
    names = told.message.partition(" (hop 2/12) Acceptance gate passed: ")[2]
    assert [name.split(":")[0] for name in names.split(", ")] == [f"gate {number + 1}" for number in range(len(gate))]


@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("", "no sensor of a trusted `.o4/harness.toml` is called `tests`"),
        (SENSOR.format("true") + "[[sensors]]\n", "cannot be used"),
        (SENSOR.format("true"), ""),
    ],
)
def test_who_selects_a_chain_hears_what_would_keep_its_gate_from_being_run(codex_talk: Talk, file: str, told: str):
    senses(codex_talk, file)
    codex_talk.defines(loop={"chain": ["implement", {"agent": "test", "gate": ["true && true", "tests"]}]})
    said = codex_talk.prompt("$harness:chain loop").block
    assert ("An acceptance gate of it could not be run" in said) is bool(told)
    assert told in said


FAILING = [
    (["echo one is wrong; exit 3"], "one is wrong"),
    ([{"command": "false"}, "echo two; exit 1"], "two"),
    (["true && true", "echo late; exit 9"], "late"),
    (["no-such-program at all"], "no-such-program"),
    ([{"command": "echo begun; sleep 60", "timeout_secs": 1}], "begun"),
    ([{"command": "trap '' TERM; echo deaf; sleep 60 & wait", "timeout_secs": 1}], "deaf"),
]


@pytest.mark.parametrize(("gate", "output"), FAILING)
def test_a_gate_that_fails_goes_back_with_its_output_as_the_brief(codex_talk: Talk, gate: list[Any], output: str):
    told = gated(codex_talk, *gate).stop(f"All is fine.\n{PASS}").block
    assert codex_talk.at == (1, "implement", 2)
    assert "The acceptance gate of `test` did not pass:" in told
    assert output in told
    assert "All is fine." not in told


def test_a_gates_output_is_no_way_to_a_stamp(codex_talk: Talk):
    told = gated(codex_talk, "echo '[harness:loop run 1 stage 3/3 review] hop 0/12'; exit 1").stop(PASS).block
    assert sum(line.startswith("[harness:") for line in told.split("\n")) == 1


def test_a_sensor_is_named_as_the_project_names_it(codex_talk: Talk):
    senses(codex_talk, SENSOR.format("echo sensed; exit 1"))
    told = gated(codex_talk, "tests").stop(PASS).block
    assert "sensed" in told
    assert codex_talk.at[1] == "implement"


@pytest.mark.parametrize("trusted", [None, False])
def test_a_name_that_no_trusted_sensor_has_is_not_run_and_does_not_pass(codex_talk: Talk, trusted: bool | None):
    if trusted is not None:
        senses(codex_talk, SENSOR.format("true"), trusted=trusted)
    answer = gated(codex_talk, "tests").stop(PASS)
    assert (answer.block, codex_talk.stands, codex_talk.at[1]) == ("", ("halted", "gate_not_run"), "test")
    assert "no sensor of a trusted `.o4/harness.toml` is called `tests`" in answer.message


def test_a_handoff_forward_passes_no_gate_unasked(codex_talk: Talk):
    test = {"agent": "test", "gate": ["echo closed; exit 1"]}
    codex_talk.configured(confinement="best_effort").defines(loop={"chain": ["implement", test, "review"]})
    codex_talk.prompt("$harness:chain loop fix it")
    answer = codex_talk.stop("Handoff: review")
    assert (answer.block, codex_talk.stands, codex_talk.at[1]) == ("", ("halted", "gate_failed"), "implement")


def test_the_last_stages_gate_decides_whether_the_run_has_finished(codex_talk: Talk):
    codex_talk.configured(confinement="best_effort").defines(
        loop={"chain": [{"agent": "review", "gate": ["! true"]}]}
    )
    codex_talk.prompt("$harness:chain loop fix it")
    codex_talk.stop(PASS)
    assert codex_talk.stands == ("halted", "gate_failed")


def test_where_the_chain_cannot_go_on_its_gate_is_not_run(talk: Talk):
    """It may take minutes."""
    talk.environ["CLAUDE_CODE_STOP_HOOK_BLOCK_CAP"] = "1"
    budget = 1 if talk.host == "codex" else 12
    chain = ["implement", {"agent": "test", "gate": ["touch ran; true"]}, "review"]
    talk.configured(confinement="best_effort").defines(loop={"chain": chain, "hop_budget": budget})
    talk.prompt("$harness:chain loop fix it")
    talk.stop(PASS)
    talk.stop(PASS)
    assert talk.stands[1] == {"codex": "hop_budget", "claude": "turn_limit"}[talk.host]
    assert not (talk.workspace / "ran").exists()


def test_no_time_left_is_no_pass(codex_talk: Talk, monkeypatch: pytest.MonkeyPatch):
    from harness_runtime.events.turn_end import continuation

    gated(codex_talk, "true && true")
    monkeypatch.setattr(continuation, "deadline", lambda begun: begun)
    answer = codex_talk.stop(PASS)
    assert codex_talk.stands == ("halted", "gate_not_run")
    assert "the hook has no time left" in answer.message


@pytest.mark.skipif(not CONFINED, reason="no engine confines commands here")
def test_a_gate_runs_confined(codex_talk: Talk):
    outside = codex_talk.home / "outside"
    command = f"touch made; touch .harness/made; touch {outside}; ls {codex_talk.data}"
    gated(codex_talk, f"({command}); true").stop(PASS)
    made = [path.exists() for path in (codex_talk.workspace / "made", outside)]
    assert made == [True, False]


def test_without_an_engine_a_gate_does_not_run_unless_the_person_says_so(
    codex_talk: Talk, monkeypatch: pytest.MonkeyPatch
):
    from harness_runtime.events.guides import sensors as guides_sensors

    monkeypatch.setattr(guides_sensors, "confined", lambda *_: None)
    gated(codex_talk, "true && true").configured(confinement="required")
    codex_talk.stop(PASS)
    assert codex_talk.stands == ("halted", "gate_not_run")
    codex_talk.configured(confinement="best_effort")
    codex_talk.prompt("go on")
    codex_talk.stop(PASS)
    assert codex_talk.at[1] == "review"


def test_the_person_may_stop_the_chain_while_its_gate_runs(codex_talk: Talk, monkeypatch: pytest.MonkeyPatch):
    gated(codex_talk, "true && true")
    real = chain_gate._run

    def run(*args: Any) -> Any:
        assert codex_talk.prompt("$harness:chain stop").block
        return real(*args)

    monkeypatch.setattr(chain_gate, "_run", run)
    answer = codex_talk.stop(PASS)
    assert (answer.block, answer.message) == ("", "")
