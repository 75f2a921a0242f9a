"""Limits: large, slow and too many requests are refused, and the server answers others meanwhile."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx2
import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from pollex.serve.failures import Failures
from pollex.serve.limits import RequestLimits, ServerLimits

from ..processes import Nursery
from .served import Served

LARGE = 100_000_000
PIECE = b"x" * 1_000_000


def pieces() -> Iterator[bytes]:
    for _ in range(LARGE // len(PIECE)):
        yield PIECE


@pytest.mark.parametrize("declared", [True, False])
def test_a_body_of_100_mb_is_refused_and_not_kept(served: Served, declared: bool) -> None:
    headers = {"Content-Length": str(LARGE)} if declared else {}
    answer = served.client.post("/api/tools/add", content=pieces(), headers=headers)
    assert (answer.status_code, answer.json()["fault"]["code"]) == (413, "limit")
    assert served.call("add", a=1, b=2)["data"] == 3


def test_who_asks_before_sending_is_told_not_to(served: Served) -> None:
    head = f"POST /api/tools/add HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nAuthorization: Bearer {served.token}"
    with socket.create_connection(("127.0.0.1", served.port)) as line:
        line.sendall(f"{head}\r\nExpect: 100-continue\r\nContent-Length: {LARGE}\r\n\r\n".encode())
        assert line.recv(1_000).startswith(b"HTTP/1.1 413 ")


def test_who_has_no_token_need_not_send_the_body(served: Served) -> None:
    request = f"POST /api/tools/add HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nContent-Length: {LARGE}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", served.port)) as line:
        line.sendall(request.encode())
        assert line.recv(1_000).startswith(b"HTTP/1.1 401 ")


def test_a_client_that_vanishes_in_the_middle_of_a_body_harms_nobody(served: Served) -> None:
    head = f"POST /api/tools/add HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nAuthorization: Bearer {served.token}"
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", served.port)) as line:
            line.sendall(f"{head}\r\nContent-Length: 1000\r\n\r\n{{".encode())
    assert served.call("add", a=1, b=2)["data"] == 3


def test_requests_without_a_token_keep_nobody_out_who_has_one(served: Served) -> None:
    head = f"POST /enter HTTP/1.1\r\nHost: pollex.localhost:{served.port}\r\nContent-Length: 100\r\n\r\nx"
    with ExitStack() as open_ones:
        for _ in range(ServerLimits().requests):
            line = open_ones.enter_context(socket.create_connection(("127.0.0.1", served.port)))
            line.sendall(head.encode())
        assert served.call("add", a=1, b=2)["data"] == 3


def test_ten_thousand_tools_are_listed_and_searched(nursery: Nursery, tmp_path: Path) -> None:
    file = tmp_path / "many_tools.py"
    file.write_text(
        "from pollex import tool\n"
        "@tool(name='many.tool_0', effect='read', examples=[{'text': 'a'}])\n"
        "async def say(text: str) -> str:\n"
        "    'Say a text.'\n"
        "    return text\n"
        "for number in range(1, 10_000):\n"
        "    globals()[f'tool_{number}'] = say.replace(name=f'many.tool_{number}')\n"
    )
    with Served(nursery, tmp_path / "home", "--from", str(file)) as served:
        every = served.client.get("/api/tools").json()
        found = served.client.get("/api/tools", params={"search": "tool_7777", "limit": 5}).json()
        called = served.client.post("/api/tools/many.tool_9999", json={"args": {"text": "b"}}).json()
    assert every["total"] > 10_000
    assert (found["tools"][0]["name"], called["data"]) == ("many.tool_7777", "b")


async def _read(scope: Scope, receive: Receive, send: Send) -> None:
    body = await Request(scope, receive).body()
    await PlainTextResponse(f"{len(body)}")(scope, receive, send)


async def test_a_body_that_does_not_come_is_not_waited_for() -> None:
    async def never() -> dict[str, Any]:
        await asyncio.Event().wait()
        return {}

    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    limits = RequestLimits(_read, ServerLimits(body_seconds=0.01))
    await Failures(limits)({"type": "http", "method": "POST", "path": "/", "headers": []}, never, send)
    assert sent[0]["status"] == 408


async def test_requests_beyond_the_limit_are_told_when_to_come_again() -> None:
    going = asyncio.Event()

    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        await going.wait()
        await _read(scope, receive, send)

    app = Failures(RequestLimits(slow, ServerLimits(strangers=2)))
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://x") as client:
        first = [asyncio.ensure_future(client.get("/")) for _ in range(2)]
        await asyncio.sleep(0)
        refused = None
        while refused is None or refused.status_code != 429:
            going.clear()
            refused = await client.get("/")
        going.set()
        assert [answer.status_code for answer in await asyncio.gather(*first)] == [200, 200]
        assert (await client.get("/")).status_code == 200
    assert (refused.headers["retry-after"], refused.json()["fault"]["code"]) == ("1", "limit")
