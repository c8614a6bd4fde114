"""What `install`, `uninstall` and `doctor` need of a host. Every method may raise HostFault."""

from __future__ import annotations

import os
import shutil
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from harness_runtime.cli.faults import HostFault
from harness_runtime.cli.staging import NAME

PLUGIN_ID = f"{NAME}@{NAME}"  # plugin@marketplace
CALL_SECONDS = 60.0


class NotFound(Exception):
    """The host's program is not on this machine; `wanted` is the path that was asked for, "" for a search."""

    def __init__(self, wanted: str = "") -> None:
        super().__init__(wanted)
        self.wanted = wanted


@dataclass(frozen=True)
class Plugin:
    """Our plugin as the host has it."""

    version: str
    enabled: bool
    folder: Path  # what the host runs
    source: Path | None  # the marketplace it came from, None when that is no folder of this machine

    def comes_from(self, marketplace: Path) -> bool:
        return self.source is not None and self.source.resolve() == marketplace.resolve()


@dataclass(frozen=True)
class Hook:
    """One of our hooks as the host has it. A host without a trust question lists them as trusted."""

    key: str
    event: str  # as in hooks.json: "PreToolUse"
    command: str
    fingerprint: str  # what trust is given to
    trusted: bool
    enabled: bool


class Host(ABC):
    """One installation of a host program."""

    name: ClassVar[str]  # on the command line
    title: ClassVar[str]
    variable: ClassVar[str]  # names the program
    measured: ClassVar[str]  # the version that the facts were measured with
    strange_events: ClassVar[frozenset[str]] = frozenset()  # those of our hooks.json that it does not know

    def __init__(self, program: Path, environ: Mapping[str, str]) -> None:
        self.program = program
        self.environ = dict(environ)

    @classmethod
    def find(cls, chosen: str | None, environ: Mapping[str, str]) -> Path:
        """The program: the person's choice, else what the variable names, else the one on PATH. Raises NotFound."""
        wanted = chosen or environ.get(cls.variable)
        if wanted:
            path = Path(wanted).absolute()
            if path.is_file() and os.access(path, os.X_OK):
                return path
            raise NotFound(wanted)
        found = shutil.which(cls.name, path=environ.get("PATH"))
        if found is None:
            raise NotFound()
        return Path(found).absolute()

    @classmethod
    @abstractmethod
    def home(cls, environ: Mapping[str, str]) -> Path:
        """The host's own folder."""

    @classmethod
    def data(cls, environ: Mapping[str, str]) -> Path:
        """The data folder that the host gives our plugin."""
        return cls.home(environ) / "plugins" / "data" / f"{NAME}-{NAME}"

    def version(self) -> str:
        """As the program prints it, without its name."""
        return self.call("--version").strip().rpartition(" ")[2]

    @abstractmethod
    def add(self, marketplace: Path) -> None:
        """Register the marketplace and install the plugin from it, or bring the installed one to its content."""

    @abstractmethod
    def remove(self, marketplace: Path) -> bool:
        """Remove the plugin and the marketplace; False when they came from elsewhere and were left alone."""

    @abstractmethod
    def installed(self) -> Plugin | None: ...

    @abstractmethod
    def hooks(self) -> list[Hook]:
        """Our hooks, as far as the host took them."""

    @abstractmethod
    def trust(self, hooks: list[Hook]) -> None:
        """Store the person's trust in exactly these hooks."""

    @abstractmethod
    def forget_trust(self) -> int:
        """Remove what is stored about our hooks; returns how many entries that were."""

    def call(self, *words: str) -> str:
        """Run the program; returns its stdout. HostFault carries the line in which it says what is wrong."""
        try:
            done = subprocess.run(
                [str(self.program), *words],
                cwd="/",
                env=self.environ,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=CALL_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise HostFault(f"{self.name} {' '.join(words)}: no answer within {CALL_SECONDS:.0f} s") from None
        except OSError as error:
            raise HostFault(f"{self.program}: {error.strerror}") from None
        if done.returncode:
            raise HostFault(f"{self.name} {' '.join(words[:2])}: {_complaint(done.stderr)} (exit {done.returncode})")
        return done.stdout


def _complaint(stderr: str) -> str:
    """The line that names the error, with its first cause."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    error = next((line for line in lines if line.lower().startswith("error")), lines[-1] if lines else "?")
    cause = next((line for line in lines if line.startswith("0: ") and "unknown" not in line), "")
    return f"{error} {cause.removeprefix('0: ')}".strip()
