"""A whole gated run, told once for every host: what is said, what the model tries, how things stand after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from harness_runtime.session.calls import last_calls
from tests.support.artifacts import PLAN_PROMPT, tiny_completion, tiny_plan

from .claude import Conversation as ClaudeConversation
from .codex import Conversation as CodexConversation
from .hands import Hands
from .scratch import Turn, files_below, session_state
from .scripted import CHILD, ROOT, Reply, Say

REQUEST = "$harness add a greeting"
INSIDE, OUTSIDE = "src/greeting.py", "src/other.py"
BY_SHELL, BY_CHILD = "by_shell.txt", "src/by_child.py"
PLAN = tiny_plan(INSIDE, scope="인사말을 돌려주는 함수 하나")
COMPLETION = tiny_completion().replace("src/app.py", INSIDE)
GREETING = 'def greet():\n    return "hello"\n'


@dataclass(frozen=True)
class Scene:
    """A turn, and how things stand after it."""

    name: str
    about: str
    turn: Turn
    calls: tuple[dict, ...]
    """Harness's own records of the turn's tool calls."""
    state: dict | None
    files: frozenset[str]


def speaker(user_text: str) -> str:
    """A child has not heard the request; this leaves its own prompt unmarked, so that it can be a bare `y`."""
    return ROOT if REQUEST in user_text else CHILD


def play(talk: CodexConversation | ClaudeConversation, hands: Hands, data: Path) -> Iterator[Scene]:
    """The scenes asked, delegated, approved and released, each when it is over."""

    def scene(name: str, about: str, prompt: str, *replies: Reply, child: Sequence[Reply] = ()) -> Scene:
        before = _calls(data, talk.session)
        turn = talk.say(prompt, *replies, child=child, who=speaker)
        calls = _calls(data, talk.session)[len(before) :]
        return Scene(name, about, turn, calls, session_state(data, talk.session), files_below(talk.workspace))

    a_child_writes = (hands.write(BY_CHILD, GREETING), Say("the child is done"))
    yield scene(
        "asked",
        "The agent may read, and shows a Plan.",
        REQUEST,
        hands.read("README.md"),
        Say(PLAN),
    )
    yield scene(
        "delegated",
        "A child that is told `y` approves nothing, and nobody writes yet.",
        "what would a helper do?",
        *hands.delegate("y"),
        hands.write(INSIDE, GREETING),
        Say(f"The helper wrote nothing.\n\n{PLAN_PROMPT}"),
        child=a_child_writes,
    )
    yield scene(
        "approved",
        "The person approves: the agent writes what the Plan names, nothing else, and reports.",
        "y",
        hands.write(INSIDE, GREETING),
        hands.write(OUTSIDE, GREETING),
        hands.shell(f"echo '# by shell' >> {INSIDE}"),
        hands.shell(f"echo hello > {BY_SHELL}"),
        *hands.delegate("help"),
        Say(COMPLETION),
        child=a_child_writes,
    )
    yield scene(
        "released",
        "The run is over and the session is free.",
        "thank you, now the other file",
        hands.write(OUTSIDE, GREETING),
        Say("written"),
    )


def _calls(data: Path, session: str | None) -> tuple[dict, ...]:
    return tuple(last_calls(str(data), session, 1000)) if session else ()
