"""The browser's own protocol in one tab of a person's Chrome, over whatever passes it on to the extension there."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Coroutine
from typing import Any, Final, Protocol

from ..core.fault import Fault
from ..core.json import Object
from .failures import BrowserRefusal, TakenAway, closed, gone

Heard = Callable[[str, Object, str | None], None]
LOST: Final = "The connection with Chrome was lost"


class ChromeRelay(Protocol):
    """Passes calls on to the debugger of a browser."""

    @property
    def connected(self) -> bool: ...

    async def call(self, tab: int, method: str, params: Object, session: str | None = None) -> Object:
        """Return the browser's answer: `result`, `error` with a message, or `lost` where nobody knows how it ended.

        `Tab.attach` begins with a tab anew, `Tab.release` lets go of it, `Tab.open` opens another beside it;
        `Tab.setState` shows there what a run does in it, and says which hosts it may reach.
        """

    @property
    def hands(self) -> str:
        """What works in tabs there: `debugger`, or `light` where the extension has none."""

    def follow(self, tab: int, heard: Heard | None) -> None:
        """Call with the method, params and session of everything that a tab says; None ends that.

        `Tab.opened`, `Tab.closed`, `Tab.detached` and `Tab.renewed` are said of the tab itself.
        """


class ChromeLine:
    """All sessions of one tab: its own, and those of frames and workers with a process of their own."""

    def __init__(self, relay: ChromeRelay, tab: int) -> None:
        self.relay = relay
        self.tab = tab
        self.page = ChromeSession(self, None)
        self._inside: dict[str, ChromeSession] = {}
        self.cause = ""
        """Why the debugger was taken away, if it was."""
        relay.follow(tab, self._heard)

    def session(self, id: str, around: str | None = None) -> ChromeSession:  # noqa: A002 - it is the id of the session
        """Return the session of a frame or worker; `around` is the one that told of it."""
        return self._inside.setdefault(id, ChromeSession(self, id, around))

    def forget(self, id: str) -> None:  # noqa: A002
        """End a session, and those within it, of which nothing is said any more."""
        if (ended := self._inside.pop(id, None)) is not None:
            ended.end()
        for within in [each for each, session in self._inside.items() if session.around == id]:
            self.forget(within)

    def all(self) -> list[ChromeSession]:
        return [self.page, *self._inside.values()]

    async def release(self) -> None:
        """Let go of the tab."""
        self.relay.follow(self.tab, None)
        await self.relay.call(self.tab, "Tab.release", {})

    def _heard(self, method: str, params: Object, session: str | None) -> None:
        known = self.page if session is None else self._inside.get(session)
        if known is not None:
            known.heard(method, params)


class ChromeSession:
    """Implements `CdpSession`."""

    def __init__(self, line: ChromeLine, id: str | None, around: str | None = None) -> None:  # noqa: A002
        self.id = id
        self.around = around
        self._line = line
        self._ended = asyncio.Event()
        self._handlers: dict[str, list[Callable[[Object], None]]] = defaultdict(list)

    async def send(self, method: str, params: Object | None = None) -> Object:
        asking = self._line.relay.call(self._line.tab, method, params or {}, self.id)
        answer = await (asking if self.id is None else self._until_ended(asking))
        if "result" in answer:
            result: Object = answer["result"]
            return result
        if "lost" in answer:
            hint = "Look at the page: it may be done."
            raise Fault("unavailable", f"{LOST} while {method} was under way.", hint=hint, retry=False, uncertain=True)
        message = str(answer["error"])
        if FOREIGN in message and not self._line.cause:
            self._line.page.heard("Tab.detached", {"reason": message})  # it is attached still, but to no avail
        if FOREIGN in message or (self._line.cause and any(words in message for words in DETACHED)):
            raise TakenAway(self._line.cause or message)
        raise closed(message) if any(words in message for words in CLOSED) else BrowserRefusal(message)

    def end(self) -> None:
        """Answer what still waits: Chrome leaves that without an answer when a frame goes with its process."""
        self._ended.set()

    async def _until_ended(self, asking: Coroutine[Any, Any, Object]) -> Object:
        """Return an answer, or raise a Fault where the session ends before there is one."""
        asked, ended = asyncio.ensure_future(asking), asyncio.ensure_future(self._ended.wait())
        try:
            await asyncio.wait((asked, ended), return_when=asyncio.FIRST_COMPLETED)
            if not asked.done():
                raise gone()
            return asked.result()
        finally:
            asked.cancel()
            ended.cancel()

    def on(self, event: str, handler: Callable[[Object], None]) -> None:
        self._handlers[event].append(handler)

    def off(self, event: str, handler: Callable[[Object], None]) -> None:
        self._handlers[event].remove(handler)

    def heard(self, method: str, params: Object) -> None:
        for handler in tuple(self._handlers.get(method, ())):
            handler(params)


FOREIGN: Final = "Cannot access a chrome-extension://"
"""What the browser says where another extension has put a page of its own into one."""
DETACHED: Final = ("Debugger is not attached", "Detached while handling", "The person does not allow")
GONE: Final = "Chrome has gone."
"""What a relay says of a browser that does not come back."""
CLOSED: Final = (GONE, "No tab with given id", "No tab with id", "Target closed", "Target crashed", *DETACHED)
"""What the browser says of a tab that is gone, or taken away."""
