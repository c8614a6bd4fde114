"""How the arguments of a modelled program split into options and operands. Hot for Bash calls.

Only what the table of a program knows is accepted, in the exact spelling: GNU's abbreviations are refused.
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault

# What the value of an option may be.
NUMBER = "n"  # digits, with an optional sign and a unit
WORD = "w"  # letters, digits, - and _
ANY = "*"  # a text that the program does not look up anywhere
PATTERN = "p"  # the pattern that would otherwise be the first operand
READ = "r"  # a file that is read

# What the operands are.
FILES = "files"  # each is read
NAMES = "names"  # each is a file of which only the name or the state is shown
TEXT = "text"
PATTERN_FILES = "pattern, files"
NONE = "none"
ONE_FILE = "one file"  # a second one would be written

SHORT_NUMBER = "-NUM"  # `-20`, as an option of a split

UNITS = "kKmMgGtTpPbBsdhi"

# (operands, flags, options with a value, long options with an optional value)
Row = tuple[str, str, str, str]


class Model:
    """One program's table. Short options are characters, long ones carry their dashes; in an `exact` table every
    option is one word with one dash. `values` gives the kind of the value that an option takes, `optional` the long
    options that take one only with `=`. `numeric` allows `-20`; `separate` allows no value glued to its option.
    """

    __slots__ = ("exact", "flags", "numeric", "operands", "optional", "program", "separate", "values")

    def __init__(
        self, program: str, row: Row, numeric: bool = False, exact: bool = False, separate: bool = False
    ) -> None:
        operands, flags, values, optional = row
        self.separate = separate
        self.program = program
        self.operands = operands
        self.exact = exact
        self.flags = names(flags) if exact else (*_options(flags), "--help", "--version")
        self.values = dict(_valued(item, exact) for item in values.split())
        self.optional = names(optional)
        self.numeric = numeric


class Split:
    """The arguments of one command. `late` is every word after the first operand: a program that stops at the
    first operand would take it for a file."""

    __slots__ = ("late", "operands", "options", "reads")

    def __init__(self) -> None:
        self.options: list[tuple[str, str]] = []
        self.operands: list[str] = []
        self.late: list[str] = []
        self.reads: list[str] = []

    def has(self, *names: str) -> bool:
        return any(name in names for name, _ in self.options)

    def values(self, *names: str) -> list[str]:
        return [value for name, value in self.options if name in names]


def names(text: str) -> tuple[str, ...]:
    """A table's row of names."""
    return tuple(text.split())


def _options(text: str) -> tuple[str, ...]:
    """`"abc --long"` is -a, -b, -c and --long."""
    found: list[str] = []
    for item in text.split():
        found += [item] if item.startswith("--") else [f"-{char}" for char in item]
    return tuple(found)


def _valued(item: str, exact: bool) -> tuple[str, str]:
    name, _, kind = item.rpartition(":")
    return (name if exact or name.startswith("--") else f"-{name}"), kind


def split(model: Model, words: list[str]) -> Split:
    """Fault shell_option for the first word that the table does not know."""
    found = Split()
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if found.operands:
            found.late.append(word)
        if word == "--":
            found.operands += words[at:]
            found.late += words[at:]
            break
        if word == "-" or not word.startswith("-"):
            found.operands.append(word)
            continue
        taken = _taken(model, word, words[at : at + 1])
        for name, value, from_next in taken:
            found.options.append((name, value))
            if model.values.get(name) == READ:
                found.reads.append(value)
            if from_next:
                at += 1
                if found.operands:
                    found.late.append(value)
    return found


def _taken(model: Model, word: str, rest: list[str]) -> list[tuple[str, str, bool]]:
    if word.startswith("--") or model.exact:
        return _long(model, word, rest)
    return _short(model, word, rest)


def _long(model: Model, word: str, rest: list[str]) -> list[tuple[str, str, bool]]:
    name, equals, value = word.partition("=")
    if equals and not model.exact:
        if name in model.values:
            return [(name, _checked(model, name, model.values[name], value), False)]
        if name in model.optional:
            return [(name, value, False)]
    elif word in model.flags or word in model.optional:
        return [(word, "", False)]
    elif word in model.values and rest:
        return [(word, _checked(model, word, model.values[word], rest[0]), True)]
    raise Fault("shell_option", f"{model.program} {word}")


def _short(model: Model, word: str, rest: list[str]) -> list[tuple[str, str, bool]]:
    if model.numeric and word[1:].isascii() and word[1:].isdigit():
        return [(SHORT_NUMBER, "", False)]
    found: list[tuple[str, str, bool]] = []
    for at, char in enumerate(word[1:], start=1):
        name = f"-{char}"
        if name in model.flags:
            found.append((name, "", False))
        elif name in model.values:
            glued = word[at + 1 :]
            if (not glued and not rest) or (glued and model.separate) or _drops_equals(model, glued):
                break
            value = _checked(model, name, model.values[name], glued or rest[0])
            return [*found, (name, value, not glued)]
        else:
            raise Fault("shell_option", f"{model.program} {name}")
    else:
        return found
    raise Fault("shell_option", f"{model.program} {name}")


def _drops_equals(model: Model, glued: str) -> bool:
    """These take `-g=x` for `-g x`."""
    return glued.startswith("=") and model.program in ("rg", "fd", "fdfind")


def _checked(model: Model, name: str, kind: str, value: str) -> str:
    if kind == NUMBER:
        digits = value.lstrip("+-").rstrip(UNITS).replace(".", "", 1)
        if not (digits.isascii() and digits.isdigit() and value.lstrip("+-")[:1].isdigit() and len(value) < 40):
            raise Fault("shell_option", f"{model.program} {name} {value}")
    elif kind == WORD and not all(char.isalnum() or char in "-_,=:+%." for char in value):
        raise Fault("shell_option", f"{model.program} {name} {value}")
    return value
