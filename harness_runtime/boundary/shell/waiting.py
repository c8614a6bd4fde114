"""Which commands may still be there when the turn has ended, or for as long as the agent wants. Hot.

They sleep, count, go round in circles, or read open input; what is typed into the last reaches no hook. What the line
does behind one of them was judged before it comes to that. Others end, but as late as somebody has made them: they
walk folders outside the workspace, or match what takes forever to match. Behind these nothing changes.
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.paths import below, resolve_both
from harness_runtime.boundary.shell.ground import Ground, Place
from harness_runtime.boundary.shell.index import FAMILIES, OBEYING, family_of, model_of
from harness_runtime.boundary.shell.options import split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harness_runtime.boundary.shell.syntax import Command

# Programs that read their input when no file is named.
STDIN_READERS = f"{FAMILIES['text']} grep egrep fgrep sed jq tee "
ALWAYS_STDIN = ("tr", "tee")
# These read it where `-` stands for a file; cmp also in place of the second one.
NAMED_STDIN = " diff cmp file rg "

MOST_NUMBERS = 1_000_000  # of seq: a second or so
_SEQ_TEXTS = ("-f", "-s", "--format", "--separator")
_GENERATORS = ("range", "repeat", "until", "while", "def", "combinations")

MOST_FOLDERS = 8  # that one command walks
MOST_STARS = 5  # of a glob: each one more takes many times as long
_WALKERS = " find fd fdfind rg du tree diff ls grep egrep fgrep "
_GLOBBING = " find tree du ls diff git "
_BACKTRACKING = " grep egrep fgrep rg git "
_LITERAL = " printf tr test [ type "
_QUICK = " keys length select has type values sort unique min max add not and or null true false empty "
_QUICK_SIGNS = '_.|[]()=!<>+-"@?:/$ '


class Noted:
    """What of a line's commands counts once it changes something: `waits` lasts as long as somebody wants (`reads`:
    by its open input), `fed` reads it because a word says so, `timed` ends at a given time, `late` did so in an
    earlier step. `here` are the commands of this step, `before` those of earlier ones. `went` is a folder that `cd`
    looks for in CDPATH first, `stood` are those that it went to."""

    __slots__ = ("before", "fed", "here", "late", "reads", "stood", "timed", "waits", "went")

    def __init__(self) -> None:
        self.stood: list[str] = []
        self.here: list[tuple[str, list[str], Place]] = []
        self.before: list[tuple[str, list[str], Place]] = []
        self.reads = False
        self.waits = self.fed = self.timed = self.late = self.went = ""

    def note(self, program: str, rest: list[str], place: Place) -> None:
        if program in OBEYING:
            self.refuse_behind()
        self.here.append((program, rest, place))
        if lasts(program, rest):
            self.waits = program
        elif f" {program} " in STDIN_READERS and has_open_input(program, rest, place):
            self.waits, self.reads = program, True
        elif reads_named_input(program, rest, place):
            self.fed = program

    def wrapped(self, program: str) -> None:
        """What this wrapper runs is known; within it, nothing is late."""
        if program == "timeout":
            self.timed = program

    def go(self, folder: str, ground: Ground) -> None:
        if folder.startswith(("/", "./", "../")) or folder in (".", ".."):
            return
        if ground.places.cdpath:
            raise Fault("shell_unmodeled", f"CDPATH cd {folder}", hint="cd_dot")
        self.went = folder

    def end_step(self) -> None:
        self.late = self.timed
        self.before += self.here
        self.here = []

    def refuse_behind(self) -> None:
        """What depends on what lies there now, behind a command that may take as long as somebody wants. Most lines
        have nothing of the kind, so the commands are looked at only here."""
        while self.before:
            program, rest, place = self.before[-1]
            if takes_long(program, rest, place):
                raise Fault("shell_unmodeled", program, hint="last_in_line")
            self.before.pop()

    def refuse_late_change(self) -> None:
        """A change that begins when the time of an earlier command is over."""
        self.refuse_behind()
        if self.late:
            raise Fault("shell_mutation", self.late, hint="one_command")

    def refuse_changes(self, ground: Ground) -> None:
        """The line changes something, at whatever time."""
        if self.waits or self.fed:
            hint = "quote_delimiter" if self.reads or self.fed else "one_command"
            raise Fault("shell_mutation", self.waits or self.fed, hint=hint)
        if self.went and ground.on_codex:
            from harness_runtime.boundary.shell.login_files import refuse_cdpath

            refuse_cdpath(self.went, ground.places.home)

    def refuse_loaded(self, programs: list[str], ground: Ground) -> None:
        """Variables may make a program take code from the folder that it starts in."""
        if ground.places.loads:
            from harness_runtime.boundary.shell_loading import refuse_loaded

            refuse_loaded(programs, ground.places.loads, [ground.cwd, *self.stood], ground.root)


def check_wordless(command: Command, ground: Ground, is_alone: bool) -> None:
    """Fault unless `> FILE` only makes an empty file: zsh starts `cat` for it, which waits for what is typed."""
    if command.documents or not is_alone:
        raise Fault("shell_unmodeled", "<<" if command.documents else "|")
    if ground.on_codex and command.redirections:
        raise Fault("shell_unmodeled", command.redirections[0][0], hint="empty_file")


def lasts(program: str, rest: list[str]) -> bool:
    """May this command last as long as somebody wants, whatever it reads?"""
    if program == "sleep":
        return True
    if program == "seq":
        return _counts_far(rest)
    if program == "jq":
        return any(map(_may_go_on, rest))
    if program == "sed":
        from harness_runtime.boundary.shell.sed import goes_round

        return goes_round(_script(rest))
    return False


def takes_long(program: str, rest: list[str], place: Place) -> bool:
    """May this command, which ends, take as long as somebody wants?"""
    if program == "sed":
        from harness_runtime.boundary.shell.sed import may_take_long

        return may_take_long(_script(rest))
    if program == "jq":
        files = _files(program, rest) or []
        return not all(_is_quick(word) for word in rest if word[:1] != "-" and word not in files)
    if f" {program} " in _LITERAL or not (program in ("git", "find") or family_of(program)):
        return False
    if any(_refers_back(word) for word in rest):
        return True
    named = f" {program} "
    if named in _BACKTRACKING and any(map(_backtracks, rest)):
        return True
    if any(word.count("*") > MOST_STARS for word in rest if named in _GLOBBING or word.startswith("--")):
        return True
    return named in _WALKERS and _walks_far(program, rest, place)


def _refers_back(word: str) -> bool:
    return any(piece[:1].isdigit() and piece[:1] != "0" for piece in word.split("\\")[1:])


def _backtracks(word: str) -> bool:
    if word.startswith("--"):
        return word.startswith(("--perl", "--pcre", "--engine"))
    return word.startswith("-") and "P" in word


def _walks_far(program: str, rest: list[str], place: Place) -> bool:
    """Does it walk a folder outside the workspace, what a link leads to, or very many folders?"""
    if program == "ls" and not any("R" in word or word == "--recursive" for word in rest if word.startswith("-")):
        return False
    if program not in ("tree", "ls") and any(word in ("-L", "-follow", "--follow") for word in rest):
        return True
    ground = place.ground
    found = [found for name in _files(program, rest) or [] for found in resolve_both(ground.cwd, name)]
    folders = [place.path for place in found if place.is_directory]
    return len(folders) > MOST_FOLDERS or any(below(ground.root, path) is None for path in folders)


def _script(rest: list[str]) -> str:
    from harness_runtime.boundary.shell.sed import sed_script

    try:
        return sed_script(rest)
    except Fault:
        return ""  # is refused for what it is


def _files(program: str, rest: list[str]) -> list[str] | None:
    """The files and folders that the command names; None where its words are not understood."""
    try:
        if program == "sed":
            from harness_runtime.boundary.shell.sed import sed_operands

            return sed_operands(rest)[0]
        if program == "jq":
            from harness_runtime.boundary.shell.jq import jq_files

            return jq_files(rest)
        if program == "find":
            from harness_runtime.boundary.shell.find import starting_points

            return starting_points(rest)
        from harness_runtime.boundary.shell.readers import files_of

        model = model_of(program, family_of(program))
        return files_of(program, model.operands, split(model, rest))
    except Fault:
        return None


def reads_named_input(program: str, rest: list[str], place: Place) -> bool:
    """Does it read open input because a word says so? As a reader alone it then only ends with the turn."""
    if _is_fed(place):
        return False
    if program == "git":  # shortlog summarises what it reads when no revision is named
        return "shortlog" in rest and all(word.startswith("-") for word in rest[rest.index("shortlog") + 1 :])
    if f" {program} " not in NAMED_STDIN:
        return False
    return "-" in rest or (program == "cmp" and len(_files(program, rest) or []) < 2)


def has_open_input(program: str, rest: list[str], place: Place) -> bool:
    """Nothing feeds this one of `STDIN_READERS`, so what is typed later would. In doubt, yes."""
    if _is_fed(place):
        return False
    if program in ALWAYS_STDIN or "-" in rest:
        return True
    names = _files(program, rest) or []
    return not any(found.mode for name in names for found in resolve_both(place.ground.cwd, name))


def _is_fed(place: Place) -> bool:
    return place.has_input or any(operator == "<" for operator, _ in place.command.redirections)


def _counts_far(words: list[str]) -> bool:
    """Does seq print more than `MOST_NUMBERS`, or more than can be told?"""
    values = zip(["", *words], words, strict=False)
    numbers = [
        word for before, word in values if before not in _SEQ_TEXTS and (word[:1] != "-" or word[1:2].isdigit())
    ]
    if not 1 <= len(numbers) <= 3 or not all(_is_plain(number) for number in numbers):
        return True
    last = float(numbers[-1])
    first = float(numbers[0]) if len(numbers) > 1 else 1.0
    step = abs(float(numbers[1])) if len(numbers) > 2 else 1.0
    return step == 0 or abs(last - first) > MOST_NUMBERS * step


def _is_plain(number: str) -> bool:
    digits = number.removeprefix("-").replace(".", "", 1)
    return digits.isascii() and digits.isdigit() and len(digits) < 20


def _may_go_on(filter_text: str) -> bool:
    """A jq filter that makes values by itself; `.range` is a key of the input."""
    words = "".join(char if char.isalnum() or char in '_.$"' else " " for char in filter_text).split()
    return any(word in _GENERATORS for word in words) or "recurse(" in filter_text.replace(" ", "")


def _is_quick(filter_text: str) -> bool:
    """A jq filter that looks at each value of its input once: a path, or a choice by it."""
    text = filter_text.replace(" ", "")
    if ".." in text or not all(char.isalnum() or char in _QUICK_SIGNS for char in text):
        return False
    if any(not (piece[:1] in ("]", '"', "-") or piece[:1].isdigit()) for piece in text.split("[")[1:]):
        return False
    if text.count("[]") > 1 and any(char in text for char in "=!<>+("):  # each with each
        return False
    words = "".join(char if char.isalnum() or char in '_.$"' else " " for char in filter_text).split()
    return all(word[0] in '.$"0123456789' or f" {word} " in _QUICK for word in words)
