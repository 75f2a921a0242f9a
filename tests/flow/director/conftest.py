"""A director at work: its tools on an editor, called as a model calls them."""

from collections.abc import Callable
from typing import Any

import pytest

from pollex.core.context import Context
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.core.registry import Registry
from pollex.core.result import Result
from pollex.core.tool import Tool
from pollex.flow.director import WorkflowEditor, open_editor


class Director:
    def __init__(self, editor: WorkflowEditor) -> None:
        self.editor = editor

    async def call(self, tool: str, args: Any = None, /, **more: Any) -> Result:
        return await self.editor.call(tool, more if args is None else args)

    async def do(self, tool: str, /, **args: Any) -> Any:
        """The data of a call that must succeed."""
        return (await self.call(tool, args)).unwrap()

    async def refused(self, tool: str, /, **args: Any) -> Fault:
        """The fault of a call that must fail, and that must have changed nothing."""
        before = self.editor.document
        result = await self.call(tool, args)
        assert result.fault is not None
        assert self.editor.document is before
        return result.fault


@pytest.fixture
def director() -> Callable[..., Director]:
    """Makes a director; nodes are given as they stand in a file."""

    def make(*nodes: Object, others: tuple[Tool, ...] = (), **editor: Any) -> Director:
        document = {"name": "test", "nodes": list(nodes), **editor.pop("document", {})}
        return Director(open_editor(document, context=Context(Registry(*others)), **editor))

    return make
