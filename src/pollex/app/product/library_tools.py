"""What the window about libraries does: check one, and add one."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from ...core.context import Context
from ...core.declare import from_function
from ...core.fault import Fault, Issue, placed
from ...core.json import Object
from ...core.suggest import one_of
from ...core.tool import Tool
from ...workspace.workspace import Workspace
from .issue_list import issue_items
from .library_list import list_libraries
from .local_path import local_path
from .tools_window import TOOLS
from .window import render

if TYPE_CHECKING:
    from ..workspaces.parts import AppParts


class LibraryWindowTools:
    """Checks and adds libraries for one workspace."""

    def __init__(self, workspace: Workspace, parts: AppParts) -> None:
        self._workspace = workspace
        self._parts = parts

    def tools(self) -> list[Tool]:
        return [
            from_function(self.check, name="libraries.check", effect="read", examples=[{"library": "/home/me/shop"}]),
            from_function(self.add, name="libraries.add", approval=True, examples=[{"folder": "/home/me/shop"}]),
        ]

    async def check(self, library: str) -> Object:
        """Check a library: all apps, templates and scripts. What is wrong is shown in the window Library and tools.

        Args:
            library: The folder of a library that was added.
        """
        known = [row["id"] for row in await list_libraries(self._parts)]
        if library not in known:
            expected = one_of(known) if known else "a library; none is added yet"
            raise Fault("not_found", "There is no such library.", pointer="/library", expected=expected)
        result = await asyncio.to_thread(self._parts.libraries().check, Path(library))
        errors = [] if result.fault is None else [*result.fault.issues]
        warnings = [Issue.from_json(each) for each in (result.data or {}).get("warnings", ())]
        fine = f"{Path(library).name} has no mistakes."
        await self._show(issue_items(errors, warnings, fine))
        return {"errors": len(errors), "warnings": len(warnings)}

    async def add(self, folder: str, context: Context) -> Object:
        """Add the tools of a library to this app, until it ends.

        Args:
            folder: The folder of the library.
        """
        try:
            added = self._parts.add_library(local_path(folder))
        except Fault as fault:
            raise placed(fault, "/folder") if not fault.issues else fault from None
        await context.call("tools.search")
        fine = f"{Path(folder).name} was added: {len(added)} tools."
        await self._show(issue_items([], [], fine))
        return {"tools": [tool.name for tool in added]}

    async def _show(self, items: list[Object]) -> None:
        window = TOOLS.id("")
        if window in self._workspace.desk.windows:
            shown = render(window, "list", {"items": items}, id_="checked")
            await self._workspace.apply([shown], by="workspace")
