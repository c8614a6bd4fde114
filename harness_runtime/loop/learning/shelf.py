"""A host's folder of the person's own skills: what stands in it, a new one, a changed one. Links are not followed.

New skills appear whole: a host takes a folder for a skill by its SKILL.md, which gets its name last. Of a skill that
is there only SKILL.md is changed, and only while it still is what the person was shown.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

from harness_runtime.loop.learning.fault import LearningFault
from harness_runtime.loop.learning.skill import NAME, read_skill
from harness_runtime.session.layout import sha256
from harness_runtime.wire.environment import NO_FOLDER, home_folder, host_folder

FILE = "SKILL.md"
MAX_SKILLS = 500
MAX_READ = 256 * 1024
FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC

NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


class LibraryFault(LearningFault):
    """The folder does not let itself be changed so."""


@dataclass(frozen=True)
class Shelved:
    """A skill of the library. `folder` is the folder's name, `path` that of its SKILL.md."""

    root: Path
    folder: str
    name: str
    description: str
    text: str
    body: str
    other: tuple[str, ...]

    @property
    def path(self) -> str:
        return str(self.root / self.folder / FILE)

    @property
    def sha256(self) -> str:
        return sha256(self.text.encode("utf-8", "surrogateescape"))


def skill_roots(host: str, environ: Mapping[str, str]) -> list[Path]:
    """Where the host looks for the person's own skills; the first is where new ones go."""
    own = Path(host_folder(environ, host), "skills")
    return [own] if host == "claude" else [own, Path(home_folder(environ) or NO_FOLDER, ".agents", "skills")]


def shelved(roots: list[Path]) -> list[Shelved]:
    """The skills in these folders, by root and name; what cannot be read, or is a link, is left out."""
    return [skill for root in roots for skill in _skills(root.resolve())]


def _skills(root: Path) -> Iterator[Shelved]:
    try:
        names = sorted(name for name in os.listdir(root) if not name.startswith(".") and name.isprintable())[
            :MAX_SKILLS
        ]
    except OSError:
        return
    for name in names:
        try:
            text = _text(root, name)
        except OSError:
            continue
        read = read_skill(text, name)
        yield Shelved(root, name, read.name, read.description, text, read.body, read.other)


def _text(root: Path, name: str) -> str:
    folder = os.open(root / name, FOLDER)
    try:
        return _read(folder).decode("utf-8", "surrogateescape")
    finally:
        os.close(folder)


def _read(folder: int) -> bytes:
    """Raises OSError also for what is no ordinary file, or too large for a skill."""
    handle = os.open(FILE, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
    with os.fdopen(handle, "rb") as file:
        about = os.fstat(handle)
        if not stat.S_ISREG(about.st_mode) or about.st_size > MAX_READ:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        return file.read(MAX_READ)


def add(root: Path, name: str, text: str) -> Path:
    """A new skill; returns the path of its SKILL.md. Raises LibraryFault (`name_taken`), OSError."""
    assert NAME.fullmatch(name), name
    root.mkdir(parents=True, exist_ok=True)
    place = root.resolve()
    with suppress(FileExistsError):
        os.mkdir(place / name)
    folder = _opened(place / name)
    if folder is None:
        raise LibraryFault("name_taken", name=name, path=str(place / name))
    try:
        if not all(_is_remains(entry) for entry in os.listdir(folder)):
            raise LibraryFault("name_taken", name=name, path=str(place / name))
        _publish(folder, text.encode("utf-8"), None)
    finally:
        os.close(folder)
    return place / name / FILE


def change(root: Path, name: str, text: str, *, shown: str) -> Path:
    """Another text for a skill whose present one has the hash `shown`. Raises LibraryFault, OSError."""
    place = root.resolve()
    is_name = bool(name) and "/" not in name and not name.startswith(".")
    folder = _opened(place / name) if is_name else None
    if folder is None:
        raise LibraryFault("skill_changed", name=name)
    try:
        if sha256(_read(folder)) != shown:
            raise LibraryFault("skill_changed", name=name)
        _publish(folder, text.encode("utf-8"), stat.S_IMODE(os.stat(FILE, dir_fd=folder).st_mode))
    except FileNotFoundError:
        raise LibraryFault("skill_changed", name=name) from None
    finally:
        os.close(folder)
    return place / name / FILE


def _opened(path: Path) -> int | None:
    """The folder itself; None for a link, a file, or nothing."""
    try:
        return os.open(path, FOLDER)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP):
            return None
        raise


def _is_remains(entry: str) -> bool:
    """Of a write of ours that was killed."""
    return entry.startswith(f".{FILE}.") and entry.endswith(".tmp")


def _publish(folder: int, data: bytes, mode: int | None) -> None:
    """SKILL.md in the opened folder, whole or not at all. `mode`: else what the person's umask leaves."""
    temporary = f".{FILE}.{token_hex(8)}.tmp"
    handle = os.open(temporary, NEW, 0o666, dir_fd=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            if mode is not None:
                os.fchmod(handle, mode)
            file.write(data)
            file.flush()
            os.fsync(handle)
        os.rename(temporary, FILE, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        os.unlink(temporary, dir_fd=folder)
        raise
    os.fsync(folder)
