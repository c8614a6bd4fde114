"""Tickets: numbers are unique under any race, what is read back is whole, an activation forgets old ones."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from harness_runtime.session import tickets
from harness_runtime.session.sealed import SealedFault
from tests.support.processes import in_processes

TICKET: dict[str, Any] = {
    "session_id": "s-1",
    "run_id": "r-1",
    "revision": 1,
    "kind": "verification",
    "text": "pytest -q 'tests/test é.py'",
    "words": ["pytest", "-q", "tests/test é.py"],
    "rest": "",
    "cwd": "/w",
    "env": {"CI": "1"},
    "command": "pytest -q",
    "evidence": True,
    "writable": True,
    "network": "none",
    "policy_sha256": "a" * 64,
    "places": {"data": "/d", "plugin_root": "/p", "home": "/h", "codex_home": "", "claude_home": ""},
    "input": "",
    "tool_use_id": "call_1",
}


@pytest.fixture
def data(tmp_path: Path) -> str:
    folder = tmp_path / "data"
    folder.mkdir()
    return str(folder)


def test_what_was_written_is_read_back(data: str) -> None:
    assert tickets.write_ticket(data, TICKET) == 1
    assert tickets.read_ticket(data, 1) == {"schema_version": 1, "call": 1, **TICKET}
    assert Path(tickets.ticket_path(data, 1)).stat().st_mode & 0o777 == 0o600


def test_the_digest_of_the_input_may_depend_on_the_number(data: str) -> None:
    tickets.write_ticket(data, TICKET)
    number = tickets.write_ticket(data, TICKET, lambda number: f"digest of call {number}")
    assert (number, tickets.read_ticket(data, number)["input"]) == (2, "digest of call 2")


def test_tickets_written_at_the_same_time_have_numbers_of_their_own(data: str) -> None:
    def write(number: int) -> None:
        for _ in range(5):
            tickets.write_ticket(data, TICKET | {"tool_use_id": str(number)})

    assert in_processes(8, write) == [0] * 8
    assert sorted(tickets.ticket_numbers(data)) == list(range(1, 41))
    assert sorted(tickets.read_ticket(data, n)["tool_use_id"] for n in range(1, 41)) == sorted("01234567" * 5)


def spoil(**fields: object) -> bytes:
    return json.dumps({"schema_version": 1, "call": 1, **TICKET} | fields).encode()


SPOILED = {
    "nothing": b"",
    "half": spoil()[:90],
    "no object": b"[]",
    "another version": spoil(schema_version=2),
    "another call": spoil(call=2),
    "no words": spoil(words=[]),
    "words of a shell line": spoil(kind="shell"),
    "an unknown kind": spoil(kind="read", words=[]),
    "an unknown network": spoil(network="lan"),
    "a number as text": spoil(cwd=1),
    "a number in env": spoil(env={"CI": 1}),
    "a flag as number": spoil(writable=1),
    "a place too few": spoil(places={"data": "/d"}),
    "a policy that is no text": spoil(policy_sha256=1),
    "huge": spoil(text="x" * (1 << 20)),
}


@pytest.mark.parametrize("raw", SPOILED.values(), ids=SPOILED)
def test_a_ticket_that_is_not_whole_is_refused(data: str, raw: bytes) -> None:
    tickets.write_ticket(data, TICKET)
    Path(tickets.ticket_path(data, 1)).write_bytes(raw)
    with pytest.raises(SealedFault) as caught:
        tickets.read_ticket(data, 1)
    assert caught.value.rule == "ticket_unreadable"


def test_a_ticket_that_is_a_link_is_refused(data: str, tmp_path: Path) -> None:
    tickets.write_ticket(data, TICKET)
    path = Path(tickets.ticket_path(data, 1))
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(SealedFault):
        tickets.read_ticket(data, 1)


def test_a_ticket_that_is_not_there_has_a_name_of_its_own(data: str) -> None:
    with pytest.raises(SealedFault) as caught:
        tickets.read_ticket(data, 7)
    assert caught.value.rule == "ticket_absent"


def test_an_activation_forgets_the_session_s_tickets_and_the_dead_ones(data: str) -> None:
    tickets.write_ticket(data, TICKET)
    other = tickets.write_ticket(data, TICKET | {"session_id": "s-2"})
    dead, fresh = (tickets.write_ticket(data, TICKET) for _ in range(2))
    for number in (dead, fresh):
        Path(tickets.ticket_path(data, number)).write_bytes(b"")
    os.utime(tickets.ticket_path(data, dead), (0, 0))
    tickets.remove_tickets(data, "s-1")
    assert sorted(tickets.ticket_numbers(data)) == [other, fresh]


def test_a_full_disk_leaves_no_ticket(data: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tickets.os, "write", lambda handle, raw: len(raw) - 1)
    with pytest.raises(OSError, match="in part"):
        tickets.write_ticket(data, TICKET)
    assert tickets.ticket_numbers(data) == []


def test_a_last_line_is_kept_beside_its_ticket_and_goes_with_it(data: str) -> None:
    number = tickets.write_ticket(data, TICKET)
    assert tickets.kept_line(data, number) == ""
    tickets.keep_line(data, number, "harness-confine: older")
    tickets.keep_line(data, number, "harness-confine: {}")
    assert tickets.kept_line(data, number) == "harness-confine: {}\n"
    assert tickets.ticket_numbers(data) == [number]
    tickets.remove_tickets(data, "s-1")
    assert os.listdir(tickets.ticket_folder(data)) == []


def test_where_nothing_can_be_written_no_line_is_kept_and_nothing_fails(data: str) -> None:
    tickets.keep_line(f"{data}/absent", 1, "x")
    number = tickets.write_ticket(data, TICKET)
    Path(f"{data}/elsewhere").touch()
    os.symlink(f"{data}/elsewhere", f"{data}/confined/{number}.line")
    tickets.keep_line(data, number, "x")
    assert (tickets.kept_line(data, number), Path(f"{data}/elsewhere").read_text()) == ("", "")
