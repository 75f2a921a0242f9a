"""Looking at the page: its state, and what changed."""

from __future__ import annotations

from ...core.context import Context
from ...core.json import Object
from ...core.tool import Tool
from ..delta import delta
from ..live import LivePage
from .declare import page_tool


async def state(page: LivePage, args: Object, context: Context) -> Object:
    found = await page.state(
        elements=args["elements"],
        text=args["text"],
        element_text=args["elementText"],
        extra=args["extra"],
        unfold=args["unfold"],
    )
    return dict(found)


async def changes(page: LivePage, args: Object, context: Context) -> Object:
    opened = await page.opened()
    before = opened.seen
    after = await opened.look()
    return {"url": after.url, "changes": delta(before, after) if before else (await page.state())["outline"]}


def _limit(about: str, default: int) -> Object:
    return {"type": "integer", "minimum": 0, "default": default, "description": about}


TOOLS: tuple[Tool, ...] = (
    page_tool(
        "state",
        state,
        "See the page: address, title, elements that can be acted on with their index, text, an outline for prompts.",
        {
            "elements": _limit("How many elements to list.", 100),
            "text": _limit("How many characters of the page's text.", 2_000),
            "elementText": _limit("How many characters of an element's text.", 100),
            "extra": {
                "type": "array", "items": {"type": "string"}, "default": [],
                "description": "Selectors of elements that count as controls too.",
            },
            "unfold": {
                "type": "array", "items": {"type": "integer"}, "default": [],
                "description": "Indices inside folded lists that are to be shown in full.",
            },
        },
        examples=({}, {"unfold": [52]}),
        effect="read",
    ),
    page_tool("changes", changes, "See only what changed on the page since it was last seen.", {}, effect="read"),
)  # fmt: skip
