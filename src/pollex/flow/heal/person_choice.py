"""Asks a person which element is meant, where neither selectors nor evidence find it."""

from __future__ import annotations

from typing import Final

from ...browser.evidence import Evidence
from ...core.json import Object
from ...core.result import Result
from ..running_node import RunningNode
from .evidence import filled_evidence

SHOWN: Final = 5
FORM: Final[Object] = {
    "type": "object",
    "properties": {
        "choice": {"type": "integer", "minimum": 0, "maximum": SHOWN, "description": "Its number; 0 for none of them."}
    },
    "required": ["choice"],
}


async def chosen_by_person(node: RunningNode, result: Result) -> Evidence | None:
    """Return the element that a person chooses from the best matches; None where nobody can be asked, or none fits."""
    known = node.definition.evidence
    fault = result.fault
    if fault is None or known is None or not node.environment.asks:
        return None
    if fault.code not in ("not_found", "ambiguous") or fault.uncertain:
        return None
    known = filled_evidence(known, node.filled)
    found = await node.ask("page.match", {"evidence": known, "most": SHOWN})
    near = [Evidence.from_json(each["evidence"]) for each in found.data["candidates"]] if found.ok else []
    if not near:
        return None
    listed = "; ".join(f"{number} {describe_element(each)}" for number, each in enumerate(near, 1))
    question = f"{node.definition.name}: which element is {describe_element(Evidence.from_json(known))} now? {listed}"
    answer = await node.question(question, FORM, None)
    choice = answer.get("choice") if isinstance(answer, dict) else None
    return near[choice - 1] if isinstance(choice, int) and 1 <= choice <= len(near) else None


def describe_element(known: Evidence) -> str:
    """Return an element in words: the button 'Save' near 'Orders'."""
    words = known.name or known.label or known.text or known.placeholder
    near = f" near {known.neighbours[0]!r}" if known.neighbours else ""
    return f"the {known.role or 'element'}{f' {words!r}' if words else ''}{near}"
