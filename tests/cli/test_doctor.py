"""`doctor` where no host program is needed: nothing installed, programs that fail, the answer's schema."""

import json

import jsonschema
import pytest

from .conftest import SCHEMAS


@pytest.fixture
def no_programs(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.fixture
def fake_codex(tmp_path):
    """A program named codex that runs the given shell lines."""

    def make(script: str) -> str:
        path = tmp_path / "codex"
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return str(path)

    return make


def by_name(told: dict) -> dict[str, dict]:
    return {check["name"]: check for check in told["checks"]}


def test_answer_fits_its_schema(answer, no_programs):
    told, code = answer("doctor")
    jsonschema.validate(told, json.loads((SCHEMAS / "checks.json").read_text()))
    assert code == 1


def test_names_are_unique(answer, no_programs):
    told, _ = answer("doctor")
    assert len(by_name(told)) == len(told["checks"])


@pytest.mark.parametrize("status", ["warning", "error"])
def test_whatever_is_wrong_comes_with_its_mend(answer, no_programs, status):
    told, _ = answer("doctor")
    assert all(check["mend"] for check in told["checks"] if check["status"] == status)


def test_no_host_is_an_error(answer, no_programs):
    checks = by_name(answer("doctor")[0])
    assert (checks["codex"]["status"], checks["installation"]["status"]) == ("warning", "error")


def test_a_program_that_cannot_be_run_is_named(answer, no_programs):
    told, _ = answer("doctor", "--codex", "/absent/codex")
    assert "/absent/codex" in by_name(told)["codex"]["detail"]


FAILING = {
    "an error message": ("echo 'Error: broken' >&2; exit 1", "Error: broken"),
    "no message": ("exit 3", "exit 3"),
    "a signal": ("kill -9 $$", "-9"),
    "no JSON": ("echo codex-cli 0.171.0", "not understood"),
}


@pytest.mark.parametrize(("script", "said"), FAILING.values(), ids=FAILING)
def test_a_program_that_fails_is_an_error_that_says_how(answer, fake_codex, script, said):
    check = by_name(answer("doctor", "--codex", fake_codex(script))[0])["codex"]
    assert check["status"] == "error"
    assert said in check["detail"]


PLUGIN = {"pluginId": "harness@harness", "version": "0.1.0", "enabled": True}


@pytest.mark.parametrize(
    ("server", "said"),
    [
        ("exit 0", "ended"),
        ("read line; echo nonsense; exit 0", "ended"),
        ('read line; echo \'{"id":1,"error":{"message":"no"}}\'', "no"),
    ],
)
def test_an_app_server_that_fails_is_an_error(answer, fake_codex, person, server, said):
    folder = person / ".codex/plugins/cache/harness/harness/0.1.0/hooks"
    folder.mkdir(parents=True)
    (folder / "hooks.json").write_text('{"hooks": {}}')
    listing = json.dumps({"installed": [PLUGIN]})
    script = f"case $1 in --version) echo codex-cli 0.171.0;; plugin) echo '{listing}';; *) {server};; esac"
    check = by_name(answer("doctor", "--codex", fake_codex(script))[0])["codex"]
    assert (check["status"], said in check["detail"]) == ("error", True)


def test_an_older_program_is_a_warning(answer, fake_codex):
    script = "case $1 in --version) echo codex-cli 0.99.0;; *) echo '{\"installed\": []}';; esac"
    assert by_name(answer("doctor", "--codex", fake_codex(script))[0])["codex"]["status"] == "warning"


def test_armed_sessions_are_listed(new_run, answer, no_programs):
    new_run().approved()
    assert by_name(answer("doctor")[0])["codex_sessions"]["detail"] == "session-1: implement"


def test_an_armed_session_that_cannot_be_trusted_is_an_error(new_run, answer, no_programs):
    (new_run().approved().folder / "state.json").write_text("{")
    check = by_name(answer("doctor")[0])["codex_sessions"]
    assert (check["status"], "$harness:off" in check["mend"]) == ("error", True)


def test_people_read_the_mend(harness_state, no_programs):
    assert "→ `harness-state install codex`" in harness_state("doctor").stdout
