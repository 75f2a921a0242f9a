"""The model without a network: a pure function of the task and of what came of its earlier requests.

It keeps nothing. At each step the orders are read again and done over the trail up to now; what they ask for next is
the reply.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any, Final

from ...core.fault import Fault
from ...core.json import Object
from ...core.protocols import ModelReply, ModelRequest, ToolRequest
from .reader import read
from .reads import Reads
from .script import Asked, Outcome

WATCHING: Final = "page.changes"


class LocalModel:
    """Does plain orders, by the table."""

    name = "local"
    provider = "openai"
    literal = True
    """It does what the task says word for word, and nothing that a page says."""

    def check(self, task: str, url: str) -> None:
        """Raise a Fault where a sentence is no order, or no page is open to begin with."""
        if url in ("", "about:blank") and read(task)[0].order.name != "Go":
            message, hint = "No page is open, and the first order opens none.", "Begin with `Go to …`, or give --url."
            raise Fault("invalid_input", message, pointer="/url", expected="an address", hint=hint, retry=False)
        read(task)

    async def ask(self, request: ModelRequest) -> ModelReply:
        number = len(request.extra.get("trail", [])) + 1
        asked = following(request.extra)
        wanted = [asked, *([Asked(WATCHING, {})] if asked.watched else [])]
        requests = [ToolRequest(f"local-{number + place}", each.tool, each.args) for place, each in enumerate(wanted)]
        return ModelReply(requests=tuple(requests), stop="tools")

    async def stream(self, request: ModelRequest) -> AsyncIterator[str | ModelReply]:
        yield await self.ask(request)


def following(facts: Mapping[str, Any]) -> Asked:
    """What is to be asked for next, after all that is in the trail; a Fault where the orders cannot go on."""
    steps, trail = read(str(facts["task"])), list(facts.get("trail", []))
    orders = Reads(list(facts.get("files") or ()), "" if trail else str(facts.get("url") or ""))
    script = orders.perform(steps)
    asked: Asked = script.send(None)
    while trail:
        past = trail.pop(0)
        if past["tool"].replace(".", "_") != asked.tool.replace(".", "_"):
            message = f"The trail has {past['tool']!r}, where {asked.tool!r} was asked for."
            raise Fault("conflict", message, expected=asked.tool, received=past["tool"], retry=False)
        name = orders.names.take(past["tool"]) if past["ok"] else None
        changes = None
        if asked.watched and trail and trail[0]["tool"].replace("_", ".") == WATCHING:
            seen: Object = trail.pop(0)
            changes = seen["data"].get("changes") if seen["ok"] else None
        notes = tuple(past.get("notes") or ())
        asked = script.send(Outcome(past["ok"], past.get("data"), past.get("fault") or {}, notes, changes, name))
    return asked
