"""Activation: a new revision in planning, which inherits nothing (contract: Activation).

The marker is on disk before the answer is printed: an agent that believes itself guarded is guarded.
"""

from __future__ import annotations

from harness_runtime.artifacts.kinds import PLAN_PROMPT, REPAIR_PROMPT
from harness_runtime.boundary.decision import Places
from harness_runtime.events.after_call.left_behind import left_behind, note_planted
from harness_runtime.events.context import Context
from harness_runtime.events.guides.door import task_type_asked, with_task_guides
from harness_runtime.events.judge import places_of
from harness_runtime.events.run.engine import found_engine, prepare_confinement
from harness_runtime.events.run.position import new_run, position_of
from harness_runtime.events.run.project import loop_limits, person_settings, project_policy
from harness_runtime.events.run.repository import look_at
from harness_runtime.events.run.still_running import listed
from harness_runtime.session.account import account_name
from harness_runtime.session.confined_lock import unended
from harness_runtime.session.git_folder import find_git_folder
from harness_runtime.session.guarded import drop, put_aside
from harness_runtime.session.processes import left_running
from harness_runtime.session.state import Checks, PersonSettings, ProjectPolicy, State
from harness_runtime.session.transcript import codex_effort
from harness_runtime.settings.fault import SettingsFault
from harness_runtime.wire.answers import Answer
from harness_runtime.workflow.effort import LEVELS, is_too_low
from harness_runtime.workflow.position import Event, Happening
from harness_runtime.workflow.transition import advance


def activate(context: Context, previous: State | None) -> Answer:
    """Start a run, superseding whatever the session had."""
    root = context.workspace_root()
    language = context.language()
    if context.root_is_too_wide():
        return Answer(block=context.say(language, "root_refused", root=root))
    try:
        project, settled = project_policy(root), person_settings(context.data)
        git_dir = find_git_folder(root)
        settings = {
            "project": project,
            "person": settled,
            "loop": loop_limits(root, context.data),
            "git_dir": git_dir,
            "repository": look_at(root, git_dir, _places(context, root, project, settled), context.environ),
            "checks": Checks(task_type=task_type_asked(context.event.prompt)),
        }
    except SettingsFault as fault:
        return Answer(block=context.say(language, "settings_refused", fault=fault.line(context.spoken(language))))
    running = left_running(context.event.session_id, context.event.host)
    if running:
        return Answer(block=context.say(language, "left_running", processes=listed(running)))
    position = advance(position_of(previous) if previous else None, Happening(Event.ACTIVATE))
    assert position is not None
    (put_aside if context.store.is_armed() else drop)(context.data, context.event.session_id)
    context.store.arm()
    if previous is not None and unended(context.data, context.event.session_id):
        note_planted(context.store, previous, left_behind(context.store, previous))
    prepare_confinement(context.data, context.event.session_id, context.plugin_root)
    engine = found_engine(context.environ, context.data)
    superseded = {"run_id": previous.run_id, "phase": previous.phase} if previous else None
    state = context.store.commit(
        new_run(context, previous, position, root).model_copy(update={**settings, "engine": engine}),
        "activated",
        turn=context.event.turn,
        workspace_root=root,
        superseded=superseded,
        account=account_name(),
        engine=engine.model_dump(),
    )
    policy = "policy_found" if state.project else "policy_none"
    told = context.say(
        language,
        "activated",
        run_id=state.run_id,
        revision=state.revision,
        root=context.plugin_root,
        files=context.files("planning"),
        prompt=PLAN_PROMPT,
        repair_prompt=REPAIR_PROMPT,
        policy=context.say(language, policy),
    )
    effort = _effort(context, language)
    person = context.say(language, "activated_person", space=_space(context, language), effort=effort)
    if running is None:
        person += " " + context.say(language, "left_unknown")
    if previous is None and settled.shell == "strict" and engine.name != "none":
        person += " " + context.say(language, "shell_hint")
    return with_task_guides(context, Answer(context=told, message=person), state.checks.task_type)


def _places(context: Context, root: str, project: ProjectPolicy | None, person: PersonSettings) -> Places:
    sealed: dict[str, object] = {
        "workspace_root": root,
        "project": project.model_dump() if project else None,
        "person": person.model_dump(),
    }
    return places_of(dict(context.environ), context.data, sealed)


def _space(context: Context, language: str) -> str:
    """Codex's terminal keeps Enter for its skill list while a word that begins with `$` is being typed."""
    return context.say(language, "codex_space") if context.event.host == "codex" else ""


def _effort(context: Context, language: str) -> str:
    """What a gate will ask for, and a warning where the host already tells that none will open. Codex alone tells it
    of a prompt, and not of a conversation's first one."""
    event = context.event
    effort = codex_effort(event.transcript_path, event.turn) if event.host == "codex" else ""
    if effort not in LEVELS:
        return context.say(language, "effort_unknown")
    return context.say(language, "effort_warning", effort=effort) if is_too_low(effort) else ""
