"""Tables of a tab as rows, each cell by the name of its column and with the index of its element."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from ..core.json import Object
from .content import place_of
from .driver import Frame, Tab
from .failures import no_element
from .indices import Indices

MAX_ROWS: Final = 200


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row: texts and elements by the names of columns."""

    index: int
    cells: Mapping[str, str]
    indices: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Table:
    """A table, its rows up to a limit; `total` counts all."""

    index: int
    name: str
    heading: str
    columns: tuple[str, ...]
    rows: tuple[TableRow, ...]
    foot: tuple[TableRow, ...]
    total: int


async def tables(tab: Tab, indices: Indices, *, index: int | None = None, most: int = MAX_ROWS) -> list[Table]:
    """All tables that are drawn, or the one of an index: native ones, ARIA tables and grids."""
    if index is None:
        return await _tables(tab, indices, await tab.main(), most)
    frame, number = place_of(indices, index)
    found = await tab.run(frame, "tables", {"most": most, "number": number})
    if not found:
        raise no_element(index, "/index")
    return [_table(indices, frame, table) for table in found]


async def _tables(tab: Tab, indices: Indices, frame: Frame, most: int) -> list[Table]:
    own = [_table(indices, frame, table) for table in await tab.run(frame, "tables", {"most": most})]
    inner = await asyncio.gather(*(_tables(tab, indices, child, most) for _, child in await tab.children(frame)))
    return own + [table for below in inner for table in below]


def _table(indices: Indices, frame: Frame, data: Object) -> Table:
    lengths = [len(data["columns"]), *(len(row["cells"]) for row in data["rows"])]
    given = [*data["columns"], *[""] * max(lengths)][: max(lengths)]
    columns = tuple(name or f"column {place}" for place, name in enumerate(given, 1))

    def row(sent: Object) -> TableRow:
        cells: dict[str, Any] = {name: cell for name, cell in zip(columns, sent["cells"], strict=False) if cell}
        texts = {name: text for name, (text, _) in cells.items()}
        places = {name: indices.of(frame, number) for name, (_, number) in cells.items()}
        return TableRow(indices.of(frame, sent["number"]), texts, places)

    rows, foot = tuple(map(row, data["rows"])), tuple(map(row, data["foot"]))
    index = indices.of(frame, data["number"])
    return Table(index, data["name"], data["heading"], columns, rows, foot, data["total"])
