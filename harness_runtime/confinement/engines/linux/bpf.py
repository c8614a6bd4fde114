"""A small assembler for seccomp programs: one block a system call, each block ending in a verdict.

Source: seccomp(2), linux/filter.h. A block is entered with the number matched, and every way through it ends.
"""

from __future__ import annotations

import struct

Instruction = tuple[int, int, int, int]  # code, jump if true, jump if false, constant

ALLOW = 0x7FFF0000
NOTIFY = 0x7FC00000
KILL = 0x80000000
_ERRNO = 0x00050000

_LOAD, _AND, _RETURN = 0x20, 0x54, 0x06
_EQUAL, _GREATER_OR_EQUAL, _ANY_BIT = 0x15, 0x35, 0x45
_NUMBER, _MACHINE, _ARGUMENTS = 0, 4, 16  # offsets in struct seccomp_data


def errno(number: int) -> int:
    """The verdict that makes the call fail with this error."""
    return _ERRNO | number


def verdict(value: int) -> list[Instruction]:
    return [(_RETURN, 0, 0, value)]


def load(argument: int) -> list[Instruction]:
    """The low half of an argument: all that the kernel looks at where the argument is an int."""
    return [(_LOAD, 0, 0, _ARGUMENTS + 8 * argument)]


def masked(argument: int, mask: int) -> list[Instruction]:
    return [*load(argument), (_AND, 0, 0, mask)]


def if_any_bit(mask: int, then: list[Instruction]) -> list[Instruction]:
    return [(_ANY_BIT, 0, len(then), mask), *then]


def if_one_of(values: tuple[int, ...], then: list[Instruction]) -> list[Instruction]:
    """What was loaded equals one of the values."""
    last = len(values) - 1
    tests = [(_EQUAL, last - at, 0 if at < last else len(then), value) for at, value in enumerate(values)]
    return [*tests, *then]


def if_none_of(values: tuple[int, ...], then: list[Instruction]) -> list[Instruction]:
    count = len(values)
    tests = [(_EQUAL, count - 1 - at + len(then), 0, value) for at, value in enumerate(values)]
    return [*tests, *then]


def if_pointer(argument: int, then: list[Instruction]) -> list[Instruction]:
    """The argument, all 64 bits of it, is not zero."""
    low, high = _ARGUMENTS + 8 * argument, _ARGUMENTS + 8 * argument + 4
    return [(_LOAD, 0, 0, low), (_EQUAL, 0, 2, 0), (_LOAD, 0, 0, high), (_EQUAL, len(then), 0, 0), *then]


def assemble(machine: int, blocks: list[tuple[int, list[Instruction]]], beyond: int) -> bytes:
    """The program: another machine's calls kill, numbers above `beyond` do not exist, what has no block is allowed.

    The x32 calls of x86_64 carry a high bit in their number, so they lie beyond as well.
    """
    lines: list[Instruction] = [
        (_LOAD, 0, 0, _MACHINE),
        (_EQUAL, 1, 0, machine),
        (_RETURN, 0, 0, KILL),
        (_LOAD, 0, 0, _NUMBER),
    ]
    lines += [(_GREATER_OR_EQUAL, 0, 1, beyond + 1), (_RETURN, 0, 0, errno(38))]
    for number, body in blocks:
        if len(body) > 255:
            raise ValueError("a block is longer than a jump")
        lines += [(_EQUAL, 0, len(body), number), *body]
    lines += verdict(ALLOW)
    return b"".join(struct.pack("=HBBI", *line) for line in lines)
