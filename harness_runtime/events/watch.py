"""A tool call of a session that is guarded without a run: counted, its first copies kept, let pass. Hot.

Source: harness contract, Loop guards. What fails here costs the guard its part, never the person's work.
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Decision, Places
from harness_runtime.boundary.secrets import is_secret
from harness_runtime.boundary.watched import watch
from harness_runtime.events.call_record import record_call
from harness_runtime.events.guarded_call import count, keep_copies, let_pass, not_kept
from harness_runtime.session.guarded import RUN
from harness_runtime.wire.call_digest import call_digest
from harness_runtime.wire.deny import deny
from harness_runtime.wire.stdin import text_field


def watch_call(
    environ: dict[str, str],
    data: str,
    session_id: str,
    event: dict[str, object],
    guarded: dict[str, object],
    places: Places,
) -> int:
    """The hook's exit code: a denial only of what the guard has stopped."""
    language = environ.get("HARNESS_LANG", "") or str(guarded["language"])
    digest = call_digest(text_field(event, "tool_name"), event.get("tool_input"))
    root = str(guarded["workspace_root"])
    decision, advice = count(data, session_id, event, guarded, watch(event, root, places), digest, language)
    if decision.rule == "unrecorded":
        decision.verdict = "allow"
    record_call(data, session_id, event, decision, digest)
    if decision.verdict != "allow":
        from harness_runtime.messages.denials import say

        return deny(say(language, decision.rule, "", subject=decision.subject))
    return let_pass(advice, _kept(data, event, guarded, places, decision, language))


def _kept(
    data: str, event: dict[str, object], guarded: dict[str, object], places: Places, decision: Decision, language: str
) -> str:
    """What the person is told of first copies that could not be kept. A secret is never copied."""
    root = str(guarded["workspace_root"])
    secrets = tuple(path for path in decision.touched if is_secret(path, root, places))
    decision.touched = tuple(path for path in decision.touched if path not in secrets)
    if decision.kind != "mutate" or not (decision.touched or secrets):
        return ""
    try:
        return not_kept(language, keep_copies(data, event, guarded | {"run_id": RUN}, places, decision, secrets))
    except OSError:
        return ""
