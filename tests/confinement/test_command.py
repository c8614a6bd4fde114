"""harness-confine by hand: a wrong call runs nothing and says one clear line; a right one passes all through."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from harness_runtime.confinement.evidence_line import FIELDS
from harness_runtime.confinement.fingerprint import fingerprint
from harness_runtime.session.keys import remove_key
from tests.confinement.scene import SESSION, Run

MARK = "touched"


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Where no engine is and the person lets it run nevertheless: what this file is about needs none."""
    return Run(tmp_path.resolve(), "none")


def touch(run: Run) -> tuple[str, ...]:
    return "touch", f"{run.outside}/{MARK}"


def one_line(text: str) -> str:
    assert text.startswith("harness-confine: ") and text.count("\n") == 1, text
    assert "Traceback" not in text
    return text


# Nothing runs


@pytest.mark.parametrize(
    "words", ["", "1", "1 --", "x -- true", "1 true", "-1 -- true", "1.0 -- true", "² -- true", "-- 1 true"]
)
def test_a_call_of_another_form_shows_how_it_is_called(run: Run, words: str) -> None:
    run.ticket("true")
    done = run.call(*words.split())
    assert (done.code, done.whole) == (125, "")
    assert "usage: harness-confine N -- COMMAND" in one_line(done.err)


def test_help_is_help(run: Run) -> None:
    done = run.call("--help")
    assert (done.code, done.err) == (0, "")
    assert "usage: harness-confine N -- COMMAND" in one_line(done.whole)


def spoil(path: str, text: str = "{") -> Callable[[Run], object]:
    return lambda run: (run.data / path).write_text(text, "utf-8")


def other(**state: object) -> Callable[[Run], object]:
    return lambda run: run.store(**state)


def forge_policy(run: Run) -> None:
    path = run.folder / f"policies/{run.digest}.json"
    path.write_text(path.read_text("utf-8").replace("src/**", "**"), "utf-8")


def new_guard(run: Run) -> None:
    run.file(".harness/guard.json", "{}")


REFUSED: dict[str, tuple[Callable[[Run], object], str]] = {
    "a number that was never given": (lambda run: (run.data / "confined/1.json").unlink(), "no number 1"),
    "a corrupt ticket": (spoil("confined/1.json"), "cannot be read"),
    "an empty ticket": (spoil("confined/1.json", ""), "cannot be read"),
    "no key": (lambda run: remove_key(str(run.data), SESSION), "signing key"),
    "no state": (lambda run: (run.folder / "state.json").unlink(), "state_unreadable"),
    "a corrupt state": (spoil(f"runs/{SESSION}/state.json"), "state_unreadable"),
    "another session's state": (other(session_id="s-2"), "state_foreign"),
    "a newer run": (other(run_id="r-2"), "policy_mismatch run_id"),
    "a newer revision": (other(revision=2), "policy_mismatch revision"),
    "another policy": (lambda run: run.seal(network="full"), "policy_mismatch policy_sha256"),
    "an altered policy": (forge_policy, "policy_unreadable"),
    "no policy": (other(policy_sha256=None), "policy_mismatch policy_sha256"),
    "no phase with authority": (other(phase="review"), "no_authority"),
    "a held session": (other(held=True), "held"),
    "a suspended one": (other(suspended=True), "suspended"),
    "a changed guard.json": (new_guard, "guard_changed"),
    "state of another shape": (other(person=None), "state_unreadable"),
    "no lock": (lambda run: (run.folder / "confined.lock").unlink(), "lock cannot be opened"),
    "a folder that is gone": (lambda run: (run.root / "src").rename(run.root / "old"), "working folder"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_not_in_force_does_not_run(run: Run, case: str) -> None:
    arrange, said = REFUSED[case]
    number = run.ticket(*touch(run), cwd=f"{run.root}/src")
    arrange(run)
    done = run.call(str(number), "--", *touch(run))
    assert (done.code, done.whole) == (125, "")
    assert said in one_line(done.err)
    assert os.listdir(run.outside) == []
    assert os.listdir(run.temporary) == []


@pytest.mark.parametrize(
    "words", [["touch"], ["touch", "{}", "x"], ["touch {} x"], ["touch", "{}", ""], ["sh", "-c", "touch {}"]]
)
def test_a_number_runs_its_own_command_only(run: Run, words: list[str]) -> None:
    number = run.ticket(*touch(run))
    done = run.call(str(number), "--", *(word.replace("{}", touch(run)[1]) for word in words))
    assert (done.code, done.whole) == (125, "")
    assert f"another command: touch {run.outside}" in one_line(done.err)
    assert os.listdir(run.outside) == []


@pytest.mark.parametrize("rest", ["; touch {}", "> {}", "&& touch {}", "2>&1 > {}"])
def test_a_form_behind_the_command_that_is_not_known_does_not_run(run: Run, rest: str) -> None:
    done = run.confined("true", rest=rest.replace("{}", touch(run)[1]))
    assert (done.code, done.line) == (125, {})
    assert "not understood" in one_line(done.err)


def test_without_an_engine_it_is_refused_with_what_to_install(run: Run) -> None:
    run.store(person={"confinement": "required"})
    done = run.confined(*touch(run))
    assert (done.code, done.line) == (125, {})
    assert all(word in one_line(done.err) for word in ("bubblewrap", "Landlock", "harness-state doctor"))
    assert os.listdir(run.outside) == []


def test_a_line_that_is_not_understood_never_runs_unconfined(run: Run) -> None:
    done = run.confined(shell=f"touch {run.outside}/{MARK}", writable=False)
    assert (done.code, done.line) == (125, {})
    assert "bubblewrap" in one_line(done.err)
    assert os.listdir(run.outside) == []


def test_a_bug_of_ours_is_one_line_and_a_report(run: Run) -> None:
    run.store(workspace_root=f"{run.root}\0")
    done = run.confined("true", writable=False)
    assert (done.code, done.line) == (125, {})
    report = Path(one_line(done.err).partition("internal error of Harness. ")[2].split()[0])
    assert report.parent == run.data / "reports" and "embedded null" in report.read_text("utf-8")


def test_a_refusal_speaks_the_person_s_language(run: Run) -> None:
    run.store(language="ko")
    done = run.confined("true", env={"HARNESS_LANG": ""})
    assert "격리 없이" in done.err


# What runs passes through


def test_a_run_ends_with_its_signed_line(run: Run) -> None:
    run.file("src/app.py")
    done = run.python("print('out')")
    assert (done.code, done.out) == (0, "out\n")
    assert tuple(done.line) == FIELDS
    assert done.line | {"seconds": 0} == {
        "call": 1, "exit": 0, "signal": None, "timed_out": False, "engine": "unconfined", "seconds": 0,
        "fingerprint": fingerprint(str(run.root), ["src/**"], []), "faults": [],
    }  # fmt: skip
    assert 0 < done.line["seconds"] < 60


PIPED = {
    "": ("o\n", "e\n"),
    "2>&1": ("e\no\n", ""),
    "| cat -A": ("o$\n", "e\n"),
    "2>&1 | tail -1": ("o\n", ""),
    "2>&1 | grep -c . | tr 2 x": ("x\n", ""),
}
SPEAKS = "import sys; print('e', file=sys.stderr, flush=True); print('o'); sys.exit(3)"


@pytest.mark.parametrize("rest", PIPED)
def test_the_pipeline_behind_it_reads_its_output_and_not_its_exit_code(run: Run, rest: str) -> None:
    done = run.python(SPEAKS, rest=rest)
    said = "".join(line for line in done.err.splitlines(keepends=True) if "harness-confine" not in line)
    assert (done.out, said) == PIPED[rest]
    assert (done.line["exit"], done.code) == (3, 0 if "|" in rest else 3)


@pytest.mark.parametrize(
    ("text", "exit_code", "number"),
    [("sys.exit(7)", 7, None), ("os.kill(os.getpid(), 15)", 143, 15), ("os.abort()", 134, 6)],
)
def test_the_exit_code_is_the_command_s(run: Run, text: str, exit_code: int, number: int | None) -> None:
    done = run.python(f"import os, sys; {text}")
    assert (done.code, done.line["exit"], done.line["signal"]) == (exit_code, exit_code, number)


def test_a_program_that_is_not_there_is_127(run: Run) -> None:
    number = run.ticket("no-such-program-here")
    done = run.call(str(number), "--", "no-such-program-here", env={"PATH": "/usr/bin:/bin"})
    assert (done.code, done.line["exit"]) == (127, 127)
    assert "no-such-program-here" in done.err


ENDS = {"no line end": ("x", "x\n"), "a line end": ("x\n", "x\n"), "nothing": ("", "")}


@pytest.mark.parametrize("case", ENDS)
def test_the_last_line_begins_a_line_and_a_file_gets_no_empty_one(run: Run, case: str) -> None:
    text, before = ENDS[case]
    with (run.base / "out").open("w+") as file:
        number = run.ticket("printf", "%s", text)
        run.call(str(number), "--", "printf", "%s", text, stdout=file)
        file.seek(0)
        written = file.read()
    assert written.startswith(f"{before}harness-confine: {{") and written.count("\n") == before.count("\n") + 1


def test_a_line_that_is_appended_begins_a_line_too(run: Run) -> None:
    out = run.base / "out"
    out.write_text("before", "utf-8")
    with out.open("a") as file:
        run.call(str(run.ticket("true")), "--", "true", stdout=file)
    assert out.read_text("utf-8").startswith("before\nharness-confine: {")


def test_closed_streams_are_no_other_file(run: Run) -> None:
    number = run.ticket("echo", "hi")
    line = 'exec "$0" "$@" <&- >&- 2>&-'
    start = ["/bin/sh", "-c", line, *run.program, str(number), "--", "echo", "hi"]
    assert subprocess.run(start, cwd=run.root, env=run.environ, timeout=60, check=False).returncode in (0, 1, 2)
    assert (run.folder / "confined.lock").read_bytes() == b""


def test_the_folder_the_plan_s_variables_and_a_private_temporary_folder(run: Run) -> None:
    (run.root / "sub").mkdir()
    number = run.ticket("env", "-0", cwd=f"{run.root}/sub", env={"X": "1"})
    done = run.call(str(number), "--", "env", "-0", env={"API_TOKEN": "secret"})
    seen = dict(entry.split("=", 1) for entry in done.out.split("\0") if entry)
    assert (seen["PWD"], seen["X"], seen["PATH"]) == (f"{run.root}/sub", "1", run.environ["PATH"])
    assert "API_TOKEN" not in seen
    assert Path(seen["TMPDIR"]).parent == run.temporary and not os.path.exists(seen["TMPDIR"])


def test_files_that_a_failed_command_could_not_make_are_said(run: Run) -> None:
    run.seal(allowed_write_paths=["src/**", "docs/new.md"])
    assert ["docs/new.md" in run.confined(word).err for word in ("true", "false")] == [False, True]


def test_what_a_run_left_behind_stands_in_its_line(run: Run) -> None:
    done = run.python("import os; os.mkdir('src/.git')")
    assert done.line["faults"] == ["src/.git"] and "src/.git" in done.err


def test_a_scratch_folder_is_there_and_goes_when_nothing_is_in_it(run: Run) -> None:
    run.seal(scratch_paths=["build/**"])
    assert run.confined("ls", "-d", "build").out == "build\n"
    assert not (run.root / "build").exists()
    run.confined("touch", "build/app")
    assert (run.root / "build/app").exists()


def test_a_read_only_ticket_needs_no_policy_and_has_no_fingerprint(run: Run) -> None:
    run.store(phase="planning", policy_sha256=None)
    done = run.confined("echo", "hi", writable=False)
    assert (done.code, done.out, done.line["fingerprint"]) == (0, "hi\n", "")
    run.store(phase="completed")
    assert run.confined("echo", "hi", writable=False).code == 125


def test_many_words_of_any_kind_arrive_whole(run: Run) -> None:
    words = ["a b", "", "'", '"', "$HOME", "*", "=ls", "한글", "\n", "--", "-"]
    assert run.confined(sys.executable, "-c", "import sys; print(sys.argv[1:])", *words).out == f"{words}\n"


def test_an_unknown_network_of_a_ticket_is_a_corrupt_ticket(run: Run) -> None:
    assert run.confined("true", network="lan").code == 125


def test_all_that_it_imports_was_compiled_beforehand(tmp_path: Path) -> None:
    """A host's sandbox may keep the cache folder read-only: then it would be compiled at each start."""
    run = Run(tmp_path.resolve())
    assert run.program  # installed, and compiled
    before = set((run.data / "pycache").rglob("*.pyc"))
    run.file("src/app.py")
    run.confined("true")
    assert set((run.data / "pycache").rglob("*.pyc")) - before == set()
