"""What ripgrep shows by itself: judged beside the program itself, in folders with ignore files, globs and types."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from harness_runtime.boundary.decision import Places
from tests.boundary.scene import Scene, shown, words

RG = pytest.mark.skipif(shutil.which("rg") is None, reason="rg is not installed")
KEY = "hunter2"

FILES = [
    *words("server.pem credentials.json certs/tls.key build/id_rsa vendor/deep/dev.pem .env .env.py .env.json"),
    *words(
        "src/app.py .hidden/x.pem lib/.git/HEAD lib/inner.pem lib/deep/below.pem sub/kept.pem sub/lost.pem docs/a.md"
    ),
]

# .gitignore, .ignore, of a folder `sub`
IGNORING = [
    ("", "", ""),
    ("server.pem\ncredentials*.json\n/certs\nbuild/\nvendor\nlib\nsub\n", "", ""),
    ("*.pem\n*.key\ncredentials*\nid_rsa\n", "", "!kept.pem\n"),
    ("*.pem\n*.key\n!*.pem\ncredentials.json\nbuild\n", "", ""),
    ("*\n!src\n!src/**\n", "", ""),
    ("", "*.pem\n*.key\n*.json\nbuild/\n", "!*.pem\n"),
    ("*.pem\n*.key\n*.json\nbuild/\n", "!.env\n", ""),
    ("*.pe[m]\n*.key\n*.json\nbuild/\n", "", ""),
    ("certs/*.key\nvendor/**/dev.pem\nserver.pem\n**/build\n*.json\nlib/\nsub/\n", "", ""),
    ("*.pem\t\n*.key \t\n*.json\nid_rsa\n!kept.pem\t\n", "*.key\n", "!lost.pem\t\n"),
    ("credentials.json\n*.key\n\udcff\n*.pem\nid_rsa\n", "", ""),
    ("# note\n*.pem  \n\n*.json\nbuild/**\ncerts/\n", "", ""),
]

UNSURE = [lines for lines in IGNORING if "[m]" in lines[0] or "certs/*" in lines[0]]  # more is denied than has to be

ASKED = """
    rg hunter
    rg hunter src docs
    rg hunter certs
    rg hunter vendor/deep
    rg hunter -g '*.py'
    rg hunter -g '*.json'
    rg hunter -g '*.{py,json}'
    rg hunter -g '*.json' -g '!credentials*.json' -g '!.*'
    rg hunter -tpy
    rg hunter -tjson
    rg hunter -tmd
    rg hunter -g '!*.pem' -g '!*.key'
    rg hunter -g '!build/' -g '!*.pem' -g '!*.key' -g '!credentials.json'
    rg hunter sub
    rg hunter lib
    rg hunter lib/deep
    cd lib && rg hunter deep
    cd lib/deep && rg hunter
    cd sub && rg hunter
    cd certs && rg hunter
"""


def furnish(scene: Scene, git: str, plain: str, inner: str, *, repository: bool) -> None:
    for name in FILES:
        scene.file(name, f"{KEY if name not in ('src/app.py', 'docs/a.md') else 'hunter'}\n")
    for name, text in ((".gitignore", git), (".ignore", plain), ("sub/.ignore", inner)):
        if text:
            scene.file(name).write_bytes(text.encode("utf-8", "surrogateescape"))
    if repository:
        (scene.root / ".git").mkdir()


@RG
@pytest.mark.parametrize("repository", [True, False])
@pytest.mark.parametrize("ignoring", IGNORING)
def test_what_passes_shows_no_secret(tmp_path: Path, ignoring: tuple[str, str, str], repository: bool) -> None:
    scene = Scene(tmp_path.resolve())
    furnish(scene, *ignoring, repository=repository)
    for command in filter(None, map(str.strip, ASKED.splitlines())):
        told = subprocess.run(
            ["bash", "-c", command], cwd=scene.root, stdin=subprocess.DEVNULL, capture_output=True, check=False
        ).stdout.decode()
        decision = scene.shell(command)
        if shown(decision) == "allow":
            assert KEY not in told, command
        else:
            assert KEY in told or ignoring in UNSURE, command


@pytest.mark.parametrize(
    ("glob", "expected"),
    [
        *((glob, "shell_option") for glob in ("#.py", "#*", "#/a.py", "#", "*.py ", "a.py\t", " ", "", "!", "!x ")),
        *((glob, "allow") for glob in ("a#.ts", "/#.ts", "**/#.ts", "!#*", "a b.ts", "!a b")),
    ],
)
def test_a_glob_is_read_as_a_line_of_an_ignore_file(scene: Scene, glob: str, expected: str) -> None:
    scene.file("src/a.md")
    assert shown(scene.shell(f"rg x -g '{glob}'")) == expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"glob": "*.json"}, "secret"),
        ({"glob": "*.json !credentials.json !.env.json"}, "allow"),
        ({"glob": "*.ts"}, "allow"),
        ({"type": "json"}, "secret"),
        ({"type": "ts"}, "allow"),
        ({"path": "docs", "glob": "*.json"}, "allow"),
        ({"glob": "*.py"}, "secret"),
    ],
    ids=str,
)
def test_the_grep_tool(scene: Scene, fields: dict[str, str], expected: str) -> None:
    furnish(scene, "", "", "", repository=True)
    decision = scene.judge("Grep", {"pattern": "hunter", **fields})
    assert shown(decision) == expected


def test_the_denial_of_the_grep_tool_offers_a_glob_that_passes(scene: Scene) -> None:
    scene.file("credentials.json")
    fields = {"pattern": "x", "glob": "*.json"}
    denied = scene.judge("Grep", fields)
    assert shown(scene.judge("Grep", fields | {"glob": denied.fields["paste"]})) == "allow"


def test_a_denial_of_rg_offers_the_form_that_passes(scene: Scene) -> None:
    furnish(scene, "", "", "", repository=True)
    for command in ("rg x", "rg -tjson x", "rg x certs"):
        denied = scene.shell(command)
        assert denied.rule == "secret"
        assert shown(scene.shell(f"{command} {denied.fields['paste']}")) == "allow"


class Tracked(Scene):
    """A workspace in a repository."""

    @property
    def places(self) -> Places:
        places = super().places
        places.git_dir = str(self.root / ".git")
        return places


def test_a_folder_beyond_the_look_goes_by_what_git_tracks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harness_runtime.boundary.shell.ground.ENTRIES", 3)
    scene = Tracked(tmp_path.resolve())
    for number in range(9):
        scene.file(f"src/{number}/x.py")
    scene.state["repository"] = {"secrets": []}
    assert shown(scene.shell("rg x")) == "allow"
    assert shown(scene.shell("rg x -g '*.ts'")) == "allow"
    scene.state["repository"] = {"secrets": [{"path": f"{scene.root}/src/9/a.pem", "blob": "0"}]}
    assert shown(scene.shell("rg x")) == "secret"
    assert shown(scene.shell("rg x -g '!*.pem'")) == "allow"
    assert shown(scene.shell("rg x -tts")) == "allow"


def test_beyond_the_look_without_a_repository_all_secrets_have_to_be_left_out(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harness_runtime.boundary.shell.ground.ENTRIES", 3)
    for number in range(9):
        scene.file(f"src/{number}/x.py")
    denied = scene.shell("rg x")
    assert denied.rule == "shell_option"
    assert shown(scene.shell(f"rg x {denied.fields['paste']}")) == "allow"
