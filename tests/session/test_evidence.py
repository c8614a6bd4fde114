"""evidence.jsonl: whole lines, whatever a kill has left before them."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness_runtime.session.evidence import append_evidence, read_evidence


@pytest.mark.parametrize("torn", [b"", b'{"run_id":"r","kind":"to', b'{"run_id":"other"}\n'])
def test_a_record_stands_alone_behind_what_was_cut_short(tmp_path: Path, torn: bytes) -> None:
    (tmp_path / "evidence.jsonl").write_bytes(torn)
    for kind in ("first", "second"):
        append_evidence(tmp_path, {"run_id": "r", "kind": kind, "name": "caf\udce9"})
    assert [record["kind"] for record in read_evidence(tmp_path, "r")] == ["first", "second"]


def test_a_link_in_its_place_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "evidence.jsonl").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError):
        append_evidence(tmp_path, {"run_id": "r"})
