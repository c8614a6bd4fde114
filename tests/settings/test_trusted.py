"""Trust in guard.json: in these bytes, in this workspace."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness_runtime.settings.trusted import is_trusted, trust_guard, trust_path, untrust_guard

ONE, OTHER = "1" * 64, "2" * 64


@pytest.fixture
def places(tmp_path: Path) -> tuple[Path, Path]:
    project = tmp_path / "project"
    project.mkdir()
    return tmp_path / "data", project


def test_nothing_is_trusted_at_first(places):
    assert not is_trusted(*places, ONE)


def test_these_bytes_are_trusted_and_no_others(places):
    trust_guard(*places, ONE)
    assert (is_trusted(*places, ONE), is_trusted(*places, OTHER)) == (True, False)


def test_the_latest_trust_counts(places):
    trust_guard(*places, ONE)
    trust_guard(*places, OTHER)
    assert (is_trusted(*places, ONE), is_trusted(*places, OTHER)) == (False, True)


def test_another_workspace_is_not_trusted_with_it(places, tmp_path):
    trust_guard(*places, ONE)
    assert not is_trusted(places[0], tmp_path, ONE)
    trust_path(places[0], tmp_path).write_bytes(trust_path(*places).read_bytes())
    assert not is_trusted(places[0], tmp_path, ONE)


def test_trust_can_be_taken_back(places):
    trust_guard(*places, ONE)
    assert (untrust_guard(*places), untrust_guard(*places), is_trusted(*places, ONE)) == (True, False, False)


@pytest.mark.parametrize("content", [b"", b"{}", b"[1]", b'{"schema_version":2}', b"\xff"])
def test_a_record_that_is_not_whole_trusts_nothing(places, content):
    trust_guard(*places, ONE)
    trust_path(*places).write_bytes(content)
    assert not is_trusted(*places, ONE)


def test_a_link_is_no_record(places, tmp_path):
    trust_guard(*places, ONE)
    path = trust_path(*places)
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert not is_trusted(*places, ONE)


def test_the_record_is_private(places):
    trust_guard(*places, ONE)
    assert trust_path(*places).stat().st_mode & 0o777 == 0o600
