"""Judging rules: whether each holds now, or comes to hold within its time, and what was found instead."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from ..core.fault import Fault
from ..core.json import Object, brief
from ..core.path import MISSING, lookup, parse
from .condition import compare
from .heal.looking import rule_found_again
from .pattern import fits
from .references import bare
from .wording import judge_words

if TYPE_CHECKING:
    from .visit import Visit

PATIENCE: Final = 5_000
"""Milliseconds that a rule has to come true."""
AGAIN: Final = 0.1
"""Seconds between two looks."""


async def judge(visit: Visit, rules: list[Any], *, patient: bool) -> list[Object]:
    """For each rule whether it holds, what was expected and what was found. A patient judge waits for it to."""
    verdicts = []
    for at, rule in enumerate(rules):
        verdict = await _verdict(visit, rule, patient, f"/rules/{at}")
        if not verdict["holds"] and (again := await rule_found_again(visit, rule, rules)) is not None:
            verdict = await _verdict(visit, again, patient=False, pointer=f"/rules/{at}")
        verdicts.append(verdict)
    return verdicts


async def _verdict(visit: Visit, given: Object, patient: bool, pointer: str) -> Object:
    rule = {name: value if name == "path" else visit.filled(value, pointer) for name, value in given.items()}
    end = monotonic() + rule.get("within", PATIENCE if patient else 0) / 1000
    while True:
        good, expected, received = await JUDGES[rule["type"]](visit, rule, pointer)
        if good or monotonic() >= end or rule["type"] in ("data", "words"):
            break
        await asyncio.sleep(AGAIN)
    verdict: Object = {"type": rule["type"], "holds": good, "expected": expected, "received": received}
    return verdict if good else {**verdict, "why": f"Expected {expected}, found {received}."}


Told = tuple[bool, str, str]


async def _exists(visit: Visit, rule: Object, pointer: str) -> Told:
    count = (await _query(visit, rule))["count"]
    return count > 0, f"an element {rule['selector']!r}", _elements(count)


async def _missing(visit: Visit, rule: Object, pointer: str) -> Told:
    count = (await _query(visit, rule))["count"]
    return count == 0, f"no element {rule['selector']!r}", _elements(count)


async def _text(visit: Visit, rule: Object, pointer: str) -> Told:
    said = await _said(visit, rule)
    return _folded(rule["text"]) in _folded(said), f"the text {rule['text']!r}", brief(said)


async def _count(visit: Visit, rule: Object, pointer: str) -> Told:
    count = (await _query(visit, rule))["count"]
    wishes = [
        (f"exactly {rule['equals']}", count == rule["equals"]) if "equals" in rule else None,
        (f"at least {rule['least']}", count >= rule["least"]) if "least" in rule else None,
        (f"at most {rule['most']}", count <= rule["most"]) if "most" in rule else None,
    ]
    asked = [wish for wish in wishes if wish]
    return all(good for _, good in asked), " and ".join(said for said, _ in asked) + " elements", _elements(count)


async def _matches(visit: Visit, rule: Object, pointer: str) -> Told:
    said = await _said(visit, rule)
    return fits(rule["pattern"], said, f"{pointer}/pattern"), f"a text that fits {rule['pattern']!r}", brief(said)


async def _value(visit: Visit, rule: Object, pointer: str) -> Told:
    elements = (await _query(visit, rule))["elements"]
    values = [str(element.get("value") or "") for element in elements]
    return str(rule["equals"]) in values, f"the value {rule['equals']!r}", ", ".join(map(repr, values)) or "no field"


async def _url(visit: Visit, rule: Object, pointer: str) -> Told:
    return _line(rule, str((await _where(visit))["url"]), "address", pointer)


async def _title(visit: Visit, rule: Object, pointer: str) -> Told:
    return _line(rule, str((await _where(visit)).get("title", "")), "title", pointer)


async def _data(visit: Visit, rule: Object, pointer: str) -> Told:
    wanted = "" if rule["operator"] == "exists" else f" {rule.get('value')!r}"
    found = visit.find(rule["path"])
    return compare(rule, found, pointer), f"{rule['path']} {rule['operator']}{wanted}", brief(found)


async def _words(visit: Visit, rule: Object, pointer: str) -> Told:
    good, why = await judge_words(visit, rule["text"])
    return good, f"that {rule['text']}", why


async def _tool(visit: Visit, rule: Object, pointer: str) -> Told:
    """A tool's answer. One that changes something is refused: a rule must not act."""
    tool = visit.walk.environment.context.tools.find(rule["tool"])
    if tool is not None and tool.effect != "read":
        message = f"{tool.name!r} does not only look, so no rule can go by it."
        raise Fault(
            "invalid_input", message, pointer=f"{pointer}/tool", expected="a tool with effect read", retry=False
        )
    answer = (await visit.ask(rule["tool"], rule.get("args", {}))).unwrap()
    segments = parse(bare(rule.get("path", "$")))
    found = lookup(answer, segments)
    wanted = "" if rule["operator"] == "exists" else f" {rule.get('value')!r}"
    good = compare(rule, None if found is MISSING else found, pointer)
    return good, f"{rule['tool']} {rule['operator']}{wanted}", "nothing" if found is MISSING else brief(found)


JUDGES: Final[dict[str, Callable[[Visit, Object, str], Awaitable[Told]]]] = {
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


def _line(rule: Object, found: str, what: str, pointer: str) -> Told:
    wishes = {
        "contains": lambda wanted: str(wanted) in found,
        "equals": lambda wanted: str(wanted) == found,
        "pattern": lambda wanted: fits(wanted, found, f"{pointer}/pattern"),
    }
    asked = {name: rule[name] for name in wishes if name in rule}
    expected = " and ".join(f"{name} {value!r}" for name, value in asked.items())
    return all(wishes[name](value) for name, value in asked.items()), f"an {what} that {expected}", repr(found)


async def _query(visit: Visit, rule: Object) -> Object:
    result = await visit.ask("page.query", {"selector": rule["selector"]})
    return {"count": 0, "elements": []} if result.fault and result.fault.code == "not_found" else dict(result.unwrap())


async def _said(visit: Visit, rule: Object) -> str:
    """What the page says, or the elements of the rule's selector."""
    if "selector" in rule:
        elements = (await _query(visit, rule))["elements"]
        return "\n".join(str(element.get("text") or element.get("value") or "") for element in elements)
    return str((await visit.ask("page.text", {})).unwrap()["text"])


async def _where(visit: Visit) -> Object:
    return dict((await visit.ask("page.current_tab", {})).unwrap())


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def _elements(count: int) -> str:
    return "1 element" if count == 1 else f"{count} elements"
