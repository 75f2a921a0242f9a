"""The line to a tab of a person's Chrome without its debugger: content scripts, and what its tabs tell."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any, Final

from ..core.fault import Fault
from ..core.json import Object
from .chrome_session import GONE, ChromeRelay
from .driver import Frame
from .failures import BrowserRefusal, closed, gone
from .scripts import light_scripts

PATIENCE: Final = 30.0
"""Seconds until a page that does not answer is busy, or asks its person something."""
SLICE: Final = 1.0
"""Seconds after which is looked whether the browser is still connected."""
ATTEMPTS: Final = 5
NO_DOCUMENT: Final = (
    "No document with id",
    "No frame with id",
    "Frame with ID",
    "was removed",
    "documentId",
    "gave no",
)
"""What the browser says of a document that has gone, or is only just coming."""
NO_TAB: Final = (GONE, "No tab with id", "does not allow this tab")
NO_HOST: Final = ("Cannot access", "must request permission", "cannot be scripted", "showing error page")
HOST_HINT: Final = "Open the panel of Pollex in that tab, and let it read and change this site."


@dataclass(frozen=True, slots=True)
class LightFrame:
    """A frame as its content script knows it."""

    frame: Frame
    token: str
    path: tuple[int, ...]
    ready: bool
    url: str


class LightLine:
    """Asks the content scripts of one tab."""

    def __init__(self, relay: ChromeRelay, tab: int) -> None:
        self.relay = relay
        self.tab = tab

    async def ask(self, method: str, **params: Any) -> Object:
        """Return what the extension answers; a Fault where the tab, the document or the permission is not there."""
        answer = await self._answer(method, params)
        if "result" in answer:
            return dict(answer["result"])
        if "lost" in answer:
            if method != "Light.act":
                raise gone()
            hint = "Look at the page: it may be done."
            raise Fault("unavailable", "The connection with Chrome was lost.", hint=hint, retry=False, uncertain=True)
        raise _refused(str(answer["error"]))

    async def _answer(self, method: str, params: Object) -> Object:
        """Return what the relay answers. The time in which the worker sleeps is not the page's."""
        asking = asyncio.ensure_future(self.relay.call(self.tab, method, params))
        left = PATIENCE
        try:
            while left > 0:
                await asyncio.wait({asking}, timeout=SLICE)
                if asking.done():
                    return asking.result()
                left -= SLICE if self.relay.connected else 0
        finally:
            asking.cancel()
        raise _silent()

    async def frames(self) -> list[LightFrame]:
        """Return the frames that can be looked into, the outermost first."""
        for attempt in range(ATTEMPTS):
            try:
                found = (await self.ask("Light.getFrames", scripts=light_scripts()))["frames"]
            except Fault as fault:
                if fault.code != "not_found" or attempt == ATTEMPTS - 1:
                    raise
                continue
            if any(each["frame"] == 0 for each in found):
                break
        else:
            raise gone()
        known = [
            LightFrame(
                Frame(str(each["frame"]), each["document"]),
                each["token"],
                tuple(each["path"]),
                each["ready"],
                each["url"],
            )
            for each in found
        ]
        return sorted(known, key=lambda each: int(each.frame.id))

    async def run(self, frame: Frame, name: str, *args: Any, acts: bool = False) -> Any:
        """Return what a function of our scripts gives in a document."""
        method = "Light.act" if acts else "Light.run"
        answer = await self.ask(method, document=frame.document, name=name, args=list(args))
        if "failed" in answer:
            raise Fault("failed", f"A script in the page failed: {answer['failed']}", retry=False)
        if "missing" in answer:
            raise gone()
        return answer["value"]


def _refused(said: str) -> Fault:
    if any(words in said for words in NO_TAB):
        return closed(said)
    if any(words in said for words in NO_HOST):
        message = f"Pollex may not look into this page: {said}"
        return Fault("denied", message, expected="a page that the person lets it read", hint=HOST_HINT, retry=False)
    if any(words in said for words in NO_DOCUMENT):
        return gone()
    return BrowserRefusal(said)


def _silent() -> Fault:
    message = f"The page did not answer within {PATIENCE:.0f} s: it is busy, or asks its person something."
    hint = "Dialogs are read and answered with Chrome's debugger only: answer it in that tab."
    return Fault("timeout", message, expected="an answer of the page", hint=hint, retry=True)
