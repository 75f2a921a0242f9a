"""Asking a person which element is meant, where neither selectors nor what is known of it can tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...browser.evidence import Evidence
from ...core.json import Object
from ...core.result import Result

if TYPE_CHECKING:
    from ..visit import Visit

SHOWN: Final = 5
FORM: Final[Object] = {
    "type": "object",
    "properties": {
        "choice": {"type": "integer", "minimum": 0, "maximum": SHOWN, "description": "Its number; 0 for none of them."}
    },
    "required": ["choice"],
}


async def chosen_by_person(visit: Visit, result: Result) -> Evidence | None:
    """The element that a person chooses among those that are near; None where nobody can be asked, or none is meant."""
    known = visit.node.document.get("evidence")
    fault = result.fault
    if fault is None or known is None or not visit.walk.environment.asks:
        return None
    if fault.code not in ("not_found", "ambiguous") or fault.uncertain:
        return None
    found = await visit.ask("page.match", {"evidence": known, "most": SHOWN})
    near = [Evidence.from_json(each["evidence"]) for each in found.data["candidates"]] if found.ok else []
    if not near:
        return None
    listed = "; ".join(f"{number} {said(each)}" for number, each in enumerate(near, 1))
    question = f"{visit.node.name}: which element is {said(Evidence.from_json(known))} now? {listed}"
    answer = await visit.question(question, FORM, None)
    choice = answer.get("choice") if isinstance(answer, dict) else None
    return near[choice - 1] if isinstance(choice, int) and 1 <= choice <= len(near) else None


def said(known: Evidence) -> str:
    words = known.name or known.label or known.text or known.placeholder
    near = f" near {known.neighbours[0]!r}" if known.neighbours else ""
    return f"the {known.role or 'element'}{f' {words!r}' if words else ''}{near}"
