"""Followers of one run share what they read, and each gets every event behind its own position once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from pollex.core.event import Event
from pollex.core.fault import Fault
from pollex.store import SqlLog
from pollex.store.feed import Feed
from pollex.store.watchers import Watchers

STOPPED = {"result": {"ok": False, "fault": {"code": "cancelled"}}}


class Record:
    """A run's events, and how often they were read."""

    def __init__(self, *seqs: int) -> None:
        self.events = [event(seq) for seq in seqs]
        self.reads = 0
        self.was_read = asyncio.Event()
        self.watchers = Watchers()

    async def read(self, position: int) -> list[Event]:
        self.reads += 1
        self.was_read.set()
        return [each for each in self.events if each.seq > position]

    def write(self, seq: int) -> None:
        self.events.append(event(seq))
        self.watchers.wake({"run"})

    @asynccontextmanager
    async def fed(self) -> AsyncIterator[Feed]:
        feed = Feed("run", self.watchers, self.read, 1_000, lambda: True)
        yield feed
        feed.close()


def event(seq: int) -> Event:
    return Event("run", seq, "2026-11-19T00:00:00Z", "note", {})


async def test_one_query_answers_all_who_wait() -> None:
    record = Record(1)
    async with record.fed() as feed:
        waiting = [asyncio.ensure_future(feed.after(1)) for _ in range(100)]
        await record.was_read.wait()
        record.write(2)
        assert await asyncio.gather(*waiting) == [[event(2)]] * 100
        assert record.reads < 50


async def test_one_who_is_behind_has_the_rest_at_once() -> None:
    record = Record(1, 2, 3)
    async with record.fed() as feed:
        assert await feed.after(0) == [event(1), event(2), event(3)]
        newest = asyncio.ensure_future(feed.after(3))
        assert await feed.after(1) == [event(2), event(3)]
        record.write(4)
        assert await newest == [event(4)]


async def test_all_who_wait_hear_that_the_log_cannot_be_read() -> None:
    async def broken(position: int) -> list[Event]:
        raise Fault("unavailable", "The disk is gone.")

    feed = Feed("run", Watchers(), broken, 1_000, lambda: True)
    answers = await asyncio.gather(feed.after(0), feed.after(5), return_exceptions=True)
    assert [each.code for each in answers if isinstance(each, Fault)] == ["unavailable"] * 2


async def test_a_stopped_run_that_fills_a_page_ends_its_followers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pollex.store.log.PAGE", 3)
    async with SqlLog(tmp_path / "log.db") as log:
        for _ in range(2):
            await log.append("run", "note", {})
        await log.append("run", "run.finished", STOPPED)
        assert [each.seq async for each in log.follow("run")] == [1, 2, 3]
