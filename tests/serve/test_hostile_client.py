"""A hostile program on the same machine, with and without the token: every answer is clear, and the server goes on."""

import json
import socket
from contextlib import suppress
from typing import Any
from uuid import uuid4

import pytest

from ..waits import until
from .served import Served
from .test_events import listeners

BODY = '{"args": {"a": 1, "b": 2}}'
CHUNKED = f"{len(BODY):x}\r\n{BODY}\r\n0\r\n\r\n"
MCP = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
MODERN = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
}


def send(served: Served, request: str) -> bytes:
    """What comes back on a connection of its own, until it is closed."""
    filled = request.format(host=f"Host: 127.0.0.1:{served.port}", token=f"Authorization: Bearer {served.token}")
    with socket.create_connection(("127.0.0.1", served.port), timeout=60) as line:
        line.sendall(filled.encode("latin-1"))
        answer = b""
        with suppress(ConnectionResetError):  # where the server does not read all of it
            while more := line.recv(65_536):
                answer += more
    return answer


@pytest.mark.parametrize(
    ("head", "body", "status"),
    [
        ("GET /healthz HTTP/1.1\r\n{host}\r\nHost: evil.test", "", 400),
        ("GET /api/tools HTTP/1.1\r\n{token}\r\nHost: \xe9\xff", "", 403),
        ("GET http://evil.test/api/tools HTTP/1.1\r\n{host}\r\n{token}", "", 404),
        ("GET /api/tools HTTP/1.1\r\n{host}\r\nAuthorization: Bearer x\r\n{token}", "", 401),
        ("GET /healthz HTTP/1.1\r\n{host}\r\nX: " + "a" * 200_000, "", 400),
        ("POST /api/tools/add HTTP/1.1\r\n{host}\r\n{token}\r\nContent-Length: 5\r\nContent-Length: 6", BODY, 400),
        (
            "POST /api/tools/add HTTP/1.1\r\n{host}\r\n{token}\r\nTransfer-Encoding: chunked\r\nContent-Length: 4",
            CHUNKED + "GET /healthz HTTP/1.1\r\n\r\n",
            400,
        ),
        ("POST /api/tools/add HTTP/1.1\r\n{host}\r\n{token}\r\nTransfer-Encoding: xchunked", CHUNKED, 400),
    ],
)
def test_odd_requests_are_refused_once(served: Served, head: str, body: str, status: int) -> None:
    request = f"{head}\r\nConnection: close\r\n\r\n" + body.replace("{", "{{").replace("}", "}}")
    answer = send(served, request)
    if answer or len(request) < 65_536:  # a reset may overtake the answer to what is too long
        assert answer.startswith(f"HTTP/1.1 {status} ".encode())
        assert answer.count(b"HTTP/1.1 ") == 1
    assert served.client.get("/healthz").status_code == 200


@pytest.mark.parametrize(
    "path",
    ["//api/tools", "/healthz/../api/tools", "/%2e%2e/api/tools", "/api/tools/..", "/api/tools/%00%ff", "/mcp/../api"],
)
def test_paths_are_taken_letter_by_letter(served: Served, path: str) -> None:
    for secret, status in (("", 401), ("\r\n{token}", 404)):
        answer = send(served, f"GET {path} HTTP/1.1\r\n{{host}}{secret}\r\nConnection: close\r\n\r\n")
        assert answer.startswith(f"HTTP/1.1 {status} ".encode())


def ask(served: Served, body: Any, **headers: str) -> Any:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    sent = {**MCP, **{name.replace("_", "-"): value for name, value in headers.items()}}
    answer = served.client.post("/mcp", content=content, headers=sent)
    assert answer.status_code < 500, answer.text
    assert "Traceback" not in answer.text
    return answer.json()


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"[" * 100_000,
        b"[]",
        b'[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]',
        b'{"jsonrpc": "2.0", "id": {}, "method": "ping"}',
        b'{"jsonrpc": "2.0", "id": NaN, "method": "ping"}',
        b'{"jsonrpc": "2.0", "id": "\\ud800", "method": "ping"}',
        b'{"jsonrpc": "2.0", "id": 1, "method": 3}',
        b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": [1]}',
        b"\xff",
    ],
)
@pytest.mark.parametrize("protocol", ["", "2026-07-28"])
def test_malformed_messages_are_errors(served: Served, body: bytes, protocol: str) -> None:
    named = {"MCP_Protocol_Version": protocol, "Mcp_Method": "ping"} if protocol else {}
    assert ask(served, body, **named)["error"]["code"] in range(-32_768, -32_000)


def call(served: Served, tool: str, args: dict[str, Any], **more: Any) -> Any:
    params = {"name": tool, "arguments": args, "_meta": MODERN, **more}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    return ask(served, message, MCP_Protocol_Version="2026-07-28", Mcp_Method="tools/call", Mcp_Name=tool)


def test_a_state_that_is_forged_or_of_another_tool_is_refused(served: Served) -> None:
    waiting = call(served, "wipe", {"what": "it"})["result"]
    assert waiting["resultType"] == "input_required"
    states = ["forged", f"run:{uuid4()}", waiting["requestState"], waiting["requestState"][:-2]]
    answers = [call(served, "add", {"a": 1, "b": 2}, requestState=each) for each in states]
    assert [each["error"]["message"] for each in answers] == ["Invalid or expired requestState"] * 4


def test_a_stream_that_was_never_there_is_not_replayed(served: Served) -> None:
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    started = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}
    session = served.client.post("/mcp", json=started, headers=MCP).headers["mcp-session-id"]
    headers = {**MCP, "Mcp-Session-Id": session, "Last-Event-ID": "rubbish"}
    with served.client.stream("GET", "/mcp", headers=headers) as stream:
        assert (stream.status_code, stream.headers["content-type"]) == (200, "text/event-stream")


def test_three_hundred_silent_connections_and_listeners_shut_nobody_out(served: Served) -> None:
    run = served.start(tool="chatter", inputs={"count": 1_000})
    served.ended(run)
    head = f"Host: 127.0.0.1:{served.port}\r\nAuthorization: Bearer {served.token}"
    lines = [socket.create_connection(("127.0.0.1", served.port), timeout=60) for _ in range(300)]
    for line in lines[:150]:
        line.sendall(f"GET /api/runs/{run}/events HTTP/1.1\r\n{head}\r\n\r\n".encode())
    answers = {line.recv(12) for line in lines[:150]}
    assert answers <= {b"HTTP/1.1 200", b"HTTP/1.1 429"}
    assert served.call("add", a=1, b=2)["data"] == 3
    for line in lines:
        line.close()
    until("all are gone", lambda: listeners(served) == 0)
