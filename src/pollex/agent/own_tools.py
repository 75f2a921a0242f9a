"""The agent's own tools: `remember`, `more`, `rest`, `ask`, and `done`, which ends a task with its answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..core.context import Context
from ..core.dialect.names import safe_name
from ..core.fault import Fault
from ..core.json import Object
from ..core.schema import Schema
from ..core.schema.walk import SchemaDocument, rebuild
from ..core.search import search
from ..core.tool import Tool
from .compact import COMPACT

OFFERED: Final = 3
"""Definitions that one request for more tools may add."""
NAMED: Final = 5
"""Further ones that it may name."""
VALUES: Final = "/properties/values"


async def _said(args: Object, context: Context) -> Object:
    """Return the arguments unchanged; the loop interprets them."""
    return args


async def _more(args: Object, context: Context) -> Object:
    """Search the tools for a purpose: the nearest are shown, some others named. Where none is near, all are named."""
    about = str(args["about"])
    shown, _ = search([tool for tool in context.tools if tool.name in COMPACT], about, OFFERED)
    others = [tool for tool in context.tools if tool.name not in OWN and tool.name not in COMPACT]
    found, rest = search(others, about, OFFERED)
    if not found and shown:
        return {"tools": [], "you have": _names(shown)}
    if not found:
        return {"tools": [], "none": f"No tool is about {about!r}.", "there are": _names(rest)}
    return {"tools": _names(found), **({"also": _names(rest[:NAMED])} if rest else {})}


def _names(tools: Iterable[Tool]) -> list[str]:
    return [safe_name(tool.name) for tool in tools]


TEXT: Final[Object] = {"type": "string"}


def _object(required: Iterable[str], **properties: Object) -> Schema:
    document: Object = {"type": "object", "properties": properties}
    return Schema({**document, "required": list(required)} if required else document)


DONE: Final = Tool(
    "done",
    "End the task: the answer, values as the page has them; or why not.",
    _object(
        ("text", "success"),
        text=TEXT,
        success={"type": "boolean"},
        values={"description": "As data, best {{aggregate_1.value}}."},
    ),
    _said,
    examples=({"text": "The order is placed: number 1042.", "success": True, "values": {"order": "1042"}},),
    effect="read",
)
REMEMBER: Final = Tool(
    "remember",
    "Keep a note, a plan, its parts that are done (from 1).",
    _object(
        (),
        note=TEXT,
        plan={"type": "array", "items": {"type": "string"}},
        ticked={"type": "array", "items": {"type": "integer"}},
    ),
    _said,
    examples=({"note": "The lamp costs 24.90"}, {"plan": ["log in", "pay"], "ticked": [1]}),
    effect="read",
)
MORE: Final = Tool(
    "more",
    "More tools: back, web search, upload, tabs, dialogs, tables, find, pictures.",
    _object(("about",), about=TEXT),
    _more,
    examples=({"about": "tab"},),
    effect="read",
)
REST: Final = Tool(
    "rest",
    "See more of a result that was cut.",
    _object(("result", "line"), result=TEXT, line={"type": "integer", "minimum": 1}),
    _said,
    examples=({"result": "collect_1", "line": 24},),
    effect="read",
)
"""Offered where something was cut."""
ASK: Final = Tool(
    "ask",
    "Ask the person; form: JSON Schema. Passwords: `login`.",
    _object(
        ("question",),
        question=TEXT,
        choices={"type": "array", "items": {"type": "string"}, "minItems": 2},
        form={"type": "object"},
    ),
    _said,
    examples=({"question": "Which of the two lamps?", "choices": ["Desk lamp", "Floor lamp"]},),
    effect="read",
)
OWN: Final = {tool.name: tool for tool in (REMEMBER, MORE, REST, ASK, DONE)}


def done_with(output: Object) -> Tool:
    """Return the tool `done` of a task whose answer has a schema: its values are checked against that."""
    about = "What was asked for, as data of this schema; a value may be a reference such as {{aggregate_1.value}}."
    moved = _moved(output)
    assert isinstance(moved, dict)
    values = {**moved, "description": f"{moved['description']} {about}" if "description" in moved else about}
    definitions = values.pop("$defs", None)
    known = DONE.input.document
    assert isinstance(known, dict)
    document: Object = {**known, "properties": {**known["properties"], "values": values}}
    if definitions is not None:
        document["$defs"] = definitions
    return DONE.replace(input=Schema(document), run=_answered, examples=())


def _moved(schema: SchemaDocument) -> SchemaDocument:
    """A schema as a part of that of `done`: references to its own root lead to where it stands then."""
    if isinstance(schema, bool):
        return schema
    made = rebuild(schema, lambda path, child: _moved(child))
    target = made.get("$ref")
    if isinstance(target, str) and target.startswith("#") and not target.startswith("#/$defs/"):
        made["$ref"] = f"#{VALUES}{target[1:]}"
    return made


async def _answered(args: Object, context: Context) -> Object:
    if args["success"] and "values" not in args:
        message, hint = "The key 'values' is missing.", "Give the values, or say that the task could not be done."
        raise Fault("invalid_input", message, pointer="/values", expected="the answer as data", hint=hint)
    return args
