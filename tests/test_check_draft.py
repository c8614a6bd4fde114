"""`harness-state check -` as an agent calls it: allowed by the hook, run in its shell, saying what Stop then says."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.conftest import COMPILED
from tests.support.artifacts import (
    completion,
    handoff,
    ledger_table,
    repair_plan,
    review,
    small_plan,
    summary,
    tiny_completion,
    tiny_plan,
)
from tests.support.piped import ROOT, PipedHost

VARIABLES = {"codex": "CODEX_THREAD_ID", "claude": "CLAUDE_CODE_SESSION_ID"}
PROGRAM = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from harness_runtime.cli.main import main; main()"
# Raises at whatever would change a file.
READ_ONLY = """
import sys, os
def look(event, args):
    if event == "open" and (args[2] or 0) & (os.O_WRONLY | os.O_RDWR | os.O_CREAT) and args[0] != "/dev/null":
        raise PermissionError(30, "read-only", str(args[0]))
    if event in ("os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.symlink", "os.chmod", "os.utime"):
        raise PermissionError(30, "read-only", str(args[0]))
sys.addaudithook(look)
"""


@pytest.fixture
def host(request: pytest.FixtureRequest, tmp_path: Path) -> PipedHost:
    """A conversation whose data folder is where that host puts it, and a `harness-state` on its PATH."""
    name = getattr(request, "param", "codex")
    workspace, home = tmp_path / "workspace", tmp_path / "home"
    (workspace / "src").mkdir(parents=True)
    (workspace / "src/app.py").write_text("print('hello')\n", "utf-8")
    data = home / f".{name}/plugins/data/harness-harness"
    data.mkdir(parents=True, mode=0o700)
    programs = home / "bin"
    programs.mkdir()
    (programs / "harness-state").write_text(
        f"#!{sys.executable} -B\n{READ_ONLY if name == 'codex' else ''}{PROGRAM}\n", "utf-8"
    )
    (programs / "harness-state").chmod(0o755)
    session = str(uuid4())  # of its own: a run does not begin while a command of its session is at work
    extra = {"HARNESS_LANG": "en"}
    return PipedHost(
        data=data, workspace=workspace, home=home, host=name, session_id=session, extra=extra, compiled=COMPILED
    )


def command(draft: str) -> str:
    return f"harness-state check - --json <<'DRAFT'\n{draft}\nDRAFT"


def check(host: PipedHost, draft: str, *, session: str | None = None, **extra: str) -> tuple[dict[str, Any], int]:
    """The hook lets it pass, the agent's shell runs it."""
    assert host.shell(command(draft)).silent
    environ = {
        "PATH": f"{host.home}/bin:/usr/bin:/bin",
        "HOME": str(host.home),
        VARIABLES[host.host]: session or host.session_id,
        **extra,
    }
    done = subprocess.run(
        ["bash", "-c", command(draft)], cwd=host.workspace, env=environ, capture_output=True, text=True, timeout=60
    )
    assert done.stderr == ""
    return json.loads(done.stdout), done.returncode


def lines(answer: dict[str, Any]) -> list[str]:
    return [f"{fault['section']}: {fault['message']}" if fault["section"] else fault["message"]
            for fault in answer["faults"]]  # fmt: skip


def guard(host: PipedHost, **keys: Any) -> None:
    (host.workspace / ".harness").mkdir()
    (host.workspace / ".harness/guard.json").write_text(json.dumps(keys), "utf-8")


def planning(host: PipedHost) -> None:
    host.prompt("$harness do it")


def implementing(host: PipedHost) -> None:
    host.approve(tiny_plan("src/app.py"))


def reviewing(host: PipedHost) -> None:
    host.approve(small_plan("src/app.py"))
    host.write("src/app.py")
    host.stop(summary())
    host.prompt("go on")


BOTH = pytest.mark.parametrize("host", ["codex", "claude"], indirect=True)
PHASES = {"planning": planning, "implement": implementing, "review": reviewing}
GOOD = [
    ("planning", tiny_plan()),
    ("planning", small_plan()),
    ("planning", tiny_plan(scope="한글 `$(id)` \\ 'x'")),
    (
        "planning",
        completion("blocked", ledger=ledger_table(Plan_approval="| Plan approval | yes | no | - | none | - |")),
    ),
    ("implement", summary()),
    ("implement", tiny_completion()),
    ("implement", repair_plan("{plan}", "src/app.py", trigger="plan_deviation")),
    ("review", repair_plan("{plan}", "src/app.py", "src/b.py", add=("src/b.py",))),
]
BAD = [
    ("planning", "# Plan\n\nbroken"),
    ("planning", tiny_plan(".env")),
    ("planning", tiny_plan("../x", commands=("a | b",))),
    ("planning", tiny_plan().replace("Tiny\n", "Small\n", 1)),
    ("planning", tiny_plan() + "\nAnd more."),
    ("planning", tiny_plan(scope="hidden \u200b here")),
    ("planning", tiny_completion()),
    ("implement", repair_plan("0" * 64, "src/app.py", "src/b.py", trigger="plan_deviation")),
    ("implement", tiny_completion("completed", "clean_context_review_completed")),
    ("review", completion("completed", "clean_context_review_completed")),
]


@pytest.mark.parametrize(("phase", "draft"), GOOD)
def test_what_it_takes_stop_takes_under_the_same_hash(host: PipedHost, phase: str, draft: str) -> None:
    PHASES[phase](host)
    draft = draft.replace("{plan}", str(host.state["accepted"]["plan"]))
    answer, code = check(host, draft)
    assert (answer["ok"], answer["faults"], answer["notes"], code) == (True, [], [], 0)
    host.stop(draft)
    assert any(answer["sha256"] == record.get("sha256") for record in host.ledger)


@pytest.mark.parametrize(("phase", "draft"), BAD)
def test_what_it_finds_is_what_stop_finds(host: PipedHost, phase: str, draft: str) -> None:
    PHASES[phase](host)
    answer, code = check(host, draft)
    assert (answer["ok"], code) == (False, 1)
    told = [line.removeprefix("- ") for line in host.stop(draft).reason.splitlines() if line.startswith("- ")]
    assert lines(answer) == told


@pytest.mark.parametrize(
    ("phase", "draft"), [("planning", summary()), ("implement", tiny_plan()), ("review", summary())]
)
def test_what_the_phase_does_not_take(host: PipedHost, phase: str, draft: str) -> None:
    PHASES[phase](host)
    answer, code = check(host, draft)
    assert (code, len(answer["faults"])) == (1, 1)
    assert phase in answer["faults"][0]["message"]
    before = host.state["phase"]
    host.stop(draft)
    assert (host.state["phase"], host.ledger[-1]["event"]) == (before, "artifact_misplaced")


@BOTH
def test_the_projects_policy_as_it_stands_now(host: PipedHost) -> None:
    planning(host)
    assert check(host, tiny_plan())[1] == 0
    guard(host, deny_write_paths=["src/**"])
    answer, _ = check(host, tiny_plan())
    assert "src/app.py" in lines(answer)[0]
    assert lines(answer)[0] in host.stop(tiny_plan()).reason


def snapshot(folder: Path) -> dict[str, tuple[int, bytes]]:
    return {
        str(path): (path.lstat().st_mtime_ns, path.read_bytes() if path.is_file() else b"")
        for path in folder.rglob("*")
        if not {"turns", "counters"} & {*path.parts}  # the hook records the call
    }


@BOTH
def test_it_changes_nothing(host: PipedHost) -> None:
    implementing(host)
    host.shell(command(tiny_completion()))
    before = snapshot(host.home), snapshot(host.workspace)
    for draft in (tiny_completion(), "# Plan\n\nbroken", summary()):
        check(host, draft)
    assert (snapshot(host.home), snapshot(host.workspace)) == before


def test_the_runs_language_unless_the_environment_names_one(host: PipedHost) -> None:
    host.extra["HARNESS_LANG"] = "ko"
    planning(host)
    korean = check(host, "# Plan\n\nbroken")[0]
    assert korean["faults"] != check(host, "# Plan\n\nbroken", HARNESS_LANG="en")[0]["faults"]
    assert any("가" <= char <= "힣" for char in lines(korean)[0])


@BOTH
def test_another_session_and_an_ended_run_have_no_lineage(host: PipedHost) -> None:
    implementing(host)
    draft = repair_plan("0" * 64, "src/other.py", trigger="plan_deviation")
    assert check(host, draft)[1] == 1
    answer, code = check(host, draft, session="a-session-that-never-was")
    assert (code, len(answer["notes"])) == (0, 1)
    host.prompt("cancel")
    answer, code = check(host, draft)
    assert (code, len(answer["notes"])) == (0, 1)


@BOTH
def test_a_reviewer_that_only_names_the_change_in_its_draft_has_not_read_it(host: PipedHost) -> None:
    """The text of a draft is no read of the files that it names."""
    reviewing(host)
    tool = "Agent" if host.host == "claude" else "spawn_agent"
    host.tool(tool, {"prompt": "review"} if host.host == "claude" else {"message": "review"})
    child = {"agent_id": "reviewer-1", "agent_type": "worker"}
    host.fire("SubagentStart", **child)
    verdict = review() + handoff()
    assert host.shell(command(f"git diff\n{verdict}\nsrc/app.py"), **child).silent
    host.fire("SubagentStop", last_assistant_message=verdict, stop_hook_active=False, **child)
    assert host.evidence[-1]["counts"] is False
    assert "change_unread" in host.evidence[-1]["lacks"]
    host.shell("cat src/app.py", **child)
    host.fire("SubagentStop", last_assistant_message=verdict, stop_hook_active=False, **child)
    assert host.evidence[-1]["counts"] is True


def test_a_childs_review_is_judged_as_subagent_stop_does(host: PipedHost) -> None:
    reviewing(host)
    answer, code = check(host, review("MAYBE"))
    blocked = host.fire(
        "SubagentStop", last_assistant_message=review("MAYBE"), stop_hook_active=False, agent_id="a", agent_type="b"
    )
    assert code == 1
    assert all(line in blocked.reason for line in lines(answer))
    assert check(host, review() + handoff())[1] == 0


def test_the_program_of_the_plugins_python_is_found_by_its_name() -> None:
    """What SKILL.md and the hint tell the agent to call is the command of the package."""
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    assert 'harness-state = "harness_runtime.cli.main:main"' in text
    assert "harness-state check - <<'EOF'" in (ROOT / "skills/harness/SKILL.md").read_text("utf-8")
