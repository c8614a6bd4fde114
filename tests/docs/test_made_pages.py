"""The reference pages are in step with the program; `make docs` writes them."""

from __future__ import annotations

import ast
import re

import pytest

from tests.docs.cli_page import ROOT, tree
from tests.docs.made import PAGES, made
from tests.docs.settings_page import rows


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_as_the_program_makes_it(name: str) -> None:
    assert PAGES[name].read_text("utf-8") == made(name), "run `make docs`"


def test_every_verb_has_its_section() -> None:
    text = PAGES["cli"].read_text("utf-8")
    assert [verb for verb in tree() if f"\n## {verb}\n" not in text] == []


@pytest.mark.parametrize("name", ["config", "guard", "harness-toml"])
def test_every_key_of_a_settings_file_says_what_it_means(name: str) -> None:
    silent = [row.key for row in rows(name) if not row.meaning]
    assert silent == [], "give the field a description"


NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py::\w+)`", PAGES["threat-model"].read_text("utf-8"))))


@pytest.mark.parametrize("test", NAMED)
def test_a_test_that_the_threat_model_names_exists(test: str) -> None:
    file, _, name = test.partition("::")
    functions = {
        node.name
        for node in ast.walk(ast.parse((ROOT / file).read_text("utf-8")))
        if isinstance(node, ast.FunctionDef)
    }
    assert name in functions


def test_every_attack_of_the_threat_model_names_its_test() -> None:
    rows = [line for line in PAGES["threat-model"].read_text("utf-8").splitlines() if line.count(" | ") == 2]
    assert [row for row in rows if "::" not in row and not row.startswith("| attack")] == []
    assert len(rows) > 40
