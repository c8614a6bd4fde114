"""Does a find expression only print names? Hot for Bash calls, data first.

Missing on purpose: -exec, -execdir, -ok, -okdir, -delete, -fprint and its kind, -fls, -files0-from.
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.shell_options import names

_OPTIONS = ("-H", "-L", "-P")

_ALONE = names(
    "! ( ) , -a -and -o -or -not -empty -print -print0 -prune -quit -ls -depth -d -xdev -mount -true -false -follow"
    " -readable -writable -executable -daystart -nouser -nogroup -noleaf"
)

_WITH_VALUE = names(
    "-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -lname -ilname -type -xtype"
    " -maxdepth -mindepth -size -newer -anewer -cnewer -mtime -mmin -atime -amin -ctime -cmin -user -group -uid -gid"
    " -perm -links -inum -used -printf"
)


def starting_points(words: list[str]) -> list[str]:
    """The folders that find walks. Fault shell_option for a primary that does more than print."""
    at = 0
    while at < len(words) and words[at] in _OPTIONS:
        at += 1
    start = at
    while at < len(words) and not _is_expression(words[at]):
        at += 1
    points = words[start:at]
    while at < len(words):
        word = words[at]
        if word in _ALONE:
            at += 1
        elif word in _WITH_VALUE and at + 1 < len(words):
            at += 2
        else:
            raise Fault("shell_option", f"find {word}")
    return points


def _is_expression(word: str) -> bool:
    return (word.startswith("-") and len(word) > 1) or word in ("!", "(", ")", ",")
