"""From bytes to a validated model: JSON that reads the same to every reader, then the model, then one clear fault."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError
from pydantic_core import PydanticCustomError

from harness_runtime.settings import chains
from harness_runtime.settings.commands import FORMS, Command
from harness_runtime.settings.fault import SettingsFault
from harness_runtime.settings.model_section import MODEL_FORMS, ROLES, ModelCommand

MAX_DEPTH = 64
ENTRIES = {  # what one entry of such a list must be
    "globs": "glob",
    "commands": "command_entry",
    "tools": "tool",
    "model_choices": "model_choice",
    "model_words": "model_word",
}
OBJECTS: dict[str, type[BaseModel]] = dict.fromkeys((*ROLES, "panel"), ModelCommand)  # below a key of many forms
ModelT = TypeVar("ModelT", bound=BaseModel)


def _exact_integer(value: object) -> object:
    """`true` and `1.0` equal 1 in Python, and are another JSON value."""
    if type(value) is not int:
        raise PydanticCustomError("exact_integer", "not an integer")
    return value


SchemaVersion = Annotated[Literal[1], BeforeValidator(_exact_integer)]


class Settings(BaseModel):
    """Base of both files: exact types, no unknown keys, immutable."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)

    schema_version: SchemaVersion = 1


def parse(path: str, raw: bytes) -> object:
    """The JSON value in these bytes. Raises SettingsFault."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SettingsFault(path, "", "encoding", offset=error.start) from None
    if text.startswith("\ufeff"):
        raise SettingsFault(path, "", "encoding", offset=0)
    try:
        value = json.loads(text, object_pairs_hook=_unique_keys, parse_constant=_no_number, parse_float=_finite)
        if _is_deeper(value, MAX_DEPTH):
            raise SettingsFault(path, "", "nesting")
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except _DuplicateKey as error:
        raise SettingsFault(path, error.args[0], "duplicate") from None
    except _NoNumber as error:
        raise SettingsFault(path, "", "number", detail=error.args[0]) from None
    except json.JSONDecodeError as error:
        raise SettingsFault(path, "", "json", line=error.lineno, column=error.colno) from None
    except UnicodeEncodeError:
        raise SettingsFault(path, "", "surrogate") from None
    except RecursionError:
        raise SettingsFault(path, "", "nesting") from None
    except ValueError:  # an integer of thousands of digits
        raise SettingsFault(path, "", "number", detail="…") from None
    return value


def validate(path: str, value: object, model: type[ModelT], expected: Mapping[str, str]) -> ModelT:
    """The model of this value. `expected` says for each key which sentence tells what belongs there."""
    if not isinstance(value, dict):
        raise SettingsFault(path, "", "expected", expected="object")
    try:
        return model.model_validate(value)
    except ValidationError as error:
        raise _fault(path, error, model, expected) from None
    except RecursionError:
        raise SettingsFault(path, "", "nesting") from None


def _fault(path: str, error: ValidationError, model: type[BaseModel], expected: Mapping[str, str]) -> SettingsFault:
    """The first thing that is wrong; the person mends one after the other."""
    faults = error.errors(include_url=False, include_input=False)
    first = faults[0]
    if first["type"] == "missing":  # a key that is misspelt is the cause
        misspelt = (it for it in faults if it["type"] == "extra_forbidden" and it["loc"][:-1] == first["loc"][:-1])
        first = next(misspelt, first)
    parts = _without_tags(first["loc"])
    if first["type"] in chains.FAULTS:
        where = f"{_where(parts)}.{first['ctx']['where']}"
        return SettingsFault(path, where, first["type"], name=first["ctx"]["name"])
    if first["type"] == "extra_forbidden":
        known = _model_at(model, parts[:-1]).model_fields
        return SettingsFault(path, _where(parts), "unknown_key", known=", ".join(known))
    code = "missing" if first["type"] == "missing" else "expected"
    return SettingsFault(path, _where(parts), code, expected=_kind(parts, expected))


def _model_at(model: type[BaseModel], parts: Sequence[int | str]) -> type[BaseModel]:
    """The model of the object at this place: that of a section, or a command in a list."""
    if parts[:1] == [chains.KEY]:
        return chains.model_at(parts[1:])
    for part in parts:
        if isinstance(part, int):
            continue
        field = model.model_fields.get(part)
        inner = field.annotation if field else None
        model = inner if isinstance(inner, type) and issubclass(inner, BaseModel) else OBJECTS.get(part, Command)
    return model


def _without_tags(place: Sequence[int | str]) -> list[int | str]:
    """pydantic names the form of a command and the key side of an object in its places; the file does not."""
    before = (None, *place)
    return [
        part
        for part, previous in zip(place, before, strict=False)
        if not (isinstance(previous, int) and part in FORMS) and part not in ("[key]", *MODEL_FORMS)
    ]


def _kind(parts: list[int | str], expected: Mapping[str, str]) -> str:
    """What belongs at the innermost key that has a sentence; below `env` the keys are the file's own."""
    if parts[:1] == [chains.KEY] and parts[1:]:
        return chains.expected_at(parts[1:])
    kind = "object"
    for part in parts:
        if isinstance(part, int):
            kind = ENTRIES.get(kind, kind)
            continue
        kind = expected.get(f"{kind}.{part}") or expected.get(part, kind)
        if part == "env":
            break
    return kind


def _where(parts: list[int | str]) -> str:
    """`verification_commands[0].cwd`"""
    text = ""
    for part in parts:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text


def _is_deeper(value: object, most: int) -> bool:
    level = [value]
    for _ in range(most + 1):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
    return bool(level)


class _DuplicateKey(Exception):
    pass


class _NoNumber(Exception):
    pass


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _DuplicateKey(key)
        found[key] = value
    return found


def _no_number(name: str) -> object:
    raise _NoNumber(name)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise _NoNumber(text)
    return number
