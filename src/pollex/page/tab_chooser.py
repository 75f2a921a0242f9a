"""Files for a chooser that a page opens by script: it is held before the click, and never shown."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial

from .frame_session import FrameSession
from .tab_frames import TabFrames
from .tab_input import TabInput


class TabChooser(TabFrames, TabInput):
    """Chooses files. With Playwright's own `expect_file_chooser`, a click may precede the interception."""

    async def choose_files(self, x: float, y: float, paths: Sequence[str], patience: float) -> bool:
        async with self.held_choosers() as opening:
            await self.click(x, y)
            await asyncio.wait((opening,), timeout=patience)
            if not opening.done():
                return False
            worlds, number = opening.result()
            await self._do(worlds.put_files({"backendNodeId": number}, list(paths)))
            return True

    @asynccontextmanager
    async def held_choosers(self) -> AsyncIterator[asyncio.Future[tuple[FrameSession, int]]]:
        """Hold all choosers; the future has the first one: where it opens, and the browser's number of its field."""
        opening: asyncio.Future[tuple[FrameSession, int]] = asyncio.get_running_loop().create_future()

        def opened(worlds: FrameSession, number: int) -> None:
            if not opening.done():
                opening.set_result((worlds, number))

        lines = [self._worlds, *self._apart()]
        await self._do(asyncio.gather(*(worlds.hold_choosers(partial(opened, worlds)) for worlds in lines)))
        try:
            yield opening
        finally:
            await asyncio.gather(*(worlds.hold_choosers(None) for worlds in lines), return_exceptions=True)
