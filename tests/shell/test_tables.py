"""What holds for every entry of the tables, and the page that is written from them."""

from __future__ import annotations

import shutil
import string
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.shell import index, table_change, table_files, table_git, table_search, table_text
from harness_runtime.boundary.shell.options import Model, split
from tests.shell.document import FILE, render

TABLES = {"text": table_text, "files": table_files, "search": table_search, "change": table_change}
PROGRAMS = [(family, name) for family, table in TABLES.items() for name in (*table.ROWS, *table.EXACT)]

# Options of GNU and BSD programs and of git that write, delete, run, follow or read what a list names.
KNOWN = {
    "sort": "-o -T --output --temporary-directory --compress-program --files0-from --random-source",
    "wc": "--files0-from",
    "du": "--files0-from -X --exclude-from",
    "tail": "-f -F --follow --pid --retry -s",
    "md5sum": "-c --check",
    "sha256sum": "-c --check",
    "hexdump": "-f",
    "base64": "-o -i -D",
    "file": "-f -m -C -z -Z -s -S --files-from --magic-file --compile --uncompress",
    "tree": "-o -R -H --fromfile --fromtabfile --output --info --infofile --gitfile",
    "date": "-s -f --set --file",
    "diff": "-X -l -D --from-file --to-file --exclude-from --paginate --new-line-format",
    "grep": "-f -R -d -D --file --dereference-recursive --directories --devices --exclude-from",
    "rg": "-f -L -u -z --pre --pre-glob --file --follow --no-ignore --no-ignore-dot --no-ignore-vcs --unrestricted"
    " --search-zip --hostname-bin --ignore-file --type-add --generate --debug --no-ignore-exclude --iglob-file",
    "fd": "-x -X -l --exec --exec-batch --list-details --ignore-file --base-directory --search-path",
    "cp": "-r -R -a -d -P -l -s -b -t -S --recursive --archive --link --symbolic-link --backup --parents --sparse",
    "mv": "-b -t -S --backup --target-directory --suffix",
    "rm": "-d --dir --no-preserve-root -P -W",
    "ln": "-t -b -S -L -P -F -d --target-directory --backup --physical",
    "chmod": "-R -H -L --recursive --reference",
    "mkdir": "-m -Z --mode --context",
    "rmdir": "-p --parents",
    "touch": "--time -h -A",
    "unzip": "-d -o -p -x -n -f -u -c",
    "strings": "-T --target -s",
    "uptime": "-c --container",
}
GIT = {
    "diff": "--output --ext-diff --textconv -O --no-index -X",
    "log": "--output --ext-diff --textconv -O --show-signature --stdin --remerge-diff",
    "show": "--output --ext-diff --textconv -O --show-signature",
    "grep": "-O -f --open-files-in-pager --no-index --untracked --no-exclude-standard --ext-grep --textconv",
    "blame": "--contents -S --ignore-revs-file",
    "ls-files": "-X --exclude-from --exclude-per-directory",
    "branch": "-d -D -m -M -c -C -f -u -t --delete --move --copy --force --set-upstream-to --unset-upstream"
    " --edit-description --track --create-reflog",
    "tag": "-d -a -s -f -u -m -F --delete --annotate --sign --force --verify -v",
    "remote": "--add update",
    "config": "-l --list -e --edit --add --unset --replace-all --rename-section --remove-section --get-regexp -f"
    " --file --blob --get-urlmatch --get-color",
    "cat-file": "--batch --batch-check --textconv --filters --batch-all-objects",
    "check-ignore": "--stdin",
    "rev-parse": "--parseopt --sq-quote",
    "rev-list": "--stdin",
    "stash show": "-u --include-untracked --only-untracked",
    "describe": "--stdin",
    "show-ref": "--exclude-existing",
    "for-each-ref": "--shell --perl --python --tcl --stdin",
}


def test_every_program_of_the_index_has_one_table_and_back() -> None:
    listed = [(family, name) for family, held in index.FAMILIES.items() for name in held.split()]
    assert sorted(listed) == sorted(PROGRAMS)
    assert len({name for _, name in listed}) == len(listed)


def options_of(model: Model) -> Iterator[list[str]]:
    samples = {"n": "3", "w": "x", "*": "x y", "p": "x", "r": "x"}
    yield from ([flag] for flag in model.flags)
    for name, kind in model.values.items():
        yield [name, samples[kind]]
        if name.startswith("--"):
            yield [f"{name}={samples[kind]}"]
    yield from ([f"{name}=x"] for name in model.optional)


@pytest.mark.parametrize(("family", "program"), PROGRAMS)
def test_every_option_of_a_table_is_read_as_one(family: str, program: str) -> None:
    model = index.model_of(program, family)
    for words in options_of(model):
        found = split(model, [*words, "x"])
        assert found.operands == ["x"], words
        assert len(found.options) == 1


@pytest.mark.parametrize(("family", "program"), PROGRAMS)
def test_every_other_option_is_refused(family: str, program: str) -> None:
    model = index.model_of(program, family)
    known = {*model.flags, *model.values, *model.optional}
    for letter in string.ascii_letters:
        if f"-{letter}" not in known:
            with pytest.raises(Fault):
                split(model, [f"-{letter}", "1"])
    for name in known:
        if name.startswith("--") and len(name) > 4 and not any(other.startswith(name[:-1] + "=") for other in known):
            shorter = name[:-1]
            if shorter not in known:  # GNU takes abbreviations, we do not
                with pytest.raises(Fault):
                    split(model, [shorter, "1"])


@pytest.mark.parametrize(("program", "option"), [(name, option) for name in KNOWN for option in KNOWN[name].split()])
def test_what_is_known_to_do_more_is_refused(program: str, option: str) -> None:
    model = index.model_of(program, index.family_of(program))
    for words in ([option], [option, "x"], [f"{option}=x"], [f"{option}x"]):
        with pytest.raises(Fault):
            split(model, words)


@pytest.mark.parametrize(("name", "option"), [(name, option) for name in GIT for option in GIT[name].split()])
def test_what_is_known_of_git_to_do_more_is_refused(name: str, option: str) -> None:
    model = Model(f"git {name}", (table_git.ROWS | table_git.PAIRS)[name], numeric=True)
    if not option.startswith("-"):
        return
    for words in ([option], [option, "x"], [f"{option}=x"]):
        with pytest.raises(Fault):
            split(model, words)


# These read their options by themselves, or run at once without operands.
_OWN_WAY = ("tree", "xxd", "type", "which", "rg", "fd", "fdfind", "unzip", "zcat", "column", "tee", "hexdump", "hd")


@pytest.mark.parametrize("program", [name for _, name in PROGRAMS if shutil.which(name) and name not in _OWN_WAY])
def test_the_real_program_agrees_which_option_takes_a_value(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An operand would hide as the value of what is a flag, or the other way round."""
    monkeypatch.chdir(tmp_path)
    model = index.model_of(program, index.family_of(program))
    taken = [name for name in model.values if len(name) == 2 and name not in _ELSEWHERE.get(program, "")]
    alone = [flag for flag in model.flags if len(flag) == 2 and flag not in _ELSEWHERE.get(program, "")]
    for option in taken:
        assert _needs_value(program, option), option
    letters = "".join(flag[1] for flag in alone)
    assert not letters or not _needs_value(program, f"-{letters}"), letters


# Options of other systems' programs of the same name.
_ELSEWHERE: dict[str, str] = {"ls": "-e", "date": "-j", "hostname": "-f"}


def _needs_value(program: str, option: str) -> bool:
    done = subprocess.run(
        [program, option], stdin=subprocess.DEVNULL, capture_output=True, timeout=20, check=False, text=True
    )
    return "requires an argument" in done.stderr


def test_the_page_is_in_step_with_the_tables() -> None:
    assert FILE.read_text("utf-8") == render(), "run: python -m tests.shell.document"
