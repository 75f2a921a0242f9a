"""Steps that belong together: values after `create a new …` are its own, `the lighter one` compares two before it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ..program import (
    Act,
    Both,
    Each,
    Enter,
    If,
    Instruction,
    LogIn,
    Make,
    Mention,
    Question,
    Records,
    Remark,
    Tick,
    Within,
)
from .contrasting import compared
from .earlier import again, bought, found_first, one_of, where_to
from .forms import listed, looked_up, made_so, of_form, offered, pressed_last
from .loops import each_says, in_loop
from .masks import Masked
from .movements import STAYS
from .records import records

Steps = list[Instruction]
USE: Final = re.compile(r"^(?:the (?:\w+ )?)?(?P<value>\"[^\"]+\"|[A-Z0-9][\w.-]*)(?: instead)?$")
CODE: Final = re.compile(r"\"[^\"]+\"|\b[A-Z0-9][A-Z0-9-]{3,}\b")
BEFORE: Final = re.compile(
    r",? (?:before (?:you do|that|this|doing so|you [a-z]+ (?:it|them|that|this|the [a-z]+)|[a-z]+ing (?:it|them|"
    r"that))|beforehand)$",
    re.IGNORECASE,
)
THERE: Final = re.compile(
    r"^(?:there|you (?:will )?(?:see|find)) (?:is|are|should be|will be|must be)?\s*(?:only |exactly |just )?"
    r"(?P<what>(?:one|an?|the|two|three|some|several|a few) .+)$",
    re.IGNORECASE,
)
ONLY: Final = re.compile(r"^(?:just|only|simply)\s+|\s+only$|^(?:the |their |its )+", re.IGNORECASE)


def gathered(steps: Steps) -> Steps:
    """The steps with what belongs together in one; remarks come last."""
    found: Steps = []
    for step in (_inside(step) for step in steps if not isinstance(step, Remark)):
        for gather in GATHERS:
            if (made := gather(found, step)) is not None:
                found = made
                break
        else:
            found.append(step)
    return [*_sent(found), *(step for step in steps if isinstance(step, Remark))]


def _sent(steps: Steps) -> Steps:
    """A reply that is written is sent, even where nobody says so."""
    begun = [at for at, step in enumerate(steps) if isinstance(step, Act) and step.words in ('"Reply"', '"Forward"')]
    if not begun or any(map(_sends, steps[begun[-1] + 1 :])):
        return steps
    end = begun[-1] + 1
    while end < len(steps) and isinstance(steps[end], Enter):
        end += 1
    send: Steps = [Act("send", "it", said="send it")] if end > begun[-1] + 1 else []
    return [*steps[:end], *send, *steps[end:]]


def _sends(step: Instruction) -> bool:
    return isinstance(step, Act) and (step.verb in ("send", "save", "discard") or "send" in step.words.lower())


def _inside(step: Instruction) -> Instruction:
    """The same for the body of a repetition, a case or a place."""
    if isinstance(step, Each):
        return replace(step, body=tuple(gathered(list(step.body))))
    if isinstance(step, If):
        then, otherwise = (tuple(gathered(list(steps))) for steps in (step.then, step.otherwise))
        return replace(step, then=then, otherwise=otherwise)
    return replace(step, steps=tuple(gathered(list(step.steps)))) if isinstance(step, Within) else step


def _beforehand(before: Steps, step: Instruction) -> Steps | None:
    """`Tick X before you do`: it comes before the order that it follows."""
    if not isinstance(step, Tick | Act) or not before or not BEFORE.search(step.words):
        return None
    first, last = replace(step, words=BEFORE.sub("", step.words)), before[-1]
    if isinstance(last, Make) and isinstance(first, Tick):
        return [*before[:-1], replace(last, pairs=(*last.pairs, first))]
    return [*before[:-1], first, last]


def _staying(before: Steps, step: Instruction) -> Steps | None:
    """`log in and stay signed in`: the box is ticked before the form is sent."""
    last = before[-1] if before else None
    is_so = isinstance(step, Tick) and isinstance(last, LogIn) and STAYS.search(step.words)
    return [*before[:-1], replace(last, stay=True)] if is_so and isinstance(last, LogIn) else None


def _spoken_of(before: Steps, step: Instruction) -> Steps | None:
    """`There is one unread letter. Open it.`: what is said to be there is looked for, since the next order means it."""
    last = before[-1] if before else None
    match = THERE.match(last.words) if isinstance(last, Mention) else None
    if match is None or not isinstance(step, Act) or not re.match(r"(?:it|them)\b", step.words):
        return None
    of = replace(records(match["what"], Masked("")), here=True)
    return [*before[:-1], Question("list", ("name",), of, said=match["what"], quietly=True), step]


def _opened(before: Steps, step: Instruction) -> Steps | None:
    """`find the page X and open it`: it is open already."""
    last = before[-1] if before else None
    both = isinstance(last, Act) and isinstance(step, Act) and (last.verb, step.verb) == ("open", "open")
    return before if both and isinstance(step, Act) and step.words in ("it", "that", "this") else None


def _if(before: Steps, step: Instruction) -> Steps | None:
    """What a branch calls `it`, or does with another value, is what its condition speaks of."""
    if not isinstance(step, If):
        return None
    asked = step.condition.question
    names = [*asked.fields, *(test.value for test in asked.of.tests)] if asked else []
    if not step.otherwise and all(isinstance(inner, Remark) for inner in step.then):
        return [*before, Remark(repr(step))]  # a case in which nothing is to be done
    if step.condition.kind == "refused":
        step = replace(step, then=_instead(before[-1] if before else None, step))
        names = [step.condition.words] if step.condition.words else []
    then = tuple(
        replace(inner, field=names[0])
        if names and isinstance(inner, Enter) and inner.field in ("it", "that")
        else inner
        for inner in step.then
    )
    return [*before, replace(step, then=then)]


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


def _added(before: Steps, asked: Instruction) -> Steps | None:
    """A question that only adds to the one before it."""
    last = before[-1] if before else None
    if not isinstance(asked, Question):
        return None
    if asked.fields == ("difference",) and isinstance(last, Both):
        return [*before[:-1], replace(last, gap=True)]
    if not isinstance(last, Question) or last.quietly or asked.what != "value" or len(asked.fields) != 1:
        return None
    said, field = asked.said.strip(), asked.fields[0]
    if not re.match(r"(?:just|only) |.* only$|their \w+s$|the \w+s$", said, re.IGNORECASE) or asked.of.name:
        return None
    if asked.of.noun not in ("it", "page", "them", "those"):
        return None
    fields = (re.sub(r"(?<=[a-z]{2})(?<!s)s$", "", ONLY.sub("", field)),)
    if last.what == "list":
        return [*before[:-1], replace(last, fields=fields)]
    if last.what == "count":
        return [*before, Question("list", fields, Records("them"), said=said)]
    return None


GATHERS: Final = (
    _staying, _spoken_of, where_to, bought, again, found_first, one_of, of_form, looked_up, made_so, pressed_last,
    _beforehand, _opened, listed, offered, _if, each_says, in_loop, compared, _added,
)  # fmt: skip
