"""How an approved command stands in its line, so that it can be run confined there. Hot for the calls that run one.

What the line reads before it has been judged, and stays where it is; behind it only builtins may stand. The
command's own streams and the pipeline that reads it go with it: outside, `tail` would cut off the last line that
proves the run.
"""

from __future__ import annotations

from harness_runtime.boundary.confined import MERGED, NETWORKS, VERIFICATION, Confined
from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.shell.parser import parse
from harness_runtime.boundary.shell.syntax import Command, Step
from harness_runtime.wire.rewrite import joined

PROGRAM = "harness-confine"
PIPEFAIL = "pipefail"  # of the shell outside; the one that reads the command's output does not know of it
MAX_DEPTH = 4
# What may follow in the line: it was judged on the files as they were, and the confined command may have planted a
# repository, a program or an ignore file that another program would obey outside.
AFTERWARDS = (":", "true", "false", "echo", "printf", "exit", "test", "[")
_SHELLS = ("bash", "sh", "dash", "zsh")


class Standing:
    """`lead` and `trail` are what stands before and behind in the line, `streams` the command's own redirections,
    `rest` the pipeline after it: `cd src && `, `; echo $?`, `2>&1`, ` | tail -20`."""

    __slots__ = ("lead", "rest", "streams", "trail")

    def __init__(self, lead: str, streams: str, rest: str, trail: str) -> None:
        self.lead = lead
        self.streams = streams
        self.rest = rest
        self.trail = trail


def standing(text: str, words: list[str]) -> Standing:
    """Where the command of these words stands in a line that has been judged. Fault where it cannot run confined."""
    found = _standing(text, words, MAX_DEPTH)
    if found is None:
        raise _fault(" ".join(words))
    return found


def approved(argv: list[str], entry: dict[str, object], stands: Standing, cwd: str, network: object) -> Confined:
    """A verification command of the policy as it stands in its line; `cwd` is resolved, `network` the policy's."""
    text = " ".join(filter(None, (joined(argv), stands.streams))) + stands.rest
    confined = Confined(VERIFICATION, text, cwd, writable=True)
    confined.lead, confined.trail = stands.lead, stands.trail
    if stands.streams in ("", MERGED):
        confined.argv = argv
        confined.rest = f"{stands.streams}{stands.rest}".strip()
        confined.words = [] if confined.rest else argv
    else:  # to /dev/null and the like: a shell opens them and becomes the command
        confined.argv = ["/bin/sh", "-c", f'exec "$@" {stands.streams}', "sh", *argv]
        confined.rest = stands.rest.strip()
    env = entry.get("env")
    confined.env = {str(name): str(value) for name, value in env.items()} if isinstance(env, dict) else {}
    confined.command = str(entry.get("command") or joined(argv))
    confined.evidence = entry.get("evidence", True) is True
    confined.network = str(network) if network in NETWORKS else "none"
    return confined


def _standing(text: str, words: list[str], depth: int) -> Standing | None:
    steps = parse(text).steps
    standings = [_in_step(text, step, words, depth) for step in steps]
    places = [place for place in standings if place is not None]
    if len(places) > 1 or any(command.documents for step in steps for command in step.commands):
        raise _fault("<<" if len(places) == 1 else " ".join(words))
    if places and places[0].rest and PIPEFAIL in places[0].lead:
        raise _fault(PIPEFAIL)
    if not places:
        return None
    for step in steps[standings.index(places[0]) + 1 :]:
        for command in step.commands:
            if command.words and command.words[0].text not in AFTERWARDS:
                raise Fault("shell_unmodeled", command.words[0].text, hint="verification_last")
    return places[0]


def _in_step(text: str, step: Step, words: list[str], depth: int) -> Standing | None:
    first, last = step.commands[0], step.commands[-1]
    own = [word.text for word in first.words]
    rest = "".join(f" | {text[command.start : command.end]}" for command in step.commands[1:])
    around = text[: first.start], text[last.end :]
    if own == words:
        return Standing(around[0], _streams(text, first), rest, around[1])
    if not own or own[0].rpartition("/")[2] not in _SHELLS or not depth:
        return None
    from harness_runtime.boundary.shell.wrappers import shell_script

    script = shell_script(own[0], own[1:])
    inner = _standing(script, words, depth - 1)
    if inner is None:
        return None
    streams = _streams(text, first)
    has_two = (streams or rest) and (inner.streams or inner.rest)
    if has_two or inner.trail.strip() or not _only_moves(inner.lead) or (PIPEFAIL in own and (inner.rest or rest)):
        raise _fault(own[0])
    return Standing(around[0], inner.streams or streams, inner.rest or rest, around[1])


def _only_moves(lead: str) -> bool:
    """`cd DIR && ` and nothing else: the ticket holds the folder."""
    steps = parse(f"{lead}true").steps
    return all(step.commands[0].words[0].text == "cd" for step in steps[:-1])


def _streams(text: str, command: Command) -> str:
    """What stands behind the last word, its blanks made single."""
    if command.both:  # dash reads `&>` as a background job
        if len(command.redirections) > 1 or command.joined:
            raise _fault("&>")
        return "> /dev/null 2>&1"
    behind = text[command.words[-1].end : command.end]
    alone = parse(f"x{behind}").steps[0].commands[0]
    if alone.joined != command.joined or len(alone.redirections) != len(command.redirections):
        raise _fault("2>&1")  # some stand between the words
    return " ".join(behind.replace("\\\n", " ").split())


def _fault(subject: str) -> Fault:
    return Fault("shell_unmodeled", subject, hint="verification_form")


def unwrapped(text: str) -> str | None:
    """The line without its one `harness-confine N --`, None when it has none. What it runs is judged anew."""
    found = [
        command
        for step in parse(text).steps
        for command in step.commands
        if command.words and command.words[0].text.rpartition("/")[2] == PROGRAM
    ]
    if len(found) != 1 or len(found[0].words) < 4 or not _is_number(found[0]) or found[0].words[2].text != "--":
        return None
    words = found[0].words
    content = words[3].text if len(words) == 4 else text[words[3].start : words[-1].end]
    return f"{text[: words[0].start]}{content}{text[words[-1].end :]}"


def _is_number(command: Command) -> bool:
    number = command.words[1].text
    return number.isascii() and number.isdigit()
