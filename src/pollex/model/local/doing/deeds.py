"""Acts: a click, a hover, opening something, or a deed such as `remove X`; each on what the words name."""

from __future__ import annotations

import re

from ..program import Act
from .acting import acted
from .calling import act, answer, answers_dialog, call
from .controls import pictured
from .finding import open_named
from .linking import linked
from .opening import opened
from .pressing import had_effect
from .reaching import first_of, give_up, reach
from .rows import row_called
from .script import Memory, Outcome, Script, Stop
from .speaking import meant, quoted
from .valuing import TOOLTIPS

COOKIES = re.compile(r"\bcookies?\b", re.IGNORECASE)
IN_ROW = re.compile(r"\s+(?:in|on|of|at) (?:it|the row|that row|its row)$|^its ")


def deed(memory: Memory, step: Act) -> Script[None]:
    accepts = answers_dialog(memory, step)
    if accepts is not None:
        yield from answer(memory, accept=accepts)
        return
    ways = {"click": _click, "hover": _hover, "open": opened, "go to": opened}
    for _ in range(step.times):
        try:
            yield from ways.get(step.verb, acted)(memory, step)
        except Stop:
            if not COOKIES.search(step.words):
                raise
            memory.excused.append(step.said)  # the question about them is asked once, and may be answered already


def _click(memory: Memory, step: Act) -> Script[None]:
    if memory.index is not None and re.fullmatch(
        r"(?:it|that|this|that (?:entry|row|line|one|link)|the entry)", step.words, re.IGNORECASE
    ):
        outcome = yield from act(memory, step.said, "click", selector=memory.index)
        if outcome.ok:
            had_effect(step, outcome)
            return
    if memory.in_row and IN_ROW.search(step.words) and (yield from _in_row(memory, step, memory.in_row)):
        return
    more = {} if step.count == 1 else {"count": step.count}
    if step.button != "left":
        more["button"] = step.button  # type: ignore[assignment]
    words = _placed(memory, step)
    outcome = yield from reach(memory, step.said, "click", words, **more)
    if outcome.code == "ambiguous":
        outcome = yield from _narrowed(memory, step.said, words, outcome)
    if outcome.ok or (outcome.code == "not_found" and (yield from open_named(memory, words))):
        return
    if not more and (yield from linked(memory, words, step.said)):
        return
    raise give_up(step.said, step.words, outcome)


def _in_row(memory: Memory, step: Act, name: str) -> Script[bool]:
    """A click on what stands in the row that a repetition is at, by its name or its picture."""
    row = yield from row_called(memory, quoted(name))
    words = set(re.findall(r"\w+", IN_ROW.sub("", step.words).lower())) | pictured(step.words)
    for control in row["controls"] if row else ():
        if words & {part.lower() for part in re.findall(r"\w+", str(control["name"]))}:
            outcome = yield from act(memory, step.said, "click", selector=control["index"])
            return outcome.ok
    return False


def _placed(memory: Memory, step: Act) -> str:
    words = meant(memory, step.words)
    if memory.in_row and IN_ROW.search(words):
        return f"{IN_ROW.sub('', words)} in the row of {quoted(memory.in_row)}"
    return f"{words} in {step.place}" if step.place else words


def _narrowed(memory: Memory, said: str, words: str, outcome: Outcome) -> Script[Outcome]:
    """Which of several: the one of what is spoken of."""
    names = [quoted(name) for name in (memory.in_row, memory.topic) if name]
    forms = [form for name in names for form in (f"{words} in the row of {name}", f"{words} below the heading {name}")]
    form = yield from first_of(memory, forms)
    return outcome if form is None else (yield from act(memory, said, "click", selector=f"act:{form}"))


def _hover(memory: Memory, step: Act) -> Script[None]:
    outcome = yield from reach(memory, step.said, "hover", _placed(memory, step))
    if not outcome.ok:
        raise give_up(step.said, step.words, outcome)
    shown = yield from call(memory, "query", selector=TOOLTIPS, most=3)
    memory.appeared = [str(each["text"]) for each in shown.get("elements") or () if each["text"]] or memory.appeared
