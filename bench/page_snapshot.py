"""Reads Playwright's AI snapshot: which references are offered as interactive, and which are near the viewport."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bench.page_chromium import HEIGHT

MARGIN = 1000
WIDGETS = frozenset(
    {
        "button",
        "checkbox",
        "combobox",
        "gridcell",
        "link",
        "listbox",
        "menuitem",
        "menuitemcheckbox",
        "menuitemradio",
        "option",
        "radio",
        "scrollbar",
        "searchbox",
        "slider",
        "spinbutton",
        "switch",
        "tab",
        "textbox",
        "treeitem",
    }
)
LINE = re.compile(r"^\s*- '?(?P<role>[a-z]+)\b(?P<rest>.*)$")
REFERENCE = re.compile(r"\[ref=(\w+)\]")
BOX = re.compile(r"\[box=(-?\d+),(-?\d+),(-?\d+),(-?\d+)\]")
CURSOR = "[cursor=pointer]"

KEPT = "__pollex_bench_found"
KEEP = f"(element) => {{ (window.{KEPT} ??= []).push(element); }}"
"""Leaves an element where the benchmark finds it again, in the element's own frame."""


def offered(snapshot: str) -> Iterator[tuple[str, str]]:
    """Reference and line of everything with a widget's role, or with a pointer for a cursor."""
    for line in snapshot.splitlines():
        found, reference = LINE.match(line), REFERENCE.search(line)
        if found and reference and (found["role"] in WIDGETS or CURSOR in line):
            yield reference[1], line


def count_offered(snapshot: str) -> int:
    return sum(1 for _ in offered(snapshot))


def near(snapshot: str) -> list[str]:
    """The offered references whose box, in a snapshot with boxes, touches the viewport or its surroundings."""
    return [reference for reference, line in offered(snapshot) if touches(line)]


def touches(line: str) -> bool:
    box = BOX.search(line)
    if box is None:
        return False
    top, height = int(box[2]), int(box[4])
    return top < HEIGHT + MARGIN and top + height > -MARGIN
