"""What a run has healed, read from its events, and to which node of which file each belongs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ...core.event import Event
from ...core.json import Object
from ..workflow import Workflow

STEP: Final = re.compile(r"/(\d+)")


@dataclass(frozen=True, slots=True)
class Healing:
    """An element that was found again."""

    path: str
    """Of the node in the run."""
    before: tuple[str, ...]
    """Its selectors until now."""
    found: tuple[str, ...]
    """Selectors that lead to it now."""
    score: float
    runner_up: float
    why: str
    evidence: Object
    when: str
    run: str

    @classmethod
    def from_event(cls, event: Event) -> Healing:
        data = event.data
        return cls(
            data["path"],
            tuple(data["from"]),
            tuple(data["to"]),
            data["score"],
            data["runnerUp"],
            data["why"],
            data["evidence"],
            event.at,
            event.run,
        )


def healings(events: Iterable[Event]) -> list[Healing]:
    """What was healed, but for nodes that failed all the same."""
    found, well = [], set()
    for event in events:
        if event.kind == "node.healed":
            found.append(Healing.from_event(event))
        elif event.kind == "node.finished" and event.data["ok"]:
            well.add(event.data["path"])
    return [each for each in found if each.path in well]


def went_well(events: Sequence[Event]) -> bool:
    ended = [event.data["result"]["ok"] for event in events if event.kind == "run.finished"]
    return bool(ended) and bool(ended[-1])


def located(workflow: Workflow, path: str) -> tuple[tuple[str, ...], int]:
    """The workflows that were called on the way to a node, by the names that they are called by, and its position."""
    called: tuple[str, ...] = ()
    position = 0
    for step in STEP.findall(path):
        position = int(step)
        node = next((each for each in workflow.nodes if each.position == position), None)
        name = str(node.config.get("workflow")) if node is not None and node.type == "workflow" else ""
        if name in workflow.called:
            workflow, called = workflow.called[name], (*called, name)
    return called, position
