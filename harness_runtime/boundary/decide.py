"""The decision on one tool call: a function of the event, the state and the policy. Hot.

Source: harness contract, Boundary. It reads the file system with lstat and readlink only, and is linear in the
size of the call. Values inside `tool_input` beyond the tool's own fields and the child hints are never looked at.
"""

from __future__ import annotations

from harness_runtime.boundary import tools
from harness_runtime.boundary.authority import check_authority, check_cwd
from harness_runtime.boundary.child import child_hint
from harness_runtime.boundary.decision import Decision, Fault, Places, Trace
from harness_runtime.boundary.paths import Resolved, check_name, resolve, resolve_both
from harness_runtime.boundary.targets import (
    check_write,
    names_directory,
    refuse_aliases,
    refuse_secret,
    refuse_special,
    resolve_field,
    touched_by,
)


def decide(
    event: dict[str, object],
    state: dict[str, object],
    policy: dict[str, object] | None,
    places: Places,
    trace: Trace | None = None,
) -> Decision:
    """Judge one PreToolUse event of an armed session. Never raises for anything that the event holds.

    A `trace` is told each step as it is taken; it changes nothing of the decision.
    """
    kind = "unmodeled"
    try:
        if trace is not None:
            trace.step("tool")
        name = event.get("tool_name")
        if not isinstance(name, str) or not name:
            raise Fault("payload", "tool_name")
        model, fields = tools.tool_model(name)
        kind = tools.KINDS.get(model, "unmodeled")
        if trace is not None:
            trace.step("model", model)
        hint = child_hint(event, model == tools.DELEGATE)
        tool_input = event.get("tool_input")
        if not isinstance(tool_input, dict):
            if hint:
                raise Fault("child", hint)
            raise Fault("tool_input", name)
        call = Call(event, state, policy, places, name, tool_input, hint, trace)
        if model in (tools.READ, tools.LISTING, tools.SEARCH):
            return _read(call, model, fields[0])
        if model == tools.WEB:
            return _web(call, fields)
        if model == tools.SHELL:
            from harness_runtime.boundary.shell_call import judge_shell

            return judge_shell(call)
        call.step("child", hint)
        if hint:
            raise Fault("child", hint)
        if model == tools.DELEGATE:
            return _delegate(call)
        if model == tools.HARMLESS:
            return Decision("allow", "harmless", "harmless", name)
        if model == tools.UNMODELED:
            call.step("read_tools", name)
        if model == tools.UNMODELED and name in places.rules.read_tools and name not in tools.TOOLS:
            return Decision("allow", "read", "read_tool", name)
        if model == tools.UNMODELED:
            raise held_or(call, Fault("tool_unmodeled", name))
        return _mutate(call, model, fields[0])
    except Fault as fault:
        return Decision("deny", kind, fault.rule, plain(fault.subject), fault.fields)


def plain(text: str) -> str:
    """Short, and without the lone surrogates that no record could hold."""
    return text[:300].encode("utf-8", "replace").decode("utf-8")


class Call:
    """The call with the folders that it is judged in."""

    __slots__ = ("cwd", "event", "hint", "name", "places", "policy", "root", "state", "tool_input", "trace")

    def __init__(
        self,
        event: dict[str, object],
        state: dict[str, object],
        policy: dict[str, object] | None,
        places: Places,
        name: str,
        tool_input: dict[str, object],
        hint: str,
        trace: Trace | None,
    ) -> None:
        self.event = event
        self.state = state
        self.policy = policy
        self.places = places
        self.name = name
        self.tool_input = tool_input
        self.hint = hint
        self.trace = trace
        self.step("payload")
        self.cwd = _folder(event.get("cwd"), "payload", "cwd")
        self.root = resolve(_folder(state.get("workspace_root"), "state_unreadable", "workspace_root")).path

    def step(self, name: str, subject: str = "") -> None:
        """What is looked at next, for those who ask why."""
        if self.trace is not None:
            self.trace.step(name, subject)


def _folder(value: object, rule: str, subject: str) -> str:
    if not isinstance(value, str) or not value.startswith("/"):
        raise Fault(rule, subject)
    check_name(value)
    return value


def text_of(call: Call, field: str) -> str:
    value = call.tool_input.get(field)
    if not isinstance(value, str) or not value:
        raise Fault("tool_input", field, tool=call.name)
    return value


def authority(call: Call) -> list[str]:
    """The writable patterns of a policy in force over the project's policy file that it was made with."""
    call.step("authority")
    patterns = check_authority(call.state, call.policy)
    call.step("guard_changed")
    if call.places.rules.guard_changed:
        raise Fault("guard_changed", ".harness/guard.json")
    return patterns


def held_or(call: Call, fault: Fault) -> Fault:
    """In a held session one reason covers whatever is neither a read nor harmless; a secret stays a secret."""
    if call.state.get("held") is not False and fault.rule != "secret":
        return Fault("held", call.name)
    return fault


def _read(call: Call, model: str, field: str) -> Decision:
    call.step("tool_input", field)
    value = call.tool_input.get(field)
    name = call.cwd if value is None and model != tools.READ else text_of(call, field)
    found = resolve_field(name, call.cwd, call.places)
    for place in found:
        call.step("secret", place.path)
        refuse_secret(place, call.root, call.places)
        call.step("special_file", place.path)
        refuse_special(place)
    if model == tools.SEARCH:
        call.step("search")
        from harness_runtime.boundary.search import check_search

        check_search(call.name, call.tool_input, found, call.root, call.places)
    return Decision("allow", "read", "read", name)


def _web(call: Call, fields: tuple[str, ...]) -> Decision:
    """The page is asked for from this machine, so an address that means the machine itself is none of the web."""
    for field in fields:
        call.step("local_address", field)
        from harness_runtime.boundary.addresses import check_url

        check_url(call.name, text_of(call, field))
    return Decision("allow", "read", "read", call.name)


def _delegate(call: Call) -> Decision:
    call.step("delegate")
    bypass = tools.delegate_fault(call.tool_input)
    if bypass:
        raise held_or(call, Fault("tool_unmodeled", f"{call.name} {bypass}"))
    rule = "delegate"
    if call.name in tools.STARTS_AGENT:
        rule = "delegate_fresh" if tools.starts_fresh(call.name, call.tool_input) else "delegate_inherits"
    return Decision("allow", "delegate", rule, call.name)


def _mutate(call: Call, model: str, field: str) -> Decision:
    """Secrets are named first, then missing authority, then what is wrong with the call itself."""
    try:
        found = _places_of_mutation(call, model, field)
    except Fault as fault:
        authority(call)
        call.step("targets")
        raise fault from None
    refuse_secrets(call, found)
    return judge_write(call, found)


def refuse_secrets(call: Call, found: list[Resolved]) -> None:
    for place in found:
        call.step("secret", place.path)
        if call.trace is not None:
            call.trace.target(place.path, False)
        refuse_secret(place, call.root, call.places)


def _places_of_mutation(call: Call, model: str, field: str) -> list[Resolved]:
    call.step("targets", field)
    if model == tools.PATCH:
        from harness_runtime.boundary.patch import patch_targets

        return patched(call, patch_targets(text_of(call, field)))
    name = text_of(call, field)
    if names_directory(name):
        raise Fault("is_directory", name)
    return resolve_field(name, call.cwd, call.places)


def patched(call: Call, names: list[str]) -> list[Resolved]:
    found: list[Resolved] = []
    for name in names:
        check_name(name)
        if names_directory(name):
            raise Fault("is_directory", name)
        found += resolve_both(call.cwd, name)
    return found


def judge_write(call: Call, found: list[Resolved]) -> Decision:
    patterns = authority(call)
    call.step("cwd_outside", call.cwd)
    check_cwd(resolve(call.cwd).path, call.root)
    if call.trace is not None:
        _tell_targets(call, call.trace, found, patterns)
    call.step("aliases")
    refuse_aliases(found, call.root, patterns)
    targets: dict[str, None] = {}
    for place in found:
        call.step("boundary", place.path)
        targets[check_write(place, call.root, patterns, call.places)] = None
    return Decision("allow", "mutate", "inside_boundary", "", None, tuple(targets), touched=touched_by(found))


def _tell_targets(call: Call, trace: Trace, found: list[Resolved], patterns: list[str]) -> None:
    """A denial names the first target that is wrong; who asks for all of them is told about each."""
    trace.inside.clear()
    for place in found:
        try:
            refuse_aliases([place], call.root, patterns)
            check_write(place, call.root, patterns, call.places)
            trace.target(place.path, True)
        except Fault:
            trace.target(place.path, False)
