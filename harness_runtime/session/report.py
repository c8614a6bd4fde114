"""Report files: what is left for the person when the product itself has a bug. Not on any ordinary path."""

from __future__ import annotations

import os
import traceback
from time import time_ns

from harness_runtime.session.bytecode import forget_if_cut
from harness_runtime.session.layout import data_folder


def write_report(environ: dict[str, str], event: str, error: BaseException) -> str:
    """Write the traceback below `reports/` of the data folder; returns the file's path, "" without a folder."""
    data = data_folder(environ)
    if data is None:
        return ""
    forget_if_cut(data, error)
    folder = f"{data}/reports"
    os.makedirs(folder, mode=0o700, exist_ok=True)
    path = f"{folder}/{time_ns()}-{event}.txt"
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.writelines(traceback.format_exception(error))
    return path
