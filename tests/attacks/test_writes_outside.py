"""Attacks that write outside the boundary through commands which the hook lets pass."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.attacks.carrying import carry_out, implementing, put
from tests.support.piped import PipedHost


def test_cd_to_a_glob_whose_spelling_is_a_folder_leads_out_of_the_workspace(codex: PipedHost) -> None:
    outside = codex.workspace.parent / "outside"
    outside.mkdir()
    (codex.workspace / "src" / "a").symlink_to(outside)  # part of the project; writes through it are denied
    implementing(codex)
    assert codex.write("src/a/evil.txt").denied
    carry_out(codex, "mkdir 'src/[a]'")
    carry_out(codex, "cd src/[a] && echo pwned > evil.txt")
    assert not (outside / "evil.txt").exists()


@pytest.mark.parametrize("target", ["../docs", "../.git", "..", "../nothing", "../docs/x.txt"])
def test_a_name_leads_elsewhere_by_a_link_that_is_made_after_it_was_judged(codex: PipedHost, target: str) -> None:
    put(codex.workspace / "docs" / "x.txt", "precious\n")
    implementing(codex)
    link = f"ln -s {target} src/l"
    waiting = codex.shell(link)
    assert not codex.write("src/l/x.txt").denied, "there is no link yet"
    assert waiting.denied


@pytest.mark.parametrize("target", ["d/../../docs", "d/../../..", "../../docs"])
def test_a_link_leads_up_from_a_name_that_becomes_a_link(codex: PipedHost, target: str) -> None:
    (codex.workspace / "src/p/q").mkdir(parents=True)
    (codex.workspace / "src/docs").mkdir()
    implementing(codex)
    assert codex.shell(f"ln -s {target} src/p/q/l").denied
    assert "`ln -s app.py src/l`" in codex.shell(f"ln -s {target} src/p/q/l").reason
    assert codex.shell(f"ln -s {codex.workspace}/src/docs src/p/q/d").silent


@pytest.mark.parametrize("change", ["cp src/app.py src/p/q/l/x.txt", "mv src/p src/r", "git status"])
def test_a_line_waits_with_what_was_judged_until_something_else_has_changed(codex: PipedHost, change: str) -> None:
    put(codex.workspace / "src/p/q/x.md")
    implementing(codex)
    reply = codex.shell(f"find {'/ ' * 3000}-name zz > /dev/null; {change}")
    assert reply.denied and "줄의 마지막에" in reply.reason
    assert codex.shell("touch src/new; find / -maxdepth 1 -name zz").silent


def test_a_folder_gets_a_name_that_says_more_of_what_is_written_into_it_meanwhile(codex: PipedHost) -> None:
    put(codex.workspace / "a/x.md")
    put(codex.workspace / "src/p/x.md")
    implementing(codex, "**")
    denied = [codex.shell(f"mv {names}").denied for names in ("a .github", "src/p src/__pycache__", "a b")]
    assert denied == [True, True, False]


def test_a_link_that_leads_to_what_the_boundary_opens_is_made(codex: PipedHost) -> None:
    (codex.workspace / "src" / "deep").mkdir()
    implementing(codex)
    carry_out(codex, "ln -s deep src/l")
    carry_out(codex, "ln -s app.py src/main.py")
    assert (codex.workspace / "src" / "l").is_dir() and (codex.workspace / "src" / "main.py").is_file()
    assert not codex.write("src/l/x.txt").denied


def test_cd_to_the_exit_code_leads_out_of_the_boundary(codex: PipedHost) -> None:
    put(codex.workspace / "docs" / "x.txt")
    implementing(codex)
    carry_out(codex, "mkdir 'src/$?'")
    carry_out(codex, "ln -s ../docs src/0")
    carry_out(codex, "cd src/$? && rm x.txt")
    assert (codex.workspace / "docs" / "x.txt").exists()


def test_a_program_put_on_path_by_the_same_line_runs(codex: PipedHost) -> None:
    (codex.workspace / "bin").mkdir()
    codex.extra["PATH"] = f"{codex.workspace}/bin:{Path(sys.executable).parent}:/usr/bin:/bin"
    implementing(codex, "src/**", "bin/**")
    put(codex.workspace / "src" / "evil", "#!/bin/sh\necho pwned > evil.txt\n")
    carry_out(codex, "chmod 755 src/evil")
    carry_out(codex, "cp src/evil bin/wc && wc README.md")
    assert not (codex.workspace / "evil.txt").exists()


def test_the_launcher_runs_a_cat_that_the_agent_wrote(codex: PipedHost) -> None:
    codex.extra["PATH"] = f"{codex.workspace}/bin:{Path(sys.executable).parent}:/usr/bin:/bin"
    implementing(codex, "bin/**")
    cat = put(codex.workspace / "bin" / "cat", f"#!/bin/sh\necho pwned > {codex.workspace}/evil.txt\nexec /bin/cat\n")
    cat.chmod(0o755)
    codex.fire("PermissionRequest", tool_name="Bash", tool_input={"command": "ls"})
    assert not (codex.workspace / "evil.txt").exists()


def test_a_removed_folder_becomes_a_file_outside_the_boundary(codex: PipedHost) -> None:
    (codex.workspace / "src" / "d").mkdir()
    implementing(codex, "src/d/**")
    assert codex.write("src/d").denied
    carry_out(codex, "rmdir src/d && cp src/app.py src/d")
    assert not (codex.workspace / "src" / "d").is_file()


def test_a_folder_that_was_not_made_is_a_file_that_gets_overwritten(codex: PipedHost) -> None:
    victim = put(codex.workspace / "docs" / "x.txt", "precious\n")
    implementing(codex, "docs/x.txt/app.py")
    carry_out(codex, "mkdir docs/x.txt; cp src/app.py docs/x.txt")
    assert victim.read_text("utf-8") == "precious\n"
