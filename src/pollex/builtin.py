"""The tools that are always there: they tell about the others."""

from __future__ import annotations

from typing import Any

from .core.context import Context
from .core.declare import tool
from .core.fault import Fault
from .doctor import examine
from .settings import Settings


@tool(name="tools.list", title="List tools", effect="read", examples=[{}, {"containing": "click"}])
async def list_tools(context: Context, containing: str = "") -> list[dict[str, Any]]:
    """List the tools that can be called: name, effect and first sentence of each.

    Args:
        containing: Only tools whose name or description contains this text.
    """
    wanted = containing.casefold()
    return [
        {"name": found.name, "effect": found.effect, "description": found.description.split("\n")[0]}
        for found in context.tools
        if wanted in f"{found.name} {found.description}".casefold()
    ]


@tool(name="tools.describe", title="Describe a tool", effect="read", examples=[{"name": "tools.list"}])
async def describe_tool(context: Context, name: str) -> dict[str, Any]:
    """Describe one tool in full: what it does, the schemas of what it takes and gives, examples.

    Args:
        name: The tool's name.
    """
    return context.tools.get(name).to_json()


@tool(
    name="runs.events",
    title="Read a run's events",
    effect="read",
    examples=[{"run": "123e4567-e89b-12d3-a456-426614174000"}],
)
async def read_events(context: Context, run: str, after: int = 0, limit: int = 100) -> list[dict[str, Any]]:
    """Read what happened in a run, in order.

    Args:
        run: The run's id.
        after: Only events with a sequence number above this one.
        limit: Most events to read.
    """
    if context.log is None:
        raise Fault("unavailable", "There is no event log here.", retry=False)
    return [event.to_json() for event in await context.log.read(run, after=after, limit=limit)]


@tool(name="doctor", title="Doctor", effect="read", examples=[{}])
def doctor() -> dict[str, Any]:
    """Say what is installed, what is missing and how to mend it."""
    return examine(Settings.load())


TOOLS = (list_tools, describe_tool, read_events, doctor)
