"""Attacks that read a secret in a run through readers which the hook lets pass."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest

from harness_runtime.boundary.shell.ground import ENTRIES
from harness_runtime.boundary.shell.walkers import GREP_EXCLUSIONS
from tests.attacks.carrying import carry_out, commit_all, put
from tests.conftest import piped_host
from tests.support.piped import PipedHost

TOKEN = "TOKEN-8f3a"
RG = pytest.mark.skipif(shutil.which("rg") is None, reason="rg is not installed")
JQ = pytest.mark.skipif(shutil.which("jq") is None, reason="jq is not installed")


def planning(root: Path, *, password: str = "", guarded: bool = True) -> PipedHost:
    """A run in its planning phase, over a project with secrets of all kinds. `guarded`: it names some itself, which
    alone refuses a search of the whole workspace."""
    codex = piped_host(root, "codex")
    for name in (".env", ".env.py", "server.pem", "credentials.json", "vault/t.txt"):
        put(codex.workspace / name, f"{TOKEN} {name}\n")
    if guarded:
        put(codex.workspace / ".harness" / "guard.json", json.dumps({"secret_paths": ["vault/**"]}))
    commit_all(codex.workspace)
    if password:
        address = f"https://someone:{password}@example.org/x"
        subprocess.run(["git", "remote", "add", "origin", address], cwd=codex.workspace, check=True)
    codex.prompt("$harness x")
    return codex


@pytest.fixture(scope="module")
def planned(tmp_path_factory: pytest.TempPathFactory) -> PipedHost:
    return planning(tmp_path_factory.mktemp("run"))


@pytest.fixture(scope="module")
def planned_with_password(tmp_path_factory: pytest.TempPathFactory) -> PipedHost:
    return planning(tmp_path_factory.mktemp("password"), password=TOKEN)


@pytest.fixture(scope="module")
def planned_unguarded(tmp_path_factory: pytest.TempPathFactory) -> PipedHost:
    return planning(tmp_path_factory.mktemp("unguarded"), guarded=False)


@pytest.fixture
def unguarded(planned_unguarded: PipedHost) -> PipedHost:
    planned_unguarded.turn = str(uuid4())
    return planned_unguarded


@pytest.fixture
def run(planned: PipedHost) -> PipedHost:
    """The same for all that only read, each in a turn of its own."""
    planned.turn = str(uuid4())
    return planned


@pytest.fixture
def with_password(planned_with_password: PipedHost) -> PipedHost:
    planned_with_password.turn = str(uuid4())
    return planned_with_password


@JQ
def test_jq_reads_what_stands_after_arg_and_the_end_of_options(run: PipedHost) -> None:
    assert TOKEN not in carry_out(run, "jq -R . -- --arg .env .env")


def test_grep_takes_in_again_what_it_was_told_to_leave_out(run: PipedHost) -> None:
    names = ("'.*'", "'*.pem'", "'cred*'")
    left_out = " ".join(f"--exclude={name}" for name in names)
    assert TOKEN not in carry_out(
        run, f"grep -rh {left_out} --exclude-dir=vault --exclude-dir=.git --include='*' '' ."
    )


def test_grep_includes_a_secret_by_brackets(run: PipedHost) -> None:
    assert TOKEN not in carry_out(run, "grep -rh --include='.e[m-o]v' '' .")


def test_grep_includes_a_secret_by_a_backslash(run: PipedHost) -> None:
    assert TOKEN not in carry_out(run, r"grep -rh --include='.\env' '' .")


def test_grep_reads_a_secret_beyond_the_bounded_look(tmp_path: Path) -> None:
    run = planning(tmp_path)
    (run.workspace / "big/a").mkdir(parents=True)
    for number in range(ENTRIES + 200):
        (run.workspace / f"big/a/f{number}").touch()
    put(run.workspace / "big" / "z" / "y" / ".env", f"{TOKEN}\n")
    assert TOKEN not in carry_out(run, "grep -rh TOKEN big")
    for options in ("--include='*.py'", GREP_EXCLUSIONS):
        assert run.shell(f"grep -rh TOKEN {options} big").silent


@RG
@pytest.mark.parametrize("command", ["rg -I t.txt vault", "rg -I t.txt", "rg -I t.txt -g '*.txt'"])
def test_rg_reads_secrets_of_the_project(run: PipedHost, command: str) -> None:
    assert "vault/t.txt" not in carry_out(run, command)


@pytest.mark.parametrize("fields", [{"path": "vault", "glob": "*.txt"}, {"glob": "t.txt"}, {"type": "txt"}], ids=str)
def test_the_grep_tool_reads_secrets_of_the_project(run: PipedHost, fields: dict[str, str]) -> None:
    assert run.tool("Grep", {"pattern": "TOKEN", **fields}).denied


@pytest.mark.parametrize("command", ["git show HEAD:vault/t.txt", "git grep TOKEN -- vault", "git log -p -- vault"])
def test_git_reads_secrets_of_the_project(run: PipedHost, command: str) -> None:
    assert TOKEN not in carry_out(run, command)


@pytest.mark.parametrize(
    "command",
    [
        *("git grep TOKEN", "git grep -h TOKEN HEAD", "git grep TOKEN -- .", "git grep TOKEN -- '*.json'"),
        *("git log -p", "git log -U1", "git log --cc", "git show", "git show -p --stat", "git show HEAD -- ':/'"),
        *(
            "git show HEAD -- . ':!.env' ':!server.pem'",
            "git log -p -- src ../workspace",
            "git diff-tree -p --root HEAD",
        ),
        *("git diff 4b825dc642cb6eb9a060e54bf8d69288fbee4904 HEAD", "git log -p -- ':!*.pem'"),
    ],
)
def test_git_without_a_path_reads_committed_secrets(run: PipedHost, command: str) -> None:
    assert TOKEN not in carry_out(run, command)


@pytest.mark.parametrize(
    "command",
    [
        *("git status", "git log --oneline -5", "git log --stat", "git show --stat", "git show --name-only HEAD"),
        *(
            "git diff",
            "git diff --stat HEAD",
            "git log -p -- src",
            "git show HEAD -- src/app.py",
            "git diff src/app.py",
        ),
        *("git show HEAD:src/app.py", "git grep print -- src", "git grep print -- '*.py' ':!.env.py'"),
        *("git blame src/app.py", "git log -L1,1:src/app.py", "git diff HEAD -- src"),
    ],
)
def test_ordinary_readers_pass_where_secrets_are_tracked(run: PipedHost, command: str) -> None:
    assert run.shell(command).silent


@pytest.fixture(scope="module")
def planned_over_changes(tmp_path_factory: pytest.TempPathFactory) -> PipedHost:
    """Committed are placeholders; the person has put the real values into the working tree, and staged one."""
    codex = piped_host(tmp_path_factory.mktemp("changed"), "codex")
    for name in (".env", "server.pem"):
        put(codex.workspace / name, "placeholder\n")
    put(codex.workspace / "notes.key", f"{TOKEN} \n")
    commit_all(codex.workspace)
    put(codex.workspace / "server.pem", f"{TOKEN}\n")
    subprocess.run(["git", "add", "-f", "server.pem"], cwd=codex.workspace, check=True)
    put(codex.workspace / ".env", f"{TOKEN} \n")
    codex.prompt("$harness x")
    return codex


@pytest.mark.parametrize(
    "command",
    [
        *("git diff", "git diff HEAD", "git diff @", "git diff HEAD -- .", "git diff --word-diff", "git diff -U0"),
        *("git diff --cached", "git diff --staged", "git status -v", "git status -vv", "git diff --check"),
        *("git diff --stat -p", "git diff --stat -U1", "git diff --name-only --word-diff", "git diff -- . ':!.env'"),
    ],
)
def test_git_shows_what_the_person_has_changed_in_a_tracked_secret(
    planned_over_changes: PipedHost, command: str
) -> None:
    planned_over_changes.turn = str(uuid4())
    assert TOKEN not in carry_out(planned_over_changes, command)


def test_git_shows_a_tracked_secret_that_the_person_changes_later(tmp_path: Path) -> None:
    run = planning(tmp_path, guarded=False)
    assert run.shell("git diff").silent
    put(run.workspace / ".env", "placeholder\n")
    reason = run.shell("git diff").reason
    assert "-- . ':!.env'" in reason and "server.pem" not in reason
    assert run.shell("git diff -- . ':!.env'").silent


@pytest.fixture(scope="module")
def planned_over_namesakes(tmp_path_factory: pytest.TempPathFactory) -> PipedHost:
    """Files that are called as a branch, a tag or another revision; the newest commit has changed a secret."""
    codex = piped_host(tmp_path_factory.mktemp("namesakes"), "codex")
    put(codex.workspace / ".env", f"{TOKEN}\n")
    commit_all(codex.workspace)
    for words in (["branch", "docs"], ["branch", "kept"], ["tag", "v1"], ["pack-refs", "--all"], ["branch", "loose"]):
        subprocess.run(["git", *words], cwd=codex.workspace, check=True)
    put(codex.workspace / ".env", "placeholder\n")
    for name in ("docs/a.md", "kept", "loose", "v1", "HEAD^!", "@{1}", "notes", "src/facade"):
        put(codex.workspace / name)
    commit_all(codex.workspace)
    codex.prompt("$harness x")
    return codex


@pytest.mark.parametrize(
    "command",
    [
        *("git diff docs --", "git diff docs -- .", "git diff docs -- ':!src'", "git diff -R docs --"),
        *("git diff --merge-base docs --", "git diff v1 --", "git log -p 'HEAD^!'", "git show 'HEAD^!'"),
        *("git diff 'HEAD^!'", "git diff 'HEAD^!' notes", "git diff '@{1}' --"),
    ],
)
def test_git_takes_the_name_of_a_file_for_a_revision(planned_over_namesakes: PipedHost, command: str) -> None:
    planned_over_namesakes.turn = str(uuid4())
    assert TOKEN not in carry_out(planned_over_namesakes, command)


@pytest.mark.parametrize("name", ["kept", "loose", "v1"])
def test_a_file_that_hides_a_revision_is_gone_when_git_looks(planned_over_namesakes: PipedHost, name: str) -> None:
    planned_over_namesakes.turn = str(uuid4())
    file = planned_over_namesakes.workspace / name
    assert TOKEN not in carry_out(planned_over_namesakes, f"git diff {name}", meanwhile=file.unlink)
    put(file)


@pytest.mark.parametrize(
    "command",
    ["git diff notes", "git diff src/facade", "git diff src ./docs", "git diff docs -- src", "git diff -- docs"],
)
def test_files_are_compared_as_ever_where_a_branch_has_the_name_of_one(
    planned_over_namesakes: PipedHost, command: str
) -> None:
    planned_over_namesakes.turn = str(uuid4())
    assert planned_over_namesakes.shell(command).silent


def test_the_denial_names_what_to_leave_out_and_that_passes(run: PipedHost) -> None:
    reason = run.shell("git grep -h TOKEN").reason
    rest = reason.rpartition(": ")[2].strip()
    assert rest.startswith("-- . ':!")
    told = carry_out(run, f"git grep -h print {rest}")
    assert "hello" in told and TOKEN not in told


@pytest.mark.parametrize("reader", ["git show", "git show --stat", "git cat-file -p"])
def test_git_reads_a_secret_by_its_object_number(run: PipedHost, reader: str) -> None:
    told = subprocess.run(
        ["git", "rev-parse", "HEAD:.env"], cwd=run.workspace, capture_output=True, text=True, check=True
    )
    assert TOKEN not in carry_out(run, f"{reader} {told.stdout.strip()}")


def test_git_reads_a_secret_named_with_a_backslash(run: PipedHost) -> None:
    assert TOKEN not in carry_out(run, r"git grep TOKEN -- '.\env'")


@RG
@pytest.mark.parametrize(
    "command",
    [
        *("rg TOKEN", "rg TOKEN -g '*.json'", "rg TOKEN -t json", "rg TOKEN -g '*.py'"),
        *("rg TOKEN -g '#.py'", "rg TOKEN -g '#/*.py'", "rg TOKEN -g '!x' -g '#a.py'", "rg TOKEN -g ' '"),
        "rg TOKEN -g 'server.pem '",
    ],
)
def test_rg_reads_secrets_that_are_not_hidden(unguarded: PipedHost, command: str) -> None:
    assert TOKEN not in carry_out(unguarded, command)


@RG
def test_rg_reads_hidden_secrets_as_a_file_of_options_says(unguarded: PipedHost, tmp_path: Path) -> None:
    options = {"RIPGREP_CONFIG_PATH": str(put(tmp_path / "ripgreprc", "--hidden\n"))}
    put(unguarded.workspace / "docs" / ".env", TOKEN)
    run = replace(unguarded, extra=options)
    assert TOKEN not in carry_out(run, "rg TOKEN docs")
    assert run.shell("rg --no-config TOKEN docs").silent


@pytest.mark.parametrize(
    "fields", [{"glob": "*.json"}, {"type": "json"}, {"glob": "*.py"}, {"glob": "#.py"}], ids=str
)
def test_the_grep_tool_reads_credentials_by_a_source_glob(unguarded: PipedHost, fields: dict[str, str]) -> None:
    assert unguarded.tool("Grep", {"pattern": "TOKEN", **fields}).denied


@pytest.mark.parametrize(
    "command",
    ["git remote -v", "git remote get-url origin", "cat .git/config", "grep -rh url .git", "head -9 .git/config"],
)
def test_git_tells_the_password_of_a_remote(with_password: PipedHost, command: str) -> None:
    assert TOKEN not in carry_out(with_password, command)


@pytest.mark.parametrize("command", ["git remote", "git status --short", "git log --oneline", "cat src/app.py", "ls"])
def test_ordinary_readers_pass_where_a_remote_has_a_password(with_password: PipedHost, command: str) -> None:
    assert with_password.shell(command).silent
