"""Waiting for a condition, and scrolling."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any, Final

from ...core.context import Context
from ...core.fault import Fault
from ...core.json import Object, brief
from ...core.result import Result
from ...core.tool import Tool
from ...text.condition import holds
from ..content import read_element
from ..driver import Frame
from ..evidence import record
from ..interaction import CAUSED, settle, unless_gone
from ..live import LivePage
from ..open_tab import OpenTab
from ..poll import until
from ..resolution import ResolvedElement, Unresolved
from ..resolve import resolve, seek
from ..targets import aim, selector_of
from .declare import ELEMENT, SELECTOR, flag, page_tool, text

Wish = tuple[str, Callable[[], Awaitable[Any]]]
"""A condition in words, and its check."""
LONGEST: Final = 300.0
PATIENCE: Final = 2.0
"""Seconds after which a page that neither moves nor grows by being scrolled is at its end."""
TRIES: Final = 10
"""Attempts to scroll without an effect before that: a busy machine may not have drawn in the meantime."""
ASKING: Final = 0.1
"""Seconds that a page has to ask for more when it is scrolled."""


async def wait(page: LivePage, args: Object, context: Context) -> Result:
    """Wait for all that is named; only without any of it does time alone count."""
    opened = await page.opened()
    begun = monotonic()
    end = begun + max(args["timeout"], args.get("duration", 0)) / 1000
    if args["quiet"] and "duration" in args:
        await _begun(opened, min(args["duration"] / 1000, LONGEST))
    waited = [await _came(opened, wish, end) for wish in _wishes(opened, args)]
    if not waited:
        await asyncio.sleep(min(args.get("duration", context.limits.wait_ms) / 1000, LONGEST))
    data = {"waited": waited or "time", "ms": round((monotonic() - begun) * 1000), "url": opened.tab.url}
    return Result.success(data, proof=await _proof(page, opened, args))


async def _begun(opened: OpenTab, patience: float) -> None:
    """Wait until the page asks for something since the last act, and has drawn the answers; not longer for the former.

    A list is filtered a moment after something was typed.
    """
    mark = opened.tab.traffic.mark if opened.acted is None else opened.acted[1]
    if await opened.tab.traffic.begins(mark, patience):
        await opened.tab.traffic.quiet(mark, CAUSED)
        await unless_gone(opened.tab.wait(await opened.tab.main(), "breathe"))


async def _proof(page: LivePage, opened: OpenTab, args: Object) -> dict[str, Object]:
    """The evidence of an element that was waited for by its index, which no workflow can name it by."""
    if "index" not in args or args["gone"]:
        return {}
    page.touched = None
    found = await seek(opened.tab, opened.indices, selector_of(args))
    known = (
        await unless_gone(record(opened.tab, found.frame, found.number)) if isinstance(found, ResolvedElement) else None
    )
    return {} if known is None else {"/selector": known.to_json()}


def _wishes(opened: OpenTab, args: Object) -> list[Wish]:
    tab = opened.tab
    found: list[Wish] = []
    named = "selector" in args or "index" in args
    what = f"the element {args.get('selector', args.get('index'))!r}"
    if "says" in args:
        if not named and "text" not in args:
            hint = "Name an element, or the text that stands before it."
            raise Fault("invalid_input", "What is to say that?", pointer="/says", expected="index or text", hint=hint)
        what = what if named else f"what is behind {args['text']!r}"
        found.append((f"{what} saying {args['says']!r}", lambda: _says(opened, args, named=named)))
    elif "text" in args:
        wanted = " ".join(args["text"].split()).casefold()

        async def says() -> bool:
            return wanted in " ".join((await page_text(opened)).split()).casefold()

        found.append((f"the text {args['text']!r}", says))
    if "url" in args:

        async def there() -> bool:
            return args["url"] in tab.url and not tab.url.startswith("data:")

        found.append((f"the address {args['url']!r}", there))
    if named and "says" not in args:
        found.append((what, lambda: _is_so(opened, args)))
    if args["quiet"]:
        found.append(("the network to be quiet", lambda: tab.traffic.quiet(0, 0.5)))
    return found


async def _came(opened: OpenTab, wish: Wish, end: float) -> str:
    what, holds = wish

    async def look() -> str | None:
        return what if await holds() else None

    if await until(opened, end - monotonic(), look) is None:
        hint = "Give it more time, or look at the page: it may say something else."
        raise Fault("timeout", f"Failed to wait: {what} did not come.", expected=what, hint=hint, retry=True)
    return what


async def _is_so(opened: OpenTab, args: Object) -> bool:
    """Whether an element is there, or is gone where that is waited for."""
    selector = selector_of(args)
    sought = await seek(opened.tab, opened.indices, selector)
    if isinstance(sought, Unresolved) and sought.stays and not sought.several:
        await resolve(opened.tab, opened.indices, selector)  # it cannot be read: that is explained
    return (isinstance(sought, ResolvedElement) or sought.several) is not bool(args["gone"])


async def _says(opened: OpenTab, args: Object, *, named: bool) -> bool:
    """Whether an element, or what stands behind a text, says what is waited for."""
    if not named:
        before = r"\s+".join(map(re.escape, args["text"].split()))
        behind = re.findall(rf"{before}\s*([^\n\t]+)", await page_text(opened), re.IGNORECASE)
        return any(holds(args["says"], said) for said in behind)
    sought = await seek(opened.tab, opened.indices, selector_of(args))
    if not isinstance(sought, ResolvedElement):
        return False
    found = await read_element(opened.tab, opened.indices, sought.index)
    return holds(args["says"], found.value or found.text or found.name)


async def page_text(opened: OpenTab) -> str:
    main = await opened.tab.main()
    said = str(await opened.tab.run(main, "pageText"))
    for _, frame in await opened.tab.children(main):
        said += " " + str(await opened.tab.run(frame, "pageText"))
    return said


async def scroll(page: LivePage, args: Object, context: Context) -> Object:
    """Scroll by pages; to an element that is not in view only as far as that; until one has come only to that.

    Pages from an index on are of the box around it, which may draw that row anew meanwhile.
    """
    opened = await page.opened()
    frame, number = await opened.tab.main(), 0
    if "selector" in args or "index" in args:
        aimed = await aim(page, args, context, "scroll", "seen")
        frame, number = aimed.found.frame, aimed.found.number
        is_to_be_shown = "until" not in args and not {"index", "pages"} <= args.keys()
        if is_to_be_shown and (shown := await opened.tab.run(frame, "show", number)) is not None:
            return {**shown, "url": opened.tab.url}
    pages = args.get("pages", 1) * (1 if args["down"] else -1)
    if "until" not in args:
        return await scrolled(opened, frame, number, pages)
    return await _scrolled_until(opened, frame, number, max(-1.0, min(1.0, pages)), args["until"])


async def _scrolled_until(opened: OpenTab, frame: Frame, number: int, pages: float, wanted: Any) -> Object:
    """Scroll on, never past what has not been drawn yet, until an element has come, and to that.

    What each step moves is added up: a list that keeps few rows sets its box back as it goes on.
    """
    place = await scrolled(opened, frame, number, 0)
    moved, still, far = monotonic(), 0, 0
    while not await _is_so(opened, {"selector": wanted, "gone": False}):
        before, place = place, await scrolled(opened, frame, number, pages)
        await opened.tab.wait(frame, "drawn", number)
        far += place["moved"]
        if place["moved"] or place["scrollHeight"] != before["scrollHeight"]:
            moved, still = monotonic(), 0
            continue
        still += 1
        if still > TRIES and monotonic() - moved > PATIENCE:
            message = f"Scrolled {abs(far)} pixels to the end, and the element {wanted!r} did not come."
            hint = "Look at the page: it may be called something else, or stand on a next page."
            raise Fault("not_found", message, pointer="/until", received=brief(wanted), hint=hint, retry=False)
    sought = await seek(opened.tab, opened.indices, selector_of({"selector": wanted}))
    if isinstance(sought, ResolvedElement):
        shown: Any = await unless_gone(opened.tab.run(sought.frame, "show", sought.number))
        far += shown["moved"] if isinstance(shown, dict) else 0
        place = await scrolled(opened, frame, number, 0)
    return {**place, "moved": far}


async def scrolled(opened: OpenTab, frame: Frame, number: int, pages: float) -> Object:
    """Scroll once, and let the page load what it loads then."""
    mark = opened.tab.traffic.mark
    place: Object = await opened.tab.run(frame, "scroll", number, pages)
    await opened.tab.wait(await opened.tab.main(), "breathe")
    await opened.tab.traffic.begins(mark, ASKING)  # what watches the scrolling asks for more only then
    await settle(opened, mark, frame)
    await opened.tab.wait(await opened.tab.main(), "breathe")  # what has come is drawn, and watched from then on
    return {**place, "url": opened.tab.url}


TOOLS: tuple[Tool, ...] = (
    page_tool(
        "wait",
        wait,
        "Wait until a text, an address or an element is there or says something, or nothing loads; else for a time.",
        {
            "duration": {
                "type": "number",
                "minimum": 0,
                "description": "Milliseconds to wait for nothing else. Without it, as the limit wait_ms says. "
                "With quiet, those in which loading may begin.",
            },
            "text": text("A text to appear.", minLength=1),
            "says": text(
                "What the element, or what stands behind the text, is to say: '>= 80', '!= Loading', 'Ready'.",
                minLength=1,
            ),
            "url": text("A part of the address to come.", minLength=1),
            **ELEMENT,
            "gone": flag("Whether the element is to go instead.", False),
            "quiet": flag("Whether to wait until nothing is being loaded.", False),
            "timeout": {
                "type": "number",
                "minimum": 0,
                "maximum": LONGEST * 1000,
                "default": 10_000,
                "description": "Milliseconds after which waiting for something is given up; a longer duration counts.",
            },
        },
        examples=(
            {"text": "Order confirmed"},
            {"text": "Score:", "says": ">= 80"},
            {"selector": "role=progressbar", "gone": True},
            {"duration": 500},
        ),
        effect="read",
        timeout=LONGEST + 5,
    ),
    page_tool(
        "scroll",
        scroll,
        "Scroll the page, or the box that an element is in: by pages, or until another element has come. An element "
        "that is not in view is scrolled to, and only as far; by index and with pages, its box is scrolled. `end` in "
        "the answer: it goes no further.",
        {
            **ELEMENT,
            "down": flag("Down or up.", True),
            "pages": {"type": "number", "exclusiveMinimum": 0, "description": "How many pages; otherwise one."},
            "until": {**SELECTOR, "description": "The element to scroll on for, at most a page at a time."},
        },
        examples=({}, {"down": False, "pages": 0.5}, {"until": "text=Entry 120"}),
        effect="read",
        timeout=LONGEST + 5,
    ),
)
