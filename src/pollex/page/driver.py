"""What drives a browser, seen from above: a tab with frames to look into, a mouse and a keyboard. One implementation
launches Chromium or connects to one; two are the extension in a person's own browser, with and without its debugger."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol

from ..browser.effect import SentEffect
from ..browser.outgoing_request import OutgoingRequest
from ..core.json import Object
from .traffic import Traffic
from .ways import Way

TALLEST: Final = 16_000
"""Pixels of the height of a page that a picture shows; more than that takes a browser minutes."""

Button = Literal["left", "middle", "right"]
Point = tuple[float, float]


class Interceptor(Protocol):
    """Judges what the pages of a window send, and hears what became of it."""

    async def turn(self, request: OutgoingRequest) -> asyncio.Lock:
        """Wait until earlier requests to the same address have left; the lock is released when this one has."""

    async def judge(self, request: OutgoingRequest, source: object) -> SentEffect | None:
        """Judge a request of the tab that is known by `source`; None where it changes nothing."""

    def answered(self, sent: SentEffect, status: int | None, failure: str | None = None) -> None: ...

    def loaded(self, url: str, body: bytes) -> None:
        """Hear of JSON that a page has loaded."""

    def appeared(self, source: object, opener: object) -> None:
        """Hear of a tab that was not there before, and of the one whose page has opened it, if any."""

    def arrived(self, source: object) -> None:
        """Hear of a tab that goes to another document."""


class CdpSession(Protocol):
    """A line to the browser's own protocol (CDP), for one page or one frame in a process of its own."""

    async def send(self, method: str, params: Object | None = None) -> Object: ...

    def on(self, event: str, handler: Callable[[Object], None]) -> None: ...


HearLine = Callable[[CdpSession], Awaitable[None]]


class TabLines(Protocol):
    """Lines that only hear a tab: one to its page, and one to each frame with a process of its own."""

    async def page(self) -> CdpSession: ...

    async def follow(self, begin: HearLine, closed: Callable[[], None]) -> None:
        """Begin with the line of each frame that there is and that comes, and hear when the tab is gone."""

    async def caught_up(self) -> None:
        """Return when every frame that is there has its line."""

    async def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Frame:
    """A document inside a tab, for as long as it is there: a navigation makes another one."""

    id: str
    """The browser's name for the frame."""
    document: str
    """Identifies the document; the next one in the same frame has another."""


@dataclass(frozen=True, slots=True)
class Viewport:
    """What a tab shows: a JPEG, and its size in CSS pixels."""

    image: bytes
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Dialog:
    """A question of the page that keeps everything else waiting: alert, confirm, prompt, beforeunload."""

    kind: str
    message: str
    default: str = ""


class Download(Protocol):
    """A file that the page sends."""

    @property
    def name(self) -> str:
        """As the page suggests it."""

    @property
    def url(self) -> str: ...

    async def save(self, path: str) -> str | None:
        """Wait until it is there and keep it; why that failed, if it did."""


class Tab(Protocol):
    """One tab."""

    way: Way
    """What it is driven by, and so what it can do."""
    traffic: Traffic
    source: object
    """What its requests are known by."""
    windows: int
    """How many windows the page has opened or is about to."""

    @property
    def url(self) -> str: ...

    @property
    def dialog(self) -> Dialog | None:
        """The question that is open."""

    @property
    def closed(self) -> bool: ...

    @property
    def crashed(self) -> bool: ...

    def lines(self) -> TabLines: ...

    def forget_question(self) -> None:
        """Go on as if nothing was asked: a person has answered it."""

    async def title(self) -> str: ...

    async def run(self, frame: Frame, function: str, *args: Any) -> Any:
        """What `pollex.<function>(…)` of the page scripts gives in a frame; a Fault where that is gone."""

    async def wait(self, frame: Frame, function: str, *args: Any) -> Any:
        """Call a function that returns a promise, and wait for its value."""

    async def focusing(self, frame: Frame, function: str, *args: Any) -> Object:
        """The same for one that puts the focus on an element.

        `heard` says of the element that has it then its `place` in the document, and whether the page listens to `keys`
        that are typed into it.
        """

    async def inspect(self, frame: Frame, expression: str, patience: float) -> Any:
        """Evaluate an expression that only reads; a Fault where it has side effects, fails or takes too long."""

    async def main(self) -> Frame: ...

    async def children(self, frame: Frame) -> Sequence[tuple[int, Frame]]:
        """The frames inside a frame, each with the number of the element that holds it."""

    async def offset(self, frame: Frame) -> tuple[float, float]:
        """Where a frame's page begins in the tab's viewport, scrolled into view."""

    async def listening(self, frame: Frame) -> list[int]:
        """Which elements listen to the mouse or keys, by their place among all elements of the document."""

    async def open_roots(self, frame: Frame, numbers: Sequence[int]) -> bool:
        """Let the page scripts see into closed shadow roots of these elements; whether there was any."""

    async def goto(self, url: str, patience: float) -> int | None:
        """Go to an address and wait until its document can be read; the answer's status."""

    async def back(self, patience: float) -> bool:
        """Whether there was a page to go back to."""

    async def forward(self, patience: float) -> bool: ...

    async def reload(self, patience: float) -> None: ...

    async def loaded(self, patience: float) -> bool:
        """Wait until the document can be read; whether it could within `patience` seconds."""

    async def click(self, x: float, y: float, *, button: Button = "left", count: int = 1) -> None: ...

    async def move(self, x: float, y: float, *, steps: int = 1) -> None: ...

    async def drag(self, start: Point, end: Callable[[], Awaitable[Point]]) -> None:
        """Hold what is at `start`, and let it go at `end`, which is asked for meanwhile."""

    async def wheel(self, x: float, y: float) -> None: ...

    async def press(self, key: str) -> None:
        """A key or a combination, such as `Control+a`."""

    async def insert(self, text: str) -> None:
        """Text at once, as pasted."""

    async def type(self, text: str) -> None:
        """Text key by key."""

    async def set_files(self, frame: Frame, number: int, paths: Sequence[str]) -> None:
        """Choose files in a file input."""

    async def choose_files(self, x: float, y: float, paths: Sequence[str], patience: float) -> bool:
        """Click, and choose files in the chooser that opens; whether one did."""

    def held_choosers(self) -> AbstractAsyncContextManager[asyncio.Future[Any]]:
        """Show no chooser of files within this block; the future is done where one was to open."""

    async def watches_keys(self, frame: Frame, place: int | None) -> bool:
        """Whether the page listens to the keys that are typed into an element, by its place in the document."""

    async def hears_typing(self, frame: Frame, place: int | None) -> bool:
        """Whether anything of the page may hear that a field is filled in, by its place in the document."""

    async def picture(self, *, whole: bool, box: Sequence[float] | None = None, jpeg: bool = False) -> bytes:
        """A PNG or JPEG of the viewport, of the page down to `TALLEST` pixels or of a box in the viewport."""

    async def height(self) -> int:
        """How tall the page is."""

    async def viewport(self, most: int) -> Viewport:
        """What is painted now, with the caret; its picture has at most so many pixels a side."""

    async def pdf(self) -> bytes: ...

    async def sends_file(self, patience: float) -> bool:
        """Whether a download has begun, or does within `patience` seconds."""

    def downloads(self) -> list[Download]:
        """The downloads that began since this was last asked."""

    async def answer(self, accept: bool, text: str | None = None) -> None:
        """Answer the open question."""

    async def front(self) -> None: ...

    async def close(self) -> None: ...


class WindowState(Protocol):
    """The state of a window outside its pages, for snapshots."""

    @property
    def is_ours(self) -> bool:
        """Whether cookies and storage are the run's own. Those of a person's browser are neither kept nor written."""

    def lending(self, domains: Sequence[str]) -> AbstractContextManager[None]:
        """Count as the run's own, within this block, what is of these domains: its person has agreed."""

    async def cookies(self) -> list[Object]:
        """All of them, in the words of the browser's protocol."""

    async def set_cookies(self, cookies: Sequence[Object]) -> list[str]:
        """Set cookies, and return a note for each that the browser refuses."""

    async def blank(self, tab: Tab, origin: str, top: str, patience: float) -> Frame:
        """Put an empty document of an origin into a tab, inside one of `top` where that is another.

        The network is not asked for it.
        """

    async def forget_past(self, tab: Tab) -> None:
        """Leave only the document that a tab shows in its history."""


class Window(Protocol):
    """A browser context: tabs that share cookies, and nothing with other windows."""

    notes: tuple[str, ...]
    """Limitations that callers should know."""

    @property
    def alive(self) -> bool: ...

    @property
    def state(self) -> WindowState: ...

    async def improve(self) -> None:
        """Look whether it can be driven better now than it is: it is not alive any more then, and the next one is."""

    async def new_tab(self) -> Tab: ...

    def on_tab(self, heard: Callable[[Tab], None]) -> None:
        """Call with each tab that a page opens."""

    async def hold(self, interceptor: Callable[[], Interceptor | None]) -> None:
        """Ask before each request that changes something is sent; `interceptor` is looked up for each."""

    async def close(self) -> None: ...
