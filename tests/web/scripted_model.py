"""A server of OpenAI's chat protocol whose answers a test writes; an answer can be held in the middle."""

from __future__ import annotations

import json
from collections import deque
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event
from typing import Any, Final

HOLD: Final = "\0"
"""In the pieces of an answer: wait until the test lets it go on."""
PATIENCE: Final = 60.0
USAGE: Final = {"prompt_tokens": 1_200, "completion_tokens": 40, "total_tokens": 1_240}
"""What each answer says that it cost."""


class ScriptedModel(ThreadingHTTPServer):
    """Streams the answers that it was given, in order."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), ChatHandler)
        self._answers: deque[tuple[tuple[str, ...], Event]] = deque()

    @property
    def name(self) -> str:
        """The model's name for Pollex."""
        return f"openai-chat:scripted@http://127.0.0.1:{self.server_port}/v1"

    def answers(self, *pieces: str) -> Event:
        """Add an answer; the event lets it go on where it is held."""
        go_on = Event()
        self._answers.append((pieces, go_on))
        return go_on

    def next_answer(self) -> tuple[tuple[str, ...], Event]:
        return self._answers.popleft()


class ChatHandler(BaseHTTPRequestHandler):
    """Answers one request of a model's client."""

    server: ScriptedModel

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        pieces, go_on = self.server.next_answer()
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        try:
            for piece in pieces:
                if piece == HOLD:
                    go_on.wait(PATIENCE)
                else:
                    self._send({"role": "assistant", "content": piece}, None)
            self._send({}, "stop")
            self._write({"choices": [], "usage": USAGE})
        except OSError:
            return  # it hung up, as STOP makes it do

    def _send(self, delta: dict[str, str], finished: str | None) -> None:
        self._write({"choices": [{"index": 0, "delta": delta, "finish_reason": finished}]})

    def _write(self, data: dict[str, Any]) -> None:
        chunk = {"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "scripted", **data}
        self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
        self.wfile.flush()
