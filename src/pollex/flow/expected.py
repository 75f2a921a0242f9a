"""What a node expects of its result: that a read found something, that a server took what an act sent."""

from __future__ import annotations

from typing import Any, Final

from ..core.context import Context
from ..core.fault import Fault
from ..core.json import Object
from ..core.result import Result
from ..core.tool import Tool
from .node import Node

CARRIERS: Final = ("value", "rows", "text")
"""The fields of a read that have what was found; the first that it has counts."""


def as_expected(node: Node, result: Result) -> Result:
    """Return the result of a node, or a failure where it is not what the node expects."""
    fault = _disappointment(node, result.data) if result.ok else None
    if fault is None:
        return result
    return Result.failure(fault, result.data, files=result.files, notes=result.notes, cost=result.cost)


def awaiting_requests(tool: Tool) -> Tool:
    """Return the tool of a node that has to send something: what its page saves a moment later counts as well."""

    async def run(args: Object, context: Context) -> Any:
        made = await tool.run(args, context)
        told = made.data if isinstance(made, Result) and made.ok else made
        if isinstance(told, dict) and not told.get("sent") and context.page is not None:
            told |= await context.page.late_requests()
        return made

    return tool.replace(run=run)


def _disappointment(node: Node, data: Any) -> Fault | None:
    if node.document.get("needed") and is_nothing(data):
        hint = "Where nothing is a result, take 'needed' from the node."
        return Fault("not_found", f"{node.name} found nothing.", expected="something", hint=hint, retry=False)
    if not node.document.get("taken"):
        return None
    told = data if isinstance(data, dict) else {}
    for each in (asked for asked in told.get("failed", ()) if asked["method"] not in ("GET", "HEAD")):
        said = each.get("status") or each.get("failure")
        message = f"{node.name} was not taken: {each['method']} {each['url']} was answered with {said}."
        return Fault("failed", message, expected="an answer that takes it", received=said, retry=False)
    answers = [each.get("status") or 0 for each in told.get("requests", ()) if each["method"] not in ("GET", "HEAD")]
    if node.document["taken"] == "redirect" and answers and not any(300 <= each < 400 for each in answers):
        message = f"{node.name} was not taken: the page was shown again."
        return Fault("failed", message, expected="a redirect", received=str(answers[0]), retry=False)
    if not told.get("sent"):
        hint = "Look whether it was done; where nothing is to be sent, take 'taken' from the node."
        return Fault("failed", f"{node.name} sent nothing.", expected="a request", hint=hint, retry=False)
    return None


def is_nothing(data: Any) -> bool:
    """Whether a read found nothing."""
    if isinstance(data, dict):
        carrier = next((name for name in CARRIERS if name in data), None)
        return all(map(is_nothing, data.values())) if carrier is None else is_nothing(data[carrier])
    if isinstance(data, list):
        return all(map(is_nothing, data))
    return not isinstance(data, bool) and (data is None or data == 0 or not str(data).strip())
