"""Events of runs: some written by hand, a second apart, and those of a real run of the agent on the practice shop."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pollex import App
from pollex.core.event import Event, EventKind, MemoryLog
from pollex.core.json import Object
from pollex.core.protocols import ModelReply, ToolRequest
from pollex.core.result import Cost
from pollex.practice.server import Server
from pollex.testing.model import ScriptedModel

Told = tuple[EventKind, Object]
Written = Callable[..., list[Event]]


@dataclass(frozen=True)
class RealRun:
    """A run that has happened, and the folder of its files."""

    events: list[Event]
    folder: Path


@pytest.fixture(scope="session")
def written() -> Written:
    """Events one second apart: `written(("run.started", {"task": "…"}), …)`."""

    def made(*told: Told) -> list[Event]:
        return [
            Event("0f6e", seq, f"2026-11-15T10:{seq // 60:02}:{seq % 60:02}.000000Z", kind, data)
            for seq, (kind, data) in enumerate(told)
        ]

    return made


@pytest.fixture(scope="session")
def real_run(tmp_path_factory: pytest.TempPathFactory) -> RealRun:
    """The agent searches the shop, fails once, reads the list, and puts a lamp into the basket."""
    return asyncio.run(_shopping(tmp_path_factory.mktemp("home")))


async def _shopping(home: Path) -> RealRun:
    log = MemoryLog()
    model = ScriptedModel([_says(text, *calls) for text, *calls in SHOPPING], name="openai:gpt-5")
    with Server() as server:
        async with App(home=home, log=log, approve="allow") as app:
            run = await app.run(
                "Put the first desk lamp into the basket", url=f"{server.url}/shop/", model=model, durable=False
            )
    return RealRun(await log.read(run.id), home / "files" / run.id)


def _says(text: str, *calls: tuple[str, Any]) -> ModelReply:
    requests = tuple(ToolRequest(f"call-{number}", tool, args) for number, (tool, args) in enumerate(calls))
    return ModelReply(text, requests, Cost(900, 2_000, 100, 0.002), "tools")


SHOPPING: tuple[tuple[Any, ...], ...] = (
    (
        "The cookies are in the way.",
        ("page.click", {"selector": "role=button[name='Only necessary']"}),
        ("page.type", {"selector": "role=searchbox", "text": "desk lamp"}),
        ("page.keypress", {"key": "Enter"}),
    ),
    ("I open it.", ("page.navigate", {"url": "no address at all"})),
    (
        "I read the list.",
        ("page.extract", {"instruction": "products", "schema": {
            "type": "array",
            "items": {"type": "object", "properties": {"name": {"type": "string"}, "price": {"type": "string"}}},
        }}),
    ),
    ("I take the first.", ("page.act", {"instruction": "click the first Add to basket"})),
    ("", ("done", {"text": "The basket has one lamp.", "success": True, "values": {"items": 1}})),
    ("", ("done", {"text": "The basket has one lamp.", "success": True, "values": {"items": 1}})),
)  # fmt: skip
