"""The lines of an outline with what lies over the page first, and then what is behind it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from .outline_lines import Line

DIALOG: Final = re.compile(r"(?:alert)?dialog\b")
BEHIND: Final = "behind it:"


def foremost_first(lines: Sequence[Line]) -> list[Line]:
    """Return the lines of a covered page behind those of the dialog that covers it."""
    covers = {control.cover for line in lines for control in line.controls if control.cover}
    if not covers:
        return list(lines)
    begin, end = _dialog(lines) if any(map(DIALOG.match, filter(None, covers))) else _tail(lines)
    if begin in (0, end):
        return list(lines)
    return [*lines[begin:end], Line(BEHIND), *lines[:begin], *lines[end:]]


def _dialog(lines: Sequence[Line]) -> tuple[int, int]:
    """Return where the last dialog begins and ends that nothing covers; an empty stretch where there is none."""
    for begin in range(len(lines) - 1, -1, -1):
        if not (lines[begin].structure and DIALOG.match(lines[begin].text)):
            continue
        within = (at for at in range(begin + 1, len(lines)) if lines[at].depth <= lines[begin].depth)
        end = next(within, len(lines))
        if not any(map(_is_covered, lines[begin:end])):
            return begin, end
    return _tail(lines)


def _tail(lines: Sequence[Line]) -> tuple[int, int]:
    """Return what stands behind all that is covered, where that is most of the page."""
    covered = [at for at, line in enumerate(lines) if _is_covered(line)]
    begin = covered[-1] + 1
    free = sum(bool(line.controls) for line in lines[:begin]) - len(covered)
    is_page = len(covered) > free and any(line.controls for line in lines[begin:])
    return (begin, len(lines)) if is_page else (0, 0)


def _is_covered(line: Line) -> bool:
    return any(control.cover for control in line.controls)
