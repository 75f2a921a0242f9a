"""What belongs to a repetition, though it is said after it: `for each order, open it. Read its total. Go back.`"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ..program import Act, Each, Instruction, Question, Records, Travel

Steps = list[Instruction]
OF_IT: Final = re.compile(r"\b(?:it|its|there)\b", re.IGNORECASE)
LIST: Final = re.compile(r"(?:the |that |my )?(?:list|overview|table|results)\b", re.IGNORECASE)


def each_says(before: Steps, step: Instruction) -> Steps | None:
    """`open each of them and tell me what they say`: it is read where it is open."""
    last = _opening(before)
    if last is None or not isinstance(step, Question) or step.fields != ("message",) or step.of.noun != "them":
        return None
    read = Question("value", ("message",), Records("page"), said=step.said)
    return [*before[:-1], replace(last, body=(*last.body, read))]


def in_loop(before: Steps, step: Instruction) -> Steps | None:
    """A question about what each time is open, and the way back to the list."""
    last = _opening(before)
    if last is None:
        return None
    if isinstance(step, Question) and OF_IT.search(step.said):
        return [*before[:-1], replace(last, body=(*last.body, step))]
    to_list = isinstance(step, Act) and step.verb == "open" and LIST.match(step.words)
    goes_back = isinstance(step, Travel) and step.tool == "back"
    return before if to_list or goes_back else None


def _opening(before: Steps) -> Each | None:
    """The repetition just before, where it opens each and does no more than read."""
    last = before[-1] if before else None
    if not isinstance(last, Each) or not last.body:
        return None
    first, *rest = last.body
    opens = isinstance(first, Act) and first.verb == "open"
    return last if opens and all(isinstance(inner, Question) for inner in rest) else None
