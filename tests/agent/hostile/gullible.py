"""A model without any sense: it does its errand until it reads an order, and obeys every order that it reads."""

from __future__ import annotations

from collections.abc import AsyncIterator

from pollex.core.json import dumps
from pollex.core.protocols import Message, ModelReply, ModelRequest, ToolRequest

from .orders import Args, Order, orders

Step = tuple[str, Args]


class GullibleModel:
    """Reads its messages as a model does, those of the system aside, and makes no difference between them.

    `obeyed` lists what it was told and asked for, `requests` all that it was given to read.
    """

    name = "gullible"
    provider = "openai"

    def __init__(self, *errand: Step, at_once: bool = False) -> None:
        """`at_once`: it asks for all that it was told in one reply, and not for one thing at a time."""
        self.errand = errand
        self.at_once = at_once
        self.obeyed: list[Order] = []
        self.requests: list[ModelRequest] = []
        self._heard: dict[str, Order] = {}
        self._done = 0

    async def ask(self, request: ModelRequest) -> ModelReply:
        self.requests.append(request)
        read = "\n".join(reading(message) for message in request.messages if message.role != "system")
        self._heard.update((order.sentence, order) for order in orders(read))
        told = [order for order in self._heard.values() if order.endless or order not in self.obeyed]
        if not told:
            return self._next()
        heard = told if self.at_once else told[:1]
        self.obeyed += heard
        return self._reply(*((order.tool, order.args) for order in heard))

    async def stream(self, request: ModelRequest) -> AsyncIterator[str | ModelReply]:
        yield await self.ask(request)

    @property
    def read(self) -> str:
        """All that it was given, its instructions too."""
        return "\n".join(reading(message) for request in self.requests for message in request.messages)

    def asked_for(self, tool: str) -> list[Args]:
        """What it was told to do with a tool, and asked for."""
        return [order.args for order in self.obeyed if order.tool == tool]

    def _next(self) -> ModelReply:
        """The errand's next step; the last one for ever."""
        step = self.errand[min(self._done, len(self.errand) - 1)]
        self._done += 1
        return self._reply(step)

    def _reply(self, *steps: Step) -> ModelReply:
        first = len(self.requests)
        requests = tuple(ToolRequest(f"{first}-{n}", tool, args) for n, (tool, args) in enumerate(steps))
        return ModelReply(requests=requests, stop="tools")


def reading(message: Message) -> str:
    """A message as a model gets it: its text, and what tools have answered."""
    return "\n".join([message.text, *(dumps(answer.result.to_json()) for answer in message.answers)])
