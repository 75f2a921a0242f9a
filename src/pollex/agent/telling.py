"""What a model is told of a call that it made: of an action what it hit and caused, of a look what was found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ..core.json import Object, dumps
from ..core.result import Result
from ..core.wire import as_text
from .history import Action, History
from .menu import Menu

MOST: Final = 4_000
"""Characters of an answer that a prompt shows; the rest is had by asking for it."""
FOR_PROGRAMS: Final = frozenset({"used", "index", "requests", "sent"})
"""What is not told of an action's outcome."""
NOTHING: Final[tuple[Any, ...]] = (None, "", [], {})


class Teller:
    """Tells of the calls of a run, by their places in it."""

    def __init__(self, history: History, menu: Menu) -> None:
        self._actions = history.actions
        self._menu = menu
        self._places = {action.path: number for number, action in enumerate(self._actions, 1)}

    @property
    def cut(self) -> bool:
        """Whether an answer was too long to be told at once."""
        return any(len(self._whole(action)) > MOST for action in self._actions)

    def told(self, action: Action) -> str:
        """As much as is told at once, and how to see the rest; empty where an action only went well."""
        if action.tool != "rest" or not action.result.ok:
            return self._part(self._places[action.path], 0)
        number, start = action.result.data["answer"], action.result.data["start"]
        return self._part(number, start) if number <= len(self._actions) else f"There is no answer {number}."

    def _part(self, number: int, start: int) -> str:
        whole = self._whole(self._actions[number - 1])
        shown = whole[start : start + MOST]
        if start + MOST < len(whole) and "\n" in shown:
            shown = shown[: shown.rindex("\n")]
        left = len(whole) - start - len(shown)
        if left <= 0:
            return shown
        more = dumps({"answer": number, "start": start + len(shown)})
        return f"{shown}\n… cut: {left:,} more characters; see them with rest {more}"

    def _whole(self, action: Action) -> str:
        result, tool = action.result, self._menu.find(action.tool)
        if result.fault is not None:
            return self._menu.spelt(str(result.fault))
        said = _found(result, action.args) if tool is None or tool.effect == "read" else _caused(result.data)
        return "\n".join([said, *_noted(result)] if said else _noted(result))


def _noted(result: Result) -> list[str]:
    return [f"note: {note}" for note in result.notes]


def _caused(data: Any) -> str:
    if not isinstance(data, dict):
        return "" if data in NOTHING else as_text(data)
    told = {name: each for name, each in data.items() if name not in FOR_PROGRAMS and each not in NOTHING}
    return dumps(_shortened(told)) if told else ""


def _found(result: Result, args: Any) -> str:
    """What a look has found, or that it found nothing, with what was looked for."""
    data = result.data
    if isinstance(data, dict):
        data = {name: each for name, each in data.items() if name != "used"}
    if any(_values(data)):
        return as_text(data)
    hint = data.get("hint") if isinstance(data, dict) else None
    looked = f" for {dumps(args)}" if args else ""
    return f"nothing found{looked}" + (f": {hint}" if hint else "")


def _values(data: Any) -> Iterator[bool]:
    """Whether each value in an answer says something; where it looked and how many it found do not."""
    if isinstance(data, dict):
        for name, each in data.items():
            if name not in ("url", "count", "hint", "pages", "ended"):
                yield from _values(each)
    elif isinstance(data, list):
        for each in data:
            yield from _values(each)
    else:
        yield data not in NOTHING


def _shortened(told: Object) -> Object:
    """Requests by address and status only: the rest is for programs."""
    if "failed" not in told:
        return told
    failed = [f"{each.get('method', '')} {each.get('url', '')} {each.get('status')}" for each in told["failed"]]
    return {**told, "failed": failed}
