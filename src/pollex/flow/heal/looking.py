"""Rules about an element that is not where it was: found again by what its node knows of it, where it clearly is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ...browser.evidence import Evidence
from ...browser.findable import exact
from ...core.json import Object
from ...core.result import Result
from .knowing import tell_healed

if TYPE_CHECKING:
    from ..visit import Visit

HEALED: Final = frozenset({"exists", "text", "matches", "value"})
"""Rules that want an element to be there. That there is none, or how many there are, is not to be healed."""


async def rule_found_again(visit: Visit, given: Object, rules: list[Any]) -> Object | None:
    """The rule for the element as it is now; None where the rule cannot be healed.

    Evidence is the node's, so it counts where only one rule has a selector.
    """
    known = visit.node.document.get("evidence")
    if known is None or visit.node.type != "browser_query" or "selector" not in given or given["type"] not in HEALED:
        return None
    if sum("selector" in rule for rule in rules) != 1 or await _is_there(visit, given):
        return None
    found = await visit.ask("page.match", {"evidence": known, "most": 2})
    if found.fault is not None or not found.data["clear"]:
        return None
    best, *others = found.data["candidates"]
    evidence = Evidence.from_json(best["evidence"])
    next_best = others[0]["score"] if others else 0.0
    told = {"score": best["score"], "runnerUp": next_best, "why": "it fits what was known"}
    result = Result.success({"used": exact(evidence)[0], "healed": told}, proof={"/selector": best["evidence"]})
    visit.found_again("page.match", result)
    await tell_healed(visit, {"selector": given["selector"]}, result)
    return {**given, "selector": exact(evidence)}


async def _is_there(visit: Visit, rule: Object) -> bool:
    found = await visit.ask("page.query", {"selector": visit.filled(rule["selector"]), "most": 1})
    return found.ok and bool(found.data["count"])
