"""A form in one call: each field by its label, typed, chosen or ticked as it takes it, and answered for."""

from __future__ import annotations

from typing import Any

from ...browser.selector import Candidate
from ...core.context import Context
from ...core.fault import Fault, Issue
from ...core.json import Object
from ...core.path import pointer
from ...core.result import Result
from ...core.secret import Secret
from ...core.tool import Tool
from ..live import LivePage
from .declare import page_tool


async def fill(page: LivePage, args: Object, context: Context) -> Result:
    """Each field in turn; what is wrong with some does not keep the others from being filled."""
    filled: Object = {}
    proof: dict[str, Object] = {}
    issues: list[Issue] = []
    for label, value in args["fields"].items():
        if isinstance(value, Secret):
            raise _secret(label)
        tool, result = await _filled(label, value, context)
        where = pointer(("fields", label))
        if result.fault is not None:
            fault = result.fault
            issues.append(Issue(where, fault.message, fault.expected, fault.received, fault.hint))
            continue
        kept = {name: result.data[name] for name in ("holds", "chosen", "on") if name in result.data}
        filled[label] = {"tool": tool, **kept}
        proof[where] = result.proof["/selector"]
    data = {"url": page.url, "filled": filled}
    if issues:
        return Result.failure(Fault.from_issues("failed", issues, what="Not every field could be filled"), data)
    return Result.success(data, proof=proof)


async def _filled(label: str, value: Any, context: Context) -> tuple[str, Result]:
    """Fill one field; return the tool that was used, and its result."""
    named: Object = {"index": int(label)} if label.isdecimal() else {"selector": _ways(label)}
    if isinstance(value, bool):
        return "page.check", await context.call("page.check", {**named, "on": value})
    if isinstance(value, list):
        return "page.select", await context.call("page.select", {**named, "option": value})
    result = await context.call("page.type", {**named, "text": str(value)})
    if result.fault is not None and result.fault.received == "select":
        return "page.select", await context.call("page.select", {**named, "option": str(value)})
    return "page.type", result


def _ways(label: str) -> list[str]:
    named = [Candidate("label", label, exact=True), Candidate("placeholder", label, exact=True)]
    return [*map(str, named), str(Candidate("label", label)), f"act:{label}"]


def _secret(label: str) -> Fault:
    message, hint = "A secret is typed by itself.", "Type it with page.type into the field that is for it."
    return Fault("denied", message, pointer=pointer(("fields", label)), expected="page.type", hint=hint, retry=False)


TOOLS: tuple[Tool, ...] = (
    page_tool(
        "fill",
        fill,
        "Fill in a form: each field by its label or index, with text, an option's label, or true and false.",
        {
            "fields": {
                "type": "object",
                "minProperties": 1,
                "additionalProperties": {"type": ["string", "number", "boolean", "array"]},
                "description": "By the label of each field, or its index, what goes into it.",
            }
        },
        required=("fields",),
        examples=({"fields": {"Name": "Ada", "Country": "Portugal", "I accept the terms": True}},),
        sealed=True,
    ),
)
