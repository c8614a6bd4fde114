"""The bytes of a harness file: encoding, TOML, required keys, types, defaults, keys that nobody reads."""

from __future__ import annotations

import pytest

from harness_runtime.guides.fault import HarnessFault
from harness_runtime.guides.parse import parse, read_toml, unknown_keys

MINIMAL = {
    "guides": 'name = "G"',
    "sensors": 'name = "S"\ncommand = "true"',
    "workflows": 'name = "W"',
    "completion_policies": 'name = "P"',
    "escalation_rules": 'name = "E"\ncondition = "unresolved_risks"',
}
REQUIRED = [(table, line.split(" ")[0]) for table, text in MINIMAL.items() for line in text.splitlines()]


def faults_of(text: str | bytes) -> list[tuple[str, str]]:
    with pytest.raises(HarnessFault) as caught:
        parse(text if isinstance(text, bytes) else text.encode())
    return [(fault.code, fault.subject) for fault in caught.value.faults]


def test_an_empty_file_is_a_harness_without_anything() -> None:
    file = parse(b"")
    assert (file.defaults.workflow, file.defaults.max_sensor_retries, file.guides, file.sensors) == (None, 0, [], [])


@pytest.mark.parametrize(("table", "key"), REQUIRED)
def test_a_required_key_is_required(table: str, key: str) -> None:
    rest = "\n".join(line for line in MINIMAL[table].splitlines() if not line.startswith(f"{key} "))
    assert faults_of(f"[[{table}]]\n{rest}") == [("missing", f"{table}[0].{key}")]


DEFAULTS = [
    ("guides", {"path": None, "text": None, "priority": 0, "required": False, "kind": None, "applies_to": []}),
    ("sensors", {"timeout_secs": 300, "blocking": False, "timing": "fast", "kind": "computational", "fix_hint": "",
                 "paths": [], "exclude_paths": [], "auto": False, "task_types": []}),
    ("workflows", {"task_types": [], "guides": [], "sensors": [], "completion_policy": None}),
    ("completion_policies", {
        "require_fast_sensors": False, "require_reproduction_or_note": False,
        "require_changed_scope_summary": False, "require_failing_test_first_or_waiver": False,
        "require_all_workers_validated": False, "require_campaign_validation": False,
        "required_validation_steps": []}),
    ("escalation_rules", {"action": "ask_user", "message": ""}),
]  # fmt: skip


@pytest.mark.parametrize(("table", "expected"), DEFAULTS)
def test_what_is_not_said_has_its_default(table: str, expected: dict[str, object]) -> None:
    entry = getattr(parse(f"[[{table}]]\n{MINIMAL[table]}".encode()), table)[0]
    given = {line.split(" ")[0] for line in MINIMAL[table].splitlines()}
    assert entry.model_dump(exclude=given) == expected


@pytest.mark.parametrize(
    ("table", "line"),
    [
        ("guides", "priority = 1"),
        ("guides", "priority = -1.5"),
        ("sensors", "timeout_secs = 1"),
        ("sensors", 'paths = ["src/**"]'),
        ("workflows", 'task_types = ["bugfix", "unheard of"]'),
        ("escalation_rules", 'action = "ring a bell"'),
    ],
)
def test_a_value_that_fits_is_taken(table: str, line: str) -> None:
    assert getattr(parse(f"[[{table}]]\n{MINIMAL[table]}\n{line}".encode()), table)


@pytest.mark.parametrize(
    ("table", "line"),
    [
        ("guides", "path = 1"),
        ("guides", 'priority = "10"'),
        ("guides", "priority = true"),
        ("guides", "priority = nan"),
        ("guides", "priority = inf"),
        ("guides", 'required = "yes"'),
        ("guides", 'applies_to = "docs"'),
        ("sensors", "timeout_secs = 0"),
        ("sensors", "timeout_secs = -1"),
        ("sensors", "timeout_secs = 1.5"),
        ("sensors", "timeout_secs = 1000000001"),
        ("sensors", "blocking = 1"),
        ("sensors", "timing = true"),
        ("sensors", "paths = [1]"),
        ("sensors", "auto = 2000-01-01"),
        ("workflows", 'guides = "G"'),
        ("completion_policies", 'require_fast_sensors = "true"'),
        ("escalation_rules", "message = []"),
    ],
)
def test_a_value_of_another_type_is_a_fault_of_its_key(table: str, line: str) -> None:
    [(code, subject)] = faults_of(f"[[{table}]]\n{MINIMAL[table]}\n{line}")
    assert code == "expected"
    assert subject.startswith(f"{table}[0].{line.split(' ')[0]}")


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("defaults = 1", "defaults"),
        ("[defaults]\nworkflow = 1", "defaults.workflow"),
        ("[defaults]\nmax_sensor_retries = -1", "defaults.max_sensor_retries"),
        ("guides = 1", "guides"),
        ("guides = ['a']", "guides[0]"),
        ("[guides]\nname = 'G'", "guides"),
    ],
)
def test_a_table_of_another_shape_is_a_fault(text: str, subject: str) -> None:
    assert faults_of(text) == [("expected", subject)]


def test_every_fault_of_the_shape_is_named_at_once() -> None:
    assert len(faults_of("[[guides]]\npriority = 'x'\n[[sensors]]\nname = 'S'\n[[workflows]]\nname = 3")) == 4


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"name = ", "toml"),
        (b"a = 1\na = 2", "toml"),
        (b"[[guides]]\nname = 'x\x00y'", "toml"),
        (b"\xef\xbb\xbf[defaults]", "toml"),
        (b"a = " + b"[" * 5000, "toml"),
        (b"a = " + b"9" * 5000, "toml"),
        (b"name = '\xff'", "encoding"),
        ("name = 'é'".encode("latin-1"), "encoding"),
    ],
)
def test_what_is_not_utf8_or_not_toml_is_a_fault_of_the_file(raw: bytes, code: str) -> None:
    assert faults_of(raw) == [(code, "")]


def test_the_fault_is_one_line_that_names_file_key_and_what_belongs_there() -> None:
    with pytest.raises(HarnessFault) as caught:
        parse(b"[[sensors]]\nname = 'S'\ncommand = 3")
    assert str(caught.value) == ".o4/harness.toml: sensors[0].command: must be a string"
    assert "문자열" in caught.value.line("ko")


def test_keys_that_nobody_reads_are_ignored_and_can_be_named() -> None:
    text = "colour = 1\n[defaults]\nspeed = 2\n[[sensors]]\nname = 'S'\ncommand = 'true'\nblockng = true\n"
    assert parse(text.encode()).sensors[0].blocking is False
    assert list(unknown_keys(read_toml(text.encode()))) == ["colour", "defaults.speed", "sensors[0].blockng"]
