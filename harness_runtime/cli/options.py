"""The options that every verb shares, and what they mean."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from harness_runtime.cli import language
from harness_runtime.cli.faults import InputFault
from harness_runtime.cli.homes import data_folders
from harness_runtime.cli.language import sentence
from harness_runtime.cli.sessions.find import Session, sessions_in

Verb = TypeVar("Verb", bound=Callable[..., object])


def data_option(verb: Verb) -> Verb:
    return click.option("--data", type=click.Path(path_type=Path), metavar="DIR", help=sentence("help_data"))(verb)


def json_option(verb: Verb) -> Verb:
    return click.option("--json", "as_json", is_flag=True, help=sentence("help_json"))(verb)


def workspace_option(verb: Verb) -> Verb:
    return click.option(
        "--workspace", type=click.Path(path_type=Path), metavar="DIR", help=sentence("help_workspace")
    )(verb)


def folders_of(data: Path | None) -> list[Path]:
    """The data folders of this call; from here on the terminal speaks the language that they name."""
    if data is not None and not data.is_dir():
        raise InputFault("no_folder", path=str(data))
    folders = data_folders(data.absolute() if data else None, os.environ)
    language.choose(language.language_of(os.environ, folders))
    return folders


def sessions_of(data: Path | None) -> list[Session]:
    return sessions_in(folders_of(data))


def workspace_of(chosen: Path | None) -> Path:
    if chosen is not None and not chosen.is_dir():
        raise InputFault("no_folder", path=str(chosen))
    try:
        return (chosen or Path.cwd()).resolve()
    except FileNotFoundError:  # the current folder was removed
        return Path("/")
