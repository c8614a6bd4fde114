"""The signed last line: read back whole, found among any output, worthless when a byte of it or the key differs."""

from __future__ import annotations

import hmac
from typing import Any

import pytest

from harness_runtime.confinement.evidence_line import read_line, signed_line, signed_lines

KEY = b"k" * 32
RUN: dict[str, Any] = {
    "call": 3,
    "exit": 0,
    "signal": None,
    "timed_out": False,
    "engine": "bubblewrap",
    "seconds": 1.234,
    "fingerprint": "f" * 64,
    "faults": ["src/.git", "src/é"],
}


def test_a_signed_line_is_one_line_of_ascii_and_is_read_back() -> None:
    line = signed_line(RUN, KEY)
    assert (
        line.isascii() and line.startswith('harness-confine: {"call":3,"exit":0,"signal":null,') and "\n" not in line
    )
    assert read_line(line, KEY) == RUN


def test_the_mac_is_hmac_sha256_over_all_that_stands_before_it() -> None:
    text, _, mac = signed_line(RUN, KEY).rpartition(" mac=")
    assert mac == hmac.digest(KEY, text.encode(), "sha256").hex()


def test_any_changed_character_makes_it_worthless() -> None:
    line = signed_line(RUN, KEY)
    for place, char in enumerate(line):
        assert read_line(line[:place] + ("0" if char != "0" else "1") + line[place + 1 :], KEY) is None, place


@pytest.mark.parametrize(
    "line",
    [
        "",
        "harness-confine: {}",
        signed_line(RUN, b"another key"),
        signed_line(RUN, KEY)[:-1],
        signed_line(RUN, KEY) + "0",
        signed_line(RUN, KEY).replace("mac=", "mac=é"),
        signed_line(RUN | {"more": 1}, KEY),
        signed_line(RUN | {"exit": True}, KEY),
        signed_line({"call": 3}, KEY),
    ],
)
def test_what_is_not_such_a_line_is_not_read(line: str) -> None:
    assert read_line(line, KEY) is None


FORGED, OURS, OLDER = "harness-confine: {forged} mac=1", signed_line(RUN, KEY), signed_line(RUN | {"call": 2}, KEY)


@pytest.mark.parametrize(
    ("output", "calls"),
    [
        ("", []),
        ("1 passed\nharness-confine: see the manual\n", []),
        (f"  {OURS}", []),
        (f"out without an end\n{OURS}\n", [3]),
        (f"{OURS}\r\n\n[exit code 1]", [3]),
        (f"{OLDER}\n{FORGED}\n{OURS}\n", [3, None, 2]),
        (f"{OURS}\n" + f"{FORGED}\n" * 9, [None] * 5),
    ],
)
def test_lines_of_its_form_are_found_the_last_first(output: str, calls: list[int | None]) -> None:
    assert [fields and fields["call"] for fields in signed_lines(KEY, output, 5)] == calls
