"""The small skills of a person's commands: one a command, in the published format, inviting no model."""

import json
import re

import pytest

from harness_runtime.workflow.commands import VERBS
from tests.skill.texts import ROOT

MAX_BYTES = 1_200


@pytest.mark.parametrize("verb", VERBS)
def test_a_command_has_its_skill(verb):
    text = (ROOT / f"skills/{verb}/SKILL.md").read_text("utf-8")
    name, description = re.fullmatch(r"---\nname: (.+)\ndescription: (.+)\n---\n.*", text, re.DOTALL).groups()
    assert name == verb
    described = json.loads(description)
    assert described.endswith("A person's command, answered by the prompt hook; never by inference.")
    assert len(text.encode()) <= MAX_BYTES


@pytest.mark.parametrize("verb", VERBS)
def test_it_says_what_to_do_when_no_hook_answered(verb):
    text = (ROOT / f"skills/{verb}/SKILL.md").read_text("utf-8")
    assert "hook did not run" in " ".join(text.split())
    assert "harness-state doctor" in text
