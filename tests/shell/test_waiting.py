"""What a line may not do behind, or into, a command that lasts as long as somebody wants."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness_runtime.boundary.shell.sed import goes_round, may_take_long
from harness_runtime.boundary.shell.waiting import _counts_far, _is_quick, _may_go_on
from tests.boundary.scene import Scene, shown
from tests.shell.ground import furnish
from tests.shell.rows import ALLOW, UNKNOWN, each

CHANGE = "shell_mutation"


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    scene = furnish(tmp_path_factory.mktemp("waiting").resolve())
    scene.state["host"] = "codex"
    return scene


ROWS = [
    *each(
        CHANGE,
        """
        timeout 9 cat src/app.py; touch src/late
        timeout 9 cat src/app.py && echo late > src/app.py
        timeout 9 cat src/app.py || rm src/app.py
        bash -c 'timeout 9 cat src/app.py; touch src/late'
        nice timeout 9 cat src/app.py; touch src/late
        sed ':a;p;ba' src/app.py > src/x
        seq 1 10000000 > src/x
        jq -n '[range(10)]' > src/x
        comm src/app.py - > src/x
        cmp src/app.py > src/x
        git shortlog -sn > src/x
        sed -e ':a' -e 'ba' src/app.py > src/x
        sed 's/^/x\\n/;D' src/app.py > src/x
        sed ':a;s/^/x/;s/x//;ta' src/app.py > src/x
        grep -e x -e src/app.py > src/x
        jq --arg a src/app.py . > src/x
        nl -s src/app.py > src/x
        paste -d src/app.py > src/x
        tac -s src/app.py > src/x
        cut --output-delimiter src/app.py -f 1 > src/x
        cmp -n 5 src/app.py > src/x
        """,
    ),
    *each(
        UNKNOWN,
        """
        find / -name zz > /dev/null; echo late > src/x
        find / -name zz; cp src/app.py src/x
        find src src src src src src src src src -name zz; touch src/x
        find -L src; touch src/x
        find src -name '*a*a*a*a*a*b'; touch src/x
        du -a /; rm src/app.py
        ls -R / && touch src/x
        tree / | head; touch src/x
        sed ':a;s/^/x/;s/x//;ta' src/app.py; echo x > src/x
        grep -E '(a*)*\\1b' src/app.py; touch src/x
        grep -P '^(a+)+$' src/app.py; touch src/x
        sed -n '/\\(a*\\)*\\1b/p' src/app.py; touch src/x
        sed ':a;s/x/y/;ta' src/app.py; touch src/x
        jq '.[]|test("^(a+)+$")' src/data.json; touch src/x
        jq '.,.|.,.|.,.' src/data.json; touch src/x
        find / -name zz; git status
        find / -name zz; rg x src
        bash -c 'find / -name zz'; touch src/x
        bash -c 'find / -name zz; touch src/x'
        timeout 9 find / -name zz; git status
        nice find / -name zz; touch src/x
        sed ':a;s/^/x/;s/x//;ta' src/app.py; git status
        sed -e :a -e ba src/app.py; git status
        seq 1 10000000 > /dev/null; git status
        sed ':a;ba' src/app.py; rg x src
        > src/app.py
        """,
    ),
    *each(
        ALLOW,
        """
        timeout 9 touch src/new
        timeout 9 cat src/app.py > src/x
        timeout 9 cat src/app.py | tee src/x
        timeout 9 bash -c 'cat src/app.py; touch src/x'
        timeout 9 cat src/app.py; git status
        touch src/x; timeout 9 cat src/app.py
        sed ':a;N;$!ba;s/x/y/g' src/app.py > src/x
        sed -i ':a;s/^ /_/;ta' src/app.py
        seq 1 10 > src/x
        seq -s , 1 5 > src/x
        jq .range src/data.json > src/x.json
        comm -12 src/app.py src/other.py > src/x
        diff src/app.py src/other.py > src/x
        cmp src/app.py src/other.py > src/x
        cat src/app.py | cmp src/other.py - > src/x
        echo x | cat - src/app.py > src/y
        sha512sum src/app.py > src/sums
        git shortlog -sn HEAD > src/x
        seq 1 10000000
        find / -maxdepth 1 -name zz
        touch src/x; find / -maxdepth 1 -name zz
        find / -maxdepth 1 -name zz > src/x
        git status; find / -maxdepth 1 -name zz
        find src -name '*.py' | head; git status
        rg x src; git log -n 1; touch src/x
        grep -n x src/app.py && touch src/x
        ls -l / && touch src/x
        ls -R src/pkg; mkdir src/new
        tree -L 2; git status
        sed -n 1,20p src/app.py; git diff -- src/app.py
        sed 's/\\(a\\)/\\1/' src/app.py; touch src/x
        sed -e ':a' -e '$!N;$!ba' -e 's/a/,/g' src/app.py > src/x
        sed '$!N;P;D' src/app.py; touch src/x
        jq -r '.scripts | keys[]' src/data.json; git status
        jq '.[] | select(.id == 2)' src/data.json && touch src/x
        nl -s : src/app.py > src/x
        paste -d , src/app.py src/other.py > src/x
        : > src/app.py
        cd src && touch new.py
        """,
    ),
]


@pytest.mark.parametrize(("command", "expected"), ROWS)
def test_row(ground: Scene, command: str, expected: str) -> None:
    decision = ground.shell(command)
    assert shown(decision) == expected, decision


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("10", False),
        ("1 1000001", False),
        ("1 1000002", True),
        ("1 -1 -5", False),
        ("1 0 5", True),
        ("0 0.0000001 1", True),
        ("1 inf", True),
        ("1e9", True),
        ("-f %g 3", False),
        ("1 2 3 4", True),
    ],
)
def test_how_far_seq_counts(words: str, expected: bool) -> None:
    assert _counts_far(words.split()) is expected


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        (":a;ba", True),
        (":a;p;s/x/y/;ba", True),
        (":a;s/x/y/;Ta", True),
        (":a\n$!ba", True),
        (":a;N;$!ba", False),
        (":a;n;ba", False),
        (":a;s/x/y/;ta", False),
        ("b;p", False),
        ("/x/bend;s/a/b/;:end", False),
        ("s/:a;ba/x/", False),
        (":a\nba", True),
        (":a;/zz/N;ba", True),
        (":a;/zz/{N};ba", True),
        (":a;bx;N;:x;ba", True),
        (":a;bb;N;:c;ba;N;:b;bc", True),
        (":a;$!N;ba", True),
        (":a;$!N;$!ba;s/\\n/,/", False),
        (":a;$!{N;ba};s/\\n/,/", False),
        (":a;$!N;s/\\n=/ /;ta;P;D", False),
        (":a;s/^/x/;s/x//;ta", True),
        (":a;p;s/x/y/;ta", True),
        ("G;D", True),
        ("s/^/x\\n/;D", True),
        ("/zz/N;G;D", True),
        ("N;G;P;D", False),
        ("$!N;P;D", False),
        ("D", False),
    ],
)
def test_a_sed_script_goes_round(script: str, expected: bool) -> None:
    assert goes_round(script) is expected


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        (":a;s/x/y/;ta", True),
        (r"s/\(a*\)*\1//", True),
        ("$!N;s/x/y/;P;D", True),
        (r"s/\(a\)/\1/", False),
        (":a;N;$!ba;s/x/y/", False),
        ("$!N;P;D", False),
    ],
)
def test_a_sed_script_may_take_long(script: str, expected: bool) -> None:
    assert may_take_long(script) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (".", True),
        (".a.b[]?.c[]", True),
        ('.name + "@" + .version', True),
        (".[] | select(.id == 2)", True),
        (".scripts | keys[]", True),
        (".[1:2]", True),
        ("..|..", False),
        (".,.", False),
        (".[]+.[]", False),
        (".a[.b[]][.b[]]", False),
        ("to_entries[]|to_entries[]", False),
        ('test("a")', False),
        ("{a}", False),
    ],
)
def test_a_jq_filter_is_quick(text: str, expected: bool) -> None:
    assert _is_quick(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("range(5)", True),
        ("[.[]|range(5)]", True),
        ("recurse (.x)", True),
        ("def f: f; f", True),
        (".range", False),
        ('."until"', False),
        (".default", False),
        ("..|recurse", False),
    ],
)
def test_a_jq_filter_makes_values_by_itself(text: str, expected: bool) -> None:
    assert _may_go_on(text) is expected


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("cd src && touch new.py", UNKNOWN),
        ("cd src; touch new.py", UNKNOWN),
        ("cd ./src && touch new.py", ALLOW),
        ("cd src && ls", ALLOW),
        ("touch src/new.py", ALLOW),
    ],
)
@pytest.mark.parametrize(("name", "text"), [(".bash_profile", "CDPATH=$HOME/code"), (".zshrc", "cdpath=(~/code)")])
def test_a_login_shell_may_go_elsewhere(tmp_path: Path, name: str, text: str, command: str, expected: str) -> None:
    scene = Scene(tmp_path.resolve())
    scene.state["host"] = "codex"
    (scene.home / name).write_text(text, "utf-8")
    assert shown(scene.shell(command)) == expected
    scene.state["host"] = "claude"
    assert shown(scene.shell(command)) == ("outside_boundary" if command.startswith("cd src;") else ALLOW)
