"""`harness-state check - <<'EOF' … EOF` as a whole shell command: a draft is judged. Hot for Bash calls.

The body is literal, whatever it holds: bash, dash and zsh take a quoted delimiter alike and end the body at the
first line that is exactly the delimiter. PowerShell runs nothing of a text that has `<<` in it.
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault, Places
from harness_runtime.boundary.shell.parser import check_text
from harness_runtime.boundary.shell_patch import quoted_delimiter
from harness_runtime.boundary.shell_programs import refuse_shadowed

PROGRAM = "harness-state"
COMMAND = f"{PROGRAM} check -"
FORMS = ([PROGRAM, "check", "-"], [PROGRAM, "check", "-", "--json"], [PROGRAM, "check", "--json", "-"])


def is_check_command(command: str) -> bool:
    """Does the command start with the check of a draft, in whatever form?"""
    return _words(command.lstrip(" \t\n").split("\n", 1)[0])[:2] == FORMS[0][:2]


def check_draft(command: str, cwd: str, root: str, places: Places) -> None:
    """Fault unless this is the one form that is understood, and the program the system's own."""
    check_text(command)
    if "\0" in command:
        raise Fault("shell_unmodeled", "NUL", hint="check_form")
    first, _, rest = command.lstrip(" \t\n").rstrip("\n").partition("\n")
    words, mark, delimiter_word = first.partition("<<")
    if _words(words) not in FORMS:
        raise Fault("shell_unmodeled", first[:80], hint="check_form")
    delimiter = quoted_delimiter((mark + delimiter_word).rstrip(" \t"))
    lines = rest.split("\n")
    if not delimiter or lines[-1] != delimiter or delimiter in lines[:-1]:
        raise Fault("shell_unmodeled", (mark + delimiter_word)[:40] or first[:80], hint="check_form")
    for line in lines:
        if _loses_a_byte(line, delimiter):
            raise Fault("shell_unmodeled", line[:80], hint="check_delimiter")
    refuse_shadowed([PROGRAM], places.path, root)
    if places.loads:
        from harness_runtime.boundary.shell_loading import refuse_loaded, refuse_modules

        refuse_loaded([PROGRAM], places.loads, [cwd], root)
        refuse_modules(places.loads, cwd, root)


def _loses_a_byte(line: str, delimiter: str) -> bool:
    """dash 0.5.12 drops the byte after a beginning of the delimiter when it is not ASCII."""
    same = 0
    while line[same : same + 1] == delimiter[same : same + 1] != "":
        same += 1
    return same > 0 and not line[same : same + 1].isascii()


def _words(text: str) -> list[str]:
    """Split at what every shell takes for a blank, and at nothing else."""
    return [word for word in text.replace("\t", " ").split(" ") if word]
