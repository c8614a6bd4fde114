"""The measured cases: folders as a real installation leaves them, and the command line that a host runs."""

from __future__ import annotations

import json
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness_runtime.loop.undo.bounds import MAX_FILES
from harness_runtime.session.layout import folder_name
from harness_runtime.session.undo import FILE, Record, UndoFolder
from tests.support.artifacts import tiny_plan
from tests.support.engines import set_engine
from tests.support.piped import EVENTS, PipedHost

HISTORY = 100_000
SESSIONS = 1_000


@dataclass(frozen=True)
class Case:
    """`budget`: the most that its ratio to the baseline should be, 0 for none; `allowance`: seconds that do not count
    for it."""

    name: str
    command: list[str]
    stdin: bytes
    environment: dict[str, str]
    folder: Path
    exit_code: int = 0
    budget: float = 0.0
    allowance: float = 0.0


def prepare(root: Path, other: str = "") -> list[Case]:
    """The baseline first, then one case a line of the budget table."""
    interpreter = str(Path(sys.executable).resolve())
    idle = _host(root / "idle", interpreter)
    armed = _host(root / "armed", interpreter)
    armed.approve(tiny_plan("src/app.py"))
    old = _host(root / "old", interpreter)
    old.approve(tiny_plan("src/app.py"))
    _add_history(old)
    tested = _host(root / "tested", interpreter)
    tested.approve(tiny_plan("src/app.py", commands=("make test",)))
    set_engine(tested, "bubblewrap")
    ended = _host(root / "ended", interpreter)
    ended.approve(tiny_plan("src/app.py", commands=("make test",)))
    set_engine(ended, "bubblewrap")
    ended.shell("make test")
    ended.finished()
    talked = _host(root / "talked", interpreter)
    talked.approve(tiny_plan("src/app.py"))
    bare = Case("python3 -I -S -c pass", [interpreter, "-I", "-S", "-c", "pass"], b"", {}, root)
    stranger = {"session_id": "99999999-2222-4333-8444-555555555555"}
    inside, outside = _patch("src/app.py"), _patch("src/other.py")
    cases = [
        bare,
        _case("PreToolUse, nothing armed", idle, "PreToolUse", inside, budget=0.35),
        _case("PreToolUse, armed elsewhere", armed, "PreToolUse", inside | stranger, budget=1.8),
        _case("PreToolUse, patch allowed", armed, "PreToolUse", inside, budget=2.1),
        _case("PreToolUse, patch denied", armed, "PreToolUse", outside, budget=2.1, exit_code=2),
        _case("PreToolUse, Write allowed", armed, "PreToolUse", _write(armed, "src/app.py"), budget=2.1),
        _case("PreToolUse, Write denied", armed, "PreToolUse", _write(armed, "src/no.py"), budget=2.1, exit_code=2),
        _case("PreToolUse, Read", armed, "PreToolUse", _read(armed, "src/app.py"), budget=2.1),
        _case("PermissionRequest, a question of the host", armed, "PermissionRequest", _shell("make"), budget=0),
        _case("PreToolUse, Bash allowed", armed, "PreToolUse", _shell("cat src/app.py | head -5"), budget=2.6),
        _case("PreToolUse, Bash denied", armed, "PreToolUse", _shell("make all"), budget=2.6, exit_code=2),
        _case("PreToolUse, Bash to run confined", tested, "PreToolUse", _shell("make test"), budget=2.6),
        _case("PreToolUse, patch allowed, after a confined run", ended, "PreToolUse", inside, budget=2.1),
        _case("PostToolUse, nothing armed", idle, "PostToolUse", inside, budget=0.35),
        _case("PostToolUse, armed elsewhere", armed, "PostToolUse", inside | stranger, budget=2.0),
        _finished("PostToolUse, in a run after a patch", armed, inside),
        _finished("PostToolUse, in a run after a read", armed, _shell("cat src/app.py")),
        _finished("PostToolUse, after a patch, long history", old, inside),
        _case("UserPromptSubmit, ordinary, nothing armed", idle, "UserPromptSubmit", {"prompt": "hello"}, budget=3),
        _case("Stop, nothing armed", idle, "Stop", {"last_assistant_message": "done"}, budget=0.35),
        _case("UserPromptSubmit, ordinary, in a run", talked, "UserPromptSubmit", {"prompt": "hello"}, budget=0),
        _case("Stop, ordinary, in a run", talked, "Stop", {"last_assistant_message": "so far"}, budget=0),
        _case("PreToolUse, patch allowed, long history", old, "PreToolUse", inside, budget=2.1 * 1.1),
        _case("PreToolUse, armed elsewhere, long history", old, "PreToolUse", inside | stranger, budget=1.8 * 1.1),
    ]
    if other:
        stdin = json.dumps(armed.payload("PreToolUse", **inside)).encode()
        cases.append(Case("another guard's PreToolUse", shlex.split(other), stdin, armed.environment(), root))
    return cases


def _host(root: Path, interpreter: str) -> PipedHost:
    for name in ("workspace/src", "home", "data"):
        (root / name).mkdir(parents=True)
    (root / "workspace/src/app.py").write_text("print('hello')\n", "utf-8")
    (root / "data/interpreter").write_text(f"{sys.executable}\n", "utf-8")
    # the same call in the same turn, round after round: no limit may end it
    limits = {"agent": {"repeat_limit": 100, "max_turns": 100_000}, "tools": {"max_tool_calls_per_turn": 100_000}}
    (root / "data/config.json").write_text(json.dumps(limits), "utf-8")
    return PipedHost(root / "data", root / "workspace", root / "home")


def _case(
    name: str, host: PipedHost, event: str, fields: dict[str, Any], *, budget: float, exit_code: int = 0
) -> Case:
    command = EVENTS[event][0]["hooks"][0]["command"]
    stdin = json.dumps(host.payload(event, **fields)).encode()
    return Case(name, ["/bin/sh", "-c", command], stdin, host.environment(), host.workspace, exit_code, budget)


def _finished(name: str, host: PipedHost, fields: dict[str, Any]) -> Case:
    """The event after a call that was let pass: nothing is to be delivered."""
    call = fields | {"tool_use_id": name}
    host.fire("PreToolUse", **call)
    return _case(name, host, "PostToolUse", call | {"tool_response": "done"}, budget=2.0)


def _patch(path: str) -> dict[str, Any]:
    text = f"*** Begin Patch\n*** Update File: {path}\n@@\n-print('hello')\n+print('hi')\n*** End Patch\n"
    return {"tool_name": "apply_patch", "tool_input": {"command": text}, "tool_use_id": "call_1"}


def _write(host: PipedHost, path: str) -> dict[str, Any]:
    tool_input = {"file_path": f"{host.workspace}/{path}", "content": "print('hi')\n"}
    return {"tool_name": "Write", "tool_input": tool_input, "tool_use_id": "call_1"}


def _read(host: PipedHost, path: str) -> dict[str, Any]:
    tool_input = {"file_path": f"{host.workspace}/{path}"}
    return {"tool_name": "Read", "tool_input": tool_input, "tool_use_id": "call_1"}


def _shell(command: str) -> dict[str, Any]:
    return {"tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": "call_1"}


def _add_history(host: PipedHost) -> None:
    """Call records, first copies as many as a run keeps, ledger lines behind the head (as void ones) and other
    sessions, armed and not."""
    turn = host.folder / "turns" / folder_name(host.turn)
    turn.parent.mkdir(exist_ok=True)
    record = b'{"at":"2026-01-01T00:00:00Z","tool":"x","verdict":"allow","kind":"read","rule":"read",'
    record += b'"child":false,"subject":"src/app.py"}'
    turn.write_bytes((record.ljust(511) + b"\n") * HISTORY)
    with (host.folder / "ledger.jsonl").open("ab") as ledger:
        ledger.write(b'{"event":"void"}\n' * HISTORY)
    with UndoFolder(str(host.data), host.session_id) as undo:
        root = str(host.workspace)
        copies = [
            Record(FILE, root, f"src/{number}.py", "0" * 16, run="r", total_files=number)
            for number in range(MAX_FILES)
        ]
        undo.append(copies, undo.records())
    for number in range(SESSIONS):
        name = f"00000000-0000-4000-8000-{number:012d}"
        (host.data / "runs" / name).mkdir()
        (host.data / "armed" / name).touch()
