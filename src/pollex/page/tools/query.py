"""Queries without an action: the elements that fit a selector, with their texts, and the page's text."""

from __future__ import annotations

from typing import Final

from ...browser.selector import Candidate, Selector, parse
from ...core.context import Context
from ...core.fault import Fault
from ...core.json import Object
from ...core.tool import Tool
from ..content import read_element
from ..ground import fitting
from ..live import LivePage
from ..open_tab import OpenTab
from ..resolution import ResolvedElement
from ..resolve import seek
from .declare import SELECTOR, page_tool
from .wait import page_text

MOST_FOUND: Final = 45
"""From how many elements on a search may have left some out: it gives 50, and only one sight of each control."""


async def query(page: LivePage, args: Object, context: Context) -> Object:
    """The elements of the first candidate that fits any; words are grounded, and fit one, several equally, or none."""
    opened = await page.opened()
    hints: Object = {}
    for candidate in parse(args["selector"]).candidates:
        try:
            found = await _fitting(opened, candidate, context)
        except Fault as fault:
            if fault.code != "not_found":
                raise
            hints = {"hint": fault.hint or fault.message}
            continue
        if found:
            several = len(found) > 1
            elements = [await _told(opened, *each, several=several) for each in found[: args["most"]]]
            count = len(found) if len(found) < MOST_FOUND else await _count(opened, candidate)
            return {"count": count, "used": str(candidate), "elements": elements}
    return {"count": 0, "elements": [], **hints}


async def _count(opened: OpenTab, candidate: Candidate) -> int:
    """How many fit in all frames, where there are more than a search gives."""
    args = (candidate.kind, candidate.value, candidate.name, candidate.exact)
    frames = [await opened.tab.main()]
    for frame in frames:
        frames += [child for _, child in await opened.tab.children(frame)]
    return sum([int(await opened.tab.run(frame, "countFitting", *args)) for frame in frames])


async def _fitting(opened: OpenTab, candidate: Candidate, context: Context) -> list[tuple[int, tuple[str, ...]]]:
    """The indices of the visible elements that fit, each with texts near it that distinguish it."""
    if candidate.kind == "act":
        grounded = await fitting(opened, str(candidate.value), context=context)
        return [(found.index, (near,) if near else ()) for found, near in grounded]
    sought = await seek(opened.tab, opened.indices, Selector((candidate,)))
    if isinstance(sought, ResolvedElement):
        return [(sought.index, ())]
    [failed] = sought.failed
    if failed.code == "invalid_input":
        message = f"{str(failed.candidate)!r} is {failed.why}."
        raise Fault("invalid_input", message, pointer="/selector", received=str(failed.candidate))
    return [(opened.indices.of(match.frame, match.number), match.near) for match in failed.matches if match.visible]


async def _told(opened: OpenTab, index: int, near: tuple[str, ...], *, several: bool) -> Object:
    element = await read_element(opened.tab, opened.indices, index, most=2_000)
    said: Object = {
        "index": index,
        "role": element.role,
        "name": element.name,
        "text": element.text,
        "value": element.value,
        "states": list(element.states),
    }
    return {**said, "near": list(near)} if several else said


async def text(page: LivePage, args: Object, context: Context) -> Object:
    opened = await page.opened()
    return {"url": opened.tab.url, "text": await page_text(opened)}


TOOLS: tuple[Tool, ...] = (
    page_tool(
        "query",
        query,
        "See which elements a selector fits, without acting: how many can be seen, what the first ones say, and where "
        "several fit, what stands near each.",
        {
            "selector": SELECTOR,
            "most": {"type": "integer", "minimum": 1, "default": 20, "description": "How many are read."},
        },
        required=("selector",),
        examples=({"selector": "css=tr.order"}, {"selector": "role=alert"}),
        effect="read",
    ),
    page_tool("text", text, "Read all text that the page shows, frames included, as plain text.", {}, effect="read"),
)
