"""Codes that are redeemed: typed into their field, sent, and seen to be taken."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ..program import Act
from .calling import REFUSAL, call
from .finding import open_named
from .pressing import press
from .reaching import first_of, give_up, is_on_page, reach
from .script import Memory, NotTaken, Script, Stop

CODE: Final = re.compile(
    r"^(?:the |a |my )?(?P<what>[\w ]*?(?:voucher|coupon|code|gift card))(?: code)? "
    r"(?P<value>\"[^\"]+\"|[A-Z0-9][\w-]*)$"
)


def redeem(memory: Memory, step: Act, what: str, value: str) -> Script[None]:
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
