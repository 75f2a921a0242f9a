"""What the page lists: records with their controls, and groups of choices."""

from __future__ import annotations

from dataclasses import asdict

from ...core.context import Context
from ...core.json import Object
from ...core.tool import Tool
from ..choices import choices
from ..lists import lists
from ..live import LivePage
from ..targets import index_of
from .declare import NAMED, page_tool, text


async def records(page: LivePage, args: Object, context: Context) -> list[Object]:
    opened = await page.opened()
    found = await lists(opened.tab, opened.indices, index=await index_of(page, args, context), most=args["most"])
    return [asdict(each) for each in found]


async def read_choices(page: LivePage, args: Object, context: Context) -> list[Object]:
    opened = await page.opened()
    return [asdict(each) for each in await choices(opened.tab, opened.indices, args.get("name"))]


TOOLS: tuple[Tool, ...] = (
    page_tool(
        "records",
        records,
        "Read the lists, tables and cards of the page, the main part first: of each record its whole text, its cells, "
        "the index of its link and of its controls, and its states (unread, selected, sold out, bold …).",
        {
            "index": {**NAMED, "description": "Only the lists in this element."},
            "most": {"type": "integer", "minimum": 1, "default": 50, "description": "How many records of each."},
        },
        examples=({}, {"index": 12, "most": 200}),
        effect="read",
    ),
    page_tool(
        "choices",
        read_choices,
        "Read what may be chosen: each list, group of radio buttons, swatches or sizes, with its choices, which are "
        "chosen, and which cannot be.",
        {"name": text("What the group is called: 'colours', 'size'; without it, all groups.", minLength=1)},
        examples=({}, {"name": "colours"}),
        effect="read",
    ),
)
