"""The product's own windows of one workspace: opened by a tool, and fed with what they show while they are open."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from ...core.declare import from_function
from ...core.fault import Fault
from ...core.json import Object
from ...core.schema import Schema
from ...core.tool import Tool
from ...workspace.command_result import error_text
from ...workspace.own_components import OWN_WINDOW
from ...workspace.update import DeskUpdate
from ...workspace.workspace import Workspace
from .catalog import PRODUCT_WINDOWS, STANDING
from .library_tools import LibraryWindowTools
from .module_tools import ModuleWindowTools
from .tool_tools import ToolWindowTools
from .window import Feed, ProductWindow

if TYPE_CHECKING:
    from ..workspaces.parts import AppParts

PERIOD: Final = 1.0
"""Seconds between two readings of what open windows show."""
NAMED: Final = {window.name: window for window in PRODUCT_WINDOWS}
ABOUT: Final = re.compile(r"[\w./:-]{1,100}")


class ProductWindows:
    """Opens the product's windows in a workspace, and keeps what they show up to date."""

    def __init__(self, workspace: Workspace, parts: AppParts) -> None:
        self._workspace = workspace
        self._parts = parts
        self._feeding: asyncio.Task[None] | None = None
        self._read = asyncio.Event()
        self._failed: dict[str, str] = {}
        self._seen = False
        """Whether a page shows the workspace."""
        workspace.updates.add(self._updated)

    def tools(self) -> list[Tool]:
        return [
            _with_names(
                from_function(
                    self.open,
                    name="windows.open",
                    effect="read",
                    description=f"Open a window of Pollex itself. {' '.join(map(_listed, PRODUCT_WINDOWS))}",
                    examples=[{"name": "runs"}],
                )
            ),
            *ToolWindowTools(self._workspace, self._parts).tools(),
            *LibraryWindowTools(self._workspace, self._parts).tools(),
            *ModuleWindowTools(self._workspace, self._parts).tools(),
        ]

    async def open(self, name: str, about: str = "") -> Object:
        """Open a window of Pollex itself, or bring it to the front.

        Args:
            name: Which window.
            about: What it is about, where there are several such windows: of a run, its id.
        """
        window = _find(name, about)
        id_ = window.id(about)
        desk = self._workspace.desk
        if id_ in desk.windows:
            top = max(each.z_index for each in desk.windows.values())
            await self._workspace.apply(
                [{"op": "window.update", "params": {"id": id_, "zIndex": top + 1}}], by="workspace"
            )
            self._read.set()
            return {"id": id_}
        size: Object = {"width": window.width, "height": window.height}
        created = {"op": "window.create", "params": {"id": id_, "title": window.title, **size}}
        content = await window.draw(self._parts, id_, about)
        await self._feed(window.feeds)
        await self._workspace.apply([created, *content], by="workspace")
        return {"id": id_}

    async def leave(self, name: str, about: str = "") -> None:
        """Close a window of Pollex, if it is open."""
        id_ = NAMED[name].id(about)
        if id_ in self._workspace.desk.windows:
            await self._workspace.close_window(id_)

    async def refresh(self, name: str) -> None:
        """Read what a window shows at once, because it was changed here."""
        await self._feed(NAMED[name].feeds)

    def show(self, seen: bool) -> None:
        """Take that a page shows the workspace, or that none does any more."""
        self._seen = seen
        if seen:
            self._begin()

    def begin(self) -> None:
        """Feed the windows that were open when the workspace was left."""
        if self._open():
            self._begin()

    def _updated(self, update: DeskUpdate) -> None:
        if any(each.kind == "created" and each.id.startswith(OWN_WINDOW) for each in update.lifecycle):
            self._begin()

    def _begin(self) -> None:
        if self._feeding is None or self._feeding.done():
            self._feeding = asyncio.ensure_future(self._feed_all())

    def _open(self) -> list[ProductWindow]:
        """Return the windows that are open and have something to read."""
        ids = [each for each in self._workspace.desk.windows if each.startswith(OWN_WINDOW)]
        return [each for each in PRODUCT_WINDOWS if each.feeds and any(_is_of(id_, each) for id_ in ids)]

    async def _feed_all(self) -> None:
        while (windows := self._open()) or self._seen:
            for feeds in (*(window.feeds for window in windows), *([STANDING] if self._seen else [])):
                await self._feed(feeds)
            self._read.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(PERIOD):
                    await self._read.wait()

    async def _feed(self, feeds: Mapping[str, Feed]) -> None:
        """Read what is shown. A fault is said in the chat once, until the reading works again."""
        for key, feed in feeds.items():
            try:
                value = await feed(self._parts)
            except Fault as fault:
                if self._failed.get(key) != (said := error_text(fault)):
                    self._failed[key] = said
                    await self._workspace.say("system", said)
                continue
            self._failed.pop(key, None)
            self._workspace.mirror(key, value)

    async def close(self) -> None:
        """Stop reading."""
        if self._feeding is not None:
            self._feeding.cancel()
            with suppress(asyncio.CancelledError):
                await self._feeding


def _with_names(tool: Tool) -> Tool:
    """Return the tool with the names of the windows in its schema, so that whoever reads it knows them."""
    assert isinstance(tool.input.document, dict)
    properties = tool.input.document["properties"]
    names = {**properties["name"], "enum": list(NAMED)}
    return tool.replace(input=Schema({**tool.input.document, "properties": {**properties, "name": names}}))


def _listed(window: ProductWindow) -> str:
    about = f" (about: {window.about})" if window.about else ""
    return f"{window.name}{about}: {window.description}"


def _is_of(id_: str, window: ProductWindow) -> bool:
    return id_ == window.id("") or (bool(window.about) and id_.startswith(f"{window.id('')}-"))


def _find(name: str, about: str) -> ProductWindow:
    window = NAMED[name]
    if about and not window.about:
        hint = "Leave it out."
        raise Fault("invalid_input", f"The window {name!r} is about nothing else.", pointer="/about", hint=hint)
    if about and not ABOUT.fullmatch(about):
        expected = f"{window.about}: letters, digits and . - _ / :"
        raise Fault(
            "invalid_input",
            "No window can be about that.",
            pointer="/about",
            expected=expected,
            received=repr(about[:100]),
        )
    if not about and not window.launched:
        raise Fault(
            "invalid_input",
            f"The window {name!r} is about something.",
            pointer="/about",
            expected=window.about,
            received="nothing",
            hint=f"Give {window.about} as `about`.",
        )
    return window
