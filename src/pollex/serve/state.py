"""What the handlers of one server share."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .access import Access
from .event_text import EventTexts
from .extension.link import ExtensionLinks
from .limits import ServerLimits
from .metrics import Metrics

if TYPE_CHECKING:
    from ..app.app import App


@dataclass(slots=True)
class ServerState:
    """An app and who may use it, while it is served."""

    app: App
    access: Access
    limits: ServerLimits = field(default_factory=ServerLimits)
    metrics: Metrics = field(default_factory=Metrics)
    closing: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the server is about to end: streams end then, too."""
    texts: EventTexts = field(default_factory=EventTexts)
    listeners: int = 0
    """Streams of events that are open."""

    extensions: ExtensionLinks = field(init=False)

    def __post_init__(self) -> None:
        app = self.app
        app.chrome.serves = True
        self.extensions = ExtensionLinks(app.settings.home, app.context.limits, self.closing, app)

    async def ends(self) -> None:
        """Wait until the server is about to end, or all browsers are let out."""
        waiting = [asyncio.ensure_future(each.wait()) for each in (self.closing, self.access.sessions.over)]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waiting:
                each.cancel()
