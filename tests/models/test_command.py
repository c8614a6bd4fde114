"""A command as a model: what it gets, what counts as its answer, how each failure is told."""

from __future__ import annotations

import json
import os
import re
import time
from pathlib import Path

import pytest

from harness_runtime.models.ask import ask
from harness_runtime.models.interface import (
    MAX_ANSWER,
    MAX_QUESTION,
    MAX_READ,
    WHYS,
    CommandModel,
    Failure,
    Question,
    Reply,
    UntrustedModel,
)

from .conftest import Program

QUESTION = Question("Answer yes or no.", "Is it done?")
SECONDS = 30.0


def asked(chosen: CommandModel, question: Question = QUESTION, seconds: float = SECONDS, **environ: str):
    return ask(chosen, question, seconds=seconds, environ={"PATH": os.environ["PATH"], **environ})


def test_the_question_goes_in_and_the_answer_comes_out(program: Program) -> None:
    said = asked(program("import sys; print(sys.stdin.read().upper())"))
    assert said == Reply("ANSWER YES OR NO.\n\n---\n\nIS IT DONE?", f"{Path(os.sys.executable).name} model.py")


def test_no_secret_reaches_it(program: Program) -> None:
    question = Question("The key is sk-abcdefgh12345678.", "password=hunter2")
    said = asked(program("import sys; print(sys.stdin.read())"), question)
    assert isinstance(said, Reply)
    assert said.text == "The key is [REDACTED].\n\n---\n\npassword=[REDACTED]"


SEEN = (
    "import json, os; print(json.dumps([os.getcwd(), os.listdir(), os.stat('.').st_mode & 0o777, dict(os.environ)]))"
)


def test_it_stands_in_an_empty_folder_of_its_own_that_goes(program: Program, tmp_path: Path) -> None:
    said = asked(program(SEEN), TMPDIR=str(tmp_path))
    assert isinstance(said, Reply)
    folder, entries, mode, _ = json.loads(said.text)
    assert (Path(folder).parent, entries, mode) == (tmp_path.resolve(), [], 0o700)
    assert not Path(folder).exists()


def test_it_belongs_to_no_session(program: Program) -> None:
    session = {
        "CODEX_THREAD_ID": "x",
        "CODEX_SESSION_ID": "x",
        "CLAUDE_CODE_SESSION_ID": "x",
        "CLAUDECODE": "1",
        "CLAUDE_PROJECT_DIR": "x",
        "CLAUDE_PLUGIN_ROOT": "x",
        "PLUGIN_DATA": "x",
        "BASH_ENV": "x",
    }
    kept = {"CODEX_HOME": "c", "ANTHROPIC_API_KEY": "k", "HTTPS_PROXY": "p", "SSL_CERT_FILE": "s"}
    said = asked(program(SEEN), **session, **kept)
    assert isinstance(said, Reply)
    seen = json.loads(said.text)[3]
    assert {name: seen.get(name) for name in (*session, *kept)} == {**dict.fromkeys(session), **kept}
    assert seen["HARNESS_NESTED"] == "1"


def test_what_a_terminal_would_obey_is_no_text(program: Program) -> None:
    chosen = program(r"import sys; sys.stdout.write('a\x1b[31mb\x00\r\n\tc\x9b0m\n')")
    assert asked(chosen) == Reply("a\ufffd[31mb\ufffd\n\tc\ufffd0m", chosen.name)


def test_nor_is_what_nobody_would_see(program: Program) -> None:
    chosen = program(r"print('a\u202eb\u200b \u2028\U000e0041 \ud55c\u3000\u200d', end='')")
    assert asked(chosen, LANG="C.UTF-8") == Reply("a\ufffdb\ufffd \ufffd\ufffd \ud55c\u3000\u200d", chosen.name)


def test_a_question_of_no_text_is_asked(program: Program) -> None:
    chosen = program("import sys; print(sys.stdin.read())")
    assert asked(chosen, Question("\udcff", "\ud800")) == Reply("?\n\n---\n\n?", chosen.name)


FAILURES = {
    "exit_status": ("print('yes'); raise SystemExit(3)", "3"),
    "nonsense": ("print('  ')", ""),
    "too_long": (f"print('a' * {MAX_ANSWER + 1})", ""),
}


@pytest.mark.parametrize(("why", "row"), FAILURES.items(), ids=FAILURES)
def test_each_failure_has_its_name(program: Program, why: str, row: tuple[str, str]) -> None:
    lines, detail = row
    chosen = program(lines)
    assert asked(chosen) == Failure(chosen.name, why, detail)


def test_what_it_says_on_stderr_is_shown_nowhere(program: Program, capfd: pytest.CaptureFixture[str]) -> None:
    chosen = program("import sys; print('sk-leak', file=sys.stderr); sys.exit(1)")
    assert asked(chosen) == Failure(chosen.name, "exit_status", "1")
    assert capfd.readouterr() == ("", "")


def test_one_that_never_ends_its_answer_is_stopped(program: Program) -> None:
    endless = program("import os\nwhile True: os.write(1, b'a' * 65536)")
    assert asked(endless) == Failure(endless.name, "too_long")
    assert MAX_READ < 64 * MAX_ANSWER


def test_one_that_takes_too_long_ends_with_all_that_it_started(program: Program, tmp_path: Path) -> None:
    chosen = program(
        "import os, subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(tmp_path / 'pids')!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}')\n"
        "time.sleep(600)"
    )
    assert asked(chosen, seconds=1.0) == Failure(chosen.name, "timeout", "1")
    for pid in map(int, (tmp_path / "pids").read_text().split()):
        assert ended(pid)


def ended(pid: int) -> bool:
    """Gone, or a zombie that nobody has buried yet."""
    for _ in range(1000):
        try:
            if re.search(r"\) Z", Path(f"/proc/{pid}/stat").read_text()):
                return True
            os.kill(pid, 0)
        except (ProcessLookupError, FileNotFoundError):
            return True
        time.sleep(0.01)
    return False


def test_one_that_leaves_a_child_with_its_stdout_does_not_hold_us(program: Program) -> None:
    chosen = program(
        "import subprocess, sys\n"
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "print('yes')"
    )
    assert asked(chosen) == Reply("yes", chosen.name)


def test_one_that_does_not_read_a_long_question_still_answers(program: Program) -> None:
    chosen = program("print('yes')")
    assert asked(chosen, Question("", "word " * 150_000)) == Reply("yes", chosen.name)


def test_a_long_question_is_asked_whole_and_one_too_long_is_not(program: Program) -> None:
    chosen = program("import sys; print(len(sys.stdin.read()))")
    said = asked(chosen, Question("", "word " * 150_000))
    assert said == Reply(str(150_000 * 5 + len("\n\n---\n\n\n")), chosen.name)
    assert asked(chosen, Question("", "a" * (MAX_QUESTION + 1))) == Failure(chosen.name, "question_too_long")


def test_a_program_that_is_not_there() -> None:
    assert asked(CommandModel(("/nowhere/model", "x"))) == Failure("model", "no_program", "/nowhere/model")
    assert asked(CommandModel(("no-such-model",))) == Failure("no-such-model", "no_program", "no-such-model")


def test_none_that_the_project_holds_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor by what it starts: an interpreter of that name may stand there as well."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/model").write_text("#!/bin/sh\necho planted\n", "utf-8")
    (tmp_path / "bin/model").chmod(0o755)
    monkeypatch.chdir(tmp_path / "bin")
    path = f"{tmp_path}/bin:bin::/usr/bin:/bin"
    assert asked(CommandModel(("model",)), PATH=path, HOME="/nowhere") == Failure("model", "no_program", "model")
    said = asked(CommandModel(("sh", "-c", "echo $PATH")), PATH=path, HOME="/nowhere")
    assert said == Reply("/usr/bin:/bin", "sh")
    assert asked(CommandModel((f"{tmp_path}/bin/model",)), HOME="/nowhere") == Reply("planted", "model")


def test_a_file_that_is_no_program(tmp_path: Path) -> None:
    model = tmp_path / "model"
    model.write_text("no program", "utf-8")
    assert asked(CommandModel((str(model),))) == Failure("model", "no_program", str(model))
    model.chmod(0o755)
    assert asked(CommandModel((str(model),))) == Failure("model", "cannot_start", "Exec format error")


def test_its_words_are_run_by_no_shell(program: Program) -> None:
    chosen = program("import sys; print(sys.argv[1])")
    assert asked(CommandModel((*chosen.words, "$(id); `id` *"))) == Reply("$(id); `id` *", chosen.name)


def test_what_nobody_trusted_is_not_run(tmp_path: Path) -> None:
    assert ask(UntrustedModel("model", ".harness/guard.json"), QUESTION, seconds=1, environ={}) == Failure(
        "model", "not_trusted", ".harness/guard.json"
    )


def test_all_failures_are_known() -> None:
    assert len(set(WHYS)) == len(WHYS) and set(FAILURES) <= set(WHYS)
