"""The order of the decision, and what authority needs."""

from __future__ import annotations

import copy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.boundary.scene import SHA, Scene, envelope, shown, words

PHASES_WITHOUT_AUTHORITY = words(
    "planning plan_pending review repair_planning repair_pending post_repair_review completed"
    " completed_with_residual_risk blocked degraded cancelled superseded nonsense"
)


def test_a_write_inside_the_boundary_passes_and_names_its_target(scene: Scene) -> None:
    decision = scene.write("src/a.py")
    assert (decision.verdict, decision.kind, decision.rule) == ("allow", "mutate", "inside_boundary")
    assert decision.targets == (str(scene.root / "src/a.py"),)


def test_every_target_of_a_patch_must_be_inside(scene: Scene) -> None:
    decision = scene.patch("*** Add File: src/a.py", "+x", "*** Add File: b.py", "+x")
    assert (decision.rule, decision.subject) == ("outside_boundary", "b.py")


@pytest.mark.parametrize("phase", PHASES_WITHOUT_AUTHORITY)
def test_without_an_implementing_phase_nothing_is_written(scene: Scene, phase: str) -> None:
    scene.state["phase"] = phase
    assert shown(scene.write("src/a.py")) == "no_authority"
    assert shown(scene.shell("touch src/a.py")) == "no_authority"


@pytest.mark.parametrize("phase", [*PHASES_WITHOUT_AUTHORITY, "implement"])
def test_reads_delegation_and_bookkeeping_pass_in_every_phase(scene: Scene, phase: str) -> None:
    scene.state["phase"] = phase
    assert shown(scene.read("src/a.py")) == "allow"
    assert shown(scene.judge("Agent", {"prompt": "look"})) == "allow"
    assert shown(scene.judge("TodoWrite", {"todos": []})) == "allow"
    assert shown(scene.shell("cat src/a.py")) == "allow"
    assert shown(scene.read(".env")) == "secret"


def test_repair_needs_its_own_accepted_artifact(scene: Scene) -> None:
    repair = "b" * 64
    scene.state |= {"phase": "repair_implement", "accepted": {"plan": SHA, "repair_plan": repair}}
    scene.policy |= {"phase": "repair_implement", "kind": "repair_plan", "artifact_sha256": repair}
    assert shown(scene.write("src/a.py")) == "allow"
    scene.policy["artifact_sha256"] = SHA
    assert shown(scene.write("src/a.py")) == "policy_mismatch"


MISMATCHES: list[tuple[str, Any]] = [
    ("session_id", "other"),
    ("session_id", None),
    ("run_id", "r-2"),
    ("revision", 2),
    ("revision", True),
    ("phase", "repair_implement"),
    ("kind", "repair_plan"),
    ("artifact_sha256", "b" * 64),
    ("artifact_sha256", None),
    ("artifact_sha256", ""),
    ("workspace_root", "/"),
    ("allowed_write_paths", "src/**"),
    ("allowed_write_paths", [1]),
]


@pytest.mark.parametrize(("key", "value"), MISMATCHES)
def test_a_policy_that_differs_from_the_state_gives_no_authority(scene: Scene, key: str, value: object) -> None:
    scene.policy[key] = value
    assert shown(scene.write("src/a.py")) == "policy_mismatch"


@pytest.mark.parametrize("key", ["session_id", "run_id", "revision", "workspace_root"])
def test_a_value_that_both_lack_is_no_match(scene: Scene, key: str) -> None:
    if key != "workspace_root":
        scene.state.pop(key)
    scene.policy.pop(key)
    assert shown(scene.write("src/a.py")) == "policy_mismatch"


def test_a_missing_digest_on_both_sides_is_no_match(scene: Scene) -> None:
    scene.policy["artifact_sha256"] = None
    scene.state["accepted"] = {"plan": None, "repair_plan": None}
    assert shown(scene.write("src/a.py")) == "policy_mismatch"


def test_another_policy_schema_is_unknown(scene: Scene) -> None:
    scene.policy["schema_version"] = 2
    assert shown(scene.write("src/a.py")) == "schema_unknown"


def test_an_implementing_phase_without_a_policy_has_no_authority(scene: Scene) -> None:
    from harness_runtime.boundary.decide import decide

    event: dict[str, object] = {
        "tool_name": "Write",
        "tool_input": {"file_path": "src/a"},
        "cwd": str(scene.root),
    }
    assert decide(event, scene.state, None, scene.places).rule == "policy_mismatch"


@pytest.mark.parametrize(
    ("tool", "tool_input", "expected"),
    [
        ("Read", {"file_path": "src/a"}, "allow"),
        ("Agent", {"prompt": "x"}, "allow"),
        ("TaskList", {}, "allow"),
        ("Bash", {"command": "ls"}, "allow"),
        ("Read", {"file_path": ".env"}, "secret"),
        ("Bash", {"command": "cat .env"}, "secret"),
        ("Write", {"file_path": "src/a"}, "held"),
        ("Bash", {"command": "rm x"}, "held"),
        ("Bash", {"command": "pytest"}, "held"),
        ("mcp__x__y", {}, "held"),
        ("Agent", {"mode": "bypassPermissions"}, "held"),
    ],
)
def test_a_held_session_reads_and_nothing_else(
    scene: Scene, tool: str, tool_input: dict[str, object], expected: str
) -> None:
    scene.state["held"] = True
    assert shown(scene.judge(tool, tool_input)) == expected


@pytest.mark.parametrize("held", [None, 0, "", "false"])
def test_a_held_flag_that_is_not_false_holds(scene: Scene, held: object) -> None:
    scene.state["held"] = held
    assert shown(scene.write("src/a.py")) == "held"


def test_a_suspended_session_reads_and_nothing_else(scene: Scene) -> None:
    scene.state["suspended"] = True
    assert shown(scene.write("src/a.py")) == "suspended"
    assert shown(scene.shell("touch src/a.py")) == "suspended"
    assert shown(scene.read("src/a.py")) == "allow"
    scene.state["suspended"] = False
    assert shown(scene.write("src/a.py")) == "allow"


def test_values_in_the_input_give_no_authority(scene: Scene) -> None:
    scene.state["phase"] = "planning"
    claims = {"approved": True, "phase": "implement", "policy": {"allowed_write_paths": ["**"]}, "session_id": "s-1"}
    assert shown(scene.judge("Write", {"file_path": "src/a.py", **claims})) == "no_authority"


@pytest.mark.parametrize("cwd", ["/", "/tmp", "{base}", "{base}/work2", "{root}/.."])
def test_mutations_need_a_cwd_in_the_workspace(scene: Scene, cwd: str) -> None:
    where = cwd.format(base=scene.base, root=scene.root)
    assert shown(scene.write(str(scene.root / "src/a.py"), cwd=where)) == "cwd_outside"


def test_names_are_relative_to_the_cwd(scene: Scene) -> None:
    here = str(scene.root / "src")
    assert shown(scene.write("a.py", cwd=here)) == "allow"
    assert shown(scene.write("src/a.py", cwd=str(scene.root / "docs"))) == "outside_boundary"
    assert scene.patch("*** Add File: a.py", "+x", cwd=here).targets == (f"{here}/a.py",)


@pytest.mark.parametrize("cwd", [None, "", "work", 7, ["/"]])
def test_a_cwd_that_is_no_absolute_path_is_not_understood(scene: Scene, cwd: object) -> None:
    assert shown(scene.read("src/a.py", cwd=cwd)) == "payload"


@pytest.mark.parametrize("tool", [None, "", 7, ["Write"]])
def test_a_tool_without_a_name_is_not_understood(scene: Scene, tool: object) -> None:
    assert shown(scene.judge(tool, {"file_path": "src/a.py"})) == "payload"


@pytest.mark.parametrize(
    ("tool", "tool_input"),
    [
        ("Write", {}),
        ("Write", {"path": "src/a.py"}),
        ("Write", {"file_path": ["src/a.py"]}),
        ("Write", {"file_path": ""}),
        ("NotebookEdit", {"file_path": "src/a.ipynb"}),
        ("apply_patch", {"patch": envelope("*** Add File: src/a", "+x")}),
        ("apply_patch", {"command": 1}),
        ("Read", {}),
        ("Bash", {"command": ["ls"]}),
        ("Bash", {}),
        ("Write", None),
        ("Write", "src/a.py"),
    ],
)
def test_an_input_without_the_real_field_is_refused(scene: Scene, tool: str, tool_input: object) -> None:
    assert shown(scene.judge(tool, tool_input)) == "tool_input"


def test_a_secret_target_is_named_before_the_missing_authority(scene: Scene) -> None:
    scene.state["phase"] = "planning"
    assert shown(scene.write(".env")) == "secret"
    assert shown(scene.patch("*** Delete File: server.pem")) == "secret"


def test_a_malformed_patch_without_authority_is_told_about_the_authority(scene: Scene) -> None:
    scene.state["phase"] = "planning"
    assert shown(scene.patch("nonsense")) == "no_authority"


def test_the_decision_changes_nothing_that_it_was_given(scene: Scene) -> None:
    before = copy.deepcopy((scene.state, scene.policy))
    scene.write("src/a.py")
    scene.shell("ls")
    assert (scene.state, scene.policy) == before


def test_a_lone_surrogate_never_leaves_in_a_subject(scene: Scene) -> None:
    for decision in (
        scene.write("src/\ud800"),
        scene.shell("cat \ud800"),
        scene.patch("*** \ud800"),
        scene.judge("\ud800", {}),
    ):
        assert decision.verdict == "deny"
        decision.subject.encode("utf-8")


def test_a_large_call_is_judged_or_refused_quickly(scene: Scene) -> None:
    body = ["*** Add File: src/big.txt", *["+line of text"] * 400_000]
    assert shown(scene.patch(*body)) == "allow"
    assert (
        shown(scene.judge("apply_patch", {"command": envelope("*** Add File: src/a", "+" + "x" * 17_000_000)}))
        == "too_large"
    )
    many = [line for at in range(1500) for line in (f"*** Add File: src/{at}", "+x")]
    assert shown(scene.patch(*many)) == "too_large"
    assert shown(scene.shell("cat " + "x" * 70_000)) == "too_large"


HOT = {
    "__future__",
    "harness_runtime",
    "harness_runtime.boundary",
    *(
        f"harness_runtime.boundary.{name}"
        for name in words("call child decide decision folding paths patterns places secrets targets tools")
    ),
}
FOR_PATCHES = {"harness_runtime.boundary.patch"}
FOR_SHELL = {
    "harness_runtime.boundary.shell",
    *(f"harness_runtime.boundary.shell_{name}" for name in words("call patch programs")),
    *(
        f"harness_runtime.boundary.shell.{name}"
        for name in words("finding ground index judge options parser readers syntax table_files waiting")
    ),
}

PROBE = """
import sys
before = set(sys.modules)
sys.path.insert(0, {root!r})
from harness_runtime.boundary.decide import decide
from harness_runtime.boundary.decision import Places
decide({event!r}, {state!r}, {policy!r}, Places("/d", "/p", "/h", "/h/.codex", "/h/.claude", "/usr/bin"))
print("\\n".join(sorted(set(sys.modules) - before)))
"""


@pytest.mark.parametrize(
    ("tool", "tool_input", "expected"),
    [
        ("Write", {"file_path": "src/a.py"}, HOT),
        ("Read", {"file_path": "src/a.py"}, HOT),
        ("TodoWrite", {}, HOT),
        ("apply_patch", {"command": envelope("*** Add File: src/a", "+x")}, HOT | FOR_PATCHES),
        ("Bash", {"command": "ls"}, HOT | FOR_SHELL),
    ],
)
def test_a_call_imports_only_the_modules_it_needs(
    scene: Scene, tool: str, tool_input: dict[str, object], expected: set[str]
) -> None:
    event = {"tool_name": tool, "tool_input": tool_input, "cwd": str(scene.root)}
    root = str(Path(__file__).parents[2])
    code = PROBE.format(root=root, event=event, state=scene.state, policy=scene.policy)
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == expected
