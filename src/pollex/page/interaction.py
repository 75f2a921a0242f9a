"""One interaction with a page: act once, wait for its effects, and report them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from ..core.fault import Fault
from ..core.json import Object
from .background import forgotten
from .driver import Frame, Tab
from .failures import closed
from .files import free_file, log_file
from .open_tab import OpenTab
from .ways import BY_NAME

if TYPE_CHECKING:
    from .live import LivePage

CAUSED: Final = 3.0
"""Seconds that an action waits for the requests it caused."""
BEGINNING: Final = 1.0
"""Seconds until a document or file that a page goes to is asked for."""
LOADING: Final = 15.0
"""Seconds that it waits for a document it went to."""
STIRRING: Final = 0.7
"""Seconds that a look waits for a page that changes on."""
HEARD: Final = 0.01
"""Seconds for the page's scripts to receive an input event."""


async def perform(page: LivePage, opened: OpenTab, frame: Frame, act: Callable[[], Awaitable[Any]]) -> Object:
    """Act, and return the outcome. If the browser dies after the act began, the fault is `uncertain`.

    The page scripts are watching already. `act` may return what the script `after` saw.
    """
    tab, mark, url = opened.tab, opened.tab.traffic.mark, opened.tab.url
    known, windows = [each.name for each in page.tabs], tab.windows
    opened.touched = mark
    if page.holding is not None:
        await page.holding.begin(opened, frame)
    try:
        seen = await act()
        appeared = await settle(opened, mark, frame, seen=seen)
        if page.holding is not None and await page.holding.end(opened, frame):
            appeared += [each for each in await settle(opened, mark, frame) if each not in appeared]
        if page.holding is not None:
            await page.holding.answers()
        if not page.alive:
            raise closed("it ended while this was done")
    except Fault as fault:
        if fault.code == "unavailable" and (tab.crashed or not page.alive):
            fault.uncertain, fault.retry = True, False
            fault.hint = "Look whether it happened before you try again."
            raise
        if fault.code != "unavailable" or fault.received in BY_NAME:
            raise
        appeared = []
    opened.address, opened.acted = tab.url, (frame, tab.traffic.mark)
    outcome = outcome_of(opened, mark, url, appeared)
    if tab.url != url:
        page.emit("page.navigated", tab=opened.name, url=tab.url)
    if "dialog" in outcome:
        page.emit("page.dialog", tab=opened.name, **outcome["dialog"])
    if files := await kept(page, opened):
        outcome["files"] = files
    if fresh := [name for name in await page.adopted(tab.windows - windows) if name not in known]:
        outcome["opened"] = fresh
    return outcome


async def by_keyboard(tab: Tab, frame: Frame, doing: Awaitable[None], seeing: Awaitable[Any]) -> Object | None:
    """Send keys while the page script `seeing` waits for their effect; return what the script saw."""
    saw = asyncio.ensure_future(unless_gone(seeing))
    acting = asyncio.ensure_future(doing)  # behind the script, which is to be there first
    try:
        await acting
        await asyncio.wait((saw,), timeout=HEARD)
        if not saw.done():  # it went to another frame, or the page let nobody hear of it
            asyncio.ensure_future(tab.run(frame, "enough")).add_done_callback(forgotten)
        seen: Object | None = await saw
        return seen
    finally:
        acting.cancel()
        saw.cancel()


async def kept(page: LivePage, opened: OpenTab) -> list[str]:
    """Save the files that the page has sent, in the run's folder or the one for downloads; return their paths."""
    files = []
    for download in opened.tab.downloads():
        file = free_file(page.options.downloads or page.options.files, download.name)
        if failure := await download.save(str(file)):
            raise Fault("failed", f"The download of {download.name!r} failed: {failure}.", retry=True)
        log_file(page.context, file, "download")
        files.append(str(file))
    return files


async def settle(opened: OpenTab, mark: int, frame: Frame | None = None, seen: Object | None = None) -> list[str]:
    """Wait for what an action caused: the page's turn, the answers to its requests, the document or file it went to.

    What appeared in a frame since it is watched comes back. `seen` is from the page's turn, where that was awaited.
    """
    tab = opened.tab
    seen = seen or await _after(opened, frame)
    appeared: list[str] = seen.get("appeared", [])
    if tab.dialog is not None or tab.closed:
        return appeared
    await _begun(opened, mark, seen.get("leaving"))
    await tab.traffic.answers(mark, LOADING)
    if tab.traffic.unanswered(mark) is not None:
        return appeared
    if not tab.traffic.awaits(mark):
        return appeared
    await tab.traffic.quiet(mark, CAUSED)
    if tab.traffic.went(mark):
        await _arrived(opened, mark)
    later = await _after(opened, frame)
    return list(dict.fromkeys([*appeared, *later.get("appeared", ())]))


async def come_to_rest(opened: OpenTab) -> list[str]:
    """Wait for what the last action may still cause, at once where nothing is under way; return where anything changed.

    A list may be about to open, an animation to end, an answer to be drawn: some time without changes is enough.
    """
    if (acted := opened.acted) is None or opened.tab.closed or opened.tab.dialog is not None:
        return []
    (frame, mark), opened.acted, end = acted, None, monotonic() + CAUSED
    while True:
        where: list[str] = (
            await unless_gone(opened.tab.wait(frame, "rest", STIRRING * 1000, (end - monotonic()) * 1000)) or []
        )
        left = end - monotonic()
        if left <= 0 or not opened.tab.traffic.is_waiting(mark):
            return where
        await opened.tab.traffic.quiet(mark, left)


async def _begun(opened: OpenTab, mark: int, leaving: str | None) -> None:
    """Wait until the network knows of what the page has begun to go to."""
    if leaving == "page":
        await opened.tab.traffic.begins(mark, BEGINNING)
    elif leaving == "file":
        await opened.tab.sends_file(BEGINNING)


async def _arrived(opened: OpenTab, mark: int) -> None:
    """Wait for a document that was gone to, or the file that it turned out to be."""
    if opened.tab.traffic.was_dropped(mark):
        await opened.tab.sends_file(BEGINNING)
    await opened.tab.loaded(LOADING)


async def _after(opened: OpenTab, frame: Frame | None) -> Object:
    if frame is None or (opened.tab.closed and not opened.tab.crashed):  # a page may close itself
        return {}
    try:
        seen: Object | None = await unless_gone(opened.tab.wait(frame, "after"))
    except Fault as fault:
        if fault.code != "timeout":
            raise
        return {"leaving": "page"}  # for a document that does not come
    return seen or {}


async def unless_gone(asking: Awaitable[Any]) -> Any:
    """Return what the page answers; None where it went to another document or shows a dialog."""
    try:
        return await asking
    except Fault as fault:
        if fault.code not in ("not_found", "conflict"):
            raise
        return None


def outcome_of(opened: OpenTab, mark: int, before: str, appeared: list[str]) -> Object:
    """The post-conditions of an action: address, new text, requests and their status, a dialog."""
    tab = opened.tab
    outcome: Object = {"url": tab.url}
    if tab.url != before:
        outcome["from"] = before
        if not tab.traffic.went(mark):
            outcome["stays"] = True  # the document is the same, and only its address another
    if tab.dialog is not None:
        outcome["dialog"] = {"kind": tab.dialog.kind, "message": tab.dialog.message}
    if (awaited := tab.traffic.unanswered(mark)) is not None:
        outcome["pending"] = f"{awaited.url} has not answered for {awaited.age:.0f} s"
    if appeared:
        outcome["appeared"] = appeared
    return outcome | tab.traffic.told(mark)
