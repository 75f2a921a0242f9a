"""Two servers to ask: one that speaks the providers' protocols, and one that answers exactly what a test tells it."""

import asyncio
import json
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import pytest

from pollex.model import OpenModel, RetryPolicy, open_model

from ..npm import install

HERE = Path(__file__).parent
KEY = "sk-test-5f0c1d"
PROMPTLY = RetryPolicy(retries=3, first=0.01, longest=0.05, total=5)
Open = Callable[..., OpenModel]


class Mock:
    """The server of npm's aimock, taught by fixtures; it keeps a journal of what it was asked."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._client = httpx2.Client(base_url=f"{url}/__aimock")

    def says(self, asked: str, response: dict[str, Any], *, turn: int | None = None, **more: Any) -> None:
        """Answer whoever asks this, or only the first, second … time."""
        match = {"userMessage": asked, **({} if turn is None else {"sequenceIndex": turn}), **more.pop("match", {})}
        fixture = {"match": match, "response": response, **more}
        answered = self._client.post("/fixtures", json={"fixtures": [fixture]})
        assert answered.status_code == 200, answered.text

    def journal(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._client.get("/journal").json()
        return found

    def forget(self) -> None:
        self._client.post("/reset")

    def close(self) -> None:
        self._client.close()


@pytest.fixture(scope="session")
def running_mock() -> Iterator[Mock]:
    install(HERE)
    command = ["node", "serve.mjs"]
    with subprocess.Popen(command, cwd=HERE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        mock = Mock(process.stdout.readline().strip())
        yield mock
        mock.close()
        process.terminate()


@pytest.fixture
def mock(running_mock: Mock, monkeypatch: pytest.MonkeyPatch) -> Mock:
    """It speaks Google's protocol in the version before the one that the client speaks by default."""
    monkeypatch.setenv("GOOGLE_GENAI_API_VERSION", "beta")
    running_mock.forget()
    return running_mock


@dataclass
class Answer:
    """What to send back; `pieces` are events of a stream, and `ending` is how it ends."""

    status: int = 200
    body: Any = ""
    headers: dict[str, str] = field(default_factory=dict)
    pieces: tuple[str, ...] = ()
    ending: str = "well"


@dataclass
class Seen:
    """A request as it came."""

    path: str
    headers: dict[str, str]
    body: Any


class Wire:
    """Answers what it was told, in order, and remembers what it was asked."""

    def __init__(self) -> None:
        self.url = ""
        self.seen: list[Seen] = []
        self.asked = asyncio.Event()
        self.gone = asyncio.Event()
        """The client has hung up while it waited."""
        self._answers: list[Answer] = []

    def answers(self, body: Any, *, status: int = 200, headers: dict[str, str] | None = None) -> None:
        """A body: text as it is, anything else as JSON."""
        self._answers.append(Answer(status, body, headers or {}))

    def streams(self, *events: Any, ending: str = "well") -> None:
        """Server-sent events; `ending` is `well`, `cut` in the middle of the transfer, or `hangs` for ever."""
        self._answers.append(Answer(pieces=tuple(framed(event) for event in events), ending=ending))

    def hangs(self) -> None:
        self._answers.append(Answer(ending="silent"))

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            self.seen.append(Seen(head[0].split()[1], headers, json.loads(body or "null")))
            self.asked.set()
            await self._reply(self._answers.pop(0), reader, writer)
        writer.close()

    async def _reply(self, answer: Answer, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if answer.ending == "silent":
            await self._wait(reader)
        elif answer.pieces:
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
            for piece in answer.pieces:
                writer.write(f"{len(piece.encode()):x}\r\n{piece}\r\n".encode())
                await writer.drain()
            if answer.ending == "hangs":
                await self._wait(reader)
            elif answer.ending == "well":
                writer.write(b"0\r\n\r\n")
        else:
            data = (answer.body if isinstance(answer.body, str) else json.dumps(answer.body)).encode()
            fields = {"Content-Type": "application/json", "Content-Length": str(len(data)), "Connection": "close"}
            lines = "".join(f"{name}: {value}\r\n" for name, value in {**fields, **answer.headers}.items())
            writer.write(f"HTTP/1.1 {answer.status} X\r\n{lines}\r\n".encode() + data)
        with suppress(ConnectionError):
            await writer.drain()

    async def _wait(self, reader: asyncio.StreamReader) -> None:
        with suppress(ConnectionError):
            await reader.read()
        self.gone.set()


def framed(event: Any) -> str:
    """An event of a stream; Anthropic's have their type twice."""
    text = event if isinstance(event, str) else json.dumps(event)
    kind = f"event: {event['type']}\n" if isinstance(event, dict) and "type" in event else ""
    return f"{kind}data: {text}\n\n"


@pytest.fixture
async def wires() -> AsyncIterator[Callable[[], Any]]:
    """Starts servers that answer what they are told."""
    async with AsyncExitStack() as stack:

        async def start() -> Wire:
            wire = Wire()
            server = await stack.enter_async_context(await asyncio.start_server(wire.serve, "127.0.0.1", 0))
            wire.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            return wire

        yield start


@pytest.fixture
async def wire(wires: Callable[[], Any]) -> Any:
    return await wires()


@pytest.fixture
async def opened() -> AsyncIterator[Open]:
    """Opens models with a key and little patience, and closes them."""
    models = []

    def open_it(name: str, **options: Any) -> OpenModel:
        models.append(open_model(name, **{"keys": lambda _: KEY, "patience": PROMPTLY, **options}))
        return models[-1]

    yield open_it
    for model in models:
        await model.close()


@pytest.fixture
def key() -> str:
    return KEY
