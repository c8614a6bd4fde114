"""git as a reader of this workspace's own repository. Hot for Bash calls that run git."""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.globs import is_narrow, reaches_secret
from harness_runtime.boundary.paths import below, exists, resolve, resolve_both
from harness_runtime.boundary.patterns import first_match
from harness_runtime.boundary.secrets import holds_project_secret
from harness_runtime.boundary.shell import table_git as table
from harness_runtime.boundary.shell.ground import Ground, check_file
from harness_runtime.boundary.shell.options import Model, Row, Split, split
from harness_runtime.boundary.shell.table_git import is_exclusion, is_remote_url
from harness_runtime.boundary.targets import is_git_folder, refuse_secret

# `-c KEY=VALUE` that only changes what is shown.
_SHOWN_KEYS = ("color.ui", "color.status", "color.diff", "core.quotepath", "core.abbrev", "log.date", "column.ui")
_PREFIXES = "+- "


def check_git(words: list[str], ground: Ground, is_moved: bool) -> None:
    """Fault unless git only reads this repository. `is_moved`: the line has changed files before."""
    words, ground = _without_global_options(words, ground)
    if not words:
        raise Fault("shell_unmodeled", "git")
    if words in (["--version"], ["version"], ["--help"]):
        return
    name = words[0]
    if name.startswith("-"):
        raise Fault("shell_option", f"git {name}")
    whole, rest = name, words[1:]
    if rest and f"{name} {rest[0]}" in table.PAIRS:
        row, whole, rest = table.PAIRS[f"{name} {rest[0]}"], f"{name} {rest[0]}", rest[1:]
    elif name in ("stash", "worktree", "notes", "bisect") or name not in table.ROWS:
        if f" {name} " in table.WRITERS and not _only_tells(name, rest):
            raise Fault("shell_mutation", f"git {name}", hint="commit_later")
        raise Fault("shell_unmodeled", f"git {name}", hint="git_readers")
    else:
        row = table.ROWS[name]
    found = _split(name, row, rest)
    if found.has("--help"):  # opens a manual page
        raise Fault("shell_option", f"git {name} --help")
    _check_formats(found)
    _check_operands(name, row[0], found)
    folder = resolve(ground.cwd).path
    refuse_elsewhere(folder, ground.root, ground.places.git_dir)
    if _may_be_planted(folder, ground):
        told = f"`git -C {ground.root} {whole} …`"
        raise Fault("shell_unmodeled", f"git {name}", hint="git_at_root", paste=told)
    if is_moved and folder != ground.root:
        raise Fault("shell_unmodeled", f"git {name}", hint="one_command")
    operands = _paths(name, found)
    is_told_apart = bool(ground.repository.get("secrets")) and any(map(is_exclusion, operands))
    for operand in operands:
        if is_exclusion(operand):
            continue
        check_operand(operand)
        if name == "cat-file" and len(operand) > 3 and all(char in "0123456789abcdefABCDEF" for char in operand):
            # a number does not tell which file
            raise Fault("shell_option", f"git cat-file {operand}")
        _refuse_project_secret(operand, ground, is_told_apart=is_told_apart)
        for place in resolve_both(ground.cwd, operand):
            refuse_secret(place, ground.root, ground.places)
            if (place.mode or _is_path_like(operand)) and below(ground.root, place.path) is None:
                raise Fault("shell_unmodeled", operand)
    for file in found.reads:
        check_file(file, ground)
    if any(ground.repository.values()):
        from harness_runtime.boundary.shell.git_facts import check_facts

        check_facts(whole, found, rest, operands, ground)


def _split(name: str, row: Row, words: list[str]) -> Split:
    try:
        return split(Model(f"git {name}", row, numeric=True), _without_glued(name, words))
    except Fault as fault:
        if name == "config" and not any(word in table.CONFIG_WRITES for word in words):  # it shows many keys at once
            raise Fault("secret", f"git config {' '.join(words)}") from None
        raise fault


def _only_tells(name: str, words: list[str]) -> bool:
    """Forms without a model, and yet no change."""
    if name == "hash-object":
        return "-w" not in words
    return name == "submodule" and words[:1] in (["status"], ["summary"])


def _refuse_project_secret(operand: str, ground: Ground, *, is_told_apart: bool) -> None:
    """A path or the path of `REV:path`, in the folder and from the root, that is or holds a secret of the project.
    `is_told_apart`: which of the tracked ones a folder leaves out is looked at elsewhere."""
    if not ground.places.rules.secret:
        return
    for name in dict.fromkeys((operand, operand.partition(":")[2])):
        for base in (ground.cwd, ground.root):
            for place in resolve_both(base, name) if name else ():
                refuse_secret(place, ground.root, ground.places)
                inside = below(ground.root, place.path)
                if is_told_apart:
                    continue
                if inside and place.mode and holds_project_secret(place.path, ground.root, ground.places):
                    raise Fault("secret", operand)


def _without_global_options(words: list[str], ground: Ground) -> tuple[list[str], Ground]:
    at = 0
    while at < len(words):
        word = words[at]
        if word in ("--no-pager", "--no-optional-locks", "-P", "--literal-pathspecs"):
            at += 1
        elif word == "-C" and at + 1 < len(words):
            ground = ground.at(_inner_folder(words[at + 1], ground))
            at += 2
        elif word == "-c" and at + 1 < len(words) and _only_shows(words[at + 1]):
            at += 2
        else:
            break
    return words[at:], ground


def _inner_folder(name: str, ground: Ground) -> str:
    for place in check_file(name, ground):
        if below(ground.root, place.path) is None:
            raise Fault("git_elsewhere", name)
        if not place.is_directory:
            raise Fault("shell_option", f"git -C {name}")
        path = place.path
    return path


def _only_shows(setting: str) -> bool:
    key, _, value = setting.partition("=")
    if setting == "core.pager=cat":
        return True
    return key.lower() in _SHOWN_KEYS and value.isalnum()


def _without_glued(name: str, words: list[str]) -> list[str]:
    """Take out `-uno`, `-M90%`, `-C`: the value cannot be another option."""
    if f" {name} " not in table.GLUED_IN:
        return words
    end = words.index("--") if "--" in words else len(words)
    return [word for word in words[:end] if not _is_glued(name, word)] + words[end:]


def _is_glued(name: str, word: str) -> bool:
    if word[:2] not in table.GLUED or (word[:2] == "-u" and name != "status"):
        return False
    value = word[2:].rstrip("%")
    return value.isascii() and (value == "" or value.isdigit() or value in ("no", "all", "normal"))


def _check_formats(found: Split) -> None:
    """Fault for a format that verifies a signature: that runs gpg."""
    for value in found.values("--format", "--pretty", "--sort"):
        bare = value
        for prefix in _PREFIXES:
            bare = bare.replace(f"%{prefix}", "%")
        if "%G" in bare or "signature" in value or not all(char.isprintable() or char == "\n" for char in value):
            raise Fault("shell_option", f"git --format={value}")


def _check_operands(name: str, operands: str, found: Split) -> None:
    given = found.operands
    if name == "reflog" and given[:1] in (["expire"], ["delete"], ["exists"], ["drop"], ["write"], ["list"]):
        raise Fault("shell_mutation", f"git reflog {given[0]}", hint="commit_later")
    if operands == table.ONE_NAME and len(given) != 1:
        raise Fault("shell_mutation", f"git {name} {' '.join(given)}", hint="commit_later")
    if operands == table.NOTHING and given:
        raise Fault("shell_unmodeled", f"git {name} {given[0]}", hint="git_readers")
    if operands == table.LISTED and given and not found.has("--list", "-l" if name == "tag" else ""):
        raise Fault("shell_mutation", f"git {name} {given[0]}", hint="commit_later")
    if operands == table.KEY:
        key = given[0].lower() if given else ""
        if len(given) != 1 or not (f" {key} " in f" {table.KEYS} " or _is_named_key(key)):
            tells = len(given) < 2 or given[0] in ("get", "list")
            raise Fault("secret" if tells else "shell_mutation", f"git config {' '.join(given)}".strip())


def _is_named_key(key: str) -> bool:
    return (key.startswith("branch.") and key.endswith((".remote", ".merge"))) or is_remote_url(key)


def _paths(name: str, found: Split) -> list[str]:
    """Every word that git may take for a revision or a path."""
    given = list(found.operands)
    if name == "grep":
        if not found.has("-e"):
            if not given:
                raise Fault("shell_unmodeled", "git grep")
            given = given[1:]
    elif name in ("config", "branch", "tag", "for-each-ref"):
        return []
    return given + [value.partition(":")[2] for value in found.values("-L") if ":" in value]


def check_operand(operand: str) -> None:
    """Fault when a revision, `REV:path` or pathspec names a secret, or a pattern that could."""
    if "\\" in operand:
        raise Fault("shell_unmodeled", operand)
    if is_exclusion(operand):
        return
    bare = operand
    for mark in ":~^":
        bare = bare.replace(mark, "/")
    for part in bare.split("/"):
        if part and reaches_secret(part):
            raise Fault("secret", operand)
    if operand.startswith(":(") or (
        operand.startswith(":") and operand[1:2] and not operand[1:2].isalnum() and operand[1] not in "/_-."
    ):
        raise Fault("shell_unmodeled", operand)
    if any(char in operand for char in "*?[") and not is_narrow(operand.lstrip(":")):
        raise Fault("shell_unmodeled", operand, hint="narrow_rg")


def _may_be_planted(folder: str, ground: Ground) -> bool:
    """Could another call, or a confined command, make a repository where git looks before it does?"""
    inside = below(ground.root, folder)
    while inside:
        if _opens_repository(f"{inside}/", ground):
            return True
        inside = inside.rpartition("/")[0]
    return not exists(f"{ground.root}/.git") and _opens_repository("", ground)


def _opens_repository(folder: str, ground: Ground) -> bool:
    return any(first_match(ground.open_to, folder + name) for name in (".git/HEAD", "HEAD"))


def _is_path_like(operand: str) -> bool:
    """Could git take this operand for a file outside the repository, and compare folders there?"""
    return operand.startswith("/") or ".." in operand.split("/")


def refuse_elsewhere(cwd: str, root: str, git_dir: str = "") -> None:
    """Fault git_elsewhere unless discovery from `cwd` upward meets the root's own `.git` first, or, where the
    workspace lies inside a repository, that one's: `git_dir`, as it was found at activation. All resolved."""
    relative = below(root, cwd)
    if relative is None:
        raise Fault("git_elsewhere", cwd)
    folder = cwd
    while folder != root:
        if exists(f"{folder}/.git"):
            raise Fault("git_elsewhere", f"{folder}/.git")
        if is_git_folder(folder):
            raise Fault("git_elsewhere", folder)
        folder = folder.rsplit("/", 1)[0] or "/"
    while not exists(f"{folder}/.git"):
        if folder == "/" or not git_dir or is_git_folder(folder):
            raise Fault("git_elsewhere", f"{root}/.git")
        folder = folder.rsplit("/", 1)[0] or "/"
    if folder != root and resolve(f"{folder}/.git").path != git_dir:
        raise Fault("git_elsewhere", f"{folder}/.git")
