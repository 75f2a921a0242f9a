"""`pollex://tool/NAME`: a tool called with the body as its arguments, through the one pipeline."""

from __future__ import annotations

from dataclasses import replace
from typing import Final
from urllib.parse import unquote, urlsplit

from ...core.context import Context
from ...core.fault import Fault, placed
from ...core.result import NO_COST, Result
from .outgoing import OutgoingCall

PREFIX: Final = "pollex://tool/"


async def call_tool_by_url(call: OutgoingCall, context: Context) -> Result:
    """Call the tool that an address names. Approval, limits and events are those of any call."""
    key = None if call.key is None else f"{context.run}/api.call/{call.key}"
    result = await context.call(tool_name(call.url), call.body, key=key)
    repairs = (f"Repaired at {each.pointer or 'the body'!r}: {each.did}." for each in result.repairs)
    fault = result.fault if result.fault is None or result.fault.pointer is None else placed(result.fault, "/body")
    notes = (*result.notes, *repairs)
    return replace(result, fault=fault, repairs=(), notes=notes, cost=NO_COST)  # which its own call has spent


def tool_name(url: str) -> str:
    """Return the tool's name in an address, or raise a Fault."""
    parts = urlsplit(url)
    name = unquote(parts.path.removeprefix("/"))
    if parts.netloc.lower() != "tool" or not name or parts.query or parts.fragment:
        raise Fault(
            "invalid_input",
            f"{url[:100]!r} names no tool.",
            pointer="/url",
            expected=f"{PREFIX}NAME, and its arguments as the body",
            received=url[:100],
            hint="Write as in 'pollex://tool/tools.list'.",
        )
    return name
