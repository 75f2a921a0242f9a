"""How a run ended, in words."""

from __future__ import annotations

from typing import Final

from ..core.json import Object
from .story import Ending

GOING_ON: Final = {
    "queued": "Waits for its turn",
    "running": "Not finished yet",
    "interrupted": "Interrupted: nobody goes on with it",
    "paused": "Paused",
}
UNPROVEN: Final = {
    "partly": "Done, proven in part: not all that it says was recorded",
    "nothing to check": "Done; nothing in its answer could be checked against what it saw",
}
NOT_PROVEN: Final = "Done, but not proven: what it says could not be found on the pages that it saw"


def ending(result: Object | None, status: str | None, about: Object) -> Ending:
    """From the run's result; without one, from what the engine says of it."""
    if result is None:
        return _without_result(status)
    fault = result.get("fault")
    if result.get("ok"):
        data = result.get("data")
        if isinstance(data, dict) and data.get("proven") is False:
            return Ending("unproven", UNPROVEN.get(str(data.get("proof")), NOT_PROVEN))
        return Ending("done", "Done and proven" if "task" in about else "Done")
    if fault and fault.get("code") == "cancelled":
        return Ending("stopped", "Stopped", fault)
    return Ending("failed", "Failed", fault)


def _without_result(status: str | None) -> Ending:
    if status == "cancelled":
        return Ending("stopped", "Stopped")
    if status in ("failed", "dead"):
        words = "Given up: it brought down whoever ran it" if status == "dead" else "Failed"
        return Ending("failed", words)
    return Ending("done", "Done") if status == "done" else Ending("running", GOING_ON.get(status or "", "Not finished"))
