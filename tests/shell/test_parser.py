"""The parser: what it accepts, every shell reads alike; what it refuses, it names."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.shell.literal import literal_words
from harness_runtime.boundary.shell.parser import parse
from harness_runtime.boundary.shell.syntax import STATUS
from tests.boundary.scene import words

LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"
SHELLS = [
    pytest.param(shell, marks=[] if shutil.which(shell) else pytest.mark.skip(f"{shell} is not installed"))
    for shell in ("bash", "dash", "zsh")
]


def shape(text: str) -> str:
    """A script in one line: words by `,`, redirections behind them, commands by `|`, steps by their joiner."""
    steps = []
    for step in parse(text).steps:
        commands = []
        for command in step.commands:
            parts = [",".join(word.text for word in command.words)]
            parts += [f"{operator}{target.text}" for operator, target in command.redirections]
            parts += [f"<<{document!r}" for document in command.documents]
            commands.append(" ".join(part for part in parts if part))
        steps.append(f"{step.joiner}{'|'.join(commands)}")
    return "".join(steps)


ACCEPTED: list[tuple[str, str]] = [
    ("ls", "ls"),
    ("  ls \t -la  \n", "ls,-la"),
    ("ls 'a b' \"c d\"", "ls,a b,c d"),
    ("a'b'\"c\"d", "abcd"),
    ('rg \'x$y`z\' "a\\"b"', 'rg,x$y`z,a"b'),
    (r'rg "a\.b\|c"', r"rg,a\.b\|c"),
    (r'rg "\$x\`\\"', "rg,$x`\\"),
    (r"find . \( -name a \)", "find,.,(,-name,a,)"),
    (r"rg a\ b\*", "rg,a b*"),
    ("find . ! -name x", "find,.,!,-name,x"),
    ("test a != b", "test,a,!=,b"),
    ("[ a = b ]", "[,a,=,b,]"),
    ("a | b|c", "a|b|c"),
    ("a 'x|y' | b", "a,x|y|b"),
    ("ls x 2>/dev/null | wc", "ls,x >/dev/null|wc"),
    ("ls x 2> /dev/null", "ls,x >/dev/null"),
    ("ls &>/dev/null", "ls >/dev/null"),
    ("ls >/dev/null 2>&1", "ls >/dev/null"),
    ("ls 2>&1|wc", "ls|wc"),
    ("cat </dev/null", "cat </dev/null"),
    ("cat < a > b", "cat <a >b"),
    ("cat a >> 'b c' 2>&1", "cat,a >>b c"),
    ("> x", " >x".strip()),
    ("git diff HEAD~1..main^2 --stat=80", "git,diff,HEAD~1..main^2,--stat=80"),
    ("git show 0123abc~3 ^main stash@{0} @{u}", "git,show,0123abc~3,^main,stash@{0},@{u}"),
    ("echo ''", "echo,"),
    ("echo 한글 파일", "echo,한글,파일"),
    ("rg a@b:c,d%e+f", "rg,a@b:c,d%e+f"),
    ("ls *.py a? [ab]", "ls,*.py,a?,[ab]"),
    ('rg "foo$" x; rg foo$', "rg,foo$,x;rg,foo$"),
    ('echo "done!" "exit $?"', "echo,done!,exit $?"),
    ("ls && ls || true; pwd", "ls&&ls||true;pwd"),
    ("ls &&\n\n ls |\n wc", "ls&&ls|wc"),
    ("ls # | rm x\n# more\nls", "ls;ls"),
    ("ls \\\n -l", "ls,-l"),
    ("echo \"a\\\nb\" 'c\nd'", "echo,ab,c\nd"),
    ("cat > x <<'EOF'\n$a `b` \\\nEOF\nls", "cat >x <<'$a `b` \\\\\\n';ls"),
    ('cat <<"E" | wc && pwd\na\nE\n', "cat <<'a\\n'|wc&&pwd"),
    ("cat <<-E\n\ta\n\tE\nls", "cat <<'a\\n';ls"),
    ("cat <<A <<B\na\nA\nb\nB", "cat <<'a\\n' <<'b\\n'"),
    ("ls;", "ls"),
]


@pytest.mark.parametrize(("text", "expected"), ACCEPTED)
def test_accepted(text: str, expected: str) -> None:
    assert parse(text).fault is None
    assert shape(text) == expected


REFUSED: list[tuple[str, str]] = [
    ("", "(empty)"),
    (" # x", "(empty)"),
    ("ls $HOME", "$HOME"),
    ("ls ${x@P}", "${x@P}"),
    ("ls $(x)", "$(x)"),
    ("ls $((1))", "$((1))"),
    ("ls `x`", "`x`"),
    ('ls "$x"', '$x"'),
    ('ls "`x`"', '`x`"'),
    ('ls "$(x)"', '$(x)"'),
    ("ls $'x'", "$'x'"),
    ('ls $"x"', '$"x"'),
    ("ls ~", "~"),
    ("ls ~root/x", "~root/x"),
    ("ls a:~/x", "a:~/x"),
    ("ls --x=~/y", "--x=~/y"),
    ("ls {a,b}", "{a,b}"),
    ("ls {1..3}", "{1..3}"),
    ("ls @{a,b}", "@{a,b}"),
    ("ls [[:alpha:]]", "[[:alpha:]]"),
    ("ls a#b", "a#b"),
    ("=ls", "=ls"),
    ("ls =ls", "=ls"),
    ("ls a==b", "a==b"),
    ("X=1 ls", "X=1 ls"),
    ("X=1", "X=1"),
    ("'X'=1 ls", "'X'=1 ls"),
    ("ls |& wc", "|&"),
    ("ls & ls", "&"),
    ("ls &", "&"),
    ("ls;; ls", ";;"),
    ("; ls", "; "),
    ("&& ls", "&&"),
    ("ls &&", "&&"),
    ("ls ||\n", "||"),
    ("(ls)", "(ls)"),
    ("ls x(y)", "(y)"),
    ("{ ls; }", "{ ls; }"),
    ("! ls", "! ls"),
    ("| ls", "| ls"[:2]),
    ("ls |", "|"),
    ("ls | | wc", "| "),
    ("ls 'x", "'"),
    ('ls "x', '"'),
    ("ls x\\", "\\"),
    ("ls 'a''b'", "''"),
    ("for x in a; do ls; done", "for"),
    ("while true; do ls; done", "while"),
    ("if true; then ls; fi", "if"),
    ("function f", "function"),
    ("f() { ls; }", "() { ls; }"),
    ("*ls", "*ls"),
    ("cat <<X", "<<X"),
    ("cat <<X\na", "<<X"),
    ("cat <<X\n$a\nX", "<<X"),
    ("cat <<X\na\\\nX", "<<X"),
    ("cat <<$X\na\n$X", "<<$X"),
    ("cat <<'a b'\nx\na b", "<<'a b'"),
    ("cat <<<x", "<<<x"),
    ("cat <(ls)", "<(ls)"),
    ("cat <>x", "<>x"),
    ("cat <&0", "<&0"),
    ("ls >| x", ">| x"),
    ("ls >&x", ">&x"),
    ("ls &> x", "&> x"),
    ("ls 2>&1>x", "2>&1>x"),
    ("ls >x>y", ">x>y"),
    ("ls a>x", "a>x"),
    ("ls 3>x", "3>x"),
    ("ls 2>&3", "2>&3"),
    ("ls 2>&-", "2>&-"),
    ("ls > *", "> *"),
    ("ls > $x", "$x"),
    ("ls >", ">"),
    ("ls > # x", "> # x"),
    ("2>&1", "2>&1"),
    ("ls \x1b", "'\\x1b'"),
    ("ls a\u00a0b", "'\\xa0'"),
    ("ls \r", "'\\r'"),
    ("ls 'a\x00b'", "'\\x00'"),
    ("cat <<'E'\n\x00\nE", "'\\x00'"),
]


@pytest.mark.parametrize(("text", "subject"), REFUSED)
def test_refused(text: str, subject: str) -> None:
    fault = parse(text).fault
    assert fault is not None
    assert fault.rule == "shell_unmodeled"
    assert fault.subject.strip() == subject.strip()


def test_text_that_is_no_text() -> None:
    fault = parse("ls \ud800").fault
    assert fault is not None and fault.rule == "name_encoding"
    fault = parse("ls " + "x" * 70_000).fault
    assert fault is not None and fault.rule == "too_large"


@pytest.mark.parametrize("text", ["a | b", "a && b", "a > b", "a 2>&1", "a *", "a <<X\nX", "a; b", "a $x", "a; b; c"])
def test_one_command_of_literal_words_is_one(text: str) -> None:
    with pytest.raises(Fault):
        literal_words(text)


def test_the_words_of_one_command() -> None:
    assert literal_words("pytest -k 'a > b' \"2>&1\" x") == ["pytest", "-k", "a > b", "2>&1", "x"]


# What the shells do with the same text. A program `x` writes its words and its standard input to a file.

_SPY = """#!{python} -IS
import os, sys
with open(os.environ["SPY"], "ab") as told:
    told.write(("\\0".join(sys.argv[1:]) + "\\1" + sys.stdin.read() + "\\2").encode("utf-8", "surrogateescape"))
"""

_PIECE = st.text(st.sampled_from("ab./-=~^'\"\\ $`!*?[]{}()#|&;<>%+,:@_é \t1H\n"), max_size=8)
_PIECES = st.one_of(
    st.text("ab./-=1%+,:@_", min_size=1, max_size=6),
    _PIECE.filter(lambda text: "'" not in text).map(lambda text: f"'{text}'"),
    _PIECE.map(lambda text: f'"{text}"'),
    st.sampled_from(
        words("\\$ \\* \\( \\; \\' \\\" \\\\ \\~ \\= \\# \\! \\a \\n HEAD~1 HEAD^ ^x a@{1} a$ != = ! ] 'a'\\''b'")
    ),
    st.sampled_from(["2>&1", "2>/dev/null"]),
    st.sampled_from(["\\\n", "# x\n", "&& x", "; x", "\nx", "|| x", '"a$"', '"a$|b"', '"a!"']),
    st.sampled_from(["<<'E'\na $b\nE\n", "<<E\na b\nE\n", "<<-'E'\n\ta\n\tE\nx"]),
    _PIECE,
)
TEXT = st.lists(_PIECES, min_size=1, max_size=6).flatmap(
    lambda pieces: st.lists(st.sampled_from(["", " ", "  ", "\t"]), min_size=len(pieces), max_size=len(pieces)).map(
        lambda gaps: "".join(a + b for a, b in zip(pieces, gaps, strict=True))
    )
)


@pytest.fixture(scope="module")
def spy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder where nothing but `x` lies, so that no glob matches."""
    folder = tmp_path_factory.mktemp("spy")
    program = folder / "bin/x"
    program.parent.mkdir()
    program.write_text(_SPY.format(python=os.path.realpath(sys.executable)), "utf-8")
    program.chmod(0o755)
    (folder / "empty").mkdir()
    return folder


def heard(shell: str, text: str, folder: Path) -> list[list[str]]:
    """The words of every `x` that the shell runs, and its input where it has one."""
    told = folder / "told"
    told.write_bytes(b"")
    done = subprocess.run(
        [str(shutil.which(shell)), "-c", text],
        cwd=folder / "empty",
        env={"PATH": str(folder / "bin"), "SPY": str(told), "LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=20,
        check=False,
    )
    assert not os.listdir(folder / "empty"), text
    if b"yntax error" in done.stderr or b"parse error" in done.stderr:
        raise AssertionError(f"{shell}: {done.stderr!r} of {text!r}")
    return [entry.split("\0") for entry in told.read_text("utf-8").split("\2")[:-1]]


@pytest.mark.parametrize("shell", SHELLS)
@settings(max_examples=10_000 if LONG else 250, deadline=None, suppress_health_check=list(HealthCheck))
@given(text=TEXT)
def test_every_shell_reads_the_same_words(shell: str, text: str, spy: Path) -> None:
    text = "x " + text
    script = parse(text)
    if script.fault is not None:
        return
    commands = [command for step in script.steps for command in step.commands]
    if any(len(step.commands) > 1 for step in script.steps):
        return  # the order of the told lines is open
    if any(target.text != "/dev/null" for command in commands for _, target in command.redirections):
        return
    if any(not command.words or command.words[0].text != "x" or command.both for command in commands):
        return
    words_of = [word for command in commands for word in command.words]
    if any(word.globs or word.odd == STATUS for word in words_of):
        return
    expected = []
    for step in script.steps:
        if step.joiner != "||":
            command = step.commands[0]
            document = command.documents[-1] if command.documents else ""
            expected.append([*[word.text for word in command.words[1:-1]], command.words[-1].text + "\1" + document])
            if len(command.words) == 1:
                expected[-1] = ["\1" + document]
    if any("\\" in word.text for word in words_of) and shell == "zsh" and "\\\n" in text:
        return
    assert heard(shell, text, spy) == expected


@settings(max_examples=200, deadline=None)
@given(TEXT)
def test_bash_and_dash_find_nothing_to_complain_about(text: str) -> None:
    text = "x " + text
    if parse(text).fault is None:
        for shell in ("bash", "dash"):
            if shutil.which(shell):
                done = subprocess.run([shell, "-n", "-c", text], capture_output=True, timeout=20, check=False)
                assert done.returncode == 0, done.stderr


@settings(max_examples=500, deadline=None)
@given(st.text(max_size=60) | TEXT)
def test_any_text_is_read_or_refused(text: str) -> None:
    script = parse(text)
    assert script.fault is not None or script.steps


@pytest.mark.parametrize(
    "text",
    [
        "a" * 60_000,
        "'a'\"b\"" * 9_000,
        "\\a" * 30_000,
        "a | " * 15_000 + "a",
        "a HEAD~" + "~1" * 30_000,
        "a @{1}" * 10_000,
        "a [a]*" * 10_000,
        "cat <<A\n" + "x\n" * 30_000 + "A",
        "cat <<A <<A <<A\n" + "x\n" * 20_000,
        "a <<A\nA\n" * 7_000,
        "#" * 60_000,
        "a ['" * 15_000,
        "a @{" * 15_000,
        "\\\n" * 30_000,
    ],
)
def test_reading_is_linear(text: str) -> None:
    started = time.process_time()
    parse(text)
    assert time.process_time() - started < 2
