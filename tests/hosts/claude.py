"""The real Claude Code in a scratch home, with the plugin installed the way a person does it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path

from .messages import Messages
from .programs import find
from .scratch import Hook, HostFault, Turn, environment, make_workspace, record_interpreter, run
from .scripted import Model, Reply, Script, Who, by_mark


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

    def call(self, *words: str, folder: Path | None = None, seconds: float = 60) -> subprocess.CompletedProcess:
        done = run([str(self.program), *words], folder or self.root, self.env, seconds)
        if done.returncode:
            raise HostFault(f"claude ended with {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
        return done

    def install(self, plugin: Path) -> None:
        self.call("plugin", "marketplace", "add", str(plugin))
        self.call("plugin", "install", "harness@harness")
        record_interpreter(self.data)

    def new_conversation(self, name: str) -> Conversation:
        return Conversation(self, make_workspace(self.root / "work" / name))


class Conversation:
    """A talk with Claude Code; every `say` is a process and a turn of its own."""

    def __init__(self, claude: Claude, workspace: Path) -> None:
        self.claude, self.workspace = claude, workspace
        self.session: str | None = None

    def say(self, prompt: str, *replies: Reply, child: Sequence[Reply] = (), who: Who = by_mark) -> Turn:
        """Send a prompt; the model gives the replies one after the other."""
        self.claude.model.play(Script(replies, child, who))
        resume = ("--resume", self.session) if self.session else ()
        form = ("--output-format", "stream-json", "--verbose", "--include-hook-events")
        mode = ("--permission-mode", "bypassPermissions")
        done = self.claude.call("-p", prompt, *mode, *form, *resume, folder=self.workspace)
        told = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        start = next((event for event in told if event.get("subtype") == "init"), {})
        if faults := start.get("plugin_errors"):
            raise HostFault(f"Claude Code does not take the plugin: {faults}")
        end = next((event for event in told if event["type"] == "result"), {})
        self.session = end.get("session_id") or self.session
        hooks = tuple(_hook(event) for event in told if event.get("subtype") == "hook_response")
        return Turn(prompt, end.get("result") or "", hooks, tuple(self.claude.model.requests))


def _hook(event: dict) -> Hook:
    try:
        answer = json.loads(event["output"] or "{}")
    except ValueError:
        return Hook(event["hook_event"], event["outcome"], event["output"])
    told = answer.get("systemMessage") or answer.get("reason") or ""
    added = answer.get("hookSpecificOutput", {}).get("additionalContext", "")
    return Hook(event["hook_event"], event["outcome"], told, added)
