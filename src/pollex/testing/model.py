"""A scripted model."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable
from typing import Final

from ..core.fault import Fault
from ..core.protocols import ModelReply, ModelRequest, ToolRequest

WORDS: Final = re.compile(r"\s*\S+\s*|\s+")


class ScriptedModel:
    """A model that answers with the given replies, in order; a Fault among them is raised. It streams by words."""

    def __init__(
        self,
        replies: Iterable[ModelReply | Fault],
        *,
        name: str = "scripted",
        provider: str = "openai",
        sees: bool = False,
        judge: str | None = None,
    ) -> None:
        """`judge` is what it answers as the judge of effects: yes, no or unsure; None means that it cannot be asked."""
        self.name = name
        self.provider = provider
        self.sees = sees
        self.requests: list[ModelRequest] = []
        self._replies = list(replies)
        self._judge = judge
        self.judged: list[ModelRequest] = []
        """What it was asked as the judge."""

    async def ask(self, request: ModelRequest) -> ModelReply:
        if request.extra.get("judge"):
            self.judged.append(request)
            return verdict(self._judge)
        self.requests.append(request)
        if not self._replies:
            raise Fault(
                "unavailable", f"The model {self.name!r} has no reply left.", hint="Give it one more.", retry=False
            )
        reply = self._replies.pop(0)
        if isinstance(reply, Fault):
            raise reply
        return reply

    async def stream(self, request: ModelRequest) -> AsyncIterator[str | ModelReply]:
        reply = await self.ask(request)
        for word in WORDS.findall(reply.text):
            yield word
        yield reply


def verdict(answer: str | None, reason: str = "As the script says.") -> ModelReply:
    """Return the reply of a judge; raise a Fault where there is none."""
    if answer is None:
        raise Fault("unavailable", "The script does not judge.", retry=False)
    return ModelReply("", (ToolRequest("verdict-1", "verdict", {"answer": answer, "reason": reason}),), stop="tools")
