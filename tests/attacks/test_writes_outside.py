"""Attacks that write outside the boundary through commands which the hook lets pass."""

from __future__ import annotations

import sys
from pathlib import Path

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
