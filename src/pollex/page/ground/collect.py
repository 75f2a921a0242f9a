"""Collects what grounding needs of all frames of a tab that can be seen."""

from __future__ import annotations

from typing import Any, Final

from ...core.fault import Fault
from ...core.json import Object
from ..driver import Frame, Tab
from .scene import Building, Glance, Scene

LARGE: Final = 12_000
"""Elements of a document beyond which only what is near the viewport is collected at first."""
RANGE: Final = 1_500


async def collect(tab: Tab, *, whole: bool = False) -> tuple[Scene, list[Frame]]:
    """The scene, and the frames by the number that its things have."""
    glances = await glimpse(tab, whole=whole)
    building = Building()
    for number, (_, glance) in enumerate(glances):
        building.add(number, _placed(glance, building))
    first = glances[0][1].data
    scene = Scene(
        building.things,
        first["title"],
        first["width"],
        first["height"],
        any(glance.data["cut"] for _, glance in glances),
    )
    return scene, [frame for frame, _ in glances]


async def glimpse(tab: Tab, *, whole: bool) -> list[tuple[Frame, Glance]]:
    """What each frame tells, those inside after those around them."""
    found: list[tuple[Frame, Glance]] = []
    main = await tab.main()
    await _into(tab, main, {"large": LARGE, "range": RANGE, "whole": whole}, Glance({}), found)
    return found


async def _into(tab: Tab, frame: Frame, options: Object, place: Glance, found: list[tuple[Frame, Glance]]) -> None:
    data = await tab.run(frame, "ground", options)
    if data["hosts"] and await tab.open_roots(frame, data["hosts"]):
        data = await tab.run(frame, "ground", options)
    at = len(found)
    found.append((frame, Glance(data, place.around, place.shift)))
    if not data["frames"]:
        return
    held = {number: rest for number, *rest in data["frames"]}
    for number, child in await tab.children(frame):
        if number in held:
            thing, x, y, _ = held[number]
            inner = Glance({"frame": at}, thing, (place.shift[0] + x, place.shift[1] + y))
            await _unless_gone(tab, child, options, inner, found)


async def _unless_gone(
    tab: Tab, frame: Frame, options: Object, place: Glance, found: list[tuple[Frame, Glance]]
) -> None:
    try:
        before = len(found)
        await _into(tab, frame, options, place, found)
    except Fault as fault:
        if fault.code != "not_found":
            raise
        del found[before:]
    else:
        data: dict[str, Any] = found[before][1].data
        data["inside"] = place.data["frame"]


def _placed(glance: Glance, building: Building) -> Glance:
    """With the place of what holds the frame, which the script knows by its own id."""
    inside = glance.data.get("inside")
    if inside is None:
        return Glance(glance.data)
    return Glance(glance.data, building.places[inside, glance.around], glance.shift)
