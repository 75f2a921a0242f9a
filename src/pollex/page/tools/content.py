"""The content of the page without a model: its text, one element, tables, occurrences of a text, data by a schema."""

from __future__ import annotations

from dataclasses import asdict, replace

from ...browser.evidence import Evidence
from ...core.context import Context
from ...core.fault import Fault
from ...core.json import Object
from ...core.result import Result
from ...core.tool import Tool
from ..content import find_text, read_element, read_page
from ..evidence import record_all
from ..extract import Extracted, Mapper, extract
from ..live import LivePage
from ..tables import tables
from ..targets import index_of
from .declare import NAMED, flag, page_tool, text


async def read(page: LivePage, args: Object, context: Context) -> Object:
    opened = await page.opened()
    passage = await read_page(
        opened.tab,
        opened.indices,
        index=await index_of(page, args, context),
        whole=args["whole"],
        links=args["links"],
        controls=args["controls"],
        start=args["start"],
        most=args["most"],
    )
    return asdict(passage)


async def find(page: LivePage, args: Object, context: Context) -> Object:
    opened = await page.opened()
    return asdict(await find_text(opened.tab, opened.indices, args["text"], most=args["most"]))


async def element(page: LivePage, args: Object, context: Context) -> Object:
    opened, index = await page.opened(), await index_of(page, args, context)
    assert index is not None
    return asdict(await read_element(opened.tab, opened.indices, index))


async def read_tables(page: LivePage, args: Object, context: Context) -> list[Object]:
    opened = await page.opened()
    found = await tables(opened.tab, opened.indices, index=await index_of(page, args, context), most=args["most"])
    return [asdict(table) for table in found]


async def extract_data(page: LivePage, args: Object, context: Context) -> Result:
    """By rule; a model, where the context has one, is asked where the fields stand that rules do not find."""
    opened = await page.opened()
    await opened.look()
    wanted = (opened.tab, opened.indices, args["instruction"], args["schema"])
    if context.model is None:
        return _proven(await extract(*wanted, evidence=record_all))
    mapper = Mapper(context.model, context.redactor)
    try:
        result = _proven(await extract(*wanted, evidence=record_all, mapper=mapper))
    except Fault as fault:
        result = Result.failure(fault)
    return replace(result, notes=(*result.notes, *mapper.notes), cost=mapper.cost)


def _proven(found: Extracted) -> Result:
    proof = {pointer: each.to_json() for pointer, each in found.proof.items() if isinstance(each, Evidence)}
    return Result(found.fault is None, found.data, found.fault, notes=found.notes, proof=proof)


def _most(about: str, default: int) -> Object:
    return {"type": "integer", "minimum": 1, "default": default, "description": about}


TOOLS: tuple[Tool, ...] = (
    page_tool(
        "read",
        read,
        "Read the page, or one element of it, as clean Markdown; `next` in the answer is where to go on.",
        {
            "index": NAMED,
            "whole": flag("Also navigation, banners and the like.", False),
            "links": flag("Links with their addresses.", True),
            "controls": flag("What can be clicked behind its index: [12] Save.", False),
            "start": {"type": "integer", "minimum": 0, "default": 0, "description": "Where to begin."},
            "most": _most("How many characters.", 8_000),
        },
        examples=({}, {"start": 8000}),
        effect="read",
    ),
    page_tool(
        "find",
        find,
        "Find a text on the whole page: each place with the index of its element and the words around it.",
        {"text": text("The words to find.", minLength=1), "most": _most("How many places.", 20)},
        required=("text",),
        examples=({"text": "return policy"},),
        effect="read",
    ),
    page_tool(
        "element",
        element,
        "Read everything about one element: role, name, value, states, its whole text, what it belongs to.",
        {"index": NAMED},
        required=("index",),
        examples=({"index": 12},),
        effect="read",
    ),
    page_tool(
        "tables",
        read_tables,
        "Read the tables of the page as rows.",
        {"index": NAMED, "most": _most("How many rows of each.", 200)},
        effect="read",
    ),
    page_tool(
        "extract",
        extract_data,
        "Extract data from the page to a JSON Schema. Every value stands on the page; the proof says where.",
        {
            "instruction": text("What is wanted: 'orders', 'the reviews', 'items under 20 euro'.", minLength=1),
            "schema": {"type": "object", "description": "A JSON Schema of the data."},
        },
        required=("instruction", "schema"),
        examples=(
            {
                "instruction": "orders",
                "schema": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {"number": {"type": "string"}, "total": {"type": "number"}},
                    },
                },
            },
        ),
        effect="read",
    ),
)
