"""What the host tells a hook through its environment. Hot."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def host_name(environ: dict[str, str]) -> str:
    """ "codex" sets PLUGIN_ROOT, "claude" does not and sets CLAUDE_PROJECT_DIR (both measured)."""
    return "codex" if environ.get("PLUGIN_ROOT") else "claude"


def plugin_root(environ: dict[str, str], default: str) -> str:
    """The folder that the host runs the plugin from."""
    return environ.get("PLUGIN_ROOT") or environ.get("CLAUDE_PLUGIN_ROOT") or default


def home_folder(environ: Mapping[str, str]) -> str:
    """Absolute; "" where nobody knows it, as for a user of a container that is in no list of users."""
    import os

    home = environ.get("HOME") or os.path.expanduser("~")
    return home if home.startswith("/") else ""


# Folders that a linker or an interpreter takes code from, as PATH names them.
LIBRARIES = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FRAMEWORK_PATH", "DYLD_FALLBACK_LIBRARY_PATH")
CODE_FOLDERS = (
    *("PYTHONPATH", "PYTHONHOME", "PYTHONUSERBASE", "NODE_PATH", "PERL5LIB", "PERLLIB", "RUBYLIB", "GEM_HOME"),
    *("GEM_PATH", "CLASSPATH", *LIBRARIES),
)
PRELOADED = ("LD_PRELOAD", "LD_AUDIT", "DYLD_INSERT_LIBRARIES")
# Options that may name such a file or folder.
CODE_OPTIONS = (
    *("PYTHONSTARTUP", "PYTHONWARNINGS", "NODE_OPTIONS", "BUN_OPTIONS", "PERL5OPT", "RUBYOPT", *PRELOADED),
    *("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"),
)
# Files and folders that a shell or git obeys before it does anything.
STARTED = ("BASH_ENV", "ENV", "ZDOTDIR", "GIT_EXTERNAL_DIFF", "GIT_CONFIG_GLOBAL", "GIT_EXEC_PATH", "PHPRC")
_LOADED = (*CODE_FOLDERS, *CODE_OPTIONS, *STARTED)
# The launcher has taken the project's folders out of these, and keeps here what they were.
_KEPT = "HARNESS_KEPT_"


def loaded_from(environ: dict[str, str]) -> dict[str, str]:
    """Which variables say where code is loaded from, as the host and its shells have them."""
    found = {name: environ[name] for name in _LOADED if name in environ}
    for name in ("LD_LIBRARY_PATH", "LD_PRELOAD", "LD_AUDIT"):
        if _KEPT + name in environ:
            found[name] = environ[_KEPT + name]
    return found


HOST_FOLDERS = {"codex": ("CODEX_HOME", ".codex"), "claude": ("CLAUDE_CONFIG_DIR", ".claude")}
NO_FOLDER = "/nonexistent"  # for one that nobody knows: nothing is there


def host_folder(environ: Mapping[str, str], host: str) -> str:
    """The folder of the person's that a host keeps its settings in, as its variable or its default names it."""
    variable, name = HOST_FOLDERS[host]
    home = home_folder(environ)
    return environ.get(variable) or (f"{home}/{name}" if home else NO_FOLDER)


NESTED = "HARNESS_NESTED"
"""Set for whatever Harness itself asks: a host's CLI, a command. It may only ever withhold what a person may have."""


def is_nested(environ: dict[str, str]) -> bool:
    """Was the host of this hook started by Harness, to answer a question? Then no prompt in it is a person's."""
    return bool(environ.get(NESTED))
