"""Forms in several steps: when what comes next is not on the page, the step that is filled in is sent off."""

from __future__ import annotations

from typing import Final

from ....core.json import Object
from .calling import act, call
from .columns import tokens
from .controls import FILLER
from .saving import is_left
from .script import Memory, Outcome, Script

NEXT: Final = ("continue", "next", "proceed", "weiter", "next step", "go on")
BUTTONS: Final = "css=main button, main input[type=submit], form button, form input[type=submit]"
SHARED: Final = 2
"""So many words make a statement speak of an option."""


def went_on(memory: Memory) -> Script[bool]:
    """Press the button that leads to the next step of the form that is being filled in; whether there is one."""
    if not memory.filled:
        return False
    chosen = yield from _mentioned(memory)
    if not (chosen or is_left(memory.past) or _just_went(memory)):
        return False
    found = yield from call(memory, "query", selector=BUTTONS, most=60)
    for button in found.get("elements") or ():
        if str(button["name"]).strip().lower().startswith(NEXT) and "disabled" not in button["states"]:
            outcome = yield from act(memory, f"go on ({button['name']})", "click", selector=button["index"])
            return _moved(outcome)
    return False


def edited(memory: Memory) -> Script[bool]:
    """Press the one button that opens what the page shows for changes; whether there is one."""
    found = yield from call(memory, "query", selector="css=main button, main a[href]", most=80)
    named = [each for each in found.get("elements") or () if str(each["name"]).strip().lower() == "edit"]
    return len(named) == 1 and _moved((yield from act(memory, "edit it", "click", selector=named[0]["index"])))


def _moved(outcome: Outcome) -> bool:
    return outcome.ok and any(outcome.get(name) for name in ("from", "sent", "appeared", "requests"))


def _just_went(memory: Memory) -> bool:
    """Whether the last thing done was to go to this step: one that needs nothing may be left as it is."""
    acts = [(asked, outcome) for asked, outcome in memory.past if asked.tool == "page.click" and outcome.ok]
    return bool(acts) and _moved(acts[-1][1]) and not is_left(memory.past)


def _mentioned(memory: Memory) -> Script[bool]:
    """Choose what a statement said before: `We collect in store` is one of the ways of delivery."""
    if not memory.mentions:
        return False
    groups = yield from call(memory, "choices")
    for said in list(memory.mentions):
        choice = _spoken_of((groups.data or []) if groups.ok else [], said)
        if choice is not None:
            memory.mentions.remove(said)
            return (yield from act(memory, said, "check", selector=choice["index"])).ok
    return False


def _spoken_of(groups: list[Object], said: str) -> Object | None:
    """The one choice that shares most words with a statement."""
    words = set(tokens(said)) - FILLER
    ranked = [
        (len(words & set(tokens(str(choice["name"])))), choice)
        for group in groups
        if group["kind"] == "one"
        for choice in group["choices"]
        if not choice["disabled"]
    ]
    best = max((rank for rank, _ in ranked), default=0)
    fitting = [choice for rank, choice in ranked if rank == best]
    return fitting[0] if best >= SHARED and len(fitting) == 1 else None
