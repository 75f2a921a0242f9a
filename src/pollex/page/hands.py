"""A person's hands in a page: what they point at and type into, and the tools as hands do them.

The tools keep their names, checks and answers; only what they do to the page is what the hand does: type where the
caret is, point and turn the wheel where the pointer is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from ..browser.evidence import Evidence
from ..core.context import Context
from ..core.fault import Fault
from ..core.json import Object
from ..core.result import Result
from ..core.secret import Secret
from ..core.tool import Tool
from .driver import Frame
from .focus import focused
from .live import LivePage, live_page
from .open_tab import OpenTab
from .secrecy import typed_here
from .targets import aim
from .tools.mouse import acted

BY_KEYS: Final = 200
"""Characters up to which text is typed key by key; more is put in at once, as pasted."""

ROOTS: Final = 5
"""Closed shadow roots inside each other that are looked into."""


@dataclass(frozen=True, slots=True)
class Touched:
    """An element that a person points at or has put the focus on."""

    opened: OpenTab
    frame: Frame
    number: int
    about: Object
    evidence: Evidence
    at: Object | None = None
    """The place on it that is pointed at."""

    @property
    def index(self) -> int:
        return self.opened.indices.of(self.frame, self.number)

    def is_same(self, other: Touched) -> bool:
        return (self.frame, self.number) == (other.frame, other.number)

    async def ask(self, question: str, *given: Any) -> Any:
        """Ask the frame that it is in; None where that is gone."""
        try:
            return await self.opened.tab.run(self.frame, question, *given)
        except Fault as fault:
            if fault.code not in ("not_found", "conflict"):
                raise
            return None

    async def again(self) -> Object | None:
        """What is known of it now; None where it is gone."""
        known: Object | None = await self.ask("handled", self.number)
        return None if known is None else _guarded(self.opened, self.frame, self.number, known)

    async def secret(self) -> str:
        """What it holds that nobody is to read; for the redactor only."""
        return await self.ask("secretIn", self.number) or ""


async def element_at(page: LivePage, x: float, y: float) -> Touched:
    """Return what is at a point of the viewport; raise a Fault where nothing is."""
    opened = await page.opened()
    frame = await opened.tab.main()
    found = await _pointed(opened, frame, x, y)
    while found is not None and found["inside"]:
        inner = dict(await opened.tab.children(frame)).get(found["number"])
        if inner is None:
            break
        left, top = await opened.tab.offset(inner)
        frame, found = inner, await _pointed(opened, inner, x - left, y - top)
    if found is None:
        raise Fault("not_found", "There is nothing at this point.", pointer="/act/x", received=f"{x:g}, {y:g}")
    return await _touched(opened, frame, found["number"], found["at"])


async def _pointed(opened: OpenTab, frame: Frame, x: float, y: float) -> Object | None:
    """Return what is at a point of a frame, also in closed shadow roots."""
    found: Object | None = await opened.tab.run(frame, "pointed", x, y)
    for _ in range(ROOTS):
        if found is None or found["inside"] or not await opened.tab.open_roots(frame, [found["number"]]):
            break
        found = await opened.tab.run(frame, "pointed", x, y)
    return found


async def focused_element(page: LivePage) -> Touched | None:
    """Return what has the focus; of a code in boxes, the first one, which stands for all of them."""
    opened = await page.opened()
    found = await focused(opened, await opened.tab.main())
    if found is None:
        return None
    frame, number = found
    return await _touched(opened, frame, await opened.tab.run(frame, "wholeOf", number))


async def _touched(opened: OpenTab, frame: Frame, number: int, at: Object | None = None) -> Touched:
    about = await opened.tab.run(frame, "handled", number)
    evidence = await opened.tab.run(frame, "evidence", number)
    if about is None or evidence is None:
        raise Fault("not_found", "The element has gone.", hint="Look at the page, and try again.", retry=True)
    return Touched(opened, frame, number, _guarded(opened, frame, number, about), Evidence.from_json(evidence), at)


def _guarded(opened: OpenTab, frame: Frame, number: int, about: Object) -> Object:
    """Return what is known of a field without what it holds, where a secret was typed into it before."""
    return {**about, "secret": True, "value": None} if (frame, number) in opened.secrets else about


async def _type_at_caret(args: Object, context: Context) -> Result:
    page = live_page(context)
    secret = args["text"] if isinstance(args["text"], Secret) else None
    words = secret.reveal() if secret is not None else str(args["text"])
    aimed = await aim(page, args, context, "type", "seen")
    tab = aimed.opened.tab
    if secret is not None:
        await typed_here(secret, aimed.opened, aimed.found.frame, aimed.found.number)
    return await acted(page, aimed, lambda: tab.type(words) if len(words) <= BY_KEYS else tab.insert(words))


def by_hand(tool: Tool, x: float = 0, y: float = 0, dx: float = 0, dy: float = 0) -> Tool:
    """Return a tool as a person's hand does it; most do it already."""

    async def turn_wheel(args: Object, context: Context) -> Any:
        opened = await live_page(context).opened()
        await opened.tab.move(x, y)
        await opened.tab.wheel(dx, dy)
        main = await opened.tab.main()
        await opened.tab.wait(main, "breathe")
        return {**await opened.tab.run(main, "scroll", 0, 0), "url": opened.tab.url}

    async def point(args: Object, context: Context) -> Result:
        page = live_page(context)
        aimed = await aim(page, args, context, "hover", "seen", enabled=False)
        return await acted(page, aimed, lambda: aimed.opened.tab.move(x, y))

    doing = {"page.type": _type_at_caret, "page.scroll": turn_wheel, "page.hover": point}.get(tool.name)
    return tool if doing is None else tool.replace(run=doing)
