"""The event log on real files, with real processes that write, follow and die."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest

from pollex.core.event import Event, EventLog
from pollex.core.fault import Fault
from pollex.core.limits import DEFAULT_LIMITS
from pollex.store import SqlLog
from pollex.store.database import migrate
from pollex.store.owner import name_process
from pollex.store.request import LogRequest
from pollex.store.tables import FIND, MIGRATIONS, READ
from pollex.store.writer import Writer

from ..waits import Clock, until_async

PROGRAM = "import asyncio, os, sys\nfrom pollex.store import SqlLog\nasync def main(path, name):\n"


def start(path: Path, body: str, name: str = "") -> subprocess.Popen[bytes]:
    """Another process with `body` inside `async def main(path, name)`."""
    program = PROGRAM + indent(body, "    ") + "\nasyncio.run(main(*sys.argv[1:]))"
    return subprocess.Popen(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", program, str(path), name],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )


def line_of(process: subprocess.Popen[bytes]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().decode().strip()


def finish(processes: Sequence[subprocess.Popen[bytes]]) -> list[str]:
    outputs = [process.communicate(timeout=60)[0].decode().strip() for process in processes]
    assert [process.returncode for process in processes] == [0] * len(processes)
    return outputs


def race(path: Path, body: str, names: str) -> list[str]:
    """What one process for each letter printed; they are let go at the same moment."""
    processes = [start(path, f"print('ready', flush=True)\nsys.stdin.readline()\n{body}", name) for name in names]
    assert [line_of(process) for process in processes] == ["ready"] * len(processes)
    for process in processes:
        assert process.stdin is not None
        process.stdin.write(b"\n")
        process.stdin.flush()
    return finish(processes)


def shape(events: Sequence[Event]) -> list[tuple[int, str, Any]]:
    return [(event.seq, event.kind, event.data) for event in events]


async def test_append_returns_the_event_as_it_is_read_later(tmp_path: Path) -> None:
    async with SqlLog(tmp_path / "log.db") as log:
        first = await log.append("run", "run.started", {"task": "buy a lamp"})
        second = await log.append("run", "run.finished", {"ok": True})

        assert shape([first, second]) == [(1, "run.started", {"task": "buy a lamp"}), (2, "run.finished", {"ok": True})]
        assert await log.read("run") == [first, second]


async def test_it_is_an_event_log(tmp_path: Path) -> None:
    log: EventLog = SqlLog(tmp_path / "log.db")

    assert log.alive(log.owner)


async def test_reading_goes_on_after_a_sequence_number_up_to_a_limit(tmp_path: Path) -> None:
    async with SqlLog(tmp_path / "log.db") as log:
        for number in range(1, 2_501):
            log.post("run", "note", {"number": number})

        assert [event.seq for event in await log.read("run")] == list(range(1, 2_501))
        assert [event.seq for event in await log.read("run", after=2_498)] == [2_499, 2_500]
        assert [event.seq for event in await log.read("run", after=10, limit=2)] == [11, 12]
        assert [event.seq for event in await log.read("run", limit=1_500)] == list(range(1, 1_501))
        assert await log.read("run", limit=0) == []


async def test_posts_and_appends_keep_their_order(tmp_path: Path) -> None:
    async with SqlLog(tmp_path / "log.db") as log:
        log.post("run", "note", {"n": 1})
        await asyncio.gather(log.append("run", "note", {"n": 2}), log.append("run", "note", {"n": 3}))
        log.post("run", "note", {"n": 4})

        assert shape(await log.read("run")) == [(n, "note", {"n": n}) for n in (1, 2, 3, 4)]


async def test_every_run_counts_from_one(tmp_path: Path) -> None:
    async with SqlLog(tmp_path / "log.db") as log:
        events = [await log.append(run, "note", {}) for run in ("a", "b", "a")]

        assert [(event.run, event.seq) for event in events] == [("a", 1), ("b", 1), ("a", 2)]


async def test_of_one_key_attempt_and_kind_the_first_event_stands(tmp_path: Path) -> None:
    async with SqlLog(tmp_path / "log.db") as log:
        first = await log.append("run", "call.started", {"by": 1}, key="k")
        again = await log.append("other", "call.started", {"by": 2}, key="k")
        retried = await log.append("run", "call.started", {"by": 3}, key="k", attempt=2)

        assert again == first
        assert await log.find("k", "call.started") == first
        assert await log.find("k", "call.started", attempt=2) == retried
        assert await log.find("k", "call.finished") is None
        assert await log.read("run") == [first, retried]
        assert await log.read("other") == []


async def test_equal_keys_in_one_transaction_have_one_winner(tmp_path: Path) -> None:
    async with SqlLog(tmp_path / "log.db") as log:
        events = await asyncio.gather(*(log.append("run", "note", {"by": n}, key="k") for n in range(50)))

        assert events == [await log.find("k", "note")] * 50
        assert len(await log.read("run")) == 1


async def test_long_integers_and_lone_surrogates_come_back_exactly(tmp_path: Path) -> None:
    data = {"big": 2**70, "lone": "\ud800", "text": "ünï", "deep": [[[{"a": 1.5}]]]}
    async with SqlLog(tmp_path / "log.db") as log:
        await log.append("run", "note", data)

        assert shape(await log.read("run")) == [(1, "note", data)]


async def test_deeply_nested_data_comes_back(tmp_path: Path) -> None:
    data: dict[str, Any] = {}
    for _ in range(DEFAULT_LIMITS.depth):
        data = {"in": data}
    async with SqlLog(tmp_path / "log.db") as log:
        await log.append("run", "note", data)

        assert str(shape(await log.read("run"))) == str([(1, "note", data)])


async def test_a_name_that_is_no_text_is_refused_and_the_log_goes_on(tmp_path: Path) -> None:
    async with SqlLog(tmp_path / "log.db") as log:
        with pytest.raises(Fault) as caught:
            await log.append("run", "note", {}, key="\ud800")
        with pytest.raises(Fault):
            await log.read("run", after=2**80)

        assert caught.value.code == "invalid_input"
        assert (await log.append("run", "note", {})).seq == 1


async def test_runs_are_listed_newest_first(tmp_path: Path) -> None:
    async with SqlLog(tmp_path / "log.db") as log:
        old = [await log.append("old", "note", {}) for _ in range(3)]
        new = await log.append("new", "note", {})
        found = await log.runs()

        assert [(run.id, run.started, run.changed, run.events) for run in found] == [
            ("new", new.at, new.at, 1),
            ("old", old[0].at, old[2].at, 3),
        ]
        assert [run.id for run in await log.runs(1)] == ["new"]


async def test_a_reopened_log_goes_on_counting(tmp_path: Path) -> None:
    async with SqlLog(tmp_path / "log.db") as log:
        log.post("run", "note", {"n": 1})
    async with SqlLog(tmp_path / "log.db") as log:
        await log.append("run", "note", {"n": 2})

        assert shape(await log.read("run")) == [(1, "note", {"n": 1}), (2, "note", {"n": 2})]


async def test_nothing_is_opened_before_first_use_and_the_folder_is_private(tmp_path: Path) -> None:
    path = tmp_path / "home" / "log.db"
    async with SqlLog(path) as log:
        assert not path.parent.exists()
        await log.append("run", "note", {})

        assert (path.parent.stat().st_mode & 0o777, path.stat().st_mode & 0o777) == (0o700, 0o600)


async def test_a_closed_log_refuses_to_be_used(tmp_path: Path) -> None:
    log = SqlLog(tmp_path / "log.db")
    await log.append("run", "note", {})
    await log.close()
    await log.close()

    with pytest.raises(Fault, match="is closed"):
        await log.append("run", "note", {})
    with pytest.raises(Fault, match="is closed"):
        log.post("run", "note", {})


async def test_many_threads_with_loops_of_their_own_share_one_log(tmp_path: Path) -> None:
    log = SqlLog(tmp_path / "log.db")

    async def write() -> None:
        await asyncio.gather(*(log.append("run", "note", {}) for _ in range(100)))

    threads = [threading.Thread(target=asyncio.run, args=(write(),)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        await asyncio.to_thread(thread.join)

    assert [event.seq for event in await log.read("run")] == list(range(1, 801))
    await log.close()


async def test_many_processes_write_one_run_without_gap_or_double(tmp_path: Path) -> None:
    body = """async with SqlLog(path) as log:
    for n in range(50):
        log.post("run", "note", {"by": name, "n": n})
        await log.append("run", "note", {"by": name, "n": n + 0.5})"""
    race(tmp_path / "log.db", body, "abcd")

    async with SqlLog(tmp_path / "log.db") as log:
        events = await log.read("run")
    assert [event.seq for event in events] == list(range(1, 401))
    for name in "abcd":
        written = [event.data["n"] for event in events if event.data["by"] == name]
        assert written == [n / 2 for n in range(100)]


async def test_of_many_processes_with_one_key_exactly_one_wins(tmp_path: Path) -> None:
    body = """async with SqlLog(path) as log:
    keys = [f"k{n}" for n in range(300)]
    events = await asyncio.gather(*(log.append("run", "call.started", {"by": name}, key=key) for key in keys))
    print(*(event.data["by"] for event in events))"""
    winners = race(tmp_path / "log.db", body, "abcd")

    assert len(set(winners)) == 1
    async with SqlLog(tmp_path / "log.db") as log:
        assert [event.data["by"] for event in await log.read("run")] == winners[0].split()


async def test_what_append_returned_outlives_a_kill(tmp_path: Path) -> None:
    body = """log = SqlLog(path)
await log.append("run", "call.started", {"n": 1}, key="k")
os.kill(os.getpid(), 9)"""
    process = start(tmp_path / "log.db", body)
    process.communicate(timeout=60)

    assert process.returncode == -signal.SIGKILL
    async with SqlLog(tmp_path / "log.db") as log:
        assert shape(await log.read("run")) == [(1, "call.started", {"n": 1})]


async def test_posts_are_written_when_a_program_ends_without_closing(tmp_path: Path) -> None:
    finish([start(tmp_path / "log.db", 'log = SqlLog(path)\nfor n in range(500): log.post("run", "note", {})')])

    async with SqlLog(tmp_path / "log.db") as log:
        assert len(await log.read("run")) == 500


def test_what_is_asked_after_the_end_does_not_keep_the_thread_alive(tmp_path: Path) -> None:
    writer = Writer(tmp_path / "log.db")
    writer.put(LogRequest(None))
    writer.put(LogRequest(lambda connection: None))
    writer.start()
    writer.join(60)

    assert not writer.is_alive()


async def test_follow_gives_old_and_new_events_and_ends_with_the_run(tmp_path: Path) -> None:
    async with SqlLog(tmp_path / "log.db") as log:
        log.post("run", "run.started", {})
        followed: list[Event] = []

        async def follow() -> None:
            async for event in log.follow("run"):
                followed.append(event)  # noqa: PERF401 - the writer looks at it meanwhile

        def heard(events: int) -> bool:
            return len(followed) == events

        async def write() -> None:
            for n in range(3):
                await until_async("the follower heard of all so far", partial(heard, n + 1))
                log.post("other", "note", {})
                log.post("run", "note", {"n": n})
            log.post("run", "run.finished", {})
            log.post("run", "note", {"n": "too late"})

        await asyncio.gather(write(), follow())

        assert [event.seq for event in followed] == [1, 2, 3, 4, 5]
        assert [event.seq async for event in log.follow("run", after=3)] == [4, 5]


async def test_following_a_run_that_has_finished_ends_at_once(tmp_path: Path) -> None:
    async with SqlLog(tmp_path / "log.db") as log:
        await log.append("run", "run.finished", {})

        async with asyncio.timeout(60):
            assert [event async for event in log.follow("run", after=1)] == []


async def test_a_follower_in_the_same_process_hears_at_once(tmp_path: Path) -> None:
    async with SqlLog(tmp_path / "log.db") as log:
        follower = log.follow("run")
        Clock().stop()  # so that it does not hear by looking again after a while
        for n in range(20):
            waiting = asyncio.ensure_future(anext(follower))
            await asyncio.sleep(0)
            await log.read("run")  # after it has read all that there was
            log.post("run", "note", {"n": n})
            assert (await waiting).data == {"n": n}
        await follower.aclose()  # type: ignore[attr-defined]


async def test_followers_at_one_position_do_not_depend_on_each_other(tmp_path: Path) -> None:
    async with SqlLog(tmp_path / "events.db") as log:

        async def follow() -> list[int]:
            return [event.seq async for event in log.follow("run")]

        leaver, *others = [asyncio.ensure_future(follow()) for _ in range(5)]
        await asyncio.sleep(0)
        leaver.cancel()
        for _ in range(3):
            await log.append("run", "note", {})
        await log.append("run", "run.finished", {})

        assert await asyncio.gather(*others) == [[1, 2, 3, 4]] * 4
        with pytest.raises(asyncio.CancelledError):
            await leaver


async def test_followers_hear_of_other_processes(tmp_path: Path) -> None:
    body = """async with SqlLog(path) as log:
    for n in range(3):
        await log.append("run", "note", {"n": n})
        await asyncio.sleep(0.05)
    await log.append("run", "run.finished", {})"""
    async with SqlLog(tmp_path / "log.db") as log:
        process = start(tmp_path / "log.db", body)
        async with asyncio.timeout(60):
            followed = [event async for event in log.follow("run")]
        await asyncio.to_thread(finish, [process])

        assert [event.kind for event in followed] == ["note", "note", "note", "run.finished"]
        assert followed == await log.read("run")


async def test_closing_ends_followers(tmp_path: Path) -> None:
    log = SqlLog(tmp_path / "log.db")
    following = asyncio.ensure_future(anext(log.follow("run"), None))
    await asyncio.sleep(0)
    await log.read("run")  # after it has read all that there was
    await log.close()

    assert await asyncio.wait_for(following, 60) is None


def test_a_closed_event_loop_hangs_nobody(tmp_path: Path) -> None:
    log = SqlLog(tmp_path / "log.db")

    async def leave() -> None:
        asyncio.get_running_loop().call_later(0, asyncio.get_running_loop().stop)
        await asyncio.gather(*(log.append("run", "note", {}) for _ in range(200)))

    loop = asyncio.new_event_loop()
    task = loop.create_task(leave())
    loop.run_forever()
    task.cancel()
    loop.run_until_complete(asyncio.wait([task]))
    loop.close()

    async def look() -> int:
        found = len(await log.read("run"))
        await log.close()
        return found

    assert asyncio.run(look()) == 200


async def test_a_full_disk_is_a_fault_and_the_log_goes_on_when_there_is_room(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def allow(pages: int) -> Any:
        return lambda connection: connection.execute(f"PRAGMA max_page_count = {pages}").fetchall()

    async with SqlLog(tmp_path / "log.db") as log:
        await log.append("run", "note", {"n": 1})
        await log._ask(allow(20))
        with pytest.raises(Fault) as caught:
            await log.append("run", "note", {"text": "x" * 1_000_000})
        for _ in range(3):
            log.post("run", "note", {"text": "y" * 1_000_000})
        small = await log.append("run", "note", {"n": 2})
        await log._ask(allow(1_000_000))
        large = await log.append("run", "note", {"text": "z" * 1_000_000})

        assert (caught.value.code, caught.value.hint) == (
            "unavailable",
            "Free some space on the disk; the log goes on by itself.",
        )
        assert [event.seq for event in (small, large)] == [2, 3]
        assert log.lost == 3
        assert [record.message for record in caplog.records] == [
            f"Events cannot be written to {tmp_path / 'log.db'} and are lost: database or disk is full"
        ]


async def test_an_event_too_large_takes_no_neighbour_with_it(tmp_path: Path) -> None:
    async with SqlLog(tmp_path / "log.db") as log:
        await log.append("run", "note", {})
        await log._ask(lambda connection: connection.execute("PRAGMA max_page_count = 20").fetchall())
        texts = ["a", "x" * 1_000_000, "b"]
        answers = await asyncio.gather(
            *(log.append("run", "note", {"text": text}) for text in texts), return_exceptions=True
        )

        assert [type(answer) for answer in answers] == [Event, Fault, Event]
        assert [event.data for event in await log.read("run", after=1)] == [{"text": "a"}, {"text": "b"}]


async def test_a_file_that_is_no_database_is_a_fault_until_it_is_moved(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    path.write_text("Dear diary, " * 1_000)
    async with SqlLog(path) as log:
        with pytest.raises(Fault) as caught:
            await log.append("run", "note", {})
        path.unlink()

        assert caught.value.code == "unavailable"
        assert caught.value.hint == "Move the file away, or name another one by POLLEX_DATABASE."
        assert (await log.append("run", "note", {})).seq == 1


async def test_a_folder_that_cannot_be_made_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    async with SqlLog(tmp_path / "file" / "log.db") as log:
        with pytest.raises(Fault) as caught:
            await log.read("run")

        assert caught.value.code == "unavailable"


async def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    async with SqlLog(path) as log:
        with pytest.raises(Fault) as caught:
            await log.read("run")

        assert (caught.value.expected, caught.value.received) == ("schema version 1 or older", "schema version 99")
        assert "newer Pollex" in caught.value.message


async def test_an_older_database_is_brought_forward(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    async with SqlLog(path) as log:
        await log.append("run", "note", {})
    connection = sqlite3.connect(path, isolation_level=None)
    migrate(connection, path, (*MIGRATIONS, ("ALTER TABLE run ADD COLUMN title TEXT", "UPDATE run SET title = 'one'")))

    assert connection.execute("SELECT id, title FROM run").fetchall() == [("run", "one")]
    assert connection.execute("PRAGMA user_version").fetchall() == [(len(MIGRATIONS) + 1,)]
    connection.close()


@pytest.mark.parametrize(("query", "values"), [(READ, ("run", 5, 10)), (FIND, ("key", 1, "note"))])
async def test_lookups_search_an_index_and_never_scan(tmp_path: Path, query: str, values: tuple[Any, ...]) -> None:
    async with SqlLog(tmp_path / "log.db") as log:
        plan = await log._ask(lambda connection: connection.execute(f"EXPLAIN QUERY PLAN {query}", values).fetchall())

        assert all(step.startswith("SEARCH") for *_, step in plan)


def test_an_owner_is_alive_until_its_process_ends(tmp_path: Path) -> None:
    process = start(tmp_path / "log.db", "print(SqlLog(path).owner, flush=True)\nsys.stdin.read()", "")
    owner = line_of(process)
    log = SqlLog(tmp_path / "log.db")
    host, pid, started = owner.rsplit(":", 2)

    assert pid == str(process.pid)
    process.kill()
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert not log.alive(owner)  # a zombie does not count
    process.communicate()
    assert not log.alive(owner)
    assert log.alive(log.owner)
    assert not log.alive(f"{host}:{os.getpid()}:{started}")
    assert log.alive(f"elsewhere.{host}:{pid}:{started}")


def test_without_a_start_time_the_pid_decides() -> None:
    host = name_process(os.getpid()).rsplit(":", 2)[0]
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    log = SqlLog("unused.db")

    assert log.alive(f"{host}:{os.getpid()}:")
    assert not log.alive(f"{host}:{process.pid}:")


def test_a_forked_child_writes_through_a_thread_of_its_own(tmp_path: Path) -> None:
    body = """log = SqlLog(path)
await log.append("run", "note", {"by": "parent"})
child = os.fork()
if child == 0:
    log.post("run", "note", {"by": "child"})
    log._running().end()
    os._exit(0)
os.waitpid(child, 0)
print([event.data["by"] for event in await log.read("run")])"""
    process = start(tmp_path / "log.db", body)

    assert finish([process]) == ["['parent', 'child']"]
