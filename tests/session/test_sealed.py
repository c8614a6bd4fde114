"""Sealed reads: whatever is not exactly what was stored for this session is a fault with its rule."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from harness_runtime.session.layout import sha256
from harness_runtime.session.sealed import MAX_BYTES, PHASES, SealedFault, read_file, read_policy, read_state
from harness_runtime.session.state import State
from harness_runtime.session.store import Store
from tests.session.conftest import SESSION

Damage = Callable[[Path], object]


def rule_of(read: Callable[[], object]) -> str:
    with pytest.raises(SealedFault) as caught:
        read()
    return caught.value.rule


def linked(path: Path) -> None:
    path.rename(path.with_suffix(".real"))
    path.symlink_to(path.with_suffix(".real"))


def fifo(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def padded(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b" " * MAX_BYTES)


DAMAGES: dict[str, Damage] = {
    "missing": Path.unlink,
    "empty": lambda path: path.write_bytes(b""),
    "truncated": lambda path: path.write_bytes(path.read_bytes()[:-3]),
    "text after": lambda path: path.write_bytes(path.read_bytes() + b"{}"),
    "not UTF-8": lambda path: path.write_bytes(path.read_bytes().replace(b'"', b'"\xff', 1)),
    "a byte order mark": lambda path: path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes()),
    "a list": lambda path: path.write_bytes(b"[]"),
    "deep": lambda path: path.write_bytes(b"[" * 300 + b"]" * 300),
    "huge": padded,
    "symlinked": linked,
    "a FIFO": fifo,
    "a folder": folder,
}


def test_what_was_stored_is_read(run: Store) -> None:
    assert read_state(run.data, SESSION)["phase"] == "planning"


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_state_is_unreadable(run: Store, damage: Damage) -> None:
    damage(run.folder / "state.json")
    assert rule_of(lambda: read_state(run.data, SESSION)) == "state_unreadable"


def edited(run: Store, **fields: Any) -> str:
    """The rule that a state with other values meets."""
    path = run.folder / "state.json"
    state = json.loads(path.read_bytes())
    path.write_text(json.dumps(state | fields), "utf-8")
    return rule_of(lambda: read_state(run.data, SESSION))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("phase", "implementing"),
        ("phase", None),
        ("phase", ["implement"]),
        ("held", None),
        ("held", 0),
        ("revision", "1"),
        ("revision", True),
        ("revision", 1.0),
        ("accepted", None),
        ("accepted", []),
        ("workspace_root", "w"),
        ("workspace_root", None),
        ("language", None),
        ("run_id", 1),
        ("host", None),
    ],
)
def test_a_state_of_another_shape_is_unreadable(run: Store, field: str, value: Any) -> None:
    assert edited(run, **{field: value}) == "state_unreadable"


@pytest.mark.parametrize("value", ["other", None, 7, SESSION.upper() + "x"])
def test_a_state_of_another_session_is_foreign(run: Store, value: Any) -> None:
    assert edited(run, session_id=value) == "state_foreign"


@pytest.mark.parametrize("value", [0, 2, "1", None, [1]])
def test_another_schema_is_unknown_before_anything_else_is_read(run: Store, value: Any) -> None:
    assert edited(run, schema_version=value, session_id="other", phase=7) == "schema_unknown"


def test_the_hot_and_the_cold_path_know_the_same_phases() -> None:
    assert set(State.model_json_schema()["properties"]["phase"]["enum"]) == PHASES


@pytest.fixture
def policy(run: Store) -> Path:
    digest = run.seal(b'{"schema_version":1,"allowed_write_paths":["src/**"]}')
    return run.folder / "policies" / f"{digest}.json"


def test_a_sealed_policy_is_read_by_its_hash(run: Store, policy: Path) -> None:
    assert read_policy(run.data, SESSION, policy.stem)["allowed_write_paths"] == ["src/**"]


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_policy_is_unreadable(run: Store, policy: Path, damage: Damage) -> None:
    damage(policy)
    assert rule_of(lambda: read_policy(run.data, SESSION, policy.stem)) == "policy_unreadable"


def test_any_single_altered_byte_of_a_policy_is_found(run: Store, policy: Path) -> None:
    stored = policy.read_bytes()
    for position in range(len(stored)):
        policy.write_bytes(stored[:position] + bytes([stored[position] ^ 1]) + stored[position + 1 :])
        assert rule_of(lambda: read_policy(run.data, SESSION, policy.stem)) == "policy_unreadable"


def test_a_policy_under_another_name_is_not_that_policy(run: Store, policy: Path) -> None:
    other = sha256(b"another policy")
    policy.rename(policy.with_stem(other))
    assert rule_of(lambda: read_policy(run.data, SESSION, other)) == "policy_unreadable"


@pytest.mark.parametrize("digest", ["", "../state", "a" * 63, "a" * 65, "../" * 20 + "abcd", "é" * 64])
def test_what_is_no_hash_names_no_policy(run: Store, policy: Path, digest: str) -> None:
    assert rule_of(lambda: read_policy(run.data, SESSION, digest)) == "policy_unreadable"


def test_a_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * 10)
    assert read_file(str(path), limit=10) == b"x" * 10
    with pytest.raises(ValueError, match="larger"):
        read_file(str(path), limit=9)
