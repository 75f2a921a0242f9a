"""The models of Browser Use, which have their own wire format."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator

import httpx2

from ..core.json import JSON, Object, loads
from ..core.protocols import ModelReply, ModelRequest
from ..core.secret import Secret
from .browser_use_wire import body, reason, reply
from .faults import malformed, refusal, unreachable
from .image_support import accepts_images
from .names import ModelName


class BrowserUseModel:
    """A model of Browser Use. It answers as a whole: a stream of it is one piece."""

    def __init__(self, name: ModelName, address: str, key: Secret | None, client: httpx2.AsyncClient) -> None:
        self.name = str(name)
        self.provider = "openai"
        self._model = name.model
        self._address = address
        self._key = key
        self._client = client
        self.sees = accepts_images(self.name)

    async def ask(self, request: ModelRequest) -> ModelReply:
        started = time.perf_counter()
        answered = await self._post(body(self._model, request))
        return reply(answered, (time.perf_counter() - started) * 1_000)

    async def stream(self, request: ModelRequest) -> AsyncIterator[str | ModelReply]:
        answered = await self.ask(request)
        if answered.text:
            yield answered.text
        yield answered

    async def _post(self, data: Object) -> JSON:
        headers = {} if self._key is None else {"Authorization": f"Bearer {self._key.reveal()}"}
        try:
            response = await self._client.post(f"{self._address}/v1/chat/completions", json=data, headers=headers)
        except httpx2.HTTPError as error:
            raise unreachable(str(error) or type(error).__name__, self._address) from None
        if not response.is_success:
            after = response.headers.get("retry-after", "")
            said = self._without_key(reason(response.text))
            raise refusal(response.status_code, said, after=float(after) if after.isdecimal() else None)
        try:
            return loads(response.content)
        except ValueError as error:
            raise malformed(f"the body is no JSON: {error}") from None

    def _without_key(self, text: str) -> str:
        return text if self._key is None else text.replace(self._key.reveal(), self._key.placeholder)

    async def close(self) -> None:
        await self._client.aclose()
