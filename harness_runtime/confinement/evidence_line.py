"""The last line of a confined run: what happened, signed with a key that the confined command could not read.

`harness-confine: {"call":3,"exit":0,…} mac=<64 hex>`, ASCII. It travels through the command's own output because a
host's sandbox may keep the data folder read-only, and Codex reports no exit code. The output is the command's to
write, so a line counts only with its MAC, and only for the ticket that it names.
"""

from __future__ import annotations

from _operator import _compare_digest  # what hmac.compare_digest is

from harness_runtime.session.layout import sha256
from harness_runtime.wire.fastjson import dumps, loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

PREFIX = "harness-confine: "
_MAC = " mac="
_HEX_DIGITS = 64
_BLOCK = 64  # bytes; the key is shorter

FIELDS = ("call", "exit", "signal", "timed_out", "engine", "seconds", "fingerprint", "faults")
_TYPES: tuple[tuple[type, ...], ...] = (
    (int,),
    (int,),
    (int, type(None)),
    (bool,),
    (str,),
    (int, float),
    (str,),
    (list,),
)


def signed_line(fields: dict[str, object], key: bytes) -> str:
    """The line, without a line end. `fields` are FIELDS in their order."""
    text = f"{PREFIX}{dumps(fields)}"
    return f"{text}{_MAC}{_mac(text, key)}"


def signed_lines(key: bytes, output: str, most: int) -> Iterator[dict[str, object] | None]:
    """Of each line of this form in a command's output its fields, None where another key signed it; the last first.

    At most `most` are looked at: whatever ran may have printed any number.
    """
    for line in reversed(output.splitlines()):
        if line.startswith(f"{PREFIX}{{"):
            if most <= 0:
                return
            most -= 1
            yield read_line(line.rstrip(), key)


def read_line(line: str, key: bytes) -> dict[str, object] | None:
    """The fields of a line that was signed with this key, or None."""
    text, found, mac = line.rpartition(_MAC)
    if not found or len(mac) != _HEX_DIGITS or not line.isascii() or not _compare_digest(mac, _mac(text, key)):
        return None
    try:
        fields = loads(text.removeprefix(PREFIX).encode("ascii"))
    except ValueError:
        return None
    return fields if isinstance(fields, dict) and _is_whole(fields) else None


def _is_whole(fields: dict[str, object]) -> bool:
    return tuple(fields) == FIELDS and all(
        type(value) in types for value, types in zip(fields.values(), _TYPES, strict=True)
    )


def _mac(text: str, key: bytes) -> str:
    """HMAC-SHA256 in hex. By hand, because `hmac` brings all of OpenSSL, at each start of harness-confine."""
    block = key.ljust(_BLOCK, b"\0")
    inner = bytes.fromhex(sha256(bytes(byte ^ 0x36 for byte in block) + text.encode("ascii")))
    return sha256(bytes(byte ^ 0x5C for byte in block) + inner)
