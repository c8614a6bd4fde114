"""Scripts of sed: what stays inside the stream, and what could read, write or run something."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.shell.sed import refuse_in_place, sed_operands, stays_inside

EXAMPLES = 10_000 if os.environ.get("HYPOTHESIS_PROFILE") == "long" else 600

INSIDE = [
    *("", ";", "p", "1p", "$p", "1,20p", "1,$p", "/a/p", "/a/,/b/p", "/a/,+3p", "2~3p", "1,~4p", "0,/a/d", "5p;7p"),
    *("1p; $p;", "5q", "5q3", "=", "/a\\/b/p", "/[a-z]/p", "/[^]]/p", "/[]x]/p", "/[[:alpha:]]/p", " 1 p ", "1!p"),
    *(
        "s/a/b/",
        "s/a/b/g",
        "s/a/b/2p",
        "s|/a|/b|g",
        "s,a\\,b,c,",
        "s/[[:space:]]*$//",
        "s/\\(a\\)/\\1/gI",
        "y/abc/xyz/",
    ),
    *(
        "/a/{p}",
        "/a/{p;d}",
        "/a/{\np\n}",
        "n;d",
        "1!G;h;$!d",
        "$!N;P;D",
        ":a;N;$!ba;s/\\n/ /g",
        ":a\ns/a/b/\nta",
        "x;G",
    ),
    *(
        "1i text",
        "$a text; w x",
        "2c\\\ntext",
        "1i\\\n w x\\\n more",
        "/x/Id",
        "\\,a,p",
        "\\%a%,\\%b%d",
        "s/a/b/;s/c/d/",
    ),
    *("l", "z", "F", "/^#/d;/^$/d", "s/a\\/b/c/", "s/x/\\\n/g", "s/[\\/]/-/"),
]
OUTSIDE = [
    *(
        "w x",
        "1w x",
        "p w",
        "1,20w x",
        "r x",
        "1r x",
        "R x",
        "W x",
        "e",
        "1e ls",
        "s/a/b/e",
        "s/a/b/w x",
        "s/a/b/gw x",
    ),
    *(
        "s/a/b/ew x",
        "/a/w x",
        "/a/e",
        "/[/]p;w out/p",
        "/[]/]p/w x",
        "/a",
        "/[a/p",
        "1{p;w x}",
        "p\nw x",
        "1,p",
        ",2p",
    ),
    *(
        "1~p",
        "p;w x",
        "i\\",
        "a x\\",
        "#n",
        "v",
        "{p",
        "p}",
        "}",
        ":a w x",
        "b a w x",
        "ta}w x",
        "y/a/b/w x",
        "/a/Iw x",
    ),
    *(
        "s/a/b",
        "s/a",
        "sxaxbx",
        "s/a/b/z",
        "\\nanp",
        "s/[/]/x/",
        "1!w x",
        "!e",
        "s/a/b/\nw x",
        "1i x\nw y",
        "$!{w x\n}",
    ),
    *("s/a\nb/c/", "/[[:al/]:]/p", "q x", "e\nls", "1e", "s//b/ge", "M", "0~4w x", "d;e id", "\\[a[p", "s{a{b{"),
]


@pytest.mark.parametrize("script", INSIDE)
def test_it_stays_inside(script: str) -> None:
    assert stays_inside(script)
    done = subprocess.run(["sed", script], input="a\nb\n", capture_output=True, text=True, check=False)
    assert done.returncode in (0, 3), done.stderr


@pytest.mark.parametrize("script", OUTSIDE)
def test_it_does_more_or_is_not_understood(script: str) -> None:
    assert not stays_inside(script)


_PIECES = st.sampled_from(
    [
        *(
            "p",
            "d",
            "w out",
            "w",
            "e",
            "e touch out",
            "r in",
            "s/a/b/",
            "s/a/touch out/e",
            "s/a/b/w out",
            "y/a/b/",
            ";",
            "\n",
        ),
        *(
            "{",
            "}",
            "1",
            "$",
            "1,2",
            "/a/",
            "/[/]",
            "\\",
            "\\\n",
            "!",
            "a x",
            "i\\\n",
            "c\\",
            ":a",
            "ba",
            "t",
            " ",
            "#",
            "q",
        ),
        *(
            "n",
            "N",
            "D",
            "G",
            "s,a,b,",
            "s|a|b|g",
            "[",
            "]",
            "/",
            "I",
            "M",
            "g",
            "\\,a,",
            "[[:alpha:]]",
            "^",
            "~2",
            "+1",
            "W out",
        ),
    ]
)


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(parts=st.lists(_PIECES, max_size=7), options=st.sampled_from([["-n"], [], ["-E"], ["-z"], ["-i"], ["-i.bak"]]))
def test_a_script_that_passes_writes_and_runs_nothing(tmp_path: Path, parts: list[str], options: list[str]) -> None:
    script = "".join(parts)
    if not stays_inside(script):
        return
    (tmp_path / "in").write_text("a\nb\n1\n", "utf-8")
    subprocess.run(
        ["timeout", "1", "sed", *options, "--", script, "in"],
        cwd=tmp_path, capture_output=True, stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip
    assert (
        set(os.listdir(tmp_path))
        - {"in", "in.bak"}
        - {name for name in os.listdir(tmp_path) if name.startswith("sed")}
        == set()
    )
    shutil.rmtree(tmp_path)
    tmp_path.mkdir()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["-n", "1p", "a"], (["a"], None)),
        (["-i", "p", "a", "b"], (["a", "b"], "")),
        (["-i.bak", "p", "a"], (["a"], ".bak")),
        (["-ni", "p", "a"], (["a"], "")),
        (["-Ei", "p", "a"], (["a"], "")),
        (["-ie", "p", "a"], (["a"], "e")),
        (["--in-place=.b", "p", "a"], (["a"], ".b")),
        (["-e", "p", "-i", "a"], (["a"], "")),
        (["p", "a", "-i"], (["a"], "")),
        (["-i", "-e", "p", "--", "-i"], (["-i"], "")),
        (["-e", "p", "-e", "d", "a"], (["a"], None)),
    ],
)
def test_the_files_and_the_suffix(words: list[str], expected: tuple[list[str], str | None]) -> None:
    assert sed_operands(words) == expected


@pytest.mark.parametrize(
    ("files", "suffix", "platform"),
    [
        ([], "", "linux"),
        (["a"], "", "darwin"),
        (["a"], "/x", "linux"),
        (["a"], "b*", "linux"),
        (["w x"], "", "linux"),
    ],
)
def test_in_place_forms_that_are_refused(files: list[str], suffix: str, platform: str) -> None:
    with pytest.raises(Fault):
        refuse_in_place(files, suffix, platform)
    refuse_in_place(["a.py"], ".bak", "darwin")
