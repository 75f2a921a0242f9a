"""Evidence of a node's element, given to page tools so that they can find it when the selectors fail."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...browser.durable_selectors import durable_selectors
from ...browser.evidence import Evidence, element_of
from ...browser.selector import parse
from ...core.context import Context
from ...core.fault import Fault
from ...core.json import Object
from ...core.reference import references
from ...core.result import Result
from ...core.tool import Tool
from ..running_node import RunningNode


def with_evidence(tool: Tool, evidence: Object) -> Tool:
    """Return the tool with evidence added to its arguments after they were checked and logged."""

    async def run(args: Object, context: Context) -> Any:
        return await tool.run({**args, "evidence": evidence} if "selector" in args else args, context)

    return tool.replace(run=run)


def filled_evidence(evidence: Object, fill: Callable[[str], Any]) -> Object:
    """Return evidence with the references in the texts near its element resolved; braces of a page stay."""

    def filled(text: str) -> str:
        try:
            return str(fill(text))
        except Fault:
            return text

    near = evidence.get("neighbours")
    return {**evidence, "neighbours": [filled(text) for text in near]} if near else evidence


async def emit_healed(node: RunningNode, args: Object, result: Result) -> None:
    """Emit `node.healed` where a node found its element by evidence, with selectors that find it now."""
    healed = result.data.get("healed") if isinstance(result.data, dict) else None
    found = element_of(result)
    if healed is None or found is None:
        return
    event = {
        "node": node.definition.position,
        "from": [str(candidate) for candidate in parse(args["selector"]).candidates],
        "to": _selectors(node, args["selector"], found),
        **healed,
        "evidence": found.to_json(),
    }
    await node.emit("node.healed", event)


def _selectors(node: RunningNode, selector: Any, found: Evidence) -> list[str]:
    """Return selectors for the next run. Where the old ones had references, the new ones must have them too."""
    made = durable_selectors(found)
    for written in {each.written for each in references(selector)}:
        value = str(node.filled(written))
        made = [each.replace(value, written) for each in made if value and value in each]
    return made
