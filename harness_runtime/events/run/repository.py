"""What the workspace's own repository holds that bears on reading it with git, looked at once, at activation. Cold.

Secrets that its index tracks, which readers of history would show; links to repositories that are not there, where a
confined command could put one of its own; places in the tree that settings make git, or other programs, obey or run;
and whether git's settings hold a password. What only older commits hold is not looked at.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from harness_runtime.boundary.decision import Places
from harness_runtime.boundary.paths import below
from harness_runtime.boundary.secrets import is_secret
from harness_runtime.events.run.git_settings import Setting, listed_settings
from harness_runtime.events.run.obeyed import MAX_NAMED, obeyed
from harness_runtime.loop.undo.git_objects import blob_id, object_folders
from harness_runtime.session.git_entries import NotUnderstood, entries
from harness_runtime.session.git_folder import find_git_folder
from harness_runtime.session.names import shown_name
from harness_runtime.session.state import Repository, TrackedSecret

MAX_INDEX = 64 << 20
MAX_CONFIG = 1 << 20
MAX_COMPARED = 16 << 20  # bytes of a secret that is compared with its object
MAX_DEPTH = 5  # of submodules in submodules
LINK = 0o160000
MAX_INCLUDED = 20


def look_at(root: str, git_dir: str | None, places: Places, environ: Mapping[str, str] | None = None) -> Repository:
    """Of the repository that `root` lies in, both resolved; nothing where there is none. What cannot be read counts
    as empty: git could not read it either. `environ`: the host's, which git has too."""
    around = {"HOME": places.home, "PATH": places.path} | dict(environ or {})
    if git_dir is None:
        return Repository(obeyed=obeyed(_all_settings([], root, around, places), root, root, places, around))
    top = _top(root)
    tracked, hollow = _tracked(git_dir, top, root, places)
    secrets = [_secret(path, object_id) for path, object_id in tracked[:MAX_NAMED]]
    own = f"{_common(git_dir)}/config", f"{git_dir}/config.worktree", f"{git_dir}/config"
    settings = _all_settings([*own], root, around, places)
    return Repository(
        secrets=secrets,
        more_secrets=len(tracked) > MAX_NAMED or not all(path.isprintable() for path, _ in tracked),
        hollow_links=list(map(_storable, hollow[:MAX_NAMED])),
        obeyed=obeyed(settings, top, root, places, around),
        configs_with_password=sorted(
            {_storable(path) for path, _, value in settings if path and _has_password(value)}
        ),
        object_folders=_object_folders(secrets, git_dir),
    )


def _object_folders(secrets: list[TrackedSecret], git_dir: str) -> list[str]:
    """Of the repositories that these are tracked by: the workspace's, or one of its submodules."""
    holders = {find_git_folder(os.path.dirname(secret.path)) or git_dir for secret in secrets}
    folders = {os.path.realpath(folder) for holder in holders for folder in object_folders(holder)}
    return sorted(filter(os.path.isdir, folders))


def _top(root: str) -> str:
    folder = root
    while not os.path.lexists(f"{folder}/.git") and folder != "/":
        folder = os.path.dirname(folder)
    return folder


def _tracked(
    git_dir: str, top: str, root: str, places: Places, depth: int = MAX_DEPTH
) -> tuple[list[tuple[str, bytes]], list[str]]:
    """Secrets with their object's id, and links without a repository in them; git looks into the repositories of
    links in turn."""
    try:
        with open(f"{git_dir}/index", "rb") as file:
            found = entries(file.read(MAX_INDEX))
    except (OSError, NotUnderstood):
        return [], []
    secrets: list[tuple[str, bytes]] = []
    hollow: list[str] = []
    for entry in found:
        path = f"{top.rstrip('/')}/{os.fsdecode(entry.name)}"
        if int.from_bytes(entry.mode, "big") == LINK:
            if not os.path.lexists(f"{path}/.git"):
                hollow += filter(None, [below(root, path)])
            elif depth and (inner := find_git_folder(path)) is not None:
                more, links = _tracked(inner, path, root, places, depth - 1)
                secrets += more
                hollow += links
        elif is_secret(path, root, places):
            secrets.append((path, entry.id))
    return secrets, hollow


def _secret(path: str, object_id: bytes) -> TrackedSecret:
    return TrackedSecret(path=_storable(path), blob=object_id.hex(), stamp=_stamp(path, object_id))


def _storable(path: str) -> str:
    """No option can leave out what cannot be named: with such a secret there are more than are named."""
    return path if path.isprintable() else shown_name(path)


def _stamp(path: str, object_id: bytes) -> list[int] | None:
    """Identity of the file while it is word for word the object that the index names, else None."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        found = os.fstat(handle)
        if found.st_size > MAX_COMPARED or blob_id(handle, found.st_size, len(object_id)) != object_id:
            return None
    except OSError:
        return None
    finally:
        os.close(handle)
    return [found.st_size, found.st_mtime_ns, found.st_ino, found.st_dev]


def _all_settings(own: list[str], root: str, environ: Mapping[str, str], places: Places) -> list[Setting]:
    """What git says, and what our own look finds: git leaves out an include whose condition does not hold now, and
    all where a file has a fault that somebody may mend."""
    return list(dict.fromkeys([*_settings([*own, *_global_files(places.home)]), *listed_settings(root, environ)]))


def _global_files(home: str) -> tuple[str, ...]:
    return (f"{home}/.gitconfig", f"{home}/.config/git/config", "/etc/gitconfig") if home else ("/etc/gitconfig",)


def _settings(files: list[str]) -> list[Setting]:
    """(file, key, value) of git's settings in these files and in those that they include, keys folded, as far as they
    are one a line. An include counts whatever its condition says."""
    found: list[Setting] = []
    waiting, seen = [*files], set[str]()
    while waiting and len(seen) < MAX_INCLUDED:
        path = waiting.pop(0)
        if path in seen:
            continue
        seen.add(path)
        for key, value in _settings_of(path):
            found.append((path, key, value))
            if key == "include.path" or (key.startswith("includeif.") and key.endswith(".path")):
                waiting.append(os.path.join(os.path.dirname(path), os.path.expanduser(value)))
    return found


def _settings_of(path: str) -> list[tuple[str, str]]:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read(MAX_CONFIG)
    except OSError:
        return []
    found = []
    section = ""
    for line in text.splitlines():
        line = line.strip()
        if line.startswith("["):
            head, _, line = line[1:].partition("]")
            name, _, inner = head.strip().partition(" ")
            section = f"{name.casefold()}.{inner.strip().strip(chr(34))}" if inner else name.casefold()
        key, equals, value = line.strip().partition("=")
        if equals and key.strip()[:1] not in ("", "#", ";"):
            found.append((f"{section}.{key.strip().casefold()}", value.strip().strip('"')))
    return found


def _common(git_dir: str) -> str:
    """Where a worktree's repository keeps what all of its worktrees share."""
    try:
        with open(f"{git_dir}/commondir", encoding="utf-8") as file:
            return os.path.realpath(os.path.join(git_dir, file.read(4096).strip()))
    except (OSError, UnicodeDecodeError):
        return git_dir


def _has_password(value: str) -> bool:
    """`https://name:password@host/…` or `https://token@host/…`; a name alone is one of ssh."""
    scheme, mark, rest = value.partition("://")
    name, at, _ = rest.partition("/")[0].rpartition("@")
    return bool(mark and at) and (":" in name or scheme.casefold().startswith("http"))
