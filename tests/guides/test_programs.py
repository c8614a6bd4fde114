"""Which programs a command names, without running it."""

from __future__ import annotations

import pytest

from harness_runtime.guides.programs import programs_of


@pytest.mark.parametrize(
    ("command", "words", "one"),
    [
        ("cargo test --quiet", ("cargo",), True),
        ("  pytest -q  ", ("pytest",), True),
        ("CI=1 npm test", ("npm",), True),
        ("time ! command exec make", ("make",), True),
        ("'my tool' x", ("my tool",), True),
        ("./check.sh --all", ("./check.sh",), True),
        ("pytest -q 2>&1", ("pytest",), True),
        ("make a && make b", ("make", "make"), False),
        ("cd web && npm test", ("npm",), False),
        ("pytest | tail -3", ("pytest", "tail"), False),
        ("(cd a; go vet)", ("go",), False),
        ("true", (), False),
        ("exit 1", (), False),
        ("FOO=1", (), False),
        ("$RUNNER test", (), False),
        ("$(pick) test", ("pick",), False),
        ("grep ';' x", ("grep",), True),
        ('grep -E "a | b" \\; x', ("grep",), True),
        ("python -c 'a(); b()' && ruff", ("python", "ruff"), False),
        ("'a;b' x", (), False),
        ("bin/* x", (), False),
        ("if true; then make; fi", (), False),
        ("for f in *; do cat $f; done", (), False),
        ("[[ -f x ]]", (), False),
        ("# only a remark", (), False),
        ("echo 'unfinished", (), False),
        ("make\nmake test", (), False),
        ("", (), False),
    ],
)
def test_the_programs_of_a_command(command: str, words: tuple[str, ...], one: bool) -> None:
    found = programs_of(command)
    assert (found.words, found.one) == (words, one)
