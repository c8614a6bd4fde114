"""What a call would touch, in a session whose writes nothing bounds. Hot for such sessions.

It only tells kinds and targets: every call passes. A shell command that is not understood is "unmodeled": it may have
changed anything.
"""

from __future__ import annotations

from harness_runtime.boundary import tools
from harness_runtime.boundary.decision import Decision, Fault, Places
from harness_runtime.boundary.paths import Resolved, check_name, resolve_both
from harness_runtime.boundary.targets import resolve_field, touched_by


def watch(event: dict[str, object], root: str, places: Places) -> Decision:
    """`allow`, with the kind of the call and what it is known to touch. Never raises for anything in the event."""
    name, tool_input, cwd = event.get("tool_name"), event.get("tool_input"), event.get("cwd")
    model, fields = tools.tool_model(name if isinstance(name, str) else "")
    if not isinstance(tool_input, dict) or not isinstance(cwd, str) or not cwd.startswith("/"):
        return _passes("unmodeled")
    try:
        if model == tools.PATCH:
            return _changes(_patched(cwd, str(tool_input.get("command"))))
        if model == tools.WRITE:
            return _changes(resolve_field(str(tool_input.get(fields[0])), cwd, places))
        if model == tools.SHELL:
            return _shell(str(tool_input.get("command")), cwd, root, places)
    except Fault:
        return _passes("unmodeled")
    return _passes(tools.KINDS.get(model, "unmodeled"))


def _shell(command: str, cwd: str, root: str, places: Places) -> Decision:
    from harness_runtime.boundary.shell.ground import Ground
    from harness_runtime.boundary.shell.judge import judge
    from harness_runtime.boundary.shell_patch import here_document, is_patch_command

    if is_patch_command(command):
        return _changes(_patched(cwd, here_document(command)))
    finding = judge(command, Ground(cwd, root, places), [])
    if finding.fault is not None:
        return _passes("unmodeled")
    return _changes([place for _, place in finding.writes]) if finding.mutates else _passes("read")


def _patched(cwd: str, text: str) -> list[Resolved]:
    from harness_runtime.boundary.patch import patch_targets

    found: list[Resolved] = []
    for name in patch_targets(text):
        check_name(name)
        found += resolve_both(cwd, name)
    return found


def _passes(kind: str) -> Decision:
    return Decision("allow", kind, "guarded")


def _changes(found: list[Resolved]) -> Decision:
    targets = tuple(dict.fromkeys(place.path for place in found))
    return Decision("allow", "mutate", "guarded", targets=targets, touched=touched_by(found))
