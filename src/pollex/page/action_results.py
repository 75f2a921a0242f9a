"""Actions of the page-agent specification (002), done on a page and answered as it says."""

from __future__ import annotations

from typing import Any

from ..browser.actions import action_call
from ..core.fault import Fault
from ..core.json import Object, dumps
from ..core.result import Result
from .live import LivePage


async def run_action(page: LivePage, action: Object) -> Object:
    """Do an action of the page-agent specification (002) and answer with its ActionResult. Never raises.

    A `type` of your own is the name of a tool of the page's app, which finds the page as `context.page`.
    """
    try:
        call = action_call(action, page.context.tools)
    except Fault as fault:
        return {"success": False, "error": fault.message}
    return action_result(call.tool, await page.call(call.tool, call.args))


def action_result(tool: str, result: Result) -> Object:
    """The page agent's ActionResult (002): data of what was to be extracted and of own tools, else what happened."""
    if result.fault is not None:
        return {"success": False, "error": result.fault.message}
    if tool == "page.extract" or not tool.startswith("page."):
        return {"success": True, "extracted_content": dumps(result.data)}
    return {"success": True, "long_term_memory": remembered(tool, result.data)}


def remembered(tool: str, data: Any) -> str:
    """What happened, in a line."""
    said = tool.removeprefix("page.").replace("_", " ")
    if not isinstance(data, dict):
        return said
    parts = [f"{name} {data[name]!r}" for name in ("used", "url", "appeared", "failed", "dialog") if data.get(name)]
    return f"{said}: {', '.join(parts)}" if parts else said
