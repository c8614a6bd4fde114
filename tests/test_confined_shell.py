"""`shell = "confined"` with real runs: an agent may loop and script while it explores, and nothing is written."""

from __future__ import annotations

import json
import subprocess

import pytest

from tests.support.artifacts import summary, tiny_plan
from tests.support.piped import PipedHost, Reply

WRITES = "for name in src/app.py src/new.py README.md .git/x; do echo pwned > $name; done; ls src"
CHILD = {"agent_id": "kid", "agent_type": "worker"}


@pytest.fixture
def scripting(host: PipedHost) -> PipedHost:
    """A run in `planning` of a person who wants the confined shell."""
    (host.workspace / ".git").mkdir()
    return begun(host)


@pytest.fixture
def tracking(host: PipedHost) -> PipedHost:
    """The same where git tracks the secret."""
    (host.workspace / ".env").write_text("TOKEN=hunter2\n", "utf-8")
    for words in ("init -q", "add .", "-c user.name=n -c user.email=e commit -qm first"):
        subprocess.run(["git", *words.split()], cwd=host.workspace, env=host.environment(), check=True)
    return begun(host)


def begun(host: PipedHost) -> PipedHost:
    host.extra["HARNESS_LANG"] = "en"
    host.data.mkdir(mode=0o700)
    config = {"schema_version": 1, "shell": "confined", "confinement": "best_effort"}
    (host.data / "config.json").write_text(json.dumps(config), "utf-8")
    (host.workspace / "README.md").write_text("read me\n", "utf-8")
    (host.workspace / ".env").write_text("TOKEN=hunter2\n", "utf-8")
    told = host.prompt("$harness do it")
    assert (host.folder / "state.json").exists(), told
    if host.state["engine"]["name"] == "none":
        pytest.skip(f"no engine confines commands here: {host.state['engine']['details']}")
    return host


def changed(host: PipedHost) -> set[str]:
    """Files of the workspace that the line has written."""
    return {
        str(path.relative_to(host.workspace))
        for path in host.workspace.rglob("*")
        if path.is_file() and "pwned" in path.read_text("utf-8")
    }


def run(host: PipedHost, command: str, **fields: str) -> str:
    """The output of a line that was let pass, and its report taken without a word."""
    reply = host.shell(command, **fields)
    assert not reply.denied, reply.reason
    done = host.execute()
    said: Reply = host.finished(done.stdout, code=done.returncode, stderr=done.stderr)
    assert not said.denied and not said.reason
    return done.stdout + done.stderr


def test_while_planning_and_reviewing_nothing_is_written(scripting: PipedHost) -> None:
    assert "app.py" in run(scripting, WRITES)
    assert changed(scripting) == set()
    scripting.stop(tiny_plan("src/app.py"))
    run(scripting, WRITES)
    scripting.prompt("y")
    scripting.stop(summary())
    assert scripting.state["phase"] == "review"
    run(scripting, WRITES)
    assert changed(scripting) == set()


def test_in_implement_the_boundary_is_written_and_nothing_else(scripting: PipedHost) -> None:
    scripting.stop(tiny_plan("src/app.py"))
    scripting.prompt("y")
    run(scripting, WRITES, **CHILD)
    assert changed(scripting) == set()
    run(scripting, WRITES)
    assert changed(scripting) == {"src/app.py"}


def test_a_secret_stays_one_however_it_is_spelled(scripting: PipedHost) -> None:
    assert "hunter2" not in run(scripting, "n=v; cat .en$n; for f in .*; do cat $f; done 2>&1")
    assert "hunter2" not in run(scripting, 'python3 -c \'print(open(".e" + "nv").read())\'')


UNPACK = """
import glob, os, zlib
for path in glob.glob(".git/objects/??/*"):
    print(zlib.decompress(open(path, "rb").read()))
print(os.path.isdir(".git/objects"))
"""


def test_a_secret_that_git_tracks_is_not_read_out_of_its_objects(tracking: PipedHost) -> None:
    told = run(tracking, "for name in .env; do git show HEAD:$name; git log -p | cat; done")
    assert "hunter2" not in told and "the repository tracks secrets" in told
    assert run(tracking, f"python3 - <<'E'\n{UNPACK}E\n").startswith("True\n")
    assert run(tracking, "git log --oneline").endswith("first\n")


def test_where_git_tracks_no_secret_a_loop_sees_its_objects(scripting: PipedHost) -> None:
    (scripting.workspace / ".git/objects").mkdir()
    (scripting.workspace / ".git/objects/x").write_text("an object\n", "utf-8")
    assert "an object\n" in run(scripting, "for name in .git/objects/*; do cat $name; done")
