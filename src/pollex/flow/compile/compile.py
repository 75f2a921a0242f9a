"""Compile a run of an agent into a workflow that needs no model."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...core.event import Event
from ...core.fault import Fault
from ...core.json import Object
from ..definition import Domains
from ..workflow import Workflow
from .builder import WorkflowBuilder
from .notes import CompileNotes, phrase_of
from .prune import is_same
from .recording import PARTIAL, Recording, read

if TYPE_CHECKING:
    from ...core.registry import Tools


@dataclass(frozen=True, slots=True)
class Compiled:
    """A workflow made from a run, with notes on what was done and what is uncertain."""

    document: Object
    did: list[str]
    unsure: list[str]

    def workflow(self, *, tools: Tools | None = None, secrets: Domains | None = None) -> Workflow:
        """Return the document as a workflow that can run."""
        return Workflow.from_json(self.document, tools=tools, secrets=secrets)

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
    document = WorkflowBuilder(recording, notes, tools).document(name or title(recording.task))
    if not document["nodes"]:
        hint = "Compile a run that did something on a page."
        raise Fault("conflict", "The run did nothing that could be done again.", hint=hint, retry=False)
    change = {"version": 1, "at": recording.finished, "reason": f"Compiled from the run {recording.run}."}
    document["changes"] = [{**change, "did": notes.did, "unsure": notes.unsure}]
    Workflow.from_json(document, tools=tools)
    return Compiled(document, notes.did, notes.unsure)


def _check_answers(recording: Recording) -> None:
    """Raise a Fault where it is not known whether something happened that was not done again."""
    for at, act in enumerate(recording.acts):
        again = any(is_same(act, each) and each.ok and not each.is_unanswered for each in recording.acts[at + 1 :])
        if act.is_unanswered and not again and not recording.read_only:
            message = f"It is not known whether {phrase_of(act)} happened in the run, so it cannot be compiled."
            raise Fault("conflict", message, expected="a run whose acts are proven", hint=PARTIAL, retry=False)


def title(task: str) -> str:
    """Return a name for the workflow: the beginning of the task."""
    first = re.split(r"(?<=[.!?;\n])\s", " ".join(task.split()), maxsplit=1)[0].rstrip(".!;")
    return first if len(first) <= 60 else f"{first[:57].rpartition(' ')[0]} …"
