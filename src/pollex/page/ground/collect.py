"""Collects what grounding needs of all frames of a tab that can be seen."""

from __future__ import annotations

from typing import Final

from ...core.fault import Fault
from ...core.json import Object
from ..driver import Frame, Tab
from .scene import Building, Glance, Scene

LARGE: Final = 12_000
"""Elements of a document beyond which only what is near the viewport is collected at first."""
RANGE: Final = 1_500
Glances = list[tuple[Frame, Glance]]


async def collect(tab: Tab, *, whole: bool = False) -> tuple[Scene, list[Frame]]:
    """Return the scene, and the frames by the number that its things have."""
    glances: Glances = []
    await _into(tab, await tab.main(), {"large": LARGE, "range": RANGE, "whole": whole}, Glance({}), glances)
    return build([glance for _, glance in glances]), [frame for frame, _ in glances]


def build(glances: list[Glance]) -> Scene:
    """Return the scene of all frames, those inside after those around them."""
    building = Building()
    for number, glance in enumerate(glances):
        inside = glance.data.get("inside")
        around = -1 if inside is None else building.places[inside, glance.around]
        building.add(number, Glance(glance.data, around, glance.shift))
    return Scene(building.things, glances[0].data["title"], any(glance.data["cut"] for glance in glances))


async def _into(tab: Tab, frame: Frame, options: Object, at: Glance, found: Glances) -> None:
    data = await tab.run(frame, "ground", options)
    if data["hosts"] and await tab.open_roots(frame, data["hosts"]):
        data = await tab.run(frame, "ground", options)
    number = len(found)
    found.append((frame, Glance({**data, **at.data}, at.around, at.shift)))
    held = {child: place for child, *place in data["frames"]}
    for child, inner in await tab.children(frame) if held else ():
        if child in held:
            thing, x, y, _ = held[child]
            await _unless_gone(
                tab, inner, options, Glance({"inside": number}, thing, (at.shift[0] + x, at.shift[1] + y)), found
            )


async def _unless_gone(tab: Tab, frame: Frame, options: Object, at: Glance, found: Glances) -> None:
    before = len(found)
    try:
        await _into(tab, frame, options, at, found)
    except Fault as fault:
        if fault.code != "not_found":
            raise
        del found[before:]
