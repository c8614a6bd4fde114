"""What a tool's fields point at, and whether reading or writing there may pass. Hot.

A field is judged in every reading that a host gives it: as it stands, and as Claude Code reads it (blanks at the
ends dropped, a leading `~` expanded, composed). All readings must pass.
"""

from __future__ import annotations

from harness_runtime.boundary.call import Call, authority, check_cwd
from harness_runtime.boundary.decision import Decision, Fault, Places, Trace
from harness_runtime.boundary.paths import Resolved, below, check_name, exists, is_link, resolve, resolve_both
from harness_runtime.boundary.patterns import first_match, first_rule
from harness_runtime.boundary.places import (
    LISTED_AT_ROOT,
    NEVER_AT_ROOT,
    is_bytecode,
    is_listed,
    listed_only,
    never_writable,
)
from harness_runtime.boundary.secrets import is_secret

_BOM = "\ufeff"


def field_readings(name: str, places: Places) -> list[str]:
    """The names that a host may open for this field."""
    readings = [name]
    trimmed = name.strip().strip(_BOM).strip()
    if trimmed == "~" or trimmed.startswith("~/"):
        trimmed = (places.home or "/nonexistent") + trimmed[1:]
    if trimmed != name:
        readings.append(trimmed)
    if not name.isascii():
        from unicodedata import normalize

        readings += [composed for text in (name, trimmed) if (composed := normalize("NFC", text)) not in readings]
    return readings


def resolve_field(name: str, cwd: str, places: Places) -> list[Resolved]:
    """Every place that a tool's path field may lead to."""
    check_name(name)
    return [found for reading in field_readings(name, places) for found in resolve_both(cwd, reading)]


def touched_by(found: list[Resolved]) -> tuple[str, ...]:
    """The entries and what they lead to: either may be what a change removes or replaces."""
    return tuple(dict.fromkeys(path for place in found for path in (place.location, place.path)))


def refuse_secret(found: Resolved, root: str, places: Places) -> None:
    """Fault `secret` when the name, a link on the way, or the end of it is one."""
    if found.magic:
        raise Fault("secret", found.spelled)
    for name in dict.fromkeys(found.names()):
        if is_secret(name, root, places):
            raise Fault("secret", below(root, name) or name)


def refuse_special(found: Resolved) -> None:
    """A read of a pipe, socket or device hangs or takes something away."""
    if found.is_special and found.path != "/dev/null":
        raise Fault("special_file", found.spelled)


def check_write(found: Resolved, root: str, patterns: list[str], places: Places) -> str:
    """The resolved path when a file may be written there. The entry and what it leads to must both be inside."""
    for path in dict.fromkeys((found.location, found.path)):
        relative = below(root, path)
        if never_writable(path, relative or "", places):
            raise Fault("never_writable", relative or path)
        if is_bytecode(relative or ""):
            raise Fault("never_writable", relative or path)
        if _is_on_path(path, places.path) or (places.loads and _is_library(path, places)):
            raise Fault("shell_program_shadowed", relative or path)
        if first_rule(places.rules.deny_write, relative or ""):
            raise Fault("denied_by_project", relative or path)
        if relative is None or found.magic:
            raise Fault(
                "symlink" if found.is_link or found.magic else "outside_boundary", path, allowed=shown(patterns)
            )
        if listed_only(relative) or first_rule(places.rules.listed_only, relative):
            if not is_listed(patterns, relative):
                raise Fault("listed_only", relative)
        elif not first_match(patterns, relative):
            rule = "symlink" if found.is_link and path == found.path else "outside_boundary"
            raise Fault(rule, relative or ".", allowed=shown(patterns), hint="plan_deviation")
    name = below(root, found.path) or found.path
    refuse_directory(found, name)
    refuse_no_file(found, name)
    refuse_hard_link(found, name)
    return found.path


# No folder is a repository without it, in whatever order, and by whichever calls, the rest comes about.
GIT_HEAD = "/HEAD"


def refuse_aliases(found: list[Resolved], root: str, patterns: list[str]) -> None:
    """Fault for a second name of a place with rules of its own: a link at the root, or a git folder of any name.

    `.claude` may be a link to `dotfiles/claude`, and a repository may keep its git folder elsewhere.
    """
    never, listed = linked(root, NEVER_AT_ROOT), linked(root, LISTED_AT_ROOT)
    for place in found:
        for path in dict.fromkeys((place.location, place.path)):
            relative = below(root, path) or path
            if any(below(end, path) is not None for end in never) or _is_in_git_folder(path, root):
                raise Fault("never_writable", relative)
            is_listed_only = path.endswith(GIT_HEAD) or any(below(end, path) is not None for end in listed)
            if is_listed_only and not is_listed(patterns, relative):
                raise Fault("listed_only", relative)


def linked(root: str, names: tuple[str, ...]) -> list[str]:
    """Where reserved names below the resolved root lead by another name."""
    return [end for name in names if (end := _linked(root, name))]


def _linked(root: str, name: str) -> str:
    """Where a reserved name below the resolved root leads when that is another name, or ""."""
    path = root
    for part in name.split("/"):
        path += f"/{part}"
        if is_link(path):
            break
    else:
        return ""
    path = f"{root}/{name}"
    try:
        found = resolve(path)
    except Fault:
        return ""
    return found.path if found.path != path else ""


def _is_in_git_folder(path: str, root: str) -> bool:
    folder = path.rsplit("/", 1)[0]
    while below(root, folder):
        if is_git_folder(folder):
            return True
        folder = folder.rsplit("/", 1)[0]
    return False


def is_git_folder(folder: str) -> bool:
    """Would git take this folder for a repository? Objects and refs may be those of the one that it names."""
    if not exists(f"{folder}/HEAD"):
        return False
    return exists(f"{folder}/commondir") or (exists(f"{folder}/objects") and exists(f"{folder}/refs"))


def refuse_directory(found: Resolved, name: str) -> None:
    if found.is_directory:
        raise Fault("is_directory", name)


def refuse_no_file(found: Resolved, name: str) -> None:
    """A write to a pipe, socket or device goes to whoever listens there."""
    if found.is_special:
        raise Fault("special_file", name)


def refuse_hard_link(found: Resolved, name: str) -> None:
    """The same bytes have another name, which may lie anywhere."""
    if found.mode and found.links > 1:
        raise Fault("hard_link", name)


def names_directory(name: str) -> bool:
    """A spelling that can only mean a folder."""
    return not name.strip() or name.rstrip().rsplit("/", 1)[-1] in ("", ".", "..")


def shown(patterns: list[str]) -> str:
    """The boundary in one line, short."""
    shown = ", ".join(patterns[:4])
    return shown if len(patterns) <= 4 else f"{shown}, …"


def _is_on_path(path: str, search: str) -> bool:
    """Would a shell or a hook find this file as a program?"""
    folder = path.rsplit("/", 1)[0] or "/"
    return any(entry.rstrip("/") == folder or _ends_at(entry, folder) for entry in search.split(":") if entry)


def _is_library(path: str, places: Places) -> bool:
    """Would a linker take this file for one of the system's, where a variable may lead it here?"""
    from harness_runtime.boundary.shell_loading import is_library

    return is_library(path.rsplit("/", 1)[-1], places.loads)


def _ends_at(entry: str, folder: str) -> bool:
    try:
        return entry.startswith("/") and resolve(entry).path == folder
    except Fault:
        return False


def refuse_secrets(call: Call, found: list[Resolved]) -> None:
    for place in found:
        call.step("secret", place.path)
        if call.trace is not None:
            call.trace.target(place.path, False)
        refuse_secret(place, call.root, call.places)


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
