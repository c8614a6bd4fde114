"""A line of JSON-RPC to `codex app-server`, the way to ask Codex about hooks and to have it edit its own settings."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from harness_runtime import __version__
from harness_runtime.cli.faults import HostFault

SECONDS = 120.0
_CLIENT = {"name": "harness", "version": __version__}


class AppServer:
    """`with AppServer(program, environ) as server: server.ask(method, params)`. Raises HostFault."""

    def __init__(self, program: Path, environ: Mapping[str, str], options: Sequence[str] = ()) -> None:
        """`options`: settings for this server alone, as `-c` takes them."""
        try:
            self._process = subprocess.Popen(
                [str(program), *(word for option in options for word in ("-c", option)), "app-server"],
                cwd="/",
                env=dict(environ),
                text=True,
                encoding="utf-8",
                errors="replace",
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            raise HostFault(f"{program}: {error.strerror}") from None
        self._deadline = threading.Timer(SECONDS, self._kill)
        self._deadline.daemon = True
        self._deadline.start()
        self._number = 0

    def __enter__(self) -> AppServer:
        try:
            self.ask("initialize", {"clientInfo": _CLIENT, "capabilities": {"experimentalApi": True}})
            self._send({"method": "initialized"})
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        assert self._process.stdout is not None
        for line in self._process.stdout:
            message = _parse(line)
            if message.get("id") != self._number or "method" in message:
                continue  # a notification, or a question of the server's own
            if "error" in message:
                raise HostFault(f"codex app-server, {method}: {_complaint(message['error'])}")
            result = message.get("result")
            return result if isinstance(result, dict) else {}
        raise HostFault(f"codex app-server, {method}: it ended, or did not answer within {SECONDS:.0f} s")

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()
        except OSError:
            raise HostFault(f"codex app-server, {message['method']}: it has ended") from None

    def _close(self) -> None:
        with suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        self._process.wait()  # the deadline ends it when it does not end by itself
        self._deadline.cancel()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def _kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)  # a session of its own: the wrapper and the server


def _parse(line: str) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) else {}


def _complaint(error: object) -> str:
    return str(error.get("message", error)) if isinstance(error, dict) else str(error)
