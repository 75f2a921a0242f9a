"""Steps that belong together: values after `create a new …` are its own, `the lighter one` compares two before it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final, Literal

from ..program import (
    Act,
    Both,
    Each,
    Enter,
    If,
    Instruction,
    Mention,
    Question,
    Records,
    Remark,
    Tick,
    Wait,
    Within,
)
from .comparing import FIELDS
from .forms import listed, looked_up, made_so, of_form, pressed_last

Steps = list[Instruction]
BETTER: Final = re.compile(
    rf"\bthe (?P<word>{'|'.join(FIELDS)})(?: (?:one|of (?:the|these|those) (?:two|ones)|of (?:them|both)))*",
    re.IGNORECASE,
)
USE: Final = re.compile(r"^(?:the (?:\w+ )?)?(?P<value>\"[^\"]+\"|[A-Z0-9][\w.-]*)(?: instead)?$")
CODE: Final = re.compile(r"\"[^\"]+\"|\b[A-Z0-9][A-Z0-9-]{3,}\b")
WISHED: Final = re.compile(
    r"\b(?:need|want|looking for|like) (?:an? |some |new )*(?P<noun>[a-z]+(?: (?!for\b)[a-z]+)"
    r"?)"
)
AGAIN: Final = re.compile(r"\s+(?:again|once more|another time)$", re.IGNORECASE)
BEFORE: Final = re.compile(r",? (?:before (?:you do|that|this|doing so)|beforehand)$", re.IGNORECASE)
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


def _again(before: Steps, step: Instruction) -> Steps | None:
    """`open Ann's letter again`: the one that was opened before, by the words that it was opened with."""
    match = AGAIN.search(step.words) if isinstance(step, Act) and step.verb == "open" else None
    if match is None or not isinstance(step, Act):
        return None
    words = step.words[: match.start()]
    nouns = set(re.findall(r"[a-z]{3,}", words)) - {"the", "her", "his", "its", "their"}
    earlier = [each.words for each in before if isinstance(each, Act) and each.verb == "open"]
    same = [each for each in earlier if nouns & set(re.findall(r"[a-z]{3,}", each)) and re.search(r'["A-Z0-9]', each)]
    meant = re.sub(r"^(?:her|his|its|their)\b", "the", same[-1]) if same else words
    return [*before, replace(step, words=meant)]


def _one_of(before: Steps, step: Instruction) -> Steps | None:
    """`wait for the invoices, then pay the one …`: one of what was spoken of."""
    last = before[-1] if before else None
    if not isinstance(step, Question) or step.of.noun not in ("", "row") or step.what == "value":
        return None
    noun = ""
    if isinstance(last, Wait) and last.until is not None and last.until.question is not None:
        noun = last.until.question.of.noun
    elif isinstance(last, Mention) and (wished := WISHED.search(last.words)):
        noun = wished["noun"]
    return [*before, replace(step, of=replace(step.of, noun=noun))] if noun else None


def _bought(before: Steps, step: Instruction) -> Steps | None:
    """`I'd like to buy X. Add one to the basket.`: one order, and it is on the page of X."""
    last = before[-1] if before else None
    is_put = isinstance(step, Act) and step.verb in ("add", "put") and step.words.startswith("it ")
    if (
        not is_put
        or not isinstance(last, Act)
        or last.verb not in ("buy", "order")
        or not re.search("[A-Z]", last.words)
    ):
        return None
    return [*before[:-1], replace(last, verb="open", said=f"open {last.words}"), step]


def _found_first(before: Steps, step: Instruction) -> Steps | None:
    """What was only found must be opened before it can be answered or passed on."""
    last = before[-1] if before else None
    answers = isinstance(step, Act) and step.words in ('"Reply"', '"Forward"')
    if not answers or not isinstance(last, Question) or not last.quietly or last.what == "value":
        return None
    return [*before, Act("open", "it", said="open it"), step]


def _inside(step: Instruction) -> Instruction:
    """The same for the body of a repetition or a place."""
    if isinstance(step, Each):
        return replace(step, body=tuple(gathered(list(step.body))))
    return replace(step, steps=tuple(gathered(list(step.steps)))) if isinstance(step, Within) else step


def _beforehand(before: Steps, step: Instruction) -> Steps | None:
    """`Tick X before you do`: it comes before the order that it follows."""
    if not isinstance(step, Tick | Act) or not before or not BEFORE.search(step.words):
        return None
    return [*before[:-1], replace(step, words=BEFORE.sub("", step.words)), before[-1]]


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


def _compared(before: Steps, step: Instruction) -> Steps | None:
    """`the lighter one`, `which of them is cheaper`: two questions before it are one comparison."""
    if isinstance(step, Act):
        match = BETTER.search(step.words)
        field, way = FIELDS.get(match["word"].lower() if match else "", ("", ""))
        meant: Instruction | None = replace(step, words=BETTER.sub("it", step.words)) if match else None
    elif isinstance(step, Question) and step.of.noun == "them" and step.what in ("least", "most") and step.by:
        field, way, meant = step.by, step.what, None
    else:
        return None
    if way not in ("least", "most"):
        return None
    kind: Literal["least", "most"] = "least" if way == "least" else "most"
    compared = _both(before, field, kind)
    return None if compared is None else [*compared, *([meant] if meant else [])]


def _both(before: Steps, field: str, way: Literal["least", "most"]) -> Steps | None:
    last = next((each for each in reversed(before) if isinstance(each, Both)), None)
    if last is not None and last.way == way:
        return before
    first, second = (before[-2], before[-1]) if len(before) > 1 else (None, None)
    if not isinstance(first, Question) or not isinstance(second, Question):
        return None
    if first.what != "value" or second.what != "value" or first.fields != second.fields or first.fields != (field,):
        return None
    names = (first.of.name or first.of.noun, second.of.name or second.of.noun)
    return [*before[:-2], Both(first, second, way, names, f"{first.said} and {second.said}")]


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
    _bought,
    _again,
    _found_first,
    _one_of,
    of_form,
    looked_up,
    made_so,
    pressed_last,
    _beforehand,
    _opened,
    listed,
    _if,
    _compared,
    _added,
)
