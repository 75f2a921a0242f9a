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
from ..core.search import first_sentence, search
from ..core.tool import Tool
from .compact import COMPACT

OFFERED: Final = 8
"""Definitions that one request for more tools may add."""
VALUES: Final = "/properties/values"


async def _said(args: Object, context: Context) -> Object:
    """Return the arguments unchanged; the loop interprets them."""
    return args


async def _more(args: Object, context: Context) -> Object:
    """Search the tools for a purpose, nearest first: the best become callable, the others are named."""
    others = [tool for tool in context.tools if tool.name not in OWN and tool.name not in COMPACT]
    found, rest = search(others, str(args["about"]), OFFERED)
    answer: Object = {"tools": {safe_name(tool.name): tool.description for tool in found}}
    if rest:
        answer["others"] = {safe_name(tool.name): first_sentence(tool) for tool in rest}
    return answer


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
    _said,
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
    _said,
    examples=({"note": "The lamp costs 24.90"}, {"plan": ["log in", "pay"], "ticked": [1]}),
    effect="read",
)
MORE: Final = Tool(
    "more",
    "Get further tools: back, upload, tabs, dialogs, tables, wait, pictures; they can be called from then.",
    _object(("about",), about=_text("Words about what is needed; empty lists them all.")),
    _more,
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
    _said,
    examples=({"result": "collect_1", "line": 24},),
    effect="read",
)
"""Offered where something was cut."""
ASK: Final = Tool(
    "ask",
    "Ask the person and wait for the answer: by choices, a form, or else for a text. Passwords and codes: `login`.",
    _object(
        ("question",),
        question=_text("What only the person can decide or know, in a sentence that stands alone."),
        choices={"type": "array", "items": {"type": "string"}, "minItems": 2, "description": "The possible answers."},
        form={"type": "object", "description": "For several fields: a JSON schema of an object with properties."},
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
