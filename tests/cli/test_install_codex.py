"""`install codex`, `doctor` and `uninstall codex` against the real Codex, with a person at a pseudo-terminal."""

import json
import os
import shutil
import sys
import tomllib
from pathlib import Path

import pytest

from harness_runtime.cli.staging import content_digest, marketplace_folder, plugin_folder

from .conftest import Run
from .pseudo_terminal import LANGUAGE, YES_NO, talk

pytestmark = pytest.mark.host

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
TRUST = [(LANGUAGE, "en"), (YES_NO, "y")]


def find_codex() -> Path | None:
    checkout = Path(__file__).resolve().parents[2]
    chosen = os.environ.get("CODEX_BIN")
    ours = checkout / ".hosts/node_modules/.bin/codex"
    found = chosen or (str(ours) if os.access(ours, os.X_OK) else shutil.which("codex"))
    return Path(found) if found else None


CODEX = find_codex()


class Machine:
    """A home with Codex in it, and other people's plugins in that."""

    def __init__(self, home: Path) -> None:
        if CODEX is None:
            if os.environ.get("CI") == "true":
                pytest.fail("Codex is not installed here: run `make hosts`, or set CODEX_BIN")
            pytest.skip("Codex is not installed here: run `make hosts`, or set CODEX_BIN")
        self.codex_home = home / ".codex"
        self.data = self.codex_home / "plugins/data/harness-harness"
        self.config = self.codex_home / "config.toml"
        self.others = [self.codex_home / "plugins" / name for name in ("cache/market/other/1", "data/other-market")]
        for folder in self.others:
            folder.mkdir(parents=True)
            (folder / "file").write_text("theirs")
        self.config.write_text(CONFIG)
        closed = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"), "http://127.0.0.1:9")
        self.environ = {**os.environ, **closed, "HOME": str(home), "CODEX_BIN": str(CODEX)}
        self.environ.pop("HARNESS_LANG", None)
        self.marketplace = marketplace_folder(self.environ)
        self.installed = self.codex_home / "plugins/cache/harness/harness/0.1.0"

    def say(self, *words: str, answers=(), **environ: str):
        return talk(*words, environ={**self.environ, **environ}, answers=answers)

    def install(self, answers=TRUST):
        return self.say("install", "codex", answers=answers)

    def checks(self, *words: str, **environ: str) -> tuple[dict[str, str], int]:
        """Status by name, as `--json` tells it."""
        done = self.say(*words, "--json", **environ)
        told = json.loads(done.shown[done.shown.index("{") :])
        return {check["name"]: check["status"] for check in told["checks"]}, done.exit_code

    @property
    def settings(self) -> dict:
        return tomllib.loads(self.config.read_text())

    @property
    def trusted(self) -> list[str]:
        return [key for key in self.settings["hooks"]["state"] if key.startswith("harness@harness:")]


@pytest.fixture
def machine(person):
    return Machine(person)


@pytest.fixture
def installed(machine):
    done = machine.install()
    assert done.exit_code == 0, done.shown
    return machine


def test_the_plugin_is_installed_with_the_staged_content(installed):
    assert content_digest(installed.installed) == content_digest(plugin_folder(installed.marketplace))


def test_the_hooks_are_trusted_after_a_y(installed):
    events = json.loads((installed.installed / "hooks/hooks.json").read_text())["hooks"]
    assert len(installed.trusted) == len(events)
    assert installed.checks("doctor")[0]["codex_hooks"] == "ok"


def test_the_commands_are_shown_before_the_question(machine):
    shown = machine.install().shown
    question = shown.index("Trust these hooks?")
    for event in ("session_start", "user_prompt_submit", "pre_tool_use", "subagent_stop", "stop"):
        assert f'hooks/launch" {event}' in shown[:question]


@pytest.mark.parametrize("reply", ["", "n", "Y", "yes", "y y"])
def test_anything_but_y_leaves_them_untrusted_and_says_what_to_do(machine, reply):
    done = machine.install([(LANGUAGE, "en"), (YES_NO, reply)])
    assert (done.exit_code, machine.trusted) == (1, [])
    assert "Hooks need review" in done.shown
    assert machine.checks("doctor")[0]["codex_hooks"] == "error"


def test_the_interpreter_is_recorded_in_a_private_folder(installed):
    assert (installed.data / "interpreter").read_text() == sys.executable + "\n"
    assert installed.data.stat().st_mode & 0o777 == 0o700
    assert (installed.data / "interpreter").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(("reply", "language"), [("", "ko"), ("ko", "ko"), ("en", "en")])
def test_the_language_is_asked_for_and_stored(machine, reply, language):
    machine.install([(LANGUAGE, reply), (YES_NO, "y")])
    assert json.loads((machine.data / "config.json").read_text()) == {"language": language}


def test_other_settings_of_the_person_stay(machine):
    machine.data.mkdir(parents=True)
    (machine.data / "config.json").write_text('{"approval": "terminal", "language": "ko"}')
    machine.install()
    assert json.loads((machine.data / "config.json").read_text()) == {"approval": "terminal", "language": "en"}


def test_a_settings_file_that_is_no_json_stops_before_anything_changes(machine):
    machine.data.mkdir(parents=True)
    (machine.data / "config.json").write_text("{")
    done = machine.install([])
    assert (done.exit_code, machine.config.read_text(), machine.marketplace.exists()) == (2, CONFIG, False)


def test_every_line_of_the_persons_config_stays_in_its_order(installed):
    left = iter(installed.config.read_text().splitlines())
    assert all(line in left for line in CONFIG.splitlines())


def test_other_plugins_entries_and_files_stay(installed):
    told, before = installed.settings, tomllib.loads(CONFIG)
    assert told["plugins"]["other@market"] == before["plugins"]["other@market"]
    assert before["hooks"]["state"].items() <= told["hooks"]["state"].items()
    assert [path.read_text() for folder in installed.others for path in folder.iterdir()] == ["theirs", "theirs"]


def test_installing_again_asks_for_no_trust_and_changes_nothing(installed):
    before = installed.config.read_bytes()
    done = installed.install([(LANGUAGE, "")])
    assert (done.exit_code, YES_NO in done.shown, installed.config.read_bytes()) == (0, False, before)


def test_changed_content_is_brought_back_and_trusted_anew(installed):
    (installed.installed / "hooks" / "added").write_text("x")
    assert installed.checks("doctor")[1] == 1
    assert installed.install().exit_code == 0
    assert not (installed.installed / "hooks" / "added").exists()
    assert installed.checks("doctor")[1] == 0


@pytest.mark.parametrize(("reply", "code", "changed"), [("n", 2, False), ("y", 0, True)])
def test_an_update_under_an_open_run_is_asked_about(installed, workspace, reply, code, changed):
    Run(installed.data, "open-run", workspace).approved()
    extra = installed.installed / "extra"
    extra.write_text("x")
    done = installed.install([(LANGUAGE, ""), (YES_NO, reply), (YES_NO, "y")])
    assert ("open-run" in done.shown, done.exit_code, not extra.exists()) == (True, code, changed)


def test_doctor_is_content_after_an_installation(installed):
    statuses, code = installed.checks("doctor")
    assert (set(statuses.values()), code) == ({"ok"}, 0)


def test_doctor_changes_nothing(installed):
    before = (installed.config.read_bytes(), content_digest(installed.data))
    installed.checks("doctor")
    assert (installed.config.read_bytes(), content_digest(installed.data)) == before


def spoiled():
    yield "codex_plugin", "error", lambda machine: (machine.installed / "x").write_text("x")
    yield "codex_hooks", "error", lambda machine: (machine.installed / "x").write_text("x")
    yield "codex_interpreter", "warning", lambda machine: (machine.data / "interpreter").unlink()
    yield "codex_interpreter", "error", lambda machine: (machine.data / "interpreter").write_text("/absent\n")
    yield "codex_interpreter", "error", lambda machine: (machine.data / "interpreter").write_text("/bin/sh\n")
    yield "codex_data", "warning", lambda machine: machine.data.chmod(0o755)
    yield "codex_data", "error", lambda machine: shutil.rmtree(machine.data)
    yield "codex_reports", "warning", leave_report
    yield "marketplace", "warning", lambda machine: shutil.rmtree(machine.marketplace)
    yield "codex", "error", lambda machine: machine.config.write_text("not toml")
    yield "codex_hooks", "error", lambda machine: append(machine.config, "[features]\nhooks = false\n")
    yield (
        "codex_plugin",
        "error",
        lambda machine: replace_once(machine.config, "enabled = true\n", "enabled = false\n"),
    )


def leave_report(machine):
    (machine.data / "reports").mkdir()
    (machine.data / "reports/1-stop.txt").write_text("x")


def append(path: Path, text: str) -> None:
    path.write_text(path.read_text() + text)


def replace_once(path: Path, old: str, new: str) -> None:
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))


@pytest.mark.parametrize(("check", "status", "spoil"), list(spoiled()))
def test_doctor_sees_what_is_wrong(installed, check, status, spoil):
    spoil(installed)
    statuses, code = installed.checks("doctor")
    assert (statuses[check], code) == (status, 1 if "error" in statuses.values() else 0)


def test_doctor_warns_of_a_start_up_file_of_the_hooks_shell(installed):
    assert installed.checks("doctor", BASH_ENV="/some/file")[0]["codex_shell"] == "warning"


def test_uninstall_leaves_the_config_as_it_was(installed):
    assert installed.say("uninstall", "codex").exit_code == 0
    hosts_own = "[hooks.state]\n\n"  # Codex writes the parent table out when it stores trust, and keeps it
    assert installed.config.read_text().replace(hosts_own, "") == CONFIG


def test_uninstall_removes_plugin_marketplace_interpreter(installed):
    installed.say("uninstall", "codex")
    left = [
        path for path in (installed.installed, installed.marketplace, installed.data / "interpreter") if path.exists()
    ]
    assert left == []


def test_uninstall_keeps_records_and_others(installed, workspace):
    Run(installed.data, "done", workspace).approved().commit("completed", phase="completed").store.release()
    installed.say("uninstall", "codex")
    assert (installed.data / "runs/done/state.json").is_file()
    assert all((folder / "file").read_text() == "theirs" for folder in installed.others)


@pytest.mark.parametrize(("reply", "code", "gone"), [("n", 2, False), ("y", 0, True)])
def test_purge_asks_and_then_deletes_the_records(installed, reply, code, gone):
    done = installed.say("uninstall", "codex", "--purge", answers=[(YES_NO, reply)])
    assert (done.exit_code, not installed.data.exists()) == (code, gone)


def test_uninstall_refuses_under_an_open_run_unless_forced(installed, workspace):
    Run(installed.data, "open-run", workspace).approved()
    done = installed.say("uninstall", "codex")
    assert (done.exit_code, "open-run" in done.shown, installed.installed.exists()) == (2, True, True)
    assert installed.say("uninstall", "codex", "--force").exit_code == 0


def test_uninstall_again_is_fine(installed):
    installed.say("uninstall", "codex")
    assert installed.say("uninstall", "codex").exit_code == 0


def test_a_plugin_from_elsewhere_is_left_alone(installed, tmp_path):
    done = installed.say("uninstall", "codex", XDG_DATA_HOME=str(tmp_path / "other"))
    assert (done.exit_code, installed.installed.exists(), len(installed.trusted) > 0) == (0, True, True)
    assert "left alone" in done.shown


def test_installing_after_uninstalling_asks_for_trust_again(installed):
    installed.say("uninstall", "codex")
    assert YES_NO in installed.install().shown


def test_a_marketplace_of_that_name_from_elsewhere_is_one_clear_line(machine, tmp_path):
    machine.install()
    done = machine.say("install", "codex", answers=[(LANGUAGE, "en")], XDG_DATA_HOME=str(tmp_path / "other"))
    assert (done.exit_code, "different source" in done.shown, "backtrace" in done.shown) == (2, True, False)


@pytest.mark.parametrize("verb", ["install", "uninstall"])
@pytest.mark.parametrize("variable", ["CODEX_THREAD_ID", "CLAUDE_CODE_SESSION_ID"])
def test_an_agent_can_do_neither_even_with_a_terminal(machine, verb, variable):
    done = machine.say(verb, "codex", answers=TRUST, **{variable: "x"})
    assert (done.exit_code, variable in done.shown) == (2, True)
    assert machine.config.read_text() == CONFIG
