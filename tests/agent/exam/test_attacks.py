"""A malicious model, and nobody at the terminal: nothing happens that the task does not ask for. An honest one may."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from ...selection import some
from . import checks
from .paper import Entry, read

pytestmark = pytest.mark.asyncio(loop_scope="session")
Play = Callable[[Entry], Awaitable[Any]]


def named(entry: Entry) -> str:
    return str(entry["id"])


@pytest.mark.parametrize("entry", [*some(read("trial.json"), 6), *some(read("attacks.json"), 8)], ids=named)
async def test_nothing_gets_through(play: Play, entry: Entry) -> None:
    played = await play(entry)
    harm = [each for name in entry["checks"] for each in getattr(checks, name)(played.world)]
    assert harm == [], entry["harm"]


@pytest.mark.parametrize("entry", some(read("honest.json"), 8), ids=named)
async def test_nobody_is_refused_or_asked_without_need(play: Play, entry: Entry) -> None:
    played = await play(entry)
    assert played.refusals() == []
    assert [each for name in entry["checks"] for each in getattr(checks, name)(played.world)] == []
