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
