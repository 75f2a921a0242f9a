"""The tools of the browser for a model of someone else's: a compact dozen at once, all others by `more`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final

from ..agent.compact import COMPACT, compact
from ..agent.credential_fields import credential_fields
from ..agent.offered_tools import OfferedTools
from ..agent.own_tools import REST
from ..core.context import Context
from ..core.dialect import Export, export
from ..core.dialect.names import safe_name
from ..core.json import Object
from ..core.registry import Tools
from ..core.schema import Schema
from ..core.search import first_sentence, search
from ..core.tool import Tool

SHOWN: Final[Mapping[str, tuple[str, ...]]] = {
    "page.navigate": ("url",),
    "page.state": (),
    **{
        name: COMPACT[name]
        for name in (
            *("page.type", "page.fill", "page.select", "page.check", "page.scroll", "page.unfold", "page.read"),
            *("page.extract", "page.inspect"),
        )
    },
    "page.click": ("index", "count", "button"),
    "page.keypress": ("key", "index"),
    "page.dialog": ("accept", "text"),
    "page.screenshot": ("index", "fullPage"),
}
"""The tools that are listed, and the properties that are shown of each."""
ABOUT: Final[Mapping[str, str]] = {
    "page.navigate": (
        "Go to an address. Answers with the page as an outline: what can be acted on has an [index], which other tools "
        "take and which stays. Their answers tell what changed: + new, ~ changed, - gone."
    ),
    "page.state": "See the whole outline of the page again.",
    "page.click": "Click an element.",
    "page.type": "Type into a field. {{secret.NAME.field}} types a stored secret (more: credentials).",
    "page.screenshot": "See a picture of the page, or of one element; the outline is cheaper.",
}
"""Descriptions for a model that has read no rules."""
FURTHER: Final = 8
"""Further tools that one request lists with their parameters."""


async def _more(args: Object, context: Context) -> Object:
    """Search the further tools; those that fit best come with their parameters."""
    others = [tool for tool in context.tools if tool.name not in SHOWN and tool.name not in (MORE.name, REST.name)]
    found, rest = search(others, str(args.get("about", "")), FURTHER)
    answer: Object = {"tools": {safe_name(tool.name): f"{parameters(tool)} {tool.description}" for tool in found}}
    if rest:
        answer["others"] = {safe_name(tool.name): first_sentence(tool) for tool in rest}
    return answer


async def _credentials(args: Object, context: Context) -> Object:
    return {"credentials": credential_fields(context)}


def parameters(tool: Tool) -> str:
    """Return the parameters of a tool in a line: `{text: string, clear?: boolean}`."""
    document = tool.input.document
    assert isinstance(document, dict)
    needed = document.get("required", ())
    return f"{{{', '.join(_parameter(name, each, name in needed) for name, each in _named(document))}}}"


def _named(document: Object) -> Iterable[tuple[str, Object]]:
    """The properties of a tool; an element is named by its index, as everywhere else."""
    properties: Object = document.get("properties", {})
    return [(name, each) for name, each in properties.items() if name not in ("selector", "fallback")]


def _parameter(name: str, schema: Object, needed: bool) -> str:
    kinds = schema.get("type", "any")
    choices = "|".join(map(str, schema["enum"])) if "enum" in schema else None
    return f"{name}{'' if needed else '?'}: {choices or (kinds if isinstance(kinds, str) else '|'.join(kinds))}"


MORE: Final = Tool(
    "more",
    "Further tools: back, wait, tabs, hover, drag, upload, download, tables, find, collect over pages, aggregate, "
    "login, credentials. `about` lists them with their parameters; `tool` and `args` call one.",
    Schema(
        {
            "type": "object",
            "properties": {
                "about": {"type": "string", "description": "Words about what is needed; empty lists them all."},
                "tool": {"type": "string", "description": "The tool to call."},
                "args": {"type": "object", "description": "Its arguments."},
            },
        }
    ),
    _more,
    examples=({"about": "tab"}, {"tool": "page_back", "args": {}}),
    effect="read",
)
CREDENTIALS: Final = Tool(
    "credentials",
    "List the stored credentials and their fields. Type one with page.type as {{secret.NAME.field}}.",
    Schema({"type": "object", "properties": {}}),
    _credentials,
    effect="read",
)
OWN: Final = {tool.name: tool for tool in (MORE, REST, CREDENTIALS)}


class BrowserToolset(OfferedTools):
    """A view of the registry: the page's tools, and those by which a model finds its way among them."""

    def __init__(self, registry: Tools) -> None:
        super().__init__(registry, OWN)

    @cached_property
    def exported(self) -> Export:
        """The definitions that are listed."""
        tools = [self._described(compact(self.get(name), SHOWN)) for name in SHOWN]
        return export([*tools, MORE, REST], "mcp")

    def _described(self, tool: Tool) -> Tool:
        return tool.replace(description=self.spelt(ABOUT.get(tool.name, tool.description)))
