"""Has a reviewer read the change? Each line of its call records, by its parts (contract: Review). Cold.

It says what a call was made to show, not what a model took in: a refusal here is about calls that show nothing of the
change. A part that cannot be parsed counts as far as it was parsed; what a record has left out counts for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from os.path import join, lexists, normpath
from typing import Any

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.shell.index import family_of, model_of
from harness_runtime.boundary.shell.options import Model, names, split
from harness_runtime.boundary.shell.parser import parse
from harness_runtime.boundary.shell.syntax import Command, Script, Step
from harness_runtime.boundary.shell.table_git import GLUED, ROWS, is_exclusion
from harness_runtime.events.gate.proves_nothing import SHELLS, WRAPPERS, wrapped_words
from harness_runtime.session.glob_walk import covers

READING = ("read", "execute")  # a sub-agent's confined command only reads
NAME_ONLY = ("LS", "Glob")  # tools that name a file and show nothing of it
CUT = "…"  # stands in a record for what did not fit
MAX_DEPTH = 4

SHOWING = names(
    "cat tac head tail nl cut sort uniq rev fold fmt expand unexpand column paste od hexdump hd xxd strings diff"
)
SEARCHING = names("grep egrep fgrep rg")  # the first operand is the pattern
BY_SCRIPT = names("sed jq")  # the first operand is the script
RESHAPING = names("tr")  # takes no file
ENDS = names("exit exec return false")
# With these options nothing of a file's text is shown.
_TOTALS = names(
    "-q -c -l -L --quiet --silent --count --count-matches --files --files-with-matches --files-without-match"
)
SILENT = {"diff": names("-q --brief"), "sort": names("-c --check"), **dict.fromkeys(SEARCHING, _TOTALS)}
# git diff: what shows a patch, what shows something else in its place, and what shows none of the working tree.
PATCH = names("-p -u --patch --patch-with-stat -U --unified")
IN_PLACE = names(
    "--stat --numstat --shortstat --name-only --name-status --summary --raw --compact-summary --dirstat --check"
)
NOTHING = names("-s --no-patch --quiet --cached --staged")


@dataclass(frozen=True)
class Changed:
    """`paths`, relative to `root`, are what the run has changed as far as calls and copies tell; where they tell
    nothing, any file that the globs of `boundary` cover stands for it."""

    root: str
    paths: tuple[str, ...]
    boundary: tuple[str, ...]

    def holds(self, path: str) -> bool:
        """A record may name a path from another folder: what stands before it makes no difference."""
        path = self.inside(path)
        if not self.paths:
            return covers(self.boundary, path)
        return any(path == changed or path.endswith(f"/{changed}") for changed in self.paths)

    def inside(self, path: str) -> str:
        return normpath(path).removeprefix(f"{self.root}/")


def has_read(agent_id: str, calls: Iterable[dict[str, Any]], changed: Changed) -> bool:
    """Did one of this agent's calls show the diff, or a changed file?"""
    return any(
        _shows(call, changed)
        for call in calls
        if call.get("agent") == agent_id and call["kind"] in READING and call["verdict"] == "allow"
    )


def _shows(call: dict[str, Any], changed: Changed) -> bool:
    subject = str(call["subject"])
    if call.get("tool") == "Bash":
        return _line_shows(subject, "", changed, MAX_DEPTH)
    return call.get("tool") not in NAME_ONLY and changed.holds(subject)


def _line_shows(text: str, folder: str, changed: Changed, depth: int) -> bool:
    whole, cut, _ = text.partition(CUT)
    for step in _steps(parse(whole), is_cut=bool(cut)):
        words = [word.text for word in step.commands[0].words]
        if step.joiner == "||":  # it may never have run
            continue
        if words[:1] == ["cd"]:
            folder = join(folder, words[-1])
        elif words and words[0] in ENDS:
            return False
        elif _pipeline_shows(whole, step, folder, changed, depth):
            return True
    return False


def _steps(script: Script, *, is_cut: bool) -> list[Step]:
    """Where the record is cut the last part is not whole, and behind an open quotation nothing is known."""
    if not is_cut:
        return script.steps
    return [] if script.fault is not None else script.steps[:-1]


def _pipeline_shows(text: str, step: Step, folder: str, changed: Changed, depth: int) -> bool:
    """One of its commands shows the change, and the others let it through."""
    passed = not any(_is_silenced(text, command) for command in step.commands)
    return (
        passed
        and all(_passes_on([word.text for word in command.words]) for command in step.commands[1:])
        and any(
            _command_shows(command, [word.text for word in command.words], folder, changed, depth)
            for command in step.commands
        )
    )


def _is_silenced(text: str, command: Command) -> bool:
    """Its output goes into a file. The parser does not say which stream a redirection is of."""
    return any(
        operator.startswith(">") and (command.both or not re.search(r"(^|\s)2>{1,2}\s*$", text[: target.start]))
        for operator, target in command.redirections
    )


def _passes_on(words: list[str]) -> bool:
    program = words[0] if words else ""
    known = program in SHOWING + SEARCHING + BY_SCRIPT + RESHAPING
    return known and not any(word in SILENT.get(program, ()) for word in words)


def _command_shows(command: Command, words: list[str], folder: str, changed: Changed, depth: int) -> bool:
    program, rest = (words[0].rpartition("/")[2], words[1:]) if words else ("", [])
    if program in WRAPPERS and depth:
        asks = program == "command" and rest[:1] in (["-v"], ["-V"])
        return not asks and _command_shows(command, wrapped_words(rest), folder, changed, depth - 1)
    if program in SHELLS and depth:
        has_text = len(rest) > 1 and any("c" in word for word in rest[:-1] if word.startswith("-"))
        return has_text and _line_shows(rest[-1], folder, changed, depth - 1)
    if program == "git":
        return _git_shows(rest, folder, changed)
    if program not in SHOWING + SEARCHING + BY_SCRIPT:
        return False
    globs = {word.text for word in command.words if word.globs}
    files = [*_files(program, rest), *(target.text for operator, target in command.redirections if operator == "<")]
    return any(
        any(covers([normpath(join(folder, file))], path) for path in changed.paths)
        if file in globs
        else changed.holds(join(folder, file))
        for file in files
    )


def _files(program: str, words: list[str]) -> list[str]:
    """The operands of which it shows something."""
    if program in BY_SCRIPT:
        given = any(word in ("-e", "-f", "--expression") for word in words)
        return [word for word in words if not word.startswith("-")][0 if given else 1 :]
    try:
        found = split(model_of(program, family_of(program)), words)
    except Fault:
        return []
    if found.has(*SILENT.get(program, ()), "--help", "--version"):
        return []
    patterned = program in SEARCHING and not found.has("-e", "--regexp")
    return found.operands[1 if patterned else 0 :]


def _git_shows(words: Sequence[str], folder: str, changed: Changed) -> bool:
    """Nothing is committed in a run, so the change is what differs from a revision, not what one holds."""
    at = 0
    while at < len(words) and words[at].startswith("-"):
        if words[at] == "-C" and at + 1 < len(words):
            folder = join(folder, words[at + 1])
        at += 2 if words[at] in ("-C", "-c") else 1
    name, rest = (words[at], list(words[at + 1 :])) if at < len(words) else ("", [])
    end = rest.index("--") if "--" in rest else len(rest)
    options = [word for word in rest[:end] if not word.startswith(GLUED)]
    if name not in ("diff", "blame", "annotate"):
        return False
    try:
        found = split(Model(f"git {name}", ROWS[name], numeric=True), options)
    except Fault:
        return False
    if name != "diff":
        return any(changed.holds(join(folder, operand)) for operand in [*found.operands, *rest[end + 1 :]])
    if found.has(*NOTHING) or (found.has(*IN_PLACE) and not found.has(*PATCH)):
        return False
    paths = [operand for operand in found.operands if _is_path(operand, folder, changed)]
    revisions = [operand for operand in found.operands if operand not in paths]
    if len(revisions) > 1 or any(".." in revision for revision in revisions):
        return False
    return _diff_holds([*paths, *rest[end + 1 :]], folder, changed)


def _is_path(operand: str, folder: str, changed: Changed) -> bool:
    """As git tells it from a revision: it is there."""
    return operand.startswith(":") or "*" in operand or lexists(join(changed.root, folder, operand))


def _diff_holds(specs: Sequence[str], folder: str, changed: Changed) -> bool:
    """Does a diff of these pathspecs, of all when there are none, show something of the change?"""
    left_out = [spec.split(")", 1)[-1].lstrip(":!^") for spec in specs if is_exclusion(spec)]
    wanted = [spec for spec in specs if not is_exclusion(spec)]
    if not changed.paths:
        return True
    return any(
        (not wanted or any(_is_below(spec, folder, path, changed) for spec in wanted))
        and not any(_is_below(spec, folder, path, changed) for spec in left_out)
        for path in changed.paths
    )


def _is_below(spec: str, folder: str, path: str, changed: Changed) -> bool:
    top = spec.startswith((":/", ":(top)"))
    spec = spec.removeprefix(":(top)").removeprefix(":/") if top else join(folder, spec)
    spec = changed.inside(spec or ".")
    return spec in (".", path, changed.root) or path.startswith(f"{spec}/") or fnmatchcase(path, spec)
