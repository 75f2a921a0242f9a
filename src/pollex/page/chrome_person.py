"""Hears the person who presses something in a tab in which a run works, and knows that from what the run presses."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from ..core.json import Object
from .chrome_session import ChromeSession
from .isolated_worlds import WORLD
from .scripts import person_script

BINDING: Final = "pollexPressed"
ECHO: Final = 1.0
"""Seconds after what the run presses in which nothing counts as the person's."""


class PersonWatch:
    """Implements `CdpSession` for the run's own mouse and keys."""

    def __init__(self, session: ChromeSession, observed: Callable[[], bool]) -> None:
        """`observed` says whether the person acts there by agreement."""
        self._session, self._observed = session, observed
        self._pressing = 0
        self._pressed = 0.0
        """When the run has pressed something last."""
        self.pressed = False
        """Whether the person has pressed something since this was last taken back."""
        self.on = session.on

    async def start(self, session: ChromeSession) -> None:
        """Hear a session of the tab."""
        session.on("Runtime.bindingCalled", self._hear)
        await self.renew(session)
        everywhere = {"source": person_script(), "worldName": WORLD, "runImmediately": True}
        await session.send("Page.addScriptToEvaluateOnNewDocument", everywhere)

    async def renew(self, session: ChromeSession) -> None:
        await session.send("Runtime.addBinding", {"name": BINDING, "executionContextName": WORLD})

    async def send(self, method: str, params: Object | None = None) -> Object:
        self._pressing += 1
        try:
            return await self._session.send(method, params)
        finally:
            self._pressing -= 1
            self._pressed = _now()

    def _hear(self, event: Object) -> None:
        is_echo = self._pressing or _now() < self._pressed + ECHO
        if event["name"] == BINDING and not is_echo and not self._observed():
            self.pressed = True


def _now() -> float:
    return asyncio.get_running_loop().time()
