"""Screenshots for models with vision: where the outline cannot describe the page, or on request."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from ..browser.image import image_size
from ..core.protocols import Model
from .history import History, Turn
from .task import Task

DRAWN: Final = re.compile(r"only a picture shows it|picture (?:‹[^›]*› )?\d{3,}×\d{3,} without words|‹picture \d")
"""How an outline says that there is something it cannot tell."""
PIXELS_A_TOKEN: Final = 750
"""About how many pixels of a picture cost one token."""


def sees(model: Model, task: Task) -> bool:
    """Return whether a model may get pictures."""
    return task.vision == "always" or (task.vision == "auto" and bool(getattr(model, "sees", False)))


def asked(history: History) -> list[Path]:
    """Return the screenshots that the model requested with its last calls."""
    last = [action for turn in history.turns[-1:] for action in turn.actions]
    return [Path(each.result.data["path"]) for each in last if each.tool == "page.screenshot" and each.result.ok]


def shows(task: Task, turn: Turn) -> bool:
    """Return whether a screenshot accompanies the request unasked."""
    return task.vision == "always" or DRAWN.search(turn.look.outline) is not None


def picture_tokens(pictures: list[bytes]) -> int:
    """Estimate the tokens of pictures."""
    return sum(width * height // PIXELS_A_TOKEN for width, height in map(image_size, pictures))
