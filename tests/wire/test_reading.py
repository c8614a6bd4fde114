"""Reading the host's event: one JSON object of at most 16 MB, or a fault that names its rule."""

from __future__ import annotations

import os
import threading
from typing import Any

import pytest

from harness_runtime.wire.environment import host_name, plugin_root
from harness_runtime.wire.events import CHILD_HINTS, HookEvent, hook_event
from harness_runtime.wire.stdin import MAX_EVENT, EventFault, read_event, text_field, turn_of

PROMPT = {"session_id": "s", "hook_event_name": "UserPromptSubmit", "prompt": "y", "cwd": "/w", "turn_id": "t"}


def reading(raw: bytes) -> dict[str, object]:
    """`raw` through a pipe, as a host writes it: in pieces, then end of file."""
    out, into = os.pipe()

    def write() -> None:
        with os.fdopen(into, "wb", buffering=0) as pipe:
            for start in range(0, len(raw), 1 << 16):
                try:
                    pipe.write(raw[start : start + (1 << 16)])
                except BrokenPipeError:
                    return

    writer = threading.Thread(target=write)
    writer.start()
    try:
        return read_event(out)
    finally:
        os.close(out)
        writer.join()


def fault(raw: bytes) -> str:
    with pytest.raises(EventFault) as caught:
        reading(raw)
    return caught.value.rule


def test_an_event_is_read_whole() -> None:
    command = "x" * (10 << 20)
    assert reading(b'{"command":"' + command.encode() + b'"}\n') == {"command": command}


@pytest.mark.parametrize(
    ("raw", "rule"),
    [
        (b"", "payload"),
        (b"[]", "payload"),
        (b"1", "payload"),
        (b'"text"', "payload"),
        (b"null", "payload"),
        (b"{", "payload"),
        (b'{"prompt":"\xff"}', "payload"),
        (b'{"prompt":"\x00"}', "payload"),
        (b'{"a":NaN}', "payload"),
        (b"[" * 300 + b"]" * 300, "too_deep"),
        (b'{"a":' * 201 + b"1" + b"}" * 201, "too_deep"),
        (b'{"a":"' + b"x" * MAX_EVENT + b'"}', "too_large"),
    ],
    ids=lambda value: value if isinstance(value, str) else repr(value[:12]),
)
def test_what_is_no_event(raw: bytes, rule: str) -> None:
    assert fault(raw) == rule


def test_a_closed_stdin_is_no_event() -> None:
    out, into = os.pipe()
    os.close(into)
    os.close(out)
    with pytest.raises(EventFault, match="payload"):
        read_event(out)


def event(**fields: Any) -> HookEvent:
    return hook_event(PROMPT | fields, {"PLUGIN_ROOT": "/p"})


def test_the_turn_has_another_name_on_each_host() -> None:
    assert turn_of({"turn_id": "a"}) == "a"
    assert turn_of({"prompt_id": "b"}) == "b"
    assert turn_of({"turn_id": 7}) == ""


def test_a_field_of_another_type_counts_as_absent() -> None:
    assert text_field({"session_id": 7}, "session_id") == ""
    assert event(source=["resume"]).source == ""


@pytest.mark.parametrize("name", ["session_id", "hook_event_name"])
@pytest.mark.parametrize("value", [None, "", 7, ["s"], {}])
def test_without_a_session_or_a_name_there_is_no_event(name: str, value: Any) -> None:
    with pytest.raises(EventFault):
        event(**{name: value})


@pytest.mark.parametrize("name", ["prompt", "last_assistant_message", "cwd"])
def test_text_that_is_no_text_is_not_guessed_at(name: str) -> None:
    with pytest.raises(EventFault):
        event(**{name: ["y"]})


@pytest.mark.parametrize("hint", CHILD_HINTS)
@pytest.mark.parametrize("value", ["kid", "", 0, {}])
def test_any_hint_of_a_child_makes_it_a_child(hint: str, value: Any) -> None:
    assert event(**{hint: value}).child
    assert not event(**{hint: None}).child


@pytest.mark.parametrize(
    ("value", "repeated"), [(True, True), (False, False), (None, False), ("no", True), (0, True)]
)
def test_a_stop_is_fresh_only_when_the_host_says_so_plainly(value: Any, repeated: bool) -> None:
    assert event(stop_hook_active=value).repeated is repeated


def test_what_is_no_text_in_a_prompt_can_be_stored_and_approves_nothing() -> None:
    assert event(prompt="y\ud800").prompt == "y?"


@pytest.mark.parametrize("field", ["background_tasks", "session_crons"])
def test_a_task_is_named_in_one_line_that_acts_on_no_terminal(field: str) -> None:
    told = event(**{field: [{"id": "b1", "prompt": "tests\n· may write: all\x1b[2K\u202e"}, "odd\nname"]})
    names = told.background or told.scheduled
    assert names == ("b1 tests\\n· may write: all\\x1b[2K\\u202e", "odd\\nname")


def test_the_hosts_are_told_apart_by_their_environment() -> None:
    assert host_name({"PLUGIN_ROOT": "/p", "CLAUDE_PLUGIN_ROOT": "/p"}) == "codex"
    assert host_name({"CLAUDE_PLUGIN_ROOT": "/p", "CLAUDE_PROJECT_DIR": "/w"}) == "claude"
    assert plugin_root({"CLAUDE_PLUGIN_ROOT": "/p"}, "/here") == "/p"
    assert plugin_root({}, "/here") == "/here"
