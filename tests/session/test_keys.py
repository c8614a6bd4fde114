"""The signing key: private, new at every activation, and refused when it is not a key."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness_runtime.session import keys
from harness_runtime.session.sealed import SealedFault


def test_every_activation_makes_a_new_private_key(tmp_path: Path) -> None:
    made = []
    for _ in range(2):
        keys.make_key(str(tmp_path), "s-1")
        made.append(keys.read_key(str(tmp_path), "s-1"))
    assert len(made[0]) == len(made[1]) == 32
    assert made[0] != made[1]
    assert Path(keys.key_path(str(tmp_path), "s-1")).stat().st_mode & 0o777 == 0o600
    assert [path.name for path in (tmp_path / "keys").iterdir()] == ["s-1"]


def test_sessions_have_keys_of_their_own(tmp_path: Path) -> None:
    for session in ("s-1", "../s-2"):
        keys.make_key(str(tmp_path), session)
    assert keys.read_key(str(tmp_path), "s-1") != keys.read_key(str(tmp_path), "../s-2")
    keys.remove_key(str(tmp_path), "s-1")
    keys.remove_key(str(tmp_path), "s-1")
    with pytest.raises(SealedFault):
        keys.read_key(str(tmp_path), "s-1")


@pytest.mark.parametrize("raw", [b"", b"k" * 31, b"k" * 33])
def test_what_is_no_key_is_refused(tmp_path: Path, raw: bytes) -> None:
    keys.make_key(str(tmp_path), "s-1")
    Path(keys.key_path(str(tmp_path), "s-1")).write_bytes(raw)
    with pytest.raises(SealedFault) as caught:
        keys.read_key(str(tmp_path), "s-1")
    assert caught.value.rule == "key_unreadable"
