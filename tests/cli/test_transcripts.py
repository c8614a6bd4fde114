"""Which file is a session's transcript: by the id in its name, or the newest of the workspace, in both hosts."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from harness_runtime.cli.faults import InputFault
from harness_runtime.cli.transcripts import host_of, place_of

ONE = "01a22dea-8ff3-7ce2-a297-000000000001"
TWO = "01a22dea-8ff3-7ce2-a297-000000000002"
THREE = "b223261d-a458-4049-8323-000000000003"


class Homes:
    """Both hosts' folders, with a data folder of Harness each; every new transcript is newer than those before."""

    def __init__(self, home: Path) -> None:
        self.codex, self.claude = home / ".codex", home / ".claude"
        self.folders = [each / "plugins/data/harness-harness" for each in (self.codex, self.claude)]
        for folder in self.folders:
            folder.mkdir(parents=True)
        self.environ = {"HOME": str(home)}
        self._age = 0

    def rollout(self, session: str, cwd: Path, *, place: str = "sessions/2026/01/02", root: str = "") -> Path:
        meta = {"id": session, "session_id": root or session, "cwd": str(cwd)}
        name = f"rollout-2026-01-02T03-04-0{self._age}-{session}.jsonl"
        return self._put(self.codex / place / name, {"type": "session_meta", "payload": meta})

    def project(self, session: str, cwd: Path) -> Path:
        record = {"type": "user", "sessionId": session, "cwd": str(cwd), "message": {}}
        return self._put(self.claude / "projects/-project" / f"{session}.jsonl", record)

    def _put(self, path: Path, record: dict[str, object]) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(record) + "\n")
        self._age += 1
        os.utime(path, (1_000_000 + self._age, 1_000_000 + self._age))
        return path

    def place(self, session: str | None, workspace: Path, named: Path | None = None) -> tuple[Path, Path]:
        found = place_of(self.folders, self.environ, session, named, workspace)
        return found.path, found.data


@pytest.fixture
def homes(person: Path) -> Homes:
    return Homes(person)


def test_a_session_is_found_by_its_id_or_how_that_begins(homes: Homes, workspace: Path) -> None:
    one, three = homes.rollout(ONE, workspace), homes.project(THREE, workspace)
    for wanted in (ONE, "01a"):
        assert homes.place(wanted, Path("/")) == (one, homes.folders[0])
    for wanted in (THREE, "b2"):
        assert homes.place(wanted, Path("/")) == (three, homes.folders[1])


def test_of_several_files_of_a_session_the_newest_counts(homes: Homes, workspace: Path) -> None:
    homes.rollout(ONE, workspace, place="archived_sessions")
    newer = homes.rollout(ONE, workspace)
    assert homes.place(ONE, workspace)[0] == newer


def test_without_an_id_it_is_the_newest_of_the_workspace(homes: Homes, workspace: Path, tmp_path: Path) -> None:
    homes.rollout(ONE, workspace)
    inside = homes.project(THREE, workspace / "sub")
    homes.rollout(TWO, tmp_path / "elsewhere")
    assert homes.place(None, workspace)[0] == inside


def test_a_named_file_goes_before_all(homes: Homes, workspace: Path) -> None:
    homes.rollout(ONE, workspace)
    assert homes.place(ONE, workspace, Path("/some/file"))[0] == Path("/some/file")


@pytest.mark.parametrize(
    ("session", "why"),
    [
        ("01a2", "2 sessions begin with 01a2"),
        ("zz", "No transcript of the session zz was found"),
        ("", "No transcript of the session"),
        ("../../etc/passwd", "No transcript of the session"),
        ("*", "No transcript of the session"),
        (None, "No session of this workspace was found"),
    ],
)
def test_what_cannot_be_told_is_said(homes: Homes, tmp_path: Path, session: str | None, why: str) -> None:
    homes.rollout(ONE, tmp_path / "elsewhere")
    homes.rollout(TWO, tmp_path / "elsewhere")
    with pytest.raises(InputFault) as caught:
        homes.place(session, tmp_path / "project")
    assert why in caught.value.message


def test_whose_data_folder_it_is(homes: Homes) -> None:
    assert [host_of(folder, homes.environ) for folder in homes.folders] == ["codex", "claude"]
    assert host_of(Path("/anywhere"), homes.environ) == "codex"
