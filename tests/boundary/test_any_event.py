"""Whatever an event holds: one answer and no exception, the same with a trace; a change names its targets."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness_runtime.boundary.decide import decide
from harness_runtime.boundary.decision import Trace
from harness_runtime.boundary.tools import TOOLS
from harness_runtime.messages.denials import say
from tests.boundary.scene import Scene

TOOL_NAMES = st.one_of(st.sampled_from([*TOOLS, "apply_patch", "mcp__x__y"]), st.text(max_size=6))
FIELDS = (
    *("file_path", "notebook_path", "path", "command", "url", "glob", "type", "pattern", "mode", "isolation"),
    *("agent_id", "agent_type", "parent_session_id", "fork_turns", "content"),
)
TEXTS = st.one_of(
    st.text(st.characters(exclude_categories=()), max_size=20),
    st.sampled_from(
        ["src/a", "../x", "/", "", ".env", "~", "https://[", "http://1.2.3.4.5.6", "file:", "ls", "src/\0"]
    ),
    st.sampled_from(
        ["*** Begin Patch\n*** Add File: src/a\n+x\n*** End Patch", "cat a | ", "'", "$(", "git diff ..x"]
    ),
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
INPUTS = st.one_of(st.dictionaries(st.sampled_from(FIELDS), st.one_of(TEXTS, VALUES), max_size=4), VALUES)
EVENTS = st.fixed_dictionaries(
    {},
    optional={
        "tool_name": TOOL_NAMES | VALUES,
        "tool_input": INPUTS,
        "cwd": st.sampled_from(["{root}", "{root}/src", "/"]) | VALUES,
        "agent_id": VALUES,
    },
)


@pytest.fixture(scope="module")
def scene() -> Any:
    with tempfile.TemporaryDirectory() as folder:
        yield Scene(Path(folder).resolve())


@settings(max_examples=1500, deadline=None)
@given(event=EVENTS, phase=st.sampled_from(["planning", "implement", "review"]), held=st.booleans())
def test_any_event_is_decided(scene: Scene, event: dict[str, Any], phase: str, held: bool) -> None:
    cwd = event.get("cwd")
    placed = event | ({"cwd": cwd.replace("{root}", str(scene.root))} if isinstance(cwd, str) else {})
    state = scene.state | {"phase": phase, "held": held}
    policy = scene.policy if phase == "implement" else None
    found = decide(placed, state, policy, scene.places)
    traced = decide(placed, state, policy, scene.places, trace := Trace())
    assert repr(found) == repr(traced) and trace.steps
    assert found.verdict in ("allow", "deny")
    found.subject.encode("utf-8")
    assert say("en", found.rule, phase, subject=found.subject, **found.fields)
    if found.verdict == "allow" and found.kind == "mutate":
        assert (
            found.targets
            and phase == "implement"
            and not held
            and "agent_id" not in {k for k, v in event.items() if v is not None}
        )
        assert all(target.startswith(f"{scene.root}/") for target in found.targets)
        assert set(trace.inside.values()) <= {True}
