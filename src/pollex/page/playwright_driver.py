"""A tab of Chromium by Playwright."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, Final, TypeVar

from playwright.async_api import BrowserContext, CDPSession, Error, FloatRect, Page, Request, Response
from playwright.async_api import Dialog as PlaywrightDialog
from playwright.async_api import Download as Downloading
from playwright.async_api import Frame as PlaywrightFrame
from playwright.async_api import TimeoutError as PlaywrightTimeout

from ..core.fault import Fault
from ..core.json import dumps
from .driver import Button, Dialog, Download, Frame
from .failures import closed, gone, not_loaded, page_asks, went_wrong
from .traffic import Asked, Traffic
from .worlds import Worlds

T = TypeVar("T")
CLOSED: Final = ("has been closed", "Target crashed", "Page crashed", "Connection closed", "browser has disconnected")


class PlaywrightDownload:
    """Implements `Download`."""

    def __init__(self, download: Downloading) -> None:
        self._download = download
        self.name = download.suggested_filename
        self.url = download.url

    async def save(self, path: str) -> str | None:
        failure = await self._download.failure()
        if failure is None:
            await self._download.save_as(path)
        return failure


class PlaywrightTab:
    """Implements `Tab`."""

    def __init__(self, context: BrowserContext, page: Page, session: CDPSession) -> None:
        self.page = page
        self.traffic = Traffic()
        self.windows = 0
        self._crashed = False
        self._context = context
        self._session = session
        self._worlds = Worlds(session)
        self._apart: dict[PlaywrightFrame, Worlds | None] = {}
        """Frames with a process of their own, and (None) those known to have none."""
        self._asked: dict[Request, Asked] = {}
        self._downloads: list[Download] = []
        self._sent = asyncio.Event()
        self._question: PlaywrightDialog | None = None
        self._questioned = asyncio.Event()
        self._listen()

    @classmethod
    async def of(cls, context: BrowserContext, page: Page) -> PlaywrightTab:
        tab = cls(context, page, await context.new_cdp_session(page))
        await tab._worlds.start()
        return tab

    @property
    def url(self) -> str:
        return self.page.url

    @property
    def closed(self) -> bool:
        return self._crashed or self.page.is_closed()

    @property
    def crashed(self) -> bool:
        return self._crashed

    @property
    def dialog(self) -> Dialog | None:
        question = self._question
        return None if question is None else Dialog(question.type, question.message, question.default_value)

    async def title(self) -> str:
        return await self._asking(self.page.title())

    async def main(self) -> Frame:
        return await self._asking(self._worlds.frame(self._worlds.root))

    async def run(self, frame: Frame, function: str, *args: Any) -> Any:
        return await self._asking(self._of(frame.id).run(frame, called(function, args)))

    async def wait(self, frame: Frame, function: str, *args: Any) -> Any:
        return await self._asking(self._of(frame.id).wait(frame, called(function, args)))

    async def listening(self, frame: Frame) -> list[int]:
        return await self._asking(self._of(frame.id).listening(frame))

    async def open_roots(self, frame: Frame, numbers: Sequence[int]) -> bool:
        return await self._asking(self._of(frame.id).open_roots(frame, numbers))

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

    async def goto(self, url: str, patience: float) -> int | None:
        response = await self._moving(
            self.page.goto(url, wait_until="domcontentloaded", timeout=patience * 1000), url, patience
        )
        return None if response is None else response.status

    async def back(self, patience: float) -> bool:
        return await self._travel(-1, patience)

    async def forward(self, patience: float) -> bool:
        return await self._travel(1, patience)

    async def reload(self, patience: float) -> None:
        reloading = self.page.reload(wait_until="domcontentloaded", timeout=patience * 1000)
        await self._moving(reloading, self.url, patience)

    async def loaded(self, patience: float) -> bool:
        try:
            await self._do(self.page.wait_for_load_state("domcontentloaded", timeout=patience * 1000))
        except PlaywrightTimeout:
            return False
        return True

    async def click(self, x: float, y: float, *, button: Button = "left", count: int = 1) -> None:
        await self._acting(self.page.mouse.click(x, y, button=button, click_count=count))

    async def move(self, x: float, y: float, *, steps: int = 1) -> None:
        await self._acting(self.page.mouse.move(x, y, steps=steps))

    async def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        async def dragging() -> None:
            mouse = self.page.mouse
            await mouse.move(*start)
            await mouse.down()
            await mouse.move(start[0] + 4, start[1] + 4, steps=2)
            await mouse.move(*end, steps=8)
            await mouse.move(*end)  # a second move over the target is what some pages wait for
            await mouse.up()

        await self._acting(dragging())

    async def wheel(self, x: float, y: float) -> None:
        await self._acting(self.page.mouse.wheel(x, y))

    async def press(self, key: str) -> None:
        await self._acting(self.page.keyboard.press(key))

    async def insert(self, text: str) -> None:
        await self._acting(self.page.keyboard.insert_text(text))

    async def type(self, text: str) -> None:
        await self._acting(self.page.keyboard.type(text))

    async def set_files(self, frame: Frame, number: int, paths: Sequence[str]) -> None:
        worlds = self._of(frame.id)
        await self._do(worlds.set_files(frame, number, list(paths)))

    async def choose_files(self, x: float, y: float, paths: Sequence[str], patience: float) -> bool:
        try:
            async with self.page.expect_file_chooser(timeout=patience * 1000) as opening:
                await self.click(x, y)
            chooser = await opening.value
        except PlaywrightTimeout:
            return False
        await self._do(chooser.set_files(list(paths)))
        return True

    async def watches_keys(self, frame: Frame, place: int | None) -> bool:
        return place is None or await self._do(self._of(frame.id).watches_keys(frame, place))

    async def backend_node(self, frame: Frame, number: int) -> tuple[str, int]:
        """The browser's own name of an element: its target, which is the outermost frame of its process, and number."""
        worlds = self._of(frame.id)
        return worlds.root, await self._do(worlds.backend_node(frame, number))

    async def picture(self, *, whole: bool, box: Sequence[float] | None = None) -> bytes:
        if box is None:
            return await self._asking(self.page.screenshot(full_page=whole))
        clip = FloatRect(x=box[0], y=box[1], width=max(box[2], 1), height=max(box[3], 1))
        return await self._asking(self.page.screenshot(clip=clip))

    async def pdf(self) -> bytes:
        return await self._asking(self.page.pdf())

    async def sends_file(self, patience: float) -> bool:
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while not self._downloads:
                    self._sent.clear()
                    await self._sent.wait()
        return bool(self._downloads)

    def downloads(self) -> list[Download]:
        begun, self._downloads = self._downloads, []
        return begun

    async def answer(self, accept: bool, text: str | None = None) -> None:
        question, self._question = self._question, None
        self._questioned.clear()
        if question is not None:
            words = question.default_value if text is None else text
            await self._do(question.accept(words) if accept else question.dismiss())

    async def front(self) -> None:
        await self._do(self.page.bring_to_front())

    async def close(self) -> None:
        if not self.page.is_closed():
            await self.page.close()

    def _listen(self) -> None:
        page = self.page
        self._session.on("Page.windowOpen", self._window)
        page.on("framenavigated", self._forget)
        page.on("framedetached", self._forget)
        page.on("request", self._request)
        page.on("response", self._response)
        page.on("requestfinished", self._finished)
        page.on("requestfailed", self._finished)
        page.on("dialog", self._ask)
        page.on("download", self._download)
        page.on("crash", self._crash)

    def _request(self, request: Request) -> None:
        self._asked[request] = self.traffic.began(request.method, request.url, request.resource_type)

    def _response(self, response: Response) -> None:
        if asked := self._asked.get(response.request):
            asked.status = response.status

    def _finished(self, request: Request) -> None:
        if asked := self._asked.pop(request, None):
            self.traffic.ended(asked, request.failure)

    def _ask(self, question: PlaywrightDialog) -> None:
        self._question = question
        self._questioned.set()

    def _window(self, _: object) -> None:
        self.windows += 1

    def _download(self, download: Downloading) -> None:
        self._downloads.append(PlaywrightDownload(download))
        self._sent.set()

    def _crash(self, _: Page) -> None:
        self._crashed = True

    def _forget(self, frame: PlaywrightFrame) -> None:
        self._apart.pop(frame, None)

    async def _do(self, work: Awaitable[T]) -> T:
        """What Playwright gives; a Fault where the tab or the browser is gone."""
        try:
            return await work
        except PlaywrightTimeout:
            raise
        except Error as error:
            raise self._fault(error) from error

    def _fault(self, error: Error) -> Fault:
        if self.closed or any(words in str(error) for words in CLOSED):
            return closed(str(error), crashed=self.crashed)
        return went_wrong(str(error))

    async def _asking(self, work: Coroutine[Any, Any, T]) -> T:
        """Ask the page something, which a dialog would keep waiting."""
        if self._question is not None:
            work.close()
            raise page_asks(self._question.type, self._question.message)
        doing = asyncio.ensure_future(self._do(work))
        questioned = asyncio.ensure_future(self._questioned.wait())
        try:
            await asyncio.wait((doing, questioned), return_when=asyncio.FIRST_COMPLETED)
        finally:
            questioned.cancel()
            if not doing.done():
                doing.add_done_callback(forgotten)
        if doing.done():
            return doing.result()
        assert self._question is not None
        raise page_asks(self._question.type, self._question.message)

    async def _acting(self, work: Awaitable[None]) -> None:
        """Do something that may open a dialog, which keeps it from ending before that is answered."""
        doing = asyncio.ensure_future(self._do(work))
        questioned = asyncio.ensure_future(self._questioned.wait())
        try:
            await asyncio.wait((doing, questioned), return_when=asyncio.FIRST_COMPLETED)
            if doing.done():
                doing.result()
            else:
                doing.add_done_callback(forgotten)
        except asyncio.CancelledError:
            doing.cancel()
            raise
        finally:
            questioned.cancel()

    async def _moving(self, work: Awaitable[Response | None], url: str, patience: float) -> Response | None:
        doing = asyncio.ensure_future(work)
        questioned = asyncio.ensure_future(self._questioned.wait())
        try:
            await asyncio.wait((doing, questioned), return_when=asyncio.FIRST_COMPLETED)
            return doing.result() if doing.done() else None
        except PlaywrightTimeout as error:
            raise not_loaded(url, patience) from error
        except Error as error:
            raise self._fault(error) from error
        finally:
            questioned.cancel()
            if not doing.done():
                doing.add_done_callback(forgotten)

    async def _travel(self, steps: int, patience: float) -> bool:
        history = await self._do(self._session.send("Page.getNavigationHistory"))
        place = history["currentIndex"] + steps
        if not 0 <= place < len(history["entries"]):
            return False
        move = self.page.go_back if steps < 0 else self.page.go_forward
        await self._moving(move(wait_until="domcontentloaded", timeout=patience * 1000), self.url, patience)
        return True

    def _parent(self, frame: str) -> str | None:
        above = self._of(frame).parent(frame)
        return above if above is not None else self._worlds.parent(frame)

    def _of(self, frame: str) -> Worlds:
        """The worlds that a frame belongs to."""
        for worlds in self._apart.values():
            if worlds is not None and frame in worlds.frames():
                return worlds
        return self._worlds

    async def _find_apart(self) -> None:
        """Open a line to each frame that got a process of its own."""
        unknown = [frame for frame in self.page.frames if frame.parent_frame and frame not in self._apart]
        for frame, worlds in zip(unknown, await asyncio.gather(*map(self._session_of, unknown)), strict=True):
            self._apart[frame] = worlds
        for frame in unknown:
            self._place(frame)

    def _place(self, frame: PlaywrightFrame) -> None:
        """Say where a frame with a process of its own belongs, where it was there before we were."""
        worlds, above = self._apart.get(frame), frame.parent_frame
        if worlds is None or above is None or self._parent(worlds.root) is not None:
            return
        around = self._worlds if above == self.page.main_frame else self._apart.get(above)
        if around is not None:
            around.adopt(worlds.root)

    async def _session_of(self, frame: PlaywrightFrame) -> Worlds | None:
        try:
            session = await self._context.new_cdp_session(frame)
        except Error as error:
            if "separate CDP session" in str(error):
                return None
            raise gone() from error
        worlds = Worlds(session)
        await worlds.start()
        return worlds


def called(function: str, args: Sequence[Any]) -> str:
    return f"pollex.{function}({', '.join(dumps(argument) for argument in args)})"


def forgotten(work: asyncio.Future[Any]) -> None:
    """Take note of how something ended that nobody waits for any more."""
    if not work.cancelled():
        work.exception()
