"""Which language the terminal speaks: the nearest word counts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from harness_runtime.cli.language import language_of

LOCALES = [
    ({"LANG": "en_US.UTF-8"}, "en"),
    ({"LANG": "en"}, "en"),
    ({"LANG": "ko_KR.UTF-8"}, "ko"),
    ({"LANG": "ko"}, "ko"),
    ({"LANG": "fr_FR@euro"}, "en"),  # of the two that there are
    ({"LANG": "kok_IN"}, "en"),
    ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "ko_KR.UTF-8"}, "ko"),
    ({"LANG": "ko_KR.UTF-8", "LC_MESSAGES": "ko_KR.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
    ({"LANG": "en_US.UTF-8", "LC_ALL": ""}, "en"),
    ({"LANG": "en_US.UTF-8", "LC_ALL": "C"}, "ko"),
    ({"LANG": "C.UTF-8"}, "ko"),
    ({"LANG": "POSIX"}, "ko"),
    ({}, "ko"),
]


@pytest.mark.parametrize(("environ", "language"), LOCALES, ids=str)
def test_where_nobody_has_chosen_the_machine_s_counts(environ: dict[str, str], language: str, tmp_path: Path) -> None:
    assert language_of(environ, [tmp_path]) == language


def test_a_choice_goes_before(tmp_path: Path) -> None:
    english = {"LANG": "en_US.UTF-8"}
    (tmp_path / "config.json").write_text(json.dumps({"language": "ko"}), "utf-8")
    assert language_of(english, [tmp_path / "absent", tmp_path]) == "ko"
    assert language_of({**english, "HARNESS_LANG": "en"}, [tmp_path]) == "en"
    assert language_of({**english, "HARNESS_LANG": "klingon"}, [tmp_path]) == "ko"
