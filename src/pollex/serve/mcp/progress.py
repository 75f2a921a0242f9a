"""Progress of a call for its client: the events of its run, in plain words."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from mcp.server.context import ServerRequestContext

from ...browser.description import outcome_sentence
from ...core.event import Event, EventKind, EventLog, NewEvent
from ...core.json import Object, dumps
from ...text.clip import on_one_line
from ...text.phrase import phrase, sentence_case

LONGEST = 200
PATIENCE = 5.0
"""Seconds that a client has to take the last reports before the result is sent all the same."""


class ProgressReport(NamedTuple):
    """One report. Where a tool does not count, each is one more."""

    message: str | None
    progress: float | None = None
    total: float | None = None


class Progress:
    """Reports to the client of one request, in order, if it asked for that."""

    def __init__(self, context: ServerRequestContext[Any, Any]) -> None:
        self.wanted = context.meta is not None and context.meta.get("progress_token") is not None
        self._session = context.session
        self._loop = asyncio.get_running_loop()
        self._waiting: asyncio.Queue[ProgressReport | None] = asyncio.Queue()
        self._last = 0.0

    def hear(self, kind: EventKind, data: Object) -> None:
        """ProgressReport an event; may be called from any thread."""
        report = report_of(kind, data)
        if self.wanted and report is not None:
            self._loop.call_soon_threadsafe(self._waiting.put_nowait, report)

    @asynccontextmanager
    async def reporting(self) -> AsyncIterator[None]:
        """Send what is heard inside the block; at its end, what is left."""
        if not self.wanted:
            yield
            return
        sending = asyncio.ensure_future(self._send())
        try:
            yield
            self._loop.call_soon_threadsafe(self._waiting.put_nowait, None)
            await asyncio.wait({sending}, timeout=PATIENCE)
        finally:
            sending.cancel()

    async def _send(self) -> None:
        while (report := await self._waiting.get()) is not None:
            self._last = self._last + 1 if report.progress is None else max(self._last, report.progress)
            await self._session.report_progress(self._last, report.total, report.message)


class HeardLog:
    """A log of one call whose events a Progress hears, except that the call itself begins."""

    def __init__(self, inner: EventLog, progress: Progress) -> None:
        self.owner = inner.owner
        self.progress = progress
        self._inner = inner
        self._begun = False

    async def append(
        self, run: str, kind: EventKind, data: Object, *, key: str | None = None, attempt: int = 1
    ) -> Event:
        self._hear(kind, data)
        return await self._inner.append(run, kind, data, key=key, attempt=attempt)

    async def append_all(self, run: str, events: Sequence[NewEvent], *, after: int) -> list[Event] | None:
        written = await self._inner.append_all(run, events, after=after)
        for event in written or ():
            self._hear(event.kind, event.data)
        return written

    def post(self, run: str, kind: EventKind, data: Object) -> None:
        self._hear(kind, data)
        self._inner.post(run, kind, data)

    async def find(self, key: str, kind: EventKind, *, attempt: int = 1) -> Event | None:
        return await self._inner.find(key, kind, attempt=attempt)

    async def read(self, run: str, *, after: int = 0, limit: int | None = None) -> list[Event]:
        return await self._inner.read(run, after=after, limit=limit)

    def follow(self, run: str, *, after: int = 0) -> AsyncIterator[Event]:
        return self._inner.follow(run, after=after)

    def alive(self, owner: str) -> bool:
        return self._inner.alive(owner)

    async def close(self) -> None:
        """Leave the log open: it belongs to the app."""

    def _hear(self, kind: EventKind, data: Object) -> None:
        if kind == "call.started" and not self._begun:
            self._begun = True
        else:
            self.progress.hear(kind, data)


def report_of(kind: EventKind, data: Object) -> ProgressReport | None:
    """Return what a client is told of an event; None for what is of no interest to it."""
    match kind:
        case "call.progress":
            return _said(data["data"])
        case "call.started":
            words = phrase(data["tool"], data["args"] if isinstance(data["args"], dict) else {}, "")
            return ProgressReport(on_one_line(sentence_case(words.gerund), LONGEST))
        case "step.finished":
            done = [
                outcome_sentence(each["tool"], each["args"] if isinstance(each["args"], dict) else {}, each["result"])
                for each in data["actions"]
            ]
            return ProgressReport(on_one_line("; ".join(done) or str(data.get("text") or "Thinking"), LONGEST))
        case "node.started" | "node.finished":
            about = data.get("about") or data.get("type") or "node"
            ended = "" if kind == "node.started" else (" - done" if data.get("ok") else " - failed")
            return ProgressReport(on_one_line(f"{data.get('path', '')} {about}{ended}", LONGEST))
        case "page.navigated":
            return ProgressReport(on_one_line(f"At {data.get('url', '')}", LONGEST))
        case "approval.asked":
            return ProgressReport(on_one_line(f"Waits for approval of {data['tool']}", LONGEST))
        case "question.asked":
            return ProgressReport(on_one_line(f"Asks: {data['question']}", LONGEST))
        case "run.paused":
            return ProgressReport("Paused")
        case "run.resumed":
            return ProgressReport("Goes on")
    return None


def _said(data: Any) -> ProgressReport:
    """Return what a tool reports: text, a number, or `{"progress", "total", "message"}`; anything else as JSON."""
    if isinstance(data, str):
        return ProgressReport(on_one_line(data, LONGEST))
    if isinstance(data, dict) and isinstance(data.get("progress"), int | float):
        total, message = data.get("total"), data.get("message")
        return ProgressReport(
            on_one_line(str(message), LONGEST) if message is not None else None,
            data["progress"],
            total if isinstance(total, int | float) else None,
        )
    return ProgressReport(on_one_line(dumps(data), LONGEST))
