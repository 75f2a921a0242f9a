"""Whatever is sent to a workspace: a restart, undo and redo give the same desk, and clients see what a new one sees."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.workspace.desks import Clock, op

from pollex.core.call import new_id
from pollex.core.event import MemoryLog
from pollex.core.fault import Fault
from pollex.core.json import Object, dumps
from pollex.core.result import Result
from pollex.workspace.update import DeskUpdate
from pollex.workspace.workspace import Workspace

WINDOWS = st.sampled_from(["a", "b", "c"])
COMPONENTS = st.sampled_from(["x", "y"])
TARGETS = st.sampled_from(["#root", "#s", "p", "#none", "ul"])
SCOPES = st.sampled_from(["workspace", "window", "user"])
KEYS = st.sampled_from(["k", "l"])
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-9, 9)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)
MARKUP = st.sampled_from(
    [
        "text",
        "<p id=s>1</p>",
        "<p>1</p><p>2</p>",
        "<ul><li>1<li>2</ul>",
        "<script>x</script><p id=s onclick=x>2",
        "<input data-state-scope=window data-state-key=k>",
        """<button data-command='[{"op":"window.close","params":{"id":"{{windowId}}"}}]'>x</button>""",
        "<input type=password>",
        "<button data-command='nonsense'>x</button>",
        "",
    ]
)
PROPS = st.sampled_from(
    [
        {"text": "1"},
        {"text": "2", "bind": {"text": {"scope": "workspace", "key": "k"}}},
        {"bind": {"text": {"scope": "window", "key": "l"}}},
        {"bind": {"text": {"scope": "user", "key": "k"}}},
        {"bind": None},
        {"nonsense": 1},
    ]
)
OPERATIONS = st.one_of(
    st.builds(
        lambda id_, width: op("window.create", id=id_, title="T", width=width), WINDOWS, st.sampled_from([9, 120, 500])
    ),
    st.builds(lambda id_, x: op("window.update", id=id_, x=x, width=200), WINDOWS, st.integers(-900, 900)),
    st.builds(lambda id_: op("window.close", id=id_), WINDOWS),
    st.builds(
        lambda name, id_, target, html: op(name, windowId=id_, target=target, html=html),
        st.sampled_from(["dom.set", "dom.replace", "dom.append"]),
        WINDOWS,
        TARGETS,
        MARKUP,
    ),
    st.builds(
        lambda id_, window, target, type_, props: op(
            "component.render", id=id_, windowId=window, target=target, type=type_, props=props
        ),
        COMPONENTS,
        WINDOWS,
        TARGETS,
        st.sampled_from(["text", "text", "markdown", "unknown"]),
        PROPS,
    ),
    st.builds(lambda id_, props: op("component.update", id=id_, props=props), COMPONENTS, PROPS),
    st.builds(lambda id_: op("component.destroy", id=id_), COMPONENTS),
    st.builds(
        lambda scope, window, key, value: op("state.set", scope=scope, windowId=window, key=key, value=value),
        SCOPES,
        WINDOWS,
        KEYS,
        VALUES,
    ),
    st.builds(
        lambda ttl: op("state.set", scope="workspace", key="short", value=1, ttlMs=ttl), st.sampled_from([0, 500, 5000])
    ),
    st.builds(
        lambda name, scope, window, key: op(name, scope=scope, windowId=window, key=key),
        st.sampled_from(["state.get", "state.watch", "state.unwatch"]),
        SCOPES,
        WINDOWS,
        KEYS,
    ),
    st.builds(lambda key: op("api.call", url="x:y", into={"scope": "workspace", "key": key}), KEYS),
    st.just(op("txn.cancel")),
)
COMMANDS = st.builds(
    lambda command, key: command if key is None else {**command, "idempotencyKey": key},
    OPERATIONS,
    st.sampled_from([None] * 8 + ["k-1", "k-2"]),
)
STEPS = st.lists(
    st.one_of(
        st.lists(COMMANDS, min_size=1, max_size=4),
        st.lists(COMMANDS, min_size=1, max_size=1),
        st.sampled_from(["undo", "undo", "redo", "restart", "later"]),
    ),
    max_size=25,
)


class Client:
    """What a page knows: the first snapshot, and every update since."""

    def __init__(self, workspace: Workspace) -> None:
        self.known = shown(workspace)
        workspace.updates.add(self.hear)

    def hear(self, update: DeskUpdate) -> None:
        sent = update.to_json()
        for part in ("windows", "components"):
            for id_, each in sent[part].items():
                self._put(part, id_, each, gone=each is None)
        for change in sent["state"]:
            if change["key"] != "short":
                self._put("state", _place(change), change["new"], gone=change.get("gone", False))

    def _put(self, part: str, place: str, value: Any, *, gone: bool) -> None:
        if gone:
            self.known[part].pop(place, None)
        else:
            self.known[part][place] = value


def shown(workspace: Workspace) -> dict[str, dict[str, Any]]:
    """Return what a new client gets, by its ids. Values that expire are left out."""
    snapshot = workspace.snapshot()
    return {
        "windows": {each["id"]: each for each in snapshot["windows"]},
        "components": {each["id"]: each for each in snapshot["components"]},
        "state": {_place(each): each["value"] for each in snapshot["state"] if each["key"] != "short"},
    }


def _place(each: Object) -> str:
    return dumps([each["scope"], each.get("windowId"), each["key"]])


class Walk:
    """A workspace on its way through steps, with the desks that it has been through."""

    def __init__(self, keep_every: int) -> None:
        self.log, self.clock, self.keep_every, self.id = MemoryLog(), Clock(), keep_every, new_id()
        self.done: list[tuple[Object, Object]] = []
        self.undone: list[tuple[Object, Object]] = []

    async def _opened(self) -> Workspace:
        async def effects(call: object) -> Result:
            return Result.success("answer")

        workspace = Workspace(self.id, self.log, clock=self.clock, effects=effects, keep_every=self.keep_every)
        return await workspace.open()

    async def run(self, steps: list[Any]) -> None:
        self.workspace = await self._opened()
        self.client = Client(self.workspace)
        for step in steps:
            if isinstance(step, list):
                await self._apply(step)
            else:
                await getattr(self, f"_{step}")()
            assert self.client.known == shown(self.workspace)
        before = self._desk()
        await self._restart()
        assert dumps(self._desk()) == dumps(before)
        await self.workspace.close()

    def _desk(self) -> Object:
        return self._live(self.workspace.desk.to_json())

    def _live(self, desk: Object) -> Object:
        """Return a desk without what has expired."""
        state = [each for each in desk["state"] if each["expires"] is None or each["expires"] > self.clock.now]
        return {**desk, "state": state}

    def _batches(self) -> list[str]:
        """Return the batches in the log."""
        found = [event.data for event in self.log.events if event.kind == "workspace.command"]
        return list(dict.fromkeys(each.get("partOf") or each["batch"] for each in found))

    async def _apply(self, batch: list[Object]) -> None:
        before, known = self._desk(), self._batches()
        try:
            await self.workspace.apply(batch)
        except Fault:
            assert (dumps(self._desk()), self._batches()) == (dumps(before), known)
        if self._batches() != known:  # else all of it was there before
            self.done.append((before, self._desk()))
            self.undone.clear()

    async def _undo(self) -> None:
        await self._step(self.workspace.undo, self.workspace.record.history.done, self.done, self.undone, 0)

    async def _redo(self) -> None:
        await self._step(self.workspace.redo, self.workspace.record.history.undone, self.undone, self.done, 1)

    async def _step(self, step: Any, possible: list[Any], stack: list[Any], other: list[Any], side: int) -> None:
        before = self._desk()
        if not possible:
            assert not stack or self.keep_every < 100
            with pytest.raises(Fault, match="There is nothing"):
                await step()
            assert self._desk() == before
            return
        await step()
        desks = stack.pop()
        other.append(desks)
        assert dumps(self._desk()) == dumps(self._live(desks[side]))

    async def _restart(self) -> None:
        before, seen = self._desk(), shown(self.workspace)
        await self.workspace.close()
        self.workspace = await self._opened()
        self.client = Client(self.workspace)
        assert dumps(self._desk()) == dumps(before)
        assert self.client.known == seen

    async def _later(self) -> None:
        self.clock.now += 400


def _examples() -> Iterator[list[Any]]:
    create = op("window.create", id="a", title="T")
    null = op("state.set", scope="workspace", key="k", value=None)
    yield [[create], [null], "undo", "redo", "restart", "undo", "undo", "restart", "redo"]
    yield [[create, op("window.close", id="a")], "undo", [op("window.update", id="b", x=1)], "restart", "undo"]


@given(STEPS)
@example(next(_examples()))
@example(list(_examples())[1])
def test_any_steps(steps: list[Any]) -> None:
    asyncio.run(Walk(1000).run(steps))


@given(STEPS, st.sampled_from([1, 2, 3, 5]))
def test_any_steps_with_copies_between_them(steps: list[Any], keep_every: int) -> None:
    asyncio.run(Walk(keep_every).run(steps))
