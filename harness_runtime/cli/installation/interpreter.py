"""The hooks' Python: the one that an installation records, and whether it can do what hooks need."""

from __future__ import annotations

import subprocess
from pathlib import Path

from harness_runtime.cli.faults import InputFault
from harness_runtime.session.files import replace_file

INTERPRETER = "interpreter"
PYTHON = (3, 11)
COLD = ("click", "filelock", "markdown_it", "pydantic", "rich")
SECONDS = 60
_PROBE = f"import sys; assert sys.version_info >= {PYTHON}; import {', '.join(COLD)}; print(sys.version.split()[0])"


class Unusable(Exception):
    """Hooks cannot run on this Python; `str` says why, in one line."""


def version_of(program: str) -> str:
    """Its version, once it has loaded the libraries as a hook would: without the user's own packages (`-I`). Raises
    Unusable."""
    try:
        done = subprocess.run(
            [program, "-I", "-c", _PROBE], cwd="/", stdin=subprocess.DEVNULL, capture_output=True, text=True,
            errors="replace", timeout=SECONDS, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as fault:
        raise Unusable(getattr(fault, "strerror", None) or type(fault).__name__) from None
    if done.returncode:
        raise Unusable((done.stderr.strip().splitlines() or [str(done.returncode)])[-1])
    return done.stdout.strip()


def require(program: str) -> None:
    """Raises InputFault for a Python that hooks could not use: one line, an absolute path, the libraries."""
    if not program.startswith("/") or "\n" in program:
        raise InputFault("interpreter_unusable", path=program)
    try:
        version_of(program)
    except Unusable as fault:
        raise InputFault("interpreter_lacks", path=program, why=str(fault)) from None


def record(data: Path, program: str) -> None:
    """Name the Python that the hooks use. The caller has seen to it that they can."""
    if recorded(data) != program:
        replace_file(data / INTERPRETER, f"{program}\n".encode("utf-8", "surrogateescape"))


def recorded(data: Path) -> str | None:
    """The recorded path, None when there is none."""
    try:
        found = (data / INTERPRETER).read_bytes()
    except OSError:
        return None
    return found.decode("utf-8", "surrogateescape").partition("\n")[0] or None


def in_use(data: Path) -> str | None:
    """As the launcher finds it, short of its search of PATH, which depends on where the host was started."""
    own = data / "venv" / "bin" / "python"
    return recorded(data) or (str(own) if own.exists() else None)
