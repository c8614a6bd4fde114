"""fastjson is json without the import: the same values, the same refusals, and stricter where JSON is."""

from __future__ import annotations

import importlib.util
import json
import math
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from harness_runtime.wire import fastjson


def without_the_accelerator() -> ModuleType:
    """A second copy of the module, imported as on an interpreter that has no `_json`."""
    hidden = {name: sys.modules.pop(name) for name in list(sys.modules) if name.split(".")[0] == "json"}
    accelerator = sys.modules["_json"]
    sys.modules["_json"] = None  # type: ignore[assignment]
    try:
        spec = importlib.util.spec_from_file_location("fastjson_fallback", fastjson.__file__)
        assert spec and spec.loader
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        sys.modules.update(hidden, _json=accelerator)
    return module


FALLBACK = without_the_accelerator()
EITHER = pytest.mark.parametrize("module", [fastjson, FALLBACK], ids=["scanner", "fallback"])

texts = st.text(st.characters(), max_size=20)  # lone surrogates included
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts
values = st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(texts, inner), max_leaves=15)
fragments = st.text('{}[]",:\\/ \t\n\r0123456789.+-eEtrufalsnINy\x00\x0b\xa0\ufeffé', max_size=30)


def by_json(raw: bytes) -> Any:
    """The rule: one strict UTF-8 document as `json` reads it, without the constants that JSON does not have."""

    def refuse(name: str) -> None:
        raise ValueError(name)

    return json.loads(raw.decode("utf-8"), parse_constant=refuse)


def outcome(read: Any, raw: bytes) -> object:
    try:
        return repr(read(raw))  # repr tells 1 from 1.0 and True, and keeps the order of keys
    except ValueError:
        return ValueError


def test_the_two_copies_really_take_the_two_paths() -> None:
    assert type(fastjson._scan).__module__ == "_json"
    assert FALLBACK._scan.__module__ == "json.scanner"
    assert FALLBACK.quote is not fastjson.quote


@EITHER
@given(value=values, indent=st.none() | st.just(2), ascii_only=st.booleans())
def test_what_json_writes_is_read_back_as_json_reads_it(
    module: ModuleType, value: Any, indent: int | None, ascii_only: bool
) -> None:
    raw = json.dumps(value, indent=indent, ensure_ascii=ascii_only).encode("utf-8", "replace")
    assert repr(module.loads(raw)) == repr(json.loads(raw))


@EITHER
@given(fragments)
@example("-0")
@example("1e999")
@example('{"a":1,"a":2}')
@example('"\\ud83d\\ude00"')
@example('"\\ud83d"')
@example("\x0b1")
def test_any_text_is_accepted_or_refused_as_json_does(module: ModuleType, text: str) -> None:
    raw = text.encode("utf-8")
    assert outcome(module.loads, raw) == outcome(by_json, raw)


@EITHER
@given(st.binary(max_size=12))
def test_any_bytes_are_accepted_or_refused_as_utf8_json(module: ModuleType, raw: bytes) -> None:
    assert outcome(module.loads, raw) == outcome(by_json, raw)


REFUSED = {
    "nothing": b"",
    "blanks": b" \n",
    "NaN": b'{"a":NaN}',
    "Infinity": b"Infinity",
    "-Infinity": b"[-Infinity]",
    "text after": b'{"a":1} x',
    "a second document": b'{"a":1}\n{"a":1}',
    "text before": b'x {"a":1}',
    "a lone byte": b'"\xff"',
    "half a character": b'"\xc3"',
    "an encoded surrogate": b'"\xed\xa0\x80"',
    "a byte order mark": b'\xef\xbb\xbf{"a":1}',
    "UTF-16": '{"a":1}'.encode("utf-16"),
    "a raw NUL": b'"\x00"',
    "NUL after": b"1\x00",
    "a control character in a text": b'"\n"',
    "a single quote": b"{'a':1}",
    "a trailing comma": b"[1,]",
    "a cut text": b'{"a":"b',
    "a cut escape": b'"\\u12',
    "a leading zero": b"01",
    "a comment": b"/**/1",
    "a blank that is not JSON's": b"\xc2\xa01",
}


@EITHER
@pytest.mark.parametrize("raw", REFUSED.values(), ids=REFUSED.keys())
def test_refused(module: ModuleType, raw: bytes) -> None:
    with pytest.raises(ValueError):
        module.loads(raw)


def test_a_fresh_interpreter_that_never_imported_json_refuses_alike() -> None:
    """The C scanner raises its errors through `json.decoder` when that is loaded, and does not load it itself."""
    program = f"""
import sys
sys.path.insert(0, {str(Path(fastjson.__file__).parents[2])!r})
from harness_runtime.wire.fastjson import loads
for raw in {list(REFUSED.values())!r}:
    assert "json" not in sys.modules
    try:
        loads(raw)
    except ValueError:
        continue
    raise SystemExit(f"accepted {{raw!r}}")
"""
    done = subprocess.run([sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def nested(depth: int, opening: str, closing: str) -> bytes:
    return (opening * depth + "0" + closing * depth).encode()


@EITHER
@pytest.mark.parametrize(("opening", "closing", "levels"), [("[", "]", 1), ('{"a":', "}", 1), ('[{"a":', "}]", 2)])
def test_nesting_is_read_up_to_the_limit_and_refused_beyond(
    module: ModuleType, opening: str, closing: str, levels: int
) -> None:
    times = fastjson.MAX_DEPTH // levels
    assert module.loads(nested(times, opening, closing)) is not None
    with pytest.raises(ValueError, match="deep"):
        module.loads(nested(times + 1, opening, closing))


@EITHER
@pytest.mark.parametrize("depth", [1_000, 100_000])
def test_nesting_that_exhausts_the_scanner_is_refused_like_any_other(module: ModuleType, depth: int) -> None:
    with pytest.raises(ValueError, match="deep"):
        module.loads(nested(depth, "[", "]"))
    with pytest.raises(ValueError):
        module.loads(b"[" * depth)


@EITHER
def test_a_refused_document_leaves_nothing_for_the_next(module: ModuleType) -> None:
    with pytest.raises(ValueError):
        module.loads(b'{"left":1,"over":')
    assert module.loads(b'{"over":2}') == {"over": 2}


@EITHER
def test_a_number_beyond_float_is_infinite_as_in_json(module: ModuleType) -> None:
    assert math.isinf(module.loads(b"1e999"))


@EITHER
@given(text=texts)
def test_quote_writes_what_json_writes(module: ModuleType, text: str) -> None:
    assert module.quote(text) == json.dumps(text)
    assert module.quote(text).isascii()
    assert module.loads(module.quote(text).encode()) == json.loads(json.dumps(text))


@given(values)
def test_what_is_written_is_what_json_writes(value: Any) -> None:
    assert fastjson.dumps(value) == json.dumps(value, separators=(",", ":"))


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, b"x", object(), {1: 2}, [{"a": {1}}]])
def test_what_json_cannot_hold_is_not_written(value: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        fastjson.dumps(value)
