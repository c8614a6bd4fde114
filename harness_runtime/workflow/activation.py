"""Does a prompt start a run? (contract: Activation)

A line activates when it begins, after at most three spaces, with the command token or the skill's link, outside
code, blockquotes, lists and HTML. markdown-it-py decides what those are: each candidate line's token is replaced
by a plain word that means nothing in Markdown, and the word must come back at the beginning of a line of text of
a top-level paragraph.
"""

from __future__ import annotations

import re
import secrets
from itertools import pairwise
from typing import TYPE_CHECKING

from harness_runtime.session.libraries import as_installed

if TYPE_CHECKING:
    from markdown_it.token import Token

OFF_COMMAND = "$harness:off"

_CANDIDATE = re.compile(
    r"^(?P<indent> {0,3})"
    r"(?P<token>\[\$harness:harness\]\((?:[^()\n]|\([^()\n]*\))*/skills/harness/SKILL\.md>?\)|\$harness:harness|\$harness)"
    r"(?=\s|$)"
)
_CLAUDE_COMMANDS = ("/harness:harness", "/harness")


def is_activation(prompt: str, host: str) -> bool:
    """`host` "claude": its own spelling of the skill, as the whole prompt's beginning, counts too."""
    if host == "claude" and any(_starts_with_word(prompt, command) for command in _CLAUDE_COMMANDS):
        return True
    return _has_activating_line(prompt)


def _starts_with_word(prompt: str, word: str) -> bool:
    rest = prompt.removeprefix(word)
    return rest != prompt and (not rest or rest[0].isspace())


def _has_activating_line(prompt: str) -> bool:
    lines = re.split(r"\r\n|\r|\n", prompt)
    if _CANDIDATE.match(next(filter(str.strip, lines), "")):
        return True  # nothing can enclose the first line, so a long paste below it need not be read
    prefix = f"marker{secrets.token_hex(8)}n"
    marked = []
    for number, line in enumerate(lines):
        found = _CANDIDATE.match(line)
        if found:
            line = f"{found['indent']}{prefix}{number}{line[found.end() :]}"
        marked.append(line)
    if marked == lines:
        return False
    with as_installed():  # dear, and most prompts need no look
        from markdown_it import MarkdownIt

    tokens = MarkdownIt("commonmark").parse("\n".join(marked))
    return any(
        _begins_a_line(token.children or [], prefix)
        for previous, token in pairwise(tokens)
        if token.type == "inline" and previous.level == 0
    )


def _begins_a_line(children: list[Token], prefix: str) -> bool:
    at_start = True
    for child in children:
        if at_start and child.type == "text" and child.content.startswith(prefix):
            return True
        at_start = child.type in ("softbreak", "hardbreak")
    return False
