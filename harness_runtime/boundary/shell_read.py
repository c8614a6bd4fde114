"""Is a shell command a read, all of it? Hot for Bash calls.

One command or a pipeline of modelled readers. Every operand is resolved and held against the secret table; a
reader that walks folders is judged by its form, never by walking them.
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault, Places
from harness_runtime.boundary.paths import below, resolve, resolve_both
from harness_runtime.boundary.secrets import holds_secret
from harness_runtime.boundary.shell_models import BUILTINS, ENVIRONMENT_DUMPS, MUTATORS, model_of
from harness_runtime.boundary.shell_options import Split, split
from harness_runtime.boundary.shell_programs import refuse_shadowed
from harness_runtime.boundary.shell_words import Line
from harness_runtime.boundary.targets import refuse_secret, refuse_special

MAX_WORDS = 2000  # each may be a path to look at


class Ground:
    """Where a command runs: the call's folder as spelled, the resolved root, the places."""

    __slots__ = ("cwd", "places", "root")

    def __init__(self, cwd: str, root: str, places: Places) -> None:
        self.cwd = cwd
        self.root = root
        self.places = places


def check_reads(line: Line, ground: Ground) -> None:
    """Fault unless every command of the line is a read."""
    _name_mutators(line)
    if line.fault is not None:
        raise line.fault
    if sum(len(words) for words in line.commands) > MAX_WORDS:
        raise Fault("too_large", "command")
    refuse_secret(resolve(ground.cwd), ground.root, ground.places)
    for at, words in enumerate(line.commands):
        _check_command(words, ground, has_input=at > 0)
    refuse_shadowed(list(dict.fromkeys(words[0] for words in line.commands)), ground.places.path, ground.root)


def _name_mutators(line: Line) -> None:
    """A command that changes files is named as that, whatever else is wrong with the line."""
    for words in line.commands:
        if words and words[0] in MUTATORS:
            raise Fault("shell_mutation", " ".join(words)[:80])


def _check_command(words: list[str], ground: Ground, has_input: bool) -> None:
    program, arguments = words[0], words[1:]
    if program in BUILTINS:
        return
    if program in ENVIRONMENT_DUMPS:
        raise Fault("secret", program)
    if program == "git":
        _check_git(arguments, ground)
        return
    if program == "find":
        from harness_runtime.boundary.shell_find import starting_points

        for point in starting_points(arguments):
            _check_file(point, ground)
        return
    model = model_of(program)
    if model is None:
        raise Fault("shell_unmodeled", program)
    found = split(model, arguments)
    if program == "tail" and any(word.startswith("+") for word in found.operands):
        raise Fault("shell_option", f"tail {found.operands[0]}")
    files = _files(program, found)
    for name in files:
        if name != "-":
            _check_file(name, ground)
    for name in found.late:
        _check_late(name, ground)
    if program == "grep" and found.has("-r", "--recursive"):
        _check_recursive_grep(found, files, ground)
    elif program == "grep":
        _refuse_secret_includes(found)
    elif program == "rg":
        _check_rg(found, files, ground, has_input)


def _files(program: str, found: Split) -> list[str]:
    """The operands that are files; a first pattern or script is taken off, and a script judged."""
    if program in ("grep", "rg"):
        given = found.has("-e", "--regexp") or (program == "rg" and found.has("--files", "--type-list"))
        if not given and not found.operands:
            raise Fault("shell_unmodeled", program)
        return found.operands if given else found.operands[1:]
    if program == "sed":
        from harness_runtime.boundary.shell_sed import only_prints

        scripts = found.values("-e", "--expression")
        if not scripts and not found.operands:
            raise Fault("shell_unmodeled", "sed")
        if not found.has("-n", "--quiet", "--silent"):
            raise Fault("shell_option", "sed", hint="sed_print")
        for script in scripts or found.operands[:1]:
            if not only_prints(script):
                raise Fault("shell_option", f"sed {script}", hint="sed_print")
        return found.operands if scripts else found.operands[1:]
    return found.operands


def _check_file(name: str, ground: Ground) -> None:
    for found in resolve_both(ground.cwd, name):
        refuse_secret(found, ground.root, ground.places)
        refuse_special(found)


def _check_late(name: str, ground: Ground) -> None:
    """A word that only some versions of the program take for a file: no reason to refuse but a secret."""
    try:
        _check_file(name, ground)
    except Fault as fault:
        if fault.rule == "secret":
            raise


def _check_recursive_grep(found: Split, files: list[str], ground: Ground) -> None:
    """grep walks hidden files: it needs named, non-hidden folders of the workspace, or includes of source text."""
    from harness_runtime.boundary.globs import is_narrow

    _refuse_secret_includes(found)
    includes = found.values("--include")
    is_source = bool(includes) and all(is_narrow(glob) for glob in includes)
    for name in files or ["."]:
        for place in resolve_both(ground.cwd, name):
            relative = below(ground.root, place.path)
            is_named = bool(relative) and not any(part.startswith(".") for part in str(relative).split("/"))
            if relative is None or not (is_source or is_named):
                raise Fault("shell_option", f"grep -r {name}", hint="name_folder")


def _refuse_secret_includes(found: Split) -> None:
    for glob in found.values("--include"):
        from harness_runtime.boundary.globs import reaches_secret

        if any(reaches_secret(part) for part in glob.split("/")):
            raise Fault("secret", f"--include={glob}")


def _check_rg(found: Split, files: list[str], ground: Ground, has_input: bool) -> None:
    """rg skips hidden files unless a glob or a type names them."""
    from harness_runtime.boundary.globs import is_narrow, is_source_type, reaches_secret

    for glob in found.values("-g", "--glob", "--iglob"):
        if any(reaches_secret(part) for part in glob.split("/")) and not glob.startswith("!"):
            raise Fault("secret", f"rg -g {glob}")
        if not is_narrow(glob):
            raise Fault("shell_option", f"rg -g {glob}", hint="narrow_rg")
    for kind in found.values("-t", "--type"):
        if not is_source_type(kind):
            raise Fault("shell_option", f"rg -t {kind}", hint="narrow_rg")
    hidden = "files" if found.has("-g", "--glob", "--iglob", "-t", "--type") else "none"
    for name in files or ([] if has_input else ["."]):
        for place in resolve_both(ground.cwd, name):
            if (place.is_directory or not place.mode) and holds_secret(place.path, ground.places, hidden):
                raise Fault("secret", name)


def _check_git(arguments: list[str], ground: Ground) -> None:
    from harness_runtime.boundary.shell_git import check_operand, git_operands, is_path_like, refuse_elsewhere

    operands = git_operands(arguments)
    refuse_elsewhere(resolve(ground.cwd).path, ground.root)
    for operand in operands:
        check_operand(operand)
        for place in resolve_both(ground.cwd, operand):
            refuse_secret(place, ground.root, ground.places)
            if (place.mode or is_path_like(operand)) and below(ground.root, place.path) is None:
                raise Fault("shell_unmodeled", operand)
