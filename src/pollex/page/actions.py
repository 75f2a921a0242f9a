"""The actions of documents 001 and 002 as calls of page tools: one table each."""

from __future__ import annotations

from typing import Any, Final

from ..core.actions import ACTIONS
from ..core.call import Call
from ..core.fault import Fault
from ..core.json import Object, dumps
from ..core.result import Result
from ..core.suggest import did_you_mean, one_of
from .live import LivePage

BY_ACTION: Final = {name: action.tool for name, action in ACTIONS.items()}
"""Document 001: the `action` of a browser_action."""
BY_TYPE: Final = {
    "click": "page.click",
    "input_text": "page.type",
    "navigate": "page.navigate",
    "scroll": "page.scroll",
    "search": "page.search",
    "extract": "page.extract",
}
"""Document 002: the `type` of an action. `done` is the agent's."""


def action_call(action: Object) -> Call:
    """Document 002's action object, or the config of a browser_action of document 001, as a call."""
    key, table = ("action", BY_ACTION) if "action" in action else ("type", BY_TYPE)
    named = action.get(key)
    if named not in table:
        raise Fault(
            "unknown_tool",
            f"There is no action {named!r}.",
            pointer=f"/{key}",
            expected=one_of(list(table)),
            received=str(named),
            hint=did_you_mean(str(named), list(table)),
        )
    return Call(table[str(named)], {name: value for name, value in action.items() if name != key})


async def run_action(page: LivePage, action: Object) -> Object:
    """Do a document 002 action and answer with its ActionResult. Never raises."""
    try:
        call = action_call(action)
    except Fault as fault:
        return {"success": False, "error": fault.message}
    return action_result(call.tool, await page.call(call.tool, call.args))


def action_result(tool: str, result: Result) -> Object:
    """Document 002's ActionResult: data only of what was asked to be extracted, of everything else what happened."""
    if result.fault is not None:
        return {"success": False, "error": result.fault.message}
    if tool == "page.extract":
        return {"success": True, "extracted_content": dumps(result.data)}
    return {"success": True, "long_term_memory": remembered(tool, result.data)}


def remembered(tool: str, data: Any) -> str:
    """What happened, in a line."""
    said = tool.removeprefix("page.").replace("_", " ")
    if not isinstance(data, dict):
        return said
    told = [f"{name} {data[name]!r}" for name in ("used", "url", "appeared", "failed", "dialog") if data.get(name)]
    return f"{said}: {', '.join(told)}" if told else said
