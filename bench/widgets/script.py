"""What is to be done for a task of the gallery, in calls whose targets are named by what an outline shows."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
PIECE = re.compile(r"\[(\d+)\] (.*?)(?= · |$)")
"""A control in a line of an outline: its index and what is said of it."""
Step = dict[str, Any]
"""A call: `tool`, and its arguments. For `index` stands `on`, the beginning of what the outline says of the element;
where several begin so, `nth` of them (from 1), or those in a line that has the words of `line`. `to` may be one too."""
Turn = list[Step]
"""The calls of one answer."""


class NotShown(Exception):
    """The outline does not show what is meant."""


def tasks(only: str = "") -> list[dict[str, str]]:
    """The tasks with their checks, which must be as they were."""
    text = (FOLDER / "tasks.json").read_bytes()
    if f"{hashlib.sha256(text).hexdigest()}  tasks.json" not in (FOLDER / "frozen.sha256").read_text():
        raise SystemExit("The tasks of the gallery have been changed.")
    found: list[dict[str, str]] = json.loads(text)
    return [task for task in found if only in (task["id"], task["page"])] or [
        task for task in found if only in task["id"]
    ]


def scripts(name: str) -> dict[str, list[Turn]]:
    """By task, what is to be done; nothing where nobody has found a way."""
    found: dict[str, list[Turn]] = {}
    for file in sorted((FOLDER / "steps" / name).glob("*.json")):
        found |= json.loads(file.read_text(encoding="utf-8"))
    return found


def index_of(outline: str, on: str, line: str = "", nth: int = 1) -> int:
    """The index of the element that an outline describes in these words."""
    pieces = [
        (int(number), said)
        for each in outline.splitlines()
        if line in each
        for number, said in PIECE.findall(each.strip())
        if said.startswith(on)
    ]
    exact = [piece for piece in pieces if piece[1] == on]
    fitting = exact if len(exact) >= nth else pieces
    if len(fitting) < nth:
        raise NotShown(f"The outline has no {on!r}{f' in a line with {line!r}' if line else ''} number {nth}.")
    return fitting[nth - 1][0]
