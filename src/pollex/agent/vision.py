"""Pictures for models that see: where a page is drawn and its outline cannot say what it shows, or when they ask."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from ..core.protocols import Model
from .history import History, Turn
from .picture import size
from .task import Task

DRAWN: Final = re.compile(r"only a picture shows it|picture \d+×\d+ without words")
"""How an outline says that there is something it cannot tell."""
PIXELS_A_TOKEN: Final = 750
"""About how many pixels of a picture cost one token."""


def sees(model: Model, task: Task) -> bool:
    """Whether a model may get pictures."""
    return task.vision == "always" or (task.vision == "auto" and bool(getattr(model, "sees", False)))


def asked(history: History) -> list[Path]:
    """The pictures that the model has asked for with its last calls."""
    last = [action for turn in history.turns[-1:] for action in turn.actions]
    return [Path(each.result.data["path"]) for each in last if each.tool == "page.screenshot" and each.result.ok]


def shows(task: Task, turn: Turn) -> bool:
    """Whether a picture of the page goes with the request, without being asked for."""
    return task.vision == "always" or DRAWN.search(turn.look.outline) is not None


def cost(pictures: list[bytes]) -> int:
    """About how many tokens pictures take."""
    return sum(width * height // PIXELS_A_TOKEN for width, height in map(size, pictures))
