"""What was unfolded stays so: the outlines after it show those rows, in order and a line each."""

from collections.abc import Awaitable, Callable
from urllib.parse import quote

import pytest

from pollex.page.live import LivePage

OpenPage = Callable[[str], Awaitable[LivePage]]
pytestmark = pytest.mark.asyncio(loop_scope="session")


def listed(rows: str) -> str:
    return "data:text/html," + quote(f"<!doctype html><ul id=all>{rows}</ul>")


async def test_unfolded_rows_are_shown_by_the_next_outlines(open_page: OpenPage) -> None:
    page = await open_page(listed("".join(f"<li>Parcel {at} <button>Open</button></li>" for at in range(1, 21))))
    assert (await page.state())["outline"].splitlines()[-1] == "… 15 more like these (page_unfold 6)"
    await page.unfold(6)
    shown = (await page.state())["outline"].splitlines()
    assert shown == [f"Parcel {at} · [{at}] button Open" for at in range(1, 21)]
    assert (await page.unfold(6)).splitlines() == shown[5:]


async def test_as_many_as_an_outline_has_room_for(open_page: OpenPage) -> None:
    page = await open_page(listed("".join(f"<li style='font: 5px/5px serif'>Parcel {at}</li>" for at in range(150))))
    folded = (await page.state())["outline"].splitlines()[-1]
    assert folded == "… 145 more like these (page_unfold 1)"
    assert len((await page.unfold(1)).splitlines()) == 145
    assert (await page.state())["outline"].splitlines()[-2:] == ["Parcel 59", "… 90 more like these (page_unfold 1)"]


async def test_wide_rows_have_a_line_each(open_page: OpenPage) -> None:
    cells = "".join(f"<span>cell {at}</span> " for at in range(9))
    buttons = "".join(f"<button>{at}</button>" for at in range(14))
    page = await open_page(listed("".join(f"<li>{cells}Parcel {at} {buttons}</li>" for at in range(12))))
    await page.unfold(1)
    rows = (await page.state())["outline"].splitlines()
    assert [row.partition("Parcel ")[2].partition(" ")[0] for row in rows] == [str(at) for at in range(12)]


async def test_the_list_around_a_short_one_is_unfolded(open_page: OpenPage) -> None:
    """The index behind "more like these" is of a control in the inner list, which has nothing folded."""
    tags = "<ul>" + "<li><a href='#'>Tag</a></li>" * 3 + "</ul>"
    page = await open_page(
        listed("".join(f"<li style='font: 5px/5px serif'>Parcel {at} {tags}</li>" for at in range(20)))
    )
    assert (await page.state())["outline"].splitlines()[-1] == "… 15 more like these (page_unfold 16)"
    assert len((await page.unfold(16)).splitlines()) == 15


async def test_new_rows_without_controls_have_an_index_too(open_page: OpenPage) -> None:
    rows = "document.body.append(document.createElement('ol')); for (let at = 0; at < 20; at++) "
    rows += (
        "document.querySelector('ol').append(Object.assign(document.createElement('li'), {textContent: 'Row ' + at}))"
    )
    page = await open_page("data:text/html," + quote(f'<!doctype html><button onclick="{rows}">Load</button>'))
    await page.state()
    await page.click("text=Load")
    said = (await page.changes())["changes"].splitlines()
    folded = next(line for line in said if line.startswith("… 15 more like these"))
    index = int(folded.removeprefix("… 15 more like these (page_unfold ").rstrip(")"))
    assert (await page.unfold(index)).splitlines() == [f"Row {at}" for at in range(5, 20)]
