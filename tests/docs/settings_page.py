"""docs/configuration.md, made from the published schemas of the three settings files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SCHEMAS = ROOT / "docs/contracts/schemas"

PAGE = """\
# Configuration

<!-- Made by `make docs` from docs/contracts/schemas. Change the models, not this page. -->

Three files, and no more. None is needed: without them everything has its default.

| file | whose | what it may do |
|---|---|---|
| `config.json` in the data folder | yours, for this machine; one for each host | choose, and widen |
| `.harness/guard.json` in a project | the repository's | take away; once trusted, also [chains](chains/build.md) |
| `.o4/harness.toml` in a project | the repository's, once you have trusted this very content | guides and checks |

The data folder is `~/.codex/plugins/data/harness-harness` for Codex and
`~/.claude/plugins/data/harness-harness` for Claude Code; `PLUGIN_DATA` names another one. Who uses both hosts writes
`config.json` twice. Where a command in a terminal belongs to no session (`panel`), Codex's counts, unless `--data`
says otherwise.

A file that is not valid is never half obeyed: a run does not start, and the refusal names the file, the key and what
belongs there. `agent` and `tools` stand in both JSON files: your value holds, a project can only make it stricter.

`model` and `harness` (chains) stand in both as well. A project's file may name models; its commands, its addresses
and its chains count once you trusted that very content (`harness-state trust`). More in [models](loop/models.md) and
[chains](chains/reference.md).

| variable | what it does |
|---|---|
| `HARNESS_LANG` | `ko` or `en`, for one process; before `language` |
| `LC_ALL`, `LC_MESSAGES`, `LANG` | the terminal's language where neither says one, and what `install` proposes |
| `PLUGIN_DATA`, `CLAUDE_PLUGIN_DATA` | the data folder; the hosts set them for their hooks |
| `CODEX_HOME`, `CLAUDE_CONFIG_DIR` | where a host keeps its own folder |
| `CODEX_BIN`, `CLAUDE_BIN` | the host's program, for `install`, `upgrade`, `uninstall` and `doctor` |

## `config.json`

No agent can write it in a run. It is read when a run begins and at each gate.

```json
{
  "language": "en",
  "approval": "terminal",
  "read_tools": ["mcp__github__get_issue"],
  "agent": {"repeat_limit": 4}
}
```

@config@

## `.harness/guard.json`

It is sealed into a run: when it changes meanwhile, writes are denied until the next gate. Globs are relative to the
project: `*` and `?` stay in one folder, `**` crosses any depth.

```json
{
  "deny_write_paths": ["migrations/**"],
  "approval_required_paths": ["src/api.py"],
  "secret_paths": ["vault/**"],
  "verification_commands": ["make test"],
  "review_required": true,
  "max_risk": "Medium"
}
```

@guard@

## `.o4/harness.toml`

Counts only after `harness-state trust`. `harness-state audit` finds what is wrong with it; unknown keys are ignored,
and named there. A file to begin with; the rules and a longer one stand in
[guides and sensors](contracts/guides-and-sensors.md).

```toml
[defaults]
workflow = "everyday"

[[guides]]
name = "Layout"
text = "Code is in src, its tests are in tests. A new function comes with a test."

[[sensors]]
name = "tests"
command = "make test"
blocking = true
fix_hint = "Mend the first failure, then run it again."

[[workflows]]
name = "everyday"
guides = ["Layout"]
sensors = ["tests"]
```

@harness-toml@
"""


@dataclass(frozen=True)
class Row:
    """One key of a settings file, as a line of its table."""

    key: str
    kind: str
    default: str
    meaning: str


def page() -> str:
    text = PAGE
    for name in ("config", "guard", "harness-toml"):
        text = text.replace(f"@{name}@", _table(list(rows(name))))
    return text


def rows(name: str) -> Iterator[Row]:
    """Every key of this file, the innermost ones of objects by their whole path."""
    schema = json.loads((SCHEMAS / f"{name}.json").read_text("utf-8"))
    yield from _rows(schema, schema.get("$defs", {}), "")


def _rows(part: dict[str, Any], defs: dict[str, Any], before: str) -> Iterator[Row]:
    required = part.get("required", [])
    for name, field in part.get("properties", {}).items():
        key = f"{before}{name}"
        inner = _resolved(field, defs)
        entry = _resolved(inner.get("items", {}), defs)
        if "properties" in inner:
            yield from _rows(inner, defs, f"{key}.")
        elif "properties" in entry:
            yield Row(f"{key}[]", "list of objects", "empty", _meaning(field, inner))
            yield from _rows(entry, defs, f"{key}[].")
        else:
            yield Row(
                key,
                _kind(inner, defs),
                "**required**" if name in required else _default(field),
                _meaning(field, inner) or _meaning(part, {}),
            )
            for choice in _choices(inner, defs):
                yield from _rows(choice, defs, f"{key}{'[]' if inner.get('type') == 'array' else ''}.")


def _resolved(part: dict[str, Any], defs: dict[str, Any]) -> dict[str, Any]:
    """What `$ref` points at; `X | null` as X."""
    if "$ref" in part:
        return {
            **_resolved(defs[part["$ref"].rpartition("/")[2]], defs),
            **{k: v for k, v in part.items() if k != "$ref"},
        }
    others = [choice for choice in part.get("anyOf", []) if choice.get("type") != "null"]
    if len(others) == 1 and "anyOf" in part:
        return {**_resolved(others[0], defs), **{k: v for k, v in part.items() if k != "anyOf"}}
    return part


def _choices(part: dict[str, Any], defs: dict[str, Any]) -> list[dict[str, Any]]:
    """The forms with keys of their own among several, of a value or of a list's entries."""
    among = part.get("items", part) if part.get("type") == "array" else part
    found = [_resolved(choice, defs) for choice in among.get("anyOf", []) + among.get("oneOf", [])]
    return [choice for choice in found if "properties" in choice]


def _kind(part: dict[str, Any], defs: dict[str, Any]) -> str:
    part = _resolved(part, defs)
    if "enum" in part or "const" in part:
        return " or ".join(f"`{json.dumps(value)}`" for value in part.get("enum", [part.get("const")]))
    if choices := part.get("anyOf", []) + part.get("oneOf", []):
        return " or ".join(dict.fromkeys(_kind(choice, defs) for choice in choices))
    match part.get("type"):
        case "boolean":
            return "true or false"
        case "integer" | "number" as kind:
            return _number("whole number" if kind == "integer" else "number", part)
        case "array":
            return f"list of {_plural(_kind(part.get('items', {}), defs))}"
        case "object":
            return "object"
        case kind:
            return str(kind or "any value")


def _number(kind: str, part: dict[str, Any]) -> str:
    least, most = part.get("minimum"), part.get("maximum")
    if least is not None and most is not None:
        return f"{kind}, {least:,} to {most:,}"
    return f"{kind}, at least {least:,}" if least is not None else kind


def _plural(kind: str) -> str:
    return {"string": "strings", "object": "objects", "whole number": "whole numbers"}.get(kind, kind)


def _default(field: dict[str, Any]) -> str:
    value = field.get("default")
    if value is None:
        return "none"
    return "empty" if value in ([], {}, "") else f"`{json.dumps(value)}`"


def _meaning(field: dict[str, Any], inner: dict[str, Any]) -> str:
    if field.get("title") == "Schema Version":
        return "version of the file's form"
    return " ".join((field.get("description") or inner.get("description") or "").split())


def _table(found: list[Row]) -> str:
    lines = ["| key | value | default | meaning |", "|---|---|---|---|"]
    for row in found:
        cells = (f"`{row.key}`", row.kind, row.default, row.meaning)
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines)
