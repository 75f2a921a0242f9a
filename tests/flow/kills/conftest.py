"""What the tests of this folder count with: a server outside of all that is killed, and an order at the bank."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from ...servers import serving


@dataclass
class Request:
    """One request that came: what for, from which process, from when to when."""

    kind: str
    told: dict[str, str]
    began: float
    ended: float = float("inf")

    @property
    def pid(self) -> int:
        return int(self.told["pid"])

    @property
    def name(self) -> tuple[str, str]:
        return self.told["run"], self.told["what"]


class Outside(ThreadingHTTPServer):
    """Takes `/KIND?pid=…&run=…&what=…` and keeps when; answers how many of kind `send` came with this run and what."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, seconds: float = 0.05) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.seconds = seconds
        """How long an answer takes, so that many are under way when a process is killed."""
        self.requests: list[Request] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def of(self, *kinds: str) -> list[Request]:
        return [each for each in list(self.requests) if each.kind in kinds]


class Handler(BaseHTTPRequestHandler):
    server: Outside

    def do_GET(self) -> None:
        """The method does not matter: all that comes is counted."""
        address = urlsplit(self.path)
        came = Request(address.path.strip("/"), dict(parse_qsl(address.query)), time.time())
        self.server.requests.append(came)
        if came.kind != "sent":
            time.sleep(self.server.seconds)
        count = sum(each.kind == "send" and each.name == came.name for each in list(self.server.requests))
        text = str(count).encode()
        try:
            self.send_response(200)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)
        except OSError:
            pass  # who asked was killed
        came.ended = time.time()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the base class's
        pass


@pytest.fixture
def outside() -> Iterator[Outside]:
    with serving(Outside()) as server:
        yield server


def standing_order(url: str, **more: Any) -> dict[str, Any]:
    """Log in to the bank, with a code from another tab, and give a standing order."""
    fields = {"#name": "Grace Hopper", "#iban": "DE89370400440532013000", "#amount": "12.50"}
    ordered = [{"type": "text", "text": "Grace Hopper"}]
    steps: list[dict[str, Any]] = [
        {"config": {"action": "navigate", "url": f"{url}/bank/login"}},
        {"config": {"action": "type", "selector": "#username", "text": "ada"}},
        {"config": {"action": "type", "selector": "#password", "text": "{{secret.bank_password}}"}},
        {"config": {"action": "click", "selector": "text=Sign in"}, "verify": [{"type": "url", "contains": "/code"}]},
        {"config": {"action": "openNewTab", "url": f"{url}/bank/authenticator", "name": "codes"}},
        {"type": "tool", "alias": "code", "config": {"tool": "page.query", "args": {"selector": "role=timer"}}},
        {"config": {"action": "switchTab", "tabName": "0"}},
        {"config": {"action": "type", "selector": "#code", "text": "{{code.elements[0].text}}"}},
        {
            "config": {"action": "click", "selector": "text=Verify"},
            "verify": [{"type": "missing", "selector": "#code"}],
        },
        {"config": {"action": "navigate", "url": f"{url}/bank/standing"}},
        *({"config": {"action": "type", "selector": field, "text": text}} for field, text in fields.items()),
        {"type": "tool", "config": {"tool": "page.select", "args": {"selector": "select[name=rhythm]", "option": 1}}},
        {"config": {"action": "click", "selector": "form.panel button"}, "verify": ordered},
        {"type": "browser_query", "config": {"method": "validate", "rules": ordered}},
    ]
    nodes = [{"type": "browser_action", **step, "position": at} for at, step in enumerate(steps, 1)]
    return {"name": "standing order", "nodes": nodes, **more}


@pytest.fixture(name="order")
def given_order() -> Callable[..., dict[str, Any]]:
    return standing_order
