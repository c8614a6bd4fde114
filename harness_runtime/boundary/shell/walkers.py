"""Readers that walk folders, judged by their form and by a bounded look. Hot for the Bash calls that search.

grep and diff read hidden and ignored files: in a folder they must say which files they mean, or leave out what the
secret table names. In Claude Code's shell `grep` is a function that runs ugrep 7.5, so a call must be harmless under
both: ugrep reads the files of a folder that is named without `-r`, takes `-3` for a depth and then searches the
working folder, and reads a `/`, `!` or `^` in `--include` and `--exclude` its own way.
"""

from __future__ import annotations

import posix

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.globs import is_narrow, reaches_secret
from harness_runtime.boundary.paths import Resolved, below, resolve_both
from harness_runtime.boundary.patterns import segment_matches
from harness_runtime.boundary.secrets import NAMES, holds_secret, is_secret
from harness_runtime.boundary.shell.ground import Ground, check_file
from harness_runtime.boundary.shell.options import SHORT_NUMBER, Split

# What leaves out every name of the secret table; `.*` takes in all hidden names.
OUTSIDE = ("*.pem", "*.key", "*.p12", "*.pfx", "*.jks", "id_*", "credentials*.json", "service-account*.json")
GREP_EXCLUSIONS = " ".join(["--exclude='.*' --exclude-dir='.?*'", *(f"--exclude='{name}'" for name in OUTSIDE)])
DIFF_EXCLUSIONS = " ".join(f"-x '{name}'" for name in (".*", *OUTSIDE))


def check_walk(program: str, found: Split, files: list[str], ground: Ground) -> None:
    """Fault when diff or one of the greps could come upon a secret."""
    if program == "diff":
        _check_diff(found, files, ground)
    else:
        _check_grep(program, found, files, ground)


def _check_grep(program: str, found: Split, files: list[str], ground: Ground) -> None:
    if found.values("--include") and found.values("--exclude"):  # the last one that matches wins
        raise Fault("shell_option", f"{program} --include --exclude")
    for option in ("--include", "--exclude", "--exclude-dir"):
        for glob in found.values(option):
            if "/" in glob or glob.startswith(("!", "^")):
                raise Fault("shell_option", f"{option}={glob}")
    for glob in found.values("--include"):
        if any(char in glob for char in "[]\\{}"):
            raise Fault("shell_option", f"--include={glob}")
        if reaches_secret(glob):
            raise Fault("secret", f"--include={glob}")
    if found.has(SHORT_NUMBER) and not files:
        raise Fault("shell_option", f"{program} {SHORT_NUMBER}", hint="context_option")
    walks = found.has("-r", "--recursive", SHORT_NUMBER)
    for name in files or (["."] if walks else []):
        for place in resolve_both(ground.cwd, name):
            _check_folder(place, name, found, ground, f"grep {'-r ' if walks else ''}{name}", is_flat=not walks)


def _check_diff(found: Split, files: list[str], ground: Ground) -> None:
    folders = [name for name in files if any(place.is_directory for place in resolve_both(ground.cwd, name))]
    if len(folders) == 1 and not found.has("-r", "--recursive"):  # `diff folder file` reads folder/file
        for name in files:
            if name not in folders:
                check_file(f"{folders[0]}/{name.rstrip('/').rsplit('/', 1)[-1]}", ground)
        return
    for name in folders:
        for place in resolve_both(ground.cwd, name):
            _check_folder(place, name, found, ground, f"diff {name}")


def _check_folder(
    place: Resolved, name: str, found: Split, ground: Ground, shown: str, *, is_flat: bool = False
) -> None:
    """No secret within the bounded look; and where that does not see all, source text only, or all secrets left
    out. `is_flat`: only the folder's own files are read."""
    if place.mode and not place.is_directory:
        return
    if holds_secret(place.path, ground.root, ground.places, "all"):
        raise Fault("secret", name, hint="name_folder")
    follows = shown.startswith("diff")
    includes = found.values("--include")
    files = found.values("--exclude", "-x")
    folders = files if follows else found.values("--exclude-dir")
    near, is_whole = _look(place.path, (includes, files, ["*"] if is_flat else folders), ground, follows)
    if near:
        raise Fault("secret", below(ground.root, near) or near, hint="leave_out", paste=_pasted(shown))
    relative = below(ground.root, place.path)
    is_source = bool(includes) and all(is_narrow(glob) for glob in includes)
    is_narrowed = is_source or leaves_out_secrets(files, folders)
    if not is_whole and (relative is None or not is_narrowed):
        raise Fault("shell_option", shown, hint="leave_out", paste=_pasted(shown))


def _pasted(shown: str) -> str:
    return GREP_EXCLUSIONS if shown.startswith("grep") else DIFF_EXCLUSIONS


def leaves_out_secrets(files: list[str], folders: list[str]) -> bool:
    """Does every name of the secret table match one of these exclusions?"""
    return all(_covers(files, name) for name in NAMES if name not in (".ssh", ".gnupg")) and all(
        _covers(folders, name) for name in (".ssh", ".gnupg")
    )


def _covers(globs: list[str], pattern: str) -> bool:
    """A glob covers a pattern when its stars match whatever stands in the pattern, stars included."""
    return any(
        segment_matches(glob, pattern)
        for glob in globs
        if ("?" not in glob or glob == ".?*") and not any(char in glob for char in "[]\\{}/")
    )


def _covers_name(glob: str, name: str) -> bool:
    """Brackets and backslashes count as covering nothing: they are more than what is compared here."""
    return segment_matches(glob, name) and not any(char in glob for char in "[]\\{}")


def _look(
    folder: str, globs: tuple[list[str], list[str], list[str]], ground: Ground, follows: bool
) -> tuple[str, bool]:
    """The first secret that a walk would read within a bounded number of entries or "", and whether that was all."""
    includes, files, folders = globs
    pending = [folder]
    while pending:
        if ground.left[0] <= 0:
            return "", False
        here = pending.pop(0)
        try:
            entries = list(posix.scandir(here))
        except OSError:
            continue
        seen = entries[: max(ground.left[0], 0)]
        ground.left[0] -= len(entries)
        for entry in seen:
            is_folder = entry.is_dir(follow_symlinks=False)
            if any(_covers_name(glob, entry.name) for glob in (folders if is_folder else files)):
                continue
            path = f"{here.rstrip('/')}/{entry.name}"
            if is_folder:
                pending.append(path)
            elif includes and not any(segment_matches(glob, entry.name) for glob in includes):
                continue
            elif is_secret(path, ground.root, ground.places) or (follows and _leads_away(path, ground)):
                return path.encode("utf-8", "replace").decode("utf-8"), False
        if len(seen) < len(entries):
            return "", False
    return "", True


def _leads_away(path: str, ground: Ground) -> bool:
    """Is this a link that diff would follow to a secret, into a folder, or to a place that cannot be judged?"""
    try:
        return any(place.is_link and place.is_directory for place in check_file(path, ground))
    except Fault:
        return True
