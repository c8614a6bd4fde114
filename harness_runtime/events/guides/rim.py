"""Whether a project's guides matter to this event at all: looked at before anything costly is imported."""

from __future__ import annotations

import os

from harness_runtime.wire.environment import host_name
from harness_runtime.wire.fastjson import loads
from harness_runtime.wire.stdin import text_field

FILE = ".o4/harness.toml"
FIRST_LINE_BYTES = 1 << 20


def has_file(event: dict[str, object]) -> bool:
    """Is there something of its name in the project? Whether it is trusted is for the cold part to see."""
    root = os.environ.get("CLAUDE_PROJECT_DIR") or text_field(event, "cwd")
    return bool(root) and is_guided(root)


def is_guided(root: str) -> bool:
    return os.path.lexists(f"{root}/{FILE}")


def wants_guides(event: dict[str, object]) -> bool:
    """A prompt that nobody typed at a screen, in a project with guides: then its text names the task."""
    return has_file(event) and is_unattended(dict(os.environ), text_field(event, "transcript_path"))


def is_unattended(environ: dict[str, str], transcript: str) -> bool:
    """No person sits at the screen: `claude -p` says so in the environment, `codex exec` in the transcript's first
    record (measured, Claude Code 2.1.197 and Codex 0.171.0). False where nobody can tell."""
    if host_name(environ) == "codex":
        return _begun_by(transcript) == "exec"
    return environ.get("CLAUDE_CODE_ENTRYPOINT") == "sdk-cli"


def _begun_by(transcript: str) -> str:
    """The `source` of a Codex conversation; "" when the transcript does not tell."""
    try:
        handle = os.open(transcript, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError):
        return ""
    try:
        record = loads(os.read(handle, FIRST_LINE_BYTES).partition(b"\n")[0])
    except (OSError, ValueError):
        return ""
    finally:
        os.close(handle)
    payload = record.get("payload") if isinstance(record, dict) else None
    source = payload.get("source") if isinstance(payload, dict) else None
    return source if isinstance(source, str) else ""
