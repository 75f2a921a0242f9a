"""What a test needs, by its fixtures and its folder: `-m "not browser and not process"` leaves the quick ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

TESTS: Final = Path(__file__).parent
FIXTURES: Final = {
    "browser": frozenset({
        "attack", "browse", "candidate", "chrome", "chromium", "do", "light", "open_page", "open_tab",
        "open_widget", "paired", "perform", "play", "ran", "real_run", "replay",
    }),
    "process": frozenset({
        "door", "isolator", "node", "nursery", "own_postgres", "postgres", "run_script", "runtime", "shared_runtime",
    }),
}  # fmt: skip
"""Those that give a test what a kind is named after; `nursery` is below each that forks a program."""
FOLDERS: Final = {
    "browser": ("agent/exam", "agent/hostile", "agent/steering", "extension", "flow/heal", "walls", "web", "widgets"),
    "process": ("cli", "durable", "flow/kills", "isolation", "scripting"),
}


def kinds_of(item: pytest.Item) -> Iterator[str]:
    """Yield the marks of a test."""
    folder = item.path.parent.relative_to(TESTS).as_posix() + "/"
    fixtures = set(getattr(item, "fixturenames", ()))
    for kind, names in FIXTURES.items():
        if fixtures & names or folder.startswith(tuple(f"{each}/" for each in FOLDERS[kind])):
            yield kind
