"""Looks a sentence up: language, key, fields. Korean is the default. Cold."""

from __future__ import annotations

from collections.abc import Mapping

DEFAULT = "ko"
LANGUAGES = ("ko", "en")
Table = Mapping[str, Mapping[str, str]]


def sentence(table: Table, language: str, key: str, **fields: object) -> str:
    """The sentence of `key`; KeyError when the table lacks it or a field, which a test excludes."""
    entry = table[key]
    return entry.get(language, entry[DEFAULT]).format(**fields)
