"""What goes over the wire, byte for byte, and answers that no well-behaved server gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pollex.core.fault import Fault
from pollex.core.protocols import Message, ModelReply, ModelRequest, ToolAnswer, ToolRequest
from pollex.core.result import Result

if TYPE_CHECKING:
    from .conftest import Open, Wire

PNG = b"\x89PNG\r\n\x1a\n" + b"\x00" * 8
SCHEMA = {
    "type": "object",
    "properties": {"a": {"type": "integer", "minimum": 0}, "b": {"type": "string", "format": "uri"}},
    "required": ["a"],
}
TOOLS: dict[str, dict[str, Any]] = {
    "openai": {
        "type": "function",
        "function": {"name": "go", "description": "Go.", "parameters": SCHEMA, "strict": True},
    },
    "anthropic": {"name": "go", "description": "Go.", "input_schema": SCHEMA, "strict": True},
    "google": {"name": "go", "description": "Go.", "parametersJsonSchema": SCHEMA},
}
NAMES = {
    "openai": "openai:gpt-5@{}/v1",
    "openai-responses": "openai-responses:gpt-5@{}/v1",
    "anthropic": "anthropic:claude-haiku-5-5@{}",
    "google": "google:gemini-3.8-flash@{}",
    "ollama": "ollama:qwen3@{}/v1",
}
every_provider = pytest.mark.parametrize("provider", NAMES)


def chat(message: dict[str, Any], finish: str = "stop") -> dict[str, Any]:
    choice = {"index": 0, "message": {"role": "assistant", "content": None, **message}, "finish_reason": finish}
    return {"id": "1", "object": "chat.completion", "created": 1, "model": "gpt-5", "choices": [choice]}


def chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "gpt-5", "choices": [choice]}


def claude(content: list[dict[str, Any]], stop: str = "end_turn") -> dict[str, Any]:
    usage = {"input_tokens": 1, "output_tokens": 1}
    about = {"id": "1", "type": "message", "role": "assistant", "model": "claude-haiku-5-5", "usage": usage}
    return {**about, "content": content, "stop_reason": stop, "stop_sequence": None}


def gemini(parts: list[dict[str, Any]], finish: str = "STOP") -> dict[str, Any]:
    return {"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": finish, "index": 0}]}


def asks(text: str, *tools: Any, **more: Any) -> ModelRequest:
    return ModelRequest((Message("user", text),), tools, **more)


def tool_in(provider: str, body: dict[str, Any]) -> dict[str, Any]:
    tool: dict[str, Any] = body["tools"][0]
    if provider == "google":
        return dict(tool["functionDeclarations"][0])
    return dict(tool.get("function", tool))


@every_provider
async def test_the_schema_of_a_tool_is_sent_as_it_was_rendered(provider: str, wire: Wire, opened: Open) -> None:
    wire.answers({}, status=400)
    model = opened(NAMES[provider].format(wire.url))

    with pytest.raises(Fault):
        await model.ask(asks("Go.", TOOLS[model.provider]))

    tool = tool_in(provider, wire.seen[0].body)
    sent = [tool[key] for key in ("parameters", "input_schema", "parameters_json_schema") if key in tool]
    assert (tool["name"], tool["description"], sent) == ("go", "Go.", [SCHEMA])
    if provider in ("openai", "openai-responses", "anthropic"):
        assert tool["strict"] is True


@pytest.mark.parametrize(
    ("provider", "field", "forced"),
    [
        ("openai", "tool_choice", "required"),
        ("openai-responses", "tool_choice", "required"),
        ("anthropic", "tool_choice", {"type": "any"}),
        ("google", "toolConfig", {"functionCallingConfig": {"mode": "ANY"}}),
        ("ollama", "tool_choice", "required"),
    ],
)
async def test_a_model_that_must_call_a_tool_is_told_so(
    provider: str, field: str, forced: Any, wire: Wire, opened: Open
) -> None:
    wire.answers({}, status=400)
    model = opened(NAMES[provider].format(wire.url))

    with pytest.raises(Fault):
        await model.ask(asks("Go.", TOOLS[model.provider], must_call=True))

    assert wire.seen[0].body[field] == forced


async def test_a_model_that_cannot_be_forced_is_asked_nevertheless(wire: Wire, opened: Open) -> None:
    wire.answers(claude([{"type": "text", "text": "No."}]))
    model = opened(f"anthropic:claude-sonnet-5-5@{wire.url}")

    reply = await model.ask(asks("Go.", TOOLS["anthropic"], must_call=True, max_tokens=50))

    assert reply.text == "No."
    assert wire.seen[0].body["tool_choice"] == {"type": "auto"}


async def test_a_whole_conversation_in_the_words_of_openai(wire: Wire, opened: Open) -> None:
    wire.answers(chat({"content": "Done."}))
    model = opened(NAMES["openai"].format(wire.url))
    failed = Result.failure(Fault("not_found", "There is no such button.", hint="Look again."))
    conversation = (
        Message("system", "Be brief."),
        Message("user", "Look.", images=(PNG,)),
        Message("assistant", "I look.", (ToolRequest("c1", "go", {"a": 1}), ToolRequest("c2", "go", '{"a": broken'))),
        Message("tool", answers=(ToolAnswer("c1", "go", Result.success({"n": 2})), ToolAnswer("c2", "go", failed))),
        Message("user", "And now?"),
    )

    await model.ask(ModelRequest(conversation, max_tokens=50))

    picture = {"url": "data:image/png;base64,iVBORw0KGgoAAAAAAAAAAA=="}
    assert wire.seen[0].body["messages"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": [{"type": "text", "text": "Look."}, {"type": "image_url", "image_url": picture}]},
        {
            "role": "assistant",
            "content": "I look.",
            "tool_calls": [
                {"id": "c1", "type": "function", "function": {"name": "go", "arguments": '{"a":1}'}},
                {
                    "id": "c2",
                    "type": "function",
                    "function": {"name": "go", "arguments": '{"INVALID_JSON":"{\\"a\\": broken"}'},
                },
            ],
        },
        {"role": "tool", "tool_call_id": "c1", "content": '{"n":2}'},
        {
            "role": "tool",
            "tool_call_id": "c2",
            "content": '{"error":"[not_found] There is no such button. Hint: Look again."}',
        },
        {"role": "user", "content": "And now?"},
    ]
    assert wire.seen[0].body["max_completion_tokens"] == 50


@pytest.mark.parametrize("provider", ["openai", "ollama"])
async def test_malformed_arguments_arrive_as_they_were_written(provider: str, wire: Wire, opened: Open) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "go", "arguments": '{"a": 1, "b": tw'}}
    wire.answers(chat({"tool_calls": [call]}, "tool_calls"))
    model = opened(NAMES[provider].format(wire.url))

    reply = await model.ask(asks("Go.", TOOLS["openai"]))

    assert reply.requests == (ToolRequest("c1", "go", '{"a": 1, "b": tw'),)


async def test_malformed_arguments_of_a_stream_arrive_as_they_were_written(wire: Wire, opened: Open) -> None:
    wire.streams(
        {"type": "message_start", "message": claude([])},
        {
            "type": "content_block_start",
            "index": 0,
            "content_block": {"type": "tool_use", "id": "c1", "name": "go", "input": {}},
        },
        {"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": '{"a": 1, '}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": '"b": tw'}},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 3}},
        {"type": "message_stop"},
    )
    model = opened(NAMES["anthropic"].format(wire.url))

    pieces = [piece async for piece in model.stream(asks("Go.", TOOLS["anthropic"]))]

    assert [piece.requests for piece in pieces if isinstance(piece, ModelReply)] == [
        (ToolRequest("c1", "go", '{"a": 1, "b": tw'),)
    ]


@pytest.mark.parametrize(
    ("provider", "body", "text"),
    [
        ("openai", chat({"refusal": "I will not."}), "I will not."),
        ("openai", chat({"content": "I"}, "content_filter"), "I"),
        ("anthropic", claude([], "refusal"), ""),
        ("google", gemini([], "SAFETY"), ""),
        ("google", {"promptFeedback": {"blockReason": "SAFETY"}}, ""),
    ],
)
async def test_a_refusal_is_an_answer(provider: str, body: Any, text: str, wire: Wire, opened: Open) -> None:
    wire.answers(body)
    model = opened(NAMES[provider].format(wire.url))

    reply = await model.ask(asks("Help me rob a bank.", max_tokens=50))

    assert (reply.text, reply.requests, reply.stop) == (text, (), "refused")


ODD = ("", "[]", "{}", '"x"', "null", "<html>", '{"choices": [{"message": null}]}', '{"content": [{"type": "text"}]}')


@every_provider
@pytest.mark.parametrize("body", ODD)
async def test_a_body_of_another_shape_is_said_to_be_malformed(
    provider: str, body: str, wire: Wire, opened: Open
) -> None:
    wire.answers(body)
    model = opened(NAMES[provider].format(wire.url))

    with pytest.raises(Fault) as raised:
        await model.ask(asks("Speak."))

    assert raised.value.code == "invalid_output"
    assert raised.value.message.startswith("Failed to parse LLM response: ")


STREAMS: dict[str, tuple[Any, ...]] = {
    "openai": (chunk({"role": "assistant", "content": "One "}), chunk({"content": "two"})),
    "anthropic": (
        {"type": "message_start", "message": claude([])},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "One "}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "two"}},
    ),
    "google": ({"candidates": [{"content": {"role": "model", "parts": [{"text": "One two"}]}, "index": 0}]},),
}


@pytest.mark.parametrize(
    ("provider", "ending"),
    [("openai", "cut"), ("anthropic", "cut"), ("anthropic", "well"), ("google", "cut"), ("google", "well")],
)
async def test_a_stream_that_breaks_off_is_a_fault_after_what_was_said(
    provider: str, ending: str, wire: Wire, opened: Open
) -> None:
    """Whether the connection breaks, or only the last event never comes; not all that speak like OpenAI send one."""
    wire.streams(*STREAMS[provider], ending=ending)
    model = opened(NAMES[provider].format(wire.url))
    pieces = []

    with pytest.raises(Fault) as raised:
        async for piece in model.stream(asks("Count.")):
            pieces.append(piece)  # noqa: PERF401 - the fault comes in between

    assert "".join(str(piece) for piece in pieces) == "One two"
    assert raised.value.code == "unavailable"
    assert raised.value.message.startswith("LLM API Error: ")
    assert len(wire.seen) == 1


async def test_an_event_that_is_no_json_ends_a_stream_with_a_fault(wire: Wire, opened: Open) -> None:
    wire.streams(STREAMS["openai"][0], '{"id": "1", "choi')
    model = opened(NAMES["openai"].format(wire.url))

    with pytest.raises(Fault, match="Failed to parse LLM response: "):
        [piece async for piece in model.stream(asks("Count."))]


async def test_an_overload_that_is_told_inside_a_stream_is_tried_again(wire: Wire, opened: Open) -> None:
    wire.streams({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}})
    wire.streams(*STREAMS["anthropic"], {"type": "error", "error": {"type": "overloaded_error", "message": "Again"}})
    model = opened(NAMES["anthropic"].format(wire.url))
    pieces = []

    with pytest.raises(Fault) as raised:
        async for piece in model.stream(asks("Count.")):
            pieces.append(piece)  # noqa: PERF401 - the fault comes in between

    assert ("".join(str(piece) for piece in pieces), len(wire.seen)) == ("One two", 2)
    assert (raised.value.code, raised.value.message) == ("unavailable", "LLM API Error: Again (HTTP 529)")
