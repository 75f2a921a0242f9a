"""LangChain: a structured tool, invoked as its tool node does: with a tool call whose arguments are parsed already."""

from __future__ import annotations

import inspect
import json
from contextlib import asynccontextmanager
from importlib import import_module
from typing import Any

from bench.contender import Contender, Function, Opened, Opening


@asynccontextmanager
async def open_tool(function: Function, limit: float | None) -> Opening:
    if limit is not None:
        raise NotImplementedError
    kind = "coroutine" if inspect.iscoroutinefunction(function) else "func"
    tool_type = import_module("langchain_core.tools").StructuredTool
    tool = tool_type.from_function(**{kind: function}, name="add", description="Add two whole numbers.")

    async def call(text: str) -> object:
        value: object = await tool.ainvoke({"type": "tool_call", "name": "add", "args": json.loads(text), "id": "1"})
        return value

    yield Opened(call)


def failed(answer: Any) -> bool:
    return bool(answer.status == "error")


def explain(problem: Any) -> object:
    """Argument errors are pydantic's own, with their details."""
    return problem.errors(include_context=False) if hasattr(problem, "errors") else str(problem)


CONTENDERS = [Contender("LangChain", open_tool, "langchain-core", "langchain_core.tools", failed, explain)]
