"""apply_patch texts: which files they touch, and which texts are not understood."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.patch import patch_targets
from harness_runtime.boundary.shell_patch import here_document, is_patch_command
from tests.boundary.scene import Scene, envelope, shown

ADD = ("*** Add File: src/a", "+x")

UNDERSTOOD: list[tuple[str, list[str]]] = [
    (envelope(*ADD), ["src/a"]),
    (envelope("*** Add File: src/empty"), ["src/empty"]),
    (envelope("*** Delete File: src/a"), ["src/a"]),
    (envelope("*** Update File: src/a", "@@", " x", "-y", "+z"), ["src/a"]),
    (envelope("*** Update File: src/a", "@@ def f():", "@@ class B", " x", "+z", "*** End of File"), ["src/a"]),
    (envelope("*** Update File: src/a", " x", "+z"), ["src/a"]),
    (envelope("*** Update File: src/a", "*** Move to: src/b", "@@", "-x"), ["src/a", "src/b"]),
    (envelope("*** Update File: src/a", "*** Move to: src/b"), ["src/a", "src/b"]),
    (envelope("*** Update File: a", "@@", "-x", "", "*** Add File: b", "+x", "*** Delete File: c"), ["a", "b", "c"]),
    (envelope("*** Update File: a", "@@", "+*** Add File: b", "-*** Delete File: c", "+ *** End Patch"), ["a"]),
    (envelope("*** Add File: a", "+*** Add File: b", "+*** End Patch"), ["a"]),
    (envelope("  *** Add File: a", "+x"), ["a"]),
    (envelope("*** Add File: a", "+x", "\t*** Delete File: b"), ["a", "b"]),
    (envelope("*** Add File: a b/c d.txt", "+x"), ["a b/c d.txt"]),
    (envelope(*ADD).replace("\n", "\r\n") + "\r\n", ["src/a"]),
    ("\n\n  " + envelope(*ADD) + "\n \n", ["src/a"]),
    ("<<'EOF'\n" + envelope(*ADD) + "\nEOF", ["src/a"]),
    ("<<EOF\n" + envelope(*ADD) + "\nEOF\n", ["src/a"]),
    ('<<"EOF"\n' + envelope(*ADD) + "\nEOF\n", ["src/a"]),
    (envelope("*** Update File: a", "@@", "  **bold**", "+x"), ["a"]),
]


@pytest.mark.parametrize(("text", "targets"), UNDERSTOOD)
def test_targets(text: str, targets: list[str]) -> None:
    assert patch_targets(text) == targets


NOT_UNDERSTOOD = [
    "",
    "*** Begin Patch",
    "*** Begin Patch\n*** End Patch",
    "*** End Patch\n*** Begin Patch",
    "\n".join(ADD),
    "x\n" + envelope(*ADD),
    envelope(*ADD) + "\nx",
    envelope(*ADD) + "\n" + envelope("*** Add File: b", "+x"),
    envelope(*ADD, "*** End Patch", "*** Add File: b", "+x"),
    envelope(*ADD, "*** Begin Patch"),
    envelope("*** Add File: a", "x"),
    envelope("*** Add File: a", "", "+x"),
    envelope("*** Add File: a", "-x"),
    envelope("*** Add File: ", "+x"),
    envelope("*** Add File:a", "+x"),
    envelope("*** Add File:  a", "+x"),
    envelope("*** Add File: a ", "+x"),
    envelope("*** Add File: a\t", "+x"),
    envelope("*** add file: a", "+x"),
    envelope("***  Add File: a", "+x"),
    envelope("*** Rename File: a", "+x"),
    envelope("*** Delete File: a", "+x"),
    envelope("*** Delete File: a", ""),
    envelope("*** Update File: a", "x"),
    envelope("*** Update File: a", "@@", "+x", "*** Move to: b"),
    envelope("*** Update File: a", "", "*** Move to: b", "@@", "+x"),
    envelope("*** Move to: b"),
    envelope(*ADD, "*** Move to: b"),
    envelope("*** Update File: a", "*** Move to: b", "*** Move to: c"),
    envelope("*** Update File: a", "*** End of File"),
    envelope(*ADD, "*** End of File"),
    envelope("*** Environment ID: other", *ADD),
    envelope("*** Environment ID:", *ADD),
    envelope("*** Update File: a", "@@", "***"),
    envelope("*** Update File: a", "@@", "*x"),
    "<<'EOF'\n" + envelope(*ADD) + "\nXEOF",
    "<<'END'\n" + envelope(*ADD) + "\nEND",
    "<<-EOF\n" + envelope(*ADD) + "\nEOF",
]


@pytest.mark.parametrize("text", NOT_UNDERSTOOD, ids=range(len(NOT_UNDERSTOOD)))
def test_anything_else_is_no_patch(text: str) -> None:
    with pytest.raises(Fault) as caught:
        patch_targets(text)
    assert caught.value.rule == "patch_grammar"


BLANKS = [" ", "\t", "  ", "\u00a0", "\u3000", "\u2028", "\x0b", "\x0c", "\r", "\x1c", "\x85", " \t "]
HEADERS = [
    "*** Add File: b",
    "*** Delete File: b",
    "*** Update File: b",
    "*** Move to: b",
    "*** End Patch",
    "*** End of File",
]


@pytest.mark.parametrize("header", HEADERS)
@pytest.mark.parametrize("blank", BLANKS)
def test_an_indented_header_in_an_update_could_be_context(blank: str, header: str) -> None:
    for before in ([], ["@@"], ["@@", " x"], ["@@", "+x", ""]):
        with pytest.raises(Fault) as caught:
            patch_targets(envelope("*** Update File: a", *before, blank + header, "+y"))
        assert caught.value.rule == "patch_grammar"


def two_readers(text: str) -> list[set[str]]:
    """The paths that an untrimming and a trimming reader of headers would take from a text; the tests' own model."""
    found: list[set[str]] = []
    for trim in (False, True):
        paths: set[str] = set()
        for line in text.split("\n"):
            seen = line.strip() if trim else line
            for marker in ("*** Add File: ", "*** Delete File: ", "*** Update File: ", "*** Move to: "):
                if seen.startswith(marker):
                    paths.add(seen[len(marker) :].strip())
        found.append(paths)
    return found


_LINES = st.sampled_from(
    [f"{blank}{header}" for blank in ("", " ", "\t", "+", "-", "+ ", "- ") for header in HEADERS]
    + ["@@", "@@ x", " x", "+x", "-x", "", "x", "*** Update File: a", "*** Add File: c", "*** Environment ID: z"]
)


@settings(max_examples=1500, deadline=None)
@given(st.lists(_LINES, max_size=8))
def test_no_reader_finds_a_path_that_was_not_judged(lines: list[str]) -> None:
    text = envelope(*lines)
    try:
        targets = set(patch_targets(text))
    except Fault:
        return
    for paths in two_readers(text):
        assert paths <= targets


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["*** Update File: src/a", "*** Move to: b", "@@", "+x"], "outside_boundary"),
        (["*** Update File: b", "*** Move to: src/a", "@@", "+x"], "outside_boundary"),
        (["*** Update File: src/a", "*** Move to: .env", "@@", "+x"], "secret"),
        (["*** Update File: .env", "*** Move to: src/a", "@@", "+x"], "secret"),
        (["*** Delete File: tests/test_app.py"], "allow"),
        (["*** Add File: tests/test_other.py", "+x"], "outside_boundary"),
        (["*** Add File: docs/a.md", "+x"], "allow"),
        (["*** Add File: docs/a/b.md", "+x"], "outside_boundary"),
    ],
)
def test_all_targets_count(scene: Scene, lines: list[str], expected: str) -> None:
    assert shown(scene.patch(*lines)) == expected


SHELL_PATCHES: list[tuple[str, str]] = [
    ("apply_patch <<'EOF'\n{inside}\nEOF", "allow"),
    ("apply_patch <<'EOF'\n{inside}\nEOF\n", "allow"),
    ('applypatch <<"PATCH"\n{inside}\nPATCH', "allow"),
    ("  apply_patch  << 'EOF' \n{inside}\nEOF", "allow"),
    ("apply_patch <<'EOF'\n{outside}\nEOF", "outside_boundary"),
    ("apply_patch <<EOF\n{inside}\nEOF", "shell_unmodeled"),
    ("apply_patch <<-'EOF'\n{inside}\nEOF", "shell_unmodeled"),
    ("apply_patch <<'EOF'\n{inside}\nEOF\nrm x", "shell_unmodeled"),
    ("apply_patch <<'EOF' && rm x\n{inside}\nEOF", "shell_unmodeled"),
    ("apply_patch <<'EOF' > x\n{inside}\nEOF", "shell_unmodeled"),
    ("apply_patch <<'E'\n{inside}\nE\n{inside}\nE", "shell_unmodeled"),
    ("apply_patch <<''\n{inside}\n", "shell_unmodeled"),
    ("apply_patch <<'E F'\n{inside}\nE F", "shell_unmodeled"),
    ("apply_patch <<'EOF'\n{inside}\n EOF", "shell_unmodeled"),
    ("apply_patch <<'EOF'\n{inside}", "shell_unmodeled"),
    ("apply_patch <<'EOF'\r\n{inside}\r\nEOF", "shell_unmodeled"),
    ("apply_patch '{inside}'", "shell_unmodeled"),
    ("apply_patch", "shell_unmodeled"),
    ("cd src && apply_patch <<'EOF'\n{outside}\nEOF", "allow"),
    ("true; apply_patch <<'EOF'\n{inside}\nEOF", "allow"),
    ("true; apply_patch <<'EOF'\n{outside}\nEOF", "outside_boundary"),
    ("apply_patch <<'EOF'\nnonsense\nEOF", "patch_grammar"),
]


@pytest.mark.parametrize(("command", "expected"), SHELL_PATCHES)
def test_the_here_document_form(scene: Scene, command: str, expected: str) -> None:
    filled = command.replace("{inside}", envelope(*ADD)).replace("{outside}", envelope("*** Add File: b", "+x"))
    assert shown(scene.shell(filled)) == expected


def test_the_here_document_form_without_authority(scene: Scene) -> None:
    scene.state["phase"] = "planning"
    assert shown(scene.shell("apply_patch <<'EOF'\n" + envelope(*ADD) + "\nEOF")) == "no_authority"


def test_a_planted_apply_patch_is_not_run(scene: Scene) -> None:
    scene.file("bin/apply_patch")
    scene.path = f"{scene.root}/bin:/usr/bin"
    assert shown(scene.shell("apply_patch <<'EOF'\n" + envelope(*ADD) + "\nEOF")) == "shell_program_shadowed"


def test_the_command_is_known_by_its_first_word() -> None:
    assert is_patch_command("apply_patch <<'E'\nx\nE")
    assert not is_patch_command("apply_patches <<'E'\nx\nE")
    assert here_document("apply_patch <<'E'\nx\n\ny\nE") == "x\n\ny"
