"""The tools that are always there, about the other tools. Declared as data, so that nothing slow is loaded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..core.context import Context
from ..core.fault import Fault
from ..core.json import Object
from ..core.schema import Schema
from ..core.tool import Tool
from ..settings import Settings
from .aggregate import AGGREGATE
from .doctor import Check, examine
from .excerpt import EXCERPT
from .login import login_tool


async def list_tools(args: Object, context: Context) -> list[Object]:
    wanted = args["containing"].casefold()
    return [
        {"name": found.name, "effect": found.effect, "description": found.description.split("\n")[0]}
        for found in context.tools
        if wanted in f"{found.name} {found.description}".casefold()
    ]


async def describe_tool(args: Object, context: Context) -> Object:
    return context.tools.get(args["name"]).to_json()


async def read_events(args: Object, context: Context) -> list[Object]:
    if context.log is None:
        raise Fault("unavailable", "There is no event log here.", retry=False)
    found = await context.log.read(args["run"], after=args["after"], limit=args["limit"])
    if not found and args["after"] == 0:
        raise Fault("not_found", f"There is no run {args['run']!r}.", pointer="/run", received=args["run"])
    return [event.to_json() for event in found]


LIST: Final = Tool(
    name="tools.list",
    title="List tools",
    description="List the tools that can be called: name, effect and first sentence of each.",
    input=Schema(
        {
            "type": "object",
            "properties": {
                "containing": {
                    "type": "string",
                    "description": "Only tools whose name or description contains this text.",
                    "default": "",
                }
            },
        }
    ),
    output=Schema({"type": "array", "items": {"type": "object"}}),
    examples=({}, {"containing": "doctor"}),
    effect="read",
    open_world=False,
    run=list_tools,
)

DESCRIBE: Final = Tool(
    name="tools.describe",
    title="Describe a tool",
    description="Describe one tool in full: what it does, the schemas of what it takes and gives, examples.",
    input=Schema(
        {
            "type": "object",
            "properties": {"name": {"type": "string", "description": "The tool's name."}},
            "required": ["name"],
        }
    ),
    output=Schema({"type": "object"}),
    examples=({"name": "tools.list"},),
    effect="read",
    open_world=False,
    run=describe_tool,
)

EVENTS: Final = Tool(
    name="runs.events",
    title="Read a run's events",
    description="Read what happened in a run, in order.",
    input=Schema(
        {
            "type": "object",
            "properties": {
                "run": {"type": "string", "description": "The run's id."},
                "after": {
                    "type": "integer",
                    "minimum": 0,
                    "description": "Only events with a sequence number above this one.",
                    "default": 0,
                },
                "limit": {
                    "type": "integer",
                    "minimum": 1,
                    "description": "Most events to read.",
                    "default": 100,
                },
            },
            "required": ["run"],
        }
    ),
    output=Schema({"type": "array", "items": {"type": "object"}}),
    examples=({"run": "123e4567-e89b-12d3-a456-426614174000"},),
    effect="read",
    open_world=False,
    run=read_events,
)


def doctor(settings: Settings, libraries: Callable[[], list[Check]]) -> Tool:
    """Return the tool that checks this machine with an app's own settings and installed libraries."""
    return Tool(
        name="doctor",
        title="Doctor",
        description="Say what is installed, what is missing and how to fix it.",
        input=Schema({"type": "object", "properties": {}}),
        output=Schema({"type": "object"}),
        examples=({},),
        effect="read",
        open_world=False,
        run=lambda args, context: examine(settings, libraries()),
    )


def tools(settings: Settings, libraries: Callable[[], list[Check]] = list) -> list[Tool]:
    """Return the built-in tools of an app with these settings; `libraries` checks the installed ones."""
    return [LIST, DESCRIBE, EVENTS, doctor(settings, libraries), AGGREGATE, EXCERPT, login_tool(settings.home)]
