"""What a model does in a workspace beyond drawing and reading, and what the person said does not cover: asked first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlsplit

from ...core.call import Call
from ...core.context import Context, Guard, Reason
from ...core.fault import Fault
from ...core.json import Object
from ...core.pipeline.guard import consent
from ...core.tool import Tool
from ...text.clip import clipped
from ...text.words import mentions

BEYOND: Final = {
    "run_workflow": "a model starts a workflow that it could have written",
    "run_node": "a model starts a part of a workflow that it could have written",
    "save_workflow": "a model writes a workflow that you keep",
    "runs.fork": "a model has a run do again what it did",
}
NAMED: Final = {"login": "a model logs in where you did not ask for it", "runs.record": "a model opens a browser there"}
"""What may be done where the person named the credential or the site."""
SHOWN: Final = 12
WIDE: Final = 90


def asks_beyond(draft: Callable[[], list[Object]]) -> Guard:
    """Return a guard that asks about these calls; `draft` has the nodes of the workflow that is being edited."""

    async def guard(tool: Tool, call: Call, args: Any, context: Context) -> Fault | None:
        why = None if context.authority is None else _why(tool.name, args, context)
        if why is None:
            return None
        nodes = draft() if tool.name.endswith(("_workflow", "_node")) else []
        reason = Reason("\n".join([f"{why}.", *_lines(nodes)]), kind=False, details=nodes)
        return await consent(tool, call, args, context, "ask", reason)

    return guard


def _why(tool: str, args: Object, context: Context) -> str | None:
    if tool not in NAMED:
        return BEYOND.get(tool)
    here = str(args.get("url") or (context.page.url if context.page else ""))
    wanted = [str(args.get("credential") or ""), urlsplit(here).hostname or ""]
    return None if any(mentions(context.authority or "", each) for each in wanted) else NAMED[tool]


def _lines(nodes: list[Object]) -> list[str]:
    """Return the nodes in order, a line each: the type, and what it is about."""
    lines = [clipped(f"{each['position']}. {each['type']} {_about(each)}".strip(), WIDE) for each in nodes[:SHOWN]]
    return [*lines, f"and {len(nodes) - SHOWN} more"] if len(nodes) > SHOWN else lines


def _about(node: Object) -> str:
    config = node.get("config") or {}
    said = [f"{name}: {value}" for name, value in config.items() if isinstance(value, str | int | float)]
    return str(node.get("description") or ", ".join(said))
