"""Every guard is alive: switched off, at least one row of the corpus is judged otherwise.

`OPENS` holds the guards without which something passes that must not. `TELLS` holds those that have another guard
behind them, or that only choose what is said or allowed: without them the answer differs.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import pytest

from harness_runtime.boundary import addresses, call, child, confined, places, secrets, shell_call, tools
from harness_runtime.boundary.decision import Decision, Fault
from harness_runtime.boundary.shell import finding
from tests.corpus.stage import Row, Stage, rows

BOUNDARY = "harness_runtime.boundary"
Change = tuple[str, str, Any]


def nothing(*_: object, **__: object) -> None:
    """A guard that is never on."""


def only_nul(text: str) -> None:
    if "\0" in text:  # the system itself would refuse it
        raise Fault("name_encoding")


def never(*_: object, **__: object) -> bool:
    return False


def unread(text: str) -> list[str]:
    """A patch reader that takes what looks like a header, and minds nothing else."""
    heads = ("*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: ")
    found = [line[len(head) :] for line in text.split("\n") for head in heads if line.startswith(head)]
    return found or ["src/nothing.py"]


def walked(base: str, name: str) -> list[Any]:
    paths = importlib.import_module(f"{BOUNDARY}.paths")
    return [paths.resolve(paths.join(base, name))]


def textual(base: str, name: str) -> list[Any]:
    paths = importlib.import_module(f"{BOUNDARY}.paths")
    return [paths.resolve(paths.without_dots(paths.join(base, name)))]


def everywhere(name: str, value: object, modules: str) -> list[Change]:
    return [(module, name, value) for module in modules.split()]


def same(text: str) -> str:
    return text


OPENS: dict[str, list[Change]] = {
    "child": [("decide", "child_hint", lambda *_: "")],
    "child, in the input": [
        ("decide", "child_hint", lambda event, _: child.child_hint({**event, "tool_input": 0}, False))
    ],
    "held": [("call", "refuse_held", nothing)],
    "suspended": [("call", "refuse_suspended", nothing)],
    "policy: schema": [("call", "check_schema", nothing)],
    "policy: identity": [("call", "check_identity", nothing)],
    "policy: artifact": [("call", "check_artifact", nothing)],
    **{
        f"policy: {key}": [("call", "_EQUAL", tuple(other for other in call._EQUAL if other != key))]
        for key in call._EQUAL
    },
    "cwd_outside": [("targets", "check_cwd", nothing)],
    "secret": everywhere("refuse_secret", nothing, "decide targets"),
    "special_file, read": [("decide", "refuse_special", nothing)],
    "special_file, written": [("targets", "refuse_no_file", nothing)],
    "hard_link": [("targets", "refuse_hard_link", nothing)],
    "is_directory, by its spelling": everywhere("names_directory", never, "decide targets"),
    "symlink": [("paths", "_LINK", -1)],
    "dots, walked": [("targets", "resolve_both", textual)],
    "dots, by text": [("targets", "resolve_both", walked)],
    "readings of a field": [("targets", "field_readings", lambda name, _: [name])],
    "name_encoding": everywhere("check_name", only_nul, "paths targets call"),
    "never_writable": [("targets", "never_writable", never)],
    "listed_only": [("targets", "listed_only", never)],
    "aliases": [("targets", "refuse_aliases", nothing)],
    "aliases: reserved": [("targets", "NEVER_AT_ROOT", ())],
    "aliases: listed": [("targets", "LISTED_AT_ROOT", ())],
    "aliases: git folders": [("targets", "_is_in_git_folder", never)],
    "folding": everywhere("fold", same, "places secrets") + everywhere("fold_path", same, "places secrets"),
    "patch_grammar": [("patch", "patch_targets", unread)],
    "delegate mode": [("tools", "delegate_fault", lambda _: "")],
    "search": [("search", "check_search", nothing)],
    "search: secret folders": [("search", "holds_secret", never)],
    "local_address": [("addresses", "is_nearby", never)],
    "web addresses": [("addresses", "check_url", nothing)],
    "secrets: data keys": [("secrets", "_is_data_key", never)],
    "secrets: home": [("secrets", "_is_home_secret", never)],
    "secrets: processes": [("secrets", "_is_process_secret", never), ("paths", "_PLAIN_PROC_LINKS", ("/proc",))],
    "secrets: names": [("secrets", "_has_secret_name", never)],
    "secrets: the project's": [("secrets", "_by_added_rules", nothing)],
    "confinement: an engine": [("shell_call", "check_engine", nothing)],
    "confinement: nothing goes on by itself": [("shell_call", "_refuse_background", nothing)],
    "confinement: a held session": [("shell_call", "refuse_held", nothing), ("call", "refuse_held", nothing)],
    "confinement: what is known to be wrong": [("shell_call", "is_not_understood", lambda _: True)],
    "git: what the repository holds": [("shell.git_facts", "check_facts", nothing)],
    "shell: readers that wait": [("shell.judge", "OBEYING", ())],
    "read_tools: the table comes first": [("tools", "TOOLS", {"Read": tools.TOOLS["Read"]})],
}

TELLS: dict[str, list[Change]] = {
    "is_directory": [("targets", "refuse_directory", nothing)],  # a folder has several links, too
    "no_authority": [("call", "KIND_OF_PHASE", dict.fromkeys(("planning", "review", "implement"), "plan"))],
    "a held session says so": [("decide", "held_or", lambda _, fault: fault)],
    "the tool's own arguments": [("child", "OWN_ARGUMENTS", ())],
    "templates of secrets": [("secrets", "TEMPLATES", ())],
    "the plugin is readable": [("secrets", "_is_plugin_file", never)],
    "agents with the talk": [("tools", "starts_fresh", lambda *_: True)],
    "who starts an agent": [("tools", "STARTS_AGENT", ())],
}

# Tables: without any one entry some row is judged otherwise.
TABLES: dict[str, tuple[str, str, tuple[Any, ...]]] = {
    "child hints": ("child", "HINTS", child.HINTS),
    "secret names": ("secrets", "NAMES", secrets.NAMES),
    "secrets of the home": ("secrets", "HOME", secrets.HOME),
    "keys of evidence": ("secrets", "DATA_KEYS", secrets.DATA_KEYS),
    "never writable": ("places", "NEVER", places.NEVER),
    "never writable, in a folder": ("places", "NEVER_PAIRS", places.NEVER_PAIRS),
    "names nearby": ("addresses", "NEARBY", addresses.NEARBY),
    "networks": ("addresses", "NETWORKS", addresses.NETWORKS),
    "modes of a delegate": ("tools", "DELEGATE_MODES", tools.DELEGATE_MODES),
    "said better": ("shell.finding", "TOLD_BETTER", finding.TOLD_BETTER),
    "what only reads": ("shell_call", "WITHOUT_WRITES", shell_call.WITHOUT_WRITES),
    "engines": ("confined", "ENGINES", confined.ENGINES),
}
ENTRIES = [
    pytest.param(module, name, entries, entry, id=f"{title}: {entry}")
    for title, (module, name, entries) in TABLES.items()
    for entry in entries
]

# Another entry or another table stands behind these.
BEHIND = {
    ("NEVER", "git~1"): "begins as a short name of .git, too",
    ("HOME", ".codex/auth.json"): "counts below the host's own folder, wherever that is",
    ("HOME", ".claude/.credentials.json"): "the same",
    ("HOME", ".claude/history.jsonl"): "the same",
    ("HOME", ".claude/projects"): "the same",
    ("HOME", ".ssh"): "a secret by its name anywhere",
    ("HOME", ".gnupg"): "the same",
}


@pytest.fixture(scope="module")
def usual(stage: Stage) -> dict[str, Decision]:
    return {row.where: row.judge(stage) for row in rows()}


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch, stage: Stage, usual: dict[str, Decision]) -> Callable[..., Any]:
    """Switch off, judge everything again, and tell the rows that differ: (row, before, after)."""

    def judge(changes: list[Change]) -> list[tuple[Row, Decision, Decision]]:
        for module, name, value in changes:
            monkeypatch.setattr(importlib.import_module(f"{BOUNDARY}.{module}"), name, value)
        found = []
        for row in rows():
            before, after = usual[row.where], row.judge(stage)
            if (before.verdict, before.rule) != (after.verdict, after.rule):
                found.append((row, before, after))
        return found

    return judge


@pytest.mark.parametrize("changes", OPENS.values(), ids=OPENS.keys())
def test_without_this_guard_something_passes(without: Callable[..., Any], changes: list[Change]) -> None:
    opened = [
        row.where for row, before, after in without(changes) if (before.verdict, after.verdict) == ("deny", "allow")
    ]
    assert opened, "nobody notices that this guard is off"


@pytest.mark.parametrize("changes", TELLS.values(), ids=TELLS.keys())
def test_without_this_guard_the_answer_differs(without: Callable[..., Any], changes: list[Change]) -> None:
    assert without(changes), "nobody notices that this is off"


@pytest.mark.parametrize(("module", "name", "entries", "entry"), ENTRIES)
def test_no_entry_of_a_table_is_idle(
    without: Callable[..., Any], module: str, name: str, entries: tuple[Any, ...], entry: Any
) -> None:
    rest = tuple(other for other in entries if other != entry)
    assert bool(without([(module, name, rest)])) is ((name, entry) not in BEHIND)


RULES = ("deny_write", "listed_only", "secret", "not_secret", "read_tools", "guard_changed")


@pytest.mark.parametrize("rule", RULES)
def test_every_added_rule_counts(stage: Stage, usual: dict[str, Decision], rule: str) -> None:
    changed = []
    for row in rows():
        if row.rules and rule in row.rules:
            bare = Row(
                **{
                    **vars(row),
                    "where": f"{row.where} without {rule}",
                    "rules": {key: value for key, value in row.rules.items() if key != rule},
                }
            )
            changed += [row.where] * (bare.judge(stage).verdict != usual[row.where].verdict)
    assert changed


@pytest.mark.parametrize("tool", tools.TOOLS)
def test_every_tool_of_the_table_is_judged_as_what_it_is(
    stage: Stage, usual: dict[str, Decision], monkeypatch: pytest.MonkeyPatch, tool: str
) -> None:
    monkeypatch.setattr(tools, "TOOLS", {name: model for name, model in tools.TOOLS.items() if name != tool})
    changed = [
        row.where
        for row in rows()
        if row.payload["tool_name"] == tool and row.judge(stage).verdict != usual[row.where].verdict
    ]
    assert changed
