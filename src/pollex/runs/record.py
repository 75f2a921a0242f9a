"""A recording: a run in which a person does the work in the browser, from an address until it is finished."""

from __future__ import annotations

from time import perf_counter
from typing import Final

from ..agent.history import PastCall, Turn
from ..agent.look import Look
from ..agent.person import PERSON, person_actions
from ..agent.resume import put_back
from ..core.call import Call, new_id
from ..core.call_step import call_once, call_record
from ..core.environment import RunEnvironment
from ..core.json import Object
from ..core.result import Result
from ..core.snapshots import SnapshotStore

FINISH: Final = "finish"
"""The topic of the message that ends a recording."""
ARRIVAL: Final = "/0/1"


def record_title(record: Object) -> str:
    """Return what a recording is called."""
    return str(record.get("name") or f"Recorded at {record['url']}")


async def run_record(record: Object, environment: RunEnvironment) -> Result:
    """Open the address, and wait until the person has finished; what the person does is in the log."""
    context, steps, begun = environment.context, environment.steps, perf_counter()
    arrived_before = steps.kept(ARRIVAL)
    arrival = await _arrive(str(record["url"]), environment)
    if arrival.result.fault is not None:
        return Result.failure(arrival.result.fault, {"run": context.run})
    snapshots = SnapshotStore.shared(environment)
    if arrived_before and snapshots is not None and snapshots.begins():
        await put_back([arrival, *await person_actions(context.log, context.run)], {}, snapshots, context)
    await environment.observe()
    turn = Turn("/0", Look("about:blank", "", ""), actions=[arrival])
    if context.log is not None:
        said: Object = {"path": "/0", "step": 0, "by": PERSON, **turn.to_event(), "notes": [], "plan": []}
        await context.log.append(context.run, "step.finished", context.redactor.value(said), key=f"{context.run}/0")
    await steps.receive(FINISH)
    url = "" if context.page is None else context.page.url
    result = Result.success({"run": context.run, "url": url})
    result.cost = result.cost._replace(ms=(perf_counter() - begun) * 1000)
    return result


async def _arrive(url: str, environment: RunEnvironment) -> PastCall:
    """Go to the address, once."""
    snapshots = SnapshotStore.shared(environment)

    async def work() -> Object:
        begun, call = perf_counter(), Call("page.navigate", {"url": url})
        result, did = await call_once(ARRIVAL, call, environment.context, environment, snapshots)
        return call_record(result, (perf_counter() - begun) * 1000, did, environment.context, snapshots)

    kept = await environment.steps.step(ARRIVAL, work)
    return PastCall.from_record(ARRIVAL, new_id(), "page.navigate", {"url": url}, kept)
