"""The real Codex in a scratch home, with the plugin installed the way a person does it."""

from __future__ import annotations

import json
import re
import subprocess
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

from .programs import find, native
from .responses import Responses
from .scratch import Hook, HostFault, Turn, Watch, environment, make_workspace, record_interpreter, run
from .scripted import Model, Reply, Script, Who, by_mark

DIRECT_TOOLS, CODE_MODE, CHILDREN_V1 = "gpt-5.5", "gpt-6.1-sol", "scripted-model"
"""Models by the tools that Codex offers them. It does not know the last one: the fallback offers children."""

CONFIG = """\
model_provider = "scripted"
model_reasoning_effort = "high"
[model_providers.scripted]
name = "scripted"
base_url = "{address}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
request_max_retries = 0
stream_max_retries = 0
[features]
enable_request_compression = false
[sandbox_workspace_write]
exclude_slash_tmp = true
exclude_tmpdir_env_var = true
"""


class Codex:
    """One installation. `new_conversation` begins talks in it, each with a workspace of its own."""

    def __init__(self, root: Path, **variables: str) -> None:
        self.root, self.program = root, native(find("codex"))
        self.home = root / "codex_home"
        self.data = self.home / "plugins" / "data" / "harness-harness"
        self.model = Model(Responses())
        for folder in (self.home, root / "tmp"):
            folder.mkdir(parents=True)
        (self.home / "config.toml").write_text(CONFIG.format(address=self.model.address), "utf-8")
        self.env = environment(root, root / "tmp", CODEX_HOME=str(self.home), SCRIPTED_KEY="none", **variables)

    def close(self) -> None:
        self.model.close()

    def call(self, *words: str, folder: Path | None = None) -> subprocess.CompletedProcess:
        done = run([str(self.program), *words], folder or self.root, self.env)
        if done.returncode:
            raise HostFault(f"codex {words[0]} ended with {done.returncode}\n{done.stderr[-2000:]}")
        return done

    def install(self, plugin: Path, trusted: bool = True) -> None:
        self.call("plugin", "marketplace", "add", str(plugin))
        self.call("plugin", "add", "harness@harness")
        record_interpreter(self.data)
        if trusted:
            self.trust_hooks()

    def trust_hooks(self) -> None:
        """What "Trust all and continue" on the host's own review screen does."""
        with AppServer(self) as server:
            listed = server.ask("hooks/list", {"cwds": [str(self.root)]})["data"][0]
            if listed["warnings"] or listed["errors"] or not listed["hooks"]:
                raise HostFault(f"Codex does not take the hooks: {listed['warnings']} {listed['errors']}")
            trust = {hook["key"]: {"trusted_hash": hook["currentHash"]} for hook in listed["hooks"]}
            edit = {"keyPath": "hooks.state", "value": trust, "mergeStrategy": "upsert"}
            server.ask("config/batchWrite", {"edits": [edit]})

    def new_conversation(self, name: str, model: str = DIRECT_TOOLS, watched: bool = False) -> Conversation:
        """A talk in a workspace of its own. Watched, it goes through the app server, which tells what hooks say."""
        kind = WatchedConversation if watched else Conversation
        return kind(self, make_workspace(self.root / "work" / name), model)

    def live_conversation(self, name: str, model: str = DIRECT_TOOLS) -> LiveConversation:
        """A watched talk in one process, as at a terminal: faster, but nothing is resumed. To be closed."""
        return LiveConversation(self, make_workspace(self.root / "work" / name), model)


class Conversation:
    """A talk with `codex exec`; every `say` is a process and a turn of its own."""

    options: tuple[str, ...] = ()
    """More words for the command line, such as `-c key=value`."""
    beginning: tuple[str, dict] = ("thread/start", {})
    """How the app server makes the conversation: anew, or from another one."""

    def __init__(self, codex: Codex, workspace: Path, model: str) -> None:
        self.codex, self.workspace, self.model = codex, workspace, model
        self.session: str | None = None

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
        self.codex.model.play(Script(replies, child, who, nested))
        said, hooks = self._turn(prompt)
        return Turn(prompt, said, hooks, tuple(self.codex.model.requests))

    def _turn(self, prompt: str) -> tuple[str, tuple[Hook, ...]]:
        resume = ("resume", self.session) if self.session else ()
        given = ("-m", self.model, "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox")
        done = self.codex.call("exec", *resume, *given, *self.options, prompt, folder=self.workspace)
        self.session = re.search(r"^session id: (\S+)$", done.stderr, re.M)[1]
        hooks = re.findall(r"^hook: (\w+) (Completed|Failed|Blocked|Stopped)$", done.stderr, re.M)
        return done.stdout.strip(), tuple(Hook(*found) for found in hooks)


class WatchedConversation(Conversation):
    """The same through the app server, as the terminal UI talks; a new server for every turn."""

    steer: str | None = None
    """What the person sends while the model thinks in the next turn."""
    planning = False
    """The terminal UI's plan mode."""

    def __init__(self, codex: Codex, workspace: Path, model: str) -> None:
        super().__init__(codex, workspace, model)
        self.steered = threading.Event()
        """The host has taken it."""

    def _turn(self, prompt: str) -> tuple[str, tuple[Hook, ...]]:
        with AppServer(self.codex, self.options) as server:
            self._open(server)
            return self._talk(server, prompt)

    def _open(self, server: AppServer) -> None:
        settings = {
            "cwd": str(self.workspace),
            "model": self.model,
            "approvalPolicy": "never",
            "sandbox": "danger-full-access",
        }
        if self.session is None:
            method, more = self.beginning
            self.session = server.ask(method, {**settings, **more})["thread"]["id"]
        else:
            server.ask("thread/resume", {"threadId": self.session, **settings})

    def fork(self) -> WatchedConversation:
        """Another conversation, made from this one."""
        return self._made("thread/fork", {"threadId": self.session})

    def cleared(self) -> WatchedConversation:
        """The conversation that the terminal UI begins with `/clear`."""
        return self._made("thread/start", {"sessionStartSource": "clear"})

    def _made(self, method: str, more: dict) -> WatchedConversation:
        made = WatchedConversation(self.codex, self.workspace, self.model)
        made.beginning = (method, more)
        return made

    def _talk(self, server: AppServer, prompt: str) -> tuple[str, tuple[Hook, ...]]:
        mode = {"mode": "plan", "settings": {"model": self.model, "developer_instructions": None}}
        more = {"collaborationMode": mode} if self.planning else {}
        turn = server.ask("turn/start", {"threadId": self.session, "input": _typed(prompt), **more})["turn"]["id"]
        if self.steer is not None:
            self.codex.model.wait_for_request()
            steer = {"threadId": self.session, "expectedTurnId": turn, "input": _typed(self.steer)}
            server.ask("turn/steer", steer)
            self.steer = None
            self.steered.set()
        said, hooks = "", []
        for told in server.notifications():
            match told:
                case {"method": "hook/completed", "params": {"run": run}}:
                    hooks.append(_hook(run))
                case {"method": "item/completed", "params": {"threadId": self.session, "item": item}}:
                    said = item["text"] if item["type"] == "agentMessage" else said
                case {"method": "turn/completed", "params": {"threadId": self.session}}:
                    return said, tuple(hooks)
        raise HostFault("codex app-server ended before the turn did")


class LiveConversation(WatchedConversation):
    """A watched talk with one server for all its turns."""

    _server: AppServer | None = None

    def close(self) -> None:
        if self._server is not None:
            self._server.__exit__()

    def _turn(self, prompt: str) -> tuple[str, tuple[Hook, ...]]:
        if self._server is None:
            self._server = AppServer(self.codex, self.options).__enter__()
            self._open(self._server)
        return self._talk(self._server, prompt)


def _typed(text: str) -> list[dict]:
    return [{"type": "text", "text": text}]


def _hook(run: dict) -> Hook:
    event, outcome = run["eventName"], run["status"]
    told = "\n".join(entry["text"] for entry in run["entries"] if entry["kind"] != "context")
    added = "\n".join(entry["text"] for entry in run["entries"] if entry["kind"] == "context")
    return Hook(event[0].upper() + event[1:], outcome.capitalize(), told, added)


class AppServer:
    """A line of JSON-RPC to `codex app-server`."""

    def __init__(self, codex: Codex, options: Sequence[str] = ()) -> None:
        self._process = subprocess.Popen(
            [str(codex.program), *options, "app-server"],
            cwd=codex.root,
            env=codex.env,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._watch = Watch(self._process.pid)
        self._number, self._waiting = 0, []

    def __enter__(self) -> AppServer:
        who = {"name": "harness-tests", "version": "1"}
        self.ask("initialize", {"clientInfo": who, "capabilities": {"experimentalApi": True}})
        self._send({"method": "initialized"})
        return self

    def __exit__(self, *_: object) -> None:
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()
        self._watch.end()

    def ask(self, method: str, params: dict) -> dict:
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        for message in self._messages():
            if message.get("id") == self._number and "method" not in message:
                if "error" in message:
                    raise HostFault(f"{method}: {message['error']}")
                return message["result"]
            self._waiting.append(message)
        raise HostFault(f"codex app-server ended before it answered {method}")

    def notifications(self) -> Iterator[dict]:
        while self._waiting:
            yield self._waiting.pop(0)
        yield from self._messages()

    def _messages(self) -> Iterator[dict]:
        for line in self._process.stdout:
            self._watch.heard()
            yield json.loads(line)

    def _send(self, message: dict) -> None:
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()
