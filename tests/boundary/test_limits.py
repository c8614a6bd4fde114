"""What is too large, too deep or too slow ends in a denial. Each limit is met for real, through the launcher."""

from __future__ import annotations

import itertools
import json
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from harness_runtime.session.layout import sha256
from tests.conftest import piped_host
from tests.support.answers import answer_faults
from tests.support.artifacts import tiny_plan
from tests.support.piped import EVENTS, PipedHost, Reply

LIMIT = 16 << 20
CONTENTS = map(str, itertools.count())  # a call that repeats another is told so


@pytest.fixture(scope="module")
def approved(tmp_path_factory: pytest.TempPathFactory) -> PipedHost:
    host = piped_host(tmp_path_factory.mktemp("limits"), "codex")
    host.approve(tiny_plan("src/app.py"))
    return host


def write(host: PipedHost, **fields: Any) -> bytes:
    tool_input = {"file_path": f"{host.workspace}/src/app.py", "content": next(CONTENTS)}
    return json.dumps(host.payload("PreToolUse", tool_name="Write", tool_input=tool_input, **fields)).encode()


def denial(reply: Reply) -> str:
    """The reason of a whole denial."""
    assert reply.denied and answer_faults("codex", "PreToolUse", reply) == []
    return reply.reason


def test_the_call_passes_as_it_is(approved: PipedHost) -> None:
    assert approved.pipe("PreToolUse", write(approved)).silent


@pytest.mark.parametrize(("size", "passes"), [(LIMIT, True), (LIMIT + 1, False)])
def test_an_event_of_16_mb(approved: PipedHost, size: int, passes: bool) -> None:
    raw = write(approved)
    raw += b" " * (size - len(raw))
    reply = approved.pipe("PreToolUse", raw)
    assert reply.silent if passes else "[too_large]" in denial(reply)


@pytest.mark.parametrize(("levels", "passes"), [(199, True), (200, False), (100_000, False)])
def test_nesting_of_200(approved: PipedHost, levels: int, passes: bool) -> None:
    """The event itself is the first level."""
    deep = b'{"x":' + b"[" * levels + b"]" * levels + b","
    reply = approved.pipe("PreToolUse", write(approved).replace(b"{", deep, 1))
    assert reply.silent if passes else "[too_deep]" in denial(reply)


def test_the_length_of_a_command(approved: PipedHost) -> None:
    assert approved.shell("cat " + "x" * 250).silent
    assert "[too_large, implement]" in denial(approved.shell("cat " + "x" * (64 << 10)))


def slow_call(host: PipedHost) -> bytes:
    """A thousand targets against a policy of many stars: far more work than a second holds."""
    state_path = host.folder / "state.json"
    state = json.loads(state_path.read_text())
    policy = json.loads((host.folder / f"policies/{state['policy_sha256']}.json").read_text())
    policy["allowed_write_paths"] = [*("*a" * 20 + f"*q{number}" for number in range(18_000)), "**"]
    raw = json.dumps(policy).encode()
    state["policy_sha256"] = sha256(raw)
    (host.folder / f"policies/{state['policy_sha256']}.json").write_bytes(raw)
    state_path.write_text(json.dumps(state))
    names = ("a" * 100 + f"b{number}" for number in range(999))
    text = "\n".join(["*** Begin Patch", *(f"*** Add File: {name}" for name in names), "*** End Patch"])
    payload = host.payload("PreToolUse", tool_name="apply_patch", tool_input={"command": text}, tool_use_id="c")
    return json.dumps(payload).encode()


def ignore_deadline() -> None:
    for number in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPROF, signal.SIGALRM})


@pytest.mark.parametrize("deaf", [False, True], ids=["", "started with the signal ignored and blocked"])
def test_a_decision_that_takes_too_long(tmp_path: Path, deaf: bool) -> None:
    host = piped_host(tmp_path, "codex")
    host.approve(tiny_plan("src/app.py"))
    done = subprocess.run(
        ["/bin/sh", "-c", EVENTS["PreToolUse"][0]["hooks"][0]["command"]],
        input=slow_call(host),
        capture_output=True,
        cwd=host.workspace,
        env=host.environment(),
        timeout=60,
        preexec_fn=ignore_deadline if deaf else None,
        check=False,
    )
    reply = Reply(done.returncode, done.stdout.decode(), done.stderr.decode().splitlines()[-1])
    assert f"exit {128 + signal.SIGPROF}" in denial(reply)


def test_an_event_that_never_ends(approved: PipedHost) -> None:
    """The host waits for us, we wait for the host: after ten seconds somebody has to say no."""
    hook = subprocess.Popen(
        ["/bin/sh", "-c", EVENTS["PreToolUse"][0]["hooks"][0]["command"]],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=approved.workspace,
        env=approved.environment(),
    )
    assert hook.stdin and hook.stdout and hook.stderr
    try:
        hook.stdin.write(write(approved))
        hook.stdin.flush()
        code = hook.wait(timeout=60)
        reply = Reply(code, hook.stdout.read().decode(), hook.stderr.read().decode().splitlines()[-1])
    finally:
        hook.kill()
        for stream in (hook.stdin, hook.stdout, hook.stderr):
            stream.close()
    assert f"exit {128 + signal.SIGALRM}" in denial(reply)
