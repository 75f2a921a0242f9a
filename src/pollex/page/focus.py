"""The focused element, by which a key press is judged."""

from __future__ import annotations

from typing import Final

from ..browser.evidence import Evidence
from ..core.context import Context
from .driver import Frame
from .open_tab import OpenTab

PRESSING: Final = ("Enter", "Space")
"""Keys that press what has the focus, or send its form off."""


async def judge_focused(opened: OpenTab, key: str, context: Context, *, judged: int | None = None) -> None:
    """Ask the guards about the element that a key would press; a Fault where one of them says no.

    `judged` is the number of an element that they were asked about already.
    """
    if not context.aims or key.rpartition("+")[2] not in PRESSING:
        return
    found = await focused(opened, await opened.tab.main())
    if found is None or found[1] == judged:
        return
    evidence = await opened.tab.run(found[0], "evidence", found[1])
    if evidence is not None:
        await judge(Evidence.from_json(evidence), context)


async def judge(evidence: Evidence, context: Context) -> None:
    """Ask the guards about an element before it is touched."""
    for guard in context.aims:
        if fault := await guard(evidence, context):
            raise fault


async def focused(opened: OpenTab, frame: Frame) -> tuple[Frame, int] | None:
    """What has the focus, and the frame that it is in."""
    found = await opened.tab.run(frame, "focused")
    if found is None:
        return None
    if found["inside"]:
        for owner, inner in await opened.tab.children(frame):
            if owner == found["number"]:
                return await focused(opened, inner)
    return frame, found["number"]
