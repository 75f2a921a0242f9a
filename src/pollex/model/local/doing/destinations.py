"""Where something is moved to, whom it is assigned to: an option of one of the page's lists, never the place itself."""

from __future__ import annotations

import re
from typing import Final

from .calling import act, call
from .script import Memory, Script

MOVES: Final = frozenset({"move", "assign", "label", "mark"})
TO: Final = re.compile(
    r"^(?:to|into|as|in|onto) (?:the |my )?(?:(?:folder|list|category|column|label) )?|\s+folder$", re.IGNORECASE
)


def goal_of(tail: str) -> str:
    """`to the folder Trips` as `Trips`."""
    return TO.sub("", TO.sub("", tail.strip())).strip('"')


def sent_to(memory: Memory, said: str, verb: str, tail: str) -> Script[bool]:
    """Choose the goal in the list that offers it; whether there is one."""
    goal = goal_of(tail).lower()
    if verb not in MOVES or not goal:
        return False
    found = yield from call(memory, "query", selector="css=select", most=10)
    for listed in found.get("elements") or ():
        if "disabled" in listed["states"] or re.match(r"(?:filter|sort|search)\b", listed["name"], re.IGNORECASE):
            continue
        known = yield from call(memory, "element", index=listed["index"])
        options = [each for each in known.get("choices") or () if str(each).strip().lower() == goal]
        if options:
            return (yield from act(memory, said, "select", selector=f"act:{listed['name']}", option=options[0])).ok
    return False
