"""Does a login shell set CDPATH? Codex runs every line in one, whose variables no hook sees. Hot for its rare lines.

Read are the person's own files that bash, dash and zsh start with, not what those read in turn.
"""

from __future__ import annotations

import posix

from harness_runtime.boundary.decision import Fault

NAMES = (
    *(".profile", ".bash_profile", ".bash_login", ".bashrc", ".bash_aliases"),
    *(".zshenv", ".zprofile", ".zshrc", ".zlogin"),
)
MOST = 1 << 18  # bytes of one file; a longer one counts as if it did


def refuse_cdpath(folder: str, home: str) -> None:
    """Fault where `cd FOLDER` may lead elsewhere than below the folder in which the line begins."""
    if home and any(_mentions(f"{home}/{name}") for name in NAMES):
        raise Fault("shell_unmodeled", f"CDPATH cd {folder}", hint="cd_dot")


def _mentions(path: str) -> bool:
    try:
        file = posix.open(path, posix.O_RDONLY | posix.O_NONBLOCK | posix.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    try:
        text = posix.read(file, MOST)
    except OSError:
        return True
    finally:
        posix.close(file)
    return len(text) == MOST or b"cdpath" in text.lower()
