"""What the repository holds that keeps a reader of git from being let pass as it is: secrets that it tracks, a
password in its settings, links to repositories that a confined command could plant. Hot for the git calls of
workspaces that have any of these.
"""

from __future__ import annotations

import posix

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.paths import below, content, exists, join, resolve, without_dots
from harness_runtime.boundary.patterns import first_match, segment_matches
from harness_runtime.boundary.shell.ground import Ground
from harness_runtime.boundary.shell.options import Split
from harness_runtime.boundary.shell.table_git import is_exclusion, is_remote_url

MAX_PASTED = 6
MAX_PACKED = 1 << 22  # bytes of packed-refs
_REFERENCES = ("refs/*", "refs/heads/*", "refs/tags/*", "refs/remotes/*", "refs/remotes/*/HEAD")
_HEX = frozenset("0123456789abcdefABCDEF")

# Options that make a reader of commits show contents, and those that keep `show` from it.
_PATCH = (
    *("-p", "-u", "--patch", "-U", "--unified", "-c", "--cc", "-m", "-L", "-W", "--function-context", "--word-diff"),
    *("--word-diff-regex", "--color-words", "--patch-with-stat", "--binary", "--combined-all-paths"),
    "--inter-hunk-context",
)
_NO_PATCH = (
    *("-s", "--no-patch", "--stat", "--numstat", "--shortstat", "--name-only", "--name-status", "--summary", "--raw"),
    *("--dirstat", "--compact-summary", "--quiet", "-q"),
)
_SHOWS_PATCHES = ("show", "range-diff")
_LOOKS_INTO_LINKS = ("status", "diff", "diff-files", "diff-index")


def check_facts(name: str, found: Split, words: list[str], operands: list[str], ground: Ground) -> None:
    """`words` are git's own behind the command `name`, `operands` those of them that may be revisions or paths."""
    facts = ground.repository
    tells = name == "remote get-url" or (name == "remote" and found.has("-v", "--verbose"))
    tells = tells or (name == "config" and any(map(is_remote_url, found.operands)))
    if tells and facts.get("configs_with_password"):
        raise Fault("secret", f"git {name}", hint="remote_names")
    links = facts.get("hollow_links")
    if isinstance(links, list) and links:
        _check_links(name, found, links, ground)
    secrets = facts.get("secrets")
    if isinstance(secrets, list) and secrets:
        _refuse_numbers(operands, secrets)
        if shown := _shown(name, found, words, secrets, ground):
            _refuse_reached(words, operands, [str(secret.get("path")) for secret in shown], ground, facts)


def _check_links(name: str, found: Split, links: list[object], ground: Ground) -> None:
    """git asks the repository inside a link how it stands, and obeys its settings."""
    may_ask = name.partition(" ")[0] in _LOOKS_INTO_LINKS and found.values("--ignore-submodules") not in (
        ["all"],
        [""],
    )
    may_ask = may_ask or found.has("--recurse-submodules", "--dirty", "--broken", "--submodule")
    if not may_ask:
        return
    for link in links:
        if exists(f"{ground.root}/{link}/.git") or first_match(ground.open_to, f"{link}/.git/HEAD"):
            hint = "ignore_submodules" if name in _LOOKS_INTO_LINKS else ""
            raise Fault("shell_option", f"git {name}: {link}", hint=hint)


def _refuse_numbers(operands: list[str], secrets: list[dict[str, object]]) -> None:
    """An object's number says nothing of its name."""
    for operand in operands:
        for part in operand.split(".."):
            number = "".join(char if char in _HEX else " " for char in part.lstrip("^.")).partition(" ")[0].lower()
            if len(number) >= 4 and any(str(secret.get("blob")).startswith(number) for secret in secrets):
                raise Fault("secret", operand)


def _shown(
    name: str, found: Split, words: list[str], secrets: list[dict[str, object]], ground: Ground
) -> list[dict[str, object]]:
    """The tracked secrets that the command would show contents of, unless its paths leave them out."""
    if name == "diff":
        if found.has(*_NO_PATCH) and not found.has(*_PATCH):
            return []
        paths = _behind_dashes(words)
        before = found.operands[: len(found.operands) - len(paths or ())]
        has_revision = bool(before) if paths is not None else not all(_is_path(word, ground) for word in before)
        if has_revision or found.has("--cached", "--staged"):
            return secrets  # what is staged is not looked at
        return [secret for secret in secrets if _stamp(str(secret.get("path"))) != secret.get("stamp")]
    return secrets if _shows_contents(name, found) else []


def _shows_contents(name: str, found: Split) -> bool:
    if name == "grep":
        return True
    if name == "status":
        return found.has("-v", "--verbose")
    if name == "show" and found.operands and all(":" in word.lstrip(":") for word in found.operands):
        return False  # files by their names, which have been looked at
    if name in _SHOWS_PATCHES and not found.has(*_NO_PATCH):
        return True
    return found.has(*_PATCH)


def _stamp(path: str) -> list[int]:
    """Which file this is and when it was last written, [] for none."""
    try:
        found = posix.lstat(path.encode("utf-8", "surrogateescape"))
    except OSError:
        return []
    return [found.st_size, found.st_mtime_ns, found.st_ino, found.st_dev]


def _behind_dashes(words: list[str]) -> list[str] | None:
    return words[words.index("--") + 1 :] if "--" in words else None


def _is_path(word: str, ground: Ground) -> bool:
    """Of an operand without `--`: is it there, and no revision for git, whatever becomes of the file meanwhile?"""
    return bool(resolve(join(ground.cwd, word)).mode) and not _is_revision(word, ground.places.git_dir)


def _is_revision(word: str, git_dir: str) -> bool:
    """By its form, or by a branch, a tag or a remote of this name."""
    is_range = any(".." in part and part != ".." for part in word.split("/"))
    if is_range or word == "@" or "@{" in word or any(char in word for char in "^~:"):
        return True
    number = word.rpartition("-g")[2]  # at the end of what `git describe` says
    if len(number) >= 4 and _HEX.issuperset(number):
        return True
    shared = _read(f"{git_dir}/commondir").decode("utf-8", "surrogateescape").strip()
    folder = without_dots(join(git_dir, shared)) if shared else git_dir
    packed = _read(f"{folder}/packed-refs")
    if len(packed) > MAX_PACKED or exists(f"{folder}/reftable"):
        return True
    names = [form.replace("*", word) for form in _REFERENCES]
    if any(
        f" {name}\n".encode("utf-8", "surrogateescape") in packed or _is_file(f"{folder}/{name}") for name in names
    ):
        return True
    return word.replace("_", "").isupper() and _is_file(f"{git_dir}/{word}")


def _is_file(path: str) -> bool:
    found = resolve(path)
    return bool(found.mode) and not found.is_directory


def _read(path: str) -> bytes:
    """One of git's files, nothing for none; one byte more than `MAX_PACKED` of a long one."""
    try:
        return content(path, MAX_PACKED + 1)
    except OSError:
        return b""


def _refuse_reached(
    words: list[str], operands: list[str], secrets: list[str], ground: Ground, facts: dict[str, object]
) -> None:
    """Fault unless the paths leave out every tracked secret: only named ones, or all but the secrets."""
    given = _behind_dashes(words)
    if given is None:
        given = [word for word in operands if word.startswith(":") or _is_path(word, ground)]
    inner, outer = (
        [word for word in given if not is_exclusion(word)],
        [word for word in given if is_exclusion(word)],
    )
    reached = [path for path in secrets if _reaches(inner, path, ground) and not _excludes(outer, path, ground)]
    if not reached and not (facts.get("more_secrets") and (not inner or _has_folder(inner, ground))):
        return
    shown = below(ground.root, reached[0]) or reached[0] if reached else "…"
    if len(reached) > MAX_PASTED or facts.get("more_secrets"):
        raise Fault("secret", shown, hint="name_paths")
    names = [_from(ground.cwd, path) for path in reached]
    if any("'" in name for name in names):
        raise Fault("secret", shown, hint="name_paths")
    paste = " ".join([*([] if inner else ["." if "--" in words else "-- ."]), *(f"':!{name}'" for name in names)])
    raise Fault("secret", shown, hint="leave_out", paste=paste)


def _bare(word: str) -> str:
    for mark in (":(exclude)", ":!", ":^", ":/", ":"):
        if word.startswith(mark):
            return word[len(mark) :]
    return word


def _reaches(paths: list[str], secret: str, ground: Ground) -> bool:
    return not paths or any(word.startswith(":") or _covers(word, secret, ground) for word in paths)


def _excludes(paths: list[str], secret: str, ground: Ground) -> bool:
    return any(_covers(_bare(word), secret, ground) for word in paths)


def _covers(word: str, secret: str, ground: Ground) -> bool:
    """Is the secret this path, below it, or matched by it as git matches, where a star takes slashes too?"""
    place = without_dots(join(ground.cwd, word)).rstrip("/")
    if below(place, secret) is not None:
        return True
    return any(char in word for char in "*?[") and segment_matches(place, secret)


def _has_folder(paths: list[str], ground: Ground) -> bool:
    return any(resolve(join(ground.cwd, word)).is_directory or any(char in word for char in "*?[:") for word in paths)


def _from(cwd: str, path: str) -> str:
    """The path as it is named from the folder: below it, or from the top."""
    return below(cwd, path) or f"/{path}"
