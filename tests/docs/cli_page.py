"""docs/cli.md, made from click's own tree and from the published schemas."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SCHEMAS = ROOT / "docs/contracts/schemas"
# What is not called like its verb.
PRINTED_BY = {
    "approve": ("moved",),
    "cancel": ("moved",),
    "off": ("moved", "turned-off"),
    "rollback": ("rollback", "rollback-diff"),
    "install": ("checks",),
    "upgrade": ("checks",),
    "uninstall": ("checks",),
    "doctor": ("checks",),
    "untrust": ("trust",),
    "trusted": ("trust",),
    **{f"chain {verb}": ("chain",) for verb in ("select", "status", "stop")},
}

HEAD = """\
# `harness-state`

<!-- Made by `make docs` from the program itself. Change the program, not this page. -->

What a person does in a terminal. All commands take `--json` where they print something for machines; each JSON answer
begins with `"schema_version": 1` and keeps its keys.

Exit codes: **0** fine, **1** a finding (a broken ledger, a failed sensor, a denied call, an error of `doctor`), **2**
wrong input, told in one line on stderr. *Terminal only*: the command refuses without a terminal, and inside an
agent's session.

`SESSION` is a session's id or its beginning. Where it may be left out, the newest session of this workspace is meant.

Completion with the tab key, in the file that your shell reads when it starts:

| shell | line |
|---|---|
| bash | `eval "$(_HARNESS_STATE_COMPLETE=bash_source harness-state)"` |
| zsh | `eval "$(_HARNESS_STATE_COMPLETE=zsh_source harness-state)"` |
| fish | `_HARNESS_STATE_COMPLETE=fish_source harness-state \\| source` |

"""

_DUMP = """
import json, click
from harness_runtime.cli.main import VERBS, program

def told(command, context):
    parts = [p for p in command.params if not getattr(p, "hidden", False)]
    return {
        "help": command.help or "",
        "usage": " ".join(command.collect_usage_pieces(context)),
        "options": [[*p.get_help_record(context)] for p in parts if isinstance(p, click.Option)],
        "spellings": [o for p in parts for o in (*p.opts, *p.secondary_opts) if isinstance(p, click.Option)],
        "verbs": {
            name: told(inner, click.Context(inner, parent=context, info_name=name))
            for name, inner in getattr(command, "commands", {}).items()
        },
    }

root = click.Context(program, info_name="harness-state", max_content_width=10_000)
found = {name: told(program.get_command(root, name), click.Context(program.get_command(root, name), parent=root,
         info_name=name)) for name in VERBS}
print(json.dumps(found))
"""


def tree() -> dict[str, Any]:
    """Every verb with its usage, its options and its own verbs, in English: the program reads its language once."""
    done = subprocess.run(
        [sys.executable, "-c", _DUMP],
        env={**os.environ, "HARNESS_LANG": "en"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def page() -> str:
    return HEAD + "\n".join(_section((name,), told) for name, told in tree().items())


def _section(path: tuple[str, ...], told: dict[str, Any]) -> str:
    name = " ".join(path)
    lines = [f"{'#' * (len(path) + 1)} {name}", "", f"{_plain(told['help'])}.", ""]
    if not told["verbs"]:
        lines += ["```", f"harness-state {name} {told['usage']}".rstrip(), "```", ""]
        lines += _options(told["options"])
        lines += _schemas(path)
    return "\n".join(lines + [_section((*path, inner), more) for inner, more in told["verbs"].items()])


def _options(options: list[list[str]]) -> list[str]:
    told = [[spelling, meaning] for spelling, meaning in options if spelling != "--help"]
    rows = [f"| `{_cell(spelling)}` | {_cell(_plain(meaning))} |" for spelling, meaning in told]
    return ["| option | |", "|---|---|", *rows, ""] if rows else []


def _schemas(path: tuple[str, ...]) -> list[str]:
    names = PRINTED_BY.get(" ".join(path)) or PRINTED_BY.get(path[0], ("-".join(path),))
    links = [f"[{name}](contracts/schemas/{name}.json)" for name in names if (SCHEMAS / f"{name}.json").is_file()]
    return [f"`--json` prints {' or '.join(links)}.", ""] if links else []


def _plain(text: str) -> str:
    return " ".join(text.split())


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
