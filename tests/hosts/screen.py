"""Claude Code's terminal interface with a person before it: `-p` tells its hooks that there is none."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .claude import Claude
from .scratch import kill_tree
from .scripted import Model, Reply, Script


@contextmanager
def at_the_screen(claude: Claude, workspace: Path, prompt: str, *replies: Reply) -> Iterator[Model]:
    """A talk that has begun with this prompt; it ends with the block."""
    _know(claude, workspace)
    claude.model.play(Script(replies))
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [str(claude.program), prompt],
        cwd=workspace,
        env={**claude.env, "TERM": "xterm-256color"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    threading.Thread(target=_drain, args=(ours,), daemon=True).start()
    try:
        yield claude.model
    finally:
        kill_tree(process.pid)
        process.wait()


def _know(claude: Claude, workspace: Path) -> None:
    """What a person has answered when they came here first: look, key, and that the folder is theirs."""
    path = claude.home / ".claude.json"
    known = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    answers = {
        "hasCompletedOnboarding": True,
        "theme": "dark",
        "customApiKeyResponses": {"approved": [claude.env["ANTHROPIC_API_KEY"]], "rejected": []},
        "projects": {**known.get("projects", {}), str(workspace): {"hasTrustDialogAccepted": True}},
    }
    path.write_text(json.dumps(known | answers), "utf-8")


def _drain(terminal: int) -> None:
    """A screen that nobody empties would stop the program."""
    try:
        while os.read(terminal, 65536):
            pass
    except OSError:  # the last process on it has ended
        pass
    finally:
        os.close(terminal)
