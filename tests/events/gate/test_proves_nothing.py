"""Which evidence commands prove nothing, and that the person is told at the gate."""

from __future__ import annotations

import pytest

from harness_runtime.events.gate.proves_nothing import proves_nothing
from tests.hooks.conftest import Bench
from tests.support.artifacts import tiny_plan

NOTHING = [
    *("true", ":", "echo ok", "printf ok", "exit 0", "cat README.md", "/bin/true", "ls src", "sleep 1"),
    *("bash -c 'exit 0'", "bash -lc 'true'", "sh -c 'make test || true'", "sh -c 'make test; exit 0'", "sh -c ''"),
    *("bash -c 'pytest | cat'", "bash -c 'pytest -q; echo done'", "sh -c 'false || echo no'", "bash -c 'sh -c true'"),
    *("timeout 60 true", "env CI=1 echo ok", "nice -n 5 true", "time true", "bash -c 'timeout 9 true && echo ok'"),
    *("python -c pass", "python3 -c 'print(1)'", "node -e ''", "python --version", "pytest --collect-only"),
    *("pytest --version", "make --dry-run test"),
]
SOMETHING = [
    *("pytest -q", "make test", "false", "test -f src/app.py", "grep -q x src/app.py", "git diff --check"),
    *(
        "bash -c 'make test'",
        "bash -c 'make test && echo ok'",
        "bash -c 'cd src && make'",
        "sh -c 'echo x; make test'",
    ),
    *("bash -ec 'make test; echo done'", "bash -c 'set -e; make test; echo done'", "bash -c 'make a || make b'"),
    *("timeout 60 pytest -q", "env CI=1 pytest -q", "python -c 'import app; assert app.VALUE'", "bash check.sh"),
    *("python -c 'print(run(1))'", "bash -c 'for i in 1; do make; done'", "diff a b", "python check.py"),
]


@pytest.mark.parametrize("command", NOTHING)
def test_it_passes_whatever_the_change_is(command: str) -> None:
    assert proves_nothing(command)


@pytest.mark.parametrize("command", SOMETHING)
def test_it_may_fail(command: str) -> None:
    assert not proves_nothing(command)


@pytest.mark.parametrize(("language", "said"), [("en", "prove nothing"), ("ko", "증명하지 못하는")])
def test_the_person_is_told_at_the_gate(codex: Bench, language: str, said: str) -> None:
    codex.extra["HARNESS_LANG"] = language
    codex.prompt("$harness x")
    commands = ("true", "pytest -q", {"command": "echo made", "evidence": False})
    line = next(
        line for line in codex.stop(tiny_plan("src/app.py", commands=commands)).message.splitlines() if said in line
    )
    assert "true" in line and "pytest" not in line and "echo" not in line
    codex.prompt("revise: better")
    assert said not in codex.stop(tiny_plan("src/app.py", commands=("pytest -q",))).message
