"""The newest part of a transcript: whole lines only, and nothing that stops a hook."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from harness_runtime.session.transcript_tail import MAX_LINE, tail_lines, tail_records

MARK = (b'"n"',)


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    path = tmp_path / "transcript.jsonl"
    path.write_bytes(b"".join(b'{"n": %d}\n' % number for number in range(10)))
    return path


def test_all_of_a_small_file(transcript: Path) -> None:
    assert [record["n"] for record in tail_records(str(transcript), 1 << 20, MARK)] == list(range(10))


def test_a_line_that_is_cut_does_not_count(transcript: Path) -> None:
    assert [record["n"] for record in tail_records(str(transcript), 25, MARK)] == [8, 9]


def test_the_newest_first(transcript: Path) -> None:
    assert next(tail_records(str(transcript), 1 << 20, MARK, newest_first=True)) == {"n": 9}


def test_what_stands_before_an_end(transcript: Path) -> None:
    assert tail_lines(str(transcript), 1 << 20, 18) == [b'{"n": 0}', b'{"n": 1}', b""]


@pytest.mark.parametrize(
    "line", [b'{"n": 1', b'["n"]', b'{"other": 1}', b'{"n": "\xff"}', b'{"n":' + b"[" * 100_000, b""]
)
def test_what_is_no_marked_object_is_passed_over(transcript: Path, line: bytes) -> None:
    transcript.write_bytes(line + b'\n{"n": 7}\n')
    assert list(tail_records(str(transcript), 1 << 20, MARK)) == [{"n": 7}]


def test_a_line_without_end_is_passed_over(transcript: Path) -> None:
    transcript.write_bytes(b'{"n": "' + b"x" * MAX_LINE + b'"}\n{"n": 7}\n')
    assert list(tail_records(str(transcript), 4 << 20, MARK)) == [{"n": 7}]


def test_a_pipe_keeps_nobody_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert tail_lines(str(tmp_path / "pipe"), 100) == []


@pytest.mark.parametrize("name", ["absent", ".", "a\0b", ""])
def test_what_cannot_be_read_has_no_lines(tmp_path: Path, name: str) -> None:
    assert tail_lines(str(tmp_path / name) if name else "", 100) == []
