"""Events as the lines of a stream, written once for all who listen."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from ..core.event import Event
from ..core.json import dumps

KEPT: Final = 64
"""Events of which the text is kept: listeners are rarely further apart."""


class EventTexts:
    """The newest events as text. An event never changes, so that its run and number stand for it."""

    def __init__(self) -> None:
        self._texts: OrderedDict[tuple[str, int], str] = OrderedDict()

    def text(self, event: Event) -> str:
        key = (event.run, event.seq)
        text = self._texts.get(key)
        if text is None:
            text = f"id: {event.seq}\nevent: {event.kind}\ndata: {dumps(event.to_json())}\n\n"
            self._texts[key] = text
            if len(self._texts) > KEPT:
                self._texts.popitem(last=False)
        return text
