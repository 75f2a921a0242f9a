"""Never twice: every row of the table of promises, by a process that is killed at that moment and another that goes on.

All rows are runs of one process, which is killed with -9 when each of them has come to its moment.
"""

import json
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, get_args
from uuid import uuid4

import pytest

from pollex.flow.execution.uncertain import TABLE, Crash, Harm, Promise
from pollex.flow.node import OnUncertain

from ...processes import Nursery, Process
from ...servers import serving

CHILD = Path(__file__).with_name("child.py")
Row = tuple[Harm, Crash, OnUncertain]


class Counting(ThreadingHTTPServer):
    """Counts what arrives, by the run that sent it."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.counts: Counter[str] = Counter()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(BaseHTTPRequestHandler):
    server: Counting

    def do_POST(self) -> None:
        self.server.counts[self.path.strip("/")] += 1
        self.answer("")

    def do_GET(self) -> None:
        self.answer(str(self.server.counts[self.path.strip("/")]))

    def answer(self, text: str) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the base class's
        pass


@pytest.fixture
def counting() -> Iterator[Counting]:
    with serving(Counting()) as server:
        yield server


def document(harm: Harm, policy: OnUncertain) -> dict[str, Any]:
    verify = [{"type": "tool", "tool": "sent", "operator": "greater", "value": 0, "within": 0}]
    send = {"position": 1, "type": "tool", "config": {"tool": f"{harm}.send"}, "onUncertain": policy, "verify": verify}
    return {"name": "send", "nodes": [send, {"position": 2, "type": "tool", "config": {"tool": "sent"}}]}


def child(nursery: Nursery, job: dict[str, Any]) -> Process:
    process = nursery.start(CHILD)
    process.say(json.dumps(job))
    process.hang_up()
    return process


def killed_and_resumed(
    nursery: Nursery, rows: list[Row], home: Path, counting: Counting, *, journal: bool = True
) -> dict[Row, tuple[int, str]]:
    """For each row how often the effect happened, and how the run ended."""
    runs = {str(uuid4()): row for row in rows}
    jobs = {run: {"document": document(harm, policy), "crash": crash} for run, (harm, crash, policy) in runs.items()}
    job = {
        "home": str(home),
        "executor": "killed",
        "counter": counting.url,
        "runs": jobs,
        "journal": journal,
        "resume": False,
    }
    with child(nursery, job) as first:
        assert first.line() == "ready\n", first.errors()
        first.kill()
    with child(nursery, {**job, "resume": True}) as second:
        results = json.loads(second.rest())
    return {row: (counting.counts[run], ended(*results[run])) for run, row in runs.items()}


def ended(result: dict[str, Any], asked: int) -> str:
    if not result["ok"]:
        return "failed"
    return "asked" if asked else "done"


def test_the_table_has_every_row() -> None:
    assert set(TABLE) == {
        (harm, crash, policy)
        for harm in get_args(Harm)
        for crash in get_args(Crash)
        for policy in get_args(OnUncertain)
    }


@pytest.mark.timeout(180)
def test_every_promise_holds(tmp_path: Path, counting: Counting, nursery: Nursery) -> None:
    rows = list(TABLE)
    found = killed_and_resumed(nursery, rows, tmp_path, counting)
    assert {row: found[row] for row in rows if not kept(TABLE[row], found[row])} == {}


@pytest.mark.timeout(180)
def test_without_the_journal_things_are_sent_twice(tmp_path: Path, counting: Counting, nursery: Nursery) -> None:
    """Else the test above would prove nothing."""
    rows: list[Row] = [("acts", "after dispatch", "verify"), ("acts", "after event", "fail")]
    found = killed_and_resumed(nursery, rows, tmp_path, counting, journal=False)
    assert found == dict.fromkeys(rows, (2, "done"))


def kept(promise: Promise, found: tuple[int, str]) -> bool:
    return found[0] in promise.effects and found[1] == promise.run
