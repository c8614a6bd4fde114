"""Is this an approved verification command, word for word and in its folder? Hot for the calls that run one."""

from __future__ import annotations

from harness_runtime.boundary.decision import Fault
from harness_runtime.boundary.paths import join, resolve
from harness_runtime.boundary.shell.ground import Ground

Entry = dict[str, object]  # of the policy's verification_commands

MAX_WRAPPERS = 4
_KEPT = ("timeout", "nice")  # they change how the command runs, so they run with it
_DROPPED = ("command", "time")  # the shell's own; the last line of a confined run tells the time


def approved_run(words: list[str], ground: Ground, approved: list[Entry]) -> tuple[list[str], Entry] | None:
    """What runs, and the entry that approves it. The words and the effective folder decide; `more_args` takes further
    words; `timeout N` and its like may stand before them."""
    kept: list[str] = []
    for _ in range(MAX_WRAPPERS):
        entry = _entry(words, ground, approved)
        if entry is not None:
            return [*kept, *words], entry
        inner = _inner(words, ground)
        if inner is None:
            return None
        if words[0].rpartition("/")[2] in _KEPT:
            kept += words[: len(words) - len(inner)]
        words = inner
    return None


def _entry(words: list[str], ground: Ground, approved: list[Entry]) -> Entry | None:
    here = resolve(ground.cwd).path
    for entry in approved:
        known = entry.get("words") if isinstance(entry, dict) else None
        if not isinstance(known, list) or not known:
            continue
        is_same = words == known or (entry.get("more_args") is True and words[: len(known)] == known)
        if is_same and resolve(join(ground.root, str(entry.get("cwd") or "."))).path == here:
            return entry
    return None


# Programs that build and test, which a Plan names as a rule.
BUILDERS = (
    " npm npx pnpm yarn bun cargo go make just task pytest tox nox uv poetry ruff mypy pyright"
    " black tsc eslint prettier jest vitest mvn gradle ./gradlew ./mvnw dotnet swift cmake ctest ninja bazel rake"
    " bundle rspec php composer mix elixir rustc clippy pre-commit hatch pip pip3 javac "
)
MAX_NAMED = 4


def near_miss(program: str, approved: list[Entry], root: str, cwd: str) -> tuple[str, str]:
    """The hint for a command that was not approved as it stands, and the approved ones in a form that passes from
    `cwd`; "" where the program is no approved one's and builds nothing."""
    known = [entry for entry in approved if isinstance(entry, dict) and isinstance(entry.get("words"), list)]
    named = [entry for entry in known if entry["words"][:1] == [program]]  # type: ignore[index]
    if not named and f" {program} " not in BUILDERS:
        return "", ""
    if not known:
        return "verification_plan", ""
    shown = []
    for entry in (named or known)[:MAX_NAMED]:
        folder = resolve(join(root, str(entry.get("cwd") or "."))).path
        lead = "" if folder == cwd else f"cd {folder} && "
        more = " …" if entry.get("more_args") is True else ""
        shown.append(f"`{lead}{entry.get('command')}{more}`")
    return "verification_add", ", ".join(shown)


def _inner(words: list[str], ground: Ground) -> list[str] | None:
    """The words behind a wrapper that passes on the exit code of what it runs."""
    folder, _, name = words[0].rpartition("/")
    if folder not in ("", "/bin", "/usr/bin") or name not in (*_KEPT, *_DROPPED):
        return None
    if "--preserve-status" in words:  # a test that was stopped has not passed
        return None
    from harness_runtime.boundary.shell.wrappers import inner_words

    try:
        return inner_words(name, words[1:], ground) or None
    except Fault:
        return None
