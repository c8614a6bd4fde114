"""A call that advertises a child reads, and does nothing else."""

from __future__ import annotations

import pytest

from tests.boundary.scene import Scene, envelope, shown

HINTS = ("agent_id", "agent_type", "parent_agent_id", "parent_session_id")


@pytest.mark.parametrize("value", ["a-1", "", 0, False, {}])
@pytest.mark.parametrize("hint", HINTS)
def test_a_hint_at_the_top_denies_a_write(scene: Scene, hint: str, value: object) -> None:
    decision = scene.write("src/a.py", **{hint: value})
    assert (decision.rule, decision.subject) == ("child", hint)


@pytest.mark.parametrize("hint", HINTS)
def test_a_hint_inside_the_input_denies_a_write(scene: Scene, hint: str) -> None:
    decision = scene.judge("Write", {"file_path": "src/a.py", hint: "a-1"})
    assert (decision.rule, decision.subject) == ("child", f"tool_input.{hint}")


def test_an_explicit_null_is_no_hint(scene: Scene) -> None:
    assert shown(scene.write("src/a.py", agent_id=None)) == "allow"


@pytest.mark.parametrize(
    ("tool", "tool_input", "expected"),
    [
        ("Read", {"file_path": "src/a.py"}, "allow"),
        ("Bash", {"command": "git log | head"}, "git_elsewhere"),
        ("Bash", {"command": "rg x src | head"}, "allow"),
        ("Read", {"file_path": ".env"}, "secret"),
        ("Bash", {"command": "cat .env"}, "secret"),
        ("Bash", {"command": "rm x"}, "child"),
        ("Bash", {"command": "pytest"}, "child"),
        ("Bash", {"command": "apply_patch <<'E'\n" + envelope("*** Add File: src/a", "+x") + "\nE"}, "child"),
        ("apply_patch", {"command": envelope("*** Add File: src/a", "+x")}, "child"),
        ("spawn_agent", {"message": "x"}, "child"),
        ("TodoWrite", {}, "child"),
        ("mcp__x__y", {}, "child"),
        ("Write", None, "child"),
    ],
)
def test_what_a_child_may_do(scene: Scene, tool: str, tool_input: object, expected: str) -> None:
    found = shown(scene.judge(tool, tool_input, agent_id="a-1", agent_type="default"))
    assert found == ("child" if expected == "git_elsewhere" else expected)


@pytest.mark.parametrize("tool", ["spawn_agent", "multi_agent_v1spawn_agent", "collaborationspawn_agent"])
def test_the_profile_that_a_root_spawns_is_no_hint(scene: Scene, tool: str) -> None:
    assert shown(scene.judge(tool, {"message": "x", "agent_type": "explorer"})) == "allow"
    assert shown(scene.judge(tool, {"message": "x", "parent_agent_id": "a"})) == "child"
