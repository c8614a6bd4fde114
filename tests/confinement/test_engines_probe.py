"""Which engines are found, and why not: on this system, without them, and inside other sandboxes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from harness_runtime.confinement import probe as probing
from harness_runtime.confinement.engines import bubblewrap, trial
from harness_runtime.confinement.engines.linux import system
from harness_runtime.confinement.probe import choose, probe
from tests.confinement.engines import needs
from tests.confinement.world import ROOT, world

ASK = f"""
import json, os, sys
sys.path.insert(0, {str(ROOT)!r})
from harness_runtime.confinement.probe import choose, probe
engine = choose("none", os.environ)
print(json.dumps([{{report.name: report.why for report in probe(os.environ)}}, engine and engine.name]))
"""
ASKING = [sys.executable, "-I", "-S", "-c", ASK]
HOST = ROOT / ".hosts/node_modules/.bin/codex"


def asked(around: list[str], **how: Any) -> tuple[dict[str, str], str | None]:
    done = subprocess.run([*around, *ASKING], capture_output=True, text=True, check=True, timeout=120, **how)
    found, chosen = json.loads(done.stdout)
    return found, chosen


def test_every_engine_is_reported() -> None:
    assert [report.name for report in probe(os.environ)] == ["bubblewrap", "landlock", "seatbelt"]
    assert all(report.usable == (report.why == "") for report in probe(os.environ))


def test_what_is_usable_here_runs_here() -> None:
    needs("bubblewrap")
    needs("landlock")
    assert asked([]) == ({"bubblewrap": "", "landlock": "", "seatbelt": "other_system"}, "bubblewrap")


def test_bubblewrap_is_not_looked_for_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bwrap").symlink_to("/bin/true")
    monkeypatch.setattr(bubblewrap, "PROGRAMS", ("/none/bwrap",))
    monkeypatch.setenv("PATH", str(tmp_path))
    report = probe(os.environ)[0]
    assert (report.usable, report.why, report.details["program"]) == (False, "not_installed", "")


def test_a_bwrap_that_fails_is_not_usable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    needs("landlock")
    program = tmp_path / "bwrap"
    program.write_text("#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2; exit 1\n")
    program.chmod(0o755)
    monkeypatch.setattr(bubblewrap, "PROGRAMS", (str(program),))
    report = probe(os.environ)[0]
    assert (report.why, report.details["trial"]) == (
        "namespaces_forbidden",
        "bwrap: setting up uid map: Permission denied",
    )
    assert (choose("none", os.environ) or report).name == "landlock"
    assert choose("loopback", os.environ) is None


def test_a_python_that_no_run_would_see_is_not_usable() -> None:
    """It would be told of once the person has approved a command, and not before."""
    needs("bubblewrap")
    report = probe(os.environ, os.path.dirname(os.path.realpath(sys.executable)))[0]
    assert (report.why, "execvp" in report.details["trial"]) == ("trial_failed", True)


def test_a_kernel_without_landlock_confines_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> int:
        raise OSError(95, os.strerror(95))

    monkeypatch.setattr(trial.landlock, "abi", missing)
    assert [report.why for report in probe(os.environ)[:2]] == ["landlock_missing"] * 2
    assert choose("none", os.environ) is None


def test_a_machine_without_a_table_confines_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "NUMBERS", {})
    assert [report.why for report in probe(os.environ)[:2]] == ["machine_unknown"] * 2


def test_on_another_system_no_linux_engine_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probing.sys, "platform", "freebsd14")
    assert {report.name: report.why for report in probe(os.environ)} == dict.fromkeys(
        ("bubblewrap", "landlock", "seatbelt"), "other_system"
    )


@pytest.mark.parametrize("engine", ["bubblewrap", "landlock"])
def test_inside_itself_nothing_can_be_had(engine: str) -> None:
    needs(engine)
    with world() as around:
        ended = around.run(engine, ASKING)
        found, chosen = json.loads(ended.out)
    assert (found["bubblewrap"], found["landlock"], chosen) == ("namespaces_forbidden", "supervision_forbidden", None)


def test_inside_a_sandbox_without_namespaces_landlock_is_left() -> None:
    needs("bubblewrap")
    around = [
        "bwrap", "--bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--unshare-user", "--disable-userns",
        "--cap-drop", "ALL", "--",
    ]  # fmt: skip
    if subprocess.run([*around, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this bwrap cannot forbid namespaces")
    found, chosen = asked(around)
    assert (found["bubblewrap"], found["landlock"], chosen) == ("namespaces_forbidden", "", "landlock")


@pytest.mark.host
@pytest.mark.skipif(not os.access(HOST, os.X_OK) or not os.access(HOST.parents[2], os.W_OK), reason="needs Codex CLI")
def test_inside_the_sandbox_of_a_host_landlock_is_left() -> None:
    needs("landlock")
    with TemporaryDirectory(
        dir=HOST.parents[2]
    ) as home:  # it makes its programs in no temporary folder of the system
        sandbox = [str(HOST), "sandbox", "--"]
        how: dict[str, Any] = {"env": {**os.environ, "CODEX_HOME": home}, "cwd": home}
        tried = subprocess.run([*sandbox, "true"], capture_output=True, timeout=120, check=False, **how)
        if tried.returncode:
            pytest.skip(f"the host's sandbox does not work here: {tried.stderr!r}")
        found, chosen = asked(sandbox, **how)
    assert (found["bubblewrap"], found["landlock"], chosen) == ("namespaces_forbidden", "", "landlock")
