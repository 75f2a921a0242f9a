"""The parts of the socket: the outbox of a client, the memory of a hub, and the rate of messages."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any

from pollex.serve.socket import hub as hub_module
from pollex.serve.socket.hub import WorkspaceHub
from pollex.serve.socket.outbox import Outbox
from pollex.serve.socket.rate import MessageRate
from pollex.workspace.listeners import Listeners


class Told:
    """Something that a workspace tells."""

    def __init__(self, seq: int, text: str = "") -> None:
        self.data = {"seq": seq, "text": text, "role": "person"}

    def to_json(self) -> dict[str, Any]:
        return self.data


def new_hub(seq: int) -> tuple[WorkspaceHub, Any]:
    workspace = SimpleNamespace(
        updates=Listeners[Told](),
        messages=Listeners[Told](),
        record=SimpleNamespace(seq=seq, deltas=Listeners[Any]()),
        snapshot=lambda: {"seq": seq, "chat": [], "text": "all"},
    )
    flags = SimpleNamespace(changes=Listeners[Any]())
    plans = SimpleNamespace(changes=Listeners[Any]())
    orchestrator = SimpleNamespace(full_control=flags, plans=plans, work=Listeners[Any]())
    product = SimpleNamespace(show=lambda seen: None)
    parts = {"workspace": workspace, "orchestrator": orchestrator, "product": product}
    host: Any = SimpleNamespace(**parts, gate=dict, model_state=dict, watchers=set())
    return WorkspaceHub(host), workspace


async def heard(hub: WorkspaceHub, after: int | None = None) -> list[tuple[str, int]]:
    """The types and numbers of what a client is sent that comes now."""
    outbox = Outbox(100, 1_000_000)
    hub.join(outbox, after)
    outbox.put(json.dumps({"type": "end", "seq": 0}))
    messages = []
    while (message := json.loads(await outbox.get() or ""))["type"] != "end":
        messages.append((message["type"], message["seq"]))
    return messages


async def test_a_hub_has_everything_since_a_number() -> None:
    hub, workspace = new_hub(5)
    for seq in (6, 8, 11):
        workspace.updates.tell(Told(seq))
    assert await heard(hub) == [("snapshot", 5)]
    assert await heard(hub, 6) == [("update", 8), ("update", 11)]
    assert await heard(hub, 11) == []
    assert await heard(hub, 5) == await heard(hub, 12) == [("snapshot", 5)]


async def test_what_was_told_after_a_higher_number_is_told_again() -> None:
    """A message of the chat may be written behind a batch and told before it."""
    hub, workspace = new_hub(5)
    workspace.updates.tell(Told(6))
    workspace.messages.tell(Told(9))
    workspace.updates.tell(Told(8))
    workspace.updates.tell(Told(9))
    assert await heard(hub, 9) == [("update", 8), ("update", 9)]
    assert await heard(hub, 8) == [("chat", 9), ("update", 8), ("update", 9)]


async def test_pieces_of_a_model_s_answer_are_told_once() -> None:
    hub, workspace = new_hub(5)
    outbox = Outbox(100, 1_000)
    hub.join(outbox)
    workspace.record.deltas.tell({"path": "/1", "text": "Hel"})
    workspace.updates.tell(Told(6))
    told = [json.loads(await outbox.get() or "")["type"] for _ in range(3)]
    assert told == ["snapshot", "delta", "update"]
    assert await heard(hub, 6) == []


async def test_a_hub_forgets_the_oldest(monkeypatch: Any) -> None:
    monkeypatch.setattr(hub_module, "KEPT", 2)
    hub, workspace = new_hub(5)
    for seq in (6, 7, 8):
        workspace.updates.tell(Told(seq))
    assert await heard(hub, 7) == [("update", 8)]
    assert await heard(hub, 6) == [("snapshot", 5)]


async def test_an_outbox_is_in_order_and_has_an_end() -> None:
    outbox = Outbox(2, 10)
    waiting = asyncio.ensure_future(outbox.get())
    for text in ("a", "b", "c"):
        outbox.put(text)
    assert (await waiting, outbox.overflowed) == (None, True)
    outbox.put("d")
    assert await outbox.get() is None


async def test_an_outbox_counts_characters_but_takes_one_long_text() -> None:
    outbox = Outbox(9, 10)
    outbox.put("x" * 20)
    assert await outbox.get() == "x" * 20
    outbox.put("x" * 6)
    outbox.put("x" * 6)
    assert outbox.overflowed


def test_a_burst_is_free_and_then_each_message_has_its_time() -> None:
    now = 0.0
    rate = MessageRate(2, 10, lambda: now)
    assert [rate.wait() for _ in range(4)] == [0, 0, 0.1, 0.2]
    now = 10
    assert [rate.wait() for _ in range(3)] == [0, 0, 0.1]


async def test_the_newest_picture_takes_the_place_of_one_that_waits() -> None:
    outbox = Outbox(3, 100)
    outbox.put_latest("a", "old")
    outbox.put("text")
    outbox.put_latest("a", "new")
    outbox.put_latest("b", "other")
    outbox.put_latest("c", "left out")
    assert [await outbox.get() for _ in range(3)] == ["new", "text", "other"]
    outbox.put_latest("a", "next")
    assert (await outbox.get(), outbox.overflowed) == ("next", False)
