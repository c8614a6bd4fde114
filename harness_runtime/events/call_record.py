"""What is kept of a judged tool call, for `inspect` and for judging a Review. Hot."""

from __future__ import annotations

from time import gmtime, strftime, time_ns

from harness_runtime.boundary.child import child_hint
from harness_runtime.boundary.decision import Decision
from harness_runtime.session.calls import append_call
from harness_runtime.wire.stdin import text_field, turn_of

# Rules that speak of the situation, not of a part of the call: the record names the call instead.
OF_THE_SITUATION = ("child", "held", "suspended", "no_authority")
OF_THE_DRAFT = "check"  # its text is no part of the project: naming a file in it reads nothing
NAMING_FIELDS = ("file_path", "notebook_path", "path", "command", "url", "query")
MAX_SAID = 400  # characters of what a tool of somebody else's was told
PATCH = "*** Begin Patch"
PATCH_HEADS = ("*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: ")


def record_call(data: str, session_id: str, event: dict[str, object], decision: Decision, digest: str = "") -> bool:
    """False when the record could not be written: then only a read may pass. `digest`: of the call as it may run;
    PostToolUse compares it with what did run."""
    tool = text_field(event, "tool_name")
    try:
        append_call(
            data,
            session_id,
            turn_of(event),
            at=_now(),
            tool=tool,
            verdict=decision.verdict,
            kind=decision.kind,
            rule=decision.rule,
            subject=subject_of(event, decision),
            child=bool(child_hint(event, is_delegate=False)),
            agent=text_field(event, "agent_id"),
            call_id=text_field(event, "tool_use_id"),
            digest=digest if decision.verdict == "allow" else "",
            command=_command_behind(event, decision),
        )
    except OSError:
        return False
    return True


def _now() -> str:
    """ISO 8601, UTC, milliseconds."""
    nanoseconds = time_ns()
    seconds = strftime("%Y-%m-%dT%H:%M:%S", gmtime(nanoseconds // 1_000_000_000))
    return f"{seconds}.{nanoseconds // 1_000_000 % 1000:03d}Z"


def subject_of(event: dict[str, object], decision: Decision) -> str:
    """What broke the rule; else what the call was about."""
    if decision.verdict == "deny" and decision.subject and decision.rule not in OF_THE_SITUATION:
        return decision.subject
    if decision.rule == OF_THE_DRAFT:
        return decision.subject
    prefix = f"{event.get('cwd')}/"
    if decision.targets:
        return ", ".join(target.removeprefix(prefix) for target in decision.targets)
    fields = _fields(event)
    for name in NAMING_FIELDS:
        value = fields.get(name)
        if isinstance(value, str) and value:
            return (_patched(value) or value).removeprefix(prefix)
    return decision.subject or ", ".join(value for value in fields.values() if isinstance(value, str))[:MAX_SAID]


def _command_behind(event: dict[str, object], decision: Decision) -> str:
    """A shell's command line where the subject is what it changes: `rm a` and `touch a` are not the same."""
    command = _fields(event).get("command")
    return command if decision.targets and isinstance(command, str) and PATCH not in command else ""


def _fields(event: dict[str, object]) -> dict[str, object]:
    tool_input = event.get("tool_input")
    return tool_input if isinstance(tool_input, dict) else {}


def _patched(text: str) -> str:
    """The paths that a patch names, "" for any other text."""
    lines = text.split("\n") if PATCH in text else []
    return ", ".join(line.partition(": ")[2].strip() for line in lines if line.startswith(PATCH_HEADS))
