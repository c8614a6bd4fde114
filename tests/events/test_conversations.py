"""One long conversation with each host, through every turn that a run can take: JudgedHost refuses any answer
that the real host would not obey (docs/contracts/schemas/answers-<host>.json)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.hooks.conftest import Bench, bench
from tests.support.answers import schema_faults
from tests.support.artifacts import completion, review, small_plan, summary, tiny_completion, tiny_plan
from tests.support.piped import EVENTS, Reply

HANGUL = re.compile(r"[가-힣]")
ACTIVATION_BYTES, OTHER_BYTES = 2_000, 800


def converse(host: Bench) -> None:
    host.fire("SessionStart", source="startup")
    host.prompt("hello")
    host.write("src/app.py")
    host.prompt("$harness add a greeting")
    host.shell("cat src/app.py")
    host.finished("print('hello')\n")
    host.shell("cat src/app.py")
    host.finished(code=1, tool_input={"command": "cat .env"})
    host.write("src/app.py")
    host.shell("rm -rf src")
    host.tool("mcp__x__y", {})
    host.write("src/app.py", agent_id="kid", agent_type="worker")
    host.fire("PermissionRequest", tool_name="Bash", tool_input={"command": "ls"})
    if host.host == "codex":  # Claude Code has no such tool
        host.fire("PermissionRequest", tool_name="write_stdin", tool_input={"chars": "ls\n"})
    host.stop(tiny_plan("/etc/passwd"))
    host.stop("I will correct it.", stop_hook_active=True)
    host.prompt("go on")
    host.stop(completion("completed", "review_not_required_tiny_only"))
    host.prompt("go on")
    host.stop(summary())
    host.prompt("and?")
    host.stop(small_plan("src/**"))
    host.prompt("why?")
    host.stop("Because.")
    host.prompt("y")
    host.prompt("revise: smaller")
    host.stop(small_plan("src/app.py"))
    host.fire("SessionStart", source="resume")
    host.prompt("y", agent_id="kid", agent_type="worker")
    host.prompt("<task-notification>y</task-notification>")
    host.prompt("show it again")
    host.stop(small_plan("src/app.py", commands=("pytest -q",)))
    host.prompt("y")
    host.write("src/app.py")
    host.write("src/other.py")
    host.write(".git/config")
    host.shell("pytest -q")
    host.fire("SessionStart", source="compact")
    host.stop("half way")
    host.prompt("go on")
    host.stop(summary())
    host.review(review("PASS"))
    host.fire("SubagentStop", last_assistant_message="just talk", agent_id="kid", agent_type="worker")
    host.stop(completion("degraded", "review_blocked_degraded"))
    host.write("src/app.py")
    host.prompt("go on")
    host.fire("SessionStart", source="resume")
    host.prompt("$harness again")
    host.stop(tiny_plan("src/app.py"))
    host.prompt("n")
    host.prompt("y")
    host.prompt("$harness and again")
    host.stop(tiny_plan("src/app.py"))
    host.prompt("y")
    host.stop(tiny_completion())
    host.fire("SessionStart", source="resume")
    host.prompt("thank you")
    host.prompt("$harness:off")
    host.prompt("$harness x")
    host.prompt("cancel")
    (host.folder / "state.json").write_text("{", "utf-8")
    host.write("src/app.py")
    host.prompt("go on")
    host.stop("done")
    host.fire("SessionStart", source="resume")
    host.fire("SubagentStop", last_assistant_message=tiny_plan(), agent_id="kid", agent_type="worker")
    host.fire("SessionEnd", reason="other")
    host.prompt("$harness:off")
    host.extra |= {"CLAUDE_PROJECT_DIR": "/"}
    host.prompt("$harness x", cwd="/")


@pytest.fixture(scope="session", params=[("codex", "ko"), ("claude", "en")], ids="-".join)
def talked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, compiled: Path) -> Bench:
    name, language = request.param
    host = bench(tmp_path_factory.mktemp("talk"), name, compiled, forked=True)
    host.extra = {"HARNESS_LANG": language}
    converse(host)
    return host


def said(host: Bench, event: str) -> list[Reply]:
    return [reply for name, reply in host.heard if name == event and reply.stdout]


def test_every_answer_is_one_that_the_host_obeys(talked: Bench) -> None:
    unknown = {"PostToolUseFailure"} if talked.host == "codex" else set()
    assert {name for name, _ in talked.heard} == set(EVENTS) - unknown
    for event, reply in talked.heard:
        assert not reply.stdout or schema_faults(talked.host, event, reply.answer) == []


def test_every_kind_of_answer_was_among_them(talked: Bench) -> None:
    prompts, stops, calls = (said(talked, event) for event in ("UserPromptSubmit", "Stop", "PreToolUse"))
    assert {bool(reply.reason) for reply in prompts} == {True, False}
    assert {bool(reply.reason) for reply in stops} == {True, False}
    assert all(reply.denied or reply.updated_input or reply.context for reply in calls)
    assert any(reply.context and reply.message for reply in said(talked, "SessionStart"))


def test_what_the_hooks_add_to_a_conversation_is_short(talked: Bench) -> None:
    too_long = {
        (event, text)
        for event, reply in talked.heard
        for text in (reply.context, reply.reason)
        if len(text.encode()) > (ACTIVATION_BYTES if text.startswith("Harness active") else OTHER_BYTES)
    }
    assert too_long == set()


def test_all_of_it_is_in_the_language_that_was_asked_for(talked: Bench) -> None:
    texts = [text for _, reply in talked.heard for text in (reply.context, reply.reason, reply.message) if text]
    korean = talked.extra["HARNESS_LANG"] == "ko"
    assert [text for text in texts if bool(HANGUL.search(text)) is not korean] == []
