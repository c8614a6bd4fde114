"""A panel: several models get the same question at the same time, and one more puts their answers together.

Who failed is told by us, from what happened, and not by the model that makes the synthesis. Silent: progress is an
injected observer's business.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Protocol

from harness_runtime.loop.steering import plain
from harness_runtime.messages.asking import ANSWER_HEAD, PANEL, QUESTION_HEAD, SYNTHESIS
from harness_runtime.models.interface import Failure, Model, Question, Reply

MAX_QUESTION = 32 * 1024
MAX_SHARE = 24 * 1024  # characters of an answer that the synthesis gets

Ask = Callable[[Model, Question], Reply | Failure]


class Observer(Protocol):
    """Called from several threads at once."""

    def started(self, name: str) -> None: ...

    def ended(self, name: str, answer: Reply | Failure) -> None: ...


class Unobserved:
    def started(self, name: str) -> None:
        pass

    def ended(self, name: str, answer: Reply | Failure) -> None:
        pass


@dataclass(frozen=True)
class Panel:
    """`answers` in the order of the models; `names` tell two of the same name apart. `synthesis` is None where there
    was nothing to put together: fewer than two answers."""

    names: tuple[str, ...]
    answers: tuple[Reply | Failure, ...]
    synthesis: Reply | Failure | None

    @property
    def replies(self) -> list[Reply]:
        return [answer for answer in self.answers if isinstance(answer, Reply)]

    @property
    def failures(self) -> list[Failure]:
        return [answer for answer in self.answers if isinstance(answer, Failure)]


def ask_panel(
    question: str, models: Sequence[Model], synthesizer: Model, ask: Ask, observer: Observer | None = None
) -> Panel:
    """Ask all of `models` at once, then `synthesizer`. Raises what `ask` raises, once every model has ended."""
    watch = observer or Unobserved()
    names = distinct([model.name for model in models])

    def one(name: str, model: Model) -> Reply | Failure:
        watch.started(name)
        answer = replace(ask(model, Question(PANEL, question)), model=name)
        watch.ended(name, answer)
        return answer

    with ThreadPoolExecutor(max_workers=len(models)) as pool:
        answers = tuple(pool.map(one, names, models))
    replies = [answer for answer in answers if isinstance(answer, Reply)]
    if len(replies) < 2:
        return Panel(names, answers, None)
    watch.started(synthesizer.name)
    synthesis = ask(synthesizer, Question(SYNTHESIS, compared(question, replies)))
    watch.ended(synthesizer.name, synthesis)
    return Panel(names, answers, synthesis)


def distinct(names: Sequence[str]) -> tuple[str, ...]:
    """The names, those that come more than once numbered."""
    often, seen = Counter(names), Counter[str]()
    found = []
    for name in names:
        seen[name] += 1
        found.append(f"{name} ({seen[name]})" if often[name] > 1 else name)
    return tuple(found)


def compared(question: str, replies: Sequence[Reply]) -> str:
    """What the synthesis gets. No answer can pass for another one's: each is indented below its name."""
    parts = [f"{QUESTION_HEAD}\n{_indented(question)}"]
    parts += [f"{ANSWER_HEAD.format(model=reply.model)}\n{_indented(reply.text[:MAX_SHARE])}" for reply in replies]
    return "\n\n".join(parts)


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in plain(text).split("\n"))
