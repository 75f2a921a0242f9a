"""A tab of a person's Chrome without its debugger: by the content scripts of the extension there."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any, Final

from ..core.fault import Fault
from ..core.json import Object
from .chrome_page import not_gone_to
from .chrome_session import ChromeRelay
from .chrome_travel import BLANK, SCHEMES
from .driver import Button, Dialog, Download, Frame, Point, TabLines, Viewport
from .failures import closed, gone, not_loaded
from .file_bytes import by_bytes
from .light_line import LightFrame, LightLine
from .scripts import light_scripts
from .traffic import NetworkRequest, Traffic
from .ways import Way, lacking

PAUSE: Final = 0.05
"""Seconds between two questions whether a document is there."""


class LightTab:
    """Implements `Tab`."""

    way: Way = "light"
    dialog: Dialog | None = None
    crashed = False
    cause = ""

    def __init__(self, relay: ChromeRelay, number: int) -> None:
        self._line = LightLine(relay, number)
        self.traffic = Traffic()
        self.source: object = number
        self.windows = 0
        self.on_opened: Callable[[int, int], None] = _nothing
        self.on_calm: Callable[[], None] = _nobody
        """Called when the tab has come to another document: what kept the debugger away may be gone."""
        self._url = BLANK
        self._closed = False
        self._begun: str | None = None
        """The document in which work began."""
        self._going: NetworkRequest | None = None
        relay.follow(number, self._heard)

    @classmethod
    async def of(cls, relay: ChromeRelay, number: int) -> LightTab:
        tab = cls(relay, number)
        tab._url = (await tab._line.ask("Light.getTab"))["url"]
        tab._begun = await tab._known_document()
        return tab

    @property
    def number(self) -> int:
        return self._line.tab

    @property
    def url(self) -> str:
        return self._url

    @property
    def closed(self) -> bool:
        return self._closed

    async def release(self) -> None:
        """Let go of the tab, which stays as it is."""
        self._line.relay.follow(self.number, None)
        await self._line.relay.call(self.number, "Tab.release", {})

    async def has_moved(self) -> bool:
        """Whether another document is there than the one in which work began."""
        return await self._known_document() != self._begun

    async def title(self) -> str:
        return str((await self._line.ask("Light.getTab"))["title"])

    async def run(self, frame: Frame, function: str, *args: Any) -> Any:
        self._refuse_closed()
        return await self._line.run(frame, function, *args)

    async def wait(self, frame: Frame, function: str, *args: Any) -> Any:
        return await self.run(frame, function, *args)

    async def focusing(self, frame: Frame, function: str, *args: Any) -> Object:
        return {**await self.run(frame, function, *args), "heard": None}

    async def inspect(self, frame: Frame, expression: str, patience: float) -> Any:
        raise lacking("inspect")

    async def main(self) -> Frame:
        return (await self._outermost()).frame

    async def children(self, frame: Frame) -> Sequence[tuple[int, Frame]]:
        known, holders = await asyncio.gather(self._frames(), self.run(frame, "framesHere"))
        around = next((each for each in known if each.frame == frame), None)
        if around is None:
            raise gone()
        inside = [(holder["number"], _held_by(holder, around, known)) for holder in holders]
        return [(number, each.frame) for number, each in inside if each is not None]

    async def offset(self, frame: Frame) -> Point:
        x = y = 0.0
        at = frame
        while at.id != "0":
            above, number = await self._holder(at)
            place = await self.run(above, "frameAt", number)
            if "gone" in place:
                raise gone()
            x, y, at = x + place["x"], y + place["y"], above
        return x, y

    async def listening(self, frame: Frame) -> list[int]:
        return []

    async def watches_keys(self, frame: Frame, place: int | None) -> bool:
        return True

    async def hears_typing(self, frame: Frame, place: int | None) -> bool:
        return True

    async def open_roots(self, frame: Frame, numbers: Sequence[int]) -> bool:
        return bool(await self.run(frame, "openRoots", list(numbers)))

    async def goto(self, url: str, patience: float) -> int | None:
        if url.partition(":")[0].lower() not in SCHEMES and url != BLANK:
            raise not_gone_to(url)
        await self._travel("Light.go", url, patience, url=url)
        return None

    async def back(self, patience: float) -> bool:
        return await self._along("Light.back", patience)

    async def forward(self, patience: float) -> bool:
        return await self._along("Light.forward", patience)

    async def reload(self, patience: float) -> None:
        await self._travel("Light.reload", self.url, patience)

    async def loaded(self, patience: float) -> bool:
        return await self._until(self._is_ready, patience)

    async def click(self, x: float, y: float, *, button: Button = "left", count: int = 1) -> None:
        await self._at_point("pressAt", x, y, button, count)

    async def move(self, x: float, y: float, *, steps: int = 1) -> None:
        await self._at_point("pointAt", x, y)

    async def drag(self, start: Point, end: Callable[[], Awaitable[Point]]) -> None:
        await self._at_point("holdAt", *start)
        goal = await end()
        await self.move(*goal)
        await self._at_point("dropAt", *goal)

    async def wheel(self, x: float, y: float) -> None:
        await self._act(await self.main(), "turnWheel", x, y)

    async def press(self, key: str) -> None:
        await self._at_focus("pressKey", key)

    async def insert(self, text: str) -> None:
        await self._at_focus("insertText", text)

    async def type(self, text: str) -> None:
        await self._at_focus("typeKeys", text)

    async def set_files(self, frame: Frame, number: int, paths: Sequence[str]) -> None:
        written = await by_bytes(paths, lacking("files by path", "/files"))
        if "gone" in await self._act(frame, "putFiles", number, written):
            raise gone()

    async def choose_files(self, x: float, y: float, paths: Sequence[str], patience: float) -> bool:
        raise lacking("choosers", "/files")

    @asynccontextmanager
    async def held_choosers(self) -> AsyncIterator[asyncio.Future[Any]]:
        yield asyncio.get_running_loop().create_future()  # without a person's press, Chrome opens none

    async def picture(self, *, whole: bool, box: Sequence[float] | None = None, jpeg: bool = False) -> bytes:
        if whole:
            raise lacking("whole pictures", "/fullPage")
        how: Object = {"jpeg": jpeg, "box": box and list(box), "width": (await self._sizes())["width"]}
        try:
            taken = await self._line.ask("Light.picture", **how)
        except Fault as fault:
            if "in the background" in fault.message:
                raise lacking("background") from fault
            raise
        return base64.b64decode(taken["data"])

    async def height(self) -> int:
        return int((await self._sizes())["height"])

    async def viewport(self, most: int) -> Viewport:
        shown, image = await asyncio.gather(self._sizes(), self.picture(whole=False, jpeg=True))
        return Viewport(image, shown["width"], shown["shown"])

    async def pdf(self) -> bytes:
        raise lacking("pdf")

    async def sends_file(self, patience: float) -> bool:
        return False

    def downloads(self) -> list[Download]:
        return []

    async def answer(self, accept: bool, text: str | None = None) -> None:
        raise lacking("dialogs")

    def forget_question(self) -> None:
        """Go on: nothing is known of questions here."""

    def lines(self) -> TabLines:
        raise lacking("observing")

    async def front(self) -> None:
        await self._line.ask("Light.front")

    async def close(self) -> None:
        if not self.closed:
            await self._line.ask("Light.close")

    async def say(self, message: Object, interactive: Sequence[str] = ()) -> Any:
        """Return what the content script answers to a message of the page-agent specification (002)."""
        said: Object = {"message": message, "interactive": list(interactive), "scripts": light_scripts()}
        return (await self._line.ask("Light.say", **said))["answer"]

    async def _frames(self) -> list[LightFrame]:
        self._refuse_closed()
        return await self._line.frames()

    async def _outermost(self) -> LightFrame:
        return (await self._frames())[0]

    async def _holder(self, frame: Frame) -> tuple[Frame, int]:
        """Return the frame around one, and the number of the element in it that holds it."""
        for around in await self._frames():
            for number, inside in await self.children(around.frame):
                if inside == frame:
                    return around.frame, number
        raise gone()

    async def _sizes(self) -> Object:
        return dict(await self.run(await self.main(), "sizes"))

    async def _act(self, frame: Frame, name: str, *args: Any) -> Object:
        self._refuse_closed()
        return dict(await self._line.run(frame, name, *args, acts=True))

    async def _at_point(self, name: str, x: float, y: float, *args: Any) -> None:
        """Act at a point of the viewport, in the frame that is there."""
        frame = await self.main()
        while (number := (await self._act(frame, name, x, y, *args)).get("inside")) is not None:
            inner = dict(await self.children(frame)).get(number)
            if inner is None:
                raise lacking("frames in roots")
            place = await self.run(frame, "frameAt", number)
            frame, x, y = inner, x - place["x"], y - place["y"]

    async def _at_focus(self, name: str, *args: Any) -> None:
        frame = await self.main()
        while (number := (await self._act(frame, name, *args)).get("inside")) is not None:
            inner = dict(await self.children(frame)).get(number)
            if inner is None:
                raise lacking("frames in roots")
            frame = inner

    async def _along(self, method: str, patience: float) -> bool:
        try:
            await self._travel(method, self.url, patience)
        except Fault as fault:
            if "Cannot find a next page in history" in fault.message:
                return False
            raise
        return True

    async def _travel(self, method: str, there: str, patience: float, **params: Any) -> None:
        """Go elsewhere, and wait until the document there can be read."""
        before = await self._known_document()
        start = self.url
        await self._line.ask(method, **params)

        async def is_there() -> bool:
            tab = await self._line.ask("Light.getTab")
            if tab["going"]:
                return False
            now = await self._known_document()
            if now is not None and now != before:
                return await self._is_ready()
            return not tab["loading"] and tab["url"] in (there, start)

        if not await self._until(is_there, patience):
            raise not_loaded(there, patience)

    async def _known_document(self) -> str | None:
        try:
            return (await self._outermost()).frame.document
        except Fault as fault:
            if fault.code not in ("not_found", "denied"):
                raise
            return None

    async def _is_ready(self) -> bool:
        try:
            return (await self._outermost()).ready
        except Fault as fault:
            if fault.code != "not_found":
                raise
            return False

    async def _until(self, test: Callable[[], Awaitable[bool]], patience: float) -> bool:
        end = monotonic() + patience
        while not await test():
            if monotonic() >= end:
                return False
            await asyncio.sleep(PAUSE)
        return True

    def _heard(self, method: str, params: Object, _: str | None) -> None:
        match method:
            case "Light.updated":
                self._updated(params)
            case "Tab.opened":
                self.windows += 1
                self.on_opened(params["tab"], self.number)
            case "Tab.closed":
                self._closed = True

    def _updated(self, tab: Object) -> None:
        """Count going to another document as a request: it is all that is known of what a page sends."""
        self._url = tab["url"] or self._url
        if tab["loading"] and self._going is None:
            self._going = self.traffic.began("GET", tab["going"] or tab["url"], "document", leads=True)
        elif not tab["loading"] and self._going is not None:
            self.traffic.ended(self._going)
            self._going = None
            self.on_calm()

    def _refuse_closed(self) -> None:
        if self._closed:
            raise closed("it was closed, or taken back")


def _held_by(holder: Object, around: LightFrame, known: Sequence[LightFrame]) -> LightFrame | None:
    """Return the frame that an element holds: by what both know, else by its place in the window."""
    for each in known:
        if holder["token"] == each.token:
            return each
    if holder["token"] is not None or holder["place"] < 0:
        return None
    path = (*around.path, holder["place"])
    return next((each for each in known if each.path == path), None)


def _nothing(_number: int, _opener: int) -> None:
    """Nobody asked."""


def _nobody() -> None:
    """Nobody asked."""
