"""Running a project's sensors in a hook: in a run inside the boundary of the policy accepted last; within its time.

Source: guides and sensors contract, Running sensors.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep

from harness_runtime.artifacts.terms import Terms
from harness_runtime.confinement.environment import KEPT
from harness_runtime.events.context import Context
from harness_runtime.events.guides.launch import Workspace, confined, no_engine
from harness_runtime.guides.document import HarnessFile, Sensor
from harness_runtime.guides.sensors.launch import Invocation, Launch, unconfined
from harness_runtime.guides.sensors.result import Report
from harness_runtime.guides.sensors.run import run_sensors
from harness_runtime.session.confined_lock import confined_lock_path, make_confined_lock
from harness_runtime.session.state import State
from harness_runtime.settings.config import load_config
from harness_runtime.settings.guard import Guard, load_guard

POLL = 0.2


def run_in_a_run(
    context: Context,
    state: State,
    terms: Terms,
    file: HarnessFile,
    sensors: Sequence[Sensor],
    changed: Sequence[str] | None,
    until: float,
) -> Report:
    """Not under the session's lock: the person may cancel meanwhile. Confined commands of the run wait, and are
    waited for, because both write."""
    with _confined_lock(context.data, state.session_id, until):
        return run_sensors(
            sensors,
            Path(state.workspace_root),
            _launch(context, state, terms),
            retries=file.defaults.max_sensor_retries,
            deadline=until,
            changed=changed,
        )


def run_unbounded(
    context: Context, project: Path, file: HarnessFile, sensors: Sequence[Sensor], until: float, language: str
) -> Report:
    """The same without a run: the workspace is writable but for what never is, and there is no network. Raises
    SettingsFault."""
    config = load_config(Path(context.data))
    workspace = Workspace(project, [Path(context.data)], load_guard(project) or Guard(), config.not_secret)
    return run_sensors(
        sensors,
        project,
        _launch_in(workspace, context, language, config.confinement),
        retries=file.defaults.max_sensor_retries,
        deadline=until,
    )


def _launch(context: Context, state: State, terms: Terms) -> Launch:
    """Without an engine the person's config, as the run sealed it, decides."""
    project, limits = state.project, terms.limits
    guard = Guard(
        deny_write_paths=project.deny_write_paths if project else [],
        approval_required_paths=project.approval_required_paths if project else [],
        secret_paths=project.secret_paths if project else [],
    )
    workspace = Workspace(
        Path(state.workspace_root),
        [Path(context.data)],
        guard,
        not_secret=state.person.not_secret,
        patterns=(*terms.allowed_write_paths, *terms.scratch_paths),
        network=terms.network,
        limits={
            "seconds": float(limits.seconds),
            "processes": limits.processes,
            "file_bytes": limits.file_mb << 20,
        },
    )
    return _launch_in(workspace, context, context.spoken(state.language), state.person.confinement)


def _launch_in(workspace: Workspace, context: Context, language: str, confinement: str) -> Launch:
    launch = confined(workspace, context.environ, language)
    if launch is not None:
        return launch
    return _unconfined(context.environ) if confinement == "best_effort" else no_engine


def _unconfined(environ: Mapping[str, str]) -> Launch:
    """Without the host's keys: what runs is the agent's work."""
    kept = {name: text for name, text in environ.items() if name in (*KEPT, "TMPDIR")}

    def launch(command: str, project: Path) -> Invocation:
        return replace(unconfined(command, project), environ=kept)

    return launch


@contextmanager
def _confined_lock(data: str, session_id: str, until: float) -> Iterator[None]:
    """Hold it while sensors run. When another holds it until the deadline, none of them begins any more."""
    make_confined_lock(data, session_id)
    handle = os.open(confined_lock_path(data, session_id), os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        while not _try_lock(handle) and monotonic() < until:
            sleep(POLL)
        yield
    finally:
        os.close(handle)


def _try_lock(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
