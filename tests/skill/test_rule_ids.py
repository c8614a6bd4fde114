"""Every rule that a text marks as enforced has a test, and every test that claims a rule claims one that stands."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.skill.rules import RULES
from tests.skill.texts import (
    BEARERS,
    CHAINS,
    CONTRACT,
    LOOP_GUARDS,
    ROOT,
    RULE_ID,
    SKILL,
    TEMPLATES,
    TEXTS,
    rule_ids,
    text_of,
)

FIXTURES = Path(__file__).resolve().parent
CORE = (SKILL, CONTRACT, LOOP_GUARDS, CHAINS)
IN_CORE = {rule for name in CORE for rule in rule_ids(text_of(name))}


@pytest.fixture(scope="module")
def collected() -> set[str]:
    """Test functions that pytest collects from the files of the table, parameters left out."""
    files = sorted({node.split("::")[0] for nodes in RULES.values() for node in nodes})
    asked = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *files]
    done = subprocess.run(asked, cwd=ROOT, text=True, capture_output=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    nodes = [line.split("[")[0] for line in done.stdout.splitlines() if "::" in line]
    return {f"{node.split('::')[0]}::{node.rsplit('::', 1)[1]}" for node in nodes}


def test_every_id_of_the_core_has_a_test() -> None:
    assert sorted(IN_CORE - set(RULES)) == []


def test_every_id_with_a_test_stands_in_the_core() -> None:
    assert sorted(set(RULES) - IN_CORE) == []


@pytest.mark.parametrize("name", [name for name in TEXTS if name not in CORE])
def test_other_texts_name_only_ids_of_the_core(name: str) -> None:
    assert sorted(rule_ids(text_of(name)) - IN_CORE) == []


@pytest.mark.parametrize("rule", RULES)
def test_its_tests_exist(rule: str, collected: set[str]) -> None:
    assert RULES[rule]
    assert sorted(set(RULES[rule]) - collected) == []


def test_ids_in_tests_are_known() -> None:
    found = {rule for path in sorted(FIXTURES.glob("test_*.py")) for rule in RULE_ID.findall(path.read_text("utf-8"))}
    assert sorted(found - set(RULES)) == []


@pytest.mark.parametrize("name", [name for name in TEXTS if name.startswith(TEMPLATES)])
def test_no_form_carries_an_id(name: str) -> None:
    """It would be copied into artifacts."""
    assert name not in BEARERS and rule_ids(text_of(name)) == set()
