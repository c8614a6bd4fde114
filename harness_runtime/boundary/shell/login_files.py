"""Does a login shell set CDPATH? Codex runs every line in one, whose variables no hook sees. Hot for its rare lines.

Read are the person's own files that bash, dash and zsh start with, not what those read in turn.
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.paths import content
from harness_runtime.boundary.shell.options import names

NAMES = names(".profile .bash_profile .bash_login .bashrc .bash_aliases .zshenv .zprofile .zshrc .zlogin")
MOST = 1 << 18  # bytes of one file; a longer one counts as if it did


def refuse_cdpath(folder: str, home: str) -> None:
    """Fault where `cd FOLDER` may lead elsewhere than below the folder in which the line begins."""
    if home and any(_mentions(f"{home}/{name}") for name in NAMES):
        raise Fault("shell_unmodeled", f"CDPATH cd {folder}", hint="cd_dot")


def _mentions(path: str) -> bool:
    try:
        text = content(path, MOST)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return len(text) == MOST or b"cdpath" in text.lower()
