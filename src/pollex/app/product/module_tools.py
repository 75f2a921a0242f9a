"""What the windows about modules do: add, draft, check and remove them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ...core.context import Context
from ...core.declare import from_function
from ...core.fault import Fault, placed
from ...core.json import Object, dumps
from ...core.tool import Tool
from ...modules.draft import module_name
from ...workspace.workspace import Workspace
from .issue_list import issue_items
from .local_path import local_path
from .module_window import MODULE
from .window import render

if TYPE_CHECKING:
    from ..workspaces.parts import AppParts

Source = Literal["either", "pypi", "npm"]


class ModuleWindowTools:
    """Adds, checks and removes modules for one workspace."""

    def __init__(self, workspace: Workspace, parts: AppParts) -> None:
        self._workspace = workspace
        self._parts = parts

    def tools(self) -> list[Tool]:
        file = "/home/me/statistics/module.json"
        return [
            from_function(self.add, name="modules.add", approval=True, examples=[{"path": file}]),
            from_function(self.draft, name="modules.draft", approval=True, examples=[{"package": "statistics"}]),
            from_function(self.check, name="modules.check", examples=[{"name": "statistics"}]),
            from_function(self.remove, name="modules.remove", effect="destroy", examples=[{"name": "statistics"}]),
        ]

    async def add(self, path: str, context: Context) -> Object:
        """Add the tools of a module.json, or of all below a folder, to this app until it ends.

        Args:
            path: The file or folder.
        """
        try:
            added = self._parts.add_module(local_path(path))
        except Fault as fault:
            raise fault if fault.issues else placed(fault, "/path") from None
        if not added:
            message, hint = f"There is no module in {path!r}.", "Name a module.json, or a folder that has some."
            raise Fault("not_found", message, pointer="/path", expected="a module.json", received=path, hint=hint)
        await self._open(added, context)
        return {"tools": [tool.name for tool in added]}

    async def draft(self, package: str, context: Context, ecosystem: Source = "either") -> Object:
        """Draft a module from the functions of an installed package, and add its tools to this app until it ends.

        Args:
            package: The name of the package.
            ecosystem: Where it comes from, where both have one of this name.
        """
        wanted = None if ecosystem == "either" else ecosystem
        drafted = await self._parts.modules().packages.draft(package, wanted)
        file = self._parts.home / "modules" / module_name(package) / "module.json"
        if file.exists():
            hint = "Add this file, or delete it to have it drafted again."
            raise Fault("conflict", f"{str(file)!r} is there already.", pointer="/package", hint=hint, retry=False)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(dumps(drafted.document, indent=True) + "\n", encoding="utf-8")
        added = self._parts.add_module(file)
        await self._open(added, context)
        return {"file": str(file), "tools": [tool.name for tool in added], "notes": list(drafted.notes)}

    async def check(self, name: str) -> Object:
        """Check a module: load its library, and show in its window how each tool is called and what could be better.

        Args:
            name: The name of the module.
        """
        modules = self._parts.modules()
        checked = await modules.check(modules.find(name).manifest.file)
        fine = f"{name} has no mistakes: {len(checked.plans)} functions were found."
        window = MODULE.id(name)
        if window in self._workspace.desk.windows:
            items = issue_items(checked.issues, checked.advice, fine)
            await self._workspace.apply([render(window, "list", {"items": items}, id_="checked")], by="workspace")
        return {"errors": len(checked.issues), "advice": len(checked.advice)}

    async def remove(self, name: str, context: Context) -> Object:
        """Take a module's tools away from this app. Its files stay.

        Args:
            name: The name of the module.
        """
        gone = self._parts.modules().remove(name)
        await context.call("tools.search")
        window = MODULE.id(name)
        if window in self._workspace.desk.windows:
            await self._workspace.close_window(window)
        return {"tools": list(gone.tools)}

    async def _open(self, added: list[Tool], context: Context) -> None:
        """Open the window of the module that was added, where it is one."""
        names = {tool.name for tool in added}
        await context.call("tools.search")
        modules = [each for each in self._parts.modules().added if names & {*each.tools}]
        if len(modules) == 1:
            about = {"name": MODULE.name, "about": modules[0].manifest.name}
            await context.call("windows.open", about)
