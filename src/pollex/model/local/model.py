"""The model without a network: a pure function of the task and of what came of its earlier requests.

It keeps nothing. At each step the program is read from the task again and played over the trail up to now; what it asks
for next is the reply.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any

from ...core.fault import Fault
from ...core.json import Object
from ...core.protocols import ModelReply, ModelRequest, ToolRequest
from .doing.perform import perform
from .doing.script import Asked, Memory, Outcome, Script
from .reading.reader import read


class LocalModel:
    """Follows plain instructions by rule."""

    name = "local"
    provider = "openai"

    async def ask(self, request: ModelRequest) -> ModelReply:
        trail = request.extra.get("trail", [])
        asked = following(request.extra)
        return ModelReply(requests=(ToolRequest(f"local-{len(trail) + 1}", asked.tool, asked.args),), stop="tools")

    async def stream(self, request: ModelRequest) -> AsyncIterator[str | ModelReply]:
        yield await self.ask(request)


def following(facts: Mapping[str, Any]) -> Asked:
    """What is to be asked for next, after all that is in the trail."""
    memory = Memory(dict(facts.get("credentials") or {}), list(facts.get("files") or ()), str(facts["task"]))
    script = perform(read(memory.task), memory)
    asked = next(script)
    for number, past in enumerate(facts.get("trail", []), 1):
        if past["tool"].replace(".", "_") != asked.tool.replace(".", "_"):
            message = f"Request {number} of the trail is {past['tool']!r}, where {asked.tool!r} was asked for."
            raise Fault("conflict", message, expected=asked.tool, received=past["tool"], retry=False)
        asked = _sent(script, past)
    return asked


def _sent(script: Script[None], past: Object) -> Asked:
    try:
        return script.send(Outcome(past["ok"], past.get("data"), past.get("fault"), tuple(past.get("notes") or ())))
    except StopIteration:
        return Asked("done", {"text": "The program is at its end.", "success": False})
