"""How a finished call is described to the model: what an action hit and caused, what a read found.

What was found has a name, by which later calls may refer to it: `collect_1: 43 rows of name, price`, and the first and
last of them. Everything is shown in lines, so that the rest can be asked for by its line.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import Any, Final

from ..core.json import Object, dumps
from .history import History, PastCall
from .toolset import AgentToolset

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
FOR_PROGRAMS: Final = frozenset({"used", "index", "requests", "sent", "stays"})
"""What is not shown of an action's outcome."""
NOTHING: Final[tuple[Any, ...]] = (None, "", [], {})


class CallDescriber:
    """Describes the calls of a run by the names of their results."""

    def __init__(self, history: History, toolset: AgentToolset) -> None:
        self._names = history.names
        self._menu = toolset
        self._actions = {self._names.get(action.path, action.path): action for action in history.actions}

    @property
    def cut(self) -> bool:
        """Return whether a result was too long to show at once."""
        return any(_is_long(self._lines(action)) for action in self._actions.values())

    def describe(self, action: PastCall) -> str:
        """Describe an action, cut to what is shown at once; empty if it merely succeeded."""
        if action.tool != "rest" or not action.result.ok:
            return self._part(self._names.get(action.path, action.path), 1)
        name, line = str(action.result.data["result"]), int(action.result.data["line"])
        if name not in self._actions:
            return f"There is no result {name!r}."
        return self._part(name, line)

    def _part(self, name: str, first: int) -> str:
        lines = self._lines(self._actions[name])[first - 1 :]
        if not _is_long(lines):
            return "\n".join(lines)
        tail = lines[-LAST:] if sum(map(len, lines[-LAST:])) <= ROW * LAST else []
        room = MAX_CHARS - sum(map(len, tail))
        shown = [line for line, size in zip(lines, accumulate(map(len, lines)), strict=True) if size <= room]
        since, until = first + len(shown), first + len(lines) - len(tail) - 1
        rest = dumps({"result": name, "line": since})
        return "\n".join([*shown, f"… lines {since} to {until} are not shown: see them with rest {rest}", *tail])

    def _lines(self, action: PastCall) -> list[str]:
        result = action.result
        if result.fault is not None:
            cut = "Interrupted, through no mistake of yours: " if action.interrupted else ""
            others = [f"{issue.pointer} {issue.message}" for issue in result.fault.issues[1:ISSUES]]
            return _broken(cut + self._menu.spelt("\n".join([str(result.fault), *others])))
        noted = [f"note: {note}" for note in result.notes]
        if action.is_outcome or result.data is None:
            return [*_caused(result.data), *noted]
        if not any(_values(result.data)):
            return [*_broken(_nothing(result.data, action.args)), *noted]
        first, *others = _told(result.data)
        name = self._names.get(action.path)
        return [f"{name}: {first}" if name else first, *others, *noted]


def _is_long(lines: list[str]) -> bool:
    return sum(map(len, lines)) > MAX_CHARS + ROW


def _caused(data: Any) -> list[str]:
    shown = {name: each for name, each in (data or {}).items() if name not in FOR_PROGRAMS and each not in NOTHING}
    return _broken(dumps(_shortened(shown))) if shown else []


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
        yield from _broken(data)
    elif len(written := dumps(data)) <= SHORT:
        yield written
    elif isinstance(data, dict):
        lists = {name: each for name, each in data.items() if isinstance(each, list | str) and len(dumps(each)) > SHORT}
        yield dumps({name: each for name, each in data.items() if name not in lists})
        for name, each in lists.items():
            first, *others = [f"{len(each):,} characters", *_broken(each)] if isinstance(each, str) else _table(each)
            yield from (f"{name}: {first}", *others)
    elif isinstance(data, list):
        yield from _table(data)
    else:
        yield from _broken(written)


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


def _broken(text: str) -> list[str]:
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
