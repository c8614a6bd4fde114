"""hooks/launch, from outside: silence costs nothing where nothing is armed, and is no consent where something is."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.hooks.conftest import REAL_PYTHON, SHELLS, Bench, traced
from tests.support.answers import HOSTS
from tests.support.piped import EVENTS, Reply

OUTSIDE = "/usr/bin:/bin"


def denies(reply: Reply) -> bool:
    return reply.denied and reply.answer["reason"].strip() == reply.stderr.strip().splitlines()[-1]


# --- nothing armed --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("event", EVENTS)
def test_with_nothing_armed_no_python_starts(host: Bench, event: str) -> None:
    traced(host.home / "interpreter", host.trace)
    host.record(host.home / "interpreter")
    host.extra["PATH"] = f"{host.programs('python3', 'python')}:{OUTSIDE}"
    fields = {"prompt": "hello"} if event == "UserPromptSubmit" else {"tool_name": "Write", "tool_input": {}}
    assert host.fire(event, **fields).silent
    assert not host.trace.exists()


def test_the_trace_would_be_seen(host: Bench) -> None:
    traced(host.home / "interpreter", host.trace)
    host.record(host.home / "interpreter")
    host.mark()
    host.write("src/app.py")
    assert host.trace.exists()


def test_with_nothing_armed_nothing_is_written(codex: Bench) -> None:
    (codex.data / "pycache").unlink()
    codex.data.rmdir()
    assert all(reply.silent for _, reply in codex.every_event())
    assert not codex.data.exists()


# --- something armed, and no decision -------------------------------------------------------------------------------

ALLOWANCE = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'
FAKES: dict[str, str | bytes] = {
    "ends at once": "#!/bin/true\n",
    "ends without a word": "#!/bin/sh\nexit 0\n",
    "prints and ends well": "#!/bin/sh\necho hello\n",
    "prints an allowance": f"#!/bin/sh\necho '{ALLOWANCE}'\n",
    "prints half an answer": "#!/bin/sh\nprintf '{\"decision\":'\n",
    "exits 1": "#!/bin/sh\nexit 1\n",
    "exits 2 without a word": "#!/bin/sh\nexit 2\n",
    "exits 3": "#!/bin/sh\nexit 3\n",
    "exits 127": "#!/bin/sh\nexit 127\n",
    "exits 255 with noise": "#!/bin/sh\necho noise; echo noise >&2; exit 255\n",
    "is killed": "#!/bin/sh\nkill -KILL $$\n",
    "dies of its deadline": "#!/bin/sh\nkill -PROF $$\n",
    "is terminated": "#!/bin/sh\nkill -TERM $$\n",
    "names a program that is not there": "#!/nowhere/python3\n",
    "is no program": b"\x7fELF\x02\x01\x01\x00 not a program",
    "is empty": b"",
}


@pytest.mark.parametrize("text", FAKES.values(), ids=FAKES.keys())
def test_an_interpreter_that_decides_nothing_is_a_denial(host: Bench, text: str | bytes) -> None:
    host.mark(host.session_id)
    host.interpreter(text)
    assert denies(host.write("src/app.py"))
    assert denies(host.shell("ls"))


@pytest.mark.parametrize("recorded", ["missing", "not executable", "a folder", "an empty line", "nothing"])
def test_without_any_python_the_armed_session_is_denied(host: Bench, recorded: str) -> None:
    host.mark(host.session_id)
    host.without_python()
    match recorded:
        case "missing":
            host.record("/nowhere/python3")
        case "not executable":
            host.interpreter("#!/bin/sh\nexit 63\n", mode=0o644)
            host.powerless = True
        case "a folder":
            host.record(host.home)
        case "an empty line":
            host.record("")
    reply = host.write("src/app.py")
    assert denies(reply)
    assert "Python" in reply.reason or recorded == "a folder"


def test_without_any_python_a_session_that_is_not_the_armed_one_is_left_alone(host: Bench) -> None:
    host.mark("another-session")
    host.without_python()
    assert host.write("src/app.py").silent
    assert host.prompt("hello").silent


def test_an_armed_name_that_is_a_hash_may_be_anyones(host: Bench) -> None:
    host.mark("a" * 64)
    host.without_python()
    assert denies(host.write("src/app.py"))


def test_a_folder_of_markers_without_a_marker_arms_no_one(host: Bench) -> None:
    (host.data / "armed").mkdir()
    host.without_python()
    assert host.shell("ls *").silent


def test_a_recorded_interpreter_that_went_away_is_replaced_by_the_one_on_path(host: Bench) -> None:
    host.mark(host.session_id)
    host.record("/nowhere/python3")
    reply = host.write("src/app.py")
    assert denies(reply)
    assert "state_unreadable" in reply.reason


def test_the_environment_that_the_repair_makes_is_found(codex: Bench) -> None:
    """Without the packages a prompt is blocked with a command that makes `venv` in the data folder."""
    codex.mark(codex.session_id)
    codex.without_python()
    (codex.data / "venv").symlink_to(REAL_PYTHON.parent)
    assert "state_unreadable" in codex.write("src/app.py").reason


def test_an_environment_of_an_older_python_is_passed_over(codex: Bench) -> None:
    """The repair command of an earlier release made it with whatever `python3` was."""
    codex.mark(codex.session_id)
    codex.without_python()
    (codex.data / "venv/bin").mkdir(parents=True)
    (codex.data / "venv/lib/python3.9").mkdir(parents=True)
    (codex.data / "venv/bin/python").symlink_to(REAL_PYTHON / "python3")
    assert "3.11" in codex.write("src/app.py").reason


DAMAGES = {
    "a missing module": ("harness_runtime/boundary/decide.py", "import nothing_of_this_name\n"),
    "a syntax error": ("harness_runtime/boundary/decide.py", "def decide(:\n"),
    "an error at import": ("harness_runtime/wire/fastjson.py", "raise RuntimeError('broken')\n"),
    "a missing script": ("hooks/pre_tool_use", None),
    "an empty script": ("hooks/pre_tool_use", ""),
    **{f"exit code {code}": ("hooks/pre_tool_use", f"import os; os._exit({code})\n") for code in (0, 1, 2, 3, 64)},
    "a kill": ("hooks/pre_tool_use", f"import os; os.kill(os.getpid(), {int(signal.SIGKILL)})\n"),
    "an endless loop": (
        "harness_runtime/session/sealed.py",
        "class SealedFault(Exception): pass\nread_policy = None\ndef read_state(*a):\n    while True: pass\n",
    ),
}


@pytest.mark.parametrize(("name", "text"), DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_hook_is_a_denial(codex: Bench, copied_plugin: Path, name: str, text: str | None) -> None:
    codex.mark(codex.session_id)
    damaged = copied_plugin / name
    damaged.unlink()
    if text is not None:
        damaged.write_text(text, "utf-8")
    reply = codex.run("PreToolUse", codex.bytes_of("PreToolUse", tool_name="Read", tool_input={"file_path": "/x"}))
    assert reply.denied
    assert "[internal]" in reply.reason  # and not that there is no state behind the marker


# --- the streams ----------------------------------------------------------------------------------------------------


def test_a_broken_stdout_does_not_stop_the_denial(codex: Bench) -> None:
    codex.mark(codex.session_id)
    codex.interpreter("#!/bin/sh\nexit 1\n")
    codex.broken_stdout = True
    reply = codex.run("PreToolUse", codex.bytes_of("PreToolUse", tool_name="Bash", tool_input={"command": "ls"}))
    assert (reply.code, bool(reply.stderr)) == (2, True)


# --- a prompt that means Harness ------------------------------------------------------------------------------------

MEANT = [
    *(
        (name, prompt)
        for name in HOSTS
        for prompt in ("$harness add a test", "$harness", "text\n$harness:harness go")
    ),
    ("claude", "/harness go"),
    ("claude", "/harness:harness go"),
]


@pytest.mark.parametrize(("name", "prompt"), MEANT)
def test_without_python_such_a_prompt_is_blocked_with_one_clear_text(
    make_host: Callable[[str], Bench], name: str, prompt: str
) -> None:
    host = make_host(name)
    host.without_python()
    reply = host.prompt(prompt)
    assert (reply.code, reply.stdout) == (2, "")
    assert "Python 3.11+" in reply.stderr
    assert "harness-state doctor" in reply.stderr
    assert len(reply.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "text", ["#!/bin/true\n", "#!/bin/sh\necho hello\n", "#!/bin/sh\nexit 1\n", "#!/bin/sh\nkill -9 $$\n"]
)
def test_with_an_interpreter_that_is_none_such_a_prompt_is_blocked(host: Bench, text: str) -> None:
    host.interpreter(text)
    reply = host.run("UserPromptSubmit", host.bytes_of("UserPromptSubmit", prompt="$harness add a test"))
    assert reply.code == 2
    assert "harness-state doctor" in reply.stderr


def test_without_a_data_folder_such_a_prompt_is_blocked(host: Bench) -> None:
    for value in ("", "relative/data"):
        host.extra |= {"PLUGIN_DATA": value, "CLAUDE_PLUGIN_DATA": value}
        assert host.prompt("$harness add a test").code == 2
        assert all(reply.silent for _, reply in host.every_event())


def test_an_ordinary_prompt_needs_no_python(host: Bench) -> None:
    host.without_python()
    assert host.prompt("add a test to the harness").silent


def test_in_an_armed_session_every_prompt_needs_python(host: Bench) -> None:
    host.mark(host.session_id)
    host.without_python()
    assert host.prompt("y").code == 2


def bare_python(host: Bench, *broken: tuple[str, str]) -> None:
    """A Python of 3.11 or later without the packages; `broken` are packages that are there and fail."""
    base = host.home / "bare"
    (base / "bin").mkdir(parents=True)
    (base / "bin/python3").symlink_to(os.path.realpath(REAL_PYTHON / "python3"))
    (base / "pyvenv.cfg").write_text(
        f"home = {os.path.realpath(REAL_PYTHON / 'python3').rpartition('/')[0]}\n", "utf-8"
    )
    packages = base / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}" / "site-packages"
    packages.mkdir(parents=True)
    for name, text in broken:
        (packages / f"{name}.py").write_text(text, "utf-8")
    host.record(base / "bin/python3")


def test_without_the_packages_such_a_prompt_is_blocked_with_the_command_that_installs_them(host: Bench) -> None:
    bare_python(host)
    reply = host.prompt("$harness add a test")
    assert reply.answer["decision"] == "block"
    assert "pydantic" in reply.reason or "markdown_it" in reply.reason or "filelock" in reply.reason
    setup = host.data / "bin/setup"
    assert f"sh {setup}" in reply.reason.replace("~", str(host.home))
    assert f"{host.home}/bare/bin/python3 -m venv --clear {host.data}/venv\n" in setup.read_text("utf-8")
    assert "없어" in reply.reason and "lacks" in reply.reason  # nobody has said which language
    assert not host.armed
    assert host.prompt("an ordinary prompt").silent


def test_a_fault_speaks_the_persons_language(host: Bench) -> None:
    host.data.mkdir(exist_ok=True)
    (host.data / "config.json").write_text('{"language": "en"}', "utf-8")
    bare_python(host)
    assert "lacks a Python package" in host.prompt("$harness add a test").reason
    host.mark(host.session_id)
    assert "cannot be read" in host.write("src/app.py").reason


def test_with_a_package_that_is_broken_such_a_prompt_is_blocked_too(host: Bench) -> None:
    bare_python(host, ("filelock", "raise RuntimeError('built for another Python')\n"))
    reply = host.prompt("$harness add a test")
    assert reply.answer["decision"] == "block"
    assert not host.armed


def test_without_the_packages_tool_calls_are_decided_as_ever(host: Bench) -> None:
    host.prompt("$harness add a test")
    bare_python(host)
    assert host.shell("cat src/app.py").silent
    assert "no_authority" in host.write("src/app.py").reason


# --- whose Python ---------------------------------------------------------------------------------------------------


def planted(host: Bench, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("python3", "python3.11", "python3.12", "python3.13", "python", "cat"):
        traced(folder / name, host.trace)
    return folder


@pytest.mark.parametrize("place", [".venv/bin", "bin", "src"])
def test_a_python_inside_the_workspace_is_never_used(host: Bench, place: str) -> None:
    host.mark(host.session_id)
    inside = planted(host, host.workspace / place)
    host.extra["PATH"] = f"{host.programs()}:{inside}"
    assert denies(host.write("src/app.py"))
    assert not host.trace.exists()


def test_a_python_further_along_the_path_is_used_instead(host: Bench) -> None:
    host.mark(host.session_id)
    inside = planted(host, host.workspace / ".venv/bin")
    host.extra["PATH"] = f"{host.programs()}:{inside}:{REAL_PYTHON}:{OUTSIDE}"
    assert "state_unreadable" in host.write("src/app.py").reason
    assert not host.trace.exists()


def test_a_python_inside_the_workspace_by_another_name_is_not_used(host: Bench) -> None:
    host.mark(host.session_id)
    planted(host, host.workspace / ".venv/bin")
    (host.home / "link").symlink_to(host.workspace)
    host.extra["PATH"] = f"{host.programs()}:{host.home}/link/.venv/bin"
    assert denies(host.write("src/app.py"))
    assert not host.trace.exists()


@pytest.mark.parametrize("entry", [".", "", "bin", "./bin", "~/bin"])
def test_a_relative_folder_on_the_path_is_not_searched(host: Bench, entry: str) -> None:
    host.mark(host.session_id)
    planted(host, host.workspace / "bin")
    planted(host, host.workspace)
    host.extra["PATH"] = f"{host.programs()}:{entry}"
    assert denies(host.write("src/app.py"))
    assert not host.trace.exists()


def test_claudes_project_is_the_workspace_wherever_the_session_stands(make_host: Callable[[str], Bench]) -> None:
    host = make_host("claude")
    host.mark(host.session_id)
    project = host.workspace
    inside = planted(host, project / ".venv/bin")
    host.extra |= {"PATH": f"{host.programs()}:{inside}", "CLAUDE_PROJECT_DIR": str(project)}
    host.workspace = project / "src"
    assert denies(host.write("src/app.py"))
    assert not host.trace.exists()


def test_a_python_that_is_too_old_is_passed_over(host: Bench) -> None:
    host.mark(host.session_id)
    old = host.programs()
    (old / "python3").write_text("#!/bin/sh\nexit 1\n", "utf-8")
    (old / "python3").chmod(0o755)
    host.extra["PATH"] = f"{old}:{REAL_PYTHON}:{OUTSIDE}"
    assert "state_unreadable" in host.write("src/app.py").reason


# --- bytecode that a full disk has cut short ------------------------------------------------------------------------


@pytest.mark.parametrize("module", ["events/user_prompt_submit", "events/on_prompt", "events/run/activate"])
def test_bytecode_that_was_cut_short_is_compiled_anew(codex: Bench, module: str) -> None:
    own = codex.data / "pycache"
    own.unlink()
    own.mkdir()
    codex.compiled = None
    assert codex.prompt("$harness do it").context
    (cut,) = own.rglob(f"harness_runtime/{module}.cpython-*.pyc")
    cut.write_bytes(cut.read_bytes()[:-20])
    blocked = codex.run("UserPromptSubmit", codex.bytes_of("UserPromptSubmit", prompt="$harness do it"))
    assert blocked.code == 2 or blocked.answer["decision"] == "block"
    assert codex.prompt("$harness do it").context


def test_the_hooks_read_names_as_their_host_writes_them_whatever_the_locale(codex: Bench) -> None:
    """Python makes UTF-8 of the C locale by itself; of another it takes what the locale says."""
    made = codex.home / "ko_KR.EUC-KR"
    command = ["localedef", "-f", "EUC-KR", "-i", "ko_KR", str(made)]
    if not shutil.which("localedef") or subprocess.run(command, check=False).returncode > 1:
        pytest.skip("no other locale can be made here")
    codex.extra |= {"LC_ALL": made.name, "LOCPATH": str(codex.home)}
    codex.workspace = codex.workspace.rename(codex.workspace.parent / "프로젝트")
    (codex.workspace / ".harness").mkdir()
    (codex.workspace / ".harness/guard.json").write_text(
        '{"schema_version": 1, "deny_write_paths": ["src/**"]}', "utf-8"
    )
    assert ".harness/guard.json" in codex.prompt("$harness do it").context


# --- libraries -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shell", SHELLS)
def test_python_loads_no_library_of_the_workspace(codex: Bench, shell: str) -> None:
    codex.shell_is(shell)
    codex.mark(codex.session_id)
    told = codex.home / "told"
    names = ("LD_LIBRARY_PATH", "LD_PRELOAD", "HARNESS_KEPT_LD_LIBRARY_PATH")
    codex.interpreter("#!/bin/sh\n" + "".join(f'echo "${{{name}-unset}}" >> {told}\n' for name in names))
    build = codex.workspace / "build"
    link = codex.home / "build"
    link.symlink_to(build)
    build.mkdir()
    for value, kept in (
        (f"/opt/x:{build}:/opt/y", "/opt/x:/opt/y"),
        (f":{link};build:./build:/opt/x:", "/opt/x"),
        ("", "unset"),
    ):
        codex.extra["LD_LIBRARY_PATH"] = value
        codex.write("src/app.py")
        assert told.read_text("utf-8").splitlines() == [kept, "unset", value]
        told.unlink()
    del codex.extra["LD_LIBRARY_PATH"]
    codex.write("src/app.py")
    assert told.read_text("utf-8").splitlines() == ["unset"] * 3


# --- any POSIX shell ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shell", SHELLS)
def test_the_launcher_runs_alike_in(codex: Bench, shell: str) -> None:
    codex.shell_is(shell)
    assert all(reply.silent for _, reply in codex.every_event())
    assert codex.prompt('$harness é \\ %s `x` $(y) "z"\n\ttab').context
    assert codex.tool("Read", {"file_path": str(codex.workspace / "src/app.py")}).silent
    assert denies(codex.write("src/app.py"))
    codex.interpreter("#!/bin/sh\necho noise\nexit 0\n")
    assert denies(codex.write("src/app.py"))
    (codex.data / "interpreter").unlink()
    codex.without_python()
    assert denies(codex.write("src/app.py"))
    assert codex.prompt("y").code == 2
    codex.session_id = "another-session"
    assert codex.write("src/app.py").silent


# --- a data folder that cannot be looked into -----------------------------------------------------------------------


@pytest.mark.parametrize("closed", ["data", "data/armed", "."])
def test_a_data_folder_that_cannot_be_searched_counts_as_armed(host: Bench, closed: str) -> None:
    host.mark(host.session_id)
    folder = host.data.parent / closed if closed != "." else host.data.parent / "outer"
    if closed == ".":
        folder.mkdir()
        host.data = host.data.rename(folder / "data")
    host.powerless = True
    folder.chmod(0)
    try:
        assert host.write("src/app.py").denied
        assert "internal" not in host.prompt("$harness:off").reason  # one of the launcher names its Python
    finally:
        folder.chmod(0o700)


def test_a_data_folder_that_is_not_there_yet_is_not_armed(host: Bench) -> None:
    host.data = host.data.parent / "not" / "there" / "yet"
    host.powerless = True
    assert host.write("src/app.py").silent


def test_all_that_the_hooks_write_is_private(codex: Bench) -> None:
    (codex.data / "pycache").unlink()
    codex.data.rmdir()
    codex.approve_tiny()
    codex.write("src/app.py")
    open_to_others = [path for path in [codex.data, *codex.data.rglob("*")] if path.lstat().st_mode & 0o077]
    assert open_to_others == []
