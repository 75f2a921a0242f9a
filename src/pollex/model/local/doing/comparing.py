"""Two values side by side: the lesser, the greater, the difference; a value against a limit."""

from __future__ import annotations

import re

from ..program import Both
from .answering import ask
from .calling import call
from .columns import Row
from .reckoning import reckon
from .script import Memory, Script, Stop, Told


def compare(memory: Memory, step: Both) -> Script[None]:
    """Two values side by side."""
    values: list[Row] = []
    start = memory.url
    for name, asked in zip(step.names, (step.first, step.second), strict=True):
        if values and start and memory.url != start:
            yield from call(memory, "navigate", url=start)  # the second is found where the first was
        value = yield from ask(memory, asked)
        if value is None:
            raise Stop(f"“{step.said}”: the page does not tell the {asked.fields[0]} of {name}.")
        values.append({"name": name, "value": value})
    if step.way == "difference":
        return (yield from _difference(memory, step, values))
    worked = yield from reckon(memory, step.said, rows=values, what=step.way, by="value")
    best = worked["rows"][0]
    memory.topic = best["name"]
    memory.record = {"name": best["name"], step.first.fields[0]: best["value"]}
    told = " and ".join(f"{row['name']}: {row['value']}" for row in values)
    memory.answers.append(Told(f"{told}. {best['name']} it is", best["name"]))
    if step.gap:
        yield from _difference(memory, step, values)


def _difference(memory: Memory, step: Both, values: list[Row]) -> Script[None]:
    numbers = []
    for row in values:
        worked = yield from reckon(memory, step.said, rows=[row], what="sum", by="value")
        numbers.append(worked["value"])
    larger, smaller = (values[0], values[1]) if numbers[0] >= numbers[1] else (values[1], values[0])
    taken = {"value": f"-{re.sub(r'[^0-9.,]', '', str(smaller['value']))}"}
    worked = yield from reckon(memory, step.said, rows=[larger, taken], what="sum", by="value")
    gap = f"{worked['value']:.2f}" if re.search(r"[.,]\d\d\b", str(larger["value"])) else f"{worked['value']:g}"
    memory.answers.append(Told(f"The difference is {gap}", gap))


def compared(memory: Memory, value: str, op: str, wanted: str) -> Script[bool]:
    """Whether a value that was read compares so with another."""
    how = {"before": "lt", "after": "gt"}.get(op, op)
    worked = yield from reckon(
        memory,
        f"{value} {op} {wanted}",
        rows=[{"value": value}],
        what="count",
        where=[{"field": "value", "is": how, "value": wanted}],
    )
    return bool(worked["value"])
