"""Continuing in a fresh browser: which state is restored, which nodes run again, and when it is refused."""

from typing import Any

import pytest

from pollex.core.event import MemoryLog
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.core.result import Result
from pollex.core.snapshots import BrowserEffect, SnapshotStore
from pollex.flow.execution.checkpoints import Checkpoints, Redo
from pollex.flow.execution.record import CallOutcome, NodeRecord
from pollex.testing import FakePage


class Page(FakePage):
    """A page that remembers what it was put back to."""

    def __init__(self) -> None:
        super().__init__({}, url="about:blank")
        self.restored: list[Any] = []

    async def restore(self, snapshot: Object) -> list[str]:
        self.restored.append(snapshot["at"])
        return []


class Plain:
    """Seals nothing."""

    def seal(self, state: Object) -> str:
        return str(state["at"])

    def open(self, sealed: str) -> Object:
        return {"at": sealed}


async def checkpoints(*states: str) -> tuple[Checkpoints, Page]:
    log, page = MemoryLog(), Page()
    for state in states:
        await log.append("r", "page.kept", {"state": state}, key=state)
    return Checkpoints(SnapshotStore(page, Plain(), log, "r")), page


def record(state: str | None = None, moved: BrowserEffect = "no", result: Result | None = None) -> NodeRecord:
    return NodeRecord(result or Result.success({}), 1.0, None, state, moved)


def redo(name: str, done: list[str], result: Result | None = None) -> Redo:
    async def again() -> Result:
        done.append(name)
        return result or Result.success({})

    return again


async def holds() -> bool:
    return True


async def fails() -> bool:
    return False


async def test_the_last_state_is_restored_and_later_nodes_run_again() -> None:
    kept, page = await checkpoints("first", "second")
    done: list[str] = []
    kept.add(redo("open", done), record("first", "went"))
    kept.add(redo("next", done), record("second", "went"))
    kept.add(redo("type", done), record())
    kept.add(redo("failed", done), record(result=Result.failure(Fault("failed", "no"))))
    await kept.ready("submit", holds)
    assert (page.restored, done) == (["second"], ["type"])


async def test_a_browser_in_use_is_left_alone() -> None:
    kept, page = await checkpoints("first")
    await kept.ready("open", holds)
    kept.add(redo("open", []), record("first", "went"))
    await kept.ready("next", holds)
    assert page.restored == []


async def test_an_earlier_state_is_tried_where_preconditions_fail() -> None:
    kept, page = await checkpoints("first", "second")
    kept.add(redo("open", []), record("first", "went"))
    kept.add(redo("next", []), record("second", "went"))
    with pytest.raises(Fault, match="cannot go on at submit"):
        await kept.ready("submit", fails)
    assert page.restored == ["second", "first"]


async def test_nothing_is_restored_from_before_something_was_sent() -> None:
    kept, page = await checkpoints("first", "sent")
    kept.add(redo("open", []), record("first", "went"))
    kept.add(redo("send", []), record("sent", "sent"))
    with pytest.raises(Fault, match="was sent already"):
        await kept.ready("check", fails)
    assert page.restored == ["sent"]


async def test_what_was_sent_is_not_sent_again() -> None:
    kept, page = await checkpoints("first")
    done: list[str] = []
    kept.add(redo("open", done), record("first", "went"))
    kept.add(redo("send", done), record(None, "sent"))
    with pytest.raises(Fault, match="was sent already"):
        await kept.ready("check", holds)
    assert (page.restored, done) == ([], [])


async def test_a_call_of_an_earlier_process_leads_to_the_state_after_it() -> None:
    kept, page = await checkpoints("r/1~1")
    calls = [CallOutcome("page.navigate", Result.success({}))]
    assert await kept.after("r/1~1", calls) == ("r/1~1", "went")
    assert page.restored == ["r/1~1"]


async def test_a_node_that_only_read_has_no_state() -> None:
    kept, page = await checkpoints("r/1~1")
    assert await kept.after("r/1~1", [CallOutcome("page.text", Result.success({}))]) == (None, "no")
    assert page.restored == []
