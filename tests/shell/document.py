"""docs/contracts/shell-commands.md, written from the tables. `python -m tests.shell.document` renews it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from harness_runtime.boundary.shell import (
    find,
    index,
    jq,
    judge,
    options,
    sed,
    table_change,
    table_files,
    table_git,
    table_search,
    table_text,
    versions,
)

FILE = Path(__file__).parents[2] / "docs/contracts/shell-commands.md"

OPERANDS = {
    options.FILES: "files",
    options.NAMES: "files, by name or state",
    options.TEXT: "text",
    options.PATTERN_FILES: "a pattern, then files",
    options.NONE: "none",
    options.ONE_FILE: "at most one file",
}
VALUES = {"n": "NUMBER", "w": "WORD", "*": "TEXT", "p": "PATTERN", "r": "FILE"}

HEAD = """\
# Shell commands

What of the shell passes while a run is armed. This page is written from the tables of
`harness_runtime/boundary/shell` (`python -m tests.shell.document`); a test holds both together. What is not here is
denied, with the word that was not understood and, where there is one, a form that passes.

## The language

- Words: plain, in single or in double quotes, without `$`, backquotes, `~` and braces. `"…$?"` in `echo`; `HEAD~1`,
  `main^`, `@{1}` for git. A backslash at a line's end, and comments.
- Lists: `|`, `&&`, `||`, `;` and newlines. `cd DIR && …` and `cd DIR; …` for a folder of the workspace that is
  there; with CDPATH set, `cd ./DIR`. No `&`, `( )`, `{ }`, `!`, loops, conditions, functions, assignments,
  substitutions.
- Redirections, blanks around each: `> FILE`, `>> FILE`, `2> FILE` (they write FILE), `< FILE` (reads it), `2>&1`,
  `1>&2`, `>&2`, `&>/dev/null`. No `>|`, `<>`, `<<<`, `<( )`.
- Here-documents with a quoted delimiter (`<<'EOF'`), or with no `$`, backquote or backslash in the text.
- Globs `*`, `?`, `[a-z]` in words: what they match now is judged, at most 3,000 entries of folders a line. A link
  that leaves the workspace, a secret, or a name that begins with `-` refuses the line. In a command that changes
  files only the last name may be a pattern, and every name that it could match must be inside the boundary.
- `bash -lc 'TEXT'`, `sh -c 'TEXT'` (dash, zsh alike): judged as TEXT, four deep. `timeout N`, `nice`, `command`,
  `time`: as what they run. `set -euo pipefail`.
- An approved verification command, word for word and in its folder: see *Confined*.

A path that is a secret is refused everywhere. A program counts only when no folder of PATH inside the workspace holds
one of its name. Where a command may stand in several folders, all must pass. A line that makes a link, or moves what
the line made before, may not go on with paths. A folder is removed (`rm -r D`) or
renamed (`mv D D2`) whole where it holds at most 500 entries, each of which is judged and kept for undo; copied or
opened to others it is not: its files are named one by one. A link is made by an absolute target or one below its own
folder. Behind a command that may take as long as somebody wants (it walks a folder outside the workspace, refers back
in a regex, jumps back in sed, joins values in jq) a line changes nothing and runs neither git nor rg.

## Confined

One approved command a line. Behind it `2>&1`, streams to `/dev/null` and a pipeline of readers: they run confined
with it. Before it only what is a read, after it only builtins such as `echo $?`: it may have left behind what another
program would obey. `bash -lc '…'` may stand around it; `timeout N`, `nice`, `command` and `time` before it (not
`timeout --preserve-status`). The host then runs this in its place, and the agent may
write that, too; what it names is judged anew:

    cd web && …/harness-confine 3 -- 'npm test 2>&1 | tail -20'; echo $?

Where the person's config says `shell = "confined"`, a line that is only not understood is not denied but runs
confined as a whole. What that means is a denial by one of these rules:
{not_understood}.
It reads everything but secrets; it writes inside the boundary while a Plan is carried out, unless a sub-agent calls.
It has no network and needs an engine. A secret, a target outside the boundary and whatever else is known to be wrong
in it is denied as always. Nothing confined runs in the background.
"""


def render() -> str:
    parts = [HEAD.replace("{not_understood}", ", ".join(f"`{rule}`" for rule in judge.NOT_UNDERSTOOD))]
    for title, table in (
        ("Readers of text", table_text),
        ("Files, machine, words", table_files),
        ("Searching", table_search),
        ("Changing files", table_change),
    ):
        parts.append(f"## {title}\n\n{_reason(str(table.__doc__))}\n\n" + "\n".join(_family(table)))
    parts.append("## Programs with rules of their own\n\n" + "\n".join(_own()))
    parts.append(f"## git\n\n{_reason(str(table_git.__doc__))}\n\n" + "\n".join(_git()))
    parts.append("## Versions and help\n\n" + _reason(str(versions.__doc__)) + "\n\n" + "\n".join(_versions()))
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _reason(text: str) -> str:
    return text.partition("\n\n")[2].strip()


def _family(table: object) -> Iterator[str]:
    yield "| program | operands | options |"
    yield "|---|---|---|"
    rows = vars(table)["ROWS"] | vars(table)["EXACT"]
    for name in sorted(rows):
        operands, *_ = rows[name]
        shown = _options(rows[name], name in vars(table)["EXACT"])
        yield f"| {name} | {OPERANDS.get(operands, operands)} | {shown} |"


def _options(row: options.Row, exact: bool = False) -> str:
    model = options.Model("x", row, exact=exact)
    shown = [flag for flag in model.flags if flag not in ("--help", "--version")]
    shown += [f"{name} {VALUES[kind]}" for name, kind in model.values.items()]
    shown += [f"{name}[=…]" for name in model.optional]
    return " ".join(f"`{item}`" for item in shown) or "none"


def _own() -> Iterator[str]:
    yield f"- `find`: starting points, then {_words(find._ALONE)}; with a value {_words(find._WITH_VALUE)};"
    yield f"  with a file {_words(find._WITH_FILE)} `-newerXY`."
    yield f"- `sed`: {_options(sed._MODEL)} `-i`; scripts that print and edit the stream, without `r R w W e` and the"
    yield "  flags `e` and `w` of `s`. `-i` changes its files, and `-i.bak` the copies, too."
    yield f"- `jq`: {_options(jq._MODEL)} `--arg NAME TEXT` `--argjson NAME TEXT`;"
    yield f"  filters without {_words(jq._EVALUATED)}."
    yield f"- Always: {_words(index.HARMLESS)} `exit` `sleep N`. `test` and `[` without `-v` and `-R`, numbers"
    yield "  only where numbers are compared. `printf` without `-v` and `%n`, numbers only for numeric forms."
    yield f"- Refused as secrets: {_words(index.ENVIRONMENT_DUMPS)} `set`."


def _words(names: tuple[str, ...]) -> str:
    return " ".join(f"`{name}`" for name in names)


def _git() -> Iterator[str]:
    yield "Only in the repository at the workspace root, with no other git folder on the way up. Before the command:"
    yield "`--no-pager`, `--no-optional-locks`, `-P`, `-C DIR` inside the workspace, `-c` of a colour."
    yield ""
    yield "| command | operands | options |"
    yield "|---|---|---|"
    rows = table_git.ROWS | table_git.PAIRS
    for name in sorted(rows):
        yield f"| {name} | {rows[name][0]} | {_options(rows[name])} |"
    yield ""
    yield f"`git config` reads the keys {_words(tuple(table_git.KEYS.split()))} `branch.*.remote` `branch.*.merge`."


def _versions() -> Iterator[str]:
    for name, asked in sorted(versions.ASKED.items()):
        yield f"- `{name}`: {_words(asked)}"


if __name__ == "__main__":
    FILE.write_text(render(), "utf-8")
