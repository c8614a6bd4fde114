"""An OpenAI-compatible endpoint as a model, through the `openai` package, which is an extra and imported only here.

One request, one more when the server says that it is busy, no redirect, and an end in time whatever the server does.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from threading import Thread
from time import monotonic
from urllib.parse import urlsplit

from harness_runtime.models.command import as_reply
from harness_runtime.models.interface import MAX_READ, EndpointModel, Failure, Question, Reply

RETRIES = 1
NO_KEY = "none"  # what the client sends where the settings name no key
BASE_URL = "model.base_url"
PACKAGE = "openai; in the clone: pipx install --force '.[models]'"


def ask_endpoint(
    chosen: EndpointModel, question: Question, *, seconds: float, environ: Mapping[str, str]
) -> Reply | Failure:
    if chosen.base_url is None:
        return Failure(chosen.name, "no_base_url", BASE_URL)
    key = key_of(chosen, environ)
    if key is None:
        return Failure(chosen.name, "missing_key", str(chosen.api_key_env))
    found: list[Reply | Failure] = []
    until = monotonic() + seconds
    # A thread, because neither the look-up of a name nor a server that sends a byte now and then ends in time.
    asking = Thread(
        target=lambda: found.append(_asked(chosen, chosen.base_url or "", key, question, until)), daemon=True
    )
    asking.start()
    asking.join(seconds)
    return found[0] if found else Failure(chosen.name, "timeout", f"{seconds:g}")


def key_of(chosen: EndpointModel, environ: Mapping[str, str]) -> str | None:
    """None: the settings name a variable, and it holds nothing that could be sent as a key."""
    if chosen.api_key_env is None:
        return NO_KEY
    key = environ.get(chosen.api_key_env, "").strip()
    return key if key and key.isascii() and key.isprintable() and " " not in key else None


def _asked(chosen: EndpointModel, base_url: str, key: str, question: Question, until: float) -> Reply | Failure:
    try:
        import openai
    except ImportError:
        return Failure(chosen.name, "not_installed", PACKAGE)
    left = max(until - monotonic(), 0.001)
    try:
        with (
            openai.DefaultHttpxClient(follow_redirects=False, timeout=left) as http,
            openai.OpenAI(
                api_key=key, base_url=base_url, timeout=left, max_retries=RETRIES, http_client=http
            ).chat.completions.with_streaming_response.create(
                model=chosen.model,
                messages=[
                    {"role": "system", "content": question.instructions},
                    {"role": "user", "content": question.text},
                ],
                # What the environment says of an account belongs to another address.
                extra_headers={"OpenAI-Organization": openai.Omit(), "OpenAI-Project": openai.Omit()},
            ) as response,
        ):
            raw = bytearray()
            for part in response.iter_bytes():
                raw += part
                if len(raw) > MAX_READ:
                    return Failure(chosen.name, "too_long")
                if monotonic() > until:
                    break
    except openai.APITimeoutError:
        return Failure(chosen.name, "timeout", f"{left:g}")
    except openai.APIStatusError as error:
        return Failure(chosen.name, "http_status", str(error.status_code))
    except Exception as error:  # the client lets through what its transport raises, which has a package of its own
        return Failure(chosen.name, "refused", f"{urlsplit(base_url).netloc}: {type(error).__name__}")
    return _read(chosen.name, bytes(raw))


def _read(name: str, raw: bytes) -> Reply | Failure:
    """The text of the first choice of a chat completion."""
    try:
        choice = json.loads(raw)["choices"][0]
        content = choice["message"]["content"]
        if isinstance(content, list):  # some servers answer in parts
            content = "".join(part["text"] for part in content if part.get("type") == "text")
        if choice.get("finish_reason") == "length":
            return Failure(name, "too_long")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return Failure(name, "nonsense")
    return as_reply(name, content) if isinstance(content, str) else Failure(name, "nonsense")
