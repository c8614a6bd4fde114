"""Which globs a settings file may hold: the same relative POSIX globs as a Plan's policy (contract: Policy block)."""

from __future__ import annotations

from typing import Annotated
from unicodedata import is_normalized

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

MAX_GLOB = 1024
MAX_GLOBS = 200


def is_relative_glob(glob: str) -> bool:
    """`**` any depth, `*` and `?` inside a segment; nothing that a reader or a file system could take otherwise."""
    if not 0 < len(glob) <= MAX_GLOB or glob[0] in "/~" or "\\" in glob or glob != glob.strip():
        return False
    if any(char < " " or char == "\x7f" for char in glob) or not is_normalized("NFC", glob):
        return False
    return all(_is_segment(segment) for segment in glob.split("/"))


def _is_segment(segment: str) -> bool:
    return segment not in ("", ".", "..") and (segment == "**" or "**" not in segment)


def _checked(glob: str) -> str:
    if not is_relative_glob(glob):
        raise PydanticCustomError("glob_form", "not a relative POSIX glob")
    return glob


Glob = Annotated[str, Field(min_length=1, max_length=MAX_GLOB), AfterValidator(_checked)]
Globs = Annotated[list[Glob], Field(max_length=MAX_GLOBS)]
