"""The rim of the program: exit codes, one line on stderr, never a traceback."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from harness_runtime import __version__
from harness_runtime.cli.main import VERBS, program
from tests.cli.conftest import Run


def run(*words: str, **environ: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", "harness_runtime.cli.main", *words],
        env={**os.environ, **environ},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_version():
    done = run("--version")
    assert (done.returncode, done.stdout) == (0, f"harness-state {__version__}\n")


@pytest.mark.parametrize("words", [("nonsense",), ("inspect", "--nonsense"), ("ledger",), ("ledger", "show")])
def test_wrong_usage_is_one_line_and_exit_2(words):
    done = run(*words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("harness-state: ")
    assert " --help`)" in done.stderr


WRONG = {
    "no verb": (("nonsense",), "no such command: nonsense"),
    "nearly a verb": (("inspct",), "no such command: inspct, did you mean inspect?"),
    "nearly a verb of a verb": (("ledger", "verfy"), "no such command: verfy, did you mean verify?"),
    "no verb of a verb": (("ledger", "nonsense"), "no such command: nonsense"),
    "no option": (("inspect", "--jsn"), "no such option: --jsn, did you mean --json?"),
    "no verb at all": (("ledger",), "COMMAND is missing"),
    "nothing named": (("ledger", "show"), "SESSION is missing"),
    "no option named": (("explain", "--tool"), "--tool needs a value"),
    "no such choice": (("install", "emacs"), "not a value for {codex|claude}"),
    "too much": (("sessions", "a", "b"), "too many words: a b"),
}


@pytest.mark.parametrize(("words", "told"), WRONG.values(), ids=WRONG.keys())
def test_wrong_usage_is_told_in_both_languages(words, told, harness_state, monkeypatch):
    assert told in harness_state(*words).stderr
    monkeypatch.setenv("HARNESS_LANG", "ko")
    assert re.search("[가-힣]{2}.* \\(쓰는 방법", harness_state(*words).stderr)


def test_without_a_word_it_shows_its_help():
    assert run().stdout == run("--help").stdout


@pytest.mark.parametrize("verb", VERBS)
def test_help_is_there(harness_state, verb):
    done = harness_state(verb, "--help")
    assert (done.exit_code, done.stderr, verb in done.stdout) == (0, "", True)


def test_a_shell_completes_verbs_and_options():
    asked = {"_HARNESS_STATE_COMPLETE": "bash_complete", "COMP_CWORD": "1"}
    assert run(COMP_WORDS="harness-state ins", **asked).stdout == "plain,inspect\nplain,install\n"
    assert "plain,--watch" in run(COMP_WORDS="harness-state inspect --w", **{**asked, "COMP_CWORD": "2"}).stdout
    for shell in ("bash", "zsh", "fish"):
        assert "harness-state" in run(_HARNESS_STATE_COMPLETE=f"{shell}_source").stdout


def test_help_speaks_both_languages():
    assert run("--help", HARNESS_LANG="ko").stdout != run("--help", HARNESS_LANG="en").stdout


def test_a_verb_is_imported_only_when_it_is_called():
    code = (
        "import sys; sys.argv = ['harness-state', 'sessions']\n"
        "from harness_runtime.cli.main import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print([name for name in sys.modules if '.verbs.' in name])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "['harness_runtime.cli.verbs.sessions']"


def test_a_bug_is_one_line_and_a_report_file(data, monkeypatch):
    def fail(*_):
        raise RuntimeError("unexpected")

    monkeypatch.setattr("harness_runtime.cli.options.sessions_in", fail)
    result = CliRunner().invoke(program, ["sessions"])
    [report] = (data / "reports").iterdir()
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert str(report) in result.stderr
    assert "unexpected" in report.read_text()


def test_a_reader_that_has_enough_is_no_error(data):
    for number in range(30):
        Run(data, f"session-{number}", Path("/" + "w" * 4000)).activated()  # more than a pipe holds
    writer = subprocess.Popen(
        [sys.executable, "-m", "harness_runtime.cli.main", "sessions", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    writer.stdout.read(1)
    writer.stdout.close()
    complaint = writer.stderr.read()
    writer.stderr.close()
    assert (writer.wait(60), complaint) == (0, b"")


def shell(line: str, **environ: str) -> subprocess.CompletedProcess:
    """`line` with `$harness` for the program."""
    command = line.replace("$harness", f"{sys.executable} -m harness_runtime.cli.main")
    return subprocess.run(
        ["sh", "-c", command], env={**os.environ, **environ}, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no /dev/full")
def test_a_full_disk_behind_stdout_is_one_line():
    done = shell("$harness sessions >/dev/full")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_a_closed_stdout_does_no_harm():
    done = shell("$harness sessions >&-")
    assert (done.returncode, done.stderr) == (0, "")


def test_an_encoding_without_korean_does_no_harm():
    done = shell("$harness sessions", PYTHONIOENCODING="ascii", HARNESS_LANG="ko")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("variables", [{"LC_ALL": "C"}, {"LC_ALL": "C", "PYTHONUTF8": "0"}])
def test_paths_of_any_script_in_a_locale_that_has_no_letters_for_them(tmp_path, variables):
    """A host names such a path in its settings, and Python could not even look at it."""
    home = tmp_path / "한글 집"
    market = home / "시장"
    market.mkdir(parents=True)
    (home / ".codex/plugins/cache/harness/harness/0.1.0").mkdir(parents=True)
    settings = f'[marketplaces.harness]\nsource_type = "local"\nsource = "{market}"\n'
    switched_on = '[plugins."harness@harness"]\nenabled = true\n'
    (home / ".codex/config.toml").write_text(settings + switched_on, "utf-8")
    codex = tmp_path / "codex"
    codex.write_text("#!/bin/sh\necho codex-cli 0.171.0\n")
    codex.chmod(0o755)
    done = subprocess.run(
        [sys.executable, "-m", "harness_runtime.cli.main", "doctor", "--json", "--codex", str(codex)],
        env={"HOME": str(home), "PATH": "/usr/bin:/bin", "HARNESS_LANG": "ko", **variables},
        capture_output=True,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (1, b"")
    checks = {check["name"]: check["detail"] for check in json.loads(done.stdout)["checks"]}
    assert str(market) in checks["codex_plugin"]
