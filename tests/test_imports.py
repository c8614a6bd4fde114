"""Who may import whom, and which modules a hot hook may cost: the arrows of the house, the price of a call."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.conftest import piped_host
from tests.support.artifacts import tiny_plan
from tests.support.engines import set_engine
from tests.support.piped import ROOT, PipedHost

PACKAGE = ROOT / "harness_runtime"
GROUND = {"messages", "wire", "session"}
ROOMS = {
    "messages": GROUND,
    "wire": GROUND,
    "session": GROUND,
    "artifacts": GROUND,
    "boundary": GROUND,
    "workflow": GROUND,
    "settings": GROUND,
    "confinement": {"boundary"} | GROUND,
    "models": {"settings"} | GROUND,
    "loop": {"boundary", "models", "settings", "workflow"} | GROUND,
    "guides": GROUND,
    "chains": {"guides", "settings"} | GROUND,
    "events": {"artifacts", "boundary", "chains", "confinement", "guides", "loop", "models", "workflow", "settings"}
    | GROUND,
    "cli": {"artifacts", "boundary", "chains", "confinement", "events", "guides", "loop", "models", "workflow"}
    | {"settings"}
    | GROUND,
}
LIBRARIES: dict[str, set[str]] = {
    "messages": set(),
    "wire": set(),
    "session": {"filelock", "pydantic"},
    "artifacts": {"markdown_it", "pydantic"},
    "boundary": set(),
    "confinement": set(),
    "guides": {"pydantic", "pydantic_core"},
    "chains": set(),
    "models": {"openai"},
    "loop": set(),
    "workflow": {"markdown_it"},
    "settings": {"pydantic", "pydantic_core"},
    "events": {"filelock", "markdown_it", "pydantic"},  # `cold` looks whether they are there
    "cli": {"click", "opentelemetry", "pydantic", "rich"},  # `export` alone sends, by an extra
}
# What a function of (event, state) has no use for.
IMPURE = """
    asyncio datetime fcntl glob http io logging multiprocessing os pathlib platform posix random select shutil signal
    site socket sqlite3 subprocess sys tempfile threading time urllib uuid
"""
PURE = ("artifacts", "workflow")


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Every imported module with its line: at the top, in functions, behind TYPE_CHECKING."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} imports relatively"
            module = node.module or ""
            yield node.lineno, module
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names if module == PACKAGE.name)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "__import__":
            yield node.lineno, "__import__"


def named(path: Path) -> Iterator[tuple[int, str]]:
    """Every imported module or name, spelled from the top."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)
            yield node.lineno, str(node.module)
        elif isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)


def modules(room: str) -> list[Path]:
    return sorted((PACKAGE / room).rglob("*.py"))


def imported(room: str) -> Iterator[tuple[str, str]]:
    """Where, and the imported module."""
    for path in modules(room):
        for line, name in imports(path):
            yield f"{path.relative_to(ROOT)}:{line}", name


def test_every_room_is_known() -> None:
    assert {path.name for path in PACKAGE.iterdir() if path.is_dir() and any(path.glob("*.py"))} == set(ROOMS)


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_what_lies_below_it(room: str) -> None:
    reachable = ROOMS[room] | {room, "__version__"}
    seen = [(where, name.split(".")[1]) for where, name in imported(room) if name.startswith(f"{PACKAGE.name}.")]
    assert [(where, name) for where, name in seen if name not in reachable] == []


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_uses_only_its_own_libraries(room: str) -> None:
    known = {*sys.stdlib_module_names, "_sha256", "_sha2", PACKAGE.name, *LIBRARIES[room]}
    assert sorted((where, name) for where, name in imported(room) if name.split(".")[0] not in known) == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Imports inside functions and behind TYPE_CHECKING count as well."""
    paths = [path for room in ROOMS for path in modules(room)]
    names = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in paths}
    arrows = {name: {other for _, other in named(path) if other in names} for name, path in names.items()}
    while leaves := [name for name, others in arrows.items() if not others & arrows.keys()]:
        for name in leaves:
            del arrows[name]
    while roots := arrows.keys() - set().union(*arrows.values()):  # what only leads to a circle
        for name in roots:
            del arrows[name]
    assert sorted(arrows) == []


@pytest.mark.parametrize("room", PURE)
def test_a_pure_room_reaches_for_nothing_outside_its_arguments(room: str) -> None:
    assert sorted((where, name) for where, name in imported(room) if name.split(".")[0] in IMPURE.split()) == []


def test_no_hook_executable_imports_more_than_its_event() -> None:
    found = {
        path.name: sorted({name for _, name in imports(path)})
        for path in (ROOT / "hooks").iterdir()
        if path.read_bytes().startswith(b'"""')
    }
    assert found.pop("confine") == ["harness_runtime.confinement.command", "sys"]  # a program, no hook
    assert found == {name: [f"harness_runtime.events.{name}", "sys"] for name in found}
    assert len(found) == len(json.loads((ROOT / "hooks/hooks.json").read_text("utf-8"))["hooks"])


# The price of a tool call. Each module below is paid for on every call of its kind, before the tool may start; a new
# one needs a reason as good as these, and usually belongs where only the rare case imports it.

HOSTED = "__future__ _collections_abc _json _stat gc genericpath os posixpath stat"  # `os` and what it brings
RIM = f"""
    {HOSTED} harness_runtime harness_runtime.events harness_runtime.events.pre_tool_use
    harness_runtime.session harness_runtime.session.layout
    harness_runtime.wire harness_runtime.wire.deny harness_runtime.wire.fastjson harness_runtime.wire.stdin
"""
IN_A_RUN = f"""
    {RIM} _sha256 _sha2 harness_runtime.wire.call_digest harness_runtime.wire.environment
    harness_runtime.events.judge harness_runtime.events.call_record harness_runtime.events.guarded_call
    harness_runtime.loop harness_runtime.loop.repetition
    harness_runtime.session.calls harness_runtime.session.counters harness_runtime.session.heartbeat
    harness_runtime.session.sealed
    harness_runtime.boundary harness_runtime.boundary.call harness_runtime.boundary.child
    harness_runtime.boundary.decide harness_runtime.boundary.decision harness_runtime.boundary.folding
    harness_runtime.boundary.paths harness_runtime.boundary.patterns harness_runtime.boundary.places
    harness_runtime.boundary.sealed_rules harness_runtime.boundary.secrets harness_runtime.boundary.targets
    harness_runtime.boundary.tools
"""
UNDO = """
    harness_runtime.loop.first_copy harness_runtime.session.entry harness_runtime.session.undo
"""
COPIES = """
    harness_runtime.loop.undo harness_runtime.loop.undo.bounds harness_runtime.loop.undo.copies
"""  # for the first change of a file
WRITE = f"{IN_A_RUN} {UNDO} {COPIES}"
PATCH = "harness_runtime.boundary.patch"
SHELL = """
    harness_runtime.boundary.shell_call harness_runtime.boundary.shell_patch harness_runtime.boundary.shell_programs
    harness_runtime.boundary.shell harness_runtime.boundary.shell.finding harness_runtime.boundary.shell.ground
    harness_runtime.boundary.shell.index harness_runtime.boundary.shell.judge harness_runtime.boundary.shell.options
    harness_runtime.boundary.shell.parser
    harness_runtime.boundary.shell.syntax harness_runtime.boundary.shell.waiting
"""
TEXT = "harness_runtime.boundary.shell.readers harness_runtime.boundary.shell.table_text"
CHANGE = """
    harness_runtime.boundary.shell.changes harness_runtime.boundary.shell.table_change
    harness_runtime.boundary.shell.writes
"""
GIT = """
    harness_runtime.boundary.globs harness_runtime.boundary.shell.git harness_runtime.boundary.shell.table_git
"""
CONFINED = """
    harness_runtime.boundary.confined harness_runtime.boundary.shell.standing harness_runtime.boundary.shell.versions
    harness_runtime.boundary.shell.verification harness_runtime.events.hand_over harness_runtime.session.confined_lock
    harness_runtime.session.tickets harness_runtime.wire.rewrite harness_runtime.loop.undo.boundary
    harness_runtime.loop.undo.walk harness_runtime.loop.undo.git_objects harness_runtime.session.git_entries
"""
DENIAL = "harness_runtime.messages harness_runtime.messages.denials"
AFTER = RIM.replace("events.pre_tool_use", "events.post_tool_use").replace("harness_runtime.wire.deny", "")
AFTER_IN_A_RUN = f"""
    {AFTER} _sha256 _sha2 harness_runtime.session.calls harness_runtime.wire.call_digest
    harness_runtime.loop harness_runtime.loop.repetition
    harness_runtime.session.counters harness_runtime.session.notes
"""
AFTER_A_CHANGE = f"{AFTER_IN_A_RUN} {UNDO} harness_runtime.session.last_change"

UPDATE = "*** Begin Patch\n*** Update File: {}\n@@\n-x\n+y\n*** End Patch\n"
CALLS = {
    "Write": (("Write", {"file_path": "{}/src/app.py", "content": "x"}), WRITE),
    "Edit": (("Edit", {"file_path": "{}/src/app.py", "old_string": "x", "new_string": "y"}), WRITE),
    "patch": (("apply_patch", {"command": UPDATE.format("src/app.py")}), f"{WRITE} {PATCH}"),
    "read": (("Read", {"file_path": "{}/src/app.py"}), IN_A_RUN),
    "shell read": (("Bash", {"command": "cat src/app.py | head -3"}), f"{IN_A_RUN} {SHELL} {TEXT}"),
    "shell write": (("Bash", {"command": "rm src/app.py"}), f"{WRITE} {SHELL} {CHANGE}"),
    "verification": (("Bash", {"command": "make test"}), f"{IN_A_RUN} {SHELL} {CONFINED} {UNDO} {COPIES}"),
    "sed": (("Bash", {"command": "sed -n 1p src/app.py"}), f"{IN_A_RUN} {SHELL} harness_runtime.boundary.shell.sed"),
    "find": (("Bash", {"command": "find . -name x"}), f"{IN_A_RUN} {SHELL} harness_runtime.boundary.shell.find"),
    "git": (("Bash", {"command": "git diff"}), f"{IN_A_RUN} {SHELL} {GIT} {DENIAL}"),
    "denied Write": (("Write", {"file_path": "{}/src/no.py", "content": "x"}), f"{IN_A_RUN} {DENIAL}"),
    "denied patch": (("apply_patch", {"command": UPDATE.format("src/no.py")}), f"{IN_A_RUN} {PATCH} {DENIAL}"),
    "denied shell": (("Bash", {"command": "rm src/no.py"}), f"{IN_A_RUN} {SHELL} {CHANGE} {DENIAL}"),
    "unknown tool": (("Teleport", {}), f"{IN_A_RUN} {DENIAL}"),
}
COLD = """
    json re typing pathlib dataclasses enum functools collections hashlib pydantic filelock markdown_it click
"""


def imported_by(host: PipedHost, arguments: list[str], raw: bytes = b"") -> set[str]:
    """The modules that the interpreter imports for these arguments, started as the launcher starts it."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-X", "importtime", *arguments],
        input=raw, capture_output=True, env=host.environment(), cwd=host.workspace, timeout=60, check=False,
    )  # fmt: skip
    lines = [line.split("|") for line in done.stderr.decode().splitlines() if line.startswith("import time:")]
    return {cells[2].strip() for cells in lines[1:]}


def cost_of(host: PipedHost, tool: str, tool_input: dict[str, Any]) -> set[str]:
    """What the PreToolUse hook imports for this call, the first of its kind in its turn, beyond a bare start."""
    for left in ("undo", "unended"):  # of the call before
        shutil.rmtree(host.folder / left, ignore_errors=True)
    host.turn = str(uuid4())
    placed = {name: value.replace("{}", str(host.workspace)) for name, value in tool_input.items()}
    payload = host.payload("PreToolUse", tool_name=tool, tool_input=placed, tool_use_id="call_1")
    hook = imported_by(host, [str(ROOT / "hooks/pre_tool_use")], json.dumps(payload).encode())
    return hook - imported_by(host, ["-c", "pass"])


@pytest.fixture(scope="module")
def approved(tmp_path_factory: pytest.TempPathFactory) -> PipedHost:
    """A session in `implement`, with one writable file in a git repository."""
    host = piped_host(tmp_path_factory.mktemp("hot"), "claude")
    subprocess.run(["git", "init", "-q"], cwd=host.workspace, check=True)
    host.prompt("$harness do it")
    host.tool("Read", {"file_path": f"{host.workspace}/src/app.py"})
    host.stop(tiny_plan("src/app.py", commands=("make test",)))
    host.prompt("y")
    set_engine(host, "bubblewrap")
    assert host.state["phase"] == "implement"
    return host


@pytest.mark.parametrize(("call", "listed"), CALLS.values(), ids=CALLS.keys())
def test_a_tool_call_in_a_run_costs_no_module_more(
    approved: PipedHost, call: tuple[str, dict[str, Any]], listed: str
) -> None:
    cost = cost_of(approved, *call)
    assert "harness_runtime.boundary.decide" in cost
    assert sorted(cost - set(listed.split())) == [], "new on the hot path: every call of this kind pays for it"
    assert cost & set(COLD.split()) == set()


def test_a_session_that_is_not_armed_pays_for_the_rim_only(approved: PipedHost) -> None:
    other = replace(approved, session_id="99999999-2222-4333-8444-555555555555")
    cost = cost_of(other, "Write", {"file_path": "{}/src/app.py", "content": "x"})
    assert sorted(cost - set(RIM.split())) == [], (
        "new on the hot path: sessions that never asked for Harness pay for it"
    )


def test_no_list_holds_a_module_that_nothing_needs(approved: PipedHost) -> None:
    needed = set().union(*(cost_of(approved, *call) for call, _ in CALLS.values()))
    listed = {name for _, names in CALLS.values() for name in names.split()}
    assert listed - needed <= {"_sha256", "_sha2"}


def finished_cost(host: PipedHost, tool: str, tool_input: dict[str, Any], **fields: Any) -> set[str]:
    """What the PostToolUse hook imports once this call is over, beyond a bare start."""
    host.turn = str(uuid4())
    placed = {name: value.replace("{}", str(host.workspace)) for name, value in tool_input.items()}
    host.tool(tool, placed)
    assert host.called is not None
    more = {"tool_response": "", **host.called.fields, **fields}
    payload = host.payload("PostToolUse", tool_name=tool, tool_input=placed, **more)
    hook = imported_by(host, [str(ROOT / "hooks/post_tool_use")], json.dumps(payload).encode())
    return hook - imported_by(host, ["-c", "pass"])


FINISHED = {name: CALLS[name][0] for name in ("Write", "patch", "read", "shell read", "shell write")}


@pytest.mark.parametrize("call", FINISHED.values(), ids=FINISHED.keys())
def test_a_finished_call_costs_no_module_more(approved: PipedHost, call: tuple[str, dict[str, Any]]) -> None:
    cost = finished_cost(approved, *call)
    assert sorted(cost - set(AFTER_A_CHANGE.split())) == [], "new on the hot path: every call pays for it afterwards"
    assert cost & set(COLD.split()) == set()


def test_no_list_of_a_finished_call_holds_a_module_that_nothing_needs(approved: PipedHost) -> None:
    read, write = (finished_cost(approved, *CALLS[name][0]) for name in ("read", "Write"))
    assert set(AFTER_IN_A_RUN.split()) - read <= {"_sha256", "_sha2"}
    assert set(AFTER_A_CHANGE.split()) - write <= {"_sha256", "_sha2"}


def test_a_finished_call_of_a_session_that_is_not_armed_pays_for_the_rim_only(approved: PipedHost) -> None:
    cost = finished_cost(approved, *CALLS["read"][0], session_id="99999999-2222-4333-8444-555555555555")
    assert sorted(cost - set(AFTER.split())) == []


# The price of a turn: what the hooks of an ordinary prompt and of an ordinary turn's end import in a run. The number
# is of our own modules; a library in DEAR belongs where only the rare case imports it.

DEAR = ("click", "markdown_it", "openai", "rich", "subprocess")
MANY = 68
ORDINARY: dict[str, tuple[str, dict[str, Any], set[str]]] = {
    "prompt": ("UserPromptSubmit", {"prompt": "and greet the world, too"}, {"filelock", "pydantic"}),
    "Stop": ("Stop", {"last_assistant_message": "so far", "stop_hook_active": False}, {"filelock", "pydantic"}),
    "SubagentStop": ("SubagentStop", {"last_assistant_message": "found", "agent_id": "kid"}, {"pydantic"}),
    "SubagentStart": ("SubagentStart", {"agent_id": "kid", "agent_type": "worker"}, {"filelock", "pydantic"}),
    "SessionStart": ("SessionStart", {"source": "resume"}, {"pydantic"}),
}


def event_cost(host: PipedHost, event: str, fields: dict[str, Any]) -> set[str]:
    """What the hook of this event imports, beyond a bare start."""
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", event).lower()
    raw = json.dumps(host.payload(event, **fields)).encode()
    return imported_by(host, [str(ROOT / "hooks" / name)], raw) - imported_by(host, ["-c", "pass"])


@pytest.mark.parametrize(("event", "fields", "libraries"), ORDINARY.values(), ids=ORDINARY.keys())
def test_an_ordinary_event_in_a_run_imports_what_it_needs(
    approved: PipedHost, event: str, fields: dict[str, Any], libraries: set[str]
) -> None:
    cost = event_cost(approved, event, fields)
    ours = sorted(name for name in cost if name.split(".")[0] == PACKAGE.name)
    assert f"{PACKAGE.name}.events.context" in ours
    assert {name.split(".")[0] for name in cost} & {*DEAR, "filelock", "pydantic"} == libraries
    assert len(ours) <= MANY, f"every event of this kind pays for each: {ours}"
