"""Models and workspaces for these tests."""

import json
from collections.abc import AsyncIterator, Sequence
from typing import Any

from pollex.core.event import MemoryLog
from pollex.core.json import Object
from pollex.core.limits import DEFAULT_LIMITS, Limits
from pollex.core.protocols import ModelReply, ModelRequest
from pollex.testing import ScriptedModel
from pollex.workspace.effectful_desk import EffectRunner
from pollex.workspace.planner import Orchestrator
from pollex.workspace.workspace import Workspace

ID = "7b0f6a52-6a5d-4d43-9f0d-0d1f6a1f0001"


def command(op: str, **params: Any) -> Object:
    return {"op": op, "params": params}


CREATE = command("window.create", id="notes", title="Notes", width=400, height=300)
DRAW = command("dom.set", windowId="notes", target="#root", html="<h1 id='head'>Hello</h1>")
WRONG = command("dom.set", windowId="notes", target="#nowhere", html="<p>x</p>")
BROKEN = command("window.create", id="other", titel="Other")
GOOD = [CREATE, DRAW]


def told(*batch: Object, more: bool = False) -> str:
    return json.dumps({"batch": batch, "more": True} if more else batch)


class StreamedModel(ScriptedModel):
    """Streams its replies in pieces of a size, and knows whether the reader closed a stream early."""

    def __init__(self, replies: Sequence[str], *, size: int = 7) -> None:
        super().__init__([ModelReply(text) for text in replies])
        self.size = size
        self.closed_early = 0
        self.streamed = 0

    async def stream(self, request: ModelRequest) -> AsyncIterator[str | ModelReply]:
        reply = await self.ask(request)
        whole = False
        try:
            for at in range(0, len(reply.text), self.size):
                self.streamed += 1
                yield reply.text[at : at + self.size]
            yield reply
            whole = True
        finally:
            self.closed_early += not whole


async def workspace(
    log: MemoryLog | None = None, *, limits: Limits = DEFAULT_LIMITS, effects: EffectRunner | None = None
) -> Workspace:
    return await Workspace(ID, log or MemoryLog(), effects=effects, limits=limits, clock=lambda: 1_000.0).open()


async def with_control(made: Workspace, model: Any, **options: Any) -> Orchestrator:
    """An orchestrator with Full Control."""
    orchestrator = Orchestrator(made, model, **options)
    await orchestrator.full_control.switch(on=True)
    return orchestrator


def said(made: Workspace) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in made.chat]


def asked(model: ScriptedModel, at: int) -> str:
    """The last message of a request."""
    return model.requests[at].messages[-1].text


async def kinds(made: Workspace) -> list[str]:
    return [event.kind for event in await made.record.log.read(ID)]
