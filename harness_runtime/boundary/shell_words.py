"""The words of a shell command, when bash, dash and zsh all read the same ones. Hot for Bash calls.

One pass, no regular expressions. Understood: plain, single- and double-quoted literal words, a backslash before a
printable character, `|`, and redirections that only join streams or go to /dev/null. Everything else is a Fault
that names the word; a redirection to a file is the fault shell_mutation.
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault

MAX_BYTES = 64 * 1024

# Each stands alone between blanks. `&>` is missing: dash reads it as a background job.
_STREAMS = (
    "2>&1",
    "1>&2",
    ">&2",
    "2>/dev/null",
    "1>/dev/null",
    ">/dev/null",
    "2>>/dev/null",
    ">>/dev/null",
    "2> /dev/null",
    "1> /dev/null",
    "> /dev/null",
    "</dev/null",
    "< /dev/null",
)

_BLANKS = " \t"
_PLAIN = "%+,-./:@_"
_MAX_REVISION = 200  # keeps the reading linear
_REVISION_NAMES = ("HEAD", "ORIG_HEAD", "FETCH_HEAD", "MERGE_HEAD", "@", "main", "master")


class Line:
    """The commands of a pipeline, as far as they were read, and the fault that ended the reading."""

    __slots__ = ("commands", "fault")

    def __init__(self) -> None:
        self.commands: list[list[str]] = [[]]
        self.fault: Fault | None = None


def read_line(text: str) -> Line:
    """Split a command line; never raises, the fault is in the result."""
    line = Line()
    try:
        check_text(text)
        _Reader(text.strip(" \t\n"), line.commands).read()
    except Fault as fault:
        line.fault = fault
    return line


def check_text(text: str) -> None:
    """Fault for a command that no shell could be given, or that is too long to be judged."""
    try:
        size = len(text.encode("utf-8"))
    except UnicodeEncodeError:
        raise Fault("name_encoding", "command") from None
    if size > MAX_BYTES:
        raise Fault("too_large", "command")


class _Reader:
    __slots__ = ("at", "commands", "text")

    def __init__(self, text: str, commands: list[list[str]]) -> None:
        self.text = text
        self.commands = commands
        self.at = 0

    def read(self) -> None:
        while self.at < len(self.text):
            char = self.text[self.at]
            if char in _BLANKS:
                self.at += 1
            elif char == "|":
                self._pipe()
            elif not self._stream():
                self.commands[-1].append(self._word())
        if not self.commands[-1]:
            raise Fault("shell_unmodeled", "|" if len(self.commands) > 1 else "(empty)")

    def _pipe(self) -> None:
        following = self.text[self.at + 1 : self.at + 2]
        if following in ("|", "&"):
            raise Fault("shell_unmodeled", "|" + following, hint="one_command")
        if not self.commands[-1]:
            raise Fault("shell_unmodeled", "|")
        self.commands.append([])
        self.at += 1

    def _stream(self) -> bool:
        """Skip a redirection that touches no file."""
        for token in _STREAMS:
            if self.text.startswith(token, self.at):
                end = self.at + len(token)
                if self.commands[-1] and (end == len(self.text) or self.text[end] in _BLANKS + "|"):
                    self.at = end
                    return True
        return False

    def _word(self) -> str:
        parts: list[str] = []
        start = self.at
        after_single = False
        while self.at < len(self.text):
            char = self.text[self.at]
            if char in _BLANKS or char == "|":
                break
            if char == "'":
                if after_single:  # zsh may read '' inside a word as a quote
                    raise Fault("shell_unmodeled", "''")
                parts.append(self._single())
                after_single = True
                continue
            after_single = False
            if char == '"':
                parts.append(self._double())
            elif char == "\\":
                parts.append(self._escaped())
            else:
                self._check_plain(char, parts, start)
                parts.append(char)
                self.at += 1
        return "".join(parts)

    def _single(self) -> str:
        end = self.text.find("'", self.at + 1)
        if end < 0:
            raise Fault("shell_unmodeled", "'")
        content = self.text[self.at + 1 : end]
        _check_quoted(content)
        self.at = end + 1
        return content

    def _double(self) -> str:
        parts: list[str] = []
        at = self.at + 1
        while at < len(self.text):
            char = self.text[at]
            if char == '"':
                content = "".join(parts)
                _check_quoted(content)
                self.at = at + 1
                return content
            if char in "$`!":
                hint = "single_quotes" if char == "!" else "literal_words"
                raise Fault("shell_unmodeled", self.text[at : at + 12], hint=hint)
            if char == "\\":
                following = self.text[at + 1 : at + 2]
                if following == "\n":
                    raise Fault("shell_unmodeled", "newline", hint="one_command")
                parts.append(following if following in ('"', "\\", "$", "`") else char + following)
                at += 2
            else:
                parts.append(char)
                at += 1
        raise Fault("shell_unmodeled", '"')

    def _escaped(self) -> str:
        following = self.text[self.at + 1 : self.at + 2]
        if not following or not (following.isascii() and following.isprintable()):
            raise Fault("shell_unmodeled", "\\", hint="single_quotes")
        self.at += 2
        return following

    def _check_plain(self, char: str, before: list[str], start: int) -> None:
        """Fault for every unquoted character that some shell does not take as itself."""
        if char in _PLAIN or (char.isalnum() and char.isascii()):
            return
        word = self.text[max(start, self.at - 60) : self.at + 12]
        if char == "=":
            if not before or before[-1].endswith("=") or not self.commands[-1]:
                raise Fault("shell_unmodeled", word)
            return
        if char in "~^" and len(before) <= _MAX_REVISION and _is_revision("".join(before)):
            return
        if char == "!" and not before and self.commands[-1] and self.text[self.at + 1 : self.at + 2] in ("", " "):
            return
        if char in "<>":
            raise self._redirection()
        if char in "&;\n(":
            shown = "newline" if char == "\n" else self.text[self.at : self.at + 2].strip()
            raise Fault("shell_unmodeled", shown, hint="one_command")
        if not char.isascii() and char.isprintable() and not char.isspace():
            return
        hint = "literal_words" if char in "$`~*?[{" else "single_quotes"
        raise Fault("shell_unmodeled", word if char.isprintable() else ascii(char), hint=hint)

    def _redirection(self) -> Fault:
        rest = self.text[self.at :]
        if rest.startswith("<"):
            return Fault("shell_unmodeled", rest[:20])
        target = rest.lstrip(">|& \t")[:80].split(" ")[0].split("\n")[0]
        return Fault("shell_mutation", f"> {target}")


def _check_quoted(content: str) -> None:
    """A quoted newline or another control character is no word that an agent needs for reading."""
    for char in content:
        if char != "\t" and not char.isprintable() and char != "\u00a0":
            raise Fault("shell_unmodeled", "newline" if char == "\n" else ascii(char))


def _is_revision(before: str) -> bool:
    """`HEAD~1`, `main^`: no shell with its default options takes these for a pattern or a home folder."""
    name = before.rsplit("..", 1)[-1].lstrip(".")
    name = name.rstrip("~^0123456789") if name[-1:] in "~^0123456789" else name
    if name in _REVISION_NAMES:
        return True
    atom = before.rsplit("..", 1)[-1].split("~")[0].split("^")[0]
    return len(atom) >= 7 and all(char in "0123456789abcdef" for char in atom)
