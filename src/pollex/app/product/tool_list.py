"""The tools of the app as rows of a table, all of them or those that fit words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...core.json import Object
from ...core.search import first_sentence, search
from ...core.tool import Tool
from ...workspace.envelope import without_references
from .tool_origin import tool_origins

if TYPE_CHECKING:
    from ..workspaces.parts import AppParts

BEST: Final = 25
"""Rows that are shown of those that fit words."""
MOST: Final = 200
"""Rows that are shown of all."""


def list_tools(parts: AppParts, about: str = "") -> Object:
    """Return the tools that fit, best first, and a sentence about them."""
    every = list(parts.context.tools)
    found = search(every, about, BEST)[0] if about.strip() else every
    origins = tool_origins(parts)
    rows: list[Object] = [_row(tool, str(origins[tool.name])) for tool in found[:MOST]]
    return {"rows": without_references(rows), "said": _said(about.strip(), len(rows), len(every))}


def _row(tool: Tool, origin: str) -> Object:
    return {"name": tool.name, "does": first_sentence(tool), "effect": tool.effect, "from": origin}


def _said(about: str, shown: int, every: int) -> str:
    if not shown:
        return f"No tool fits {about!r}. Try other words, or add a library or a module."
    if about:
        return f"{shown} of {every} tools, best first. Choose one to try it."
    return f"{every} tools. Choose one to try it." if shown == every else f"{every} tools. Search for what you need."
