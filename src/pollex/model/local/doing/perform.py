"""The whole program, step by step, and the `done` at its end."""

from __future__ import annotations

import re
from typing import Any, Final

from ....core.json import dumps, loads
from ..program import (
    Act,
    Choose,
    Dialog,
    Enter,
    Filter,
    If,
    Instruction,
    LogIn,
    Mention,
    Program,
    Remark,
    Say,
    Search,
    Sort,
    Tick,
)
from .calling import answer
from .proving import is_only_excused, must_have_acted, unused, watched
from .saving import saved
from .script import Asked, Memory, NotTaken, Outcome, Script, Stop, Told
from .ways import HOLDERS, WAYS

SITE: Final = re.compile(
    r"\b(?:log|sign)(?: me)? ?in (?:to|on|at) ([^.,;:(\n]+?)(?= with\b| using\b|[.,;:(\n]|$)", re.IGNORECASE
)
"""What one logs in to: the page itself is it."""
CHANGES: Final = (Act, Choose, Enter, Sort, Tick)
"""Steps that may leave other rows in a list."""
ADVICE = "Say it in other words, or ask a model: --model openai:… (or anthropic:…, google:…, ollama:…)."
SECRET: Final = re.compile(r"\{\{\s*secret\.([\w-]+)\.(\w+)\s*\}\}")
"""As pages are shown that tell a stored value; an answer must not ask for it to be opened."""


def perform(program: Program, memory: Memory) -> Script[None]:
    """Do a program; ends with `done`, whatever happens."""
    if program.unknown:
        words = "; ".join(f"“{said}”" for said in program.unknown)
        yield from _end(f"I do not understand: {words}. Nothing was done. {ADVICE}", False, [])
        return
    if not [step for step in program.steps if not isinstance(step, Remark | Mention)]:
        yield from _end(f"I do not understand what is to be done. {ADVICE}", False, [])
        return
    try:
        yield from watched(_whole(memory, program), memory.past)
    except Stop as stop:
        known = "".join(f" {told.text}." for told in memory.answers)
        yield from _end(f"Not done. {stop}{known}", False, [])
        return
    text = " ".join(f"{told.text.rstrip('.')}." for told in memory.answers) or "Done."
    yield from _end(text, True, _values(memory), [*memory.excused, text])


def _whole(memory: Memory, program: Program) -> Script[None]:
    """The steps, and then a look whether anything of the task was left out."""
    yield from do(memory, program.steps)
    if memory.dialog is not None:
        yield from answer(memory, accept=True)
    yield from saved(memory)
    memory.excused += [step.words for step in program.steps if isinstance(step, Remark)]
    if any(isinstance(step, LogIn) for step in program.steps):
        memory.excused += SITE.findall(memory.task)
    left = unused(memory.task, memory.past, _values(memory), "\n".join(memory.excused))
    if left:
        raise Stop(f"Nothing came of {', '.join(f'“{words}”' for words in dict.fromkeys(left))} in the task.")


def _values(memory: Memory) -> list[Any]:
    """What was read; a bare yes or no is the answer to a question, and no value of the page."""
    return [told.value for told in memory.answers if told.value is not None]


def _end(text: str, success: bool, values: list[Any], excused: list[str] | None = None) -> Script[None]:
    args: dict[str, Any] = {"text": text, "success": success}
    if values:
        args["values"] = values[0] if len(values) == 1 else values
    args = _unopened(args)
    outcome: Outcome = yield Asked("done", args)
    if success and not outcome.ok and is_only_excused(outcome.why, "\n".join(excused or ())):
        outcome = yield Asked("done", args)
    if success and not outcome.ok:
        yield Asked("done", {"text": f"Not certain. {args['text']} But: {outcome.why}", "success": False})


def _unopened(args: dict[str, Any]) -> dict[str, Any]:
    """The same with stored values told in words."""
    told: Any = loads(SECRET.sub(r"(\2 of \1)", dumps(args)))
    return dict(told)


def do(memory: Memory, steps: tuple[Instruction, ...]) -> Script[None]:
    """Steps one after the other; each knows what comes after it."""
    outer = memory.ahead
    for place, step in enumerate(steps):
        memory.ahead = (*steps[place + 1 :], *outer)
        if memory.dialog is not None and not isinstance(step, Dialog | Act | Enter | Remark):
            yield from answer(memory, accept=True)
        begin, url = len(memory.past), memory.url
        try:
            yield from one(memory, step)
        except NotTaken:
            if not _asks_for_refusal(steps[place + 1 : place + 2]):
                raise
            memory.refused = True
            continue
        must_have_acted(step, memory.past[begin:])
        if isinstance(step, Filter | Search) or (isinstance(step, CHANGES) and _is_other_list(url, memory.url)):
            memory.rows, memory.several = [], []  # what was spoken of is no longer what is shown
    memory.ahead = outer


def _is_other_list(before: str, after: str) -> bool:
    """Whether the same page shows other rows: only what stands behind its path is another."""
    return before != after and before.partition("?")[0] == after.partition("?")[0]


def _asks_for_refusal(following: tuple[Instruction, ...]) -> bool:
    """Whether the next step is for the case that this one is refused."""
    return any(isinstance(step, If) and step.condition.kind == "refused" for step in following)


def one(memory: Memory, step: Instruction) -> Script[None]:
    """One step, by its kind."""
    if isinstance(step, Say):
        memory.answers.append(Told(step.text, step.text if step.text in memory.task else None))
    elif isinstance(step, Mention):
        memory.mentions.append(step.words)
        if step.name:
            memory.topic, memory.record, memory.in_row = step.name, None, None
    elif holder := HOLDERS.get(type(step)):
        yield from holder(memory, step, do)
    elif way := WAYS.get(type(step)):
        yield from way(memory, step)
