"""Steps that belong together: values after `create a new …` are its own, `and by how much` belongs to a comparison."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ..program import Act, Both, Enter, If, Instruction, Make, Question, Records
from .comparing import FIELDS

MAKING: Final = frozenset(
    {"create", "write", "compose", "start", "open", "make", "add", "draft", "begin", "file", "new"}
)
NEW: Final = re.compile(r"^(?:(?:a|an|another|one) (?:new )?|the new |new )(?P<noun>[a-z]+(?: [a-z]+)?)$")
BETTER: Final = re.compile(
    rf"\bthe (?P<word>{'|'.join(FIELDS)})(?: (?:one|of (?:the|these|those) (?:two|ones)|of (?:them|both)))*",
    re.IGNORECASE,
)
USE: Final = re.compile(r"^(?:the (?:\w+ )?)?(?P<value>\"[^\"]+\"|[A-Z0-9][\w.-]*)(?: instead)?$")
CODE: Final = re.compile(r"\"[^\"]+\"|\b[A-Z0-9][A-Z0-9-]{3,}\b")
ONLY: Final = re.compile(r"^(?:just|only|simply)\s+|\s+only$|^(?:the |their |its )+", re.IGNORECASE)


def gathered(steps: list[Instruction]) -> list[Instruction]:
    """The steps with what belongs together in one."""
    found: list[Instruction] = []
    for step in steps:
        last = found[-1] if found else None
        if isinstance(step, Enter) and step.place is None and (made := _begun(last)) is not None:
            found[-1] = replace(made, pairs=(*made.pairs, step))
        elif isinstance(step, If) and step.condition.kind == "refused":
            found.append(replace(step, then=_instead(last, step)))
        elif isinstance(step, Act) and (better := _better(found, step)) is not None:
            found.append(better)
        elif isinstance(step, Question) and (joined := _joined(last, step)) is not None:
            found[-1:] = joined
        else:
            found.append(step)
    return found


def _begun(step: Instruction | None) -> Make | None:
    """Something whose form is still being filled in."""
    if isinstance(step, Make):
        return step
    if isinstance(step, Act) and step.verb in MAKING and (match := NEW.match(step.words)):
        return Make(match["noun"], step.verb, ())
    return None


def _instead(last: Instruction | None, step: If) -> tuple[Instruction, ...]:
    """`use X instead`: the same as before with another value, or another value for the field that was refused."""
    first = step.then[0] if step.then else None
    match = USE.match(first.words) if isinstance(first, Act) and first.verb in ("use", "try", "take") else None
    if match is None:
        return step.then
    value = match["value"].strip('"')
    if step.condition.words:
        return (Enter(step.condition.words, value), *step.then[1:])
    if isinstance(last, Act) and (code := CODE.search(last.words)):
        words = last.words[: code.start()] + value + last.words[code.end() :]
        return (replace(last, words=words, said=f"{last.verb} {words}"), *step.then[1:])
    if isinstance(last, Enter):
        return (replace(last, value=value), *step.then[1:])
    return step.then


def _better(before: list[Instruction], step: Act) -> Act | None:
    """`the cheaper of the two` after a comparison is the one that it found."""
    match = BETTER.search(step.words)
    compared = next((each for each in reversed(before) if isinstance(each, Both)), None)
    if match is None or compared is None or FIELDS.get(match["word"].lower(), ("", ""))[1] != compared.way:
        return None
    return replace(step, words=BETTER.sub("it", step.words))


def _joined(last: Instruction | None, asked: Question) -> list[Instruction] | None:
    """A question that only adds to the one before it."""
    if asked.fields == ("difference",) and isinstance(last, Both):
        return [replace(last, gap=True)]
    if not isinstance(last, Question) or last.quietly or asked.what != "value" or len(asked.fields) != 1:
        return None
    said, field = asked.said.strip(), asked.fields[0]
    if not re.match(r"(?:just|only) |.* only$|their \w+s$|the \w+s$", said, re.IGNORECASE) or asked.of.name:
        return None
    if asked.of.noun not in ("it", "page", "them", "those"):
        return None
    fields = (re.sub(r"(?<=[a-z]{2})(?<!s)s$", "", ONLY.sub("", field)),)
    if last.what == "list":
        return [replace(last, fields=fields)]
    if last.what == "count":
        return [last, Question("list", fields, Records("them"), said=said)]
    return None
