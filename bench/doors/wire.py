"""Clients that cost next to nothing, so that what is measured is the server: a pipe, and a kept HTTP connection."""

from __future__ import annotations

import json
import socket
from collections.abc import Mapping
from typing import IO, Any, Protocol

HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}


class Client(Protocol):
    """Calls `add` and `add_async`."""

    def call(self, tool: str, a: int, b: int) -> int: ...


class StdioClient:
    """MCP on the pipes of a process."""

    def __init__(self, into: IO[bytes], out: IO[bytes]) -> None:
        self.into, self.out, self.last = into, out, 0
        self.request("initialize", HELLO)
        self._send({"method": "notifications/initialized"})

    def _send(self, message: dict[str, Any]) -> None:
        self.into.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self.into.flush()

    def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self.last += 1
        self._send({"id": self.last, "method": method, "params": params})
        while line := self.out.readline():
            answer = json.loads(line)
            if answer.get("id") == self.last:
                return dict(answer["result"])
        raise EOFError("the server has ended")

    def call(self, tool: str, a: int, b: int) -> int:
        return read_sum(self.request("tools/call", {"name": tool, "arguments": {"a": a, "b": b}}))


class Connection:
    """One kept connection."""

    def __init__(self, port: int, headers: Mapping[str, str]) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.out = self.socket.makefile("rb")
        self.headers = {"Host": f"127.0.0.1:{port}", "Content-Type": "application/json", **headers}

    def post(self, path: str, body: Any) -> tuple[dict[str, str], bytes]:
        content = json.dumps(body).encode()
        head = "".join(f"{name}: {value}\r\n" for name, value in self.headers.items())
        asked = f"POST {path} HTTP/1.1\r\n{head}Content-Length: {len(content)}\r\n\r\n".encode()
        self.socket.sendall(asked + content)
        status = self.out.readline()
        headers: dict[str, str] = {}
        while (line := self.out.readline().decode().strip()) != "":
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        answer = self._chunks() if "transfer-encoding" in headers else self.out.read(int(headers["content-length"]))
        if not status.split()[1].startswith(b"2"):
            raise RuntimeError(f"{status!r} {answer[:500]!r}")
        return headers, answer

    def _chunks(self) -> bytes:
        found = b""
        while size := int(self.out.readline(), 16):
            found += self.out.read(size)
            self.out.readline()
        self.out.readline()
        return found


class HttpMcpClient:
    """MCP by streamable HTTP."""

    def __init__(self, port: int, headers: Mapping[str, str]) -> None:
        accepted = {"Accept": "application/json, text/event-stream"}
        self.connection, self.last = Connection(port, {**accepted, **headers}), 0
        answer, _ = self._request("initialize", HELLO)
        self.connection.headers |= {
            "Mcp-Session-Id": answer["mcp-session-id"],
            "Mcp-Protocol-Version": HELLO["protocolVersion"],
        }
        self.connection.post("/mcp", {"jsonrpc": "2.0", "method": "notifications/initialized"})

    def _request(self, method: str, params: dict[str, Any]) -> tuple[dict[str, str], dict[str, Any]]:
        self.last += 1
        message = {"jsonrpc": "2.0", "id": self.last, "method": method, "params": params}
        headers, answer = self.connection.post("/mcp", message)
        if headers["content-type"].startswith("text/event-stream"):
            lines = [line[5:] for line in answer.splitlines() if line.startswith(b"data:") and line[5:].strip()]
            answer = lines[-1]
        return headers, json.loads(answer)["result"]

    def call(self, tool: str, a: int, b: int) -> int:
        return read_sum(self._request("tools/call", {"name": tool, "arguments": {"a": a, "b": b}})[1])


class PollexHttpClient:
    """`POST /api/tools/NAME`."""

    def __init__(self, port: int, headers: Mapping[str, str]) -> None:
        self.connection = Connection(port, headers)

    def call(self, tool: str, a: int, b: int) -> int:
        _, answer = self.connection.post(f"/api/tools/{tool}", {"args": {"a": a, "b": b}})
        return int(json.loads(answer)["data"])


class FastApiClient:
    """A route of the function's own."""

    def __init__(self, port: int) -> None:
        self.connection = Connection(port, {})

    def call(self, tool: str, a: int, b: int) -> int:
        return int(self.connection.post(f"/{tool}", {"a": a, "b": b})[1])


def read_sum(result: dict[str, Any]) -> int:
    if result.get("isError"):
        raise RuntimeError(str(result)[:500])
    return int(result["content"][0]["text"])
