"""What passes is really run: nothing outside the boundary may differ afterwards, and no secret may be shown."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness_runtime.boundary.shell import find, index, jq, sed, table_git
from harness_runtime.boundary.shell.options import PATTERN_FILES, Model
from tests.boundary.scene import Scene, words
from tests.boundary.test_shell_read import GIT_ROWS
from tests.boundary.test_shell_read import ROWS as FIRST_ROWS
from tests.hosts import programs
from tests.shell.ground import KEYS, furnish, snapshot
from tests.shell.test_exploring import ORDINARY
from tests.shell.test_rows import ROWS
from tests.shell.test_tables import PROGRAMS

EXAMPLES = 10_000 if os.environ.get("HYPOTHESIS_PROFILE") == "long" else 500
SHELLS = [shell for shell in ("bash", "dash", "zsh") if shutil.which(shell)]

# What Claude Code's shell runs for these names: functions of the host, over programs inside it.
CLAUDE = "claude"
IN_CLAUDE = """
grep () { ( exec -a ugrep PROGRAM -G --ignore-files --hidden -I --exclude-dir=.git "$@" ); }
rg () { ( exec -a rg PROGRAM "$@" ); }
find () { ( exec -a bfs PROGRAM -S dfs -regextype findutils-default "$@" ); }
eval "$1"
"""
if "bash" in SHELLS:
    with suppress(programs.Unavailable):
        IN_CLAUDE = IN_CLAUDE.replace("PROGRAM", shlex.quote(str(programs.find("claude").resolve())))
        SHELLS.append(CLAUDE)


# Stands for harness-confine: tells its arguments on stderr, where no pipe takes them away.
TELLS = "#!/bin/sh\nIFS='|'\nprintf '<%s>' \"$*\" >&2\n"


class Playground:
    """A furnished workspace that is made anew after a command that changed it."""

    def __init__(self, base: Path) -> None:
        self.base = base
        self.renew()

    def renew(self) -> None:
        folder = Path(tempfile.mkdtemp(dir=self.base))
        self.scene: Scene = furnish(folder)
        self.scene.policy["verification_commands"] = [
            {"command": "approved", "words": ["approved"], "more_args": True}
        ]
        program = self.scene.data / "bin/harness-confine"
        program.parent.mkdir()
        program.write_text(TELLS, "utf-8")
        program.chmod(0o755)
        self.before = snapshot(folder, self.scene.root)
        self.environ = {
            "PATH": self.scene.path,
            "HOME": str(self.scene.home),
            "SECRET": "hunter2",
            "LC_ALL": "C.UTF-8",
        }

    def run(self, command: str, shell: str = "bash") -> bool:
        """Judge, and run what passes. True when it ran."""
        decision = self.scene.shell(command)
        if decision.verdict == "deny":
            return False
        confined = decision.confined
        if confined is not None:
            command = confined.line(str(self.scene.data), 7)
        done = subprocess.run(
            ["bash", "-c", IN_CLAUDE, "bash", command] if shell == CLAUDE else [shell, "-c", command],
            cwd=self.scene.root,
            env=self.environ,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=30,
            check=False,
        )
        output = done.stdout + done.stderr
        assert not any(key in output for key in KEYS), command
        if confined is not None:
            words = [word.encode() for word in confined.words or [confined.text]]
            told = b"<" + b"|".join([b"7", b"--", *words]) + b">"
            assert told in output or confined.lead, command
            assert output.count(b"<7|--|") <= 1, command
        assert snapshot(self.scene.base, self.scene.root) == self.before, command
        if decision.kind == "mutate":
            self.renew()
        return True


@pytest.fixture(scope="module")
def playground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Playground]:
    yield Playground(tmp_path_factory.mktemp("run").resolve())


def table() -> list[str]:
    every = [command for command, expected in (*ROWS, *FIRST_ROWS, *GIT_ROWS) if expected == "allow"]
    return list(dict.fromkeys(every))


@pytest.mark.parametrize("shell", SHELLS)
def test_the_whole_table(playground: Playground, shell: str) -> None:
    ran = 0
    for command in table():
        scene = playground.scene
        ran += playground.run(command.format(root=scene.root, home=scene.home, outside=scene.outside), shell)
    assert ran >= 250


def searches() -> list[str]:
    """Every option of grep, ripgrep and find, in all that they may be asked to look at."""
    asked = []
    for program, model in (("grep", index.model_of("grep", "search")), ("rg", index.model_of("rg", "search"))):
        options = [*model.flags, *(f"{name}={value}" for name in model.optional for value in ("always", "x"))]
        options += [f"{name} {value}" for name in model.values for value in ("1", "'*'", "'*.p*'", "py", "'!x'")]
        for option in [*options, "-3", "-r -3", "-r"]:
            asked += [f"{program} {option} {rest}" for rest in ("x", "-e x", "x .", "x src/pkg", "x *", "x src/pk?")]
            asked += [f"echo x | {program} {option} x"]
    options = [
        *find._ALONE,
        *(f"{name} x" for name in find._WITH_VALUE),
        *(f"{name} src" for name in find._WITH_FILE),
    ]
    return [*asked, *(f"find . {option}" for option in options), *(f"find {name} src" for name in find._OPTIONS)]


@pytest.mark.skipif(CLAUDE not in SHELLS, reason="Claude Code is not installed")
def test_no_option_of_a_search_shows_a_secret_in_the_shell_of_claude_code(tmp_path: Path) -> None:
    playground = Playground(tmp_path.resolve())
    (playground.scene.root / ".gitignore").unlink()  # nothing hides the secrets
    passing = [command for command in searches() if playground.scene.shell(command).verdict == "allow"]
    assert len(passing) > 400
    lines = "\n".join(f"echo {shlex.quote(f'## {command}')}; {command}" for command in passing)
    done = subprocess.run(
        ["bash", "-c", IN_CLAUDE, "bash", lines], cwd=playground.scene.root, env=playground.environ,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, check=False,
    )  # fmt: skip
    shown = done.stdout.decode("utf-8", "replace").split("## ")[1:]
    assert len(shown) == len(passing)
    assert [text for text in shown if any(key.decode() in text for key in KEYS)] == []


@pytest.mark.parametrize("shell", SHELLS)
def test_the_hour_of_exploring(playground: Playground, shell: str) -> None:
    assert (
        sum(playground.run(command.replace("ROOT", str(playground.scene.root)), shell) for command in ORDINARY) > 150
    )


_NAMES = [
    *words("src/app.py src src/pkg src/pkg/.env . .. .env server.pem src/link_env src/link_out src/leak src/out"),
    *words(
        "{outside}/x {outside} {home}/.ssh/id_rsa {home} nothing - README.md docs docs/guide.md docs/new.md new.md"
    ),
    *words(
        "src/new src/new.py src/bare src/bare/inner src/hard/linked.txt src/data.json /proc/self/environ .git/config"
    ),
    *words("HEAD HEAD:.env HEAD:src/app.py HEAD~1 src/* * .* src/*.py src/**/*.py src/.e* *.pem src/pkg/* .[e]nv"),
    *words("'*.pem' ':/.env' '' 'a b' src/../.env /dev/null tests/test_app.py .ssh src/empty src/pkg/../../.env"),
]
_OPTIONS = [
    *words(
        "-r -n -l -R -a -f -e x -c 3 -A --include='*.py' --include=.env -h -s -v 1p '1,$p' 'wsrc/new' -i -name '*'"
    ),
    *words(
        "-delete -print -exec '$p' -- -E -z --files0-from=.env -p --stat --no-index --output=src/new -S -g '*.py' -o"
    ),
    *words(
        "'*.json' '!x' --hidden -u -t py sh --files -L -O -uno -ls -printf '%p' --raw --cached hunter -d -k -w -b -x"
    ),
    *words(
        "-T -P -D -m 644 +x -q -U -ps -if --exclude='.*' -rf -sf . env '.env' 's/a/b/' 's/x/id/e' -newer -samefile -1"
    ),
    *words("-eq = != -nt ] '%s' '%d' --help --version --pre=cat -o/dev/null -osrc/new -C --color=always -H -I -F -Q"),
]
_PROGRAMS = [
    *words(
        "ls cat head tail wc grep sed find echo rg sort uniq cut nl tac rev paste join comm diff cmp stat file tree"
    ),
    *words(
        "xxd od hexdump strings md5sum base64 readlink realpath basename dirname date test [ printf jq column fold tr"
    ),
    *words("mkdir touch cp mv rm rmdir ln tee truncate chmod fd which type true df seq pwd du"),
    *(
        "grep x",
        "grep -r x",
        "grep -r",
        "rg x",
        "rg hunter",
        "sed -n 1p",
        "sed -i 's/a/b/'",
        "sed -n",
        "find . -name",
    ),
    *(
        "git log",
        "git diff",
        "git show",
        "git status",
        "git grep x",
        "git ls-files",
        "git blame",
        "git -C",
        "git branch",
    ),
    *(
        "git cat-file -p",
        "git stash list",
        "git rev-parse",
        "git log -p --",
        "git tag",
        "git config --get",
        "git reflog",
    ),
    *("cd src &&", "cd src;", "cd src/bare &&", "cd .. &&", "cd src/out;", "cd .ssh;", "cd src/pkg && cat", "cd"),
    *(
        "mkdir -p",
        "rm -f",
        "ln -s",
        "cp -p",
        "timeout 5",
        "timeout 5 cat",
        "nice",
        "time",
        "command",
        "bash -c",
        "jq .",
    ),
    *("cat > src/new", "echo x >", "echo x >>", "cat <", "sort -u <", "tee -a", "diff -r", "uniq -c", "chmod +x"),
]
_TAILS = [
    *("", "", "", " | head -2", " | wc -l", " 2>/dev/null", " >/dev/null", " 2>&1 | cat", " || true", " > src/new"),
    *(
        " | tee src/new",
        "; cat .env",
        " | cat .env",
        " && cat src/app.py",
        "; cd src; ls",
        " && touch src/t",
        " > new",
    ),
    *(" >> docs/guide.md", " < src/app.py", " <.env", " | sort | uniq -c", "; git status", " && cd src && cat *.py"),
    *(" <<'E'\nx\nE", " > src/t <<'E'\n$x\nE", " 2> src/err", " | xargs cat", " &"),
]
_SIMPLE = st.builds(
    lambda program, rest, tail: " ".join([program, *rest]) + tail,
    st.sampled_from(_PROGRAMS),
    st.lists(st.sampled_from(_NAMES) | st.sampled_from(_OPTIONS), max_size=4),
    st.sampled_from(_TAILS),
)


def models() -> list[Model]:
    own = [Model("sed", sed._MODEL), Model("jq", jq._MODEL)]
    git = [Model(f"git {name}", row, numeric=True) for name, row in (table_git.ROWS | table_git.PAIRS).items()]
    return [index.model_of(name, family) for family, name in PROGRAMS] + own + git


@st.composite
def modelled(draw: st.DrawFn) -> str:
    """A command of the tables with options that it knows: what passes most often, and so is run most often."""
    model = draw(st.sampled_from(models()))
    words: list[str] = []
    known = [*model.flags, *model.values, *model.optional]
    names = st.sampled_from(_NAMES)
    for option in draw(st.lists(st.sampled_from(known), max_size=3)) if known else []:
        kind = model.values.get(option, "")
        values = {"n": st.sampled_from(["1", "2", "10"]), "w": st.sampled_from(["name", "always", "1"])}
        value = draw(values.get(kind, names))
        if option in model.optional:
            words.append(f"{option}={draw(st.sampled_from(['always', 'x', '1', '.env']))}")
        else:
            words += [option, value] if option in model.values else [option]
    if model.operands == PATTERN_FILES:
        words.append(draw(st.sampled_from(["x", "''", "hunter", ".", "1p", "'s/a/b/'"])))
    words += draw(st.lists(names, max_size=3))
    if model.program in ("mkdir", "touch", "rm", "cp", "mv", "tee", "truncate") and draw(st.booleans()):
        words.append(draw(st.sampled_from(["src/new", "src/app.py", "docs/new.md", "src/pkg"])))
    return " ".join([model.program, *words]) + draw(st.sampled_from(_TAILS))


_LINE = st.one_of(
    modelled(),
    modelled(),
    modelled(),
    _SIMPLE,
    st.builds("{}{}{}".format, _SIMPLE, st.sampled_from([" && ", "; ", " || ", " | ", "\n"]), _SIMPLE),
    _SIMPLE.filter(lambda text: "'" not in text).map(lambda text: f"bash -c '{text}'"),
    _SIMPLE.filter(lambda text: not any(char in text for char in '"$`\\')).map(lambda text: f'sh -c "{text}"'),
)


_APPROVED = st.builds(
    lambda words, tail: " ".join(["approved", *words]) + tail,
    st.lists(
        st.sampled_from(["-q", "'a b'", '"x|y"', "a\\ b", "'it'\"'\"'s'", "=ls", "'=ls'", "-k", "", "''"]), max_size=3
    ),
    st.sampled_from(["", "", " 2>&1", " >/dev/null", " 2>&1 | tail -3", " | cat | sort", " &>/dev/null", " # it"]),
)
_AROUND = st.builds(
    lambda before, approved, after, joiners: f"{before}{joiners[0]}{approved}{joiners[1]}{after}",
    st.one_of(modelled(), st.sampled_from(["cd src", "true", "cd src/pkg && ls", "# note"])),
    _APPROVED | _APPROVED.filter(lambda text: "'" not in text).map(lambda text: f"bash -lc '{text}'"),
    st.one_of(modelled(), st.sampled_from(["echo $?", "true", "cd src && ls"])),
    st.tuples(st.sampled_from([" && ", "; ", "\n", " || "]), st.sampled_from(["\n", " && ", "; ", " || ", " | "])),
)


@settings(max_examples=EXAMPLES // 2, deadline=None, suppress_health_check=list(HealthCheck))
@given(line=_APPROVED | _AROUND, shell=st.sampled_from(SHELLS))
def test_generated_lines_around_an_approved_command(playground: Playground, line: str, shell: str) -> None:
    scene = playground.scene
    playground.run(line.replace("{outside}", str(scene.outside)).replace("{home}", str(scene.home)), shell)


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(line=_LINE, shell=st.sampled_from(SHELLS))
def test_generated_commands(playground: Playground, line: str, shell: str) -> None:
    scene = playground.scene
    playground.run(line.replace("{outside}", str(scene.outside)).replace("{home}", str(scene.home)), shell)
