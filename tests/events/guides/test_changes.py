"""Which files count as changed by a run, and whether somebody sits at the host's screen: small looks at the disk."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from harness_runtime.artifacts.terms import Terms
from harness_runtime.events.guides.changes import changed_files, note_beginning
from harness_runtime.events.guides.rim import is_unattended
from harness_runtime.session.state import State, Turn
from harness_runtime.session.store import Store

TERMS = Terms("Small", "Low", ("src/**", "made.txt"), (), ("src/cache/**",), "none")
CODEX = {"PLUGIN_ROOT": "/plugin"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    for name in ("src/a.py", "src/old/b.py", "docs/c.md", ".o4/harness.toml"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("x\n", "utf-8")
    return folder


@pytest.fixture
def store(tmp_path: Path) -> Store:
    found = Store(str(tmp_path / "data"), "session-1")
    found.folder.mkdir(parents=True)
    return found


def state(root: Path, **fields: object) -> State:
    known = {"session_id": "session-1", "host": "codex", "run_id": "r", "revision": 1, "phase": "plan_pending"}
    more = {"language": "en", "turn": Turn(id="1", person=True), "updated_at": ""}
    head = {"ledger": {"index": 0, "sha256": "0" * 64, "bytes": 0}, "workspace_root": str(root)}
    return State.model_validate({**known, **more, **head, **fields})


def write(name: str) -> Callable[[Path], object]:
    def act(root: Path) -> None:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("other words\n", "utf-8")

    return act


def remove(root: Path) -> None:
    (root / "src/old/b.py").unlink()
    (root / "src/old").rmdir()


@pytest.mark.parametrize(
    ("happens", "changed"),
    [
        (lambda root: None, ()),
        (write("src/a.py"), ("src/a.py",)),
        (write("made.txt"), ("made.txt",)),
        (write("src/new/deep/d.py"), ("src/new/deep/d.py",)),
        (remove, ("src/old/b.py",)),
        (lambda root: (root / "src/a.py").chmod(0o755), ("src/a.py",)),
        (write("docs/c.md"), ()),
        (write("src/cache/x"), ()),
        (write("src/__pycache__/a.pyc"), ()),
    ],
    ids=["nothing", "edit", "make", "folder", "remove", "mode", "outside", "scratch", "pycache"],
)
def test_what_counts_as_changed(
    root: Path, store: Store, happens: Callable[[Path], object], changed: tuple[str, ...]
) -> None:
    note_beginning(store, state(root), TERMS)
    happens(root)
    assert changed_files(store, state(root), TERMS) == changed


def test_a_later_approval_keeps_the_beginning(root: Path, store: Store) -> None:
    note_beginning(store, state(root), TERMS)
    write("src/a.py")(root)
    note_beginning(store, state(root, accepted={"plan": "a" * 64}), TERMS)
    assert changed_files(store, state(root), TERMS) == ("src/a.py",)


def test_without_a_harness_file_nothing_is_noted_and_nobody_knows(root: Path, store: Store) -> None:
    note_beginning(store, state(root), TERMS)
    (root / ".o4/harness.toml").unlink()
    note_beginning(store, state(root), TERMS)
    assert changed_files(store, state(root), TERMS) is None


@pytest.mark.parametrize("content", [b"", b"junk", b"harness-tree 1\njunk"])
def test_what_was_noted_and_cannot_be_read_is_not_known(root: Path, store: Store, content: bytes) -> None:
    (store.folder / "begun").write_bytes(content)
    assert changed_files(store, state(root), TERMS) is None


def meta(source: object) -> bytes:
    return json.dumps({"type": "session_meta", "payload": {"source": source}}).encode() + b"\n{}\n"


@pytest.mark.parametrize(
    ("content", "alone"),
    [
        (meta("exec"), True),
        (meta("cli"), False),
        (meta({"subagent": "review"}), False),
        (b"[]\n", False),
        (b"not json", False),
        (b"", False),
    ],
)
def test_codex_tells_in_its_transcript_that_nobody_is_there(tmp_path: Path, content: bytes, alone: bool) -> None:
    transcript = tmp_path / "rollout.jsonl"
    transcript.write_bytes(content)
    assert is_unattended(CODEX, str(transcript)) is alone


@pytest.mark.parametrize("transcript", ["", "/nowhere/rollout.jsonl", "/", "a\0b"])
def test_without_a_transcript_somebody_may_be_there(transcript: str) -> None:
    assert is_unattended(CODEX | {"CLAUDE_CODE_ENTRYPOINT": "sdk-cli"}, transcript) is False


@pytest.mark.parametrize(("entry", "alone"), [("sdk-cli", True), ("cli", False), ("", False)])
def test_claude_code_tells_in_the_environment(entry: str, alone: bool) -> None:
    assert is_unattended({"CLAUDE_CODE_ENTRYPOINT": entry}, "") is alone
