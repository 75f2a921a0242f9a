"""An app with a home of its own, and tools that ask before they act."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import pollex
from pollex import App

WIPED: list[str] = []


@pollex.tool(effect="destroy", examples=[{"what": "a"}])
async def wipe(what: str) -> str:
    """Wipe something."""
    WIPED.append(what)
    return f"wiped {what}"


@pytest.fixture
def wiped() -> list[str]:
    """What the tool `wipe` did."""
    WIPED.clear()
    return WIPED


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    async with App(home=tmp_path, tools=[wipe], environ={}) as opened:
        yield opened
