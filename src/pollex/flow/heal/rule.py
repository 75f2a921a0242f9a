"""Rules whose element has moved: it is found by the evidence of the node, if one element clearly fits."""

from __future__ import annotations

from typing import Any, Final

from ...browser.durable_selectors import exact_selectors
from ...browser.evidence import Evidence
from ...core.json import Object
from ...core.result import Result
from ..running_node import RunningNode
from .evidence import emit_healed

HEALED: Final = frozenset({"exists", "text", "matches", "value"})
"""Rules that need an element. `missing` and `count` are not healed."""


async def rule_found_again(node: RunningNode, given: Object, rules: list[Any]) -> Object | None:
    """Return the rule with a selector that fits now; None where the rule cannot be healed.

    The evidence belongs to the node, so it is used only where one rule has a selector.
    """
    known = node.definition.evidence
    if (
        known is None
        or node.definition.type != "browser_query"
        or "selector" not in given
        or given["type"] not in HEALED
    ):
        return None
    if sum("selector" in rule for rule in rules) != 1 or await _is_there(node, given):
        return None
    found = await node.ask("page.match", {"evidence": known, "most": 2})
    if found.fault is not None or not found.data["clear"]:
        return None
    best, *others = found.data["candidates"]
    evidence = Evidence.from_json(best["evidence"])
    next_best = others[0]["score"] if others else 0.0
    healed = {"score": best["score"], "runnerUp": next_best, "why": "it fits what was known"}
    result = Result.success(
        {"used": exact_selectors(evidence)[0], "healed": healed}, proof={"/selector": best["evidence"]}
    )
    node.found_again("page.match", result)
    await emit_healed(node, {"selector": given["selector"]}, result)
    return {**given, "selector": exact_selectors(evidence)}


async def _is_there(node: RunningNode, rule: Object) -> bool:
    found = await node.ask("page.query", {"selector": node.filled(rule["selector"]), "most": 1})
    return found.ok and bool(found.data["count"])
