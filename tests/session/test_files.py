"""Taking away what stands under a file's name, whatever it is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from harness_runtime.session.chain import chain_path, drop_chain
from harness_runtime.session.files import discard


def test_a_file_and_a_link_are_gone(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_text("x", "utf-8")
    (tmp_path / "link").symlink_to(kept)
    discard(str(tmp_path / "link"))
    assert os.listdir(tmp_path) == ["kept"]
    discard(str(kept))
    assert os.listdir(tmp_path) == []
    with pytest.raises(FileNotFoundError):
        discard(str(kept))


def test_a_folder_is_moved_aside_whole(tmp_path: Path) -> None:
    place = Path(chain_path(str(tmp_path), "s"))
    (place / "inner").mkdir(parents=True)
    assert drop_chain(str(tmp_path), "s")
    (aside,) = place.parent.iterdir()
    assert aside.name.startswith("chain.json.") and (aside / "inner").is_dir()
