"""How a run ended, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from ..core.json import Object

EndState = Literal["done", "unproven", "failed", "stopped", "running"]


@dataclass(frozen=True, slots=True)
class Ending:
    """How a run ended, or that it has not."""

    state: EndState
    words: str
    fault: Object | None = None


WITHOUT_RESULT: Final = {
    "done": Ending("done", "Done"),
    "cancelled": Ending("stopped", "Stopped"),
    "failed": Ending("failed", "Failed"),
    "dead": Ending("failed", "Given up: it brought down whoever ran it"),
    "queued": Ending("running", "Waits for its turn"),
    "running": Ending("running", "Not finished yet"),
    "interrupted": Ending("running", "Interrupted: nobody goes on with it"),
    "paused": Ending("running", "Paused"),
}
"""By what the engine says of a run that has no result."""
OPEN: Final = Ending("running", "Open")
"""Of a workspace, which has no end."""
PROOFS: Final = {
    "proven": Ending("done", "Done and proven"),
    "seen": Ending("done", "Done; not every part could be checked"),
    "nothing to check": Ending("done", "Done"),
}
"""By how far the run supports the answer of a task."""
NOT_PROVEN: Final = Ending("unproven", "Done, proven in part: not all that it says was recorded")


def ending(result: Object | None, status: str | None) -> Ending:
    """Return how a run ended, from its result; without one, from what the engine says of it."""
    if result is None:
        return WITHOUT_RESULT.get(status or "", Ending("running", "Not finished"))
    fault, data = result.get("fault"), result.get("data")
    if not result.get("ok"):
        stopped = (fault or {}).get("code") == "cancelled"
        return Ending("stopped", "Stopped", fault) if stopped else Ending("failed", "Failed", fault)
    if isinstance(data, dict) and "proof" in data:
        return PROOFS.get(str(data["proof"]), NOT_PROVEN)
    return Ending("done", "Done")
