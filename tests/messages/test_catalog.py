"""What hooks say at gates and of faults: both languages whole, each key used, short, no refusal like consent."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from harness_runtime import messages
from harness_runtime.artifacts.kinds import KINDS, PLAN_PROMPT, REPAIR_PROMPT
from harness_runtime.messages.catalog import DEFAULT, LANGUAGES, Table, sentence
from harness_runtime.messages.evidence import EVIDENCE
from harness_runtime.messages.faults import FAULTS
from harness_runtime.messages.gates import GATES, KIND_NAMES, NOT_CONSUMED
from harness_runtime.messages.guides_hooks import GUIDED
from harness_runtime.workflow.loading import PHASES, parse_loading

ROOT = Path(__file__).resolve().parents[2]
EVENTS = sorted((ROOT / "harness_runtime/events").rglob("*.py"))


def tables() -> dict[str, Table]:
    """Every table of the form key -> language -> sentence in the room, private ones too."""
    found = {}
    for module in pkgutil.iter_modules(messages.__path__):
        loaded = importlib.import_module(f"{messages.__name__}.{module.name}")
        for name, value in vars(loaded).items():
            if (
                isinstance(value, dict)
                and value
                and all(isinstance(v, dict) and DEFAULT in v for v in value.values())
            ):
                found[f"{module.name}.{name}"] = value
    return found


TABLES = tables()
ENTRIES = [(name, key) for name, table in TABLES.items() for key in table]


def blanks(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def test_the_tables_are_found() -> None:
    assert {"gates.GATES", "gates.NOT_CONSUMED", "faults.FAULTS"} <= set(TABLES)


@pytest.mark.parametrize("table", TABLES)
def test_both_languages_have_a_sentence_with_the_same_blanks(table: str) -> None:
    def twins(entry: dict[str, str]) -> bool:
        if set(entry) != set(LANGUAGES) or not all(text.strip() for text in entry.values()):
            return False
        if not all(name.isidentifier() for text in entry.values() for name in blanks(text)):
            return False
        return set(blanks(entry["ko"])) == set(blanks(entry["en"]))

    assert [key for key, entry in TABLES[table].items() if not twins(entry)] == []


@pytest.mark.parametrize("table", TABLES)
def test_the_korean_sentence_is_korean_and_the_english_one_is_not(table: str) -> None:
    hangul, words, quoted = re.compile("[가-힣]"), re.compile(r"[a-z]{3} [a-z]{3}"), re.compile("`[^`]*`")
    entries = TABLES[table].items()
    assert [key for key, entry in entries if hangul.search(quoted.sub("", entry["en"]))] == []
    assert [key for key, entry in entries if words.search(entry["ko"]) and not hangul.search(entry["ko"])] == []


def test_korean_has_one_word_for_a_session() -> None:
    literal = re.compile(r"`[^`]*`|\{session\}|--session")
    said = {f"{table}.{key}": literal.sub("", TABLES[table][key]["ko"]) for table, key in ENTRIES}
    assert [name for name, text in said.items() if "session" in text.lower()] == []


def test_an_unknown_language_is_answered_in_korean() -> None:
    assert sentence(GATES, "fr", "none") == sentence(GATES, "ko", "none")


def test_every_kind_has_its_name() -> None:
    assert {kind.name: kind.heading.removeprefix("# ") for kind in KINDS} == KIND_NAMES


# Used and there


def calls() -> Iterator[tuple[str, int, Table, ast.expr, list[ast.keyword]]]:
    """Where a hook says something: file, line, table, key, fields."""
    named = {name.partition(".")[2]: table for name, table in TABLES.items()} | {"FAULTS": FAULTS}
    for path in EVENTS:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(attr="say"), args=[_, key], keywords=fields):
                    yield path.name, node.lineno, GATES, key, fields
                case ast.Call(func=ast.Name(id="sentence"), args=[ast.Name(id=table), _, key], keywords=fields):
                    yield path.name, node.lineno, named[table], key, fields


SAID = [
    pytest.param(table, key.value, {field.arg for field in fields}, id=f"{file}:{line}-{key.value}")
    for file, line, table, key, fields in calls()
    if isinstance(key, ast.Constant)
]
CONSTANTS = {
    node.value
    for path in EVENTS
    for node in ast.walk(ast.parse(path.read_text("utf-8")))
    if isinstance(node, ast.Constant) and isinstance(node.value, str)
}


@pytest.mark.parametrize(("table", "key", "fields"), SAID)
def test_what_is_said_is_there_and_gets_its_fields(table: Table, key: str, fields: set[str | None]) -> None:
    assert key in table
    needed = set(blanks(table[key]["en"]))
    assert needed <= fields or None in fields
    assert fields - {None} <= needed


@pytest.mark.parametrize("table", [GATES, EVIDENCE, GUIDED], ids=["gates", "evidence", "guided"])
def test_every_sentence_of_a_hook_is_said(table: Table) -> None:
    assert sorted(set(table) - CONSTANTS) == []


# Short: every byte is read by an agent, often

ACTIVATION_LIMIT, LIMIT = 2000, 800
PLUGIN = "/home/somebody/.codex/plugins/cache/harness/harness/0.1.0"
SKILL = parse_loading((ROOT / "skills/harness/SKILL.md").read_text("utf-8"))
LONGEST_FILES = max((", ".join(SKILL.active(phase)) for phase in PHASES), key=len)
TYPICAL: dict[str, object] = {
    "run_id": "20260101T101112-abc123",
    "revision": 12,
    "root": PLUGIN,
    "files": LONGEST_FILES,
    "prompt": PLAN_PROMPT,
    "repair_prompt": REPAIR_PROMPT,
    "kind": "Repair Plan",
    "hash": "0123456789ab",
    "phase": "completed_with_residual_risk",
    "paths": "src/app/**, tests/test_app.py, docs/usage.md",
    "path": "/home/somebody/.codex/plugins/data/harness-harness/reports/20260101T101112Z.txt",
    "value": "src/app/**, tests/test_app.py, docs/usage.md",
    "command": 'python3 -m venv "/data/venv" && "/data/venv/bin/python" -m pip install "filelock" "pydantic>=2.7"',
    "detail": "/home/somebody/.codex/plugins/data/harness-harness/runs/11111111-2222-4333-8444-555555555555",
}


def filled(table: Table, key: str, language: str) -> str:
    needed = blanks(table[key][language])
    return sentence(table, language, key, **{name: TYPICAL.get(name, "some words") for name in needed})


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_activation_context_stays_within_its_size(language: str) -> None:
    planning = ", ".join(SKILL.active("planning"))
    typical = TYPICAL | {"files": planning, "policy": GATES["policy_found"][language], "notes": ""}
    needed = set(blanks(GATES["activated"][language]))
    text = sentence(GATES, language, "activated", **{name: typical[name] for name in needed})
    assert len(text.encode()) < ACTIVATION_LIMIT


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [name for name in TABLES if not name.startswith(("terminal", "settings"))])
def test_any_other_sentence_stays_within_its_size(name: str, language: str) -> None:
    table = TABLES[name]
    sizes = {key: len(filled(table, key, language).encode()) for key in table if key != "activated"}
    assert {key: size for key, size in sizes.items() if size >= LIMIT} == {}


# No refusal reads as consent

REFUSED = [
    "root_refused",
    "settings_refused",
    "declined",
    "cancelled",
    "ended_person",
    "declined_person",
    "unclear",
    "not_consumed",
    "not_consumed_model",
    "held",
    "correction",
    "refused",
    "child_refused",
    "misplaced",
    "misplaced_person",
    "no_gate",
    "refused_person",
    "unread",
    "unread_again",
    "suspended",
    "left_running",
    "answered",
    "gate_not_person",
    "gate_answered",
    "gate_unreadable",
    "after_held",
    "open_held",
    "open_reading",
    "store_fault",
    "busy",
    "internal",
    "dependencies",
    "summary_read",
    "ended_report",
]
REFUSALS = [
    pytest.param(table, key, id=key)
    for table, keys in (
        (GATES, REFUSED),
        (NOT_CONSUMED, NOT_CONSUMED),
        (FAULTS, FAULTS),
        (EVIDENCE, EVIDENCE),
        (GUIDED, ("stopped", "mend_here", "mend_by_repair", "end_the_turn", "ask_the_person", "waits")),
    )
    for key in keys
]
CONSENT = {
    "en": re.compile(
        r"(?<!not )(?<!not be )(?<!never )\b(approved|allowed|permitted|granted)\b"
        r"|you may|\bmay (write|run|go on)|go ahead",
        re.IGNORECASE,
    ),
    "ko": re.compile(r"허용(됩니다|되었|합니다|했)|승인(됩니다|되었|됨|했습니다|합니다)|괜찮|진행하세요|계속하세요"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("table", "key"), REFUSALS)
def test_no_refusal_reads_as_consent(table: Table, key: str, language: str) -> None:
    text = filled(table, key, language)
    assert not CONSENT[language].search(text), text
