"""What a model that is a command is called: its program, and of an interpreter the script that it runs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePath

_INTERPRETER = re.compile(r"(?:python|pypy)[0-9.]*|node|bun|deno|ruby|perl|php|(?:ba|da|z|k)?sh")


def program_name(words: Sequence[str]) -> str:
    """`/usr/bin/python3 -I /x/model.py` is `python3 model.py`: by its program alone each of them is called alike."""
    program = PurePath(words[0]).name
    script = _script(words[1:]) if _INTERPRETER.fullmatch(program) else ""
    return f"{program} {script}" if script else program


def _script(words: Sequence[str]) -> str:
    """The first word that is no option; none where the program stands in the words themselves (`-c`, `-e`)."""
    for number, word in enumerate(words):
        if word in ("-c", "-e"):
            return ""
        if word == "-m":
            return " ".join(words[number : number + 2])
        if not word.startswith("-"):
            return PurePath(word).name
    return ""
