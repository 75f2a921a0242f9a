"""What waits to be sent to one client: bounded, since a client may read slowly or not at all."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

RESUME: Final = 4001
"""The close code that means: come again with `after`."""


class Outbox:
    """Messages in order. When they are too many, the rest is dropped and the client has to come again."""

    def __init__(self, most: int, most_characters: int) -> None:
        self._most = most
        self._most_characters = most_characters
        self._texts: deque[str] = deque()
        self._characters = 0
        self._changed = asyncio.Event()
        self.overflowed = False

    def put(self, text: str) -> None:
        """Add a message. One alone always fits, however long it is."""
        full = len(self._texts) >= self._most or self._characters + len(text) > self._most_characters
        if self.overflowed or (full and self._texts):
            self.overflowed = True
            self._texts.clear()
        else:
            self._texts.append(text)
            self._characters += len(text)
        self._changed.set()

    async def get(self) -> str | None:
        """Return the next message, as soon as there is one; None when the client has missed some."""
        while not self._texts and not self.overflowed:
            self._changed.clear()
            await self._changed.wait()
        if self.overflowed:
            return None
        text = self._texts.popleft()
        self._characters -= len(text)
        return text
