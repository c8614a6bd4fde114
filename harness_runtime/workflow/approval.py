"""When a person's `y` counts (contract: Replies). Pure: the caller brings state and the facts of the event."""

from __future__ import annotations

from harness_runtime.session.state import State


def why_not(
    state: State,
    *,
    turn: str,
    workspace_root: str,
    artifact_intact: bool,
    guard_alive: bool,
    project_sha256: str | None,
) -> str | None:
    """None when the `y` approves the pending artifact, else the code of the reason why it is not consumed.

    `turn` is the prompt's own turn; `artifact_intact` says that the stored bytes still hash to the stored hash,
    `guard_alive` that the tool hook has run in this revision,
    `project_sha256` is the hash of guard.json as it stands now.
    """
    pending = state.pending
    if pending is None:
        return "nothing_pending"
    if pending.revision != state.revision:
        return "other_revision"
    if workspace_root != state.workspace_root:
        return "other_workspace"
    if not artifact_intact:
        return "artifact_altered"
    if not turn or not pending.turn:
        return "turn_unknown"
    if turn == pending.turn:
        return "same_turn"
    if not pending.person_turn:
        return "not_your_turn"
    if project_sha256 != (state.project.sha256 if state.project else None):
        return "guard_changed"
    if not guard_alive:
        return "guard_silent"
    if state.last_stop is None or not state.last_stop.gate:
        return "question_not_last"
    return None
