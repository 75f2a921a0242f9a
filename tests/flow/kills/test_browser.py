"""A run in a real browser that is killed with -9 at a boundary of a node, and goes on in another process.

What the site was sent is counted by the site itself: nothing is sent twice, and nobody logs in again.
"""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from starlette.types import ASGIApp, Receive, Scope, Send

from pollex.practice.server import Server

CHILD = Path(__file__).with_name("browser_child.py")
CHAOS = bool(os.environ.get("POLLEX_CHAOS"))


class Sent:
    """Counts the forms that arrive, by their address."""

    def __init__(self, app: ASGIApp, counts: Counter[str]) -> None:
        self.app = app
        self.counts = counts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "POST" and not scope["path"].endswith("/alive"):
            self.counts[scope["path"]] += 1
        await self.app(scope, receive, send)


@pytest.fixture
def counts() -> Counter[str]:
    return Counter()


@pytest.fixture
def server(counts: Counter[str]) -> Iterator[Server]:
    server = Server()
    server.app.add_middleware(Sent, counts=counts)
    with server:
        yield server


def document(url: str) -> dict[str, Any]:
    """Log in to the bank, with a code from another tab, and give a standing order."""
    fields = {"#name": "Grace Murray", "#iban": "DE89370400440532013000", "#amount": "12.50"}
    ordered = [{"type": "text", "text": "Grace Murray"}]
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
    return {"name": "standing order", "nodes": nodes}


def child(job: dict[str, Any]) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "POLLEX_SECRET_BANK_PASSWORD": "lovelace-1843"}
    return subprocess.run(
        [sys.executable, CHILD],
        input=json.dumps(job),
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=environment,
        timeout=100,
        check=False,
    )


POINTS = [f"{moment} /{node}" for node in range(1, 17) for moment in ("before", "after", "event")]
SHORT = ["after /4", "before /9", "event /9", "before /15", "after /15", "event /15"]


@pytest.mark.timeout(240)
@pytest.mark.parametrize("crash", POINTS if CHAOS else SHORT)
def test_nothing_is_sent_twice(crash: str, tmp_path: Path, server: Server, counts: Counter[str]) -> None:
    job = {"home": str(tmp_path), "run": str(uuid4()), "document": document(server.url), "crash": crash}
    assert child({**job, "resume": False}).returncode == -9
    result = json.loads(child({**job, "resume": True}).stdout)
    assert result["fault"] is None
    assert [node["ok"] for node in result["data"]["nodes"]] == [True] * 16
    assert counts == {"/bank/login": 1, "/bank/code": 1, "/bank/standing": 1}
