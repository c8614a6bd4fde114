"""Which language the terminal speaks: HARNESS_LANG, else what a data folder's config.json says, else that of the
machine's locale, else Korean. `install` proposes it, and what the person takes there the hooks speak as well."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from harness_runtime.cli.homes import data_folders
from harness_runtime.messages import catalog
from harness_runtime.messages.terminal import DEFAULT, LANGUAGES, say

CONFIG = "config.json"


def language_of(environ: Mapping[str, str], folders: Iterable[Path]) -> str:
    """`folders` are data folders; the first that names a language decides."""
    named = environ.get("HARNESS_LANG", "")
    if named in LANGUAGES:
        return named
    for folder in folders:
        language = configured(folder)
        if language is not None:
            return language
    return of_locale(environ) or DEFAULT


def of_locale(environ: Mapping[str, str]) -> str | None:
    """English for whatever is not Korean; None where no language is named (`C`, `POSIX`, nothing)."""
    named = next(filter(None, map(environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    code = re.split(r"[_.@]", named)[0].lower()
    if code in ("", "c", "posix"):
        return None
    return "ko" if code == "ko" else "en"


def configured(folder: Path) -> str | None:
    """The language in the folder's config.json, None when it names none that is known."""
    try:
        config = json.loads((folder / CONFIG).read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    language = config.get("language") if isinstance(config, dict) else None
    return language if language in LANGUAGES else None


class _Chosen:
    """The language of this process. `choose` sets it once the person or the call's data folder has named one."""

    language = ""


def choose(language: str) -> None:
    _Chosen.language = language


def choose_of(data: Path) -> None:
    """The one that this data folder names, else another of this machine."""
    choose(language_of(os.environ, [data, *data_folders(None, os.environ)]))


def current() -> str:
    if _Chosen.language:
        return _Chosen.language
    return language_of(os.environ, data_folders(None, os.environ))


def sentence(key: str, /, **fields: str) -> str:
    """A sentence of `messages.terminal` in the language of this process."""
    return say(current(), key, **fields)


def said(table: catalog.Table, key: str, /, **fields: object) -> str:
    """The same out of a catalog that the terminal shares with the hooks."""
    return catalog.sentence(table, current(), key, **fields)
