"""The loop guards around a call of an armed session: repetition and limits, first copies, what is told besides. Hot.

Source: harness contract, Loop guards; Undo.
"""

from __future__ import annotations

from time import time

from harness_runtime.boundary.decision import Decision, Places
from harness_runtime.loop.repetition import REPEATED, STOPPED, Caller, count_call, limits_of
from harness_runtime.wire.deny import PASS, send
from harness_runtime.wire.stdin import text_field, turn_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harness_runtime.session.undo import Record


def caller_of(data: str, session_id: str, event: dict[str, object]) -> Caller:
    return Caller(data, session_id, turn_of(event), text_field(event, "agent_id"))


def count(
    data: str,
    session_id: str,
    event: dict[str, object],
    state: dict[str, object],
    decision: Decision,
    digest: str,
    language: str,
) -> tuple[Decision, str]:
    """Count the judged call. Returns the decision, which the guard may have turned into a denial, and what the model
    is told besides, "" for nothing."""
    tool = text_field(event, "tool_name")
    limits = limits_of(state)
    denied = decision.verdict != "allow"
    try:
        caller = caller_of(data, session_id, event)
        found = count_call(caller, tool, event.get("tool_input"), digest, limits, int(time()), denied=denied)
    except OSError as error:
        if denied or decision.kind == "read":
            return decision, ""
        return Decision("deny", decision.kind, "unrecorded", str(error)), ""
    if found.denial:
        subject = f"{tool} ×{found.count}" if found.denial == STOPPED else str(found.count or tool)
        return Decision("deny", decision.kind, found.denial, subject), ""
    if not found.advice:
        return decision, ""
    from harness_runtime.messages.loop import advise

    told = [
        advise(language, code, tool=tool, count=_count_of(code, found.count, limits.max_tool_calls_per_turn),
               limit=2 * limits.repeat_limit)
        for code in found.advice
    ]  # fmt: skip
    return decision, "\n".join(told)


def _count_of(code: str, same: int, calls: int) -> int:
    return same if code == REPEATED else calls


def keep_copies(
    data: str,
    event: dict[str, object],
    state: dict[str, object],
    places: Places,
    decision: Decision,
    secrets: tuple[str, ...] = (),
) -> list[Record]:
    """First copies of what an allowed change touches; returns those that could not be taken. `secrets` are noted and
    never copied. Raises OSError."""
    from harness_runtime.loop.first_copy import capture
    from harness_runtime.session.undo import UndoFolder

    return capture(
        UndoFolder(data, str(state["session_id"])),
        str(state["workspace_root"]),
        list(decision.touched),
        str(state["run_id"]),
        text_field(event, "tool_use_id"),
        places.git_dir,
        secrets,
    )


def keep_boundary(
    data: str, event: dict[str, object], state: dict[str, object], policy: dict[str, object], places: Places
) -> list[Record]:
    """The same for whatever a confined command may write."""
    from harness_runtime.boundary.secrets import is_secret
    from harness_runtime.loop.undo.boundary import capture_boundary
    from harness_runtime.session.undo import UndoFolder

    root = str(state["workspace_root"])
    return capture_boundary(
        UndoFolder(data, str(state["session_id"])),
        root,
        [*_globs(policy, "allowed_write_paths"), *_globs(policy, "scratch_paths")],
        str(state["run_id"]),
        text_field(event, "tool_use_id"),
        lambda path: is_secret(path, root, places),
        places.git_dir,
    ).missed


def _globs(policy: dict[str, object], name: str) -> list[str]:
    value = policy.get(name)
    return [glob for glob in value if isinstance(glob, str)] if isinstance(value, list) else []


def not_kept(language: str, missed: list[Record]) -> str:
    """What the person is told of it, once for each file; "" when there is nothing to tell."""
    if not missed:
        return ""
    from harness_runtime.messages.loop import told_missed

    return told_missed(language, [(record.path, record.why) for record in missed])


def let_pass(advice: str, message: str) -> int:
    """What is told besides never keeps the call from running."""
    if advice or message:
        from harness_runtime.wire.advice import advice_answer

        try:
            send(advice_answer("PreToolUse", advice, message))
        except OSError:
            return PASS
    return PASS
