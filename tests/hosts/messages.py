"""The Anthropic Messages API, as far as Claude Code needs it from a scripted model."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from harness_runtime.models.host import PREFACE

from .scripted import Act, Call, Say, Shell, events


class Messages:
    path = "/v1/messages"

    def user_text(self, body: dict) -> str | None:
        # A child's result comes back in later messages of the root: only the opening tells who is who.
        opening = [message for message in body["messages"] if message["role"] == "user"][:1]
        text = "\n".join(text for message in opening for text in _texts(message["content"]))
        return text if body.get("tools") or PREFACE.strip() in text else None  # titles and summaries

    def said(self, body: dict) -> tuple[str, ...]:
        system = _texts(body.get("system") or [])
        heard = (message for message in body["messages"] if message["role"] != "assistant")
        return (*system, *(text for message in heard for text in _texts(message["content"])))

    def answer(self, body: dict, number: int, acts: Sequence[Act]) -> tuple[str, bytes]:
        blocks = [_block(act, f"toolu_{number}_{place}") for place, act in enumerate(acts)]
        calls = any(block["type"] == "tool_use" for block in blocks)
        message = {
            "id": f"msg_{number}",
            "type": "message",
            "role": "assistant",
            "model": body.get("model"),
            "content": blocks,
            "stop_reason": "tool_use" if calls else "end_turn",
            "stop_sequence": None,
            "usage": {"input_tokens": 5, "output_tokens": 5},
        }
        if not body.get("stream"):
            return "application/json", json.dumps(message).encode()
        return events(list(_stream(message)))


def _texts(content: str | list) -> Iterator[str]:
    if isinstance(content, str):
        yield content
        return
    for part in content:
        if part["type"] == "text":
            yield part["text"]
        elif part["type"] == "tool_result":
            yield from _texts(part.get("content") or [])


def _block(act: Act, call_id: str) -> dict:
    match act:
        case Say(text):
            return {"type": "text", "text": text}
        case Shell(command, more):
            return _block(Call("Bash", {"command": command, "description": "scripted", **more}), call_id)
        case Call(tool, arguments):
            return {"type": "tool_use", "id": call_id, "name": tool, "input": arguments}
        case _:
            raise TypeError(f"Claude Code has no such act: {act!r}")


def _stream(message: dict) -> Iterator[tuple[str, dict]]:
    yield "message_start", {"message": {**message, "content": [], "stop_reason": None}}
    for index, block in enumerate(message["content"]):
        if block["type"] == "tool_use":
            start = {**block, "input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        else:
            start = {"type": "text", "text": ""}
            delta = {"type": "text_delta", "text": block["text"]}
        yield "content_block_start", {"index": index, "content_block": start}
        yield "content_block_delta", {"index": index, "delta": delta}
        yield "content_block_stop", {"index": index}
    end = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield "message_delta", {"delta": end, "usage": {"output_tokens": 5}}
    yield "message_stop", {}
