"""The Director's tools, with which a model builds, repairs and tries a workflow, and sees mistakes at once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from ...core.json import Object
from ...core.registry import Joined
from ...core.tool import Tool
from .arrangement import delete_node, move_node
from .browser import debug_browser
from .catalog import describe_node_type, list_nodes, list_tools
from .editor import OpenPage, RunWorkflow, WorkflowEditor
from .file import read_draft
from .node_tools import create_node, update_node
from .save import save_workflow
from .trials import run_node, run_workflow
from .variables import manage_variable

__all__ = ["OpenPage", "RunWorkflow", "WorkflowEditor", "director_tools", "open_editor", "tool_names"]

MAKERS: Final = (
    create_node,
    update_node,
    delete_node,
    move_node,
    list_nodes,
    describe_node_type,
    list_tools,
    run_workflow,
    run_node,
    debug_browser,
    manage_variable,
    save_workflow,
)
"""Each makes the tool of its own name for an editor."""


def open_editor(
    document: Object | None = None, *, file: Path | None = None, folder: Path | None = None, **fields: Any
) -> WorkflowEditor:
    """An editor with its tools and its page, for a document, for what is in the file, or for a new draft.

    `fields` are those of Editor. Its calls find the tools of `context` as well.
    """
    if document is None:
        document = read_draft(file) if file is not None and file.exists() else {"name": "untitled", "nodes": []}
    editor = WorkflowEditor(document, file=file, folder=folder or (file and file.parent), **fields)
    for tool in director_tools(editor):
        editor.tools.add(tool)
    editor.context = replace(editor.context, tools=Joined(editor.tools, editor.context.tools))
    editor.take_page()
    return editor


def director_tools(editor: WorkflowEditor) -> tuple[Tool, ...]:
    """The tools of an editor. `create_node` and `update_node` are open, so that no export makes them strict."""
    return tuple(make(editor) for make in MAKERS)


def tool_names() -> list[str]:
    """The names of the tools that each editor has."""
    return [make.__name__ for make in MAKERS]
