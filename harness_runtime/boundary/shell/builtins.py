"""Words that a builtin reads once more: printf, test, jq's filter. Hot for the Bash calls that use them.

bash runs `$(…)` in the index of `test -v 'a[$(…)]'`, `printf -v` and `printf %n`; zsh evaluates the numbers of
`test -eq` and of `printf %d` as arithmetic, which can do the same, or name a variable in its error.
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.shell.ground import Ground, check_late

_TEXT_FORMS = "sbcq%"
_NUMBER_FORMS = "diouxXeEfgG"

_UNARY = " -b -c -d -e -f -g -h -k -L -n -O -G -N -p -r -s -S -u -w -x -z -t "
_COMPARE = " = == != < > -nt -ot -ef -eq -ne -lt -le -gt -ge -a -o ! ( ) "
_NUMERIC = ("-eq", "-ne", "-lt", "-le", "-gt", "-ge")
_EVALUATED = ("-v", "-R", "-o")


def check_builtin(program: str, words: list[str], ground: Ground) -> None:
    """One of test, [, printf, set, sleep, exit."""
    if program == "printf":
        check_printf(words)
    elif program == "set":
        check_set(words)
    elif program in ("test", "["):
        check_test(program, words, ground)
    elif len(words) > 1 or not all(_is_number(word.rstrip("smh")) for word in words):
        raise Fault("shell_option", f"{program} {words[0]}")


def check_printf(words: list[str]) -> None:
    """Fault shell_option for a format that does more than format."""
    words = words[1:] if words[:1] == ["--"] else words
    if not words or words[0].startswith("-"):
        raise Fault("shell_option", f"printf {words[0] if words else ''}".strip())
    kinds = _conversions(words[0])
    for at, word in enumerate(words[1:]):
        if kinds and kinds[at % len(kinds)] in _NUMBER_FORMS + "*" and not _is_number(word):
            raise Fault("shell_option", f"printf {words[0][:40]}", hint="plain_numbers")


def _conversions(form: str) -> str:
    """One character for each word that a round of the format takes."""
    kinds = ""
    at = form.find("%")
    while at >= 0:
        at += 1
        while form[at : at + 1] and form[at] in "-+ #0123456789.'*":
            kinds += form[at] if form[at] == "*" else ""
            at += 1
        kind = form[at : at + 1]
        if not kind or kind not in _TEXT_FORMS + _NUMBER_FORMS:
            raise Fault("shell_option", f"printf {form[:40]}")
        kinds += kind if kind != "%" else ""
        at = form.find("%", at + 1)
    return kinds


def check_test(program: str, words: list[str], ground: Ground) -> None:
    """Fault unless `test` or `[` compares literal words or looks at files that are no secret."""
    if program == "[":
        if words[-1:] != ["]"]:
            raise Fault("shell_unmodeled", "[")
        words = words[:-1]
    for at, word in enumerate(words):
        if word in ("-v", "-R") or (word == "-o" and (at == 0 or words[at - 1] in ("!", "("))):
            raise Fault("shell_option", f"test {word}")
        neighbours = words[max(at - 1, 0) : at] + words[at + 1 : at + 2]
        if word in _NUMERIC and not all(_is_number(item) for item in neighbours):
            raise Fault("shell_option", f"test {word}", hint="plain_numbers")
        if word == "-t" and not all(item.isdigit() for item in words[at + 1 : at + 2]):
            raise Fault("shell_option", "test -t")
        if f" {word} " not in _UNARY + _COMPARE:
            check_late(word, ground)


def _is_number(word: str) -> bool:
    if word == "$?":
        return True
    digits = word.lstrip("+-").replace(".", "", 1)
    return digits.isascii() and digits.isdigit() and len(word) < 20


def check_set(words: list[str]) -> None:
    """`set -euo pipefail`: only stops earlier. A bare `set` shows every variable."""
    if not words or words in (["-o"], ["+o"]):
        raise Fault("secret", "set")
    names = [word for word in words if not (len(word) > 1 and word[0] in "-+" and all(c in "euox" for c in word[1:]))]
    if names not in ([], ["pipefail"]) or not words[0].startswith(("-", "+")):
        raise Fault("shell_unmodeled", f"set {' '.join(words)}"[:60])
    if words[-1].endswith("o"):
        raise Fault("shell_unmodeled", f"set {words[-1]}")
