"""Runs a seccomp program as the kernel does, so that a machine's table can be read on any other."""

from __future__ import annotations

import struct

ALLOW, ASK, KILL = "allow", "ask", "kill"
_NAMED = {0x7FFF0000: ALLOW, 0x7FC00000: ASK, 0x80000000: KILL}


def verdict(program: bytes, machine: int, number: int, *arguments: int) -> str | int:
    """ALLOW, ASK, KILL, or the errno that the call fails with."""
    data = struct.pack("=IIQ6Q", number & 0xFFFFFFFF, machine, 0, *(*arguments, *(0,) * (6 - len(arguments))))
    lines = list(struct.iter_unpack("=HBBI", program))
    held, at = 0, 0
    while True:
        code, if_true, if_false, constant = lines[at]
        at += 1
        match code:
            case 0x20:
                held = struct.unpack_from("=I", data, constant)[0]
            case 0x54:
                held &= constant
            case 0x15:
                at += if_true if held == constant else if_false
            case 0x35:
                at += if_true if held >= constant else if_false
            case 0x45:
                at += if_true if held & constant else if_false
            case 0x06:
                return _NAMED.get(constant, constant & 0xFFFF)
            case _:
                raise AssertionError(f"an instruction that no program of ours has: {code:#x}")
