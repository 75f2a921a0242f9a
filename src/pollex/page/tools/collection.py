"""A list that goes on over several pages: extracted page by page until there is no next one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from ...core.context import Context
from ...core.fault import Fault
from ...core.json import Object, dumps
from ...core.result import Result
from ...core.tool import Tool
from ..driver import Frame
from ..extract.schema_tree import schema_tree
from ..live import LivePage
from .declare import SELECTOR, page_tool, text
from .wait import scrolled

TO_TOP: Final = -1e6
STEP: Final = 0.5
"""The part of the rows that are drawn by which a list is scrolled on: some are seen twice, so that none is missed."""
LONGEST: Final = 600.0
"""Seconds that collecting takes at the most."""
NEXT: Final = ["css=a[rel~=next]", "css=[aria-label='Next page' i]", "act:the link or button to the next page"]


@dataclass
class Collected:
    """The rows so far, and where each value stood."""

    rows: list[Any] = field(default_factory=list)
    proof: dict[str, Object] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    pages: int = 0

    def add(self, read: RowsRead, known: int = 0) -> None:
        """Add what was read, but for so many of its first rows, which are there already."""
        by = len(self.rows) - known
        for where, evidence in read.proof.items():
            self.proof |= _moved(where, read.pointer, by, evidence)
        self.rows += read.rows[known:]

    def with_fault(self, fault: Fault) -> Result:
        """Return a fault with what was collected before it."""
        told = {"rows": self.rows, "pages": self.pages, "ended": "fault"}
        return Result.failure(fault, told if self.rows else None, proof=self.proof)


async def _stay(_: float) -> bool:
    return False


class RowsRead(NamedTuple):
    """What one look at the page gave."""

    pointer: str
    rows: list[Any]
    proof: Mapping[str, Object]
    fault: Fault | None


async def collect(page: LivePage, args: Object, context: Context) -> Result:
    paging = replace(context, model=None)  # at the end nothing leads on: a model would be asked what is not there
    collected, seen = Collected(), set[str]()
    wanted = {"instruction": args["instruction"], "schema": _schema_of_page(args["schema"])}

    async def read() -> RowsRead:
        found = await context.call("page.extract", wanted)
        return RowsRead(*_list(found.data, found.fault), found.proof, found.fault)

    while True:
        found = await read()
        if (mark := dumps(found.rows)) in seen and found.fault is None:
            ended = "the same page came again"
            break
        if found.rows:
            seen.add(mark)
        collected.pages = len(seen)
        if found.fault is None:
            fault = await collect_drawn(page, paging, read, found, collected)
        else:
            collected.add(found)
            fault = found.fault
        if fault is not None:
            return collected.with_fault(fault)
        if len(seen) >= args["most"]:
            ended = "limit"
            collected.notes.append(f"There are more than {args['most']} pages.")
            break
        led = await _lead_on(args["next"], paging)
        if isinstance(led, Fault):
            return collected.with_fault(led)
        if not led:
            ended = "end"
            break
    told = {"rows": collected.rows, "pages": collected.pages, "ended": ended}
    return Result.success(told, proof=collected.proof, notes=tuple(collected.notes))


async def collect_drawn(
    page: LivePage, context: Context, read: Callable[[], Awaitable[RowsRead]], found: RowsRead, collected: Collected
) -> Fault | None:
    """Add the rows of a page: of a list that draws only those in view, all that come by scrolling it."""
    begun = len(collected.rows)
    drawn = await _rows_in_view(page, context, found)
    if drawn.screens and await drawn.scroll(TO_TOP):
        found = await read()
    collected.add(found)
    while drawn.screens and found.fault is None and await drawn.scroll(drawn.screens * STEP):
        found = await read()
        overlap = _overlap(collected.rows[begun:], found.rows)
        if isinstance(overlap, Fault):
            return found.fault or overlap
        collected.add(found, overlap)
    if drawn.total > (count := len(collected.rows) - begun):
        collected.notes.append(f"The list says that it has {drawn.total} rows; {count} were read.")
    return found.fault


def _schema_of_page(schema: Object) -> Object:
    """Return the schema of the list of one page: that of one row stands for a list of them."""
    tree = schema_tree(schema)
    lists = [each for each in tree.fields if each.kind == "array"]
    if tree.kind == "array" or any(each.items is not None and each.items.kind == "object" for each in lists):
        return schema
    return schema if lists and len(tree.fields) == 1 else {"type": "array", "items": schema}


def _list(data: Any, fault: Fault | None) -> tuple[str, list[Any]]:
    """The rows of one page, and where they stand in what was extracted; with a fault there may be none."""
    if isinstance(data, list):
        return "", data
    lists = (
        [(f"/{name}", each) for name, each in data.items() if isinstance(each, list)] if isinstance(data, dict) else []
    )
    if len(lists) != 1 and fault is not None:
        return "", []
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


def _overlap(before: list[Any], after: list[Any]) -> int | Fault:
    """How many rows that were read last stand first in what is read now."""
    counts = [count for count in range(1, min(len(before), len(after)) + 1) if before[-count:] == after[:count]]
    return counts[0] if len(counts) == 1 else _lost(alike=bool(counts))


def _lost(*, alike: bool) -> Fault:
    """The fault where rows that were read cannot be found among those that are drawn now."""
    if alike:
        message = "Rows of the list read alike, so it cannot be told which of them were read before."
        hint = "Ask for a field that differs in every row too, like its number, and collect again."
    else:
        message = "The list draws other rows than those behind the ones before, so some may be missing."
        hint = "Narrow the list by the page's own filter or search, and collect again."
    wanted = "rows that come in their order, each different, while the list is scrolled"
    return Fault("failed", message, expected=wanted, hint=hint, retry=False)


@dataclass(frozen=True)
class RowsInView:
    """The list that rows stand in."""

    screens: float = 0
    """How many screens of it are drawn, where more rows come by scrolling."""
    total: int = 0
    """How many rows it says that it has, if it does."""
    scroll: Callable[[float], Awaitable[bool]] = _stay
    """Scrolls it by so many screens; whether it moved."""


async def _rows_in_view(page: LivePage, context: Context, found: RowsRead) -> RowsInView:
    """The list of the rows that were read; one row alone tells nothing of it."""
    opened = await page.opened()
    ends: list[tuple[Frame, int]] = []
    for at in (0, len(found.rows) - 1):
        here = f"{found.pointer}/{at}/"
        css = [str(each.get("css")) for where, each in found.proof.items() if f"{where}/".startswith(here)]
        there = await context.call("page.query", {"selector": f"css={css[-1]}", "most": 1}) if css else None
        if there is not None and there.ok and there.data["elements"]:
            ends += filter(None, [opened.indices.place(there.data["elements"][0]["index"])])
    if len(found.rows) < 2 or len(ends) < 2 or ends[0][0] != ends[1][0]:
        return RowsInView()
    (frame, first), (_, last) = ends

    async def scroll(pages: float) -> bool:
        return bool((await scrolled(opened, frame, last, pages))["moved"])

    told = await opened.tab.run(frame, "rowsGoOn", first, last)
    return RowsInView(told["screens"], told["total"], scroll)


async def _lead_on(selector: Any, context: Context) -> bool | Fault:
    """Go to the next page; whether anything led there, or why it was not reached."""
    there = await context.call("page.query", {"selector": selector, "most": 1})
    elements = there.data["elements"] if there.ok else []
    if not elements or "disabled" in elements[0]["states"]:
        return False
    clicked = await context.call("page.click", {"index": elements[0]["index"]})
    return clicked.fault or True


TOOLS: tuple[Tool, ...] = (
    page_tool(
        "collect",
        collect,
        "Extract a list that goes on over several pages: all its rows, page by page, until there is no next page. "
        "Every value stands on a page; the proof says where.",
        {
            "instruction": text("What is wanted: 'orders', 'the reviews'.", minLength=1),
            "schema": {"type": "object", "description": "A JSON Schema of a row, or of the list that one page has."},
            "next": {
                **SELECTOR,
                "default": NEXT,
                "description": "What leads to the next page; else what looks like it.",
            },
            "most": {"type": "integer", "minimum": 1, "default": 50, "description": "Pages at the most."},
        },
        required=("instruction", "schema"),
        timeout=LONGEST,
        examples=({"instruction": "orders", "schema": {"type": "array", "items": {"type": "object"}}},),
    ),
)
