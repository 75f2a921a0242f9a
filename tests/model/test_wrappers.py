"""Patience, a second model, and a time limit, each around a model that says what it was told."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from pollex.core.fault import Fault
from pollex.core.protocols import Message, ModelReply, ModelRequest
from pollex.model.fallback import FallbackModel
from pollex.model.faults import ProviderBusy, too_late
from pollex.model.retrying import RetryingModel, RetryPolicy
from pollex.model.timeout import TimeoutModel
from pollex.testing import ScriptedModel

from ..waits import Clock, until_async

HELLO = ModelRequest((Message("user", "Hello"),))
PROMPTLY = RetryPolicy(retries=2, first=0.001, longest=0.01, total=1)
DENIED = Fault("denied", "LLM API Error: no (HTTP 401)", retry=False)


class Slow:
    """Says two words, and takes its time before each."""

    name = "slow"
    provider = "openai"

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    async def ask(self, request: ModelRequest) -> ModelReply:
        await asyncio.sleep(self.seconds)
        return ModelReply("late")

    async def stream(self, request: ModelRequest) -> AsyncIterator[str | ModelReply]:
        for word in ("One", "two"):
            await asyncio.sleep(self.seconds)
            yield word
        yield ModelReply("Onetwo")


class Breaking:
    """Says a word, and breaks off."""

    name = "breaking"
    provider = "openai"

    async def ask(self, request: ModelRequest) -> ModelReply:
        raise ProviderBusy("no")

    async def stream(self, request: ModelRequest) -> AsyncIterator[str | ModelReply]:
        yield "One"
        raise ProviderBusy("broken off")


async def test_a_busy_model_is_asked_again() -> None:
    model = ScriptedModel([ProviderBusy("busy"), ProviderBusy("busy"), ModelReply("Here.")])
    assert (await RetryingModel(model, PROMPTLY).ask(HELLO)).text == "Here."
    assert len(model.requests) == 3


async def test_patience_ends_after_so_many_tries() -> None:
    model = ScriptedModel([ProviderBusy("first"), ProviderBusy("second"), ProviderBusy("third"), ModelReply("Here.")])
    with pytest.raises(ProviderBusy, match="third"):
        await RetryingModel(model, PROMPTLY).ask(HELLO)


async def test_what_cannot_get_better_is_not_asked_again() -> None:
    model = ScriptedModel([DENIED, ModelReply("Here.")])
    with pytest.raises(Fault, match="401"):
        await RetryingModel(model, PROMPTLY).ask(HELLO)
    assert len(model.requests) == 1


async def test_it_waits_as_long_as_the_provider_asks_for() -> None:
    clock = Clock()
    model = ScriptedModel([ProviderBusy("busy", after=1_000), ModelReply("Here.")])
    asking = asyncio.create_task(RetryingModel(model, RetryPolicy(total=2_000)).ask(HELLO))
    await until_async("it was asked", lambda: model.requests)
    clock.skip(900)
    for _ in range(9):
        await asyncio.sleep(0)
    assert len(model.requests) == 1

    clock.skip(100)
    assert (await asking).text == "Here."


async def test_it_does_not_begin_to_wait_for_longer_than_it_may() -> None:
    model = ScriptedModel([ProviderBusy("busy", after=3_600), ModelReply("Here.")])
    with pytest.raises(ProviderBusy):
        await RetryingModel(model, PROMPTLY).ask(HELLO)
    assert len(model.requests) == 1


async def test_a_stream_is_begun_again_only_before_its_first_word() -> None:
    model = ScriptedModel([ProviderBusy("busy"), ModelReply("Here.")])
    assert [piece async for piece in RetryingModel(model, PROMPTLY).stream(HELLO)] == ["Here.", ModelReply("Here.")]

    pieces = []
    with pytest.raises(ProviderBusy, match="broken off"):
        async for piece in RetryingModel(Breaking(), PROMPTLY).stream(HELLO):
            pieces.append(piece)  # noqa: PERF401 - the fault comes in between
    assert pieces == ["One"]


async def test_the_second_model_answers_where_the_first_does_not() -> None:
    first, second = ScriptedModel([DENIED, DENIED], name="a:1"), ScriptedModel([ModelReply("Me.")] * 2, name="b:2")
    model = FallbackModel(first, second)

    assert model.name == "a:1"
    assert (await model.ask(HELLO)).text == "Me."
    assert [piece async for piece in model.stream(HELLO)] == ["Me.", ModelReply("Me.")]


async def test_the_second_model_is_not_asked_where_the_first_answers() -> None:
    second = ScriptedModel([])
    assert (
        await FallbackModel(ScriptedModel([ModelReply("Me.", stop="refused")]), second).ask(HELLO)
    ).stop == "refused"
    assert second.requests == []


async def test_where_both_fail_both_are_told() -> None:
    second = Fault("limit", "LLM API Error: no credit", retry=False)
    model = FallbackModel(ScriptedModel([DENIED], name="a:1"), ScriptedModel([second], name="b:2"))

    with pytest.raises(Fault) as raised:
        await model.ask(HELLO)

    hint = "This is 'b:2'. 'a:1' had failed before: LLM API Error: no (HTTP 401)"
    assert raised.value == Fault("limit", "LLM API Error: no credit", hint=hint, retry=False)


async def test_a_stream_that_has_begun_is_not_taken_over() -> None:
    second = ScriptedModel([ModelReply("Me.")])
    with pytest.raises(ProviderBusy):
        [piece async for piece in FallbackModel(Breaking(), second).stream(HELLO)]
    assert second.requests == []


async def test_a_model_that_is_too_slow_is_a_fault() -> None:
    with pytest.raises(Fault) as raised:
        await TimeoutModel(Slow(600), 0.05).ask(HELLO)
    assert raised.value == too_late(0.05)
    assert raised.value.message == "LLM API Error: no answer within 0.05 seconds"


async def test_the_limit_is_for_the_whole_stream_and_not_for_who_reads_it() -> None:
    clock, pieces = Clock(), list[str | ModelReply]()

    async def read(model: TimeoutModel) -> None:
        async for piece in model.stream(HELLO):
            pieces.append(piece)

    reading = asyncio.create_task(read(TimeoutModel(Slow(2_000), 3_000)))
    await asyncio.sleep(0)
    clock.skip(2_000)
    await until_async("a word was said", lambda: pieces)
    clock.skip(1_000)
    with pytest.raises(Fault, match=r"within 3000 seconds"):
        await reading

    pieces.clear()
    async for piece in TimeoutModel(Slow(0), 3_000).stream(HELLO):
        pieces.append(piece)
        clock.skip(2_000)
    assert pieces == ["One", "two", ModelReply("Onetwo")]
