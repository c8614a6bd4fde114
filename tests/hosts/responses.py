"""The OpenAI Responses API, as far as Codex needs it from a scripted model."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from .scripted import Act, Call, FreeForm, Say, Shell, events

USAGE = {
    "input_tokens": 20,
    "input_tokens_details": None,
    "output_tokens": 10,
    "output_tokens_details": None,
    "total_tokens": 30,
}


class Responses:
    path = "/v1/responses"

    def user_text(self, body: dict) -> str:
        return "\n".join(text for item in body["input"] if _from_user(item) for text in _texts(item))

    def said(self, body: dict) -> tuple[str, ...]:
        heard = (item for item in body["input"] if item.get("role") != "assistant")
        return tuple(text for item in heard for text in _texts(item))

    def answer(self, body: dict, number: int, acts: Sequence[Act]) -> tuple[str, bytes]:
        response = {"id": f"resp_{number}"}
        items = [
            {"id": f"item_{number}_{place}", **_item(act, f"call_{number}_{place}")} for place, act in enumerate(acts)
        ]
        done = [("response.output_item.done", {"output_index": n, "item": item}) for n, item in enumerate(items)]
        return events(
            [
                ("response.created", {"response": response}),
                *done,
                ("response.completed", {"response": {**response, "usage": USAGE}}),
            ]
        )


def _from_user(item: dict) -> bool:
    return item.get("role") == "user" or item.get("type") == "agent_message"


def _texts(item: dict) -> Iterator[str]:
    content = item.get("content") or item.get("output") or []
    if isinstance(content, str):
        yield content
    else:
        # Codex keeps what agents tell each other under this name; a real service would encrypt it.
        yield from (part.get("text") or part.get("encrypted_content") or "" for part in content)


def _item(act: Act, call_id: str) -> dict:
    match act:
        case Say(text):
            content = [{"type": "output_text", "text": text}]
            return {"type": "message", "role": "assistant", "content": content}
        case Shell(command, more):
            return _item(Call("exec_command", {"cmd": command, **more}), call_id)
        case Call(tool, arguments, space):
            made = {"type": "function_call", "name": tool, "arguments": json.dumps(arguments)}
        case FreeForm(tool, text, space):
            made = {"type": "custom_tool_call", "name": tool, "input": text}
        case _:
            raise TypeError(f"Codex has no such act: {act!r}")
    return {**made, "call_id": call_id, **({"namespace": space} if space else {})}
