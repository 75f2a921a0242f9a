"""The frames of a tab, also those with a process of their own, and our scripts in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core.json import Object, dumps
from .driver import Frame
from .failures import gone
from .frame_session import FrameSession
from .tab_connection import TabConnection


class TabFrames(TabConnection):
    """What a tab shows, frame by frame."""

    _worlds: FrameSession
    """The frames in the process of the page."""

    def _apart(self) -> Sequence[FrameSession]:
        """Return the sessions of frames with a process of their own."""
        raise NotImplementedError

    async def _find_apart(self) -> None:
        """Open a line to each frame that got a process of its own."""
        raise NotImplementedError

    async def main(self) -> Frame:
        known = self._worlds.known(self._worlds.root)
        if known is not None and self._question is None:
            return known
        return await self._asking(self._worlds.frame(self._worlds.root))

    async def run(self, frame: Frame, function: str, *args: Any) -> Any:
        return await self._asking(self._of(frame.id).run(frame, called(function, args)))

    async def wait(self, frame: Frame, function: str, *args: Any) -> Any:
        return await self._asking(self._of(frame.id).wait(frame, called(function, args)))

    async def inspect(self, frame: Frame, expression: str, patience: float) -> Any:
        return await self._asking(self._of(frame.id).inspect(frame, expression, patience))

    async def focusing(self, frame: Frame, function: str, *args: Any) -> Object:
        worlds = self._of(frame.id)
        return await self._asking(worlds.focusing(frame, called(function, args)))

    async def watches_keys(self, frame: Frame, place: int | None) -> bool:
        return place is None or await self._do(self._of(frame.id).watches_keys(frame, place))

    async def hears_typing(self, frame: Frame, place: int | None) -> bool:
        return place is None or await self._do(self._of(frame.id).hears_typing(frame, place))

    async def listening(self, frame: Frame) -> list[int]:
        return await self._asking(self._of(frame.id).listening(frame))

    async def open_roots(self, frame: Frame, numbers: Sequence[int]) -> bool:
        return await self._asking(self._of(frame.id).open_roots(frame, numbers))

    async def backend_node(self, frame: Frame, number: int) -> tuple[str, int]:
        """The browser's own name of an element: its target, which is the outermost frame of its process, and number."""
        worlds = self._of(frame.id)
        return worlds.root, await self._do(worlds.backend_node(frame, number))

    async def set_files(self, frame: Frame, number: int, paths: Sequence[str]) -> None:
        worlds = self._of(frame.id)
        await self._do(worlds.set_files(frame, number, list(paths)))

    async def children(self, frame: Frame) -> list[tuple[int, Frame]]:
        worlds = self._of(frame.id)
        await self._find_apart()
        found = []
        for child in worlds.children(frame.id):
            number = await self._asking(worlds.owner(child, frame))
            if number is not None:
                found.append((number, await self._asking(self._of(child).frame(child))))
        return found

    async def offset(self, frame: Frame) -> tuple[float, float]:
        x = y = 0.0
        at = frame.id
        while at != self._worlds.root:
            above = self._parent(at)
            if above is None:
                raise gone()
            around = await self._of(above).frame(above)
            number = await self._asking(self._of(above).owner(at, around))
            place = await self.run(around, "frameAt", number)
            if "gone" in place:
                raise gone()
            x, y, at = x + place["x"], y + place["y"], above
        return x, y

    def _parent(self, frame: str) -> str | None:
        above = self._of(frame).parent(frame)
        return above if above is not None else self._worlds.parent(frame)

    def _of(self, frame: str) -> FrameSession:
        """The worlds that a frame belongs to."""
        return next((worlds for worlds in self._apart() if frame in worlds.frames()), self._worlds)


def called(function: str, args: Sequence[Any]) -> str:
    return f"pollex.{function}({', '.join(dumps(argument) for argument in args)})"
