"""A workspace as a stream of AG-UI events, for clients that are not our page."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ..core.call import new_id
from ..core.event import Event
from ..core.json import Object, dumps
from ..workspace.agui import AguiStream, messages_snapshot
from .endpoint import ApiRequest
from .events import EventStream
from .limits import too_many
from .workspace import find_workspace

if TYPE_CHECKING:
    from ..app.workspaces.host import WorkspaceHost
    from ..workspace.update import DeskUpdate
    from ..workspace.workspace import Workspace
    from .state import ServerState

SOON: Final = 2.0
"""Seconds in which a workspace of this process is drawn after its event was written."""


async def stream_agui(asked: ApiRequest) -> Response:
    """Stream a workspace: first as it is, then what happens. A client that comes again begins anew."""
    state, host = asked.state, await find_workspace(asked)
    if state.listeners >= state.limits.listeners:
        raise too_many("listeners", state.limits.listeners)
    return AguiEvents(state, host)


class AguiEvents(EventStream):
    """The events of a workspace in the words of AG-UI."""

    def __init__(self, state: ServerState, host: WorkspaceHost) -> None:
        self._watchers = host.watchers
        self._workspace = workspace = host.workspace
        self._translated = AguiStream(workspace.id, new_id())
        self._drawn, self._changed = workspace.record.seq, asyncio.Event()
        self._opening = [self._translated.opening()[0], *self._whole(), _chat(workspace)]
        super().__init__(state, state.app.find_run(workspace.id), workspace.record.seq)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._watchers.add(self)
        end = self._workspace.updates.add(self._heard)
        try:
            await super().__call__(scope, receive, send)
        finally:
            end()
            self._watchers.discard(self)

    def _heard(self, update: DeskUpdate) -> None:
        self._drawn = max(self._drawn, update.seq)
        self._changed.set()

    def opening(self) -> str:
        return _lines(self._opening)

    async def written(self, event: Event) -> str:
        """Return an event; what was taken back is not told by its event, so the whole workspace follows that."""
        translated = self._translated.translate(event)
        if event.kind != "workspace.undone":
            return _lines(translated)
        with suppress(TimeoutError):  # another process may have done it
            async with asyncio.timeout(SOON):
                while self._drawn < event.seq:
                    self._changed.clear()
                    await self._changed.wait()
        return _lines([*translated, *self._whole()])

    def _whole(self) -> list[Object]:
        """Return the state and what is drawn, as they are."""
        shown = self._workspace.snapshot()
        drawn = {name: shown[name] for name in ("windows", "components")}
        custom = {"type": "CUSTOM", "name": "workspace.snapshot", "value": drawn}
        return [self._translated.snapshot(shown["state"]), custom]

    def ending(self) -> str:
        return _lines(self._translated.closing())

    async def ended(self) -> bool:
        """Return False: a workspace goes on."""
        return False


def _chat(workspace: Workspace) -> Object:
    """Return the chat up to the event from which the stream goes on."""
    said = [each for each in workspace.chat if each.seq <= workspace.record.seq]
    return messages_snapshot(Event(workspace.id, each.seq, each.at, "workspace.chat", each.to_event()) for each in said)


def _lines(events: list[Object]) -> str:
    return "".join(f"data: {dumps(event)}\n\n" for event in events)
