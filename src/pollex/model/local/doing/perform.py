"""The whole program, step by step, and the `done` at its end."""

from __future__ import annotations

import re
from typing import Any, Final

from ....core.json import dumps, loads
from ..program import (
    Act,
    Both,
    Choose,
    Close,
    Dialog,
    Drag,
    Each,
    Enter,
    Filter,
    If,
    Instruction,
    Joined,
    LogIn,
    Make,
    Mention,
    Open,
    Press,
    Program,
    Question,
    Remark,
    Say,
    Scroll,
    Search,
    Sort,
    Tick,
    Travel,
    Until,
    Upload,
    Wait,
    Within,
)
from . import arranging, blocks, choosing, fields, gestures, places, repeating, signing_in, travelling
from .answering import tell
from .calling import answer
from .comparing import compare
from .deeds import deed
from .joining import joined
from .making import make
from .proving import is_only_excused, must_have_acted, unused, watched
from .saving import saved
from .script import Asked, Memory, NotTaken, Outcome, Script, Stop, Told

SITE: Final = re.compile(
    r"\b(?:log|sign)(?: me)? ?in (?:to|on|at) ([^.,;:(\n]+?)(?= with\b| using\b|[.,;:(\n]|$)",
    re.IGNORECASE,
)
"""What one logs in to: the page itself is it."""
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
    yield from _end(text, True, [told.value for told in memory.answers], [*memory.excused, text])


def _whole(memory: Memory, program: Program) -> Script[None]:
    """The steps, and then a look whether anything of the task was left out."""
    yield from do(memory, program.steps)
    if memory.dialog is not None:
        yield from answer(memory, accept=True)
    yield from saved(memory)
    memory.excused += [step.words for step in program.steps if isinstance(step, Remark)]
    if any(isinstance(step, LogIn) for step in program.steps):
        memory.excused += SITE.findall(memory.task)
    left = unused(memory.task, memory.past, [told.value for told in memory.answers], "\n".join(memory.excused))
    if left:
        raise Stop(f"Nothing came of {', '.join(f'“{words}”' for words in dict.fromkeys(left))} in the task.")


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
        begin = len(memory.past)
        try:
            yield from one(memory, step)
        except NotTaken:
            if not _asks_for_refusal(steps[place + 1 : place + 2]):
                raise
            memory.refused = True
            continue
        must_have_acted(step, memory.past[begin:])
    memory.ahead = outer


def _asks_for_refusal(following: tuple[Instruction, ...]) -> bool:
    """Whether the next step is for the case that this one is refused."""
    return any(isinstance(step, If) and step.condition.kind == "refused" for step in following)


def one(memory: Memory, step: Instruction) -> Script[None]:
    """One step, by its kind."""
    match step:
        case If():
            yield from blocks.either(memory, step, do)
        case Each():
            yield from repeating.each(memory, step, do)
        case Within():
            yield from places.within(memory, step, do)
        case Until():
            yield from blocks.until(memory, step, do)
        case Question():
            yield from tell(memory, step)
        case Both():
            yield from compare(memory, step)
        case Say():
            memory.answers.append(Told(step.text, step.text))
        case Mention():
            memory.mentions.append(step.words)
            if step.name:
                memory.topic, memory.record, memory.in_row = step.name, None, None
        case Act():
            yield from deed(memory, step)
        case Make():
            yield from make(memory, step)
        case _:
            yield from _travelled(memory, step)


def _travelled(memory: Memory, step: Instruction) -> Script[None]:
    match step:
        case Joined():
            yield from joined(memory, step, do)
        case Open():
            yield from travelling.open_address(memory, step)
        case Travel():
            yield from travelling.travel(memory, step)
        case Search():
            yield from travelling.search(memory, step)
        case Wait():
            yield from travelling.wait(memory, step)
        case Scroll():
            yield from travelling.scroll(memory, step)
        case Close():
            yield from travelling.close(memory, step)
        case LogIn():
            yield from signing_in.log_in(memory, step)
        case Sort():
            yield from arranging.sort(memory, step)
        case Filter():
            yield from arranging.narrow(memory, step)
        case _:
            yield from _filled(memory, step)


def _filled(memory: Memory, step: Instruction) -> Script[None]:
    match step:
        case Enter():
            yield from fields.enter(memory, step)
        case Choose():
            yield from choosing.choose(memory, step)
        case Tick():
            yield from choosing.tick(memory, step)
        case Press():
            yield from gestures.press(memory, step)
        case Dialog():
            yield from gestures.dialog(memory, step)
        case Upload():
            yield from gestures.upload(memory, step)
        case Drag():
            yield from gestures.drag(memory, step)
