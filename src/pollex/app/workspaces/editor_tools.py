"""The Director's tools in a workspace: they are known before its editor is open."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...core.registry import Tools
from ...core.tool import Tool
from ...flow.director import tool_names

if TYPE_CHECKING:
    from ...flow.director import WorkflowEditor


class EditorTools(Tools):
    """The tools of an editor, which is opened when one of them is first looked for."""

    def __init__(self, editor: Callable[[], WorkflowEditor]) -> None:
        self._editor = editor
        self._names = tool_names()

    def find(self, name: str) -> Tool | None:
        return self._editor().tools.find(name) if name in self._names else None

    def names(self) -> list[str]:
        return list(self._names)
