"""Is an answer one that its host obeys? A host ignores what it does not understand, and then the tool runs.

The rules come from docs/contracts/schemas/answers-<host>.json and from how the hosts treat exit codes and stray
output (contract, Hosts).
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from tests.support.piped import ROOT, PipedHost, Reply

HOSTS = ("codex", "claude")
EXIT_CODES = {"PreToolUse": (0, 2), "UserPromptSubmit": (0, 2), "PermissionRequest": (0, 1, 2)}
OTHER_EXIT_CODES = (0, 1)  # they gate nothing: a failure is a line on stderr, and nothing happens
KILLED = (-9, 137)  # the process that the host watches, or one that it started and answers for
REASON_LIMIT = {"PreToolUse": 48_000}  # Codex cuts beyond
OTHER_REASON_LIMIT = 10_000


@cache
def published(host: str) -> dict[str, Any]:
    return json.loads((ROOT / f"docs/contracts/schemas/answers-{host}.json").read_text("utf-8"))


@cache
def _validator(host: str, event: str) -> Draft202012Validator:
    schema = published(host)
    return Draft202012Validator({**schema, "$ref": f"#/$defs/{event}"})


def schema_faults(host: str, event: str, answer: Any) -> list[str]:
    """What the host would not understand in the JSON of an answer; empty when it obeys it."""
    if event not in published(host)["$defs"]:
        return [f"{host} has no event {event}"]
    return [f"{error.json_path}: {error.message}" for error in _validator(host, event).iter_errors(answer)]


def answer_faults(host: str, event: str, reply: Reply, *, may_die: bool = False) -> list[str]:
    """The same for a whole reply: exit code, stdout and stderr together. `may_die`: the test kills the hook."""
    faults = [f"{name} shows a traceback" for name in ("stdout", "stderr") if "Traceback" in getattr(reply, name)]
    killed = may_die and reply.code in KILLED
    if reply.code not in EXIT_CODES.get(event, OTHER_EXIT_CODES) and not killed:
        faults.append(f"exit code {reply.code}")
    if reply.code and not killed and not reply.stderr.strip():
        faults.append(f"exit code {reply.code} without a word on stderr")
    if reply.stdout:
        faults += _stdout_faults(host, event, reply)
    return faults


def _stdout_faults(host: str, event: str, reply: Reply) -> list[str]:
    try:
        answer = json.loads(reply.stdout, parse_constant=_refuse)
    except ValueError:
        return [f"stdout is not one JSON document: {reply.stdout[:80]!r}"]
    faults = schema_faults(host, event, answer)
    if faults:
        return faults
    output = answer.get("hookSpecificOutput", {})
    refused = "deny" in (output.get("permissionDecision"), output.get("decision", {}).get("behavior"))
    if refused != (event in ("PreToolUse", "PermissionRequest") and reply.code == 2):
        faults.append("a refusal is said in all ways or not at all")
    if len(answer.get("reason", "")) > REASON_LIMIT.get(event, OTHER_REASON_LIMIT):
        faults.append("the reason is longer than Codex passes on")
    return faults


def _refuse(constant: str) -> None:
    raise ValueError(constant)


@dataclass
class JudgedHost(PipedHost):
    """A host that accepts no answer which the real one would not obey, and remembers all it heard."""

    heard: list[tuple[str, Reply]] = field(default_factory=list)
    may_die: bool = False

    def pipe(self, event: str, raw: bytes) -> Reply:
        reply = self.run(event, raw)
        self.heard.append((event, reply))
        faults = answer_faults(self.host, event, reply, may_die=self.may_die)
        assert not faults, (event, faults, reply)
        return reply

    def run(self, event: str, raw: bytes) -> Reply:
        return super().pipe(event, raw)
