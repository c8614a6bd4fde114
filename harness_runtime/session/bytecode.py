"""Bytecode that a full disk has cut short: Python publishes it all the same, and every later import of it fails."""

from __future__ import annotations


def forget_if_cut(data: str, error: BaseException) -> None:
    """Remove the folder of bytecode when `error` came of reading some, so that the next hook compiles anew. The
    launcher does the same for a hook whose first import fails."""
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    if last is not None and last.tb_frame.f_code.co_name == "_compile_bytecode":
        from shutil import rmtree

        rmtree(f"{data}/pycache", ignore_errors=True)


def is_whole(path: str) -> bool:
    """Whether the bytecode in this file can be loaded. Raises OSError."""
    import marshal

    with open(path, "rb") as file:
        raw = file.read()
    try:
        marshal.loads(raw[16:])  # behind the header
    except (EOFError, ValueError, TypeError):
        return False
    return True
