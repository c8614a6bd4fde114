"""Which engines and users the tests of confinement can have here."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from harness_runtime.confinement.probe import probe
from tests.confinement.world import ROOT, SPARE_USER, SYSTEM_PYTHON

ENGINES = ("bubblewrap", "landlock")


@cache
def usable() -> dict[str, str]:
    """Each engine to the reason why it is not usable, "" for none."""
    return {report.name: report.why for report in probe(os.environ)}


def needs(engine: str) -> None:
    why = usable()[engine.partition("-")[0]]
    if why:
        pytest.skip(f"{engine} is not usable here: {why}")


def _spare_user_can_run() -> bool:
    """We are root, and another user reaches a Python and the code."""
    if os.getuid() or not shutil.which("setpriv") or not Path(SYSTEM_PYTHON).exists():
        return False
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import harness_runtime.confinement.probe"
    words = ["setpriv", f"--reuid={SPARE_USER}", f"--regid={SPARE_USER}", "--clear-groups", SYSTEM_PYTHON, "-c", code]
    return subprocess.run(words, capture_output=True, cwd="/", check=False).returncode == 0


USERS = (0, SPARE_USER) if _spare_user_can_run() else (0,)
