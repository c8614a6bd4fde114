"""What is neither read nor written in a run: the secret table. Hot, data first.

Names count in any component and in any case. The plugin's own folder is readable throughout, unless the
workspace itself lies in it.
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Places
from harness_runtime.boundary.folding import fold, fold_path, is_at_or_below
from harness_runtime.boundary.paths import below
from harness_runtime.boundary.patterns import first_rule, is_literal, segment_matches

# Globs of one component, folded.
NAMES = (
    ".env",
    ".env.*",
    "*.pem",
    "*.key",
    "*.p12",
    "*.pfx",
    "*.jks",
    "id_rsa*",
    "id_ed25519*",
    "id_ecdsa*",
    ".npmrc",
    ".pypirc",
    ".netrc",
    ".git-credentials",
    "credentials*.json",
    "service-account*.json",
    ".ssh",
    ".gnupg",
)

# How a name that fits one of them begins or ends: what does neither, which is nearly every name, is none.
_BEGINNINGS = tuple(name.partition("*")[0] for name in NAMES if not name.startswith("*"))
_ENDINGS = tuple(name[1:] for name in NAMES if name.startswith("*"))

# What a template of a secret file ends in: it holds no secret.
TEMPLATES = (".example", ".sample", ".template")

# Below the home folder; a folder stands for everything in it.
HOME = (
    ".ssh",
    ".aws",
    ".gnupg",
    ".config/gcloud",
    ".azure",
    ".kube/config",
    ".docker/config.json",
    ".codex/auth.json",
    ".claude.json",
    ".claude/.credentials.json",
    ".claude/history.jsonl",
    ".claude/projects",
)

# The same for hosts whose folder was moved by CODEX_HOME or CLAUDE_CONFIG_DIR.
CODEX_HOME = ("auth.json",)
CLAUDE_HOME = (".credentials.json", "history.jsonl", "projects", ".claude.json")

# Below the data folder: what a confined command signs its evidence with. State and policies are no secret.
DATA_KEYS = ("keys",)
RUN_KEYS = "key*"  # below runs/<session>/

# What of /proc/<pid>/ shows neither environment, memory nor another view of the file system.
PROC_READABLE = ("stat", "status", "statm", "limits", "cgroup", "mountinfo", "mounts", "comm", "io", "loginuid")


def secret_name(name: str) -> bool:
    """Is this one component the name of a secret?"""
    folded = fold(name)
    if not (folded.startswith(_BEGINNINGS) or folded.endswith(_ENDINGS)):
        return False
    if folded.endswith(TEMPLATES) and folded.startswith(".env."):
        return False
    return any(segment_matches(pattern, folded) for pattern in NAMES)


def is_secret(path: str, root: str, places: Places) -> bool:
    """Is this absolute path a secret, or inside one? `root` is the resolved workspace root."""
    folded = fold_path(path)
    if _is_data_key(folded, places):
        return True
    if _is_plugin_file(folded, root, places):
        return False
    if places.rules.closed and path in places.rules.closed:
        return True
    added = _by_added_rules(path, root, places)
    if added is not None:
        return added
    return _has_secret_name(folded, fold_path(root)) or _is_home_secret(folded, places) or _is_process_secret(folded)


def _by_added_rules(path: str, root: str, places: Places) -> bool | None:
    """What the person excepts is no secret; what the project adds is one, with all that lies in it."""
    rules = places.rules
    if not (rules.not_secret or rules.secret):
        return None
    relative = below(root, path)
    if any(first_rule(rules.not_secret, name) for name in _with_folders(relative)):
        return False
    if relative is None:  # the root in another spelling
        relative = below(fold_path(root), fold_path(path))
    return True if any(first_rule(rules.secret, name) for name in _with_folders(relative)) else None


def _with_folders(relative: str | None) -> list[str]:
    """`a/b/c`, `a/b`, `a`; nothing for the workspace root and for what is not below it."""
    names = [relative] if relative else []
    while names and "/" in names[-1]:
        names.append(names[-1].rsplit("/", 1)[0])
    return names


def _is_plugin_file(folded: str, root: str, places: Places) -> bool:
    plugin = fold_path(places.plugin_root)
    return is_at_or_below(plugin, folded) and not is_at_or_below(plugin, fold_path(root))


def _has_secret_name(folded: str, folded_root: str) -> bool:
    """Folders above the workspace are where the person put it: their names do not count for what is inside."""
    inner = folded[len(folded_root) :] if is_at_or_below(folded_root, folded) else folded
    return any(secret_name(part) for part in inner.split("/") if part)


def _homes(places: Places) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return (places.home, HOME), (places.codex_home, CODEX_HOME), (places.claude_home, CLAUDE_HOME)


def _is_home_secret(folded: str, places: Places) -> bool:
    for home, entries in _homes(places):
        if home and any(is_at_or_below(f"{fold_path(home).rstrip('/')}/{entry}", folded) for entry in entries):
            return True
    return False


def _is_data_key(folded: str, places: Places) -> bool:
    """No exception opens these: neither the person's own list nor the readable plugin folder."""
    data = fold_path(places.data).rstrip("/")
    if not is_at_or_below(data, folded):
        return False
    parts = folded[len(data) + 1 :].split("/")
    return parts[0] in DATA_KEYS or (len(parts) > 2 and parts[0] == "runs" and segment_matches(RUN_KEYS, parts[2]))


def _is_process_secret(folded: str) -> bool:
    parts = folded.split("/")
    if len(parts) < 4 or parts[1] != "proc":
        # /.vol names any file of a macOS disk by its number
        return folded == "/proc/kcore" or parts[1] == ".vol"
    if not (parts[2].isdigit() or parts[2] in ("self", "thread-self")):
        return False
    return not (len(parts) == 4 and parts[3] in PROC_READABLE)


def holds_project_secret(path: str, root: str, places: Places) -> bool:
    """Could a reader that walks this folder come upon what the project calls a secret? By the globs' literal
    beginnings, without a look."""
    folder = fold_path(path).rstrip("/") or "/"
    for glob in places.rules.secret:
        beginning = fold_path(root).rstrip("/")
        for segment in glob.split("/"):
            if not is_literal(segment):
                break
            beginning += f"/{fold(segment)}"
        if is_at_or_below(folder, beginning) or is_at_or_below(beginning, folder):
            return True
    return False


def holds_secret(path: str, root: str, places: Places, hidden: str) -> bool:
    """Would a reader that walks this folder come upon a secret of the project, of a home folder or of /proc?

    `hidden` is what of the hidden names it sees: "none", "files" or "all".
    """
    if holds_project_secret(path, root, places):
        return True
    folded = fold_path(path).rstrip("/")
    if folded in ("", "/proc") or folded.startswith("/proc/"):
        return True
    runs = f"{fold_path(places.data).rstrip('/')}/runs"
    if places.data and is_at_or_below(runs, folded) and folded[len(runs) :].count("/") < 2:
        return True
    for home, entries in (*_homes(places), (places.data, (*DATA_KEYS, "runs"))):
        for entry in entries if home else ():
            secret = f"{fold_path(home).rstrip('/')}/{entry}"
            if secret.startswith(folded + "/") and _is_seen(secret[len(folded) + 1 :], hidden):
                return True
    return False


def _is_seen(inner: str, hidden: str) -> bool:
    parts = inner.split("/")
    if hidden == "files":
        parts.pop()
    return hidden == "all" or not any(part.startswith(".") for part in parts)
