"""A project's guides on their way to the model: at a session's start, at `$harness`, at prompts that nobody typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.trusting import trust
from tests.conftest import piped_host
from tests.support.artifacts import tiny_completion, tiny_plan
from tests.support.piped import PipedHost

HEADING = "## Project Harness Guides"
HARNESS = """
[defaults]
workflow = "everyday"
[[guides]]
name = "Style"
path = "docs/style.md"
priority = 5
[[guides]]
name = "Everyday"
text = "Small steps."
[[guides]]
name = "Mending"
text = "Reproduce it first."
[[sensors]]
name = "tests"
command = "true"
blocking = true
[[workflows]]
name = "everyday"
guides = ["Style", "Everyday"]
sensors = ["tests"]
[[workflows]]
name = "mending"
task_types = ["bugfix"]
guides = ["Mending", "Style"]
"""


def guide(host: PipedHost, toml: str = HARNESS, *, trusted: bool = True) -> PipedHost:
    """The project has this harness file."""
    for name, text in ((".o4/harness.toml", toml), ("docs/style.md", "Four blanks.\n")):
        (host.workspace / name).parent.mkdir(exist_ok=True)
        (host.workspace / name).write_text(text, "utf-8")
    host.extra["HARNESS_LANG"] = "en"
    if trusted:
        host.data.mkdir(mode=0o700, exist_ok=True)
        trust(host.data, host.workspace)
    return host


def leave(host: PipedHost) -> PipedHost:
    """Nobody sits at the host's screen."""
    host.extra["CLAUDE_CODE_ENTRYPOINT"] = "sdk-cli"
    begun(host, "exec")
    return host


def begun(host: PipedHost, source: str) -> None:
    record = {"type": "session_meta", "payload": {"id": host.session_id, "source": source}}
    (host.home / "transcript.jsonl").write_text(json.dumps(record) + "\n", "utf-8")


@pytest.fixture
def guided(codex: PipedHost) -> PipedHost:
    return guide(codex)


@pytest.fixture
def alone(guided: PipedHost) -> PipedHost:
    return leave(guided)


# A session begins


@pytest.mark.parametrize("source", ["startup", "resume", "clear", "compact"])
def test_the_default_workflow_enters_every_interactive_session(host: PipedHost, source: str) -> None:
    told = guide(host).fire("SessionStart", source=source)
    assert told.context.startswith(f"{HEADING}\n\n### Style\n\nFour blanks.\n\n### Everyday\n\nSmall steps.")
    assert "tests (blocking, fast, computational): `true`" in told.context
    assert ("Mending" in told.context, told.message) == (False, "")


def test_without_a_file_nothing_is_said(host: PipedHost) -> None:
    assert host.fire("SessionStart", source="startup").silent
    assert leave(host).prompt("fix it").silent


def test_a_file_above_the_project_is_not_looked_at(guided: PipedHost) -> None:
    guided.workspace = guided.workspace / "src"
    assert guided.fire("SessionStart", source="startup").silent


@pytest.mark.parametrize(("source", "said"), [("startup", True), ("resume", True), ("compact", False)])
def test_a_file_that_nobody_trusts_is_named_when_a_host_starts(codex: PipedHost, source: str, said: bool) -> None:
    told = guide(codex, trusted=False).fire("SessionStart", source=source)
    assert ("harness-state trust" in told.message, told.context) == (said, "")


def test_a_file_that_nobody_trusts_is_not_named_at_prompts(codex: PipedHost) -> None:
    assert leave(guide(codex, trusted=False)).prompt("fix it").silent
    asked = codex.prompt("$harness fix it")
    assert (HEADING in asked.context, "harness.toml" in asked.message) == (False, False)


def test_a_changed_file_is_not_trusted_any_more(guided: PipedHost) -> None:
    (guided.workspace / ".o4/harness.toml").write_text(HARNESS + "\n# more\n", "utf-8")
    told = guided.fire("SessionStart", source="startup")
    assert ("changed since it was trusted" in told.message, told.context) == (True, "")


def test_a_trusted_file_that_cannot_be_used_is_said_to_the_person(codex: PipedHost) -> None:
    guide(codex, '[[guides]]\nname = "Gone"\npath = "docs/gone.md"\nrequired = true\n')
    told = codex.fire("SessionStart", source="startup")
    assert ('guide "Gone"' in told.message, told.context) == (True, "")
    assert codex.prompt("$harness do it").context.startswith("Harness active:")


def test_a_child_gets_no_section(guided: PipedHost) -> None:
    assert guided.fire("SessionStart", source="startup", agent_id="a1").silent


# A request to Harness


def test_a_request_brings_the_guides_of_its_task(host: PipedHost) -> None:
    told = guide(host).prompt("$harness fix the greeting")
    active, _, section = told.context.partition("\n\n")
    assert active.startswith("Harness active:") and len(active.encode()) < 2000
    assert section.startswith("The task type of this request is bugfix.")
    assert "### Mending\n\nReproduce it first." in section
    assert ("Small steps." in section, host.state["checks"]["task_type"]) == (False, "bugfix")


@pytest.mark.parametrize(
    ("prompt", "task_type"),
    [
        ("$harness what is this?", "investigation"),
        ("[$harness:harness](/opt/test/fix/skills/harness/SKILL.md) look around", "investigation"),
        ("$harness:harness rename it", "refactor"),
        ("look at this\n\n$harness add a greeting", "feature"),
    ],
)
def test_the_task_type_is_of_the_request_and_not_of_what_activates(
    guided: PipedHost, prompt: str, task_type: str
) -> None:
    guided.prompt(prompt)
    assert guided.state["checks"]["task_type"] == task_type


def test_a_resumed_run_gets_its_own_section_again(alone: PipedHost) -> None:
    alone.prompt("$harness fix the greeting")
    told = alone.fire("SessionStart", source="resume")
    assert "Phase planning" in told.context
    assert ("Reproduce it first." in told.context, "Small steps." in told.context) == (True, False)


def test_later_prompts_of_a_run_bring_no_section(alone: PipedHost) -> None:
    alone.prompt("$harness fix the greeting")
    assert HEADING not in alone.prompt("add another one").context


# Prompts of a host at whose screen nobody sits


def test_every_prompt_brings_the_guides_of_its_task(host: PipedHost) -> None:
    alone = leave(guide(host))
    assert alone.fire("SessionStart", source="startup").silent, "the prompt brings its own"
    assert "Reproduce it first." in alone.prompt("fix it").context
    assert "Small steps." in alone.prompt("what is this?").context


def test_after_a_compaction_the_default_workflow_is_there_again(alone: PipedHost) -> None:
    assert "Small steps." in alone.fire("SessionStart", source="compact").context


def test_a_prompt_that_a_person_typed_brings_nothing(host: PipedHost) -> None:
    begun(guide(host), "cli")
    assert host.prompt("fix it").silent


def test_a_machine_s_prompt_and_a_child_s_bring_nothing(alone: PipedHost) -> None:
    assert alone.prompt("<task-notification>\n<task-id>1</task-id> fix").silent
    assert alone.prompt("fix it", agent_id="a1").silent


def test_after_a_completed_run_prompts_bring_guides_again(alone: PipedHost) -> None:
    alone.approve(tiny_plan("src/app.py"))
    alone.stop(tiny_completion())
    told = alone.prompt("fix something else")
    assert "Harness is now off" in told.context
    assert "Reproduce it first." in told.context


def test_while_another_session_is_armed_a_prompt_brings_its_guides(alone: PipedHost) -> None:
    alone.prompt("$harness fix it")
    alone.session_id = "another-session"
    assert "Reproduce it first." in alone.prompt("fix it").context


def test_a_hook_that_cannot_run_does_not_stop_such_a_prompt(alone: PipedHost, tmp_path: Path) -> None:
    """Its guides are missing then; nothing depends on them."""
    python = tmp_path / "python"
    python.write_text("#!/bin/sh\necho broken >&2\nexit 1\n", "utf-8")
    python.chmod(0o755)
    (alone.data / "interpreter").write_text(f"{python}\n", "utf-8")
    reply = alone.prompt("fix it")
    assert (reply.code, reply.stdout) == (0, "")


def test_missing_libraries_are_said_and_stop_no_such_prompt(alone: PipedHost, tmp_path: Path) -> None:
    bare = tmp_path / "bare"
    bare.write_text(f'#!/bin/sh\nexec "{_base_python()}" "$@"\n', "utf-8")
    bare.chmod(0o755)
    (alone.data / "interpreter").write_text(f"{bare}\n", "utf-8")
    reply = alone.prompt("fix it")
    assert ("decision" in reply.answer, "/bin/setup" in reply.message) == (False, True)


def _base_python() -> str:
    """An interpreter without the packages of this environment."""
    import sys

    return str(Path(sys.base_prefix) / "bin" / "python3")


# Codex passes no more than 10,000 bytes on

LONG = "Long lines of advice.\n" * 300
BIG = f'''
[[guides]]
name = "First"
priority = 9
path = "docs/first.md"
[[guides]]
name = "Second"
priority = 8
text = """{LONG}"""
[[guides]]
name = "Third"
text = "Short."
'''


@pytest.mark.parametrize(("name", "whole"), [("codex", False), ("claude", True)])
def test_what_codex_would_not_pass_on_is_named_instead(tmp_path: Path, name: str, whole: bool) -> None:
    host = piped_host(tmp_path, name)
    (host.workspace / "docs").mkdir()
    (host.workspace / "docs/first.md").write_text(LONG, "utf-8")
    told = guide(host, BIG).prompt("$harness do it").context
    assert (len(told.encode()) > 10_000, told.count(LONG.strip())) == (whole, 2 if whole else 1)
    assert ("Read this guide in `.o4/harness.toml` before you begin." in told) is not whole
    assert "### Third\n\nShort." in told


def test_a_long_guide_of_korean_is_counted_in_bytes(codex: PipedHost) -> None:
    guide(codex, f'[[guides]]\nname = "Long"\ntext = "{"가" * 3400}"\n')
    told = codex.fire("SessionStart", source="startup").context
    assert "before you begin" in told and "가" not in told


def test_a_list_that_is_too_long_by_itself_is_cut_and_says_so(codex: PipedHost) -> None:
    sensors = "".join(f'[[sensors]]\nname = "sensor {number}"\ncommand = "{"x" * 60}"\n' for number in range(200))
    told = guide(codex, sensors).fire("SessionStart", source="startup").context
    assert 9_000 < len(told.encode()) <= 10_000
    assert told.endswith("(Cut off here. The rest is in `.o4/harness.toml`.)\n")
