"""The live views of all runs of this process."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, Protocol

from ...core.fault import Fault
from ...core.json import Object
from ...page.live import LivePage
from ...runs.live_run import LiveRun, Taker
from .camera import RunCamera, Watcher
from .observed_recording import ObservedRecording
from .takeover import Takeover

if TYPE_CHECKING:
    from ...runs.control import Runs

BUSY: Final = "The run finishes its step; then you are at the wheel."
OPENING: Final = "The browser opens; then you are at the wheel."


class AnyWatch(Protocol):
    """Someone who watches a run, here or in another process."""

    def close(self) -> None: ...


WatchElsewhere = Callable[[str, Watcher], Awaitable[AnyWatch | None]]


class Watch:
    """Someone who watches a run, until `close`."""

    def __init__(self, camera: RunCamera, watcher: Watcher) -> None:
        self._camera = camera
        self._watcher = watcher
        camera.join(watcher)

    def close(self) -> None:
        self._camera.leave(self._watcher)


class RunView:
    """What films one run and lets a person act in it."""

    def __init__(self, live: LiveRun) -> None:
        if not isinstance(live.page, LivePage):
            raise Fault("unavailable", f"The run {live.id!r} has no browser to look at.", pointer="/run", retry=False)
        self._live = live
        self.camera = RunCamera(live, live.page, self._told)
        self.takeover = Takeover(live, live.page, self.camera)

    def _told(self) -> Object:
        """What a frame has beside the picture."""
        live = self._live
        busy = live.taken and not live.at_wheel
        note = {"note": OPENING if live.recorded else BUSY} if busy else {}
        return {"taken": live.at_wheel, "recorded": live.recorded, **note}


class LiveViews:
    """Finds the run of an id, films it for those who watch, and lets a person act in it."""

    def __init__(self, runs: Callable[[], Runs], elsewhere: WatchElsewhere) -> None:
        """`elsewhere` watches runs of other processes."""
        self._runs = runs
        self._elsewhere = elsewhere

    async def watch(self, run: str, watcher: Watcher) -> AnyWatch:
        """Tell someone the frames of a run; raise a Fault where it does not go on, or cannot be reached."""
        try:
            live = await self._runs().live(run)
        except Fault as fault:
            if fault.code != "unavailable" or (watch := await self._elsewhere(run, watcher)) is None:
                raise
            return watch
        return Watch(view_of(live).camera, watcher)

    async def take(self, run: str, *, on: bool, by: Taker | None = None) -> None:
        """Let a person take over once the run has finished its step, or give the browser back: the run goes on.

        Whoever comes second is told who has the wheel.

        In the person's own browser this returns when the person is at the wheel, and what they do there is kept.
        """
        live = await self._runs().live(run)
        view = view_of(live)
        if live.recorded and not on:
            hint = "Finish the recording instead."
            raise Fault("conflict", "A recording has nobody to give the browser back to.", hint=hint, retry=False)
        live.claim(by)
        if on and not live.taken:
            await self._runs().control.pause(run)
            live.taken = True
            if live.observed:
                await self._observe(view, live)
        elif not on and live.taken:
            await view.takeover.release()
            await self._let_go(live)
        view.camera.look()

    async def _observe(self, view: RunView, live: LiveRun) -> None:
        """Keep what the person does in their own browser; where that cannot be, the run goes on without them."""
        try:
            await view.takeover.at_wheel()
            await ObservedRecording(live).start()
        except BaseException:
            await self._let_go(live)
            raise

    async def _let_go(self, live: LiveRun) -> None:
        live.taken, live.taker = False, None
        await self._runs().control.resume(live.id)

    async def act(self, run: str, act: Object, *, by: Taker | None = None) -> Object | None:
        """Do what a person does in the browser; return what the person needs to know of it."""
        live = await self._runs().live(run)
        if live.taken:
            live.claim(by)
        return await view_of(live).takeover.act(act)

    def leave(self, run: str, by: Taker) -> None:
        """Let others take over a run whose taker has gone."""
        if (live := self._runs().execution.live.find(run)) is not None:
            live.leave(by)

    async def give(self, run: str, name: str, content: bytes, *, more: bool = False, part: bool = False) -> None:
        """Give a file to the field, or to the chooser, that a person has clicked; with `more`, others follow it, and
        with `part`, the rest of it."""
        await view_of(await self._runs().live(run)).takeover.give(name, content, more=more, part=part)


def view_of(live: LiveRun) -> RunView:
    if live.view is None:
        live.view = RunView(live)
    view: RunView = live.view
    return view
