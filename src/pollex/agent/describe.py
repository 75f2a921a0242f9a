"""How a finished call is described to the model: what an action hit and caused, what a read found.

What was found has a name, by which later calls may refer to it: `collect_1: 43 rows of name, price`, and the first and
last of them. Everything is shown in lines, so that the rest can be asked for by its line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from ..text.clip import clipped
from .history import History, PastCall
from .result_lines import data_lines, excerpt, fault_lines, is_long, outcome_lines
from .toolset import AgentToolset

READS: Final = 20
"""Results of reads that are recalled."""
RECALLED: Final = 200
"""Characters of a result that was read long ago, one of many."""
MOST_RECALLED: Final = 800
TOGETHER: Final = 4_000
"""Characters of all that was read long ago."""
PICTURE: Final = "page.screenshot"
SHOWN: Final = "The picture comes with the page after this call."
BLIND: Final = "Taken, but you cannot be shown pictures: read the page, or inspect what is drawn."
TEXT: Final = 80
"""Characters by which a text is known again."""
INTERRUPTED: Final = "Interrupted, through no mistake of yours: "


class CallDescriber:
    """Describes the calls of a run by the names of their results."""

    def __init__(self, history: History, toolset: AgentToolset, *, sees: bool = False) -> None:
        """`sees` says whether the model gets the pictures that it asks for."""
        self._sees = sees
        self._names = history.names
        self._menu = toolset
        self._actions = {self._names.get(action.path, action.path): action for action in history.actions}

    @property
    def cut(self) -> bool:
        """Return whether a result was too long to show at once, or a read is too long to be recalled as a whole."""
        reads = list(filter(self.is_read, self._actions.values()))
        room = _room(len(reads))
        return any(len(self._on_one_line(each)) > room for each in reads) or any(
            is_long(self._lines(action)) for action in self._actions.values()
        )

    def describe(self, action: PastCall, told: str = "") -> str:
        """Describe an action, cut to what is shown at once, a fault without its code; empty if it merely succeeded.

        What appeared is left out where it is `told` of the page anyway.
        """
        if action.is_outcome and "appeared" in action.result.data:
            left = [each for each in action.result.data["appeared"] if not _is_told(each, told)]
            result = replace(action.result, data={**action.result.data, "appeared": left})
            return excerpt(self._lines(replace(action, result=result)), 1, self._names.get(action.path, action.path))
        if action.tool != "rest" or not action.result.ok:
            return self._part(self._names.get(action.path, action.path), 1)
        name, line = str(action.result.data["result"]), int(action.result.data["line"])
        if name not in self._actions:
            return f"There is no result {name!r}."
        return self._part(name, line)

    def is_read(self, action: PastCall) -> bool:
        """Return whether an action found something that has a name."""
        told = action.result.ok and action.result.data is not None and not action.is_outcome
        return told and action.path in self._names

    def recall(self, reads: Sequence[PastCall]) -> Iterator[str]:
        """Describe what the last reads found in a line each, by the names of their results; fewer have more room.

        Of those before them the names are told, by which calls may refer to them.
        """
        if older := [self._names[each.path] for each in reads[:-READS]]:
            yield f"Results of earlier reads: {', '.join(older)}"
        room = _room(len(reads))
        for each in reads[-READS:]:
            said, more = self._on_one_line(each), f" (rest {self._names[each.path]})"
            yield said if len(said) <= room else clipped(said, room - len(more)) + more

    def _on_one_line(self, action: PastCall) -> str:
        return " ".join(" ".join(self._lines(action)).split())

    def _part(self, name: str, first: int) -> str:
        return excerpt(self._lines(self._actions[name]), first, name)

    def _lines(self, action: PastCall) -> list[str]:
        result = action.result
        if result.fault is not None:
            cut = INTERRUPTED if action.interrupted else ""
            return fault_lines(result.fault, lambda text: cut + self._menu.spelt(text), with_code=False)
        if action.tool == PICTURE:
            return [SHOWN if self._sees else BLIND]
        result = replace(result, notes=tuple(map(self._menu.spelt, result.notes)))
        if action.is_outcome or result.data is None:
            return outcome_lines(result)
        return data_lines(result, self._names.get(action.path), action.args)


def _is_told(text: str, told: str) -> bool:
    """Return whether a page's lines have a text, as far as they tell texts."""
    return bool(told) and clipped(" ".join(text.split()), TEXT).rstrip("…") in told


def _room(reads: int) -> int:
    """Return the characters that one of so many results has that were read long ago."""
    return max(RECALLED, min(MOST_RECALLED, TOGETHER // max(min(reads, READS), 1)))
