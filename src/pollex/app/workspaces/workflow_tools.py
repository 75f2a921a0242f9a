"""Tools of a workspace about kept workflows: list, show and open them. The Director's tools edit the open one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from ...core.declare import from_function
from ...core.fault import Fault
from ...core.json import Object
from ...core.suggest import did_you_mean, one_of
from ...core.tool import Tool
from .parts import AppParts

ENDING = ".workflow.json"


class WorkflowTools:
    """The workflows that are kept in the home folder."""

    def __init__(self, parts: AppParts, edit: Callable[[Path], Awaitable[None]]) -> None:
        """`edit` opens a file in the editor of the workspace."""
        self._parts = parts
        self._edit = edit

    def tools(self) -> list[Tool]:
        return [
            from_function(self.list, name="workflows.list", effect="read", examples=[{}]),
            from_function(self.show, name="workflows.show", effect="read", examples=[{"name": "orders"}]),
            from_function(self.open, name="workflows.open", effect="read", examples=[{"name": "orders"}]),
        ]

    def list(self) -> list[Object]:
        """List the workflows that are kept here: name and file."""
        return [{"name": name, "file": str(file)} for name, file in kept_workflows(self._parts.workflows).items()]

    def show(self, name: str) -> Object:
        """Show a workflow: its description, inputs and nodes in order.

        Args:
            name: The name of the workflow.
        """
        workflow = self._parts.load_workflow(find_workflow(self._parts.workflows, name))
        return dict(workflow.to_json())

    async def open(self, name: str) -> Object:
        """Open a kept workflow to edit it: create_node and the others then change it, save_workflow saves it.

        Args:
            name: The name of the workflow.
        """
        shown = self.show(name)
        await self._edit(find_workflow(self._parts.workflows, name))
        return shown


def kept_workflows(folder: Path) -> dict[str, Path]:
    """Return the files of workflows in a folder by their names."""
    return {file.name.removesuffix(ENDING): file for file in sorted(folder.glob(f"*{ENDING}"))}


def find_workflow(folder: Path, name: str) -> Path:
    """Return the file of a workflow, or raise a Fault with those that there are."""
    kept = kept_workflows(folder)
    if name not in kept:
        raise Fault(
            "not_found",
            f"There is no workflow {name!r} here.",
            pointer="/name",
            expected=one_of(kept) if kept else "a workflow; none is kept yet",
            received=repr(name),
            hint=did_you_mean(name, kept) or "Build one: tell what it is to do, or compile a run.",
        )
    return kept[name]
