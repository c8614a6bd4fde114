"""The data folder of an installed plugin: made private, with the person's language in it, and emptied again."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from harness_runtime.cli.faults import InputFault
from harness_runtime.cli.installation.interpreter import INTERPRETER
from harness_runtime.cli.language import CONFIG
from harness_runtime.session.files import PRIVATE_FOLDER, make_private_folder, replace_file

MADE_AGAIN = ("pycache", "bin", "venv")  # bytecode, the entry for confined runs, libraries without an installer


def prepare(data: Path) -> None:
    """Create the folder, or take the access of others away from it."""
    make_private_folder(data)
    if data.stat().st_mode & 0o077:
        data.chmod(PRIVATE_FOLDER)


def read_config(data: Path) -> dict[str, Any]:
    """The person's settings, {} when there are none. InputFault when the file is not what we could extend."""
    path = data / CONFIG
    try:
        config = json.loads(path.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError):
        raise InputFault("config_unreadable", path=str(path)) from None
    if not isinstance(config, dict):
        raise InputFault("config_unreadable", path=str(path))
    return config


def set_language(data: Path, language: str) -> None:
    """All other settings stay."""
    config = read_config(data)
    if config.get("language") != language:
        text = json.dumps({**config, "language": language}, indent=2, ensure_ascii=False) + "\n"
        replace_file(data / CONFIG, text.encode("utf-8"))


def clean(data: Path, purge: bool) -> None:
    """Remove what `install` and the hooks can make again; with `purge` the whole folder, records included."""
    (data / INTERPRETER).unlink(missing_ok=True)
    for doomed in [data] if purge else [data / name for name in MADE_AGAIN]:
        if doomed.is_dir():
            shutil.rmtree(doomed)
