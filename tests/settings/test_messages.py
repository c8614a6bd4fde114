"""Both languages are complete, say the same fields, and every code that a fault can carry has its sentence."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from harness_runtime import settings
from harness_runtime.messages.catalog import LANGUAGES
from harness_runtime.messages.settings import EXPECTED, SETTINGS, sentence
from harness_runtime.settings import chains, config, document, guard


@pytest.mark.parametrize(("key", "entry"), [*SETTINGS.items(), *EXPECTED.items()])
def test_both_languages_say_the_same_fields(key, entry):
    fields = [{name for _, name, _, _ in Formatter().parse(entry[language]) if name} for language in LANGUAGES]
    assert set(entry) == set(LANGUAGES)
    assert fields[0] == fields[1]


def test_every_code_has_a_sentence_and_every_sentence_a_code():
    source = "".join(path.read_text("utf-8") for path in Path(settings.__file__).parent.glob("*.py"))
    used = set(re.findall(r'"([a-z_]+)"', source))
    assert set(SETTINGS) <= used


def test_every_expectation_has_a_sentence_and_every_sentence_an_expectation():
    used = {*guard.EXPECTED.values(), *config.EXPECTED.values(), *document.ENTRIES.values(), "object"}
    used |= {*chains.EXPECTED.values(), *chains.ENTRIES.values(), "chain"}
    assert used == set(EXPECTED)


def test_an_expectation_is_said_in_the_same_language():
    assert sentence("ko", "expected", expected="object") == "필요한 값: JSON 객체"
