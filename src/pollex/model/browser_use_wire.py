"""Browser Use's wire format: it has no tools, but a schema that the answer must fit.

So tools become that schema: a text, and a list of actions, each an object whose one key names the tool it calls.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

from ..core.call import new_id
from ..core.json import JSON, Object, brief, dumps, loads
from ..core.protocols import Message, ModelReply, ModelRequest, ToolRequest
from ..core.result import Cost
from ..core.wire import result_text
from .faults import malformed
from .images import media_type


def body(model: str, request: ModelRequest) -> Object:
    data: Object = {
        "model": model,
        "messages": [turn for message in request.messages for turn in turns(message)],
        "fast": False,
        "request_type": "browser_agent",
        "anonymized_telemetry": False,
    }
    return {**data, "output_format": output_format(request)} if request.tools else data


def turns(message: Message) -> Iterator[Object]:
    """Return a message in the service's format; results of tools are user messages."""
    for answer in message.answers:
        told = result_text(answer.result.data) if answer.result.fault is None else str(answer.result.fault)
        yield {"role": "user", "content": f"Result of {answer.tool}:\n{told}"}
    if message.role == "assistant" and message.requests:
        actions = [{request.tool: _args(request.args)} for request in message.requests]
        yield {"role": "assistant", "content": dumps({"text": message.text, "action": actions})}
    elif message.text or message.images:
        role = "user" if message.role == "tool" else message.role
        yield {"role": role, "content": _parts(message) if message.images else message.text}


def _parts(message: Message) -> list[Object]:
    texts: list[Object] = [{"type": "text", "text": message.text}] if message.text else []
    return texts + [_picture(data) for data in message.images]


def _picture(data: bytes) -> Object:
    kind = media_type(data)
    url = f"data:{kind};base64,{base64.b64encode(data).decode()}"
    return {"type": "image_url", "image_url": {"url": url, "detail": "auto", "media_type": kind}}


def _args(args: Any) -> Any:
    try:
        return loads(args) if isinstance(args, str) else args
    except ValueError:
        return args


def output_format(request: ModelRequest) -> Object:
    """Return the schema of an answer that may call the tools, or must if the request says so."""
    actions = [_action(tool.get("function", tool)) for tool in request.tools]
    listed: Object = {"type": "array", "items": {"anyOf": actions}, "description": "The tools to call, in order."}
    return {
        "title": "AgentOutput",
        "type": "object",
        "properties": {
            "text": {"type": "string", "description": "What to say, in words."},
            "action": {**listed, "minItems": 1} if request.must_call else listed,
        },
        "required": ["action"],
        "additionalProperties": False,
    }


def _action(tool: Object) -> Object:
    return {
        "type": "object",
        "description": tool.get("description", ""),
        "properties": {tool["name"]: tool["parameters"]},
        "required": [tool["name"]],
        "additionalProperties": False,
    }


def reply(answered: JSON, ms: float) -> ModelReply:
    if not isinstance(answered, dict) or "completion" not in answered:
        raise malformed(f"expected an object with 'completion', received {brief(answered)}")
    completion: Any = answered["completion"]
    if isinstance(completion, str):
        return ModelReply(completion, cost=reported_tokens(answered, ms))
    if not isinstance(completion, dict) or not isinstance(completion.get("action", []), list):
        raise malformed(f"expected a text or an object with 'action', received {brief(completion)}")
    requests = tuple(_request(action) for action in completion.get("action", []))
    text = result_text(completion.get("text") or "")
    return ModelReply(text, requests, reported_tokens(answered, ms), "tools" if requests else "end")


def _request(action: Any) -> ToolRequest:
    if not isinstance(action, dict) or len(action) != 1:
        raise malformed(f"expected an action with one key, the tool's name, received {brief(action)}")
    [(name, args)] = action.items()
    return ToolRequest(new_id(), name, args)


def reported_tokens(answered: Object, ms: float) -> Cost:
    """Return the tokens; the service does not report prices."""
    usage = answered.get("usage")
    counted = usage if isinstance(usage, dict) else {}
    return Cost(ms, int(counted.get("prompt_tokens") or 0), int(counted.get("completion_tokens") or 0))


def reason(text: str) -> str:
    """Return why a request was refused, in the service's words."""
    try:
        said = loads(text)
    except ValueError:
        return text
    return str(said["detail"]) if isinstance(said, dict) and "detail" in said else text
