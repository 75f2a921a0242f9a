"""Browser Use's own wire, against a server that answers what it is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pollex.core.fault import Fault
from pollex.core.protocols import Message, ModelReply, ModelRequest, ToolAnswer, ToolRequest
from pollex.core.result import Result

if TYPE_CHECKING:
    from .conftest import Open, Wire

PNG = b"\x89PNG\r\n\x1a\n" + b"\x00" * 8
SCHEMA = {"type": "object", "properties": {"index": {"type": "integer"}}, "required": ["index"]}
CLICK = {
    "type": "function",
    "function": {"name": "click", "description": "Click.", "parameters": SCHEMA, "strict": False},
}
USAGE = {"prompt_tokens": 120, "prompt_cached_tokens": None, "completion_tokens": 8, "total_tokens": 128}


def asks(text: str, *tools: Any, **more: Any) -> ModelRequest:
    return ModelRequest((Message("user", text),), tools, **more)


async def test_a_conversation_in_its_words(wire: Wire, opened: Open, key: str) -> None:
    wire.answers({"completion": "Good day.", "usage": USAGE})
    model = opened(f"browser-use@{wire.url}")
    conversation = (
        Message("system", "Be brief."),
        Message("user", "Look.", images=(PNG,)),
        Message("assistant", "I click.", (ToolRequest("c1", "click", '{"index": 3}'),)),
        Message("tool", answers=(ToolAnswer("c1", "click", Result.success({"ok": True})),)),
    )

    reply = await model.ask(ModelRequest(conversation))

    picture = {"url": "data:image/png;base64,iVBORw0KGgoAAAAAAAAAAA==", "detail": "auto", "media_type": "image/png"}
    seen = wire.seen[0]
    assert (seen.path, seen.headers["authorization"]) == ("/v1/chat/completions", f"Bearer {key}")
    assert seen.body == {
        "model": "bu-2-0",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {
                "role": "user",
                "content": [{"type": "text", "text": "Look."}, {"type": "image_url", "image_url": picture}],
            },
            {"role": "assistant", "content": '{"text":"I click.","action":[{"click":{"index":3}}]}'},
            {"role": "user", "content": 'Result of click:\n{"ok":true}'},
        ],
        "fast": False,
        "request_type": "browser_agent",
        "anonymized_telemetry": False,
    }
    assert (reply.text, reply.requests, reply.stop) == ("Good day.", (), "end")
    assert (reply.cost.tokens_in, reply.cost.tokens_out) == (120, 8)


async def test_tools_are_the_schema_of_its_answer(wire: Wire, opened: Open) -> None:
    actions = [{"click": {"index": 3}}, {"click": {"index": 4}}]
    wire.answers({"completion": {"text": "Two.", "action": actions}, "usage": None})
    model = opened(f"browser-use:bu-2-0@{wire.url}")

    reply = await model.ask(asks("Click.", CLICK, must_call=True))

    asked = wire.seen[0].body["output_format"]
    click = {"click": SCHEMA}
    closed = {"type": "object", "description": "Click.", "required": ["click"], "additionalProperties": False}
    assert asked["properties"]["action"]["items"] == {"anyOf": [{**closed, "properties": click}]}
    assert asked["properties"]["action"]["minItems"] == 1
    assert (reply.text, reply.stop) == ("Two.", "tools")
    assert [(request.tool, request.args) for request in reply.requests] == [
        ("click", {"index": 3}),
        ("click", {"index": 4}),
    ]
    assert len({request.id for request in reply.requests}) == 2


async def test_a_stream_is_one_piece_and_the_reply(wire: Wire, opened: Open) -> None:
    wire.answers({"completion": "Good day.", "usage": USAGE})

    pieces = [piece async for piece in opened(f"browser-use@{wire.url}").stream(asks("Hello"))]

    assert pieces[0] == "Good day."
    assert isinstance(pieces[1], ModelReply)
    assert len(pieces) == 2


@pytest.mark.parametrize(
    ("status", "code", "requests"),
    [(401, "denied", 1), (402, "limit", 1), (429, "unavailable", 4), (503, "unavailable", 4), (422, "failed", 1)],
)
async def test_a_refused_request_is_a_fault_that_does_not_tell_the_key(
    status: int, code: str, requests: int, wire: Wire, opened: Open, key: str
) -> None:
    for _ in range(requests):
        wire.answers({"detail": f"no, {key}"}, status=status, headers={"Retry-After": "0"})

    with pytest.raises(Fault) as raised:
        await opened(f"browser-use@{wire.url}").ask(asks("Hello"))

    said = f"LLM API Error: no, {{{{secret.BROWSER_USE_API_KEY}}}} (HTTP {status})"
    assert (raised.value.code, raised.value.message, len(wire.seen)) == (code, said, requests)


@pytest.mark.parametrize(
    "body",
    [
        "",
        "<html>",
        "[]",
        {"usage": USAGE},
        {"completion": 5},
        {"completion": {"action": {}}},
        {"completion": {"action": [{}]}},
    ],
)
async def test_an_answer_of_another_shape_is_said_to_be_malformed(body: Any, wire: Wire, opened: Open) -> None:
    wire.answers(body)

    with pytest.raises(Fault) as raised:
        await opened(f"browser-use@{wire.url}").ask(asks("Click.", CLICK))

    assert raised.value.code == "invalid_output"
    assert raised.value.message.startswith("Failed to parse LLM response: ")


async def test_a_server_that_is_not_there_is_unavailable(opened: Open) -> None:
    with pytest.raises(Fault) as raised:
        await opened("browser-use@http://127.0.0.1:9").ask(asks("Hello"))
    assert (raised.value.code, raised.value.hint) == ("unavailable", "Is 'http://127.0.0.1:9' reachable from here?")
