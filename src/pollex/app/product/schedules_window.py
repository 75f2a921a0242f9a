"""The window *Schedules*: what workers run again and again, and how to end it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...core.declare import from_function
from ...core.json import Object
from ...core.tool import Tool
from .window import ProductWindow, call, mirrored, render, table

if TYPE_CHECKING:
    from ..workspaces.parts import AppParts


class ScheduleTools:
    """What a workspace may do with schedules."""

    def __init__(self, parts: AppParts) -> None:
        self._parts = parts

    def tools(self) -> list[Tool]:
        ending: Object = {"effect": "destroy", "approval": True, "open_world": False}
        return [
            from_function(self.list, name="schedules.list", effect="read", examples=[{}], open_world=False),
            from_function(self.end, name="schedules.end", examples=[{"name": "every morning"}], **ending),
        ]

    async def list(self) -> list[Object]:
        """List the schedules, the next due first: what runs, its time as cron writes it, in UTC, and the webhook."""
        return await self._parts.runs().schedules()

    async def end(self, name: str) -> Object:
        """End a schedule: what it has run stays.

        Args:
            name: Its name.
        """
        await self._parts.runs().unschedule(name)
        return {"name": name}


async def scheduled(parts: AppParts) -> list[Object]:
    return await parts.runs().schedules()


async def draw(parts: AppParts, window: str, about: str) -> list[Object]:
    end = {"label": "End", "tone": "danger", "command": [call("schedules.end", {"name": "{{value}}"})]}
    shown = table(
        {"name": "Name", "runs": "Runs", "cron": "Cron (UTC)", "due": "Next", "webhook": "Told to"},
        mirrored("schedules"),
        types={"due": "date"},
        rowKey="name",
        empty="Nothing is scheduled: pollex flow schedule FILE --cron '0 7 * * *'.",
        actions=[end],
    )
    return [render(window, "table", shown)]


SCHEDULES: Final = ProductWindow(
    "schedules",
    "Schedules",
    "time",
    "Workflows and tools that workers run again and again: see when, and end them.",
    draw,
    feeds={"schedules": scheduled},
)
