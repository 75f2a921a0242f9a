"""Stopping a task, or a reader who goes away, ends the request at once: the server sees the connection close."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from pollex.core.fault import Fault
from pollex.core.protocols import Message, Model, ModelRequest

from ..waits import Clock, until_async

if TYPE_CHECKING:
    from .conftest import Open, Wire

HELLO = ModelRequest((Message("user", "Hello"),), max_tokens=10)
PROVIDERS = ["openai", "openai-responses", "anthropic", "google", "browser-use"]
CHUNK = {
    "id": "1",
    "object": "chat.completion.chunk",
    "created": 1,
    "model": "m",
    "choices": [{"index": 0, "delta": {"role": "assistant", "content": "One"}, "finish_reason": None}],
}


async def read(model: Model, begun: asyncio.Event | None = None) -> None:
    async for _ in model.stream(HELLO):
        if begun is not None:
            begun.set()


async def seen_to_end(wire: Wire) -> None:
    await until_async("the server saw the connection close", wire.gone.is_set)


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("streamed", [False, True])
async def test_a_cancelled_task_aborts_the_request(provider: str, streamed: bool, wire: Wire, opened: Open) -> None:
    wire.hangs()
    model = opened(f"{provider}@{wire.url}")
    task = asyncio.create_task(read(model) if streamed else model.ask(HELLO))
    await until_async("the server was asked", wire.asked.is_set)

    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    await seen_to_end(wire)


async def test_a_cancelled_stream_that_has_begun_is_aborted(wire: Wire, opened: Open) -> None:
    wire.streams(CHUNK, ending="hangs")
    model = opened(f"openai:m@{wire.url}")
    begun = asyncio.Event()
    task = asyncio.create_task(read(model, begun))
    await until_async("the stream has begun", begun.is_set)

    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    await seen_to_end(wire)


async def test_a_reader_who_goes_away_ends_the_stream(wire: Wire, opened: Open) -> None:
    wire.streams(CHUNK, ending="hangs")
    stream: Any = opened(f"openai:m@{wire.url}").stream(HELLO)
    assert await anext(stream) == "One"

    await stream.aclose()

    await seen_to_end(wire)


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_a_request_that_takes_too_long_is_aborted(provider: str, wire: Wire, opened: Open) -> None:
    wire.hangs()
    clock, model = Clock(), opened(f"{provider}@{wire.url}", timeout=3_000)
    asking = asyncio.create_task(model.ask(HELLO))
    await until_async("the server was asked", wire.asked.is_set)
    clock.skip(3_000)

    with pytest.raises(Fault) as raised:
        await asking

    assert (raised.value.code, raised.value.retry) == ("timeout", True)
    assert raised.value.message == "LLM API Error: no answer within 3000 seconds"
    await seen_to_end(wire)
    assert len(wire.seen) == 1
