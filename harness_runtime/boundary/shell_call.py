"""A shell command as a call: a read, a change, an approved command, or what nobody understands. Hot for Bash calls.

Source: harness contract, Boundary. An approved command runs confined, and so does, where the person's config says
`shell = "confined"`, what is not understood.
"""

from __future__ import annotations

from harness_runtime.boundary.call import (
    Call,
    authority,
    check_authority,
    check_cwd,
    held_or,
    plain,
    refuse_held,
    text_of,
)
from harness_runtime.boundary.decision import Decision, Fault
from harness_runtime.boundary.paths import resolve
from harness_runtime.boundary.shell.finding import Finding, is_not_understood
from harness_runtime.boundary.shell.ground import Ground
from harness_runtime.boundary.shell.judge import judge
from harness_runtime.boundary.shell_patch import is_patch_command
from harness_runtime.boundary.targets import judge_write, patched, refuse_aliases, refuse_secrets, touched_by

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harness_runtime.boundary.confined import Confined
    from harness_runtime.boundary.shell.standing import Standing

WITHOUT_WRITES = ("no_authority", "suspended", "guard_changed")  # a confined line may still read
_BLANKS = "\n\t\u00a0"


def judge_shell(call: Call) -> Decision:
    """A denial says which word was not understood."""
    call.step("shell")
    command = text_of(call, "command")
    if "harness-state" in command and (draft := _shell_check(call, command)):
        return draft
    if is_patch_command(command):
        return _shell_patch(call, command)
    command, answered = _unwrapped(command)
    finding, stands = _found(call, command)
    fault = finding.fault
    if stands is None and (fault is None or fault.rule != "secret"):
        fault = _powershell_fault(call, command, finding.mutates) or fault
    if stands is None and fault is None and answered:
        fault = Fault("shell_unmodeled", "harness-confine", hint="plain_command")
    if stands is None and fault is None and not finding.mutates:
        return _obeying(Decision("allow", "read", "read", command[:300]), finding)
    kind = "mutate" if finding.mutates else "execute" if finding.verification else "unmodeled"
    try:
        if stands is not None and not (call.hint and _is_confined(call)):
            return _verification(call, finding, stands)
        if _is_confined(call) and (stands is not None or (fault is not None and is_not_understood(fault))):
            return _overlooking(call, _confined_line(call, command), command, finding)
        return _change(call, finding, fault)
    except Fault as reason:
        reason = held_or(call, _told_of_commands(call, reason))
        return Decision("deny", kind, reason.rule, plain(reason.subject), reason.fields)


def _unwrapped(command: str) -> tuple[str, bool]:
    """The line as it was before an earlier answer, and whether there was one: the agent repeats what it has seen."""
    if "harness-confine" not in command:
        return command, False
    from harness_runtime.boundary.shell.standing import unwrapped

    line = unwrapped(command)
    return (command, False) if line is None else (line, True)


def _found(call: Call, command: str) -> tuple[Finding, Standing | None]:
    """What the line is, and where an approved command stands in it. One that is also a read may keep any company."""
    ground = _ground(call)
    finding = judge(command, ground, _approved_commands(call))
    if not finding.verification or finding.fault is not None:
        return finding, None
    from harness_runtime.boundary.shell.standing import standing

    try:
        if finding.mutates or finding.is_several:
            raise Fault("shell_unmodeled", " ".join(finding.verification), hint="verification_form")
        return finding, standing(command, finding.verification)
    except Fault as fault:
        again = judge(command, _ground(call), [])
        if again.fault is None:
            return again, None
        finding.fault = fault
        return finding, None


def _ground(call: Call) -> Ground:
    """A policy opens its paths to confined commands, which may run beside any other line."""
    opened: list[str] = []
    for name in ("allowed_write_paths", "scratch_paths"):
        patterns = call.policy.get(name) if call.policy else None
        opened += patterns if isinstance(patterns, list) else []
    repository = call.state.get("repository")
    known = repository if isinstance(repository, dict) else None
    on_codex = call.state.get("host") == "codex"
    return Ground(call.cwd, call.root, call.places, open_to=opened, repository=known, on_codex=on_codex)


def _powershell_fault(call: Call, line: str, mutates: bool) -> Fault | None:
    if call.state.get("host") != "codex":
        return None
    from harness_runtime.boundary.shell_powershell import powershell_fault

    return powershell_fault(line, call.places.path, mutates)


def _is_confined(call: Call) -> bool:
    person = call.state.get("person")
    return isinstance(person, dict) and person.get("shell") == "confined"


def _change(call: Call, finding: Finding, fault: Fault | None) -> Decision:
    """What is more than a read: secrets are named first, then missing authority, then what is wrong with the call."""
    if fault is not None and fault.rule == "secret":
        raise fault
    if call.hint:
        raise Fault("child", call.hint)
    if finding.mutates:
        patterns = authority(call)
    if fault is not None:
        call.step("shell_form")
        raise fault
    _refuse_background(call)
    touched = touched_by([place for _, place in finding.writes])
    targets = _targets(call, finding, patterns)
    return _obeying(Decision("allow", "mutate", "inside_boundary", targets=targets, touched=touched), finding)


def _obeying(decision: Decision, finding: Finding) -> Decision:
    """git is held to places where nothing can be planted; ripgrep obeys what lies in every folder."""
    decision.obeys = "rg" in finding.programs
    return decision


def _refuse_background(call: Call) -> None:
    """What goes on by itself is seen by no hook."""
    if call.tool_input.get("run_in_background") not in (None, False):
        raise Fault("shell_mutation", "run_in_background")


def _targets(call: Call, finding: Finding, patterns: list[str]) -> tuple[str, ...]:
    """What the line is known to write, all of it inside the boundary."""
    from harness_runtime.boundary.shell.writes import check_target

    _check_cwd(call)
    refuse_aliases([place for _, place in finding.writes], call.root, patterns)
    targets: dict[str, None] = {}
    for kind, place in finding.writes:
        call.step("boundary", place.path)
        targets[check_target(kind, place, call.root, patterns, call.places)] = None
    if finding.leads:
        from harness_runtime.boundary.shell.links import check_link_target

        refuse_aliases(finding.leads, call.root, patterns)
        for place in finding.leads:
            check_link_target(place, call.root, patterns, call.places)
    return tuple(targets)


def _check_cwd(call: Call) -> None:
    call.step("cwd_outside", call.cwd)
    check_cwd(resolve(call.cwd).path, call.root)


def _verification(call: Call, finding: Finding, stands: Standing) -> Decision:
    """An approved command runs confined, in its own folder, and leaves evidence."""
    call.step("verification", " ".join(finding.verification))
    if call.hint:
        raise Fault("child", call.hint)
    _refuse_background(call)
    authority(call)
    _check_cwd(call)
    from harness_runtime.boundary.shell.standing import approved

    policy = call.policy or {}
    confined = approved(finding.argv, finding.entry, stands, resolve(finding.folder).path, policy.get("network"))
    return _execute(call, confined, "verification")


def _confined_line(call: Call, command: str) -> Decision:
    """What nobody understands runs where it can do no harm: it reads, and writes only what the boundary opens now."""
    call.step("shell_confined")
    refuse_held(call.state)
    finding = judge(command, _ground(call), [], goes_on=True)
    if finding.fault is not None and not is_not_understood(finding.fault):
        raise finding.fault
    _refuse_background(call)
    if any(not char.isprintable() and char not in _BLANKS for char in command):  # the person could not see it
        raise Fault("name_encoding", "command")
    if call.hint and finding.mutates:
        raise Fault("child", call.hint)
    if finding.mutates:
        _targets(call, finding, authority(call))
    _check_cwd(call)
    from harness_runtime.boundary.confined import SHELL, Confined

    writable = finding.mutates or (not call.hint and _may_write(call))
    rule = "shell_confined" if writable else "shell_confined_read"
    return _execute(call, Confined(SHELL, command, resolve(call.cwd).path, writable=writable), rule)


def _overlooking(call: Call, decision: Decision, line: str, finding: Finding) -> Decision:
    """An approved command in a line that is not understood runs without leaving evidence, which the agent is told."""
    confined = decision.confined
    named = " ".join(finding.verification) if finding.entry.get("evidence", True) is True else ""
    if not finding.verification:
        known = [entry for entry in _approved_commands(call) if entry.get("evidence", True) is True]
        named = next((text for entry in known if (text := str(entry.get("command"))) in line), "")
    if confined is not None and named:
        confined.overlooked = named
        confined.hint = str(finding.fault.fields.get("hint", "")) if finding.fault and finding.verification else ""
    return decision


def _told_of_commands(call: Call, fault: Fault) -> Fault:
    """A command that builds or tests passes only as the Plan spells it: the denial says how."""
    if fault.rule != "shell_unmodeled" or call.hint or fault.fields.get("hint") == "no_question":
        return fault
    from harness_runtime.boundary.shell.verification import near_miss

    hint, paste = near_miss(fault.subject, _approved_commands(call), call.root, resolve(call.cwd).path)
    if hint:
        fault.fields = {"hint": hint, "paste": paste}
    return fault


def _may_write(call: Call) -> bool:
    try:
        authority(call)
    except Fault as fault:
        if fault.rule not in WITHOUT_WRITES:
            raise
        return False
    return True


def _execute(call: Call, confined: Confined, rule: str) -> Decision:
    call.step("confinement", confined.text)
    check_engine(call.state, confined)
    if confined.is_too_long(call.places.data):
        raise Fault("too_large", "command")
    fault = _powershell_fault(call, confined.line(call.places.data, 0), False)
    if fault is not None:
        raise fault
    return Decision("allow", "execute", rule, plain(confined.text), None, (), confined)


def check_engine(state: dict[str, object], confined: Confined) -> None:
    """Faults: confinement_missing, confinement_network. What nobody understands never runs unconfined."""
    from harness_runtime.boundary.confined import ENGINES, SHELL, WITH_NETWORK

    found = state.get("engine")
    name = found.get("name") if isinstance(found, dict) else None
    if name not in ENGINES:
        person = state.get("person")
        wanted = person.get("confinement") if isinstance(person, dict) else None
        if confined.kind == SHELL or wanted != "best_effort":
            raise Fault("confinement_missing", confined.text)
    elif confined.network != "none" and name not in WITH_NETWORK:
        raise Fault("confinement_network", confined.network)


def _approved_commands(call: Call) -> list[dict[str, object]]:
    """The verification commands of a policy in force. Whether there is one is no step of the decision on a read."""
    try:
        check_authority(call.state, call.policy)
    except Fault:
        return []
    commands = call.policy.get("verification_commands") if call.policy else None
    return commands if isinstance(commands, list) and not call.places.rules.guard_changed else []


def _shell_check(call: Call, command: str) -> Decision | None:
    """A draft may be judged in every phase and by every caller. None: the command is about something else."""
    from harness_runtime.boundary.shell_check import COMMAND, check_draft, is_check_command

    if not is_check_command(command):
        return None
    check_draft(command, call.cwd, call.root, call.places)
    return Decision("allow", "read", "check", COMMAND)


def _shell_patch(call: Call, command: str) -> Decision:
    """Codex applies this form itself; elsewhere a program of that name may read it."""
    from harness_runtime.boundary.patch import patch_targets
    from harness_runtime.boundary.shell_patch import here_document
    from harness_runtime.boundary.shell_programs import refuse_shadowed

    if call.hint:
        raise Fault("child", call.hint)
    try:
        found = patched(call, patch_targets(here_document(command)))
    except Fault as fault:
        authority(call)
        call.step("targets")
        raise fault from None
    refuse_secrets(call, found)
    decision = judge_write(call, found)
    refuse_shadowed(["apply_patch", "applypatch"], call.places.path, call.root)
    return decision
