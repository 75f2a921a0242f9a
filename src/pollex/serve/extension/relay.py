"""The debugger of one paired browser, for as long as the server lives: connections come and go, and workers too."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

from starlette.websockets import WebSocketDisconnect

from ...core.json import Object

Send = Callable[[str, Object], Awaitable[None]]
Heard = Callable[[str, Object, str | None], None]
GONE: Final = "Chrome has gone."
"""What is answered for a browser that does not come back; `page.chrome_session` knows it by this."""
AWAY_SECONDS: Final = 90.0
"""How long a browser may be away: what it was asked waits. Its worker comes back within 30 seconds."""
ASKED_AGAIN: Final = (
    "get",
    "describe",
    "resolve",
    "enable",
    "disable",
    "set",
    "capture",
    "createIsolatedWorld",
    "emulate",
)
"""How methods begin that may be called twice: they read, or switch something on or off."""


@dataclass(frozen=True, slots=True)
class _Call:
    """A call that waits for its answer."""

    message: Object
    answer: asyncio.Future[Object]
    sent: list[str]
    """The lives of the worker that were asked."""

    @property
    def may_repeat(self) -> bool:
        return str(self.message["method"]).partition(".")[2].startswith(ASKED_AGAIN)


class BrowserRelay:
    """Passes calls on to a browser, and what its tabs say to those who follow them. Implements `page`'s ChromeRelay."""

    def __init__(self, pairing: str, away: float = AWAY_SECONDS) -> None:
        """`away` are the seconds after which a browser that does not come back counts as gone."""
        self.pairing = pairing
        self._away = away
        self.tabs: dict[int, Object] = {}
        """The tabs that the person allows, with what they showed when we heard of them."""
        self.hands = "debugger"
        """What works in tabs there."""
        self._gone = False
        self._worker = ""
        self._send: Send | None = None
        self._calls: dict[str, _Call] = {}
        self._numbers = count(1)
        self._followers: dict[int, Heard] = {}
        self._work: set[asyncio.Task[None]] = set()
        self._clock: asyncio.TimerHandle | None = None

    @property
    def connected(self) -> bool:
        return self._send is not None

    async def call(self, tab: int, method: str, params: Object, session: str | None = None) -> Object:
        """Return the browser's answer: `result`, `error` with a message, or `lost` where nobody knows how it ended.

        A browser that is gone is asked nothing before it comes back.
        """
        if self._gone:
            return {"error": GONE}
        number = str(next(self._numbers))
        message: Object = {"id": number, "tab": tab, "method": method, "params": params}
        if session is not None:
            message["session"] = session
        call = _Call(message, asyncio.get_running_loop().create_future(), [])
        self._calls[number] = call
        try:
            await self._pass_on(call)
            return await call.answer
        finally:
            self._calls.pop(number, None)

    def follow(self, tab: int, heard: Heard | None) -> None:
        """Call with the method, params and session of everything that a tab says; None ends that."""
        if heard is None:
            self._followers.pop(tab, None)
        else:
            self._followers[tab] = heard

    def hear(self, message: Object, send: Send) -> None:
        """Take what a connection has brought."""
        match message["type"]:
            case "ready":
                self.hands = message.get("hands", "debugger")
                self._ready(message["worker"], message["tabs"], send)
            case "result" | "error" as kind if (call := self._calls.get(message["id"])) is not None:
                if not call.answer.done():
                    call.answer.set_result({kind: message[{"result": "result", "error": "message"}[kind]]})
            case "event":
                self._tell(message["tab"], message["method"], message["params"], message.get("session"))
            case "detached":
                self._tell(message["tab"], "Tab.detached", {"reason": message["reason"]})
            case "opened":
                self.tabs[message["tab"]] = message
                if "opener" in message:
                    self._tell(message["opener"], "Tab.opened", message)
            case "closed":
                self._close(message["tab"])

    def left(self, send: Send) -> None:
        """Hear that a connection has ended. What it was asked waits for the next one."""
        if self._send == send:  # equal, not the same: a bound method is made anew each time
            self._send = None
            self._clock = asyncio.get_running_loop().call_later(self._away, self.end)

    def end(self) -> None:
        """Count the browser as gone."""
        self._gone = True
        for call in self._calls.values():
            _lose(call)
        for tab in list(self.tabs):
            self._close(tab)

    def _ready(self, worker: str, tabs: Sequence[Object], send: Send) -> None:
        if self._clock is not None:
            self._clock.cancel()
        self._gone = False
        is_new, self._worker, self._send = worker != self._worker, worker, send
        before, self.tabs = self.tabs, {each["tab"]: each for each in tabs}
        for gone in before.keys() - self.tabs.keys():
            self._tell(gone, "Tab.closed", {})
        for call in self._calls.values():
            if call.sent and worker in call.sent:
                continue  # its answer was kept, or is on its way
            if call.sent and not call.may_repeat:
                _lose(call)
            else:
                self._begin(self._pass_on(call))
        if is_new and before:
            for tab in list(self._followers):
                self._tell(tab, "Tab.renewed", {})

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def _pass_on(self, call: _Call) -> None:
        """Send a call; what a connection does not take any more waits for the next one."""
        while (send := self._send) is not None:
            call.sent.append(self._worker)
            try:
                await send("call", call.message)
            except (WebSocketDisconnect, RuntimeError):
                call.sent.pop()
                if self._send == send:
                    return
            else:
                return

    def _close(self, tab: int) -> None:
        self.tabs.pop(tab, None)
        self._tell(tab, "Tab.closed", {})

    def _tell(self, tab: int, method: str, params: Object, session: str | None = None) -> None:
        if (heard := self._followers.get(tab)) is not None:
            heard(method, params, session)


def _lose(call: _Call) -> None:
    if not call.answer.done():
        call.answer.set_result({"lost": True})
