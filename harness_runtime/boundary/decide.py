"""The decision on one tool call: a function of the event, the state and the policy. Hot.

Source: harness contract, Boundary. It reads the file system with lstat and readlink only, and is linear in the
size of the call. Values inside `tool_input` beyond the tool's own fields and the child hints are never looked at.
"""

from __future__ import annotations

from harness_runtime.boundary import tools
from harness_runtime.boundary.call import Call, authority, held_or, plain, text_of
from harness_runtime.boundary.child import child_hint
from harness_runtime.boundary.decision import Decision, Fault, Places, Trace
from harness_runtime.boundary.paths import Resolved
from harness_runtime.boundary.targets import (
    judge_write,
    names_directory,
    patched,
    refuse_secret,
    refuse_secrets,
    refuse_special,
    resolve_field,
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


def _places_of_mutation(call: Call, model: str, field: str) -> list[Resolved]:
    call.step("targets", field)
    if model == tools.PATCH:
        from harness_runtime.boundary.patch import patch_targets

        return patched(call, patch_targets(text_of(call, field)))
    name = text_of(call, field)
    if names_directory(name):
        raise Fault("is_directory", name)
    return resolve_field(name, call.cwd, call.places)
