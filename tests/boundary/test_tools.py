"""The tool table: what each tool of both hosts is."""

from __future__ import annotations

import pytest

from tests.boundary.scene import Scene, envelope, shown, words

HARMLESS = words(
    "TodoWrite update_plan TaskCreate TaskGet TaskList TaskUpdate TaskOutput TaskStop CronList CronDelete get_goal"
    " clockcurr_time clocksleep AskUserQuestion request_user_input"
)

DELEGATES = words(
    "Agent Task spawn_agent wait_agent close_agent list_agents multi_agent_v1spawn_agent multi_agent_v1wait_agent"
    " multi_agent_v1close_agent collaborationspawn_agent collaborationwait_agent collaborationlist_agents"
    " collaborationinterrupt_agent"
)

UNMODELED = words(
    "SendMessage send_input multi_agent_v1send_input resume_agent multi_agent_v1resume_agent send_message"
    " collaborationsend_message followup_task collaborationfollowup_task ScheduleWakeup CronCreate create_goal"
    " update_goal request_user_input_async Workflow Skill write_stdin Monitor EnterWorktree ExitWorktree ExitPlanMode"
    " EnterPlanMode REPL mcp__fs__read mcp__x__write_file exec list_mcp_resources write Bash2 bash read WRITE"
)


@pytest.mark.parametrize("tool", HARMLESS)
def test_harmless(scene: Scene, tool: str) -> None:
    decision = scene.judge(tool, {})
    assert (decision.verdict, decision.kind) == ("allow", "harmless")


@pytest.mark.parametrize("tool", DELEGATES)
def test_delegates(scene: Scene, tool: str) -> None:
    decision = scene.judge(tool, {"prompt": "x"})
    assert (decision.verdict, decision.kind) == ("allow", "delegate")


@pytest.mark.parametrize("tool", UNMODELED)
def test_everything_else_is_unmodeled(scene: Scene, tool: str) -> None:
    decision = scene.judge(tool, {"file_path": "src/a.py", "command": "ls"})
    assert (decision.verdict, decision.rule, decision.subject) == ("deny", "tool_unmodeled", tool)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"mode": "default"}, "allow"),
        ({"mode": "plan"}, "allow"),
        ({"mode": None}, "allow"),
        ({"mode": "bypassPermissions"}, "tool_unmodeled"),
        ({"mode": "BypassPermissions"}, "tool_unmodeled"),
        ({"mode": "something_new"}, "tool_unmodeled"),
        ({"mode": ["plan"]}, "tool_unmodeled"),
        ({"permission_mode": "bypassPermissions"}, "tool_unmodeled"),
        ({"permissionMode": "bypassPermissions"}, "tool_unmodeled"),
        ({"isolation": "worktree"}, "tool_unmodeled"),
    ],
)
def test_a_delegation_that_leaves_the_hosts_rules(scene: Scene, arguments: dict[str, object], expected: str) -> None:
    assert shown(scene.judge("Agent", {"prompt": "x", **arguments})) == expected


@pytest.mark.parametrize("name", ["apply_patch", "applypatch", "ApplyPatch", "apply-patch", "APPLY_PATCH"])
def test_apply_patch_in_any_spelling(scene: Scene, name: str) -> None:
    inside = {"command": envelope("*** Add File: src/a", "+x")}
    outside = {"command": envelope("*** Add File: b", "+x")}
    assert shown(scene.judge(name, inside)) == "allow"
    assert shown(scene.judge(name, outside)) == "outside_boundary"


@pytest.mark.parametrize(
    ("tool", "field"),
    [("Write", "file_path"), ("Edit", "file_path"), ("MultiEdit", "file_path"), ("NotebookEdit", "notebook_path")],
)
def test_writers_are_judged_by_their_path(scene: Scene, tool: str, field: str) -> None:
    assert shown(scene.judge(tool, {field: "src/a"})) == "allow"
    assert shown(scene.judge(tool, {field: str(scene.root / "src/a")})) == "allow"
    assert shown(scene.judge(tool, {field: "b"})) == "outside_boundary"


@pytest.mark.parametrize(
    ("tool", "tool_input", "expected"),
    [
        ("Read", {"file_path": "{outside}/x"}, "allow"),
        ("Read", {"file_path": ".env"}, "secret"),
        ("NotebookRead", {"notebook_path": "a.ipynb"}, "allow"),
        ("view_image", {"path": "a.png"}, "allow"),
        ("view_image", {"path": "server.key"}, "secret"),
        ("LS", {}, "allow"),
        ("LS", {"path": "{home}/.ssh"}, "secret"),
        ("Glob", {"pattern": "**/*.py"}, "allow"),
        ("Glob", {"pattern": "*", "path": "{home}/.aws"}, "secret"),
        ("Grep", {"pattern": "x", "path": "src/app.py"}, "allow"),
        ("Grep", {"pattern": "x", "path": ".env"}, "secret"),
        ("Grep", {"pattern": "x", "glob": "*.py"}, "allow"),
        ("Grep", {"pattern": "x", "glob": "**/*.{ts,tsx}"}, "allow"),
        ("Grep", {"pattern": "x", "glob": "*.py,*.md"}, "allow"),
        ("Grep", {"pattern": "x", "type": "py"}, "allow"),
        ("Grep", {"pattern": "x", "type": "py", "glob": "!*.md"}, "allow"),
        ("Grep", {"pattern": "x"}, "tool_input"),
        ("Grep", {"pattern": "x", "glob": "!*.md"}, "tool_input"),
        ("Grep", {"pattern": "x", "glob": ".env*"}, "tool_input"),
        ("Grep", {"pattern": "x", "glob": "*.py .env"}, "tool_input"),
        ("Grep", {"pattern": "x", "glob": "*.{py,pem}"}, "tool_input"),
        ("Grep", {"pattern": "x", "glob": "*"}, "tool_input"),
        ("Grep", {"pattern": "x", "type": "all"}, "tool_input"),
        ("Grep", {"pattern": "x", "glob": "*.json", "path": "{home}"}, "secret"),
        ("Grep", {"pattern": "x", "glob": "*.json", "path": "{home}/.config"}, "secret"),
        ("WebFetch", {"url": "https://example.org", "prompt": "x"}, "allow"),
        ("WebFetch", {"url": "file:///etc/passwd", "prompt": "x"}, "local_address"),
        ("WebFetch", {"url": "http://localhost:8000/", "prompt": "x"}, "local_address"),
        ("WebFetch", {"url": "ftp://example.org/", "prompt": "x"}, "tool_input"),
        ("WebFetch", {"prompt": "x"}, "tool_input"),
        ("WebSearch", {"query": "x"}, "allow"),
        ("web_search", {}, "allow"),
    ],
)
def test_readers(scene: Scene, tool: str, tool_input: dict[str, str], expected: str) -> None:
    scene.file("src/app.py")
    places = {"outside": scene.outside, "home": scene.home}
    filled = {
        key: value.format(**places) if value.startswith(("{outside}", "{home}")) else value
        for key, value in tool_input.items()
    }
    assert shown(scene.judge(tool, filled)) == expected
