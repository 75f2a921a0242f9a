"""`two X in red`: a number of things, in a variant, from the page of X; and codes that are redeemed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeAlias

from ..program import Act, Choose, Enter
from .calling import REFUSAL, call
from .choosing import choose
from .fields import enter
from .finding import go_to, open_named
from .reaching import first_of, give_up, is_on_page, reach
from .script import Memory, NotTaken, Script, Stop

Press: TypeAlias = Callable[[Memory, Act, str, str], Script[bool]]
NUMBERS: Final = {
    word: number
    for number, word in enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 1)
}
QUANTITY: Final = re.compile(
    rf"^(?P<number>\d+|{'|'.join(NUMBERS)})(?: of (?:it|them|these|those)| (?P<thing>(?!in\b)[^,]+?))??"
    r"(?: in (?:the colour )?(?P<variant>[A-Z]\w+))?(?P<tail> (?:to|into|in) (?:the|my|your) [\w ]+)?$"
)
CODE: Final = re.compile(
    r"^(?:the |a |my )?(?P<what>[\w ]*?(?:voucher|coupon|code|gift card))(?: code)? "
    r"(?P<value>\"[^\"]+\"|[A-Z0-9][\w-]*)$"
)


def some(memory: Memory, step: Act, counted: re.Match[str], press: Press) -> Script[None]:
    """On the page of the thing, with its quantity and its variant."""
    number, thing = counted["number"].lower(), (counted["thing"] or "").strip()
    single = re.sub(r"(?<=[a-z]{2})(?<!s)s$", "", thing)
    if thing and not (yield from go_to(memory, single)) and not (yield from go_to(memory, thing)):
        raise Stop(f"“{step.said}”: “{thing}” is not to be found.")
    if thing:
        memory.topic, memory.record = single, None
    if counted["variant"]:
        yield from choose(memory, Choose(counted["variant"].strip()))
    if number not in ("one", "1"):
        yield from enter(memory, Enter("the quantity", str(NUMBERS.get(number, number))))
    tail = (counted["tail"] or "").strip()
    if not (yield from press(memory, step, "", tail)):
        raise Stop(f"“{step.said}”: there is no button on the page for it.")
    memory.place = re.sub(r"^(?:to|into|in) (?:the|my|your) ", "", tail) or memory.place


def redeem(memory: Memory, step: Act, what: str, value: str, press: Press) -> Script[None]:
    """Enter a code, and press the button beside it."""
    forms = [f"the {what} field", what, "the code field"]
    field = yield from first_of(memory, forms)
    if field is None and memory.place and (yield from open_named(memory, memory.place)):
        field = yield from first_of(memory, forms)
    outcome = yield from reach(memory, step.said, "type", field or f"the {what} field", text=value)
    if not outcome.ok:
        raise give_up(step.said, what, outcome)
    verb = "redeem" if step.verb in ("use", "try", "enter", "add") else step.verb
    if not (yield from press(memory, replace(step, verb=verb), "", "")):
        raise Stop(f"“{step.said}”: there is no button on the page for it.")
    shown = yield from call(memory, "text")
    for line in str(shown.get("text") or "").splitlines():
        if REFUSAL.search(line) and re.search(rf"\b(?:{what.rsplit(maxsplit=1)[-1]}|code)\b", line, re.IGNORECASE):
            raise NotTaken(f"“{step.said}” was refused. The page says: {line.strip()}")
    recent = [outcome for asked, outcome in memory.past[-6:] if asked.tool == "page.click"]
    has_effect = any(each.get(name) for each in recent for name in ("sent", "from", "requests", "appeared"))
    if not has_effect and not (yield from is_on_page(memory, value)):
        raise Stop(f"“{step.said}”: the page does not show {value} afterwards.")
