"""The globs of `paths` and `exclude_paths`: which are valid, and which changed files they match.

Relative to the project, with `/`: `**` any depth (a whole segment), `*` and `?` inside a segment, `[a-z]` and
`[!a-z]` one character, `{a,b}` either, `\\` takes the next character as it is.
"""

from __future__ import annotations

import re
from functools import lru_cache


class InvalidGlob(ValueError):
    """The text is no glob; `args[0]` is the code of the reason."""


def check_glob(glob: str) -> None:
    """Raises InvalidGlob."""
    _compiled(glob)


def glob_matches(glob: str, path: str) -> bool:
    """`path` is relative to the project. Raises InvalidGlob."""
    return _compiled(glob).fullmatch(path) is not None


@lru_cache(maxsize=512)
def _compiled(glob: str) -> re.Pattern[str]:
    if not glob:
        raise InvalidGlob("glob_empty")
    return re.compile(_Translation(glob).pattern(), re.DOTALL)


class _Translation:
    """Reads a glob from left to right and writes the regular expression."""

    def __init__(self, glob: str) -> None:
        self.glob = glob
        self.at = 0
        self.out: list[str] = []
        self.in_braces = False

    def pattern(self) -> str:
        while self.at < len(self.glob):
            self._one(self.glob[self.at])
        if self.in_braces:
            raise InvalidGlob("glob_braces")
        return "".join(self.out)

    def _one(self, char: str) -> None:
        match char:
            case "*" if self.glob.startswith("**", self.at):
                self._any_depth()
            case "*":
                self._write("[^/]*")
            case "?":
                self._write("[^/]")
            case "[":
                self._class()
            case "{" if self.in_braces:
                raise InvalidGlob("glob_braces")
            case "{":
                self.in_braces = True
                self._write("(?:")
            case "}" if self.in_braces:
                self.in_braces = False
                self._write(")")
            case "," if self.in_braces:
                self._write("|")
            case "\\":
                if self.at + 1 == len(self.glob):
                    raise InvalidGlob("glob_escape")
                self._write(re.escape(self.glob[self.at + 1]), 2)
            case _:
                self._write(re.escape(char))

    def _write(self, text: str, taken: int = 1) -> None:
        self.out.append(text)
        self.at += taken

    def _any_depth(self) -> None:
        """`**/` is no folder or any number of them, `**` at the end everything below."""
        before = self.at == 0 or self.glob[self.at - 1] == "/"
        after = self.glob[self.at + 2 : self.at + 3]
        if not before or after not in ("", "/") or self.in_braces:
            raise InvalidGlob("glob_depth")
        self._write("(?:[^/]+/)*", 3) if after else self._write(".+", 2)

    def _class(self) -> None:
        start = self.at + 1
        negated = self.glob[start : start + 1] in ("!", "^")
        start += negated
        end = self.glob.find("]", start + 1)  # a `]` that comes first stands for itself
        if end < 0:
            raise InvalidGlob("glob_class")
        inside = self.glob[start:end].replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
        inside = re.sub(r"([&~|])(?=\1)", r"\\\1", inside)
        text = f"(?!/)[{'^' if negated else ''}{inside.replace('^', chr(92) + '^')}]"
        try:
            re.compile(text)
        except re.error:  # a range that runs backwards
            raise InvalidGlob("glob_class") from None
        self._write(text, end + 1 - self.at)
