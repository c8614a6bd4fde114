"""The text of the macOS profile. That macOS holds it is not shown here: it needs macOS."""

from __future__ import annotations

import re
import sys

import pytest

from harness_runtime.confinement.engines.places import HIDDEN, READABLE, TEMPORARY, WRITABLE
from harness_runtime.confinement.engines.seatbelt import profile_text, quoted

PLACES = {
    "/tmp": TEMPORARY,
    "/usr/share": WRITABLE,
    "/usr/share/doc": READABLE,
    "/usr/share/doc/secret": HIDDEN,
}


def rules(text: str) -> list[str]:
    """Each form on a line of its own, blanks made one."""
    return re.sub(r"\s+", " ", text.replace("\n(", "\0(")).strip().split("\0")


def test_it_denies_by_default_and_reads_everything() -> None:
    found = rules(profile_text({}, "none"))
    assert found[:2] == ["(version 1)", "(deny default)"]
    assert "(allow file-read*)" in found
    assert not [rule for rule in found if rule.startswith("(allow network") or "file-write* (subpath" in rule]


def test_every_form_is_closed() -> None:
    text = re.sub(r'#?"[^"]*"', "", profile_text(PLACES, "full"))
    depth = 0
    for character in text:
        depth += {"(": 1, ")": -1}.get(character, 0)
        assert depth >= 0
    assert depth == 0


def test_the_places_come_outermost_first() -> None:
    found = rules(profile_text(PLACES, "none"))
    order = [
        '(allow file-read* file-write* (subpath "/usr/share"))',
        '(deny file-write* (subpath "/usr/share/doc"))',
        '(deny file-read* file-write* (literal "/usr/share/doc/secret"))',
        '(deny file-write-unlink (literal "/usr/share"))',
    ]
    assert [found.index(rule) for rule in order] == sorted(found.index(rule) for rule in order)


def test_only_the_temporary_folder_may_have_links() -> None:
    links = [rule for rule in rules(profile_text(PLACES, "none")) if "SYMLINK" in rule]
    assert len(links) == 1 and "/usr/share" in links[0]


def test_a_place_inside_is_kept_where_it_is() -> None:
    kept = [rule for rule in rules(profile_text(PLACES, "none")) if "file-write-unlink" in rule]
    assert [re.findall('"(.*)"', rule)[0] for rule in kept] == ["/usr/share", "/usr/share/doc"]


@pytest.mark.parametrize(
    ("network", "expected"),
    [
        ("none", []),
        ("loopback", ['(allow network* (local ip "localhost:*") (remote ip "localhost:*"))']),
        ("full", ['(allow network* (local ip "*:*") (remote ip "*:*"))']),
    ],
)
def test_the_network_is_what_was_asked_for(network: str, expected: list[str]) -> None:
    assert [rule for rule in rules(profile_text({}, network)) if "(allow network" in rule] == expected


def test_a_path_cannot_end_its_string() -> None:
    assert quoted('/a"b\\c') == '"/a\\"b\\\\c"'


@pytest.mark.skipif(sys.platform != "darwin", reason="needs macOS")
def test_macos_accepts_the_profile() -> None:
    from harness_runtime.confinement.engines.seatbelt import try_seatbelt

    assert try_seatbelt() == ("", "wait status 0")
