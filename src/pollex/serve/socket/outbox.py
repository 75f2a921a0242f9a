"""What waits to be sent to one client: bounded, since a client may read slowly or not at all."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from typing import Final

RESUME: Final = 4001
"""The close code that means: come again with `after`."""


@dataclass(slots=True)
class _Entry:
    text: str
    key: str | None = None


class Outbox:
    """Messages in order. When they are too many, the rest is dropped and the client has to come again."""

    def __init__(self, most: int, most_characters: int) -> None:
        self._most = most
        self._most_characters = most_characters
        self._texts: deque[_Entry] = deque()
        self._latest: dict[str, _Entry] = {}
        self._characters = 0
        self._changed = asyncio.Event()
        self.overflowed = False

    def put(self, text: str) -> None:
        """Add a message. One alone always fits, however long it is."""
        if self.overflowed or (self._is_full(text) and self._texts):
            self.overflowed = True
            self._texts.clear()
            self._latest.clear()
        else:
            self._add(_Entry(text))
        self._changed.set()

    def put_latest(self, key: str, text: str) -> None:
        """Add a message that nobody misses: it takes the place of an earlier one of its key, or is left out."""
        if (waiting := self._latest.get(key)) is not None:
            self._characters += len(text) - len(waiting.text)
            waiting.text = text
        elif not self.overflowed and not self._is_full(text):
            self._latest[key] = entry = _Entry(text, key)
            self._add(entry)
            self._changed.set()

    def _add(self, entry: _Entry) -> None:
        self._texts.append(entry)
        self._characters += len(entry.text)

    def _is_full(self, text: str) -> bool:
        return len(self._texts) >= self._most or self._characters + len(text) > self._most_characters

    async def get(self) -> str | None:
        """Return the next message, as soon as there is one; None when the client has missed some."""
        while not self._texts and not self.overflowed:
            self._changed.clear()
            await self._changed.wait()
        if self.overflowed:
            return None
        entry = self._texts.popleft()
        if entry.key is not None:
            del self._latest[entry.key]
        self._characters -= len(entry.text)
        return entry.text
