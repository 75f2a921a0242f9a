"""The floor: the function itself, and the function after reading the JSON text."""

from __future__ import annotations

import inspect
import json
from contextlib import asynccontextmanager

from bench.contender import Contender, Function, Opened, Opening


@asynccontextmanager
async def without_json(function: Function, limit: float | None) -> Opening:
    if limit is not None:
        raise NotImplementedError

    async def call(text: str) -> object:
        value = function(1, 2)
        return await value if inspect.iscoroutine(value) else value

    yield Opened(call)


@asynccontextmanager
async def from_json(function: Function, limit: float | None) -> Opening:
    if limit is not None:
        raise NotImplementedError

    async def call(text: str) -> object:
        value = function(**json.loads(text))
        return await value if inspect.iscoroutine(value) else value

    yield Opened(call)


CONTENDERS = [Contender("direct call", without_json), Contender("json.loads, then direct call", from_json)]
