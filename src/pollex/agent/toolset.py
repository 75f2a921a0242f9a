"""What the model may call: a dozen compact actions made from the registry's declarations, and the rest on request."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final

from ..core.context import Context
from ..core.dialect import Export, export
from ..core.dialect.names import safe_name, tool_names
from ..core.fault import Fault
from ..core.json import Object
from ..core.registry import Tools, named, unknown_tool
from ..core.schema import Schema
from ..core.search import first_sentence, search
from ..core.tool import Tool
from .task import Task

COMPACT: Final[Mapping[str, tuple[str, ...]]] = {
    "page.click": ("index", "count", "button", "position"),
    "page.type": ("index", "text", "clear"),
    "page.fill": ("fields",),
    "page.select": ("index", "option"),
    "page.check": ("index", "on"),
    "page.keypress": ("key", "index", "times"),
    "page.hover": ("index",),
    "page.drag": ("index", "to", "position", "by"),
    "page.select_text": ("index", "text", "nth"),
    "page.scroll": ("index", "down", "pages"),
    "page.navigate": ("url",),
    "page.search": ("query",),
    "page.extract": ("instruction", "schema"),
    "page.read": ("index", "start"),
    "page.unfold": ("index",),
    "page.inspect": ("expression",),
    "page.collect": ("instruction", "schema"),
    "aggregate": ("rows", "what", "by", "where", "give"),
}
"""The actions that are always shown, and the properties that are shown of each."""
ELEMENT: Final = frozenset(
    {"page.click", "page.type", "page.select", "page.check", "page.hover", "page.drag", "page.select_text"}
)
"""Those that need an element: a model names it by its index."""
INDEX: Final[Object] = {"type": "integer"}
"""The rules say what an index is."""
OFFERED: Final = 8
"""Definitions that one request for more tools may add."""
HOUSE: Final = ("page.", "aggregate", "reckon", "login")
"""Tools that every task may use."""


async def said(args: Object, context: Context) -> Object:
    """What the model says is all there is to it; the loop reads it."""
    return args


async def more(args: Object, context: Context) -> Object:
    """Which tools there are for something, the nearest first: so many become callable, the others are named."""
    found, rest = search(_others(context.tools), str(args["about"]), OFFERED)
    answer: Object = {"tools": {safe_name(tool.name): tool.description for tool in found}}
    if rest:
        answer["others"] = {safe_name(tool.name): first_sentence(tool) for tool in rest}
    return answer


def _others(tools: Tools) -> list[Tool]:
    return [tool for tool in tools if tool.name not in OWN_NAMES and tool.name not in COMPACT]


def _text(about: str) -> Object:
    return {"type": "string", "description": about}


def _object(required: Iterable[str], **properties: Object) -> Schema:
    return Schema({"type": "object", "properties": properties, "required": list(required)})


DONE: Final = Tool(
    "done",
    "End the task: say what was found or done, with the values as the page has them; or that it cannot be done.",
    _object(
        ("text", "success"),
        text=_text("The answer for the person, or why it could not be done."),
        success={"type": "boolean", "description": "Whether the task is done."},
        values={"description": "What was asked for, as data: each value by its name, best as {{aggregate_1.value}}."},
    ),
    said,
    examples=({"text": "The order is placed: number 1042.", "success": True, "values": {"order": "1042"}},),
    effect="read",
)
REMEMBER: Final = Tool(
    "remember",
    "Keep something for later steps: a note, the plan, or which parts of the plan are done.",
    _object(
        (),
        note=_text("A fact to keep."),
        plan={"type": "array", "items": {"type": "string"}, "description": "The parts of the task, in order."},
        ticked={
            "type": "array",
            "items": {"type": "integer"},
            "description": "Parts that are done, from 1.",
        },
    ),
    said,
    examples=({"note": "The lamp costs 24.90"}, {"plan": ["log in", "pay"], "ticked": [1]}),
    effect="read",
)
MORE: Final = Tool(
    "more",
    "Get further tools: back, upload, tabs, dialogs, tables, wait, pictures; they can be called from then.",
    _object(("about",), about=_text("Words about what is needed; empty lists them all.")),
    more,
    examples=({"about": "tab"}, {"about": ""}),
    effect="read",
)
REST: Final = Tool(
    "rest",
    "See more of a result that was cut.",
    _object(
        ("result", "line"),
        result=_text("Its name, as it says where it was cut."),
        line={"type": "integer", "minimum": 1, "description": "From which line."},
    ),
    said,
    examples=({"result": "collect_1", "line": 24},),
    effect="read",
)
"""Offered where something was cut."""
OWN: Final = {tool.name: tool for tool in (REMEMBER, MORE, REST, DONE)}
OWN_NAMES: Final = frozenset(OWN)


class AgentToolset(Tools):
    """A view of the registry: the page's tools, those that the task names, and the agent's own."""

    def __init__(self, registry: Tools, task: Task) -> None:
        self._registry = registry
        self._task = task
        self._exports: dict[tuple[object, ...], Export] = {}

    def find(self, name: str) -> Tool | None:
        return OWN.get(name) or (self._registry.find(name) if self._offered(name) else None)

    def names(self) -> list[str]:
        return [*(name for name in self._registry.names() if self._offered(name)), *OWN]

    def unknown(self, name: str) -> Fault:
        return unknown_tool(name, self.names(), "`more` lists them.")

    def _offered(self, name: str) -> bool:
        return name.startswith(HOUSE) or name in self._task.tools

    def meant(self, name: str) -> str:
        """A tool by the name that a model gives it: its own, or as providers have to spell it; a book is cut short."""
        if (tool := self.find(name)) is not None:
            return tool.name
        spelt = tool_names(self.names())
        return next((known for known, wire in spelt.items() if wire == name), named(name))

    def spelt(self, text: str) -> str:
        """Words about tools, such as a hint, with their names as the model has to call them."""
        return self._dotted.sub(lambda found: safe_name(found[0]), text)

    def mentioned(self, text: str) -> list[str]:
        """The tools that such words name: what a hint advises must be at hand."""
        return self._dotted.findall(text)

    @cached_property
    def _dotted(self) -> re.Pattern[str]:
        names = "|".join(re.escape(name) for name in self.names() if "." in name)
        return re.compile(rf"(?<![\w.])(?:{names})(?![\w.]*\w)")

    def shown(self, asked: Iterable[str], dialect: str, *, cut: bool = False) -> Export:
        """The definitions that a model gets: the compact ones, those of the task, and those that it asked for.

        `cut` says that an answer was, whose rest can be asked for.
        """
        own = [tool for tool in OWN.values() if tool is not REST or cut]
        names = dict.fromkeys([*COMPACT, *self._task.tools, *map(self.meant, asked)])
        wanted = (dialect, cut, *names)
        if wanted not in self._exports:
            tools = [found for name in names if name not in OWN and (found := self.find(name)) is not None]
            self._exports[wanted] = export([*(_compact(tool) for tool in tools), *own], dialect)
        return self._exports[wanted]


def _compact(tool: Tool) -> Tool:
    """The tool with its first sentence and the few properties that a model needs; what it calls is checked in full.

    One that the model asked for comes as it is.
    """
    kept = COMPACT.get(tool.name)
    if kept is None:
        return tool
    document = tool.input.document
    assert isinstance(document, dict)
    properties = {name: document["properties"][name] for name in kept if name in document["properties"]}
    if tool.name != "page.unfold" and "index" in properties:
        properties["index"] = INDEX
    needed = [name for name in document.get("required", []) if name in kept]
    if tool.name in ELEMENT:
        needed = ["index", *needed]
    schema = Schema({"type": "object", "properties": properties, "required": needed})
    return tool.replace(description=first_sentence(tool), input=schema, examples=())
