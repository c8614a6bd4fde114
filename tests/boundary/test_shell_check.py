"""A draft may be checked in every phase and by every caller, in exactly one form; its text stays text."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from harness_runtime.boundary.shell.parser import MAX_BYTES
from harness_runtime.messages.denials import HINTS
from tests.boundary.scene import Scene, shown, words
from tests.support.artifacts import tiny_plan

SHELLS = [shell for shell in ("bash", "dash", "zsh") if shutil.which(shell)]
PHASES = words(
    "planning plan_pending implement review repair_planning repair_pending repair_implement post_repair_review"
    " completed blocked cancelled"
)


def draft(body: str, head: str = "harness-state check - <<'EOF'", end: str = "EOF") -> str:
    return f"{head}\n{body}\n{end}"


RIGHT = [
    draft("# Plan"),
    draft("# Plan", "harness-state check - --json <<'EOF'"),
    draft("# Plan", "harness-state check --json - <<'EOF'"),
    draft("# Plan", 'harness-state check - <<"EOF"'),
    draft("# Plan", "harness-state check - << 'EOF'"),
    draft("# Plan", "harness-state  check\t-<<'EOF'"),
    draft("# Plan", "harness-state check - <<'PLAN_2'", "PLAN_2"),
    "\n " + draft("# Plan") + "\n\n",
    draft(""),
    draft("$(rm -rf .) `id` ${HOME} \\ \" ' <<'X' | ; & cat .env\n EOF\nEOF \nEOF;\nEOFX\n\tEOF\rEOF"),
    draft(tiny_plan()),
]

WRONG = [
    "harness-state check -",
    "harness-state check",
    "harness-state check draft.md",
    "harness-state check - < draft.md",
    "harness-state check - <<< '# Plan'",
    draft("# Plan", "harness-state check - <<EOF"),
    draft("$(id)", "harness-state check - <<EOF"),
    draft("# Plan", "harness-state check - <<-'EOF'"),
    draft("# Plan", "harness-state check - <<- 'EOF'"),
    draft("# Plan", "harness-state check - <<\\EOF"),
    draft("# Plan", "harness-state check - <<E'OF'"),
    draft("# Plan", "harness-state check - <<'EOF'''"),
    draft("# Plan", "harness-state check - <<''", ""),
    draft("# Plan", "harness-state check - <<'E F'", "E F"),
    draft("# Plan", "harness-state check - <<'EOF' | tee x"),
    draft("# Plan", "harness-state check - <<'EOF'; id"),
    draft("# Plan", "harness-state check - <<'EOF' && id"),
    draft("# Plan", "harness-state check - <<'EOF' > x"),
    draft("# Plan", "harness-state check - <<'EOF' --json"),
    draft("# Plan", "harness-state check - <<'EOF' # draft"),
    draft("# Plan", "harness-state check - <<'EOF'\r"),
    draft("# Plan", "harness-state check - <<'EOF' <<'B'"),
    draft("# Plan", "harness-state check - 2<<'EOF'"),
    draft("# Plan", "harness-state check - --session other <<'EOF'"),
    draft("# Plan", "harness-state check - --data /x <<'EOF'"),
    draft("# Plan", "harness-state check --json <<'EOF'"),
    draft("# Plan", "harness-state check - - <<'EOF'"),
    draft("# Plan", "harness-state check - >x <<'EOF'"),
    draft("# Plan", "harness-state check - \x0b<<'EOF'"),
    draft("# Plan", "harness-state check \u00a0 - <<'EOF'"),
    draft("# Plan\nEOF\nid"),
    draft("# Plan\nEOF\n"),
    draft("# Plan", end="EOF "),
    draft("# Plan", end="EOF; id"),
    draft("# Plan", end="EOF\nid"),
    draft("# Plan", end="eof"),
    draft("# Plan", end=" EOF"),
    draft("# Plan", end="EOF\r"),
    draft("# Plan\0"),
]

OTHER = [
    ("harness-state", "shell_unmodeled"),
    ("harness-state inspect", "shell_unmodeled"),
    ("harness-state approve", "shell_unmodeled"),
    ("harness-state-check check -", "shell_unmodeled"),
    ("rg 'harness-state check' src", "allow"),
    ("echo harness-state check - | cat", "allow"),
    (draft("# Plan", "cd src && harness-state check - <<'EOF'"), "shell_unmodeled"),
    (draft("# Plan", "X=1 harness-state check - <<'EOF'"), "shell_unmodeled"),
    (draft("# Plan", "PLUGIN_DATA=/x harness-state check - <<'EOF'"), "shell_unmodeled"),
    (draft("# Plan", "'harness-state' check - <<'EOF'"), "shell_unmodeled"),
    (draft("# Plan", "./harness-state check - <<'EOF'"), "shell_unmodeled"),
    (draft("# Plan", "cat <<'EOF' | harness-state check -"), "shell_unmodeled"),
]


@pytest.mark.parametrize("command", RIGHT)
def test_the_right_form_is_a_read(scene: Scene, command: str) -> None:
    decision = scene.shell(command)
    assert (decision.verdict, decision.kind, decision.rule) == ("allow", "read", "check")


@pytest.mark.parametrize("command", WRONG)
def test_any_other_form_is_refused_with_the_right_one(scene: Scene, command: str) -> None:
    decision = scene.shell(command)
    assert (shown(decision), decision.fields["hint"]) == ("shell_unmodeled", "check_form")


@pytest.mark.parametrize("line", ["E한글", "EO\u0080", "EOFé", "EOF한글 EOF"])
def test_a_line_that_begins_like_the_delimiter_and_goes_on_beyond_ascii(scene: Scene, line: str) -> None:
    """dash would lose a byte of it."""
    decision = scene.shell(draft(f"# Plan\n{line}"))
    assert (shown(decision), decision.fields["hint"]) == ("shell_unmodeled", "check_delimiter")
    assert shown(scene.shell(draft(f"# Plan\n{line}", "harness-state check - <<'DRAFT'", "DRAFT"))) == "allow"
    assert shown(scene.shell(draft(f"# Plan\n {line}\nEOFX {line}\n한글 {line}"))) == "allow"


@pytest.mark.parametrize("language", HINTS)
def test_the_hint_shows_the_form(language: str) -> None:
    assert "harness-state check - <<'EOF'" in HINTS[language]["check_form"]


@pytest.mark.parametrize(("command", "expected"), OTHER)
def test_what_only_looks_like_it_is_judged_as_ever(scene: Scene, command: str, expected: str) -> None:
    assert shown(scene.shell(command)) == expected


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("held", [False, True])
@pytest.mark.parametrize("hint", [{}, {"agent_id": "a-1"}])
def test_in_every_phase_by_root_and_child(scene: Scene, phase: str, held: bool, hint: dict[str, str]) -> None:
    scene.state |= {"phase": phase, "held": held}
    assert shown(scene.shell(RIGHT[0], **hint)) == "allow"


@pytest.mark.parametrize("host", ["codex", "claude"])
def test_whatever_shell_the_host_uses(scene: Scene, host: str) -> None:
    scene.state["host"] = host
    (scene.base / "pwsh").touch()
    scene.path = f"/usr/bin:{scene.base}"
    assert shown(scene.shell(draft('a "b" \\ $c'))) == "allow"


@pytest.mark.parametrize("program", ["harness-state", "bash"])
def test_a_program_that_the_agent_could_have_written(scene: Scene, program: str) -> None:
    scene.file(f"bin/{program}")
    scene.path = f"{scene.root}/bin:/usr/bin"
    assert shown(scene.shell(RIGHT[0])) == "shell_program_shadowed"


def test_the_size_is_bounded(scene: Scene) -> None:
    room = MAX_BYTES - len(draft(""))
    assert shown(scene.shell(draft("x" * room))) == "allow"
    assert shown(scene.shell(draft("x" * (room + 1)))) == "too_large"


def test_a_lone_surrogate_is_no_command(scene: Scene) -> None:
    assert shown(scene.shell(draft("\ud800"))) == "name_encoding"


def programs(tmp_path: Path) -> Path:
    """A `harness-state` that keeps its words and its input."""
    folder = tmp_path / "programs"
    folder.mkdir(exist_ok=True)
    program = folder / "harness-state"
    program.write_text('#!/bin/sh\nprintf "%s " "$@" > "$OUT/words"\ncat > "$OUT/body"\n', "utf-8")
    program.chmod(0o755)
    return folder


def run(shell: str, command: str, tmp_path: Path) -> tuple[bytes, bytes, list[str]]:
    """The program's input and words, and the names that the command left in its folder."""
    out, here = tmp_path / "out", tmp_path / "here"
    for folder in (out, here):
        folder.mkdir(exist_ok=True)
    environ = {"PATH": f"{programs(tmp_path)}:/usr/bin:/bin", "OUT": str(out), "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        [shell, "-c", command], cwd=here, env=environ, stdin=subprocess.DEVNULL, capture_output=True, timeout=20
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    return (out / "body").read_bytes(), (out / "words").read_bytes(), [path.name for path in here.iterdir()]


TRICKS = st.sampled_from(
    ["EOF", " EOF", "EOF ", "EOF)", "<<'EOF'", "<<X", "\n", "\r", "\t", "\\", "'", '"', "`id`", "$(touch x)", "$HOME",
     "|", ";", "&", "touch x", "\x01", "\x7f", "\x80", "\u0081", "é", "한글", "\u2028", "!!", "#", "*", "\x1b["]
)  # fmt: skip
BODIES = st.lists(TRICKS | st.text(max_size=4), max_size=12).map("".join)


@pytest.mark.parametrize("shell", SHELLS)
@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@example(body=tiny_plan())
@example(body="")
@example(body="\\\nEOF \n\tEOF\nEOF\\\n\\EOF\n'EOF'")
@given(body=BODIES)
def test_every_shell_hands_over_the_body_byte_for_byte(shell: str, tmp_path: Path, body: str) -> None:
    """Whatever passes is really run: nothing but the program is, and its input is what was judged."""
    command = draft(body)
    base = tmp_path / "scene"
    scene = Scene(base.resolve()) if not base.exists() else _again(base.resolve())
    if shown(scene.shell(command)) != "allow":
        lines = body.split("\n")
        assert "EOF" in lines or "\0" in body or any(line.startswith("E") and not line.isascii() for line in lines)
        return
    received, arguments, left = run(shell, command, tmp_path)
    assert received == (body + "\n").encode()
    assert (arguments, left) == (b"check - ", [])


def _again(base: Path) -> Scene:
    shutil.rmtree(base)
    return Scene(base)
