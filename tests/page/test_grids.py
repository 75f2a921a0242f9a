"""Grids as libraries draw them, of rows and cells with roles: each row is a line, and many are folded."""

from collections.abc import Awaitable, Callable

import pytest

from pollex.page.indices import Indices
from pollex.page.observe import look
from pollex.page.outline import outline
from pollex.page.playwright_driver import PlaywrightTab

Open = Callable[..., Awaitable[PlaywrightTab]]
pytestmark = pytest.mark.asyncio(loop_scope="session")
CELL = "<div role=gridcell tabindex=-1>{}</div>"
HANDLE = "<span onmousedown=1 style='display:inline-block;width:6px;height:20px'></span>"
TOWNS = ("Turku", "Lund", "Bergen", "Aarhus", "Gdansk")


def row(at: int) -> str:
    ticked = f"<span onclick=1><input type=checkbox aria-label='Choose {at}'></span>"
    cells = [ticked, f"Plate {at}", *(f"<span>{town}</span>" for town in TOWNS)]
    odd = "odd" if at % 2 else "even"
    return f"<div role=row class=row-{odd} tabindex=0>{HANDLE.join(map(CELL.format, cells))}</div>"


def grid(count: int) -> str:
    heads = "".join(f"<div role=columnheader tabindex=0>{each}</div>{HANDLE}" for each in ("Plate", "Town"))
    style = "<style>[role=row] { display: flex; gap: 9px; font: 12px/20px serif }</style>"
    return f"{style}<div role=grid><div role=row>{heads}</div><div>{''.join(map(row, range(count)))}</div></div>"


async def seen(open_tab: Open, html: str) -> list[str]:
    tab = await open_tab("about:blank")
    await tab.page.set_content(f"<!doctype html>{html}")
    return outline(await look(tab, Indices())).splitlines()


async def test_each_row_is_a_line_and_says_its_cells_once(open_tab: Open) -> None:
    cells = " · ".join(f"[{at}] gridcell {town}" for at, town in enumerate(TOWNS, 10))
    _, heads, first, *others = await seen(open_tab, grid(3))
    assert heads.startswith("[1] columnheader Plate · [2] clickable")
    assert first == f"[5] row Plate 0 · [6] gridcell · [8] checkbox Choose 0 · [9] gridcell Plate 0 · {cells}"
    assert len(others) == 2


async def test_many_rows_are_folded(open_tab: Open) -> None:
    lines = await seen(open_tab, grid(20))
    assert [line.partition("gridcell Plate ")[2][:1] for line in lines[2:7]] == ["0", "1", "2", "3", "4"]
    assert lines[7:] == ["… 15 more like these (page_unfold 55)"]


async def test_a_week_of_a_calendar_is_a_line_however_high_it_is(open_tab: Open) -> None:
    day = "<td role=gridcell tabindex=0 style='height:150px'><a href=#d>{0}</a><a href=#e>Event {0}</a></td>"
    weeks = "".join(f"<tr role=row>{''.join(day.format(7 * week + at) for at in range(7))}</tr>" for week in range(4))
    inner = f"<table role=presentation>{weeks}</table>"
    lines = await seen(open_tab, f"<table role=grid><tr role=presentation><td>{inner}</td></tr></table>")
    assert [line.count("gridcell") for line in lines if "Event" in line] == [7] * 4


async def test_a_low_row_is_a_line_whatever_it_holds(open_tab: Open) -> None:
    buttons = "<button>A</button>" * 14
    lines = await seen(open_tab, "<ul>" + f"<li style='white-space:nowrap'>Parcel {buttons}</li>" * 3 + "</ul>")
    assert [line.count("button") for line in lines] == [14] * 3
