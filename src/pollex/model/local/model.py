"""The model without a network: a pure function of the task and of what came of its earlier requests.

It keeps nothing. At each step the orders are read again and done over the trail up to now; what they ask for next is
the reply.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Final

from ...core.fault import Fault
from ...core.json import Object
from ...core.protocols import ModelReply, ModelRequest, ToolRequest
from .acts import ACTS
from .reader import Step, read
from .reads import READS, for_each
from .script import Asked, Memory, Outcome

WATCHING: Final = "page.changes"
ARRANGES: Final = frozenset({"Filter", "Sort", "Search", "Page", "Wait"})
"""Orders that only arrange what is shown."""
UNUSED: Final = "was neither used nor seen"
"""How the agent says that quoted words of the task came up nowhere: those of a `where` or of what is gone need not."""


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
    memory = Memory(list(facts.get("files") or ()), "" if trail else str(facts.get("url") or ""))
    script = perform(steps, memory)
    asked: Asked = script.send(None)
    while trail:
        past = trail.pop(0)
        if past["tool"].replace(".", "_") != asked.tool.replace(".", "_"):
            message = f"The trail has {past['tool']!r}, where {asked.tool!r} was asked for."
            raise Fault("conflict", message, expected=asked.tool, received=past["tool"], retry=False)
        name = memory.names.take(past["tool"]) if past["ok"] else None
        changes = None
        if asked.watched and trail and trail[0]["tool"].replace("_", ".") == WATCHING:
            seen: Object = trail.pop(0)
            changes = seen["data"].get("changes") if seen["ok"] else None
        notes = tuple(past.get("notes") or ())
        asked = script.send(Outcome(past["ok"], past.get("data"), past.get("fault") or {}, notes, changes, name))
    return asked


async def perform(steps: Sequence[Step], m: Memory) -> None:
    """Do all orders, and say `done` at their end."""
    await do(m, steps)
    text = "\n".join(f"{name}: {shown(value)}" for name, value in m.answers.items()) or "Done."
    args: Object = {"text": text, "success": True, **({"values": m.values} if m.values else {})}
    outcome = await m.call("done", **args)
    doubts = outcome.why.partition(": ")[2].rstrip(".").split("; ")
    if all(UNUSED in each for each in doubts):
        await m.call("done", **args)
    raise m.failed("; ".join(doubts))


async def do(m: Memory, steps: Sequence[Step]) -> None:
    """Do orders one after the other; each knows the next, which may answer a dialog."""
    for place, step in enumerate(steps):
        m.step, m.following = step, next(iter(steps[place + 1 :]), None)
        name = step.order.name
        await (for_each(m, step, do) if step.body else (ACTS.get(name) or READS[name])(m, step))
        if m.row is None and step not in m.view and (name in ARRANGES or name in ACTS):
            m.view = [*m.view, step] if name in ARRANGES else []


def shown(value: Any) -> str:
    """A value as a line of the answer."""
    if isinstance(value, list):
        return "; ".join(map(shown, value)) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{name}: {shown(each)}" for name, each in value.items() if str(each).strip())
    return str(value)
