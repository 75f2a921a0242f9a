"""Instructions that hold others: if, for each, until."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeAlias

from ..program import Act, Each, If, Instruction, Tick, Until
from .answering import rows_of
from .bulk import bulk, is_bulk
from .calling import act, call
from .columns import Row
from .judging import holds
from .listing import chosen
from .narrowing import narrowed
from .reaching import look
from .script import Memory, Script, Stop

Do: TypeAlias = Callable[[Memory, tuple[Instruction, ...]], Script[None]]
MOST = 60
CODE: Final = re.compile(r"[A-Z]{2,}-\d+(?:-\d+)*")
"""What a row is numbered with; it is sure to be only one's own."""


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


def each(memory: Memory, step: Each, do: Do) -> Script[None]:
    """The body for each record that is meant, by the name that it has in the list."""
    said = f"for each {step.of.noun or 'row'}"
    if step.of.tests and all(isinstance(inner, Tick) for inner in step.body):
        yield from _boxes(memory, step, said)
        return
    whole = not any(isinstance(inner, Tick) for inner in step.body)
    step = replace(step, of=(yield from narrowed(memory, step.of, said)))
    if (yield from is_bulk(memory, step)):
        yield from bulk(memory, step, said)
        return
    found = yield from rows_of(memory, step.of, (), said, whole=whole)
    rows = yield from chosen(memory, found, step.of, said)
    if not rows:
        raise Stop(f"“{said}”: there is none on the page.")
    names = [_name(row, found.name, found.rows) for row in rows][: step.number]
    memory.several = names
    start, outer = memory.url, memory.collecting
    memory.collecting = []
    told = len(memory.answers)
    for name, row in zip(names, rows, strict=False):
        memory.topic, memory.record, memory.in_row, memory.index = name, row, name, None
        if memory.url != start and any(isinstance(inner, Act | Tick) for inner in step.body):
            yield from _return(memory, start, name)
        yield from do(memory, step.body)
        memory.in_row = None
    if memory.collecting:
        memory.several = memory.collecting
        del memory.answers[told:]
        memory.answers += _all(memory.collecting)
    memory.collecting = outer


def _boxes(memory: Memory, step: Each, said: str) -> Script[None]:
    """Tick the boxes of all records that pass the tests: by what the boxes, or their rows, are called."""
    wanted = [test.value.lower() for test in step.of.tests]
    boxes = yield from call(memory, "query", selector=f'role=checkbox[name="{wanted[0]}"]', most=50)
    if not boxes.get("count"):
        boxes = yield from call(memory, "query", selector="role=checkbox", most=50)
    fitting = [
        box
        for box in boxes.get("elements") or ()
        if all(value in f"{box['name']} {box['text']}".lower() for value in wanted)
    ]
    if not fitting:
        raise Stop(f"“{said}”: no box on the page belongs to “{', '.join(wanted)}”.")
    for box in fitting:
        outcome = yield from act(
            memory,
            said,
            "check",
            selector=box["index"],
            on=all(isinstance(inner, Tick) and inner.on for inner in step.body),
        )
        if not outcome.ok:
            raise Stop(f"“{said}”: {outcome.why}")
    memory.several = [str(box["name"]) for box in fitting]


def _all(values: list[str]) -> list:  # type: ignore[type-arg]
    from .script import Told

    return [Told("; ".join(values), [part for value in values for part in value.split("; ")])]


def _return(memory: Memory, start: str, name: str) -> Script[None]:
    """Back to the list, unless what comes next stands here too."""
    if (yield from look(memory, f"open {name}")) is not None:
        return
    yield from call(memory, "navigate", url=start)


def _name(row: Row, column: str | None, rows: list[Row]) -> str:
    """What tells a row from the others: its name, with more of it where others are called the same."""
    for value in row.values():
        if CODE.fullmatch(value) and sum(value in other.values() for other in rows) == 1:
            return value
    name = row.get(column or "") or next((value for value in row.values() if re.search(r"\w", value)), "")
    if sum(other.get(column or "") == name for other in rows) == 1:
        return name
    for key, value in row.items():
        if re.search(r"\w", value) and sum(other.get(key) == value for other in rows) == 1 and len(value) < 40:
            return value
    return " ".join(value for value in row.values() if value)[:120]


__all__ = ["each", "either", "replace", "until"]
