"""Both real hosts asked as a model: nothing of the person's runs, nothing can be done, armed, approved or resumed."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from harness_runtime.models.ask import ask
from harness_runtime.models.host import VARIABLES
from harness_runtime.models.interface import Failure, HostModel, Question
from harness_runtime.models.interface import Reply as Answer
from tests.support.artifacts import tiny_plan

from .claude import Claude
from .codex import CHILDREN_V1, CODE_MODE, DIRECT_TOOLS, Codex
from .conftest import need
from .scripted import NESTED, Call, FreeForm, Reply, Say, Script, Shell
from .stage import Stage, configured, live_stage

MCP = Path(__file__).with_name("mcp_server.py")


@dataclass
class Laden:
    """A host whose person has hooks, a server, a skill and instructions, each of which leaves a mark or a word."""

    name: str
    host: Codex | Claude
    marks: Path

    def asked(self, text: str, *replies: Reply, instructions: str = "Judge.", **environ: str) -> Answer | Failure:
        for mark in self.marks.iterdir():
            mark.unlink()
        self.host.model.play(Script(nested=replies or (Say("yes"),)))
        variables = {**outer_session(self.marks), **environ}
        question = Question(instructions, text)
        return ask(HostModel(self.name), question, seconds=120, environ={**self.host.env, **variables})

    @property
    def home(self) -> Path:
        return self.host.home if isinstance(self.host, Codex) else self.host.home / ".claude"

    def left(self) -> frozenset[str]:
        """Conversations that could be resumed, and all that Harness keeps."""
        found = [*self.home.glob("sessions/**/*.jsonl"), *self.home.glob("projects/**/*.jsonl")]
        return frozenset(map(str, [*found, *self.host.data.rglob("*")]))

    def marked(self) -> list[str]:
        return sorted(mark.name for mark in self.marks.iterdir())


def outer_session(folder: Path) -> dict[str, str]:
    """What a hook of the session that asks has in its environment."""
    return {
        "CLAUDECODE": "1",
        "CLAUDE_CODE_SESSION_ID": "11111111-2222-4333-8444-555555555555",
        "CLAUDE_PROJECT_DIR": str(folder),
        "CLAUDE_CODE_CHILD_SESSION": "1",
        "PLUGIN_ROOT": str(folder),
        "PLUGIN_DATA": str(folder / "data"),
    }


def leave(mark: Path) -> str:
    return f"touch {mark}"


def laden_codex(root: Path, marketplace: Path, marks: Path) -> Codex:
    need("codex")
    host = Codex(root, HARNESS_LANG="en")
    host.env[VARIABLES["codex"]] = str(host.program)
    host.install(marketplace)
    config = host.home / "config.toml"
    server = [str(MCP), str(marks / "server")]
    config.write_text(
        f'model = "{DIRECT_TOOLS}"\nnotify = ["touch", "{marks / "notify"}"]\n{config.read_text("utf-8")}\n'
        f"[mcp_servers.one]\ncommand = {json.dumps(sys.executable)}\nargs = {json.dumps(server)}\n"
        f'[mcp_servers."an other"]\ncommand = {json.dumps(sys.executable)}\nargs = {json.dumps(server)}\n'
        + "".join(
            f'[[hooks.{event}]]\n[[hooks.{event}.hooks]]\ntype = "command"\ncommand = "{leave(marks / "hook")}"\n'
            for event in ("SessionStart", "UserPromptSubmit", "Stop")
        ),
        "utf-8",
    )
    host.trust_hooks()
    return host


def laden_claude(root: Path, marketplace: Path, marks: Path) -> Claude:
    need("claude")
    host = Claude(root, HARNESS_LANG="en")
    host.env[VARIABLES["claude"]] = str(host.program)
    host.install(marketplace)
    settings = host.home / ".claude" / "settings.json"
    hook = [{"hooks": [{"type": "command", "command": leave(marks / "hook")}]}]
    added = {"hooks": dict.fromkeys(("SessionStart", "UserPromptSubmit", "Stop"), hook)}
    settings.write_text(json.dumps(json.loads(settings.read_text("utf-8")) | added), "utf-8")
    state = host.home / ".claude.json"
    known = json.loads(state.read_text("utf-8")) if state.is_file() else {}
    known["mcpServers"] = {"one": {"command": sys.executable, "args": [str(MCP), str(marks / "server")]}}
    state.write_text(json.dumps(known), "utf-8")
    (host.home / ".claude" / "CLAUDE.md").write_text("THE-PERSONS-INSTRUCTIONS", "utf-8")
    return host


@pytest.fixture(scope="module", params=["codex", "claude"])
def laden(
    request: pytest.FixtureRequest, marketplace: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Laden]:
    root = tmp_path_factory.mktemp("laden")
    marks = root / "marks"
    marks.mkdir()
    (root / "kept.txt").write_text("NOBODYS-BUSINESS", "utf-8")
    make = laden_codex if request.param == "codex" else laden_claude
    host = make(root / "host", marketplace, marks)
    skill = (host.home if request.param == "codex" else host.home / ".claude") / "skills" / "mine" / "SKILL.md"
    skill.parent.mkdir(parents=True, exist_ok=True)
    skill.write_text("---\nname: mine\ndescription: THE-PERSONS-SKILL\n---\nText.\n", "utf-8")
    yield Laden(request.param, host, marks)
    host.close()


def test_the_same_home_runs_all_of_it_in_a_session(laden: Laden) -> None:
    """Else the others would show nothing."""
    live = live_stage(laden.host, "ordinary")
    try:
        live.say("$harness do it", Say("hello"))
        assert {"hook", "server"} <= set(laden.marked())
        assert live.phase == "planning"
    finally:
        live.talk.close()


# What means something to a host or to Harness when a person types it: alone, and among other lines.
LINES = (
    "$harness fix it",
    "$harness:goal do it all",
    "/clear",
    "!touch x",
    "<hook_prompt>y</hook_prompt>",
    "use $mine",
)
SAYS = {"a consent": "y", "commands": "\n".join(LINES)}


@pytest.mark.parametrize("text", SAYS.values(), ids=SAYS)
def test_it_answers_and_nothing_else_happens(laden: Laden, text: str) -> None:
    before = laden.left()
    assert laden.asked(text, instructions="/clear") == Answer("yes", laden.name)
    (request,) = laden.host.model.requests
    sent = "\n".join(request.said)
    assert f"/clear\n\n---\n\n{text}" in sent
    assert (laden.marked(), laden.left()) == ([], before)
    assert "skills/harness/SKILL.md" not in sent
    assert laden.name == "codex" or not {"THE-PERSONS-INSTRUCTIONS", "THE-PERSONS-SKILL"} & set(sent.split())


def test_a_consent_in_a_question_answers_no_open_gate(laden: Laden) -> None:
    live: Stage = live_stage(laden.host, "gate")
    try:
        live.say("$harness do it", live.hands.read("README.md"), Say(tiny_plan("src/app.py")))
        assert live.phase == "plan_pending"
        standing = live.state
        assert laden.asked("y", instructions="y") == Answer("yes", laden.name)
        assert live.state == standing
    finally:
        live.talk.close()


def test_a_hook_asks_its_own_host_while_that_waits_for_it(laden: Laden) -> None:
    """A critic in the Stop hook of a session, with the hook's own environment."""
    live: Stage = live_stage(laden.host, "critic")
    try:
        with configured(live.data, agent={"verify_replies": True}):
            live.say("$harness:guard on")
            verdicts = (Say('{"done": false, "missing": "the tests"}'), Say('So: {"done": true, "missing": ""}'))
            told = live.say("make it so", Say("made"), Say("tested too"), nested=verdicts)
        asked = [request for request in told.requests if request.speaker == NESTED]
        assert (len(asked), told.said) == (2, "tested too")
        assert "Before finishing: the tests" in told.heard()
        assert live.phase is None
    finally:
        live.talk.close()


def test_no_file_that_a_question_names_is_read(laden: Laden, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("THE-SECRET", "utf-8")
    for text in (f"see @{secret} please", f'@"{secret}"', f"@{tmp_path}/"):
        assert laden.asked(text) == Answer("yes", laden.name)
        assert "THE-SECRET" not in str([request.body for request in laden.host.model.requests])


def offered(body: dict) -> set[str]:
    """Every tool that the model is told of."""
    lists = [body.get("tools") or []]
    lists += [item["tools"] for item in body.get("input", []) if item.get("type") == "additional_tools"]
    spaces = [tool.get("tools") or [tool] for tools in lists for tool in tools]
    return {tool["name"] for tools in spaces for tool in tools}


# By the host and the model that it knows.
HARMLESS = {
    "codex": {
        DIRECT_TOOLS: {"request_user_input", "apply_patch"},
        CHILDREN_V1: {"request_user_input"},
        CODE_MODE: {"request_user_input", "request_user_input_async", "exec", "wait"},
    },
    "claude": {"": set()},
}


def with_model(laden: Laden, model: str) -> None:
    config = laden.host.home / "config.toml"
    _, _, rest = config.read_text("utf-8").partition("\n")
    config.write_text(f'model = "{model}"\n{rest}', "utf-8")


def patch(path: Path | str) -> str:
    return f"*** Begin Patch\n*** Add File: {path}\n+hello\n*** End Patch\n"


def attempts(laden: Laden) -> Sequence[Reply]:
    """What a model might try that was talked into it, one after the other."""
    out = laden.marks / "written"
    if laden.name == "claude":
        return [
            Shell(leave(out)),
            Call("Write", {"file_path": str(out), "content": "x"}),
            Call("Read", {"file_path": str(laden.marks.parent / "kept.txt")}),
            Call("Agent", {"description": "d", "prompt": "p", "subagent_type": "general-purpose"}),
            Call("CronCreate", {"cron": "* * * * *", "prompt": "y", "recurring": True, "durable": True}),
        ]
    script = f"const r = await tools.apply_patch({json.dumps(patch(out))}); text(r)"
    command = f"const r = await tools.exec_command({{cmd: {json.dumps(leave(out))}}}); text(r)"
    return [
        Shell(leave(out)),
        Call("shell", {"command": ["touch", str(out)]}),
        FreeForm("apply_patch", patch(out)),
        FreeForm("apply_patch", patch("written")),
        FreeForm("exec", script, "functions"),
        FreeForm("exec", command, "functions"),
        Call("view_image", {"path": str(laden.marks.parent / "kept.txt")}),
        Call("spawn_agent", {"message": "y", "task_name": "a"}, "collaboration"),
        Call("create_goal", {"objective": "y"}),
    ]


def test_a_model_is_offered_little_and_can_do_nothing(laden: Laden) -> None:
    for model, tools in HARMLESS[laden.name].items():
        if model:
            with_model(laden, model)
        before, tries = laden.left(), attempts(laden)
        assert laden.asked("Is it done?", *tries, Say("done")) == Answer("done", laden.name)
        requests = laden.host.model.requests
        assert (len(requests), offered(requests[0].body)) == (len(tries) + 1, tools)
        assert (laden.marked(), laden.left()) == ([], before)
        assert "NOBODYS-BUSINESS" not in "\n".join(requests[-1].said)
