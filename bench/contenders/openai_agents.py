"""openai-agents: a function tool, called with a fresh tool context as its runner does, and bare, without its runner."""

from __future__ import annotations

from contextlib import asynccontextmanager
from importlib import import_module

from bench.contender import Contender, Function, Opened, Opening


@asynccontextmanager
async def open_tool(function: Function, limit: float | None) -> Opening:
    agents = import_module("agents")
    invoke = import_module("agents.tool").invoke_function_tool
    context_type = import_module("agents.tool_context").ToolContext
    tool = agents.function_tool(function, name_override="add", timeout=limit)

    async def call(text: str) -> object:
        context = context_type(None, tool_name="add", tool_call_id="1", tool_arguments=text)
        value: object = await invoke(function_tool=tool, context=context, arguments=text)
        return value

    yield Opened(call)


@asynccontextmanager
async def open_bare(function: Function, limit: float | None) -> Opening:
    """The tool's own function with one context for all calls: less than any of its users would run."""
    if limit is not None:
        raise NotImplementedError
    tool = import_module("agents").function_tool(function, name_override="add")
    context_type = import_module("agents.tool_context").ToolContext
    context = context_type(None, tool_name="add", tool_call_id="1", tool_arguments="")

    async def call(text: str) -> object:
        value: object = await tool.on_invoke_tool(context, text)
        return value

    yield Opened(call)


def failed(answer: object) -> bool:
    """Failures come back as a sentence for the model, so only the wording tells them apart."""
    return isinstance(answer, str) and ("error" in answer.lower() or "timed out" in answer.lower())


CONTENDERS = [
    Contender("openai-agents", open_tool, "openai-agents", "agents", failed),
    Contender("openai-agents, bare", open_bare, failed=failed),
]
