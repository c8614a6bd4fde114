"""`doctor`: whether all that guards a session is there and works. Changes nothing."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click

from harness_runtime.cli import hook_check, plugin_data
from harness_runtime.cli.checks import end, error, ok, warning
from harness_runtime.cli.contracts import Check
from harness_runtime.cli.faults import HostFault
from harness_runtime.cli.folders import Session, sessions_in
from harness_runtime.cli.hosts import HOSTS
from harness_runtime.cli.hosts.interface import Host, NotFound, Plugin
from harness_runtime.cli.language import sentence
from harness_runtime.cli.options import data_option, folders_of, json_option
from harness_runtime.cli.staging import StagingFault, content_digest, marketplace_folder, plugin_folder, stage_plugin
from harness_runtime.session.store import StoreFault

COLD = ("click", "filelock", "markdown_it", "pydantic", "rich")
PYTHON = (3, 11)
_PROBE = f"import sys; assert sys.version_info >= {PYTHON}; import {', '.join(COLD)}; print(sys.version.split()[0])"
REPORTS_NAMED = 3


@click.command("doctor", help=sentence("help_doctor"), short_help=sentence("help_doctor"))
@click.option("--codex", metavar="PATH", help=sentence("help_codex"))
@data_option
@json_option
def verb(codex: str | None, data: Path | None, as_json: bool) -> None:
    folders_of(data)
    checks = [_python(), _dependencies(), _staged()]
    installed = False
    for family in HOSTS.values():
        found, has_plugin = _host(family, codex)
        installed |= has_plugin
        checks += [*found, *_data(family.name, data or family.data(os.environ), has_plugin)]
    if not installed:
        checks.append(error("installation", "plugin_nowhere", "mend_install", name=next(iter(HOSTS))))
    end(checks, as_json)


def _python() -> Check:
    version = sys.version.split()[0]
    if sys.version_info[:2] < PYTHON:
        return error("python", "python_old", "mend_python", version=version)
    return ok("python", "python_fine", version=version, path=sys.executable)


def _dependencies() -> Check:
    absent = [name for name in COLD if importlib.util.find_spec(name) is None]
    if absent:
        return error("dependencies", "dependencies_absent", "mend_dependencies", names=", ".join(absent))
    return ok("dependencies", "dependencies_fine", names=", ".join(COLD))


def _staged() -> Check:
    """The staged copy should hold what this package would stage."""
    marketplace = marketplace_folder(os.environ)
    staged = plugin_folder(marketplace)
    if not staged.is_dir():
        return warning("marketplace", "not_staged", "mend_install", path=str(marketplace), name=next(iter(HOSTS)))
    try:
        with tempfile.TemporaryDirectory() as scratch:
            same = content_digest(stage_plugin(Path(scratch) / "plugin")) == content_digest(staged)
    except StagingFault as fault:
        return warning("marketplace", fault.rule, path=str(fault.path))
    if not same:
        return warning("marketplace", "staged_differs", "mend_install", path=str(staged), name=next(iter(HOSTS)))
    return ok("marketplace", "staged_fine", path=str(marketplace))


def _host(family: type[Host], chosen: str | None) -> tuple[list[Check], bool]:
    """The host's checks, and whether it has the plugin."""
    try:
        program = family(family.find(chosen, os.environ), os.environ)
    except NotFound as fault:
        mend = "mend_host"
        fields = {"title": family.title, "name": family.name, "variable": family.variable, "path": fault.wanted}
        return [warning(family.name, "host_not_runnable" if fault.wanted else "host_absent", mend, **fields)], False
    try:
        checks = [_version(program)]
        plugin = program.installed()
        if plugin is None:
            absent = warning(
                f"{family.name}_plugin", "plugin_absent", "mend_install", title=family.title, name=family.name
            )
            return [*checks, absent], False
        checks += [_plugin(program, plugin), hook_check.judge(program, plugin, program.hooks()), *_shell(program)]
    except HostFault as fault:
        failed = error(family.name, "host_failed", "mend_host_failed", title=family.title, detail=fault.detail)
        return [failed], True
    return checks, True


def _version(program: Host) -> Check:
    version = program.version()
    fields = {"title": program.title, "version": version, "measured": program.measured, "path": str(program.program)}
    if _numbers(version) < _numbers(program.measured):
        return warning(program.name, "host_old", **fields)
    return ok(program.name, "host_found", **fields)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])


def _plugin(program: Host, plugin: Plugin) -> Check:
    name = f"{program.name}_plugin"
    fields = {"version": plugin.version, "path": str(plugin.folder), "name": program.name, "title": program.title}
    if not plugin.enabled:
        return error(name, "plugin_disabled", "mend_enable", **fields)
    if not plugin.folder.is_dir():
        return error(name, "plugin_folder_gone", "mend_install", **fields)
    staged = plugin_folder(marketplace_folder(os.environ))
    if not staged.is_dir():
        return warning(name, "plugin_elsewhere", **fields)
    if content_digest(plugin.folder) != content_digest(staged):
        return error(name, "plugin_differs", "mend_install", **fields)
    return ok(name, "plugin_fine", **fields)


def _shell(program: Host) -> Iterator[Check]:
    """Codex runs hooks by `bash -c`, which reads BASH_ENV: what that prints goes before our answer and voids it."""
    if program.name != "codex":
        return
    if path := os.environ.get("BASH_ENV"):
        yield warning("codex_shell", "bash_env", "mend_bash_env", path=path, title=program.title)
    else:
        yield ok("codex_shell", "no_bash_env")


def _data(host: str, data: Path, in_use: bool) -> Iterator[Check]:
    """The folder's checks; one that no installed plugin uses may still tell of reports and armed sessions."""
    if in_use and not data.is_dir():
        yield error(f"{host}_data", "data_absent", "mend_install", path=str(data), name=host)
    elif in_use:
        yield _interpreter(host, data)
        yield _folder(host, data)
    if data.is_dir():
        yield _reports(host, data)
        yield from _armed(host, sessions_in([data]))


def _interpreter(host: str, data: Path) -> Check:
    recorded = plugin_data.recorded_interpreter(data)
    if recorded is None:
        return warning(f"{host}_interpreter", "interpreter_absent", "mend_install", name=host)
    try:
        done = subprocess.run(
            [recorded, "-I", "-c", _PROBE], cwd="/", stdin=subprocess.DEVNULL, capture_output=True, text=True,
            errors="replace", timeout=60, check=False,
        )  # fmt: skip
        complaint = (done.stderr.strip().splitlines() or [str(done.returncode)])[-1] if done.returncode else ""
    except (OSError, subprocess.TimeoutExpired) as fault:
        complaint = getattr(fault, "strerror", None) or type(fault).__name__
    if complaint:
        return error(
            f"{host}_interpreter", "interpreter_fails", "mend_install", path=recorded, why=complaint, name=host
        )
    return ok(f"{host}_interpreter", "interpreter_fine", path=recorded, version=done.stdout.strip())


def _folder(host: str, data: Path) -> Check:
    try:
        with tempfile.TemporaryFile(dir=data):
            pass
    except OSError as fault:
        return error(
            f"{host}_data", "data_unwritable", "mend_data_unwritable", path=str(data), why=fault.strerror or ""
        )
    if data.stat().st_mode & 0o077:
        return warning(f"{host}_data", "data_open", "mend_data_open", path=str(data))
    return ok(f"{host}_data", "data_fine", path=str(data))


def _reports(host: str, data: Path) -> Check:
    try:
        names = sorted((path.name for path in (data / "reports").iterdir()), reverse=True)
    except OSError:
        names = []
    if not names:
        return ok(f"{host}_reports", "no_reports")
    named = ", ".join(str(data / "reports" / name) for name in names[:REPORTS_NAMED])
    return warning(f"{host}_reports", "reports", "mend_reports", count=str(len(names)), names=named)


def _armed(host: str, sessions: list[Session]) -> Iterator[Check]:
    armed = [session for session in sessions if session.armed]
    if not armed:
        yield ok(f"{host}_sessions", "none_armed")
    for session in armed:
        if isinstance(session.state, StoreFault):
            rule = session.state.rule
            yield error(
                f"{host}_sessions", "armed_unreadable", "mend_unreadable", session=session.session_id, rule=rule
            )
        else:
            yield ok(f"{host}_sessions", "armed_session", session=session.session_id, phase=session.state.phase)
