"""Elements by what the outline calls them: `Save`, `button Save`, `‹trash›`."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from typing import Final

from ..browser.selector import Candidate
from ..core.context import Context
from ..core.fault import Fault
from ..text.clip import clipped
from ..text.words import mentions
from .ground import by_words, called_so
from .interaction import unless_gone
from .observation import Control
from .open_tab import OpenTab
from .outline import TEXT
from .resolution import ResolvedElement

LISTED: Final = 5
COMPARED: Final = 20
"""Controls whose own words are looked at."""


async def by_name(opened: OpenTab, words: str, *, context: Context, whole: bool = False) -> ResolvedElement | None:
    """The one control that the last look called so and that is still called so; else what the words mean.

    Where they stand in the place of an index, they must be a `whole` name of the element.
    """
    controls = () if opened.seen is None else tuple(opened.seen.controls().values())
    called = [each for each in controls if words.strip().casefold() in _names(each)]
    if len(called) > 1 and not called[0].name:
        named = ", ".join(f"[{each.index}]" for each in called[:LISTED])
        raise Fault("ambiguous", f"{len(called)} elements are called {words!r}.", hint=f"They are {named}.")
    exact = [each for each in called if each.name == words.strip()]
    called = exact if len(exact) == 1 else called or await _by_own_words(opened, controls, words)
    if len(called) == 1 and (place := opened.indices.place(called[0].index)) is not None:
        frame, number = place
        answer = await unless_gone(opened.tab.run(frame, "find", "index", number))
        if answer and any(each["visible"] and each["name"] == called[0].name for each in answer["found"]):
            return ResolvedElement(frame, number, called[0].index, Candidate("act", words))
    return await (called_so(opened, words) if whole else by_words(opened, words, context=context))


async def _by_own_words(opened: OpenTab, controls: Iterable[Control], words: str) -> list[Control]:
    """The controls whose own words these are: their names also hold icons, counters, or the buttons inside them."""
    wanted = words.strip().casefold()
    near = [each for each in controls if mentions(each.name.casefold(), _without_role(wanted, each))][:COMPARED]
    own = await asyncio.gather(*(_own_words(opened, each) for each in near))
    return [each for each, said in zip(near, own, strict=True) if said == _without_role(wanted, each)]


def _without_role(wanted: str, control: Control) -> str:
    return wanted.removeprefix(f"{control.role} ")


async def _own_words(opened: OpenTab, control: Control) -> str | None:
    place = opened.indices.place(control.index)
    if place is None:
        return None
    found = await unless_gone(opened.tab.run(place[0], "ownWords", [place[1]]))
    return found[0].casefold() if found and found[0] else None


def _names(control: Control) -> Iterator[str]:
    """What an outline says of a control, as it may be repeated."""
    if said := control.name or (f"‹{clipped(control.looks, TEXT)}›" if control.looks else ""):
        yield said.casefold()
        yield f"{control.role} {said}".casefold()
