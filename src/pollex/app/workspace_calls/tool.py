"""`api.call` as a tool: one schema, and a table of handlers by scheme."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from ...core.context import Context
from ...core.json import Object
from ...core.result import Result
from ...core.suggest import did_you_mean
from ...core.tool import Tool
from ...workspace.intent import URL as INTENT_URL
from ...workspace.operations import OPERATIONS
from .door import WorkspaceDoor
from .export_folders import ExportFolder
from .file_scheme import URL as FILE_URL
from .file_scheme import file_handler
from .http_policy import HttpPolicy
from .http_scheme import http_handler
from .intent_scheme import intent_handler
from .outgoing import Handler, OutgoingCall, outgoing
from .tool_scheme import call_tool_by_url

NAME: Final = "api.call"
PATIENCE: Final = 7_200.0
"""Seconds for a tool that is called, or for a person who is asked. HTTP has a limit of its own."""


def api_call_tool(
    door: WorkspaceDoor, *, exports: ExportFolder, private: tuple[str, ...] = (), http: Handler | None = None
) -> Tool:
    """Return `api.call` for a workspace. Files are written into `exports`; `http` makes the calls to the web.

    `private` are hosts of this network that a person allows.
    """
    web = http or http_handler(HttpPolicy(allow_private=private))
    exact: Mapping[str, Handler] = {INTENT_URL: intent_handler(door), FILE_URL: file_handler(door, exports)}
    schemes: Mapping[str, Handler] = {"http": web, "https": web, "pollex": call_tool_by_url}

    async def run(args: Object, context: Context) -> Result:
        call = outgoing(args, context.limits)
        handler = schemes.get(call.scheme) or exact.get(call.place)
        if handler is None:
            return _nothing(call)
        result = await handler(call, context)
        return result if handler is web else replace(result, notes=(*result.notes, *_unused(call)))

    return OPERATIONS[NAME].tool.replace(run=run, timeout=PATIENCE, blocking=False, open_world=True)


def _nothing(call: OutgoingCall) -> Result:
    """Return the answer for an address that nothing handles: a success (003), with a note that says so."""
    known = (INTENT_URL, FILE_URL)
    if call.scheme in {each.partition(":")[0] for each in known}:
        hint = did_you_mean(call.url, known)
        return Result.success(notes=(f"{call.url[:100]!r} does nothing here.{f' {hint}' if hint else ''}",))
    return Result.success(notes=(f"The scheme {call.scheme!r} does nothing here.",))


def _unused(call: OutgoingCall) -> list[str]:
    given = {"headers": call.headers, "credential": call.credential}
    return [f"{name!r} means nothing to {call.scheme}://, and was not used." for name, each in given.items() if each]
