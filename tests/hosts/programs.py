"""The host programs that these tests drive: which versions, how they are installed, where they are.

`python tests/hosts/programs.py` installs the versions of package.json into `.hosts/` of the checkout and
does nothing when they are there already.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parents[1]
PREFIX = CHECKOUT / ".hosts"
MODULES = PREFIX / "node_modules"
PROGRAMS = ("codex", "claude")


class Unavailable(Exception):
    """The host program is not on this machine; the text says what to do."""


def find(name: str) -> Path:
    """The program `name` ("codex" or "claude"): the person's choice, else ours, else the one on PATH."""
    variable = f"{name.upper()}_BIN"
    if chosen := os.environ.get(variable):
        if os.access(chosen, os.X_OK):
            return Path(chosen)
        raise Unavailable(f"{variable} names {chosen}, which cannot be run")
    ours = MODULES / ".bin" / name
    if os.access(ours, os.X_OK):
        return ours
    if found := shutil.which(name):
        return Path(found)
    raise Unavailable(f"{name} is not installed: run `make hosts`, or set {variable}")


def native(codex: Path) -> Path:
    """The binary behind npm's starter script, which takes longer than all of Codex; else the program itself."""
    modules = codex.resolve().parents[3:4]  # none for a program that stands higher up
    binaries = (path for folder in modules for path in sorted(folder.glob("@openai/codex-*/vendor/*/bin/codex")))
    return next(binaries, codex)


def install() -> None:
    """Bring the pinned versions to `.hosts/`. Raises CalledProcessError when npm fails."""
    done = PREFIX / "installed"
    wanted = (HERE / "package.json").read_text("utf-8")
    if done.is_file() and done.read_text("utf-8") == wanted:
        return
    done.unlink(missing_ok=True)
    PREFIX.mkdir(exist_ok=True)
    (PREFIX / "package.json").write_text(wanted, "utf-8")
    quiet = ("--no-package-lock", "--no-audit", "--no-fund", "--loglevel", "error")
    # npm may or may not run a package's own install script, by version and settings: never, and then by hand.
    subprocess.run(["npm", "install", "--ignore-scripts", *quiet, "--prefix", str(PREFIX)], check=True)
    subprocess.run(["node", str(MODULES / "@anthropic-ai" / "claude-code" / "install.cjs")], check=True)
    for name in PROGRAMS:
        subprocess.run([str(MODULES / ".bin" / name), "--version"], check=True, timeout=60)
    done.write_text(wanted, "utf-8")


def main() -> int:
    if shutil.which("npm") is None:
        print(
            "the host programs come from npm, which is not on this machine: install Node.js 20+",
            file=sys.stderr,
        )
        return 1
    try:
        install()
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as fault:
        print(f"installing the host programs failed: {fault}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
