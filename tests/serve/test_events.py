"""Events as a stream: in order, resumable in the middle, ended with the run, at no cost for a slow reader."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..waits import until
from .served import Served


def heard(served: Served, run: str, after: int = 0, most: int | None = None) -> Iterator[dict[str, Any]]:
    """The events of a run as a client hears them that goes away after some."""
    headers = {"Last-Event-ID": str(after)} if after else {}
    with served.client.stream("GET", f"/api/runs/{run}/events", headers=headers) as stream:
        fields: dict[str, str] = {}
        for line in stream.iter_lines():
            if not line and "data" in fields:
                yield {**json.loads(fields["data"]), "id": int(fields["id"]), "event": fields["event"]}
                most = None if most is None else most - 1
                if most == 0:
                    return
            name, _, value = line.partition(": ")
            fields = {**fields, name: value} if line else {}


def listeners(served: Served) -> float:
    [line] = [each for each in served.client.get("/metrics").text.splitlines() if each.startswith("pollex_event_l")]
    return float(line.rpartition(" ")[2])


def test_a_stream_has_every_event_and_ends_with_the_run(served: Served) -> None:
    run = served.start(tool="chatter", inputs={"count": 50})
    events = list(heard(served, run))
    assert [event["id"] for event in events] == list(range(1, len(events) + 1))
    assert all((event["id"], event["event"]) == (event["seq"], event["kind"]) for event in events)
    assert (events[0]["kind"], events[-1]["kind"], len(events)) == ("run.started", "run.finished", 54)


def test_a_client_that_comes_back_misses_nothing(served: Served) -> None:
    run = served.start(tool="chatter", inputs={"count": 50})
    seen: list[int] = []
    while not seen or seen[-1] < 54:
        seen += [event["seq"] for event in heard(served, run, after=seen[-1] if seen else 0, most=7)]
    assert seen == list(range(1, 55))


def test_who_knows_the_end_is_told_to_stay_away(served: Served) -> None:
    run = served.start(tool="add", inputs={"a": 1, "b": 2})
    *_, last = heard(served, run)
    again = served.client.get(f"/api/runs/{run}/events", headers={"Last-Event-ID": str(last["id"])})
    assert (again.status_code, again.text) == (204, "")


def test_a_stream_ends_with_a_stop_and_goes_on_with_the_run(served: Served, tmp_path: Path) -> None:
    file = tmp_path / "there"
    run = served.start(tool="await_file", inputs={"file": str(file)})
    served.client.post(f"/api/runs/{run}/stop").raise_for_status()
    *_, stopped = heard(served, run)
    assert (stopped["kind"], stopped["data"]["result"]["fault"]["code"]) == ("run.finished", "cancelled")
    file.touch()
    served.client.post(f"/api/runs/{run}/resume").raise_for_status()
    first, *_, last = heard(served, run, after=stopped["seq"])
    assert (first["kind"], last["kind"], last["data"]["result"]["ok"]) == ("run.resumed", "run.finished", True)


def test_a_client_that_vanishes_is_noticed(served: Served, tmp_path: Path) -> None:
    file = tmp_path / "there"
    run = served.start(tool="await_file", inputs={"file": str(file)})
    with socket.create_connection(("127.0.0.1", served.port)) as line:
        _ask(line, served, run)
        assert b"run.started" in _until(line, b"run.started")
        until("the listener is counted", lambda: listeners(served) == 1)
    until("it is noticed", lambda: listeners(served) == 0)
    file.touch()
    assert served.ended(run)["status"] == "done"


def test_a_slow_reader_costs_no_memory(served: Served) -> None:
    run = served.start(tool="chatter", inputs={"count": 20_000})
    served.ended(run)
    before = _resident(served)
    lines = [socket.create_connection(("127.0.0.1", served.port)) for _ in range(20)]
    for line in lines:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        _ask(line, served, run)
    until("all listen", lambda: listeners(served) == 20)
    grown = _resident(served) - before
    for line in lines:
        line.close()
    until("all are gone", lambda: listeners(served) == 0)
    assert grown < 60_000_000, f"{grown:,} bytes for 20 readers of a stream of 5 MB each"


def _ask(line: socket.socket, served: Served, run: str) -> None:
    host, secret = f"127.0.0.1:{served.port}", served.token
    request = f"GET /api/runs/{run}/events HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {secret}\r\n\r\n"
    line.sendall(request.encode())


def _until(line: socket.socket, words: bytes) -> bytes:
    found = b""
    while words not in found:
        more = line.recv(10_000)
        assert more, found
        found += more
    return found


def _resident(served: Served) -> int:
    """Bytes of memory that the server has."""
    status = Path(f"/proc/{served.process.pid}/status").read_text()
    [line] = [each for each in status.splitlines() if each.startswith("VmRSS")]
    return int(line.split()[1]) * 1_024
