"""What a ticket opens and hides, seen by a real command under each engine: the Plan's boundary and no more."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.confinement.scene import ENGINES, Run, confined_by

TRY = """
import json, os, sys
tried = {}
for name in json.loads(sys.argv[1]):
    how, _, path = name.partition(" ")
    try:
        if how == "read":
            with open(path) as file:
                tried[name] = file.read()
        elif how == "list":
            tried[name] = sorted(os.listdir(path))
        else:
            with open(path, "a" if how == "append" else "x") as file:
                tried[name] = file.write("new") and "written"
    except OSError as error:
        tried[name] = "no"
print(json.dumps(tried))
"""


@pytest.fixture(params=ENGINES)
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    run = confined_by(tmp_path, request.param)
    for path in ("src/app.py", "src/.git/config", "src/AGENTS.md", "docs/a.md", "docs/b.txt", "README.md"):
        run.file(path, "old")
    run.file(".env", "TOKEN=1")
    run.file("src/server.key", "TOKEN=1")
    return run


def tried(run: Run, *names: str, **ticket: object) -> dict[str, object]:
    given = json.dumps(names)
    done = run.confined(sys.executable, "-c", TRY, given, **ticket)  # type: ignore[arg-type]
    assert done.code == 0, done
    return dict(json.loads(done.out))


def test_the_boundary_is_writable_and_nothing_else_is(run: Run) -> None:
    run.seal(allowed_write_paths=["src/**", "docs/*.md"], scratch_paths=[".pytest_cache/**"])
    expected = {
        "append src/app.py": "written",
        "append docs/a.md": "written",
        "create .pytest_cache/x": "written",
        "append docs/b.txt": "no",
        "create docs/new.md": "no",
        "append README.md": "no",
        "create new.py": "no",
        "append src/.git/config": "no",
        "append src/AGENTS.md": "no",
        f"create {run.outside}/x": "no",
        f"create {run.home}/x": "no",
        "create /var/tmp/harness-test": "no",
    }
    assert tried(run, *expected) == expected


def test_what_git_keeps_beside_a_secret_is_hidden_from_a_line_that_nobody_understands(run: Run) -> None:
    objects = run.file(".git/objects/ab/cd", "TOKEN=1")
    head = run.file(".git/HEAD", "ref: refs/heads/main\n")
    run.store(repository={"object_folders": [str(objects.parent.parent), f"{run.outside}/gone"]})
    script = f"cat {objects}; cat {head}"
    done = run.confined(shell=script)
    assert "TOKEN=1" not in done.out and "ref: refs/heads/main" in done.out
    assert "TOKEN=1" in run.confined("sh", "-c", script).out


def test_settings_with_a_password_are_hidden(run: Run) -> None:
    settings = run.file(".git/config", "url = https://me:hunter2@example.org/x")
    run.store(repository={"configs_with_password": [str(settings)]})
    done = run.confined("sh", "-c", "cat .git/config; false")
    assert "hunter2" not in done.out and ".git/config" in done.err


def test_a_new_file_can_be_made_in_a_tree(run: Run) -> None:
    (run.root / "src/server.key").unlink()
    (run.root / "src/AGENTS.md").unlink()
    run.seal(allowed_write_paths=["docs/**", "src/new/**"])
    expected = {"create docs/new.md": "written", "create src/new/x.py": "written", "create src/y.py": "no"}
    assert tried(run, *expected) == expected


def test_secrets_credentials_and_the_data_folder_are_not_readable(run: Run) -> None:
    (run.home / ".ssh").mkdir()
    (run.home / ".ssh/id_rsa").write_text("TOKEN=1", "utf-8")
    (run.home / ".netrc").write_text("TOKEN=1", "utf-8")
    names = [
        ".env", "src/server.key", f"{run.home}/.ssh/id_rsa", f"{run.home}/.netrc",
        *(str(path) for path in run.data.rglob("*") if path.is_file()),
    ]  # fmt: skip
    assert len(names) > 6
    seen = tried(run, *(f"read {name}" for name in names), "read README.md")
    assert seen.pop("read README.md") == "old"
    assert set(map(str, seen.values())) <= {"no", ""}


def test_what_the_person_and_the_project_say_of_secrets_holds(run: Run) -> None:
    run.file("vault/token", "TOKEN=1")
    run.store(
        project={"secret_paths": ["vault/**"], "stamp": None},
        person={"confinement": "required", "not_secret": ["src/server.key"]},
    )
    seen = tried(run, "read vault/token", "read src/server.key", "read .env")
    assert seen["read src/server.key"] == "TOKEN=1"
    assert {seen["read vault/token"], seen["read .env"]} <= {"no", ""}


def test_a_read_only_ticket_opens_its_temporary_folder_alone(run: Run) -> None:
    run.store(phase="planning", policy_sha256=None)
    expected = {"append src/app.py": "no", "create x": "no", "read README.md": "old"}
    assert tried(run, *expected, writable=False) == expected
    done = run.confined(shell="for n in 1 2; do echo $n > $TMPDIR/f; cat $TMPDIR/f; done", writable=False)
    assert (done.code, done.out) == (0, "1\n2\n")


def test_a_failed_command_hears_which_secrets_it_was_not_shown(run: Run) -> None:
    said = [run.confined(word).err for word in ("true", "false")]
    assert ["src/server.key" in text for text in said] == [False, True]
    assert ".env" in said[1]


def test_a_workspace_in_a_secret_place_is_refused(run: Run) -> None:
    run.store(project={"secret_paths": ["src/**"], "stamp": None})
    done = run.confined("true", cwd=f"{run.root}/src")
    assert done.code == 125 and "stay hidden" in done.err


def test_a_program_of_the_project_s_own_environment_is_found(run: Run) -> None:
    program = run.file(".venv/bin/tool", "#!/bin/sh\necho from the venv\n")
    program.chmod(0o755)
    number = run.ticket("tool")
    done = run.call(str(number), "--", "tool", env={"PATH": f"{program.parent}:{run.environ['PATH']}"})
    assert (done.code, done.out) == (0, "from the venv\n")


SERVE = """
import socket, threading
server = socket.create_server(("127.0.0.1", 0))
threading.Thread(target=lambda: server.accept()[0].sendall(b"served")).start()
print(socket.create_connection(server.getsockname()).recv(9).decode())
"""


def test_a_network_of_its_own_is_given_or_refused_and_never_more(run: Run) -> None:
    run.seal(network="loopback")
    done = run.python(SERVE, network="loopback")
    if run.engine == "bubblewrap":
        assert (done.code, done.out) == (0, "served\n")
    else:
        assert (done.code, done.line) == (125, {}) and "network loopback" in done.err


def test_without_a_network_there_is_none(run: Run) -> None:
    assert "served" not in run.python(SERVE).out
