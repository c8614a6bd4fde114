"""Call records: 512 bytes each, one append, none lost among many writers, the newest read without the rest."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness_runtime.session import calls
from harness_runtime.session.calls import RECORD_BYTES, append_call, find_call, last_calls
from harness_runtime.session.layout import folder_name, run_folder
from harness_runtime.wire.fastjson import quote
from tests.session.conftest import SESSION
from tests.support.processes import in_processes

LONGEST = {
    "at": "2026-01-01T00:00:00.000Z",
    "verdict": "allow",
    "kind": "unmodeled",
    "rule": "shell_program_shadowed",
}


@pytest.fixture
def data(tmp_path: Path) -> str:
    os.makedirs(run_folder(str(tmp_path), SESSION))
    return str(tmp_path)


def append(data: str, turn: str = "turn-1", **fields: Any) -> None:
    record = {**LONGEST, "tool": "Bash", "subject": "src/app.py", "child": False, **fields}
    append_call(data, SESSION, turn, **record)


def file_of(data: str, turn: str = "turn-1") -> Path:
    return Path(run_folder(data, SESSION), "turns", folder_name(turn))


def test_a_record_says_what_was_decided(data: str) -> None:
    append(data, tool="Write", verdict="deny", rule="child", child=True)
    (record,) = last_calls(data, SESSION, 5)
    said = {**LONGEST, "tool": "Write", "verdict": "deny", "rule": "child", "subject": "src/app.py", "child": True}
    assert record.items() >= said.items()


@given(
    tool=st.text(max_size=200),
    subject=st.text(max_size=600),
    agent=st.text(max_size=90),
    call=st.text(max_size=90),
    command=st.text(max_size=600),
)
def test_every_record_is_one_json_line_of_512_bytes(
    tmp_path_factory: Any, tool: str, subject: str, agent: str, call: str, command: str
) -> None:
    data = str(tmp_path_factory.mktemp("data"))
    os.makedirs(run_folder(data, SESSION))
    append(data, tool=tool, subject=subject, agent=agent, call_id=call, digest="a" * 64, command=command)
    raw = file_of(data).read_bytes()
    assert len(raw) == RECORD_BYTES
    assert raw.endswith(b"\n")
    json.loads(raw)


@given(text=st.text(max_size=60), room=st.integers(10, 300))
def test_what_fits_is_kept_as_it_is(text: str, room: int) -> None:
    cut = calls._cut(text, room)
    assert len(cut) <= room
    if len(quote(text)) <= room:
        assert json.loads(cut) == text


@pytest.mark.parametrize(("subject", "kept"), [("a", 160), ("x" * 1000, 80)])
def test_a_command_shares_the_room_with_its_subject(data: str, subject: str, kept: int) -> None:
    append(data, subject=subject, command="rm " + "y" * 1000, call_id="c" * 30, digest="a" * 64)
    (record,) = last_calls(data, SESSION, 1)
    assert str(record["command"]).startswith("rm y") and len(str(record["command"])) > kept
    assert len(str(record["subject"])) >= min(len(subject), kept)


def test_a_long_subject_keeps_its_beginning_and_its_end(data: str) -> None:
    append(data, subject="/begin/" + "x" * (10 << 20) + "/end.py")
    subject = str(last_calls(data, SESSION, 1)[0]["subject"])
    assert subject.startswith("/begin/")
    assert subject.endswith("/end.py")


@pytest.mark.parametrize("turn", ["../../state.json", "/etc/passwd", "", "x" * 1000, "\ud800", "a\x00b"])
def test_a_turn_names_no_file_elsewhere(data: str, turn: str) -> None:
    append(data, turn=turn)
    assert [entry.name for entry in file_of(data).parent.iterdir()] == [folder_name(turn or calls.NO_TURN)]


def test_64_processes_lose_no_record_even_when_the_folder_is_not_there_yet(data: str) -> None:
    statuses = in_processes(64, lambda number: append(data, subject=f"call {number}"))
    assert statuses == [0] * 64
    assert {record["subject"] for record in last_calls(data, SESSION, 64)} == {f"call {n}" for n in range(64)}


def test_a_torn_record_costs_itself_and_no_other(data: str) -> None:
    append(data, subject="before")
    with file_of(data).open("ab") as file:
        file.write(b'{"at":"torn')
    append(data, subject="after")
    append(data, subject="later")
    assert [record["subject"] for record in last_calls(data, SESSION, 9)] == ["before", "after", "later"]


def test_a_writer_that_finds_the_folder_made_by_another_writes_into_it(
    data: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = os.mkdir

    def make_twice(path: str, mode: int) -> None:
        make(path, mode)
        make(path, mode)

    monkeypatch.setattr(calls.os, "mkdir", make_twice)
    append(data, subject="first")
    assert last_calls(data, SESSION, 1)[0]["subject"] == "first"


def test_two_writers_that_meet_the_same_torn_record_both_keep_theirs(
    data: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    append(data, subject="before")
    with file_of(data).open("ab") as file:
        file.write(b'{"at":"torn')
    look = os.fstat

    def look_then_wait(handle: int) -> os.stat_result:
        seen = look(handle)
        monkeypatch.setattr(calls.os, "fstat", look)
        append(data, subject="the faster one")
        return seen

    monkeypatch.setattr(calls.os, "fstat", look_then_wait)
    append(data, subject="the slower one")
    append(data, subject="later")
    found = [record["subject"] for record in last_calls(data, SESSION, 9)]
    assert found == ["before", "the faster one", "the slower one", "later"]


def test_a_damaged_record_is_left_out(data: str) -> None:
    for number in range(3):
        append(data, subject=f"call {number}")
    raw = bytearray(file_of(data).read_bytes())
    raw[RECORD_BYTES + 1 : RECORD_BYTES + 9] = b"\xff" * 8
    file_of(data).write_bytes(raw)
    assert [record["subject"] for record in last_calls(data, SESSION, 3)] == ["call 0", "call 2"]


def test_the_newest_of_100_000_records_are_read_alone(data: str, monkeypatch: pytest.MonkeyPatch) -> None:
    append(data, subject="old")
    file_of(data).write_bytes(file_of(data).read_bytes() * 100_000)
    append(data, subject="new")
    parsed = []
    monkeypatch.setattr(calls, "loads", lambda raw: parsed.append(raw) or json.loads(raw))
    assert [record["subject"] for record in last_calls(data, SESSION, 3)] == ["old", "old", "new"]
    assert len(parsed) == 3


def test_only_the_tail_is_read_from_disk(data: str) -> None:
    append(data)
    with file_of(data).open("r+b") as file:
        file.truncate(1 << 40)  # a hole of a terabyte: reading it whole would never end
    append(data, subject="new")
    assert last_calls(data, SESSION, 1)[0]["subject"] == "new"


def test_the_newest_records_come_from_the_newest_turns(data: str) -> None:
    for number in range(4):
        append(data, turn=f"turn-{number}", subject=f"call {number}", at=f"2026-01-01T00:00:0{number}.000Z")
        os.utime(file_of(data, f"turn-{number}"), ns=(number, number))
    assert [record["subject"] for record in last_calls(data, SESSION, 2)] == ["call 2", "call 3"]


def test_a_session_without_calls_has_none(data: str) -> None:
    assert last_calls(data, SESSION, 5) == []


def test_a_link_in_place_of_the_file_is_not_followed(data: str, tmp_path: Path) -> None:
    append(data)
    file_of(data).unlink()
    file_of(data).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError):
        append(data)
    assert not (tmp_path / "elsewhere").exists()


def test_without_a_run_folder_nothing_is_made(tmp_path: Path) -> None:
    with pytest.raises(OSError):
        append(str(tmp_path))
    assert list(tmp_path.iterdir()) == []


class TestFind:
    """PostToolUse looks its call up, from the end of the turn's file."""

    def test_the_call_is_found_with_the_digest_of_what_may_run(self, data: str) -> None:
        for number in range(100):
            append(data, call_id=f"call_{number}", digest=f"{number:064d}")
        for number in (99, 68, 67, 3, 0):
            found = find_call(data, SESSION, "turn-1", f"call_{number}")
            assert found is not None
            assert found["input"] == f"{number:064d}"

    @pytest.mark.parametrize(
        ("turn", "call"), [("turn-2", "call_1"), ("turn-1", "call_2"), ("turn-1", ""), ("", "x")]
    )
    def test_another_call_is_not(self, data: str, turn: str, call: str) -> None:
        append(data, call_id="call_1")
        append(data, subject='"id":"call_2","input":')
        assert find_call(data, SESSION, turn, call) is None

    def test_of_two_with_one_id_the_newer(self, data: str) -> None:
        append(data, call_id="call_1", digest="old")
        append(data, call_id="call_1", digest="new")
        assert (find_call(data, SESSION, "turn-1", "call_1") or {})["input"] == "new"

    @pytest.mark.parametrize("call", ["x" * 400, "\U0001f600" * 40, 'a"b\\c', "\ud800"])
    def test_an_odd_id(self, data: str, call: str) -> None:
        append(data, call_id=call, digest="odd")
        append(data, call_id=f"y{call}", digest="other")
        assert (find_call(data, SESSION, "turn-1", call) or {})["input"] == "odd"

    def test_a_turn_without_a_name(self, data: str) -> None:
        append(data, turn="", call_id="call_1", digest="found")
        assert (find_call(data, SESSION, "", "call_1") or {})["input"] == "found"

    def test_it_looks_at_a_bounded_number_of_records(self, data: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(calls, "FIND_WITHIN", 64)
        append(data, call_id="call_1")
        for _ in range(64):
            append(data)
        assert find_call(data, SESSION, "turn-1", "call_1") is None

    def test_a_torn_end_hides_nothing(self, data: str) -> None:
        append(data, call_id="call_1")
        with file_of(data).open("ab") as file:
            file.write(b'{"at":"torn')
        assert find_call(data, SESSION, "turn-1", "call_1") is not None
