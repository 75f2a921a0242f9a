"""Compile a run of an agent into a workflow that needs no model."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from ...core.event import Event
from ...core.fault import Fault
from ...core.json import Object
from ..definition import Domains
from ..workflow import Workflow
from .attempts import is_same
from .builder import WorkflowBuilder
from .notes import CompileNotes, phrase_of
from .recording import PARTIAL, RecordedAction, Recording, read

if TYPE_CHECKING:
    from ...core.registry import Tools

COMPILED: Final = "Compiled from the run"
"""The beginning of the reason of the first change of a compiled workflow."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """A workflow made from a run, with notes on what was done and what is uncertain."""

    document: Object
    did: list[str]
    unsure: list[str]
    reads: Mapping[int, Any] = field(default_factory=dict)
    """What the run read, by the position of the node that reads it again."""
    idle: frozenset[tuple[str, str]] = frozenset()
    """Methods and addresses of requests that changed something without being an act of the task: housekeeping."""

    def workflow(self, *, tools: Tools | None = None, secrets: Domains | None = None) -> Workflow:
        """Return the document as a workflow that can run."""
        return Workflow.from_json(self.document, tools=tools, secrets=secrets)

    def noted(self, did: Sequence[str], unsure: Sequence[str]) -> Compiled:
        """Return it with further notes."""
        change, *earlier = self.document["changes"]
        change = {**change, "did": [*change["did"], *did], "unsure": [*change["unsure"], *unsure]}
        document = {**self.document, "changes": [change, *earlier]}
        return replace(self, document=document, did=[*self.did, *did], unsure=[*self.unsure, *unsure])

    def to_json(self) -> Object:
        return {"workflow": self.document, "did": self.did, "unsure": self.unsure}


def compile_run(
    events: Sequence[Event], *, name: str | None = None, partial: bool = False, tools: Tools | None = None
) -> Compiled:
    """Compile a finished run of an agent; raise a Fault where the events are of something else.

    A run that failed or was stopped, or did something of which nobody knows whether it happened, is compiled only with
    `partial`, up to where it ended. `tools` say which tools only
    read.
    """
    recording = read(events, partial=partial)
    if not partial:
        _check_answers(recording)
    notes = CompileNotes()
    builder = WorkflowBuilder(recording, notes, tools)
    document = builder.document(name or title(recording.task))
    if not document["nodes"]:
        hint = "Compile a run that did something on a page."
        raise Fault("conflict", "The run did nothing that could be done again.", hint=hint, retry=False)
    if not partial:
        _check_outputs(recording, document)
    change = {"version": 1, "at": recording.finished, "reason": f"{COMPILED} {recording.run}."}
    document["changes"] = [{**change, "did": notes.did, "unsure": notes.unsure}]
    Workflow.from_json(document, tools=tools)
    return Compiled(document, notes.did, notes.unsure, builder.read_again, recording.idle)


def _check_answers(recording: Recording) -> None:
    """Raise a Fault where it is not known whether something happened that was not done again."""
    for at, act in enumerate(recording.acts):
        again = any(is_same(act, each) and each.ok and not each.is_unanswered for each in recording.acts[at + 1 :])
        if act.is_unanswered and not again and not recording.read_only:
            message = f"It is not known whether {phrase_of(act)} happened in the run, so it cannot be compiled."
            raise Fault("conflict", message, expected="a run whose acts are proven", hint=PARTIAL, retry=False)


def _check_outputs(recording: Recording, document: Object) -> None:
    """Raise a Fault where a run only answered, proved none of it, and a workflow would not answer at all."""
    if (
        recording.values
        and recording.unproven
        and not document.get("outputs")
        and not any(map(_changed, recording.acts))
    ):
        message = "Where the run had its answer from is not known, so a workflow would not answer."
        expected = "a run that read its answer with a tool"
        raise Fault("conflict", message, expected=expected, hint=PARTIAL, retry=False)


def _changed(act: RecordedAction) -> bool:
    return act.ok and bool(act.effects)


def title(task: str) -> str:
    """Return a name for the workflow: the beginning of the task."""
    first = re.split(r"(?<=[.!?;\n])\s", " ".join(task.split()), maxsplit=1)[0].rstrip(".!;")
    return first if len(first) <= 60 else f"{first[:57].rpartition(' ')[0]} …"
