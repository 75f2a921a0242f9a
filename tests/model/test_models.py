"""The one entrance: names that work, names that do not, a second model, and what is loaded when."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from pollex.core.fault import Fault
from pollex.core.protocols import Message, ModelReply, ModelRequest
from pollex.model import RetryPolicy, open_model
from pollex.model.faults import ProviderBusy
from pollex.model.models import check_model
from pollex.model.prices import price_known
from pollex.model.retrying import RetryingModel
from pollex.model.wrapper import WrapperModel
from pollex.testing import ScriptedModel

from ..waits import until_async

if TYPE_CHECKING:
    from .conftest import Open, Wire

HELLO = ModelRequest((Message("user", "Hello"),), max_tokens=10)


def chat(text: str) -> dict[str, Any]:
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    return {"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}


@pytest.mark.parametrize(
    ("name", "dialect"),
    [
        ("openai", "openai"),
        ("anthropic", "anthropic"),
        ("google", "google"),
        ("browser-use", "openai"),
        ("ollama", "openai"),
        ("openai:m@https://host.example/v1", "openai"),
        ("deepseek:deepseek-chat", "openai"),
        ("openrouter:anthropic/claude-sonnet-5-5", "openai"),
    ],
)
def test_a_model_names_the_dialect_of_its_tools(name: str, dialect: str) -> None:
    model = open_model(name, keys=lambda variable: "k" if variable.endswith("_KEY") else None)
    assert model.provider == dialect


@pytest.mark.parametrize(
    ("name", "code", "hint"),
    [
        ("opnai:gpt-5", "not_found", "Did you mean 'openai'?"),
        ("deepsek:deepseek-chat", "not_found", "Did you mean 'deepseek'?"),
        ("bedrock:m", "unavailable", None),
        ("deepseek:m@https://elsewhere.example", "unavailable", None),
    ],
)
@pytest.mark.parametrize("key", ["k", None])
def test_a_model_that_cannot_be_opened_is_a_fault(key: str | None, name: str, code: str, hint: str | None) -> None:
    """Whether or not there is a key: one that nothing could use is not asked for."""
    with pytest.raises(Fault) as raised:
        open_model(name, keys=lambda _: key)
    assert (raised.value.code, raised.value.retry) == (code, False)
    assert hint in (None, raised.value.hint)


@pytest.mark.parametrize(
    ("name", "key", "code"),
    [
        ("opnai:gpt-5", "k", "not_found"),
        ("deepsek:deepseek-chat", "k", "not_found"),
        ("bedrock:m", "k", "unavailable"),
        ("deepseek:m@https://elsewhere.example", "k", "unavailable"),
        ("anthropic", None, "unavailable"),
        ("openai@http://models.example.org/v1", "k", "denied"),
    ],
)
def test_a_model_is_checked_without_being_opened(name: str, key: str | None, code: str) -> None:
    with pytest.raises(Fault) as raised:
        check_model(name, keys=lambda _: key)
    assert raised.value.code == code


def test_a_model_that_can_be_opened_passes_the_check() -> None:
    for name in ("local", "openai:gpt-5", "ollama:qwen3", "deepseek:deepseek-chat"):
        check_model(name, keys=lambda variable: "k" if variable.endswith("_KEY") else None)


def test_local_needs_neither_key_nor_library() -> None:
    assert open_model("local", keys=lambda _: None).name == "local"


async def test_a_second_model_by_name_answers_where_the_first_is_overloaded(
    wires: Callable[[], Any], opened: Open
) -> None:
    first: Wire = await wires()
    second: Wire = await wires()
    for _ in range(4):
        first.answers({"error": {"message": "Overloaded"}}, status=529)
    second.answers(chat("I am here."))
    model = opened(f"anthropic@{first.url}", fallback=f"openai:m@{second.url}")

    reply = await model.ask(HELLO)

    assert (reply.text, len(first.seen), len(second.seen)) == ("I am here.", 4, 1)


async def test_a_second_model_may_be_any_model(wire: Wire, opened: Open) -> None:
    wire.answers({"error": {"message": "No such model"}}, status=404)
    model = opened(f"openai:m@{wire.url}", fallback=ScriptedModel([ModelReply("Me.")]))
    assert (await model.ask(HELLO)).text == "Me."


async def test_ollama_is_where_its_variable_says(wire: Wire, opened: Open) -> None:
    wire.answers(chat("Local."))
    host = wire.url.removeprefix("http://")
    model = opened("ollama", keys={"OLLAMA_HOST": host}.get)

    assert (await model.ask(HELLO)).text == "Local."
    assert wire.seen[0].path == "/v1/chat/completions"


async def test_a_provider_that_asks_for_time_gets_it(wire: Wire, opened: Open) -> None:
    wire.answers({"error": {"message": "Slow down"}}, status=429, headers={"Retry-After": "3600"})

    with pytest.raises(Fault) as raised:
        await opened(f"openai:m@{wire.url}").ask(HELLO)

    assert (raised.value.code, len(wire.seen)) == ("unavailable", 1)  # an hour is more than its patience


@pytest.mark.parametrize(
    ("provider", "hint"),
    [
        ("openai", "Start the server of this model, or choose another model."),
        ("ollama", "Start it with: ollama serve; then get the model with: ollama pull qwen3"),
    ],
)
async def test_a_port_of_this_machine_where_nothing_listens_is_not_asked_again(
    provider: str, hint: str, opened: Open
) -> None:
    forever = RetryPolicy(first=3_600, longest=3_600, total=1_000_000)
    with pytest.raises(Fault) as raised:
        await opened(f"{provider}:qwen3@http://127.0.0.1:9/v1", patience=forever).ask(HELLO)

    message = "LLM API Error: nothing listens at 'http://127.0.0.1:9/v1'"
    assert raised.value == Fault("unavailable", message, hint=hint, retry=False)


async def test_a_server_that_was_there_is_waited_for(opened: Open) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        await reader.readexactly(int(head.lower().partition(b"content-length:")[2].split()[0]))
        body = json.dumps(chat("Here.")).encode()
        fields = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close"
        writer.write(f"HTTP/1.1 200 OK\r\n{fields}\r\n\r\n".encode() + body)
        await writer.drain()
        writer.close()

    class Watched(WrapperModel):
        refused = 0

        async def ask(self, request: ModelRequest) -> ModelReply:
            try:
                return await self._inner.ask(request)
            except ProviderBusy:
                self.refused += 1
                raise

    with socket.socket() as port:  # holds the port while no server listens at it
        port.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        port.bind(("127.0.0.1", 0))
        address = port.getsockname()
        inner = Watched(opened(f"openai:m@http://127.0.0.1:{address[1]}", patience=RetryPolicy(retries=0)))
        model = RetryingModel(inner, RetryPolicy(retries=10_000, first=0.01, longest=0.01))
        async with await asyncio.start_server(serve, *address, reuse_port=True):
            assert (await model.ask(HELLO)).text == "Here."

        again = asyncio.create_task(model.ask(HELLO))
        await until_async("it was refused", lambda: inner.refused)
        async with await asyncio.start_server(serve, *address, reuse_port=True):
            assert (await again).text == "Here."


async def test_an_answer_of_wrong_types_is_told_in_a_line(wire: Wire, opened: Open) -> None:
    call = {"id": 7, "type": "function", "function": {"name": ["page.click"], "arguments": {}}}
    choice = {"index": 0, "finish_reason": "tool_calls", "message": {"role": "assistant", "tool_calls": [call]}}
    wire.answers({"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]})

    with pytest.raises(Fault) as raised:
        await opened(f"openai:m@{wire.url}").ask(HELLO)

    at = "/choices/0/message/tool_calls/0"
    places = f"{at}/id should be text and is a number; {at}/function/arguments should be text and is an object"
    assert raised.value.code == "invalid_output"
    assert raised.value.message == f"Failed to parse LLM response: {places}; and 3 more"


def test_the_default_models_have_a_price() -> None:
    known = {
        "openai": "gpt-6.1-terra",
        "anthropic": "claude-sonnet-5-5",
        "google": "gemini-3.8-flash",
        "ollama": "qwen3",
    }
    assert {name: price_known(name, model) for name, model in known.items()} == {
        "openai": True,
        "anthropic": True,
        "google": True,
        "ollama": False,
    }


def run(program: str) -> str:
    return subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout.strip()


def test_the_provider_library_loads_with_the_first_of_its_models() -> None:
    program = (
        "import sys, pollex.model, pollex.app.keys; print([m for m in sys.modules if m in ('pydantic_ai', 'httpx2')])"
    )
    assert run(program) == "[]"


def test_without_the_provider_library_a_fault_says_how_to_get_it() -> None:
    program = (
        "import sys; sys.modules['pydantic_ai'] = None\n"
        "from pollex.model import open_model\n"
        "try: open_model('openai', keys=lambda _: 'k')\n"
        "except Exception as fault: print(fault)"
    )
    assert run(program) == (
        "[unavailable] The model 'openai:gpt-6.1-terra' needs the provider library, which is not installed. "
        "Hint: Install it: pip install \"pollex[models]\". The model 'local' needs nothing."
    )
