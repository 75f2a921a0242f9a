"""The state of the page, and what changed."""

from __future__ import annotations

from ...core.context import Context
from ...core.fault import Fault
from ...core.json import Object
from ...core.tool import Tool
from ..delta import delta
from ..folding import UNFOLDED_ROWS
from ..interaction import come_to_rest
from ..live import LivePage
from ..outline import outline, unfolded
from ..targets import index_of
from .declare import NAMED, page_tool


async def state(page: LivePage, args: Object, context: Context) -> Object:
    opened = await page.opened()
    before, where = opened.shown, await come_to_rest(opened) if args["rest"] else []
    found = await page.state(
        elements=args.get("elements"),
        text=args.get("text"),
        element_text=args.get("elementText"),
        extra=args["extra"],
        unfold=args["unfold"],
        about=args["about"],
    )
    shown = opened.shown
    if args["aside"]:
        opened.shown = before
    if not args["changes"] or before is None or shown is None:
        return dict(found)
    said = delta(before, shown, opened.unfolded)
    return {**found, "changes": None if said == outline(shown, opened.unfolded) else said, "stirred": where}


async def unfold(page: LivePage, args: Object, context: Context) -> str:
    index = await index_of(page, args, context)
    assert index is not None
    opened = await page.opened()
    lines = unfolded(await opened.look(), index)
    if not lines:
        message = f"Nothing is folded at [{index}]."
        hint = "Give the index that stands behind 'more like these'."
        raise Fault("not_found", message, pointer="/index", received=str(args["index"]), hint=hint, retry=False)
    if index not in opened.unfolded:
        opened.unfolded.append(index)
    return page.context.redactor.text("\n".join(lines))


async def changes(page: LivePage, args: Object, context: Context) -> Object:
    opened = await page.opened()
    before = opened.shown
    after = opened.shown = await opened.look()
    return {"url": after.url, "changes": outline(after) if before is None else delta(before, after)}


def _limit(about: str, name: str) -> Object:
    return {"type": "integer", "minimum": 0, "description": f"{about} Without it, as the limit {name} says."}


TOOLS: tuple[Tool, ...] = (
    page_tool(
        "state",
        state,
        "See the page: address, title, elements that can be acted on with their index, text, an outline for prompts.",
        {
            "elements": _limit("How many elements to list.", "page_elements"),
            "text": _limit("How many characters of the page's text.", "page_text"),
            "elementText": _limit("How many characters of an element's text.", "element_text"),
            "extra": {
                "type": "array", "items": {"type": "string"}, "default": [],
                "description": "Selectors of elements that count as controls too.",
            },
            "unfold": {
                "type": "array", "items": {"type": "integer"}, "default": [],
                "description": f"Indices inside folded lists of which up to {UNFOLDED_ROWS} rows are to be shown.",
            },
            "about": {
                "type": "string", "default": "",
                "description": "Words, such as those of a task: rows that they name are shown, not folded.",
            },
            "changes": {
                "type": "boolean", "default": False,
                "description": "Also what changed since the page was last shown; null where it is another page.",
            },
            "rest": {
                "type": "boolean", "default": False,
                "description": "Wait first for what the last action may still cause.",
            },
            "aside": {
                "type": "boolean", "default": False,
                "description": "Look without counting it as shown: what changed is told again the next time.",
            },
        },
        examples=({}, {"unfold": [52]}),
        effect="read",
    ),
    page_tool(
        "unfold",
        unfold,
        "Show what an outline has folded: the rows of a list that are only counted there.",
        {"index": {**NAMED, "description": "The index behind 'more like these'."}},
        required=("index",),
        examples=({"index": 52},),
        effect="read",
    ),
    page_tool("changes", changes, "See only what changed on the page since it was last seen.", {}, effect="read"),
)  # fmt: skip
