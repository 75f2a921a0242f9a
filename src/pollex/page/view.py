"""What a page shows now, for someone who watches: never a secret, and nothing is opened for it."""

from __future__ import annotations

import base64
from typing import Final

from ..core.fault import Fault
from ..core.json import Object
from .driver import Tab
from .live import LivePage
from .secrecy import concealed

SIDE: Final = 1_600
"""Pixels of a picture's longer side, at most."""
NOT_OPEN: Final = "The browser is not open yet."


async def view(page: LivePage) -> Object | None:
    """Return the tab that the page works on as a frame; None where something came that must not be seen."""
    opened = page.tabs.current
    if opened is None:
        return {"url": "", "title": "", "tabs": [], "note": NOT_OPEN}
    tabs = [
        {"title": await _title(each.tab), "url": each.tab.url, "active": each is opened} for each in list(page.tabs)
    ]
    shown: Object = {"url": opened.tab.url, "title": await _title(opened.tab), "tabs": tabs}
    try:
        texts = page.context.redactor
        taken, clean = await concealed(opened, lambda: texts.known, lambda: opened.tab.viewport(SIDE))
    except Fault as fault:
        if fault.code == "not_found":  # its document goes at this moment
            return None
        redacted: Object = page.context.redactor.value({**shown, "note": fault.message})
        return redacted
    if not clean:
        return None
    named: Object = page.context.redactor.value(shown)
    image = base64.b64encode(taken.image).decode()
    return {**named, "image": image, "width": taken.width, "height": taken.height}


async def _title(tab: Tab) -> str:
    """The title of a tab; empty where it cannot say it now."""
    try:
        return await tab.title()
    except Fault:
        return ""
