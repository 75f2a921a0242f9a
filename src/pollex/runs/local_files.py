"""Files of this machine: a person is asked before a call of a workspace, or of a run begun there, opens or uploads one.

A model could read the server's token there, or give a file away.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from ..core.call import Call
from ..core.context import Context
from ..core.fault import Fault
from ..core.pipeline.guard import consent
from ..core.tool import Tool

CARRIERS: Final = frozenset({"api.call", "tools.try"})
"""Tools that call another one, whose arguments are checked then."""
ADDRESS: Final = re.compile(r"^\s*file:\S|\bfile:[/\\]", re.IGNORECASE)
IGNORED: Final = re.compile(r"[\t\r\n]")
"""What browsers leave out of an address."""


async def ask_for_files(tool: Tool, call: Call, args: Any, context: Context) -> Fault | None:
    """Return a Fault where a call is about files of this machine and no person agrees."""
    why = None if tool.name in CARRIERS else _why(tool.name, args)
    return None if why is None else await consent(tool, call, args, context, "ask", why)


async def ask_for_files_unless_allowed(tool: Tool, call: Call, args: Any, context: Context) -> Fault | None:
    """The same, but for those who allow everything in the settings or where the server is started."""
    return None if context.policy["destroy"] == "allow" else await ask_for_files(tool, call, args, context)


def _why(tool: str, args: Any) -> str | None:
    if tool == "page.upload":
        return "it uploads files of this machine"
    if any(ADDRESS.search(IGNORED.sub("", text)) for text in _texts(args)):
        return "it opens a file of this machine"
    return None


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)
