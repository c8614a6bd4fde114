"""Commands that a person types as a prompt: `$harness:steer …` and kin (contract: Commands as prompts).

The whole prompt is the command: it begins with the verb in one of its spellings, and what follows is the argument.
Speaker and session are the caller's business: only a person's root prompt commands.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

VERBS = ("steer", "rollback", "guard", "goal", "learn", "panel", "chain")
OTHERS = ("harness", "audit", "off")  # not answered as commands here, and no mistake
HELP = "help"

MAX_INDENT = 3
MAX_WORD = 40

_NAMES = "|".join(VERBS)
_FORMS = re.compile(
    rf"(?:\[\$harness:(?P<link>{_NAMES})\]\((?:[^()\n]|\([^()\n]*\))*/skills/(?P=link)/SKILL\.md>?\)"
    rf"|\$harness:(?P<token>{_NAMES}))(?=\s|$)"
)
_SLASHED = re.compile(rf"/harness:(?P<name>{_NAMES})(?=\s|$)")
_ANY = re.compile(r"(?P<lead>[$/]harness:)(?P<word>[^\W\d_]\S*|(?=\s|$))")
_BARE = re.compile(rf"/(?P<name>{_NAMES})(?=\s|$)")


@dataclass(frozen=True)
class Command:
    """`argument` is what follows the verb, without blanks at its ends."""

    verb: str
    argument: str

    @property
    def words(self) -> list[str]:
        return self.argument.split()


def parse_command(prompt: str, host: str, *, bare: Callable[[str], bool]) -> Command | None:
    """The command that this prompt is, None for any other prompt.

    `/harness:verb` is Claude Code's spelling. `bare`: is this verb ours when it is typed as `/verb`? It may be
    somebody else's.
    """
    text = _outside_code(prompt)
    for form, counts in ((_FORMS, True), (_SLASHED, host == "claude"), (_BARE, True)):
        found = form.match(text) if counts else None
        if found and (form is not _BARE or bare(found["name"])):
            return Command(next(filter(None, found.groups())), text[found.end() :].strip())
    return None


@dataclass(frozen=True)
class Mistyped:
    """`typed` as it stands in the prompt, `commands` by their names in the same spelling, `nearest` of them or "".
    `help`: the list is what was asked for."""

    typed: str
    commands: dict[str, str]
    nearest: str
    help: bool = False


def mistyped_command(prompt: str, host: str) -> Mistyped | None:
    """What begins as a command of ours does and names none, asks for help, or says more than `off` takes. A prompt
    that only mentions one is the model's."""
    text = _outside_code(prompt).rstrip()
    found = _ANY.match(text)
    if found is None or (found["lead"] == "/harness:" and host != "claude"):
        return None
    lead, word = found["lead"], found["word"]
    known = {name: f"$harness:{name}" if name == "off" else lead + name for name in (*VERBS, *OTHERS, HELP)}
    listed = {name: spelt for name, spelt in known.items() if name != "harness"}  # which begins a run, as without it
    if word == HELP:
        return Mistyped(lead + word, listed, "", help=True)
    if known.get(word) == lead + word:
        more = word == "off" and text != known[word]
        return Mistyped(text, listed, known[word]) if more else None
    from difflib import get_close_matches

    close = get_close_matches(word[:MAX_WORD].casefold(), known, n=1)
    return Mistyped(lead + word, listed, known[close[0]] if close else "")


def _outside_code(prompt: str) -> str:
    """From its first word on; nothing where that is indented so far that it is code."""
    text = prompt.lstrip()
    indent = re.split(r"[\r\n]", prompt[: len(prompt) - len(text)])[-1]
    return "" if len(indent) > MAX_INDENT or "\t" in indent else text
