"""Each provider's real client against a local server that speaks its protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pollex.core.call import Call
from pollex.core.context import Context
from pollex.core.declare import tool
from pollex.core.fault import Fault
from pollex.core.invoke import invoke
from pollex.core.protocols import Message, ModelReply, ModelRequest, ToolAnswer
from pollex.core.registry import Registry

if TYPE_CHECKING:
    from .conftest import Mock, Open

PROVIDERS = {
    "openai": "openai:gpt-5@{}/v1",
    "openai-responses": "openai-responses:gpt-5@{}/v1",
    "anthropic": "anthropic:claude-haiku-5-5@{}",
    "google": "google:gemini-3.8-flash@{}",
    "ollama": "ollama:qwen3@{}/v1",
}
PRICES = {"openai": 1.25, "openai-responses": 1.25, "anthropic": 0.5, "google": 0.75, "ollama": 0.0}
"""Dollars for a million tokens that go in."""

every_provider = pytest.mark.parametrize("provider", PROVIDERS)


@tool(effect="read")
def add(a: int, b: int) -> int:
    """Add two whole numbers."""
    return a + b


def asks(text: str, *tools: Any, **more: Any) -> ModelRequest:
    return ModelRequest((Message("system", "Be brief."), Message("user", text)), tools, **more)


def usage(given: int, made: int) -> dict[str, int]:
    """Tokens under the names of all protocols."""
    return {
        **dict.fromkeys(("prompt_tokens", "input_tokens", "promptTokenCount"), given),
        **dict.fromkeys(("completion_tokens", "output_tokens", "candidatesTokenCount"), made),
    }


def without_time(reply: ModelReply) -> ModelReply:
    return ModelReply(reply.text, reply.requests, reply.cost._replace(ms=0, usd=0), reply.stop)


@every_provider
async def test_a_model_answers_and_its_tokens_are_counted(provider: str, mock: Mock, opened: Open) -> None:
    mock.says("Who are you?", {"content": "A model.", "usage": usage(1_000_000, 0)})
    model = opened(PROVIDERS[provider].format(mock.url))

    reply = await model.ask(asks("Who are you?"))

    assert (reply.text, reply.requests, reply.stop) == ("A model.", (), "end")
    assert (reply.cost.tokens_in, reply.cost.tokens_out) == (1_000_000, 0)
    assert reply.cost.usd == pytest.approx(PRICES[provider])
    assert reply.cost.ms > 0


@every_provider
async def test_text_comes_in_pieces_and_the_whole_last(provider: str, mock: Mock, opened: Open) -> None:
    mock.says("Count.", {"content": "One two three four five six seven", "usage": usage(7, 8)}, chunkSize=5)
    model = opened(PROVIDERS[provider].format(mock.url))

    *pieces, last = [piece async for piece in model.stream(asks("Count."))]

    assert len(pieces) > 3
    assert "".join(str(piece) for piece in pieces) == "One two three four five six seven"
    assert isinstance(last, ModelReply)
    assert (last.text, last.stop) == ("One two three four five six seven", "end")
    assert (last.cost.tokens_in, last.cost.tokens_out) == (7, 8)


@every_provider
@pytest.mark.parametrize("streamed", [False, True])
async def test_several_tools_are_called_and_their_results_go_back(
    provider: str, streamed: bool, mock: Mock, opened: Open
) -> None:
    two = [{"name": "add", "arguments": '{"a": 1, "b": 2}'}, {"name": "add", "arguments": '{"a": 3, "b": 4}'}]
    ending = {"finishReason": "stop"} if provider == "google" else {}  # else the server says what Google never says
    mock.says("Add.", {"toolCalls": two, **ending}, match={"hasToolResult": False})
    mock.says("Add.", {"content": "3 and 7."}, match={"hasToolResult": True})
    model = opened(PROVIDERS[provider].format(mock.url))
    tools = Registry(add)
    exported = tools.for_provider(model.provider)
    asked = asks("Add.", *exported, must_call=True)

    reply = [piece async for piece in model.stream(asked)][-1] if streamed else await model.ask(asked)

    assert isinstance(reply, ModelReply)
    assert reply.stop == "tools"
    answers = []
    for request in reply.requests:
        name, args = exported.decode(request.tool, request.args)
        answers.append(ToolAnswer(request.id, request.tool, await invoke(Call(name, args), Context(tools))))
    assert [answer.result.data for answer in answers] == [3, 7]
    turns = (Message("assistant", reply.text, reply.requests), Message("tool", answers=tuple(answers)))
    last = await model.ask(ModelRequest((*asked.messages, *turns), tuple(exported)))
    assert (last.text, last.stop) == ("3 and 7.", "end")


@every_provider
@pytest.mark.parametrize("streamed", [False, True])
async def test_a_limited_request_is_made_again(provider: str, streamed: bool, mock: Mock, opened: Open) -> None:
    busy = {"error": {"message": "Slow down", "type": "rate_limit_error"}, "status": 429, "retryAfter": 0}
    mock.says("Now?", busy, turn=0)
    mock.says("Now?", busy, turn=1)
    mock.says("Now?", {"content": "Now."}, turn=2)
    model = opened(PROVIDERS[provider].format(mock.url))

    reply = [piece async for piece in model.stream(asks("Now?"))][-1] if streamed else await model.ask(asks("Now?"))

    assert isinstance(reply, ModelReply)
    assert reply.text == "Now."
    assert [entry["response"]["status"] for entry in mock.journal()] == [429, 429, 200]


@every_provider
@pytest.mark.parametrize(
    ("status", "kind"), [(429, "rate_limit_error"), (503, "unavailable"), (529, "overloaded_error")]
)
async def test_a_provider_that_stays_busy_is_given_up(
    provider: str, status: int, kind: str, mock: Mock, opened: Open
) -> None:
    mock.says("Busy?", {"error": {"message": "Not now", "type": kind}, "status": status, "retryAfter": 0})
    model = opened(PROVIDERS[provider].format(mock.url))

    with pytest.raises(Fault) as raised:
        await model.ask(asks("Busy?"))

    assert raised.value.code == "unavailable"
    assert raised.value.retry
    assert raised.value.message == f"LLM API Error: Not now (HTTP {status})"
    assert len(mock.journal()) == 4  # the first and three more: the clients do not try again by themselves


@every_provider
async def test_a_wrong_key_is_denied_and_never_told(provider: str, mock: Mock, opened: Open, key: str) -> None:
    said = {"message": f"Incorrect API key provided: {key}", "type": "authentication_error"}
    mock.says("Open.", {"error": said, "status": 401})
    model = opened(PROVIDERS[provider].format(mock.url))

    with pytest.raises(Fault) as raised:
        await model.ask(asks("Open."))

    assert (raised.value.code, raised.value.retry) == ("denied", False)
    assert raised.value.message.startswith("LLM API Error: Incorrect API key provided: {{secret.")
    assert key not in str(raised.value.to_json()) + str(raised.value) + repr(raised.value)
    assert len(mock.journal()) == 1


@every_provider
async def test_a_body_that_is_no_json_is_said_to_be_malformed(provider: str, mock: Mock, opened: Open) -> None:
    mock.says("Speak.", {"content": "x"}, chaos={"malformedRate": 1})
    model = opened(PROVIDERS[provider].format(mock.url))

    with pytest.raises(Fault) as raised:
        await model.ask(asks("Speak."))

    assert raised.value.code == "invalid_output"
    assert raised.value.message.startswith("Failed to parse LLM response: ")


@pytest.mark.parametrize("provider", ["openai", "anthropic", "google", "ollama"])
async def test_an_answer_cut_at_its_length_says_so(provider: str, mock: Mock, opened: Open) -> None:
    mock.says("Tell all.", {"content": "It was", "finishReason": "length"})
    model = opened(PROVIDERS[provider].format(mock.url))

    reply = await model.ask(asks("Tell all.", max_tokens=2))

    assert without_time(reply) == ModelReply("It was", (), reply.cost._replace(ms=0, usd=0), "length")
