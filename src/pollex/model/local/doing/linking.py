"""Words linked to the page: where an element and its group are called as a clause says, its role says what to do."""

from __future__ import annotations

import re
from typing import Final

from ....core.json import Object
from .calling import act, call
from .columns import tokens
from .controls import FILLER
from .script import Memory, Script

VERBS: Final = frozenset(
    {"choose", "select", "pick", "take", "tick", "check", "set", "use", "click", "press", "turn", "switch", "enable",
     "open", "go", "show", "accept", "want", "mark", "make", "only", "by", "option", "box", "checkbox", "i", "you",
     "is", "be", "should", "tap", "hit", "push", "activate", "under", "view", "display", "method", "way", "type"}
)  # fmt: skip
CONTROLS: Final = (
    "css=button, a[href], input[type=checkbox], input[type=radio], input[type=submit], summary, [role=button], "
    "[role=checkbox], [role=radio], [role=switch], [role=tab], [role=option], [role=menuitem]"
)
ABOUT: Final = frozenset(
    {
        "cooky", "cookie", "banner", "dialog", "popup", "page", "form", "question", "about", "section", "entry",
        "item", "part",
    }
)  # fmt: skip
"""What a clause may say of where the element stands."""
TICKED: Final = frozenset({"checkbox", "radio", "switch"})


def linked(memory: Memory, words: str, said: str, *, on: bool = True) -> Script[bool]:
    """Do what a clause can only mean on this page; whether there is one such element."""
    wanted = {word for word in tokens(words) if word not in FILLER | VERBS}
    wanted = wanted - ABOUT or wanted
    if not wanted:
        return False
    groups = yield from call(memory, "choices")
    found = _choice((groups.data or []) if groups.ok else [], wanted)
    if found is not None:
        return (yield from _chosen(memory, said, *found, on=on))
    shown = yield from call(memory, "query", selector=CONTROLS, most=150)
    fitting = _called(list(shown.get("elements") or ()), wanted)
    if fitting is None or "disabled" in fitting["states"]:
        return False
    if fitting["role"] in TICKED:
        return (yield from act(memory, said, "check", selector=fitting["index"], on=on)).ok
    return (yield from act(memory, said, "click", selector=fitting["index"])).ok


def _choice(groups: list[Object], wanted: set[str]) -> tuple[Object, Object] | None:
    """The one choice whose name, with the name of its group, has all words; the closest name first."""
    ranked = []
    for group in groups:
        for choice in group["choices"]:
            name, around = set(tokens(str(choice["name"]))), set(tokens(str(group["name"])))
            own = (name - FILLER) & wanted
            if own and wanted <= name | around and not choice["disabled"]:
                ranked.append((len(own) - 0.3 * len(name - wanted - FILLER), group, choice))
    best = max((rank for rank, *_ in ranked), default=0.0)
    found = [(group, choice) for rank, group, choice in ranked if rank == best and rank > 0]
    return found[0] if len(found) == 1 else None


def _chosen(memory: Memory, said: str, group: Object, choice: Object, *, on: bool) -> Script[bool]:
    if group["kind"] == "list":
        return (yield from act(memory, said, "select", selector=group["index"], option=str(choice["name"]))).ok
    if group["kind"] in ("one", "several"):
        outcome = yield from act(memory, said, "check", selector=choice["index"], on=on)
        if outcome.ok:
            return True
    return (yield from act(memory, said, "click", selector=choice["index"])).ok


def _called(elements: list[Object], wanted: set[str]) -> Object | None:
    """The one element whose name has all words, and hardly any others."""
    ranked = []
    for each in elements:
        name = {word for word in tokens(re.sub(r"\s*\(\d+\)$", "", str(each["name"]))) if word not in FILLER}
        if name and wanted <= name | VERBS and wanted & name and len(name - wanted) <= max(1, len(wanted)):
            ranked.append((len(name - wanted), each))
    least = min((rank for rank, _ in ranked), default=0)
    found = [each for rank, each in ranked if rank == least]
    return found[0] if len(found) == 1 else None
