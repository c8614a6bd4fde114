"""The rim of the cold events: find the libraries, run the handler, print its answer, leave nothing unsaid.

Hooks start without site-packages, because the hot path must not pay for them. This module adds them; what is
imported here therefore uses the standard library only until `_add_libraries` has run.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from harness_runtime.session.layout import data_folder
from harness_runtime.wire.stdin import EventFault

if TYPE_CHECKING:
    from harness_runtime.events.context import Context
    from harness_runtime.wire.answers import Answer

BLOCKED = 2
FAILED = 1  # an event that gates nothing could not be answered


def run(
    raw: dict[str, object], module: str, *, blocks: bool = True, afterwards: Callable[[], None] | None = None
) -> int:
    """Hand the event to `module.handle`; returns the exit code. Whatever fails becomes one clear line, which stops a
    prompt unless it matters to nobody's safety (`blocks` False). `afterwards` comes after the handler and before its
    answer is written out: what was delivered with that is marked so as the last act."""
    environ = dict(os.environ)
    try:
        _add_libraries()
        return _answer(raw, environ, _load(module), afterwards)
    except ImportError as error:
        if (error.name or "").startswith("harness_runtime"):
            return _internal(environ, raw, error, blocks)
        return _missing(environ, raw, error, blocks)
    except BaseException as error:  # a bug, or a package that is there and broken
        return _internal(environ, raw, error, blocks)


def answer_of(raw: dict[str, object], environ: dict[str, str], module: str) -> Answer:
    """What `module.handle` answers to this event, for a hot hook that has to say it itself. Raises whatever fails."""
    _add_libraries()
    handle = _load(module)
    from harness_runtime.events.context import Context
    from harness_runtime.wire.events import hook_event

    return handle(Context(hook_event(raw, environ), environ, str(data_folder(environ))))


def _add_libraries() -> None:
    """Make the libraries importable, and see that they are there. Only pydantic is needed in any case; the others are
    imported where they are used."""
    import site

    site.main()
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "1")  # nobody else's program runs in ours; looking is dear
    from importlib.util import find_spec

    from harness_runtime.session.libraries import as_installed

    for library in ("filelock", "markdown_it"):
        if find_spec(library) is None:
            raise ModuleNotFoundError(f"No module named {library!r}", name=library)
    with as_installed():
        from pydantic import BaseModel  # noqa: F401


def _load(module: str) -> Callable[[Context], Answer]:
    from importlib import import_module

    loaded: Any = import_module(module)
    handle: Callable[[Context], Answer] = loaded.handle
    return handle


def _answer(
    raw: dict[str, object],
    environ: dict[str, str],
    handle: Callable[[Context], Answer],
    afterwards: Callable[[], None] | None,
) -> int:
    from harness_runtime.events.context import Context
    from harness_runtime.session.store import BUSY, StoreFault
    from harness_runtime.wire.answers import Answer, encode
    from harness_runtime.wire.events import hook_event

    data = data_folder(environ)
    if data is None:
        return 0
    event = hook_event(raw, environ)
    context = Context(event, environ, data)
    try:
        answer = handle(context)
    except StoreFault as fault:
        key = "busy" if fault.rule == BUSY else "store_fault"
        reason = context.say(context.language(), key, rule=fault.rule, detail=fault.detail)
        answer = Answer(message=reason) if event.name != "UserPromptSubmit" else Answer(block=reason)
    if afterwards is not None:
        afterwards()
    _print(encode(answer, event.name))
    for delivered in answer.delivered:
        delivered()
    return 0


def _missing(environ: dict[str, str], raw: dict[str, object], error: ImportError, blocks: bool) -> int:
    """The libraries are not there. A prompt is stopped with the command that installs them."""
    from harness_runtime.session.setup_script import setup_command

    data = data_folder(environ)
    if data is None:
        return 0
    command = setup_command(data, environ, _to_the_person(environ, "dependencies_there"))
    return _stop(raw, _to_the_person(environ, "dependencies", missing=error.name or error, command=command), blocks)


def _to_the_person(environ: dict[str, str], key: str, **fields: object) -> str:
    """In every language where nobody has said which."""
    from harness_runtime.messages.catalog import LANGUAGES, sentence
    from harness_runtime.messages.gates import GATES
    from harness_runtime.session.person_config import language_of_person

    language = language_of_person(environ, data_folder(environ) or "")
    return "\n\n".join(sentence(GATES, each, key, **fields) for each in ((language,) if language else LANGUAGES))


def _internal(environ: dict[str, str], raw: dict[str, object], error: BaseException, blocks: bool) -> int:
    from harness_runtime.session.report import write_report

    if isinstance(error, EventFault):
        path = error.rule
    else:
        try:
            path = write_report(environ, str(raw.get("hook_event_name")), error)
        except OSError as failure:
            path = str(failure)
    if isinstance(error, OSError) and _is_below(error.filename, data_folder(environ) or ""):
        return _stop(raw, _to_the_person(environ, "data_unusable", detail=error), blocks)
    return _stop(raw, _to_the_person(environ, "internal", path=path), blocks)


def _is_below(path: object, folder: str) -> bool:
    return isinstance(path, str | os.PathLike) and bool(folder) and f"{path}/".startswith(f"{folder}/")


def _stop(raw: dict[str, object], text: str, blocks: bool) -> int:
    """A prompt is blocked. A Stop or SessionStart only says what happened: nothing was granted by it."""
    from harness_runtime.wire.answers import Answer, encode

    name = str(raw.get("hook_event_name"))
    if name == "SessionEnd":  # hosts take no answer to it
        return _say_otherwise(text, FAILED)
    blocked = blocks and name == "UserPromptSubmit"
    try:
        _print(encode(Answer(block=text) if blocked else Answer(message=text), name))
    except OSError:  # nobody reads stdout; stderr and the exit code remain
        return _say_otherwise(text, BLOCKED if blocked else FAILED)
    return 0


def _say_otherwise(text: str, code: int) -> int:
    with suppress(OSError):
        os.write(2, f"{text}\n".encode("utf-8", "replace"))
    return code


def _print(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]
