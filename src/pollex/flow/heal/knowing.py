"""Letting a page tool know what its node's element was like, so that it can find it again before it acts, once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...browser.evidence import Evidence, element_of
from ...browser.findable import durable
from ...browser.selector import parse
from ...core.context import Context
from ...core.json import Object
from ...core.reference import references
from ...core.result import Result
from ...core.tool import Tool

if TYPE_CHECKING:
    from ..visit import Visit


def knowing(tool: Tool, evidence: Object) -> Tool:
    """The tool with evidence among its arguments: after they are checked and written down, which it is no part of."""

    async def run(args: Object, context: Context) -> Any:
        return await tool.run({**args, "evidence": evidence} if "selector" in args else args, context)

    return tool.replace(run=run)


async def tell_healed(visit: Visit, args: Object, result: Result) -> None:
    """Write down that a node found its element by evidence, and how it can be found from now on."""
    healed = result.data.get("healed") if isinstance(result.data, dict) else None
    found = element_of(result)
    if healed is None or found is None:
        return
    told = {
        "node": visit.node.position,
        "from": [str(candidate) for candidate in parse(args["selector"]).candidates],
        "to": _selectors(visit, args["selector"], found),
        **healed,
        "evidence": found.to_json(),
    }
    await visit.tell("node.healed", told)


def _selectors(visit: Visit, selector: Any, found: Evidence) -> list[str]:
    """Selectors for the next run. Where the old ones had references, only those count that can have them too: another
    value then means another element."""
    made = durable(found)
    for written in {each.written for each in references(selector)}:
        value = str(visit.filled(written))
        made = [each.replace(value, written) for each in made if value and value in each]
    return made
