"""Which calls of a reviewer show it the change: the diff, or what a changed file holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from harness_runtime.events.gate.change_read import Changed, has_read

CHANGED = Changed("/ws", ("src/app.py", "src/pkg/b.py"), ("src/**",))
NOTHING_KNOWN = Changed("/ws", (), ("src/**",))
LINE: dict[str, Any] = {"kind": "read", "verdict": "allow", "tool": "Bash", "agent": "kid"}


def shows(subject: str, changed: Changed = CHANGED, **fields: Any) -> bool:
    return has_read("kid", [LINE | {"subject": subject} | fields], changed)


SHOWING = [
    *("git diff", "git diff HEAD", "git diff main", "git diff -U10", "git diff --stat -p", "git --no-pager diff"),
    *("git -c core.pager=cat diff", "git diff -- src", "git diff -M -- src/app.py", "git diff -- . ':!.env'"),
    *("git -C src diff -- app.py", "cd src && git diff app.py", "git diff -- '*.py'", "git blame src/app.py"),
    *("git status --short && git diff", "git status --short; git diff", "pwd && git diff 2>/dev/null | head -300"),
    *("cat src/app.py", "cat /ws/src/app.py", "cat ./src/app.py", "cat < src/app.py", "cat src/*.py"),
    *("cd src && cat app.py", "ls -la && sed -n 1,200p src/app.py", "sed -n -e 1,9p src/app.py", "nl -ba src/app.py"),
    *("rg def src/app.py", "grep -n -A 3 def src/app.py", "grep -e def src/app.py", "tail -n +3 src/app.py"),
    *("diff src/old.py src/app.py", "timeout 20 git diff", "bash -lc 'git status; git diff'", "jq . src/app.py"),
    *("true | cat src/app.py", "cat README.md; cat src/pkg/b.py", "git diff $(git merge-base a b)"),
    "test -f src/app.py && cat src/app.py",
]
SILENT = [
    *("git status", "git log -1", "git log -p", "git show HEAD", "git show HEAD:src/app.py", "git diff --stat"),
    *(
        "git diff --name-only",
        "git diff --cached",
        "git diff a..b",
        "git diff v1 v2",
        "git diff -s",
        "git diff --quiet",
    ),
    *("git diff -- README.md", "git diff -- . ':!src'", "git -C docs diff -- .", "git diff > /dev/null"),
    *("git diff &>/dev/null", "git diff | wc -l", "git diff | grep -c x", "true || git diff", "exit; git diff"),
    *("false && git diff", "echo git diff", "echo 'x; git diff'", "ls src/app.py", "test -f src/app.py"),
    *("cat README.md", "cat src/app.py.orig", "cat mysrc/app.py", "cat src/app.py/x", "cat docs/*.py", "cat app.py"),
    *("cat <<'EOF'\nsrc/app.py\nEOF", "grep src/app.py README.md", "grep -l def src/app.py", "rg -c def src/app.py"),
    *("rg --files src/app.py", "diff -q a src/app.py", "sed src/app.py README.md", "wc -l src/app.py"),
    *("command -v git diff", "sha256sum src/app.py", "for f in src/app.py; do cat $f; done", "cat src/app.py > x"),
    *("harness-state check -", "printf src/app.py", "head --help src/app.py"),
]


@pytest.mark.parametrize("line", SHOWING)
def test_it_shows_the_change(line: str) -> None:
    assert shows(line)


@pytest.mark.parametrize("line", SILENT)
def test_it_shows_none_of_it(line: str) -> None:
    assert not shows(line)


def test_an_operand_that_is_there_is_a_path_and_no_revision(tmp_path: Path) -> None:
    (tmp_path / "README.md").touch()
    changed = Changed(str(tmp_path), CHANGED.paths, CHANGED.boundary)
    assert not shows("git diff README.md", changed)
    assert shows("git diff v1.0", changed)


@pytest.mark.parametrize(
    ("subject", "expected"),
    [
        ("git diff; echo …", True),
        ("echo a; git diff … b", False),  # who knows what followed
        ("echo 'a … ; git diff ; b", False),
        ("cat src/app.py…", False),
    ],
)
def test_what_a_record_has_left_out_counts_for_nothing(subject: str, expected: bool) -> None:
    assert shows(subject) is expected


@pytest.mark.parametrize(
    ("tool", "subject", "expected"),
    [
        ("Read", "src/app.py", True),
        ("Read", "/ws/src/app.py", True),
        ("Grep", "src/app.py", True),
        ("Read", "README.md", False),
        ("Read", "git diff", False),
        ("Glob", "src/app.py", False),
        ("LS", "src/app.py", False),
    ],
)
def test_a_tool_shows_the_file_that_it_names(tool: str, subject: str, expected: bool) -> None:
    assert shows(subject, tool=tool) is expected


@pytest.mark.parametrize("fields", [{"agent": ""}, {"agent": "other"}, {"verdict": "deny"}, {"kind": "mutate"}])
def test_only_reads_of_this_agent_that_passed_count(fields: dict[str, str]) -> None:
    assert not shows("git diff", **fields)


def test_a_confined_line_of_a_child_only_reads() -> None:
    assert shows("cat src/app.py", kind="execute")


@pytest.mark.parametrize(
    ("line", "expected"), [("cat src/any.py", True), ("git diff", True), ("cat README.md", False)]
)
def test_where_nothing_is_known_to_have_changed_a_file_of_the_boundary_stands_for_it(
    line: str, expected: bool
) -> None:
    assert shows(line, NOTHING_KNOWN) is expected
