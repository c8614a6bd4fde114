"""What a sed script does: prints and edits text, or more. Hot for the Bash calls that run sed.

Understood is what GNU and BSD sed read alike and what stays inside the stream. Refused are `r` and `R` (they read
files), `w` and `W` (they write them), `e` (runs a program), the same as flags of `s`, and all that is hard to read.
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.shell.options import TEXT, Model, Split, split

_DIGITS = "0123456789"
_NAME = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789"
_ALONE = "=dDgGhHlnNpPxzF"
_FLAGS = "gpiImM0123456789"
_PATH = _NAME + "./@+,:-"

_MODEL = (
    TEXT,
    "nEruz --quiet --silent --regexp-extended --unbuffered --posix --null-data --sandbox",
    "e:p --expression:p",
    "",
)


def sed_operands(words: list[str]) -> tuple[list[str], str | None]:
    """The files, and the suffix of `-i` (None without it). Faults: shell_option, shell_unmodeled."""
    kept, suffix = _without_in_place(words)
    found = split(Model("sed", _MODEL), kept)
    scripts = found.values("-e", "--expression")
    if found.has("--version", "--help"):
        return [], None
    if not scripts and not found.operands:
        raise Fault("shell_unmodeled", "sed")
    for script in scripts or found.operands[:1]:
        if not stays_inside(script):
            raise Fault("shell_option", f"sed {script}", hint="sed_print")
    files = found.operands if scripts else found.operands[1:]
    _refuse_late(found, files)
    return files, suffix


def _refuse_late(found: Split, files: list[str]) -> None:
    """BSD sed stops at the first operand: an option after it would be a file there."""
    if any(word.startswith("-") and word != "-" for word in found.late if word not in files):
        raise Fault("shell_option", f"sed {found.late[0]}", hint="options_first")


def _without_in_place(words: list[str]) -> tuple[list[str], str | None]:
    """Take `-i`, `-i.bak`, `-ni`, `-Ei` and `--in-place` out of the words."""
    kept: list[str] = []
    suffix: str | None = None
    for at, word in enumerate(words):
        if word == "--":
            return kept + words[at:], suffix
        if at and _takes_script(words[at - 1]):
            kept.append(word)
        elif word == "--in-place" or word.startswith("--in-place="):
            suffix = word.partition("=")[2]
        elif word.startswith("-") and not word.startswith("--") and "i" in word and "e" not in word.split("i")[0]:
            before, _, suffix = word.partition("i")
            if not suffix and words[at + 1 : at + 2] == [""]:  # BSD's form: GNU takes the empty word for the script
                raise Fault("shell_option", f"sed {word} ''", hint="sed_suffix")
            kept += [before] if before != "-" else []
        else:
            kept.append(word)
    return kept, suffix


def _takes_script(word: str) -> bool:
    return word == "--expression" or (word.startswith("-") and not word.startswith("--") and word.endswith("e"))


def stays_inside(script: str) -> bool:
    """True when every command of the script only prints or edits the stream."""
    return _Script(script).read()


def sed_script(words: list[str]) -> str:
    """What runs: all of its pieces, in their order. Faults: shell_option."""
    found = split(Model("sed", _MODEL), _without_in_place(words)[0])
    return "\n".join(found.values("-e", "--expression") or found.operands[:1])


def goes_round(script: str) -> bool:
    """Does it come back to a label or its start without reading a further line, as `:a;ba`? One that only jumps as
    long as it replaces one thing (`t`) comes to an end in every use that has one."""
    return _rounds(_steps(script).steps) == _ENDLESS


def may_take_long(script: str) -> bool:
    """May somebody have written it so that it takes as long as he wants?"""
    read = _steps(script)
    return read.refers or _rounds(read.steps) > 0


def _steps(script: str) -> _Script:
    read = _Script(script)
    read.read()
    return read


_ENDLESS = 2
_MOST_LABELS = 12
_GROWING = "sGgx"
_START = ""

# label -> 2: no further line was read since it was passed, 1: nor would be, once the last was reached
_Unread = dict[str, int]


def _rounds(steps: list[tuple[str, str, str]]) -> int:
    """`_ENDLESS`, 1 for a way round that may end, 0 for none."""
    labels = {label: at for at, (command, label, _) in enumerate(steps) if command == ":"}
    if len(labels) > _MOST_LABELS:
        return _ENDLESS
    commands = "".join(command for command, _, _ in steps)
    entries: dict[str, _Unread] = {}  # what a jump to this label brings with it
    found, before = 0, -1
    while before != (before := sum(sum(entry.values()) for entry in entries.values())):
        unread: _Unread = entries.get(_START, {}) | {_START: 2}
        outer: list[tuple[str, _Unread]] = []
        for at, (command, label, address) in enumerate(steps):
            if command == "{":
                outer.append((address, dict(unread)))
            elif command == "}" and outer:
                _leave(unread, *outer.pop())
            elif command in "nNdqQ":
                _read_on(unread, address)
            elif command == ":":
                _merge(unread, entries.get(label, {}))
                unread[label] = 2
            elif command == "D" or (command in "btT" and label):
                target = _START if command == "D" else label
                _merge(entries.setdefault(target, {}), unread)
                level = unread.get(target, 0) if labels.get(target, -1) < at else 0
                if command == "D":
                    level = level if any(char in commands for char in _GROWING) else 0
                elif address == "$!":
                    level = level if level == _ENDLESS else 0
                elif level:
                    level = _ENDLESS
                if level and command == "t":
                    level = 1 if _replaces_one(commands[labels[label] : at]) else _ENDLESS
                found = max(found, level)
    return found


def _replaces_one(between: str) -> bool:
    return between.count("s") < 2 and not any(command in between for command in "GgHxpPl=")


def _read_on(unread: _Unread, address: str) -> None:
    if not address:
        unread.clear()
    elif address == "$!":
        for label in unread:
            unread[label] = 1


def _leave(unread: _Unread, address: str, before: _Unread) -> None:
    """The end of a block that was entered at this address."""
    if address:
        _merge(unread, {label: min(level, 1) if address == "$!" else level for label, level in before.items()})


def _merge(unread: _Unread, other: _Unread) -> None:
    for label, level in other.items():
        unread[label] = max(level, unread.get(label, 0))


class _Script:
    __slots__ = ("at", "depth", "refers", "steps", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0
        self.refers = False  # a regex refers to what it has matched: nobody knows how long that takes
        self.steps: list[tuple[str, str, str]] = []  # commands of the flow, with their labels and addresses

    def read(self) -> bool:
        while True:
            self._skip(" \t\n;")
            if self.at >= len(self.text):
                return self.depth == 0
            if not self._command():
                return False

    def _skip(self, chars: str) -> None:
        while self.at < len(self.text) and self.text[self.at] in chars:
            self.at += 1

    def _peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def _command(self) -> bool:
        start = self.at
        if not self._addresses():
            return False
        self._skip(" \t")
        if self._peek() == "!":
            self.at += 1
            self._skip(" \t")
        address = self.text[start : self.at].replace(" ", "")
        command = self._peek()
        self.at += 1
        if command == "{":
            self.depth += 1
            self.steps.append((command, "", address))
            return True
        if command == "}":
            self.depth -= 1
            self.steps.append((command, "", ""))
            return self.depth >= 0 and self._ends()
        if command and command in _ALONE:
            self.steps.append((command, "", address))
            return self._ends()
        if command in ("q", "Q") and command:
            self.steps.append((command, "", address))
            self._skip(_DIGITS)
            return self._ends()
        if command == "s":
            self.steps.append((command, "", address))
            return self._substitute()
        if command == "y":
            return self._pair() and self._ends()
        if command in ("a", "i", "c") and command:
            return self._text()
        if command in ("b", "t", "T", ":") and command:
            self._skip(" ")
            start = self.at
            self._skip(_NAME)
            self.steps.append((command, self.text[start : self.at], address))
            self._skip(" \t")
            return self._peek() in ("", ";", "\n")
        return False

    def _ends(self) -> bool:
        self._skip(" \t")
        return self._peek() in ("", ";", "\n", "}")

    def _text(self) -> bool:
        """The rest of the line, and of further lines after a backslash; it must end within the script."""
        while self.at < len(self.text):
            if self.text[self.at] == "\n":
                return True
            if self.text[self.at] == "\\":
                if self.at + 1 >= len(self.text):
                    return False
                self.at += 1
            self.at += 1
        return True

    def _addresses(self) -> bool:
        start = self.at
        if not self._address():
            return False
        if self.at == start:
            return True
        self._skip(" ")
        if self._peek() == ",":
            self.at += 1
            self._skip(" ")
            if self._peek() and self._peek() in "+~":
                self.at += 1
                return self._number()
            second = self.at
            return self._address() and self.at > second
        if self._peek() == "~":
            self.at += 1
            return self._number()
        return True

    def _number(self) -> bool:
        start = self.at
        self._skip(_DIGITS)
        return self.at > start

    def _address(self) -> bool:
        """False when it is not understood; moves nowhere when there is none."""
        char = self._peek()
        if char == "$":
            self.at += 1
        elif char == "/" or (char == "\\" and self._is_delimiter(self.text[self.at + 1 : self.at + 2])):
            self.at += 2 if char == "\\" else 1
            if not self._until(self.text[self.at - 1], True):
                return False
            self._skip("IM")
        elif char == "\\":
            return False
        else:
            self._skip(_DIGITS)
        return True

    def _is_delimiter(self, char: str) -> bool:
        return bool(char) and char.isascii() and char.isprintable() and not char.isalnum() and char not in "\\ ;{}[]"

    def _substitute(self) -> bool:
        if not self._pair():
            return False
        self._skip(_FLAGS)
        return self._ends()

    def _pair(self) -> bool:
        delimiter = self._peek()
        if not self._is_delimiter(delimiter):
            return False
        self.at += 1
        return self._until(delimiter, True) and self._until(delimiter, False)

    def _until(self, delimiter: str, brackets: bool) -> bool:
        """Past the next delimiter. GNU sed ends a regex at one in brackets, BSD sed does not: that is refused."""
        inside = False
        opened = 0
        while self.at < len(self.text):
            char = self.text[self.at]
            if char == "\n" and brackets:
                return False
            if char == "\\":
                if self.at + 1 >= len(self.text):
                    return False
                self.refers = self.refers or (brackets and self.text[self.at + 1] in "123456789")
                if inside and self.text[self.at + 1] == "]":
                    inside = False
                self.at += 2
                continue
            if char == delimiter:
                self.at += 1
                return not inside
            if brackets and inside:
                if char == "[" and self.text[self.at + 1 : self.at + 2] in (":", ".", "="):
                    end = self.text.find(self.text[self.at + 1] + "]", self.at + 2)
                    name = self.text[self.at + 2 : end]
                    if end < 0 or not name.isalpha():
                        return False
                    self.at = end + 2
                    continue
                inside = char != "]" or self.at == opened
            elif brackets and char == "[":
                inside = True
                opened = self.at + 1 + (self.text[self.at + 1 : self.at + 2] == "^")
                self.at = opened - 1
            self.at += 1
        return False


def refuse_in_place(files: list[str], suffix: str, platform: str) -> None:
    """BSD sed takes the word after a bare `-i` for the suffix, and the next one for the script."""
    if not files:
        raise Fault("shell_option", "sed -i")
    if platform != "linux" and not suffix:
        raise Fault("shell_option", "sed -i", hint="sed_suffix")
    if "/" in suffix or "*" in suffix:
        raise Fault("shell_option", f"sed -i{suffix}")
    for name in files:
        if name == "-" or not all(char in _PATH or not char.isascii() for char in name):
            raise Fault("shell_option", f"sed -i {name}")
