"""What a command line would do: read, change files, run an approved command, or something unknown. Hot for Bash.

The list is followed as a shell runs it: a command after `cd x &&` stands in x, after `cd x;` in x or where it was.
Each command is judged in every folder that it may stand in, and all must pass.
"""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.paths import resolve
from harness_runtime.boundary.shell.finding import FILE, NOT_UNDERSTOOD, Changes, Finding, is_not_understood
from harness_runtime.boundary.shell.ground import Ground, Place, check_file
from harness_runtime.boundary.shell.index import (
    BUILTINS,
    ENVIRONMENT_DUMPS,
    HARMLESS,
    MUTATORS,
    OBEYING,
    environment_fault,
    family_of,
)
from harness_runtime.boundary.shell.parser import parse
from harness_runtime.boundary.shell.syntax import REVISION, STATUS, Command, Script, Step
from harness_runtime.boundary.shell.waiting import Noted, check_wordless
from harness_runtime.boundary.shell_programs import refuse_shadowed
from harness_runtime.boundary.targets import refuse_secret

MAX_DEPTH = 4
MAX_STEPS = 400  # commands judged, each counted once a folder
MAX_WORDS = 4000  # of all of them, each may be a path to look at

_SHELLS = ("bash", "sh", "dash", "zsh")
_WRAPPERS = ("timeout", "nice", "command", "time")
_FOLDERS = ("/bin/", "/usr/bin/")


def judge(text: str, ground: Ground, approved: list[dict[str, object]], *, goes_on: bool = False) -> Finding:
    """Never raises for anything that the text holds. `goes_on` past what is not understood, to what is known to be
    wrong, which then is the fault."""
    finding = Finding()
    line = _Line(finding, ground, approved, goes_on)
    try:
        refuse_secret(resolve(ground.cwd), ground.root, ground.places)
        line.run(parse(text), [ground.cwd], 0)
        if line.changes is not None:
            line.noted.refuse_changes(ground)
        if line.unknown is not None:
            raise line.unknown
        finding.programs = list(line.programs)
        if line.noted.waits and any(program in OBEYING for program in finding.programs):
            raise Fault("shell_unmodeled", line.noted.waits, hint="one_command")
        refuse_shadowed(finding.programs, ground.places.path, ground.root)
        line.noted.refuse_loaded([*finding.programs, *finding.verification[:1]], ground)
    except Fault as fault:
        finding.fault = fault
        finding.mutates = finding.mutates or fault.rule == "shell_mutation"
    if line.changes is not None:
        finding.writes, finding.leads = list(line.changes.writes), line.changes.leads
    return finding


class _Line:
    __slots__ = (
        *("approved", "changes", "finding", "goes_on", "ground", "names", "noted", "programs", "steps", "unknown"),
        "words",
    )

    def __init__(self, finding: Finding, ground: Ground, approved: list[dict[str, object]], goes_on: bool) -> None:
        self.goes_on = goes_on
        self.unknown: Fault | None = None  # the first that is not understood, where the line goes on
        self.finding = finding
        self.ground = ground
        self.approved = approved
        self.names = _first_words(approved)
        self.changes: Changes | None = None
        self.programs: dict[str, None] = {}
        self.steps = 0
        self.words = 0
        self.noted = Noted()

    # the flow

    def run(self, script: Script, folders: list[str], depth: int) -> list[str]:
        """The folders that the shell may stand in afterwards."""
        steps = script.steps
        if script.fault is not None:
            self._name_changes(script)
            self._pass_over(script.fault)
            steps = steps[:-1]  # the last was not read to its end
        passed = failed = folders
        for step in steps:
            if step.joiner == ";":
                passed = failed = _union(passed, failed)
            entered = failed if step.joiner == "||" else passed
            after, stayed = self._pipeline(step, entered, depth)
            if step.joiner == "&&":
                passed, failed = after, _union(failed, stayed)
            elif step.joiner == "||":
                passed, failed = _union(passed, after), stayed
            else:
                passed, failed = after, stayed
        return _union(passed, failed)

    def _name_changes(self, script: Script) -> None:
        """A line that changes files is named as that, whatever else is wrong with it."""
        for step in script.steps:
            for command in step.commands:
                words = [word.text for word in command.words]
                if words and (f" {words[0]} " in MUTATORS or family_of(words[0]) == "change"):
                    self.finding.mutates = True

    def _pipeline(self, step: Step, folders: list[str], depth: int) -> tuple[list[str], list[str]]:
        """The folders after success and after failure."""
        after = folders
        words = step.commands[0].words
        if words and words[0].text == "cd":
            if len(step.commands) > 1 or step.commands[0].both or step.commands[0].documents:
                raise Fault("shell_unmodeled", "cd |", hint="cd_and")
            for word in words[1:]:
                if word.globs or word.odd:  # the shell may go elsewhere than the spelling
                    raise Fault("shell_unmodeled", word.text, hint="literal_words")
            self._count(len(folders))
            after = [self._folder_after([word.text for word in words[1:]], folder) for folder in folders]
            self.noted.stood += after
            self._redirections(step.commands[0], folders)
            return _union(after, []), folders
        for at, command in enumerate(step.commands):
            self._redirections(command, folders)
            is_alone = len(step.commands) == 1
            for folder in folders:
                self._count(len(command.words))
                try:
                    self._command(command, self.ground.at(folder), at, is_alone, depth)
                except Fault as fault:
                    self._pass_over(fault)
        self.noted.end_step()
        return after, folders

    def _pass_over(self, fault: Fault) -> None:
        if not self.goes_on or not is_not_understood(fault):
            raise fault
        self.unknown = self.unknown or fault

    def _count(self, words: int) -> None:
        self.steps += 1
        self.words += words
        if self.steps > MAX_STEPS or self.words > MAX_WORDS:
            raise Fault("too_large", "command")

    def _folder_after(self, words: list[str], folder: str) -> str:
        from harness_runtime.boundary.shell.changes import resolved_folder

        words = words[1:] if words[:1] in (["--"], ["-P"], ["-L"]) else words
        if len(words) != 1 or words[0].startswith(("-", "+")) or not words[0]:
            raise Fault("shell_unmodeled", f"cd {' '.join(words)}".strip(), hint="cd_and")
        self.noted.go(words[0], self.ground)
        if self.changes is not None and self.changes.linked:
            raise Fault("shell_unmodeled", f"cd {words[0]}", hint="one_command")
        return resolved_folder(words[0], self.ground.at(folder), self.changes)

    def _redirections(self, command: Command, folders: list[str]) -> None:
        for operator, target in command.redirections:
            for folder in folders:
                ground = self.ground.at(folder)
                if operator == "<":
                    if target.text.startswith("/dev/") and target.text != "/dev/null":  # bash opens /dev/tcp itself
                        raise Fault("shell_unmodeled", f"< {target.text}")
                    self._refuse_after_link(target.text)
                    check_file(target.text, ground)
                elif target.text != "/dev/null":
                    from harness_runtime.boundary.shell.changes import add_redirection

                    self._refuse_after_link(target.text)
                    add_redirection(target.text, ground, self._changing())

    def _changing(self) -> Changes:
        self.finding.mutates = True
        self.noted.refuse_late_change()
        if self.changes is None:
            self.changes = Changes()
        return self.changes

    def _refuse_after_link(self, shown: str) -> None:
        if self.changes is not None and self.changes.linked:
            raise Fault("shell_unmodeled", shown, hint="one_command")

    # one command

    def _command(self, command: Command, ground: Ground, at: int, is_alone: bool, depth: int) -> None:
        if not command.words:
            check_wordless(command, ground, is_alone)
            return
        words = self._words(command, ground)
        place = Place(command, ground, at > 0 or bool(command.documents), is_alone, depth)
        if at == 0 and self._is_approved(words, command, ground):
            self._approved_program(words, place)
        else:
            self._program(words, place)

    def _approved_program(self, words: list[str], place: Place) -> None:
        """Runs confined whatever its model says of it; only what is known to be wrong still counts."""
        changes, mutates = self.changes, self.finding.mutates
        try:
            self._program(words, place)
        except Fault as fault:
            if fault.rule not in NOT_UNDERSTOOD:
                raise
        if changes is None:
            self.changes, self.finding.mutates = None, mutates

    def _words(self, command: Command, ground: Ground) -> list[str]:
        first = command.words[0].text.rsplit("/", 1)[-1]
        words: list[str] = []
        for word in command.words:
            if word.odd == STATUS and first not in ("echo", "printf", "exit"):
                raise Fault("shell_unmodeled", word.text, hint="literal_words")
            if word.odd == REVISION and first not in ("git", *_WRAPPERS):
                raise Fault("shell_unmodeled", word.text, hint="single_quotes")
            if word.globs:
                from harness_runtime.boundary.shell.expand import expand

                words += expand(word, ground)
            else:
                words.append(word.text)
        self.words += len(words) - len(command.words)
        if self.words > MAX_WORDS:
            raise Fault("too_large", "command")
        return words

    def _program(self, words: list[str], place: Place) -> None:
        program, rest = words[0], words[1:]
        folder, slash, name = program.rpartition("/")
        if folder + slash in _FOLDERS:
            program = name
        family = family_of(program)
        self.noted.note(program, rest, place)
        if program in HARMLESS:
            return
        if family == "change":
            self._change(program, rest, place)
        elif family:
            from harness_runtime.boundary.shell.readers import check_reader

            self._refuse_after_link(program)
            check_reader(program, family, rest, place.ground, place.has_input)
        elif program in _SHELLS and rest not in (["--version"], ["--help"]):
            self._shell(program, rest, place)
        elif program in _WRAPPERS:
            self._wrapped(program, rest, place)
        else:
            self._refuse_after_link(program)
            self._own(program, rest, place)
        if program not in BUILTINS:
            self.programs[program] = None

    def _own(self, program: str, rest: list[str], place: Place) -> None:
        ground = place.ground
        if program == "git":
            from harness_runtime.boundary.shell.git import check_git

            check_git(rest, ground, self.changes is not None)
        elif program == "find":
            from harness_runtime.boundary.shell.find import starting_points

            for point in starting_points(rest):
                check_file(point, ground)
        elif program == "sed":
            self._sed(rest, place)
        elif program == "jq":
            from harness_runtime.boundary.shell.jq import jq_files

            for name in jq_files(rest):
                check_file(name, ground)
        elif program in ("test", "[", "printf", "set", "sleep", "exit"):
            from harness_runtime.boundary.shell.builtins import check_builtin

            check_builtin(program, rest, ground)
        elif program in ("apply_patch", "applypatch"):
            self._patch(rest, place)
        elif program in ENVIRONMENT_DUMPS:
            raise environment_fault(program, rest)
        elif f" {program} " in MUTATORS:
            raise Fault("shell_mutation", " ".join([program, *rest])[:80])
        else:
            from harness_runtime.boundary.shell.versions import is_question, refuse_chosen, way_on

            if not is_question(program, rest):
                raise Fault("shell_unmodeled", program, hint=way_on(program, rest))
            refuse_chosen(program, ground)

    def _change(self, program: str, rest: list[str], place: Place) -> None:
        if program == "tee" and rest in ([], ["/dev/null"]):
            return
        from harness_runtime.boundary.shell.changes import add_patterns, check_change

        changes = self._changing()
        if not place.is_alone and program != "tee":
            raise Fault("shell_option", program, hint="one_command")
        self._refuse_after_link(program)
        add_patterns(program, place.command.words, place.ground, changes)
        check_change(program, rest, place.ground, changes)

    def _sed(self, rest: list[str], place: Place) -> None:
        import sys

        from harness_runtime.boundary.shell.sed import refuse_in_place, sed_operands

        files, suffix = sed_operands(rest)
        if suffix is None:
            for name in files:
                if name != "-":
                    check_file(name, place.ground)
            return
        from harness_runtime.boundary.shell.changes import add_patterns

        changes = self._changing()
        if not place.is_alone:
            raise Fault("shell_option", "sed -i", hint="one_command")
        add_patterns("sed", place.command.words, place.ground, changes)
        refuse_in_place(files, suffix, sys.platform)
        for name in files:
            changes.add(FILE, name, place.ground)
            if suffix:
                changes.add(FILE, name + suffix, place.ground)

    def _patch(self, rest: list[str], place: Place) -> None:
        from harness_runtime.boundary.shell.changes import add_patch

        changes = self._changing()
        command = place.command
        if rest or not place.is_alone or len(command.documents) != 1 or command.redirections:
            raise Fault("shell_unmodeled", "apply_patch", hint="patch_tool")
        add_patch(command.documents[0].removesuffix("\n"), place.ground, changes)

    # commands that run commands

    def _shell(self, program: str, rest: list[str], place: Place) -> None:
        from harness_runtime.boundary.shell.wrappers import shell_script

        if place.depth >= MAX_DEPTH:
            raise Fault("too_deep", program)
        before = self.changes.count if self.changes is not None else 0
        self.run(parse(shell_script(program, rest)), [place.ground.cwd], place.depth + 1)
        after = self.changes.count if self.changes is not None else 0
        if after != before and not place.is_alone:
            raise Fault("shell_option", program, hint="one_command")

    def _wrapped(self, program: str, rest: list[str], place: Place) -> None:
        from harness_runtime.boundary.shell.wrappers import inner_words

        if place.depth >= MAX_DEPTH:
            raise Fault("too_deep", program)
        inner = inner_words(program, rest, place.ground)
        if not inner:
            return
        if inner[0] in ("cd", "set", "time"):
            raise Fault("shell_unmodeled", f"{program} {inner[0]}")
        if any(word.odd == REVISION for word in place.command.words) and inner[0] != "git":
            raise Fault("shell_unmodeled", " ".join(inner)[:80], hint="single_quotes")
        self._program(inner, Place(place.command, place.ground, place.has_input, place.is_alone, place.depth + 1))
        self.noted.wrapped(program)
        if inner[0] not in BUILTINS or program in ("timeout", "nice"):
            self.programs[inner[0].rsplit("/", 1)[-1]] = None
            self.programs[program] = None

    def _is_approved(self, words: list[str], command: Command, ground: Ground) -> bool:
        if not any(word in self.names for word in words):
            return False
        if any(word.globs or word.odd for word in command.words) or command.documents:
            return False
        if any(target.text != "/dev/null" for _, target in command.redirections):
            return False
        from harness_runtime.boundary.shell.verification import approved_run

        found = approved_run(words, ground, self.approved)
        if found is None:
            return False
        finding = self.finding
        if finding.verification and (finding.verification, finding.folder) != (words, ground.cwd):
            finding.is_several = True
        finding.argv, finding.entry = found
        finding.verification, finding.folder = words, ground.cwd
        return True


def _first_words(approved: list[dict[str, object]]) -> list[object]:
    """Of the approved commands: a line without any of them holds none."""
    known = [entry.get("words") if isinstance(entry, dict) else None for entry in approved]
    return [words[0] for words in known if isinstance(words, list) and words]


def _union(left: list[str], right: list[str]) -> list[str]:
    return list(dict.fromkeys([*left, *right]))
