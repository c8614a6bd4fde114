"""The environment of a confined command: listed names and the Plan's own, no keys, caches in the private folder."""

from __future__ import annotations

import pytest

from harness_runtime.confinement.environment import confined_environment

OUTSIDE = {
    "PATH": "/ws/.venv/bin:/usr/bin",
    "HOME": "/home/me",
    "LC_ALL": "C.UTF-8",
    "TMPDIR": "/tmp/outer",
    "AWS_SECRET_ACCESS_KEY": "x",
    "GITHUB_TOKEN": "x",
    "NPM_CONFIG__AUTH": "x",
    "SSH_AUTH_SOCK": "/run/agent",
    "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/bus",
    "BASH_ENV": "/home/me/.env.sh",
    "LD_PRELOAD": "/x.so",
    "CODEX_THREAD_ID": "x",
    "HTTPS_PROXY": "http://proxy:3128",
    "HTTP_PROXY": "http://me:password@proxy:3128",
}


def inside(**changes: object) -> dict[str, str]:
    arguments = {"temporary": "/t", "cwd": "/ws", "network": "none", "cwd_is_writable": False} | changes
    planned = arguments.pop("planned", {})
    return confined_environment(OUTSIDE, planned, **arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["PATH", "HOME", "LC_ALL"])
def test_what_ordinary_programs_need_stays(name: str) -> None:
    assert inside()[name] == OUTSIDE[name]


@pytest.mark.parametrize("name", list(OUTSIDE)[4:])
def test_keys_and_ways_out_do_not_pass(name: str) -> None:
    assert name not in inside()


def test_the_temporary_folder_is_the_private_one_and_caches_lie_in_it() -> None:
    env = inside()
    assert (env["TMPDIR"], env["XDG_CACHE_HOME"], env["PWD"]) == ("/t", "/t/cache", "/ws")


def test_coverage_data_stays_beside_the_sources_where_that_can_be_written() -> None:
    assert inside()["COVERAGE_FILE"] == "/t/coverage"
    assert "COVERAGE_FILE" not in inside(cwd_is_writable=True)


def test_a_proxy_without_a_password_passes_with_the_whole_network() -> None:
    env = inside(network="full")
    assert env["HTTPS_PROXY"] == "http://proxy:3128" and "HTTP_PROXY" not in env


def test_the_plan_s_variables_win() -> None:
    env = inside(planned={"CI": "1", "XDG_CACHE_HOME": "/ws/.cache", "GITHUB_TOKEN": "test"})
    assert (env["CI"], env["XDG_CACHE_HOME"], env["GITHUB_TOKEN"]) == ("1", "/ws/.cache", "test")
