"""The workflows of the home folder for people to look at: their pictures, their versions, what differs."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from ...core.fault import Fault
from ...core.json import Object
from ...flow.definition import WorkflowDefinition
from ...flow.director.file import read_draft
from ...flow.director.needs import choices
from ...flow.nodes import TYPES
from ...flow.revision.difference import workflow_difference
from ...flow.revision.kept import KeptVersions
from ...flow.show.drawing import drawing
from .files import find_workflow, kept_workflows

if TYPE_CHECKING:
    from ..workspaces.parts import AppParts


class KeptWorkflows:
    """The workflows that an app keeps."""

    def __init__(self, parts: AppParts) -> None:
        self._parts = parts
        self.versions = KeptVersions(parts.home / "workflow-versions")

    def rows(self) -> list[Object]:
        """Return each workflow with its title, its size and the time of its last change, the newest first."""
        rows = [self._row(name, file) for name, file in kept_workflows(self._parts.workflows).items()]
        return sorted(rows, key=lambda row: str(row["changed"]), reverse=True)

    def _row(self, name: str, file: Path) -> Object:
        changed = datetime.fromtimestamp(file.stat().st_mtime, UTC).isoformat(timespec="seconds")
        try:
            document = read_draft(file)
        except Fault as fault:
            return {"name": name, "title": name, "about": fault.message, "nodes": 0, "changed": changed}
        about = document.get("description") or ""
        return {
            "name": name,
            "title": document["name"],
            "about": about,
            "nodes": len(document["nodes"]),
            "changed": changed,
        }

    def show(self, name: str) -> Object:
        """Return a workflow with its picture, its versions, and what keeps it from running."""
        file = find_workflow(self._parts.workflows, name)
        document = read_draft(file)
        self.versions.keep(name, document)
        fault = self._fault(file)
        return {
            "name": name,
            **shown_document(document),
            "versions": self.versions.summaries(name),
            "fault": None if fault is None else fault.to_json(),
        }

    def _fault(self, file: Path) -> Fault | None:
        try:
            self._parts.load_workflow(file)
        except Fault as fault:
            return fault
        return None

    def difference(self, name: str, before: int, after: int) -> list[Object]:
        """Return what differs between two versions."""
        find_workflow(self._parts.workflows, name)
        return workflow_difference(self.versions.read(name, before), self.versions.read(name, after))


def shown_document(document: Object) -> Object:
    """Return a document with its picture and the schema of its inputs."""
    inputs = WorkflowDefinition(document).inputs.document
    return {"document": document, "drawing": drawing(document), "inputs": inputs}


def node_types() -> list[Object]:
    """Return the types of nodes, each with the schema of its config: what a form is made from."""
    return [
        {
            "type": kind.name,
            "title": kind.title,
            "description": kind.description,
            "properties": dict(kind.properties),
            "required": list(kind.required),
            "choices": choices(kind),
            "runsOthers": kind.name in ("iterate", "route", "group"),
        }
        for kind in TYPES
    ]
