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


def test_both_languages_are_there_with_the_same_blanks():
    assert [key for key, texts in SENTENCES.items() if not all(texts)] == []
    assert [key for key, (korean, english) in SENTENCES.items() if blanks(korean) != blanks(english)] == []


def test_no_sentence_sends_to_a_page_that_an_installation_lacks():
    assert [key for key, texts in SENTENCES.items() if any("docs/" in text for text in texts)] == []


def test_every_sentence_is_used():
    built = {"reason_": "reason_{", "ledger_broken": "ledger_broken"}
    starts = tuple(start for start, use in built.items() if use in SOURCES)
    assert [key for key in SENTENCES if f'"{key}"' not in SOURCES and not key.startswith(starts)] == []


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
