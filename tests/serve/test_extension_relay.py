"""What is asked of a browser whose connection comes and goes."""

from __future__ import annotations

import asyncio

from starlette.websockets import WebSocketDisconnect

from pollex.core.json import Object
from pollex.page.chrome_session import GONE as KNOWN
from pollex.serve.extension.relay import GONE, BrowserRelay


class Connection:
    """One connection with a browser, which may be broken."""

    def __init__(self, *, broken: bool = False) -> None:
        self.broken = broken
        self.asked: list[Object] = []
        self.came = asyncio.Event()

    async def send(self, _: str, message: Object) -> None:
        if self.broken:
            raise WebSocketDisconnect
        self.asked.append(message)
        self.came.set()

    def begin(self, relay: BrowserRelay, worker: str = "w") -> None:
        relay.hear({"type": "ready", "worker": worker, "tabs": []}, self.send)


async def test_a_browser_that_stays_away_is_gone_and_is_asked_again_when_it_comes() -> None:
    relay, first, second = BrowserRelay("p", away=0), Connection(), Connection()
    first.begin(relay)
    asking = asyncio.ensure_future(relay.call(1, "Input.insertText", {}))
    await first.came.wait()
    relay.left(first.send)
    assert not relay.connected
    assert await asking == {"lost": True}
    assert await relay.call(1, "Page.enable", {}) == {"error": GONE}
    assert GONE == KNOWN
    second.begin(relay)
    asking = asyncio.ensure_future(relay.call(1, "Page.enable", {}))
    await second.came.wait()
    relay.hear({"type": "result", "id": second.asked[0]["id"], "result": {}}, second.send)
    assert await asking == {"result": {}}


async def test_what_a_broken_connection_did_not_take_the_next_one_does() -> None:
    relay, first, second = BrowserRelay("p"), Connection(broken=True), Connection()
    first.begin(relay)
    asking = asyncio.ensure_future(relay.call(1, "Input.insertText", {}))
    await asyncio.sleep(0)
    relay.left(first.send)
    second.begin(relay)
    await second.came.wait()
    relay.hear({"type": "result", "id": second.asked[0]["id"], "result": {}}, second.send)
    assert await asking == {"result": {}}


async def test_the_end_of_an_older_connection_does_not_end_the_newer() -> None:
    relay, first, second = BrowserRelay("p", away=0), Connection(), Connection()
    first.begin(relay)
    second.begin(relay)
    relay.left(first.send)
    assert relay.connected
