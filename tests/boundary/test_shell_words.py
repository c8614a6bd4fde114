"""The lexer: what it accepts, every shell reads alike; what it refuses, it names."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness_runtime.boundary.shell_words import read_line
from tests.boundary.scene import words

SHELLS = [shell for shell in ("bash", "dash", "zsh") if shutil.which(shell)]

ACCEPTED: list[tuple[str, list[list[str]]]] = [
    ("ls", [["ls"]]),
    ("  ls \t -la  \n", [["ls", "-la"]]),
    ("ls 'a b' \"c d\"", [["ls", "a b", "c d"]]),
    ("a'b'\"c\"d", [["abcd"]]),
    ('rg \'x$y`z\' "a\\"b"', [["rg", "x$y`z", 'a"b']]),
    (r'rg "a\.b\|c"', [["rg", r"a\.b\|c"]]),
    (r'rg "\$x\`\\"', [["rg", "$x`\\"]]),
    (r"find . \( -name a \)", [["find", ".", "(", "-name", "a", ")"]]),
    (r"rg a\ b\*", [["rg", "a b*"]]),
    ("find . ! -name x", [["find", ".", "!", "-name", "x"]]),
    ("a | b|c", [["a"], ["b"], ["c"]]),
    ("a 'x|y' | b", [["a", "x|y"], ["b"]]),
    ("ls x 2>/dev/null | wc", [["ls", "x"], ["wc"]]),
    ("ls x 2> /dev/null", [["ls", "x"]]),
    ("ls >/dev/null 2>&1", [["ls"]]),
    ("ls 2>&1|wc", [["ls"], ["wc"]]),
    ("cat </dev/null", [["cat"]]),
    ("git diff HEAD~1..main^2 --stat=80", [["git", "diff", "HEAD~1..main^2", "--stat=80"]]),
    ("git show 0123abc~3", [["git", "show", "0123abc~3"]]),
    ("echo ''", [["echo", ""]]),
    ("echo 한글 파일", [["echo", "한글", "파일"]]),
    ("rg a@b:c,d%e+f", [["rg", "a@b:c,d%e+f"]]),
]


@pytest.mark.parametrize(("text", "commands"), ACCEPTED)
def test_accepted(text: str, commands: list[list[str]]) -> None:
    line = read_line(text)
    assert line.fault is None
    assert line.commands == commands


REFUSED: list[tuple[str, str, str]] = [
    ("", "shell_unmodeled", "(empty)"),
    ("ls $HOME", "shell_unmodeled", "$HOME"),
    ("ls ${x@P}", "shell_unmodeled", "${x@P}"),
    ("ls $(x)", "shell_unmodeled", "$(x)"),
    ("ls `x`", "shell_unmodeled", "`x`"),
    ('ls "$x"', "shell_unmodeled", '$x"'),
    ('ls "`x`"', "shell_unmodeled", '`x`"'),
    ('ls "a!b"', "shell_unmodeled", '!b"'),
    ("ls $'x'", "shell_unmodeled", "$'x'"),
    ("ls ~", "shell_unmodeled", "~"),
    ("ls ~root/x", "shell_unmodeled", "~root/x"),
    ("ls a:~/x", "shell_unmodeled", "a:~/x"),
    ("ls --x=~/y", "shell_unmodeled", "--x=~/y"),
    ("cat .env~x", "shell_unmodeled", ".env~x"),
    ("ls *.py", "shell_unmodeled", "*.py"),
    ("ls a?", "shell_unmodeled", "a?"),
    ("ls [ab]", "shell_unmodeled", "[ab]"),
    ("ls {a,b}", "shell_unmodeled", "{a,b}"),
    ("ls a#b", "shell_unmodeled", "a#b"),
    ("ls # x", "shell_unmodeled", "# x"),
    ("=ls", "shell_unmodeled", "=ls"),
    ("ls =ls", "shell_unmodeled", "=ls"),
    ("ls a==b", "shell_unmodeled", "a==b"),
    ("X=1 ls", "shell_unmodeled", "X=1 ls"),
    ("ls && ls", "shell_unmodeled", "&&"),
    ("ls || ls", "shell_unmodeled", "||"),
    ("ls |& wc", "shell_unmodeled", "|&"),
    ("ls; ls", "shell_unmodeled", ";"),
    ("ls & ls", "shell_unmodeled", "&"),
    ("ls\nls", "shell_unmodeled", "newline"),
    ("ls 'a\nb'", "shell_unmodeled", "newline"),
    ("ls \\\n-l", "shell_unmodeled", "\\"),
    ("(ls)", "shell_unmodeled", "(l"),
    ("{ ls; }", "shell_unmodeled", "{ ls; }"),
    ("! ls", "shell_unmodeled", "! ls"),
    ("| ls", "shell_unmodeled", "|"),
    ("ls |", "shell_unmodeled", "|"),
    ("ls | | wc", "shell_unmodeled", "|"),
    ("ls 'x", "shell_unmodeled", "'"),
    ('ls "x', "shell_unmodeled", '"'),
    ("ls x\\", "shell_unmodeled", "\\"),
    ("ls 'a''b'", "shell_unmodeled", "''"),
    ("cat <<X", "shell_unmodeled", "<<X"),
    ("cat < x", "shell_unmodeled", "< x"),
    ("cat <(ls)", "shell_unmodeled", "<(ls)"),
    ("ls > x", "shell_mutation", "> x"),
    ("ls >> x/y", "shell_mutation", "> x/y"),
    ("ls >x", "shell_mutation", "> x"),
    ("ls 2>x", "shell_mutation", "> x"),
    ("ls >| x", "shell_mutation", "> x"),
    ("ls >/dev/null/x", "shell_mutation", "> /dev/null/x"),
    ("ls >/dev/nullx", "shell_mutation", "> /dev/nullx"),
    ("ls 2>&1>x", "shell_mutation", "> 1>x"),
    ("ls &> x", "shell_unmodeled", "&>"),
    (">/dev/null", "shell_mutation", "> /dev/null"),
    ("ls \x1b", "shell_unmodeled", "'\\x1b'"),
    ("ls a\u00a0b", "shell_unmodeled", "'\\xa0'"),
    ("ls \r", "shell_unmodeled", "'\\r'"),
    ("ls 'a\x00b'", "shell_unmodeled", "'\\x00'"),
    ("ls \ud800", "name_encoding", "command"),
]


@pytest.mark.parametrize(("text", "rule", "subject"), REFUSED)
def test_refused(text: str, rule: str, subject: str) -> None:
    fault = read_line(text).fault
    assert fault is not None
    assert (fault.rule, fault.subject) == (rule, subject)


def words_of(shell: str, text: str) -> list[str]:
    done = subprocess.run([shell, "-c", f"printf '%s\\0' {text}"], capture_output=True, check=True, cwd="/")
    return done.stdout.decode().split("\0")[:-1]


_PIECE = st.text(st.sampled_from("ab./-=~^'\"\\ $`!*?[]{}()#|&;<>%+,:@_é \t1H"), max_size=8)
_PIECES = st.one_of(
    st.text("ab./-=1%+,:@_", min_size=1, max_size=6),
    _PIECE.filter(lambda text: "'" not in text).map(lambda text: f"'{text}'"),
    _PIECE.map(lambda text: f'"{text}"'),
    st.sampled_from(words("\\$ \\* \\( \\; \\' \\\" \\\\ \\~ \\= \\# \\! \\a \\n HEAD~1 HEAD^ 2>&1 2>/dev/null")),
    _PIECE,
)
_TEXT = st.lists(_PIECES, min_size=1, max_size=6).flatmap(
    lambda pieces: st.lists(st.sampled_from(["", " ", "  ", "\t"]), min_size=len(pieces), max_size=len(pieces)).map(
        lambda gaps: "".join(a + b for pair in zip(pieces, gaps, strict=True) for a, b in [pair])
    )
)


@pytest.mark.parametrize("shell", SHELLS)
@settings(max_examples=300, deadline=None)
@given(_TEXT)
def test_every_shell_reads_the_same_words(shell: str, text: str) -> None:
    line = read_line("x " + text)
    if line.fault is not None or len(line.commands) != 1:
        return
    if any(token in text for token in (">/dev/null", ">&2", "> /dev/null")):
        return  # printf's own output would go there
    expected = line.commands[0][1:]
    assert words_of(shell, text) == (expected or [""])


def test_reading_is_linear() -> None:
    for text in ("a" * 60_000, "'a'\"b\"" * 9_000, "\\a" * 30_000, "a | " * 15_000 + "a", "HEAD~" * 12_000):
        read_line(text)
