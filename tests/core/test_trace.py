"""The trace of a call stands on every event that the call causes."""

from pathlib import Path

import pytest

from pollex.core.call import Call
from pollex.core.context import Context
from pollex.core.declare import tool
from pollex.core.event import Event, EventLog, MemoryLog
from pollex.core.invoke import invoke
from pollex.core.registry import Registry
from pollex.core.wire import envelope_call
from pollex.store import SqlLog


@tool(effect="read")
def inner(context: Context) -> int:
    """Say something on the way, on a thread."""
    context.progress("half")
    return 1


@tool(effect="read")
async def outer(context: Context) -> int:
    """Call another tool."""
    return (await context.call("inner")).unwrap()  # type: ignore[no-any-return]


async def events(call: Call, log: EventLog) -> list[Event]:
    context = Context(Registry(outer, inner), log=log)
    (await invoke(call, context)).unwrap()
    (await invoke(Call("inner"), context)).unwrap()
    return await log.read(context.run)


@pytest.mark.parametrize("stored", [False, True])
async def test_every_event_of_a_traced_call_has_its_trace(stored: bool, tmp_path: Path) -> None:
    log = SqlLog(tmp_path / "events.db") if stored else MemoryLog()
    call = envelope_call({"op": "outer", "traceId": "t-1"})
    traces = [(event.kind, event.data.get("trace")) for event in await events(call, log)]
    await log.close()
    caused = ["call.started", "call.started", "call.progress", "call.finished", "call.finished"]
    assert traces[:5] == [(kind, "t-1") for kind in caused]
    assert {trace for _, trace in traces[5:]} == {None}
