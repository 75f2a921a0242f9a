"""The requests of a tab, by which an action reports what it caused, and waits for the answers."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Final
from urllib.parse import urlsplit

from ..core.json import Object

KEPT: Final = 500
SAVING: Final = 3.0
"""Seconds within which a page that does not save at once has sent what it has to save, and has the answer."""
AWAITED: Final = frozenset({"document", "fetch", "xhr", "script", "stylesheet"})
"""What a page waits for before it shows something; streams, pictures and pings are not."""
TOLD: Final = frozenset({"document", "fetch", "xhr"})


@dataclass(slots=True)
class NetworkRequest:
    """One request."""

    number: int
    method: str
    url: str
    kind: str
    status: int | None = None
    failure: str | None = None
    leads: bool = False
    """Whether it asks for the document that the tab itself goes to."""
    open: bool = True
    begun: float = field(default_factory=monotonic)

    @property
    def age(self) -> float:
        """Seconds since it was made."""
        return monotonic() - self.begun

    def to_json(self) -> Object:
        report: Object = {"method": self.method, "url": self.url.partition("?")[0], "status": self.status}
        return report if self.failure is None else {**report, "failure": self.failure}


class Traffic:
    """The requests of a tab, the newest last."""

    def __init__(self) -> None:
        self._asked: deque[NetworkRequest] = deque(maxlen=KEPT)
        self._count = 0
        self._changed = asyncio.Event()

    @property
    def mark(self) -> int:
        """A point in time, for `since`."""
        return self._count

    def began(self, method: str, url: str, kind: str, *, leads: bool = False) -> NetworkRequest:
        self._count += 1
        asked = NetworkRequest(self._count, method, url, kind, leads=leads)
        self._asked.append(asked)
        self._changed.set()
        return asked

    def ended(self, asked: NetworkRequest, failure: str | None = None) -> None:
        asked.open, asked.failure = False, failure
        self._changed.set()

    def since(self, mark: int) -> list[NetworkRequest]:
        return [asked for asked in self._asked if asked.number > mark]

    def sent(self, mark: int) -> int:
        """How many requests since a mark sent something off."""
        return sum(each.kind in TOLD and each.method not in ("GET", "HEAD") for each in self.since(mark))

    def asked(self, host: str) -> bool:
        """Whether something of a host was asked for lately."""
        return any(urlsplit(each.url).hostname == host for each in self._asked)

    def told(self, mark: int) -> Object:
        """What an action tells of its requests: how many sent something, those that say how it went, which failed."""
        requests = [asked.to_json() for asked in self.since(mark) if asked.kind in TOLD][:10]
        failed = [asked for asked in requests if (asked["status"] or 0) >= 400 or "failure" in asked]
        told = {"sent": self.sent(mark), "requests": requests, "failed": failed}
        return {name: value for name, value in told.items() if value}

    def awaits(self, mark: int) -> bool:
        """Whether a request that is waited for was made since a mark; it may be answered already."""
        return any(asked.kind in AWAITED for asked in self.since(mark))

    def is_waiting(self, mark: int) -> bool:
        return any(asked.open and asked.kind in AWAITED for asked in self.since(mark))

    def went(self, mark: int) -> bool:
        """Whether a document was asked for since a mark."""
        return any(asked.kind == "document" for asked in self.since(mark))

    def simply_led_to(self, url: str, mark: int) -> bool:
        """Whether the document at an address was asked for since a mark, and nothing was sent for it."""
        last = next((asked for asked in reversed(self.since(mark)) if asked.leads), None)
        return last is not None and last.method == "GET" and _document(last.url) == _document(url)

    def unanswered(self, mark: int = 0) -> NetworkRequest | None:
        """The document that the tab goes to since a mark, where its server has not answered."""
        last = next((asked for asked in reversed(self.since(mark)) if asked.leads), None)
        return last if last is not None and last.open and last.status is None else None

    def answered(self, asked: NetworkRequest, status: int) -> None:
        asked.status = status
        self._changed.set()

    async def answers(self, mark: int, patience: float) -> None:
        """Wait for the answer to the document that the tab goes to since a mark, until it is `patience` seconds old."""
        if (asked := self.unanswered(mark)) is not None:
            await self._until(lambda: self.unanswered(mark) is None, max(0.0, patience - asked.age))

    def was_dropped(self, mark: int) -> bool:
        """Whether a requested document was dropped: it is a file, or there was no answer."""
        return any(asked.kind == "document" and asked.failure for asked in self.since(mark))

    async def begins(self, mark: int, patience: float) -> bool:
        """Whether something is asked for since a mark, within `patience` seconds."""
        return await self._until(lambda: bool(self.since(mark)), patience)

    async def told_late(self, mark: int) -> Object:
        """Wait until something is sent since a mark, as by a page that saves a moment after an action; tell of it."""
        if await self._until(lambda: self.sent(mark) > 0, SAVING):
            await self.quiet(mark, SAVING)
        return self.told(mark)

    async def quiet(self, mark: int, patience: float) -> bool:
        """Wait up to `patience` seconds for the requests since a mark; whether all were answered."""
        return await self._until(lambda: not self.is_waiting(mark), patience)

    async def _until(self, test: Callable[[], bool], patience: float) -> bool:
        try:
            async with asyncio.timeout(patience):
                while not test():
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            return False
        return True


def _document(url: str) -> str:
    return url.partition("#")[0]
