"""Which programs a shell command names, as far as that can be told without running it. Pure."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass

BUILTINS = (
    " . : [ alias bg bind break builtin caller cd compgen complete continue declare dirs disown echo enable eval exit"
    " export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read"
    " readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit umask unalias"
    " unset wait "
)
# What makes the words that follow something else than commands in a row.
KEYWORDS = " [[ ]] { } case coproc do done elif else esac fi for function if in select then until while "
BEFORE_A_PROGRAM = " ! command exec nohup time "
SEPARATORS = " ; & && | || |& ( ) "
ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")
# In quotes or after a backslash an operator is a character like any other; this one stands for it.
PLAIN = "\ue000"
OPERATORS = ";&|()<>"
EXPANDED = re.compile(rf"[$`*?~{PLAIN}]")


@dataclass(frozen=True)
class Programs:
    """`words` are the programs that are named plainly, builtins left out."""

    words: tuple[str, ...]
    one: bool  # the command is one simple command of such a program
    moves: bool = False  # it changes the folder, so that a relative program may lie elsewhere


NOT_UNDERSTOOD = Programs((), one=False)


def programs_of(command: str) -> Programs:
    text = command.strip()
    if "\n" in text:
        return NOT_UNDERSTOOD
    lexer = shlex.shlex(_without_quoted_operators(text), posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    lexer.commenters = ""
    try:
        tokens = list(lexer)
    except ValueError:  # a quotation that does not end
        return NOT_UNDERSTOOD
    found: list[str] = []
    commands, expects = 0, True
    for token in tokens:
        if _is_in(SEPARATORS, token):
            expects = True
        elif expects and not ASSIGNMENT.match(token) and not _is_in(BEFORE_A_PROGRAM, token):
            if _is_in(KEYWORDS, token) or token.startswith("#"):
                return NOT_UNDERSTOOD
            found.append(token)
            commands, expects = commands + 1, False
    words = tuple(word for word in found if not _is_in(BUILTINS, word) and not EXPANDED.search(word))
    return Programs(words, one=commands == 1 and len(words) == 1, moves="cd" in found or "pushd" in found)


def _without_quoted_operators(text: str) -> str:
    out, quote, escaped = [], "", False
    for char in text:
        is_quoted = bool(quote) or escaped
        out.append(PLAIN if is_quoted and char in OPERATORS else char)
        if escaped:
            escaped = False
        elif char == "\\" and quote != "'":
            escaped = True
        elif char == quote:
            quote = ""
        elif not quote and char in "'\"":
            quote = char
    return "".join(out)


def _is_in(table: str, word: str) -> bool:
    return f" {word} " in table
