"""A server that speaks OpenAI's protocol: a mind decides what it calls, and it sees who hangs up while it thinks."""

from __future__ import annotations

import json
import re
import select
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Final, Self

URL: Final = re.compile(r"^url: (\S+)", re.MULTILINE)
ELEMENT: Final = re.compile(r"\[(\d+)\] (.*)")


@dataclass
class Asked:
    """One request: its messages, when it came, and when it was answered or given up."""

    messages: list[dict[str, Any]]
    at: float
    answered: float | None = None
    gone: float | None = None

    @property
    def text(self) -> str:
        """Everything that was said."""
        return "\n".join(str(message.get("content") or "") for message in self.messages)

    @property
    def last(self) -> str:
        """What was said last: the page, or what changed on it."""
        return str(self.messages[-1]["content"])

    @property
    def url(self) -> str:
        """Where the page was last said to be."""
        return str(URL.findall(self.text)[-1])

    def index(self, about: str) -> int:
        """The number of the element whose line in the outline has these words."""
        return self._found(about)[0]

    def line(self, about: str) -> str:
        """The last line of an element that has these words."""
        return self._found(about)[1]

    def _found(self, about: str) -> tuple[int, str]:
        found = [(int(number), line) for number, line in ELEMENT.findall(self.text) if about in line]
        assert found, f"there is no {about!r} in {self.text}"
        return found[-1]


Calls = list[tuple[str, dict[str, Any]]]
Mind = Callable[[Asked], Calls | None]
"""What it calls; None where it thinks for ever."""


class Wire(ThreadingHTTPServer):
    """Lives in a thread of its own, beyond all that is stopped and killed."""

    daemon_threads = True

    def __init__(self, mind: Mind) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.mind = mind
        self.asked: list[Asked] = []
        self.failed: BaseException | None = None

    @property
    def model(self) -> str:
        return f"openai:gpt-test@http://127.0.0.1:{self.server_address[1]}/v1"

    @property
    def answered(self) -> list[Asked]:
        return [each for each in self.asked if each.answered is not None]

    def __enter__(self) -> Self:
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.shutdown()
        self.server_close()


class Handler(BaseHTTPRequestHandler):
    server: Wire
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        asked = Asked(body["messages"], time.monotonic())
        self.server.asked.append(asked)
        try:
            calls = self.server.mind(asked)
        except BaseException as error:  # it would be lost in this thread
            self.server.failed = error
            raise
        if calls is None:
            self._wait(asked)
        else:
            self._answer(asked, calls)

    def _wait(self, asked: Asked) -> None:
        """Say nothing, until whoever asked is gone."""
        select.select([self.connection], [], [], 60)
        asked.gone = time.monotonic()
        self.close_connection = True

    def _answer(self, asked: Asked, calls: Calls) -> None:
        made = [
            {
                "id": f"call_{len(self.server.asked)}_{at}",
                "type": "function",
                "function": {"name": name, "arguments": json.dumps(args)},
            }
            for at, (name, args) in enumerate(calls)
        ]
        message = {"role": "assistant", "content": None, "tool_calls": made}
        choice = {"index": 0, "message": message, "finish_reason": "tool_calls"}
        usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
        about = {"id": "1", "object": "chat.completion", "created": 1, "model": "gpt-test"}
        data = json.dumps({**about, "choices": [choice], "usage": usage}).encode()
        asked.answered = time.monotonic()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the base class's
        pass
