"""What the terminal says: both languages whole, with the same blanks, and nothing that nobody says."""

import re
import string
from pathlib import Path

import pytest

from harness_runtime import cli
from harness_runtime.messages.terminal import SENTENCES, say

SOURCES = "\n".join(path.read_text("utf-8") for path in Path(cli.__file__).parent.rglob("*.py"))


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("key", SENTENCES)
def test_both_languages_have_the_same_blanks(key):
    korean, english = SENTENCES[key]
    assert korean and english
    assert blanks(korean) == blanks(english)


@pytest.mark.parametrize("key", SENTENCES)
def test_no_sentence_sends_to_a_page_that_an_installation_lacks(key):
    assert not any("docs/" in text for text in SENTENCES[key])


@pytest.mark.parametrize("key", SENTENCES)
def test_every_sentence_is_used(key):
    built = {"reason_": "reason_{", "ledger_broken": "ledger_broken"}
    assert f'"{key}"' in SOURCES or any(key.startswith(start) and use in SOURCES for start, use in built.items())


NAMING = (
    r'\bsentence\(\s*"(\w+)"',
    r'\bInputFault\(\s*"(\w+)"',
    r'\bStagingFault\(\s*"(\w+)"',
    r'\b(?:ok|warning|error)\(\s*[^,]+,\s*"(\w+)"',
    r'"(mend_\w+)"',
)


@pytest.mark.parametrize("pattern", NAMING)
def test_every_key_that_the_code_names_exists(pattern):
    named = set(re.findall(pattern, SOURCES))
    assert named
    assert named <= set(SENTENCES)


def test_an_unknown_language_is_korean():
    assert say("fr", "no") == say("ko", "no")
