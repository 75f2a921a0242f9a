"""`the lighter one`, `which of them is cheaper`: two things that were asked about before are compared."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final, Literal

from ..program import Act, Both, Instruction, Question, Records, Search
from .comparing import FIELDS

Steps = list[Instruction]
Way = Literal["least", "most"]
BETTER: Final = re.compile(
    rf"\bthe (?P<word>{'|'.join(FIELDS)})(?: (?:one|of (?:the|these|those) (?:two|ones)|of (?:them|both)))*",
    re.IGNORECASE,
)


def compared(before: Steps, step: Instruction) -> Steps | None:
    """The comparison that a step speaks of, before it."""
    meant: Instruction | None = None
    if isinstance(step, Act):
        match = BETTER.search(step.words)
        meant = replace(step, words=BETTER.sub("it", step.words)) if match else None
    elif isinstance(step, Question):
        match = BETTER.fullmatch(f"the {step.of.noun}")
        meant = replace(step, of=Records("it")) if match else None
    else:
        return None
    field, way = FIELDS.get(match["word"].lower() if match else "", ("", ""))
    if isinstance(step, Question) and step.of.noun == "them" and step.what in ("least", "most") and step.by:
        field, way = step.by, step.what
    if way not in ("least", "most"):
        return None
    kind: Way = "least" if way == "least" else "most"
    found = _both(before, field, kind) or _read_before(before, field, kind)
    return None if found is None else [*found, *([meant] if meant else [])]


def _both(before: Steps, field: str, way: Way) -> Steps | None:
    """Two questions, or two things that were looked at, one right after the other."""
    last = next((each for each in reversed(before) if isinstance(each, Both)), None)
    if last is not None and last.way == way:
        return before
    first, second = (_looked_at(each, field) for each in before[-2:]) if len(before) > 1 else (None, None)
    if not isinstance(first, Question) or not isinstance(second, Question):
        return None
    if first.what != "value" or second.what != "value" or first.fields != second.fields or first.fields != (field,):
        return None
    names = (first.of.name or first.of.noun, second.of.name or second.of.noun)
    if "it" in names:
        return None
    return [*before[:-2], Both(first, second, way, names, f"{first.said} and {second.said}")]


def _read_before(before: Steps, field: str, way: Way) -> Steps | None:
    """Two things that were searched for or opened, and the value of each read there: `its weight`, twice."""
    asked = [(at, step) for at, step in enumerate(before) if _reads(step, field)][-2:]
    names = [_name(before[:at]) for at, _ in asked]
    if len(names) < 2 or not all(names) or names[0] == names[1]:
        return None
    first, second = (_question(name, field) for name in names)
    return [
        *(_quiet(step, field) for step in before),
        Both(first, second, way, (names[0], names[1]), f"{first.said} and {second.said}"),
    ]


def _reads(step: Instruction, field: str) -> bool:
    return isinstance(step, Question) and step.what == "value" and step.fields == (field,) and step.of.noun == "it"


def _quiet(step: Instruction, field: str) -> Instruction:
    return replace(step, quietly=True) if isinstance(step, Question) and _reads(step, field) else step


def _name(before: Steps) -> str:
    """What `it` is after some steps: what was searched for or opened last, by its name."""
    for step in reversed(before):
        if isinstance(step, Search):
            return step.words
        if isinstance(step, Act) and step.verb == "open" and re.search(r'["A-Z]', step.words):
            return re.sub(r"^(?:the|my) ", "", step.words).strip('"')
    return ""


def _looked_at(step: Instruction, field: str) -> Instruction:
    """`look at A`, where it is asked later what A has: the question for that."""
    return _question(name, field) if isinstance(step, Act) and (name := _name([step])) else step


def _question(name: str, field: str) -> Question:
    return Question("value", (field,), Records("", (), name), said=f"the {field} of {name}")
