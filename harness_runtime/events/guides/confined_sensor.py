"""One sensor inside the kernel boundary: the program that `sensor_launch` starts, its job as one JSON argument.

Its output and exit code are the command's. What keeps the command from starting is one line that begins with
REFUSAL, and exit code REFUSED. Standard library only: it is started for every sensor.
"""

from __future__ import annotations

import json
import os
import sys

from harness_runtime.boundary.decision import Places, Rules
from harness_runtime.boundary.paths import below
from harness_runtime.confinement.aftermath import faults
from harness_runtime.confinement.attempts import REFUSED, run_prepared
from harness_runtime.confinement.bytecode import remove_changed
from harness_runtime.confinement.environment import confined_environment
from harness_runtime.confinement.probe import choose
from harness_runtime.confinement.profile import Command, ConfinementFault, Limits, Outcome, Profile
from harness_runtime.confinement.scratch import make_on_path, make_temporary, make_trees, remove_empty, remove_tree
from harness_runtime.confinement.secrets_mask import (
    WorkspaceTooLarge,
    hidden_elsewhere,
    hidden_in_workspace,
    not_hidden,
    without_nested,
)
from harness_runtime.confinement.signals import Interrupted, ignore_signals, raise_on_signals
from harness_runtime.confinement.writable import find_writable
from harness_runtime.session.names import shown_name
from harness_runtime.wire.environment import loaded_from

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

REFUSAL = "harness-sensor: "
SIGNALLED = 128


def main() -> None:
    """Runs and ends the process."""
    job = json.loads(sys.argv[1])
    raise_on_signals()
    try:
        code = _run(job, dict(os.environ))
    except Interrupted as interrupted:
        code = SIGNALLED + interrupted.signal
    except WorkspaceTooLarge as error:
        code = _refuse("workspace_too_large", str(error))
    except ConfinementFault as fault:
        code = _refuse(fault.rule, fault.detail)
    except Exception as error:
        code = _refuse("internal", f"{type(error).__name__}: {error}")
    sys.stdout.flush()
    os._exit(code)


def _refuse(rule: str, detail: str) -> int:
    print(f"\n{REFUSAL}{rule} {' '.join(detail.split())}".rstrip())
    return REFUSED


def _run(job: dict[str, Any], environ: dict[str, str]) -> int:
    rules = Rules(**job["rules"], guard_changed=False)
    places = Places(**job["places"], path=environ.get("PATH", ""), rules=rules, loads=loaded_from(environ))
    made = make_trees(job["root"], job["patterns"], places)
    made += make_on_path(job["root"], job["patterns"], places)
    temporary = make_temporary(environ)
    try:
        before = find_writable(job["root"], job["patterns"], places)
        outcome = _attempt(job, environ, places, temporary)
        ignore_signals()
        after = find_writable(job["root"], job["patterns"], places)
        left = faults(before, after) + remove_changed(job["root"], before, after)
    finally:
        remove_empty(made)
        if temporary:
            remove_tree(temporary)
    if left:
        print(f"\n{job['left_behind']} {', '.join(map(shown_name, left))}")
        return outcome.exit_code or 1
    return outcome.exit_code


def _attempt(job: dict[str, Any], environ: dict[str, str], places: Places, temporary: str) -> Outcome:
    engine = choose(job["network"], environ)
    if engine is None:
        raise ConfinementFault("no_engine", job["network"])
    parent = os.getppid()

    def attempt() -> Outcome:
        profile, command = _prepare(job, environ, places, temporary)
        return engine.run(profile, command, lambda: os.getppid() == parent)

    return run_prepared(attempt)


def _prepare(job: dict[str, Any], environ: dict[str, str], places: Places, temporary: str) -> tuple[Profile, Command]:
    root: str = job["root"]
    hidden = without_nested([*hidden_in_workspace(root, places), *hidden_elsewhere(places), *job["hidden"]])
    found = find_writable(root, job["patterns"], places)
    writable = not_hidden(hidden, root, [*found.trees, *found.files])
    limits = Limits(**job["limits"])
    read_only = not_hidden(hidden, root, found.read_only)
    profile = Profile(tuple(writable), tuple(read_only), tuple(hidden), temporary, job["network"], limits)
    is_writable = any(below(path, root) is not None for path in writable)
    env = confined_environment(
        environ, {}, temporary=temporary, cwd=root, network=job["network"], cwd_is_writable=is_writable
    )
    return profile, Command((job["bash"], "-c", job["command"]), root, env)
