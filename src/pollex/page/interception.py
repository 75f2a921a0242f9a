"""Requests that follow from an action and change something are held until the guards have judged them.

Requests that a page makes by itself while it loads are not held.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Final

from ..browser.outgoing_request import OutgoingRequest, SendGuard
from ..core.fault import Fault
from ..core.json import Object

if TYPE_CHECKING:
    from .driver import Frame
    from .open_tab import OpenTab

NOT_HELD: Final = ("What sockets and service workers send is not held: it is not compared with the task.",)


LATER: Final = 3.0
"""Seconds after an act in which what is sent still follows from it; later it is the page's own, or a person's."""


class RequestInterceptor:
    """Holds the requests of a run with guards."""

    def __init__(self, guard: SendGuard) -> None:
        self._guard = guard
        self._acted: set[object] = set()
        """The tabs whose document was acted on."""
        self._fields: tuple[Object, ...] = ()
        self._first: dict[str, str] = {}
        """What fields held when they were first seen in their document."""
        self._stopped: list[Fault] = []
        self._acting = False
        self._until = 0.0
        self._judging = 0
        self._judged = asyncio.Event()

    async def begin(self, opened: OpenTab, frame: Frame) -> None:
        """Before an action: remember what the page's fields hold, to explain what is sent."""
        self._fields = tuple(self._known(each) for each in await opened.tab.run(frame, "fields") or ())
        self.acts(opened)

    def _known(self, field: Object) -> Object:
        """A field, and whether it holds what it held when it was first seen."""
        key = f"{field['name']} {field['label']} {field['kind']}"
        if field["shown"]:
            self._first.setdefault(key, field["value"])
        return {**field, "untouched": self._first.get(key, field["value"]) == field["value"]}

    def acts(self, opened: OpenTab) -> None:
        """Treat the requests of a tab as caused by an action, until it goes to another document."""
        self._acted.add(opened.tab.source)
        self._acting = True

    async def end(self) -> None:
        """After an action: wait until its requests are judged; raise a Fault where one was stopped."""
        while self._judging:
            self._judged.clear()
            await self._judged.wait()
        self._acting, self._until = False, monotonic() + LATER
        if self._stopped:
            first, *others = self._stopped
            self._stopped = []
            first.message += "".join(f" {each.message}" for each in others if each.message != first.message)
            raise first

    def arrived(self, source: object) -> None:
        """Note that a tab went to another document, in which no action has happened."""
        self._acted.discard(source)
        self._first = {}

    async def judge(self, request: OutgoingRequest, source: object) -> bool:
        """Whether a request may leave."""
        acted = bool(self._acted) if source is None else source in self._acted
        if not acted and not (self._acting and request.document):
            return True
        if not self._acting and monotonic() > self._until:
            return True
        self._judging += 1
        try:
            asked = replace(request, fields=self._fields)
            fault = await self._guard(asked)
            if fault is not None:
                self._stopped.append(fault)
            return fault is None
        finally:
            self._judging -= 1
            self._judged.set()
