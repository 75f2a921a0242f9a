"""A scripted model."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable
from typing import Final

from ..core.fault import Fault
from ..core.protocols import ModelReply, ModelRequest

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
    ) -> None:
        self.name = name
        self.provider = provider
        self.sees = sees
        self.requests: list[ModelRequest] = []
        self._replies = list(replies)

    async def ask(self, request: ModelRequest) -> ModelReply:
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
