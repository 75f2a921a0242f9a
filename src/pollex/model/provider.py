"""A provider's model, asked through the provider library's own request, one request at a time."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from typing import Any

import httpx2
from pydantic_ai.exceptions import ContentFilterError
from pydantic_ai.messages import ModelMessage, ModelResponse, PartDeltaEvent, PartStartEvent, TextPart, TextPartDelta
from pydantic_ai.models import Model as LibraryModel
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.settings import ModelSettings

from ..core.fault import Fault
from ..core.protocols import ModelReply, ModelRequest
from ..core.secret import Secret
from .faults import nothing_listens, unreachable
from .image_support import accepts_images
from .library_errors import ERRORS, is_refused_here, request_fault
from .names import Dialect
from .wire import messages, parameters, reply


class ProviderModel:
    """A provider's model. Cancelling the task closes the connection, so that the provider stops too."""

    def __init__(
        self,
        name: str,
        dialect: Dialect,
        model: LibraryModel[Any],
        *,
        client: httpx2.AsyncClient,
        address: str,
        key: Secret | None,
    ) -> None:
        self.name = name
        self.provider: str = dialect
        self.sees = accepts_images(name)
        self._model = model
        self._client = client
        self._address = address
        self._key = key
        self._reached = False
        """Whether it has answered: a server that was there may come back."""

    async def ask(self, request: ModelRequest) -> ModelReply:
        started = time.perf_counter()
        try:
            response = await self._model.request(*self._sent(request))
            self._reached = True
            return reply(response, since(started))
        except ContentFilterError as error:
            return ModelReply(str(error), stop="refused")
        except Fault:
            raise
        except ERRORS as error:
            raise self._fault(error) from None

    async def stream(self, request: ModelRequest) -> AsyncIterator[str | ModelReply]:
        started = time.perf_counter()
        try:
            async with self._model.request_stream(*self._sent(request)) as events:
                async for event in events:
                    if piece := text_of(event):
                        yield piece
                response = events.get()
            self._reached = True
            yield self._whole(response, since(started))
        except ContentFilterError as error:
            yield ModelReply(str(error), stop="refused")
        except Fault:
            raise
        except ERRORS as error:
            raise self._fault(error) from None

    def _sent(self, request: ModelRequest) -> tuple[list[ModelMessage], ModelSettings, ModelRequestParameters]:
        tools = parameters(request)
        return messages(request.messages), settings(request, can_force(self._model, tools)), tools

    def _whole(self, response: ModelResponse, ms: float) -> ModelReply:
        if response.state != "complete" or response.finish_reason is None:
            raise unreachable("the answer broke off", self._address)
        return reply(response, ms)

    def _fault(self, error: Exception) -> Fault:
        cause: BaseException | None = error
        while cause is not None:  # the gate of the client speaks through the errors of those above it
            if isinstance(cause, Fault):
                return cause
            cause = cause.__cause__
        if not self._reached and is_refused_here(error, self._address):
            return nothing_listens(self.name, self._address)
        return request_fault(error, self._address, self._key)

    async def close(self) -> None:
        await self._client.aclose()


def settings(request: ModelRequest, force: bool) -> ModelSettings:
    made = ModelSettings() if request.max_tokens is None else ModelSettings(max_tokens=request.max_tokens)
    return {**made, "tool_choice": "required"} if force else made


def can_force(model: LibraryModel[Any], asked: ModelRequestParameters) -> bool:
    """Return whether to require a call. Some models refuse that, at all or while they think."""
    profile = model.profile
    thinks = profile.get("thinking_enabled_by_default", False)
    with_thinking = profile.get("supports_forced_tool_choice_with_thinking", True)
    able = profile.get("supports_forced_tool_choice", True) and (with_thinking or not thinks)
    return able and not asked.allow_text_output


def since(started: float) -> float:
    return (time.perf_counter() - started) * 1_000


def text_of(event: object) -> str:
    """Return the text of a stream's event."""
    match event:
        case PartStartEvent(part=TextPart(content=content)):
            return content
        case PartDeltaEvent(delta=TextPartDelta(content_delta=content)):
            return content
    return ""
