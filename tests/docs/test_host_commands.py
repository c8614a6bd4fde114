"""What the pages tell of installing is true, with the real hosts in a home of nobody's."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.docs.blocks import NAMES, PAGES, ROOT, commands, fences
from tests.docs.story import Story
from tests.hosts.programs import PROGRAMS, Unavailable, find
from tests.hosts.test_install import ADDRESS, COMMANDS

RUN = [page for page in PAGES if commands(page, "console host")]


@pytest.mark.host
@pytest.mark.parametrize("page", RUN, ids=NAMES.get)
def test_the_commands_that_need_a_host_do_what_the_page_says(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    story = Story(tmp_path)
    for folder in (story.home, story.workspace):
        folder.mkdir()
    try:
        folders = {str(find(name).parent) for name in PROGRAMS}
    except Unavailable as absent:
        pytest.skip(str(absent))
    monkeypatch.setenv(
        "PATH", ":".join([str(Path(sys.executable).parent), *sorted(folders), "/usr/local/bin:/usr/bin:/bin"])
    )
    for command in commands(page, "console host"):
        language = [("(ko, en)", "en")] if " install " in command.text else []
        done = story.run(command.text, [*language, *command.answers], "en")
        assert done.exit_code == command.exit_code, f"$ {command.text}\n{done.shown}"
        assert command.matches(done.shown), f"$ {command.text}\n{done.shown}"


@pytest.mark.parametrize("page", ["README.md", "README.ko.md"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_way_from_a_git_repository_is_the_one_that_is_tried(page: str, name: str) -> None:
    """`tests/hosts/test_install.py` goes it, from a repository of its own."""
    lines = [line.partition("#")[0].split() for block in fences(ROOT / page, "sh") for line in block.splitlines()]
    said = [tuple(words[2:]) for words in lines if words[:2] == [name, "plugin"]]
    tried = [
        tuple("https://…/harness.git" if word == ADDRESS else word for word in words) for words in COMMANDS[name]
    ]
    assert [words[:-1] if "--ref" in words else words for words in said] == [
        words[:-1] if "--ref" in words else words for words in tried
    ]
