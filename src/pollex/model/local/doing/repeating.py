"""Repetitions: the body for each record that is meant, one after the other or all at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeAlias

from ....core.json import Object
from ..program import Act, Each, Instruction, Question, Tick
from .bulk import at_once, bulk, is_bulk
from .calling import act, call
from .columns import CODE, Row
from .keeping import chosen
from .listing import next_page
from .lists import rows_of
from .narrowing import narrowed
from .rows import row_called, row_read
from .script import Memory, Script, Stop, Told
from .speaking import quoted

Do: TypeAlias = Callable[[Memory, tuple[Instruction, ...]], Script[None]]
PAGES: Final = 20


def each(memory: Memory, step: Each, do: Do) -> Script[None]:
    """The body for each record that is meant, by the name that it has in the list."""
    said = f"for each {step.of.noun or 'row'}"
    if step.of.tests and all(isinstance(inner, Tick) for inner in step.body):
        yield from _boxes(memory, step, said)
        return
    if (yield from at_once(memory, step)):
        return
    step = replace(step, of=(yield from narrowed(memory, step.of, said)))
    if (yield from is_bulk(memory, step)):
        yield from bulk(memory, step, said)
        return
    whole = step.number is None and not any(isinstance(inner, Tick) for inner in step.body)
    start = memory.url
    found = yield from rows_of(memory, step.of, (), said, whole=whole)
    rows = yield from chosen(memory, found, step.of, said)
    if not rows:
        raise Stop(f"“{said}”: there is none on the page.")
    names = [_name(row, found.name, found.rows) for row in rows][: step.number]
    yield from _one_by_one(memory, step, do, list(zip(names, rows, strict=False)), start or memory.url)


def _one_by_one(memory: Memory, step: Each, do: Do, rows: list[tuple[str, Row]], start: str) -> Script[None]:
    memory.several, memory.listed = [name for name, _ in rows], start
    outer, memory.collecting = memory.collecting, []
    told, read = len(memory.answers), list[Row]()
    for name, row in rows:
        if any(isinstance(inner, Act | Tick) for inner in step.body):
            yield from _return(memory, start, name, row)
        memory.topic, memory.record, memory.in_row, memory.index = name, row, name, None
        yield from do(memory, step.body)
        memory.in_row = None
        read.append({**row, **(yield from _seen(memory, step))})
    memory.rows = read
    if memory.collecting:
        memory.several = memory.collecting
        parts = [part for value in memory.collecting for part in value.split("; ")]
        memory.answers[told:] = [Told("; ".join(memory.collecting), parts)]
    memory.collecting = outer


def _return(memory: Memory, start: str, name: str, row: Row) -> Script[None]:
    """Back to the page of the list that the row stands on."""
    if (yield from _here(memory, name, row)) is not None:
        return
    yield from call(memory, "navigate", url=start)
    for _ in range(PAGES):
        if (yield from _here(memory, name, row)) is not None or not (yield from next_page(memory)):
            return


def _here(memory: Memory, name: str, row: Row) -> Script[Object | None]:
    return (yield from row_read(memory, row)) or (yield from row_called(memory, quoted(name)))


def _seen(memory: Memory, step: Each) -> Script[Row]:
    """What the page of a record says, where questions about the records come later."""
    opens = any(isinstance(inner, Act) and inner.verb in ("open", "click") for inner in step.body)
    if not opens or not any(isinstance(following, Question) for following in memory.ahead):
        return {}
    shown = yield from call(memory, "text")
    return {"page": str(shown.get("text") or "")}


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
