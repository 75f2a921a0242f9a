"""What the model may call: a dozen compact actions made from the registry's declarations, and the rest on request."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from ..core.context import Context
from ..core.dialect import Export, export
from ..core.dialect.names import tool_names
from ..core.json import Object
from ..core.registry import Tools, named
from ..core.schema import Schema
from ..core.tool import Tool
from .task import Task

COMPACT: Final[Mapping[str, tuple[str, ...]]] = {
    "page.click": ("index",),
    "page.type": ("index", "text", "clear"),
    "page.select": ("index", "option"),
    "page.check": ("index", "on"),
    "page.keypress": ("key",),
    "page.scroll": ("down", "pages"),
    "page.navigate": ("url",),
    "page.extract": ("instruction", "schema"),
    "page.read": ("index", "start"),
}
"""The actions that are always shown, and the properties that are shown of each."""
ELEMENT: Final = frozenset({"page.click", "page.type", "page.select", "page.check"})
"""Those that need an element: a model names it by its index."""
HOUSE: Final = ("page.", "reckon")
"""Tools that every task may use."""


async def said(args: Object, context: Context) -> Object:
    """What the model says is all there is to it; the loop reads it."""
    return args


async def more(args: Object, context: Context) -> Object:
    wanted = str(args["about"]).casefold()
    found = [tool for tool in context.tools if wanted in f"{tool.name} {tool.description}".casefold()]
    shown = [tool for tool in found if tool.name not in OWN_NAMES] or list(context.tools)
    return {"tools": {tool.name: first_sentence(tool) for tool in shown if tool.name not in OWN_NAMES}}


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
        values={"description": "What was asked for, as data."},
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
    "See further tools: back, hover, drag, upload, tabs, dialogs, tables, wait, reckon; they can be called from then.",
    _object(("about",), about=_text("A word about what is needed; empty lists them all.")),
    more,
    examples=({"about": "tab"}, {"about": ""}),
    effect="read",
)
OWN: Final = {tool.name: tool for tool in (REMEMBER, MORE, DONE)}
OWN_NAMES: Final = frozenset(OWN)


def first_sentence(tool: Tool) -> str:
    return tool.description.split(". ")[0].split("\n")[0].rstrip(".") + "."


class Menu(Tools):
    """A view of the registry: the page's tools, those that the task names, and the agent's own."""

    def __init__(self, registry: Tools, task: Task) -> None:
        self._registry = registry
        self._task = task
        self._exports: dict[tuple[str, ...], Export] = {}

    def find(self, name: str) -> Tool | None:
        return OWN.get(name) or (self._registry.find(name) if self._offered(name) else None)

    def names(self) -> list[str]:
        return [*(name for name in self._registry.names() if self._offered(name)), *OWN]

    def _offered(self, name: str) -> bool:
        return name.startswith(HOUSE) or name in self._task.tools

    def meant(self, name: str) -> str:
        """A tool by the name that a model gives it: its own, or as providers have to spell it; a book is cut short."""
        if self.find(name) is not None:
            return name
        spelt = tool_names(self.names())
        return next((known for known, wire in spelt.items() if wire == name), named(name))

    def shown(self, asked: Iterable[str], dialect: str) -> Export:
        """The definitions that a model gets: the compact ones, those of the task, and those that it asked for."""
        names = dict.fromkeys(name for name in [*COMPACT, *self._task.tools, *asked] if name not in OWN)
        wanted = (dialect, *names)
        if wanted not in self._exports:
            tools = [found for name in names if (found := self.find(name)) is not None]
            self._exports[wanted] = export([*(_compact(tool) for tool in tools), *OWN.values()], dialect)
        return self._exports[wanted]


def _compact(tool: Tool) -> Tool:
    """The tool with its first sentence and the few properties that a model needs; what it calls is checked in full."""
    kept = COMPACT.get(tool.name)
    if kept is None:
        return tool.but(description=first_sentence(tool))
    document = tool.input.document
    assert isinstance(document, dict)
    properties = {name: document["properties"][name] for name in kept if name in document["properties"]}
    needed = [name for name in document.get("required", []) if name in kept]
    if tool.name in ELEMENT:
        needed = ["index", *needed]
    schema = Schema({"type": "object", "properties": properties, "required": needed})
    return tool.but(description=first_sentence(tool), input=schema, examples=())
