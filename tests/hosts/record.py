"""Record what the real hosts tell a hook: `python -m tests.hosts.record` writes tests/fixtures/payloads/.

A throwaway plugin appends every event to a log while a scripted model does a bit of everything. Paths, ids
and times are replaced and shapes are kept, so that two recordings can be compared.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from pathlib import Path

from .claude import Claude
from .codex import CHILDREN_V1, CODE_MODE, DIRECT_TOOLS, Codex
from .hands import WAIT_MS
from .programs import CHECKOUT
from .scripted import CHILD, ROOT, Call, FreeForm, Say, Shell

FIXTURES = CHECKOUT / "tests" / "fixtures" / "payloads"
BOTH = (
    "SessionStart",
    "UserPromptSubmit",
    "PreToolUse",
    "PostToolUse",
    "SubagentStart",
    "SubagentStop",
    "Stop",
)
CLAUDE_ONLY = ("PostToolUseFailure", "UserPromptExpansion")

HOOK = """\
payload=$(cat)
printf '%s\\n' "$payload" >> "$EVENT_LOG"
case $payload in
*'"stop_hook_active":false'*'"last_assistant_message":"once more'*)
    printf '{"decision":"block","reason":"the probe asks for one more"}' ;;
esac
"""

SKILL = """\
---
name: harness
description: records events
---
Say hello.
"""


def timeout(event: str) -> dict[str, int]:
    """Codex warns of more for SessionEnd."""
    return {"timeout": 3 if event == "SessionEnd" else 30}


def write_probe(folder: Path, events: tuple[str, ...]) -> Path:
    """The recording plugin, with a marketplace of its own."""
    command = {"type": "command", "command": 'sh "${CLAUDE_PLUGIN_ROOT}/hooks/record"'}
    manifest = {"name": "harness", "version": "0.1.0", "description": "records events"}
    files = {
        ".agents/plugins/marketplace.json": {
            "name": "harness",
            "plugins": [{"name": "harness", "source": {"source": "local", "path": "./"}}],
        },
        ".claude-plugin/marketplace.json": {
            "name": "harness",
            "owner": {"name": "tests"},
            "plugins": [{"name": "harness", "source": "./", "description": "records events"}],
        },
        ".codex-plugin/plugin.json": manifest,
        ".claude-plugin/plugin.json": manifest,
        "hooks/hooks.json": {"hooks": {event: [{"hooks": [command | timeout(event)]}] for event in events}},
    }
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(json.dumps(content), "utf-8")
    (folder / "hooks" / "record").write_text(HOOK, "utf-8")
    (folder / "skills" / "harness").mkdir(parents=True)
    (folder / "skills" / "harness" / "SKILL.md").write_text(SKILL, "utf-8")
    return folder


def patch(path: str) -> str:
    return f"*** Begin Patch\n*** Add File: {path}\n+hello\n*** End Patch\n"


def nested(script: str) -> FreeForm:
    """JavaScript for code mode."""
    return FreeForm("exec", script, "functions")


def record_codex(root: Path) -> list[str]:
    log = root / "events"
    codex = Codex(root / "codex", EVENT_LOG=str(log))
    codex.install(write_probe(root / "probe", (*BOTH, "SessionEnd")))
    direct = codex.new_conversation("direct", DIRECT_TOOLS)
    add = FreeForm("apply_patch", patch("src/hello.txt"))
    direct.say("$harness add a greeting", Shell("cat src/app.py"), add, Say("first turn"))
    direct.say("y", Shell("exit 3", {"workdir": "src"}), Say("once more"), Say("second turn"))

    codex.new_conversation("children-v1", CHILDREN_V1).say(
        "ask a child",
        Call("spawn_agent", {"message": "y"}, "multi_agent_v1"),
        wait_for_child,
        Say("all ended"),
        child=[Shell("echo hello > hello.txt"), Say("once more"), Say("the child ended")],
        who=lambda text: ROOT if "ask a child" in text else CHILD,
    )
    codex.new_conversation("code-mode", CODE_MODE).say(
        "work in code mode",
        nested('text((await tools.exec_command({cmd: "cat src/app.py"})).output)'),
        nested(f"await tools.apply_patch({json.dumps(patch('src/hello.txt'))})"),
        Call(
            "spawn_agent",
            {"task_name": "kid", "message": "CHILD: write", "fork_turns": "none"},
            "collaboration",
        ),
        Call("wait_agent", {"timeout_ms": WAIT_MS}, "collaboration"),
        Say("all ended"),
        child=[
            nested(f"await tools.apply_patch({json.dumps(patch('src/child.txt'))})"),
            Say("the child ended"),
        ],
    )
    codex.close()
    places = {rf"{root}/codex/work/[\w-]+": "/home/dev/project", rf"{root}/codex/codex_home": "/home/dev/.codex"}
    return plain(log.read_text("utf-8"), places)


def wait_for_child(body: dict) -> list[Call]:
    """The child's id is in the answer to the call that made it."""
    child = re.search(r"agent_id\W+([0-9a-f-]{36})", json.dumps(body["input"]))[1]
    return [Call("wait_agent", {"targets": [child], "timeout_ms": WAIT_MS}, "multi_agent_v1")]


def record_claude(root: Path) -> list[str]:
    log = root / "events"
    claude = Claude(root / "claude", EVENT_LOG=str(log))
    claude.install(write_probe(root / "probe", (*BOTH, *CLAUDE_ONLY, "SessionEnd")))
    talk = claude.new_conversation("talk")

    def write(name: str) -> Call:
        return Call("Write", {"file_path": str(talk.workspace / "src" / name), "content": "hello\n"})

    app = {"file_path": str(talk.workspace / "src" / "app.py")}
    edit = {**app, "old_string": "app", "new_string": "App", "replace_all": True}
    agent = {"description": "kid", "prompt": "CHILD: write", "subagent_type": "general-purpose"}
    look = Shell("cat src/app.py")
    talk.say(
        "$harness add a greeting",
        Call("Read", app),
        write("hello.txt"),
        Call("Edit", edit),
        look,
        Say("first turn"),
    )
    talk.say(
        "y",
        Shell("exit 3"),
        Call("Agent", agent),
        Say("once more"),
        Say("second turn"),
        child=[write("child.txt"), Shell("echo hello > hello.txt"), Say("once more"), Say("the child ended")],
    )
    background = Shell("sleep 0.5", {"run_in_background": True})
    talk.say("run it in the background", background, Say("third turn"), Say("fourth turn"))
    talk.say("/harness add a greeting", Say("fifth turn"))
    claude.close()
    places = {
        rf"{root}/claude/work/\w+": "/home/dev/project",
        rf"{root}/claude/home": "/home/dev",
        rf"{root}/claude/tmp": "/tmp",
        rf"{root}/probe": "/home/dev/harness",
        r"-[\w-]+-claude-work-talk": "-home-dev-project",
    }
    return plain(log.read_text("utf-8"), places)


def plain(log: str, places: dict[str, str]) -> list[str]:
    """Without what differs from run to run: places, ids, times."""
    text = "\n".join(line for line in log.splitlines() if line.strip())
    for found, stable in places.items():
        text = re.sub(found, stable, text)
    uuid = r"\b[0-9a-f]{8}-[0-9a-f]{4}-([47])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b"
    text = _numbered(text, uuid, "{0:08d}-0000-{1}000-8000-000000000000")
    text = _numbered(text, r"\b(a)[0-9a-f]{16}\b", "{1}{0:016d}")
    for task in set(re.findall(r'"backgroundTaskId":"(\w+)"', text)):
        text = text.replace(task, "b00000001")
    text = re.sub(r'(nickname\\":\\")[^\\]+', r"\g<1>Ada", text)
    moment = r"/\d{4}/\d\d/\d\d/rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-"
    text = re.sub(moment, "/2026/01/02/rollout-2026-01-02T03-04-05-", text)
    return re.sub(r'("(?:totalD|d)uration(?:_ms|Ms)":)\d+', r"\g<1>1", text).splitlines()


def _numbered(text: str, shape: str, plainer: str) -> str:
    """Ids of one shape, replaced by their running number; what the shape captures says which kind it is."""
    known: dict[str, str] = {}

    def number(found: re.Match) -> str:
        return known.setdefault(found[0], plainer.format(len(known) + 1, found[1]))

    return re.sub(shape, number, text)


RECORDERS = {"codex": record_codex, "claude": record_claude}


def main() -> int:
    FIXTURES.mkdir(parents=True, exist_ok=True)
    for host, record in RECORDERS.items():
        with tempfile.TemporaryDirectory(prefix="harness-record-") as folder:
            lines = record(Path(folder).resolve())
        (FIXTURES / f"{host}.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
        print(f"{host}: {len(lines)} events")
    return 0


if __name__ == "__main__":
    sys.exit(main())
