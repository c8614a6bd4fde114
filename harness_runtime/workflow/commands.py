"""Commands that a person types as a prompt: `$harness:steer …` and kin (contract: Commands as prompts).

The whole prompt is the command: it begins with the verb in one of its spellings, and what follows is the argument.
Speaker and session are the caller's business: only a person's root prompt commands.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

VERBS = ("steer", "rollback", "guard", "goal", "learn", "panel", "chain")
BARE_OURS = {
    ("claude", "goal")
}  # with our skill of that name installed the host takes the bare `/goal` for it (measured)

MAX_INDENT = 3

_NAMES = "|".join(VERBS)
_FORMS = re.compile(
    rf"(?:\[\$harness:(?P<link>{_NAMES})\]\((?:[^()\n]|\([^()\n]*\))*/skills/(?P=link)/SKILL\.md>?\)"
    rf"|\$harness:(?P<token>{_NAMES}))(?=\s|$)"
)
_SLASHED = re.compile(rf"/harness:(?P<name>{_NAMES})(?=\s|$)")
_BARE = re.compile(rf"/(?P<name>{_NAMES})(?=\s|$)")


@dataclass(frozen=True)
class Command:
    """`argument` is what follows the verb, without blanks at its ends."""

    verb: str
    argument: str

    @property
    def words(self) -> list[str]:
        return self.argument.split()


def parse_command(prompt: str, host: str, *, armed: bool) -> Command | None:
    """The command that this prompt is, None for any other prompt.

    `/harness:verb` is Claude Code's spelling. The bare `/verb` may be somebody else's command: it counts in an armed
    session only, or where the host takes it for ours.
    """
    text = prompt.lstrip()
    indent = re.split(r"[\r\n]", prompt[: len(prompt) - len(text)])[-1]
    if len(indent) > MAX_INDENT or "\t" in indent:
        return None  # indented code
    for form, counts in ((_FORMS, True), (_SLASHED, host == "claude"), (_BARE, True)):
        found = form.match(text) if counts else None
        if found and (form is not _BARE or armed or (host, found["name"]) in BARE_OURS):
            return Command(next(filter(None, found.groups())), text[found.end() :].strip())
    return None
