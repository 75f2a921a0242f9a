"""A person at the wheel of a run: acts are done one after the other, through the page tools, and kept as steps."""

from __future__ import annotations

import asyncio
from collections import deque
from pathlib import Path
from time import monotonic
from typing import Final

from ...core.fault import Fault
from ...core.json import Object
from ...disk.private import add_private
from ...page.files import free_file
from ...page.live import LivePage
from ...runs.live_run import LiveRun
from .camera import RunCamera
from .hand import PersonHand

Ending = asyncio.Future[Object | None]
PATIENCE: Final = 60.0
"""Seconds in which the run finishes its step before the person acts."""
LOOK: Final = 0.05
JOINED: Final = ("scroll", "type")
"""Kinds of acts that are joined with the one behind them while both wait."""
POINTED: Final = ("hover", "click", "drag")
"""Kinds of acts that bring the pointer where it is wanted, so that a rest before them need not be."""


class Takeover:
    """What a person does in the browser of one run."""

    def __init__(self, live: LiveRun, page: LivePage, camera: RunCamera) -> None:
        self._live = live
        self._page = page
        self._camera = camera
        self._hand = PersonHand(live.environment, page, camera.picture)
        self._waiting: deque[tuple[Object, Ending]] = deque()
        self._working: asyncio.Task[None] | None = None
        self._files: list[Path] = []
        """Files that are given with one that is still to come."""
        self._begun: Path | None = None
        """A file of which more is to come."""
        live.releasing.append(self.release)

    async def act(self, act: Object) -> Object | None:
        """Do one thing, after everything before it; raise the Fault that the page's tool has."""
        if not self._live.taken:
            hint = "Take over first: send `take` with `on`."
            raise Fault("conflict", f"The run {self._live.id!r} was not taken over.", hint=hint, retry=False)
        ending: Ending = asyncio.get_running_loop().create_future()
        self._waiting.append((act, ending))
        if self._working is None or self._working.done():
            self._working = asyncio.ensure_future(self._work())
        return await ending

    async def give(self, name: str, content: bytes, *, more: bool = False, part: bool = False) -> None:
        """Give a file to what the person clicked last, from the run's own folder; with `more`, together with the
        next one. Of a `part`, what is given next goes on with it."""
        file = self._begun or free_file(self._page.options.files, Path(name).name or "file")
        self._begun = file
        self._add(file, content)
        if part:
            return
        self._begun = None
        self._files.append(file)
        if more:
            return
        files, self._files = self._files, []
        try:
            await self.act({"kind": "upload", "files": [str(each) for each in files]})
        except Fault:
            for each in files:
                each.unlink()
            raise

    def _add(self, file: Path, content: bytes) -> None:
        """Write more of a file; one that becomes too large is dropped."""
        add_private(file, content)
        most = self._page.context.limits.given_bytes
        if file.stat().st_size > most:
            self._begun = None
            file.unlink()
            message = f"{file.name!r} is too large to be given to the page."
            raise Fault("limit", message, pointer="/name", expected=f"at most {most} bytes", retry=False)

    async def release(self) -> None:
        """Keep what was begun, before somebody else goes on."""
        if self._working is not None and not self._working.done():
            await asyncio.wait((self._working,))
        await self._hand.finish()
        left, self._files, self._begun = [*self._files, *filter(None, [self._begun])], [], None
        for each in left:
            each.unlink(missing_ok=True)

    async def _work(self) -> None:
        while self._waiting:
            act, endings = self._next()
            doing = asyncio.ensure_future(self._do(act))
            await asyncio.wait((doing,))
            for ending in endings:
                _settle(ending, doing)
            self._camera.look()

    async def _do(self, act: Object) -> Object | None:
        """Do an act. What the person sends is not compared with the task of an agent."""
        await self.at_wheel()
        with self._page.by_person():
            return await self._hand.do(act)

    def _next(self) -> tuple[Object, list[Ending]]:
        """The next act, joined with those behind it that go on with the same, and who waits for them."""
        act, ending = self._waiting.popleft()
        endings = [ending]
        while self._waiting and (joined := _joined(act, self._waiting[0][0])) is not None:
            act = joined
            endings.append(self._waiting.popleft()[1])
        return act, endings

    async def at_wheel(self) -> None:
        """Wait until the run has finished its step."""
        end = monotonic() + PATIENCE
        while not self._live.at_wheel:
            if not self._live.taken or monotonic() > end or self._live.ended.is_set():
                hint = "Try again when the picture says that you are at the wheel."
                raise Fault(
                    "conflict", "The run has not finished its step, so nothing was done.", hint=hint, retry=True
                )
            await asyncio.sleep(LOOK)
        await self._page.wake()


def _joined(act: Object, after: Object) -> Object | None:
    """Two acts as one; None where they are two."""
    if act["kind"] == "hover" and after["kind"] in POINTED:
        return after
    if act["kind"] != after["kind"] or act["kind"] not in JOINED:
        return None
    if act["kind"] == "type" and "text" in act and "text" in after:
        return {**act, "text": act["text"] + after["text"]}
    if act["kind"] == "scroll":
        return {**after, **{name: act.get(name, 0) + after.get(name, 0) for name in ("dx", "dy")}}
    return None


def _settle(ending: Ending, doing: asyncio.Future[Object | None]) -> None:
    """Tell who waits for an act how it ended."""
    if ending.done():
        return
    if doing.cancelled():
        ending.cancel()
    elif (error := doing.exception()) is not None:
        ending.set_exception(error)
    else:
        ending.set_result(doing.result())
