"""Where hosts keep what belongs to this plugin, also where nobody knows the person's home."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from harness_runtime.cli.homes import NO_FOLDER, claude_home, claude_plugins, codex_home, data_folders
from harness_runtime.cli.installation.publication import marketplace_folder


@pytest.mark.parametrize(
    "place, environ, expected",
    [
        (codex_home, {"HOME": "/h"}, "/h/.codex"),
        (codex_home, {"HOME": "/h", "CODEX_HOME": "/c"}, "/c"),
        (claude_home, {"HOME": "/h"}, "/h/.claude"),
        (claude_plugins, {"HOME": "/h", "CLAUDE_CODE_PLUGIN_CACHE_DIR": "/p"}, "/p"),
        (
            partial(marketplace_folder, host="codex"),
            {"HOME": "/h"},
            "/h/.local/share/harness/codex/marketplace",
        ),
    ],
)
def test_a_variable_comes_before_the_home_folder(place, environ, expected):
    assert place(environ) == Path(expected)


def test_without_a_home_there_is_nothing(monkeypatch):
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    assert (codex_home({}), claude_home({}), data_folders(None, {})) == (NO_FOLDER, NO_FOLDER, [])
    assert marketplace_folder({}, "claude").is_relative_to(NO_FOLDER)
