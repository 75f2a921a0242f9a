"""The model without a network: a pure function of the task and of what came of its earlier requests.

It keeps nothing. At each step the orders are read again and done over the trail up to now; what they ask for next is the
reply.
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
from .script import Asked, Memory, Outcome, Script, call

WATCHING: Final = "page.changes"
ARRANGES: Final = frozenset({"filter", "sort", "search", "page", "wait"})
UNUSED: Final = "was neither used nor seen"
"""How the agent says that quoted words of the task came up nowhere: those of a `where`, or of what is gone, need not."""


class LocalModel:
    """Does plain orders, by the table."""

    name = "local"
    provider = "openai"
    literal = True
    """It does what the task says word for word, and nothing that a page says."""

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
    steps = read(str(facts["task"]))
    trail: list[Object] = list(facts.get("trail", []))
    memory = Memory(list(facts.get("files") or ()), "" if trail else str(facts.get("url") or ""))
    _refuse_nowhere(steps, str(facts.get("url") or ""), begun=bool(trail))
    script = perform(steps, memory)
    asked = next(script)
    while trail:
        past = trail.pop(0)
        if past["tool"].replace(".", "_") != asked.tool.replace(".", "_"):
            message = f"The trail has {past['tool']!r}, where {asked.tool!r} was asked for."
            raise Fault("conflict", message, expected=asked.tool, received=past["tool"], retry=False)
        name = memory.names.take(past["tool"]) if past["ok"] else None
        changes = None
        if asked.watched and trail and trail[0]["tool"].replace("_", ".") == WATCHING:
            seen = trail.pop(0)
            memory.names.take(WATCHING)
            changes = (seen.get("data") or {}).get("changes") if seen["ok"] else None
        asked = script.send(Outcome(past["ok"], past.get("data"), past.get("fault"), tuple(past.get("notes") or ()), changes, name))
    return asked


def _refuse_nowhere(steps: Sequence[Step], url: str, *, begun: bool) -> None:
    if not begun and url in ("", "about:blank") and steps[0].order.name not in ("go", "wait") :
        message, hint = "No page is open, and the first order opens none.", "Begin with `Go to https://…`, or give --url (`url=` in Python)."
        raise Fault("invalid_input", message, pointer="/url", expected="an address", hint=hint, retry=False)


def perform(steps: Sequence[Step], memory: Memory) -> Script[None]:
    """All orders, and the `done` at their end."""
    yield from do(memory, steps)
    text = "\n".join(f"{name}: {shown(value)}" for name, value in memory.answers.items()) or "Done."
    args: Object = {"text": text, "success": True}
    if memory.references:
        args["values"] = dict(memory.references)
    outcome = yield from call(memory, "done", **args)
    doubts = str((outcome.fault or {}).get("message", "")).partition(": ")[2].rstrip(".").split("; ")
    if not outcome.ok and all(UNUSED in each for each in doubts):
        outcome = yield from call(memory, "done", **args)
    raise memory.failed("; ".join(doubts))


def do(memory: Memory, steps: Sequence[Step]) -> Script[None]:
    """Orders one after the other; each knows the next, which may answer a dialog."""
    for place, step in enumerate(steps):
        memory.step, memory.following = step, next(iter(steps[place + 1 :]), None)
        name = step.order.name
        if name == "for each":
            yield from for_each(memory, step, do)
        else:
            yield from (ACTS.get(name) or READS[name])(memory, step)
        if memory.row is None and (name == "sort" or name not in READS):
            memory.view = ([*memory.view, step] if name in ARRANGES else []) if step not in memory.view else memory.view


def shown(value: Any) -> str:
    """A value as a line of the answer."""
    if isinstance(value, list):
        return "; ".join(map(shown, value)) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{name}: {shown(each)}" for name, each in value.items() if str(each).strip())
    return str(value)
