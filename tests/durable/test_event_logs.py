"""The event log on either kind of database keeps the same promises; `tests/store` has those of SQLite alone."""

from __future__ import annotations

import asyncio
import os
import select
import socket
import threading
from collections.abc import AsyncIterator
from typing import Any

import psycopg
import pytest

import pollex.store.postgres
from pollex.core.event import Event, EventLog, MemoryLog, NewEvent
from pollex.core.fault import Fault
from pollex.store import SqlLog, open_log

from ..postgres import Postgres
from ..waits import until


@pytest.fixture
async def log(database: str) -> AsyncIterator[SqlLog]:
    async with open_log(database) as log:
        yield log


def shape(events: list[Event]) -> list[tuple[int, str, Any]]:
    return [(event.seq, event.kind, event.data) for event in events]


async def test_events_come_back_as_they_were_appended_and_posted(log: SqlLog) -> None:
    log.post("run", "run.started", {"task": "buy a lamp \x00 \ud800 ☃", "price": 10**30})
    second = await log.append("run", "note", {"n": 2})
    other = await log.append("other", "note", {})
    log.post("run", "run.finished", {"ok": True})

    assert shape(await log.read("run")) == [
        (1, "run.started", {"task": "buy a lamp \x00 \ud800 ☃", "price": 10**30}),
        (2, "note", {"n": 2}),
        (3, "run.finished", {"ok": True}),
    ]
    assert [event.seq for event in await log.read("run", after=1, limit=1)] == [2]
    assert (await log.read("run"))[1] == second
    assert [(record.id, record.events) for record in await log.runs()] == [("other", 1), ("run", 3)]
    assert other.seq == 1


async def test_of_one_key_attempt_and_kind_the_first_event_stands(log: SqlLog) -> None:
    first = await log.append("run", "call.started", {"by": 1}, key="k")
    again = await log.append("other", "call.started", {"by": 2}, key="k")
    retried = await log.append("run", "call.started", {"by": 3}, key="k", attempt=2)

    assert again == first
    assert await log.find("k", "call.started") == first
    assert await log.find("k", "call.finished") is None
    assert await log.read("run") == [first, retried]
    assert await log.read("other") == []


async def test_events_are_written_together_or_not_at_all(log: SqlLog) -> None:
    await _written_together(log)


async def test_events_are_written_together_or_not_at_all_in_memory() -> None:
    await _written_together(MemoryLog())


async def _written_together(log: EventLog) -> None:
    two = [NewEvent("note", {"n": 1}), NewEvent("note", {"n": 2}, "k")]
    first = await log.append_all("run", two, after=0)
    outrun = await log.append_all("run", [NewEvent("note", {"n": 3})], after=1)
    early = await log.append_all("run", [NewEvent("note", {"n": 3})], after=3)
    used = await log.append_all("run", [NewEvent("note", {"n": 3}), NewEvent("note", {"n": 4}, "k")], after=2)
    last = await log.append_all("run", [NewEvent("note", {"n": 3}, "l")], after=2)

    assert (outrun, early, used) == (None, None, None)
    assert await log.read("run") == [*(first or ()), *(last or ())]
    assert shape(await log.read("run")) == [(1, "note", {"n": 1}), (2, "note", {"n": 2}), (3, "note", {"n": 3})]
    assert await log.find("k", "note") == (first or [])[1]


async def test_of_many_that_write_together_at_once_one_wins(database: str) -> None:
    logs = [open_log(database) for _ in range(4)]
    for log in logs:
        await log.read("run")
    two = [NewEvent("note", {"n": 1}), NewEvent("note", {"n": 2})]
    written = await asyncio.gather(*(log.append_all("run", two, after=0) for log in logs))
    found = await logs[0].read("run")
    for log in logs:
        await log.close()

    assert [events for events in written if events is not None] == [found]
    assert shape(found) == [(1, "note", {"n": 1}), (2, "note", {"n": 2})]


async def test_of_many_that_append_under_one_key_at_once_one_wins(database: str) -> None:
    logs = [open_log(database) for _ in range(4)]
    for log in logs:
        await log.read("run")
    keys = [f"key {n}" for n in range(25)]
    asked = [(log, key, number) for key in keys for number, log in enumerate(logs)]
    events = await asyncio.gather(*(log.append("run", "call.started", {"by": n}, key=key) for log, key, n in asked))
    found = await logs[0].read("run")
    for log in logs:
        await log.close()

    assert [event.seq for event in found] == list(range(1, 26))
    assert {event.seq for event in events} == set(range(1, 26))
    for key in keys:
        assert (
            len({event.data["by"] for event, (_, asked_key, _) in zip(events, asked, strict=True) if asked_key == key})
            == 1
        )


async def test_followers_hear_of_other_logs_until_the_run_ends(database: str, log: SqlLog) -> None:
    async with open_log(database) as other, asyncio.timeout(20):
        follower = log.follow("run")
        for n in range(3):
            other.post("run", "note", {"n": n})
            assert (await anext(follower)).data == {"n": n}
        await other.append("run", "run.finished", {})
        assert [event.kind async for event in follower] == ["run.finished"]


async def test_what_cannot_be_held_is_a_fault_and_takes_no_neighbour_with_it(log: SqlLog) -> None:
    answers = await asyncio.gather(
        *(log.append(run, "note", {}) for run in ("a", "\ud800", "b")), return_exceptions=True
    )

    assert [type(answer) for answer in answers] == [Event, Fault, Event]
    assert [record.id for record in await log.runs()] == ["b", "a"]


async def test_a_closed_log_says_so(database: str) -> None:
    log = open_log(database)
    await log.append("run", "note", {})
    await log.close()

    with pytest.raises(Fault, match="is closed"):
        await log.append("run", "note", {})


async def test_an_owner_on_another_machine_lives_while_its_heart_beats(postgres: Postgres) -> None:
    address = postgres.database()
    async with open_log(address) as log:
        mine = log.owner
        await log.append("run", "note", {})
        unknown = log.alive("elsewhere:1:start#mark")
        with psycopg.connect(address) as connection:
            connection.execute("CREATE TABLE pollex.engine_worker (owner TEXT, beat BIGINT)")
            connection.execute(
                """INSERT INTO pollex.engine_worker VALUES
                ('elsewhere:2:start#other', extract(epoch from now()) * 1000),
                ('elsewhere:3:start#other', extract(epoch from now()) * 1000 - 7000)"""
            )

        assert unknown
        assert log.alive("elsewhere:2:start#mark")
        assert not log.alive("elsewhere:3:start#mark")
        assert not log.alive("elsewhere:4:start#mark")
        assert log.alive(log.owner)
        assert not log.alive(f"{socket.gethostname()}:{os.getpid()}:other#mark")
        assert log.owner.partition("#")[0] == mine.partition("#")[0]


async def test_the_log_waits_for_a_server_that_is_restarted(own_postgres: Postgres) -> None:
    async with open_log(own_postgres.database()) as log:
        first = await log.append("run", "note", {"n": 1})
        await asyncio.to_thread(own_postgres.stop)
        waiting = asyncio.create_task(log.append("run", "call.started", {"n": 2}, key="k"))
        refused, _ = await asyncio.wait({waiting}, timeout=0.3)
        await asyncio.to_thread(own_postgres.start)

        assert not refused
        assert await log.read("run") == [first, await waiting]


async def test_what_was_halted_inside_of_a_transaction_is_written_again(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server has ended the transaction meanwhile, so that nobody waits for its locks."""
    monkeypatch.setattr("pollex.store.postgres.HALTED", 0.05)
    halted = threading.Event()

    def insert_one(connection: Any, entry: Any) -> Event:
        event = written(connection, entry)
        if not halted.is_set():
            halted.set()
            until("the server ends the transaction", lambda: ended(connection))
        return event

    written = pollex.store.postgres.insert_one
    monkeypatch.setattr("pollex.store.postgres.insert_one", insert_one)
    async with open_log(postgres.ready_database()) as log:
        event = await log.append("run", "note", {"n": 1})

        assert halted.is_set()
        assert await log.read("run") == [event]


def ended(connection: Any) -> bool:
    """Whether the server has said its last word on a connection."""
    return bool(select.select([connection], [], [], 0)[0])


async def test_the_password_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pollex.store.postgres.PATIENCE", 0.0)
    async with open_log("postgresql://ann:hunter2@127.0.0.1:1/none") as log:
        with pytest.raises(Fault) as caught:
            await log.read("run")

    assert "hunter2" not in str(caught.value)
    assert "postgresql://ann@127.0.0.1:1/none" in caught.value.message
