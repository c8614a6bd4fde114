"""The `harness-policy` block: where it stands, which JSON it is, and which values it takes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness_runtime.artifacts.policy_block import PlanPolicy, VerificationCommand, policy_text, read_policy
from tests.artifacts.texts import changed, codes, document, plan_faults
from tests.support.artifacts import SERIAL, policy_block, small_plan, tiny_plan

BLOCK: dict[str, Any] = {
    "schema_version": 1,
    "classification": "Small",
    "risk": "Low",
    "allowed_write_paths": ["src/**"],
    "verification_commands": [],
    "topology": SERIAL,
}
FENCED = policy_block(BLOCK)


def place_faults(text: str) -> list[str]:
    return codes(policy_text(document(text), "Write Boundary")[1])


def json_faults(text: str) -> list[str]:
    policy, faults = read_policy(text, PlanPolicy, "Write Boundary")
    assert (policy is None) == bool(faults)
    return codes(faults)


def fault_details(**changes: Any) -> list[str]:
    """What `read_policy` says of a block with these keys changed; a key set to ... is left out."""
    block = {key: value for key, value in (BLOCK | changes).items() if value is not ...}
    return [fault.detail for fault in read_policy(json.dumps(block), PlanPolicy, "x")[1]]


# Where it stands


def test_the_block_is_found() -> None:
    text, faults = policy_text(document(small_plan()), "Write Boundary")
    assert (json.loads(text), faults) == (BLOCK, [])


PLACES = {
    "no block": ("", ["policy_missing"]),
    "another language": (FENCED.replace("harness-policy", "json"), ["policy_missing"]),
    "no language": (FENCED.replace("harness-policy", ""), ["policy_missing"]),
    "a capital": (FENCED.replace("harness-policy", "Harness-policy"), ["policy_missing"]),
    "a longer name": (FENCED.replace("harness-policy", "harness-policy-2"), ["policy_missing"]),
    "words behind the name": (FENCED.replace("harness-policy", "harness-policy draft"), ["policy_missing"]),
    "indented code": ("\n".join("    " + line for line in FENCED.splitlines()), ["policy_missing"]),
    "in a list": ("- x\n\n" + "\n".join("  " + line for line in FENCED.splitlines()), ["policy_missing"]),
    "in a quote": ("\n".join("> " + line for line in FENCED.splitlines()), ["policy_missing"]),
    "inline code": ("`harness-policy`", ["policy_missing"]),
    "in a longer fence": (f"````text\n{FENCED}\n````", ["policy_missing"]),
    "twice": (f"{FENCED}\n\n{FENCED}", ["policy_repeated"]),
    "twice, once in a list": (f"{FENCED}\n\n- x\n\n  ```harness-policy\n  {{}}\n  ```", ["policy_repeated"]),
    "twice, once in a quote": (f"{FENCED}\n\n> ```harness-policy\n> {{}}\n> ```", ["policy_repeated"]),
    "twice, once as a draft": (f"{FENCED}\n\n```harness-policy draft\n{{}}\n```", ["policy_repeated"]),
    "twice, once with a capital": (f"{FENCED}\n\n```Harness-Policy\n{{}}\n```", ["policy_repeated"]),
    "with tildes": (FENCED.replace("```", "~~~"), []),
    "with a longer fence": (FENCED.replace("```", "`````"), []),
    "with blanks around the name": (FENCED.replace("harness-policy", "  harness-policy  "), []),
    "behind words": (f"Only these:\n\n{FENCED}\n\nNothing else.", []),
    "beside an example": (f"{FENCED}\n\n```json\n{{}}\n```", []),
    "beside a shown block": (f"{FENCED}\n\n````text\n{FENCED}\n````", []),
}


@pytest.mark.parametrize(("body", "faults"), PLACES.values(), ids=PLACES.keys())
def test_place(body: str, faults: list[str]) -> None:
    assert place_faults(changed(small_plan(), FENCED, body)) == faults


@pytest.mark.parametrize("section", ["In Scope", "Verification Plan", "Approval Gate"])
def test_a_block_in_another_section_is_misplaced(section: str) -> None:
    text = changed(changed(small_plan(), FENCED, "x"), f"## {section}\n", f"## {section}\n\n{FENCED}\n")
    assert place_faults(text) == ["policy_misplaced"]


@pytest.mark.parametrize("where", ["# Plan\n", "## In Scope\n", "## Approval Gate\n"])
def test_a_second_block_elsewhere_is_one_too_many(where: str) -> None:
    assert place_faults(changed(small_plan(), where, f"{where}\n{FENCED}\n")) == ["policy_repeated"]


def test_a_block_before_any_section_is_none() -> None:
    text = changed(changed(small_plan(), FENCED, "x"), "# Plan\n", f"# Plan\n\n{FENCED}\n")
    assert place_faults(text) == ["policy_missing"]


def test_the_section_s_name_may_be_written_otherwise() -> None:
    assert place_faults(changed(small_plan(), "## Write Boundary", "## WRITE BOUNDARY")) == []


# Which JSON it is

RAW = json.dumps(BLOCK)
JSON_FAULTS = {
    "nothing": ("", "policy_json"),
    "words": ("only src", "policy_json"),
    "a comment": ("// x\n" + RAW, "policy_json"),
    "two documents": (RAW + RAW, "policy_json"),
    "a trailing comma": (RAW[:-1] + ",}", "policy_json"),
    "single quotes": ("{'schema_version': 1}", "policy_json"),
    "not a number": (RAW.replace('"schema_version": 1', '"schema_version": NaN'), "policy_number"),
    "infinity": (RAW.replace('"schema_version": 1', '"schema_version": -Infinity'), "policy_number"),
    "a raw line end in a string": (RAW.replace("src/**", "src\n/**"), "policy_json"),
    "huge nesting of lists": ("[" * 60_000, "policy_nesting"),
    "huge nesting of objects": ('{"a":' * 10_000, "policy_nesting"),
    "closed huge nesting": ("[" * 30_000 + "]" * 30_000, "policy_nesting"),
    "a huge number": (RAW.replace('"schema_version": 1', '"schema_version": ' + "9" * 5000), "policy_number"),
    "a list": ("[]", "policy_not_object"),
    "null": ("null", "policy_not_object"),
    "a number": ("1", "policy_not_object"),
    "an empty object": ("{}", "policy_key_missing"),
    "an escape": (RAW.replace("src/**", "\\u0073rc/**"), "policy_escape"),
    "an escape of a hidden character": (RAW.replace("src/**", "src\\u200b/**"), "policy_escape"),
    "an escape in a key": (RAW.replace("risk", "ris\\u006b"), "policy_escape"),
    "half a pair": (RAW.replace("src/**", "\\ud800"), "policy_escape"),
    "decomposed letters": (RAW.replace("src/**", "cafe\u0301/**"), "policy_not_nfc"),
    "decomposed Korean": (RAW.replace("src/**", "\u1112\u1161\u11ab/**"), "policy_not_nfc"),
    "the same key twice": (RAW[:-1] + ', "risk": "High"}', "policy_duplicate_key"),
    "the same key with the same value": (RAW[:-1] + ', "risk": "Low"}', "policy_duplicate_key"),
    "the same key deep inside": (RAW.replace('"mode"', '"planner": "two", "mode"'), "policy_duplicate_key"),
    "the same key in a command": (
        RAW.replace('"verification_commands": []', '"verification_commands": [{"command": "a", "command": "b"}]'),
        "policy_duplicate_key",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "code"), JSON_FAULTS.values(), ids=JSON_FAULTS.keys())
def test_json_fault(text: str, code: str) -> None:
    assert set(json_faults(text)) == {code}


def test_many_different_keys_are_judged_quickly() -> None:
    text = "{" + ",".join(f'"{number}":1' for number in range(7000)) + "}"
    assert set(json_faults(text)) <= {"policy_key_missing", "policy_key_unknown"}


@pytest.mark.parametrize("text", ["src/앱/**", "src/café/**", "src/🙂", "src/a b.py"])
def test_what_needs_no_escape_passes_in_composed_form(text: str) -> None:
    assert json_faults(json.dumps(BLOCK | {"allowed_write_paths": [text]}, ensure_ascii=False)) == []


# Which values it takes

WRONG = {
    "an unknown key": ({"approved": True}, "approved"),
    "a key of a Repair Plan": ({"trigger": "plan_deviation"}, "trigger"),
    "no schema_version": ({"schema_version": ...}, "schema_version"),
    "another schema_version": ({"schema_version": 2}, "schema_version"),
    "true for 1": ({"schema_version": True}, "schema_version"),
    "1.0 for 1": ({"schema_version": 1.0}, "schema_version"),
    "text for 1": ({"schema_version": "1"}, "schema_version"),
    "no classification": ({"classification": ...}, "classification"),
    "another classification": ({"classification": "Large"}, "classification"),
    "classification in small letters": ({"classification": "small"}, "classification"),
    "null classification": ({"classification": None}, "classification"),
    "no risk": ({"risk": ...}, "risk"),
    "another risk": ({"risk": "None"}, "risk"),
    "no paths": ({"allowed_write_paths": ...}, "allowed_write_paths"),
    "null paths": ({"allowed_write_paths": None}, "allowed_write_paths"),
    "one path as text": ({"allowed_write_paths": "src/**"}, "allowed_write_paths"),
    "paths as an object": ({"allowed_write_paths": {"src/**": True}}, "allowed_write_paths"),
    "a number among the paths": ({"allowed_write_paths": ["src/**", 1]}, "allowed_write_paths.1"),
    "null among the paths": ({"allowed_write_paths": [None]}, "allowed_write_paths.0"),
    "a list among the paths": ({"allowed_write_paths": [["src/**"]]}, "allowed_write_paths.0"),
    "too many paths": ({"allowed_write_paths": ["x"] * 201}, "allowed_write_paths"),
    "no commands": ({"verification_commands": ...}, "verification_commands"),
    "one command as text": ({"verification_commands": "pytest"}, "verification_commands"),
    "an empty command": ({"verification_commands": [""]}, "verification_commands.0"),
    "an overlong command": ({"verification_commands": ["x" * 4097]}, "verification_commands.0"),
    "a number as a command": ({"verification_commands": [1]}, "verification_commands.0"),
    "a command of words": ({"verification_commands": [["pytest", "-q"]]}, "verification_commands.0"),
    "a command object without the command": ({"verification_commands": [{"cwd": "."}]}, "verification_commands.0"),
    "an empty command in an object": ({"verification_commands": [{"command": ""}]}, "verification_commands.0"),
    "an unknown key of a command": ({"verification_commands": [{"command": "a", "shell": True}]}, "shell"),
    "1 for more_args": ({"verification_commands": [{"command": "a", "more_args": 1}]}, "more_args"),
    "text for evidence": ({"verification_commands": [{"command": "a", "evidence": "no"}]}, "evidence"),
    "null cwd": ({"verification_commands": [{"command": "a", "cwd": None}]}, "cwd"),
    "empty cwd": ({"verification_commands": [{"command": "a", "cwd": ""}]}, "cwd"),
    "a list as env": ({"verification_commands": [{"command": "a", "env": ["CI=1"]}]}, "env"),
    "a number in env": ({"verification_commands": [{"command": "a", "env": {"CI": 1}}]}, "env.CI"),
    "true in env": ({"verification_commands": [{"command": "a", "env": {"CI": True}}]}, "env.CI"),
    "too many commands": ({"verification_commands": ["x"] * 51}, "verification_commands"),
    "null scratch paths": ({"scratch_paths": None}, "scratch_paths"),
    "a number among the scratch paths": ({"scratch_paths": [0]}, "scratch_paths.0"),
    "another network": ({"network": "internet"}, "network"),
    "false for the network": ({"network": False}, "network"),
    "null network": ({"network": None}, "network"),
    "null limits": ({"limits": None}, "limits"),
    "one limit as a number": ({"limits": 600}, "limits"),
    "an unknown limit": ({"limits": {"memory": 1}}, "limits.memory"),
    "no time at all": ({"limits": {"seconds": 0}}, "limits.seconds"),
    "more than two hours": ({"limits": {"seconds": 7201}}, "limits.seconds"),
    "true for a number of seconds": ({"limits": {"seconds": True}}, "limits.seconds"),
    "part of a second": ({"limits": {"seconds": 0.5}}, "limits.seconds"),
    "too few processes for a shell and a test": ({"limits": {"processes": 7}}, "limits.processes"),
    "more processes than a machine bears": ({"limits": {"processes": 8193}}, "limits.processes"),
    "no file": ({"limits": {"file_mb": 0}}, "limits.file_mb"),
    "text for megabytes": ({"limits": {"file_mb": "10"}}, "limits.file_mb"),
    "topology as text": ({"topology": "serial"}, "topology"),
    "topology without a mode": ({"topology": {k: v for k, v in SERIAL.items() if k != "mode"}}, "topology.mode"),
    "another topology mode": ({"topology": {**SERIAL, "mode": "swarm"}}, "topology.mode"),
    "an unknown key of the topology": ({"topology": {**SERIAL, "critic": "one"}}, "topology.critic"),
    "a number of planners": ({"topology": {**SERIAL, "planner": 1}}, "topology.planner"),
    "0 for parallel_writers": ({"topology": {**SERIAL, "parallel_writers": 0}}, "topology.parallel_writers"),
    "text for parallel_writers": ({"topology": {**SERIAL, "parallel_writers": "false"}}, "parallel_writers"),
}


@pytest.mark.parametrize(("changes", "place"), WRONG.values(), ids=WRONG.keys())
def test_wrong_value(changes: dict[str, Any], place: str) -> None:
    assert any(place in detail for detail in fault_details(**changes))


RIGHT = {
    "as it is": {},
    "Tiny": {"classification": "Tiny", "topology": None},
    "Non-trivial": {"classification": "Non-trivial"},
    "no paths at all": {"allowed_write_paths": []},
    "two hundred paths": {"allowed_write_paths": [f"a{number}" for number in range(200)]},
    "a command as text": {"verification_commands": ["pytest -q"]},
    "a command with everything": {
        "verification_commands": [
            {"command": "pnpm test", "cwd": "a", "env": {"CI": "1"}, "more_args": True, "evidence": False}
        ]
    },
    "loopback": {"network": "loopback"},
    "scratch": {"scratch_paths": [".pytest_cache/**"]},
    "one limit": {"limits": {"seconds": 1800}},
    "the highest limits": {"limits": {"seconds": 7200, "processes": 8192, "file_mb": 65536}},
    "the lowest limits": {"limits": {"seconds": 1, "processes": 8, "file_mb": 1}},
    "parallel": {"topology": {**SERIAL, "mode": "parallel", "parallel_writers": True}},
}


@pytest.mark.parametrize("changes", RIGHT.values(), ids=RIGHT.keys())
def test_right_value(changes: dict[str, Any]) -> None:
    assert fault_details(**changes) == []


def test_the_short_form_of_a_command_has_the_defaults() -> None:
    policy, _ = read_policy(json.dumps(BLOCK | {"verification_commands": ["pytest -q"]}), PlanPolicy, "x")
    assert policy is not None
    assert policy.commands() == [
        VerificationCommand(command="pytest -q", cwd=".", env={}, more_args=False, evidence=True)
    ]


def test_network_and_scratch_are_closed_when_nothing_is_said() -> None:
    policy, _ = read_policy(RAW, PlanPolicy, "x")
    assert policy is not None and (policy.network, policy.scratch_paths) == ("none", [])


def test_a_limit_that_is_not_said_has_its_default() -> None:
    policy, _ = read_policy(json.dumps(BLOCK | {"limits": {"seconds": 5}}), PlanPolicy, "x")
    assert policy is not None
    assert policy.limits.model_dump() == {"seconds": 5, "processes": 512, "file_mb": 1024}


@pytest.mark.parametrize("plan", [tiny_plan(), small_plan()], ids=["Tiny", "Small"])
def test_a_fault_of_the_block_is_the_plan_s_only_one(plan: str) -> None:
    assert plan_faults(changed(plan, '"risk": "Low"', '"risk": "Low", "risk": "Low"')) == [
        ("Write Boundary", "policy_duplicate_key")
    ]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)


@settings(deadline=None)
@given(st.text())
def test_whatever_the_text_it_is_a_policy_or_a_fault(text: str) -> None:
    json_faults(text)


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from([*BLOCK, "scratch_paths", "network", "limits", "x"]), JSON, max_size=4))
def test_whatever_the_values_they_are_a_policy_or_a_fault(changes: dict[str, Any]) -> None:
    policy, faults = read_policy(json.dumps(BLOCK | changes, ensure_ascii=False), PlanPolicy, "x")
    assert (policy is None) == bool(faults)
    if policy is not None:
        policy.commands()
