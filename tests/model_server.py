"""A model over the wire that makes the calls it was given, one answer after the other; after the last it is done."""

from __future__ import annotations

import json
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from pollex.core.json import Object

Said = tuple[str, Object]
DONE: Said = ("done", {"text": "It is not done.", "success": False})


class ModelServer(ThreadingHTTPServer):
    """Answers as a provider does; `name` is what the model is called by."""

    def __init__(self, turns: Sequence[Said] = ()) -> None:
        self.turns = list(turns)
        self.asked: list[str] = []
        """The body of each request."""
        super().__init__(("127.0.0.1", 0), _Handler)

    @property
    def name(self) -> str:
        return f"ollama:qwen3@http://127.0.0.1:{self.server_port}/v1"

    def answer(self, body: str) -> Object:
        self.asked.append(body)
        tool, args = self.turns.pop(0) if self.turns else DONE
        function = {"name": tool, "arguments": json.dumps(args)}
        call = {"id": f"call-{len(self.asked)}", "type": "function", "function": function}
        message = {"role": "assistant", "content": None, "tool_calls": [call]}
        choice = {"index": 0, "message": message, "finish_reason": "tool_calls"}
        return {"id": "1", "object": "chat.completion", "created": 1, "model": "qwen3", "choices": [choice]}


class _Handler(BaseHTTPRequestHandler):
    server: ModelServer

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(self.server.answer(body)).encode())

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name in the base class
        """Write nothing."""
