"""What holds for both files: which bytes are taken, and that whatever is wrong becomes one clear line."""

from __future__ import annotations

import itertools
import os
import socket
from hashlib import sha256

import pytest

from harness_runtime.settings import stamp as stamps
from harness_runtime.settings.document import MAX_DEPTH
from harness_runtime.settings.fault import SettingsFault
from harness_runtime.settings.guard import read_guard
from harness_runtime.settings.stamp import MAX_BYTES, stamp


def nested(depth: int) -> bytes:
    return b'{"agent":{"k":' + b"[" * depth + b"]" * depth + b"}}"


@pytest.mark.parametrize(
    ("content", "code", "where"),
    [
        (b"", "json", ""),
        (b"{", "json", ""),
        (b"{} {}", "json", ""),
        (b"[]", "expected", ""),
        (b"null", "expected", ""),
        (b"\xff{}", "encoding", ""),
        (b"\xef\xbb\xbf{}", "encoding", ""),
        (b'{"agent": {}, "agent": {}}', "duplicate", "agent"),
        (b'{"agent": {"a": 1, "a": 2}}', "duplicate", "a"),
        (b'{"agent": {"a": NaN}}', "number", ""),
        (b'{"agent": {"a": -Infinity}}', "number", ""),
        (b'{"agent": {"a": 1e999}}', "number", ""),
        (b'{"agent": {"a": ' + b"9" * 5000 + b"}}", "number", ""),
        (b'{"agent": {"a": "\\ud800"}}', "surrogate", ""),
        (nested(MAX_DEPTH), "nesting", ""),
        (nested(100_000), "nesting", ""),
        (b'{"agent": []}', "expected", "agent"),
        (b'{"tools": null}', "expected", "tools"),
        (b'{"model": "host"}', "expected", "model"),
        (b'{"harness": 1}', "expected", "harness"),
        (b'{"schema_version": 2}', "expected", "schema_version"),
        (b'{"schema_version": true}', "expected", "schema_version"),
        (b'{"schema_version": 1.0}', "expected", "schema_version"),
        (b'{"colour": "red"}', "unknown_key", "colour"),
        (b'{"Agent": {}}', "unknown_key", "Agent"),
        (b" " * (MAX_BYTES + 1), "too_large", ""),
    ],
)
def test_what_is_wrong_is_named_with_its_key(either, content, code, where):
    with pytest.raises(SettingsFault) as caught:
        either.holds(content).load()
    assert (caught.value.code, caught.value.where, caught.value.path) == (code, where, str(either.path))


@pytest.mark.parametrize(
    "content",
    [
        {},
        {"schema_version": 1},
        {"agent": {"max_turns": 7}, "tools": {}, "model": {}, "harness": {"x": {"chain": ["a"]}}},
    ],
)
def test_an_empty_file_and_the_sections_of_features_are_taken_as_they_are(either, content):
    assert either.holds(content).load().model_dump(exclude_unset=True) == content


def test_the_largest_file_is_taken(either):
    assert either.holds(b"{}".ljust(MAX_BYTES)).load()


def test_a_fault_is_one_line_that_shows_no_control_characters(either):
    with pytest.raises(SettingsFault) as caught:
        either.holds({"a\n\x1b[31m\u202e" + "x" * 900: 1}).load()
    line = str(caught.value)
    assert line.isprintable()
    assert len(line) < 1500


def test_a_fault_speaks_both_languages(either):
    with pytest.raises(SettingsFault) as caught:
        either.holds({"agent": 1}).load()
    assert caught.value.line("en").endswith("agent: must be a JSON object")
    assert caught.value.line("ko").endswith("agent: 필요한 값: JSON 객체")


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir], ids=["fifo", "folder"])
def test_only_a_regular_file_is_read(either, make):
    make(either.path)
    with pytest.raises(SettingsFault) as caught:
        either.load()
    assert caught.value.code == "not_regular"


def test_a_socket_is_not_read(either, monkeypatch):
    monkeypatch.chdir(either.path.parent)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(either.path.name)
        with pytest.raises(SettingsFault) as caught:
            either.load()
    assert caught.value.code == "not_regular"


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_may_not_be_read_is_a_fault(either):
    either.holds({}).path.chmod(0)
    with pytest.raises(SettingsFault) as caught:
        either.load()
    assert caught.value.code == "unreadable"


def test_a_name_that_no_file_system_holds_is_a_fault(tmp_path):
    with pytest.raises(SettingsFault) as caught:
        read_guard(tmp_path / ("x" * 300))
    assert caught.value.code == "unreadable"


def test_the_hash_and_the_stamp_are_those_of_the_bytes_that_were_judged(guard):
    raw = b'{"max_risk": "Low"}'
    found = read_guard(guard.holds(raw).root)
    status = guard.path.stat()
    assert found.sha256 == sha256(raw).hexdigest()
    assert found.stamp == (len(raw), status.st_mtime_ns, status.st_ino, status.st_dev) == stamp(guard.path)


def test_a_stamp_moves_with_every_kind_of_change(guard):
    before = stamp(guard.holds({}).path)
    guard.path.write_bytes(b"[]")
    os.utime(guard.path, ns=(0, before[1] + 1))
    rewritten = stamp(guard.path)
    replacement = guard.path.with_name("new")
    replacement.write_bytes(b"[]")
    os.utime(replacement, ns=(0, rewritten[1]))
    replacement.rename(guard.path)
    assert len({before, rewritten, stamp(guard.path)}) == 3


def test_nothing_there_has_no_stamp(tmp_path):
    assert stamp(tmp_path / "absent") is None
    assert stamp(tmp_path / "absent" / "below") is None


def test_a_link_has_the_stamp_of_the_link(tmp_path):
    (tmp_path / "file").write_bytes(b"long enough to differ from the length of the link")
    (tmp_path / "link").symlink_to("file")
    assert stamp(tmp_path / "link") != stamp(tmp_path / "file")


def test_a_file_that_changes_while_it_is_read_is_read_again(guard, monkeypatch):
    guard.holds({"max_risk": "Low"})
    changes = iter([b'{"max_risk": "Medium"}', b'{"max_risk": "High"}'])
    real = os.read

    def read_and_change(handle, count):
        part = real(handle, count)
        if (content := next(changes, None)) is not None:
            guard.path.write_bytes(content)
        return part

    monkeypatch.setattr(stamps.os, "read", read_and_change)
    found = read_guard(guard.root)
    assert found.guard.max_risk == "High"
    assert found.sha256 == sha256(guard.path.read_bytes()).hexdigest()


def test_a_file_that_never_rests_is_a_fault(guard, monkeypatch):
    guard.holds({})
    real, times = os.read, itertools.count(1)

    def read_and_touch(handle, count):
        os.utime(guard.path, ns=(0, next(times)))
        return real(handle, count)

    monkeypatch.setattr(stamps.os, "read", read_and_touch)
    with pytest.raises(SettingsFault) as caught:
        read_guard(guard.root)
    assert caught.value.code == "unsettled"
