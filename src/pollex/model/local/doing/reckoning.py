"""Working something out from rows, with the tool that is made for it."""

from __future__ import annotations

from typing import Any

from ....core.json import Object
from .script import Asked, Memory, Script, Stop


def reckon(memory: Memory, said: str, **args: Any) -> Script[Object]:
    """Work something out from rows."""
    outcome = yield Asked("reckon", {name: value for name, value in args.items() if value is not None})
    if not outcome.ok:
        raise Stop(f"“{said}” cannot be worked out: {outcome.why}")
    result: Object = outcome.data
    return result
