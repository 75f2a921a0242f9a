"""Instructions that hold others: if, until."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ..program import Act, If, Instruction, Until
from .judging import holds
from .script import Memory, Script, Stop

Do: TypeAlias = Callable[[Memory, tuple[Instruction, ...]], Script[None]]
MOST = 60


def either(memory: Memory, step: If, do: Do) -> Script[None]:
    is_so = yield from holds(memory, step.condition)
    memory.excused += [repr(step.condition), repr(step.otherwise if is_so else step.then)]
    yield from do(memory, step.then if is_so else step.otherwise)


def until(memory: Memory, step: Until, do: Do) -> Script[None]:
    memory.paging = any(isinstance(inner, Act) and "next" in inner.words.lower() for inner in step.body)
    for _ in range(MOST):
        if (yield from holds(memory, step.condition)):
            memory.paging = False
            return
        try:
            yield from do(memory, step.body)
        except Stop as stop:
            if step.condition.kind == "end":
                return
            raise Stop(f"Went on until the end without coming to {step.condition.words}. {stop}") from stop
    raise Stop(f"Went on {MOST} times without coming to {step.condition.words}.")
