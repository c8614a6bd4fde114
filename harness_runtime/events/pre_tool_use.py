"""PreToolUse: read the event, the state and the policy, decide, record the call, answer. Hot.

Source: harness contract, Boundary. Only exit code PASS lets the call run; every way out of this module that is
not an explicit allow is a denial, and a death of the process is turned into one by the launcher.
"""

from __future__ import annotations

import os
from time import gmtime, strftime

from harness_runtime.boundary.decide import decide
from harness_runtime.boundary.decision import Decision, Places
from harness_runtime.messages.denials import say
from harness_runtime.session.calls import append_call
from harness_runtime.session.layout import armed_marker, data_folder, run_folder
from harness_runtime.session.sealed import SealedFault, read_policy, read_state
from harness_runtime.wire.deny import PASS, deny
from harness_runtime.wire.environment import plugin_root
from harness_runtime.wire.stdin import EventFault, read_event, text_field, turn_of

CPU_SECONDS = 1.0
WALL_SECONDS = 10.0
AUTHORITY_PHASES = ("implement", "repair_implement")


def main() -> None:
    """Decide and end the process."""
    try:
        code = _answer(dict(os.environ))
    except BaseException as error:  # the rim: a hook that crashes lets the tool run
        code = _internal(error)
    os._exit(code)


def _answer(environ: dict[str, str]) -> int:
    _set_deadline()
    language = environ.get("HARNESS_LANG", "")
    phase = ""
    try:
        data = data_folder(environ)
        if data is None:
            return PASS
        event = read_event()
        session_id = text_field(event, "session_id")
        if not session_id:
            raise EventFault("payload")
        if not _is_armed(data, session_id):
            return PASS
        state = read_state(data, session_id)
        language = language or str(state["language"])
        phase = str(state["phase"])
        decision = decide(event, state, _policy(data, session_id, state), _places(environ, data))
    except EventFault as fault:
        return deny(say(language, fault.rule, phase))
    except SealedFault as fault:
        return deny(say(language, fault.rule, phase, subject=fault.detail))
    recorded = _record(data, session_id, event, decision)
    if decision.verdict == "allow":
        if recorded or decision.kind == "read":
            return PASS
        return deny(say(language, "unrecorded", phase, subject=run_folder(data, session_id)))
    return deny(say(language, decision.rule, phase, subject=decision.subject, **decision.fields))


def _set_deadline() -> None:
    """Past it the process dies by signal. CPU time is the measure, so that a busy machine denies nothing."""
    from _signal import ITIMER_PROF, ITIMER_REAL, setitimer  # type: ignore[import-not-found]

    setitimer(ITIMER_PROF, CPU_SECONDS)
    setitimer(ITIMER_REAL, WALL_SECONDS)


def _is_armed(data: str, session_id: str) -> bool:
    try:
        os.lstat(armed_marker(data, session_id))
    except FileNotFoundError:
        return False
    except OSError:
        raise SealedFault("state_unreadable", armed_marker(data, session_id)) from None
    return True


def _policy(data: str, session_id: str, state: dict[str, object]) -> dict[str, object] | None:
    """The policy in force: only a phase with authority has one. SealedFault when it should be there and is not."""
    if state["phase"] not in AUTHORITY_PHASES or state["held"]:
        return None
    digest = state.get("policy_sha256")
    if not isinstance(digest, str):
        raise SealedFault("policy_unreadable", str(state["phase"]))
    return read_policy(data, session_id, digest)


def _places(environ: dict[str, str], data: str) -> Places:
    home = environ.get("HOME", "")
    here = __file__[: -len("/harness_runtime/events/pre_tool_use.py")]
    real = os.path.realpath
    return Places(
        data=real(data),
        plugin_root=real(plugin_root(environ, here)),
        home=real(home) if home else "",
        codex_home=real(environ.get("CODEX_HOME") or f"{home}/.codex"),
        claude_home=real(environ.get("CLAUDE_CONFIG_DIR") or f"{home}/.claude"),
        path=environ.get("PATH", ""),
    )


def _record(data: str, session_id: str, event: dict[str, object], decision: Decision) -> bool:
    """False when the record could not be written: then only a read may pass."""
    try:
        append_call(
            data,
            session_id,
            turn_of(event) or "no-turn",
            at=strftime("%Y-%m-%dT%H:%M:%SZ", gmtime()),
            tool=text_field(event, "tool_name"),
            verdict=decision.verdict,
            kind=decision.kind,
            rule=decision.rule,
            subject=decision.subject or ", ".join(decision.targets),
            child=decision.rule == "child" or "agent_id" in event,
        )
    except OSError:
        return False
    return True


def _internal(error: BaseException) -> int:
    """A bug of ours, or memory gone: deny, and leave a report for the person who mends it."""
    from harness_runtime.session.report import write_report

    try:
        path = write_report(dict(os.environ), "pre_tool_use", error)
    except BaseException:
        path = ""
    return deny(say(os.environ.get("HARNESS_LANG", ""), "internal", "", subject=path))
