"""One node over which several processes die, one after the other: it is sent once, and said to be finished once."""

import json
import os
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from ...processes import Nursery
from .conftest import Outside

RUN = "0b5e1f0c-2f1a-4a53-9d0e-6f2f6c1f8a11"
CHILD = Path(__file__).with_name("twice_child.py")
VERIFY = [{"type": "tool", "tool": "sent", "operator": "greater", "value": 0, "within": 0}]
DOCUMENT = {
    "name": "send",
    "nodes": [{"position": 1, "type": "tool", "alias": "it", "config": {"tool": "send"}, "verify": VERIFY}],
}
ONCE = ["run.started", "node.started", "node.finished", "run.finished"]
PLACES = ("before", "sent", "event", "end")
LONG = bool(os.environ.get("POLLEX_CHAOS"))
DEATHS = list(product(PLACES, PLACES)) if LONG else [("sent", "end")]


@pytest.mark.parametrize("deaths", DEATHS, ids=" then ".join)
def test_a_node_is_done_once(deaths: tuple[str, ...], tmp_path: Path, outside: Outside, nursery: Nursery) -> None:
    job = {"home": str(tmp_path), "run": RUN, "document": DOCUMENT, "outside": outside.url}
    told = [run(nursery, {**job, "death": death, "resume": at > 0}) for at, death in enumerate([*deaths, ""])]
    result, events = json.loads(next(each for each in told if each))  # who has nothing to send does not die of it
    assert result["fault"] is None
    assert len(outside.of("send")) == 1
    kinds = [event["kind"] for event in events if event["kind"].startswith(("node.", "run."))]
    assert [kind for kind in kinds if kind != "run.resumed"] == ONCE
    assert kinds[-1] == "run.finished"


def test_a_node_that_ended_at_a_later_try_is_said_to_be_finished_once(
    tmp_path: Path, outside: Outside, nursery: Nursery
) -> None:
    """The first process needs two tries and dies before that is kept; the second needs one."""
    retry = {"attempts": 2, "delayMs": 0}
    nodes = [{"position": 1, "type": "tool", "config": {"tool": "looks"}, "retry": retry}]
    job = {"home": str(tmp_path), "run": RUN, "document": {"name": "look", "nodes": nodes}, "outside": outside.url}
    assert run(nursery, {**job, "death": "event", "resume": False}) == ""
    result, events = json.loads(run(nursery, {**job, "death": "", "resume": True}))
    assert result["fault"] is None
    assert [event["kind"] for event in events].count("node.finished") == 1


def run(nursery: Nursery, job: dict[str, Any]) -> str:
    """What a process has told; nothing where it died."""
    with nursery.start(CHILD) as process:
        process.say(json.dumps(job))
        process.hang_up()
        return process.rest()
