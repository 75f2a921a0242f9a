"""pydantic-ai: a function toolset, called through the tool manager that its agent graph uses for every step."""

from __future__ import annotations

from contextlib import asynccontextmanager
from importlib import import_module
from typing import Any

from bench.contender import Contender, Function, Opened, Opening


@asynccontextmanager
async def open_tool(function: Function, limit: float | None) -> Opening:
    ai, messages = import_module("pydantic_ai"), import_module("pydantic_ai.messages")
    manager_type = import_module("pydantic_ai.tool_manager").ToolManager
    model = import_module("pydantic_ai.models.test").TestModel()
    usage = import_module("pydantic_ai.usage").RunUsage()
    tool = ai.Tool(function, name="add", takes_ctx=False, timeout=limit, max_retries=1_000_000)
    context = ai.RunContext(deps=None, model=model, usage=usage, run_step=1)
    manager = await manager_type(ai.FunctionToolset([tool])).for_run_step(context)

    async def call(text: str) -> object:
        value: object = await manager.handle_call(messages.ToolCallPart("add", text))
        return value

    yield Opened(call)


def explain(problem: Any) -> object:
    """A retry carries pydantic's error details as data."""
    part = getattr(problem, "tool_retry", None)
    return part.content if part is not None else str(problem)


CONTENDERS = [Contender("pydantic-ai", open_tool, "pydantic-ai-slim", "pydantic_ai", explain=explain)]
