"""Do variables make a program load code of the project, as PATH may make a shell take a program of it? Hot where set.

A linker takes a library from the folders of LD_LIBRARY_PATH before the system's own; what a project builds for itself
has names that no program of the system asks for. Interpreters have variables of their own.
"""

from __future__ import annotations

import posix
import sys

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.paths import below, exists, join, resolve
from harness_runtime.boundary.shell.options import names
from harness_runtime.wire.environment import CODE_FOLDERS, LIBRARIES, PRELOADED

_SYSTEM = ("/lib", "/usr/lib", "/lib64", "/usr/lib64", "/usr/local/lib")
# Folders in a folder of libraries that the linker looks into first.
_INNER = ("glibc-hwcaps", "tls", "haswell", "avx512_1", "x86_64", "aarch64", "atomics")

_JAVA = ("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")
# What a modelled program obeys before it reads its words. The first is a Perl program, npm one of Node.
OBEYED = {
    "shasum": ("PERL5LIB", "PERLLIB", "PERL5OPT"),
    "npm": ("NODE_OPTIONS",),
    "java": _JAVA,
    "javac": _JAVA,
    "ruby": ("RUBYLIB", "RUBYOPT"),
}
_GLUED = ("-I", "-r", "-M")
_LOADING = (
    *("-I", "-r", "-M", "-m", "--require", "--import", "--loader", "--experimental-loader", "-javaagent", "-agent"),
    "-Xbootclasspath",
)
# Modules that `harness-state` loads beside Python's own.
_MODULES = frozenset(
    names(
        "sitecustomize usercustomize harness_runtime click rich pygments pydantic pydantic_core typing_extensions"
        " annotated_types typing_inspection filelock markdown_it mdurl opentelemetry"
    )
)


def refuse_loaded(programs: list[str], loads: dict[str, str], stood: list[str], root: str) -> None:
    """Fault shell_program_shadowed when one of the programs may load code of the project. `stood`: the folders that
    one may start in."""
    if not programs:
        return
    for name in LIBRARIES:
        for folder in _folders(loads.get(name, ""), stood, root) if name in loads else ():
            _refuse_libraries(name, folder, loads)
    for program in programs:
        for name in OBEYED.get(program, ()):
            value = loads.get(name, "")
            if _folders(value, stood, root) if name in CODE_FOLDERS else _names_file(value, root):
                raise Fault("shell_program_shadowed", f"{name}={value}")


def refuse_modules(loads: dict[str, str], cwd: str, root: str) -> None:
    """Fault when Python would take a module of `harness-state` from the project."""
    known = _MODULES | sys.stdlib_module_names
    for name in ("PYTHONPATH", "PYTHONHOME", "PYTHONUSERBASE"):
        for folder in _folders(loads.get(name, ""), [cwd], root):
            found = [entry for entry in _names(folder) if entry.split(".")[0] in known or name != "PYTHONPATH"]
            if found:
                raise Fault("shell_program_shadowed", f"{name}: {folder}/{found[0]}")


def is_library(name: str, loads: dict[str, str]) -> bool:
    """Does a program of the system ask for a library of this name? Only where a variable leads linkers elsewhere."""
    if not any(variable in loads for variable in LIBRARIES) or not (".so" in name or ".dylib" in name):
        return False
    machine = posix.uname().machine
    folders = (*_SYSTEM, *(f"{folder}/{machine}-linux-gnu" for folder in ("/lib", "/usr/lib")))
    preloaded = [word for variable in PRELOADED for word in loads.get(variable, "").replace(":", " ").split()]
    return name in preloaded or any(exists(f"{folder}/{name}") for folder in folders)


def _refuse_libraries(variable: str, folder: str, loads: dict[str, str]) -> None:
    for name in _names(folder):
        if name in _INNER or is_library(name, loads):
            raise Fault("shell_program_shadowed", f"{variable}: {folder}/{name}")


def _names(folder: str) -> list[str]:
    try:
        return posix.listdir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError:
        raise Fault("shell_program_shadowed", folder) from None


def _folders(value: str, stood: list[str], root: str) -> list[str]:
    """The folders of the project in a list such as PATH; an empty entry is where the program stands."""
    found: dict[str, None] = {}
    for entry in value.replace(";", ":").split(":") if value else ():
        for base in stood:
            place = resolve(join(base, entry)).path
            if below(root, place) is not None:
                found[place] = None
    return list(found)


def _names_file(options: str, root: str) -> bool:
    """May one of the words name code of the project, as `--require ./x.js` or `-javaagent:x.jar`?"""
    for word in options.split():
        before, slash, rest = word.partition("/")
        if slash and (not before or before.endswith(("=", ":")) or before in _GLUED):
            if below(root, resolve(f"/{rest}").path) is not None:
                return True
        elif slash or not word.startswith("-") or word.startswith(_LOADING):
            return True
    return False
