"""Where things lie: a session id never names anything outside its own folder."""

from __future__ import annotations

import hashlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness_runtime.session.layout import armed_marker, data_folder, folder_name, run_folder, sha256


@pytest.mark.parametrize("name", ["a", "0", "01a2-4f", "A.b_c-9", "x" * 128, "11111111-2222-4333-8444-555555555555"])
def test_a_harmless_name_is_its_own_folder(name: str) -> None:
    assert folder_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "..",
        "../x",
        "a/b",
        "/etc",
        "-rf",
        "_a",
        ".hidden",
        "a b",
        "a\n",
        "a\x00",
        "é",
        "𝟙",
        "٣",
        "x" * 129,
        "~",
        "*",
    ],
)
def test_any_other_name_is_stored_under_its_hash(name: str) -> None:
    assert folder_name(name) == hashlib.sha256(name.encode()).hexdigest()


@given(st.text())
def test_every_name_becomes_one_plain_path_component(name: str) -> None:
    assert re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}", folder_name(name))


@given(st.text(), st.text())
def test_two_names_share_a_folder_only_when_one_is_the_hash_of_the_other(one: str, other: str) -> None:
    if folder_name(one) == folder_name(other):
        assert one == other or folder_name(one) in (one, other)


def test_a_lone_surrogate_has_a_folder_too() -> None:
    assert folder_name("\ud800") == hashlib.sha256("\ud800".encode("utf-8", "surrogatepass")).hexdigest()


@given(st.binary())
def test_the_hash_is_sha256(data: bytes) -> None:
    assert sha256(data) == hashlib.sha256(data).hexdigest()


@pytest.mark.parametrize(
    ("environ", "folder"),
    [
        ({"PLUGIN_DATA": "/d"}, "/d"),
        ({"CLAUDE_PLUGIN_DATA": "/c"}, "/c"),
        ({"PLUGIN_DATA": "/d", "CLAUDE_PLUGIN_DATA": "/c"}, "/d"),
        ({"PLUGIN_DATA": "", "CLAUDE_PLUGIN_DATA": "/c"}, "/c"),
        ({"PLUGIN_DATA": "/d//"}, "/d"),
        ({"PLUGIN_DATA": "d"}, None),
        ({"PLUGIN_DATA": "~/d"}, None),
        ({}, None),
    ],
)
def test_the_data_folder_is_the_hosts_and_absolute(environ: dict[str, str], folder: str | None) -> None:
    assert data_folder(environ) == folder


def test_a_session_has_one_marker_and_one_folder() -> None:
    assert armed_marker("/d", "s") == "/d/armed/s"
    assert run_folder("/d", "s") == "/d/runs/s"
    assert run_folder("/d", "../s") == f"/d/runs/{sha256(b'../s')}"
