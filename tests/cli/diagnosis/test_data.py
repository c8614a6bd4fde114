"""What `doctor` says of a data folder: interpreter, access, reports of bugs, armed sessions."""

import os
import sys

import pytest

from harness_runtime.cli.diagnosis import data as diagnosis


@pytest.fixture
def checks(data):
    def examine(in_use: bool = True) -> dict:
        return {check.name.removeprefix("x_"): check for check in diagnosis.examine("x", data, in_use)}

    return examine


def test_a_folder_as_install_leaves_it_is_fine(data, checks):
    (data / "interpreter").write_text(f"{sys.executable}\n")
    assert {name: check.status for name, check in checks().items()} == dict.fromkeys(
        ("interpreter", "data", "settings", "reports", "sessions"), "ok"
    )


INTERPRETERS = {
    "none": (None, "warning"),
    "gone": ("/absent", "error"),
    "no Python": ("/bin/sh", "error"),
    "without the libraries": ("/usr/bin/env", "error"),
}


@pytest.mark.parametrize(("program", "status"), INTERPRETERS.values(), ids=INTERPRETERS)
def test_the_interpreter(data, checks, program, status):
    if program is not None:
        (data / "interpreter").write_text(f"{program}\n")
    check = checks()["interpreter"]
    assert (check.status, bool(check.mend)) == (status, True)


def test_the_environment_that_a_refused_prompt_had_made_counts(data, checks):
    (data / "venv/bin").mkdir(parents=True)
    (data / "venv/bin/python").symlink_to(sys.executable)
    assert str(data / "venv/bin/python") in checks()["interpreter"].detail


def test_others_access_is_a_warning(data, checks):
    data.chmod(0o755)
    assert checks()["data"].status == "warning"


def test_a_folder_that_is_gone_is_an_error_only_where_a_plugin_uses_it(data, checks):
    data.rmdir()
    assert ({name: check.status for name, check in checks().items()}, checks(False)) == ({"data": "error"}, {})


def test_reports_of_bugs_are_named(data, checks):
    (data / "reports").mkdir()
    (data / "reports/1-stop.txt").touch()
    check = checks()["reports"]
    assert (check.status, "1-stop.txt" in check.detail) == ("warning", True)


def test_an_armed_session_is_listed_with_its_phase(new_run, checks):
    new_run().approved()
    check = checks(False)["sessions"]
    assert (check.status, "session-1: implement" in check.detail) == ("ok", True)


def test_one_that_nothing_happened_to_for_days_is_a_warning_that_names_the_way_out(new_run, data, checks):
    left = new_run("left").approved()
    new_run("used").approved()
    for path in [*left.folder.rglob("*"), data / "armed/left"]:
        os.utime(path, (0, 0))
    check = checks(False)["sessions"]
    assert (check.status, check.mend.endswith("--older-than 3d`: left")) == ("warning", True)


@pytest.mark.parametrize("leave", ["broken state", "marker without a run"])
def test_one_that_cannot_be_trusted_is_an_error(new_run, data, checks, leave):
    run = new_run().approved()
    if leave == "broken state":
        (run.folder / "state.json").write_text("{")
    else:
        run.folder.rename(data / "aside")
    check = checks(False)["sessions"]
    assert (check.status, "off SESSION" in check.mend) == ("error", True)
