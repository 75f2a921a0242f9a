"""What `app.workspace()` returns: a workspace that is opened when it is first used."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import TYPE_CHECKING, Any, Final, Self

from ...core.fault import Fault
from ...core.json import Object

if TYPE_CHECKING:
    from ...workspace.aggregator import Aggregator
    from ...workspace.command_result import CommandResult
    from ...workspace.planner.orchestrator import ModelTurn
    from ...workspace.state import StateChange
    from ...workspace.update import WindowEvent
    from ...workspace.workspace import Workspace
    from .host import WorkspaceHost
    from .workspaces import Workspaces

BY: Final = "program"
"""Who decides from Python, as the log says."""


class WorkspaceHandle:
    """A workspace of an app: `workspace = await app.workspace()`, or use it at once and it opens itself."""

    def __init__(self, workspaces: Workspaces, id: str | None) -> None:  # noqa: A002 - it is the id of the workspace
        self._workspaces = workspaces
        self._id = id
        self._host: WorkspaceHost | None = None
        self._listeners: list[Callable[[Workspace], object]] = []

    async def open(self) -> Self:
        """Read what was kept. The other methods do this themselves, but for `windows`."""
        if self._host is None:
            self._host = await self._workspaces.open(self._id)
            self._host.watchers.add(self)
            for listen in self._listeners:
                listen(self._host.workspace)
        return self

    async def _at_work(self) -> WorkspaceHost:
        await self.open()
        assert self._host is not None
        return self._host

    def __await__(self) -> Generator[Any, None, Self]:
        return self.open().__await__()

    @property
    def workspace(self) -> Workspace:
        """The workspace behind it; raise a Fault where it is not open yet."""
        if self._host is None:
            raise Fault("unavailable", "The workspace is not open yet.", hint="Write `await app.workspace()`.")
        return self._host.workspace

    @property
    def id(self) -> str:
        return self.workspace.id

    async def apply(self, batch: Any, *, by: str = "program") -> list[CommandResult]:
        """Apply a batch of commands as a whole, or raise a Fault with all its mistakes (UICPValidationError)."""
        return await (await self.open()).workspace.apply(batch, by=by)

    async def import_surface(self, messages: Any, *, title: str | None = None) -> Object:
        """Draw the surfaces of A2UI messages as windows; return the windows and what a workspace lacks for them."""
        return await (await self._at_work()).import_surface(messages, title)

    def windows(self) -> list[Object]:
        """Return the ids and titles of the open windows (003: listWorkspaceWindows)."""
        return self.workspace.windows()

    async def close_window(self, id: str) -> None:  # noqa: A002 - it is the id of the window
        """Close a window (003: closeWorkspaceWindow)."""
        await (await self.open()).workspace.close_window(id)

    def on_window(self, listener: Callable[[WindowEvent], object]) -> Callable[[], None]:
        """Have a listener called for windows that are created, updated or destroyed (003: registerWindowLifecycle).

        The function that is returned ends this.
        """
        return self._listen(lambda workspace: workspace.on_window(listener))

    def on_state(self, listener: Callable[[StateChange], object]) -> Callable[[], None]:
        """Have a listener called with the old and the new value of state that changes."""
        return self._listen(lambda workspace: workspace.on_state(listener))

    def _listen(self, listen: Callable[[Workspace], Callable[[], None]]) -> Callable[[], None]:
        """Begin to listen, once the workspace is open; the function that is returned ends this."""
        ended: list[Callable[[], None]] = []
        if self._host is not None:
            return listen(self._host.workspace)

        def begin(workspace: Workspace) -> None:
            ended.append(listen(workspace))

        def end() -> None:
            if begin in self._listeners:
                self._listeners.remove(begin)
            for each in ended:
                each()

        self._listeners.append(begin)
        return end

    async def ask(self, text: str) -> ModelTurn:
        """Ask for something in words, and wait until it is drawn, or kept as a plan for a person."""
        return await (await self._at_work()).ask(text)

    async def aggregator(self) -> Aggregator:
        """Return a collector for a model's text from elsewhere: its batches pass the gate as those of a turn do."""
        return (await self._at_work()).orchestrator.aggregator()

    async def stop(self) -> Object:
        """Stop everything that the model does and has started, and lock Full Control. Windows stay."""
        return await (await self._at_work()).stop()

    async def gate(self) -> Object:
        """Return whether Full Control is on or locked, and the plans that wait with what they would change."""
        return (await self._at_work()).gate()

    async def full_control(self, *, on: bool) -> None:
        """Switch Full Control on or off; raise a Fault where STOP has locked it."""
        await (await self._at_work()).orchestrator.full_control.switch(on=on, by=BY)

    async def unlock(self) -> None:
        """Let Full Control be again what it was before STOP."""
        await (await self._at_work()).orchestrator.full_control.unlock(by=BY)

    async def accept_plan(self, plan: str, steps: Iterable[int] | None = None) -> list[CommandResult]:
        """Apply steps of a plan, all that wait without a list, as one batch."""
        return await (await self._at_work()).orchestrator.plans.accept(plan, steps)

    async def refuse_plan(self, plan: str, steps: Iterable[int] | None = None) -> None:
        """Drop steps of a plan, all that wait without a list."""
        await (await self._at_work()).orchestrator.plans.refuse(plan, steps)

    async def edit_plan(self, plan: str, step: int, command: Object) -> None:
        """Put another command in the place of a step that waits; raise a Fault where it is not valid."""
        await (await self._at_work()).orchestrator.plans.edit(plan, step, command)

    async def approvals(self) -> list[Object]:
        """Return the calls of this workspace that wait for a yes or no, each with its `path`."""
        return [question.to_json() for question in (await (await self._at_work()).approvals.open()).values()]

    async def approve(self, path: str | None = None, *, approved: bool = True, kind: bool = False) -> None:
        """Approve or refuse the call at a path, or the only one; `kind` lets a yes hold for its kind."""
        await (await self._at_work()).approvals.answer(path, approved=approved, kind=kind, by=BY)

    async def model(self) -> Object:
        """Return the model that is asked, those that could be, whether it is at work, and what it cost so far."""
        return (await self._at_work()).model_state()

    async def choose_model(self, name: str | None) -> None:
        """Ask another model from now on, the default without a name; raise a Fault where it cannot be used."""
        await (await self._at_work()).choose_model(name)

    async def undo(self) -> Object:
        """Take the last batch back."""
        return await (await self.open()).workspace.undo()

    async def redo(self) -> Object:
        """Do the batch again that was taken back last."""
        return await (await self.open()).workspace.redo()

    def snapshot(self) -> Object:
        """Return everything that a page needs to draw it: windows, components, state, the last sequence number."""
        return self.workspace.snapshot()
