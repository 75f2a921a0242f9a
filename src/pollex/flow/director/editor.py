"""The editor of a workflow, for one conversation: the draft, its tools, its page, and the seam to what runs it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from ...core.call import Call
from ...core.context import Context
from ...core.fault import Fault
from ...core.invoke import invoke
from ...core.json import Object
from ...core.protocols import Page
from ...core.registry import Registry, Tools
from ...core.result import Result
from ...core.suggest import one_of
from ..nodes import NODE_TYPES
from ..nodetype import NodeType
from ..workflow import Workflow
from .history import DraftHistory
from .prompt import director_prompt

if TYPE_CHECKING:
    from types import TracebackType

RunWorkflow: TypeAlias = Callable[[Workflow, Object, Page | None], Awaitable[Result]]
"""Runs a workflow with inputs on a page, which stays open; each node of its answer says its `result`."""
OpenPage: TypeAlias = Callable[[Context], Page]
"""Makes a page for the calls of a context, held to its domains."""


def _empty() -> Object:
    return {"name": "workflow", "nodes": []}


def _nothing() -> Context:
    return Context(Registry())


def kind_of(node: Mapping[str, Any]) -> NodeType | None:
    """The type of a node in a draft, which may be one that there is not."""
    return NODE_TYPES.get(str(node.get("type")))


@dataclass(eq=False)
class WorkflowEditor:
    """What the Director's tools work on. `document` is a workflow file that may still be incomplete."""

    document: Object = field(default_factory=_empty)
    run: RunWorkflow | None = None
    known: Tools | None = None
    """The tools that its `tool` nodes may name; with them, the arguments of those nodes are checked."""
    folder: Path | None = None
    """Where the workflows that it calls are looked for, and where it is saved if it has no file."""
    file: Path | None = None
    """Where it is saved."""
    context: Context = field(default_factory=_nothing)
    """What the conversation's calls run in: a run and a page of its own."""
    open_page: OpenPage | None = None
    refresh: Callable[[], Awaitable[None]] | None = None
    """Awaited before a call: brings the known tools up to date with the files that they come from."""
    variables: dict[str, Any] = field(default_factory=dict)
    """Values that were set, and those that trials left behind."""
    declared: set[str] = field(default_factory=set)
    """Inputs of the workflow that stand there because a variable was set."""
    history: DraftHistory = field(default_factory=DraftHistory)
    on_change: Callable[[], object] | None = None
    """Called when the draft has changed."""
    tools: Registry = field(default_factory=Registry, init=False)
    """The Director's tools, which work on this editor and no other."""

    @property
    def prompt(self) -> str:
        """The system prompt for a model that works with this editor."""
        return director_prompt(self.document)

    async def call(self, tool: str, args: Any = None) -> Result:
        """Call a tool of this conversation; `args` is a dict or JSON text. Never raises, as `app.call`."""
        if self.refresh is not None:
            await self.refresh()
        return await invoke(Call(tool, args), self.context)

    def take_page(self, domains: tuple[str, ...] | None = None) -> None:
        """Take a new page, held to these domains. It opens a window when it is first used."""
        self.context.domains = domains
        if self.open_page is not None:
            self.context.page = self.open_page(self.context)

    async def close(self) -> None:
        """Close the page's window."""
        if self.context.page is not None:
            await self.context.page.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @property
    def nodes(self) -> list[Object]:
        """The nodes in the order of their positions."""
        return sorted(self.document["nodes"], key=lambda node: int(node["position"]))

    def node(self, position: int) -> Object:
        for node in self.document["nodes"]:
            if node["position"] == position:
                return dict(node)
        known = one_of((str(node["position"]) for node in self.nodes), 30)
        raise Fault(
            "not_found",
            f"There is no node at position {position}.",
            pointer="/position",
            expected=known,
            received=str(position),
            hint="list_nodes shows which there are.",
        )

    def take(self, document: Object) -> None:
        """Make another document the draft; the one before can be had back."""
        if document != self.document:
            self.history.leave(self.document)
            self._become(document)

    def undo(self) -> None:
        """Take the last edit back, or raise a Fault."""
        self._become(self.history.back(self.document))

    def redo(self) -> None:
        """Do an edit again that was taken back, or raise a Fault."""
        self._become(self.history.forward(self.document))

    def _become(self, document: Object) -> None:
        self.document = document
        if self.on_change is not None:
            self.on_change()

    def replace(self, nodes: Sequence[Mapping[str, Any]]) -> Object:
        """The draft with other nodes."""
        ordered = sorted(nodes, key=lambda node: int(node["position"]))
        return {**self.document, "nodes": [dict(node) for node in ordered]}

    def workflow(self) -> Workflow:
        """The draft as a workflow that can run; one Fault with all that is still wrong."""
        return Workflow.from_json(self.document, folder=self.folder, tools=self.known)
