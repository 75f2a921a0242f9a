"""Healed elements of a run, read from its events, with the node and file of each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ...core.event import Event
from ...core.json import Object
from ..definition import WorkflowDefinition

STEP: Final = re.compile(r"/(\d+)")


@dataclass(frozen=True, slots=True)
class Healing:
    """An element that was found by its evidence."""

    path: str
    """The path of the node in the run."""
    before: tuple[str, ...]
    """The selectors that failed."""
    found: tuple[str, ...]
    """The selectors that find it now."""
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
    """Return what was healed, except by nodes that failed in the end."""
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


def located(workflow: WorkflowDefinition, path: str) -> tuple[tuple[str, ...], int]:
    """Return the names of the workflows called on the way to a node, and its position."""
    called: tuple[str, ...] = ()
    position = 0
    for step in STEP.findall(path):
        position = int(step)
        node = next((each for each in workflow.nodes if each.position == position), None)
        name = str(node.config.get("workflow")) if node is not None and node.type == "workflow" else ""
        if name in workflow.called:
            workflow, called = workflow.called[name], (*called, name)
    return called, position
