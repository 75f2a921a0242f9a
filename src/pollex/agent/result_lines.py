"""The result of a call as lines for a model: what an action caused, what a read found, and a part of many lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import Any, Final

from ..core.fault import Fault
from ..core.json import Object, dumps
from ..core.result import Result

MAX_CHARS: Final = 4_000
"""Characters of an answer that a prompt shows; the rest is had by asking for it."""
LAST: Final = 2
"""Rows from the end that are shown of what is cut."""
ROW: Final = 300
"""Characters of a line that may be one of them; longer ones are running text."""
SHORT: Final = 300
"""Characters up to which data is shown as it is."""
LONGEST: Final = 1_000
"""Characters of a line."""
ISSUES: Final = 10
"""Mistakes of one call that are shown."""
FOR_PROGRAMS: Final = frozenset({"used", "tried", "index", "requests", "sent", "stays", "changed"})
"""What is not shown of an action's outcome."""
NAMING: Final = ("/selector", "/to")
NOTHING: Final[tuple[Any, ...]] = (None, "", [], {})


def excerpt(lines: list[str], first: int, name: str, most: int = MAX_CHARS) -> str:
    """Return the lines from `first` on, counted from 1, as many as may be shown at once.

    What is left out is counted; the hint names the result by which it can be asked for.
    """
    lines = lines[first - 1 :]
    if not is_long(lines, most):
        return "\n".join(lines)
    tail = lines[-LAST:] if sum(map(len, lines[-LAST:])) <= ROW * LAST else []
    room = most - sum(map(len, tail))
    shown = [line for line, size in zip(lines, accumulate(map(len, lines)), strict=True) if size <= room]
    since, until = first + len(shown), first + len(lines) - len(tail) - 1
    rest = dumps({"result": name, "line": since})
    return "\n".join([*shown, f"… lines {since} to {until} are not shown: see them with rest {rest}", *tail])


def is_long(lines: list[str], most: int = MAX_CHARS) -> bool:
    """Return whether lines are too long to show at once."""
    return sum(map(len, lines)) > most + ROW


def fault_lines(fault: Fault, spelt: Callable[[str], str], *, with_code: bool = True) -> list[str]:
    """Return a fault and its further mistakes, with the tools' names as the model must write them."""
    said = str(fault) if with_code else f"{fault.message} Hint: {fault.hint}" if fault.hint else fault.message
    others = [_issue(each.pointer, each.message) for each in fault.issues[1:ISSUES]]
    return broken(spelt("\n".join([said, *others])))


def _issue(pointer: str, message: str) -> str:
    """Return a further mistake at its place; ways to name one element have none that a model gave."""
    return message if pointer.startswith(NAMING) else f"{pointer} {message}"


def outcome_lines(result: Result, left_out: frozenset[str] = FOR_PROGRAMS) -> list[str]:
    """Return what an action caused; nothing if it merely succeeded."""
    data = result.data or {}
    left_out = left_out | {"from"} if "from" in data else left_out | {"url"}  # an address is told where it changed
    shown = {name: each for name, each in data.items() if name not in left_out and each not in NOTHING}
    return [*(broken(dumps(_shortened(shown))) if shown else []), *_noted(result)]


def data_lines(result: Result, name: str | None, args: Any) -> list[str]:
    """Return what a read found, under the name by which later calls may refer to it."""
    if not any(_values(result.data)):
        return [*broken(_nothing(result.data, args)), *_noted(result)]
    first, *others = _told(result.data)
    return [f"{name}: {first}" if name else first, *others, *_noted(result)]


def _noted(result: Result) -> list[str]:
    return [f"note: {note}" for note in result.notes]


def _nothing(data: Any, args: Any) -> str:
    """Describe an empty result, with what was looked for."""
    hint = data.get("hint") if isinstance(data, dict) else None
    looked = f" for {dumps(args)}" if args else ""
    return f"nothing found{looked}" + (f": {hint}" if hint else "")


def _told(data: Any) -> Iterator[str]:
    """Format data as lines: short values as they are, lists as tables, `next` before anything that may be cut."""
    if isinstance(data, dict):
        data = {name: each for name, each in data.items() if name != "used"}
    if isinstance(data, str):
        yield from broken(data)
    elif len(written := dumps(data)) <= SHORT:
        yield written
    elif isinstance(data, dict):
        lists = {name: each for name, each in data.items() if isinstance(each, list | str) and len(dumps(each)) > SHORT}
        yield dumps({name: each for name, each in data.items() if name not in lists})
        for name, each in lists.items():
            first, *others = [f"{len(each):,} characters", *broken(each)] if isinstance(each, str) else _table(each)
            yield from (f"{name}: {first}", *others)
    elif isinstance(data, list):
        yield from _table(data)
    else:
        yield from broken(written)


def _table(rows: list[Any]) -> Iterator[str]:
    """Format a list as its length, its columns and its rows."""
    columns = list(dict.fromkeys(name for row in rows if isinstance(row, dict) for name in row))
    if not columns or not all(isinstance(row, dict) for row in rows):
        yield f"{len(rows)} values"
        yield from (f"{number}. {_cell(row)}"[:LONGEST] for number, row in enumerate(rows, 1))
        return
    yield f"{len(rows)} rows of {', '.join(columns)}"
    for number, row in enumerate(rows, 1):
        yield f"{number}. {' | '.join(_cell(row.get(name)) for name in columns)}"[:LONGEST]


def _cell(value: Any) -> str:
    text = "" if value is None else value if isinstance(value, str) else dumps(value)
    return " ".join(text.split())


def broken(text: str) -> list[str]:
    """Split a text into lines of bounded length."""
    return [line[at : at + LONGEST] for line in text.split("\n") for at in range(0, max(len(line), 1), LONGEST)]


def _values(data: Any) -> Iterator[bool]:
    """Yield for each value whether it carries information; selectors and counts do not."""
    if isinstance(data, dict):
        for name, each in data.items():
            if name not in ("used", "url", "count", "hint", "pages", "ended"):
                yield from _values(each)
    elif isinstance(data, list):
        for each in data:
            yield from _values(each)
    else:
        yield data not in NOTHING


def _shortened(shown: Object) -> Object:
    """Reduce failed requests to method, address and status."""
    if "failed" not in shown:
        return shown
    failed = [f"{each.get('method', '')} {each.get('url', '')} {each.get('status')}" for each in shown["failed"]]
    return {**shown, "failed": failed}
