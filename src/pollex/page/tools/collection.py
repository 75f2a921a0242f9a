"""A list that goes on over several pages: extracted page by page until there is no next one."""

from __future__ import annotations

from typing import Any, Final

from ...core.context import Context
from ...core.fault import Fault
from ...core.json import Object, dumps
from ...core.result import Result
from ...core.tool import Tool
from ..live import LivePage
from .declare import SELECTOR, page_tool, text

NEXT: Final = ["css=a[rel~=next]", "css=[aria-label='Next page' i]", "act:the link or button to the next page"]


async def collect(page: LivePage, args: Object, context: Context) -> Result:
    rows: list[Any] = []
    proof: dict[str, Object] = {}
    seen: set[str] = set()
    wanted = {"instruction": args["instruction"], "schema": args["schema"]}
    while True:
        found = await context.call("page.extract", wanted)
        if found.fault is not None:
            return Result.failure(found.fault)
        pointer, items = _list(found.data)
        if (mark := dumps(items)) in seen:
            ended = "the same page came again"
            break
        seen.add(mark)
        for where, evidence in found.proof.items():
            proof |= _moved(where, pointer, len(rows), evidence)
        rows += items
        if len(seen) >= args["most"]:
            ended = "limit"
            break
        if not await _went_on(args["next"], context):
            ended = "end"
            break
    notes = (f"There are more than {args['most']} pages.",) if ended == "limit" else ()
    return Result.success({"rows": rows, "pages": len(seen), "ended": ended}, proof=proof, notes=notes)


def _list(data: Any) -> tuple[str, list[Any]]:
    """The rows of one page, and where they stand in what was extracted."""
    if isinstance(data, list):
        return "", data
    lists = (
        [(f"/{name}", each) for name, each in data.items() if isinstance(each, list)] if isinstance(data, dict) else []
    )
    if len(lists) != 1:
        hint = "Ask for an array, or an object with one array in it."
        raise Fault(
            "invalid_input", "The schema has no one list to collect.", pointer="/schema", hint=hint, retry=False
        )
    return lists[0]


def _moved(where: str, pointer: str, by: int, evidence: Object) -> dict[str, Object]:
    """A proof at its place among the rows of all pages."""
    first, _, rest = where.removeprefix(pointer).removeprefix("/").partition("/")
    if not where.startswith(pointer) or not first.isdigit():
        return {}
    return {f"/rows/{int(first) + by}{'/' + rest if rest else ''}": evidence}


async def _went_on(selector: Any, context: Context) -> bool:
    """Go to the next page; not where nothing leads there any more."""
    there = await context.call("page.query", {"selector": selector, "most": 1})
    elements = there.data["elements"] if there.ok else []
    if not elements or "disabled" in elements[0]["states"]:
        return False
    clicked = await context.call("page.click", {"index": elements[0]["index"]})
    if clicked.fault is not None:
        raise clicked.fault
    return True


TOOLS: tuple[Tool, ...] = (
    page_tool(
        "collect",
        collect,
        "Extract a list that goes on over several pages: all its rows, page by page, until there is no next page. "
        "Every value stands on a page; the proof says where.",
        {
            "instruction": text("What is wanted: 'orders', 'the reviews'.", minLength=1),
            "schema": {"type": "object", "description": "A JSON Schema of the data of one page, with one list in it."},
            "next": {
                **SELECTOR,
                "default": NEXT,
                "description": "What leads to the next page; else what looks like it.",
            },
            "most": {"type": "integer", "minimum": 1, "default": 50, "description": "Pages at the most."},
        },
        required=("instruction", "schema"),
        examples=({"instruction": "orders", "schema": {"type": "array", "items": {"type": "object"}}},),
    ),
)
