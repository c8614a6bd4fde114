"""The chains of both files: each key with what it takes, and where a fault is."""

from __future__ import annotations

from typing import Any

import pytest

from harness_runtime.settings.chains import COMMANDS, GateCommand, Stage
from harness_runtime.settings.fault import SettingsFault

LOOP = {
    "description": "Make it, then have it looked at",
    "chain": ["implement", {"agent": "test", "on_failure": "implement", "gate": ["tests"]}, "review"],
}


def chain(*stages: Any, **more: Any) -> dict[str, Any]:
    return {"harness": {"c": {"chain": list(stages), **more}}}


def test_a_chain_is_read_with_its_defaults(either):
    found = either.holds({"harness": {"review-loop": LOOP}}).load().harness["review-loop"]
    assert (found.description, found.hop_budget) == ("Make it, then have it looked at", 12)
    assert found.stages == [
        Stage(agent="implement"),
        Stage(agent="test", on_failure="implement", gate=["tests"]),
        Stage(agent="review"),
    ]


def test_every_key_comes_through(either):
    gate = ["tests", "make test", {"command": "make", "timeout_secs": 20}]
    stage = {"agent": "b", "on_failure": "a", "gate": gate, "brief": "two\nlines", "done": "green"}
    found = either.holds(chain("a", stage, hop_budget=3)).load().harness["c"]
    assert found.hop_budget == 3
    assert found.stages[1] == Stage(
        agent="b",
        on_failure="a",
        gate=["tests", "make test", GateCommand(command="make", timeout_secs=20)],
        brief="two\nlines",
        done="green",
    )


FAULTS = [
    ({"harness": []}, "harness", "chains"),
    ({"harness": {"a b": LOOP}}, "harness.a b", "chain"),
    ({"harness": {"c": []}}, "harness.c", "chain"),
    ({"harness": {"c": {}}}, "harness.c.chain", "stages"),
    ({"harness": {"c": {"chain": []}}}, "harness.c.chain", "stages"),
    (chain(*(f"a{n}" for n in range(21))), "harness.c.chain", "stages"),
    (chain(1), "harness.c.chain[0]", "stage"),
    (chain("../x"), "harness.c.chain[0]", "stage"),
    (chain({}), "harness.c.chain[0].agent", "agent"),
    (chain({"agent": "a/b"}), "harness.c.chain[0].agent", "agent"),
    (chain({"agent": "a", "on_failure": 1}), "harness.c.chain[0].on_failure", "agent"),
    (chain({"agent": "a", "gate": "tests"}), "harness.c.chain[0].gate", "gate"),
    (chain({"agent": "a", "gate": [1]}), "harness.c.chain[0].gate[0]", "gate_entry"),
    (chain({"agent": "a", "gate": ["a\nb"]}), "harness.c.chain[0].gate[0]", "gate_entry"),
    (chain({"agent": "a", "gate": [{"command": " "}]}), "harness.c.chain[0].gate[0].command", "gate_command"),
    (chain({"agent": "a", "gate": [{"command": "x", "timeout_secs": 541}]}),
     "harness.c.chain[0].gate[0].timeout_secs", "seconds"),
    (chain({"agent": "a", "brief": "\x1b[2J"}), "harness.c.chain[0].brief", "text"),
    (chain({"agent": "a", "done": "x" * 2001}), "harness.c.chain[0].done", "text"),
    (chain("a", hop_budget=0), "harness.c.hop_budget", "hop_budget"),
    (chain("a", hop_budget=True), "harness.c.hop_budget", "hop_budget"),
    (chain("a", description=1), "harness.c.description", "text"),
]  # fmt: skip


@pytest.mark.parametrize(("content", "where", "expected"), FAULTS, ids=[row[1] for row in FAULTS])
def test_a_fault_is_where_it_is_and_says_what_belongs_there(either, content, where, expected):
    with pytest.raises(SettingsFault) as caught:
        either.holds(content).load()
    found = caught.value
    assert (found.where, found.fields.get("expected")) == (where, expected)


@pytest.mark.parametrize(
    ("content", "where", "code", "name"),
    [
        (chain("a", "b", "a"), "harness.c.chain[2]", "stage_repeated", "a"),
        (chain({"agent": "a", "on_failure": "a"}), "harness.c.chain[0].on_failure", "on_failure_unknown", "a"),
        (chain({"agent": "a", "on_failure": "b"}, "b"), "harness.c.chain[0].on_failure", "on_failure_unknown", "b"),
        ({"harness": {"stop": LOOP}}, "harness.stop", "chain_reserved", "stop"),
    ],
)
def test_a_route_that_cannot_be_followed_is_named(either, content, where, code, name):
    with pytest.raises(SettingsFault) as caught:
        either.holds(content).load()
    assert (caught.value.where, caught.value.code, caught.value.fields["name"]) == (where, code, name)
    assert f"`{name}`" in caught.value.line("ko")


@pytest.mark.parametrize(
    ("content", "where", "known"),
    [
        (chain("a", steps=1), "harness.c.steps", "description, chain, hop_budget"),
        (chain({"agent": "a", "on_fail": "b"}), "harness.c.chain[0].on_fail", "agent, on_failure, gate, brief, done"),
        (
            chain({"agent": "a", "gate": [{"command": "x", "cwd": "y"}]}),
            "harness.c.chain[0].gate[0].cwd",
            "command, timeout_secs",
        ),
    ],
)
def test_an_unknown_key_is_told_with_the_known_ones(either, content, where, known):
    with pytest.raises(SettingsFault) as caught:
        either.holds(content).load()
    assert (caught.value.where, caught.value.code, caught.value.fields["known"]) == (where, "unknown_key", known)


@pytest.mark.parametrize("word", COMMANDS)
def test_a_chain_may_not_be_called_like_a_command(guard, word):
    with pytest.raises(SettingsFault):
        guard.holds({"harness": {word: LOOP}}).load()
