"""A run in a real browser that is killed with -9 at a boundary of a node, and goes on in another process.

What the site was sent is counted by the site itself: nothing is sent twice, and nobody logs in again.
"""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from pollex.practice.server import Server

from ...processes import Nursery

CHILD = Path(__file__).with_name("browser_child.py")
Order = Callable[..., dict[str, Any]]
CHAOS = bool(os.environ.get("POLLEX_CHAOS"))


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as server:
        yield server


def child(nursery: Nursery, job: dict[str, Any]) -> tuple[int, str]:
    """How the process ended, and what it said."""
    with nursery.start(CHILD, environ={"POLLEX_SECRET_BANK_PASSWORD": "lovelace-1843"}) as process:
        process.say(json.dumps(job))
        process.hang_up()
        return process.wait(), process.rest()


POINTS = [f"{moment} /{node}" for node in range(1, 17) for moment in ("before", "after", "event")]
SHORT = ["event /9", "after /15"]


@pytest.mark.timeout(240)
@pytest.mark.parametrize("crash", POINTS if CHAOS else SHORT)
def test_nothing_is_sent_twice(crash: str, tmp_path: Path, server: Server, order: Order, nursery: Nursery) -> None:
    job = {"home": str(tmp_path), "run": str(uuid4()), "document": order(server.url), "crash": crash}
    assert child(nursery, {**job, "resume": False})[0] == -9
    result = json.loads(child(nursery, {**job, "resume": True})[1])
    assert result["fault"] is None
    assert [node["ok"] for node in result["data"]["nodes"]] == [True] * 16
    assert server.sent == {"/bank/login": 1, "/bank/code": 1, "/bank/standing": 1}
