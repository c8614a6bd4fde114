"""What a scripted attacker needs: a run with authority, and a shell that carries out what the hook let pass."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

from tests.support.artifacts import small_plan
from tests.support.piped import PipedHost


def implementing(host: PipedHost, *paths: str) -> PipedHost:
    """The host with an approved Plan for these paths."""
    host.approve(small_plan(*(paths or ("src/**",))))
    assert host.state["phase"] == "implement"
    return host


def carry_out(
    host: PipedHost, command: str, *, meanwhile: Callable[[], object] | None = None, **variables: str
) -> str:
    """What the command prints, where the hook lets it pass; "" where it is denied. `meanwhile`: what something else
    does between the hook's answer and the command."""
    if not host.shell(command).silent:
        return ""
    if meanwhile is not None:
        meanwhile()
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=host.workspace,
        env=host.environment() | variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    return done.stdout + done.stderr


def put(path: Path, text: str = "x\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def commit_all(folder: Path) -> None:
    """A repository with everything in it, secrets too."""
    name = ("-c", "user.name=someone", "-c", "user.email=someone@example.org")
    for words in (("init", "-q"), ("add", "-A", "-f"), ("commit", "-q", "-m", "all")):
        subprocess.run(["git", *name, *words], cwd=folder, check=True, capture_output=True)
