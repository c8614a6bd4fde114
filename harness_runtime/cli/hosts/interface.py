"""What `install`, `upgrade`, `uninstall` and `doctor` need of a host. Every method may raise HostFault."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from harness_runtime.cli.faults import HostFault
from harness_runtime.cli.hosts.told import Hook, Market, Plugin, Switch
from harness_runtime.cli.installation.staging import NAME
from harness_runtime.models.interface import HostName

ANYWHERE = Path("/")
CALL_SECONDS = 120.0  # a git marketplace is fetched over the network


class NotFound(Exception):
    """The host's program is not on this machine; `wanted` is the path that was asked for, "" for a search."""

    def __init__(self, wanted: str = "") -> None:
        super().__init__(wanted)
        self.wanted = wanted


class Host(ABC):
    """One installation of a host program, as it is for a session in `folder`."""

    name: ClassVar[HostName]  # on the command line too
    title: ClassVar[str]
    variable: ClassVar[str]  # names the program
    measured: ClassVar[str]  # the version that the facts were measured with
    asks_trust: ClassVar[bool]  # hooks run only when the person has trusted them
    shell_reads: ClassVar[str] = ""  # variable that names a start-up file for the hooks' shell
    strange_events: ClassVar[frozenset[str]] = frozenset()  # those of our hooks.json that it does not know

    def __init__(self, program: Path, environ: Mapping[str, str], folder: Path = ANYWHERE) -> None:
        self.program = program
        self.environ = dict(environ)
        self.folder = folder
        self._told: dict[tuple[str, ...], str] = {}

    @property
    def settings(self) -> Path | None:
        """The person's settings file, where the host writes it anew when a plugin comes or goes."""
        return None

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
    def plugins(cls, environ: Mapping[str, str]) -> Path:
        """Where the host keeps what belongs to plugins."""

    @classmethod
    def data(cls, environ: Mapping[str, str]) -> Path:
        """The data folder that the host gives our plugin."""
        return cls.plugins(environ) / "data" / f"{NAME}-{NAME}"

    def version(self) -> str:
        """As the program prints it, without its name."""
        printed = self.ask("--version").strip()
        found = re.search(r"\d+\.\d[\w.+-]*", printed)
        return found[0] if found else printed

    @abstractmethod
    def market(self) -> Market | None: ...

    @abstractmethod
    def installed(self) -> Plugin | None: ...

    @abstractmethod
    def add(self, marketplace: Path) -> None:
        """Register the marketplace and install the plugin from it, or bring the installed one to its content."""

    @abstractmethod
    def fetch(self) -> None:
        """Bring the marketplace of an address up to date, where that changes nothing that runs."""

    @abstractmethod
    def offered(self) -> Path | None:
        """The plugin that the marketplace has to offer; None when only `take` will show it."""

    @abstractmethod
    def take(self) -> None:
        """Have the host run what its marketplace has to offer."""

    @abstractmethod
    def open_sessions_survive(self, before: Path, after: Path) -> bool:
        """Whether sessions that are open keep all their hooks when the plugin's content is exchanged."""

    @abstractmethod
    def remove(self) -> None:
        """Remove the plugin and its marketplace; nothing of either is no fault. The data folder stays."""

    @abstractmethod
    def hooks(self) -> list[Hook]:
        """The hooks of a session, other people's too, as far as the host took them."""

    @abstractmethod
    def switches(self) -> list[Switch]:
        """What keeps our hooks from running, or changes what they see."""

    @abstractmethod
    def trust(self, hooks: list[Hook]) -> None:
        """Store the person's trust in exactly these hooks; nothing where the host asks for none."""

    @abstractmethod
    def forget_trust(self) -> int:
        """Remove what is stored about our hooks; returns how many entries that were."""

    def ask(self, *words: str) -> str:
        """What the program prints, by words that change nothing; remembered until something is changed."""
        if words not in self._told:
            self._told[words] = self._run(words, self.folder)
        return self._told[words]

    def call(self, *words: str) -> None:
        """Have the program change something."""
        self._told.clear()
        self._run(words, ANYWHERE)

    def _run(self, words: tuple[str, ...], folder: Path) -> str:
        """Its stdout. HostFault carries the line in which it says what is wrong."""
        try:
            done = subprocess.run(
                [str(self.program), *words],
                cwd=folder,
                env=self.environ,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                encoding="utf-8",
                errors="replace",
                timeout=CALL_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise HostFault(f"{self.name} {' '.join(words)}: no answer within {CALL_SECONDS:.0f} s") from None
        except OSError as error:
            raise HostFault(f"{self.program}: {error.strerror}") from None
        if done.returncode:
            said = _complaint(done.stderr or done.stdout)
            raise HostFault(f"{self.name} {' '.join(words[:2])}: {said} (exit {done.returncode})")
        return done.stdout


def _complaint(printed: str) -> str:
    """The line that names the error, with its first cause."""
    lines = [line.strip().removeprefix("✘ ") for line in printed.splitlines() if line.strip()]
    error = next((line for line in lines if line.lower().startswith("error")), lines[-1] if lines else "?")
    cause = next((line for line in lines if line.startswith("0: ") and "unknown" not in line), "")
    return f"{error} {cause.removeprefix('0: ')}".strip()
