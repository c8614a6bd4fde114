"""In a host's own sandbox, with a read-only data folder and no namespaces: the run is confined, its line signed."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.confinement.scene import Done, Run, confined_by
from tests.hosts.programs import Unavailable, find

WORDS = ("sh", "-c", "echo new > src/new; cat .env; cat $TMPDIR/x; echo x > $TMPDIR/x && cat $TMPDIR/x")


@pytest.fixture
def run(tmp_path: Path) -> Run:
    run = confined_by(tmp_path, "landlock")
    run.engine = None
    run.file(".env", "TOKEN=1\n")
    return run


def inside(run: Run, *sandbox: str, **environ: str) -> Done:
    """The command of a ticket in this sandbox; skips the test where the sandbox cannot be had."""
    options = {"cwd": run.root, "env": run.environ | environ, "capture_output": True, "text": True, "timeout": 120}
    trial = subprocess.run([*sandbox, "true"], check=False, **options)  # type: ignore[call-overload]
    if trial.returncode != 0:
        pytest.skip(f"{Path(sandbox[0]).name} cannot make its sandbox here: {trial.stderr.strip()[:200]}")
    line = [*sandbox, *run.program, str(run.ticket(*WORDS)), "--", *WORDS]
    done = subprocess.run(line, check=False, **options)  # type: ignore[call-overload]
    return Done(run, done.returncode, done.stdout, done.stderr)


def assert_confined(run: Run, done: Done, *, written: bool) -> None:
    assert (done.code, done.line["engine"], done.line["faults"]) == (0, "landlock", []), done
    assert done.out == "x\n"
    assert (run.root / "src/new").exists() == written
    assert list(run.temporary.glob("harness-*")) == []


def test_where_the_data_folder_is_read_only_and_namespaces_are_forbidden(run: Run) -> None:
    writable = [word for path in (run.root, run.temporary) for word in ("--bind", str(path), str(path))]
    bwrap = ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", *writable]
    done = inside(run, *bwrap, "--unshare-user", "--uid", "1000", "--disable-userns", "--die-with-parent", "--")
    assert_confined(run, done, written=True)


@pytest.mark.host
@pytest.mark.parametrize("mode", ["read-only", "workspace-write"])
def test_in_the_sandbox_of_codex(run: Run, mode: str) -> None:
    try:
        codex = str(find("codex"))
    except Unavailable as fault:
        pytest.skip(str(fault))
    (run.base / "codex").mkdir()
    sandbox = [codex, "sandbox", "-c", f'sandbox_mode="{mode}"', "--"]
    done = inside(run, *sandbox, CODEX_HOME=str(run.base / "codex"))
    assert_confined(run, done, written=mode == "workspace-write")
