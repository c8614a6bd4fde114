"""The real Claude Code in a scratch home, with the plugin installed the way a person does it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from .messages import Messages
from .programs import find
from .scratch import Hook, HostFault, Turn, Watch, environment, kill_tree, make_workspace, record_interpreter, run
from .scripted import Model, Reply, Script, Who, by_mark

TALKING = ("--output-format", "stream-json", "--verbose", "--include-hook-events")
ALLOWED = ("--permission-mode", "bypassPermissions")


class Claude:
    """One installation. `new_conversation` begins talks in it, each with a workspace of its own."""

    def __init__(self, root: Path, **variables: str) -> None:
        self.root, self.program = root, find("claude")
        self.home = root / "home"
        self.data = self.home / ".claude" / "plugins" / "data" / "harness-harness"
        self.model = Model(Messages())
        for folder in (self.home, root / "tmp"):
            folder.mkdir(parents=True)
        self.env = environment(
            self.home,
            root / "tmp",
            ANTHROPIC_BASE_URL=self.model.address,
            ANTHROPIC_API_KEY="none",
            CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC="1",
            DISABLE_AUTOUPDATER="1",
            IS_SANDBOX="1",  # root may then use bypassPermissions; here only Harness is under test
            **variables,
        )

    def close(self) -> None:
        self.model.close()

    def call(self, *words: str, folder: Path | None = None) -> subprocess.CompletedProcess:
        done = run([str(self.program), *words], folder or self.root, self.env)
        if done.returncode:
            raise HostFault(f"claude ended with {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
        return done

    def install(self, plugin: Path) -> None:
        self.call("plugin", "marketplace", "add", str(plugin))
        self.call("plugin", "install", "harness@harness")
        record_interpreter(self.data)

    def new_conversation(self, name: str) -> Conversation:
        return Conversation(self, make_workspace(self.root / "work" / name))

    def live_conversation(self, name: str) -> LiveConversation:
        """A talk in one process, as at a terminal: far faster, but nothing is resumed. To be closed."""
        return LiveConversation(self, make_workspace(self.root / "work" / name))


class Conversation:
    """A talk with Claude Code; every `say` is a process and a turn of its own."""

    options: tuple[str, ...] = ()
    """More words for the command line."""
    takes_the_plugin = True
    """Otherwise it is no fault when the host does not."""
    forking = False
    """The next turn makes another conversation from the one that `session` names."""

    def __init__(self, claude: Claude, workspace: Path, session: str | None = None) -> None:
        self.claude, self.workspace, self.session = claude, workspace, session

    def close(self) -> None:
        """Nothing goes on between the turns."""

    def say(
        self,
        prompt: str,
        *replies: Reply,
        child: Sequence[Reply] = (),
        who: Who = by_mark,
        nested: Sequence[Reply] = (),
    ) -> Turn:
        """Send a prompt; the model gives the replies one after the other."""
        self.claude.model.play(Script(replies, child, who, nested))
        return self._told(prompt, list(self._turn(prompt)))

    def fork(self) -> Conversation:
        """Another conversation, made from this one."""
        made = Conversation(self.claude, self.workspace, self.session)
        made.forking = True
        return made

    def _told(self, prompt: str, told: list[dict]) -> Turn:
        self.forking = False
        start = next((event for event in told if event.get("subtype") == "init"), {})
        if self.takes_the_plugin and (faults := start.get("plugin_errors")):
            raise HostFault(f"Claude Code does not take the plugin: {faults}")
        end = next((event for event in told if event["type"] == "result"), {})
        self.session = end.get("session_id") or self.session
        hooks = tuple(_hook(event) for event in told if event.get("subtype") == "hook_response")
        return Turn(prompt, end.get("result") or "", hooks, tuple(self.claude.model.requests))

    def _turn(self, prompt: str) -> Iterator[dict]:
        """All that the host tells until its process ends."""
        words = ("-p", prompt, *ALLOWED, *TALKING, *self.options, *self._resumed())
        yield from _events(self.claude.call(*words, folder=self.workspace).stdout.splitlines())

    def _resumed(self) -> tuple[str, ...]:
        if self.session is None:
            return ()
        return ("--resume", self.session, *(["--fork-session"] if self.forking else []))


class LiveConversation(Conversation):
    """The same in one process that stays; closed, the next turn resumes it. A turn ends with its result."""

    _process: subprocess.Popen | None = None

    def close(self) -> None:
        if self._process is not None:
            self._process.stdin.close()
            kill_tree(self._process.pid)
            self._process.wait()
            self._process.stdout.close()
            self._process = None

    def hear(self) -> Turn:
        """The next turn that nobody typed for."""
        return self._told("", list(self._until_result(self._process)))

    def _turn(self, prompt: str) -> Iterator[dict]:
        process = self._process = self._process or self._start()
        said = {"type": "user", "message": {"role": "user", "content": prompt}}
        process.stdin.write(json.dumps(said) + "\n")
        process.stdin.flush()
        return self._until_result(process)

    def _until_result(self, process: subprocess.Popen) -> Iterator[dict]:
        watch = Watch(process.pid)
        for event in _events(process.stdout):
            watch.heard()
            yield event
            if event["type"] == "result":
                break
        else:
            raise HostFault("claude ended before the turn did")
        watch.end()

    def _start(self) -> subprocess.Popen:
        form = ("--input-format", "stream-json", *TALKING)
        return subprocess.Popen(
            [str(self.claude.program), "-p", *form, *ALLOWED, *self.options, *self._resumed()],
            cwd=self.workspace,
            env=self.claude.env,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )


def _events(lines: Iterable[str]) -> Iterator[dict]:
    return (json.loads(line) for line in lines if line.startswith("{"))


def _hook(event: dict) -> Hook:
    try:
        answer = json.loads(event["stdout"] or "{}")
    except ValueError:
        return Hook(event["hook_event"], event["outcome"], event["output"])
    told = answer.get("systemMessage") or answer.get("reason") or ""
    added = answer.get("hookSpecificOutput", {}).get("additionalContext", "")
    return Hook(event["hook_event"], event["outcome"], told, added)
