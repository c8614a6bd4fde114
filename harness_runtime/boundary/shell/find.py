"""Does a find expression only print names? Hot for the Bash calls that run find, data first.

Missing on purpose: -exec, -execdir, -ok, -okdir, -delete, -fprint and its kind, -fls, -files0-from.
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.shell.options import names

_OPTIONS = ("-H", "-L", "-P")

_ALONE = names(
    "! ( ) , -a -and -o -or -not -empty -print -print0 -prune -quit -ls -depth -d -xdev -mount -true -false -follow"
    " -readable -writable -executable -daystart -nouser -nogroup -noleaf -warn -nowarn -ignore_readdir_race"
)

_WITH_VALUE = names(
    "-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -lname -ilname -type -xtype"
    " -maxdepth -mindepth -size -mtime -mmin -atime -amin -ctime -cmin -user -group -uid -gid"
    " -perm -links -inum -used -printf -fstype"
)

# The value is a file whose times or number are compared; after -newer?t it is a time.
_WITH_FILE = names("-newer -anewer -cnewer -samefile")

_CHANGING = names("-exec -execdir -ok -okdir -delete")


def starting_points(words: list[str]) -> list[str]:
    """The folders that find walks, and files that it looks at. Fault shell_option for more than printing."""
    at = 0
    while at < len(words) and words[at] in _OPTIONS:
        at += 1
    start = at
    while at < len(words) and not _is_expression(words[at]):
        at += 1
    points = words[start:at]
    while at < len(words):
        word = words[at]
        is_newer = word.startswith("-newer") and len(word) == 8 and word[6] in "aBcm" and word[7] in "aBcmt"
        if word in _ALONE or (len(words) == 1 and word in ("--version", "--help")):
            at += 1
        elif (word in _WITH_VALUE or word in _WITH_FILE or is_newer) and at + 1 < len(words):
            if word in _WITH_FILE or (is_newer and word[7] != "t"):
                points.append(words[at + 1])
            at += 2
        else:
            raise Fault("shell_option", f"find {word}", hint="no_find_action" if word in _CHANGING else "")
    return points


def _is_expression(word: str) -> bool:
    return (word.startswith("-") and len(word) > 1) or word in ("!", "(", ")", ",")
