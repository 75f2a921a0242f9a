"""One deed on many rows at once: their boxes are ticked, then the bar above the list does it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ....core.json import Object
from ..program import Act, Each
from .calling import act, call
from .columns import tokens
from .deeds import deed
from .destinations import sent_to
from .keeping import chosen
from .listing import listing, next_page
from .script import Memory, Script, Stop

VERBS: Final = frozenset({"delete", "remove", "move", "archive", "mark", "assign", "label", "unmark", "restore"})
SELECTS: Final = re.compile(r"^select(?: all)?\b", re.IGNORECASE)
WHOLE: Final = re.compile(r"^select all\b|^all$", re.IGNORECASE)
LEAVES: Final = frozenset({"delete", "remove", "move", "archive"})
PAGES: Final = 8


def is_bulk(memory: Memory, step: Each) -> Script[bool]:
    """Whether the page can do it to all of them at once."""
    if len(step.body) != 1 or not isinstance(step.body[0], Act) or step.body[0].verb not in VERBS:
        return False
    if not re.match(r"(?:it|them)\b", step.body[0].words) or step.number is not None:
        return False
    return any(WHOLE.match(str(box["name"])) for box in (yield from _boxes(memory)))


def at_once(memory: Memory, step: Each) -> Script[bool]:
    """Press the one button that does it to all: `… all as read`; whether there is one."""
    body = step.body[0] if len(step.body) == 1 else None
    if not isinstance(body, Act) or step.of.tests or step.of.name or step.number is not None:
        return False
    wanted = {"all", *tokens(f"{body.verb} {re.sub(r'^(?:it|them)', '', body.words)}")}
    found = yield from call(memory, "query", selector="css=button, [role=button], input[type=submit]", most=80)
    named = [each for each in found.get("elements") or () if wanted <= set(tokens(str(each["name"])))]
    if len(named) != 1 or "disabled" in named[0]["states"]:
        return False
    return (yield from act(memory, body.said, "click", selector=named[0]["index"])).ok


def bulk(memory: Memory, step: Each, said: str) -> Script[None]:
    """Tick and do, page by page."""
    body = step.body[0]
    assert isinstance(body, Act)
    done: list[str] = []
    for _ in range(PAGES):
        fitting = yield from _fitting(memory, step, said)
        for box in fitting:
            yield from _tick(memory, said, box)
        if fitting:
            done += [str(box["name"]) for box in fitting]
            memory.topic = memory.in_row = None
            yield from _do(memory, replace(body, words=re.sub(r"^it\b", "them", body.words)))
            yield from _gone(memory, step, said, len(fitting))
        if not (yield from next_page(memory)):
            break
    if not done:
        raise Stop(f"“{said}”: there is none on the page.")
    memory.several = done


def _do(memory: Memory, body: Act) -> Script[None]:
    """The deed itself: an option of one of the bar's lists, else a button."""
    if not (yield from sent_to(memory, body.said, body.verb, re.sub(r"^them\s+", "", body.words))):
        yield from deed(memory, body)


def _gone(memory: Memory, step: Each, said: str, before: int) -> Script[None]:
    """Stop where rows that should have left the list are all still in it."""
    if not isinstance(step.body[0], Act) or step.body[0].verb not in LEAVES or step.of.tests == ():
        return
    after = yield from _fitting(memory, step, said)
    if len(after) >= before:
        raise Stop(f"“{said}”: they are still in the list afterwards.")


def _boxes(memory: Memory, name: str = "select") -> Script[list[Object]]:
    found = yield from call(memory, "query", selector=f'role=checkbox[name="{name}"]', most=50)
    return [box for box in found.get("elements") or () if SELECTS.match(str(box["name"]))]


def _fitting(memory: Memory, step: Each, said: str) -> Script[list[Object]]:
    """The boxes to tick: by what they are called, else by the rows that they belong to."""
    boxes = yield from _boxes(memory)
    rows = [box for box in boxes if not WHOLE.match(str(box["name"]))]
    if not step.of.tests and step.of.name is None:
        return [box for box in boxes if WHOLE.match(str(box["name"]))][:1] if rows else []
    wanted = [*(test.value for test in step.of.tests), *([step.of.name] if step.of.name else [])]
    having = yield from _boxes(memory, wanted[0].replace('"', ""))
    named = [box for box in having if all(value.lower() in str(box["name"]).lower() for value in wanted)]
    if named:
        return named
    found = yield from listing(memory, step.of, (), whole=False)
    kept = yield from chosen(memory, found, step.of, said)
    values = {value.lower() for row in kept for value in row.values() if len(value) > 3}
    return [box for box in rows if SELECTS.sub("", str(box["name"])).strip().lower() in values]


def _tick(memory: Memory, said: str, box: Object) -> Script[None]:
    name = str(box["name"]).replace('"', "")
    outcome = yield from act(memory, said, "check", selector=f'act:the "{name}" checkbox')
    if not outcome.ok:
        outcome = yield from act(memory, said, "check", selector=box["index"])
    if not outcome.ok:
        raise Stop(f"“{said}”: {outcome.why}")
