"""The skill `$harness:audit`: a published form, and commands that exist."""

from __future__ import annotations

import json
import re
from pathlib import Path

import click
import pytest

from harness_runtime.cli.main import VERBS
from harness_runtime.cli.verbs.audit import verb
from harness_runtime.workflow.activation import is_activation

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "skills/audit/SKILL.md").read_text("utf-8")


def test_its_front_matter_has_the_published_keys_and_its_folder_s_name() -> None:
    found = re.match(r"---\nname: ([a-z]+)\ndescription: (\".+\")\n---\n", TEXT)
    assert found
    assert found[1] == "audit"
    assert 0 < len(json.loads(found[2])) <= 1024


def test_its_commands_and_options_exist() -> None:
    assert set(re.findall("harness-state ([a-z]+)", TEXT)) <= set(VERBS)
    options = {name for option in verb.params if isinstance(option, click.Option) for name in option.opts}
    assert set(re.findall("--[a-z-]+[a-z]", TEXT)) <= options


def test_its_page_is_there() -> None:
    assert all((ROOT / path).is_file() for path in re.findall(r"`(docs/[\w./-]+)`", TEXT))


@pytest.mark.parametrize("host", ["codex", "claude"])
@pytest.mark.parametrize("prompt", ["$harness:audit", "/harness:audit", "$harness:audit what is wrong?"])
def test_asking_for_an_audit_starts_no_run(prompt: str, host: str) -> None:
    assert not is_activation(prompt, host)
