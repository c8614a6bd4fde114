"""A rewritten command means the same to every shell, and its answer is one that the host obeys."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from harness_runtime.wire.advice import advice_answer
from harness_runtime.wire.rewrite import confined_line, joined, rewrite_answer, rewritten_input
from tests.support.answers import schema_faults

SHELLS = [shell for shell in ("bash", "dash", "zsh") if shutil.which(shell)]
WORDS = st.lists(
    st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=8)
    | st.text("-='\"!$`\\ \n\t~*?[]{}()<>|&;#^%@+:,./aN", max_size=6),
    min_size=1,
    max_size=6,
)
NAMED = [
    "pytest",
    "-q",
    "=ls",
    "~",
    "!!",
    "!",
    "--",
    "",
    "'",
    "''",
    "'a'b'",
    "a\nb",
    "$(id)",
    "`id`",
    "한글",
    "{a,b}",
]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Tells its arguments, from a folder whose name needs quotes itself."""
    path = tmp_path_factory.mktemp("it's here") / "harness-confine"
    path.write_text("#!/bin/sh\nprintf '%s\\0' \"$@\"\n", "utf-8")
    path.chmod(0o755)
    return str(path)


def arguments(shell: str, line: str, folder: Path | None = None) -> list[str]:
    done = subprocess.run(
        [shell, "-c", line], capture_output=True, cwd=folder, stdin=subprocess.DEVNULL, timeout=60, check=True
    )
    assert done.stderr == b""
    return done.stdout.decode().split("\0")[:-1]


@pytest.mark.parametrize("shell", SHELLS)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@example(words=NAMED)
@given(words=WORDS)
def test_every_shell_reads_the_words_back(program: str, shell: str, words: list[str]) -> None:
    told = arguments(shell, confined_line("", program, 37, "not looked at", words))
    assert told == ["37", "--", *words]


@pytest.mark.parametrize("shell", SHELLS)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@example(words=NAMED)
@given(words=WORDS)
def test_every_shell_reads_a_whole_text_back(program: str, shell: str, words: list[str]) -> None:
    text = f"{joined(words)} 2>&1 | tail -20"
    assert arguments(shell, confined_line("", program, 1, text, [])) == ["1", "--", text]


@pytest.mark.skipif("zsh" not in SHELLS, reason="no zsh here")
def test_zsh_with_its_own_ideas_of_a_quote(program: str) -> None:
    options = "setopt rc_quotes extended_glob magic_equal_subst brace_ccl"
    line = confined_line("", program, 1, "", NAMED)
    assert arguments("zsh", f"{options}\n{line}") == ["1", "--", *NAMED]


@pytest.mark.parametrize("shell", SHELLS)
def test_the_folder_stays_in_front(program: str, shell: str, tmp_path: Path) -> None:
    (tmp_path / "a b").mkdir()
    lead = "cd 'a b' && "
    assert arguments(shell, confined_line(lead, program, 1, "", ["make"]), tmp_path) == ["1", "--", "make"]


@given(words=WORDS)
def test_the_words_are_joined_as_shlex_joins_them(words: list[str]) -> None:
    assert joined(words) == shlex.join(words)


def test_plain_words_stay_as_they_are() -> None:
    line = confined_line("", "/data/bin/harness-confine", 3, "", ["pytest", "-q", "tests/test_a.py::test_b"])
    assert line == "/data/bin/harness-confine 3 -- pytest -q tests/test_a.py::test_b"
    line = confined_line("", "/data/bin/harness-confine", 3, "pytest -q 2>&1 | tail -20", [])
    assert line == "/data/bin/harness-confine 3 -- 'pytest -q 2>&1 | tail -20'"


INPUT: dict[str, Any] = {
    "command": "pytest -q",
    "description": "Run 'the' tests\n한글 \ud800",
    "timeout": 120000,
    "run_in_background": False,
    "list": [1.5, None, {"a": True}],
}


@pytest.mark.parametrize("host", ["codex", "claude"])
def test_the_answer_is_one_that_the_host_obeys(host: str) -> None:
    answer = json.loads(rewrite_answer(host, rewritten_input(host, INPUT, "x 1 -- pytest -q")))
    assert schema_faults(host, "PreToolUse", answer) == []
    output = answer["hookSpecificOutput"]
    assert ("permissionDecision" in output) is (host == "codex"), "on Claude Code it would skip the person's prompt"
    assert output["updatedInput"] == ({} if host == "codex" else INPUT) | {"command": "x 1 -- pytest -q"}


@pytest.mark.parametrize("host", ["codex", "claude"])
def test_it_may_tell_something_besides(host: str) -> None:
    answer = json.loads(rewrite_answer(host, {"command": "x"}, "for the model", "for the person"))
    assert schema_faults(host, "PreToolUse", answer) == []
    assert answer["hookSpecificOutput"]["additionalContext"] == "for the model"
    assert answer["systemMessage"] == "for the person"


@pytest.mark.parametrize("host", ["codex", "claude"])
@pytest.mark.parametrize("event", ["PreToolUse", "PostToolUse"])
@pytest.mark.parametrize(("told", "shown"), [("a\n한글 \ud800", ""), ("", "b"), ("a", "b")])
def test_advice_is_an_answer_that_the_host_obeys(host: str, event: str, told: str, shown: str) -> None:
    answer = json.loads(advice_answer(event, told, shown))
    assert schema_faults(host, event, answer) == []
    assert answer.get("hookSpecificOutput", {}).get("additionalContext", "") == told
    assert answer.get("systemMessage", "") == shown


def test_a_number_without_a_form_in_json_has_no_answer() -> None:
    with pytest.raises(ValueError):
        rewrite_answer("claude", rewritten_input("claude", INPUT | {"timeout": 1e999}, "x"))
