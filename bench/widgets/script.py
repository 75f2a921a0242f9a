"""What is to be done for a task of the gallery, in calls whose targets are named by what an outline shows."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from pollex.testing.player import ScriptedTurn

FOLDER = Path(__file__).parent
FILES = ("tasks.json", "more_tasks.json")
"""Tasks of the first pages, and of those that came later."""


def tasks(only: str = "") -> list[dict[str, str]]:
    """The tasks with their checks, which must be as they were."""
    found = [task for file in FILES for task in read(file)]
    return [task for task in found if only in (task["id"], task["page"])] or [
        task for task in found if only in task["id"]
    ]


def read(file: str) -> list[dict[str, str]]:
    text = (FOLDER / file).read_bytes()
    if f"{hashlib.sha256(text).hexdigest()}  {file}" not in (FOLDER / "frozen.sha256").read_text():
        raise SystemExit("The tasks of the gallery have been changed.")
    found: list[dict[str, str]] = json.loads(text)
    return found


def scripts(name: str) -> dict[str, list[ScriptedTurn]]:
    """By task, what is to be done; nothing where nobody has found a way."""
    found: dict[str, list[ScriptedTurn]] = {}
    for file in sorted((FOLDER / "steps" / name).glob("*.json")):
        found |= json.loads(file.read_text(encoding="utf-8"))
    return found
