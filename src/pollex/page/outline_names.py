"""Elements by what the outline calls them: `Save`, `button Save`, `‹trash›`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..browser.selector import Candidate
from ..core.context import Context
from ..core.fault import Fault
from ..text.clip import clipped
from .ground import by_words
from .interaction import unless_gone
from .observation import Control
from .open_tab import OpenTab
from .outline import TEXT
from .resolution import ResolvedElement

LISTED: Final = 5


async def by_name(opened: OpenTab, words: str, *, context: Context) -> ResolvedElement | None:
    """The one control that the last look called so and that is still called so; else what the words mean."""
    controls = () if opened.seen is None else tuple(opened.seen.controls().values())
    called = [each for each in controls if words.strip().casefold() in _names(each)]
    if len(called) > 1 and not called[0].name:
        named = ", ".join(f"[{each.index}]" for each in called[:LISTED])
        raise Fault("ambiguous", f"{len(called)} elements are called {words!r}.", hint=f"They are {named}.")
    if len(called) == 1 and (place := opened.indices.place(called[0].index)) is not None:
        frame, number = place
        answer = await unless_gone(opened.tab.run(frame, "find", "index", number))
        if answer and any(each["visible"] and each["name"] == called[0].name for each in answer["found"]):
            return ResolvedElement(frame, number, called[0].index, Candidate("act", words))
    return await by_words(opened, words, context=context)


def _names(control: Control) -> Iterator[str]:
    """What an outline says of a control, as it may be repeated."""
    if said := control.name or (f"‹{clipped(control.looks, TEXT)}›" if control.looks else ""):
        yield said.casefold()
        yield f"{control.role} {said}".casefold()
