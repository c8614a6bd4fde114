"""What `doctor` says of host programs that are absent, old or broken; the real ones have tests of their own."""

import json
import shlex

import pytest

from harness_runtime.cli import hosts
from harness_runtime.cli.diagnosis import program
from harness_runtime.cli.installation.publication import publish_marketplace
from harness_runtime.cli.installation.staging import stage_plugin

CLAUDE_ENTRY = {"id": "harness@harness", "version": "0.1.0", "scope": "user", "enabled": True}


@pytest.fixture
def fake(tmp_path, monkeypatch):
    """A program of the host's name that runs the given shell lines, and nothing else on PATH."""

    def make(name: str, script: str) -> None:
        path = tmp_path / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    return make


@pytest.fixture
def checks(workspace):
    """The checks of a host by name, without the host's; `packaged` is no digest that anything could have."""

    def examine(name: str, chosen: str | None = None, packaged: str = "none") -> dict:
        found = program.examine(hosts.HOSTS[name], chosen, workspace, packaged)
        return {check.name.removeprefix(f"{name}_"): check for check in found.checks}

    return examine


@pytest.fixture
def codex_with_plugin(person, fake):
    """A Codex that has the plugin from a folder; `server` are the shell lines of its app server."""

    def make(server: str) -> None:
        folder = stage_plugin(person / ".codex/plugins/cache/harness/harness/0.1.0")
        settings = '[plugins."harness@harness"]\nenabled = true\n[marketplaces.harness]\nsource_type = "local"\n'
        (person / ".codex/config.toml").write_text(settings + f'source = "{folder}"\n')
        fake("codex", f"case $1 in --version) echo codex-cli 0.171.0;; features) ;; *) {server};; esac")

    return make


@pytest.mark.parametrize("name", hosts.HOSTS)
def test_a_host_that_is_not_here_is_no_fault(checks, fake, name):
    [check] = checks(name).values()
    assert (check.status, "not on this machine" in check.detail) == ("ok", True)


@pytest.mark.parametrize("name", hosts.HOSTS)
def test_a_program_that_was_asked_for_and_cannot_be_run_is_one(checks, name):
    [check] = checks(name, "/absent/program").values()
    assert (check.status, "/absent/program" in check.detail) == ("error", True)


@pytest.mark.parametrize("name", hosts.HOSTS)
def test_an_older_program_is_a_warning(checks, fake, name):
    fake(name, "case $1 in --version) echo v0.99.0;; *) echo '[]';; esac")
    assert checks(name)[name].status == "warning"


FAILING = {
    "an error message": ("echo 'Error: broken' >&2; exit 1", "Error: broken"),
    "no message": ("exit 3", "exit 3"),
    "a signal": ("kill -9 $$", "-9"),
}


@pytest.mark.parametrize("name", hosts.HOSTS)
@pytest.mark.parametrize(("script", "said"), FAILING.values(), ids=FAILING)
def test_a_program_that_fails_is_an_error_that_says_how(checks, fake, name, script, said):
    fake(name, script)
    check = checks(name)[name]
    assert (check.status, said in check.detail) == ("error", True)


@pytest.mark.parametrize(
    ("server", "said"),
    [
        ("exit 0", "ended"),
        ("read line; echo nonsense; exit 0", "ended"),
        ('read line; echo \'{"id":1,"error":{"message":"no"}}\'', "no"),
    ],
)
def test_hooks_that_the_app_server_does_not_tell_are_an_error(checks, codex_with_plugin, server, said):
    codex_with_plugin(server)
    check = checks("codex")["hooks"]
    assert (check.status, said in check.detail, "nobody knows" in check.mend) == ("error", True, True)


def test_what_the_host_does_not_tell_hides_nothing_else(checks, codex_with_plugin):
    codex_with_plugin("exit 0")
    assert {"codex", "switches", "plugin", "hooks", "shell"} == set(checks("codex"))


def answering(listed: object, markets: object, details: str) -> str:
    """A Claude Code that knows these plugins and marketplaces."""
    lines = {
        "--version*": "2.1.197 (Claude Code)",
        "plugin list*": json.dumps(listed),
        "plugin marketplace list*": json.dumps(markets),
        "plugin details*": details,
    }
    cases = " ".join(f"{shlex.quote(words[:-1])}*) echo {shlex.quote(said)};;" for words, said in lines.items())
    return f'case "$*" in {cases} *) exit 9;; esac'


@pytest.fixture
def claude_with_plugin(tmp_path, fake):
    def make(details: str, entry: dict | None = None) -> None:
        market = tmp_path / "market"
        publish_marketplace(market)
        address = {"source": "git", "url": "https://git.invalid/h.git"}
        known = {"name": "harness", **address, "installLocation": str(market)}
        listed = {**CLAUDE_ENTRY, "installPath": str(market / "plugins/harness"), **(entry or {})}
        fake("claude", answering([listed], [known], details))

    return make


@pytest.mark.parametrize("details", ["", "Hooks: some", "  Hooks (3)  Stop, SessionEnd  (x)"])
def test_an_inventory_that_is_not_understood_is_an_error(checks, claude_with_plugin, details):
    claude_with_plugin(details)
    assert checks("claude")["hooks"].status == "error"


def test_an_event_that_is_not_registered_is_named(checks, claude_with_plugin):
    claude_with_plugin("  Hooks (1)  PreToolUse  (x)\n  MCP servers (0)")
    check = checks("claude")["hooks"]
    assert (check.status, "UserPromptSubmit" in check.detail, "PreToolUse" in check.detail) == ("error", True, False)


def test_what_the_host_rejects_is_said_in_its_words(checks, claude_with_plugin):
    claude_with_plugin("  Hooks (0)", {"errors": ["Hook load failed: bad"]})
    check = checks("claude")["hooks"]
    assert (check.status, "Hook load failed: bad" in check.detail) == ("error", True)


@pytest.mark.parametrize(("version", "status"), [("0.1.0", "ok"), ("0.0.9", "warning")])
def test_a_plugin_from_elsewhere_names_its_source(checks, claude_with_plugin, version, status):
    claude_with_plugin("  Hooks (0)", {"version": version})
    check = checks("claude")["plugin"]
    assert (check.status, "https://git.invalid/h.git" in check.detail) == (status, True)


SETTINGS = {
    "the person's": (".claude/settings.json", True, "error"),
    "the project's": ("../project/.claude/settings.json", True, "error"),
    "the project's own for this machine": ("../project/.claude/settings.local.json", True, "error"),
    "not set": (".claude/settings.json", False, "ok"),
}


@pytest.mark.parametrize(("path", "value", "status"), SETTINGS.values(), ids=SETTINGS)
def test_settings_that_switch_all_hooks_off(checks, fake, person, workspace, path, value, status):
    fake("claude", answering([], [], ""))
    settings = person / path
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"disableAllHooks": value}))
    check = checks("claude")["switches"]
    assert (check.status, "disableAllHooks" in check.detail) == (status, status == "error")


def test_a_nearer_setting_overrules_a_farther_one(checks, fake, person, workspace):
    fake("claude", answering([], [], ""))
    for folder, value in ((person, True), (workspace, False)):
        (folder / ".claude").mkdir()
        (folder / ".claude/settings.json").write_text(json.dumps({"disableAllHooks": value}))
    assert checks("claude")["switches"].status == "ok"


@pytest.mark.parametrize("variable", ["CLAUDE_CODE_SIMPLE", "CLAUDE_CODE_SAFE_MODE"])
def test_a_variable_that_loads_no_plugin(checks, fake, monkeypatch, variable):
    fake("claude", answering([], [], ""))
    monkeypatch.setenv(variable, "1")
    assert checks("claude")["switches"].status == "error"


@pytest.mark.parametrize(("event", "status"), [("PreToolUse", "warning"), ("Stop", "ok"), ("Notification", "ok")])
def test_hooks_of_others_on_the_same_events(checks, claude_with_plugin, workspace, event, status):
    claude_with_plugin("  Hooks (3)  PreToolUse, Stop, PermissionRequest  (x)")
    (workspace / ".claude").mkdir()
    hook = {"hooks": {event: [{"hooks": [{"type": "command", "command": "theirs"}]}]}}
    (workspace / ".claude/settings.json").write_text(json.dumps(hook))
    check = checks("claude")["neighbours"]
    assert (check.status, f"settings.json ({event})" in check.detail) == (status, event != "Notification")


@pytest.mark.parametrize(
    ("ref", "is_fetched", "warns"),
    [(None, True, True), ("main", True, True), ("v1.0", False, True), ("v1.0", True, False)],
)
def test_a_git_marketplace_of_codex_should_be_pinned_and_fetched(checks, person, fake, ref, is_fetched, warns):
    """Else Codex exchanges the plugin by itself, and open sessions lose their hooks; asking must not do that."""
    stage_plugin(person / ".codex/plugins/cache/harness/harness/0.1.0")
    pinned = f'ref = "{ref}"\n' if ref else ""
    market = f'[marketplaces.harness]\nsource_type = "git"\nsource = "https://git.invalid/h.git"\n{pinned}'
    (person / ".codex/config.toml").write_text(f'{market}[plugins."harness@harness"]\nenabled = true\n')
    root = person / ".codex/.tmp/marketplaces/harness"
    root.mkdir(parents=True)
    if is_fetched:
        (root / ".codex-marketplace-install.json").touch()
    said = person / "said"
    fake("codex", f'echo "$*" >>{said}; case $1 in --version) echo codex-cli 0.171.0;; *) exit 0;; esac')
    assert ("marketplace" in checks("codex")) == warns
    [server] = (line for line in said.read_text().splitlines() if line.endswith("app-server"))
    assert f'-c marketplaces.harness.source_type="local" -c marketplaces.harness.source="{root}"' in server
