"""How the arguments of a modelled program split into options and operands. Hot for Bash calls.

Only what the table of a program knows is accepted, in the exact spelling: GNU's abbreviations are refused.
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault

# What the value of an option may be.
NUMBER = "n"  # digits, with an optional sign
WORD = "w"  # letters, digits, - and _
ANY = "*"
GLOB = "g"
TYPE = "t"
PATTERN = "p"


class Model:
    """One program's table. Short options are characters, long ones carry their dashes.

    `values` gives the kind of the value that an option takes, `optional` the long options that take one only with
    `=`. `numeric` allows `-20`.
    """

    __slots__ = ("flags", "numeric", "optional", "program", "values")

    def __init__(self, program: str, flags: str, values: str = "", optional: str = "", numeric: bool = False) -> None:
        self.program = program
        self.flags = _options(flags)
        self.values = dict(_valued(item) for item in values.split())
        self.optional = ("--help", "--version", *optional.split())
        self.numeric = numeric


class Split:
    """The arguments of one command. `late` is every word after the first operand: a program that stops at the
    first operand would take it for a file."""

    __slots__ = ("late", "operands", "options")

    def __init__(self) -> None:
        self.options: list[tuple[str, str]] = []
        self.operands: list[str] = []
        self.late: list[str] = []

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


def _valued(item: str) -> tuple[str, str]:
    name, _, kind = item.partition(":")
    return (name if name.startswith("--") else f"-{name}"), kind


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
            break
        if word == "-" or not word.startswith("-"):
            found.operands.append(word)
            continue
        taken = _long(model, word, words[at:]) if word.startswith("--") else _short(model, word, words[at:])
        for name, value, from_next in taken:
            found.options.append((name, value))
            if from_next:
                at += 1
                if found.operands:
                    found.late.append(value)
    return found


def _long(model: Model, word: str, rest: list[str]) -> list[tuple[str, str, bool]]:
    name, equals, value = word.partition("=")
    if equals:
        if name in model.values:
            return [(name, _checked(model, name, model.values[name], value), False)]
        if name in model.optional:
            return [(name, value, False)]
    elif name in model.flags or name in model.optional:
        return [(name, "", False)]
    elif name in model.values and rest:
        return [(name, _checked(model, name, model.values[name], rest[0]), True)]
    raise Fault("shell_option", f"{model.program} {word}")


def _short(model: Model, word: str, rest: list[str]) -> list[tuple[str, str, bool]]:
    if model.numeric and word[1:].isascii() and word[1:].isdigit():
        return []
    found: list[tuple[str, str, bool]] = []
    for at, char in enumerate(word[1:], start=1):
        name = f"-{char}"
        if name in model.flags:
            found.append((name, "", False))
        elif name in model.values:
            glued = word[at + 1 :]
            if not glued and not rest:
                break
            value = _checked(model, name, model.values[name], glued or rest[0])
            return [*found, (name, value, not glued)]
        else:
            raise Fault("shell_option", f"{model.program} {name}")
    else:
        return found
    raise Fault("shell_option", f"{model.program} {name}")


def _checked(model: Model, name: str, kind: str, value: str) -> str:
    if kind == NUMBER:
        digits = value.lstrip("+-")
        if not (digits.isascii() and digits.isdigit() and len(value) - len(digits) <= 1):
            raise Fault("shell_option", f"{model.program} {name} {value}")
    elif kind == WORD and not all(char.isalnum() or char in "-_,=:" for char in value):
        raise Fault("shell_option", f"{model.program} {name} {value}")
    return value
