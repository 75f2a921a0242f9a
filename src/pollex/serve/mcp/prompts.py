"""Prompts: one for each tool of a library, with the tool's inputs as its arguments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from mcp_types import (
    GetPromptRequestParams,
    GetPromptResult,
    InputRequiredResult,
    Prompt,
    PromptArgument,
    PromptMessage,
    TextContent,
)

from ...app.app import App
from ...core.dialect.names import safe_name
from ...core.fault import Fault
from ...core.search import first_sentence
from ...core.tool import Tool

MOST_COMPLETIONS = 100


class PromptSource(Protocol):
    """A source of prompts. A server has several; the first that knows a name gives it."""

    async def listed(self) -> list[Prompt]: ...

    async def get(self, params: GetPromptRequestParams) -> GetPromptResult | InputRequiredResult | None:
        """Return a prompt filled in; None where the name belongs to another source."""

    async def complete(self, name: str, argument: str, value: str) -> list[str]:
        """Return values of an argument that begin so."""


class LibraryPrompts:
    """A prompt for each tool of the libraries in an app."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def listed(self) -> list[Prompt]:
        return [
            Prompt(
                name=name,
                title=tool.title or None,
                description=first_sentence(tool),
                arguments=[
                    PromptArgument(name=each, description=about.get("description"), required=each in _required(tool))
                    for each, about in _inputs(tool).items()
                ],
            )
            for name, tool in self._tools().items()
        ]

    async def get(self, params: GetPromptRequestParams) -> GetPromptResult | InputRequiredResult | None:
        tool = self._tools().get(params.name)
        if tool is None:
            return None
        given = params.arguments or {}
        missing = [name for name in _required(tool) if name not in given]
        if missing:
            message = f"The prompt {params.name!r} needs {missing[0]!r}."
            raise Fault("invalid_input", message, pointer=f"/{missing[0]}", expected=", ".join(_required(tool)))
        lines = [f"- {name}: {value}" for name, value in given.items() if name in _inputs(tool)]
        inputs = "\n".join(["with these inputs:", *lines]) if lines else "(it takes no inputs)."
        text = f"Call the tool `{params.name}` {inputs}\nThen say in a sentence or two what came of it."
        said = PromptMessage(role="user", content=TextContent(text=text))
        return GetPromptResult(description=first_sentence(tool), messages=[said])

    async def complete(self, name: str, argument: str, value: str) -> list[str]:
        tool = self._tools().get(name)
        choices = [] if tool is None else _inputs(tool).get(argument, {}).get("enum", [])
        return [str(each) for each in choices if str(each).casefold().startswith(value.casefold())][:MOST_COMPLETIONS]

    def _tools(self) -> dict[str, Tool]:
        libraries = self._app.libraries.tools
        return {safe_name(tool.name): tool for tool in self._app.tools if libraries.has(tool.name)}


def _inputs(tool: Tool) -> Mapping[str, Any]:
    document = tool.input.document
    return document.get("properties", {}) if isinstance(document, dict) else {}


def _required(tool: Tool) -> list[str]:
    document = tool.input.document
    return list(document.get("required", ())) if isinstance(document, dict) else []
