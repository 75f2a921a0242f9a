"""Working something out from rows, with the tool that is made for it."""

from __future__ import annotations

from typing import Any

from ....core.json import Object, dumps
from .script import Asked, Memory, Script, Stop
from .tables import WHOLE


def reckon(memory: Memory, said: str, **args: Any) -> Script[Object]:
    """Work something out from rows: as the page gave them, so that a compiled run knows where they came from."""
    given = {name: value for name, value in args.items() if value is not None}
    if isinstance(given.get("rows"), list) and WHOLE not in dumps([args.get(name) for name in args if name != "rows"]):
        given["rows"] = [{name: value for name, value in row.items() if name != WHOLE} for row in given["rows"]]
    outcome = yield Asked("aggregate", given)
    if not outcome.ok:
        raise Stop(f"“{said}” cannot be worked out: {outcome.why}")
    result: Object = outcome.data
    return result
