"""What one client watches, and what it does there: the requests of the live view."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

from ...core.json import Object
from ...runs.live_run import Taker
from .message import written

if TYPE_CHECKING:
    from ...app.app import App
    from ...app.live import AnyWatch
    from .outbox import Outbox


class LiveRequests:
    """The live views of one client, until it goes."""

    def __init__(self, app: App, outbox: Outbox) -> None:
        self._app = app
        self._outbox = outbox
        self._watches: dict[str, AnyWatch] = {}
        self._closed = False
        self._taker = Taker("another page")
        self._taken: set[str] = set()

    async def watch(self, message: Object) -> None:
        """Begin or end to send the frames of a run; to say it twice does no harm."""
        run = message["run"]
        if not message["on"]:
            self._leave(run)
            return
        watch = await self._app.live.watch(run, lambda frame: self._outbox.put_latest(run, written("frame", frame)))
        self._leave(run)
        self._watches[run] = watch
        if self._closed:  # it has gone meanwhile
            self._leave(run)

    async def take(self, message: Object) -> None:
        self._taken.add(message["run"])
        await self._app.live.take(message["run"], on=message["on"], by=self._taker)

    async def act(self, message: Object) -> Object | None:
        self._taken.add(message["run"])
        return await self._app.live.act(message["run"], message["act"], by=self._taker)

    def close(self) -> None:
        self._closed = True
        for run in self._taken:
            self._app.live.leave(run, self._taker)
        for run in list(self._watches):
            self._leave(run)

    def _leave(self, run: str) -> None:
        if (watch := self._watches.pop(run, None)) is not None:
            watch.close()


LIVE_REQUESTS: Final[dict[str, Callable[[LiveRequests, Object], Awaitable[Any]]]] = {
    "watch": LiveRequests.watch,
    "take": LiveRequests.take,
    "act": LiveRequests.act,
}
"""The requests that need no workspace."""
