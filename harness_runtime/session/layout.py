"""Where things lie below the data folder (contract: State and storage).

Hot: used on every tool call, so it imports next to nothing. All paths are strings.
"""

from __future__ import annotations

_SAFE_FIRST = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
_SAFE = _SAFE_FIRST | frozenset("._-")
MAX_NAME = 128


def data_folder(environ: dict[str, str]) -> str | None:
    """The host's data folder for this plugin, absolute, or None when the host named none."""
    folder = environ.get("PLUGIN_DATA") or environ.get("CLAUDE_PLUGIN_DATA") or ""
    return folder.rstrip("/") if folder.startswith("/") else None


def folder_name(name: str) -> str:
    """`name` itself when it is a harmless file name of at most 128 characters, else the SHA-256 of its UTF-8."""
    if 0 < len(name) <= MAX_NAME and name[0] in _SAFE_FIRST and _SAFE.issuperset(name):
        return name
    return sha256(name.encode("utf-8", "surrogatepass"))


def sha256(data: bytes) -> str:
    """Lower-case hex digest, 64 characters."""
    try:
        from _sha256 import sha256 as digest  # type: ignore[import-not-found]  # Python 3.11
    except ImportError:
        try:
            from _sha2 import sha256 as digest  # type: ignore[import-not-found]  # Python 3.12 and later
        except ImportError:
            from hashlib import sha256 as digest
    return str(digest(data).hexdigest())


def armed_folder(data: str) -> str:
    """Exists exactly while some session is armed: the launcher looks at nothing else."""
    return f"{data}/armed"


def armed_marker(data: str, session_id: str) -> str:
    return f"{data}/armed/{folder_name(session_id)}"


def run_folder(data: str, session_id: str) -> str:
    return f"{data}/runs/{folder_name(session_id)}"


def confined_lock_path(data: str, session_id: str) -> str:
    """Held locked while a confined command may write; there is none before the first such command."""
    return f"{data}/runs/{folder_name(session_id)}/confined.lock"


def unended_path(data: str, session_id: str) -> str:
    """There while a confined command that may write has been let pass and its end was not seen."""
    return f"{data}/runs/{folder_name(session_id)}/unended"


def planted_path(data: str, session_id: str) -> str:
    """There once a confined command has left a file that ripgrep would obey."""
    return f"{data}/runs/{folder_name(session_id)}/planted.json"


def guarded_path(data: str, session_id: str) -> str:
    """There while the session is guarded without a run."""
    return f"{data}/runs/{folder_name(session_id)}/guarded.json"


def is_guarded(data: str, session_id: str) -> bool:
    from os.path import lexists

    return lexists(guarded_path(data, session_id))
