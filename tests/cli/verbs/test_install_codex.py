"""`install`, `upgrade`, `uninstall` and `doctor` with the real Codex, and a person at a pseudo-terminal."""

import json
import sys
import tomllib

import pytest

from harness_runtime.cli.installation.publication import plugin_folder
from harness_runtime.cli.installation.staging import content_digest
from tests.cli.conftest import Run
from tests.cli.machine import ENGLISH, TRUST, Machine, gone, package, written
from tests.cli.pseudo_terminal import LANGUAGE, YES_NO

pytestmark = pytest.mark.host
__all__ = ["package"]  # a fixture

CONFIG = """\
# my settings
model = "gpt-5.5"   # a comment behind a value

[plugins."other@market"]
enabled = true   # stays

[hooks.state."other@market:hooks/hooks.json:stop:0:0"]
trusted_hash = "sha256:aa"

[hooks.state."harness@elsewhere:hooks/hooks.json:stop:0:0"]
trusted_hash = "sha256:bb"

# the end
"""
HOOK = '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "true"}]}]}}'


class CodexMachine(Machine):
    name = "codex"

    def __init__(self, home, package):
        self.codex_home = home / ".codex"
        self.plugins = self.codex_home / "plugins"
        super().__init__(home, package)
        self.config = self.codex_home / "config.toml"
        self.others = [self.plugins / name for name in ("cache/market/other/1", "data/other-market")]
        for folder in self.others:
            folder.mkdir(parents=True)
            (folder / "file").write_text("theirs")
        self.config.write_text(CONFIG)
        self.installed = self.plugins / "cache/harness/harness/0.1.0"

    @property
    def settings(self) -> dict:
        return tomllib.loads(self.config.read_text())

    @property
    def trusted(self) -> list[str]:
        return [key for key in self.settings["hooks"]["state"] if key.startswith("harness@harness:")]


@pytest.fixture(scope="module")
def first(tmp_path_factory, package):
    """Installed and trusted; each test leaves it so. Also what the installation said."""
    machine = CodexMachine(tmp_path_factory.mktemp("first"), package)
    machine.talk = machine.install(TRUST)
    assert machine.talk.exit_code == 0, machine.talk.shown
    return machine


@pytest.fixture
def bare(tmp_path, package):
    return CodexMachine(tmp_path / "bare", package)


@pytest.fixture
def installed(bare):
    """One of its own, for a test that takes it apart."""
    assert bare.install(TRUST).exit_code == 0
    return bare


class TestInstall:
    def test_the_plugin_has_the_staged_content(self, first):
        assert content_digest(first.installed) == content_digest(plugin_folder(first.marketplace))

    def test_every_hook_that_codex_knows_is_trusted_after_a_y(self, first):
        events = json.loads((first.installed / "hooks/hooks.json").read_text())["hooks"]
        assert len(first.trusted) == len(set(events) - {"PostToolUseFailure"})

    def test_the_commands_are_shown_before_the_question(self, first):
        before_it = first.talk.shown.partition("Trust these hooks?")[0]
        for event in ("session_start", "user_prompt_submit", "pre_tool_use", "subagent_stop", "stop"):
            assert f'hooks/launch" {event}' in before_it

    def test_it_ends_with_what_to_do_next(self, first):
        end = first.talk.flat.partition("Next:")[2]
        assert all(words in end for words in ("`codex`", "Hooks need review", "`$harness`", "harness-state doctor"))

    def test_the_interpreter_is_recorded_in_a_private_folder(self, first):
        assert (first.data / "interpreter").read_text() == sys.executable + "\n"
        assert first.data.stat().st_mode & 0o777 == 0o700
        assert (first.data / "interpreter").stat().st_mode & 0o777 == 0o600

    def test_every_line_of_the_persons_config_stays_in_its_order(self, first):
        left = iter(first.config.read_text().splitlines())
        assert all(line in left for line in CONFIG.splitlines())

    def test_other_plugins_entries_and_files_stay(self, first):
        told, before = first.settings, tomllib.loads(CONFIG)
        assert told["plugins"]["other@market"] == before["plugins"]["other@market"]
        assert before["hooks"]["state"].items() <= told["hooks"]["state"].items()
        assert [path.read_text() for folder in first.others for path in folder.iterdir()] == ["theirs", "theirs"]

    def test_again_it_asks_for_no_trust_and_changes_nothing(self, first):
        before = (first.config.read_bytes(), content_digest(first.marketplace))
        done = first.install([(LANGUAGE, "")])
        assert (done.exit_code, YES_NO in done.shown) == (0, False)
        assert (first.config.read_bytes(), content_digest(first.marketplace)) == before

    @pytest.mark.parametrize("reply", ["", "yes"])
    def test_anything_but_y_leaves_them_untrusted_and_says_what_to_do(self, bare, reply):
        done = bare.install([*ENGLISH, (YES_NO, reply)])
        assert (done.exit_code, bare.trusted, "Next:" in done.shown) == (1, [], False)
        assert "Hooks need review" in done.shown
        assert bare.doctor()["hooks"] == "error"

    def test_other_settings_of_the_person_stay_and_the_language_is_asked_for(self, bare):
        bare.data.mkdir(parents=True)
        (bare.data / "config.json").write_text('{"approval": "terminal", "language": "en"}')
        bare.install([(LANGUAGE, "ko"), (YES_NO, "n")])
        assert json.loads((bare.data / "config.json").read_text()) == {"approval": "terminal", "language": "ko"}

    def test_a_settings_file_that_is_no_json_stops_before_anything_changes(self, bare):
        bare.data.mkdir(parents=True)
        (bare.data / "config.json").write_text("{")
        done = bare.install([])
        assert (done.exit_code, bare.config.read_text(), bare.marketplace.exists()) == (2, CONFIG, False)

    def test_a_marketplace_of_that_name_from_elsewhere_is_one_clear_line(self, first, tmp_path):
        before = first.config.read_bytes()
        done = first.say("install", "codex", answers=ENGLISH, XDG_DATA_HOME=str(tmp_path / "other"))
        assert (done.exit_code, str(first.marketplace) in done.shown.replace("\n", "")) == (2, True)
        assert first.config.read_bytes() == before


class TestUpgrade:
    """The staged plugin is what differs here: another release would differ so."""

    def test_what_is_up_to_date_stays_as_it_is(self, first):
        before = first.config.read_bytes()
        done = first.say("upgrade", "codex")
        assert (done.exit_code, YES_NO in done.shown, "already installed" in done.shown) == (0, False, True)
        assert first.config.read_bytes() == before

    def test_other_content_is_trusted_in_the_same_step_and_open_sessions_are_named(self, installed):
        (installed.installed / "hooks/added").write_text("x")
        assert installed.doctor()["plugin"] == "error"
        done = installed.say("upgrade", "codex", answers=[(YES_NO, "y")])
        assert (done.exit_code, "start every open session" in done.shown) == (0, True), done.shown
        statuses = installed.doctor()
        assert (statuses["plugin"], statuses["hooks"]) == ("ok", "ok")

    def test_a_no_changes_nothing(self, first):
        before = first.config.read_bytes()
        with written(first.installed / "hooks/added", "x"):
            done = first.say("upgrade", "codex", answers=[(YES_NO, "n")])
            assert (done.exit_code, (first.installed / "hooks/added").exists()) == (2, True)
        assert first.config.read_bytes() == before

    @pytest.mark.parametrize("verb", ["upgrade", "install"])
    def test_an_open_run_stops_it_before_anything_changes(self, first, workspace, verb):
        run = Run(first.data, "open-run", workspace).approved()
        with written(first.installed / "hooks/added", "x"):
            done = first.say(verb, "codex", answers=ENGLISH)
            assert (done.exit_code, "open-run" in done.shown, YES_NO in done.shown) == (2, True, False)
            assert (first.installed / "hooks/added").exists()
        run.commit("cancelled", phase="cancelled").store.release()

    def test_forced_it_goes_on_and_says_who_is_unguarded(self, installed, workspace):
        Run(installed.data, "open-run", workspace).approved()
        (installed.installed / "hooks/added").write_text("x")
        done = installed.say("upgrade", "codex", "--force", answers=[(YES_NO, "y")])
        assert (done.exit_code, "lack hooks, in silence" in done.shown) == (0, True), done.shown
        assert not (installed.installed / "hooks/added").exists()

    def test_nothing_installed_is_one_clear_line(self, bare):
        done = bare.say("upgrade", "codex")
        assert (done.exit_code, "harness-state install codex" in done.shown) == (2, True)


class TestDoctor:
    def test_it_is_content_after_an_installation_and_changes_nothing(self, first):
        before = (first.config.read_bytes(), content_digest(first.data))
        checks, code = first.told()
        assert ({check["status"] for check in checks.values()}, code) == ({"ok"}, 0)
        assert (first.config.read_bytes(), content_digest(first.data)) == before

    def test_it_names_every_event(self, first):
        assert "PermissionRequest, PostToolUse, SessionStart" in first.told()[0]["hooks"]["detail"]

    def test_a_changed_copy_is_different_and_its_hooks_are_off(self, first):
        with written(first.installed / "x", "x"):
            statuses = first.doctor()
        assert (statuses["plugin"], statuses["hooks"]) == ("error", "error")

    def test_a_config_that_is_no_toml_is_the_hosts_error(self, first):
        with written(first.config, "not toml"):
            checks, code = first.told()
        assert (checks["codex"]["status"], code) == ("error", 1)

    @pytest.mark.parametrize("feature", ["hooks", "plugins"])
    def test_a_switch_in_the_projects_config_is_named(self, first, feature):
        trusting = f'[projects."{first.workspace}"]\ntrust_level = "trusted"\n'
        with (
            written(first.config, first.config.read_text() + trusting),
            written(first.workspace / ".codex/config.toml", f"[features]\n{feature} = false\n"),
        ):
            checks, code = first.told()
        assert (checks["switches"]["status"], checks["hooks"]["status"], code) == ("error", "error", 1)
        assert f"features.{feature} = false" in checks["switches"]["detail"]

    def test_code_mode_is_said_and_no_fault(self, first):
        with written(first.config, first.config.read_text() + "[features]\ncode_mode = true\n"):
            check = first.told()[0]["switches"]
        assert (check["status"], "code mode" in check["detail"]) == ("ok", True)

    def test_a_plugin_that_is_switched_off_is_an_error(self, first):
        own = '[plugins."harness@harness"]\nenabled = '
        assert own + "true" in first.config.read_text()
        with written(first.config, first.config.read_text().replace(own + "true", own + "false")):
            assert first.doctor()["plugin"] == "error"

    def test_another_hook_on_the_same_calls_is_a_warning_once_it_runs(self, first):
        with written(first.codex_home / "hooks.json", HOOK):
            assert first.doctor()["neighbours"] == "ok"  # nobody trusts it, so it does not run
            key = f"{first.codex_home}/hooks.json:pre_tool_use:0:0"
            trust = f'[hooks.state."{key}"]\ntrusted_hash = "{trust_of(HOOK)}"\n'
            with written(first.config, first.config.read_text() + trust):
                check = first.told()[0]["neighbours"]
        assert (check["status"], "hooks.json (PreToolUse)" in check["detail"]) == ("warning", True)

    def test_a_start_up_file_of_the_hooks_shell_is_a_warning(self, first):
        assert first.doctor(BASH_ENV="/some/file")["shell"] == "warning"

    def test_a_marketplace_that_is_gone_does_not_stop_what_runs(self, first):
        with gone(first.marketplace):
            statuses = first.doctor()
        assert (statuses["plugin"], statuses["hooks"]) == ("ok", "ok")


def trust_of(hooks: str) -> str:
    """What Codex stores for the one hook of a file, over its normalised definition."""
    from hashlib import sha256

    [[group]] = json.loads(hooks)["hooks"].values()
    entry = {"event_name": "pre_tool_use", "hooks": [{**group["hooks"][0], "async": False, "timeout": 600}]}
    return "sha256:" + sha256(json.dumps(entry, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


class TestUninstall:
    def test_all_of_ours_goes_and_all_else_stays(self, installed, workspace):
        Run(installed.data, "done", workspace).approved().commit("completed", phase="completed").store.release()
        done = installed.say("uninstall", "codex")
        hosts_own = "[hooks.state]\n\n"  # Codex writes the parent table out when it stores trust, and keeps it
        assert (done.exit_code, installed.config.read_text().replace(hosts_own, "")) == (0, CONFIG), done.shown
        ours = (installed.installed, installed.marketplace, installed.data / "interpreter")
        assert [path for path in ours if path.exists()] == []
        assert (installed.data / "runs/done/state.json").is_file()
        assert all((folder / "file").read_text() == "theirs" for folder in installed.others)
        assert "uninstall codex --purge" in done.shown
        again = installed.say("uninstall", "codex")
        assert (again.exit_code, "not installed in Codex CLI" in again.shown) == (0, True)
        assert YES_NO in installed.install(TRUST).shown

    @pytest.mark.parametrize(("reply", "code", "is_gone"), [("n", 2, False), ("y", 0, True)])
    def test_purge_asks_and_then_deletes_the_records(self, bare, reply, code, is_gone):
        bare.data.mkdir(parents=True)
        done = bare.say("uninstall", "codex", "--purge", answers=[(YES_NO, reply)])
        assert (done.exit_code, not bare.data.exists()) == (code, is_gone)

    def test_an_open_run_stops_it_unless_forced(self, installed, workspace):
        Run(installed.data, "open-run", workspace).approved()
        done = installed.say("uninstall", "codex")
        assert (done.exit_code, "open-run" in done.shown, installed.installed.exists()) == (2, True, True)
        assert installed.say("uninstall", "codex", "--force").exit_code == 0

    def test_a_plugin_from_elsewhere_is_left_alone(self, first, tmp_path):
        done = first.say("uninstall", "codex", XDG_DATA_HOME=str(tmp_path / "other"))
        assert (done.exit_code, first.installed.exists(), len(first.trusted) > 0) == (0, True, True)
        assert ("left alone" in done.flat, (first.data / "interpreter").exists()) == (True, True)


@pytest.mark.parametrize("verb", ["install", "upgrade", "uninstall"])
@pytest.mark.parametrize("variable", ["CODEX_THREAD_ID", "CLAUDE_CODE_SESSION_ID"])
def test_an_agent_can_do_none_of_it_even_with_a_terminal(first, verb, variable):
    before = first.config.read_bytes()
    done = first.say(verb, "codex", answers=TRUST, **{variable: "x"})
    assert (done.exit_code, variable in done.shown, first.config.read_bytes()) == (2, True, before)
