"""The ledger: a chain of records that names the line at which it was touched, and says what a kill left void."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness_runtime.session import ledger
from harness_runtime.session.ledger import EMPTY, LedgerBroken, append, read, verify
from harness_runtime.session.state import LedgerHead

Lines = list[bytes]


def written(path: Path, count: int) -> LedgerHead:
    head = EMPTY
    for number in range(1, count + 1):
        head = append(path, head, {"event": f"event {number}"})
    return head


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.jsonl"


def test_each_record_carries_its_number_and_the_hash_of_the_one_before(path: Path) -> None:
    written(path, 3)
    records = [json.loads(line) for line in path.read_bytes().splitlines()]
    assert [record["index"] for record in records] == [1, 2, 3]
    assert records[0]["previous"] == "0" * 64
    assert records[2]["previous"] == ledger.sha256(path.read_bytes().splitlines()[1])


def test_an_untouched_ledger_verifies_and_is_read_back(path: Path) -> None:
    head = written(path, 5)
    assert verify(path, head) == ledger.Verdict(True, 5, 0, None)
    assert [record["event"] for record in read(path)] == [f"event {n}" for n in range(1, 6)]


def test_what_is_no_unicode_is_read_back(path: Path) -> None:
    head = append(path, EMPTY, {"event": "caf\udce9"})
    assert read(path, head)[0]["event"] == "caf\udce9"


def test_an_empty_ledger_verifies(path: Path) -> None:
    assert verify(path, EMPTY).ok


@settings(deadline=None)
@given(st.lists(st.dictionaries(st.text(max_size=5), st.text(max_size=8), max_size=3), max_size=6))
def test_whatever_is_recorded_is_read_back(tmp_path_factory: Any, records: list[dict[str, str]]) -> None:
    path = tmp_path_factory.mktemp("ledger") / "ledger.jsonl"
    head = EMPTY
    named = [{f"_{key}": value for key, value in record.items()} for record in records]
    for record in named:
        head = append(path, head, record)
    own = ("index", "previous")
    assert [{k: v for k, v in record.items() if k not in own} for record in read(path)] == named
    assert verify(path, head).ok


# --- what touched it, and where -------------------------------------------------------------------------------


def edited(lines: Lines) -> Lines:
    return [*lines[:2], lines[2].replace(b"event 3", b"event X"), *lines[3:]]


def relinked(lines: Lines, place: int) -> Lines:
    record = json.loads(lines[place]) | {"previous": "f" * 64}
    return [*lines[:place], ledger.encode(record), *lines[place + 1 :]]


TOUCHES: dict[str, tuple[Callable[[Lines], Lines], int]] = {
    "a line edited": (edited, 3),
    "the last line edited": (lambda lines: [*lines[:4], lines[4].replace(b"event 5", b"event X")], 5),
    "the first line edited": (lambda lines: [lines[0].replace(b"event 1", b"event X"), *lines[1:]], 1),
    "a line's link edited": (lambda lines: relinked(lines, 2), 3),
    "the last line's link edited": (lambda lines: relinked(lines, 4), 5),
    "the first line's link edited": (lambda lines: relinked(lines, 0), 1),
    "the line before the last edited": (
        lambda lines: [*lines[:3], lines[3].replace(b"event 4", b"event X"), lines[4]],
        4,
    ),
    "a line removed": (lambda lines: [*lines[:2], *lines[3:]], 3),
    "the first line removed": (lambda lines: lines[1:], 1),
    "the last line removed": (lambda lines: lines[:4], 5),
    "all lines removed": (lambda lines: [], 1),
    "two lines swapped": (lambda lines: [*lines[:2], lines[3], lines[2], lines[4]], 3),
    "a line cut short": (lambda lines: [*lines[:2], lines[2][:20], *lines[3:]], 3),
    "the last line cut short": (lambda lines: [*lines[:4], lines[4][:20]], 5),
    "a line doubled": (lambda lines: [*lines[:3], *lines[2:]], 4),
    "a line put in": (lambda lines: [*lines[:2], b'{"event":"put in","index":3}', *lines[2:]], 3),
    "a line that is no JSON": (lambda lines: [*lines[:2], b"\xff", *lines[3:]], 3),
    "a line that is no object": (lambda lines: [*lines[:2], b"[3]", *lines[3:]], 3),
    "a line nested too deep to read": (lambda lines: [*lines[:2], b"[" * 100_000, *lines[3:]], 3),
    "a blank line put in": (lambda lines: [*lines[:2], b"", *lines[2:]], 3),
}


@pytest.mark.parametrize(("touch", "line"), TOUCHES.values(), ids=TOUCHES.keys())
def test_verify_names_the_line(path: Path, touch: Callable[[Lines], Lines], line: int) -> None:
    head = written(path, 5)
    path.write_bytes(b"".join(part + b"\n" for part in touch(path.read_bytes().splitlines())))
    verdict = verify(path, head)
    assert (verdict.ok, verdict.broken_at) == (False, line)
    assert verdict.reason


def test_a_missing_ledger_is_broken_at_its_first_line(path: Path) -> None:
    head = written(path, 2)
    path.unlink()
    assert verify(path, head).broken_at == 1


@settings(max_examples=60)
@given(position=st.integers(0), bit=st.integers(0, 7))
def test_no_single_bit_can_be_flipped_unseen(tmp_path_factory: Any, position: int, bit: int) -> None:
    path = tmp_path_factory.mktemp("ledger") / "ledger.jsonl"
    head = written(path, 3)
    raw = bytearray(path.read_bytes())
    position %= len(raw)
    raw[position] ^= 1 << bit
    path.write_bytes(raw)
    if bytes(raw).splitlines() != [] and position != len(raw) - 1:
        assert not verify(path, head).ok


# --- a commit refuses to continue what it does not know --------------------------------------------------------


@pytest.mark.parametrize(
    "touch",
    [
        lambda raw: raw[:-5],
        lambda raw: b"",
        lambda raw: raw.replace(b"event 2", b"event X"),
        lambda raw: raw.splitlines(keepends=True)[0] * 2,
    ],
    ids=["cut", "emptied", "last record edited", "last record replaced"],
)
def test_nothing_is_appended_to_a_ledger_that_lost_its_head(path: Path, touch: Callable[[bytes], bytes]) -> None:
    head = written(path, 2)
    path.write_bytes(touch(path.read_bytes()))
    before = path.read_bytes()
    with pytest.raises(LedgerBroken):
        append(path, head, {"event": "next"})
    assert path.read_bytes() == before


def test_a_missing_ledger_is_not_begun_anew(path: Path) -> None:
    head = written(path, 2)
    path.unlink()
    with pytest.raises(LedgerBroken):
        append(path, head, {"event": "next"})


def test_a_link_in_place_of_the_ledger_is_not_followed(path: Path) -> None:
    path.symlink_to(path.with_name("elsewhere"))
    with pytest.raises(OSError):
        append(path, EMPTY, {"event": "first"})
    assert not path.with_name("elsewhere").exists()


@pytest.mark.parametrize(
    "long", ["x" * ledger.MAX_RECORD, ["x" * 5000] * 20, ["x"] * ledger.MAX_RECORD, {"names": ["x" * 999] * 999}]
)
def test_a_record_beyond_64_kib_is_shortened_and_written(path: Path, long: Any) -> None:
    """Who makes a name long must not keep what is told of it from being recorded."""
    head = append(path, written(path, 1), {"event": "next", "subject": long})
    assert verify(path, head).records == 2
    assert read(path)[-1]["event"] == "next"


def test_one_that_stays_too_long_leaves_the_ledger_as_it_was(path: Path) -> None:
    head = written(path, 1)
    before = path.read_bytes()
    with pytest.raises(ValueError, match="too long"):
        append(path, head, {f"key {number}": "x" for number in range(ledger.MAX_RECORD)})
    assert path.read_bytes() == before


def test_the_longest_record_can_be_followed(path: Path) -> None:
    room = ledger.MAX_RECORD - len(ledger.encode({"event": "", "index": 1, "previous": ledger.ZERO}))
    head = append(path, EMPTY, {"event": "x" * room})
    head = append(path, head, {"event": "next"})
    assert verify(path, head).records == 2


# --- what a kill leaves ------------------------------------------------------------------------------------------


def test_a_record_whose_commit_was_cut_short_is_void_and_the_next_says_so(path: Path) -> None:
    head = written(path, 2)
    append(path, head, {"event": "never committed"})
    assert verify(path, head) == ledger.Verdict(True, 2, 1, None)
    after = append(path, head, {"event": "committed"})
    assert [record["event"] for record in read(path)] == ["event 1", "event 2", "committed"]
    assert read(path)[-1]["voids"] == 1
    assert verify(path, after) == ledger.Verdict(True, 3, 1, None)


def test_repeated_kills_void_all_that_was_never_committed(path: Path) -> None:
    head = written(path, 2)
    for _ in range(3):
        append(path, head, {"event": "never committed"})
    assert verify(path, head).ok
    after = append(path, head, {"event": "committed"})
    assert [record["event"] for record in read(path)] == ["event 1", "event 2", "committed"]
    assert verify(path, after) == ledger.Verdict(True, 3, 3, None)


@pytest.mark.parametrize("torn", [b'{"event":"to', b'{"a":1}\n{"event":"to', b"\x00\x00\x00", b"\n", b'{"a":1}\n\n'])
def test_a_torn_tail_is_void(path: Path, torn: bytes) -> None:
    head = written(path, 2)
    with path.open("ab") as file:
        file.write(torn)
    assert verify(path, head).ok
    after = append(path, head, {"event": "committed"})
    verdict = verify(path, after)
    assert (verdict.ok, verdict.records) == (True, 3)
    assert [record["event"] for record in read(path)] == ["event 1", "event 2", "committed"]


def test_a_ledger_that_was_begun_but_never_committed_is_begun_again(path: Path) -> None:
    append(path, EMPTY, {"event": "never committed"})
    head = append(path, EMPTY, {"event": "committed"})
    assert [record["event"] for record in read(path)] == ["committed"]
    assert verify(path, head) == ledger.Verdict(True, 1, 1, None)


def test_after_voids_a_touched_line_is_still_named_by_its_place_in_the_file(path: Path) -> None:
    head = written(path, 2)
    append(path, head, {"event": "never committed"})
    head = append(path, head, {"event": "event 3"})
    head = append(path, head, {"event": "event 4"})
    lines = path.read_bytes().splitlines()
    lines[3] = lines[3].replace(b"event 3", b"event X")
    path.write_bytes(b"\n".join(lines) + b"\n")
    assert verify(path, head).broken_at == 4
