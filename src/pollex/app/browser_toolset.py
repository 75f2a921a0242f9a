"""The tools of the browser for a model of someone else's: a compact dozen at once, all others by `more`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final

from ..agent.compact import compact
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
    "page.click": ("index", "count", "button"),
    "page.type": ("index", "text", "clear"),
    "page.fill": ("fields",),
    "page.select": ("index", "option"),
    "page.keypress": ("key", "index"),
    "page.scroll": ("index", "down", "pages"),
    "page.unfold": ("index",),
    "page.read": ("index", "start"),
    "page.extract": ("instruction", "schema"),
    "page.wait": ("text", "duration"),
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
    "page.fill": "Fill in a form: by label or index of each field its text, option, or true and false.",
    "page.select": "Choose an option of a list.",
    "page.scroll": "Scroll the page, or the box that an element is in.",
    "page.unfold": "Show the rows that an outline only counts.",
    "page.read": "Read the page, or one element of it, as Markdown.",
    "page.wait": "Wait until a text appears, else for a time.",
    "page.dialog": "Answer the dialog that is open.",
    "page.screenshot": "See a picture of what is in view, or of one element. The outline is cheaper.",
}
"""Descriptions for a model that has read no rules."""
PLAIN: Final[Mapping[str, Object]] = {
    "count": {"type": "integer", "description": "2 for a double click."},
    "clear": {"type": "boolean", "default": True, "description": "Replace what is there, or add to it."},
    "duration": {"type": "number", "description": "Milliseconds."},
}
"""Properties in other words than an agent has them, whose rules say more."""
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
    "Further tools: back, tabs, hover, check, drag, upload, download, inspect by JavaScript, tables, find, collect "
    "over pages, aggregate, login, credentials. `about` lists them with their parameters; `tool` and `args` call one.",
    Schema(
        {
            "type": "object",
            "properties": {
                "about": {"type": "string", "description": "Words; empty lists all."},
                "tool": {"type": "string"},
                "args": {"type": "object"},
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

    def meant(self, name: str) -> str:
        """Return a tool by any of its names; those of the page also without `page_`."""
        whole = f"page.{name}"
        return whole if self.find(name) is None and self.find(whole) is not None else super().meant(name)

    @cached_property
    def exported(self) -> Export:
        """The definitions that are listed, in few words."""
        more = MORE.replace(effect="act")  # it calls tools that act, too
        return export([*(self._listed(compact(self.get(name), SHOWN)) for name in SHOWN), more], "mcp")

    def _listed(self, tool: Tool) -> Tool:
        document = tool.input.document
        assert isinstance(document, dict)
        properties = {name: PLAIN.get(name, each) for name, each in document["properties"].items()}
        about = self.spelt(ABOUT.get(tool.name, tool.description))
        return tool.replace(description=about, input=Schema({**document, "properties": properties}), title="")
