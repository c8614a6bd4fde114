"""The targets of a command that changes files. Hot for the Bash calls that do.

A target is known before the command runs, or the command is refused. What an earlier command of the same line has
made, moved or removed is not there yet when the line is judged, so a later one may not build upon it.
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.paths import below, check_name, join, resolve, resolve_both
from harness_runtime.boundary.shell.finding import FILE, FOLDER, PATTERN, REMOVED, Changes
from harness_runtime.boundary.shell.ground import Ground, check_file, refuse_stream
from harness_runtime.boundary.shell.index import model_of
from harness_runtime.boundary.shell.options import Split, split
from harness_runtime.boundary.shell.syntax import Word
from harness_runtime.boundary.targets import names_directory, refuse_secret

_MODE = "ugoa+-=rwxX,"


def check_change(program: str, words: list[str], ground: Ground, changes: Changes) -> None:
    """Add the targets of one command. Faults: shell_option for a form whose targets are not known."""
    try:
        found = split(model_of(program, "change"), words)
    except Fault as fault:
        hint = _BETTER.get(program) or ("no_recursion" if fault.subject in _RECURSIVE else "change_forms")
        raise Fault("shell_option", fault.subject, hint=hint) from None
    if found.has("--help", "--version"):
        return
    for name in found.reads:
        check_file(name, ground)
    if not found.operands:
        raise Fault("shell_unmodeled", program)
    _refuse_late_options(program, found, words)
    if program in ("cp", "mv"):
        _check_copy(program, found, ground, changes)
    elif program == "ln":
        _check_link(found, ground, changes)
    elif program == "rm":
        _check_removal(found, ground, changes)
    elif program == "chmod":
        _check_mode(found.operands, ground, changes)
    elif program == "rmdir":
        for name in found.operands:
            changes.add(FOLDER, name, ground, removes=True)
    elif program == "mkdir":
        for name in found.operands:
            _add_folders(name, found.has("-p", "--parents"), ground, changes)
    else:
        for name in found.operands:
            if not (program == "tee" and name == "/dev/null"):
                changes.add(FILE, name, ground)


_BETTER = {"ln": "link_below"}
_RECURSIVE = tuple(
    f"{program} {option}"
    for program in ("cp", "chmod")
    for option in ("-r", "-R", "-d", "-a", "--recursive", "--archive", "--dir")
)


def _refuse_late_options(program: str, found: Split, words: list[str]) -> None:
    """A BSD program stops at the first operand: what looks like an option after it would be a file."""
    end = words.index("--") if "--" in words else len(words)
    if any(word.startswith("-") and word != "-" and word in words[:end] for word in found.late):
        raise Fault("shell_option", f"{program} {found.late[0]}", hint="options_first")


def _add_folders(name: str, parents: bool, ground: Ground, changes: Changes) -> None:
    """Every folder that mkdir makes; one that is there already is left alone by `-p`."""
    pieces = name.rstrip("/").split("/") or [name]
    names = ["/".join(pieces[: at + 1]) for at in range(len(pieces))] if parents else [name]
    for folder in names:
        if folder in ("", ".", "..") or (parents and folder.endswith(("/..", "/."))):
            continue
        if parents and all(place.is_directory for place in resolve_both(ground.cwd, folder)):
            for place in resolve_both(ground.cwd, folder):
                refuse_secret(place, ground.root, ground.places)
            continue
        if any(
            (place.mode or place.is_link) and not place.is_directory for place in resolve_both(ground.cwd, folder)
        ):
            raise Fault("shell_option", f"mkdir {folder}", hint="change_forms")  # fails, and the line may go on
        changes.add(FOLDER, folder, ground)


def _check_removal(found: Split, ground: Ground, changes: Changes) -> None:
    if not found.has("-r", "-R", "--recursive"):
        for name in found.operands:
            changes.add(REMOVED, name, ground)
        return
    from harness_runtime.boundary.shell.trees import add_removal

    for name in found.operands:
        add_removal(name, ground, changes)


def _check_copy(program: str, found: Split, ground: Ground, changes: Changes) -> None:
    *sources, target = found.operands
    if not sources:
        raise Fault("shell_unmodeled", f"{program} {target}")
    if program == "mv" and len(sources) == 1 and all(p.is_directory for p in resolve_both(ground.cwd, sources[0])):
        from harness_runtime.boundary.shell.trees import add_move

        into = _is_folder(target, ground, changes)
        add_move(sources[0], _landing(target, sources[0]) if into else target, ground, changes)
        return
    for name in sources:
        for place in check_file(name, ground):
            if place.is_directory:
                raise Fault("shell_option", f"{program} {name}", hint="no_recursion")
            if program == "mv" and (not place.mode or place.is_link or changes.is_touched(place.path)):
                raise Fault("shell_option", f"mv {name}", hint="existing_file")
        if program == "mv":
            changes.add(FILE, name, ground)
    into = _is_folder(target, ground, changes)
    if len(sources) > 1 and not into:
        raise Fault("shell_option", f"{program} {target}", hint="change_forms")
    if found.has("-T", "--no-target-directory") and into:
        raise Fault("shell_option", f"{program} -T {target}", hint="change_forms")
    for name in sources:
        changes.add(FILE, _landing(target, name) if into else target, ground)


def _is_folder(name: str, ground: Ground, changes: Changes) -> bool:
    """Does the target stand for a folder, now or after an earlier command? Fault when the readings differ."""
    found = resolve_both(ground.cwd, name)
    if any(place.path in changes.removed for place in found):
        raise Fault("shell_option", name, hint="one_command")
    answers = {place.is_directory or place.path in changes.made for place in found}
    if len(answers) != 1:
        raise Fault("shell_option", name, hint="literal_words")
    is_folder = answers.pop()
    if not is_folder and name.rstrip().endswith(("/", "/.", "/..")):
        raise Fault("shell_option", name, hint="change_forms")
    return is_folder


def _landing(folder: str, name: str) -> str:
    base = name.rstrip("/").rsplit("/", 1)[-1]
    if base in ("", ".", ".."):
        raise Fault("shell_option", name, hint="change_forms")
    return f"{folder.rstrip('/') or '/'}/{base}"


def _check_link(found: Split, ground: Ground, changes: Changes) -> None:
    """A symbolic link to a place inside the workspace that is no secret. Whether it is open is asked later.

    A `..` is walked behind what the names before it are by then, so it may lead out of all that is open now."""
    if not found.has("-s", "--symbolic") or len(found.operands) != 2:
        raise Fault("shell_option", "ln", hint="change_forms")
    target, name = found.operands
    if _is_folder(name, ground, changes):
        if found.has("-f", "--force", "-n", "--no-dereference", "-T"):
            raise Fault("shell_option", f"ln {name}", hint="change_forms")
        name = _landing(name, target)
    for base in [place.location.rsplit("/", 1)[0] for place in resolve_both(ground.cwd, name)]:
        for place in resolve_both(base, target):
            refuse_secret(place, ground.root, ground.places)
            if below(ground.root, place.path) is None:
                raise Fault("symlink", target)
            changes.leads.append(place)
    if ".." in target.split("/"):
        raise Fault("shell_option", f"ln {target}", hint="link_below")
    if changes.touched:
        raise Fault("shell_option", "ln", hint="one_command")
    changes.add(FILE, name, ground)
    changes.linked = True


def _check_mode(operands: list[str], ground: Ground, changes: Changes) -> None:
    mode, *names = operands
    is_plain = all(char in _MODE for char in mode) or (
        mode.isdigit() and len(mode) in (3, 4) and (len(mode) == 3 or mode[0] == "0")
    )
    if not is_plain or not names:
        raise Fault("shell_option", f"chmod {mode}", hint="change_forms")
    for name in names:
        changes.add(FILE, name, ground)


def add_patterns(program: str, words: list[Word], ground: Ground, changes: Changes) -> None:
    """Every name that a pattern could match is a target, not only those that it matches now."""
    target = words[-1].text
    for word in words:
        if not word.globs:
            continue
        folder, slash, last = word.text.rpartition("/")
        if word.globs[0] < len(folder) + len(slash) or (word is words[-1] and program in ("cp", "mv")):
            raise Fault("shell_unmodeled", word.text, hint="narrow_change")
        if program != "cp":
            changes.add(PATTERN, word.text, ground)
        if program in ("cp", "mv"):
            changes.add(PATTERN, f"{target.rstrip('/') or '/'}/{last}", ground)


def add_patch(text: str, ground: Ground, changes: Changes) -> None:
    """The targets of a patch in a here-document."""
    from harness_runtime.boundary.patch import patch_targets

    for name in patch_targets(text):
        check_name(name)
        if names_directory(name):
            raise Fault("is_directory", name)
        changes.add(FILE, name, ground)


def add_redirection(name: str, ground: Ground, changes: Changes) -> None:
    """`> name`: a file is written."""
    if name != "/dev/null":
        refuse_stream(name)
        changes.add(FILE, name, ground)


def resolved_folder(name: str, ground: Ground, changes: Changes | None) -> str:
    """A folder for `cd`, there already or made by this line. Faults: cwd_outside, shell_unmodeled for another one,
    or when its two readings differ."""
    places = resolve_both(ground.cwd, name)
    for place in places:
        refuse_secret(place, ground.root, ground.places)
        if below(ground.root, place.path) is None:
            raise Fault("cwd_outside", name, root=ground.root)
    is_made = changes is not None and places[0].path in changes.made
    if len(places) > 1 or not (places[0].is_directory or is_made):
        raise Fault("shell_unmodeled", f"cd {name}", hint="existing_folder")
    return spelled_folder(join(ground.cwd, name), places[0].path)


def spelled_folder(path: str, end: str) -> str:
    """The shell's own idea of the folder, dots dropped by text; it leads to the same place."""
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            if parts:
                parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    spelled = "/" + "/".join(parts)
    return spelled if resolve(spelled).path == end else end
