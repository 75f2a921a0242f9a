"""The endpoints of schedules: listed and ended."""

from __future__ import annotations

from typing import Final

from ..core.fault import Fault
from ..core.json import Object
from .endpoint import ApiRequest, Endpoint
from .schemas import MAYBE, TEXT, listed, shape

SCHEDULE: Final = shape({"name": TEXT, "runs": TEXT, "cron": TEXT, "due": TEXT, "webhook": MAYBE})
WHICH: Final[Object] = {"name": {"type": "string", "description": "The schedule's name."}}


async def list_schedules(asked: ApiRequest) -> Object:
    return {"schedules": await asked.state.app.runs.schedules()}


async def end_schedule(asked: ApiRequest) -> Object:
    if (name := asked.query.get("name")) is None:
        raise Fault("invalid_input", "Nothing says which schedule.", pointer="/name", expected="its name")
    await asked.state.app.runs.unschedule(name)
    return {"name": name}


SCHEDULE_ENDPOINTS: Final[tuple[Endpoint, ...]] = (
    Endpoint(
        "GET",
        "/api/schedules",
        "List the schedules, the next due first",
        list_schedules,
        shape({"schedules": listed(SCHEDULE)}),
    ),
    Endpoint("DELETE", "/api/schedules", "End a schedule", end_schedule, shape({"name": TEXT}), query=WHICH),
)
