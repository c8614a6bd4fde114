"""The programs that a shell command may run as reads, with every option that is known to be harmless. Data.

What is missing is missing on purpose: `-f FILE` of grep and rg, everything of rg that shows hidden or ignored
files, follows links or starts programs, `tail -f`, `sed -i` and `-s`, `--files0-from`, `grep -R` and `-d`.
"""

from __future__ import annotations

from harness_runtime.boundary.shell_options import Model, names

# program -> (flags, options with a value, long options with an optional value, -NUM allowed)
_MODELS: dict[str, tuple[str, str, str, bool]] = {
    "ls": (
        "AaBbCcdFGghHiklLmnNopqQrRsStuUvxXZ1 --all --almost-all --author --escape --directory --dereference"
        " --file-type --full-time --group-directories-first --no-group --human-readable --si --inode --kibibytes"
        " --literal --numeric-uid-gid --hide-control-chars --show-control-chars --quote-name --reverse --recursive"
        " --size",
        "--sort:w --time:w --time-style:* --width:n --ignore:* --hide:* --format:w --indicator-style:w"
        " --quoting-style:w --block-size:w",
        "--color --classify --hyperlink",
        False,
    ),
    "cat": (
        "AbeEnstTuv --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting",
        "",
        "",
        False,
    ),
    "head": ("qvz --quiet --silent --verbose --zero-terminated", "n:n c:n --lines:n --bytes:n", "", True),
    "tail": ("qvz --quiet --silent --verbose --zero-terminated", "n:n c:n --lines:n --bytes:n", "", True),
    "wc": ("clLmw --bytes --chars --lines --max-line-length --words", "--total:w", "", False),
    "grep": (
        "EFGPivwxclLnHhoqsabUTrIZy --extended-regexp --fixed-strings --basic-regexp --perl-regexp --ignore-case"
        " --no-ignore-case --invert-match --word-regexp --line-regexp --count --files-with-matches"
        " --files-without-match --line-number --with-filename --no-filename --only-matching --quiet --silent"
        " --no-messages --text --byte-offset --initial-tab --recursive --null --line-buffered --binary",
        "e:p m:n A:n B:n C:n --regexp:p --max-count:n --after-context:n --before-context:n --context:n --include:*"
        " --exclude:* --exclude-dir:* --binary-files:w --label:*",
        "--color --colour",
        True,
    ),
    "rg": (
        "isSwxvnNcloqUPFHIap0h --ignore-case --case-sensitive --smart-case --word-regexp --line-regexp"
        " --invert-match --line-number --no-line-number --count --count-matches --files-with-matches"
        " --files-without-match --only-matching --quiet --multiline --multiline-dotall --pcre2 --fixed-strings"
        " --with-filename --no-filename --text --pretty --null --files --type-list --json --vimgrep --heading"
        " --no-heading --column --no-column --stats --trim --passthru --no-messages --crlf --one-file-system"
        " --no-config --byte-offset --block-buffered --line-buffered --no-unicode --null-data --no-hidden"
        " --no-follow --no-search-zip --no-pre --ignore --include-zero --max-columns-preview",
        "e:p m:n A:n B:n C:n r:* t:t T:w g:g j:n d:n M:n --regexp:p --max-count:n --after-context:n"
        " --before-context:n --context:n --replace:* --type:t --type-not:w --glob:g --iglob:g --threads:n"
        " --max-depth:n --max-columns:n --max-filesize:w --sort:w --sortr:w --color:w --colors:* --engine:w"
        " --context-separator:* --field-match-separator:* --field-context-separator:* --encoding:w"
        " --path-separator:*",
        "",
        False,
    ),
    "sed": ("nEru --quiet --silent --regexp-extended --unbuffered --posix", "e:p --expression:p", "", False),
}

# Run inside the shell, whatever their words are.
BUILTINS = ("pwd", "true", "echo")

# Programs that change files; for the sentence only, they are denied like every unknown word.
MUTATORS = names(
    "chgrp chmod chown cp dd install ln mkdir mkfifo mknod mv patch rm rmdir rsync shred sponge tee touch truncate"
    " unlink"
)

# Programs that show the environment, and with it keys and tokens.
ENVIRONMENT_DUMPS = ("env", "printenv", "set", "export", "declare", "typeset", "local")


def model_of(program: str) -> Model | None:
    """The table of a program, or None."""
    entry = _MODELS.get(program)
    return None if entry is None else Model(program, *entry)
