"""Judge a tool call of an armed session: read state and policy, decide, record, answer. Hot.

Source: harness contract, Boundary.
"""

from __future__ import annotations

import os

from harness_runtime.boundary.decide import decide
from harness_runtime.boundary.decision import Decision, Places
from harness_runtime.boundary.sealed_rules import sealed_rules
from harness_runtime.events.call_record import record_call
from harness_runtime.events.guarded_call import count, keep_boundary, keep_copies, let_pass, not_kept
from harness_runtime.session.heartbeat import beat
from harness_runtime.session.layout import (
    confined_lock_path,
    is_guarded,
    planted_path,
    run_folder,
    unended_path,
)
from harness_runtime.session.sealed import SealedFault, read_policy, read_state
from harness_runtime.wire.call_digest import call_digest
from harness_runtime.wire.deny import PASS, deny, send
from harness_runtime.wire.environment import host_name, loaded_from, plugin_root
from harness_runtime.wire.stdin import text_field, turn_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harness_runtime.session.undo import Record

AUTHORITY_PHASES = ("implement", "repair_implement")


def judge(environ: dict[str, str], data: str, session_id: str, event: dict[str, object]) -> int:
    """The hook's exit code; a denial has been said."""
    language = environ.get("HARNESS_LANG", "")
    phase = ""
    try:
        if is_guarded(data, session_id):
            return _watch(environ, data, session_id, event)
        state = read_state(data, session_id)
        language = language or str(state["language"])
        phase = str(state["phase"])
        beat(data, session_id, int(str(state["revision"])))
        told = ended = ""
        if os.path.lexists(unended_path(data, session_id)):
            from harness_runtime.events.unended import look_after

            told, ended = look_after(environ, data, session_id, event)
            state = read_state(data, session_id)
            phase = str(state["phase"])
        places = places_of(environ, data, state)
    except SealedFault as fault:
        from harness_runtime.session.person_config import language_of_person  # the run's own may not be known

        return _say(language or language_of_person(environ, data), phase, fault.rule, fault.detail, {})
    decision = _waiting(_decide(event, state, places, data, session_id), data, session_id, state, places)
    digest = call_digest(text_field(event, "tool_name"), event.get("tool_input"))
    decision, advice = count(data, session_id, event, state, decision, digest, language)
    advice = "\n".join(filter(None, (told, advice)))
    if decision.confined is not None and decision.verdict == "allow":
        return _answer_confined(environ, data, event, state, places, decision, advice)
    missed = ""
    if decision.kind == "mutate" and decision.verdict == "allow":
        try:
            missed = not_kept(language, keep_copies(data, event, state, places, decision))
        except OSError as error:
            decision = Decision("deny", "mutate", "unrecorded", str(error))
    recorded = record_call(data, session_id, event, decision, digest)
    if decision.verdict != "allow":
        return _say(language, phase, decision.rule, decision.subject, decision.fields, advice)
    if not recorded and decision.kind != "read":
        return _say(language, phase, "unrecorded", run_folder(data, session_id), {})
    return let_pass(advice, " ".join(filter(None, (ended, missed))))


def _watch(environ: dict[str, str], data: str, session_id: str, event: dict[str, object]) -> int:
    """No run bounds this session. SealedFault when what is known of it cannot be used."""
    from harness_runtime.events.watch import watch_call
    from harness_runtime.session.guarded import read_guarded

    guarded = read_guarded(data, session_id)
    if guarded is None:  # switched off this very moment
        return PASS
    return watch_call(environ, data, session_id, event, guarded, places_of(environ, data, guarded))


def _answer_confined(
    environ: dict[str, str],
    data: str,
    event: dict[str, object],
    state: dict[str, object],
    places: Places,
    decision: Decision,
    advice: str,
) -> int:
    """The call passes only as its ticket says, and only when the host hears all of that."""
    from harness_runtime.events.hand_over import hand_over, take_back

    session_id, phase = str(state["session_id"]), str(state["phase"])
    language = environ.get("HARNESS_LANG", "") or str(state["language"])
    if decision.confined is not None and decision.confined.overlooked:
        from harness_runtime.messages.denials import say_overlooked

        told = say_overlooked(language, decision.confined.overlooked, decision.confined.hint)
        advice = "\n".join(filter(None, (advice, told)))
    try:
        if reader := _reader_at_work(data, event, state, places, decision):
            record_call(data, session_id, event, Decision("deny", decision.kind, "reader_running", reader))
            return _say(language, phase, "reader_running", reader, {})
        missed = _kept_before(data, event, state, places, decision)
        handed = hand_over(
            host_name(environ), data, event, state, places, decision, advice, not_kept(language, missed)
        )
    except (OSError, ValueError) as error:
        refused = Decision("deny", decision.kind, "unrecorded", str(error))
        record_call(data, session_id, event, refused)
        return _say(language, phase, refused.rule, refused.subject, {})
    digest = call_digest(text_field(event, "tool_name"), handed.tool_input)
    if not record_call(data, session_id, event, decision, digest):
        take_back(data, session_id, handed)
        return _say(language, phase, "unrecorded", run_folder(data, session_id), {})
    try:
        send(handed.answer)
    except OSError as error:
        return _say(language, phase, "internal", str(error), {})
    return PASS


def _reader_at_work(
    data: str, event: dict[str, object], state: dict[str, object], places: Places, decision: Decision
) -> str:
    """What would obey a file that this command may plant. Only in a call's own turn, and only for one that writes."""
    policy = policy_in_force(data, str(state["session_id"]), state)
    if decision.confined is None or not decision.confined.writable or policy is None:
        return ""
    from harness_runtime.session.calls import mentions

    if not mentions(data, str(state["session_id"]), turn_of(event), b"rg "):
        return ""
    from harness_runtime.events.unended import reader_at_work

    return reader_at_work(data, str(state["session_id"]), event, policy, str(state["workspace_root"]), places)


def _kept_before(
    data: str, event: dict[str, object], state: dict[str, object], places: Places, decision: Decision
) -> list[Record]:
    """First copies of what the command may write: all that the boundary covers."""
    policy = policy_in_force(data, str(state["session_id"]), state)
    if decision.confined is None or not decision.confined.writable or policy is None:
        return []
    return keep_boundary(data, event, state, policy, places)


def _waiting(decision: Decision, data: str, session_id: str, state: dict[str, object], places: Places) -> Decision:
    """No file changes while a confined command may be writing them, and nobody obeys what it may plant."""
    paths = unended_path(data, session_id), planted_path(data, session_id)
    if decision.obeys and decision.verdict == "allow" and any(map(os.path.lexists, paths)):
        from harness_runtime.events.unended import refuse_obeying

        decision = refuse_obeying(decision, data, session_id, str(state["workspace_root"]), places)
    if decision.verdict != "allow" or decision.kind != "mutate":
        return decision
    if not os.path.lexists(confined_lock_path(data, session_id)):
        return decision
    from harness_runtime.session.confined_lock import is_confined_running

    if not is_confined_running(data, session_id):
        return decision
    return Decision("deny", "mutate", "confined_running", ", ".join(decision.targets))


def _decide(
    event: dict[str, object], state: dict[str, object], places: Places, data: str, session_id: str
) -> Decision:
    """A policy that should be there and is not takes nothing from the reads, which need none."""
    try:
        return decide(event, state, policy_in_force(data, session_id, state), places)
    except SealedFault as fault:
        decision = decide(event, state, None, places)
        if decision.rule == "policy_mismatch":
            decision.rule, decision.subject = fault.rule, fault.detail
        return decision


def _say(language: str, phase: str, rule: str, subject: str, fields: dict[str, str], advice: str = "") -> int:
    from harness_runtime.messages.denials import say

    reason = say(language, rule, phase, subject=subject, **fields)
    return deny(f"{reason}\n{advice}" if advice else reason)


def policy_in_force(data: str, session_id: str, state: dict[str, object]) -> dict[str, object] | None:
    """The policy in force: only a phase with authority has one. SealedFault when it should be there and is not."""
    if state["phase"] not in AUTHORITY_PHASES or state["held"] or state.get("suspended") is not False:
        return None
    digest = state.get("policy_sha256")
    if not isinstance(digest, str):
        raise SealedFault("policy_unreadable", str(state["phase"]))
    return read_policy(data, session_id, digest)


def places_of(environ: dict[str, str], data: str, state: dict[str, object]) -> Places:
    home = environ.get("HOME", "")
    here = __file__[: -len("/harness_runtime/events/judge.py")]
    real = os.path.realpath
    return Places(
        data=real(data),
        plugin_root=real(plugin_root(environ, here)),
        home=real(home) if home else "",
        codex_home=real(environ.get("CODEX_HOME") or f"{home}/.codex"),
        claude_home=real(environ.get("CLAUDE_CONFIG_DIR") or f"{home}/.claude"),
        path=environ.get("PATH", ""),
        rules=sealed_rules(state),
        cdpath=bool(environ.get("CDPATH")),
        git_dir=str(state.get("git_dir") or ""),
        ripgrep_config=environ.get("RIPGREP_CONFIG_PATH", ""),
        loads=loaded_from(environ),
    )
