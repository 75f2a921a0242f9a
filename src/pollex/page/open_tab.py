"""An open tab with its name, element indices, last observation, and the fields that hold secrets."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field, replace
from typing import Final

from ..core.fault import Fault
from .driver import Frame, Tab
from .indices import Indices
from .observation import Observation
from .observe import LookLimits, look

UNFOLDED: Final = 3


@dataclass(slots=True)
class OpenTab:
    """One tab of a window."""

    name: str
    tab: Tab
    indices: Indices = field(default_factory=Indices)
    seen: Observation | None = None
    shown: Observation | None = None
    """The observation that the caller was shown last."""
    unfolded: deque[int] = field(default_factory=lambda: deque(maxlen=UNFOLDED))
    """Indices of the lists that were unfolded last: outlines go on to show them."""
    about: str = ""
    """Words that name what outlines never fold."""
    secrets: list[tuple[Frame, int]] = field(default_factory=list)
    """Elements that hold a secret: never shown in pictures."""
    pictures: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a picture is taken: what is concealed for one is not revealed by another."""
    asked: dict[tuple[str, tuple[str, ...]], int | None] = field(default_factory=dict)
    """What a model was asked about elements, words and candidates, and which of them it chose."""
    acted: tuple[Frame, int] | None = None
    """The frame of the last action that nobody has looked at, and the mark of the traffic behind it."""
    touched: int = 0
    """The mark of the traffic when something was last done in it."""
    address: str = "about:blank"
    """Where it was last, for opening it again."""

    @property
    def as_loaded(self) -> bool:
        """Whether nothing was done in its document, which its address gives again."""
        tab = self.tab
        if tab.closed or tab.crashed or tab.dialog is not None:
            return False
        return tab.url == "about:blank" or tab.traffic.simply_led_to(tab.url, self.touched)

    async def look(self, limits: LookLimits | None = None) -> Observation:
        """Observe the tab, and keep the observation."""
        unheard = self.seen is not None and self.seen is not self.shown
        seen = await look(self.tab, self.indices, limits or LookLimits(), again=unheard)
        self.seen = replace(seen, about=self.about)
        self.address = self.seen.url
        return self.seen

    async def hears_typing(self, index: int) -> bool:
        """Return whether anything of the page may hear that the field of an index is filled in."""
        if (at := self.indices.place(index)) is None:
            return True
        frame, number = at
        try:
            return await self.tab.hears_typing(frame, await self.tab.run(frame, "placeOf", number))
        except Fault as fault:
            if fault.code not in ("not_found", "conflict"):
                raise
            return True  # it has done something already
