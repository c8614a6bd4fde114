"""Which program has a model, and where. Hot for Bash calls, data."""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.shell.options import Model

# family -> its programs; the table of a family is imported with the first command that needs it
FAMILIES = {
    "text": " cat tac head tail wc sort uniq cut nl tr rev paste join comm fold fmt expand unexpand column md5sum"
    " sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum shasum md5 base64 base32 hexdump hd od strings"
    " zcat xxd ",
    "files": " ls dir stat file tree du df readlink realpath cmp diff basename dirname date seq whoami id groups"
    " uname arch nproc uptime hostname free lscpu tty which type unzip sw_vers ",
    "search": " grep egrep fgrep rg fd fdfind ",
    "change": " mkdir touch cp mv rm rmdir ln tee truncate chmod ",
}

# Programs with a module of their own.
OWN = " git sed find jq printf test [ "

# Inside the shell, harmless whatever their words are.
HARMLESS = (":", "true", "false", "echo", "pwd")

# What a shell does by itself: no program of PATH is asked for.
BUILTINS = (*HARMLESS, "printf", "test", "[", "type", "cd", "set", "exit", "command", "time")

# They obey files of the folders that they read, so nothing may be planted between the judgement and their start.
OBEYING = ("git", "rg")

# Programs that change files and have no model.
MUTATORS = (
    " chgrp chown dd install mkfifo mknod patch rsync shred sponge unlink split csplit mktemp setfacl chattr xattr"
    " tar gzip gunzip bzip2 xz zip ed ex dos2unix unix2dos rename "
)

# Programs that show the environment, and with it keys and tokens.
ENVIRONMENT_DUMPS = ("env", "printenv", "export", "declare", "typeset", "local", "readonly", "compgen")

# What to use in place of a program that agents reach for.
INSTEAD = {
    "less": "no_pager",
    "more": "no_pager",
    "man": "no_pager",
    "bat": "no_pager",
    "xargs": "no_xargs",
    "awk": "no_script",
    "gawk": "no_script",
    "perl": "no_script",
    "ruby": "no_script",
    "python": "no_script",
    "python3": "no_script",
    "node": "no_script",
    "eval": "one_command",
    "source": "one_command",
    ".": "one_command",
    "sudo": "one_command",
}


def environment_fault(program: str, words: list[str]) -> Fault:
    """Of one of `ENVIRONMENT_DUMPS`: it shows the environment, unless a word says what to set, or what to run."""
    named = [word for word in words if not (word.startswith("-") or (program == "env" and "=" in word))]
    if not named or program in ("printenv", "compgen") or any(word.startswith("-") and "p" in word for word in words):
        return Fault("secret", program)
    return Fault("shell_unmodeled", program, hint="assignment")


def family_of(program: str) -> str:
    """The name of the table that holds this program, or ""."""
    return next((name for name, held in FAMILIES.items() if f" {program} " in held), "") if program else ""


def model_of(program: str, family: str) -> Model:
    """The table of a program of this family."""
    if family == "text":
        from harness_runtime.boundary.shell import table_text as table
    elif family == "files":
        from harness_runtime.boundary.shell import table_files as table  # type: ignore[no-redef]
    elif family == "search":
        from harness_runtime.boundary.shell import table_search as table  # type: ignore[no-redef]
    else:
        from harness_runtime.boundary.shell import table_change as table  # type: ignore[no-redef]
    exact = table.EXACT.get(program)
    if exact is not None:
        return Model(program, exact, exact=True)
    return Model(program, table.ROWS[program], numeric=program in table.NUMERIC, separate=program in table.SEPARATE)
