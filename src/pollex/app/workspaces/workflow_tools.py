"""Tools of a workspace about kept workflows: list, show and open them. The Director's tools edit the open one."""

from __future__ import annotations

from ...core.declare import from_function
from ...core.json import Object
from ...core.tool import Tool
from ..workflows.draft import WorkflowDraft
from ..workflows.files import create_workflow, find_workflow, kept_workflows
from .parts import AppParts


class WorkflowTools:
    """The workflows that are kept in the home folder."""

    def __init__(self, parts: AppParts, draft: WorkflowDraft) -> None:
        """`draft` is what the workspace edits."""
        self._parts = parts
        self._draft = draft

    def tools(self) -> list[Tool]:
        return [
            from_function(self.list, name="workflows.list", effect="read", examples=[{}]),
            from_function(self.show, name="workflows.show", effect="read", examples=[{"name": "orders"}]),
            from_function(self.open, name="workflows.open", effect="read", examples=[{"name": "orders"}]),
            from_function(self.create, name="workflows.create", examples=[{"name": "orders"}]),
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
        await self._draft.open({"name": name})
        return shown

    def create(self, name: str) -> Object:
        """Keep a new workflow without nodes, to be opened and written with create_node.

        Args:
            name: Its name: letters, digits, '-' and '_', and '.' inside.
        """
        return create_workflow(self._parts.workflows, name)
