"""`install`, `upgrade`, `uninstall` and `doctor` with the real Claude Code, and a person at a pseudo-terminal."""

import json
import subprocess
import sys

import pytest

from harness_runtime.cli.installation.publication import plugin_folder
from harness_runtime.cli.installation.staging import content_digest
from tests.cli.conftest import Run
from tests.cli.machine import ENGLISH, Machine, gone, package, written
from tests.cli.pseudo_terminal import LANGUAGE, YES_NO

pytestmark = pytest.mark.host
__all__ = ["package"]  # a fixture

OURS = "harness@harness"


class ClaudeMachine(Machine):
    """Somebody else's plugin, with a hook, is there and has settings; the person has edited them since."""

    name = "claude"

    def __init__(self, home, package):
        self.claude_home = home / ".claude"
        self.plugins = self.claude_home / "plugins"
        super().__init__(home, package)
        self.settings = self.claude_home / "settings.json"
        self.settings.parent.mkdir()
        self.settings.write_text('{"theme": "dark", "permissions": {"allow": ["Bash(ls)"]}}')
        other = home / "other"
        for path, content in {
            ".claude-plugin/marketplace.json": {
                "name": "market",
                "owner": {"name": "they"},
                "plugins": [{"name": "other", "source": "./other"}],
            },
            "other/.claude-plugin/plugin.json": {"name": "other", "version": "1"},
            "other/hooks/hooks.json": {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}},
        }.items():
            (other / path).parent.mkdir(parents=True, exist_ok=True)
            (other / path).write_text(json.dumps(content))
        self.ask("plugin", "marketplace", "add", str(other))
        self.ask("plugin", "install", "other@market")
        values = json.loads(self.settings.read_bytes())  # a person's hand: another order, another form
        self.settings.write_text(json.dumps(dict(sorted(values.items(), reverse=True)), indent=1) + "\n\n")

    def ask(self, *words: str) -> str:
        """What Claude Code itself says."""
        done = subprocess.run(
            [self.program, *words], env=self.environ, cwd=self.home, text=True, capture_output=True, timeout=180
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    @property
    def listed(self) -> dict[str, dict]:
        return {entry["id"]: entry for entry in json.loads(self.ask("plugin", "list", "--json"))}

    @property
    def kept(self) -> list[object]:
        """All that Claude Code keeps about plugins, without the times at which it looked."""
        markets = json.loads((self.plugins / "known_marketplaces.json").read_text())
        installed = (self.plugins / "installed_plugins.json").read_bytes()
        return [
            json.loads(self.settings.read_bytes()),
            installed,
            {name: entry["source"] for name, entry in markets.items()},
        ]

    @property
    def running(self):
        """The plugin as Claude Code runs it."""
        return plugin_folder(self.marketplace)

    def release(self, *, hooks: bool = False) -> None:
        """Another release of this package: a changed file, or also a changed list of hooks."""
        (self.package / "LICENSE").write_text((self.package / "LICENSE").read_text() + "\n")
        if hooks:
            path = self.package / "hooks/hooks.json"
            path.write_text(path.read_text().replace('"timeout": 60', '"timeout": 61'))


@pytest.fixture(scope="module")
def first(tmp_path_factory, package):
    """Installed; each test leaves it so. Also what was there before and what the installation said."""
    machine = ClaudeMachine(tmp_path_factory.mktemp("first"), package)
    machine.before = machine.kept
    machine.talk = machine.install(ENGLISH)
    assert machine.talk.exit_code == 0, machine.talk.shown
    return machine


class TestInstall:
    def test_claude_code_runs_the_staged_content(self, first):
        entry = first.listed[OURS]
        assert (entry["enabled"], entry["scope"], "errors" in entry) == (True, "user", False)
        assert content_digest(first.running) == content_digest(first.package)

    def test_it_asks_for_no_trust_and_ends_with_what_to_do_next(self, first):
        assert YES_NO not in first.talk.shown
        end = first.talk.flat.partition("Next:")[2]
        assert all(words in end for words in ("`claude`", "`$harness`", "harness-state doctor"))

    def test_the_interpreter_is_recorded_in_a_private_folder(self, first):
        assert (first.data / "interpreter").read_text() == sys.executable + "\n"
        assert first.data.stat().st_mode & 0o777 == 0o700

    @pytest.mark.parametrize("part", ["", "plugins/harness"])
    def test_what_is_staged_passes_the_hosts_own_validation(self, first, part):
        assert "Validation passed" in first.ask("plugin", "validate", "--strict", str(first.marketplace / part))

    def test_settings_of_the_person_and_other_plugins_stay(self, first):
        before, after = first.before[0], json.loads(first.settings.read_bytes())
        del after["enabledPlugins"][OURS], after["extraKnownMarketplaces"]["harness"]
        assert after == before
        assert first.listed["other@market"]["enabled"] is True

    def test_again_it_changes_nothing(self, first):
        before = (first.kept, content_digest(first.marketplace))
        assert first.install([(LANGUAGE, "")]).exit_code == 0
        assert (first.kept, content_digest(first.marketplace)) == before

    def test_a_marketplace_of_that_name_from_elsewhere_is_not_replaced(self, first, tmp_path):
        """Claude Code itself would replace it without a word."""
        before = first.kept
        done = first.say("install", "claude", answers=ENGLISH, XDG_DATA_HOME=str(tmp_path / "other"))
        assert (done.exit_code, str(first.marketplace) in done.shown.replace("\n", "")) == (2, True)
        assert first.kept == before


def test_upgrades_under_an_open_run_and_uninstall(tmp_path, workspace, package):
    machine = ClaudeMachine(tmp_path / "own", package)
    before, settings = machine.kept, machine.settings.read_bytes()
    assert machine.install(ENGLISH).exit_code == 0
    run = Run(machine.data, "open-run", workspace).approved()

    machine.release()
    done = machine.say("upgrade", "claude")
    assert (done.exit_code, YES_NO in done.shown, "every open session" in done.flat) == (0, False, False)
    copy = machine.plugins / "cache/harness/harness/0.1.0"
    assert content_digest(machine.running) == content_digest(machine.package) == content_digest(copy)

    # an open session keeps the list of hooks that it has until it is started again
    machine.release(hooks=True)
    staged = content_digest(machine.marketplace)
    done = machine.say("upgrade", "claude")
    assert (done.exit_code, "open-run" in done.flat, content_digest(machine.marketplace)) == (2, True, staged)
    done = machine.say("upgrade", "claude", "--force")
    assert (done.exit_code, "start every open session" in done.flat) == (0, True)
    assert content_digest(machine.running) == content_digest(machine.package)

    done = machine.say("uninstall", "claude")
    assert (done.exit_code, "open-run" in done.flat, machine.running.is_dir()) == (2, True, True)
    run.commit("completed", phase="completed").store.release()
    done = machine.say("uninstall", "claude")
    assert (done.exit_code, machine.kept) == (0, before), done.shown
    assert machine.settings.read_bytes() == settings
    assert [path for path in (machine.marketplace, machine.data / "interpreter") if path.exists()] == []
    assert (machine.data / "runs/open-run/state.json").is_file()
    assert "uninstall claude --purge" in done.flat
    again = machine.say("uninstall", "claude")
    assert (again.exit_code, "not installed in Claude Code" in again.flat) == (0, True)


class TestDoctor:
    def test_it_is_content_after_an_installation_and_changes_nothing(self, first):
        before = (first.kept, content_digest(first.data))
        checks, code = first.told()
        assert ({check["status"] for check in checks.values()}, code) == ({"ok"}, 0)
        assert (first.kept, content_digest(first.data)) == before
        assert "PostToolUseFailure" in checks["hooks"]["detail"]
        assert "other@market (Stop)" in checks["neighbours"]["detail"]

    @pytest.mark.parametrize("text", ["{", '{"hooks": {"Interrupt": []}}'])
    def test_a_list_of_hooks_that_claude_code_rejects(self, first, text):
        with written(first.running / "hooks/hooks.json", text):
            checks, code = first.told()
        assert (checks["hooks"]["status"], "Hook load failed" in checks["hooks"]["detail"], code) == (
            "error",
            True,
            1,
        )
        assert checks["plugin"]["status"] == "error"

    def test_a_staged_folder_that_is_gone(self, first):
        with gone(first.marketplace):
            statuses = first.doctor()
        assert (statuses["plugin"], statuses["hooks"]) == ("error", "error")

    def test_a_plugin_that_the_project_switches_off(self, first):
        off = json.dumps({"enabledPlugins": {OURS: False}})
        with written(first.workspace / ".claude/settings.json", off):
            statuses = first.doctor()
        assert (statuses["plugin"], statuses["hooks"]) == ("error", "error")

    def test_a_staged_folder_that_was_changed(self, first):
        with written(first.running / "hooks/added", "x"):
            assert first.doctor()["plugin"] == "error"


def test_a_plugin_from_elsewhere_is_not_uninstalled(first, tmp_path):
    before = first.kept
    done = first.say("uninstall", "claude", XDG_DATA_HOME=str(tmp_path / "other"))
    assert (done.exit_code, "left alone" in done.flat, first.kept) == (0, True, before)
    assert (first.data / "interpreter").exists()
