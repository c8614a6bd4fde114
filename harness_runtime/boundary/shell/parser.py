"""A command line as bash, dash and zsh all read it, in one pass without regular expressions. Hot for Bash calls.

Understood: literal words (plain, single- or double-quoted, with backslashes), comments, `|`, `&&`, `||`, `;`,
newlines, redirections that each stand alone, here-documents without expansion. Everything else is a Fault that
names what was not understood. Each character is looked at a bounded number of times.
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.shell.syntax import REVISION, STATUS, Command, Script, Step, Word

MAX_BYTES = 64 * 1024

_BLANKS = " \t"
_ENDS = " \t\n|&;<>()"
_PLAIN = "%+,-./:@_"
_AFTER_DOLLAR = ' "|)\\/'  # a dollar before one of these is a dollar
_DELIMITER = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789"
_BRACKET = _DELIMITER + "-.!^"
_HINTS_OF_FIRST = {"=": "assignment", "!": "no_negation"}  # of what the first word cannot hold
_LOOPS = " for while until if case select do done then fi else elif esac function "


def parse(text: str) -> Script:
    """Never raises: the fault is in the result."""
    script = Script()
    try:
        check_text(text)
        _Parser(text, script).read()
    except Fault as fault:
        script.fault = fault
    return script


def check_text(text: str) -> None:
    """Fault for a text that is too large or no Unicode: nothing of it is read."""
    try:
        size = len(text.encode("utf-8"))
    except UnicodeEncodeError:
        raise Fault("name_encoding", "command") from None
    if size > MAX_BYTES:
        raise Fault("too_large", "command")


class _Parser:
    __slots__ = ("at", "joiner", "pending", "script", "text")

    def __init__(self, text: str, script: Script) -> None:
        self.text = text
        self.at = 0
        self.script = script
        self.joiner: str | None = ""  # how the next pipeline is joined; None while one is open
        self.pending: list[tuple[Command, str, bool, bool]] = []  # here-documents whose bodies are still to come

    # the list

    def read(self) -> None:
        while self.at < len(self.text):
            char = self.text[self.at]
            if char in _BLANKS:
                self.at += 1
            elif char == "\\" and self.text.startswith("\\\n", self.at):
                self.at += 2
            elif char == "#":
                self._comment()
            elif char == "\n":
                self._newline()
            elif char in ";|&" and not self.text.startswith("&>", self.at):
                self._operator(char)
            elif char in "()":
                raise Fault("shell_unmodeled", self.text[self.at : self.at + 12].split("\n")[0], hint="one_command")
            else:
                command = self._command()
                if command.is_empty:
                    command.start = self.at
                if self._is_redirection(char):
                    self._redirection(command)
                else:
                    command.words.append(self._word(not command.words))
                command.end = self.at
        self._finish()

    def _command(self) -> Command:
        """The command that is being read; opens a pipeline where none is open."""
        if self.joiner is not None:
            self.script.steps.append(Step(self.joiner))
            self.joiner = None
        return self.script.steps[-1].commands[-1]

    def _is_open(self) -> bool:
        """Is there a command that an operator can follow?"""
        return self.joiner is None and not self.script.steps[-1].commands[-1].is_empty

    def _comment(self) -> None:
        end = self.text.find("\n", self.at)
        self.at = len(self.text) if end < 0 else end

    def _newline(self) -> None:
        self.at += 1
        if self.pending:
            self._documents()
        if self._is_open():
            self.joiner = ";"

    def _operator(self, char: str) -> None:
        text = self.text[self.at : self.at + 2]
        if text in ("|&", ";;", ";&") or (char == "&" and text != "&&"):
            raise Fault("shell_unmodeled", text.strip(), hint="join_streams" if text == "|&" else "one_command")
        if not self._is_open():
            raise Fault("shell_unmodeled", text.strip())
        if text in ("&&", "||"):
            self.joiner = text
            self.at += 2
            return
        self.at += 1
        if char == ";":
            self.joiner = ";"
        else:
            self.script.steps[-1].commands.append(Command())

    def _finish(self) -> None:
        if self.pending:
            raise Fault("shell_unmodeled", f"<<{self.pending[0][1]}", hint="quote_delimiter")
        if not self.script.steps:
            raise Fault("shell_unmodeled", "(empty)")
        if self.joiner in ("&&", "||") or self.script.steps[-1].commands[-1].is_empty:
            raise Fault("shell_unmodeled", self.joiner or "|")

    # redirections

    def _is_redirection(self, char: str) -> bool:
        if char in "12":
            return self.text[self.at + 1 : self.at + 2] in ("<", ">")
        return char in "<>&"

    def _redirection(self, command: Command) -> None:
        start = self.at
        if start and self.text[start - 1] not in _BLANKS + "\n|&;":
            raise self._glued(start - 1)
        number = self.text[start] if self.text[start] in "12" else ""
        both = self.text[start] == "&"
        at = start + (1 if number or both else 0)
        operator = self.text[at]
        if self.text.startswith(operator * 2, at):
            operator *= 2
        at += len(operator)
        following = self.text[at : at + 1]
        if operator == "<<":
            self._open_document(command, number, at)
            return
        if following == "&" and operator == ">" and not both:
            self._duplicate(start, number, at + 1)
            if not command.words:
                raise self._glued(start)
            command.joined = True
            return
        if (following and following in "|&<>(") or (operator == "<" and (number or both)):
            raise self._glued(start)
        target = self._target(start, at)
        if both and target.text != "/dev/null":
            raise Fault("shell_unmodeled", f"&> {target.text}", hint="join_streams")
        command.both = command.both or both
        command.redirections.append((operator, target))

    def _target(self, start: int, at: int) -> Word:
        while self.text[at : at + 1] in (" ", "\t"):
            at += 1
        self.at = at
        if at >= len(self.text) or self.text[at] in _ENDS or self.text[at] == "#":
            raise self._glued(start)
        target = self._word(False)
        if target.globs or target.odd or not target.text or self.text[self.at : self.at + 1] in ("<", ">", "(", ")"):
            raise self._glued(start)
        return target

    def _duplicate(self, start: int, number: str, at: int) -> None:
        """`2>&1`, `1>&2` and `>&2` join streams and touch no file."""
        end = self.text[at + 1 : at + 2]
        if (
            self.text[start : at + 1] not in ("2>&1", "1>&2", ">&2")
            or (end and end not in _ENDS)
            or end in ("<", ">")
        ):
            raise self._glued(start)
        self.at = at + 1

    def _glued(self, start: int) -> Fault:
        shown = self.text[start : start + 40].split("\n")[0]
        return Fault("shell_unmodeled", shown or "newline", hint="one_redirection")

    # here-documents

    def _open_document(self, command: Command, number: str, at: int) -> None:
        strip = self.text[at : at + 1] == "-"
        at += strip
        while self.text[at : at + 1] in (" ", "\t"):
            at += 1
        quote = self.text[at : at + 1]
        quoted = quote in ("'", '"')
        end = at + quoted
        while end < len(self.text) and self.text[end] in _DELIMITER:
            end += 1
        name = self.text[at + quoted : end]
        if quoted and self.text[end : end + 1] != quote:
            name = ""
        end += quoted
        if not name or number or (end < len(self.text) and self.text[end] not in " \t\n|&;"):
            raise Fault("shell_unmodeled", self.text[self.at : self.at + 20].split("\n")[0], hint="quote_delimiter")
        self.pending.append((command, name, strip, quoted))
        command.documents.append("")
        self.at = end

    def _documents(self) -> None:
        """The bodies that follow a line, in order."""
        for command, name, strip, quoted in self.pending:
            lines: list[str] = []
            while True:
                if self.at >= len(self.text):
                    raise Fault("shell_unmodeled", f"<<{name}", hint="quote_delimiter")
                end = self.text.find("\n", self.at)
                end = len(self.text) if end < 0 else end
                line = self.text[self.at : end]
                self.at = min(end + 1, len(self.text))
                if strip:
                    line = line.lstrip("\t")
                if line == name:
                    break
                lines.append(line)
            body = "".join(f"{line}\n" for line in lines)
            if not quoted and any(char in body for char in "$`\\"):
                raise Fault("shell_unmodeled", f"<<{name}", hint="quote_delimiter")
            if "\0" in body:
                raise Fault("shell_unmodeled", "'\\x00'")
            command.documents[command.documents.index("")] = body or "\n"
        self.pending = []

    # words

    def _word(self, first: bool) -> Word:
        parts: list[str] = []
        globs: list[int] = []
        length = 0
        odd = ""
        start = self.at
        quoted = after_single = False
        while self.at < len(self.text):
            char = self.text[self.at]
            if char in _ENDS:
                break
            if char == "'":
                if after_single:  # zsh may read '' inside a word as a quote
                    raise Fault("shell_unmodeled", "''")
                piece, quoted, after_single = self._single(), True, True
                parts.append(piece)
                length += len(piece)
                continue
            after_single = False
            if char == '"':
                piece, status = self._double()
                quoted = True
                odd = STATUS if status else odd
            elif char == "\\":
                if self.text.startswith("\\\n", self.at):
                    self.at += 2
                    continue
                piece, quoted = self._escaped(), True
            else:
                piece, mark = self._plain(char, start, parts, first)
                if mark == "*":
                    globs.append(length)
                elif mark:
                    odd = mark
            parts.append(piece)
            length += len(piece)
        text = "".join(parts)
        if first and not quoted and f" {text} " in _LOOPS:
            raise Fault("shell_unmodeled", text, hint="no_loops")
        if first and globs and text != "[":
            raise Fault("shell_unmodeled", text, hint="literal_words")
        return Word(text, quoted, () if text in ("[", "]") else tuple(globs), odd, start, self.at)

    def _single(self) -> str:
        end = self.text.find("'", self.at + 1)
        if end < 0:
            raise Fault("shell_unmodeled", "'")
        content = self.text[self.at + 1 : end]
        _check_quoted(content)
        self.at = end + 1
        return content

    def _double(self) -> tuple[str, bool]:
        parts: list[str] = []
        at = self.at + 1
        status = False
        while at < len(self.text):
            char = self.text[at]
            if char == '"':
                content = "".join(parts)
                _check_quoted(content)
                self.at = at + 1
                return content, status
            following = self.text[at + 1 : at + 2]
            if char == "\\":
                if following != "\n":
                    parts.append(following if following in ('"', "\\", "$", "`") else char + following)
                at += 2
            elif char == "`" or (char == "$" and (not following or following not in _AFTER_DOLLAR + "?")):
                raise Fault("shell_unmodeled", self.text[at : at + 12].split("\n")[0], hint="literal_words")
            else:
                if char == "$" and following == "?":
                    status = True
                parts.append(char)
                at += 1
        raise Fault("shell_unmodeled", '"')

    def _escaped(self) -> str:
        following = self.text[self.at + 1 : self.at + 2]
        if not following or not (following.isascii() and following.isprintable()):
            raise Fault("shell_unmodeled", "\\", hint="single_quotes")
        self.at += 2
        return following

    def _plain(self, char: str, start: int, before: list[str], first: bool) -> tuple[str, str]:
        """What an unquoted character, or a short form that begins with it, stands for, and its mark."""
        at = self.at
        self.at += 1
        if char in _PLAIN or (char.isascii() and char.isalnum()):
            return char, ""
        following = self.text[at + 1 : at + 2]
        ends_word = not following or following in _ENDS
        previous = self.text[at - 1] if at > start else ""
        if char in "*?":
            return char, "*"
        if char == "[":
            if ends_word and not before:
                return char, ""
            return self._bracket(at, first), "*"
        if char == "]" and not before and ends_word and not first:
            return char, ""
        if char == "=" and not first and (ends_word if not before else previous != "="):
            return char, ""
        if char == "!" and not before and not first and (ends_word or self.text[at + 1 : at + 3].rstrip() == "="):
            self.at += 0 if ends_word else 1
            return ("!" if ends_word else "!="), ""
        if char in "~^" and not first and self._is_revision(char, previous, before):
            return char, REVISION
        if char == "{" and previous == "@" and not first:
            end = self.text.find("}", at, at + 40)
            inner = self.text[at + 1 : end] if end > 0 else ""
            if inner and all(part in _DELIMITER + "-" for part in inner):
                self.at = end + 1
                return self.text[at : end + 1], REVISION
        if (
            char == "{"
            and following == "}"
            and not before
            and not first
            and self.text[at + 2 : at + 3] in (*_ENDS, "")
        ):
            self.at += 1
            return "{}", ""
        if char == "$":
            if following == "?":
                self.at += 1
                return "$?", STATUS
            if ends_word and following not in ("(", "<", ">", "&"):
                return char, ""
        if not char.isascii() and char.isprintable() and not char.isspace():
            return char, ""
        word = self.text[max(start, at - 60) : at + 12].split("\n")[0]
        hint = "literal_words" if char in "$`~[{" else "single_quotes"
        hint = _HINTS_OF_FIRST.get(char, hint) if first else hint
        raise Fault("shell_unmodeled", word if char.isprintable() else ascii(char), hint=hint)

    def _bracket(self, at: int, first: bool) -> str:
        """`[abc]`, `[!0-9]`: a glob of one character; anything harder to read is refused."""
        end = self.text.find("]", at + 2, at + 60)
        inner = self.text[at + 1 : end] if end > 0 else ""
        if not inner or not all(char in _BRACKET for char in inner) or inner in ("!", "^"):
            hint = "use_test" if first and self.text[at + 1 : at + 2] == "[" else "single_quotes"
            raise Fault("shell_unmodeled", self.text[at : at + 12].split("\n")[0], hint=hint)
        self.at = end + 1
        return self.text[at : end + 1]

    def _is_revision(self, char: str, previous: str, before: list[str]) -> bool:
        """`main~1`, `HEAD^`, `^main`: literal unless zsh was told to take more characters for patterns."""
        if char == "^" and not before:
            return True
        return previous in ("^", "~", "}") or previous == "_" or (previous.isascii() and previous.isalnum())


def _check_quoted(content: str) -> None:
    """Control characters have no place in a word; a newline or a tab may stand in a text."""
    if content.isprintable():
        return
    for char in content:
        if char not in "\t\n\u00a0" and not char.isprintable():
            raise Fault("shell_unmodeled", ascii(char))
