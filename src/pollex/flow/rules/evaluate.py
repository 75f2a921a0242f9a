"""The evaluation of rules: whether each holds now or within its time, and what was found instead."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any, Final

from ...core.fault import Fault
from ...core.json import Object, brief
from ...core.path import MISSING, lookup, parse
from ...text import compare as comparison
from ...text.words import folded
from ..heal.rule import rule_found_again
from ..references import bare
from ..running_node import RunningNode
from .condition import fulfils
from .model_rule import evaluate_words
from .pattern import fits

WAIT_MS: Final = 5_000
"""The milliseconds in which a rule must come to hold, where it does not say."""
POLL_SECONDS: Final = 0.1
"""The seconds between two evaluations of a rule."""
COUNTS: Final = {"equals": "exactly", "least": "at least", "most": "at most"}
"""The comparisons of a count, in words."""


async def evaluate(node: RunningNode, rules: list[Any], *, wait: bool) -> list[Object]:
    """Return for each rule whether it holds, what was expected and what was found; `wait` gives it time to hold."""
    verdicts = []
    for at, rule in enumerate(rules):
        verdict = await _verdict(node, rule, wait, f"/rules/{at}")
        if not verdict["holds"] and (again := await rule_found_again(node, rule, rules)) is not None:
            verdict = await _verdict(node, again, wait=False, pointer=f"/rules/{at}")
        verdicts.append(verdict)
    return verdicts


async def _verdict(node: RunningNode, given: Object, wait: bool, pointer: str) -> Object:
    rule = {name: value if name == "path" else node.filled(value, pointer) for name, value in given.items()}
    end = monotonic() + rule.get("within", WAIT_MS if wait else 0) / 1000
    while True:
        holds, expected, received = await EVALUATORS[rule["type"]](node, rule, pointer)
        if holds or monotonic() >= end or rule["type"] in ("data", "words"):
            break
        await asyncio.sleep(POLL_SECONDS)
    verdict: Object = {"type": rule["type"], "holds": holds, "expected": expected, "received": received}
    return verdict if holds else {**verdict, "why": f"Expected {expected}, found {received}."}


RuleOutcome = tuple[bool, str, str]
"""Whether a rule holds, what was expected, and what was found."""


async def _exists(node: RunningNode, rule: Object, pointer: str) -> RuleOutcome:
    count = (await _query(node, rule))["count"]
    return count > 0, f"an element {rule['selector']!r}", _elements(count)


async def _missing(node: RunningNode, rule: Object, pointer: str) -> RuleOutcome:
    count = (await _query(node, rule))["count"]
    return count == 0, f"no element {rule['selector']!r}", _elements(count)


async def _text(node: RunningNode, rule: Object, pointer: str) -> RuleOutcome:
    expected, wanted = f"the text {rule['text']!r}", folded(rule["text"])
    told = next((each for each in node.appeared if wanted in folded(each)), None)
    if told is not None and "selector" not in rule:  # a notice that fades
        return True, expected, brief(told)
    shown = await _shown(node, rule)
    return wanted in folded(shown), expected, brief(shown)


async def _count(node: RunningNode, rule: Object, pointer: str) -> RuleOutcome:
    count = (await _query(node, rule))["count"]
    asked = {name: rule[name] for name in COUNTS if name in rule}
    expected = " and ".join(f"{COUNTS[name]} {wanted}" for name, wanted in asked.items()) + " elements"
    return all(comparison.compare(name, count, wanted) for name, wanted in asked.items()), expected, _elements(count)


async def _matches(node: RunningNode, rule: Object, pointer: str) -> RuleOutcome:
    shown = await _shown(node, rule)
    return fits(rule["pattern"], shown, f"{pointer}/pattern"), f"a text that fits {rule['pattern']!r}", brief(shown)


async def _value(node: RunningNode, rule: Object, pointer: str) -> RuleOutcome:
    elements = (await _query(node, rule))["elements"]
    values = [str(element.get("value") or "") for element in elements]
    return str(rule["equals"]) in values, f"the value {rule['equals']!r}", ", ".join(map(repr, values)) or "no field"


async def _url(node: RunningNode, rule: Object, pointer: str) -> RuleOutcome:
    return _line(rule, str((await _current_tab(node))["url"]), "address", pointer)


async def _title(node: RunningNode, rule: Object, pointer: str) -> RuleOutcome:
    return _line(rule, str((await _current_tab(node)).get("title", "")), "title", pointer)


async def _data(node: RunningNode, rule: Object, pointer: str) -> RuleOutcome:
    wanted = "" if rule["operator"] == "exists" else f" {rule.get('value')!r}"
    found = node.find(rule["path"])
    return fulfils(rule, found, pointer), f"{rule['path']} {rule['operator']}{wanted}", brief(found)


async def _words(node: RunningNode, rule: Object, pointer: str) -> RuleOutcome:
    holds, why = await evaluate_words(node, rule["text"])
    return holds, f"that {rule['text']}", why


async def _tool(node: RunningNode, rule: Object, pointer: str) -> RuleOutcome:
    """Compare the answer of a tool. A tool that changes something is refused: a rule must not act."""
    tool = node.environment.context.tools.find(rule["tool"])
    if tool is not None and tool.effect != "read":
        message = f"{tool.name!r} does not only look, so no rule can go by it."
        raise Fault(
            "invalid_input", message, pointer=f"{pointer}/tool", expected="a tool with effect read", retry=False
        )
    answer = (await node.ask(rule["tool"], rule.get("args", {}))).unwrap()
    segments = parse(bare(rule.get("path", "$")))
    found = lookup(answer, segments)
    wanted = "" if rule["operator"] == "exists" else f" {rule.get('value')!r}"
    holds = fulfils(rule, None if found is MISSING else found, pointer)
    return holds, f"{rule['tool']} {rule['operator']}{wanted}", "nothing" if found is MISSING else brief(found)


EVALUATORS: Final[dict[str, Callable[[RunningNode, Object, str], Awaitable[RuleOutcome]]]] = {
    "exists": _exists,
    "missing": _missing,
    "text": _text,
    "count": _count,
    "matches": _matches,
    "value": _value,
    "url": _url,
    "title": _title,
    "tool": _tool,
    "words": _words,
    "data": _data,
}


def _line(rule: Object, found: str, what: str, pointer: str) -> RuleOutcome:
    asked = {name: rule[name] for name in ("contains", "equals", "pattern") if name in rule}
    expected = " and ".join(f"{name} {value!r}" for name, value in asked.items())
    holds = all(
        fits(wanted, found, f"{pointer}/pattern") if name == "pattern" else comparison.compare(name, found, str(wanted))
        for name, wanted in asked.items()
    )
    return holds, f"an {what} that {expected}", repr(found)


async def _query(node: RunningNode, rule: Object) -> Object:
    result = await node.ask("page.query", {"selector": rule["selector"]})
    return {"count": 0, "elements": []} if result.fault and result.fault.code == "not_found" else dict(result.unwrap())


async def _shown(node: RunningNode, rule: Object) -> str:
    """Return the text of the page, or of the elements of the rule's selector."""
    if "selector" in rule:
        elements = (await _query(node, rule))["elements"]
        return "\n".join(str(element.get("text") or element.get("value") or "") for element in elements)
    return str((await node.ask("page.text", {})).unwrap()["text"])


async def _current_tab(node: RunningNode) -> Object:
    return dict((await node.ask("page.current_tab", {})).unwrap())


def _elements(count: int) -> str:
    return "1 element" if count == 1 else f"{count} elements"
