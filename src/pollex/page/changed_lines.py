"""The lines of an observation that are not in an earlier one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from ..text.clip import clipped
from .comparable import comparable
from .observation import Control, Observation
from .outline import control_line, lines
from .outline_lines import Line

CONTEXT = 60
SHOWN_ALIKE = 8
ALONE = "changes by itself"
"""What a control says whose name or value nobody has changed."""
FOLDING = frozenset({"collapsed", "expanded"})
"""Each says that the other is no longer so."""


@dataclass(frozen=True, slots=True)
class ChangedLine:
    """One line of a delta, and the line of the outline that it comes from."""

    text: str
    line: Line
    where: str
    """The heading or landmark above it."""
    control: Control | None = None
    """The only thing that is different in the line."""
    states: tuple[str, ...] = ()
    """What it is now or no longer, where nothing else of it is different."""

    def is_single(self) -> bool:
        return len(self.line.controls) == 1 and not self.line.words


class LineContext:
    """The headings and landmarks that a line is under."""

    def __init__(self) -> None:
        self._around: list[tuple[int, str, bool]] = []
        """Each with the depth of the lines that are in it, and whether it is a heading."""

    def at(self, line: Line, *, known: bool) -> str:
        """The innermost of them; above a heading, which says itself where it is, only one that is new."""
        while self._around and self._around[-1][0] > line.depth:
            self._around.pop()
        around = self._around[-1][1] if self._around else ""
        if not line.structure:
            return around
        if line.heading and self._around and self._around[-1][0] == line.depth and self._around[-1][2]:
            self._around.pop()
        text = f"+ {line.text}" if not known else "" if _is_whole_page(line) else clipped(line.text, CONTEXT)
        self._around.append((line.depth if line.heading else line.depth + 1, text, line.heading))
        return around if around.startswith("+") else ""


def _is_whole_page(line: Line) -> bool:
    """Whether it contains nearly everything, so that it is not repeated."""
    return line.text == "main:" or line.text.startswith("# ")


class ObservationDiff:
    """Compares two sightings line by line; focus and covers do not count."""

    def __init__(self, before: Observation, after: Observation) -> None:
        plain = comparable(before)
        old = lines(plain, None)
        self._known = plain.controls()
        self._told = Counter(line.text for line in old)
        self._by_control = {line.controls[0].index: line for line in old if line.controls}
        self._lines = list(zip(lines(after, None, marks_kept=True), lines(comparable(after), None), strict=True))
        self.further: list[Line] = []
        """Lines that were out of range before: they are not reported."""

    def news(self) -> Iterator[ChangedLine]:
        context = LineContext()
        for line, plain in self._lines:
            known = self._is_told(plain)
            where = context.at(line, known=known)
            if self._only_arrived(line, known=known):
                self.further.append(line)
            elif line.arrival == "range":
                continue
            elif (not known or line.arrival == "view") and (line.heading or not line.structure):
                yield from self._said(line, plain, where)

    def _only_arrived(self, line: Line, *, known: bool) -> bool:
        """Whether it was there before, far away, and is in range now; what came into view is told."""
        return (
            not known and line.arrival == "range" and not any(control.index in self._known for control in line.controls)
        )

    def _is_told(self, plain: Line) -> bool:
        if not self._told[plain.text]:
            return False
        self._told[plain.text] -= 1
        return not any(self._known.get(each.index, each).marks != each.marks for each in plain.controls)

    def _said(self, line: Line, plain: Line, where: str) -> Iterator[ChangedLine]:
        """`+` for what is new, `~` for what is known and different: of a row only the controls that are."""
        if line.arrival == "view" or not line.controls or any(each.index not in self._known for each in line.controls):
            yield ChangedLine(f"+ {line.text}", line, where)
            return
        old = self._by_control.get(line.controls[0].index)
        if old is None or old.words != plain.words or _indices(old) != _indices(plain):
            yield ChangedLine(f"~ {line.text}", line, where)
            return
        for now in plain.controls:
            if now != (then := self._known[now.index]):
                states = _changed_states(then, now) if replace(then, states=now.states, marks=now.marks) == now else ()
                yield ChangedLine(f"~ {changed_line(then, now)}", line, where, now, states)


def _indices(line: Line) -> list[int]:
    return [control.index for control in line.controls]


def changed_line(before: Control, after: Control) -> str:
    """A control with what is different about it only: `[12] checkbox News (no longer checked)`."""
    value = after.value if after.value != before.value else None
    choices = after.choices if after.choices != before.choices else None
    states = _changed_states(before, after)
    if after.value == "" and before.value:
        states = (*states, "empty")
    hints = tuple(hint for hint in after.hints if hint == ALONE)
    return control_line(Control(after.index, after.role, clipped(after.name, 40), value, states, choices, hints=hints))


def _changed_states(before: Control, after: Control) -> tuple[str, ...]:
    then, now = (*before.states, *before.marks), (*after.states, *after.marks)
    came = [state for state in now if state not in then]
    lost = [f"no longer {state}" for state in then if state not in now]
    return tuple(came if FOLDING.intersection(came) else [*came, *lost])


def merge_equal_changes(news: Iterable[ChangedLine]) -> Iterator[ChangedLine]:
    """Controls one after the other that changed in the same way, in one line: `~ [3], [4], [5] no longer disabled`."""
    for states, run in groupby(news, key=lambda each: each.states):
        alike = list(run)
        if not states or len(alike) == 1:
            yield from alike
            continue
        shown = ", ".join(f"[{each.control.index}]" for each in alike[:SHOWN_ALIKE] if each.control)
        more = f" and {len(alike) - SHOWN_ALIKE} more" if len(alike) > SHOWN_ALIKE else ""
        line = replace(alike[0].line, row=None)
        yield ChangedLine(f"~ {shown}{more} {', '.join(states)}", line, alike[0].where)
